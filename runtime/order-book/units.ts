/**
 * Prices and quantities as whole units of `10^-scale`. Trailing zeros do not count:
 * "67000.10000000" has scale 1 and stays a small integer.
 */

import { print, printFixed, unitsOf } from "../encoding/decimal.ts";
import type { Decimal, Int64 } from "../tables.ts";

/** Exact whole units. */
export type Units = Int64;

/** How the decimals of a book are stored and printed. */
export interface Precision {
  /** Decimal places of one unit. */
  readonly scale: number;
  /** Places of every text so far; `mixedPlaces` when they differ. */
  readonly places: number;
}

/** The precisions of a book; replaced by another object on change. */
export interface BookPrecision {
  readonly price: Precision;
  readonly quantity: Precision;
}

export const mixedPlaces = -1;
const unknownPlaces = -2;

/** The precision before the first text. */
export const noPrecision: Precision = { scale: 0, places: unknownPlaces };

const zero = "0".charCodeAt(0);
const point = ".".charCodeAt(0);

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

/** Units of a text that fits a precision; negative for any other value. */
export function fittingUnits(text: unknown, { scale, places }: Precision): Units {
  if (typeof text !== "string") return -1;
  const isAsLong =
    places === mixedPlaces ||
    (places === 0 ? !text.includes(".") : text.charCodeAt(text.length - places - 1) === point);
  return isAsLong ? unitsOf(text, scale) : -1;
}

/** Formats units with the places of the texts where those agree, else without trailing zeros. */
export function textOf(units: Units, { scale, places }: Precision): Decimal {
  if (places < scale) return print({ units, scale });
  const text = printFixed(units, scale);
  return text + (scale === 0 && places > 0 ? "." : "") + "0".repeat(places - scale);
}
