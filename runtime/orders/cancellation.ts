/**
 * Cancellations: each ends with the order canceled, with its having ended in another way, or, when
 * the time is up, with an unknown outcome. Performs the phases of cancellation-state.ts.
 */

import { sendRequest } from "../call/call.ts";
import type { CallContext, CallPlan, RequestChecks } from "../call/context.ts";
import { Deadline } from "../call/deadline.ts";
import type { CallOptions } from "../call/options.ts";
import { type PreparedRequest, prepareRequest } from "../call/request.ts";
import { backoffMs } from "../call/retry.ts";
import { encodeJson } from "../encoding/json.ts";
import { type Fields, fieldsIn } from "../encoding/json-value.ts";
import type { GivenFields } from "../encoding/plain-fields.ts";
import type { NotCanceledError, OutcomeQuestion, UnknownCancellationError } from "../errors.ts";
import { TradespecError } from "../errors.ts";
import type { OperationDescriptor } from "../tables.ts";
import type {
  CancellationContext,
  CancellationEnd,
  CancellationEvent,
  CancellationRules,
  CancellationState,
  NextRequest,
} from "./cancellation-state.ts";
import { cancellationStep, newCancellation } from "./cancellation-state.ts";
import { queryOrder } from "./query.ts";
import { type OrderCall, type OrderCalls, tryName } from "./types.ts";

/**
 * The outcome of a cancellation. `Body` is the response body of the canceling operation, `Order`
 * the record from an order query.
 */
export type Cancellation<Body = object, Order = object> =
  | CanceledOrder<Body, Order>
  | EndedOrder<Order>
  | RejectedCancellation
  | UnknownCancellation<Order>;

/** The order is canceled. */
export interface CanceledOrder<Body = object, Order = object> {
  readonly kind: "canceled";
  /** All that is known: the queried record, else what the response says of it. */
  readonly order: Readonly<Partial<Order>>;
  /** Response body of the cancellation; absent when it was lost. */
  readonly response?: Body;
  /** Requests sent, without queries. */
  readonly attempts: number;
}

/** Nothing was canceled: the order had already ended in another way, for example as FILLED. */
export interface EndedOrder<Order = object> {
  readonly kind: "ended";
  readonly order: Readonly<Partial<Order>>;
  readonly error: NotCanceledError;
  readonly attempts: number;
}

/** Nothing was canceled: the request was refused, or never sent. */
export interface RejectedCancellation {
  readonly kind: "rejected";
  /** Reason: `ApiError` with code, `InvalidRequestError`, `RateLimitError` and so on. */
  readonly error: TradespecError;
  readonly attempts: number;
}

/** The order may be canceled or not. Canceling it again does no harm. */
export interface UnknownCancellation<Order = object> {
  readonly kind: "unknown";
  /** The order, as the last successful query found it open; absent if none did. */
  readonly order?: Readonly<Partial<Order>> | undefined;
  readonly error: UnknownCancellationError;
  readonly attempts: number;
}

/** Generated inputs of cancellations. */
export interface CancellationTables {
  /** By the id of the canceling operation. */
  readonly rules: Readonly<Record<string, CancellationRules>>;
  readonly isFinal: (status: string) => boolean;
}

/**
 * Makes the cancellations of one client: an unknown outcome is resolved by queries and repeats. A
 * call rejects unless the order is canceled; the methods are `try...` for each operation.
 */
export function createCancellations(
  { rules: table, isFinal }: CancellationTables,
  context: CallContext,
  checks: RequestChecks = {},
): OrderCalls {
  const calls: Record<string, OrderCall> = {};
  const methods: Record<string, unknown> = {};
  for (const operation of Object.values(context.tables.operations)) {
    const { id } = operation;
    const rules = table[id];
    if (rules === undefined) continue;
    const renamed = Object.entries(rules.renamed);
    const run = (given: GivenFields, options: CallOptions): Promise<Ended> =>
      cancel(operation, given, options, { rules, isFinal }, context, checks);
    calls[id] = async (_, given, options) => {
      const { end } = await run(given, options);
      if (end.kind !== "canceled") throw end.error;
      const { completed, isResponse } = end;
      if (isResponse) return completed;
      const value = rename(fieldsIn(completed.value), renamed);
      return { ...completed, value, text: encodeJson(value) };
    };
    const tryCancel = async (fields: object, options: CallOptions = {}): Promise<Cancellation> => {
      context.features.optionChecks?.call(id, options);
      const back = renamed.map(([name, other]) => [other, name] as const);
      return outcomeOf(await run({ query: fields }, options), back);
    };
    methods[tryName(id)] = tryCancel;
  }
  return { calls, methods };
}

interface Ended {
  readonly end: CancellationEnd;
  readonly attempts: number;
}

type Names = readonly (readonly [name: string, other: string])[];

/** `names`: fields of the response, and their names in the record. */
function outcomeOf({ end, attempts }: Ended, names: Names): Cancellation {
  switch (end.kind) {
    case "canceled": {
      const body = fieldsIn(end.completed.value);
      return end.isResponse
        ? { kind: end.kind, order: rename(body, names), response: body, attempts }
        : { kind: end.kind, order: body, attempts };
    }
    case "unknown":
      return { ...end, order: end.error.order, attempts };
    default:
      return { ...end, attempts };
  }
}

/** Renames fields; one that has such a name already means something else and is left out. */
function rename(fields: Fields, names: Names): Fields {
  const renamed: Record<string, unknown> = { ...fields };
  for (const [name, other] of names) {
    delete renamed[name];
    delete renamed[other];
    if (fields[name] !== undefined) renamed[other] = fields[name];
  }
  return renamed;
}

interface Running {
  readonly context: CallContext;
  readonly checks: RequestChecks;
  readonly request: PreparedRequest;
  readonly options: CallOptions;
  readonly inputs: CancellationContext;
  /** Number of its calls, for events. */
  readonly call: number;
  readonly endMs: number;
  state: CancellationState;
  /** Of queries and waits. */
  deadline: Deadline | undefined;
}

/** Performs each phase until there is an outcome. */
async function cancel(
  operation: OperationDescriptor,
  given: GivenFields,
  options: CallOptions,
  { rules, isFinal }: Pick<CancellationContext, "rules" | "isFinal">,
  context: CallContext,
  checks: RequestChecks,
): Promise<Ended> {
  let request: PreparedRequest;
  try {
    request = prepareRequest(operation, given, options, context);
  } catch (error) {
    if (error instanceof TradespecError) return { end: { kind: "rejected", error }, attempts: 0 };
    throw error;
  }
  const { settings } = context;
  const question = questionFor(given, rules.queriedBy, context);
  const mayRepeat = settings.maxAttempts > 1;
  const running: Running = {
    context,
    checks,
    request,
    options,
    inputs: { operation: operation.id, question, rules, isFinal, mayRepeat },
    call: context.nextCall(),
    endMs: settings.now() + (options.timeoutMs ?? settings.timeoutMs),
    state: newCancellation,
    deadline: undefined,
  };
  try {
    for (;;) {
      const { phase, attempts } = running.state;
      switch (phase.kind) {
        case "sending":
        case "querying":
          dispatch(running, await perform(running, phase));
          break;
        default:
          return { end: phase, attempts };
      }
    }
  } finally {
    running.deadline?.release();
  }
}

function dispatch(running: Running, event: CancellationEvent): void {
  running.state = cancellationStep(running.state, event, running.inputs);
}

/** The query for the order: what the cancellation says of it, under the same names. */
function questionFor(
  { query, body }: GivenFields,
  operation: string,
  { tables: { operations, signing } }: CallContext,
): OutcomeQuestion {
  const own = [signing.timestamp, signing.window];
  const names = operations[operation]?.parameters.map(({ name }) => name) ?? [];
  const given = Object.entries({ ...query, ...body }).filter(
    ([name, value]) => value !== undefined && names.includes(name) && !own.includes(name),
  );
  return { operation, fields: Object.fromEntries(given) };
}

async function send(running: Running): Promise<CancellationEvent> {
  const { request, options, context, checks, call, endMs, deadline } = running;
  const timeoutMs = deadline === undefined ? options.timeoutMs : endMs - context.settings.now();
  let isOpen = false;
  const plan: CallPlan = {
    ...checks,
    call,
    onSent: () => dispatch(running, { kind: "sent" }),
    onOpenOutcome: () => {
      isOpen = true;
    },
  };
  try {
    const completed = await sendRequest(request, { ...options, timeoutMs }, context, plan);
    return { kind: "response", completed };
  } catch (error) {
    if (error instanceof TradespecError) return { kind: "error", error, isOpen };
    throw error;
  }
}

/** Sends the cancellation or, after it, what is next when that is due. */
async function perform(running: Running, phase: NextRequest): Promise<CancellationEvent> {
  const { context, options, endMs, state, call, inputs } = running;
  if (state.doubt === undefined) return send(running);
  const { settings, tables } = context;
  // Checked first: Node warns of a timer with a negative delay.
  const leftMs = endMs - settings.now();
  if (leftMs <= 0) return { kind: "timeUp" };
  running.deadline ??= new Deadline(leftMs, settings, options.signal);
  const { deadline } = running;
  const { kind, askedMs, hasFailed = false } = phase;
  try {
    if (askedMs !== undefined) {
      // Leaves time for another query before the deadline.
      const waitMsMax = Math.max(leftMs / 2, tables.retry.backoff.firstMs);
      const backOffMs = backoffMs(tables.retry, state.waits, settings.random);
      await deadline.wait(Math.max(askedMs, Math.min(backOffMs, waitMsMax)));
    }
    if (kind === "querying") {
      const { question, rules } = inputs;
      const asked = { call, question, notFoundCode: rules.notFoundCode };
      const query = () => queryOrder(context, asked, deadline, hasFailed);
      return { kind: "reply", reply: await deadline.guard(query) };
    }
  } catch {
    return { kind: "timeUp" };
  }
  return send(running);
}
