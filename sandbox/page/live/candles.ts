/** Live candles of a symbol and interval: history over REST, then each trade of the stream. */

import type { Client } from "../../../generated/client.ts";
import type { Streams } from "../../../generated/stream-client.ts";
import type { KlineInterval } from "../../../generated/types.ts";
import type { Decimal } from "../../../runtime/tables.ts";
import { intervalEnd, intervalStart } from "../../engine/candles.ts";
import { soon } from "../follow.ts";
import { errorText } from "../parts/format.ts";
import { createStore } from "../store.ts";
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

interface CandleState {
  /** Oldest first. */
  readonly candles: readonly Candle[];
  /** How often all of them were read. */
  readonly readings: number;
  /** Why the last reading failed; empty if it did not. */
  readonly problem: string;
}

interface CandleSource {
  readonly client: Client;
  readonly streams: Streams;
  readonly symbol: string;
  readonly interval: KlineInterval;
}

/** Most candles that are loaded. */
const loadedMax = 500;

export function watchCandles({ client, streams, symbol, interval }: CandleSource) {
  const store = createStore<CandleState>({ candles: [], readings: 0, problem: "" });
  let candles: readonly Candle[] = [];
  let hasGap = false;
  let loading = new AbortController();
  const load = async (): Promise<void> => {
    loading.abort();
    loading = new AbortController();
    const { signal } = loading;
    [candles, hasGap] = [[], false];
    try {
      // The usual start is too late for a candle of a month.
      const { serverTime } = await client.getTime({}, { signal });
      const longMs = (loadedMax - 1) * intervalEnd(interval, 0);
      const startTime = Math.max(0, Number(serverTime) - longMs);
      const request = { symbol, interval, startTime, limit: loadedMax };
      const rows = await client.getKlines(request, { signal });
      if (signal.aborted) return;
      candles = rows.map(([time, open, high, low, close, volume]): Candle => {
        return { time: Number(time), open, high, low, close, volume };
      });
      store.set({ candles, readings: store.get().readings + 1, problem: "" });
    } catch (error) {
      if (signal.aborted) return;
      hasGap = true;
      store.set({ problem: errorText(error) });
    }
  };
  const onGap = (): void => {
    hasGap = true;
  };
  const [show, endShowing] = soon(() => {
    if (candles.length > 0) store.set({ candles });
  });
  const trades = streams.trade(symbol, { onGap }).each((event) => {
    const last = candles.at(-1);
    // Earlier trades are in the response.
    if (last === undefined) return;
    candles = [...candles.slice(0, -1), ...withTrade(last, tradeOf(event), interval)];
    show();
  });
  void load();
  return {
    store,
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

/** The last candle with a trade; intervals without trades in between repeat its price. */
function withTrade(last: Candle, trade: MarketTrade, interval: string): readonly Candle[] {
  const { price, qty } = trade;
  const time = Number(trade.time);
  if (time < last.time) return [last];
  if (time < intervalEnd(interval, last.time)) {
    const high = isMore(price, last.high) ? price : last.high;
    const low = isMore(last.low, price) ? price : last.low;
    return [{ ...last, high, low, close: price, volume: sum(last.volume, qty) }];
  }
  const candles = [last];
  const flat = { open: last.close, high: last.close, low: last.close, close: last.close };
  const start = intervalStart(interval, time);
  let next = intervalEnd(interval, last.time);
  for (; next < start && candles.length <= loadedMax; next = intervalEnd(interval, next)) {
    candles.push({ time: next, ...flat, volume: "0" });
  }
  const open = { open: price, high: price, low: price, close: price };
  return [...candles, { time: start, ...open, volume: qty }];
}
