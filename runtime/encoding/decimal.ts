/**
 * Exact decimals as text, and arithmetic on them in whole units of `10^-scale`. Output is in normal
 * form: plain notation, no redundant zero, never `-0`, never an exponent.
 */

import type { Decimal, Int64 } from "../tables.ts";
import { int64, minus, plus, times } from "./int64-math.ts";

/** The value `units * 10^-scale`. */
export interface Parts {
  readonly units: Int64;
  readonly scale: number;
}

/**
 * Longest decimal that is parsed, in characters. No price or quantity comes near it; without a
 * limit, millions of digits would keep a server busy.
 */
const decimalLengthMax = 1000;

/** Digits with at most one point inside. */
export const plainDecimal = /^-?[0-9]+(?:\.[0-9]+)?$/;

/**
 * Why a value is not a plain decimal, in a few words; `undefined` when it is one. A minus is
 * allowed with `signed` only; amounts in requests never have one.
 */
export function decimalIssue(
  value: unknown,
  { signed = false }: { readonly signed?: boolean } = {},
): string | undefined {
  if (typeof value !== "string") return "is not decimal text";
  if (value.length > decimalLengthMax) return `is longer than ${decimalLengthMax} characters`;
  if (!signed && value.startsWith("-")) return "has a sign";
  if (plainDecimal.test(value)) return undefined;
  return value.trim() === "" ? "is blank" : "is not plain notation";
}

/**
 * Parses a plain decimal.
 * @throws RangeError for other text.
 */
export function read(text: Decimal): Parts {
  if (decimalIssue(text, { signed: true }) !== undefined) {
    throw new RangeError("A decimal is not plain notation like 0.001; check it with decimalIssue.");
  }
  const point = text.indexOf(".");
  const digits = point === -1 ? text : text.slice(0, point) + text.slice(point + 1);
  const units = digits.length <= exactDigits ? Number(digits) : BigInt(digits);
  return { units, scale: point === -1 ? 0 : text.length - point - 1 };
}

/** Fifteen digits always fit a number exactly; sixteen may not. */
const exactDigits = 15;

/**
 * A plain decimal in units of a scale. For a finer decimal, the number of excess places, negated;
 * for other text `-Infinity`.
 */
export function unitsOf(text: string, scale: number): Int64 {
  const { length } = text;
  let units = 0;
  let at = 0;
  for (; at < length; at += 1) {
    const digit = text.charCodeAt(at) ^ zeroCharacter;
    if (digit > 9) break;
    units = units * 10 + digit;
  }
  if (at === 0 || length > decimalLengthMax) return Number.NEGATIVE_INFINITY;
  let missing = scale;
  let beyond = 0;
  if (at < length) {
    if (text.charCodeAt(at) !== pointCharacter || at === length - 1)
      return Number.NEGATIVE_INFINITY;
    for (at += 1; at < length; at += 1) {
      const digit = text.charCodeAt(at) ^ zeroCharacter;
      if (digit > 9) return Number.NEGATIVE_INFINITY;
      if (missing > 0) units = units * 10 + digit;
      else if (digit > 0) beyond = missing - 1;
      missing -= 1;
    }
  }
  if (beyond < 0) return beyond;
  for (; missing > 0; missing -= 1) units *= 10;
  // More digits than a number holds give a value above the largest safe integer.
  return units <= Number.MAX_SAFE_INTEGER ? units : exactUnits(text, scale);
}

/** Same as `unitsOf`, through a bigint, for a decimal that is not finer than the scale. */
function exactUnits(text: string, scale: number): Int64 {
  const split = text.indexOf(".");
  const fraction = split < 0 ? "" : text.slice(split + 1, split + 1 + scale);
  const whole = split < 0 ? text : text.slice(0, split);
  return int64(BigInt(whole + fraction) * powerOfTen(scale - fraction.length));
}

/** Writes a value as a decimal in normal form. */
export function print({ units, scale }: Parts): Decimal {
  if (scale === 0) return units.toString();
  const fixed = printFixed(units, scale);
  let end = fixed.length;
  while (fixed.charCodeAt(end - 1) === zeroCharacter) end -= 1;
  if (fixed.charCodeAt(end - 1) === pointCharacter) end -= 1;
  return fixed.slice(0, end);
}

const zeroCharacter = 48;
const pointCharacter = 46;

/** The normal form of a decimal; other text is returned unchanged. */
export function normalForm(text: string): string {
  return decimalIssue(text, { signed: true }) === undefined ? print(read(text)) : text;
}

/** Prints exactly `scale` digits after the point. Numbers must be below 10^21. */
export function printFixed(units: Int64, scale: number): Decimal {
  if (units < 0) return `-${printFixed(-units, scale)}`;
  if (scale === 0) return `${units}`;
  const one = safePowers[scale];
  if (typeof units === "number" && units <= Number.MAX_SAFE_INTEGER && one !== undefined) {
    // Two small integers print faster than one large; the leading 1 keeps the zeros.
    const fraction = units % one;
    return `${(units - fraction) / one}.${`${one + fraction}`.slice(1)}`;
  }
  const digits = units.toString().padStart(scale + 1, "0");
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Units of both values at the finer scale. */
export function align(
  one: Parts,
  other: Parts,
): { readonly left: Int64; readonly right: Int64; readonly scale: number } {
  const scale = Math.max(one.scale, other.scale);
  return { left: unitsAt(one, scale), right: unitsAt(other, scale), scale };
}

/** The value in units of a scale at least as fine as its digits without trailing zeros. */
export function unitsAt({ units, scale }: Parts, wanted: number): Int64 {
  const apart = wanted - scale;
  return apart >= 0 ? times(units, oneAt(apart)) : int64(BigInt(units) / powerOfTen(-apart));
}

/** The number 1 in units of a scale. */
export function oneAt(scale: number): Int64 {
  return safePowers[scale] ?? powerOfTen(scale);
}

/** The powers of ten that are safe integers. */
const safePowers = [
  1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
];

/** The exact sum. */
export function add(one: Parts, other: Parts): Parts {
  const { left, right, scale } = align(one, other);
  return { units: plus(left, right), scale };
}

/** The exact product. */
export function multiply(one: Parts, other: Parts): Parts {
  return { units: times(one.units, other.units), scale: one.scale + other.scale };
}

/** The exact difference. */
export function subtract(one: Parts, other: Parts): Parts {
  const { left, right, scale } = align(one, other);
  return { units: minus(left, right), scale };
}

/**
 * The quotient of two non-negative values, rounded down to `scale` digits after the point.
 * @throws RangeError when the divisor is zero.
 */
export function floorQuotient(dividend: Parts, divisor: Parts, scale = 0): Parts {
  const { left, right } = align(dividend, divisor);
  return { units: (BigInt(left) * powerOfTen(scale)) / BigInt(right), scale };
}

export function compareDecimals(one: Decimal, other: Decimal): -1 | 0 | 1 {
  const { left, right } = align(read(one), read(other));
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * The value in whole units of 10^-scale, for hot loops on bigints.
 * @throws RangeError when the value is finer than the scale.
 */
export function toUnits(text: Decimal, scale: number): bigint {
  const value = read(text);
  const units = BigInt(unitsAt(value, scale));
  if (value.scale > scale && units * powerOfTen(value.scale - scale) !== BigInt(value.units)) {
    throw new RangeError(`A decimal is finer than ${scale} digits; round it down first.`);
  }
  return units;
}

const powers: bigint[] = [1n];

function powerOfTen(exponent: number): bigint {
  for (let known = powers.length; known <= exponent; known += 1) {
    powers.push((powers[known - 1] ?? 1n) * 10n);
  }
  return powers[exponent] ?? 1n;
}

/** How many digits a decimal has after the point, needless zeros left out. */
export function decimalsOf({ units, scale }: Parts): number {
  let decimals = scale;
  if (typeof units === "number") {
    for (let rest = units; decimals > 0 && rest % 10 === 0; rest /= 10) decimals -= 1;
  } else for (let rest = units; decimals > 0 && rest % 10n === 0n; rest /= 10n) decimals -= 1;
  return decimals;
}

/** Removes the exponent of a number: `1e-7` becomes `0.0000001`. Other text is unchanged. */
export function plainNotation(text: string): string {
  const [, sign, whole = "", fraction = "", exponent] = exponentForm.exec(text) ?? [];
  const by = Number(exponent);
  if (exponent === undefined || Math.abs(by) > exponentMax) return text;
  // Enough zeros for the point to move over.
  const zeros = "0".repeat(Math.abs(by));
  const digits = by < 0 ? zeros + whole + fraction : whole + fraction + zeros;
  const point = by < 0 ? whole.length : whole.length + by;
  const front = digits.slice(0, point).replace(/^0+(?=[0-9])/, "");
  const back = digits.slice(point).replace(by > 0 ? /(?<!0)0+$/ : /$/, "");
  return `${sign}${front}${back === "" ? "" : `.${back}`}`;
}

const exponentForm = /^(-?)([0-9]+)(?:\.([0-9]+))?[eE]([-+]?[0-9]{1,4})$/;

/** Beyond any amount, and short enough to write out. */
const exponentMax = 400;
