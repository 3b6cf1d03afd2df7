/** Runs placements: carries out the effects that the reducer in `placement-state.ts` decides on. */

import { performCall, sendRequest } from "../client/call.ts";
import type { CallContext } from "../client/context.ts";
import type { Deadline } from "../client/deadline.ts";
import { startDeadline } from "../client/deadline.ts";
import type { CallOptions } from "../client/options.ts";
import { createRedactor, redactedError } from "../client/redact.ts";
import type { PreparedRequest } from "../client/request.ts";
import { outcomeQuestion } from "../client/request.ts";
import { ruleFor } from "../client/retry.ts";
import { ApiError, TradespecError } from "../errors.ts";
import type { QueryReply } from "./match.ts";
import type {
  Outcome,
  PlacementEffect,
  PlacementEvent,
  PlacementFacts,
  PlacementState,
  PlacementStep,
  PlacementTime,
} from "./placement-state.ts";
import { placementStep } from "./placement-state.ts";
import type { PlacementEntry } from "./types.ts";

/** A placement that runs, or that is unknown and can be asked for. */
export interface Running {
  readonly facts: PlacementFacts;
  readonly context: CallContext;
  readonly active: Active;
  state: PlacementState;
  /** The run that ends with the next outcome. */
  run?: Run | undefined;
  /** The call in flight, so as to end it early. */
  call?: Deadline | undefined;
  /** The time for asking. */
  asking?: Deadline | undefined;
  journalEnd?: Promise<void> | undefined;
  cancelTimer: () => void;
}

export interface Run {
  readonly ended: Promise<Outcome>;
  readonly resolve: (outcome: Outcome) => void;
  readonly options: CallOptions;
  /** The call to send; absent where an order is only asked for. */
  readonly request: PreparedRequest | undefined;
  readonly isPlacing: boolean;
}

/** By client id. */
export type Active = Map<string, Running>;

/** A placement that does not run yet. */
export function newRunning(
  given: Pick<Running, "facts" | "context" | "active" | "state">,
): Running {
  return { ...given, cancelTimer: nothing };
}

function nothing(): void {}

/** Carries out the first step and all that follow; gives the next outcome. */
export function start(
  running: Running,
  given: Pick<Run, "request" | "options" | "isPlacing">,
  first: PlacementStep,
): Promise<Outcome> {
  let resolve: Run["resolve"] = nothing;
  const ended = new Promise<Outcome>((end) => {
    resolve = end;
  });
  running.run = { ...given, ended, resolve };
  execute(running, first);
  return ended;
}

export function timeOf({ settings, clock }: CallContext): PlacementTime {
  return { localMs: settings.now(), serverMs: clock.serverMs() };
}

/** The next step; gives what must be done before a request may leave. */
export function dispatch(running: Running, event: PlacementEvent): Promise<void> | undefined {
  const { state, facts, context } = running;
  return execute(running, placementStep(state, event, facts, timeOf(context)));
}

function execute(running: Running, { state, effects }: PlacementStep): Promise<void> | undefined {
  running.state = state;
  let written: Promise<void> | undefined;
  for (const effect of effects) {
    // An effect before may have led to a later state, with effects of its own.
    if (running.state !== state) break;
    written = carryOut(running, effect) ?? written;
  }
  return written;
}

function carryOut(running: Running, effect: PlacementEffect): Promise<void> | undefined {
  const { context, facts, run } = running;
  const { journal, after } = context.settings;
  switch (effect.kind) {
    case "send":
      void send(running, effect);
      return undefined;
    case "writeJournal":
      return writeJournal(running, effect.entry);
    case "endCall": {
      const end = (): void => running.call?.stop(new Error("A stream has reported the order."));
      running.cancelTimer = after(effect.afterMs, end);
      return undefined;
    }
    case "startAsking":
      startAsking(running, effect.budgetMs);
      return undefined;
    case "query":
      void query(running, effect);
      return undefined;
    case "wait":
      running.cancelTimer = after(effect.waitMs, () => void dispatch(running, { kind: "timer" }));
      return undefined;
    case "stopAsking":
      running.cancelTimer();
      running.asking?.stop(new Error("The outcome is known."));
      running.asking?.release();
      running.asking = undefined;
      return undefined;
    case "endJournal":
      // An entry that stays is asked for once more after a restart, which does no harm.
      running.journalEnd = journal?.end(facts.clientId, effect.outcome).catch(nothing);
      return undefined;
    case "finish":
      void finish(running, effect.outcome, run);
      return undefined;
  }
}

async function finish(running: Running, outcome: Outcome, run: Run | undefined): Promise<void> {
  const { active, facts } = running;
  running.run = undefined;
  if (outcome.kind !== "unknown" && active.get(facts.clientId) === running) {
    active.delete(facts.clientId);
  }
  await running.journalEnd;
  run?.resolve(outcome);
}

async function send(
  running: Running,
  { timeoutMs, maxAttempts }: Extract<PlacementEffect, { kind: "send" }>,
): Promise<void> {
  const { context, run } = running;
  const { request, options } = run ?? {};
  if (request === undefined) return;
  const round: CallContext = {
    ...context,
    settings: { ...context.settings, maxAttempts },
    onStart: (deadline) => {
      running.call = deadline;
    },
    beforeSend: (ms) =>
      dispatch(running, { kind: "stamped", entry: entryFor(request, running, ms) }),
  };
  let event: PlacementEvent;
  try {
    const completed = await sendRequest(request, { ...options, timeoutMs }, round);
    event = { kind: "response", completed };
  } catch (error) {
    event = { kind: "error", error };
  }
  running.call = undefined;
  running.cancelTimer();
  dispatch(running, event);
}

function entryFor(request: PreparedRequest, { facts }: Running, ms: number): PlacementEntry {
  const { operation, clientId, isOwnId, tables } = facts;
  const fields = Object.fromEntries([...request.query, ...request.body]);
  const stampMs = Number(fields[tables.signing.timestamp] ?? ms);
  return { operation, clientId, isOwnId, fields, stampMs };
}

function writeJournal(running: Running, entry: PlacementEntry): Promise<void> | undefined {
  const { apiKey, apiSecret, journal } = running.context.settings;
  if (journal === undefined) return dispatch(running, { kind: "journaled" });
  return journal.begin(entry).then(
    () => dispatch(running, { kind: "journaled" }),
    (error: unknown) => {
      const cause = redactedError(error, createRedactor([apiKey, apiSecret]));
      const why = "The journal could not keep the placement, so it was not sent.";
      throw new TradespecError(why, { operation: entry.operation, cause });
    },
  );
}

function startAsking(running: Running, budgetMs: number): void {
  const { context, run } = running;
  const timeUp = (): void => void dispatch(running, { kind: "timeUp" });
  const asking = startDeadline(budgetMs, run?.options.signal, context.settings);
  running.asking = asking;
  if (asking.interruption() === undefined) asking.onEnd(timeUp);
  else timeUp();
}

async function query(
  running: Running,
  { entry, isRetry }: Extract<PlacementEffect, { kind: "query" }>,
): Promise<void> {
  const { asking, context } = running;
  if (asking === undefined) return;
  const reply: QueryReply =
    isRetry && !context.retries.spend()
      ? { kind: "skipped" }
      : await askExchange(entry, asking, context);
  // The reply to a query that was ended meanwhile is not the one that is waited for.
  if (running.asking === asking) dispatch(running, { kind: "reply", reply });
}

/** A query that takes longer is sent anew, in milliseconds. */
const queryMsMax = 5000;

async function askExchange(
  entry: PlacementEntry,
  asking: Deadline,
  context: CallContext,
): Promise<QueryReply> {
  const { tables } = context;
  const { placement } = tables.operations[entry.operation] ?? {};
  const question = placement && outcomeQuestion(placement, entry.fields, tables);
  const operation = tables.operations[question?.operation ?? ""];
  if (question === undefined || operation === undefined) return { kind: "impossible" };
  let stampMs = -Infinity;
  const once: CallContext = {
    ...context,
    // The reducer decides about further attempts.
    settings: { ...context.settings, maxAttempts: 1 },
    beforeSend: (ms) => {
      // A timestamp that the exchange does not check proves nothing.
      if (operation.signed) stampMs = ms;
      return undefined;
    },
  };
  try {
    const options = { timeoutMs: Math.min(asking.leftMs(), queryMsMax), signal: asking.signal };
    const completed = await performCall(operation, { query: question.fields }, options, once);
    return { kind: "order", stampMs, completed };
  } catch (error) {
    const facts = error instanceof ApiError ? { status: error.status, code: error.code } : {};
    const isLate = ruleFor(tables.retry, facts)?.action === "resyncClock";
    if (isLate) await context.resync?.().catch(nothing);
    return { kind: "error", stampMs, error };
  }
}
