/** Reads a decimal straight into whole units of a scale that is known beforehand. */

/** What `unitsOf` checks a text against; all numbers are whole units of 10^-scale. */
export interface UnitLimits {
  /** At most nine, so that whole part and fraction both stay small integers while they are read. */
  readonly scale: number;
  /** 10^scale. */
  readonly factor: number;
  readonly low: number;
  readonly high: number;
  readonly from: number;
  /** 0 for no grid. */
  readonly step: number;
}

/** The text has to be looked at exactly: it is long, finer than the scale, or no decimal. */
export const unsure = -1;
/** The text breaks a limit for certain. */
export const refused = -2;

/** Digits that stay below 2^31 when they are read one by one. */
export const smallDigitsMax = 9;

const powers = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
const zero = 48;
/** Its distance from a zero. */
const point = -2;

/**
 * The units of a decimal that keeps to the limits; else `unsure` or `refused`. Exact: digits are
 * read as integers, and everything from 2^53 on is unsure.
 */
export function unitsOf(text: string, limits: UnitLimits): number {
  if (typeof text !== "string") return unsure;
  const length = text.length;
  let at = 0;
  let digit = 0;
  let whole = 0;
  for (; at < length; at += 1) {
    digit = text.charCodeAt(at) - zero;
    if (digit < 0 || digit > 9) break;
    whole = (Math.imul(whole, 10) + digit) | 0;
  }
  if (at === 0 || at > smallDigitsMax) return unsure;
  let units = whole * limits.factor;
  if (at < length) {
    at += 1;
    if (digit !== point || at === length) return unsure;
    const end = Math.min(length, at + limits.scale);
    const missing = at + limits.scale - end;
    let fraction = 0;
    for (; at < end; at += 1) {
      digit = text.charCodeAt(at) - zero;
      if (digit < 0 || digit > 9) return unsure;
      fraction = (Math.imul(fraction, 10) + digit) | 0;
    }
    units += fraction * (powers[missing] ?? 1);
    for (; at < length; at += 1) {
      // Finer than a grid is beside it; whatever else stands there is no decimal.
      if (text.charCodeAt(at) !== zero) return limits.step === 0 ? unsure : refused;
    }
    if (length > lengthMax) return unsure;
  }
  return units > Number.MAX_SAFE_INTEGER ? unsure : within(units, limits);
}

/** Longer texts are looked at exactly, which refuses those without end. */
const lengthMax = 100;

function within(units: number, { low, high, from, step }: UnitLimits): number {
  if (units < low || units > high) return refused;
  if (step === 0) return units;
  // Below 2^53 a quotient that is not whole never rounds to a whole number: its distance from one
  // is at least 1 / step, and a double is nearer than that.
  const steps = (units - from) / step;
  return steps === Math.floor(steps) ? units : refused;
}
