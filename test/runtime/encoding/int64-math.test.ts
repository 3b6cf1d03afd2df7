import { expect, test } from "vitest";

import { minus, plus, times } from "../../../runtime/encoding/int64-math.ts";
import type { Int64 } from "../../../runtime/tables.ts";

const largest = Number.MAX_SAFE_INTEGER;

const cases: readonly (readonly [string, Int64, Int64])[] = [
  ["a sum", plus(2, 3), 5],
  ["the largest number", plus(largest - 1, 1), largest],
  ["one above it", plus(largest, 1), 9_007_199_254_740_992n],
  ["two above it", plus(largest, 2), 9_007_199_254_740_993n],
  ["back below it", plus(9_007_199_254_740_993n, -2), largest],
  ["a difference", minus(9_007_199_254_740_993n, 9_007_199_254_740_992n), 1],
  ["a difference below zero", minus(1, 3), -2],
  ["a difference that no number holds", minus(-largest, 2), -9_007_199_254_740_993n],
  ["the difference of both kinds", minus(9_007_199_254_740_993n, 2), largest],
  ["a product", times(3_037_000_500, 3_037_000_500), 9_223_372_037_000_250_000n],
  ["a small product", times(3n, 4), 12],
  ["nothing and something", plus(Number.NaN, 1n), Number.NaN],
  ["something times nothing", times(2, Number.NaN), Number.NaN],
];

for (const [name, given, want] of cases) {
  test(`${name} is ${want}`, () => expect(given).toBe(want));
}
