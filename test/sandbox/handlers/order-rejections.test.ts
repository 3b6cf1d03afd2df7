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
const limit = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC" };
const bases = {
  limit: { ...limit, quantity: "0.01", price: "30000" },
  market: { symbol: "BTCUSDT", side: "BUY", type: "MARKET" },
  stop: {
    symbol: "BTCUSDT",
    side: "SELL",
    type: "STOP_LOSS",
    quantity: "0.02",
    stopPrice: "30000",
  },
};

function place(client: ReturnType<typeof foreignClient>, fields: Row): Promise<Answer> {
  client.sandbox.clock?.advance(1000);
  return client.fresh({ method: "POST", path: order, query: Object.entries(fields) as Fields });
}

/**
 * A placement, with what changes of it, the code wanted, and words of the message. `limit` is an
 * order to buy, `market` too, `stop` is one to sell.
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

/** The fields of a placement such as `limit price=1`; `%` is an empty text. */
function fieldsOf(placement: string): Row {
  const [base = "", ...changes] = placement.split(" ");
  const changed = changes.map((change) => change.split("=") as [string, string]);
  const fields = { ...bases[base as keyof typeof bases], ...Object.fromEntries(changed) };
  const given = Object.entries(fields).filter(([, value]) => value !== "");
  return Object.fromEntries(
    given.map(([name, value]) => [name, value === "%" ? "" : decodeURIComponent(value)]),
  );
}

test.each(refusals.trim().split("\n"))("%s", async (line) => {
  const [, placement = "", code, words = ""] = /^(.*) \| (-\d+) (.*)$/.exec(line) ?? [];
  const client = rejected;
  const answer = await place(client, fieldsOf(placement));
  expect([answer.status, codeOf(answer)]).toEqual([400, Number(code)]);
  expect(messageOf(answer)).toContain(words);
  const open = await client.fresh({ path: "/api/v1/openOrders" });
  expect(open.body).toEqual([]);
  client.sandbox.clock?.advance(60_000);
});

const rejected = foreignClient();

/** Placements of types that a symbol does not take, and the words of the exchange for them. */
const unlisted = {
  "limit type=LIMIT_MAKER timeInForce=": "Limit maker",
  "market quantity=0.01": "Market",
  stop: "Stop loss",
};

test("a type that the symbol does not list is rejected, before filters are asked", async () => {
  const client = foreignClient();
  const { listings } = client.sandbox.exchange;
  const [listing] = listings.values();
  if (listing === undefined) throw new Error("the sandbox lists no symbol");
  (listings as Map<string, typeof listing>).set("BTCUSDT", { ...listing, orderTypes: ["LIMIT"] });
  expect((await place(client, bases.limit)).status).toBe(200);
  for (const [placement, name] of Object.entries(unlisted)) {
    const answer = await place(client, { ...fieldsOf(placement), quantity: "0" });
    expect([answer.status, codeOf(answer), messageOf(answer)]).toEqual([
      400,
      -2010,
      `${name} orders are not supported for this symbol.`,
    ]);
  }
});
