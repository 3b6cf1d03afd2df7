/** The general reader of depth messages and snapshots: any JSON, any digits. */

import { decimalLengthMax, plainDecimal } from "../encoding/decimal.ts";
import { JsonError, parseJson } from "../encoding/json.ts";
import type { Decimal, Int64 } from "../tables.ts";
import type {
  BookSnapshot,
  BookTable,
  DepthEvent,
  DepthField,
  DepthFormat,
  LevelText,
} from "./types.ts";

/**
 * Reads a depth event from text, bytes or a parsed value, with or without its wrapper. `other` is a
 * message that is no depth event of this symbol, `unreadable` one with broken JSON, ids or levels.
 */
export function readDepthEvent(
  message: unknown,
  format: DepthFormat,
  symbol: string,
): DepthEvent | "other" | "unreadable" {
  const value = parsed(message);
  if (value === undefined) return "unreadable";
  const record = unwrapped(value, format);
  if (!isRecord(record)) return "other";
  const read = (field: DepthField): unknown => record[format.fields[field] ?? ""];
  if (read("type") !== format.type || read("symbol") !== symbol) return "other";
  const [first, last] = [idOf(read("first")), idOf(read("last"))];
  const [bids, asks] = [levelsOf(read("bids")), levelsOf(read("asks"))];
  if (first === undefined || last === undefined || first > last) return "unreadable";
  if (bids === undefined || asks === undefined) return "unreadable";
  const optional = (field: DepthField): Int64 => idOf(read(field)) ?? Number.NaN;
  const [before, time, engineTime] = [optional("before"), optional("time"), optional("engineTime")];
  return { first, last, before, time, engineTime, bids, asks };
}

/** Reads a snapshot from text, bytes or a parsed value; `undefined` when it cannot be read. */
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

/** UTF-8 bytes of a message that is bytes or text. Those of a text hold until the next call. */
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

/** The value of JSON text or bytes, `undefined` when it is no JSON. Other values stay as is. */
function parsed(message: unknown): unknown {
  const bytes = givenBytes(message);
  if (bytes === undefined && typeof message !== "string") return message;
  try {
    return parseJson(bytes === undefined ? String(message) : decoder.decode(bytes));
  } catch (error) {
    // The decoder throws a TypeError for bytes that are no UTF-8.
    if (error instanceof JsonError || error instanceof TypeError) return undefined;
    throw error;
  }
}

function unwrapped(value: unknown, { wrapper }: DepthFormat): unknown {
  if (wrapper === undefined || !isRecord(value)) return value;
  const isWrapped = typeof value[wrapper.stream] === "string" && wrapper.data in value;
  return isWrapped ? value[wrapper.data] : value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function idOf(value: unknown): Int64 | undefined {
  const isInteger = typeof value === "bigint" || Number.isSafeInteger(value);
  const id = isInteger ? (value as Int64) : -1;
  return id >= 0 ? id : undefined;
}

function levelsOf(value: unknown): readonly LevelText[] | undefined {
  return Array.isArray(value) && value.every(isLevel) ? value : undefined;
}

/** A level may have more than a price and a quantity one day. */
function isLevel(value: unknown): value is LevelText {
  if (!Array.isArray(value)) return false;
  return isDecimal(value[0]) && !value[0].startsWith("-") && isDecimal(value[1]);
}

function isDecimal(value: unknown): value is Decimal {
  return typeof value === "string" && value.length <= decimalLengthMax && plainDecimal.test(value);
}
