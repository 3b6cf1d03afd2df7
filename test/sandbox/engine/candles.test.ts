import { expect, test } from "vitest";

import { klineIntervals } from "../../../generated/types.ts";
import {
  candlesOf,
  flatCandle,
  intervalEnd,
  intervalStart,
} from "../../../sandbox/engine/candles.ts";
import { dropOldest } from "../../../sandbox/engine/lists.ts";
import { dayStatistics, recordTrade } from "../../../sandbox/engine/market-data.ts";
import type { Market } from "../../../sandbox/engine/state.ts";
import { step } from "../../../sandbox/engine/step.ts";
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
    expect(() => intervalStart(text, 0), text).toThrow("is not an interval");
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
    // At prices in whole units the buyer takes, at others the seller.
    const sides = price.includes(".") ? (["BUY", "SELL"] as const) : (["SELL", "BUY"] as const);
    for (const [index, account] of owners.entries()) {
      const order = { kind: "place", account, symbol: "BTCUSDT", type: "LIMIT" } as const;
      const rest = { timeInForce: "GTC", price: units(price), quantity: units("1") } as const;
      step(state, { ...order, side: sides[index] ?? "BUY", ...rest }, time);
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

test("a candle sums up what was traded, and what buyers took", () => {
  const market = traded([
    [60_000, "100"],
    [60_001, "90.5"],
    [61_000, "110"],
    [119_999, "109.5"],
    [120_000, "80"],
  ]);
  const first = {
    openTime: 60_000,
    open: units("100"),
    high: units("110"),
    low: units("90.5"),
    close: units("109.5"),
    volume: units("4"),
    quoteVolume: units("410"),
    count: 4,
    takerBuyVolume: units("2"),
    takerBuyQuoteVolume: units("210"),
  };
  const second = { ...flatCandle(120_000, units("80")), volume: units("1"), count: 1 };
  const bought = { takerBuyVolume: units("1"), takerBuyQuoteVolume: units("80") };
  const minutes = [first, { ...second, quoteVolume: units("80"), ...bought }];
  expect(market.minutes).toEqual(minutes);
  expect(candlesOf(market, "1m", 0, 120_000)).toEqual(minutes);
  const both = { close: units("80"), low: units("80"), volume: units("5"), count: 5 };
  const taken = { takerBuyVolume: units("3"), takerBuyQuoteVolume: units("290") };
  expect(candlesOf(market, "3m", 0, 120_000)).toEqual([
    { ...first, openTime: 0, ...both, quoteVolume: units("490"), ...taken },
  ]);
  // Candles that begin later open at the close of the one before.
  expect(candlesOf(market, "1m", 180_000, 180_000)).toEqual([flatCandle(180_000, units("80"))]);
  expect(candlesOf(market, "1m", 120_000, 120_000)).toEqual(minutes.slice(1));
});

test("months are counted by their number in the year", () => {
  const march = Date.UTC(2024, 2, 31);
  expect(intervalStart("3M", march)).toBe(Date.UTC(2024, 0, 1));
  expect(intervalEnd("3M", Date.UTC(2024, 9, 1))).toBe(Date.UTC(2025, 0, 1));
});

test("the statistics of a day, whole", () => {
  const trades = [
    [10, "80"],
    [20, "90.5"],
    [20, "120"],
  ] as const;
  const nothing = { firstId: -1, lastId: -1, change: 0n, changePercentMilli: 0n };
  expect(dayStatistics(traded([]), 5)).toEqual({
    ...nothing,
    candle: flatCandle(5 - 86_400_000, 0n),
    openTime: 5 - 86_400_000,
    closeTime: 5,
    previousClose: 0n,
    lastQuantity: 0n,
    average: 0n,
  });
  const now = 86_400_000 + 15;
  expect(dayStatistics(traded(trades), now)).toEqual({
    candle: {
      openTime: 15,
      open: units("90.5"),
      high: units("120"),
      low: units("90.5"),
      close: units("120"),
      volume: units("2"),
      quoteVolume: units("210.5"),
      count: 2,
      takerBuyVolume: units("1"),
      takerBuyQuoteVolume: units("120"),
    },
    openTime: 15,
    closeTime: now,
    firstId: 1,
    lastId: 2,
    previousClose: units("80"),
    lastQuantity: units("1"),
    change: units("29.5"),
    changePercentMilli: 32_596n,
    average: units("105.25"),
  });
});

test("trades of one taker at one time and price are one aggregate", () => {
  const state = smallExchange();
  const place = (account: string, side: "BUY" | "SELL", price: string, quantity: string): void => {
    const order = { kind: "place", symbol: "BTCUSDT", type: "LIMIT", account, side } as const;
    step(state, { ...order, price: units(price), quantity: units(quantity) }, 7);
  };
  step(state, { kind: "deposit", account: "ann", asset: "BTC", amount: units("10") }, 0);
  step(state, { kind: "deposit", account: "bob", asset: "USDT", amount: units("1000") }, 0);
  for (const price of ["10", "10", "11", "11"]) place("ann", "SELL", price, "1");
  place("bob", "BUY", "11", "3");
  place("bob", "BUY", "11", "2");
  place("ann", "SELL", "11", "0.5");
  const common = { time: 7, buyerIsMaker: false, takerOrderId: 5 };
  expect(state.markets.get("BTCUSDT")?.aggregates).toEqual([
    { ...common, id: 0, price: units("10"), quantity: units("2"), firstTradeId: 0, lastTradeId: 1 },
    { ...common, id: 1, price: units("11"), quantity: units("1"), firstTradeId: 2, lastTradeId: 2 },
    {
      ...common,
      id: 2,
      price: units("11"),
      quantity: units("1"),
      firstTradeId: 3,
      lastTradeId: 3,
      takerOrderId: 6,
    },
    {
      id: 3,
      price: units("11"),
      quantity: units("0.5"),
      firstTradeId: 4,
      lastTradeId: 4,
      time: 7,
      buyerIsMaker: true,
      takerOrderId: 7,
    },
  ]);
});

test("an order's trades at two times are two aggregates", () => {
  const market = traded([]);
  const trade = { price: 1n, quantity: 2n, quote: 0n, buyerIsMaker: false, buyOrderId: 1 } as const;
  recordTrade(market, { ...trade, id: 0, time: 1, sellOrderId: 2 }, 9);
  recordTrade(market, { ...trade, id: 1, time: 2, sellOrderId: 3 }, 9);
  recordTrade(market, { ...trade, id: 2, time: 2, sellOrderId: 4 }, 9);
  expect(market.aggregates.map(({ id, quantity }) => `${id}: ${quantity}`)).toEqual([
    "0: 2",
    "1: 4",
  ]);
});

test("a list is shortened to its latest rows once it is a quarter too long", () => {
  const shortened = (rows: number[]): number[] => {
    dropOldest(rows, 4);
    return rows;
  };
  expect(shortened([1, 2, 3, 4, 5])).toEqual([1, 2, 3, 4, 5]);
  expect(shortened([1, 2, 3, 4, 5, 6])).toEqual([3, 4, 5, 6]);
});
