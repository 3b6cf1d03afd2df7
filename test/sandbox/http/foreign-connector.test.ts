/**
 * A client that others wrote for the family: pointed at the sandbox it must be able to trade, and
 * what it reads must be right to the digit.
 */

import { Spot } from "@binance/connector";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type RunningSandbox, startSandbox } from "../../../sandbox/index.node.ts";
import { type PathRewrite, startPathRewrite } from "../../support/path-rewrite.ts";

let running: RunningSandbox;
let rewrite: PathRewrite;
let alice: Spot;
let bob: Spot;

beforeAll(async () => {
  running = await startSandbox({ port: 0, signing: "both" });
  rewrite = await startPathRewrite(running.port);
  [alice, bob] = ["alice", "bob"].map(clientOf) as [Spot, Spot];
});

afterAll(async () => {
  await rewrite.close();
  await running.close();
});

function clientOf(name: string): Spot {
  const [key, secret] = [`sandbox-key-of-${name}`, `sandbox-secret-of-${name}`];
  return new Spot(key, secret, { baseURL: rewrite.baseUrl });
}

/** What the sandbox says without the client in between. */
async function plain(path: string): Promise<unknown> {
  return (await fetch(`${running.baseUrl}/api/v1${path}`)).json();
}

const limit = { timeInForce: "GTC", quantity: "0.01000", price: "30000.00" } as const;

test("market data comes through to the digit", async () => {
  const symbol = "BTCUSDT";
  const query = `?symbol=${symbol}`;
  const depth = await alice.depth(symbol, { limit: 5 });
  expect(depth.data.bids).toHaveLength(5);
  expect(depth.headers["x-mbx-used-weight-1m"]).toMatch(/^\d+$/);
  const info = await alice.exchangeInfo();
  const { symbols } = (await plain("/exchangeInfo")) as { readonly symbols: unknown };
  expect(info.data.symbols).toEqual(symbols);
  for (const [asked, path] of [
    [alice.depth(symbol, { limit: 5 }), `/depth${query}&limit=5`],
    [alice.klines(symbol, "1h", { limit: 3 }), `/klines${query}&interval=1h&limit=3`],
    [alice.trades(symbol, { limit: 3 }), `/trades${query}&limit=3`],
    [alice.aggTrades(symbol, { limit: 3 }), `/aggTrades${query}&limit=3`],
    [alice.tickerPrice(symbol), `/ticker/price${query}`],
    [alice.bookTicker(symbol), `/ticker/bookTicker${query}`],
  ] as const) {
    expect((await asked).data).toEqual(await plain(path));
  }
  expect((await alice.ticker24hr(symbol, [], "")).data).toMatchObject({ symbol });
  expect((await alice.time()).data.serverTime).toBeGreaterThan(1_700_000_000_000);
});

test("orders are placed, queried, listed and canceled", async () => {
  const ids = { newClientOrderId: "by-another_client-1" };
  const placed = (await alice.newOrder("BTCUSDT", "BUY", "LIMIT", { ...limit, ...ids })).data;
  expect(placed).toMatchObject({
    status: "NEW",
    clientOrderId: ids.newClientOrderId,
    price: "30000.00000000",
    origQty: "0.01000000",
    executedQty: "0.00000000",
  });
  const { orderId } = placed;
  const found = await alice.getOrder("BTCUSDT", { orderId });
  expect(found.data).toMatchObject({ orderId, isWorking: true, side: "BUY", type: "LIMIT" });
  const same = await alice.getOrder("BTCUSDT", { origClientOrderId: ids.newClientOrderId });
  expect(same.data).toEqual(found.data);
  expect((await alice.openOrders({ symbol: "BTCUSDT" })).data).toEqual([found.data]);
  await expect(bob.getOrder("BTCUSDT", { orderId })).rejects.toMatchObject({
    response: { status: 400, data: { code: -2013 } },
  });
  const twice = alice.newOrder("BTCUSDT", "BUY", "LIMIT", { ...limit, ...ids });
  await expect(twice).rejects.toMatchObject({ response: { data: { code: -2010 } } });
  const canceled = await alice.cancelOrder("BTCUSDT", { orderId });
  expect(canceled.data).toMatchObject({ orderId, status: "CANCELED" });
  expect((await alice.openOrders({ symbol: "BTCUSDT" })).data).toEqual([]);
  expect((await alice.allOrders("BTCUSDT")).data.at(-1)).toMatchObject({ orderId });
});

test("a market order is filled, and trades and balances show it", async () => {
  const before = await balanceOf("BTC");
  const order = { quantity: "0.00300" };
  const { data } = await alice.newOrder("BTCUSDT", "BUY", "MARKET", order);
  expect(data).toMatchObject({ status: "FILLED", executedQty: "0.00300000" });
  const trades = (await alice.myTrades("BTCUSDT", { orderId: data.orderId })).data;
  expect(trades).toMatchObject(
    data.fills.map(({ price, qty, commission }) => ({ price, qty, commission, isBuyer: true })),
  );
  // 0.1 % of what is received.
  const { free, locked } = await balanceOf("BTC");
  expect([units(free) - units(before.free), locked]).toEqual([299_700n, before.locked]);
  const spent = await alice.newOrder("BTCUSDT", "BUY", "MARKET", { quoteOrderQty: "100" });
  expect(spent.data.status).toBe("FILLED");
});

async function balanceOf(asset: string) {
  const { balances } = (await alice.account()).data;
  const found = balances.find((balance) => balance.asset === asset);
  if (found === undefined) throw new Error(`alice has no ${asset}`);
  return found;
}

function units(decimal: string): bigint {
  return BigInt(decimal.replace(".", ""));
}
