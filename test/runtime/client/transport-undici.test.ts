import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import { MockAgent, Pool } from "undici";
import { expect, test } from "vitest";

import { createClient } from "../../../generated/index.ts";
import { signing } from "../../../generated/signing.ts";
import { undiciFetch } from "../../../runtime/client/transport-undici.node.ts";

async function served<Value>(
  listener: RequestListener,
  work: (baseUrl: string) => Promise<Value>,
): Promise<Value> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const account = { apiKey: "k", apiSecret: "s", limits: false } as const;

test("H18 answers in another order: each call gets its own", async () => {
  const late: (() => void)[] = [];
  const listener: RequestListener = (request, response) => {
    const symbol = new URL(request.url ?? "", "http://x").searchParams.get("symbol");
    late.push(() => response.end(JSON.stringify({ symbol, price: "1" })));
    // All wait for the last, and then the last is answered first.
    if (late.length === 20) for (const answer of late.reverse()) answer();
  };
  await served(listener, async (baseUrl) => {
    const fetch = undiciFetch();
    const client = createClient({ baseUrl, fetch, ...account });
    const symbols = Array.from({ length: 20 }, (_, index) => `S${index}`);
    const tickers = await Promise.all(symbols.map((symbol) => client.getTickerPrice({ symbol })));
    expect(tickers.map(({ symbol }) => symbol)).toEqual(symbols);
    await fetch.close();
  });
});

test("headers, query and form body arrive as they were signed", async () => {
  const seen: unknown[] = [];
  const answer = JSON.stringify({ symbol: "A B", orderId: 1, clientOrderId: "c" });
  const listener: RequestListener = (request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      const { [signing.header.toLowerCase()]: key, "content-type": type } = request.headers;
      seen.push([request.method, request.url?.split("?")[0], key, type, body.split("&")[0]]);
      response.setHeader("X-MBX-USED-WEIGHT-1M", "7").end(answer);
    });
  };
  await served(listener, async (baseUrl) => {
    const fetch = undiciFetch();
    const used: (string | null)[] = [];
    const names: string[] = [];
    const client = createClient({
      baseUrl,
      fetch,
      ...account,
      validate: false,
      clockRefreshMs: Infinity,
      onEvent: (event) => {
        if (event.kind !== "response") return;
        used.push(event.headers.get("X-MBX-Used-Weight-1m"));
        names.push(...event.headers.keys());
      },
    });
    const order = { symbol: "A B", side: "BUY", type: "MARKET", quantity: "1" } as const;
    const named = { ...order, newClientOrderId: "c" };
    await client.placeOrder(named, { sendIn: "body" });
    const form = "application/x-www-form-urlencoded";
    expect(seen).toEqual([["POST", "/api/v1/order", "k", form, "symbol=A%20B"]]);
    expect(used).toEqual(["7"]);
    expect(names).toContain("x-mbx-used-weight-1m");
    await fetch.close();
  });
});

test("an abort ends the request on the wire, and one in the queue is never sent", async () => {
  const closed: boolean[] = [];
  const listener: RequestListener = (request) => {
    request.on("close", () => closed.push(true));
  };
  await served(listener, async (baseUrl) => {
    const dispatcher = new Pool(baseUrl, { connections: 1 });
    const fetch = undiciFetch({ dispatcher });
    const client = createClient({ baseUrl, fetch, ...account });
    const ending = new AbortController();
    const calls = [1, 2].map(() => client.getTime({}, { signal: ending.signal }));
    const ends = Promise.allSettled(calls);
    setTimeout(() => ending.abort(), 30);
    for (const end of await ends) {
      expect(end).toMatchObject({ status: "rejected", reason: { name: "AbortedError" } });
    }
    await expect.poll(() => closed).toEqual([true]);
    // A dispatcher that was handed in is not ours to close.
    await fetch.close();
    expect(dispatcher.closed).toBe(false);
    await dispatcher.close();
  });
});

test("a dispatcher of tests works as well", async () => {
  const agent = new MockAgent();
  agent.disableNetConnect();
  agent
    .get("http://x")
    .intercept({ path: "/api/v1/time" })
    .reply(200, { serverTime: 5 }, { headers: { "set-cookie": "a=1" } });
  const client = createClient({
    baseUrl: "http://x",
    fetch: undiciFetch({ dispatcher: agent }),
  });
  expect(await client.getTime()).toEqual({ serverTime: 5 });
});

test("a fetch of another copy of the package works, and reads by itself", async () => {
  const copy = "../../../runtime/client/transport-undici.node.ts?another=copy";
  const other = (await import(/* @vite-ignore */ copy)) as { undiciFetch: typeof undiciFetch };
  expect(other.undiciFetch).not.toBe(undiciFetch);
  const listener: RequestListener = (_, response) => void response.end('{"serverTime":5}');
  await served(listener, async (baseUrl) => {
    const fetch = other.undiciFetch();
    const client = createClient({ baseUrl, fetch });
    expect(await client.getTime()).toEqual({ serverTime: 5 });
    const { signal } = new AbortController();
    const init = { method: "GET", headers: {}, redirect: "manual", signal } as const;
    expect(await (await fetch(`${baseUrl}/x`, init)).text()).toBe('{"serverTime":5}');
    await fetch.close();
  });
});
