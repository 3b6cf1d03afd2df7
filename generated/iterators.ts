// Generated from spec/paths/**/*.yaml by generators/emitters/iterators.ts.
// Do not edit: change the spec, then run `npm run generate`.

import { checkOptions, clientWith } from "../runtime/check-options.ts";
import {
  eachRow,
  type PagedList,
  type RowOptions,
  type Rows,
  type SpanRowOptions,
} from "../runtime/pagination/pages.ts";
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
    last: 6,
    unitsMs: { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000, M: 2_419_200_000 },
  },
} as const satisfies PagedList;

/**
 * Read candlesticks. Returns all rows one by one, oldest first, with as many calls of `getKlines`
 * as needed.
 *
 * Rows start from `startTime` and end with `endTime`. It ends after the last row, or waits for more
 * with `follow`. `cursor()` gives the place to `resume` from; no row is lost or repeated there. A
 * row is returned once its span has ended, by the exchange's time; `open` returns the row before
 * that as well.
 *
 * @throws PageGapError when rows are no longer available; whatever the calls throw.
 * @see spec/paths/market/klines.yaml
 */
export function eachKline(
  client: Pick<Client, "getKlines" | "getTime"> & Partial<Pick<Client, "after">>,
  request: GetKlinesRequest,
  options?: SpanRowOptions,
): Rows<Kline> {
  checkOptions("eachKline", { client }, { client: clientWith("getKlines", "getTime") }, "client");
  return eachRow(klinePages, (page, call) => client.getKlines(page, call), request, options, {
    after: client.after,
    readTime: async (call) => (await client.getTime({}, call)).serverTime,
  });
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
 * Read trades. Returns all rows one by one, oldest first, with as many calls of `getTrades` as
 * needed.
 *
 * Only the latest rows are available: it starts with those, and a gap between two requests is an
 * error. It ends after the last row, or waits for more with `follow`. `cursor()` gives the place to
 * `resume` from; no row is lost or repeated there.
 * Assumed, not documented: list-pages
 *
 * @throws PageGapError when rows are no longer available; whatever the calls throw.
 * @see spec/paths/market/trades.yaml
 */
export function eachTrade(
  client: Pick<Client, "getTrades"> & Partial<Pick<Client, "after">>,
  request: GetTradesRequest,
  options?: RowOptions,
): Rows<PublicTrade> {
  checkOptions("eachTrade", { client }, { client: clientWith("getTrades") }, "client");
  return eachRow(
    tradePages,
    (page, call) => client.getTrades(page, call),
    request,
    options,
    client,
  );
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
 * Read aggregate trades. Returns all rows one by one, oldest first, with as many calls of
 * `getAggTrades` as needed.
 *
 * Rows start from `fromId` or `startTime`, else with the latest page, and end with `endTime` or
 * `toId`. It ends after the last row, or waits for more with `follow`. `cursor()` gives the place
 * to `resume` from; no row is lost or repeated there.
 * Assumed, not documented: list-pages
 *
 * @throws PageGapError when rows are no longer available; whatever the calls throw.
 * @see spec/paths/market/aggTrades.yaml
 */
export function eachAggTrade(
  client: Pick<Client, "getAggTrades"> & Partial<Pick<Client, "after">>,
  request: GetAggTradesRequest,
  options?: RowOptions,
): Rows<AggregateTrade> {
  checkOptions("eachAggTrade", { client }, { client: clientWith("getAggTrades") }, "client");
  return eachRow(
    aggTradePages,
    (page, call) => client.getAggTrades(page, call),
    request,
    options,
    client,
  );
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
 * Read own trades. Returns all rows one by one, oldest first, with as many calls of `getUserTrades`
 * as needed.
 *
 * Rows start from `fromId` or `startTime`, else with the latest page, and end with `endTime` or
 * `toId`. It ends after the last row, or waits for more with `follow`. `cursor()` gives the place
 * to `resume` from; no row is lost or repeated there.
 * Assumed, not documented: own-trade-pages
 *
 * @throws PageGapError when rows are no longer available; whatever the calls throw.
 * @see spec/paths/account/userTrades.yaml
 */
export function eachUserTrade(
  client: Pick<Client, "getUserTrades"> & Partial<Pick<Client, "after">>,
  request: GetUserTradesRequest,
  options?: RowOptions,
): Rows<AccountTrade> {
  checkOptions("eachUserTrade", { client }, { client: clientWith("getUserTrades") }, "client");
  return eachRow(
    userTradePages,
    (page, call) => client.getUserTrades(page, call),
    request,
    options,
    client,
  );
}

/**
 * How the rows of `getAllOrders` are paged.
 *
 * @see spec/paths/orders/allOrders.yaml
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
 * Read all orders. Returns all rows one by one, oldest first, with as many calls of `getAllOrders`
 * as needed.
 *
 * Rows start from `orderId` or `startTime`, else with the latest page, and end with `endTime` or
 * `toId`. It ends after the last row, or waits for more with `follow`. `cursor()` gives the place
 * to `resume` from; no row is lost or repeated there.
 * Assumed, not documented: all-orders-form
 *
 * @throws PageGapError when rows are no longer available; whatever the calls throw.
 * @see spec/paths/orders/allOrders.yaml
 */
export function eachOrder(
  client: Pick<Client, "getAllOrders"> & Partial<Pick<Client, "after">>,
  request: GetAllOrdersRequest,
  options?: RowOptions,
): Rows<Order> {
  checkOptions("eachOrder", { client }, { client: clientWith("getAllOrders") }, "client");
  return eachRow(
    orderPages,
    (page, call) => client.getAllOrders(page, call),
    request,
    options,
    client,
  );
}

export type {
  PageCursor,
  PagedList,
  RowOptions,
  Rows,
  SpanRowOptions,
} from "../runtime/pagination/pages.ts";
export { PageGapError } from "../runtime/pagination/pages.ts";

//# sourceMappingURL=iterators.ts.map
