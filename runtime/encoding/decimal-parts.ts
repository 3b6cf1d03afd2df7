/**
 * The inside of decimal.ts: a decimal taken apart into a whole number of units of 10^-scale, and
 * exact arithmetic on that. Up to fifteen digits are worked on as numbers, which hold them
 * exactly; more as bigints.
 */

import type { Decimal } from "../tables.ts";

/** A value of `units * 10^-scale`. Units are a number only where that is exact. */
export interface Parts {
  readonly units: number | bigint;
  readonly scale: number;
}

/**
 * Longest decimal that is read, in characters. No price or quantity comes near it; without a
 * bound a hostile text of millions of digits would keep a server busy.
 */
export const decimalLengthMax = 1000;

/** A sign is looked at elsewhere: `-` is the only one that this form knows. */
export const plainDecimal = /^-?[0-9]+(?:\.[0-9]+)?$/;

/**
 * Takes a plain decimal apart.
 * @throws RangeError when the text is not one.
 */
export function read(text: Decimal): Parts {
  if (typeof text !== "string" || text.length > decimalLengthMax || !plainDecimal.test(text)) {
    throw new RangeError("A decimal is not plain notation like 0.001; check it with parseDecimal.");
  }
  const point = text.indexOf(".");
  if (point === -1) {
    return { units: text.length <= exactDigits ? Number(text) : BigInt(text), scale: 0 };
  }
  const digits = text.slice(0, point) + text.slice(point + 1);
  const units = digits.length <= exactDigits ? Number(digits) : BigInt(digits);
  return { units, scale: text.length - point - 1 };
}

/** Any fifteen digits fit a number exactly; some sixteen do not. */
const exactDigits = 15;

/** Puts a decimal together again, in normal form. */
export function print({ units, scale }: Parts): Decimal {
  if (scale === 0) {
    return units.toString();
  }
  const fixed = printFixed(units, scale);
  let end = fixed.length;
  while (fixed.charCodeAt(end - 1) === zeroCharacter) {
    end -= 1;
  }
  if (fixed.charCodeAt(end - 1) === pointCharacter) {
    end -= 1;
  }
  return fixed.slice(0, end);
}

const zeroCharacter = 48;
const pointCharacter = 46;

/** Prints with exactly `scale` digits after the point. Numbers must be below 10^21. */
export function printFixed(units: number | bigint, scale: number): Decimal {
  const sign = units < 0 ? "-" : "";
  const digits = (units < 0 ? -units : units).toString().padStart(scale + 1, "0");
  const split = digits.length - scale;
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, split)}.${digits.slice(split)}`;
}

/** Units of both values at the finer scale: two numbers, or two bigints. */
export type Aligned =
  | { readonly exact: "number"; readonly left: number; readonly right: number; scale: number }
  | { readonly exact: "bigint"; readonly left: bigint; readonly right: bigint; scale: number };

/** Brings two values to one scale. Sums of aligned numbers are exact, too. */
export function align(one: Parts, other: Parts): Aligned {
  const scale = Math.max(one.scale, other.scale);
  const left = scaleUp(one, scale);
  const right = scaleUp(other, scale);
  return typeof left === "number" && typeof right === "number"
    ? { exact: "number", left, right, scale }
    : { exact: "bigint", left: BigInt(left), right: BigInt(right), scale };
}

function scaleUp({ units, scale }: Parts, wanted: number): number | bigint {
  if (typeof units === "number" && wanted - scale <= exactDigits) {
    const scaled = units * 10 ** (wanted - scale);
    // Half of the safe range, so that a sum of two stays inside it.
    if (Math.abs(scaled) <= Number.MAX_SAFE_INTEGER / 2) {
      return scaled;
    }
  }
  return BigInt(units) * powerOfTen(wanted - scale);
}

/** Orders two values: -1 when the first is smaller, 0 when equal, 1 when larger. */
export function compareParts(one: Parts, other: Parts): -1 | 0 | 1 {
  const { left, right } = align(one, other);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The exact sum. */
export function add(one: Parts, other: Parts): Parts {
  const { exact, left, right, scale } = align(one, other);
  return { units: exact === "number" ? left + right : left + right, scale };
}

/** The exact product. */
export function multiply(one: Parts, other: Parts): Parts {
  const scale = one.scale + other.scale;
  const product = Number(one.units) * Number(other.units);
  // A rounded product is never a safe integer, so a safe one is exact.
  const units = Number.isSafeInteger(product) ? product : BigInt(one.units) * BigInt(other.units);
  return { units, scale };
}

/** The value with its sign turned. */
export function negate({ units, scale }: Parts): Parts {
  return { units: typeof units === "number" ? 0 - units : -units, scale };
}

/**
 * The quotient, rounded down to a whole number.
 * @throws RangeError when the divisor is zero.
 */
export function floorQuotient(dividend: Parts, divisor: Parts): Parts {
  const { exact, left, right } = align(dividend, nonZero(divisor));
  if (exact === "number") {
    // The remainder of two whole numbers is exact, a quotient of doubles is not.
    const rest = left % right;
    const quotient = (left - rest) / right;
    const isRoundedUp = rest !== 0 && rest < 0 !== right < 0;
    return { units: isRoundedUp ? quotient - 1 : quotient + 0, scale: 0 };
  }
  const rest = left % right;
  const isRoundedUp = rest !== 0n && rest < 0n !== right < 0n;
  return { units: isRoundedUp ? left / right - 1n : left / right, scale: 0 };
}

/**
 * Hands the divisor through.
 * @throws RangeError when it is zero.
 */
export function nonZero(divisor: Parts): Parts {
  if (divisor.units === 0 || divisor.units === 0n) {
    throw new RangeError("A decimal was divided by zero; give a divisor or step other than zero.");
  }
  return divisor;
}

const powers: bigint[] = [1n];

/** 10 to a whole exponent, remembered. */
export function powerOfTen(exponent: number): bigint {
  for (let known = powers.length; known <= exponent; known += 1) {
    powers.push((powers[known - 1] ?? 1n) * 10n);
  }
  return powers[exponent] ?? 1n;
}
