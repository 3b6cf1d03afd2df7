/** A message that is read when its fields are. */

import { parseJson } from "../encoding/json.ts";
import {
  areDigits,
  endOfDigits,
  endOfFlag,
  endOfText,
  hasNoQuote,
  type Page,
  signs,
  valueOfDigits,
} from "./event-bytes.ts";

/**
 * An event whose fields are read out of the received bytes when they are asked for. It may be kept,
 * but holds what came with it, up to 64 KB: keep `toObject()` instead. Object.keys and spreading
 * find nothing in it. What stands behind the fields that are asked for is not looked at.
 */
export type Viewed<Event> = Event & Pick<EventView<Event>, "toObject">;

/** What the views of all messages have in common. */
export class EventView<Event> {
  readonly #page: Page | undefined;
  readonly #start: number;
  readonly #end: number;
  /** The general reader's result, once it was needed. */
  #whole: unknown;
  /** In front of the next field that was not looked at. */
  #at: number;

  constructor(page: Page | undefined, start: number, end: number, whole?: unknown) {
    this.#page = page;
    this.#start = start;
    this.#end = end;
    this.#whole = whole;
    this.#at = start;
  }

  /**
   * The event as a plain object, which holds nothing else.
   * @throws JsonError when what came is no JSON.
   */
  toObject(): Event {
    return this.#general() as Event;
  }

  /** As JSON has it. */
  toJSON(): Event {
    return this.toObject();
  }

  /** A field that is a text; `name` is its key as text. */
  protected text(key: number, name: string): unknown {
    const page = this.#page;
    const at = this.#find(key);
    if (at === missing) return undefined;
    if (page === undefined || at === odd) return this.#field(name);
    const end = endOfText(page, at, this.#end);
    if (end === 0) return this.#field(name);
    this.#at = end;
    return page.text(at + 1, end - 1);
  }

  /** A field that is an integer. */
  protected integer(key: number, name: string): unknown {
    const page = this.#page;
    const at = this.#find(key);
    if (at === missing) return undefined;
    if (page === undefined || at === odd) return this.#field(name);
    const end = endOfDigits(page, at, this.#end);
    const value = valueOfDigits(page, at, end);
    const isRead = end > 0 && value <= Number.MAX_SAFE_INTEGER && isBehindValue(page.bytes[end]);
    if (!isRead) return this.#field(name);
    this.#at = end;
    return value;
  }

  /** A field that is a yes or no. */
  protected flag(key: number, name: string): unknown {
    const page = this.#page;
    const at = this.#find(key);
    if (at === missing) return undefined;
    if (page === undefined || at === odd) return this.#field(name);
    const end = endOfFlag(page, at, this.#end);
    if (end === 0) return this.#field(name);
    this.#at = end;
    return end === at + 4;
  }

  /** Where the value of a field begins. Fields are mostly read in their order: it goes on there. */
  #find(key: number): number {
    const page = this.#page;
    if (page === undefined || this.#whole !== undefined) return odd;
    const { bytes, words } = page;
    const end = this.#end;
    let at = this.#at;
    let isFirstRound = at !== this.#start;
    for (;;) {
      const sign = bytes[at];
      if (sign !== (at === this.#start ? signs.open : signs.comma)) {
        if (sign !== signs.close || at !== end - 1) return odd;
        if (!isFirstRound) return missing;
        isFirstRound = false;
        at = this.#start;
        continue;
      }
      if (at + 7 > end) return odd;
      let found = words.getInt32(at + 1, true);
      if ((found & aroundLetter) === aroundAny) {
        found = (found >> 8) & 255;
        at += 5;
      } else {
        if (!isLongName(bytes, at)) return odd;
        found = (found >> 8) & 65_535;
        at += 6;
      }
      if (found === key) return at;
      at = endOfValue(page, at, end);
      if (at === 0) return odd;
    }
  }

  #field(name: string): unknown {
    return (this.#general() as Readonly<Record<string, unknown>>)[name];
  }

  #general(): unknown {
    if (this.#page !== undefined && this.#whole === undefined) {
      const { bytes } = this.#page;
      this.#whole = parseJson(decoder.decode(bytes.subarray(this.#start, this.#end)));
    }
    return this.#whole;
  }
}

const missing = 0;
const odd = -1;

/** What stands around a name of one letter: its quotes and the colon. */
const aroundLetter = 0xffff00ff | 0;
const aroundAny = signs.quote | (signs.quote << 16) | (signs.colon << 24);

/** Whether a name of two letters comes behind this sign. */
function isLongName(bytes: Uint8Array, at: number): boolean {
  return (
    bytes[at + 1] === signs.quote &&
    bytes[at + 2] !== signs.quote &&
    bytes[at + 3] !== signs.quote &&
    bytes[at + 4] === signs.quote &&
    bytes[at + 5] === signs.colon
  );
}

/** Behind a value that nobody asks for; 0 when it needs the general reader. */
function endOfValue(page: Page, at: number, end: number): number {
  const { bytes, words } = page;
  const first = bytes[at];
  let place = at;
  if (first === signs.quote) {
    place += 1;
    while (place + 4 <= end && hasNoQuote(words.getInt32(place, true))) place += 4;
    for (; place < end; place += 1) {
      if (bytes[place] === signs.quote) return place + 1;
      if (bytes[place] === signs.backslash) return 0;
    }
    return 0;
  }
  if (first === signs.trueWord || first === signs.falseWord) return endOfFlag(page, at, end);
  while (place + 4 <= end && areDigits(words.getInt32(place, true))) place += 4;
  while (place < end && ((bytes[place] ?? 0) ^ signs.zero) <= 9) place += 1;
  return place === at ? 0 : place;
}

/** A number may go on: with a fraction, an exponent. */
function isBehindValue(sign: number | undefined): boolean {
  return sign === signs.comma || sign === signs.close;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
