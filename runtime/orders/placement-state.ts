/**
 * One placement as a pure state machine: a state and an event give the next state, whose phase says
 * what placements.ts has to do next.
 *
 *     sending ── response or certain error ──> placed, rejected
 *       │  ^
 *  lost │  │ certainly no order
 *       v  │
 *     asking ── found, or certainly no order ──> placed, rejected
 *       │
 *       └── time is up ──> unknown ── the user asks ──> asking
 *
 * An order whose response was lost is queried by its client id before anything is sent again. If
 * found, it was placed. If not, it may still appear until the receive window of its request has
 * closed: only then is it certain that there is none.
 */

import type { CompletedCall } from "../call/context.ts";
import { type Fields, fieldsIn } from "../encoding/json-value.ts";
import type { OutcomeQuestion } from "../errors.ts";
import {
  ApiError,
  NotPlacedError,
  TradespecError,
  UnknownOutcomeError,
  UnreadableResponseError,
} from "../errors.ts";
import type { PlacementDescriptor, RetryDescriptor, SigningDescriptor } from "../tables.ts";
import type { QueryReply } from "./query.ts";
import type { PlacementEntry } from "./types.ts";

export interface PlacementInputs {
  /** Id of the placing operation. */
  readonly operation: string;
  readonly clientId: string;
  /** The client made the id, so no other order has it. */
  readonly isOwnId: boolean;
  /** How a user can query the order. */
  readonly question: OutcomeQuestion;
  /** How often and until when it may be sent, on the local clock. */
  readonly maxAttempts: number;
  readonly endMs: number;
  /** How long to query; when absent, until the outcome must be certain, and some time more. */
  readonly resolveMs: number | undefined;
  /** How the order is recognised; absent for an operation that the client does not have. */
  readonly placement: PlacementDescriptor | undefined;
  readonly tables: { readonly signing: SigningDescriptor; readonly retry: RetryDescriptor };
}

/** The inputs and the time of a step, on the local clock and the exchange's. */
export interface PlacementContext extends PlacementInputs {
  readonly localMs: number;
  readonly serverMs: number;
}

export interface PlacementState {
  /** Requests sent so far. */
  readonly attempts: number;
  /** The journal's entry. */
  readonly entry: PlacementEntry | undefined;
  /** The order, as reported by a stream. */
  readonly observed: Fields | undefined;
  /** The order that the response names, when its symbol or client id is not ours. */
  readonly named?: Fields | undefined;
  readonly phase: Phase;
}

type Phase = Readonly<
  /** Send the request, as often as `maxAttempts` allows. */
  | { kind: "sending"; timeoutMs: number }
  /** Send a query. */
  | { kind: "asking"; search: Search }
  | Outcome
>;

/** The end of a placement. An unknown one can be queried again. */
export type Outcome = Readonly<
  | {
      kind: "placed";
      order: Fields;
      /** The call whose response has the order; absent when a stream reported it. */
      completed?: CompletedCall;
      /** That call was the placement itself. */
      isResponse?: true;
    }
  | { kind: "rejected"; error: TradespecError; otherOrder?: Fields | undefined }
  | { kind: "unknown"; error: UnknownOutcomeError; otherOrder?: Fields | undefined }
>;

/** The search for an order whose response was lost. */
export interface Search {
  readonly error: UnknownOutcomeError;
  readonly entry: PlacementEntry;
  readonly budgetMs: number;
  /** A query from this exchange time on proves that no order exists. */
  readonly provenMs: number;
  /** The order may be sent again once it is certain that none exists. */
  readonly mayResend: boolean;
  /** Until the next query. */
  readonly waitMs: number;
  /** The wait after that. */
  readonly stepMs: number;
  /** The previous query failed. */
  readonly hasFailed: boolean;
  /** Another order with the client id. */
  readonly otherOrder: Fields | undefined;
}

export type PlacementEvent = Readonly<
  /** The request is sent; the journal has the entry. */
  | { kind: "sent"; entry: PlacementEntry }
  | { kind: "response"; completed: CompletedCall }
  | { kind: "error"; error: TradespecError }
  /** A stream reported an order with the client id. */
  | { kind: "observed"; order: Fields }
  | { kind: "reply"; reply: QueryReply }
  /** The time for queries is over, or the caller has aborted. */
  | { kind: "timeUp" }
  /** The user queries an unknown placement again. */
  | { kind: "ask"; resolveMs: number | undefined }
>;

export function startPlacement(context: PlacementContext): PlacementState {
  return { attempts: 0, entry: undefined, observed: undefined, phase: sending(context) };
}

/** A placement from a journal, after a restart. */
export function restoredPlacement(inputs: PlacementInputs, entry: PlacementEntry): PlacementState {
  const { operation, placement } = inputs;
  const why = `The client has no operation ${operation} that places orders; add it to operations.`;
  const cause = placement === undefined ? new TradespecError(why, { operation }) : undefined;
  const phase = { kind: "unknown", error: unknownOutcome(inputs, 1, cause) } as const;
  return { attempts: 1, entry, observed: undefined, phase };
}

export function placementStep(
  state: PlacementState,
  event: PlacementEvent,
  context: PlacementContext,
): PlacementState {
  const { phase } = state;
  if (event.kind === "observed") return onObserved(state, event.order, context);
  switch (phase.kind) {
    case "sending":
      return onCallEvent(state, event, context);
    case "asking":
      if (event.kind === "reply") return onReply(state, phase.search, event.reply, context);
      return event.kind === "timeUp" ? unknown(state, phase.search) : state;
    case "unknown":
      if (event.kind !== "ask") return state;
      return startSearch(
        state,
        { error: phase.error, mayResend: false },
        { ...context, resolveMs: event.resolveMs },
      );
    case "placed":
    case "rejected":
      return state;
  }
}

function onObserved(
  before: PlacementState,
  order: Fields,
  context: PlacementContext,
): PlacementState {
  const { entry, phase } = before;
  if (entry === undefined || matchOrder(order, entry, context) !== "ours") return before;
  const state = { ...before, observed: order };
  return phase.kind === "asking" ? placed(state, order) : state;
}

function onCallEvent(
  state: PlacementState,
  event: PlacementEvent,
  context: PlacementContext,
): PlacementState {
  switch (event.kind) {
    case "sent":
      return { ...state, entry: event.entry, attempts: state.attempts + 1 };
    case "response":
      return onResponse(state, event.completed, context);
    case "error":
      return onCallError(state, event.error, context);
    default:
      return state;
  }
}

/**
 * The response is undocumented, so a success may say little. If it names the order, that was
 * placed; otherwise a query decides, and nothing is sent again.
 */
function onResponse(
  state: PlacementState,
  completed: CompletedCall,
  context: PlacementContext,
): PlacementState {
  const order = fieldsIn(completed.value);
  const named = orderNamed(order, context);
  if (named === "our") {
    return { ...state, phase: { kind: "placed", order, completed, isResponse: true } };
  }
  const details = { operation: context.operation, attempts: state.attempts };
  const cause = new TradespecError(`The response names ${named} order.`, details);
  const error = unknownOutcome(context, state.attempts, cause);
  const other = named === "no" ? {} : { named: order };
  return startSearch({ ...state, ...other }, { error, mayResend: false }, context);
}

/** A client id without an order id is enough; a null order id is none. */
function orderNamed(order: Fields, context: PlacementInputs): "our" | "another" | "no" {
  const { record } = context.placement ?? {};
  if (record === undefined) return "our";
  const named = order[record.clientId] ?? "";
  const isOther = named !== "" && named !== context.clientId;
  if (isOther || isElsewhere(order, context)) return "another";
  const id = order[record.orderId];
  return (id === undefined ? named !== "" : Number(id) > 0) ? "our" : "no";
}

function onCallError(
  state: PlacementState,
  error: TradespecError,
  context: PlacementContext,
): PlacementState {
  const isRepeat = isRefusedRepeat(error, context);
  if (error instanceof UnknownOutcomeError) {
    // A success is certain even if it cannot be parsed.
    const status = error.cause instanceof UnreadableResponseError ? error.cause.status : 0;
    return startSearch(state, { error, mayResend: status < 200 || status >= 300 }, context);
  }
  if (isRepeat || state.observed !== undefined) {
    const doubt = unknownOutcome(context, state.attempts, error);
    // An open order has the id. If the caller chose the id and that order is not ours, ours was
    // refused because of it.
    const proof = isRepeat && !context.isOwnId ? { provenMs: -Infinity } : {};
    return startSearch(state, { error: doubt, mayResend: !isRepeat, ...proof }, context);
  }
  return { ...state, phase: { kind: "rejected", error } };
}

/** An open order has the client id. */
function isRefusedRepeat(error: unknown, { placement: rules }: PlacementContext): boolean {
  return (
    error instanceof ApiError &&
    error.code !== undefined &&
    error.code === rules?.refusedRepeatCode &&
    (error.serverMessage ?? "").includes(rules.refusedRepeatMessage ?? "")
  );
}

function unknownOutcome(
  { operation, clientId, question }: PlacementInputs,
  attempts: number,
  cause?: TradespecError,
): UnknownOutcomeError {
  return new UnknownOutcomeError(clientId, question, { operation, attempts, cause });
}

/** Until the absence of an order can be certain, and 10 seconds for queries after that. */
export function usualBudgetMs(provenMs: number, serverMs: number): number {
  return Math.max(0, provenMs - serverMs) + 10_000;
}

function startSearch(
  state: PlacementState,
  given: Pick<Search, "error" | "mayResend"> & { readonly provenMs?: number },
  context: PlacementContext,
): PlacementState {
  const { tables, resolveMs, serverMs } = context;
  const { entry, observed } = state;
  if (observed !== undefined) return placed(state, observed);
  const unasked: PlacementState = { ...state, phase: { kind: "unknown", error: given.error } };
  if (entry === undefined) return unasked;
  const provenMs = given.provenMs ?? windowClosesMs(entry, context) + tables.signing.aheadMsBelow;
  const budgetMs = resolveMs ?? usualBudgetMs(provenMs, serverMs);
  if (budgetMs <= 0) return unasked;
  const steps = { waitMs: 0, stepMs: tables.retry.backoff.firstMs };
  const fresh = { entry, budgetMs, provenMs, ...steps, hasFailed: false, otherOrder: undefined };
  return { ...state, phase: { kind: "asking", search: { ...given, ...fresh } } };
}

function onReply(
  state: PlacementState,
  search: Search,
  reply: QueryReply,
  context: PlacementContext,
): PlacementState {
  const failed = { ...search, hasFailed: true };
  switch (reply.kind) {
    case "impossible":
      return unknown(state, search);
    case "failed":
      return waiting(state, failed, reply.waitMs, context);
    case "notFound":
      return onNotFound(state, { ...search, otherOrder: undefined }, reply, context);
    case "order": {
      const { completed, stampMs } = reply;
      const order = fieldsIn(completed.value);
      const match = matchOrder(order, search.entry, context);
      if (match === "ours") return { ...state, phase: { kind: "placed", order, completed } };
      if (match === "stray") return waiting(state, failed, 0, context);
      const other = { ...search, otherOrder: order };
      // The other order may hide ours, unless the exchange has refused ours because of it.
      const mayHide = match === "other" && search.provenMs !== -Infinity;
      if (mayHide && stampMs >= search.provenMs) return unknown(state, other);
      return onNotFound(state, other, { stampMs, waitMs: 0 }, context);
    }
  }
}

/** No order existed at the timestamp of the query. */
function onNotFound(
  state: PlacementState,
  found: Search,
  { stampMs, waitMs }: { readonly stampMs: number; readonly waitMs: number },
  context: PlacementContext,
): PlacementState {
  const search = { ...found, hasFailed: false };
  if (stampMs < search.provenMs) return waiting(state, search, waitMs, context);
  const { attempts, named } = state;
  const { error, mayResend, otherOrder = named } = search;
  // The exchange may have given ours another client id, but not another symbol.
  if (named !== undefined && !isElsewhere(named, context)) {
    return unknown(state, { ...search, otherOrder });
  }
  const { operation, clientId, maxAttempts, endMs, localMs } = context;
  if (mayResend && attempts < maxAttempts && localMs < endMs) {
    return { ...state, phase: sending(context) };
  }
  const details = { operation, attempts, cause: error.cause };
  const notPlaced = new NotPlacedError(clientId, details, found.otherOrder);
  return { ...state, phase: { kind: "rejected", error: notPlaced, otherOrder } };
}

function sending({ endMs, localMs }: PlacementContext): Phase {
  return { kind: "sending", timeoutMs: endMs - localMs };
}

function waiting(
  state: PlacementState,
  search: Search,
  askedMs: number,
  { tables, serverMs }: PlacementContext,
): PlacementState {
  const { factor, maxMs } = tables.retry.backoff;
  const { stepMs, provenMs } = search;
  const untilProofMs = Math.max(0, provenMs - serverMs);
  const waitMs = Math.max(askedMs, Math.min(untilProofMs || stepMs, stepMs));
  const next = { ...search, waitMs, stepMs: Math.min(maxMs, stepMs * factor) };
  return { ...state, phase: { kind: "asking", search: next } };
}

function placed(state: PlacementState, order: Fields): PlacementState {
  return { ...state, phase: { kind: "placed", order } };
}

function unknown(state: PlacementState, { error, otherOrder }: Search): PlacementState {
  return { ...state, phase: { kind: "unknown", error, otherOrder } };
}

/**
 * Compares a record with the sent fields. `older`: another order with the client id, placed before
 * ours can have been. `other`: another one that may hide ours. `stray`: one with another id or
 * symbol.
 *
 * A request is accepted only while its timestamp lies in the receive window, so its order's time
 * lies there too. The spec does not list the type: it changes when a stop price is reached.
 */
function matchOrder(
  order: Fields,
  entry: PlacementEntry,
  context: PlacementInputs,
): "ours" | "older" | "other" | "stray" {
  const { record } = context.placement ?? {};
  if (record === undefined || order[record.clientId] !== entry.clientId) return "stray";
  if (isElsewhere(order, context)) return "stray";
  // Nobody else can guess an id made here.
  if (entry.isOwnId) return "ours";
  const placedMs = order[record.placedMs];
  if (typeof placedMs === "number") {
    if (placedMs <= entry.stampMs - context.tables.signing.aheadMsBelow) return "older";
    if (placedMs > windowClosesMs(entry, context)) return "other";
  }
  return differs(order, entry.fields, context) ? "other" : "ours";
}

/** Whether a record has another symbol, or whatever else the query names. */
function isElsewhere(order: Fields, context: PlacementInputs): boolean {
  return differs(order, context.question.fields, context);
}

/** Whether a record contradicts fields; what one of them lacks does not count. */
function differs(
  order: Fields,
  fields: Readonly<Record<string, unknown>>,
  { placement }: PlacementInputs,
): boolean {
  return Object.entries(placement?.record?.sent ?? {}).some(([field, name]) => {
    const [text, recorded] = [fields[field], order[name]].map((value) =>
      normalized(`${value ?? ""}`),
    );
    return text !== "" && recorded !== "" && text !== recorded;
  });
}

/**
 * The exchange's time when the receive window has closed: the request can no longer be accepted,
 * nor its order appear.
 */
function windowClosesMs(
  { fields, stampMs }: PlacementEntry,
  { placement, tables: { signing } }: PlacementInputs,
): number {
  const windowMs = Number(fields[signing.window] ?? signing.windowMsDefault);
  return stampMs + windowMs + (placement?.settleMs ?? 0);
}

/** Normal form of decimals; other words stay unchanged. */
function normalized(text: string): string {
  const whole = text.replace(/^0+(?=\d)/, "");
  return whole.includes(".") ? whole.replace(/\.?(?<!0)0+$/, "") : whole;
}
