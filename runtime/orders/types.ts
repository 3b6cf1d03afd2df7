/** The calls of orders, and the outcome of a placement. */

import type { CompletedCall } from "../call/context.ts";
import type { PlacementEntry } from "../call/journal.ts";
import type { CallOptions } from "../call/options.ts";
import type { GivenFields } from "../encoding/plain-fields.ts";
import type { UnknownOutcomeError } from "../errors.ts";
import { TradespecError } from "../errors.ts";
import type { OperationDescriptor } from "../tables.ts";

export type { PlacementEntry, PlacementJournal } from "../call/journal.ts";

/** Calls an operation that places or cancels an order. */
export type OrderCall = (
  operation: OperationDescriptor,
  given: GivenFields,
  options: CallOptions,
) => Promise<CompletedCall>;

/** What places or cancels the orders of one client. */
export interface OrderCalls {
  /** By operation id. */
  readonly calls: Readonly<Record<string, OrderCall>>;
  readonly methods: Readonly<Record<string, unknown>>;
}

/** The method with a typed outcome: `tryPlaceOrder` for `placeOrder`. */
export function tryName(id: string): string {
  return `try${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}

/**
 * The outcome of a placement. `Body` is the response body of the placing operation, `Order` the
 * record from an order query.
 */
export type Placement<Body = object, Order = object> =
  | PlacedOrder<Body, Order>
  | RejectedPlacement<Order>
  | UnknownPlacement<Body, Order>;

/** The exchange accepted the order; there is exactly one. */
export interface PlacedOrder<Body = object, Order = object> {
  readonly kind: "placed";
  /** Its client order id. */
  readonly clientId: string;
  /** What is known: the response, the queried record, or the order that a stream reported. */
  readonly order: Readonly<Partial<Order>>;
  /** Response body of the placement, unchanged; absent when the order was found otherwise. */
  readonly response?: Body;
  /** Requests sent. */
  readonly attempts: number;
}

/** There is no such order, and there will be none. */
export interface RejectedPlacement<Order = object> {
  readonly kind: "rejected";
  /** Its client order id; absent if the request was invalid before it got one. */
  readonly clientId: string | undefined;
  /** Reason: `ApiError` with code and filter, `InvalidRequestError`, `NotPlacedError` and so on. */
  readonly error: TradespecError;
  /** Another order: one with the client id, or the one in the response, of another symbol. */
  readonly otherOrder?: Readonly<Partial<Order>> | undefined;
  /** Requests sent. */
  readonly attempts: number;
}

/**
 * The exchange could not be queried in time, or accepted the order under another id: it may exist,
 * or may still appear.
 */
export interface UnknownPlacement<Body = object, Order = object> {
  readonly kind: "unknown";
  /** The client order id that the order has if it exists. */
  readonly clientId: string;
  readonly error: UnknownOutcomeError;
  /** Another order: one with the client id, which may hide ours, or the one in the response. */
  readonly otherOrder?: Readonly<Partial<Order>> | undefined;
  /** Requests sent. */
  readonly attempts: number;
  /** Queries again; sends no order. */
  readonly ask: (options?: ResolveOptions) => Promise<Placement<Body, Order>>;
}

/** Options of resolving a placement's outcome. */
export interface ResolveOptions {
  /** Ends the queries; the outcome is then unknown. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Time for queries in milliseconds. When absent, until the request can no longer be accepted, and
   * 10 seconds more; 0 queries nothing.
   */
  readonly resolveMs?: number | undefined;
}

/** Checks an entry from a journal; throws a TradespecError for a damaged one. */
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
