/**
 * Reads JSON without losing a digit: the built-in reader does the work, on a text in which the
 * numbers that it would round are marked strings. They are taken out of the value again.
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
 * @throws SyntaxError for what is no JSON; its message may quote the text.
 */
export function readJson(text: string): unknown {
  return hasLongDigitRun(text) || mayHoldProto(text)
    ? readMarked(text, digitRunMin, exactNumber)
    : JSON.parse(text);
}

/**
 * Reads JSON text that `readJson` takes with each number as a `NumberText`, gives the value to
 * `use`, and puts a number in the place of every one that is left.
 */
export function withDigits<Value>(text: string, use: (value: unknown) => Value): Value {
  const value = readMarked(text, 1, (token) => new NumberText(token));
  const used = use(value);
  replaceAll({ value }, (member) =>
    member instanceof NumberText ? exactNumber(member.text) : member,
  );
  return used;
}

/** Only a number that is written as a whole one can be an id or a time. */
export function exactNumber(token: string): number | bigint {
  const [, whole] = wholeToken.exec(token) ?? [];
  const value = Number(token);
  return whole === undefined || Number.isSafeInteger(value) ? value : BigInt(whole);
}

const wholeToken = /^(-?[0-9]+)(?:\.0+)?$/;

/** Ids have nineteen digits; making a bigint of millions would keep the reader busy. */
const numberLengthMax = 1000;

/** A whole number token that is no key: what is no JSON must not become some. */
const numberToken =
  /(?<![\w.+-])-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?(?![\w.+-]|\s*:)/g;

/** Begins what is marked, as a value and as JSON writes it; a string that begins so has two. */
const mark = "\u0001";
const markText = '"\\u0001';

/** Reads JSON with `numberOf` of each number that is at least so long. */
function readMarked(
  text: string,
  lengthMin: number,
  numberOf: (token: string) => unknown,
): unknown {
  let marked = "";
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at);
    const open = quote < 0 ? text.length : quote;
    marked += text.slice(at, open).replace(numberToken, (token) => {
      if (token.length > numberLengthMax) throw new SyntaxError("A number is too long.");
      return token.length < lengthMin ? token : `${markText}${token}"`;
    });
    at = stringEnd(text, open);
    const string = text.slice(open, at);
    keyEnd.lastIndex = at;
    const isForged = string.startsWith(markText) && !keyEnd.test(text);
    marked += isForged ? markText + string.slice(1) : string;
  }
  const holder = { value: JSON.parse(marked) as unknown };
  replaceAll(holder, (member) => {
    if (typeof member !== "string" || !member.startsWith(mark)) return member;
    const rest = member.slice(1);
    return rest.startsWith(mark) ? rest : numberOf(rest);
  });
  return holder.value;
}

const keyEnd = /\s*:/y;

/** Where the string that opens here ends: behind its first quote that is not escaped. */
function stringEnd(text: string, open: number): number {
  for (let end = text.indexOf('"', open + 1); end > 0; end = text.indexOf('"', end + 1)) {
    let start = end;
    while (text.charCodeAt(start - 1) === backslash) start -= 1;
    if ((end - start) % 2 === 0) return end + 1;
  }
  return text.length;
}

const backslash = 92;

/** Replaces everything that hangs on a value. No recursion: nesting must cost memory only. */
function replaceAll(holder: object, replace: (member: unknown) => unknown): void {
  const open = [holder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [name, member] of Object.entries(next)) {
      const after = replace(member);
      if (name === protoName) Reflect.deleteProperty(next, name);
      else if (after !== member) Reflect.set(next, name, after);
      else if (typeof member === "object" && member !== null) open.push(member);
    }
  }
}

const protoName = "__proto__";

/** Also where some letters of the key may be written as escapes. */
function mayHoldProto(text: string): boolean {
  return text.includes(protoName) || text.includes("\\u00");
}

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
      while (isDigit(text, start - 1)) start -= 1;
      while (isDigit(text, end)) end += 1;
      if (end - start >= digitRunMin) return true;
    }
  }
  return false;
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 48 && code <= 57;
}
