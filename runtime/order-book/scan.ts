/**
 * Reads a depth message out of its bytes, without making a string or an object. It knows one form:
 * the fields of the message in any order, no white space, no escapes, no other fields, numbers in
 * plain digits. Anything else it leaves to the general reader, which is slower and knows it all.
 */

import { mixed, type Places, powers } from "./digits.ts";
import type { Frame, LevelList } from "./frame.ts";
import type { DepthForm } from "./types.ts";

const codes = {
  quote: 34,
  comma: 44,
  point: 46,
  zero: 48,
  colon: 58,
  open: 91,
  close: 93,
} as const;
const backslash = 92;
/** Marks a name of two characters. */
const isLonger = 1 << 16;
const [braceOpen, braceClose] = [123, 125];
const roles = ["type", "symbol", "first", "last", "before", "time", "engineTime", "bids", "asks"];

/** How the digits of a book are read. */
export interface BookPlaces {
  readonly price: Places;
  readonly quantity: Places;
}

/** Reads frames of one symbol. */
export class FrameScanner {
  readonly #symbol: Uint8Array;
  readonly #type: Uint8Array;
  readonly #wrapStart: Uint8Array;
  readonly #wrapMiddle: Uint8Array;
  /** Role of a name of one character. */
  readonly #roleOf = new Uint8Array(128);
  /** Names of two characters, each with its role. */
  readonly #longer: (readonly [name: number, role: number])[] = [];
  #required = 0;
  #bytes: Uint8Array = new Uint8Array();
  #at = 0;

  constructor({ fields, type, wrapper }: DepthForm, symbol: string) {
    const encoder = new TextEncoder();
    this.#symbol = encoder.encode(JSON.stringify(symbol));
    this.#type = encoder.encode(JSON.stringify(type));
    const start = wrapper === undefined ? "\0" : `{${JSON.stringify(wrapper.stream)}:"`;
    this.#wrapStart = encoder.encode(start);
    this.#wrapMiddle = encoder.encode(`",${JSON.stringify(wrapper?.data)}:`);
    for (const { name, role, required } of fields) {
      const code = roles.indexOf(role) + 1;
      const [one = 0, two, three] = encoder.encode(name);
      // Longer names are left to the general reader.
      if (two === undefined) this.#roleOf[one] = code;
      else if (three === undefined) this.#longer.push([one | (two << 8) | isLonger, code]);
      if (required) this.#required |= 1 << code;
    }
  }

  /** Fills the frame and says true, or says false when the frame is not in the one form. */
  scan(bytes: Uint8Array, frame: Frame, places: BookPlaces): boolean {
    this.#bytes = bytes;
    this.#at = 0;
    const isWrapped = this.#has(this.#wrapStart);
    if (isWrapped && !this.#skipName()) return false;
    if (!this.#object(frame, places)) return false;
    if (isWrapped && bytes[this.#at++] !== braceClose) return false;
    return this.#at === bytes.length;
  }

  #object(frame: Frame, places: BookPlaces): boolean {
    const bytes = this.#bytes;
    if (bytes[this.#at++] !== braceOpen) return false;
    let seen = 0;
    frame.before = frame.time = frame.engineTime = Number.NaN;
    for (;;) {
      let at = this.#at;
      if (bytes[at] !== codes.quote) return false;
      let key = bytes[at + 1] ?? 0;
      at += 2;
      if (bytes[at] !== codes.quote) {
        key |= ((bytes[at] ?? 0) << 8) | isLonger;
        at += 1;
      }
      if (bytes[at] !== codes.quote || bytes[at + 1] !== codes.colon) return false;
      this.#at = at + 2;
      const role = key < 128 ? (this.#roleOf[key] ?? 0) : this.#longerRole(key);
      if (!this.#value(role, frame, places)) return false;
      // Of a field that comes twice the last one holds, as everywhere.
      seen |= 1 << role;
      const next = bytes[this.#at++];
      if (next === codes.comma) continue;
      return next === braceClose && (seen & this.#required) === this.#required;
    }
  }

  #longerRole(key: number): number {
    return this.#longer.find(([name]) => name === key)?.[1] ?? 0;
  }

  #value(role: number, frame: Frame, places: BookPlaces): boolean {
    switch (role) {
      case 1:
        return this.#has(this.#type);
      case 2:
        return this.#has(this.#symbol);
      case 3:
        return (frame.first = this.#integer()) >= 0;
      case 4:
        return (frame.last = this.#integer()) >= 0;
      case 5:
        return (frame.before = this.#integer()) >= 0;
      case 6:
        return (frame.time = this.#integer()) >= 0;
      case 7:
        return (frame.engineTime = this.#integer()) >= 0;
      case 8:
        return this.#levels(frame.bids, places);
      case 9:
        return this.#levels(frame.asks, places);
      default:
        return false;
    }
  }

  /** Both numbers of a level go through one loop: calls for each would cost a fifth. */
  #levels(list: LevelList, { price, quantity }: BookPlaces): boolean {
    const bytes = this.#bytes;
    const pricePower = powers[price.scale] ?? Number.NaN;
    const quantityPower = powers[quantity.scale] ?? Number.NaN;
    let at = this.#at + 1;
    list.count = 0;
    if (bytes[at - 1] !== codes.open) return false;
    if (bytes[at] === codes.close) {
      this.#at = at + 1;
      return true;
    }
    for (;;) {
      if (bytes[at] !== codes.open || bytes[at + 1] !== codes.quote) return false;
      at += 2;
      let priceUnits = -1;
      for (let part = 0; part < 2; part += 1) {
        const { scale, written } = part === 0 ? price : quantity;
        const start = at;
        let digit = (bytes[at] ?? 0) ^ codes.zero;
        let whole = 0;
        while (digit <= 9) {
          whole = whole * 10 + digit;
          at += 1;
          digit = (bytes[at] ?? 0) ^ codes.zero;
        }
        if (at === start) return false;
        let fraction = 0;
        let found = 0;
        if (bytes[at] === codes.point) {
          const point = at;
          const end = point + scale;
          at += 1;
          while (at <= end) {
            digit = (bytes[at] ?? 0) ^ codes.zero;
            if (digit > 9) break;
            fraction = fraction * 10 + digit;
            at += 1;
          }
          if (at <= end) fraction *= powers[end + 1 - at] ?? 0;
          while (bytes[at] === codes.zero) at += 1;
          found = at - point - 1;
          if (found === 0) return false;
        }
        if (bytes[at] !== codes.quote || (written !== mixed && found !== written)) return false;
        // Digits that a number cannot hold make it larger than the largest safe one.
        const units = whole * (part === 0 ? pricePower : quantityPower) + fraction;
        if (!(units <= Number.MAX_SAFE_INTEGER)) return false;
        if (part === 1) list.push(priceUnits, units);
        else if (bytes[at + 1] !== codes.comma || bytes[at + 2] !== codes.quote) return false;
        priceUnits = units;
        at += part === 0 ? 3 : 1;
      }
      if (bytes[at] !== codes.close) return false;
      this.#at = at + 2;
      if (bytes[at + 1] !== codes.comma) return bytes[at + 1] === codes.close;
      at += 2;
    }
  }

  #integer(): number {
    const bytes = this.#bytes;
    const start = this.#at;
    let at = start;
    let digit = (bytes[at] ?? 0) ^ codes.zero;
    // A zero in front of other digits is no JSON.
    if (digit === 0 && ((bytes[at + 1] ?? 0) ^ codes.zero) <= 9) return -1;
    let value = 0;
    while (digit <= 9) {
      value = value * 10 + digit;
      at += 1;
      digit = (bytes[at] ?? 0) ^ codes.zero;
    }
    this.#at = at;
    return at === start || value > Number.MAX_SAFE_INTEGER ? -1 : value;
  }

  #has(wanted: Uint8Array): boolean {
    const bytes = this.#bytes;
    const at = this.#at;
    for (let index = 0; index < wanted.length; index += 1) {
      if (bytes[at + index] !== wanted[index]) return false;
    }
    this.#at = at + wanted.length;
    return true;
  }

  /** The name of a stream and what stands between it and the message. */
  #skipName(): boolean {
    const bytes = this.#bytes;
    for (let code = bytes[this.#at] ?? 0; code !== codes.quote; code = bytes[++this.#at] ?? 0) {
      if (code < 32 || code > 126 || code === backslash) return false;
    }
    return this.#has(this.#wrapMiddle);
  }
}
