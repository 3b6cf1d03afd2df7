/** Numbers of requests and responses, exact whether they are numbers, text, or have an exponent. */

import type { Decimal, Int64 } from "../tables.ts";
import { plainDecimal } from "./decimal.ts";
import { int64 } from "./int64-math.ts";
import { NumberText } from "./json.ts";
import { plainNotation } from "./plain-fields.ts";

/** Thrown where a JavaScript number may have lost digits: the text has to be read again. */
export class Inexact {}

/** `undefined` for what is no 64-bit integer. */
export function int64Of(value: unknown): Int64 | undefined {
  if (Number.isSafeInteger(value)) return value as number;
  const text = typeof value === "bigint" ? `${value}` : textOf(value);
  const digits = text?.replace(/\.0+$/, "") ?? "";
  if (!integerForm.test(digits)) return undefined;
  const whole = BigInt(digits);
  return BigInt.asIntN(64, whole) === whole ? int64(whole) : undefined;
}

const integerForm = /^-?[0-9]{1,19}$/;

/** `undefined` for what is no integer that a number holds. */
export function integerOf(value: unknown): number | undefined {
  const found = int64Of(value);
  return typeof found === "number" ? found : undefined;
}

/** Text stays as it is, a number is its digits; `undefined` for what is no decimal. */
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
