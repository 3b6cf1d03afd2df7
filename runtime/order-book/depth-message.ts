/** Parses any depth message or snapshot; depth-scanner.ts parses the usual form faster. */

import { decimalIssue } from "../encoding/decimal.ts";
import { int64 } from "../encoding/int64-math.ts";
import { JsonError, parseJson } from "../encoding/json.ts";
import { type Fields, isRecord } from "../encoding/json-value.ts";
import type { Int64 } from "../tables.ts";
import type { ScanTarget } from "./depth-scanner.ts";
import type { LevelList } from "./levels.ts";
import type {
  BookSnapshot,
  BookTable,
  DepthEvent,
  DepthFormat,
  EventIds,
  LevelText,
} from "./types.ts";
import { type BookPrecision, fittingUnits } from "./units.ts";

/**
 * Parses a depth event from text, bytes or a parsed value, with or without its wrapper. `other`:
 * not a depth event of this symbol. `unreadable`: broken JSON, ids or levels.
 */
export function readDepthEvent(
  message: unknown,
  format: DepthFormat,
  symbol: string,
): DepthEvent | "other" | "unreadable" {
  const value = parsed(message);
  if (value === undefined) return "unreadable";
  const record = eventRecord(value, format, symbol);
  if (record === undefined) return "other";
  const ids = readIds(record, format);
  const { fields } = format;
  const [bids, asks] = [levelsOf(given(record, fields.bids)), levelsOf(given(record, fields.asks))];
  if (ids === undefined || bids === undefined || asks === undefined) return "unreadable";
  return { ...ids, bids, asks };
}

/**
 * Reads a parsed depth event into the book's lists, if its levels fit the book's precision.
 * Otherwise returns nothing, and the lists may be half filled.
 */
export function scanDepthObject(
  value: unknown,
  format: DepthFormat,
  symbol: string,
  { precision, changedBids, changedAsks }: ScanTarget,
): EventIds | undefined {
  const record = eventRecord(value, format, symbol);
  if (record === undefined) return undefined;
  const { bids, asks } = format.fields;
  const isScanned =
    scanLevels(changedBids, given(record, bids), precision) &&
    scanLevels(changedAsks, given(record, asks), precision);
  return isScanned ? readIds(record, format) : undefined;
}

function scanLevels(list: LevelList, levels: unknown, precision: BookPrecision): boolean {
  list.count = 0;
  if (!Array.isArray(levels)) return false;
  for (const level of levels) {
    if (!Array.isArray(level)) return false;
    const price = fittingUnits(level[0], precision.price);
    const quantity = fittingUnits(level[1], precision.quantity);
    if (price < 0 || quantity < 0) return false;
    list.push(price, quantity);
  }
  return true;
}

function given(record: Fields, name: string | undefined): unknown {
  return name === undefined ? undefined : record[name];
}

/** The fields of a depth event of the symbol; nothing for any other value. */
function eventRecord(value: unknown, format: DepthFormat, symbol: string): Fields | undefined {
  const record = unwrapped(value, format);
  if (!isRecord(record)) return undefined;
  const { type, symbol: name } = format.fields;
  const isOfSymbol = given(record, type) === format.type && given(record, name) === symbol;
  return isOfSymbol ? record : undefined;
}

function readIds(record: Fields, { fields }: DepthFormat): EventIds | undefined {
  const [first, last] = [idOf(given(record, fields.first)), idOf(given(record, fields.last))];
  if (first === undefined || last === undefined || first > last) return undefined;
  const optional = (name: string | undefined): Int64 => idOf(given(record, name)) ?? Number.NaN;
  const [before, time] = [optional(fields.before), optional(fields.time)];
  return { first, last, before, time, engineTime: optional(fields.engineTime) };
}

/** Parses a snapshot from text, bytes or a parsed value; `undefined` when it is malformed. */
export function readSnapshot(
  message: unknown,
  names: BookTable["snapshot"],
): BookSnapshot | undefined {
  const value = parsed(message);
  if (!isRecord(value)) return undefined;
  const last = idOf(value[names.last]);
  const [bids, asks] = [levelsOf(value[names.bids]), levelsOf(value[names.asks])];
  if (last === undefined || bids === undefined || asks === undefined) return undefined;
  return { last, bids, asks };
}

const encoder = new TextEncoder();
let encoded: Uint8Array<ArrayBuffer> = new Uint8Array(4096);

/** UTF-8 bytes of a message. Those of a text are valid until the next call. */
export function bytesOfMessage(message: unknown): Uint8Array | undefined {
  if (typeof message !== "string") return givenBytes(message);
  // A character takes three bytes at most.
  if (encoded.length < 3 * message.length) encoded = new Uint8Array(6 * message.length);
  return encoded.subarray(0, encoder.encodeInto(message, encoded).written);
}

function givenBytes(message: unknown): Uint8Array | undefined {
  if (message instanceof Uint8Array) return message;
  return message instanceof ArrayBuffer ? new Uint8Array(message) : undefined;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Parses JSON text or bytes, `undefined` when malformed. Other values are returned unchanged. */
function parsed(message: unknown): unknown {
  const bytes = givenBytes(message);
  if (bytes === undefined && typeof message !== "string") return message;
  try {
    return parseJson(bytes === undefined ? String(message) : decoder.decode(bytes));
  } catch (error) {
    // The decoder throws a TypeError for invalid UTF-8.
    if (error instanceof JsonError || error instanceof TypeError) return undefined;
    throw error;
  }
}

function unwrapped(value: unknown, { wrapper }: DepthFormat): unknown {
  if (wrapper === undefined || !isRecord(value)) return value;
  const isWrapped = typeof value[wrapper.stream] === "string" && wrapper.data in value;
  return isWrapped ? value[wrapper.data] : value;
}

/** An id as a number where that is exact: a caller's parser may give every integer as a bigint. */
function idOf(value: unknown): Int64 | undefined {
  const id = typeof value === "bigint" ? int64(value) : value;
  const isId = (typeof id === "bigint" || Number.isSafeInteger(id)) && (id as Int64) >= 0;
  return isId ? (id as Int64) : undefined;
}

function levelsOf(value: unknown): readonly LevelText[] | undefined {
  return Array.isArray(value) && value.every(isLevel) ? value : undefined;
}

/** A level may one day have more than price and quantity. A book refuses a negative quantity. */
function isLevel(value: unknown): value is LevelText {
  if (!Array.isArray(value)) return false;
  return decimalIssue(value[0]) === undefined && decimalIssue(value[1], signed) === undefined;
}

const signed = { signed: true } as const;
