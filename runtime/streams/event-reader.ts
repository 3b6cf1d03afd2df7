/** Reads the values of a flat message out of its bytes. It knows one way of writing each. */

import { type Page, signs } from "./event-bytes.ts";

/** The name of a field as one number; 0 for names that are not read this way. */
export function keyOf(name: string): number {
  if (!/^[!#-[\]-~]{1,2}$/.test(name)) return 0;
  return name.charCodeAt(0) | ((name.length > 1 ? name.charCodeAt(1) : 0) << 8);
}

/** One cursor for all messages. Where `isOdd`, what was read is worth nothing. */
export class EventReader {
  isOdd = false;
  #bytes: Uint8Array = new Uint8Array();
  #page: Page | undefined;
  #start = 0;
  #at = 0;
  #end = 0;

  /** Goes to the message that begins at `at` and reaches to `end`. */
  begin(page: Page, at: number, end: number): void {
    this.isOdd = false;
    this.#bytes = page.bytes;
    this.#page = page;
    this.#start = at;
    this.#at = at;
    this.#end = end;
  }

  /** Passes the name of a field, with the sign before it. */
  key(key: number): void {
    const bytes = this.#bytes;
    let at = this.#at;
    const before = at === this.#start ? signs.open : signs.comma;
    let isFine =
      bytes[at] === before && bytes[at + 1] === signs.quote && bytes[at + 2] === (key & 255);
    at += 3;
    if (key > 255) {
      isFine &&= bytes[at] === key >> 8;
      at += 1;
    }
    isFine &&= bytes[at] === signs.quote && bytes[at + 1] === signs.colon;
    if (!isFine) this.isOdd = true;
    this.#at = at + 2;
  }

  /** A text without escapes. */
  text(): string {
    const bytes = this.#bytes;
    const start = this.#at + 1;
    let at = start;
    let sign = bytes[at] ?? 0;
    while (sign !== signs.quote) {
      if (sign < 32 || sign > 127 || sign === signs.backslash) {
        this.isOdd = true;
        return "";
      }
      at += 1;
      sign = bytes[at] ?? 0;
    }
    if (bytes[start - 1] !== signs.quote) this.isOdd = true;
    this.#at = at + 1;
    return this.#page?.text(start, at) ?? "";
  }

  /** An integer of plain digits that a number can hold. */
  integer(): number {
    const bytes = this.#bytes;
    const start = this.#at;
    const short = start + 9;
    let at = start;
    let digit = (bytes[at] ?? 0) ^ signs.zero;
    // Nine digits are counted in small numbers, which is faster.
    let first = 0;
    while (digit <= 9 && at < short) {
      first = (first * 10 + digit) | 0;
      at += 1;
      digit = (bytes[at] ?? 0) ^ signs.zero;
    }
    let value = first;
    while (digit <= 9) {
      value = value * 10 + digit;
      at += 1;
      digit = (bytes[at] ?? 0) ^ signs.zero;
    }
    const hasZero = bytes[start] === signs.zero && at > start + 1;
    if (at === start || hasZero || value > Number.MAX_SAFE_INTEGER) this.isOdd = true;
    this.#at = at;
    return value;
  }

  /** A yes or no. */
  flag(): boolean {
    const bytes = this.#bytes;
    const at = this.#at;
    const isTrue = bytes[at] === signs.trueWord;
    const word = isTrue ? trueSigns : falseSigns;
    for (let index = 0; index < word.length; index += 1) {
      if (bytes[at + index] !== word[index]) this.isOdd = true;
    }
    this.#at = at + word.length;
    return isTrue;
  }

  /** Whether the message was read well, up to the brace at its end. */
  isWhole(): boolean {
    const at = this.#at;
    return !this.isOdd && this.#bytes[at] === signs.close && at + 1 === this.#end;
  }
}

const trueSigns = [116, 114, 117, 101] as const;
const falseSigns = [102, 97, 108, 115, 101] as const;
