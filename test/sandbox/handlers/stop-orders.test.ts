import { expect, test } from "vitest";

import { floorTo, one } from "../../../sandbox/engine/units.ts";
import { decimal } from "../../../sandbox/handlers/records.ts";
import { type Answer, type Fields, foreignClient } from "../support/foreign-client.ts";
import { units } from "../support/scenario.ts";

type Row = Readonly<Record<string, unknown>>;

const order = "/api/v1/order";
const stopSell = {
  symbol: "BTCUSDT",
  side: "SELL",
  type: "STOP_LOSS",
  quantity: "0.02",
  stopPrice: "30000",
};
const limitBuy = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  price: "30000",
};

function place(client: ReturnType<typeof foreignClient>, fields: Row): Promise<Answer> {
  return client.fresh({ method: "POST", path: order, query: Object.entries(fields) as Fields });
}

test("an order waits for its stop price, and is not working until then", async () => {
  const client = foreignClient();
  const placed = await place(client, { ...stopSell, newClientOrderId: "stop" });
  expect(placed.body).toMatchObject({ status: "NEW", stopPrice: "30000.00000000", fills: [] });
  const query: Fields = [
    ["symbol", "BTCUSDT"],
    ["origClientOrderId", "stop"],
  ];
  const found = () => client.fresh({ path: order, query });
  expect((await found()).body).toMatchObject({ status: "NEW", isWorking: false });
  expect(balance(await client.fresh({ path: "/api/v1/account" }), "BTC")).toMatchObject({
    locked: "0.02000000",
  });
  // Nobody but the owner of all bids could bring the price down so far.
  const { exchange } = client.sandbox;
  exchange.execute({ kind: "maintenance", symbol: "BTCUSDT" });
  expect((await found()).body).toMatchObject({ status: "EXPIRED", isWorking: false });
});

test("an order that cannot be paid when its stop price comes ends as REJECTED", async () => {
  const client = foreignClient();
  const { state } = client.sandbox.exchange;
  const market = state.markets.get("BTCUSDT");
  const ask = market?.asks.at(-1)?.price ?? 0n;
  const free = state.accounts.get("alice")?.balances.get("USDT")?.free ?? 0n;
  const all = decimal(floorTo((free * one) / ask, units("0.00001")));
  const fields = { ...stopSell, side: "BUY", quantity: all, stopPrice: decimal(ask) };
  const waiting = await place(client, { ...fields, newClientOrderId: "all" });
  expect(waiting.body).toMatchObject({ status: "NEW" });
  const { apiKey: key, apiSecret: secret } = client.bob;
  const taken = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.001" };
  const take = { method: "POST", path: order, query: Object.entries(taken) as Fields };
  expect((await client.fresh(take, { apiKey: key, apiSecret: secret })).body).toMatchObject({
    status: "FILLED",
  });
  const query: Fields = [
    ["symbol", "BTCUSDT"],
    ["origClientOrderId", "all"],
  ];
  expect((await client.fresh({ path: order, query })).body).toMatchObject({
    status: "REJECTED",
    executedQty: "0.00000000",
    isWorking: false,
  });
  expect(balance(await client.fresh({ path: "/api/v1/account" }), "USDT")).toMatchObject({
    locked: "0.00000000",
  });
});

test("an iceberg shows a part of itself in depth, and all of itself to its owner", async () => {
  const client = foreignClient();
  const fields = { ...limitBuy, quantity: "0.05", icebergQty: "0.01" };
  const placed = await place(client, { ...fields, newOrderRespType: "RESULT" });
  expect(placed.body).toMatchObject({ origQty: "0.05000000", icebergQty: "0.01000000" });
  const { price } = placed.body as Row;
  const depth = await client.open("/api/v1/depth?symbol=BTCUSDT&limit=1000", "GET", "");
  const { bids } = depth.body as { readonly bids: readonly (readonly [string, string])[] };
  expect(bids.find(([level]) => level === price)).toEqual([price, "0.01000000"]);
  const [open] = (await client.fresh({ path: "/api/v1/openOrders" })).body as readonly Row[];
  expect(open).toMatchObject({ icebergQty: "0.01000000", isWorking: true });
});

function balance({ body }: Answer, asset: string): unknown {
  const { balances } = body as { readonly balances: readonly Row[] };
  return balances.find((row) => row["asset"] === asset);
}
