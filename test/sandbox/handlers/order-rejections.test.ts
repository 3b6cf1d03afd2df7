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
const stopSell = {
  symbol: "BTCUSDT",
  side: "SELL",
  type: "STOP_LOSS",
  quantity: "0.02",
  stopPrice: "30000",
};

function place(client: ReturnType<typeof foreignClient>, fields: Row): Promise<Answer> {
  client.sandbox.clock?.advance(1000);
  return client.fresh({ method: "POST", path: order, query: Object.entries(fields) as Fields });
}

/** Fields of a placement; the code wanted and a word of the message. */
const refusals: readonly (readonly [Row, number, string])[] = [
  [{ ...limitBuy, timeInForce: undefined }, -1102, "timeInForce"],
  [{ ...limitBuy, price: undefined }, -1102, "price"],
  [{ ...limitBuy, quantity: undefined }, -1102, "quantity"],
  [{ ...limitBuy, side: "HOLD" }, -1117, "side"],
  [{ ...limitBuy, type: "GUESS" }, -1116, "type"],
  [{ ...limitBuy, timeInForce: "GTD" }, -1115, "timeInForce"],
  [{ ...limitBuy, symbol: "NOSUCH" }, -1121, "symbol"],
  [{ ...limitBuy, newClientOrderId: "not a good id" }, -1100, "newClientOrderId"],
  [{ ...limitBuy, newClientOrderId: "x".repeat(37) }, -1100, "newClientOrderId"],
  [{ ...limitBuy, newClientOrderId: "" }, -1118, "newClientOrderId"],
  [{ ...limitBuy, newOrderRespType: "ALL" }, -1130, "newOrderRespType"],
  [{ ...limitBuy, quantity: "0" }, -1013, "Filter failure: LOT_SIZE"],
  [{ ...limitBuy, quantity: "0.000001" }, -1013, "Filter failure: LOT_SIZE"],
  [{ ...limitBuy, quantity: "0.00001" }, -1013, "Filter failure: MIN_NOTIONAL"],
  [{ ...limitBuy, price: "30000.001" }, -1013, "Filter failure: PRICE_FILTER"],
  [
    { ...limitBuy, quantity: "1000" },
    -2010,
    "Account has insufficient balance for requested action.",
  ],
  [
    { ...limitBuy, type: "LIMIT_MAKER", timeInForce: undefined, price: "90000" },
    -2010,
    "Order would immediately match and take.",
  ],
  [{ symbol: "BTCUSDT", side: "BUY", type: "MARKET" }, -1102, "quantity or quoteOrderQty"],
  [
    { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "1", quoteOrderQty: "1" },
    -1106,
    "quoteOrderQty",
  ],
  [{ symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "1", price: "1" }, -1106, "price"],
  [
    { symbol: "BTCUSDT", side: "SELL", type: "MARKET", quantity: "11" },
    -2010,
    "Account has insufficient balance for requested action.",
  ],
  ...["quantity", "price", "stopPrice", "icebergQty"].map((field): [Row, number, string] => [
    { ...limitBuy, type: "STOP_LOSS_LIMIT", stopPrice: "50000", [field]: "0.123456789" },
    -1111,
    `${field} has 9 decimal places; at most 8 are kept, so round it.`,
  ]),
  [
    { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quoteOrderQty: "30.123456789" },
    -1111,
    "quoteOrderQty has 9 decimal places; at most 8 are kept, so round it.",
  ],
  [{ ...limitBuy, quoteOrderQty: "400" }, -1106, "quoteOrderQty"],
  [{ ...limitBuy, stopPrice: "50000" }, -1106, "stopPrice"],
  [{ ...limitBuy, type: "LIMIT_MAKER" }, -1114, "timeInForce"],
  [{ ...stopSell, stopPrice: undefined }, -1102, "stopPrice"],
  [{ ...stopSell, timeInForce: "GTC" }, -1114, "timeInForce"],
  [{ ...stopSell, price: "30000" }, -1106, "price"],
  [{ ...stopSell, type: "TAKE_PROFIT_LIMIT" }, -1102, "timeInForce"],
  [{ ...stopSell, icebergQty: "0.01" }, -1106, "icebergQty"],
  [{ ...stopSell, stopPrice: "90000" }, -2010, "Stop price would trigger immediately."],
  [{ ...stopSell, side: "BUY" }, -2010, "Stop price would trigger immediately."],
  [{ ...stopSell, type: "TAKE_PROFIT" }, -2010, "Stop price would trigger immediately."],
  [
    { ...stopSell, quantity: "11" },
    -2010,
    "Account has insufficient balance for requested action.",
  ],
  [{ ...limitBuy, icebergQty: "0.02" }, -2010, "IcebergQty exceeds QTY."],
  [{ ...limitBuy, icebergQty: "0.005", timeInForce: "IOC" }, -1014, "icebergQty"],
];

test.each(refusals)("%j is rejected with %i", async (fields, code, word) => {
  const client = rejected;
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const sent = Object.fromEntries(given);
  const answer = await place(client, sent);
  expect([answer.status, codeOf(answer)]).toEqual([400, code]);
  expect(messageOf(answer)).toContain(word);
  const open = await client.fresh({ path: "/api/v1/openOrders" });
  expect(open.body).toEqual([]);
  client.sandbox.clock?.advance(60_000);
});

const rejected = foreignClient();

/** A word of the exchange for each type that a symbol does not take. */
const unlisted: readonly (readonly [Row, string])[] = [
  [{ ...limitBuy, type: "LIMIT_MAKER", timeInForce: undefined }, "Limit maker"],
  [{ symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.01" }, "Market"],
  [{ ...stopSell }, "Stop loss"],
];

test("a type that the symbol does not list is rejected, before filters are asked", async () => {
  const client = foreignClient();
  const { listings } = client.sandbox.exchange;
  const [listing] = listings.values();
  if (listing === undefined) throw new Error("the sandbox lists no symbol");
  (listings as Map<string, typeof listing>).set("BTCUSDT", { ...listing, orderTypes: ["LIMIT"] });
  expect((await place(client, limitBuy)).status).toBe(200);
  for (const [fields, name] of unlisted) {
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    const answer = await place(client, { ...Object.fromEntries(given), quantity: "0" });
    expect([answer.status, codeOf(answer), messageOf(answer)]).toEqual([
      400,
      -2010,
      `${name} orders are not supported for this symbol.`,
    ]);
  }
});
