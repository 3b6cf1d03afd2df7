import { expect, test } from "vitest";

import { klineIntervals } from "../../../generated/types.ts";
import { candlesOf, intervalEnd, intervalStart } from "../../../sandbox/engine/candles.ts";
import { step } from "../../../sandbox/engine/exchange.ts";
import { dayStatistics } from "../../../sandbox/engine/market-data.ts";
import type { Market } from "../../../sandbox/engine/state.ts";
import { plain, smallExchange, units } from "../support/scenario.ts";

/** An interval, a moment, and the interval that holds it; all UTC. */
const spans: readonly (readonly [interval: string, at: string, from: string, to: string])[] = [
  ["1m", "2024-02-29T23:59:59.999Z", "2024-02-29T23:59:00Z", "2024-03-01T00:00:00Z"],
  ["1m", "2024-03-01T00:00:00.000Z", "2024-03-01T00:00:00Z", "2024-03-01T00:01:00Z"],
  ["3m", "2024-03-01T00:05:59Z", "2024-03-01T00:03:00Z", "2024-03-01T00:06:00Z"],
  ["5m", "2024-03-01T00:05:59Z", "2024-03-01T00:05:00Z", "2024-03-01T00:10:00Z"],
  ["15m", "2024-03-01T00:44:59Z", "2024-03-01T00:30:00Z", "2024-03-01T00:45:00Z"],
  ["30m", "2024-03-01T00:44:59Z", "2024-03-01T00:30:00Z", "2024-03-01T01:00:00Z"],
  ["1h", "2024-03-01T05:59:59Z", "2024-03-01T05:00:00Z", "2024-03-01T06:00:00Z"],
  ["2h", "2024-03-01T05:59:59Z", "2024-03-01T04:00:00Z", "2024-03-01T06:00:00Z"],
  ["4h", "2024-03-01T05:59:59Z", "2024-03-01T04:00:00Z", "2024-03-01T08:00:00Z"],
  ["6h", "2024-03-01T05:59:59Z", "2024-03-01T00:00:00Z", "2024-03-01T06:00:00Z"],
  ["8h", "2024-03-01T23:59:59Z", "2024-03-01T16:00:00Z", "2024-03-02T00:00:00Z"],
  ["12h", "2024-03-01T12:00:00Z", "2024-03-01T12:00:00Z", "2024-03-02T00:00:00Z"],
  ["1d", "2024-02-29T12:00:00Z", "2024-02-29T00:00:00Z", "2024-03-01T00:00:00Z"],
  ["3d", "1970-01-06T12:00:00Z", "1970-01-04T00:00:00Z", "1970-01-07T00:00:00Z"],
  ["1w", "2024-03-03T23:59:59Z", "2024-02-26T00:00:00Z", "2024-03-04T00:00:00Z"],
  ["1w", "2024-03-04T00:00:00Z", "2024-03-04T00:00:00Z", "2024-03-11T00:00:00Z"],
  ["1M", "2024-02-29T23:59:59Z", "2024-02-01T00:00:00Z", "2024-03-01T00:00:00Z"],
  ["1M", "2023-12-31T23:59:59Z", "2023-12-01T00:00:00Z", "2024-01-01T00:00:00Z"],
];

test.each(spans)("%s at %s goes from %s to %s", (interval, at, from, to) => {
  const start = intervalStart(interval, Date.parse(at));
  expect(new Date(start)).toEqual(new Date(from));
  expect(new Date(intervalEnd(interval, start))).toEqual(new Date(to));
});

test("every interval of the contract is among the rows", () => {
  expect(new Set(spans.map(([interval]) => interval))).toEqual(new Set(klineIntervals));
});

test("an interval that is none is rejected", () => {
  for (const text of ["", "m", "0m", "1x", "01m", "1m ", "1000m"]) {
    expect(() => intervalStart(text, 0), text).toThrow("is no interval");
  }
});

/** Trades one unit at each time and price. */
function traded(trades: readonly (readonly [time: number, price: string])[]): Market {
  const state = smallExchange();
  const owners = ["ann", "bob"] as const;
  for (const account of owners) {
    for (const asset of ["BTC", "USDT"]) {
      step(state, { kind: "deposit", account, asset, amount: units("100000") }, 0);
    }
  }
  for (const [time, price] of trades) {
    for (const [account, side] of [
      ["ann", "SELL"],
      ["bob", "BUY"],
    ] as const) {
      const order = { kind: "place", account, symbol: "BTCUSDT", side, type: "LIMIT" } as const;
      const rest = { timeInForce: "GTC", price: units(price), quantity: units("1") } as const;
      step(state, { ...order, ...rest }, time);
    }
  }
  const market = state.markets.get("BTCUSDT");
  if (market === undefined) throw new Error("the small exchange has lost its market");
  return market;
}

test("candles hold their trades, and an interval without any repeats the last price", () => {
  const market = traded([
    [60_000, "100"],
    [119_999, "90"],
    [240_000, "120"],
  ]);
  const rows = candlesOf(market, "1m", 0, 300_000).map((candle) =>
    [candle.openTime, candle.open, candle.high, candle.low, candle.close, candle.volume].map(
      (value) => (typeof value === "bigint" ? plain(value) : value / 60_000),
    ),
  );
  expect(rows).toEqual([
    [1, "100", "100", "90", "90", "2"],
    [2, "90", "90", "90", "90", "0"],
    [3, "90", "90", "90", "90", "0"],
    [4, "120", "120", "120", "120", "1"],
    [5, "120", "120", "120", "120", "0"],
  ]);
  expect(candlesOf(market, "1m", 130_000, 239_999).map(({ openTime }) => openTime)).toEqual([
    180_000,
  ]);
  expect(candlesOf(market, "1m", 400_000, 300_000)).toEqual([]);
  // As many as a page holds, however far ahead the clock was set.
  const page = candlesOf(market, "1m", 100_000, 8.64e15, 2);
  expect(page.map(({ openTime }) => openTime)).toEqual([120_000, 180_000]);
  expect(candlesOf(traded([]), "1m", 0, 300_000)).toEqual([]);
});

test("the day goes back exactly 24 hours", () => {
  const day = 86_400_000;
  const market = traded([
    [29_999, "50"],
    [30_000, "100"],
    [59_999, "200"],
    [60_000, "300"],
    [90_000, "150"],
  ]);
  const at = (now: number) => {
    const { candle, firstId, lastId, previousClose, change } = dayStatistics(market, now);
    const prices = [candle.open, candle.high, candle.low, candle.close, previousClose, change];
    return [candle.count, firstId, lastId, ...prices.map(plain)].join(" ");
  };
  expect(at(day + 29_999)).toBe("5 0 4 50 300 50 150 50 100");
  expect(at(day + 30_000)).toBe("4 1 4 100 300 100 150 50 50");
  expect(at(day + 30_001)).toBe("3 2 4 200 300 150 150 100 -50");
  expect(at(day + 60_000)).toBe("2 3 4 300 300 150 150 200 -150");
  expect(at(day + 60_001)).toBe("1 4 4 150 150 150 150 300 0");
  expect(at(day + 90_001)).toBe("0 -1 -1 150 150 150 150 150 0");
});
