/** Candles: one per minute with trades; longer intervals are computed from them. */

import { lowerBound } from "./lists.ts";
import type { Candle, Market, Trade } from "./state.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** The epoch began on a Thursday; weeks begin on Monday. */
const firstMondayMs = 4 * dayMs;

const unitMs: Readonly<Record<string, number>> = {
  m: minuteMs,
  h: 60 * minuteMs,
  d: dayMs,
  w: 7 * dayMs,
};

export function addToMinute(market: Market, trade: Trade): void {
  const openTime = trade.time - (trade.time % minuteMs);
  const last = market.minutes.at(-1);
  if (last?.openTime === openTime) addTrade(last, trade);
  else market.minutes.push(candleOf(trade, openTime));
}

/** UTC start of the interval that contains `time`. Throws for an unknown interval. */
export function intervalStart(interval: string, time: number): number {
  const { count, unit } = parseInterval(interval);
  if (unit === "M") {
    const month = monthOf(time);
    return startOfMonth(month - (month % count));
  }
  const length = count * (unitMs[unit] ?? 0);
  const origin = unit === "w" ? firstMondayMs : 0;
  return origin + Math.floor((time - origin) / length) * length;
}

export function intervalEnd(interval: string, start: number): number {
  const { count, unit } = parseInterval(interval);
  if (unit === "M") return startOfMonth(monthOf(start) + count);
  return start + count * (unitMs[unit] ?? 0);
}

/**
 * The first candles of an interval that open between `from` and `to`, oldest first. After the first
 * trade, an interval without trades repeats the last price with no volume.
 */
export function candlesOf(
  market: Market,
  interval: string,
  from: number,
  to: number,
  countMax = Number.POSITIVE_INFINITY,
): Candle[] {
  const first = market.minutes[0];
  if (first === undefined) return [];
  const candles: Candle[] = [];
  const earliest = Math.max(from, intervalStart(interval, first.openTime));
  let open = intervalStart(interval, earliest);
  if (open < earliest) open = intervalEnd(interval, open);
  let index = firstAtOrAfter(market.minutes, open);
  let close = market.minutes[index - 1]?.close ?? first.open;
  while (open <= to && candles.length < countMax) {
    const end = intervalEnd(interval, open);
    const candle = flatCandle(open, close);
    for (let next = market.minutes[index]; next && next.openTime < end; ) {
      extend(candle, next);
      index += 1;
      next = market.minutes[index];
    }
    candles.push(candle);
    close = candle.close;
    open = end;
  }
  return candles;
}

/** A candle without trades. */
export function flatCandle(openTime: number, price: bigint): Candle {
  return {
    openTime,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 0n,
    quoteVolume: 0n,
    count: 0,
    takerBuyVolume: 0n,
    takerBuyQuoteVolume: 0n,
  };
}

export function candleOf(trade: Trade, openTime: number): Candle {
  const candle = flatCandle(openTime, trade.price);
  addTrade(candle, trade);
  return candle;
}

/** Merges a later candle into an earlier one; an empty one takes over all but the time. */
export function extend(candle: Candle, later: Candle): void {
  if (candle.count === 0) {
    Object.assign(candle, later, { openTime: candle.openTime });
    return;
  }
  if (later.high > candle.high) candle.high = later.high;
  if (later.low < candle.low) candle.low = later.low;
  candle.close = later.close;
  candle.volume += later.volume;
  candle.quoteVolume += later.quoteVolume;
  candle.count += later.count;
  candle.takerBuyVolume += later.takerBuyVolume;
  candle.takerBuyQuoteVolume += later.takerBuyQuoteVolume;
}

function addTrade(candle: Candle, { price, quantity, quote, buyerIsMaker }: Trade): void {
  if (price > candle.high) candle.high = price;
  if (price < candle.low) candle.low = price;
  candle.close = price;
  candle.volume += quantity;
  candle.quoteVolume += quote;
  candle.count += 1;
  if (buyerIsMaker) return;
  candle.takerBuyVolume += quantity;
  candle.takerBuyQuoteVolume += quote;
}

export function firstAtOrAfter(candles: readonly Candle[], time: number): number {
  return lowerBound(candles, ({ openTime }) => openTime < time);
}

interface Interval {
  readonly count: number;
  readonly unit: string;
}

/** Cached: a candle response needs the end of each. */
const intervals = new Map<string, Interval>();

function parseInterval(text: string): Interval {
  const known = intervals.get(text);
  if (known !== undefined) return known;
  const [, digits, unit] = /^([1-9]\d{0,2})([mhdwM])$/.exec(text) ?? [];
  if (digits === undefined || unit === undefined) {
    throw new Error(`"${text}" is not an interval; write a count and one of m, h, d, w, M`);
  }
  const interval = { count: Number(digits), unit };
  intervals.set(text, interval);
  return interval;
}

/** Months since year 0. */
function monthOf(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function startOfMonth(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12, 1);
}
