import { expect, test } from "vitest";

import {
  ceilDivide,
  compareProducts,
  isMultiple,
  minus,
  modulo,
  plus,
  times,
} from "../../../runtime/encoding/int64-math.ts";
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
  ["the largest safe product", times(900_719_925_474_099, 10), 9_007_199_254_740_990],
  ["a product of a safe number", times(9_007_199_254_740_991, 10), 90_071_992_547_409_910n],
  ["a product of a bigint", times(9_007_199_254_740_993n, 10), 90_071_992_547_409_930n],
  ["a small product", times(3n, 4), 12],
  ["nothing and something", plus(Number.NaN, 1n), Number.NaN],
  ["something times nothing", times(2, Number.NaN), Number.NaN],
];

for (const [name, given, want] of cases) {
  test(`${name} is ${want}`, () => expect(given).toBe(want));
}

const missing = Number.NaN;

const multiples: readonly (readonly [Int64, Int64, boolean])[] = [
  [15, 5, true],
  [16, 5, false],
  [0, 5, true],
  [-15, 5, true],
  [-16, 5, false],
  [15, -5, true],
  [15, 0, false],
  [0, 0, false],
  [missing, 5, false],
  [15, missing, false],
  [largest, 1, true],
  [largest, 2, false],
  [largest, 3, false],
  [largest - 1, 3, true],
  [largest - 2, 3, false],
  [largest - 1, largest - 1, true],
  [largest, largest - 1, false],
  [2n ** 53n, 2, true],
  [2n ** 53n + 1n, 2, false],
  [2n ** 53n, missing, false],
  [missing, 2n ** 53n, false],
  [2n ** 53n, 0, false],
  [5, 2n ** 60n, false],
];

for (const [value, step, want] of multiples) {
  test(`${value} is ${want ? "a" : "no"} multiple of ${step}`, () => {
    expect(isMultiple(value, step)).toBe(want);
  });
}

const quotients: readonly (readonly [Int64, Int64, Int64])[] = [
  [10, 5, 2],
  [11, 5, 3],
  [9, 5, 2],
  [0, 5, 0],
  [-11, 5, -2],
  [11, -5, -2],
  [10, -5, -2],
  [-11, -5, 3],
  [10, 0, missing],
  [missing, 5, missing],
  [10, missing, missing],
  [2n ** 80n, 2n ** 70n, 1024],
  [2n ** 80n + 1n, 2n ** 70n, 1025],
  [2n ** 80n, 1, 2n ** 80n],
  [largest, 1, largest],
];

for (const [dividend, divisor, want] of quotients) {
  test(`${dividend} / ${divisor} rounded up is ${want}`, () => {
    expect(ceilDivide(dividend, divisor)).toBe(want);
  });
}

/** Two products and the sign of their difference. */
const products: readonly (readonly [Int64, Int64, Int64, Int64, number])[] = [
  [2, 3, 6, 1, 0],
  [2, 3, 5, 1, 1],
  [2, 3, 7, 1, -1],
  [-2, 3, 2, -3, 0],
  // Both are 9007199326062755 or 9007199326062756, which are the same double.
  [94_906_266, 94_906_266, 94_906_267, 94_906_265, 1],
  [94_906_267, 94_906_265, 94_906_266, 94_906_266, -1],
  [94_906_266, 94_906_266, 94_906_266, 94_906_266, 0],
  [largest, largest, largest - 1, largest, 1],
  [2n ** 53n, 1, 2n ** 53n + 1n, 1, -1],
  [2n ** 53n, 2, 2n ** 54n, 1, 0],
  [2n ** 53n, 0, 0, 0, 0],
  [1, 2n ** 53n, 1, 1, 1],
  [1, 1, 2n ** 53n, 1, -1],
  [1, 1, 1, 2n ** 53n, -1],
  [missing, 1, 1, 1, missing],
  [1, 1, 1, missing, missing],
  [2n ** 53n, missing, 1, 1, missing],
  [missing, 0, 2n ** 53n, 0, missing],
];

for (const [a, b, c, d, want] of products) {
  test(`${a} * ${b} compared with ${c} * ${d} is ${want}`, () => {
    expect(Math.sign(compareProducts(a, b, c, d))).toBe(want);
  });
}

const rests: readonly (readonly [Int64, Int64, Int64])[] = [
  [7, 5, 2],
  [-7, 5, 3],
  [10, 5, 0],
  [2n ** 60n + 3n, 2n ** 60n, 3],
  [-(2n ** 60n), 7, 6],
  [5, 2n ** 60n, 5],
];

for (const [value, step, want] of rests) {
  test(`${value} is ${want} above a multiple of ${step}`, () => {
    expect(Number(modulo(value, step))).toBe(Number(want));
  });
}
