/** The client in a page of another origin, with a sandbox that allows it and one that does not. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, test } from "vitest";

import type { createClient } from "../../generated/index.ts";
import { startSandbox } from "../../sandbox/index.node.ts";
import { bundleForPage, openBrowser } from "../support/browser.ts";

declare const tradespec: { readonly createClient: typeof createClient };

/** Places an order from within the page: its state and whether usage is readable, or the error. */
async function placeFromPage(baseUrl: string): Promise<unknown> {
  const usage: (string | null)[] = [];
  const client = tradespec.createClient({
    baseUrl,
    apiKey: "sandbox-key-of-alice",
    apiSecret: "sandbox-secret-of-alice",
    maxAttempts: 1,
    onEvent: (event) => {
      if (event.kind === "response") usage.push(event.headers.get("X-MBX-USED-WEIGHT-1M"));
    },
  });
  try {
    await client.getTime();
    const order = await client.placeOrder({
      symbol: "BTCUSDT",
      side: "BUY",
      type: "MARKET",
      quantity: "0.01",
    });
    return [order.status, usage.length > 0 && usage.every((weight) => Number(weight) > 0)];
  } catch (error) {
    return (error as Error).name;
  }
}

test("a page places orders where its origin is allowed, and nowhere else", async () => {
  const script = await bundleForPage("generated/index.ts");
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<script>${script}</script>`);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = await startSandbox({ port: 0, cors: [origin] });
  const shut = await startSandbox({ port: 0, cors: ["http://other.example"] });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(origin);
    const seen = [];
    for (const { baseUrl } of [open, shut]) {
      seen.push(await page.evaluate(`(${String(placeFromPage)})("${baseUrl}")`));
    }
    expect(seen).toEqual([["FILLED", true], "TransportError"]);
  } finally {
    await browser.close();
    await Promise.all([open.close(), shut.close()]);
    server.close();
  }
});
