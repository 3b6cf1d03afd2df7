/** Which connection carries which streams, and in which steps they are asked for. Pure. */

import type { ConnectionLimits } from "../tables.ts";
import type { StreamTables } from "./types.ts";

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

/** What a plan is made by. */
export type PlanTables = Pick<StreamTables, "limits" | "rules">;

/** Spreads streams over connections; each name once. */
export function planStreams(
  names: Iterable<string>,
  tables: PlanTables,
): readonly ConnectionPlan[] {
  const all = [...new Set(names)];
  // Where nothing can be asked for on an open connection, its address has to hold everything.
  const rows = tables.rules.methods.subscribe === undefined ? rowsOf(all, addressLengthMax) : [all];
  return rows.flatMap((row) => {
    const plans: ConnectionPlan[] = [];
    for (let from = 0; from < row.length; from += tables.limits.streams) {
      plans.push(planConnection(row.slice(from, from + tables.limits.streams), tables));
    }
    return plans;
  });
}

/** The steps in which one connection asks for its streams. */
export function planConnection(
  names: readonly string[],
  { limits }: Pick<PlanTables, "limits">,
): ConnectionPlan {
  const [opening = [], ...rest] = rowsOf(names, addressLengthMax);
  const batches = batchesOf(rest.flat());
  const fullWindows = Math.ceil(batches.length / messagesPerWindow(limits)) - 1;
  return { opening, batches, askedAfterMs: Math.max(0, fullWindows) * limits.inboundWindowMs };
}

/** Names in rows that fit one control message each. */
export function batchesOf(names: readonly string[]): readonly (readonly string[])[] {
  return rowsOf(names, messageLengthMax);
}

/** An address that asks for these streams. */
export function addressOf(
  address: string,
  names: readonly string[],
  { parameter, separator }: StreamTables["query"],
): string {
  if (names.length === 0) return address;
  // A name holds nothing that an address cannot, and servers split before they decode.
  return `${address}?${parameter}=${names.map(encodeName).join(separator)}`;
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll("%40", "@");
}

function rowsOf(names: readonly string[], lengthMax: number): string[][] {
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
