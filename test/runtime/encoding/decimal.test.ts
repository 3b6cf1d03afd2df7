import fc from "fast-check";
import { expect, test } from "vitest";

import {
  add,
  compareDecimals,
  decimalIssue,
  decimalsOf,
  floorQuotient,
  multiply,
  oneAt,
  print,
  printFixed,
  read,
  subtract,
  toUnits,
  unitsAt,
  unitsOf,
} from "../../../runtime/encoding/decimal.ts";
import type { Int64 } from "../../../runtime/tables.ts";
import { runsFrom } from "../../support/runs.ts";
import { anyText } from "../../support/text.ts";

const normalized = (text: string) => print(read(text));
const sum = (one: string, other: string) => print(add(read(one), read(other)));
const difference = (one: string, other: string) => print(subtract(read(one), read(other)));
const product = (one: string, other: string) => print(multiply(read(one), read(other)));
const quotient = (one: string, other: string) => print(floorQuotient(read(one), read(other)));

const accepted = ["0", "1", "00.50", "0.1", "1.0", "12345678901234567890.12345678901234567890"];
const noDecimals =
  "0x10 1e3 1E3 1e-9 Infinity -Infinity NaN -0 -1 +1 1_000 .5 5. 1.2.3 1,5 \uff11 1\u0660 0b1 null";
const blanks = ["", " ", "\u3000", " 1 ", "1 ", "1\n"];
const others = [1, 1n, null, undefined, true, [], {}, ["1"], Number.NaN];
const refused = [...noDecimals.split(" "), "1n", "--1", ...blanks, ...others];

test("a decimal may be a thousand characters long", () => {
  const longest = "9".repeat(1000);
  expect(decimalIssue(longest)).toBeUndefined();
  expect(read(longest)).toEqual({ units: BigInt(longest), scale: 0 });
  expect(decimalIssue(`${longest}9`)).toBe("is longer than 1000 characters");
});

test("up to fifteen digits are read as a number, more as a bigint", () => {
  expect(read("123456789012345")).toEqual({ units: 123456789012345, scale: 0 });
  expect(read("1234567890123.45")).toEqual({ units: 123456789012345, scale: 2 });
  expect(read("0.5")).toEqual({ units: 5, scale: 1 });
});

for (const [text, issue] of [
  ["", "is blank"],
  [" \u3000", "is blank"],
  ["-1", "has a sign"],
  ["1e3", "is not plain notation"],
  [1, "is not decimal text"],
] as const) {
  test(`${JSON.stringify(text)} ${issue}`, () => expect(decimalIssue(text)).toBe(issue));
}

for (const text of accepted) {
  test(`takes ${text}`, () => expect(decimalIssue(text)).toBeUndefined());
}

for (const value of refused) {
  const shown = typeof value === "string" ? JSON.stringify(value).slice(0, 30) : String(value);
  test(`refuses ${shown} (${typeof value})`, () => {
    expect(decimalIssue(value)).toBeTypeOf("string");
  });
}

const rows: readonly (readonly [name: string, got: () => unknown, want: unknown])[] = [
  ["add beyond 2^53", () => sum("9007199254740993", "0.00000001"), "9007199254740993.00000001"],
  ["subtract to zero", () => difference("0.30", "0.3"), "0"],
  ["subtract below zero", () => difference("0.1", "0.3"), "-0.2"],
  ["multiply", () => product("0.1", "0.1"), "0.01"],
  ["multiply zero", () => product("-5", "0.00"), "0"],
  ["divide to two places", () => print(floorQuotient(read("20"), read("0.3"), 2)), "66.66"],
  ["compare", () => compareDecimals("1.10", "1.1"), 0],
  ["compare long", () => compareDecimals("9007199254740993", "9007199254740992"), 1],
  ["normalize", () => normalized("0010.0500"), "10.05"],
  ["normalize a negative zero", () => normalized("-0.00"), "0"],
  ["to units", () => toUnits("1.5", 8), 150000000n],
  ["to units of a negative value", () => toUnits("-0.5", 2), -50n],
  ["to units, needless zeros", () => toUnits("1.50000", 2), 150n],
  ["to a coarser scale, towards zero", () => unitsAt(read("-1.59"), 1), -15],
  ["to a scale beyond doubles", () => unitsAt(read("3"), 16), 3n * 10n ** 16n],
  ["from units", () => printFixed(5n, 8), "0.00000005"],
  ["from negative units", () => printFixed(-150n, 2), "-1.50"],
  ["from whole units", () => printFixed(7n, 0), "7"],
];

for (const [name, got, want] of rows) {
  test(name, () => {
    expect(got()).toBe(want);
  });
}

const failures: readonly (readonly [name: string, run: () => unknown])[] = [
  ["a value finer than the scale", () => toUnits("1.005", 2)],
  ["a zero divisor", () => quotient("1", "0.000")],
  ["no decimal", () => sum("1", "x")],
  ["an exponent", () => compareDecimals("1e3", "1")],
];

for (const [name, run] of failures) {
  test(`throws on ${name}`, () => {
    expect(run).toThrow(RangeError);
  });
}

/** Plain text of any length, on both sides of what a number holds. */
const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: length })
    .map((all) => all.join(""));
const decimal = fc
  .tuple(fc.constantFrom("", "-"), digits(22), fc.option(digits(12), { nil: undefined }))
  .map(([sign, whole, part]) => sign + whole + (part === undefined ? "" : `.${part}`));
const positive = decimal.filter((text) => !text.startsWith("-") && /[1-9]/.test(text));

/** A second, slower arithmetic: everything in units of 10^-40. */
const scale = 40;
const big = (text: string) => toUnits(text, scale);

test("errors say what to do", () => {
  expect(() => read("1e3")).toThrow(
    "is not plain notation like 0.001; check it with decimalIssue.",
  );
  expect(() => toUnits("1.005", 2)).toThrow("is finer than 2 digits; round it down first.");
});

test("print undoes parse: units and text of any scale, never an exponent", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat(30), (units, digits) => {
      const text = printFixed(units, digits);
      const normal = normalized(text);
      return (
        toUnits(text, digits) === units &&
        toUnits(normal, digits) === units &&
        /^-?[0-9]+(\.[0-9]*[1-9])?$/.test(normal) &&
        normalized(normal) === normal
      );
    }),
    { numRuns: runsFrom(100_000) },
  );
});

test("sum, difference, product and order agree with slower arithmetic", () => {
  fc.assert(
    fc.property(decimal, decimal, (one, other) => {
      const order = big(one) < big(other) ? -1 : big(one) > big(other) ? 1 : 0;
      return (
        big(sum(one, other)) === big(one) + big(other) &&
        big(difference(one, other)) === big(one) - big(other) &&
        toUnits(product(one, other), 2 * scale) === big(one) * big(other) &&
        compareDecimals(one, other) === order
      );
    }),
    { numRuns: runsFrom(100_000) },
  );
});

test("a quotient is rounded down, and never a whole one too far", () => {
  fc.assert(
    fc.property(positive, positive, (value, by) => {
      const whole = quotient(value, by);
      const rest = difference(value, product(whole, by));
      return (
        compareDecimals(rest, "0") >= 0 &&
        compareDecimals(rest, by) < 0 &&
        big(difference(value, rest)) % big(by) === 0n &&
        (big(value) % big(by) === 0n) === (compareDecimals(rest, "0") === 0)
      );
    }),
    { numRuns: runsFrom(50_000) },
  );
});

test("any value at all is either a decimal or has a stated issue", () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), anyText()), (value) => {
      const issue = decimalIssue(value);
      return issue === undefined ? /^[0-9.]+$/.test(String(value)) : issue.length > 0;
    }),
    { numRuns: runsFrom(50_000) },
  );
});

const none = Number.NEGATIVE_INFINITY;

/** A text, a scale, and its units; below zero the places that it has beyond the scale. */
const unitTexts: readonly (readonly [string, number, Int64])[] = [
  ["0", 0, 0],
  ["1", 2, 100],
  ["1.5", 2, 150],
  ["1.501", 2, -1],
  ["1.5", 0, -1],
  ["1.10203", 1, -4],
  ["1.00000000000000", 2, 100],
  ["1.0", 0, 1],
  ["0.01", 2, 1],
  [`${"0".repeat(30)}1.5${"0".repeat(30)}`, 2, 150],
  ["9007199254740991", 0, Number.MAX_SAFE_INTEGER],
  ["9007199254740992", 0, 2n ** 53n],
  ["9007199254740993.00", 0, 2n ** 53n + 1n],
  ["90071992547409.91", 2, Number.MAX_SAFE_INTEGER],
  ["90071992547409.92", 2, 2n ** 53n],
  ["90071992547409.9300", 3, 90_071_992_547_409_930n],
  ["9007199254740993.001", 2, -1],
  ["1", 15, 1e15],
  ["1", 16, 10n ** 16n],
  ["10", 15, 10n ** 16n],
  ["0", 400, 0],
  ["0.000000000000001", 15, 1],
  ["0".repeat(1000), 0, 0],
  ["0".repeat(1001), 0, none],
  ["", 2, none],
  [".", 2, none],
  [".5", 2, none],
  ["5.", 2, none],
  ["1..5", 2, none],
  ["1.5.", 2, none],
  ["-1", 2, none],
  ["+1", 2, none],
  ["1e3", 2, none],
  ["1.5 ", 2, none],
  ["1.501e", 1, none],
  ["1:", 2, none],
  ["/1", 2, none],
  ["１", 2, none],
];

for (const [text, scale, want] of unitTexts) {
  test(`"${text}" at scale ${scale} is ${want}`, () => {
    expect(unitsOf(text, scale)).toBe(want);
    if (want >= 0) expect(unitsAt(read(text), scale)).toBe(want);
    expect(decimalIssue(text) === undefined).toBe(want !== none);
  });
}

/** A decimal, its digits without needless zeros, and its units at that scale. */
const padded: readonly (readonly [string, number, Int64])[] = [
  ["0", 0, 0],
  ["100", 0, 100],
  ["1.500", 1, 15],
  ["0.00001000", 5, 1],
  ["123456789012345678.90", 1, 1234567890123456789n],
  ["12345678901234567890.00", 0, 12345678901234567890n],
];

for (const [text, needed, want] of padded) {
  test(`${text} needs ${needed} digits and is then ${want}`, () => {
    expect(decimalsOf(read(text))).toBe(needed);
    expect(unitsAt(read(text), needed)).toBe(want);
  });
}

test("one is a power of ten, beyond safe integers a bigint", () => {
  expect([0, 1, 15, 16, 30].map(oneAt)).toEqual([1, 10, 1e15, 10n ** 16n, 10n ** 30n]);
});
