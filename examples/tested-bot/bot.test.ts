/** A bot against an exchange in this process: minutes pass at once, and every run is the same. */

import { createClient } from "tradespec";
import { createSandbox, type FaultRule } from "tradespec/sandbox";
import { expect, test } from "vitest";

import { buyOrGiveUp } from "./bot.ts";

/** Runs the bot for a price, with faults, until it has ended. */
async function run(price: string, ...faults: FaultRule[]) {
  const sandbox = createSandbox({ faults });
  const { clock } = sandbox;
  if (clock === undefined) throw new Error("The clock is not virtual.");
  const client = createClient({
    baseUrl: "http://sandbox",
    apiKey: "sandbox-key-of-alice",
    apiSecret: "sandbox-secret-of-alice",
    fetch: sandbox.fetch,
    now: clock.now,
    after: clock.after,
  });
  let isEnded = false;
  const wish = { symbol: "BTCUSDT", quantity: "0.01", price, patienceMs: 60_000 };
  const bot = buyOrGiveUp(client, wish).finally(() => {
    isEnded = true;
  });
  while (!isEnded) await clock.run(1000);
  const order = await bot;
  const all = await client.getAllOrders({ symbol: "BTCUSDT" });
  sandbox.close();
  return { order, count: all.length };
}

const placing = { operation: "placeOrder" } as const;

test.each<[what: string, price: string, status: string | undefined, faults: FaultRule[]]>([
  ["is filled at a price above the market", "50000.00", "FILLED", []],
  ["gives up below it", "30000.00", "CANCELED", []],
  [
    "finds its order when the response is lost",
    "30000.00",
    "CANCELED",
    [{ fault: "drop", accepted: true, when: { ...placing, nth: 1 } }],
  ],
  [
    "places again when the request was lost",
    "30000.00",
    "CANCELED",
    [{ fault: "drop", accepted: false, when: { ...placing, nth: 1 } }],
  ],
  [
    "cancels when the cancellation is lost",
    "30000.00",
    "CANCELED",
    [{ fault: "reset", accepted: false, when: { operation: "cancelOrder", nth: 1 } }],
  ],
])("the bot %s", async (_, price, status, faults) => {
  const { order, count } = await run(price, ...faults);
  expect([order?.status, count]).toEqual([status, 1]);
});

test("the bot takes a refusal for an answer", async () => {
  const { order, count } = await run("30000.00", { fault: "error", code: -2010, when: placing });
  expect([order, count]).toEqual([undefined, 0]);
});
