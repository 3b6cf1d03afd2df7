/** Market data from the trades of a symbol: statistics, averages, aggregate trades. */

import { addToMinute, candleOf, extend, firstAtOrAfter, flatCandle } from "./candles.ts";
import { dropOldest, lowerBound } from "./lists.ts";
import type { AggregateTrade, Candle, Market, Trade } from "./state.ts";
import { one } from "./units.ts";

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Minimum number of kept candles: two days; the statistics need one. */
const minutesMin = (2 * dayMs) / minuteMs;

export function nextTradeId(market: Market): number {
  return (market.trades.at(-1)?.id ?? -1) + 1;
}

/** Records a trade in the list, in its aggregate trade and in its minute candle. */
export function recordTrade(market: Market, trade: Trade, keep: number): void {
  market.trades.push(trade);
  dropOldest(market.trades, keep);
  addToMinute(market, trade);
  dropOldest(market.minutes, Math.max(keep, minutesMin));
  const takerOrderId = trade.buyerIsMaker ? trade.sellOrderId : trade.buyOrderId;
  const last = market.aggregates.at(-1);
  if (last !== undefined && belongsTo(last, trade, takerOrderId)) {
    last.quantity += trade.quantity;
    last.lastTradeId = trade.id;
    return;
  }
  market.aggregates.push({
    id: (last?.id ?? -1) + 1,
    price: trade.price,
    quantity: trade.quantity,
    firstTradeId: trade.id,
    lastTradeId: trade.id,
    time: trade.time,
    buyerIsMaker: trade.buyerIsMaker,
    takerOrderId,
  });
  dropOldest(market.aggregates, keep);
}

/** Price of the latest trade; 0 before the first. */
export function lastPrice(market: Market): bigint {
  return market.trades.at(-1)?.price ?? 0n;
}

/**
 * Rolling 24-hour statistics: full minutes from their candles, the first partial one from its
 * trades, as far as they are kept. Ids are -1 without trades.
 */
export function dayStatistics(market: Market, now: number) {
  const openTime = now - dayMs;
  const first = firstTradeFrom(market.trades, openTime);
  const previous = market.trades[first - 1];
  const candle = sumFrom(market, first, openTime, previous?.price ?? 0n);
  const last = market.trades.at(-1);
  const traded = candle.count > 0;
  const change = candle.close - candle.open;
  return {
    candle,
    openTime,
    closeTime: now,
    // Trade ids have no gap, but the first trades may have been dropped.
    firstId: traded ? nextTradeId(market) - candle.count : -1,
    lastId: traded ? nextTradeId(market) - 1 : -1,
    /** Price of the last trade before these 24 hours, or else of the first one in them. */
    previousClose: previous?.price ?? candle.open,
    lastQuantity: last?.quantity ?? 0n,
    change,
    /** In thousandths of a percent of the open price, rounded towards zero. */
    changePercentMilli: candle.open === 0n ? 0n : (change * 100_000n) / candle.open,
    average: traded ? (candle.quoteVolume * one) / candle.volume : candle.close,
  };
}

/** Index of the first item at `time` or later; items are sorted by time. */
export function firstTradeFrom(items: readonly { readonly time: number }[], time: number): number {
  return lowerBound(items, (item) => item.time < time);
}

function sumFrom(market: Market, first: number, openTime: number, before: bigint): Candle {
  const sum = flatCandle(openTime, before);
  const wholeFrom = Math.ceil(openTime / minuteMs) * minuteMs;
  for (let index = first; ; index += 1) {
    const trade = market.trades[index];
    if (trade === undefined || trade.time >= wholeFrom) break;
    extend(sum, candleOf(trade, openTime));
  }
  const start = firstAtOrAfter(market.minutes, wholeFrom);
  for (let index = start; index < market.minutes.length; index += 1) {
    const minute = market.minutes[index];
    if (minute !== undefined) extend(sum, minute);
  }
  return sum;
}

function belongsTo(aggregate: AggregateTrade, trade: Trade, takerOrderId: number): boolean {
  return (
    aggregate.takerOrderId === takerOrderId &&
    aggregate.time === trade.time &&
    aggregate.price === trade.price
  );
}

/**
 * Quantity-weighted average price over the last minutes, in units, rounded down. The last price for
 * 0 minutes and for a span without trades; `undefined` before the first trade.
 */
export function averagePrice(market: Market, now: number, minutes: number): bigint | undefined {
  if (market.trades.length === 0) return undefined;
  if (minutes <= 0) return lastPrice(market);
  const { quantity, worth } = sumsOver(market, now - minutes * minuteMs, minutes);
  return quantity === 0n ? lastPrice(market) : (worth * one) / quantity;
}

/** Sums over a moving time span of trades, as every placement needs the average. */
interface Sums {
  /** Start of the span, in milliseconds. */
  from: number;
  /** Ids of the first trade in the span and of the first one after it. */
  first: number;
  next: number;
  quantity: bigint;
  worth: bigint;
}

const sumsByMarket = new WeakMap<Market, Map<number, Sums>>();

function sumsOver(market: Market, from: number, minutes: number): Sums {
  const byMinutes = sumsByMarket.get(market) ?? new Map<number, Sums>();
  sumsByMarket.set(market, byMinutes);
  const oldest = market.trades[0]?.id ?? 0;
  let sums = byMinutes.get(minutes);
  // The clock was set back, or trades were dropped: start again.
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
