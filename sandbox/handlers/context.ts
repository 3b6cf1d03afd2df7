/** The context of a handler, and lookups that several handlers share. */

import type { ExchangeHandlers, Filled } from "../../generated/handlers.ts";
import { operations, type Role, roles } from "../../generated/operations.ts";
import type { GetAllOrdersRequest, SymbolInfo } from "../../generated/types.ts";
import type { Int64, OperationDescriptor } from "../../runtime/tables.ts";
import { lowerBound } from "../engine/lists.ts";
import type { Account, Market } from "../engine/state.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { RequestError } from "../exchange/request-error.ts";

export interface CallContext {
  readonly exchange: Exchange;
  readonly now: number;
  /** The account of the API key; throws a `RequestError` where the operation takes no key. */
  readonly account: Account;
  /** Calls another operation's handler, for market data of a filter. */
  ask(operation: string, fields: object): unknown;
}

/** The function of each role; one that is missing does not compile. */
export type RoleHandlers = {
  readonly [Each in Role]: ExchangeHandlers<CallContext>[(typeof roles)[Each]];
};

/** The contract's name for a parameter of an operation, by their roles. */
export function parameterName(of: Role, role: string): string {
  const operation: OperationDescriptor | undefined = operations[roles[of]];
  return operation?.parameters.find((each) => each.role === role)?.name ?? role;
}

/** The market of a symbol. Throws a `RequestError` for a symbol that is not listed. */
export function marketOf({ exchange }: CallContext, symbol: string): Market {
  const market = exchange.state.markets.get(symbol);
  if (market === undefined) throw unknownSymbol();
  return market;
}

/** One symbol's listing, or all of them. */
export function listingsOf({ exchange }: CallContext, symbol: string | undefined): SymbolInfo[] {
  if (symbol === undefined) return [...exchange.listings.values()];
  const listing = exchange.listings.get(symbol);
  if (listing === undefined) throw unknownSymbol();
  return [listing];
}

/** An account's history on one symbol, oldest first, and its paging parameters. */
interface History<Row> {
  readonly rows: readonly Row[];
  readonly timeOf: (row: Row) => number;
  readonly idOf: (row: Row) => number;
  /** The first requested id. */
  readonly fromId: Int64 | undefined;
  /** The interface says that the latest rows come without one. */
  readonly isLatest?: boolean;
}

/** A page of an account's history on one symbol; the time range includes both ends. */
export function historyOf<Row>(
  context: CallContext,
  { symbol, startTime, endTime, limit }: Filled<GetAllOrdersRequest, "limit">,
  { rows, timeOf, idOf, fromId, isLatest = false }: History<Row>,
): readonly Row[] {
  requireSpan(startTime, endTime);
  marketOf(context, symbol);
  const from = Math.max(
    lowerBound(rows, (row) => timeOf(row) < (startTime ?? 0)),
    lowerBound(rows, (row) => idOf(row) < (fromId ?? 0)),
  );
  const end =
    endTime === undefined ? rows.length : lowerBound(rows, (row) => timeOf(row) <= endTime);
  const isOldest = !isLatest && startsOldest(context);
  const fromStart = fromId !== undefined || startTime !== undefined || isOldest;
  return pageOf(rows, limit, fromStart, from, end);
}

/** One row for a given symbol, otherwise a list of rows for all symbols. */
export function oneOrAll<Row>(
  context: CallContext,
  symbol: string | undefined,
  rowOf: (listing: SymbolInfo) => Row,
): Row | Row[] {
  const rows = listingsOf(context, symbol).map(rowOf);
  return symbol === undefined ? rows : (rows[0] ?? rows);
}

/**
 * A page of the rows from `from` to before `end`: the first ones if a start is given, else the
 * latest. Copies only the page, however many rows there are.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  fromStart: boolean,
  from = 0,
  end = rows.length,
): readonly Row[] {
  const first = fromStart ? from : Math.max(from, end - limit);
  return rows.slice(first, Math.max(first, Math.min(end, first + limit)));
}

/** Whether a list without a start begins with its oldest row. */
export function startsOldest({ exchange }: CallContext): boolean {
  return exchange.state.choices["list-pages"] === "oldest";
}

/** Throws a `RequestError` when a time range is longer than `mostMs`. */
export function requireShort(start: Int64 | undefined, end: Int64 | undefined, mostMs: number) {
  if (start === undefined || end === undefined || Number(end) - Number(start) <= mostMs) return;
  const what = `more than ${mostMs} ms lie between startTime and endTime; request shorter spans.`;
  throw new RequestError("TIME_SPAN_TOO_LONG", what);
}

/** Throws a `RequestError` when a time range ends before it begins. */
export function requireSpan(start: Int64 | undefined, end: Int64 | undefined) {
  if (start === undefined || end === undefined || start <= end) return;
  const what = "startTime is after endTime; swap them.";
  throw new RequestError("BAD_OPTIONAL_PARAMETERS", what);
}

function unknownSymbol(): RequestError {
  return new RequestError("INVALID_SYMBOL", "symbol is not listed; see the exchange information.");
}
