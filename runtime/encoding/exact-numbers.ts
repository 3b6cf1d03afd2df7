/** Exact numbers from requests and responses, given as numbers, text, or with an exponent. */

import type { Decimal, Int64 } from "../tables.ts";
import { plainDecimal, plainNotation } from "./decimal.ts";
import { readInt64 } from "./int64-math.ts";
import { NumberText } from "./json.ts";

/** Thrown where a JavaScript number may have lost digits: parse the text again. */
export class Inexact {}

/** `undefined` for anything but a 64-bit integer. */
export function int64Of(value: unknown): Int64 | undefined {
  if (Number.isSafeInteger(value)) return value as number;
  const text = typeof value === "bigint" ? `${value}` : textOf(value);
  return text === undefined ? undefined : readInt64(text.replace(/\.0+$/, ""));
}

/** `undefined` for anything but a safe integer. */
export function integerOf(value: unknown): number | undefined {
  const found = int64Of(value);
  return typeof found === "number" ? found : undefined;
}

/** Text is kept, a number becomes its digits; `undefined` for anything but a decimal. */
export function decimalOf(value: unknown): Decimal | undefined {
  const text = typeof value === "string" ? value : textOf(value);
  return text !== undefined && plainDecimal.test(text) ? text : undefined;
}

/** The digits of a number or a text. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "bigint") throw new Inexact();
  const text = value instanceof NumberText ? value.text : value;
  return typeof text === "string" ? plainNotation(text) : undefined;
}
