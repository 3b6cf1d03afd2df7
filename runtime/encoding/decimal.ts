/**
 * Exact decimals carried as text. Every result is in normal form: plain notation, no needless
 * zero, never `-0`, never an exponent. `fromUnits` alone keeps a fixed number of digits.
 */

import type { Decimal } from "../tables.ts";
import {
  add,
  align,
  compareParts,
  decimalLengthMax,
  floorQuotient,
  multiply,
  negate,
  nonZero,
  plainDecimal,
  powerOfTen,
  print,
  printFixed,
  read,
} from "./decimal-parts.ts";

/** Whether a leading minus is allowed; amounts in requests never carry one. */
export interface DecimalForm {
  readonly signed?: boolean;
}

/** Says in a few words why a value is not a plain decimal, or `undefined` when it is one. */
export function decimalFault(value: unknown, form: DecimalForm = {}): string | undefined {
  if (typeof value !== "string") {
    return "is not decimal text";
  }
  if (value.length > decimalLengthMax) {
    return `is longer than ${decimalLengthMax} characters`;
  }
  if (value.trim() === "") {
    return "is blank";
  }
  if (!form.signed && value.startsWith("-")) {
    return "has a sign";
  }
  return plainDecimal.test(value) ? undefined : "is not plain notation";
}

/**
 * Returns the text unchanged when it is a plain decimal.
 * @throws RangeError that names the field when it is not.
 */
export function parseDecimal(value: unknown, field: string, form: DecimalForm = {}): Decimal {
  const fault = decimalFault(value, form);
  if (fault !== undefined || typeof value !== "string") {
    throw new RangeError(`${field} ${fault}; give a decimal as text, like "0.001".`);
  }
  return value;
}

/** Orders two decimals: -1 when the first is smaller, 0 when equal, 1 when larger. */
export function compareDecimals(one: Decimal, other: Decimal): -1 | 0 | 1 {
  return compareParts(read(one), read(other));
}

/** The exact sum. */
export function addDecimals(one: Decimal, other: Decimal): Decimal {
  return print(add(read(one), read(other)));
}

/** The exact difference. */
export function subtractDecimals(one: Decimal, other: Decimal): Decimal {
  return print(add(read(one), negate(read(other))));
}

/** The exact product. */
export function multiplyDecimals(one: Decimal, other: Decimal): Decimal {
  return print(multiply(read(one), read(other)));
}

/**
 * The quotient, rounded down to a multiple of the step.
 * @throws RangeError when the divisor or the step is zero.
 */
export function divideToStep(dividend: Decimal, divisor: Decimal, step: Decimal): Decimal {
  const grid = read(step);
  return print(multiply(floorQuotient(read(dividend), multiply(read(divisor), grid)), grid));
}

/**
 * The largest value of the grid `from`, `from + step`, ... that does not exceed the given one.
 * Below `from` the grid goes on, so the result can be less than `from`.
 * @throws RangeError when the step is zero.
 */
export function floorToStep(value: Decimal, step: Decimal, from: Decimal = "0"): Decimal {
  const [start, grid] = [read(from), read(step)];
  const steps = floorQuotient(add(read(value), negate(start)), grid);
  return print(add(multiply(steps, grid), start));
}

/**
 * Whether the value is a whole number of steps.
 * @throws RangeError when the step is zero.
 */
export function isMultipleOf(value: Decimal, step: Decimal): boolean {
  const { exact, left, right } = align(read(value), nonZero(read(step)));
  return exact === "number" ? left % right === 0 : left % right === 0n;
}

/**
 * The quotient, rounded up to a whole number.
 * @throws RangeError when the divisor is zero.
 */
export function ceilQuotient(dividend: Decimal, divisor: Decimal): Decimal {
  return print(negate(floorQuotient(negate(read(dividend)), read(divisor))));
}

/** The same value in normal form: `00.50` becomes `0.5`. */
export function normalizeDecimal(text: Decimal): Decimal {
  return print(read(text));
}

/** How many digits stand after the point, needless zeros included. */
export function scaleOf(text: Decimal): number {
  return read(text).scale;
}

/**
 * The value as a whole number of units of 10^-scale, for hot loops that work on bigints.
 * @throws RangeError when the value is finer than the scale.
 */
export function toUnits(text: Decimal, scale: number): bigint {
  const value = read(text);
  if (value.scale <= scale) {
    return BigInt(value.units) * powerOfTen(scale - value.scale);
  }
  const finer = powerOfTen(value.scale - scale);
  const units = BigInt(value.units);
  if (units % finer !== 0n) {
    throw new RangeError(`A decimal is finer than ${scale} digits; round it down first.`);
  }
  return units / finer;
}

/** Text of a whole number of units with exactly `scale` digits after the point. */
export function fromUnits(units: bigint, scale: number): Decimal {
  return printFixed(units, scale);
}
