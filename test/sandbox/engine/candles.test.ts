import { expect, test } from "vitest";

import { klineIntervals } from "../../../generated/types.ts";
import {
  candlesOf,
  flatCandle,
  intervalEnd,
  intervalStart,
} from "../../../sandbox/engine/candles.ts";
import { recordTrade } from "../../../sandbox/engine/market-data.ts";
import type { Candle, Market } from "../../../sandbox/engine/state.ts";
import { step } from "../../../sandbox/engine/step.ts";
import { marketOf, plain, smallExchange, units } from "../support/scenario.ts";

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

test("every interval of the contract is among the rows, and one that is none is rejected", () => {
  expect(new Set(spans.map(([interval]) => interval))).toEqual(new Set(klineIntervals));
  for (const text of ["", "m", "0m", "1x", "01m", "1m ", "1000m"]) {
    expect(() => intervalStart(text, 0), text).toThrow("is not an interval");
  }
});

/** Trades one unit at each price and time: the buyer takes at whole prices, else the seller. */
function traded(trades: Readonly<Record<number, string>>): Market {
  const state = smallExchange();
  const owners = ["ann", "bob"] as const;
  for (const account of owners) {
    for (const asset of ["BTC", "USDT"]) {
      step(state, { kind: "deposit", account, asset, amount: units("100000") }, 0);
    }
  }
  for (const [time, price] of Object.entries(trades)) {
    const sides = price.includes(".") ? (["BUY", "SELL"] as const) : (["SELL", "BUY"] as const);
    for (const [index, account] of owners.entries()) {
      const order = { kind: "place", account, symbol: "BTCUSDT", type: "LIMIT" } as const;
      const rest = { timeInForce: "GTC", price: units(price), quantity: units("1") } as const;
      step(state, { ...order, side: sides[index] ?? "BUY", ...rest }, Number(time));
    }
  }
  return marketOf(state);
}

/** Prices, volumes and counts of a candle, in this order, at a minute. */
const row = (candle: Candle): string => {
  const { open, high, low, close, volume, quoteVolume, count } = candle;
  const bought = [candle.takerBuyVolume, candle.takerBuyQuoteVolume];
  const amounts = [open, high, low, close, volume, quoteVolume, ...bought].map(plain).join(" ");
  return `${candle.openTime / 60_000}: ${amounts} ${count}`;
};

test("candles sum up their trades, and an interval without any repeats the last price", () => {
  const market = traded({ 60000: "100", 119999: "90.5", 240000: "120" });
  expect(candlesOf(market, "1m", 0, 300_000).map(row)).toEqual([
    "1: 100 100 90.5 90.5 2 190.5 1 100 2",
    "2: 90.5 90.5 90.5 90.5 0 0 0 0 0",
    "3: 90.5 90.5 90.5 90.5 0 0 0 0 0",
    "4: 120 120 120 120 1 120 1 120 1",
    "5: 120 120 120 120 0 0 0 0 0",
  ]);
  const times = (...range: [from: number, to: number, most?: number]) =>
    candlesOf(market, "1m", ...range).map(({ openTime }) => openTime);
  expect(times(130_000, 239_999)).toEqual([180_000]);
  expect(times(400_000, 300_000)).toEqual([]);
  // As many as a page holds, however far ahead the clock was set.
  expect(times(100_000, 8.64e15, 2)).toEqual([120_000, 180_000]);
  expect(candlesOf(traded({}), "1m", 0, 300_000)).toEqual([]);
});

test("longer candles are those of their minutes, and later ones open at the close before", () => {
  const market = traded({
    60000: "100",
    60001: "90.5",
    61000: "110",
    119999: "109.5",
    120000: "80",
    180000: "120",
  });
  const minutes = [
    "1: 100 110 90.5 109.5 4 410 2 210 4",
    "2: 80 80 80 80 1 80 1 80 1",
    "3: 120 120 120 120 1 120 1 120 1",
  ];
  expect(market.minutes.map(row)).toEqual(minutes);
  expect(candlesOf(market, "1m", 0, 180_000)).toEqual(market.minutes);
  expect(candlesOf(market, "3m", 0, 120_000).map(row)).toEqual(["0: 100 110 80 80 5 490 3 290 5"]);
  expect(candlesOf(market, "5m", 0, 180_000).map(row)).toEqual(["0: 100 120 80 120 6 610 4 410 6"]);
  expect(candlesOf(market, "1m", 240_000, 240_000)).toEqual([flatCandle(240_000, units("120"))]);
  expect(candlesOf(market, "1m", 120_000, 120_000).map(row)).toEqual(minutes.slice(1, 2));
});

test("months are counted by their number in the year", () => {
  expect(intervalStart("3M", Date.UTC(2024, 2, 31))).toBe(Date.UTC(2024, 0, 1));
  expect(intervalEnd("3M", Date.UTC(2024, 9, 1))).toBe(Date.UTC(2025, 0, 1));
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
  const rows = marketOf(state).aggregates.map(({ price, quantity, ...rest }) => {
    const { id, firstTradeId, lastTradeId, takerOrderId, time, buyerIsMaker } = rest;
    const amounts = `${plain(quantity)}@${plain(price)}`;
    return `${id} ${amounts} ${firstTradeId}-${lastTradeId} ${takerOrderId} ${time} ${buyerIsMaker}`;
  });
  expect(rows).toEqual([
    "0 2@10 0-1 5 7 false",
    "1 1@11 2-2 5 7 false",
    "2 1@11 3-3 6 7 false",
    "3 0.5@11 4-4 7 7 true",
  ]);
});

test("an order's trades at two times are two aggregates", () => {
  const market = traded({});
  const trade = { price: 1n, quantity: 2n, quote: 0n, buyerIsMaker: false, buyOrderId: 1 } as const;
  for (const [id, time] of [1, 2, 2].entries()) {
    recordTrade(market, { ...trade, id, time, sellOrderId: id + 2 }, 9);
  }
  expect(market.aggregates.map(({ id, quantity }) => [id, quantity])).toEqual([
    [0, 2n],
    [1, 4n],
  ]);
});
