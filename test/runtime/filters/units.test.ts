/** Exact arithmetic of filters at the borders of doubles, scales and signs. */

import { expect, test } from "vitest";

import { oneAt, read, unitsAt } from "../../../runtime/encoding/decimal.ts";
import type { Units } from "../../../runtime/filters/tables.ts";
import {
  ceilDivide,
  compareProducts,
  decimalsOf,
  isMultiple,
  modulo,
} from "../../../runtime/filters/units.ts";

const missing = Number.NaN;
const largest = Number.MAX_SAFE_INTEGER;

const multiples: readonly (readonly [Units, Units, boolean])[] = [
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

const quotients: readonly (readonly [Units, Units, Units])[] = [
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
const products: readonly (readonly [Units, Units, Units, Units, number])[] = [
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

const rests: readonly (readonly [Units, Units, Units])[] = [
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

/** A decimal, its digits without needless zeros, and its units at that scale. */
const decimals: readonly (readonly [string, number, Units])[] = [
  ["0", 0, 0],
  ["0.000", 0, 0],
  ["100", 0, 100],
  ["1.500", 1, 15],
  ["0.00001000", 5, 1],
  ["-0.50", 1, -5],
  ["123456789012345678.90", 1, 1234567890123456789n],
  ["12345678901234567890.00", 0, 12345678901234567890n],
];

for (const [text, digits, want] of decimals) {
  test(`${text} needs ${digits} digits and is then ${want}`, () => {
    expect(decimalsOf(read(text))).toBe(digits);
    expect(unitsAt(read(text), digits)).toBe(want);
  });
}

test("one is a power of ten, beyond safe integers a bigint", () => {
  expect([0, 1, 15, 16, 30].map(oneAt)).toEqual([1, 10, 1e15, 10n ** 16n, 10n ** 30n]);
});
