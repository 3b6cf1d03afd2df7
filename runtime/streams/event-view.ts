/** A message that is read when its fields are. */

import { parseJson } from "../wire/json.ts";
import { endOfDigits, endOfFlag, endOfText, signs, type FrameBytes } from "./event-reader.ts";

/**
 * An event whose fields are read out of the received bytes when they are asked for. It may be kept,
 * but holds what came with it, up to 64 KB: keep `toObject()` instead. Object.keys and spreading
 * find nothing in it. What stands behind the fields that are asked for is not looked at.
 */
export type Viewed<Event> = Event & Pick<EventView<Event>, "toObject">;

/** What the views of all messages have in common. */
export class EventView<Event> {
  readonly #bytes: FrameBytes | undefined;
  readonly #start: number;
  readonly #end: number;
  /** The general reader's result, once it was needed. */
  #whole: unknown;
  /** In front of the next field that was not looked at. */
  #at: number;

  constructor(bytes: FrameBytes | undefined, start: number, end: number, whole?: unknown) {
    this.#bytes = bytes;
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
    const bytes = this.#bytes;
    const at = this.#find(key);
    if (at === missing) return undefined;
    if (bytes === undefined || at === odd) return this.#field(name);
    const end = endOfText(bytes, at);
    if (end === 0) return this.#field(name);
    this.#at = end;
    return bytes.latin1Slice(at + 1, end - 1);
  }

  /** A field that is an integer. */
  protected integer(key: number, name: string): unknown {
    const bytes = this.#bytes;
    const at = this.#find(key);
    if (at === missing) return undefined;
    if (bytes === undefined || at === odd) return this.#field(name);
    const end = endOfDigits(bytes, at);
    let value = 0;
    for (let place = at; place < end; place += 1) {
      value = value * 10 + ((bytes[place] ?? 0) ^ signs.zero);
    }
    const isRead = end > 0 && value <= Number.MAX_SAFE_INTEGER && isBehindValue(bytes[end]);
    if (!isRead) return this.#field(name);
    this.#at = end;
    return value;
  }

  /** A field that is a yes or no. */
  protected flag(key: number, name: string): unknown {
    const bytes = this.#bytes;
    const at = this.#find(key);
    if (at === missing) return undefined;
    if (bytes === undefined || at === odd) return this.#field(name);
    const end = endOfFlag(bytes, at);
    if (end === 0) return this.#field(name);
    this.#at = end;
    return end === at + 4;
  }

  /** Where the value of a field begins. Fields are mostly read in their order: it goes on there. */
  #find(key: number): number {
    const bytes = this.#bytes;
    if (bytes === undefined || this.#whole !== undefined) return odd;
    let at = this.#at;
    let isFirstRound = at !== this.#start;
    for (;;) {
      const sign = bytes[at];
      if (sign === signs.close) {
        if (at !== this.#end - 1) return odd;
        if (!isFirstRound) return missing;
        isFirstRound = false;
        at = this.#start;
        continue;
      }
      if (sign !== (at === this.#start ? signs.open : signs.comma)) return odd;
      if (bytes[at + 1] !== signs.quote) return odd;
      let found = bytes[at + 2] ?? 0;
      at += 3;
      if (bytes[at] !== signs.quote) {
        found |= (bytes[at] ?? 0) << 8;
        at += 1;
      }
      if (bytes[at] !== signs.quote || bytes[at + 1] !== signs.colon) return odd;
      at += 2;
      if (found === key) return at;
      at = endOfValue(bytes, at);
      if (at === 0) return odd;
    }
  }

  #field(name: string): unknown {
    return (this.#general() as Readonly<Record<string, unknown>>)[name];
  }

  #general(): unknown {
    if (this.#bytes !== undefined && this.#whole === undefined) {
      this.#whole = parseJson(decoder.decode(this.#bytes.subarray(this.#start, this.#end)));
    }
    return this.#whole;
  }
}

const missing = 0;
const odd = -1;

/** Behind a value that nobody asks for; 0 when it needs the general reader. */
function endOfValue(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first !== signs.quote) {
    return first === signs.trueWord || first === signs.falseWord
      ? endOfFlag(bytes, at)
      : endOfDigits(bytes, at);
  }
  let place = at + 1;
  for (let sign = bytes[place]; sign !== signs.quote; sign = bytes[place]) {
    if (sign === signs.backslash || sign === undefined) return 0;
    place += 1;
  }
  return place + 1;
}

/** A number may go on: with a fraction, an exponent. */
function isBehindValue(sign: number | undefined): boolean {
  return sign === signs.comma || sign === signs.close;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
