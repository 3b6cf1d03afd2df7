/** Which connection carries which streams, and in which steps they are asked for. Pure. */

import type { ConnectionLimits } from "../types.ts";

/** What one connection will carry. */
export interface ConnectionPlan {
  /** Streams that the address itself asks for. */
  readonly opening: readonly string[];
  /** Streams that are asked for on the open connection, one control message for each row. */
  readonly batches: readonly (readonly string[])[];
  /** How long after the opening the last of them is asked for, in milliseconds. */
  readonly askedAfterMs: number;
}

/** Addresses stay well below the 8 KB that servers commonly take. */
const addressLengthMax = 4000;

/** Control messages stay below the shortest frame limit that is common, 4 KB. */
const messageLengthMax = 3500;

/** One message in a window is left for the answer to a ping. */
export function messagesPerWindow({ inboundMessages }: ConnectionLimits): number {
  return Math.max(1, inboundMessages - 1);
}

/** Spreads streams over connections; each name once. */
export function planStreams(
  names: Iterable<string>,
  limits: ConnectionLimits,
): readonly ConnectionPlan[] {
  const all = [...new Set(names)];
  const plans: ConnectionPlan[] = [];
  for (let from = 0; from < all.length; from += limits.streams) {
    plans.push(planConnection(all.slice(from, from + limits.streams), limits));
  }
  return plans;
}

/** The steps in which one connection asks for its streams. */
export function planConnection(names: readonly string[], limits: ConnectionLimits): ConnectionPlan {
  const [opening = [], ...rest] = rows(names, addressLengthMax);
  const batches = batchesOf(rest.flat());
  const fullWindows = Math.ceil(batches.length / messagesPerWindow(limits)) - 1;
  return { opening, batches, askedAfterMs: Math.max(0, fullWindows) * limits.inboundWindowMs };
}

/** Names in rows that fit one control message each. */
export function batchesOf(names: readonly string[]): readonly (readonly string[])[] {
  return rows(names, messageLengthMax);
}

function rows(names: readonly string[], lengthMax: number): string[][] {
  const all: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const name of names) {
    // Quotes and a comma, or the percent-encoding of the separator.
    length += name.length + 3;
    if (length > lengthMax) {
      all.push([]);
      length = name.length + 3;
    }
    all.at(-1)?.push(name);
  }
  return all;
}
