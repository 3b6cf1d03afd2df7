/** Amounts and fields of the trading screen: exact, rounded down, and as the contract says. */

import { expect, test } from "vitest";

import { orderTypes, type SymbolInfo } from "../../../generated/types.ts";
import { normalForm } from "../../../runtime/encoding/decimal.ts";
import {
  atScale,
  percentOf,
  scaleOfStep,
  share,
  toStep,
} from "../../../sandbox/page/live/decimals.ts";
import { type Draft, fieldsOf, issuesOf, orderOf } from "../../../sandbox/page/live/draft.ts";
import { instrumentOf } from "../../../sandbox/page/live/instrument.ts";
import { ladderOf } from "../../../sandbox/page/live/ladder.ts";
import { isSuspicious, resumed, withChange } from "../../../sandbox/page/live/silence.ts";

test.each([
  ["43000.10000000", 2, "43000.10"],
  ["43000", 2, "43000.00"],
  ["0.00001234", 2, "0.00001234"],
  ["123456789012345678.5", 0, "123456789012345678.5"],
  ["100", 0, "100"],
  ["-1.50", 1, "-1.5"],
])("%s with %i digits is %s", (text, scale, shown) => {
  expect(atScale(text, scale)).toBe(shown);
});

test.each([
  ["100", 25, {}, "25"],
  ["0.00000003", 50, {}, "0.00000001"],
  ["1000000", 100, { price: "3" }, "333333.33333333"],
  // A float would give one unit more or less.
  ["90071992547409.93", 100, {}, "90071992547409.93"],
  ["5", 100, { price: "0" }, "0"],
])("of %s, %i %% is rounded down", (amount, percent, by, wanted) => {
  expect(percentOf(amount, percent, { scale: 8, ...by })).toBe(wanted);
});

test.each([
  ["0.01", "0.05", "0.01", "19.51"],
  ["0", "0.05", "0.05", "19.50"],
  ["0.01", "0", "0.00000001", "19.53000000"],
  ["20", "0.05", "0.05", "19.53"],
])(
  "on the grid from %s by %s, prices are multiples of %s and rounded down",
  (minPrice, tickSize, priceStep, gridPrice) => {
    const filter = { filterType: "PRICE_FILTER", minPrice, maxPrice: "99", tickSize };
    const info = { symbol: "A", filters: [filter] } as unknown as SymbolInfo;
    const instrument = instrumentOf(info, { exchangeFilters: [] });
    expect([instrument.priceStep, instrument.gridPrice("19.53")]).toEqual([priceStep, gridPrice]);
  },
);

test("a step of 0 is not a grid, and bars have a share of the whole", () => {
  expect(["0", "0.00", undefined, "0.010", "5"].map(scaleOfStep)).toEqual([
    ...[undefined, undefined, undefined, 2, 0],
  ]);
  expect([share("1", "3"), share("3", "3"), share("1", "0")]).toEqual([33.3, 100, 0]);
  expect(["10", "1.0", "0.10"].map(normalForm)).toEqual(["10", "1", "0.1"]);
});

/** Side, step, rows, and price, quantity and total of each row. */
test.each([
  [false, "0.01", 2, ["100.05 1 1", "100.04 2 3"]],
  [false, "0.1", 9, ["100 3 3", "99.9 4 7"]],
  [true, "0.1", 9, ["100.1 3 3", "100 4 7"]],
  // One level is a multiple of the step itself.
  [true, "0.05", 9, ["100.05 3 3", "99.95 4 7"]],
  [false, "0.1", 1, ["100 3 3"]],
])("levels of a side with asks %s are grouped by %s", (isAsks, step, rows, wanted) => {
  const levels = [
    ["100.05", "1"],
    ["100.04", "2"],
    ["99.95", "4"],
  ].map(([price = "", quantity = ""]) => {
    return { price, quantity, depthKnown: true };
  });
  const shown = ladderOf(levels, { rows, step, isAsks });
  expect(shown.map((row) => [row.price, row.quantity, row.total].join(" "))).toEqual(wanted);
});

test.each([
  ["43000.10", "0.1", false, "43000.1"],
  ["43000.11", "0.1", true, "43000.2"],
  ["43000.11", "1000", true, "44000"],
  ["0.00001239", "0.0000001", false, "0.0000123"],
])("%s in steps of %s, up %s, is %s", (price, step, isUp, wanted) => {
  expect(toStep(price, step, isUp)).toBe(wanted);
});

test("fields that a type does not take are never sent, whatever was typed before", () => {
  const every = ["timeInForce", "quantity", "quoteOrderQty", "price", "stopPrice", "icebergQty"];
  const texts = Object.fromEntries(every.map((name) => [name, name === every[0] ? "GTC" : "1"]));
  for (const type of orderTypes) {
    const draft: Draft = { side: "BUY", type, texts, chosen: {} };
    const order = orderOf(draft, "BTCUSDT");
    expect(issuesOf(order, undefined, {}), type).toEqual([]);
    const [, ...empty] = issuesOf(orderOf({ ...draft, texts: {} }, "BTCUSDT"), undefined, {});
    expect(empty.every(({ isMissing }) => isMissing)).toBe(true);
    const required = fieldsOf(type).filter(({ use }) => use === "required");
    expect(required.every(({ name }) => Object.hasOwn(order, name))).toBe(true);
  }
});

test("a busy stream that goes silent is suspicious, a quiet one is not", () => {
  const every = (ms: number, count = 12) =>
    Array.from({ length: count }, (_, index) => index * ms).reduce(withChange, []);
  const busy = every(1000);
  expect([20_999, 21_000].map((now) => isSuspicious(busy, now))).toEqual([false, true]);
  const again = resumed(busy, 60_000);
  expect([69_999, 70_000].map((now) => isSuspicious(again, now))).toEqual([false, true]);
  // Ten changes took 45 seconds.
  const slow = every(5000);
  expect([99_999, 100_000].map((now) => isSuspicious(slow, now))).toEqual([false, true]);
  expect(isSuspicious(every(1000, 9), 1e9)).toBe(false);
  expect(isSuspicious([], 1e9)).toBe(false);
});
