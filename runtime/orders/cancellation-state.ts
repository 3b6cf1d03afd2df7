/**
 * One cancellation as a pure state machine: a state and an event give the next state, whose phase
 * says what cancellation.ts has to do next.
 *
 *     sending ── canceled, or refused ──> canceled, rejected
 *       │  ^
 *  lost │  │ the order is still open
 *       v  │
 *     querying ── the order has ended ──> canceled, ended
 *       └── time is up ──> unknown
 *
 * After a lost response only a query finds the outcome: a repeat that is refused does not, as the
 * first request may have been executed.
 */

import type { CompletedCall } from "../call/context.ts";
import { type Fields, fieldsIn } from "../encoding/json-value.ts";
import type { OutcomeQuestion } from "../errors.ts";
import { NotCanceledError, TradespecError, UnknownCancellationError } from "../errors.ts";
import type { QueryReply } from "./query.ts";

/** How the outcome of a cancellation is resolved. */
export interface CancellationRules {
  /** Operation that queries the order. */
  readonly queriedBy: string;
  /** Operation that lists the open orders. */
  readonly listedBy?: string;
  /** Field with the order's status, in its record and in the response of the cancellation. */
  readonly status: string;
  /** Statuses of a canceled order. */
  readonly canceled: readonly string[];
  /** Code of the query for an unknown order. */
  readonly notFoundCode?: number;
  /** Code that the cancellation of an unknown or ended order is refused with. */
  readonly refusedCode?: number;
  /** By the field of the record, the response's field that repeats it under another name. */
  readonly renamed: Readonly<Record<string, string>>;
}

export interface CancellationContext {
  /** Id of the canceling operation. */
  readonly operation: string;
  /** The query for the order. */
  readonly question: OutcomeQuestion;
  readonly rules: CancellationRules;
  readonly isFinal: (status: string) => boolean;
  /** Whether retries are on. */
  readonly mayRepeat: boolean;
}

export interface CancellationState {
  /** Requests sent so far, without queries. */
  readonly attempts: number;
  /** Waits so far. */
  readonly waits: number;
  /** Why the outcome is unknown; absent while it is not. */
  readonly doubt: TradespecError | undefined;
  /** The order, as a query found it open. */
  readonly order: Fields | undefined;
  readonly phase: Phase;
}

type Phase = NextRequest | CancellationEnd;

/** What to send next. */
export interface NextRequest {
  readonly kind: "sending" | "querying";
  /** Back off first, and at least as long as the exchange asks; absent for at once. */
  readonly askedMs?: number;
  /** A query after one that failed counts as a retry. */
  readonly hasFailed?: boolean;
}

export type CancellationEnd =
  /** `isResponse`: the call is the cancellation itself, not a query. */
  | { readonly kind: "canceled"; readonly completed: CompletedCall; readonly isResponse: boolean }
  | { readonly kind: "ended"; readonly order: Fields; readonly error: NotCanceledError }
  | { readonly kind: "rejected"; readonly error: TradespecError }
  | { readonly kind: "unknown"; readonly error: UnknownCancellationError };

export type CancellationEvent =
  | { readonly kind: "sent" }
  | { readonly kind: "response"; readonly completed: CompletedCall }
  /** `isOpen`: the exchange may have executed the request. */
  | { readonly kind: "error"; readonly error: TradespecError; readonly isOpen: boolean }
  | { readonly kind: "reply"; readonly reply: QueryReply }
  /** The deadline is over, or the caller has aborted. */
  | { readonly kind: "timeUp" };

export const newCancellation: CancellationState = {
  attempts: 0,
  waits: 0,
  doubt: undefined,
  order: undefined,
  phase: { kind: "sending" },
};

export function cancellationStep(
  state: CancellationState,
  event: CancellationEvent,
  context: CancellationContext,
): CancellationState {
  switch (event.kind) {
    case "sent":
      return { ...state, attempts: state.attempts + 1 };
    case "response":
      return onResponse(state, event.completed, context);
    case "error": {
      const { error, isOpen } = event;
      const isCertain = state.doubt === undefined && !isOpen;
      return isCertain ? { ...state, phase: { kind: "rejected", error } } : querying(state, error);
    }
    case "reply":
      return onReply(state, event.reply, context);
    case "timeUp":
      return unknown(state, context);
  }
}

/** Only a response that names the order and says that it is canceled proves that. */
function onResponse(
  state: CancellationState,
  completed: CompletedCall,
  { operation, question, rules }: CancellationContext,
): CancellationState {
  const body = fieldsIn(completed.value);
  const named = Object.entries(question.fields).filter(([name]) => (body[name] ?? "") !== "");
  const isNamed =
    named.length > 0 && named.every(([name, sent]) => String(body[name]) === String(sent));
  if (isNamed && rules.canceled.includes(String(body[rules.status]))) {
    return { ...state, phase: { kind: "canceled", completed, isResponse: true } };
  }
  const why = `The response of ${operation} does not say that the order was canceled.`;
  return querying(state, new TradespecError(why, { operation, attempts: state.attempts }));
}

function querying(state: CancellationState, doubt: TradespecError): CancellationState {
  return { ...state, doubt, phase: { kind: "querying" } };
}

function onReply(
  state: CancellationState,
  reply: QueryReply,
  context: CancellationContext,
): CancellationState {
  switch (reply.kind) {
    case "order":
      return onFound(state, reply.completed, context);
    case "notFound":
      // It may not be listed yet, or never have existed.
      return onOpen(state, undefined, context);
    case "failed":
      return later(state, { kind: "querying", hasFailed: true, askedMs: reply.waitMs });
    case "impossible":
      return unknown(state, context);
  }
}

function onFound(
  state: CancellationState,
  completed: CompletedCall,
  context: CancellationContext,
): CancellationState {
  const { operation, rules, isFinal } = context;
  const order = fieldsIn(completed.value);
  const status = String(order[rules.status]);
  if (rules.canceled.includes(status)) {
    return { ...state, phase: { kind: "canceled", completed, isResponse: false } };
  }
  if (!isFinal(status)) return onOpen(state, order, context);
  const details = { operation, attempts: state.attempts, cause: state.doubt };
  const error = new NotCanceledError(status, order, details);
  return { ...state, phase: { kind: "ended", order, error } };
}

/** Cancels again: the first repeat comes at once. */
function onOpen(
  state: CancellationState,
  order: Fields | undefined,
  { mayRepeat }: CancellationContext,
): CancellationState {
  const kind = mayRepeat ? "sending" : "querying";
  const isFirst = mayRepeat && state.attempts === 1 && order !== undefined;
  return isFirst
    ? { ...state, order, phase: { kind } }
    : later({ ...state, order }, { kind, askedMs: 0 });
}

function later(state: CancellationState, phase: NextRequest): CancellationState {
  return { ...state, waits: state.waits + 1, phase };
}

function unknown(
  state: CancellationState,
  { operation, question }: CancellationContext,
): CancellationState {
  const details = { operation, attempts: state.attempts, cause: state.doubt };
  const error = new UnknownCancellationError(question, state.order, details);
  return { ...state, phase: { kind: "unknown", error } };
}
