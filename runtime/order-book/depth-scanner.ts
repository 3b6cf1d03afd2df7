/**
 * Reads a depth message from its bytes without building strings or objects; the characters of a
 * string would take twice as long to read. It knows one form: fields in any order, no white space,
 * no escapes, no unknown fields, numbers in plain digits that fit the precision of the book. The
 * general reader in depth-message.ts reads everything else.
 */

import type { LevelList } from "./levels.ts";
import type { DepthField, DepthFormat, EventIds } from "./types.ts";
import { mixedPlaces, type Precision, powersOfTen } from "./units.ts";

const [quote, comma, point, zero] = [34, 44, 46, 48];
const [listOpen, listClose, backslash, objectClose] = [91, 93, 92, 125];

const [objectStart, emptyList] = [bytesOf("{"), bytesOf("[]")];

const required: readonly DepthField[] = ["type", "symbol", "first", "last", "bids", "asks"];
const optional: readonly DepthField[] = ["before", "time", "engineTime"];

/** The lists that the scanner fills, and the precision that numbers have to fit. */
interface ScanTarget {
  readonly price: Precision;
  readonly quantity: Precision;
  readonly changedBids: LevelList;
  readonly changedAsks: LevelList;
}

interface NamedField {
  readonly field: DepthField;
  /** The name, its closing quote and the colon. */
  readonly start: Uint8Array;
  readonly bit: number;
}

/** Reads depth messages of one symbol; holds the ids and times of the last one. */
export class DepthScanner implements EventIds {
  first: number = Number.NaN;
  last: number = Number.NaN;
  before: number = Number.NaN;
  time: number = Number.NaN;
  engineTime: number = Number.NaN;
  readonly #symbol: Uint8Array;
  readonly #type: Uint8Array;
  readonly #wrapperStart: Uint8Array;
  readonly #wrapperMiddle: Uint8Array;
  /** Fields by the first byte of their name. */
  readonly #fields: (NamedField | undefined)[] = Array.from({ length: 128 });
  readonly #requiredBits: number = (1 << required.length) - 1;
  #bytes: Uint8Array = new Uint8Array();
  #at = 0;

  constructor({ type, fields, wrapper }: DepthFormat, symbol: string) {
    this.#symbol = bytesOf(JSON.stringify(symbol));
    this.#type = bytesOf(JSON.stringify(type));
    // Without a wrapper, a byte that no message starts with.
    const start = wrapper === undefined ? "\0" : `{${JSON.stringify(wrapper.stream)}:"`;
    this.#wrapperStart = bytesOf(start);
    this.#wrapperMiddle = bytesOf(`",${JSON.stringify(wrapper?.data)}:`);
    for (const [index, field] of [...required, ...optional].entries()) {
      const name = fields[field];
      if (name === undefined) continue;
      const start = bytesOf(`${name}":`);
      this.#fields[start[0] ?? 0] ??= { field, start, bit: 1 << index };
    }
  }

  /** Reads a message; false for one in another form, of which the target may hold a part. */
  scan(bytes: Uint8Array, target: ScanTarget): boolean {
    this.#bytes = bytes;
    this.#at = 0;
    const isWrapped = this.#skip(this.#wrapperStart);
    if (isWrapped && !this.#skipStreamName()) return false;
    if (!this.#object(target)) return false;
    if (isWrapped && bytes[this.#at++] !== objectClose) return false;
    return this.#at === bytes.length;
  }

  #object(target: ScanTarget): boolean {
    const bytes = this.#bytes;
    this.before = this.time = this.engineTime = Number.NaN;
    let seen = 0;
    if (!this.#skip(objectStart)) return false;
    for (;;) {
      if (bytes[this.#at++] !== quote) return false;
      const named = this.#fields[bytes[this.#at] ?? 0];
      // Of a field that comes twice the last one counts: the general reader knows that.
      if (named === undefined || (seen & named.bit) !== 0) return false;
      seen |= named.bit;
      if (!this.#skip(named.start) || !this.#value(named.field, target)) return false;
      const next = bytes[this.#at++];
      if (next === objectClose) return (seen & this.#requiredBits) === this.#requiredBits;
      if (next !== comma) return false;
    }
  }

  #value(field: DepthField, target: ScanTarget): boolean {
    switch (field) {
      case "type":
        return this.#skip(this.#type);
      case "symbol":
        return this.#skip(this.#symbol);
      case "bids":
        return this.#levels(target.changedBids, target);
      case "asks":
        return this.#levels(target.changedAsks, target);
      // One case each: storing under a computed name takes longer than reading the digits.
      case "first":
        this.first = this.#integer();
        return this.first >= 0;
      case "last":
        this.last = this.#integer();
        return this.last >= 0;
      case "before":
        this.before = this.#integer();
        return this.before >= 0;
      case "time":
        this.time = this.#integer();
        return this.time >= 0;
      case "engineTime":
        this.engineTime = this.#integer();
        return this.engineTime >= 0;
    }
  }

  /** Price and quantity share one loop, without a call for each: that takes half the time. */
  #levels(list: LevelList, { price, quantity }: ScanTarget): boolean {
    const bytes = this.#bytes;
    list.count = 0;
    if (this.#skip(emptyList)) return true;
    let at = this.#at + 1;
    if (bytes[at - 1] !== listOpen) return false;
    for (;;) {
      if (bytes[at] !== listOpen || bytes[at + 1] !== quote) return false;
      at += 2;
      let priceUnits = -1;
      for (let part = 0; part < 2; part += 1) {
        const { scale, places } = part === 0 ? price : quantity;
        const start = at;
        let digit = (bytes[at] ?? 0) ^ zero;
        let whole = 0;
        while (digit <= 9) {
          whole = whole * 10 + digit;
          at += 1;
          digit = (bytes[at] ?? 0) ^ zero;
        }
        if (at === start) return false;
        let fraction = 0;
        let found = 0;
        if (bytes[at] === point) {
          const split = at;
          const end = split + scale;
          at += 1;
          while (at <= end) {
            digit = (bytes[at] ?? 0) ^ zero;
            if (digit > 9) break;
            fraction = fraction * 10 + digit;
            at += 1;
          }
          if (at <= end) fraction *= powersOfTen[end + 1 - at] ?? 0;
          while (bytes[at] === zero) at += 1;
          found = at - split - 1;
          if (found === 0) return false;
        }
        if (bytes[at] !== quote || (places !== mixedPlaces && found !== places)) return false;
        // Digits that a number cannot hold make it larger than the largest safe one.
        const units = whole * (powersOfTen[scale] ?? Number.NaN) + fraction;
        if (!(units <= Number.MAX_SAFE_INTEGER)) return false;
        if (part === 1) list.push(priceUnits, units);
        else if (bytes[at + 1] !== comma || bytes[at + 2] !== quote) return false;
        priceUnits = units;
        at += part === 0 ? 3 : 1;
      }
      if (bytes[at] !== listClose) return false;
      this.#at = at + 2;
      if (bytes[at + 1] !== comma) return bytes[at + 1] === listClose;
      at += 2;
    }
  }

  /** A safe integer that is not negative, else -1. */
  #integer(): number {
    const bytes = this.#bytes;
    const start = this.#at;
    let at = start;
    let value = 0;
    let digit = (bytes[at] ?? 0) ^ zero;
    while (digit <= 9) {
      value = value * 10 + digit;
      at += 1;
      digit = (bytes[at] ?? 0) ^ zero;
    }
    this.#at = at;
    // JSON has no leading zeros.
    const hasLeadingZero = at > start + 1 && bytes[start] === zero;
    return at === start || hasLeadingZero || value > Number.MAX_SAFE_INTEGER ? -1 : value;
  }

  /** Skips a text; false and nothing skipped where another one stands. */
  #skip(expected: Uint8Array): boolean {
    const bytes = this.#bytes;
    const at = this.#at;
    for (let index = 0; index < expected.length; index += 1) {
      if (bytes[at + index] !== expected[index]) return false;
    }
    this.#at = at + expected.length;
    return true;
  }

  /** Skips the name of a stream and what stands between it and the message. */
  #skipStreamName(): boolean {
    const bytes = this.#bytes;
    for (let code = bytes[this.#at] ?? 0; code !== quote; code = bytes[++this.#at] ?? 0) {
      if (code < 32 || code > 126 || code === backslash) return false;
    }
    return this.#skip(this.#wrapperMiddle);
  }
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
