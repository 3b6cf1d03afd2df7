/** Live candles of a symbol and interval: history over REST, then each trade of the stream. */

import type { Client } from "../../../generated/client.ts";
import type { Streams } from "../../../generated/stream-client.ts";
import type { KlineInterval } from "../../../generated/types.ts";
import type { Decimal } from "../../../runtime/tables.ts";
import { intervalEnd, intervalStart } from "../../engine/candles.ts";
import { soon } from "../follow.ts";
import { isMore, sum } from "./decimals.ts";
import { type MarketTrade, tradeOf } from "./market.ts";

export interface Candle {
  readonly time: number;
  readonly open: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly close: Decimal;
  readonly volume: Decimal;
}

/** Receives all candles after loading, then each new or changed one. */
export interface CandleView {
  readonly replaceAll: (candles: readonly Candle[]) => void;
  readonly update: (candle: Candle) => void;
  readonly fail: (error: unknown) => void;
}

export type Candles = ReturnType<typeof watchCandles>;

interface CandleSource {
  readonly client: Client;
  readonly streams: Streams;
  readonly symbol: string;
  readonly interval: KlineInterval;
}

/** Most candles that are loaded. */
const loadedMax = 500;

export function watchCandles(source: CandleSource, view: CandleView) {
  const { client, streams, symbol, interval } = source;
  let last: Candle | undefined;
  let hasGap = false;
  let loading = new AbortController();
  const load = async (): Promise<void> => {
    loading.abort();
    loading = new AbortController();
    const { signal } = loading;
    [last, changed, hasGap] = [undefined, [], false];
    try {
      // The usual start is too late for a candle of a month.
      const { serverTime } = await client.getTime({}, { signal });
      const longMs = (loadedMax - 1) * intervalEnd(interval, 0);
      const startTime = Math.max(0, Number(serverTime) - longMs);
      const request = { symbol, interval, startTime, limit: loadedMax };
      const rows = await client.getKlines(request, { signal });
      const candles = rows.map(([time, open, high, low, close, volume]): Candle => {
        return { time: Number(time), open, high, low, close, volume };
      });
      if (signal.aborted) return;
      last = candles.at(-1);
      view.replaceAll(candles);
    } catch (error) {
      if (signal.aborted) return;
      hasGap = true;
      view.fail(error);
    }
  };
  const onGap = (): void => {
    hasGap = true;
  };
  let changed: readonly Candle[] = [];
  const [show, endShowing] = soon(() => {
    for (const candle of changed) view.update(candle);
    changed = [];
  });
  const trades = streams.trade(symbol, { onGap }).each((event) => {
    // Earlier trades are in the response.
    if (last === undefined) return;
    for (const candle of withTrade(last, tradeOf(event), interval)) {
      changed = [...changed.filter(({ time }) => time !== candle.time), candle];
      last = candle;
    }
    show();
  });
  void load();
  return {
    /** Reloads the history after a gap in the stream, once it is live again. */
    recover: (): void => {
      if (hasGap) void load();
    },
    close: (): void => {
      loading.abort();
      endShowing();
      trades.close();
    },
  };
}

/** The last candle plus a trade; intervals without trades in between repeat its price. */
function withTrade(last: Candle, trade: MarketTrade, interval: string): readonly Candle[] {
  const { price, qty } = trade;
  const time = Number(trade.time);
  if (time < last.time) return [];
  if (time < intervalEnd(interval, last.time)) {
    const high = isMore(price, last.high) ? price : last.high;
    const low = isMore(last.low, price) ? price : last.low;
    return [{ ...last, high, low, close: price, volume: sum(last.volume, qty) }];
  }
  const candles: Candle[] = [];
  const flat = { open: last.close, high: last.close, low: last.close, close: last.close };
  const start = intervalStart(interval, time);
  let next = intervalEnd(interval, last.time);
  for (; next < start && candles.length < loadedMax; next = intervalEnd(interval, next)) {
    candles.push({ time: next, ...flat, volume: "0" });
  }
  const open = { open: price, high: price, low: price, close: price };
  return [...candles, { time: start, ...open, volume: qty }];
}
