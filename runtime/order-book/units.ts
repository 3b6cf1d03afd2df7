/**
 * Prices and quantities as whole units of `10^-scale`. The scale counts places that are not
 * trailing zeros, so "67000.10000000" needs a scale of 1 only and stays a small integer.
 */

import { print, printFixed } from "../encoding/decimal.ts";
import type { Decimal } from "../tables.ts";

/** Exact whole units: a number where that is safe, a bigint beyond, as in `Int64`. */
export type Units = number | bigint;

/** How the decimals of a book are stored and printed. */
export interface Precision {
  /** Places behind the point that one unit stands for. */
  readonly scale: number;
  /** Places that every text had so far; `mixedPlaces` when they differ. */
  readonly places: number;
}

export const mixedPlaces = -1;
const unknownPlaces = -2;

/** The precision before the first text. */
export const noPrecision: Precision = { scale: 0, places: unknownPlaces };

/** 10 to each exponent at which a number is exact. */
export const powersOfTen: Float64Array = Float64Array.from({ length: 23 }, (_, exponent) =>
  Number(`1e${exponent}`),
);

const zero = "0".charCodeAt(0);

/** The precision that fits one more plain decimal. */
export function withText(precision: Precision, text: Decimal): Precision {
  const { scale, places } = precision;
  const split = text.indexOf(".");
  const own = split === -1 ? 0 : text.length - split - 1;
  let end = text.length;
  while (split !== -1 && text.charCodeAt(end - 1) === zero) end -= 1;
  const needed = split === -1 ? 0 : end - split - 1;
  if (own === places && needed <= scale) return precision;
  return {
    scale: Math.max(scale, needed),
    places: places === unknownPlaces || places === own ? own : mixedPlaces,
  };
}

/** Exact units of plain decimal text whose places, without trailing zeros, fit the scale. */
export function unitsOf(text: Decimal, scale: number): Units {
  const split = text.indexOf(".");
  const point = split === -1 ? text.length : split;
  const end = Math.min(text.length, point + 1 + scale);
  let units = 0;
  for (let at = 0; at < end; at += 1) {
    if (at !== point) units = units * 10 + (text.charCodeAt(at) - zero);
  }
  const missing = scale - Math.max(0, end - point - 1);
  units *= powersOfTen[missing] ?? Number.NaN;
  // Digits that a number cannot hold make it larger than the largest safe one.
  if (units <= Number.MAX_SAFE_INTEGER) return units;
  return BigInt(text.slice(0, end).replace(".", "") + "0".repeat(missing));
}

/** The same value in units that are finer by so many places. */
export function scaled(units: Units, places: number): Units {
  const product = Number(units) * (powersOfTen[places] ?? Number.NaN);
  // A rounded product is never a safe integer, so a safe one is exact.
  if (Number.isSafeInteger(product)) return product;
  return safe(BigInt(units) * 10n ** BigInt(places));
}

function safe(units: bigint): Units {
  const number = Number(units);
  return Number.isSafeInteger(number) ? number : units;
}

/** Text of units: with the places of the texts where those agree, else without trailing zeros. */
export function textOf(units: Units, { scale, places }: Precision): Decimal {
  if (places < scale) return print({ units, scale });
  const text = printFixed(units, scale);
  return text + (scale === 0 && places > 0 ? "." : "") + "0".repeat(places - scale);
}
