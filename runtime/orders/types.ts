/** The outcome of a placement, and its entry in a journal. */

import type { UnknownOutcomeError } from "../errors.ts";
import { TradespecError } from "../errors.ts";

/**
 * The outcome of a placement. `Body` is the response body of the placing operation, `Order` the
 * record that a query for the order gives.
 */
export type Placement<Body = object, Order = object> =
  | PlacedOrder<Body, Order>
  | RejectedPlacement<Order>
  | UnknownPlacement<Body, Order>;

/** The exchange took the order; there is exactly one. */
export interface PlacedOrder<Body = object, Order = object> {
  readonly kind: "placed";
  readonly clientId: string;
  /** All that is known: the record if it was queried, otherwise the response or stream event. */
  readonly order: Readonly<Partial<Order>>;
  /** Response body of the placement; absent when it was lost and the order was found otherwise. */
  readonly response?: Body;
  /** Requests that were sent. */
  readonly attempts: number;
}

/** There is certainly no such order, and there will be none. */
export interface RejectedPlacement<Order = object> {
  readonly kind: "rejected";
  /** Absent for a request that was invalid before it had one. */
  readonly clientId: string | undefined;
  /** Why: `ApiError` with code and filter, `InvalidRequestError`, `NotPlacedError` and so on. */
  readonly error: TradespecError;
  /** Another order that has the client id. */
  readonly otherOrder?: Readonly<Partial<Order>> | undefined;
  readonly attempts: number;
}

/**
 * The exchange could not be asked in time, or took the order under another id than ours: the order
 * may exist, or may still appear.
 */
export interface UnknownPlacement<Body = object, Order = object> {
  readonly kind: "unknown";
  readonly clientId: string;
  readonly error: UnknownOutcomeError;
  /** Another order: one with the client id, which may hide ours, or the one of the response. */
  readonly otherOrder?: Readonly<Partial<Order>> | undefined;
  readonly attempts: number;
  /** Asks again; sends no order. */
  readonly ask: (options?: ResolveOptions) => Promise<Placement<Body, Order>>;
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

/** One placement in a journal; it holds no secret. */
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

/** The entry, as a journal gives it; throws a TradespecError for one that is damaged. */
export function checkedEntry(entry: unknown): PlacementEntry {
  const { operation, clientId, isOwnId, fields, stampMs } = Object(entry) as PlacementEntry;
  const isText = (value: unknown): boolean => typeof value === "string";
  const isRecord = typeof fields === "object" && fields !== null;
  const rules = {
    operation: isText(operation),
    clientId: isText(clientId),
    isOwnId: typeof isOwnId === "boolean",
    fields: isRecord && Object.values(fields).every(isText),
    stampMs: Number.isFinite(stampMs),
  };
  const wrong = Object.entries(rules).flatMap(([name, isRight]) => (isRight ? [] : [name]));
  if (wrong.length === 0) return entry as PlacementEntry;
  throw new TradespecError(
    `The journal's entry of the placement ${String(clientId)} is damaged: ${wrong.join(", ")}. ` +
      "Look the order up by hand, and remove the entry.",
  );
}

/** Keeps the placements in flight, so that each can be resolved after a crash. */
export interface PlacementJournal {
  /**
   * Stores an entry, in place of an earlier one with its client id. The request is sent when this
   * resolves, and not at all when it rejects.
   */
  readonly begin: (entry: PlacementEntry) => Promise<void>;
  /** The outcome is certain: the entry can be deleted. */
  readonly end: (clientId: string, outcome: "placed" | "rejected") => Promise<void>;
  /** The entries that have begun and not ended. */
  readonly pending: () => Promise<readonly PlacementEntry[]>;
}
