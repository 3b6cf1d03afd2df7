/**
 * One placement as a reducer: a state and an event give the next state and the effects.
 *
 * What became of a placement whose response was lost is asked by its client id before anything is
 * sent again. An order that is found was placed. One that is not found may still come, until the
 * receive window of its request has closed: only then is it certain that there is none, and only
 * then may the same client id be sent again.
 */

import type { CompletedCall } from "../client/context.ts";
import type { OutcomeQuestion } from "../errors.ts";
import {
  ApiError,
  NotPlacedError,
  TradespecError,
  UnknownOutcomeError,
  UnreadableResponseError,
} from "../errors.ts";
import type { MatchTables, OrderFields, QueryReply } from "./match.ts";
import { fieldsOf, findingOf, matchOrder, windowClosesMs } from "./match.ts";
import type { PlacementEntry } from "./types.ts";

/** What does not change while a placement runs. */
export interface PlacementFacts {
  /** Id of the placing operation. */
  readonly operation: string;
  readonly clientId: string;
  /** The client id was made here, so that no other order has it. */
  readonly isOwnId: boolean;
  /** How a user can find the order. */
  readonly question: OutcomeQuestion;
  /** How often and until when it may be sent, on our clock. */
  readonly maxAttempts: number;
  readonly endMs: number;
  /** How long to ask; when absent, until the outcome must be certain, and some time more. */
  readonly resolveMs: number | undefined;
  readonly tables: MatchTables;
}

export interface PlacementState {
  /** Requests that were sent. */
  readonly attempts: number;
  /** What the journal holds. */
  readonly entry: PlacementEntry | undefined;
  /** The order, as a stream reported it. */
  readonly observed: OrderFields | undefined;
  readonly phase: Phase;
}

/**
 * - `checking`: fields, filters and rate limits, before a request leaves; `sending`: after that.
 * - `asking`: a query is in flight; `waiting`: the next query is due later.
 */
type Phase =
  | { readonly kind: "checking" | "sending" }
  | { readonly kind: "asking" | "waiting"; readonly search: Search }
  | Outcome;

/** How a placement ends. An unknown one can be asked for again; `failed` is a defect of ours. */
export type Outcome =
  | {
      readonly kind: "placed";
      readonly order: OrderFields;
      /** Body of the response to the placement. */
      readonly answer?: OrderFields;
      /** The call whose response has the order; absent when a stream reported it. */
      readonly completed?: CompletedCall;
    }
  | {
      readonly kind: "rejected";
      readonly error: TradespecError;
      readonly otherOrder?: OrderFields | undefined;
    }
  | {
      readonly kind: "unknown";
      readonly error: UnknownOutcomeError;
      readonly otherOrder?: OrderFields | undefined;
    }
  | { readonly kind: "failed"; readonly error: unknown };

/** The search for an order whose response was lost. */
interface Search {
  readonly error: UnknownOutcomeError;
  readonly entry: PlacementEntry;
  /** A query from then on, in the exchange's time, proves that no order exists. */
  readonly provenMs: number;
  /** The order may be sent again once it is certain that none exists. */
  readonly mayResend: boolean;
  /** The next wait. */
  readonly stepMs: number;
  /** The query before failed. */
  readonly hasFailed: boolean;
  /** Another order that has the client id. */
  readonly otherOrder: OrderFields | undefined;
}

export type PlacementEvent =
  /** The request is stamped, but not sent yet. */
  | { readonly kind: "stamped"; readonly entry: PlacementEntry }
  /** The journal has the entry. */
  | { readonly kind: "journaled" }
  | { readonly kind: "response"; readonly completed: CompletedCall }
  | { readonly kind: "error"; readonly error: unknown }
  /** A stream reported an order with the client id. */
  | { readonly kind: "observed"; readonly order: OrderFields }
  | { readonly kind: "reply"; readonly reply: QueryReply }
  /** A wait is over. */
  | { readonly kind: "timer" }
  /** The time for asking is over, or the caller has aborted. */
  | { readonly kind: "timeUp" }
  /** The user asks for an unknown placement. */
  | { readonly kind: "ask"; readonly resolveMs: number | undefined };

export type PlacementEffect =
  | { readonly kind: "send"; readonly timeoutMs: number; readonly maxAttempts: number }
  /** The request must not leave before this is done. */
  | { readonly kind: "writeJournal"; readonly entry: PlacementEntry }
  /** Ends the call if it has no response by then. */
  | { readonly kind: "endCall"; readonly afterMs: number }
  /** Starts the time for asking; `timeUp` follows when it is over. */
  | { readonly kind: "startAsking"; readonly budgetMs: number }
  /** A retry counts against the retries of the client. */
  | { readonly kind: "query"; readonly entry: PlacementEntry; readonly isRetry: boolean }
  | { readonly kind: "wait"; readonly waitMs: number }
  /** Ends the time for asking, with the query in flight or the wait. */
  | { readonly kind: "stopAsking" }
  | { readonly kind: "endJournal"; readonly outcome: "placed" | "rejected" }
  | { readonly kind: "finish"; readonly outcome: Outcome };

export interface PlacementStep {
  readonly state: PlacementState;
  readonly effects: readonly PlacementEffect[];
}

/** The time, on our clock and on the exchange's. */
export interface PlacementTime {
  readonly localMs: number;
  readonly serverMs: number;
}

export function startPlacement(facts: PlacementFacts, time: PlacementTime): PlacementStep {
  const phase = { kind: "checking" } as const;
  return send({ attempts: 0, entry: undefined, observed: undefined, phase }, facts, time);
}

/** A placement that a journal holds from before a restart. */
export function restoredPlacement(facts: PlacementFacts, entry: PlacementEntry): PlacementState {
  const error = unknownOutcome(facts, 1);
  return { attempts: 1, entry, observed: undefined, phase: { kind: "unknown", error } };
}

export function placementStep(
  state: PlacementState,
  event: PlacementEvent,
  facts: PlacementFacts,
  time: PlacementTime,
): PlacementStep {
  const { phase } = state;
  if (event.kind === "observed") return onObserved(state, event.order, facts);
  switch (phase.kind) {
    case "checking":
    case "sending":
      return onCallEvent(state, event, facts, time);
    case "asking":
    case "waiting":
      return onSearchEvent(state, phase, event, facts, time);
    case "unknown":
      if (event.kind !== "ask") return { state, effects: [] };
      return startSearch(
        state,
        { error: phase.error, mayResend: false },
        { ...facts, resolveMs: event.resolveMs },
        time,
      );
    case "placed":
    case "rejected":
    case "failed":
      // Late events of a call or a query that was ended.
      return { state, effects: [] };
  }
}

/** How long a response may take when a stream has reported the order, in milliseconds. */
const responseMsMax = 1000;

function onObserved(
  before: PlacementState,
  order: OrderFields,
  { tables }: PlacementFacts,
): PlacementStep {
  const { entry, phase } = before;
  if (entry === undefined || matchOrder(order, entry, tables) !== "ours") {
    return { state: before, effects: [] };
  }
  const state = { ...before, observed: order };
  if (phase.kind === "asking" || phase.kind === "waiting") {
    return end(state, { kind: "placed", order });
  }
  const isFirst = before.observed === undefined;
  const isCalling = phase.kind === "checking" || phase.kind === "sending";
  return {
    state,
    effects: isCalling && isFirst ? [{ kind: "endCall", afterMs: responseMsMax }] : [],
  };
}

function onCallEvent(
  state: PlacementState,
  event: PlacementEvent,
  facts: PlacementFacts,
  time: PlacementTime,
): PlacementStep {
  switch (event.kind) {
    case "stamped": {
      const { entry } = event;
      return { state: { ...state, entry }, effects: [{ kind: "writeJournal", entry }] };
    }
    case "journaled": {
      const attempts = state.attempts + 1;
      return { state: { ...state, attempts, phase: { kind: "sending" } }, effects: [] };
    }
    case "response": {
      const { completed } = event;
      const order = fieldsOf(completed.value);
      if (isOurs(order, facts)) {
        return end(state, { kind: "placed", order, answer: order, completed });
      }
      const { status } = completed.response;
      const { operation } = facts;
      const error = new UnreadableResponseError("does not name the order", status, "", {
        operation,
      });
      return startSearch(state, searchFor(error, state, facts), facts, time);
    }
    case "error":
      return onCallError(state, event.error, facts, time);
    default:
      return { state, effects: [] };
  }
}

/**
 * A response without the client id is ours if it is an order at all; one with another id is not.
 */
function isOurs(order: OrderFields, { clientId, tables }: PlacementFacts): boolean {
  const { record } = tables.retry.placements ?? {};
  if (record === undefined) return true;
  const named = order[record.clientId];
  if (named !== undefined) return named === clientId;
  return Object.values(record.sent).some((field) => order[field] !== undefined);
}

function onCallError(
  state: PlacementState,
  error: unknown,
  facts: PlacementFacts,
  time: PlacementTime,
): PlacementStep {
  const isDoubtful =
    error instanceof UnknownOutcomeError ||
    isRefusedRepeat(error, facts) ||
    state.observed !== undefined;
  if (isDoubtful) return startSearch(state, searchFor(error, state, facts), facts, time);
  const isExpected = error instanceof TradespecError;
  return end(state, isExpected ? { kind: "rejected", error } : { kind: "failed", error });
}

/** Some open order has the client id. */
function isRefusedRepeat(error: unknown, { tables }: PlacementFacts): boolean {
  const rules = tables.retry.placements;
  return (
    error instanceof ApiError &&
    error.code !== undefined &&
    error.code === rules?.refusedRepeatCode &&
    (error.serverMessage ?? "").includes(rules.refusedRepeatMessage ?? "")
  );
}

type NewSearch = Pick<Search, "error" | "mayResend"> & { readonly provenMs?: number };

function searchFor(error: unknown, { attempts }: PlacementState, facts: PlacementFacts): NewSearch {
  const isUnknown = error instanceof UnknownOutcomeError;
  const isRepeat = isRefusedRepeat(error, facts);
  const cause = isUnknown ? error.cause : error;
  return {
    error: isUnknown ? error : unknownOutcome(facts, attempts, cause),
    mayResend: !isRepeat,
    // An open order has the id, which the caller chose. Unless it is ours, ours was refused.
    ...(isRepeat && !facts.isOwnId && { provenMs: -Infinity }),
  };
}

function unknownOutcome(
  { operation, clientId, question }: PlacementFacts,
  attempts: number,
  cause?: unknown,
): UnknownOutcomeError {
  return new UnknownOutcomeError(clientId, question, {
    operation,
    attempts,
    cause: cause instanceof Error ? cause : undefined,
  });
}

/** Time for asking beyond the wait until it can be certain that no order exists. */
const askingMs = 10_000;

function startSearch(
  state: PlacementState,
  given: NewSearch,
  { tables, resolveMs }: PlacementFacts,
  { serverMs }: PlacementTime,
): PlacementStep {
  const { entry, observed } = state;
  const { error } = given;
  if (observed !== undefined) return end(state, { kind: "placed", order: observed });
  if (entry === undefined) return end(state, { kind: "unknown", error });
  const search: Search = {
    entry,
    provenMs: windowClosesMs(entry, tables) + tables.signing.aheadMsBelow,
    stepMs: tables.retry.backoff.firstMs,
    hasFailed: false,
    otherOrder: undefined,
    ...given,
  };
  const budgetMs = resolveMs ?? Math.max(0, search.provenMs - serverMs) + askingMs;
  if (budgetMs <= 0) return end(state, { kind: "unknown", error });
  const { state: asking, effects } = query(state, search);
  return { state: asking, effects: [{ kind: "startAsking", budgetMs }, ...effects] };
}

function query(state: PlacementState, search: Search): PlacementStep {
  const { entry, hasFailed } = search;
  return {
    state: { ...state, phase: { kind: "asking", search } },
    effects: [{ kind: "query", entry, isRetry: hasFailed }],
  };
}

function onSearchEvent(
  state: PlacementState,
  { kind, search }: Extract<Phase, { kind: "asking" | "waiting" }>,
  event: PlacementEvent,
  facts: PlacementFacts,
  time: PlacementTime,
): PlacementStep {
  if (event.kind === "timeUp") return endUnknown(state, search);
  if (event.kind === "timer" && kind === "waiting") return query(state, search);
  if (event.kind !== "reply" || kind !== "asking") return { state, effects: [] };
  const finding = findingOf(event.reply, search.entry, facts.tables);
  switch (finding.kind) {
    case "found": {
      const { order, completed } = finding;
      return end(state, { kind: "placed", order, completed });
    }
    case "failed":
      return end(state, finding);
    case "final":
      return endUnknown(state, search);
    case "passing":
      return wait(state, { ...search, hasFailed: true }, finding.waitMs, facts, time);
    case "none": {
      const { otherOrder, hidesOurs, stampMs, waitMs } = finding;
      const next = { ...search, hasFailed: false, otherOrder };
      if (stampMs < search.provenMs) return wait(state, next, waitMs, facts, time);
      return hidesOurs ? endUnknown(state, next) : onNoOrder(state, next, facts, time);
    }
  }
}

function wait(
  state: PlacementState,
  search: Search,
  askedMs: number,
  { tables }: PlacementFacts,
  { serverMs }: PlacementTime,
): PlacementStep {
  const { factor, maxMs } = tables.retry.backoff;
  const { stepMs, provenMs } = search;
  const untilProofMs = Math.max(0, provenMs - serverMs);
  const waitMs = Math.max(askedMs, Math.min(untilProofMs || stepMs, stepMs));
  const next = { ...search, stepMs: Math.min(maxMs, stepMs * factor) };
  return {
    state: { ...state, phase: { kind: "waiting", search: next } },
    effects: [{ kind: "wait", waitMs }],
  };
}

/** There is certainly no order. */
function onNoOrder(
  state: PlacementState,
  { error, mayResend, otherOrder }: Search,
  facts: PlacementFacts,
  time: PlacementTime,
): PlacementStep {
  const { attempts } = state;
  if (mayResend && attempts < facts.maxAttempts && time.localMs < facts.endMs) {
    const { state: next, effects } = send(state, facts, time);
    return { state: next, effects: [{ kind: "stopAsking" }, ...effects] };
  }
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const details = { operation: facts.operation, attempts, cause };
  const notPlaced = new NotPlacedError(facts.clientId, details);
  return end(state, { kind: "rejected", error: notPlaced, otherOrder });
}

function send(
  state: PlacementState,
  { maxAttempts, endMs }: PlacementFacts,
  { localMs }: PlacementTime,
): PlacementStep {
  const timeoutMs = endMs - localMs;
  return {
    state: { ...state, phase: { kind: "checking" } },
    effects: [{ kind: "send", timeoutMs, maxAttempts: maxAttempts - state.attempts }],
  };
}

function endUnknown(state: PlacementState, { error, otherOrder }: Search): PlacementStep {
  return end(state, { kind: "unknown", error, otherOrder });
}

function end(state: PlacementState, outcome: Outcome): PlacementStep {
  const isCertain = outcome.kind === "placed" || outcome.kind === "rejected";
  const hasEntry = state.entry !== undefined;
  return {
    state: { ...state, phase: outcome },
    effects: [
      { kind: "stopAsking" },
      ...(isCertain && hasEntry ? [{ kind: "endJournal", outcome: outcome.kind } as const] : []),
      { kind: "finish", outcome },
    ],
  };
}
