import { expect, test } from "vitest";

import { plainNotation } from "../../../runtime/encoding/decimal.ts";
import { decimalOf, Inexact, int64Of, integerOf } from "../../../runtime/encoding/exact-numbers.ts";
import { NumberText } from "../../../runtime/encoding/json.ts";

/** A number as JSON has it, and the same without an exponent. */
const plain: readonly (readonly [text: string, want: string])[] = [
  ["0", "0"],
  ["1.50", "1.50"],
  ["1e0", "1"],
  ["1E1", "10"],
  ["1e+2", "100"],
  ["1.5e1", "15"],
  ["1.5e2", "150"],
  ["1.25e1", "12.5"],
  ["1.250e1", "12.5"],
  ["1.0e1", "10"],
  ["15e-1", "1.5"],
  ["1e-7", "0.0000001"],
  ["1.50e-1", "0.150"],
  ["12.5e-1", "1.25"],
  ["-2.5e-3", "-0.0025"],
  ["100e-2", "1.00"],
  ["0.001e3", "1"],
  ["0.50e0", "0.50"],
  ["1e400", `1${"0".repeat(400)}`],
  ["1e-400", `0.${"0".repeat(399)}1`],
  // Too long to write out, or no number: left as it is.
  ["1e401", "1e401"],
  ["1e-401", "1e-401"],
  ["1e99999", "1e99999"],
  ["x1e1", "x1e1"],
  ["1e1x", "1e1x"],
  ["1.e1", "1.e1"],
  ["+1e1", "+1e1"],
  ["words", "words"],
  ["", ""],
];

for (const [text, want] of plain) {
  test(`${text} is ${want.slice(0, 20)} in plain notation`, () => {
    expect(plainNotation(text)).toBe(want);
  });
}

/** A value of a response, and the 64-bit integer that it is. */
const integers: readonly (readonly [value: unknown, want: number | bigint | undefined])[] = [
  [5, 5],
  [-0, -0],
  ["5", 5],
  ["-5", -5],
  ["5.000", 5],
  ["5.0", 5],
  ["5.5", undefined],
  ["5.05", undefined],
  ["5.", undefined],
  ["5e2", 500],
  ["9007199254740993", 9007199254740993n],
  ["9223372036854775807", 9223372036854775807n],
  ["9223372036854775808", undefined],
  ["-9223372036854775808", -9223372036854775808n],
  ["-9223372036854775809", undefined],
  ["10000000000000000000", undefined],
  ["x5", undefined],
  ["5x", undefined],
  ["", undefined],
  [new NumberText("12345678901234567890"), undefined],
  [new NumberText("1234567890123456789.0"), 1234567890123456789n],
  [null, undefined],
  [undefined, undefined],
  [true, undefined],
  [{}, undefined],
];

for (const [value, want] of integers) {
  const shown = value instanceof NumberText ? value.text : `${typeof value} ${String(value)}`;
  test(`${shown} is the integer ${want}`, () => {
    expect(int64Of(value)).toBe(want);
    expect(integerOf(value)).toBe(typeof want === "number" ? want : undefined);
  });
}

/** A value of a response, and the decimal that it is. */
const decimals: readonly (readonly [value: unknown, want: string | undefined])[] = [
  ["0.10", "0.10"],
  ["1e2", undefined],
  ["", undefined],
  [" 1", undefined],
  [new NumberText("0.10"), "0.10"],
  [new NumberText("1e-7"), "0.0000001"],
  [new NumberText("1e999"), undefined],
  [null, undefined],
  [true, undefined],
];

for (const [value, want] of decimals) {
  const shown = value instanceof NumberText ? value.text : `${typeof value} ${String(value)}`;
  test(`${shown} is the decimal ${want}`, () => expect(decimalOf(value)).toBe(want));
}

test("a number that may have lost digits is read again from the text", () => {
  for (const value of [0.1, 1, 5n, Number.NaN]) {
    expect(() => decimalOf(value)).toThrow(Inexact);
  }
  for (const value of [0.5, 2 ** 53, 5n, Number.NaN]) {
    const isBigint = typeof value === "bigint";
    if (isBigint) expect(int64Of(value)).toBe(5);
    else expect(() => int64Of(value)).toThrow(Inexact);
  }
});
