/**
 * Digits of prices and quantities as whole units. A scale is how many places behind the point a
 * unit stands for; it counts places that say something, so needless zeros cost no room.
 */

import { print, printFixed, read } from "../encoding/decimal-parts.ts";
import type { Decimal } from "../tables.ts";

/** 10 to a whole exponent, as far as numbers are exact. */
export const powers: Float64Array = Float64Array.from({ length: 23 }, (_, exponent) =>
  Number(`1e${exponent}`),
);

/** Places behind the point: those of one unit, and those that the texts are written with. */
export interface Places {
  scale: number;
  /** The same for every text so far, `mixed` when they differ, `none` before the first. */
  written: number;
}

export const mixed = -1;
export const none = -2;

const [pointCode, zeroCode] = [46, 48];

/**
 * Units of plain decimal text, or -1 where this quick way cannot tell: for a sign, for a value
 * that is finer than the scale or too large for a number, and for another number of places.
 */
export function quickUnits(text: Decimal, { scale, written }: Places): number {
  const { length } = text;
  let at = 0;
  let whole = 0;
  let digit = text.charCodeAt(0) ^ zeroCode;
  while (at < length && digit <= 9) {
    whole = whole * 10 + digit;
    at += 1;
    digit = text.charCodeAt(at) ^ zeroCode;
  }
  let fraction = 0;
  let places = 0;
  if (at < length) {
    if (text.charCodeAt(at) !== pointCode) return -1;
    places = length - at - 1;
    const end = Math.min(length, at + 1 + scale);
    for (at += 1; at < end; at += 1) fraction = fraction * 10 + (text.charCodeAt(at) ^ zeroCode);
    fraction *= powers[Math.max(0, scale - places)] ?? 0;
    for (; at < length; at += 1) if (text.charCodeAt(at) !== zeroCode) return -1;
  }
  if (written !== mixed && places !== written) return -1;
  // Digits that a number cannot hold make it larger than the largest safe one.
  const units = whole * (powers[scale] ?? Number.NaN) + fraction;
  return units <= Number.MAX_SAFE_INTEGER ? units : -1;
}

/** How many places of plain decimal text say something, and how many there are. */
export function placesOf(text: Decimal): { readonly scale: number; readonly written: number } {
  const point = text.indexOf(".");
  if (point === -1) return { scale: 0, written: 0 };
  let end = text.length;
  while (text.charCodeAt(end - 1) === zeroCode) end -= 1;
  return { scale: end - point - 1, written: text.length - point - 1 };
}

/** The same for all texts so far and one more. */
export function joined(places: Places, text: Decimal): Places {
  const { scale, written } = placesOf(text);
  return {
    scale: Math.max(places.scale, scale),
    written: places.written === none || places.written === written ? written : mixed,
  };
}

/** Exact units of plain decimal text at a scale that is fine enough. */
export function exactUnits(text: Decimal, scale: number): bigint {
  const { units, scale: own } = read(text);
  return own <= scale
    ? BigInt(units) * 10n ** BigInt(scale - own)
    : BigInt(units) / 10n ** BigInt(own - scale);
}

/** Text of units: as all were written when they agree on that, else without needless zeros. */
export function textOf(units: number | bigint, { scale, written }: Places): Decimal {
  if (written < scale) return print({ units, scale });
  const text = printFixed(units, scale);
  return text + (scale === 0 && written > 0 ? "." : "") + "0".repeat(written - scale);
}
