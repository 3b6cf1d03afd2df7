/** Which streams each connection carries, and how fast control messages may be sent. Pure. */

import type { ConnectionLimits } from "../tables.ts";
import type { StreamTables } from "./types.ts";

/** Well below the 8 KB that servers commonly accept. */
const addressLengthMax = 4000;

/** Below 4 KB, the smallest common frame limit. */
const messageLengthMax = 3500;

/** Spreads streams over connections. */
export function spreadStreams(
  names: readonly string[],
  { limits, rules }: Pick<StreamTables, "limits" | "rules">,
): readonly (readonly string[])[] {
  // Without a subscribe method, a connection's address must name all its streams.
  const lengthMax = rules.methods.subscribe === undefined ? addressLengthMax : Infinity;
  return rowsOf(names, lengthMax, limits.streams);
}

/** The streams in a connection's address, and the control messages for the others. */
export function planOpening(names: readonly string[]) {
  const [opening = [], ...rest] = rowsOf(names, addressLengthMax);
  return { opening, batches: batchesOf(rest.flat()) };
}

/** Groups names into rows that fit a control message each. */
export function batchesOf(names: readonly string[]): readonly (readonly string[])[] {
  return rowsOf(names, messageLengthMax);
}

/** The address of a connection with these streams. */
export function addressOf(
  address: string,
  names: readonly string[],
  { parameter, separator }: StreamTables["query"],
): string {
  if (names.length === 0) return address;
  // Servers split the parameter before decoding, so the separator is not encoded.
  return `${address}?${parameter}=${names.map(encodeName).join(separator)}`;
}

/** Control messages that the client sends per window; one is left for a pong. */
export function messagesPerWindow({ inboundMessages }: ConnectionLimits): number {
  return Math.max(1, inboundMessages - 1);
}

/** A limit of messages in any window. */
export interface Pace {
  readonly amount: number;
  readonly windowMs: number;
}

/**
 * Wait before the next message: 0 to send now, `undefined` until a message in flight is received.
 * `sentMs` has the times of received ones, oldest first. A network may deliver late what was sent
 * in time, so messages in flight do not count as received.
 */
export function paceDelay(
  { sentMs, underWay, nowMs }: { sentMs: readonly number[]; underWay: number; nowMs: number },
  { amount, windowMs }: Pace,
): number | undefined {
  const recent = recentTimes(sentMs, nowMs, windowMs);
  if (recent.length + underWay < amount) return 0;
  const firstMs = recent[recent.length + underWay - amount];
  // One millisecond more: the exchange's window may begin later than ours.
  return firstMs === undefined ? undefined : Math.max(1, windowMs - (nowMs - firstMs) + 1);
}

/** The times inside the window; one far ahead is from before the clock was set back. */
export function recentTimes(
  timesMs: readonly number[],
  nowMs: number,
  windowMs: number,
): readonly number[] {
  return timesMs.filter((timeMs) => Math.abs(nowMs - timeMs) < windowMs);
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll("%40", "@");
}

function rowsOf(names: readonly string[], lengthMax: number, countMax = Infinity): string[][] {
  const all: string[][] = [];
  let row: string[] = [];
  let length = 0;
  for (const name of names) {
    // Two quotes and a comma, or the percent-encoded separator.
    const own = encodeName(name).length + 3;
    length += own;
    if (row.length === 0 || length > lengthMax || row.length >= countMax) {
      row = [];
      all.push(row);
      length = own;
    }
    row.push(name);
  }
  return all;
}
