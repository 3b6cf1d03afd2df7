/**
 * What a user's compiler must say about the generated types. Most of this file is never run: it
 * holds when the whole tree compiles, and a line that must not compile says so above itself.
 */

import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import type { api } from "../generated/api.ts";
import type { CompiledFilters } from "../generated/filters.ts";
import type { Client, ClientOptions, createClient, Int64, Open } from "../generated/index.ts";
import { placeOrderRequest } from "../generated/index.ts";
import type { SpanRowOptions } from "../generated/iterators.ts";
import * as types from "../generated/types.ts";

/** Only exactly the same type on both sides is `true`; `any` is like nothing but itself. */
type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

/** Does not compile unless what it is given is `true`. */
type Proof<Holds extends true> = Holds;

/** The word is among them, and not any text. */
type Has<Words extends string, Word extends string> = [Word] extends [Words]
  ? string extends Words
    ? false
    : true
  : false;

/** The answer of one way to call a method. */
type Answer<Call> = Call extends Promise<infer Value> ? Value : never;

/** Keys that cannot be left out, and keys that can. */
type Required<Of> = Exclude<keyof Of, Optional<Of>>;
type Optional<Of> = {
  [Key in keyof Of]-?: Record<never, never> extends Pick<Of, Key> ? Key : never;
}[keyof Of];

/** Each union is exactly its list, and has every word that the interface shows. */
export type Words = [
  Proof<Same<types.Side, (typeof types.sides)[number]>>,
  Proof<Has<types.Side, "BUY" | "SELL">>,
  Proof<Same<types.TimeInForce, (typeof types.timeInForces)[number]>>,
  Proof<Has<types.TimeInForce, "GTC" | "IOC" | "FOK">>,
  Proof<Same<types.OrderResponseType, (typeof types.orderResponseTypes)[number]>>,
  Proof<Has<types.OrderResponseType, "ACK" | "RESULT" | "FULL">>,
  Proof<Same<types.SymbolType, (typeof types.symbolTypes)[number]>>,
  Proof<Has<types.SymbolType, "GLOBAL" | "SITE">>,
  Proof<Same<types.OrderStatus, (typeof types.orderStatuses)[number]>>,
  Proof<Has<types.OrderStatus, "NEW" | "PARTIALLY_FILLED" | "FILLED">>,
  Proof<Has<types.OrderStatus, "CANCELED" | "REJECTED" | "EXPIRED">>,
  Proof<Same<types.OrderType, (typeof types.orderTypes)[number]>>,
  Proof<Has<types.OrderType, `${"" | "STOP_LOSS_" | "TAKE_PROFIT_"}LIMIT` | "LIMIT_MAKER">>,
  Proof<Has<types.OrderType, "MARKET" | "STOP_LOSS" | "TAKE_PROFIT">>,
  Proof<Same<types.KlineInterval, (typeof types.klineIntervals)[number]>>,
  Proof<Has<types.KlineInterval, `${1 | 3 | 5 | 15 | 30}m` | `${1 | 2 | 4 | 6 | 8 | 12}h`>>,
  Proof<Has<types.KlineInterval, `${1 | 3}d` | "1w" | "1M">>,
];

/** Numbers keep every digit, and decimals stay text. */
export type Numbers = [
  Proof<Same<Int64, number | bigint>>,
  Proof<Same<types.Order["orderId"], Int64>>,
  Proof<Same<types.Order["time"], number>>,
  Proof<Same<types.Order["price"], string>>,
  Proof<Same<types.PlaceOrderRequest["quantity"], string | undefined>>,
  Proof<Same<types.GetOrderRequest["orderId"], Int64 | undefined>>,
  Proof<Same<types.Ticker24hr["count"], number>>,
  Proof<Same<Answer<ReturnType<Client["filters"]>>, CompiledFilters>>,
  Proof<Same<types.PriceLevel, readonly [price: string, quantity: string]>>,
];

/** A kline is a tuple of eleven labelled places and further text. */
export type Klines = [
  Proof<Same<types.Kline[0], number>>,
  Proof<Same<types.Kline[1 | 2 | 3 | 4 | 5], string>>,
  Proof<Same<types.Kline[6], number>>,
  Proof<Same<types.Kline[7], string>>,
  Proof<Same<types.Kline[8], number>>,
  Proof<Same<types.Kline[9 | 10], string>>,
  Proof<Same<Extract<keyof SpanRowOptions, "toId" | "open">, "open">>,
  Proof<Same<types.Kline[11], string>>,
];

/** The words of answers are open, those of requests are not. */
export type Openness = [
  Proof<Same<types.Order["status"], Open<types.OrderStatus>>>,
  Proof<Same<types.Order["side"], Open<types.Side>>>,
  Proof<Same<types.SymbolInfo["type"], Open<types.SymbolType>>>,
  Proof<string extends types.Order["status"] ? true : false>,
  Proof<Same<types.PlaceOrderRequest["side"], types.Side>>,
  Proof<Same<types.PlaceOrderRequest["type"], types.OrderType>>,
];

/** What the interface shows is required in answers, what is assumed is optional. */
export type Optionality = [
  Proof<Has<Required<types.Order>, "symbol" | "orderId" | "status" | "origQuoteOrderQty">>,
  Proof<Has<Optional<types.Order>, "cummulativeQuoteQty" | "orderListId" | "icebergQty">>,
  Proof<Same<Required<types.OrderPlacement>, never>>,
  Proof<Same<Required<types.OrderCancellation>, never>>,
  Proof<Same<Required<types.ListenKey>, never>>,
  Proof<Has<Required<types.AggregateTrade>, "a" | "p" | "q" | "f" | "l" | "T" | "m">>,
  Proof<Has<Optional<types.AggregateTrade>, "M">>,
  Proof<Has<Required<types.Envelope>, "code" | "msg" | "timestamp">>,
  Proof<Has<Optional<types.Envelope>, "data">>,
  Proof<Has<Required<types.Account>, "makerCommission" | "canTrade" | "balances">>,
  Proof<Has<Required<types.GetDepthRequest>, "symbol">>,
  Proof<Has<Optional<types.GetDepthRequest>, "limit">>,
  Proof<Has<Required<types.PlaceOrderRequest>, "symbol" | "side" | "type">>,
  Proof<Has<Optional<types.PlaceOrderRequest>, "price" | "quantity" | "timestamp">>,
  Proof<Has<Optional<types.GetAccountRequest>, "recvWindow" | "timestamp">>,
];

/** Never called: what compiles here, and what does not. */
export async function calls(exchange: Client, symbol: string | undefined) {
  const one = exchange.getTickerPrice({ symbol: "BTCUSDT" });
  const all = exchange.getTickerPrice();
  const either = exchange.getTickerPrice(symbol === undefined ? {} : { symbol });
  const price = { side: "BUY", type: "LIMIT", timeInForce: "GTC", price: "1" } as const;
  const limit = { ...price, quantity: "0.1" } as const;
  await exchange.placeOrder({ ...price, symbol: "BTCUSDT", quantity: "0.1" });
  await exchange.placeOrder({ ...limit, symbol: "BTCUSDT" }, { sendIn: "body", timeoutMs: 1 });
  await exchange.getOrder({ symbol: "BTCUSDT", orderId: 9_007_199_254_740_993n });
  await exchange.getAccount();
  await exchange.getAccount({ recvWindow: 5000 });
  // What may be absent may be undefined.
  const some: Int64 | undefined = symbol === undefined ? 5 : undefined;
  await exchange.getAccount({ recvWindow: some, timestamp: some });
  await exchange.getOpenOrders({ symbol });
  (await exchange.getTickerPrice({ symbol })) satisfies object;
  await exchange.placeOrder({
    ...limit,
    symbol: "X",
    newClientOrderId: symbol,
    stopPrice: undefined,
  });
  // @ts-expect-error -- what an order needs may not be
  await exchange.placeOrder({ ...limit, symbol: "X", price: symbol });
  // @ts-expect-error -- nor what finds one
  await exchange.getOrder({ symbol: "X", orderId: some });

  // @ts-expect-error -- a side that there is not
  await exchange.placeOrder({ ...limit, symbol: "BTCUSDT", side: "HOLD" });
  // @ts-expect-error -- a type that there is not
  await exchange.placeOrder({ ...limit, symbol: "BTCUSDT", type: "Limit" });
  // @ts-expect-error -- a decimal is text
  await exchange.placeOrder({ ...limit, symbol: "BTCUSDT", quantity: 0.1 });
  // @ts-expect-error -- symbol is missing
  await exchange.placeOrder({ ...limit, quantity: "0.1" });
  // @ts-expect-error -- symbol is missing
  await exchange.getDepth({ limit: 5 });
  // @ts-expect-error -- the request is missing
  await exchange.getDepth();
  // @ts-expect-error -- a misspelt field
  await exchange.getDepth({ symbol: "BTCUSDT", limt: 5 });
  // @ts-expect-error -- the operation takes no field
  await exchange.getTime({ symbol: "BTCUSDT" });
  // @ts-expect-error -- a minute is 1m
  await exchange.getKlines({ symbol: "BTCUSDT", interval: "1min" });
  // @ts-expect-error -- the client signs, nobody else does
  await exchange.getAccount({ signature: "" });
  // @ts-expect-error -- there are two places
  await exchange.placeOrder({ ...limit, symbol: "BTCUSDT" }, { sendIn: "header" });
  // @ts-expect-error -- an answer is not for writing into
  (await one).price = "2";
  // @ts-expect-error -- an id can be beyond what a number holds
  (await exchange.getAllOrders({ symbol: "BTCUSDT" }))[0]?.orderId satisfies number | undefined;
  // @ts-expect-error -- the address is missing
  void ({ key: "", secret: "" } satisfies ClientOptions);
  return { one, all, either };
}

/** Never called: what an order of each type needs, and does not take. */
export async function orders({ placeOrder, tryPlaceOrder }: Client) {
  const buy = { symbol: "BTCUSDT", side: "BUY" } as const;
  const stop = { ...buy, quantity: "1", stopPrice: "2" } as const;
  await placeOrder({ ...buy, type: "LIMIT", timeInForce: "GTC", quantity: "1", price: "1" });
  await placeOrder({ ...buy, type: "LIMIT_MAKER", quantity: "1", price: "1", icebergQty: "1" });
  await placeOrder({ ...buy, type: "MARKET", quantity: "1" });
  await placeOrder({ ...buy, type: "MARKET", quoteOrderQty: "1" });
  await placeOrder({ ...stop, type: "STOP_LOSS" });
  await placeOrder({ ...stop, type: "TAKE_PROFIT_LIMIT", timeInForce: "GTC", price: "2" });
  const fields: { symbol: string; side: string; type: string; price?: string } = {
    symbol: "BTCUSDT",
    side: "BUY",
    type: "LIMIT",
  };
  fields.price = "1";
  await placeOrder(placeOrderRequest(fields));
  await tryPlaceOrder(placeOrderRequest({ ...fields, type: process.env["TYPE"] }));

  // @ts-expect-error -- timeInForce is missing
  await placeOrder({ ...buy, type: "LIMIT", quantity: "1", price: "1" });
  // @ts-expect-error -- price is missing
  await placeOrder({ ...buy, type: "LIMIT", timeInForce: "GTC", quantity: "1" });
  // @ts-expect-error -- a MARKET order takes no timeInForce
  await placeOrder({ ...buy, type: "MARKET", quantity: "1", timeInForce: "GTC" });
  // @ts-expect-error -- both quantities
  await placeOrder({ ...buy, type: "MARKET", quantity: "1", quoteOrderQty: "1" });
  // @ts-expect-error -- neither quantity
  await placeOrder({ ...buy, type: "MARKET" });
  // @ts-expect-error -- stopPrice is missing
  await placeOrder({ ...buy, type: "STOP_LOSS", quantity: "1" });
  // @ts-expect-error -- a misspelt field
  await placeOrder({ ...buy, type: "MARKET", quantity: "1", newOrderResponseType: "ACK" });
  // @ts-expect-error -- the same of an outcome
  await tryPlaceOrder({ ...buy, type: "MARKET" });
  // @ts-expect-error -- side and type are any text
  await placeOrder(fields);
  // @ts-expect-error -- no field of an order
  placeOrderRequest({ ...fields, prise: "1" });
}

/** Never called: a response has what `newOrderRespType` asks for, and leads to the next call. */
export async function placements(exchange: Client, detail: types.OrderResponseType) {
  const market = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "1" } as const;
  const { symbol } = market;
  const full = await exchange.placeOrder(market);
  const result = await exchange.placeOrder({ ...market, newOrderRespType: "RESULT" });
  const ack = await exchange.placeOrder({ ...market, newOrderRespType: "ACK" });
  const any = await exchange.placeOrder({ ...market, newOrderRespType: detail });
  const tried = await exchange.tryPlaceOrder({ ...market, newOrderRespType: "ACK" });
  full.fills satisfies readonly types.OrderFill[];
  result.status satisfies string;
  new Date(ack.transactTime) satisfies Date;
  any.clientOrderId satisfies string;
  if (tried.kind === "placed") tried.response?.orderId satisfies Int64 | undefined;
  await exchange.cancelOrder({ symbol, orderId: ack.orderId });
  await exchange.cancelOrder({ symbol, origClientOrderId: full.clientOrderId });
  const order = await exchange.getOrder({ symbol, origClientOrderId: any.clientOrderId });
  await exchange.cancelOrder({ symbol, orderId: order.orderId });
  new Date(order.updateTime) satisfies Date;

  // @ts-expect-error -- an acknowledgement has no state
  void ack.status;
  // @ts-expect-error -- a result has no fills
  void result.fills;
  // @ts-expect-error -- this may be an acknowledgement
  void any.fills;
  // @ts-expect-error -- an order is looked up by one of two ids
  await exchange.getOrder({ symbol });
  // @ts-expect-error -- so is the order to cancel
  await exchange.cancelOrder({ symbol, newClientOrderId: "a" });
}

type Calls = Awaited<ReturnType<typeof calls>>;

/** One symbol gives an object, none a list, and "perhaps" either. */
export type Overloads = [
  Proof<Same<Answer<Calls["one"]>, types.PriceTicker>>,
  Proof<Same<Answer<Calls["all"]>, readonly types.PriceTicker[]>>,
  Proof<Same<Answer<Calls["either"]>, types.PriceTicker | readonly types.PriceTicker[]>>,
];

/** Never called: the client underneath knows the same paths, and stamps and signs by itself. */
export async function pathCalls(create: typeof createClient, byPath: typeof api) {
  create({ baseUrl: "" }).api satisfies undefined;
  const { api } = create({ baseUrl: "", api: byPath });
  const depth = await api.GET("/api/v1/depth", { params: { query: { symbol: "BTCUSDT" } } });
  const account = await api.GET("/api/v1/account");
  const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT" } as const;
  await api.POST("/api/v1/order", { params: { query: order } });

  // @ts-expect-error -- symbol is missing
  await api.GET("/api/v1/depth", { params: { query: { limit: 5 } } });
  // @ts-expect-error -- a path that there is not
  await api.GET("/api/v1/dept");
  // @ts-expect-error -- a method that the path does not have
  await api.PUT("/api/v1/depth");
  // @ts-expect-error -- a side that there is not
  await api.POST("/api/v1/order", { params: { query: { ...order, side: "HOLD" } } });
  return { depth, account };
}

type PathCalls = Awaited<ReturnType<typeof pathCalls>>;

/** Answers by path have the types of the documents. */
export type Paths = [
  Proof<Same<NonNullable<PathCalls["depth"]["data"]>["lastUpdateId"], Int64>>,
  Proof<Same<NonNullable<PathCalls["account"]["data"]>["canTrade"], boolean>>,
];

/** A filter is known by its name, and the others stay out of the way. */
export function tickOf(filter: types.Filter): string | undefined {
  return filter.filterType === "PRICE_FILTER" ? filter.tickSize : undefined;
}

const bundle = JSON.parse(readFileSync("generated/documents/openapi.json", "utf8")) as {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
};

/** Each enumeration of the document, with its words. */
const enumerations = Object.entries(bundle.components.schemas)
  .filter(([, schema]) => "type" in schema && schema.type === "string")
  .map(([name, schema]) => [name, enumsIn(schema)] as const)
  .filter(([, words]) => words.length > 0);

test("the document has enumerations", () => {
  expect(enumerations.map(([name]) => name)).toContain("OrderStatus");
});

test.each(enumerations)("the words of %s are in a list of the types", (_, words) => {
  expect(Object.values(types)).toContainEqual(words);
});

/** All words that a schema lists, in its order; branches hold what is assumed or left open. */
function enumsIn(schema: unknown): string[] {
  const { enum: words = [], anyOf = [] } = schema as {
    readonly enum?: readonly string[];
    readonly anyOf?: readonly unknown[];
  };
  return [...words, ...anyOf.flatMap(enumsIn)];
}
