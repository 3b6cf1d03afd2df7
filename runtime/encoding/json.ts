/**
 * JSON whose integers are exact. An integer that a JavaScript number cannot hold is read as a
 * bigint, every other one as a number; a bigint is written as digits. Everything else is as the
 * built-in functions have it. Own keys named `__proto__` are left out: no exchange sends them, and
 * they would trick code that copies objects key by key.
 */

/** The text is not JSON, or a value cannot be written as JSON. */
export class JsonError extends Error {
  override readonly name = "JsonError";
}

/** A number as it is written, where its digits matter. */
export class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Reads JSON text. Numbers with an exponent are read as the built-in function reads them.
 * @throws JsonError, which quotes nothing of the text; also for thousands of levels around a number
 * beyond 2^53.
 */
export function parseJson(text: string): unknown {
  try {
    if (hasLongDigitRun(text)) return readNumbers(text, exactNumber);
    // Without the text of the numbers, which Node 20 does not give.
    return mayHoldProto(text) ? JSON.parse(text, withoutProto) : JSON.parse(text);
  } catch {
    // The built-in message quotes the text, which may hold a key.
    throw new JsonError("The text is not JSON.");
  }
}

/**
 * Reads JSON text that `parseJson` takes with each number as a `NumberText`, gives the value to
 * `use`, and puts a number in the place of every one that is left.
 * @throws RangeError for thousands of levels, and where the platform does not give the digits.
 */
export function withDigits<Value>(text: string, use: (value: unknown) => Value): Value {
  const value = readNumbers(text, (token) => new NumberText(token));
  const used = use(value);
  makeNumbers({ value });
  return used;
}

/** Only a number that is written as a whole one can be an id or a time. */
function exactNumber(token: string): number | bigint {
  const [, whole] = wholeToken.exec(token) ?? [];
  const value = Number(token);
  if (whole === undefined || Number.isSafeInteger(value)) return value;
  if (whole.length > numberLengthMax) throw new SyntaxError("A number is too long.");
  return BigInt(whole);
}

const wholeToken = /^(-?[0-9]+)(?:\.0+)?$/;

/** Ids have nineteen digits; a bigint of millions would keep the reader busy. */
const numberLengthMax = 1000;

/** The standard form of the function, which the types of the language lack. */
const parse = JSON.parse as (
  text: string,
  /** Node 20 gives no context. */
  revive: (name: string, value: unknown, context?: { readonly source: string }) => unknown,
) => unknown;

/** Reads JSON with `numberOf` in the place of each number. */
function readNumbers(text: string, numberOf: (token: string) => unknown): unknown {
  return parse(text, (name, value, context) => {
    if (name === protoName) return undefined;
    if (typeof value !== "number") return value;
    if (context === undefined) throw new RangeError("No digits.");
    return numberOf(context.source);
  });
}

/** Without recursion, so that nesting costs memory only. */
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

/** Any escape may be a letter of the key. */
function mayHoldProto(text: string): boolean {
  return text.includes("\\") || text.includes(protoName);
}

/** Fewer than sixteen digits always fit a number. */
const digitRunMin = 16;

/**
 * Looks at the last place of each window of sixteen, and goes back while there are digits: the next
 * window begins behind the place that is none. Digits inside strings count as well: that costs
 * time, not exactness.
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

/** Deepest nesting that is written, so that no value can exhaust the call stack. */
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
      if (Number.isFinite(value)) return String(value);
      throw new JsonError("A number is not finite; JSON has no word for it.");
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
