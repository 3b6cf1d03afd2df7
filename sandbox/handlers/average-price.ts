/** The price that filters compare with when they speak of an average. */

import { firstTradeFrom, lastPrice } from "../engine/market-data.ts";
import type { Market } from "../engine/state.ts";
import { one } from "../engine/units.ts";

const minuteMs = 60_000;

/**
 * Average price of a symbol over the last minutes, weighted by quantity, in units and rounded
 * down. The last price for 0 minutes and for a span without a trade; `undefined` before the
 * first trade.
 */
export function averagePrice(market: Market, now: number, minutes: number): bigint | undefined {
  if (market.trades.length === 0) return undefined;
  if (minutes <= 0) return lastPrice(market);
  const { quantity, worth } = sumsOver(market, now - minutes * minuteMs, minutes);
  return quantity === 0n ? lastPrice(market) : (worth * one) / quantity;
}

/** Sums over neighbouring trades; they move along with the span, as every placement asks. */
interface Sums {
  /** Where the span begins, in milliseconds. */
  from: number;
  /** Ids of the first trade of the span and of the one that comes after the last. */
  first: number;
  next: number;
  quantity: bigint;
  worth: bigint;
}

const known = new WeakMap<Market, Map<number, Sums>>();

function sumsOver(market: Market, from: number, minutes: number): Sums {
  const byMinutes = known.get(market) ?? new Map<number, Sums>();
  known.set(market, byMinutes);
  const oldest = market.trades[0]?.id ?? 0;
  let sums = byMinutes.get(minutes);
  // A clock that went back, or trades that are forgotten by now: begin anew.
  if (sums === undefined || from < sums.from || sums.first < oldest) {
    const first = oldest + firstTradeFrom(market.trades, from);
    sums = { from, first, next: first, quantity: 0n, worth: 0n };
    byMinutes.set(minutes, sums);
  }
  sums.from = from;
  for (;;) {
    const trade = market.trades[sums.next - oldest];
    if (trade === undefined) break;
    sums.quantity += trade.quantity;
    sums.worth += trade.quote;
    sums.next += 1;
  }
  while (sums.first < sums.next) {
    const trade = market.trades[sums.first - oldest];
    if (trade === undefined || trade.time >= from) break;
    sums.quantity -= trade.quantity;
    sums.worth -= trade.quote;
    sums.first += 1;
  }
  return sums;
}
