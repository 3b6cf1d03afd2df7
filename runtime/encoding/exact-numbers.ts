/** Numbers of responses, exact whether they came as a number, with an exponent, or as text. */

import type { Decimal, Int64 } from "../tables.ts";
import { NumberText } from "./json.ts";

/** Thrown where a JavaScript number may have lost digits: the text has to be read again. */
export class Inexact {}

/** `undefined` for what is no 64-bit integer. */
export function int64Of(value: unknown): Int64 | undefined {
  if (Number.isSafeInteger(value)) {
    return value as number;
  }
  const text = typeof value === "bigint" ? `${value}` : textOf(value);
  const digits = text === undefined ? undefined : shifted(text)?.replace(/\.0+$/, "");
  if (digits === undefined || !integerForm.test(digits)) {
    return undefined;
  }
  const whole = BigInt(digits);
  const number = Number(whole);
  if (BigInt.asIntN(64, whole) !== whole) {
    return undefined;
  }
  return Number.isSafeInteger(number) ? number : whole;
}

/** `undefined` for what is no integer that a number holds. */
export function integerOf(value: unknown): number | undefined {
  const found = int64Of(value);
  return typeof found === "number" ? found : undefined;
}

/** Text stays as it is, a number is its digits; `undefined` for what is no decimal. */
export function decimalOf(value: unknown): Decimal | undefined {
  if (typeof value === "string") {
    return isDecimal(value) ? value : undefined;
  }
  const text = textOf(value);
  return text === undefined ? undefined : shifted(text);
}

/** Digits with at most one point between them; faster than a pattern, as a book has thousands. */
function isDecimal(text: string): boolean {
  const first = text.charCodeAt(0) === minus ? 1 : 0;
  let point = 0;
  for (let index = first; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === dot && point === 0 && index > first) {
      point = index;
    } else if (code < zero || code > nine) {
      return false;
    }
  }
  return text.length > first && (point === 0 || point < text.length - 1);
}

const minus = 45;
const dot = 46;
const zero = 48;
const nine = 57;

/** The digits of a number or a text. */
function textOf(value: unknown): string | undefined {
  if (value instanceof NumberText) {
    return value.text;
  }
  if (typeof value === "number" || typeof value === "bigint") {
    throw new Inexact();
  }
  return typeof value === "string" ? value : undefined;
}

/** Longer than any amount, short enough to write out. */
const exponentMax = 400;
const integerForm = /^-?[0-9]{1,19}$/;
const numberForm = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([-+]?[0-9]{1,4}))?$/;

/** A number without its exponent, exact; `undefined` for what is no number. */
function shifted(text: string): string | undefined {
  const match = numberForm.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, sign = "", whole = "", fraction = "", exponent] = match;
  const by = Number(exponent ?? 0);
  if (exponent === undefined || Math.abs(by) > exponentMax) {
    return exponent === undefined ? text : undefined;
  }
  // The point moves over as many zeros as it needs.
  const zeros = "0".repeat(Math.abs(by));
  const left = by < 0 ? zeros + whole : whole;
  const right = by > 0 ? fraction + zeros : fraction;
  const point = left.length + by;
  const digits = left + right;
  const front = digits.slice(0, point).replace(/^0+(?=[0-9])/, "");
  const back = digits.slice(point).replace(by > 0 ? /0*$/ : /$/, "");
  return `${sign}${front}${back === "" ? "" : `.${back}`}`;
}
