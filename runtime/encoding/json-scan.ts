/**
 * A JSON reader of our own, for those who must tell where a text stops being JSON. It keeps its own
 * stack, so nesting costs memory only.
 */

import { exactNumber } from "./json-exact.ts";

/** The value, or why and where the text stops being JSON. */
export type ScanResult =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "fault"; readonly reason: string; readonly offset: number };

/** Reads one JSON value that fills the whole text. */
export function scanJson(text: string): ScanResult {
  const cursor: Cursor = { text, offset: 0 };
  try {
    const value = scanDocument(cursor);
    return { kind: "value", value };
  } catch (error) {
    if (error instanceof Fault) {
      return { kind: "fault", reason: error.reason, offset: cursor.offset };
    }
    throw error;
  }
}

interface Cursor {
  readonly text: string;
  offset: number;
}

/** Thrown and caught in this file only. */
class Fault {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** An array or object that is still open, and the key that waits for its value. */
interface Open {
  readonly target: unknown[] | Record<string, unknown>;
  key: string | undefined;
}

function scanDocument(cursor: Cursor): unknown {
  const stack: Open[] = [];
  for (;;) {
    let value = scanValue(cursor, stack);
    // Each closed composite is itself the value of the one around it.
    while (value !== opened) {
      const around = stack.at(-1);
      if (around === undefined) {
        return finish(cursor, value);
      }
      store(around, value);
      value = continues(cursor, around) ? opened : stack.pop()?.target;
    }
  }
}

/** Stands for "a composite was opened, its first member follows". */
const opened = Symbol("opened");

function scanValue(cursor: Cursor, stack: Open[]): unknown {
  const first = peek(cursor);
  switch (first) {
    case "{":
    case "[": {
      cursor.offset += 1;
      const open: Open = { target: first === "[" ? [] : {}, key: undefined };
      if (take(cursor, first === "[" ? "]" : "}")) {
        return open.target;
      }
      if (first === "{") {
        open.key = scanKey(cursor);
      }
      stack.push(open);
      return opened;
    }
    case '"':
      return scanString(cursor);
    case "t":
      return scanWord(cursor, "true", true);
    case "f":
      return scanWord(cursor, "false", false);
    case "n":
      return scanWord(cursor, "null", null);
    default:
      return scanNumber(cursor);
  }
}

/** After a member: a comma (true, the next key is read) or the closing bracket (false). */
function continues(cursor: Cursor, open: Open): boolean {
  const isList = Array.isArray(open.target);
  if (take(cursor, ",")) {
    open.key = isList ? undefined : scanKey(cursor);
    return true;
  }
  if (take(cursor, isList ? "]" : "}")) {
    return false;
  }
  throw new Fault(isList ? 'expected "," or "]"' : 'expected "," or "}"');
}

function store({ target, key }: Open, value: unknown): void {
  if (Array.isArray(target)) {
    target.push(value);
  } else if (key !== undefined && key !== "__proto__") {
    target[key] = value;
  }
}

function finish(cursor: Cursor, value: unknown): unknown {
  if (peek(cursor) !== "") {
    throw new Fault("expected the end");
  }
  return value;
}

function scanKey(cursor: Cursor): string {
  if (peek(cursor) !== '"') {
    throw new Fault("expected a key in double quotes");
  }
  const key = scanString(cursor);
  if (!take(cursor, ":")) {
    throw new Fault('expected ":"');
  }
  return key;
}

function scanString(cursor: Cursor): string {
  const { text, offset } = cursor;
  let end = text.indexOf('"', offset + 1);
  while (end !== -1 && isEscaped(text, end)) {
    end = text.indexOf('"', end + 1);
  }
  if (end === -1) {
    throw new Fault("a string is not closed");
  }
  const content = text.slice(offset + 1, end);
  if (controlCharacter.test(content)) {
    throw new Fault("a string holds a bare control character");
  }
  if (content.includes("\\")) {
    return readEscapes(text.slice(offset, end + 1), cursor, end + 1);
  }
  cursor.offset = end + 1;
  return content;
}

/** A quote is escaped when an odd number of backslashes stands in front of it. */
function isEscaped(text: string, quote: number): boolean {
  let start = quote;
  while (text.charCodeAt(start - 1) === backslash) {
    start -= 1;
  }
  return (quote - start) % 2 === 1;
}

const backslash = 92;
const controlCharacter = /[\u0000-\u001f]/;

function readEscapes(token: string, cursor: Cursor, end: number): string {
  try {
    const content = String(JSON.parse(token));
    cursor.offset = end;
    return content;
  } catch {
    throw new Fault("a string has a bad escape");
  }
}

function scanNumber(cursor: Cursor): unknown {
  numberToken.lastIndex = cursor.offset;
  const match = numberToken.exec(cursor.text);
  if (match === null) {
    const ended = cursor.offset >= cursor.text.length;
    throw new Fault(ended ? "the text ends early" : "expected a value");
  }
  if (match[0].length > numberLengthMax) {
    throw new Fault(`a number is longer than ${numberLengthMax} characters`);
  }
  cursor.offset += match[0].length;
  return exactNumber(match[0]);
}

/** Ids have nineteen digits; making a bigint of millions would keep the reader busy. */
const numberLengthMax = 1000;
const numberToken = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;

function scanWord<Value>(cursor: Cursor, word: string, value: Value): Value {
  if (!cursor.text.startsWith(word, cursor.offset)) {
    throw new Fault("expected a value");
  }
  cursor.offset += word.length;
  return value;
}

/** The next character that is not white space; empty at the end. */
function peek(cursor: Cursor): string {
  whiteSpace.lastIndex = cursor.offset;
  cursor.offset += whiteSpace.exec(cursor.text)?.[0].length ?? 0;
  return cursor.text.charAt(cursor.offset);
}

const whiteSpace = /[ \t\n\r]*/y;

function take(cursor: Cursor, character: string): boolean {
  if (peek(cursor) !== character) {
    return false;
  }
  cursor.offset += 1;
  return true;
}
