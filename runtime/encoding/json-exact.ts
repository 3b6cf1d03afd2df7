/**
 * Reads JSON without losing a digit: the built-in reader does the work, and hands over the text of
 * the numbers that it would round.
 */

/** A number as it is written, where its digits matter. */
export class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Reads JSON text. An integer that a number cannot hold becomes a bigint; everything else is as the
 * built-in function has it, but that keys named `__proto__` are left out.
 * @throws SyntaxError for what is no JSON; its message may quote the text. RangeError for thousands
 * of levels around a long number.
 */
export function readJson(text: string): unknown {
  return hasLongDigitRun(text) || mayHoldProto(text)
    ? readNumbers(text, exactNumber)
    : JSON.parse(text);
}

/**
 * Reads JSON text that `readJson` takes with each number as a `NumberText`, gives the value to
 * `use`, and puts a number in the place of every one that is left.
 */
export function withDigits<Value>(text: string, use: (value: unknown) => Value): Value {
  const value = readNumbers(text, (token) => new NumberText(token));
  const used = use(value);
  makeNumbers({ value });
  return used;
}

/** Only a number that is written as a whole one can be an id or a time. */
export function exactNumber(token: string): number | bigint {
  const [, whole] = wholeToken.exec(token) ?? [];
  const value = Number(token);
  if (whole === undefined || Number.isSafeInteger(value)) return value;
  if (whole.length > numberLengthMax) throw new SyntaxError("A number is too long.");
  return BigInt(whole);
}

const wholeToken = /^(-?[0-9]+)(?:\.0+)?$/;

/** Ids have nineteen digits; making a bigint of millions would keep the reader busy. */
const numberLengthMax = 1000;

/** The standard form of the function, which the types of the language do not know yet. */
const parse = JSON.parse as (
  text: string,
  revive: (name: string, value: unknown, context: { readonly source: string }) => unknown,
) => unknown;

/** Reads JSON with `numberOf` in the place of each number. */
function readNumbers(text: string, numberOf: (token: string) => unknown): unknown {
  return parse(text, (name, value, { source }) => {
    if (name === protoName) return undefined;
    return typeof value === "number" ? numberOf(source) : value;
  });
}

/** No recursion: nesting must cost memory only. */
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

/** Any escape may be a letter of the key. */
function mayHoldProto(text: string): boolean {
  return text.includes("\\") || text.includes(protoName);
}

/** Fewer than sixteen digits always fit a number. */
const digitRunMin = 16;

/**
 * Looks at the last place of each window of sixteen, and goes back while there are digits: the next
 * window begins behind the place that is none. Digits inside texts count as well: that costs time,
 * not exactness.
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
