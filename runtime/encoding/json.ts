/**
 * JSON with exact integers. An integer beyond 2^53 is parsed as a bigint, every other one as a
 * number; a bigint is written as digits. All else works like the built-in functions. Own keys named
 * `__proto__` are dropped: no exchange sends them, and they would trick code that copies objects
 * key by key.
 */

/** The text is not JSON, or a value cannot be written as JSON. */
export class JsonError extends Error {
  override readonly name = "JsonError";
}

/** A number together with its digits. */
export class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Parses JSON text. Numbers with an exponent are parsed like the built-in function does.
 * @throws JsonError, which quotes nothing of the text; also for thousands of levels around a number
 * beyond 2^53.
 */
export function parseJson(text: string): unknown {
  try {
    if (hasLongDigitRun(text)) return readNumbers(text, exactNumber);
    // Node 20 does not give the digits of numbers.
    return mayHoldProto(text) ? JSON.parse(text, withoutProto) : JSON.parse(text);
  } catch {
    // The built-in message quotes the text, which may hold a key.
    throw new JsonError("The text is not JSON.");
  }
}

/**
 * Parses JSON text that `parseJson` accepts, with each number as a `NumberText`; passes the value
 * to `use`, then replaces every remaining NumberText by a number.
 * @throws RangeError for thousands of levels, and where the platform does not give the digits.
 */
export function withDigits<Value>(text: string, use: (value: unknown) => Value): Value {
  const value = readNumbers(text, (token) => new NumberText(token));
  const used = use(value);
  makeNumbers({ value });
  return used;
}

/** Only integers in plain notation can be ids or times. */
function exactNumber(token: string): number | bigint {
  const [, whole] = wholeToken.exec(token) ?? [];
  const value = Number(token);
  if (whole === undefined || Number.isSafeInteger(value)) return value;
  if (whole.length > numberLengthMax) throw new SyntaxError("A number is too long.");
  return BigInt(whole);
}

const wholeToken = /^(-?[0-9]+)(?:\.0+)?$/;

/** Ids have nineteen digits; a bigint of millions would keep the parser busy. */
const numberLengthMax = 1000;

/** The standard signature, which TypeScript's library lacks. */
const parse = JSON.parse as (
  text: string,
  /** Node 20 passes no context. */
  revive: (name: string, value: unknown, context?: { readonly source: string }) => unknown,
) => unknown;

/** Parses JSON and replaces each number by `numberOf`. */
function readNumbers(text: string, numberOf: (token: string) => unknown): unknown {
  return parse(text, (name, value, context) => {
    if (name === protoName) return undefined;
    if (typeof value !== "number") return value;
    if (context === undefined) throw new RangeError("No digits.");
    return numberOf(context.source);
  });
}

/** Iterative, so that nesting costs only memory. */
function makeNumbers(holder: object): void {
  const open = [holder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [name, member] of Object.entries(next)) {
      if (member instanceof NumberText) Reflect.set(next, name, exactNumber(member.text));
      else if (typeof member === "object" && member !== null) open.push(member);
    }
  }
}

const protoName = "__proto__";

function withoutProto(name: string, value: unknown): unknown {
  return name === protoName ? undefined : value;
}

/** Any escape may spell a letter of the key. */
function mayHoldProto(text: string): boolean {
  return text.includes("\\") || text.includes(protoName);
}

/** Fewer than sixteen digits always fit a number. */
const digitRunMin = 16;

/**
 * Checks the last position of each window of sixteen and scans back over digits; the next window
 * starts after the first non-digit. Digits inside strings match as well: that costs time, not
 * exactness.
 */
function hasLongDigitRun(text: string): boolean {
  let last = digitRunMin - 1;
  while (last < text.length) {
    let at = last;
    while (last - at < digitRunMin && isDigit(text, at)) at -= 1;
    if (last - at === digitRunMin) return true;
    last = at + digitRunMin;
  }
  return false;
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 48 && code <= 57;
}

/** Deepest nesting that is written, to protect the call stack. */
const depthMax = 500;

/**
 * Writes a value as JSON. Like the built-in function it skips `undefined` properties and calls
 * `toJSON`.
 * @throws JsonError beyond 500 levels of nesting, and for numbers that JSON does not have.
 */
export function encodeJson(value: unknown): string {
  return encode(value, 0) ?? "null";
}

function encode(value: unknown, depth: number): string | undefined {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "number":
      if (Number.isFinite(value)) return String(value);
      throw new JsonError("JSON cannot represent a number that is not finite.");
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
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(",")}}`;
}
