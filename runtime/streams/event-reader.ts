/** Reads the values of a flat message out of its bytes. It knows one way of writing each. */

/** Bytes that give parts of themselves as text, as the buffers of Node, Bun and Deno do. */
export interface FrameBytes extends Uint8Array {
  /** One character for each byte. */
  latin1Slice(start: number, end: number): string;
}

/** Bytes and signs of JSON. */
export const signs = {
  quote: 34,
  comma: 44,
  zero: 48,
  colon: 58,
  backslash: 92,
  falseWord: 102,
  trueWord: 116,
  open: 123,
  close: 125,
} as const;

/** Whether bytes give parts of themselves as text. */
export function isFrameBytes(bytes: Uint8Array): bytes is FrameBytes {
  return "latin1Slice" in bytes;
}

/** The name of a field as one number; 0 for names that are not read this way. */
export function keyOf(name: string): number {
  if (!/^[!#-[\]-~]{1,2}$/.test(name)) return 0;
  return name.charCodeAt(0) | ((name.length > 1 ? name.charCodeAt(1) : 0) << 8);
}

/** Behind the end of a text in quotes that begins here; 0 when it needs the general reader. */
export function endOfText(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== signs.quote) return 0;
  let place = at + 1;
  for (let sign = bytes[place] ?? 0; sign !== signs.quote; sign = bytes[place] ?? 0) {
    if (sign < 32 || sign > 126 || sign === signs.backslash) return 0;
    place += 1;
  }
  return place + 1;
}

/** Behind the end of plain digits that begin here; 0 when there are none. */
export function endOfDigits(bytes: Uint8Array, at: number): number {
  let place = at;
  while (((bytes[place] ?? 0) ^ signs.zero) <= 9) place += 1;
  // A zero in front of other digits is no JSON.
  return place === at || (bytes[at] === signs.zero && place > at + 1) ? 0 : place;
}

/** Behind the end of `true` or `false`; 0 for anything else. */
export function endOfFlag(bytes: Uint8Array, at: number): number {
  const isTrue =
    bytes[at] === signs.trueWord &&
    bytes[at + 1] === 114 &&
    bytes[at + 2] === 117 &&
    bytes[at + 3] === 101;
  if (isTrue) return at + 4;
  const isFalse =
    bytes[at] === signs.falseWord &&
    bytes[at + 1] === 97 &&
    bytes[at + 2] === 108 &&
    bytes[at + 3] === 115 &&
    bytes[at + 4] === 101;
  return isFalse ? at + 5 : 0;
}

/** One cursor for all messages. Where `isOdd`, what was read is worth nothing. */
export class EventReader {
  isOdd = false;
  #bytes: Uint8Array = new Uint8Array();
  #text = "";
  #start = 0;
  #at = 0;

  /** Goes to the message that begins at `at` and is a part of the text from there to `end`. */
  begin(bytes: FrameBytes, at: number, end: number): void {
    this.isOdd = false;
    this.#bytes = bytes;
    // Cutting parts out of one text costs less than making many out of bytes.
    this.#text = bytes.latin1Slice(at, end);
    this.#start = at;
    this.#at = at;
  }

  /** Passes the name of a field, with the sign before it. */
  key(key: number): void {
    const bytes = this.#bytes;
    let at = this.#at;
    const before = at === this.#start ? signs.open : signs.comma;
    if (bytes[at] !== before || bytes[at + 1] !== signs.quote || bytes[at + 2] !== (key & 255)) {
      this.isOdd = true;
      return;
    }
    at += 3;
    if (key > 255) {
      if (bytes[at] !== key >> 8) this.isOdd = true;
      at += 1;
    }
    if (bytes[at] !== signs.quote || bytes[at + 1] !== signs.colon) this.isOdd = true;
    this.#at = at + 2;
  }

  /** A text without escapes. */
  text(): string {
    const at = this.#at;
    const end = endOfText(this.#bytes, at);
    if (end === 0) this.isOdd = true;
    this.#at = end;
    return this.#text.slice(at + 1 - this.#start, end - 1 - this.#start);
  }

  /** An integer of plain digits that a number can hold. */
  integer(): number {
    const bytes = this.#bytes;
    let at = this.#at;
    const start = at;
    let value = 0;
    let digit = (bytes[at] ?? 0) ^ signs.zero;
    const isZero = digit === 0;
    while (digit <= 9) {
      value = value * 10 + digit;
      at += 1;
      digit = (bytes[at] ?? 0) ^ signs.zero;
    }
    const isOdd = at === start || (isZero && at > start + 1) || value > Number.MAX_SAFE_INTEGER;
    if (isOdd) this.isOdd = true;
    this.#at = at;
    return value;
  }

  /** A yes or no. */
  flag(): boolean {
    const at = this.#at;
    const end = endOfFlag(this.#bytes, at);
    if (end === 0) this.isOdd = true;
    this.#at = end;
    return end === at + 4;
  }

  /** Whether the message was read well and ends here: at its brace, in front of `end`. */
  isWhole(end: number): boolean {
    return !this.isOdd && this.#bytes[this.#at] === signs.close && this.#at + 1 === end;
  }
}
