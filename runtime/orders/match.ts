/** Tells the order that a placement made from another one under the same client id. Pure. */

import type { RetryDescriptor, SigningDescriptor } from "../tables.ts";
import type { PlacementEntry } from "./types.ts";

/** The generated facts that decide. */
export interface MatchTables {
  readonly signing: SigningDescriptor;
  readonly retry: RetryDescriptor;
}

/**
 * `older`, `other`: not ours but under its client id; an older one was there before ours could be.
 * `stray`: nothing that was asked for.
 */
export type Match = "ours" | "older" | "other" | "stray";

/**
 * Compares a record with what was sent. A request is accepted only while its timestamp lies in
 * the receive window, so the time of its order lies there too. The order's type is not compared:
 * it changes when a stop price is reached.
 */
export function matchOrder(
  order: Readonly<Record<string, unknown>>,
  entry: PlacementEntry,
  tables: MatchTables,
): Match {
  const { record } = tables.retry.placements ?? {};
  if (record === undefined || order[record.clientId] !== entry.clientId) return "stray";
  // Nobody else can guess an id that was made here.
  if (entry.isOwnId) return "ours";
  const placedMs = order[record.placedMs];
  if (typeof placedMs === "number") {
    if (placedMs <= entry.stampMs - tables.signing.aheadMsBelow) return "older";
    if (placedMs > closesMs(entry, tables)) return "other";
  }
  const isSame = Object.entries(record.sent).every(([field, name]) => {
    const sent = entry.fields[field];
    const said = order[name];
    return sent === undefined || said === undefined || plain(sent) === plain(String(said));
  });
  return isSame ? "ours" : "other";
}

/**
 * The exchange's time from which the request can no longer be accepted, nor an order of it come
 * to light: its receive window has closed.
 */
export function closesMs(
  { fields, stampMs }: PlacementEntry,
  { signing, retry }: MatchTables,
): number {
  const windowMs = Number(fields[signing.window] ?? signing.windowMsDefault);
  return stampMs + windowMs + (retry.placements?.settleMs ?? 0);
}

/** Equal decimals are spelled alike, and words stay as they are. */
function plain(text: string): string {
  const whole = text.replace(/^0+(?=\d)/, "");
  return whole.includes(".") ? whole.replace(/\.?0+$/, "") : whole;
}
