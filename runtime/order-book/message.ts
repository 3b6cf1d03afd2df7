/** The general reader of depth messages and snapshots, in any JSON and with whatever digits. */

import { decimalLengthMax, plainDecimal } from "../encoding/decimal-parts.ts";
import { JsonError, parseJson } from "../encoding/json.ts";
import type { Decimal, Int64 } from "../tables.ts";
import type { BookSteps, DepthEvent, DepthForm, DepthRole, WrittenLevel } from "./types.ts";

/** `other`: no depth message of this symbol. `unreadable`: no JSON, or ids or levels are broken. */
export type ReadEvent = DepthEvent | "other" | "unreadable";

/** Reads a message that came as bytes, as text or as an object, bare or wrapped. */
export function readDepthEvent(message: unknown, form: DepthForm, symbol: string): ReadEvent {
  const value = parsed(message);
  if (value === undefined) return "unreadable";
  const bare = unwrapped(value, form);
  if (!isRecord(bare)) return "other";
  const names = namesOf(form);
  const read = (role: DepthRole): unknown => {
    const name = names[role];
    return name === undefined ? undefined : bare[name];
  };
  if (read("type") !== form.type || read("symbol") !== symbol) return "other";
  const [first, last] = [idOf(read("first")), idOf(read("last"))];
  const [bids, asks] = [levelsOf(read("bids")), levelsOf(read("asks"))];
  if (first === undefined || last === undefined || bids === undefined || asks === undefined) {
    return "unreadable";
  }
  const optional = (role: DepthRole): Int64 => idOf(read(role)) ?? Number.NaN;
  const [before, time, engineTime] = [optional("before"), optional("time"), optional("engineTime")];
  return { first, last, before, time, engineTime, bids, asks };
}

type Names = Readonly<Partial<Record<DepthRole, string>>>;
const known = new WeakMap<DepthForm, Names>();

/** Names of the fields by what they are to the book; made once for each form. */
function namesOf(form: DepthForm): Names {
  const names =
    known.get(form) ?? Object.fromEntries(form.fields.map(({ name, role }) => [role, name]));
  known.set(form, names);
  return names;
}

/** A snapshot as it was read. */
export interface ReadSnapshot {
  readonly last: Int64;
  readonly bids: readonly WrittenLevel[];
  readonly asks: readonly WrittenLevel[];
}

/** Reads a snapshot that came as bytes, as text or as an object. */
export function readSnapshot(
  message: unknown,
  names: BookSteps["snapshot"],
): ReadSnapshot | undefined {
  const value = parsed(message);
  if (!isRecord(value)) return undefined;
  const last = idOf(value[names.last]);
  const [bids, asks] = [levelsOf(value[names.bids]), levelsOf(value[names.asks])];
  if (last === undefined || bids === undefined || asks === undefined) return undefined;
  return { last, bids, asks };
}

/** The bytes of a message that came as bytes or as text. Those of a text hold until the next. */
export function frameBytes(message: unknown): Uint8Array | undefined {
  if (typeof message !== "string") return bytesOf(message);
  // A character takes three bytes at most.
  if (textBytes.length < 3 * message.length) textBytes = new Uint8Array(6 * message.length);
  return textBytes.subarray(0, encoder.encodeInto(message, textBytes).written);
}

const encoder = new TextEncoder();
let textBytes: Uint8Array<ArrayBuffer> = new Uint8Array(4096);

function bytesOf(message: unknown): Uint8Array | undefined {
  if (message instanceof Uint8Array) return message;
  return message instanceof ArrayBuffer ? new Uint8Array(message) : undefined;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What JSON bytes or text say, or `undefined` when they are none; other values stay. */
function parsed(message: unknown): unknown {
  const bytes = bytesOf(message);
  if (bytes === undefined && typeof message !== "string") return message;
  try {
    return parseJson(bytes === undefined ? String(message) : decoder.decode(bytes));
  } catch (error) {
    if (error instanceof JsonError || error instanceof TypeError) return undefined;
    throw error;
  }
}

function unwrapped(value: unknown, { wrapper }: DepthForm): unknown {
  if (wrapper === undefined || !isRecord(value)) return value;
  const isWrapped = typeof value[wrapper.stream] === "string" && wrapper.data in value;
  return isWrapped ? value[wrapper.data] : value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function idOf(value: unknown): Int64 | undefined {
  const isId = typeof value === "bigint" || Number.isSafeInteger(value);
  return isId && (value as Int64) >= 0 ? (value as Int64) : undefined;
}

function levelsOf(value: unknown): readonly WrittenLevel[] | undefined {
  return Array.isArray(value) && value.every(isLevel) ? value : undefined;
}

/** More than a price and a quantity may come one day. */
function isLevel(value: unknown): value is WrittenLevel {
  if (!Array.isArray(value) || value.length < 2) return false;
  return isDecimal(value[0]) && !value[0].startsWith("-") && isDecimal(value[1]);
}

function isDecimal(value: unknown): value is Decimal {
  return typeof value === "string" && value.length <= decimalLengthMax && plainDecimal.test(value);
}
