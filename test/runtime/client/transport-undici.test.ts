import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

import { type Dispatcher, MockAgent, Pool } from "undici";
import { expect, test } from "vitest";

import { createClient } from "../../../generated/index.ts";
import { type Collectable, collectBody } from "../../../runtime/call/response.ts";
import { undiciFetch } from "../../../runtime/client/transport-undici.node.ts";
import { watchedSignal } from "../../support/watched-signal.ts";

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

test("a closed fetch sends nothing more", async () => {
  let requests = 0;
  const listener: RequestListener = (_, response) => {
    requests += 1;
    response.end('{"serverTime":1}');
  };
  await served(listener, async (baseUrl) => {
    const fetch = undiciFetch();
    const client = createClient({ baseUrl, fetch, ...account, maxAttempts: 1 });
    await client.getTime();
    await fetch.close();
    await fetch.close();
    await expect(client.getTime()).rejects.toMatchObject({
      outcome: "notSent",
      cause: { code: "UND_ERR_CLOSED", name: "ClientClosedError" },
    });
    expect(requests).toBe(1);
  });
});

test("a dispatcher of tests works as well", async () => {
  const agent = new MockAgent();
  agent.disableNetConnect();
  agent
    .get("http://x")
    .intercept({ path: "/api/v1/time" })
    .reply(200, { serverTime: 5 }, { headers: { "set-cookie": "a=1" } });
  const client = createClient({ baseUrl: "http://x", fetch: undiciFetch({ dispatcher: agent }) });
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

const plainInit = () => {
  const { signal } = new AbortController();
  return { method: "GET", headers: {}, redirect: "manual", signal } as const;
};

test("connections are kept, shared out, and closed when they are done", async () => {
  const sockets = new Set<Socket>();
  const held: ServerResponse[] = [];
  const listener: RequestListener = ({ url, socket }, response) => {
    sockets.add(socket);
    if (url === "/held") held.push(response);
    else response.end(url);
  };
  await served(listener, async (baseUrl) => {
    const fetch = undiciFetch({ connections: 1 });
    const read = async (path: string) => (await fetch(`${baseUrl}${path}`, plainInit())).text();
    expect(await Promise.all([read(""), read("/a//b?c=/d")])).toEqual(["/", "/a//b?c=/d"]);
    expect(sockets.size).toBe(1);
    const waiting = read("/held");
    await expect.poll(() => held.length).toBe(1);
    const [socket] = sockets;
    const gone = new Promise((resolve) => socket?.once("close", resolve));
    let isClosed = false;
    const closing = fetch.close().then(() => (isClosed = true));
    held[0]?.write("late");
    await new Promise(setImmediate);
    expect(isClosed).toBe(false);
    held[0]?.end();
    expect(await waiting).toBe("late");
    await closing;
    await gone;
  });
});

test("without a client it says what it is for", async () => {
  const fetch = undiciFetch() as unknown as typeof globalThis.fetch;
  const wanted =
    "undiciFetch is for the option fetch of createClient; elsewhere use the fetch of undici.";
  for (const given of [
    "http://127.0.0.1:1/",
    new URL("http://127.0.0.1:1/"),
    new Request("http://127.0.0.1:1/"),
  ]) {
    await expect(fetch(given)).rejects.toThrow(new TypeError(wanted));
  }
});

/**
 * A request that the test answers event by event: `head` and `early` bring headers, a number so
 * many bytes, `read` asks for the body, of at most four bytes.
 */
type Step = "start" | "early" | "head" | number | "end" | "lose" | "read" | "cancel" | "abort";

async function happened(steps: readonly Step[]) {
  const { abort: ending, signal, listening } = watchedSignal();
  if (steps[0] === "abort") ending.abort();
  const stopped: string[] = [];
  const controller = { abort: ({ message }: Error) => stopped.push(message) };
  const given = controller as unknown as Dispatcher.DispatchController;
  let handler: Dispatcher.DispatchHandler = {};
  const dispatch = (_: object, own: typeof handler) => (handler = own);
  const fetch = undiciFetch({ dispatcher: { dispatch } as unknown as Dispatcher });
  const message = (error: unknown) => `${error}`;
  const fetched = fetch("http://x/", { ...plainInit(), signal });
  const status = fetched.then(({ status, statusText }) => [status, statusText], message);
  let body: unknown;
  for (const step of steps) {
    await new Promise(setImmediate);
    if (step === "start") handler.onRequestStart?.(given, {});
    else if (step === "early") handler.onResponseStart?.(given, 103, {});
    else if (step === "head") handler.onResponseStart?.(given, 200, {});
    else if (step === "end") handler.onResponseEnd?.(given, {});
    else if (step === "lose") handler.onResponseError?.(given, new Error("lost"));
    else if (step === "abort") ending.abort();
    else if (step === "cancel") await (await fetched).body?.cancel();
    else if (step === "read") {
      const response = (await fetched) as unknown as Collectable;
      body = response[collectBody](4).catch(message);
    } else handler.onResponseData?.(given, Buffer.from("x".repeat(step)));
  }
  return { status: await status, body: await body, stopped, listening: listening() };
}

const aborted = "The request was aborted.";
const whole = { text: "xxxx", bytes: 4 };
const tooLong = { text: "xxxxx", bytes: 5 };

test.each<[steps: readonly Step[], wanted: object]>([
  [["start", "head", "read", 1, 3, "end"], { body: whole }],
  [["start", "head", 1, 3, "end", "read"], { body: whole }],
  [["start", "head", 4, "read", "end"], { body: whole }],
  [["start", "head", "end", "read"], { body: { text: "", bytes: 0 } }],
  [["start", "early", "head", 4, "end", "read"], { body: whole }],
  [["start", "head", 5, "read"], { body: tooLong, stopped: [aborted] }],
  [["start", "head", 5, "read", "lose"], { body: tooLong, stopped: [aborted] }],
  [["start", "head", "read", 4, 1], { body: tooLong, stopped: [aborted] }],
  [["start", "head", "read", 5, "lose"], { body: tooLong, stopped: [aborted] }],
  [["start", "head", 5, "end", "read"], { body: tooLong }],
  [["start", "head", "read", 1, "lose"], { body: "Error: lost" }],
  [["start", "head", 1, "lose", "read"], { body: "Error: lost" }],
  [["start", "lose"], { status: "Error: lost" }],
  [["abort", "start", "lose"], { status: `Error: ${aborted}`, stopped: [aborted] }],
  [["start", "abort", "lose"], { status: `Error: ${aborted}`, stopped: [aborted] }],
  [["start", "head", "read", "abort", "lose"], { body: "Error: lost", stopped: [aborted] }],
  [["start", "head", "cancel", "lose"], { stopped: [aborted] }],
  [["start", "head", "end", "abort"], {}],
  [["start", "head", "read", "end", "abort"], { body: { text: "", bytes: 0 } }],
])(
  "%j",
  async (steps, wanted) => {
    const usual = { status: [200, ""], body: undefined, stopped: [], listening: 0 };
    expect(await happened(steps)).toEqual({ ...usual, ...wanted });
  },
  10_000,
);

test("the headers of a response are read as standard ones are", async () => {
  const listener: RequestListener = (_, response) => {
    response.writeHead(202, "Fine", { "X-One": "12", "Set-Cookie": ["a=1", "b=2"] });
    response.sendDate = false;
    response.end();
  };
  await served(listener, async (baseUrl) => {
    const fetch = undiciFetch();
    const { headers, ...response } = await fetch(`${baseUrl}/`, plainInit());
    expect(response).toMatchObject({ status: 202, statusText: "Fine", type: "basic" });
    expect(["X-One", "set-COOKIE", "none"].map((name) => headers.get(name))).toEqual([
      "12",
      "a=1, b=2",
      null,
    ]);
    expect(["X-One", "none"].map((name) => headers.has(name))).toEqual([true, false]);
    expect([...headers].slice(0, 3)).toEqual([
      ["x-one", "12"],
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
    ]);
    await fetch.close();
  });
});
