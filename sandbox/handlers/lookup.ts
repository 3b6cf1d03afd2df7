/** What several operations look up, refused in one way when it is not there. */

import type { SymbolInfo } from "../../generated/types.ts";
import type { Market } from "../engine/state.ts";
import type { CallContext } from "../http/answer.ts";
import { Refusal } from "../http/refusal.ts";

/** The market of a symbol. Throws a `Refusal` for a symbol that is not listed. */
export function marketOf({ venue }: CallContext, symbol: string): Market {
  const market = venue.state.markets.get(symbol);
  if (market === undefined) throw unknownSymbol();
  return market;
}

/** The listing of one symbol, or all of them when none is named. */
export function listingsOf({ venue }: CallContext, symbol: string | undefined): SymbolInfo[] {
  if (symbol === undefined) return [...venue.listings.values()];
  const listing = venue.listings.get(symbol);
  if (listing === undefined) throw unknownSymbol();
  return [listing];
}

/** A page of rows: from the start where one is asked for, otherwise the latest. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  fromStart: boolean,
): readonly Row[] {
  return fromStart ? rows.slice(0, limit) : rows.slice(Math.max(0, rows.length - limit));
}

/** Throws a `Refusal` when a span ends before it begins. */
export function requireSpan(start: number | bigint | undefined, end: number | bigint | undefined) {
  if (start === undefined || end === undefined || start <= end) return;
  const what = "startTime lies after endTime; swap them.";
  throw new Refusal("BAD_OPTIONAL_PARAMETERS", what);
}

function unknownSymbol(): Refusal {
  return new Refusal("INVALID_SYMBOL", "symbol is not listed; see the exchange information.");
}
