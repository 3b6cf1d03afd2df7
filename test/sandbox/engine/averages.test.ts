import { expect, test } from "vitest";

import { averagePrice } from "../../../sandbox/engine/market-data.ts";
import { nextBelow, nextText, seedRandom } from "../../../sandbox/engine/random.ts";
import { step } from "../../../sandbox/engine/step.ts";
import { floorPrice } from "../../../sandbox/engine/units.ts";
import { smallExchange, units } from "../support/scenario.ts";

const minuteMs = 60_000;

/** An exchange that trades at any price and time. */
function exchange() {
  const state = smallExchange();
  const market = state.markets.get("BTCUSDT");
  if (market === undefined) throw new Error("there is no market");
  for (const [account, asset] of [
    ["ann", "USDT"],
    ["bob", "BTC"],
  ] as const) {
    step(state, { kind: "deposit", account, asset, amount: units("1000000") }, 0);
  }
  const trade = (price: string, quantity: string, atMs: number): void => {
    const order = {
      kind: "place",
      symbol: "BTCUSDT",
      type: "LIMIT",
      price: units(price),
      quantity: units(quantity),
    } as const;
    step(state, { ...order, account: "ann", side: "BUY" }, atMs);
    step(state, { ...order, account: "bob", side: "SELL" }, atMs);
  };
  return { market, trade };
}

test("the average of a span weighs by quantity, and counts its first millisecond", () => {
  const { market, trade } = exchange();
  expect(averagePrice(market, 0, 5)).toBeUndefined();
  trade("100", "1", 1000);
  trade("200", "3", 2000);
  const average = (nowMs: number, minutes = 5) => averagePrice(market, nowMs, minutes);
  expect(average(2000)).toBe(units("175"));
  expect(average(2000, 0)).toBe(units("200"));
  expect(average(1000 + 5 * minuteMs)).toBe(units("175"));
  expect(average(1001 + 5 * minuteMs)).toBe(units("200"));
  expect(average(2001 + 5 * minuteMs)).toBe(units("200"));
  // Spans of other lengths do not disturb each other, nor does a clock that went back.
  expect(average(1000 + minuteMs, 1)).toBe(units("175"));
  expect(average(2000)).toBe(units("175"));
  trade("0.01", "100", 3 + 9 * minuteMs);
  expect(average(3 + 9 * minuteMs)).toBe(units("0.01"));
  trade("0.02", "0.1", 4 + 9 * minuteMs);
  // 1.002 for 100.1, rounded down to a whole unit.
  expect(average(4 + 9 * minuteMs)).toBe(1000999n);
});

test("the average goes on when trades that are older than the span are dropped", () => {
  const { market, trade } = exchange();
  for (let index = 0; index < 10; index += 1) trade("100", "1", index);
  expect(averagePrice(market, 10, 5)).toBe(units("100"));
  market.trades.splice(0, 9);
  trade("300", "1", 10);
  expect(averagePrice(market, 10, 5)).toBe(units("200"));
  trade("500", "1", 10);
  expect(averagePrice(market, 10, 5)).toBe(units("300"));
  // The latest price, also where more was traded at this time.
  expect(averagePrice(market, 10, 0)).toBe(units("500"));
  expect(averagePrice(market, minuteMs + 10, 1)).toBe(units("400"));
  expect(averagePrice(market, 5 * minuteMs + 10, 5)).toBe(units("400"));
});

test.each([
  [units("10.057"), units("10.05")],
  [units("10.05"), units("10.05")],
  [units("0.009"), units("0.01")],
  [units("0.01"), units("0.01")],
  [0n, units("0.01")],
])("on a grid of 0.01 from nothing, %s becomes %s", (price, floored) => {
  expect(floorPrice({ priceFrom: 0n, priceStep: units("0.01") }, price)).toBe(floored);
});

test.each([
  [units("10.5"), units("10.3")],
  [units("10.3"), units("10.3")],
  [units("10.29"), units("10")],
  [units("10"), units("10")],
  [units("9.9"), units("10")],
  [units("9.5"), units("10")],
])("on a grid of 0.3 from 10, %s becomes %s", (price, floored) => {
  expect(floorPrice({ priceFrom: units("10"), priceStep: units("0.3") }, price)).toBe(floored);
});

test("a seed gives the same numbers and texts on every machine", () => {
  const state = seedRandom("é𝄞 seed");
  expect(state).toEqual([2084400510, 630244624, 1739259039, 20]);
  expect(nextText(state, 23)).toBe("QNXs7sdb6reSrafTgvcEYed");
  expect([1, 2, 3].map(() => nextBelow(state, 1000))).toEqual([567, 617, 923]);
  expect(seedRandom("")).toEqual([1197569939, 3122121817, 3563649949, 13]);
});

test("random numbers stay below their bound and reach every number", () => {
  const state = seedRandom("numbers");
  const numbers = Array.from({ length: 200 }, () => nextBelow(state, 3));
  expect(new Set(numbers)).toEqual(new Set([0, 1, 2]));
});
