/**
 * JSON whose integers are exact. An integer that a JavaScript number cannot hold is read as a
 * bigint, every other one as a number; a bigint is written as digits. Everything else is as the
 * built-in functions have it. Own keys named `__proto__` are left out: no exchange sends them,
 * and code that copies objects key by key would be tricked by them.
 */

import { readJson } from "./json-exact.ts";
import { scanJson } from "./json-scan.ts";

/** The text is not JSON, or a value cannot be written as JSON. */
export class JsonError extends Error {
  override readonly name = "JsonError";
}

/**
 * Reads JSON text. Numbers with an exponent are read as the built-in function reads them.
 * @throws JsonError that tells the place, and none of the text.
 */
export function parseJson(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    // The built-in message quotes the text, which may hold a key: scan again for the place.
    const result = scanJson(text);
    if (result.kind === "value") return result.value;
    throw new JsonError(`The text is not JSON: ${result.reason} at character ${result.offset}.`);
  }
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
