/**
 * The placements of one client: each ends with exactly one order, with certainly none, or says that
 * its outcome is unknown. What happens when is decided by the reducer in `placement-state.ts`; this
 * file calls the exchange, the journal and the timers for it.
 */

import { performCall, sendRequest } from "../client/call.ts";
import type { CallContext, CompletedCall } from "../client/context.ts";
import type { Deadline } from "../client/deadline.ts";
import { startDeadline } from "../client/deadline.ts";
import type { CallOptions } from "../client/options.ts";
import { createRedactor, redactedError } from "../client/redact.ts";
import type { PreparedRequest } from "../client/request.ts";
import { outcomeQuestion, prepareRequest } from "../client/request.ts";
import { ruleFor } from "../client/retry.ts";
import { fieldFault } from "../encoding/field-fault.ts";
import { encodeJson } from "../encoding/json.ts";
import type { GivenFields } from "../encoding/wire.ts";
import { ApiError, InvalidRequestError, TradespecError } from "../errors.ts";
import type { OperationDescriptor } from "../tables.ts";
import type { OrderFields } from "./match.ts";
import type {
  Outcome,
  PlacementEffect,
  PlacementEvent,
  PlacementFacts,
  PlacementState,
  PlacementStep,
  PlacementTime,
} from "./placement-state.ts";
import { placementStep, restoredPlacement, startPlacement } from "./placement-state.ts";
import type { QueryReply } from "./query-reply.ts";
import type { Placement, PlacementEntry, ResolveOptions } from "./types.ts";

/** The placements of one client. */
export interface Placements {
  /** Places an order and finds out what became of it; rejects only for a defect of the client. */
  readonly place: (
    operation: OperationDescriptor,
    given: GivenFields,
    options: CallOptions,
  ) => Promise<Ended>;
  /** The same for those who want the response or an error. */
  readonly answer: (...given: Parameters<Placements["place"]>) => Promise<CompletedCall>;
  /** Takes an order as a stream reports it, by the names of the order's record. */
  readonly observe: (order: object) => void;
  /** Finds out what became of the placements that the journal holds from before. */
  readonly resolvePending: (options?: ResolveOptions) => Promise<readonly Placement[]>;
}

/** The outcome, and the response that told it when an order was placed. */
export interface Ended {
  readonly placement: Placement;
  /** Absent when a stream reported the order. */
  readonly performed?: CompletedCall | undefined;
}

/** Makes the placements of one client. */
export function createPlacements(context: CallContext): Placements {
  const { journal } = context.settings;
  const active: Active = new Map();
  const { record } = context.tables.retry.placements ?? {};
  const place: Placements["place"] = async (operation, given, options) => {
    let plan: PreparedRequest;
    try {
      plan = prepareRequest(operation, given, options, context);
    } catch (error) {
      if (!(error instanceof TradespecError)) throw error;
      return { placement: { kind: "rejected", clientId: undefined, error, attempts: 0 } };
    }
    return placePlan(plan, options, context, active);
  };
  return {
    place,
    answer: async (...given) => {
      const { placement, performed } = await place(...given);
      if (placement.kind !== "placed") throw placement.error;
      return performed ?? responseFor(placement.order);
    },
    observe: (order) => {
      const running = active.get(String((order as OrderFields)[record?.clientId ?? ""]));
      if (running !== undefined)
        dispatch(running, { kind: "observed", order: order as OrderFields });
    },
    resolvePending: async (options = {}) => {
      const entries = (await journal?.pending()) ?? [];
      const asked = entries.flatMap((entry) => {
        const running = active.get(entry.clientId) ?? restore(entry, context, active);
        return running.run?.isPlacing ? [] : [askFor(running, options)];
      });
      return Promise.all(asked);
    },
  };
}

/** A placement that runs, or that is unknown and can be asked for. */
interface Running {
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

interface Run {
  readonly ended: Promise<Outcome>;
  readonly resolve: (outcome: Outcome) => void;
  readonly options: CallOptions;
  /** The call to send; absent where an order is only asked for. */
  readonly plan: PreparedRequest | undefined;
  readonly isPlacing: boolean;
}

/** By client id. */
type Active = Map<string, Running>;

async function placePlan(
  plan: PreparedRequest,
  options: CallOptions,
  context: CallContext,
  active: Active,
): Promise<Ended> {
  const { operation, placement } = plan;
  if (placement === undefined) throw new TradespecError(`${operation.id} places no order.`);
  const { clientId, isOwnId, ask: question } = placement;
  if (active.get(clientId)?.run !== undefined) {
    // Nobody could tell which of two placements an order belongs to.
    const field = operation.placement?.clientId ?? "";
    const faults = [fieldFault(field, "duplicate", "is on its way already", "wait for its end")];
    const error = new InvalidRequestError(faults, { operation: operation.id });
    return { placement: { kind: "rejected", clientId, error, attempts: 0 } };
  }
  const { settings, tables } = context;
  const facts: PlacementFacts = {
    operation: operation.id,
    clientId,
    isOwnId,
    question,
    maxAttempts: settings.maxAttempts,
    endMs: settings.now() + (options.timeoutMs ?? settings.timeoutMs),
    resolveMs: options.resolveMs ?? settings.resolveMs,
    tables,
  };
  const first = startPlacement(facts, timeOf(context));
  const running: Running = { facts, context, active, state: first.state, cancelTimer: nothing };
  active.set(clientId, running);
  const outcome = await start(running, { plan, options, isPlacing: true }, first);
  const placed = placementFor(running, outcome);
  return outcome.kind === "placed"
    ? { placement: placed, performed: outcome.performed }
    : { placement: placed };
}

function restore(entry: PlacementEntry, context: CallContext, active: Active): Running {
  const { clientId, isOwnId, operation, fields } = entry;
  const { tables } = context;
  const { placement } = tables.operations[operation] ?? {};
  const question = placement
    ? outcomeQuestion(placement, fields, tables)
    : { operation, fields: {} };
  const limits = { maxAttempts: 0, endMs: 0, resolveMs: undefined };
  const facts = { operation, clientId, isOwnId, question, ...limits, tables };
  const state = restoredPlacement(facts, entry);
  const running: Running = { facts, context, active, state, cancelTimer: nothing };
  active.set(clientId, running);
  return running;
}

function nothing(): void {}

async function askFor(running: Running, options: ResolveOptions): Promise<Placement> {
  const { state, facts, context } = running;
  const event = { kind: "ask", resolveMs: options.resolveMs } as const;
  const first = placementStep(state, event, facts, timeOf(context));
  // Those who ask at the same time get one outcome.
  const ended =
    running.run?.ended ?? start(running, { plan: undefined, options, isPlacing: false }, first);
  return placementFor(running, await ended);
}

function start(
  running: Running,
  given: Pick<Run, "plan" | "options" | "isPlacing">,
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

function placementFor(running: Running, outcome: Outcome): Placement {
  const { facts, state } = running;
  const known = { clientId: facts.clientId, attempts: state.attempts };
  switch (outcome.kind) {
    case "placed": {
      const { order, answer } = outcome;
      return { kind: "placed", order, ...(answer && { answer }), ...known };
    }
    case "rejected":
      return { ...outcome, ...known };
    case "unknown":
      return { ...outcome, ...known, ask: (options = {}) => askFor(running, options) };
    case "failed":
      throw outcome.error;
  }
}

function timeOf({ settings, clock }: CallContext): PlacementTime {
  return { localMs: settings.now(), serverMs: clock.serverMs() };
}

/** The next step; gives what must be done before a request may leave. */
function dispatch(running: Running, event: PlacementEvent): Promise<void> | undefined {
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
  const { plan, options } = run ?? {};
  if (plan === undefined) return;
  const round: CallContext = {
    ...context,
    settings: { ...context.settings, maxAttempts },
    onStart: (deadline) => {
      running.call = deadline;
    },
    beforeSend: (ms) => dispatch(running, { kind: "stamped", entry: entryFor(plan, running, ms) }),
  };
  let event: PlacementEvent;
  try {
    const performed = await sendRequest(plan, { ...options, timeoutMs }, round);
    event = { kind: "response", performed };
  } catch (error) {
    event = { kind: "error", error };
  }
  running.call = undefined;
  running.cancelTimer();
  dispatch(running, event);
}

function entryFor(plan: PreparedRequest, { facts }: Running, ms: number): PlacementEntry {
  const { operation, clientId, isOwnId, tables } = facts;
  const fields = Object.fromEntries([...plan.query, ...plan.body]);
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
    const performed = await performCall(operation, { query: question.fields }, options, once);
    return { kind: "order", stampMs, performed };
  } catch (error) {
    const facts = error instanceof ApiError ? { status: error.status, code: error.code } : {};
    const isLate = ruleFor(tables.retry, facts)?.action === "resyncClock";
    if (isLate) await context.resync?.().catch(nothing);
    return { kind: "error", stampMs, error };
  }
}

/** The order as a stream reported it, for those who wait for a response. */
function responseFor(order: object): CompletedCall {
  const text = encodeJson(order);
  return { kind: "done", response: new Response(), text, bytes: text.length, value: order };
}
