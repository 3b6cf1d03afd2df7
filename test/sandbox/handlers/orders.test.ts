/** Placements and cancellations by the interface, beside what whole-records says. */

import { expect, test } from "vitest";

import { symbolStatuses } from "../../../generated/types.ts";
import { codeOf, foreignClient, limitBuy, messageOf } from "../support/foreign-client.ts";

const symbol = "BTCUSDT";
const stopSell = {
  ...{ price: undefined, timeInForce: undefined, side: "SELL", type: "STOP_LOSS" },
  ...{ quantity: "0.02", stopPrice: "30000" },
};
const market = { price: undefined, timeInForce: undefined, type: "MARKET" };

test("an order and a cancellation without an id get one of 22 letters and digits", async () => {
  const { place, ask } = foreignClient();
  const { orderId, clientOrderId } = (await place()).body;
  const canceled = (await ask("DELETE order", { symbol, orderId })).body;
  for (const id of [clientOrderId, canceled.clientOrderId]) {
    expect(id).toMatch(/^[A-Za-z0-9]{22}$/);
  }
});

test("a listen key is made, kept, and closed by its owner alone", async () => {
  const { alice, bob, open, sandbox } = foreignClient();
  const path = "/api/v1/listenKey";
  const make = async () => (await open(path, "POST", alice.apiKey)).body.listenKey;
  const send = async (method: string, key: string, by = alice) =>
    (await open(`${path}?listenKey=${key}`, method, by.apiKey)).body;
  const first = await make();
  expect(first).toMatch(/^[A-Za-z0-9]{60}$/);
  expect(await make()).toBe(first);
  expect(codeOf(await open(path, "PUT", alice.apiKey))).toBe(-1102);
  const unknown = { code: -1125, msg: "listenKey is not open; create a new one." };
  expect(await send("PUT", first, bob)).toMatchObject(unknown);
  for (const [waitMs, want] of [
    [59 * 60_000, {}],
    [60 * 60_000 - 1, {}],
    [60 * 60_000, unknown],
  ] as const) {
    sandbox.clock?.advance(waitMs);
    expect(await send("PUT", first)).toMatchObject(want);
  }
  const next = await make();
  expect(next).not.toBe(first);
  expect(await send("DELETE", next, bob)).toMatchObject(unknown);
  expect(await send("DELETE", next)).toEqual({});
  expect(await send("DELETE", next)).toMatchObject(unknown);
});

const statuses = symbolStatuses.filter((status) => status !== "TRADING");

test.each(statuses)("%s: placements are rejected, and all else goes on", async (status) => {
  const { place, ask, open, sandbox } = foreignClient();
  const { orderId } = (await place()).body;
  await sandbox.control({ command: "status", symbol, status });
  const { symbols } = (await open("/api/v1/exchangeInfo")).body;
  expect(symbols.slice(0, 2)).toMatchObject([
    { symbol, status },
    { symbol: "ETHUSDT", status: "TRADING" },
  ]);
  const rejected = await place();
  expect([codeOf(rejected), messageOf(rejected)]).toEqual([-2010, "Market is closed."]);
  expect(codeOf(await place({ price: undefined })), "fields come before the status").toBe(-1102);
  expect(codeOf(await place({ price: "0" })), "the status comes before filters").toBe(-2010);
  expect(codeOf(await ask("GET order", { symbol, orderId }))).toBe(0);
  const canceled = await ask("DELETE order", { symbol, orderId });
  expect(canceled.body.status).toBe("CANCELED");
  expect((await open("/api/v1/depth?symbol=BTCUSDT")).status).toBe(200);
  expect(codeOf(await place({ symbol: "ETHUSDT", price: "2000" }))).toBe(0);
  await sandbox.control({ command: "status", symbol, status: "TRADING" });
  expect(codeOf(await place())).toBe(0);
});

/**
 * A placement, with what changes of it, the code wanted, and words of the message. `limit` is an
 * order to buy, `market` too, `stop` is one to sell; `%` is an empty text.
 */
const refusals = `
limit timeInForce= | -1102 timeInForce
limit price= | -1102 price
limit quantity= | -1102 quantity
limit side=HOLD | -1117 side
limit type=GUESS | -1116 type is not known; use one of LIMIT, MARKET, LIMIT_MAKER, STOP_LOSS,
limit timeInForce=GTD | -1115 timeInForce
limit symbol=NOSUCH | -1121 symbol
limit newClientOrderId=not%20a%20good%20id | -1100 newClientOrderId
limit newClientOrderId=${"x".repeat(37)} | -1100 newClientOrderId
limit newClientOrderId=% | -1118 newClientOrderId
limit newOrderRespType=ALL | -1130 newOrderRespType
limit quantity=0 | -1013 Filter failure: LOT_SIZE
limit quantity=0.000001 | -1013 Filter failure: LOT_SIZE
limit quantity=0.00001 | -1013 Filter failure: MIN_NOTIONAL
limit price=30000.001 | -1013 Filter failure: PRICE_FILTER
limit quantity=${"9".repeat(500)} | -1013 Filter failure: LOT_SIZE
limit price=${"9".repeat(500)} | -1013 Filter failure: PRICE_FILTER
limit quantity=1000 | -2010 Account has insufficient balance for requested action.
limit type=LIMIT_MAKER timeInForce= price=90000 | -2010 Order would immediately match and take.
market | -1102 quantity or quoteOrderQty
market quantity=1 quoteOrderQty=1 | -1106 quoteOrderQty
market quantity=1 price=1 | -1106 price
market side=SELL quantity=11 | -2010 Account has insufficient balance for requested action.
limit type=STOP_LOSS_LIMIT stopPrice=50000 quantity=0.123456789 | -1111 quantity has 9 decimal places; at most 8 are kept, so round it.
limit type=STOP_LOSS_LIMIT stopPrice=50000 price=0.123456789 | -1111 price has 9 decimal places; at most 8 are kept, so round it.
limit type=STOP_LOSS_LIMIT stopPrice=0.123456789 | -1111 stopPrice has 9 decimal places; at most 8 are kept, so round it.
limit type=STOP_LOSS_LIMIT stopPrice=50000 icebergQty=0.123456789 | -1111 icebergQty has 9 decimal places; at most 8 are kept, so round it.
market quoteOrderQty=30.123456789 | -1111 quoteOrderQty has 9 decimal places; at most 8 are kept, so round it.
limit quoteOrderQty=400 | -1106 quoteOrderQty
limit stopPrice=50000 | -1106 stopPrice
limit type=LIMIT_MAKER | -1114 timeInForce
stop stopPrice= | -1102 stopPrice
stop timeInForce=GTC | -1114 timeInForce
stop price=30000 | -1106 price
stop type=TAKE_PROFIT_LIMIT | -1102 timeInForce
stop icebergQty=0.01 | -1106 icebergQty
stop stopPrice=90000 | -2010 Stop price would trigger immediately.
stop side=BUY | -2010 Stop price would trigger immediately.
stop type=TAKE_PROFIT | -2010 Stop price would trigger immediately.
stop quantity=11 | -2010 Account has insufficient balance for requested action.
limit icebergQty=0.02 | -2010 IcebergQty exceeds QTY.
limit icebergQty=0.005 timeInForce=IOC | -1014 icebergQty
`;

const bases = { limit: limitBuy, market: { ...market, quantity: undefined }, stop: stopSell };

/** The fields of a placement such as `limit price=1`. */
function fieldsOf(placement: string) {
  const [base = "", ...changes] = placement.split(" ");
  const changed = changes.map((change) => {
    const [name = "", value = ""] = change.split("=");
    return [name, value === "" ? undefined : value === "%" ? "" : decodeURIComponent(value)];
  });
  return { ...bases[base as keyof typeof bases], ...Object.fromEntries(changed) };
}

const rejecting = foreignClient();

test.each(refusals.trim().split("\n"))("%s", async (line) => {
  const [, placement = "", code, words = ""] = /^(.*) \| (-\d+) (.*)$/.exec(line) ?? [];
  const { place, ask, sandbox } = rejecting;
  sandbox.clock?.advance(60_000);
  const answer = await place(fieldsOf(placement));
  expect([answer.status, codeOf(answer)]).toEqual([400, Number(code)]);
  expect(messageOf(answer)).toContain(words);
  expect((await ask("GET openOrders")).body).toEqual([]);
});

test.each([
  ["limit type=LIMIT_MAKER timeInForce=", "Limit maker"],
  ["market quantity=0.01", "Market"],
  ["stop", "Stop loss"],
])("%s is rejected where it is not listed, before filters are asked", async (placement, name) => {
  const { place, sandbox } = foreignClient();
  const listings = sandbox.exchange.listings as Map<string, object>;
  listings.set(symbol, { ...listings.get(symbol), orderTypes: ["LIMIT"] });
  expect((await place()).status).toBe(200);
  const answer = await place({ ...fieldsOf(placement), quantity: "0" });
  const message = `${name} orders are not supported for this symbol.`;
  expect([codeOf(answer), messageOf(answer)]).toEqual([-2010, message]);
});
