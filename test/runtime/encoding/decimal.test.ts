import fc from "fast-check";
import { expect, test } from "vitest";

import {
  addDecimals,
  ceilQuotient,
  compareDecimals,
  decimalFault,
  divideToStep,
  floorToStep,
  fromUnits,
  isMultipleOf,
  multiplyDecimals,
  normalizeDecimal,
  parseDecimal,
  scaleOf,
  subtractDecimals,
  toUnits,
} from "../../../runtime/encoding/decimal.ts";

const accepted = ["0", "1", "00.50", "0.1", "1.0", "12345678901234567890.12345678901234567890"];
const refused = [
  "",
  " ",
  "\u3000",
  "0x10",
  "1e3",
  "1E3",
  "1e-9",
  "Infinity",
  "-Infinity",
  "NaN",
  "-0",
  "-1",
  "+1",
  "1_000",
  " 1 ",
  "1 ",
  ".5",
  "5.",
  "1.2.3",
  "1,5",
  "\uff11",
  "1\u0660",
  "1\n",
  "0b1",
  "null",
  "1n",
  "--1",
  "9".repeat(1001),
  1,
  1n,
  null,
  undefined,
  true,
  [],
  {},
  ["1"],
  Number.NaN,
];

for (const text of accepted) {
  test(`takes ${text}`, () => {
    expect(decimalFault(text)).toBeUndefined();
    expect(parseDecimal(text, "price")).toBe(text);
  });
}

for (const value of refused) {
  const shown = typeof value === "string" ? JSON.stringify(value).slice(0, 30) : String(value);
  test(`refuses ${shown} (${typeof value})`, () => {
    expect(decimalFault(value)).toBeTypeOf("string");
    expect(() => parseDecimal(value, "price")).toThrow(/^price /);
  });
}

test("allows a minus where it is asked for, and only a minus", () => {
  expect(decimalFault("-1.5", { signed: true })).toBeUndefined();
  expect(decimalFault("+1.5", { signed: true })).toBeDefined();
  expect(decimalFault("- 1", { signed: true })).toBeDefined();
});

const rows: readonly (readonly [name: string, got: () => unknown, want: unknown])[] = [
  ["add", () => addDecimals("0.1", "0.2"), "0.3"],
  ["add zeros", () => addDecimals("1.50", "0.50"), "2"],
  [
    "add beyond 2^53",
    () => addDecimals("9007199254740993", "0.00000001"),
    "9007199254740993.00000001",
  ],
  ["subtract to zero", () => subtractDecimals("0.30", "0.3"), "0"],
  ["subtract below zero", () => subtractDecimals("0.1", "0.3"), "-0.2"],
  ["multiply", () => multiplyDecimals("0.1", "0.1"), "0.01"],
  [
    "multiply long",
    () => multiplyDecimals("99999999.99999999", "99999999.99999999"),
    "9999999999999998.0000000000000001",
  ],
  ["multiply zero", () => multiplyDecimals("-5", "0.00"), "0"],
  ["floor to step", () => floorToStep("0.123456", "0.001"), "0.123"],
  ["floor from a start", () => floorToStep("1.29", "0.2", "0.1"), "1.1"],
  ["floor on the grid", () => floorToStep("1.3", "0.2", "0.1"), "1.3"],
  ["floor a negative value", () => floorToStep("-0.15", "0.1"), "-0.2"],
  ["divide", () => divideToStep("10", "3", "0.01"), "3.33"],
  ["divide evenly", () => divideToStep("10", "2.5", "0.01"), "4"],
  ["multiple", () => isMultipleOf("0.3", "0.1"), true],
  ["no multiple", () => isMultipleOf("0.35", "0.1"), false],
  ["ceil", () => ceilQuotient("10", "3"), "4"],
  ["ceil evenly", () => ceilQuotient("9", "3"), "3"],
  ["ceil of nothing", () => ceilQuotient("0", "3"), "0"],
  ["compare", () => compareDecimals("1.10", "1.1"), 0],
  ["compare long", () => compareDecimals("9007199254740993", "9007199254740992"), 1],
  ["normalize", () => normalizeDecimal("0010.0500"), "10.05"],
  ["normalize a negative zero", () => normalizeDecimal("-0.00"), "0"],
  ["scale", () => scaleOf("1.500"), 3],
  ["to units", () => toUnits("1.5", 8), 150000000n],
  ["to units of a negative value", () => toUnits("-0.5", 2), -50n],
  ["to units, needless zeros", () => toUnits("1.50000", 2), 150n],
  ["from units", () => fromUnits(5n, 8), "0.00000005"],
  ["from negative units", () => fromUnits(-150n, 2), "-1.50"],
  ["from whole units", () => fromUnits(7n, 0), "7"],
];

for (const [name, got, want] of rows) {
  test(name, () => {
    expect(got()).toBe(want);
  });
}

const failures: readonly (readonly [name: string, run: () => unknown])[] = [
  ["a value finer than the scale", () => toUnits("1.005", 2)],
  ["a zero step", () => floorToStep("1", "0.000")],
  ["a zero divisor", () => divideToStep("1", "0", "1")],
  ["a zero grid", () => isMultipleOf("1", "0")],
  ["no decimal", () => addDecimals("1", "x")],
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

test("P26 print undoes parse: units and text of any scale, never an exponent", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat(30), (units, digits) => {
      const text = fromUnits(units, digits);
      const normal = normalizeDecimal(text);
      return (
        toUnits(text, digits) === units &&
        toUnits(normal, digits) === units &&
        /^-?[0-9]+(\.[0-9]*[1-9])?$/.test(normal) &&
        normalizeDecimal(normal) === normal
      );
    }),
    { numRuns: 100_000 },
  );
});

test("sum, difference, product and order agree with slower arithmetic", () => {
  fc.assert(
    fc.property(decimal, decimal, (one, other) => {
      const order = big(one) < big(other) ? -1 : big(one) > big(other) ? 1 : 0;
      return (
        big(addDecimals(one, other)) === big(one) + big(other) &&
        big(subtractDecimals(one, other)) === big(one) - big(other) &&
        toUnits(multiplyDecimals(one, other), 2 * scale) === big(one) * big(other) &&
        compareDecimals(one, other) === order
      );
    }),
    { numRuns: 100_000 },
  );
});

test("rounding stays on the grid, never goes up and never goes down a step too far", () => {
  fc.assert(
    fc.property(decimal, positive, decimal, (value, step, from) => {
      const floor = floorToStep(value, step, from);
      const ceil = ceilQuotient(value, step);
      const quotient = divideToStep(value, step, "0.01");
      return (
        compareDecimals(floor, value) <= 0 &&
        compareDecimals(addDecimals(floor, step), value) > 0 &&
        isMultipleOf(subtractDecimals(floor, from), step) &&
        compareDecimals(multiplyDecimals(ceil, step), value) >= 0 &&
        compareDecimals(multiplyDecimals(subtractDecimals(ceil, "1"), step), value) < 0 &&
        isMultipleOf(quotient, "0.01") &&
        compareDecimals(multiplyDecimals(quotient, step), value) <= 0
      );
    }),
    { numRuns: 50_000 },
  );
});

test("any value at all is either a decimal or has a stated fault", () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.string({ unit: "binary" })), (value) => {
      const fault = decimalFault(value);
      return fault === undefined ? /^[0-9.]+$/.test(String(value)) : fault.length > 0;
    }),
    { numRuns: 50_000 },
  );
});
