/** Decimal arithmetic of the page: exact text, never a float. */

import {
  add,
  compareDecimals,
  floorQuotient,
  multiply,
  normalForm,
  print,
  read,
  subtract,
} from "../../../runtime/encoding/decimal.ts";
import type { Decimal } from "../../../runtime/tables.ts";

/** The same value with at least `scale` digits after the point, and no trailing zeros beyond. */
export function atScale(text: Decimal, scale: number): Decimal {
  const shortest = normalForm(text);
  const [whole = "", digits = ""] = shortest.split(".");
  return digits.length >= scale ? shortest : `${whole}.${digits.padEnd(scale, "0")}`;
}

/** Decimal places of a step; `undefined` for a step of 0, which is no grid. */
export function scaleOfStep(step: Decimal | undefined): number | undefined {
  if (step === undefined || isZero(step)) return undefined;
  return normalForm(step).split(".")[1]?.length ?? 0;
}

export function isZero(text: Decimal): boolean {
  return /^-?0*(?:\.0*)?$/u.test(text);
}

export function sum(one: Decimal, other: Decimal): Decimal {
  return print(add(read(one), read(other)));
}

export function difference(one: Decimal, other: Decimal): Decimal {
  return print(subtract(read(one), read(other)));
}

export function product(one: Decimal, other: Decimal): Decimal {
  return print(multiply(read(one), read(other)));
}

export function isMore(one: Decimal, other: Decimal): boolean {
  return compareDecimals(one, other) > 0;
}

/** A percentage of an amount, divided by a price if given, rounded down. */
export function percentOf(
  amount: Decimal,
  percent: number,
  { scale, price = "1" }: { readonly scale: number; readonly price?: Decimal | undefined },
): Decimal {
  if (isZero(price)) return "0";
  const part = multiply(read(amount), { units: percent, scale: 2 });
  return print(floorQuotient(part, read(price), scale));
}

/** The next multiple of a step at or below a price, or at or above it. */
export function toStep(price: Decimal, step: Decimal, isUp: boolean): Decimal {
  const [parts, size] = [read(price), read(step)];
  const below = print(multiply(floorQuotient(parts, size), size));
  return isUp && isMore(price, below) ? sum(below, step) : below;
}

/** A part of a whole in percent, only for pixels. */
export function share(part: Decimal, whole: Decimal): number {
  return isZero(whole) ? 0 : Number(percentOf(part, 10_000, { scale: 1, price: whole }));
}
