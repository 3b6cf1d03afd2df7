/**
 * Parses a depth message from its bytes, twice as fast as from the characters of a string, and
 * without allocating strings or objects. It knows one form: fields in any order, no white space, no
 * escapes, no unknown fields, plain digits that fit the book's precision. Everything else goes to
 * depth-message.ts.
 */

import type { LevelList } from "./levels.ts";
import type { DepthField, DepthFormat, EventIds } from "./types.ts";
import { type BookPrecision, mixedPlaces, type Precision } from "./units.ts";

const [quote, comma, zero, pointDigit] = [34, 44, 48, 46 ^ 48];
const [listOpen, listClose, backslash, objectClose] = [91, 93, 92, 125];

const [objectStart, emptyList] = [bytesOf("{"), bytesOf("[]")];

/** The powers of ten that a number holds exactly, by exponent. */
const powersOfTen = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

const required: readonly DepthField[] = ["type", "symbol", "first", "last", "bids", "asks"];
const optional: readonly DepthField[] = ["before", "time", "engineTime"];
const requiredBits = (1 << required.length) - 1;

/** The lists that the scanner fills, and the precision that numbers must fit. */
export interface ScanTarget {
  readonly precision: BookPrecision;
  readonly changedBids: LevelList;
  readonly changedAsks: LevelList;
}

interface NamedField {
  readonly field: DepthField;
  /** The name, its closing quote and the colon; plus the value where it is constant. */
  readonly start: Uint8Array;
  readonly bit: number;
}

/** Scans depth messages of one symbol. */
export class DepthScanner {
  readonly #wrapperStart: Uint8Array;
  readonly #wrapperMiddle: Uint8Array;
  /** Fields by the first byte of their name. */
  readonly #fields: (NamedField | undefined)[] = Array.from({ length: 128 });
  #ids: { -readonly [Id in keyof EventIds]: number } = noIds();
  #bytes: Uint8Array = new Uint8Array();
  #at = 0;

  constructor({ type, fields, wrapper }: DepthFormat, symbol: string) {
    // Without a wrapper: a byte that no message starts with.
    const start = wrapper === undefined ? "\0" : `{${JSON.stringify(wrapper.stream)}:"`;
    this.#wrapperStart = bytesOf(start);
    this.#wrapperMiddle = bytesOf(`",${JSON.stringify(wrapper?.data)}:`);
    const known: Partial<Record<DepthField, string>> = {
      type: JSON.stringify(type),
      symbol: JSON.stringify(symbol),
    };
    for (const [index, field] of [...required, ...optional].entries()) {
      const name = fields[field];
      if (name === undefined) continue;
      const start = bytesOf(`${name}":${known[field] ?? ""}`);
      this.#fields[start[0] ?? 0] ??= { field, start, bit: 1 << index };
    }
  }

  /** Scans a message; returns nothing for any other form, and the target may be half filled. */
  scan(bytes: Uint8Array, target: ScanTarget): EventIds | undefined {
    this.#bytes = bytes;
    this.#at = 0;
    this.#ids = noIds();
    const isWrapped = this.#skip(this.#wrapperStart);
    if (isWrapped && !this.#skipStreamName()) return undefined;
    if (!this.#object(target)) return undefined;
    if (isWrapped && bytes[this.#at++] !== objectClose) return undefined;
    return this.#at === bytes.length ? this.#ids : undefined;
  }

  #object(target: ScanTarget): boolean {
    const bytes = this.#bytes;
    let seen = 0;
    if (!this.#skip(objectStart)) return false;
    for (;;) {
      if (bytes[this.#at++] !== quote) return false;
      const named = this.#fields[bytes[this.#at] ?? 0];
      // Of a repeated field the last one counts: leave that to the general parser.
      if (named === undefined || (seen & named.bit) !== 0) return false;
      seen |= named.bit;
      if (!this.#skip(named.start) || !this.#value(named.field, target)) return false;
      const next = bytes[this.#at++];
      if (next === objectClose) return (seen & requiredBits) === requiredBits;
      if (next !== comma) return false;
    }
  }

  #value(field: DepthField, target: ScanTarget): boolean {
    const ids = this.#ids;
    switch (field) {
      case "type":
      case "symbol":
        return true;
      case "bids":
        return this.#levels(target.changedBids, target);
      case "asks":
        return this.#levels(target.changedAsks, target);
      // One case each: a store under a computed name is slower than reading the digits.
      case "first":
        ids.first = this.#integer();
        return ids.first >= 0;
      case "last":
        ids.last = this.#integer();
        return ids.last >= 0;
      case "before":
        ids.before = this.#integer();
        return ids.before >= 0;
      case "time":
        ids.time = this.#integer();
        return ids.time >= 0;
      case "engineTime":
        ids.engineTime = this.#integer();
        return ids.engineTime >= 0;
    }
  }

  #levels(list: LevelList, { precision: { price, quantity } }: ScanTarget): boolean {
    const bytes = this.#bytes;
    list.count = 0;
    if (this.#skip(emptyList)) return true;
    if (bytes[this.#at] !== listOpen) return false;
    for (;;) {
      let at = this.#at + 1;
      if (bytes[at] !== listOpen || bytes[at + 1] !== quote) return false;
      this.#at = at + 2;
      const priceUnits = this.#units(price);
      at = this.#at;
      if (bytes[at] !== quote || bytes[at + 1] !== comma || bytes[at + 2] !== quote) return false;
      this.#at = at + 3;
      const quantityUnits = this.#units(quantity);
      at = this.#at;
      if (bytes[at] !== quote || bytes[at + 1] !== listClose) return false;
      if (priceUnits < 0 || quantityUnits < 0) return false;
      list.push(priceUnits, quantityUnits);
      this.#at = at + 2;
      if (bytes[at + 2] === comma) continue;
      this.#at = at + 3;
      return bytes[at + 2] === listClose;
    }
  }

  /** A decimal in units; -1 if it does not fit the precision. */
  #units({ scale, places }: Precision): number {
    const bytes = this.#bytes;
    const start = this.#at;
    let at = start;
    let units = 0;
    let digit = (bytes[at] ?? 0) ^ zero;
    while (digit <= 9) {
      units = units * 10 + digit;
      at += 1;
      digit = (bytes[at] ?? 0) ^ zero;
    }
    if (at === start) return -1;
    let found = 0;
    let missing = scale;
    if (digit === pointDigit) {
      at += 1;
      const split = at;
      digit = (bytes[at] ?? 0) ^ zero;
      while (missing > 0 && digit <= 9) {
        units = units * 10 + digit;
        missing -= 1;
        at += 1;
        digit = (bytes[at] ?? 0) ^ zero;
      }
      while (bytes[at] === zero) at += 1;
      found = at - split;
      if (found === 0) return -1;
    }
    this.#at = at;
    if (places !== mixedPlaces && found !== places) return -1;
    if (missing > 0) units *= powersOfTen[missing] ?? Number.NaN;
    // More digits than a number holds give a value above the largest safe integer.
    return units <= Number.MAX_SAFE_INTEGER ? units : -1;
  }

  /** A non-negative safe integer, else -1. */
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

  /** Skips an expected text; false, without moving, where another text stands. */
  #skip(expected: Uint8Array): boolean {
    const bytes = this.#bytes;
    const at = this.#at;
    for (let index = 0; index < expected.length; index += 1) {
      if (bytes[at + index] !== expected[index]) return false;
    }
    this.#at = at + expected.length;
    return true;
  }

  /** Skips the stream name and everything up to the message. */
  #skipStreamName(): boolean {
    const bytes = this.#bytes;
    for (let code = bytes[this.#at] ?? 0; code !== quote; code = bytes[++this.#at] ?? 0) {
      if (code < 32 || code > 126 || code === backslash) return false;
    }
    return this.#skip(this.#wrapperMiddle);
  }
}

function noIds() {
  const none = Number.NaN;
  return { first: none, last: none, before: none, time: none, engineTime: none };
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
