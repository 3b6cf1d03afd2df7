/** The whole exchange in a real browser, without a port: its streams say what they say on Node. */

import { expect, test } from "vitest";

import { createSandbox } from "../../sandbox/index.ts";
import { bundleForPage, openBrowser } from "../support/browser.ts";

/** Opens a stream, trades, and lets a day go by; what came, in its order. */
async function live(create: typeof createSandbox): Promise<unknown[]> {
  const sandbox = create();
  const came: unknown[] = [];
  const socket = new sandbox.WebSocket("ws://sandbox/stream?streams=btcusdt@trade/btcusdt@depth");
  socket.onopen = () => came.push("open");
  socket.onmessage = ({ data }) => came.push(data);
  socket.onclose = ({ code }) => came.push(code);
  await sandbox.clock?.run(0);
  const order = { kind: "place", account: "alice", symbol: "BTCUSDT", side: "BUY" } as const;
  sandbox.exchange.execute({ ...order, type: "MARKET", quantity: BigInt(1_000_000) });
  socket.send('{"method":"LIST_SUBSCRIPTIONS","id":1}');
  await sandbox.clock?.run(86_400_000);
  return came;
}

test("a socket without a port does in a browser what it does on Node", async () => {
  const content = await bundleForPage("sandbox/index.ts");
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content });
    const there = await page.evaluate(`(${String(live)})(tradespec.createSandbox)`);
    const here = await live(createSandbox);
    expect(there).toEqual(here);
    expect([here[0], here.at(-1), here.length]).toEqual(["open", 1001, 5]);
  } finally {
    await browser.close();
  }
});
