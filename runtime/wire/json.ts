/**
 * JSON whose integers are exact. An integer that a JavaScript number cannot hold is read as a
 * bigint, every other one as a number; a bigint is written as digits. Everything else is as the
 * built-in functions have it. Own keys named `__proto__` are left out: no exchange sends them,
 * and code that copies objects key by key would be tricked by them.
 */

import { exactNumber, NumberText, scanJson } from "./json-scan.ts";

/** The text is not JSON, or a value cannot be written as JSON. */
export class JsonError extends Error {
  override readonly name = "JsonError";
}

/**
 * Reads JSON text. Numbers with an exponent are read as the built-in function reads them.
 * @throws JsonError that tells the place, and none of the text.
 */
export function parseJson(text: string): unknown {
  if (!hasLongDigitRun(text) && !mayHoldProto(text)) {
    try {
      return JSON.parse(text);
    } catch {
      // The built-in message quotes the text, which may hold a key: scan again for the place.
    }
  }
  const result = scanJson(text);
  if (result.kind === "fault") {
    throw new JsonError(`The text is not JSON: ${result.reason} at character ${result.offset}.`);
  }
  return result.value;
}

/**
 * Reads JSON text that `parseJson` takes with each number as a `NumberText`, gives the value to
 * `use`, and puts a number in the place of every one that is left.
 */
export function withDigits<Value>(text: string, use: (value: unknown) => Value): Value {
  const result = scanJson(text, (token) => new NumberText(token));
  const value = result.kind === "value" ? result.value : undefined;
  const used = use(value);
  const open: unknown[] = [value];
  // No recursion: nesting must cost memory only.
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [name, member] of Object.entries(next as object)) {
      if (member instanceof NumberText) {
        Reflect.set(next as object, name, exactNumber(member.text));
      } else if (typeof member === "object" && member !== null) {
        open.push(member);
      }
    }
  }
  return used;
}

/** Two plain searches spare most texts the pattern. */
function mayHoldProto(text: string): boolean {
  return (text.includes("__") || text.includes("\\u")) && protoKey.test(text);
}

/** Also finds the key when some of its letters are written as escapes. */
const protoKey =
  /(?:_|\\u005f){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006f)(?:t|\\u0074)(?:o|\\u006f)/i;

/** Fewer than sixteen digits always fit a number. */
const digitRunMin = 16;

/**
 * Every run of sixteen digits covers a multiple of sixteen, so only those places are looked at.
 * Digits inside texts count as well: that costs time, not exactness.
 */
function hasLongDigitRun(text: string): boolean {
  for (let probe = digitRunMin - 1; probe < text.length; probe += digitRunMin) {
    if (isDigit(text, probe)) {
      let start = probe;
      let end = probe + 1;
      while (isDigit(text, start - 1)) {
        start -= 1;
      }
      while (isDigit(text, end)) {
        end += 1;
      }
      if (end - start >= digitRunMin) {
        return true;
      }
    }
  }
  return false;
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 48 && code <= 57;
}

/**
 * Deepest nesting that is written. The deepest answer has six levels; a bound keeps a hostile
 * value from exhausting the call stack.
 */
const depthMax = 500;

/**
 * Writes a value as JSON. Like the built-in function it leaves out properties that are
 * `undefined`, and calls `toJSON` where there is one.
 * @throws JsonError for a value nested more than 500 levels deep, and for numbers that JSON
 * does not know.
 */
export function encodeJson(value: unknown): string {
  return encode(value, 0) ?? "null";
}

function encode(value: unknown, depth: number): string | undefined {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "number":
      if (!Number.isFinite(value)) {
        throw new JsonError("A number is not finite; JSON has no word for it.");
      }
      return String(value);
    case "bigint":
    case "boolean":
      return String(value);
    case "object":
      return value === null ? "null" : encodeComposite(value, depth + 1);
    default:
      return undefined;
  }
}

function encodeComposite(value: object, depth: number): string | undefined {
  if (depth > depthMax) {
    throw new JsonError(`A value is nested more than ${depthMax} levels deep.`);
  }
  if (Array.isArray(value)) {
    return `[${value.map((item) => encode(item, depth) ?? "null").join(",")}]`;
  }
  if ("toJSON" in value && typeof value.toJSON === "function") {
    return encode(value.toJSON(), depth);
  }
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    const text = encode(member, depth);
    if (text !== undefined) {
      members.push(`${JSON.stringify(name)}:${text}`);
    }
  }
  return `{${members.join(",")}}`;
}
