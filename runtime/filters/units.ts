/** Exact arithmetic that generated filters need beside `plus`, `minus` and `times`. */

import type { Parts } from "../encoding/decimal.ts";
import { int64 } from "../encoding/int64-math.ts";
import type { Units } from "./tables.ts";

/** Whether a value is a whole number of steps; never where one of them is missing or the step 0. */
export function isMultiple(value: Units, step: Units): boolean {
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
export function compareProducts(a: Units, b: Units, c: Units, d: Units): number {
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
export function ceilDivide(dividend: Units, divisor: Units): Units {
  if (isMissing(dividend) || isMissing(divisor) || divisor === 0) return Number.NaN;
  const [top, bottom] = [BigInt(dividend), BigInt(divisor)];
  const rest = top % bottom;
  const isCut = rest !== 0n && rest > 0n === bottom > 0n;
  return int64(top / bottom + (isCut ? 1n : 0n));
}

/** The distance down to the next multiple of a step; never negative. */
export function modulo(value: Units, step: Units): Units {
  if (typeof value === "number" && typeof step === "number") {
    const rest = value % step;
    return rest < 0 ? rest + step : rest;
  }
  const [steps, rest] = [BigInt(step), BigInt(value) % BigInt(step)];
  return int64(rest < 0n ? rest + steps : rest);
}

/** Whether a number is missing or malformed. */
export function isMissing(value: Units): boolean {
  return Number.isNaN(value);
}

/** How many digits a decimal has after the point, needless zeros left out. */
export function decimalsOf({ units, scale }: Parts): number {
  let decimals = scale;
  if (typeof units === "number") {
    for (let rest = units; decimals > 0 && rest % 10 === 0; rest /= 10) decimals -= 1;
  } else for (let rest = units; decimals > 0 && rest % 10n === 0n; rest /= 10n) decimals -= 1;
  return decimals;
}
