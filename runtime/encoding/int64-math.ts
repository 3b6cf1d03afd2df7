/**
 * Exact arithmetic on integers, each a number while that is safe and a bigint beyond; `NaN` stands
 * for one that is missing. `<` and `===` need no help, mixed or not.
 */

import type { Int64 } from "../tables.ts";

export function plus(one: Int64, other: Int64): Int64 {
  if (typeof one === "number" && typeof other === "number") {
    const sum = one + other;
    // `NaN` stays `NaN`: it compares with nothing.
    if (Math.abs(sum) <= Number.MAX_SAFE_INTEGER || Number.isNaN(sum)) return sum;
  }
  return exact(one, other, (left, right) => left + right);
}

export function minus(one: Int64, other: Int64): Int64 {
  if (typeof one === "number" && typeof other === "number") {
    const difference = one - other;
    if (Math.abs(difference) <= Number.MAX_SAFE_INTEGER) return difference;
  }
  return plus(one, -other);
}

export function times(one: Int64, other: Int64): Int64 {
  if (typeof one === "number" && typeof other === "number") {
    const product = one * other;
    // A rounded product is never a safe integer.
    if (Math.abs(product) <= Number.MAX_SAFE_INTEGER || Number.isNaN(product)) return product;
  }
  return exact(one, other, (left, right) => left * right);
}

function exact(one: Int64, other: Int64, work: (left: bigint, right: bigint) => bigint): Int64 {
  if (Number.isNaN(one) || Number.isNaN(other)) return Number.NaN;
  return int64(work(BigInt(one), BigInt(other)));
}

/** Converts a bigint to an Int64: a number where that is exact. */
export function int64(value: bigint): Int64 {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** A 64-bit integer by its digits; `undefined` for any other text. */
export function readInt64(text: string): Int64 | undefined {
  // At most nineteen digits, so that no long text becomes a bigint only to be refused.
  if (!/^-?[0-9]{1,19}$/.test(text)) return undefined;
  // Fifteen digits always fit a number exactly, which is faster; adding 0 turns -0 into 0.
  if (text.length <= 15) return Number(text) + 0;
  const whole = BigInt(text);
  return BigInt.asIntN(64, whole) === whole ? int64(whole) : undefined;
}

/** Whether a value is a whole number of steps; never where one of them is missing or the step 0. */
export function isMultiple(value: Int64, step: Int64): boolean {
  if (typeof value === "number" && typeof step === "number") {
    if (step === 0) return false;
    // The quotient of safe integers is at least 1 / step away from every whole number that it is
    // not, and a double is nearer to it than that.
    const steps = value / step;
    return steps === Math.floor(steps);
  }
  if (isMissing(value) || isMissing(step) || step === 0) return false;
  return BigInt(value) % BigInt(step) === 0n;
}

/**
 * Compares `a * b` with `c * d`: negative where the first product is smaller, 0 where they are the
 * same, positive where it is larger, `NaN` where a factor is missing.
 */
export function compareProducts(a: Int64, b: Int64, c: Int64, d: Int64): number {
  if (
    typeof a === "number" &&
    typeof b === "number" &&
    typeof c === "number" &&
    typeof d === "number"
  ) {
    const [one, other] = [a * b, c * d];
    // Rounding never changes the order of two products; at most it makes them look the same.
    if (one !== other || Math.abs(one) <= Number.MAX_SAFE_INTEGER) return one - other;
  } else if ([a, b, c, d].some(isMissing)) return Number.NaN;
  const apart = BigInt(a) * BigInt(b) - BigInt(c) * BigInt(d);
  return apart < 0n ? -1 : apart > 0n ? 1 : 0;
}

/** The quotient rounded up; `NaN` where one of them is missing or the divisor 0. */
export function ceilDivide(dividend: Int64, divisor: Int64): Int64 {
  if (isMissing(dividend) || isMissing(divisor) || divisor === 0) return Number.NaN;
  const [top, bottom] = [BigInt(dividend), BigInt(divisor)];
  const rest = top % bottom;
  const isCut = rest !== 0n && rest > 0n === bottom > 0n;
  return int64(top / bottom + (isCut ? 1n : 0n));
}

/** The distance down to the next multiple of a step; never negative. */
export function modulo(value: Int64, step: Int64): Int64 {
  if (typeof value === "number" && typeof step === "number") {
    const rest = value % step;
    return rest < 0 ? rest + step : rest;
  }
  const [steps, rest] = [BigInt(step), BigInt(value) % BigInt(step)];
  return int64(rest < 0n ? rest + steps : rest);
}

export function isMissing(value: Int64): boolean {
  return Number.isNaN(value);
}
