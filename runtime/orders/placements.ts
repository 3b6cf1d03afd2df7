/**
 * The placements of one client: each ends with exactly one order, with certainly none, or with an
 * unknown outcome that can be queried again. Performs the phases of placement-state.ts.
 */

import { sendRequest } from "../call/call.ts";
import type { CallContext, CallPlan, CompletedCall, RequestChecks } from "../call/context.ts";
import { Deadline } from "../call/deadline.ts";
import type { CallOptions } from "../call/options.ts";
import { safeError } from "../call/redact.ts";
import type { PreparedPlacement, PreparedRequest } from "../call/request.ts";
import { outcomeQuestion, prepareRequest } from "../call/request.ts";
import { fieldIssue } from "../encoding/field-issue.ts";
import { encodeJson } from "../encoding/json.ts";
import { fieldsIn } from "../encoding/json-value.ts";
import type { GivenFields } from "../encoding/plain-fields.ts";
import { InvalidRequestError, TradespecError } from "../errors.ts";
import type { OperationDescriptor } from "../tables.ts";
import type {
  Outcome,
  PlacementEvent,
  PlacementInputs,
  PlacementState,
  Search,
} from "./placement-state.ts";
import {
  placementStep,
  restoredPlacement,
  startPlacement,
  usualBudgetMs,
} from "./placement-state.ts";
import { queryOrder } from "./query.ts";
import type { OrderCall, OrderCalls, Placement, PlacementEntry, ResolveOptions } from "./types.ts";
import { checkedEntry, tryName } from "./types.ts";

/**
 * Makes the placements of one client: no order is sent twice, and each outcome is found out. The
 * methods are `try...` for each placing operation, `observeOrder` and `resolvePending`.
 */
export function createPlacements(context: CallContext, checks: RequestChecks = {}): OrderCalls {
  const placing = Object.values(context.tables.operations).filter((each) => each.placement);
  const active: Active = Object.create(null);
  const shared: Shared = { context, checks, active };
  const methods: Record<string, unknown> = {
    observeOrder: (order: object) => {
      const fields = fieldsIn(order);
      for (const { placement } of placing) {
        const running = active[String(fields[placement?.record?.clientId ?? ""])];
        if (running !== undefined) observe(running, fields);
      }
    },
    resolvePending: async (options: ResolveOptions = {}) => {
      context.features.optionChecks?.resolve("resolvePending", options);
      const entries = (await context.settings.journal?.pending()) ?? [];
      const asked = entries
        .map(checkedEntry)
        .map((entry) => active[entry.clientId] ?? restore(entry, shared))
        // The caller of one that is being placed gets its outcome.
        .filter(({ isPlacing }) => !isPlacing);
      const found = await Promise.all(asked.map((running) => resolve(running, options)));
      // Not before all are known: the caller gets them together.
      for (const [at, running] of asked.entries()) handOver(running, found[at]);
      return found;
    },
  };
  const calls: Record<string, OrderCall> = {};
  for (const operation of placing) {
    const { id } = operation;
    // Rejects unless the order was placed.
    calls[id] = async (_, given, options) => {
      const ended = await place(operation, given, options, shared);
      const { placement, completed } = ended;
      if (placement.kind !== "placed") throw placement.error;
      const { order } = placement;
      return completed === undefined ? responseFor(order) : { ...completed, value: order };
    };
    const tryPlace = async (fields: object, options: CallOptions = {}): Promise<Placement> => {
      context.features.optionChecks?.call(id, options);
      return (await place(operation, { query: fields }, options, shared)).placement;
    };
    methods[tryName(id)] = tryPlace;
  }
  return { calls, methods };
}

/** What all placements of a client share. */
interface Shared {
  readonly context: CallContext;
  readonly checks: RequestChecks;
  readonly active: Active;
}

/** A placement that is running, unknown, or still in the journal. */
interface Running extends Shared {
  readonly inputs: PlacementInputs;
  /** Number of its calls, for events. */
  readonly call: number;
  state: PlacementState;
  isPlacing: boolean;
  /** Settles when the journal has stored it or failed to; absent where it was not given any. */
  begun?: Promise<void> | undefined;
  /** The next outcome, while it is searched for; a certain one until it is handed over. */
  ended?: Promise<Outcome> | undefined;
  /** The running call or search, to end it early. */
  deadline?: Deadline | undefined;
  cancelTimer: () => void;
}

/**
 * By client id. Not a Map: V8 links the tables that a growing Map leaves behind, so that their
 * content outlives young collections, which then took half of a placement's time.
 */
type Active = Record<string, Running | undefined>;

function nothing(): void {}

/** The outcome of a placement, and the call that found it, unless a stream reported it. */
interface Ended {
  readonly placement: Placement;
  readonly completed?: CompletedCall | undefined;
}

async function place(
  operation: OperationDescriptor,
  given: GivenFields,
  options: CallOptions,
  shared: Shared,
): Promise<Ended> {
  const { context, active } = shared;
  const rejected = (error: TradespecError, clientId?: string): Ended => ({
    placement: { kind: "rejected", clientId, error, attempts: 0 },
  });
  let request: PreparedRequest;
  try {
    request = prepareRequest(operation, given, options, context);
  } catch (error) {
    if (error instanceof TradespecError) return rejected(error);
    throw error;
  }
  const { clientId, isOwnId, ask: question } = request.placement as PreparedPlacement;
  const other = active[clientId];
  if (other?.ended !== undefined) {
    // An order could belong to either of two placements.
    const field = operation.placement?.clientId ?? "";
    const issues = [fieldIssue(field, "duplicate", "is already in progress", "wait until it ends")];
    return rejected(new InvalidRequestError(issues, { operation: operation.id }), clientId);
  }
  other?.cancelTimer();
  const { settings, tables } = context;
  const inputs: PlacementInputs = {
    operation: operation.id,
    clientId,
    isOwnId,
    question,
    maxAttempts: settings.maxAttempts,
    endMs: settings.now() + (options.timeoutMs ?? settings.timeoutMs),
    resolveMs: options.resolveMs ?? settings.resolveMs,
    placement: operation.placement,
    tables,
  };
  const state = startPlacement({ ...inputs, ...timeOf(context) });
  const running = newRunning(inputs, shared, state);
  running.isPlacing = true;
  running.ended = runToEnd(running, options, request);
  const outcome = await running.ended;
  const ended = placementFor(running, outcome);
  handOver(running, ended);
  return { placement: ended, completed: outcome.kind === "placed" ? outcome.completed : undefined };
}

function newRunning(inputs: PlacementInputs, shared: Shared, state: PlacementState): Running {
  const idle = { isPlacing: false, cancelTimer: nothing };
  const running: Running = { ...shared, inputs, call: shared.context.nextCall(), state, ...idle };
  shared.active[inputs.clientId] = running;
  return running;
}

function restore(entry: PlacementEntry, shared: Shared): Running {
  const { clientId, isOwnId, operation, fields } = entry;
  const { tables } = shared.context;
  const { placement } = tables.operations[operation] ?? {};
  const question = placement
    ? outcomeQuestion(placement, fields, tables)
    : { operation, fields: {} };
  const limits = { maxAttempts: 0, endMs: 0, resolveMs: undefined };
  const inputs = { operation, clientId, isOwnId, question, ...limits, placement, tables };
  const running = newRunning(inputs, shared, restoredPlacement(inputs, entry));
  running.begun = Promise.resolve();
  return running;
}

async function ask(running: Running, options: ResolveOptions = {}): Promise<Placement> {
  running.context.features.optionChecks?.resolve("ask", options);
  const placement = await resolve(running, options);
  handOver(running, placement);
  return placement;
}

async function resolve(running: Running, options: ResolveOptions): Promise<Placement> {
  const { state, ended, context } = running;
  if (ended === undefined) {
    dispatch(running, { kind: "ask", resolveMs: options.resolveMs });
    running.ended = runToEnd(running, options);
    return placementFor(running, await running.ended);
  }
  if (state.phase.kind !== "asking") return placementFor(running, await ended);
  const { provenMs, error, otherOrder } = state.phase.search;
  const budgetMs = options.resolveMs ?? usualBudgetMs(provenMs, context.clock.serverMs());
  // Concurrent callers share their queries, but each ends only its own wait.
  const own = new Deadline(budgetMs, context.settings, options.signal);
  const outcome = await own
    .guard(() => ended)
    .catch((thrown): Outcome => {
      // The search itself failed, for all who wait for it.
      if (own.interruption() === undefined) throw thrown;
      return { kind: "unknown", error, otherOrder };
    })
    .finally(() => own.release());
  return outcome.kind === "unknown" && own.interruption() === undefined
    ? resolve(running, { ...options, resolveMs: own.leftMs() })
    : placementFor(running, outcome);
}

function placementFor(running: Running, outcome: Outcome): Placement {
  const { inputs, state } = running;
  const known = { clientId: inputs.clientId, attempts: state.attempts };
  switch (outcome.kind) {
    case "placed": {
      const { order, isResponse } = outcome;
      return { kind: "placed", order, ...(isResponse && { response: order }), ...known };
    }
    case "rejected":
      return { ...outcome, ...known };
    case "unknown":
      return { ...outcome, ...known, ask: (options) => ask(running, options) };
  }
}

/** The order from a stream, as the response that a caller waits for. */
function responseFor(order: object): CompletedCall {
  const text = encodeJson(order);
  return { kind: "done", response: new Response(), text, bytes: text.length, value: order };
}

function timeOf({ settings, clock }: CallContext) {
  return { localMs: settings.now(), serverMs: clock.serverMs() };
}

function dispatch(running: Running, event: PlacementEvent): void {
  const { state, inputs, context } = running;
  running.state = placementStep(state, event, { ...inputs, ...timeOf(context) });
}

/** How long to wait for the response after a stream reported the order, in milliseconds. */
const responseMsMax = 1000;

function observe(running: Running, order: object): void {
  const before = running.state;
  dispatch(running, { kind: "observed", order: fieldsIn(order) });
  if (running.state === before || before.observed !== undefined) return;
  const stop = (): void => running.deadline?.stop(new Error("A stream has reported the order."));
  if (running.state.phase.kind !== "sending") stop();
  else running.cancelTimer = running.context.settings.after(responseMsMax, stop);
}

async function runToEnd(
  running: Running,
  options: CallOptions,
  request?: PreparedRequest,
): Promise<Outcome> {
  try {
    return await run(running, options, request);
  } catch (error) {
    // The journal keeps it, so it is resolved anew.
    drop(running);
    throw error;
  } finally {
    running.cancelTimer();
    running.deadline = undefined;
    running.isPlacing = false;
    const { kind } = running.state.phase;
    if (kind !== "placed" && kind !== "rejected") running.ended = undefined;
  }
}

/**
 * The caller has the outcome when this turn of the event loop ends; until then the journal keeps
 * it, so that a crash loses nothing.
 */
function handOver(running: Running, placement: Placement | undefined): void {
  const { context, inputs, begun } = running;
  const { journal, after } = context.settings;
  if (placement === undefined || placement.kind === "unknown") return;
  const { kind } = placement;
  running.ended = undefined;
  if (begun === undefined) {
    drop(running);
    return;
  }
  const end = async () => {
    // A call that ends while its entry is being stored does not wait for that, but its end must.
    await begun;
    if (drop(running)) await journal?.end(inputs.clientId, kind);
  };
  // An entry that stays is queried again after a restart, which does no harm.
  running.cancelTimer = after(0, () => void end().catch(nothing));
}

/** `false` where it has ended, or a later placement has its client id. */
function drop(running: Running): boolean {
  const { active, inputs } = running;
  const isActive = active[inputs.clientId] === running;
  if (isActive) delete active[inputs.clientId];
  return isActive;
}

/** Performs each phase until there is an outcome. */
async function run(
  running: Running,
  options: CallOptions,
  request?: PreparedRequest,
): Promise<Outcome> {
  let asking: Deadline | undefined;
  try {
    for (;;) {
      const { phase } = running.state;
      switch (phase.kind) {
        case "sending":
          asking?.release();
          asking = undefined;
          // Without a request there is only a search, which sends nothing.
          dispatch(running, await send(running, phase, request as PreparedRequest, options));
          break;
        case "asking":
          asking ??= new Deadline(phase.search.budgetMs, running.context.settings, options.signal);
          running.deadline = asking;
          dispatch(running, await search(running, phase.search, asking));
          break;
        default:
          return phase;
      }
    }
  } finally {
    asking?.release();
  }
}

async function send(
  running: Running,
  { timeoutMs }: Extract<PlacementState["phase"], { kind: "sending" }>,
  request: PreparedRequest,
  options: CallOptions,
): Promise<PlacementEvent> {
  const { context, checks, call } = running;
  let entry: PlacementEntry;
  const plan: CallPlan = {
    ...checks,
    call,
    sent: running.state.attempts,
    onStart: (deadline) => {
      running.deadline = deadline;
    },
    beforeSend: (stampMs) => {
      entry = entryFor(request, running.inputs, stampMs);
      return keepEntry(running, entry);
    },
    onSent: () => dispatch(running, { kind: "sent", entry }),
  };
  try {
    const completed = await sendRequest(request, { ...options, timeoutMs }, context, plan);
    return { kind: "response", completed };
  } catch (error) {
    if (error instanceof TradespecError) return { kind: "error", error };
    throw error;
  }
}

function entryFor(
  { fields }: PreparedRequest,
  { operation, clientId, isOwnId, tables }: PlacementInputs,
  sentMs: number,
): PlacementEntry {
  const stampMs = Number(fields[tables.signing.timestamp] ?? sentMs);
  return { operation, clientId, isOwnId, fields, stampMs };
}

/** The journal must have the entry before the request is sent. */
function keepEntry(running: Running, entry: PlacementEntry): Promise<void> | undefined {
  const { journal } = running.context.settings;
  if (journal === undefined) return undefined;
  const begin = async () => journal.begin(entry);
  const begins = begin();
  running.begun = begins.catch(nothing);
  return begins.catch((error: unknown) => {
    const cause = safeError(error);
    const why = `The journal could not store the placement, so it was not sent: ${cause.message || cause.name}`;
    throw new TradespecError(why, { operation: entry.operation, cause });
  });
}

/** The next query, when it is due. */
async function search(
  { context, call, inputs }: Running,
  { waitMs, hasFailed }: Search,
  asking: Deadline,
): Promise<PlacementEvent> {
  const { question, placement } = inputs;
  const asked = { call, question, notFoundCode: placement?.notFoundCode };
  try {
    if (waitMs > 0) await asking.wait(waitMs);
    const reply = await asking.guard(() => queryOrder(context, asked, asking, hasFailed));
    return { kind: "reply", reply };
  } catch {
    return { kind: "timeUp" };
  }
}
