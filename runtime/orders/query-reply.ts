/** What the reply to a query for an order says of a placement. Pure. */

import type { CompletedCall } from "../client/context.ts";
import { ruleFor } from "../client/retry.ts";
import { ApiError, TradespecError } from "../errors.ts";
import type { MatchTables, OrderFields } from "./match.ts";
import { fieldsOf, matchOrder } from "./match.ts";
import type { PlacementEntry } from "./types.ts";

/** The end of one query. */
export type QueryReply =
  /** `stampMs`: timestamp of the query; `-Infinity` where the exchange does not check one. */
  | { readonly kind: "order"; readonly stampMs: number; readonly performed: CompletedCall }
  | { readonly kind: "error"; readonly stampMs: number; readonly error: unknown }
  /** No retry was left for the query. */
  | { readonly kind: "skipped" }
  /** No operation finds orders. */
  | { readonly kind: "impossible" };

/** What a reply says of the order. */
export type Finding =
  | { readonly kind: "found"; readonly order: OrderFields; readonly performed: CompletedCall }
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
      const { stampMs, performed } = reply;
      const order = fieldsOf(performed.value);
      const match = matchOrder(order, entry, tables);
      if (match === "ours") return { kind: "found", order, performed };
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
