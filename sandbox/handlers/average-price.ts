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
  const { trades } = market;
  if (trades.length === 0) return undefined;
  if (minutes <= 0) return lastPrice(market);
  let quantity = 0n;
  let worth = 0n;
  for (let index = firstTradeFrom(trades, now - minutes * minuteMs); ; index += 1) {
    const trade = trades[index];
    if (trade === undefined) break;
    quantity += trade.quantity;
    worth += trade.quote;
  }
  return quantity === 0n ? lastPrice(market) : (worth * one) / quantity;
}
