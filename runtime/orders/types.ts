/** What became of a placement, and what is written down of one before it is sent. Types only. */

import type { TradespecError, UnknownOutcomeError } from "../errors.ts";

/**
 * What became of a placement. `Answer` is what the placing operation answers, `Order` the record
 * that its query answers.
 */
export type Placement<Answer = object, Order = object> =
  | PlacedOrder<Answer, Order>
  | RejectedPlacement<Order>
  | UnknownPlacement<Answer, Order>;

/** The exchange took the order; there is exactly one. */
export interface PlacedOrder<Answer = object, Order = object> {
  readonly kind: "placed";
  readonly clientId: string;
  /** All that is known: the record if it was queried, else what answer or stream said. */
  readonly order: Readonly<Partial<Order>>;
  /** The answer to the placement; absent when it was lost and the order was found otherwise. */
  readonly answer?: Answer;
  /** Placements that were sent. */
  readonly attempts: number;
}

/** There is certainly no such order, and there will be none. */
export interface RejectedPlacement<Order = object> {
  readonly kind: "rejected";
  /** Absent when the request was refused before it had one. */
  readonly clientId: string | undefined;
  /** Why: `ApiError` with code and filter, `InvalidRequestError`, `NotPlacedError` and so on. */
  readonly error: TradespecError;
  /** Another order, which has the client id. */
  readonly otherOrder?: Readonly<Partial<Order>> | undefined;
  readonly attempts: number;
}

/** Nobody could be asked in time; the order may exist or may still come into being. */
export interface UnknownPlacement<Answer = object, Order = object> {
  readonly kind: "unknown";
  readonly clientId: string;
  readonly error: UnknownOutcomeError;
  /** Another order, which hides ours under the client id if ours is there. */
  readonly otherOrder?: Readonly<Partial<Order>> | undefined;
  readonly attempts: number;
  /** Asks again; sends no order. */
  readonly ask: (options?: ResolveOptions) => Promise<Placement<Answer, Order>>;
}

/** How long to ask what became of a placement. */
export interface ResolveOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * In milliseconds. When absent, until its request can no longer be accepted, and 10 seconds
   * more; 0 asks nothing.
   */
  readonly resolveMs?: number | undefined;
}

/** What is written down of a placement: nothing of it is secret. */
export interface PlacementEntry {
  /** Id of the placing operation. */
  readonly operation: string;
  readonly clientId: string;
  /** The client id was made here, so that no other order has it. */
  readonly isOwnId: boolean;
  /** The fields as they were sent, without timestamp and signature. */
  readonly fields: Readonly<Record<string, string>>;
  /** Timestamp of the request, on the exchange's clock, in milliseconds. */
  readonly stampMs: number;
}

/** Remembers placements that are under way, so that a crash leaves none unexplained. */
export interface PlacementJournal {
  /**
   * Keeps an entry, in place of an earlier one with its client id. Nothing is sent before this
   * has ended, and nothing at all when it fails.
   */
  readonly begin: (entry: PlacementEntry) => Promise<void>;
  /** The outcome is certain: the entry need not be kept. */
  readonly end: (clientId: string, outcome: "placed" | "rejected") => Promise<void>;
  /** The entries that were begun and have not ended. */
  readonly pending: () => Promise<readonly PlacementEntry[]>;
}
