/** Rare orders of events, by the public options: each row failed under one planted bug. */

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";

import { expect, test } from "vitest";

import { openJournal } from "../../sandbox/index.node.ts";
import { createSandbox, type SandboxOptions } from "../../sandbox/index.ts";
import { newFolder } from "../support/folder.ts";
import { foreignClient, type Given } from "./support/foreign-client.ts";

const coin = { baseAsset: "COIN", quoteAsset: "USD" };
const rich = { COIN: "1000", USD: "1000000" };
const accounts = [
  { name: "ann", balances: rich },
  { name: "ben", balances: rich },
];
const empty = { COINUSD: { bids: [], asks: [] } };
const limit = { symbol: "COINUSD", type: "LIMIT", timeInForce: "GTC" };

/** A sandbox with one symbol and an empty book, and requests of its two accounts. */
function lineOf(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ symbols: [coin], depth: empty, accounts, ...options });
  const { ask, alice: ann, bob: ben } = foreignClient(sandbox);
  const order = async (by: typeof ann, method: string, given: Given) =>
    (await ask(`${method} order`, given, by)).body;
  return { sandbox, ann, ben, ask: order };
}

test("a stop order that costs one unit more than it reserved locks that unit", async () => {
  const { ask, ann, ben } = lineOf();
  const stop = { ...limit, side: "BUY", type: "STOP_LOSS", timeInForce: undefined };
  const given = { ...stop, stopPrice: "10", quantity: "0.00000001" };
  const { orderId } = await ask(ann, "POST", given);
  await ask(ben, "POST", { ...limit, side: "SELL", price: "11", quantity: "1" });
  await ask(ben, "POST", { ...limit, side: "BUY", price: "11", quantity: "0.5" });
  const found = await ask(ann, "GET", { symbol: "COINUSD", orderId });
  expect(found).toMatchObject({ status: "FILLED", cumulativeQuoteQty: "0.00000011" });
});

test("a trade exactly as old as the span belongs to the average price", async () => {
  const filters = [
    { filterType: "PERCENT_PRICE", multiplierUp: "1.1", multiplierDown: "0.9", avgPriceMins: 1 },
  ] as const;
  const trade = { e: "trade", s: "COINUSD", q: "1", m: true };
  const replay = [
    { at: 0, data: { ...trade, p: "100" } },
    { at: 30_000, data: { ...trade, p: "200" } },
  ];
  const { ask, ann, sandbox } = lineOf({ symbols: [{ ...coin, filters }], replay });
  const order = { ...limit, side: "BUY", price: "150", quantity: "1" };
  sandbox.clock?.advance(60_000);
  expect(await ask(ann, "POST", order)).toMatchObject({ status: "NEW" });
  sandbox.clock?.advance(1);
  expect(await ask(ann, "POST", order)).toMatchObject({ msg: "Filter failure: PERCENT_PRICE" });
});

test("an id that is used again names its latest order when older ones are dropped", async () => {
  const { ask, ann } = lineOf({ history: 1 });
  const order = { ...limit, side: "BUY", price: "1", quantity: "1" };
  const again = { symbol: "COINUSD", origClientOrderId: "again" };
  await ask(ann, "POST", { ...order, newClientOrderId: "again" });
  await ask(ann, "DELETE", again);
  const { orderId } = await ask(ann, "POST", { ...order, newClientOrderId: "again" });
  for (let turn = 0; turn < 100; turn += 1) {
    await ask(ann, "POST", { ...order, timeInForce: "IOC", newClientOrderId: `id-${turn}` });
  }
  expect(await ask(ann, "GET", again)).toMatchObject({ orderId, status: "NEW" });
  expect(await ask(ann, "GET", { ...again, origClientOrderId: "id-0" })).toMatchObject({
    code: -2013,
  });
});

test("only iceberg orders of the symbol that are open count as such", async () => {
  const filters = [
    { filterType: "MAX_NUM_ICEBERG_ORDERS", maxNumIcebergOrders: 1 },
    { filterType: "ICEBERG_PARTS", limit: 10 },
  ] as const;
  const other = { ...coin, baseAsset: "OTHER" };
  const { ask, ann } = lineOf({ symbols: [{ ...coin, filters }, other] });
  const plain = { ...limit, side: "BUY", price: "1", quantity: "2" };
  const iceberg = { ...plain, icebergQty: "1" };
  const refused = { msg: "Filter failure: MAX_NUM_ICEBERG_ORDERS" };
  await ask(ann, "POST", plain);
  await ask(ann, "POST", { ...iceberg, symbol: "OTHERUSD" });
  const first = await ask(ann, "POST", iceberg);
  expect(first).toMatchObject({ status: "NEW" });
  expect(await ask(ann, "POST", iceberg)).toMatchObject(refused);
  expect(await ask(ann, "POST", plain)).toMatchObject({ status: "NEW" });
  await ask(ann, "DELETE", { symbol: "COINUSD", orderId: first["orderId"] });
  expect(await ask(ann, "POST", iceberg)).toMatchObject({ status: "NEW" });
});

test("what the disk did not confirm is refused, and is not there after a restart", async () => {
  const folder = newFolder();
  const real = fs.fdatasyncSync;
  try {
    const open = () => openJournal(join(folder, "journal"), { sync: true });
    const journal = open();
    const { ask, ann, sandbox } = lineOf({ journal });
    const order = { ...limit, side: "BUY", price: "1", quantity: "1" };
    await ask(ann, "POST", { ...order, newClientOrderId: "before" });
    fs.fdatasyncSync = () => {
      throw Object.assign(new Error("EIO"), { code: "EIO" });
    };
    syncBuiltinESMExports();
    const lost = await ask(ann, "POST", { ...order, newClientOrderId: "lost" });
    expect(lost).toMatchObject({ code: -1001 });
    fs.fdatasyncSync = real;
    syncBuiltinESMExports();
    await ask(ann, "POST", { ...order, newClientOrderId: "after" });
    sandbox.close();
    const restarted = lineOf({ journal: open() });
    for (const [origClientOrderId, want] of [
      ["before", { status: "NEW" }],
      ["lost", { code: -2013 }],
      ["after", { status: "NEW" }],
    ] as const) {
      const found = await restarted.ask(ann, "GET", { symbol: "COINUSD", origClientOrderId });
      expect(found).toMatchObject(want);
    }
    restarted.sandbox.close();
  } finally {
    fs.fdatasyncSync = real;
    syncBuiltinESMExports();
  }
});
