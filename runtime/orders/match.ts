/** What an order, or the reply to a query for one, says of a placement. Pure. */

import type { CompletedCall } from "../client/context.ts";
import { ruleFor } from "../client/retry.ts";
import { ApiError, TradespecError } from "../errors.ts";
import type { RetryDescriptor, SigningDescriptor } from "../tables.ts";
import type { PlacementEntry } from "./types.ts";

/** An order by the names of its record. */
export type OrderFields = Readonly<Record<string, unknown>>;

/** The fields of a decoded body; none where it is no object. */
export function fieldsOf(body: unknown): OrderFields {
  return typeof body === "object" && body !== null ? (body as OrderFields) : {};
}

/** The generated facts that decide. */
export interface MatchTables {
  readonly signing: SigningDescriptor;
  readonly retry: RetryDescriptor;
}

/**
 * - `older`: another order with the client id, placed before ours can have been.
 * - `other`: another order with the client id; ours may be behind it.
 * - `stray`: an order with another client id.
 */
export type Match = "ours" | "older" | "other" | "stray";

/**
 * Compares a record with what was sent. A request is accepted only while its timestamp lies in
 * the receive window, so the time of its order lies there too. The order's type is not compared:
 * it changes when a stop price is reached.
 */
export function matchOrder(order: OrderFields, entry: PlacementEntry, tables: MatchTables): Match {
  const { record } = tables.retry.placements ?? {};
  if (record === undefined || order[record.clientId] !== entry.clientId) return "stray";
  // Nobody else can guess an id that was made here.
  if (entry.isOwnId) return "ours";
  const placedMs = order[record.placedMs];
  if (typeof placedMs === "number") {
    if (placedMs <= entry.stampMs - tables.signing.aheadMsBelow) return "older";
    if (placedMs > windowClosesMs(entry, tables)) return "other";
  }
  const isSame = Object.entries(record.sent).every(([field, name]) => {
    const sent = entry.fields[field];
    const recorded = order[name];
    if (sent === undefined || recorded === undefined) return true;
    return normalized(sent) === normalized(String(recorded));
  });
  return isSame ? "ours" : "other";
}

/**
 * The exchange's time from which the request can no longer be accepted, nor its order appear: its
 * receive window has closed.
 */
export function windowClosesMs(
  { fields, stampMs }: PlacementEntry,
  { signing, retry }: MatchTables,
): number {
  const windowMs = Number(fields[signing.window] ?? signing.windowMsDefault);
  return stampMs + windowMs + (retry.placements?.settleMs ?? 0);
}

/** One spelling for equal decimals; words stay as they are. */
function normalized(text: string): string {
  const whole = text.replace(/^0+(?=\d)/, "");
  return whole.includes(".") ? whole.replace(/\.?0+$/, "") : whole;
}

/** The end of one query. */
export type QueryReply =
  /** `stampMs`: timestamp of the query; `-Infinity` where the exchange does not check one. */
  | { readonly kind: "order"; readonly stampMs: number; readonly completed: CompletedCall }
  | { readonly kind: "error"; readonly stampMs: number; readonly error: unknown }
  /** No retry was left for the query. */
  | { readonly kind: "skipped" }
  /** No operation finds orders. */
  | { readonly kind: "impossible" };

/** What a reply says of the order. */
export type Finding =
  | { readonly kind: "found"; readonly order: OrderFields; readonly completed: CompletedCall }
  /** No such order when the query was stamped. */
  | {
      readonly kind: "none";
      readonly stampMs: number;
      /** The order that was found instead may hide ours. */
      readonly hidesOurs: boolean;
      readonly otherOrder: OrderFields | undefined;
      readonly waitMs: number;
    }
  /** Nothing this time, or nothing ever. */
  | { readonly kind: "passing"; readonly waitMs: number }
  | { readonly kind: "final" }
  | { readonly kind: "failed"; readonly error: unknown };

export function findingOf(reply: QueryReply, entry: PlacementEntry, tables: MatchTables): Finding {
  switch (reply.kind) {
    case "skipped":
      return { kind: "passing", waitMs: 0 };
    case "impossible":
      return { kind: "final" };
    case "order": {
      const { stampMs, completed } = reply;
      const order = fieldsOf(completed.value);
      const match = matchOrder(order, entry, tables);
      if (match === "ours") return { kind: "found", order, completed };
      if (match === "stray") return { kind: "passing", waitMs: 0 };
      return { kind: "none", stampMs, hidesOurs: match === "other", otherOrder: order, waitMs: 0 };
    }
    case "error":
      return findingOfError(reply, tables);
  }
}

function findingOfError(
  { error, stampMs }: Extract<QueryReply, { kind: "error" }>,
  { retry }: MatchTables,
): Finding {
  if (!(error instanceof TradespecError)) return { kind: "failed", error };
  if (!(error instanceof ApiError)) return { kind: "passing", waitMs: 0 };
  const { status, code, retryAfterMs: waitMs = 0 } = error;
  if (code !== undefined && code === retry.placements?.notFoundCode) {
    return { kind: "none", stampMs, hidesOurs: false, otherOrder: undefined, waitMs };
  }
  const action = ruleFor(retry, { status, code })?.action ?? "never";
  return action === "never" ? { kind: "final" } : { kind: "passing", waitMs };
}
