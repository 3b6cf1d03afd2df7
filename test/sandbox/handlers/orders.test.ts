import { expect, test } from "vitest";

import {
  type Answer,
  codeOf,
  type Fields,
  foreignClient,
  messageOf,
} from "../support/foreign-client.ts";

type Row = Readonly<Record<string, unknown>>;

const order = "/api/v1/order";
const limitBuy = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: "0.01",
  price: "30000",
};
function place(client: ReturnType<typeof foreignClient>, fields: Row): Promise<Answer> {
  client.sandbox.clock?.advance(1000);
  return client.fresh({ method: "POST", path: order, query: Object.entries(fields) as Fields });
}

test("an order lives from its placement to its end", async () => {
  const client = foreignClient();
  const placed = await place(client, { ...limitBuy, newClientOrderId: "grid-1" });
  expect(placed.status).toBe(200);
  expect(placed.body).toMatchObject({
    symbol: "BTCUSDT",
    clientOrderId: "grid-1",
    status: "NEW",
    origQty: "0.01000000",
    executedQty: "0.00000000",
    fills: [],
  });
  const { orderId } = placed.body as { readonly orderId: number };

  const byId: Fields = [
    ["symbol", "BTCUSDT"],
    ["orderId", String(orderId)],
  ];
  const byName: Fields = [
    ["symbol", "BTCUSDT"],
    ["origClientOrderId", "grid-1"],
  ];
  const found = await client.fresh({ path: order, query: byName });
  expect(found.body).toEqual((await client.fresh({ path: order, query: byId })).body);
  expect(found.body).toEqual({
    symbol: "BTCUSDT",
    orderId,
    clientOrderId: "grid-1",
    price: "30000.00000000",
    origQty: "0.01000000",
    executedQty: "0.00000000",
    cumulativeQuoteQty: "0.00000000",
    status: "NEW",
    timeInForce: "GTC",
    type: "LIMIT",
    side: "BUY",
    stopPrice: "0.00000000",
    time: client.now(),
    updateTime: client.now(),
    isWorking: true,
    origQuoteOrderQty: "0.00000000",
  });
  expect((await client.fresh({ path: "/api/v1/openOrders" })).body).toEqual([found.body]);
  expect(balance(await client.fresh({ path: "/api/v1/account" }), "USDT")).toEqual({
    asset: "USDT",
    free: "999700.00000000",
    locked: "300.00000000",
  });

  const repeated = await place(client, { ...limitBuy, newClientOrderId: "grid-1" });
  expect([codeOf(repeated), messageOf(repeated)]).toEqual([-2010, "Duplicate order sent."]);

  const canceled = await client.fresh({ method: "DELETE", path: order, query: byName });
  expect(canceled.body).toMatchObject({ origClientOrderId: "grid-1", orderId, status: "CANCELED" });
  expect((canceled.body as Row)["clientOrderId"]).toMatch(/^[A-Za-z0-9]{22}$/);
  const again = await client.fresh({ method: "DELETE", path: order, query: byId });
  expect([codeOf(again), messageOf(again)]).toEqual([-2011, "Unknown order sent."]);
  expect(balance(await client.fresh({ path: "/api/v1/accountV2" }), "USDT")).toEqual({
    asset: "USDT",
    free: "1000000.00000000",
    locked: "0.00000000",
  });
  const all = await client.fresh({ path: "/api/v1/allOrders", query: [["symbol", "BTCUSDT"]] });
  expect(all.body).toEqual([expect.objectContaining({ orderId, status: "CANCELED" })]);
});

test("newOrderRespType decides how much the response to a placement holds", async () => {
  const client = foreignClient();
  const market = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.01" };
  const ack = await place(client, { ...market, newOrderRespType: "ACK" });
  const result = await place(client, { ...market, newOrderRespType: "RESULT" });
  const full = await place(client, market);
  const ids = ["symbol", "orderId", "clientOrderId", "transactTime"];
  expect(Object.keys(ack.body as Row)).toEqual(ids);
  expect((ack.body as Row)["clientOrderId"]).toMatch(/^[A-Za-z0-9]{22}$/);
  expect(result.body).toMatchObject({ status: "FILLED", executedQty: "0.01000000" });
  expect(result.body).not.toHaveProperty("fills");
  const { fills } = full.body as { readonly fills: readonly Row[] };
  expect(fills).toHaveLength(1);
  const own = await client.fresh({ path: "/api/v1/userTrades", query: [["symbol", "BTCUSDT"]] });
  expect(own.body).toHaveLength(3);
  expect((own.body as readonly Row[])[2]).toMatchObject({
    id: fills[0]?.["tradeId"],
    price: fills[0]?.["price"],
    qty: fills[0]?.["qty"],
    commission: "0.00001000",
    commissionAsset: "BTC",
    isBuyer: true,
    isMaker: false,
  });
});

test("an account sees no orders and trades of another account", async () => {
  const client = foreignClient();
  await place(client, { ...limitBuy, newClientOrderId: "mine" });
  const { apiKey: key, apiSecret: secret } = client.bob;
  const query: Fields = [["symbol", "BTCUSDT"]];
  const asked: readonly Fields[] = [
    [...query, ["origClientOrderId", "mine"]],
    [...query, ["orderId", String(client.sandbox.exchange.state.lastOrderId)]],
  ];
  for (const fields of asked) {
    expect(
      codeOf(
        await client.fresh({ path: order, query: fields }, { apiKey: key, apiSecret: secret }),
      ),
    ).toBe(-2013);
    const cancel = { method: "DELETE", path: order, query: fields };
    expect(codeOf(await client.fresh(cancel, { apiKey: key, apiSecret: secret }))).toBe(-2011);
  }
  for (const path of ["/api/v1/openOrders", "/api/v1/allOrders", "/api/v1/userTrades"]) {
    expect(
      (await client.fresh({ path, query }, { apiKey: key, apiSecret: secret })).body,
      path,
    ).toEqual([]);
  }
});

test("an order is looked up by one of its ids", async () => {
  const client = foreignClient();
  await place(client, { ...limitBuy, newClientOrderId: "one" });
  const id = String(client.sandbox.exchange.state.lastOrderId);
  const rows: readonly (readonly [Fields, number])[] = [
    [[], -1102],
    [[["orderId", id]], 0],
    [
      [
        ["orderId", id],
        ["origClientOrderId", "one"],
      ],
      0,
    ],
    [
      [
        ["orderId", id],
        ["origClientOrderId", "two"],
      ],
      -2039,
    ],
    [[["orderId", "9007199254740993"]], -2013],
    [[["orderId", "99999999999999999999"]], -1100],
    [[["orderId", "0"]], -2013],
    [[["origClientOrderId", "two"]], -2013],
  ];
  for (const [ids, code] of rows) {
    const answer = await client.fresh({ path: order, query: [["symbol", "BTCUSDT"], ...ids] });
    expect(codeOf(answer), JSON.stringify(ids)).toBe(code);
  }
});

test("a symbol that is not listed is refused by whatever asks for it", async () => {
  const client = foreignClient();
  const query: Fields = [["symbol", "NOSUCH"]];
  const byId: Fields = [...query, ["orderId", "1"]];
  for (const [method, path, fields] of [
    ["GET", "openOrders", query],
    ["GET", "asset/tradeFee", query],
    ["GET", "order", byId],
    ["DELETE", "order", byId],
  ] as const) {
    const answer = await client.fresh({ method, path: `/api/v1/${path}`, query: fields });
    const msg = "symbol is not listed; see the exchange information.";
    expect([path, answer.body]).toMatchObject([path, { code: -1121, msg }]);
  }
});

test("a client id that is free again names the latest order of each symbol", async () => {
  const client = foreignClient();
  const ids: number[] = [];
  for (const symbol of ["BTCUSDT", "ETHUSDT", "BTCTHB"]) {
    const price = { BTCUSDT: "30000", ETHUSDT: "2000", BTCTHB: "1000000" }[symbol];
    const fields = { ...limitBuy, symbol, price, timeInForce: "IOC", newClientOrderId: "again" };
    const { body } = await place(client, fields);
    expect(body).toMatchObject({ status: "EXPIRED" });
    ids.push((body as { readonly orderId: number }).orderId);
  }
  const found: unknown[] = [];
  for (const symbol of ["BTCUSDT", "ETHUSDT", "BTCTHB"]) {
    const query: Fields = [
      ["symbol", symbol],
      ["origClientOrderId", "again"],
    ];
    found.push(((await client.fresh({ path: order, query })).body as Row)["orderId"]);
  }
  expect(found).toEqual(ids);
});

test("a listen key is made, kept, and closed by its owner alone", async () => {
  const client = foreignClient();
  const path = "/api/v1/listenKey";
  const { alice, bob } = client;
  const made = await client.open(path, "POST", alice.apiKey);
  const { listenKey } = made.body as { readonly listenKey: string };
  expect(listenKey).toMatch(/^[A-Za-z0-9]{60}$/);
  const again = await client.open(path, "POST", alice.apiKey);
  expect(again.body).toEqual(made.body);
  expect(codeOf(await client.open(path, "PUT", alice.apiKey))).toBe(-1102);
  expect(codeOf(await client.open(`${path}?listenKey=${listenKey}`, "PUT", bob.apiKey))).toBe(
    -1125,
  );
  client.sandbox.clock?.advance(59 * 60_000);
  expect((await client.open(`${path}?listenKey=${listenKey}`, "PUT", alice.apiKey)).body).toEqual(
    {},
  );
  client.sandbox.clock?.advance(60 * 60_000 - 1);
  expect((await client.open(`${path}?listenKey=${listenKey}`, "PUT", alice.apiKey)).body).toEqual(
    {},
  );
  client.sandbox.clock?.advance(60 * 60_000);
  expect(codeOf(await client.open(`${path}?listenKey=${listenKey}`, "PUT", alice.apiKey))).toBe(
    -1125,
  );
  const next = (await client.open(path, "POST", alice.apiKey)).body as {
    readonly listenKey: string;
  };
  const closing = `${path}?listenKey=${next.listenKey}`;
  expect(next.listenKey).not.toBe(listenKey);
  expect(codeOf(await client.open(closing, "DELETE", bob.apiKey))).toBe(-1125);
  expect((await client.open(closing, "DELETE", alice.apiKey)).body).toEqual({});
  expect((await client.open(closing, "DELETE", alice.apiKey)).body).toMatchObject({
    code: -1125,
    msg: "listenKey is not open; create a new one.",
  });
});

function balance({ body }: Answer, asset: string): unknown {
  const { balances } = body as { readonly balances: readonly Row[] };
  return balances.find((row) => row["asset"] === asset);
}
