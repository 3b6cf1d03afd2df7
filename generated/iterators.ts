// Generated from spec/paths/**/*.yaml by generators/emitters/iterators.ts.
// Do not edit: change the spec, then run `npm run generate`.

import { eachRow } from "../runtime/pagination/pages.ts";
import type { PagedList, RowOptions, Rows } from "../runtime/pagination/pages.ts";
import type { Client } from "./client.ts";
import type {
  AccountTrade,
  AggregateTrade,
  GetAggTradesRequest,
  GetAllOrdersRequest,
  GetKlinesRequest,
  GetTradesRequest,
  GetUserTradesRequest,
  Kline,
  Order,
  PublicTrade,
} from "./types.ts";

/**
 * How the rows of `getKlines` are paged.
 *
 * @see spec/paths/market/klines.yaml
 */
export const klinePages = {
  operation: "getKlines",
  key: 0,
  time: 0,
  start: "startTime",
  end: "endTime",
  limit: "limit",
  limitMax: 1000,
  overlaps: false,
  span: {
    parameter: "interval",
    unitsMs: { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000, M: 2_419_200_000 },
  },
} as const satisfies PagedList;

/**
 * Read candlesticks. All rows one by one, oldest first, by as many calls of `getKlines` as it
 * takes.
 *
 * Rows start from `startTime` and end with `endTime`. It ends behind the last row, or waits for
 * more with `follow`. `cursor()` tells a place to `resume` from; none is lost or repeated there. A
 * row of a span that has not ended yet comes as it is then, and does not come again.
 *
 * @throws PageGapError where rows can no longer be had; what the calls throw.
 * @see spec/paths/market/klines.yaml
 */
export function eachKline(
  client: Pick<Client, "getKlines">,
  request: GetKlinesRequest,
  options?: RowOptions,
): Rows<Kline> {
  const ask: Client["getKlines"] = (page, call) => client.getKlines(page, call);
  return eachRow(klinePages, ask, request, options);
}

/**
 * How the rows of `getTrades` are paged.
 *
 * @see spec/paths/market/trades.yaml
 */
export const tradePages = {
  operation: "getTrades",
  key: "id",
  time: "time",
  limit: "limit",
  limitMax: 1000,
  overlaps: true,
} as const satisfies PagedList;

/**
 * Read trades. All rows one by one, oldest first, by as many calls of `getTrades` as it takes.
 *
 * Only the latest rows can be had: the walk starts with those, and a hole between two questions is
 * an error. It ends behind the last row, or waits for more with `follow`. `cursor()` tells a place
 * to `resume` from; none is lost or repeated there.
 * Assumed: list-pages
 *
 * @throws PageGapError where rows can no longer be had; what the calls throw.
 * @see spec/paths/market/trades.yaml
 */
export function eachTrade(
  client: Pick<Client, "getTrades">,
  request: GetTradesRequest,
  options?: RowOptions,
): Rows<PublicTrade> {
  const ask: Client["getTrades"] = (page, call) => client.getTrades(page, call);
  return eachRow(tradePages, ask, request, options);
}

/**
 * How the rows of `getAggTrades` are paged.
 *
 * @see spec/paths/market/aggTrades.yaml
 */
export const aggTradePages = {
  operation: "getAggTrades",
  key: "a",
  time: "T",
  from: "fromId",
  start: "startTime",
  end: "endTime",
  limit: "limit",
  limitMax: 1000,
  overlaps: false,
} as const satisfies PagedList;

/**
 * Read aggregate trades. All rows one by one, oldest first, by as many calls of `getAggTrades` as
 * it takes.
 *
 * Rows start from `fromId` or `startTime`, else with the latest page, and end with `endTime` or
 * `toId`. It ends behind the last row, or waits for more with `follow`. `cursor()` tells a place to
 * `resume` from; none is lost or repeated there.
 * Assumed: list-pages
 *
 * @throws PageGapError where rows can no longer be had; what the calls throw.
 * @see spec/paths/market/aggTrades.yaml
 */
export function eachAggTrade(
  client: Pick<Client, "getAggTrades">,
  request: GetAggTradesRequest,
  options?: RowOptions,
): Rows<AggregateTrade> {
  const ask: Client["getAggTrades"] = (page, call) => client.getAggTrades(page, call);
  return eachRow(aggTradePages, ask, request, options);
}

/**
 * How the rows of `getUserTrades` are paged.
 *
 * @see spec/paths/account/userTrades.yaml
 */
export const userTradePages = {
  operation: "getUserTrades",
  key: "id",
  identity: ["id", "isBuyer"],
  time: "time",
  from: "fromId",
  start: "startTime",
  end: "endTime",
  limit: "limit",
  limitMax: 1000,
  overlaps: true,
} as const satisfies PagedList;

/**
 * Read own trades. All rows one by one, oldest first, by as many calls of `getUserTrades` as it
 * takes.
 *
 * Rows start from `fromId` or `startTime`, else with the latest page, and end with `endTime` or
 * `toId`. It ends behind the last row, or waits for more with `follow`. `cursor()` tells a place to
 * `resume` from; none is lost or repeated there.
 * Assumed: own-trade-pages
 *
 * @throws PageGapError where rows can no longer be had; what the calls throw.
 * @see spec/paths/account/userTrades.yaml
 */
export function eachUserTrade(
  client: Pick<Client, "getUserTrades">,
  request: GetUserTradesRequest,
  options?: RowOptions,
): Rows<AccountTrade> {
  const ask: Client["getUserTrades"] = (page, call) => client.getUserTrades(page, call);
  return eachRow(userTradePages, ask, request, options);
}

/**
 * How the rows of `getAllOrders` are paged.
 *
 * @see spec/paths/named-only/allOrders.yaml
 */
export const orderPages = {
  operation: "getAllOrders",
  key: "orderId",
  time: "time",
  from: "orderId",
  start: "startTime",
  end: "endTime",
  limit: "limit",
  limitMax: 1000,
  overlaps: false,
} as const satisfies PagedList;

/**
 * Read all orders. All rows one by one, oldest first, by as many calls of `getAllOrders` as it
 * takes.
 *
 * Rows start from `orderId` or `startTime`, else with the latest page, and end with `endTime` or
 * `toId`. It ends behind the last row, or waits for more with `follow`. `cursor()` tells a place to
 * `resume` from; none is lost or repeated there.
 * Assumed: all-orders-form
 *
 * @throws PageGapError where rows can no longer be had; what the calls throw.
 * @see spec/paths/named-only/allOrders.yaml
 */
export function eachOrder(
  client: Pick<Client, "getAllOrders">,
  request: GetAllOrdersRequest,
  options?: RowOptions,
): Rows<Order> {
  const ask: Client["getAllOrders"] = (page, call) => client.getAllOrders(page, call);
  return eachRow(orderPages, ask, request, options);
}

export { PageGapError } from "../runtime/pagination/pages.ts";
export type { PageCursor, PagedList, RowOptions, Rows } from "../runtime/pagination/pages.ts";

//# sourceMappingURL=iterators.ts.map
