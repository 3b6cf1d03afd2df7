/** Bytes of messages, looked at four at a time. */

/** Bytes that give parts of themselves as text, as the buffers of Node, Bun and Deno do. */
export interface FrameBytes extends Uint8Array {
  /** One character for each byte. */
  latin1Slice(start: number, end: number): string;
}

/** Received bytes in which messages lie; places are counted from their first. */
export class Page {
  readonly buffer: ArrayBufferLike;
  readonly bytes: Uint8Array;
  readonly words: DataView;
  /** Up to here they are known to be final. */
  limit = 0;
  readonly #slice: FrameBytes["latin1Slice"];
  /** A part of them as text. */
  #window = "";
  #from = 0;
  #to = 0;

  /** All that lies around these bytes. */
  constructor({ buffer, latin1Slice }: FrameBytes) {
    this.buffer = buffer;
    this.bytes = new Uint8Array(buffer);
    this.words = new DataView(buffer);
    this.#slice = latin1Slice;
  }

  /** One character for each byte. Parts of one text cost less than many made out of bytes. */
  text(start: number, end: number): string {
    if (start < this.#from || end > this.#to) {
      this.#from = start;
      this.#to = Math.max(end, Math.min(start + windowLength, this.limit));
      this.#window = this.#slice.call(this.bytes, start, this.#to);
    }
    return this.#window.slice(start - this.#from, end - this.#from);
  }
}

/** A text of thirteen letters or more that is kept holds this much with it, in some engines. */
const windowLength = 2_048;

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

const ones = 0x01010101;
const highs = 0x80808080 | 0;
const quotes = 0x22222222;
const backslashes = 0x5c5c5c5c;
const spaces = 0x20202020;
const zeros = 0x30303030;
const upper = 0xf0f0f0f0 | 0;
/** Lifts digits above nine out of their row of sixteen. */
const sixes = 0x06060606;

/** Not zero when one of four bytes is zero. */
function zeroIn(word: number): number {
  return (word - ones) & ~word & highs;
}

/** Not zero when one of four bytes is a quote. */
function quoteIn(word: number): number {
  return zeroIn(word ^ quotes);
}

/** Whether none of four bytes is a quote or a backslash. */
export function hasNoQuote(word: number): boolean {
  return (zeroIn(word ^ quotes) | zeroIn(word ^ backslashes)) === 0;
}

/** Whether four bytes are digits. */
export function areDigits(word: number): boolean {
  return (word & upper) === zeros && ((word + sixes) & upper) === zeros;
}

/** Behind the end of a text in quotes that begins here; 0 when it needs the general reader. */
export function endOfText({ bytes, words }: Page, at: number, end: number): number {
  if (bytes[at] !== signs.quote) return 0;
  let place = at + 1;
  for (; place + 4 <= end; place += 4) {
    const word = words.getInt32(place, true);
    const controls = (word - spaces) & ~word & highs;
    if ((quoteIn(word) | zeroIn(word ^ backslashes) | controls | (word & highs)) !== 0) break;
  }
  for (; place < end; place += 1) {
    const sign = bytes[place] ?? 0;
    if (sign === signs.quote) return place + 1;
    if (sign < 32 || sign > 127 || sign === signs.backslash) return 0;
  }
  return 0;
}

/** Behind the end of plain digits that begin here; 0 when there are none. */
export function endOfDigits({ bytes, words }: Page, at: number, end: number): number {
  let place = at;
  while (place + 4 <= end && areDigits(words.getInt32(place, true))) place += 4;
  while (place < end && ((bytes[place] ?? 0) ^ signs.zero) <= 9) place += 1;
  // A zero in front of other digits is no JSON.
  return place === at || (bytes[at] === signs.zero && place > at + 1) ? 0 : place;
}

/** The value of digits, whose end is known. */
export function valueOfDigits({ bytes, words }: Page, at: number, end: number): number {
  let place = at;
  let value = 0;
  for (; place + 4 <= end; place += 4) {
    const word = words.getInt32(place, true) ^ zeros;
    const low = (word & 255) * 1000 + ((word >> 8) & 255) * 100;
    value = value * 10_000 + (low + ((word >> 16) & 255) * 10 + (word >> 24));
  }
  for (; place < end; place += 1) value = value * 10 + ((bytes[place] ?? 0) ^ signs.zero);
  return value;
}

/** Behind the end of `true` or `false`; 0 for anything else. */
export function endOfFlag({ bytes, words }: Page, at: number, end: number): number {
  if (at + 5 > end) return 0;
  const word = words.getInt32(at, true);
  if (word === trueWord) return at + 4;
  return word === falseWord && bytes[at + 4] === 101 ? at + 5 : 0;
}

/** `true` and `fals`. */
const trueWord = 0x65757274;
const falseWord = 0x736c6166;

/** Bytes that are looked for. */
export class Pattern {
  readonly bytes: Uint8Array;
  readonly #words: Int32Array;
  readonly #last: number;

  /** @param text of ASCII, four characters at least. */
  constructor(text: string) {
    this.bytes = new TextEncoder().encode(text);
    const words = new DataView(this.bytes.buffer);
    this.#last = this.bytes.length - 4;
    const count = Math.ceil(this.bytes.length / 4);
    this.#words = Int32Array.from({ length: count }, (_, index) =>
      words.getInt32(Math.min(4 * index, this.#last), true),
    );
  }

  /** Whether it stands here; there must be as many bytes. */
  isAt(words: DataView, at: number): boolean {
    const wanted = this.#words;
    const last = wanted.length - 1;
    for (let index = 0; index < last; index += 1) {
      if (words.getInt32(at + 4 * index, true) !== wanted[index]) return false;
    }
    return words.getInt32(at + this.#last, true) === wanted[last];
  }
}

/** The name of a stream in bytes: where it ends, and a number made of it. */
export class NameFinder {
  end = 0;
  hash = 0;

  /** Looks for the quote behind the name; false when there is none. */
  find(words: DataView, at: number, end: number): boolean {
    let place = at;
    let hash = 0;
    for (; place + 4 <= end; place += 4) {
      const word = words.getInt32(place, true);
      if (quoteIn(word) !== 0) break;
      hash = (Math.imul(hash, 31) + word) | 0;
    }
    for (; place < end; place += 1) {
      const sign = words.getUint8(place);
      if (sign === signs.quote) {
        this.end = place;
        // High bits tell names apart as well.
        this.hash = hash ^ (hash >>> 15);
        return true;
      }
      hash = (Math.imul(hash, 31) + sign) | 0;
    }
    return false;
  }
}
