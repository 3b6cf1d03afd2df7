/** Keeps the attempts of one client within the rate limits. */

import type { CallResult, Permit, RateLimiter } from "../rate-limits/limiter.ts";
import { createRateLimiter } from "../rate-limits/limiter.ts";
import type { LimitTables } from "../rate-limits/windows.ts";
import type { OperationDescriptor } from "../tables.ts";
import type { Attempt, CallContext, CallLimiter, CallState } from "./context.ts";
import { notify, timeOperation } from "./options.ts";

/** The generated facts that limits are kept by. */
export interface ClientLimitTables extends Omit<LimitTables, "backoff"> {
  /** Operation that reads the trading rules, which placements wait for. */
  readonly rulesOperation?: string | undefined;
}

/** Makes the rate limiter of a client; `undefined` where it is switched off. */
export function createClientLimits(
  { rulesOperation, ...limits }: ClientLimitTables,
  { settings, tables }: CallContext,
): CallLimiter | undefined {
  const { limits: given, apiKey: key = "", after } = settings;
  if (given === false) return undefined;
  const { backoff } = tables.retry;
  const limiter =
    "acquire" in given ? given : createRateLimiter({ ...limits, backoff }, { after, ...given });
  limiter.subscribe((event) => notify({ settings }, event));
  const isShared = "acquire" in given || given.store !== undefined;
  const account = "account" in given ? (given.account ?? key) : key;
  const priorityOf = priorities(tables.operations, rulesOperation);
  return {
    run: (state, context, send) =>
      runLimited({ limiter, isShared, account, priorityOf }, state, context, send),
    correctClock: limiter.correctClock,
    banned: limits.rules.banned,
  };
}

/** The rate limiter of one client, and how the client uses it. */
interface ClientLimits {
  readonly limiter: RateLimiter;
  readonly account: string;
  /** Those who share a limiter must know the exchange's time, or their windows would differ. */
  readonly isShared: boolean;
  readonly priorityOf: (operation: OperationDescriptor) => number;
}

/**
 * Calls that end or find an order go first, with those that they need: the time, and the keys of
 * streams. Placements come next, and the trading rules that they are checked by; reads come last.
 */
function priorities(
  operations: CallContext["tables"]["operations"],
  rulesOperation: string | undefined,
): ClientLimits["priorityOf"] {
  const all = Object.values(operations);
  const first = new Set(all.flatMap(({ placement }) => placement?.resolvedBy.operation ?? []));
  first.add(timeOperation);
  return ({ id, method, placement }) => {
    if (placement !== undefined || id === rulesOperation) return 1;
    return method !== "GET" || first.has(id) ? 0 : 2;
  };
}

/** Sends one attempt when there is capacity: it is stamped and signed no earlier. */
async function runLimited(
  limits: ClientLimits,
  state: CallState,
  context: CallContext,
  send: Parameters<CallLimiter["run"]>[2],
): Promise<Attempt> {
  const { deadline, request } = state;
  const isLost = limits.isShared && context.clock.errorMs() === Infinity;
  if (isLost && request.operation.id !== timeOperation) {
    await deadline.guard(async () => context.clockKnown?.());
  }
  const acquired = acquire(state, context, limits);
  const permit = acquired instanceof Promise ? await deadline.guard(() => acquired) : acquired;
  let ended: Attempt | undefined;
  try {
    ended = await send(state, context);
    return ended;
  } finally {
    limits.limiter.release(permit, ended && resultOf(ended));
  }
}

function acquire(
  { request, deadline, attempt, sent }: CallState,
  context: CallContext,
  { limiter, account, priorityOf }: ClientLimits,
): Permit | Promise<Permit> {
  const { operation, query, body } = request;
  return limiter.acquire({
    operation,
    query,
    body,
    account,
    priority: priorityOf(operation),
    clock: context.clock,
    attempts: sent,
    leftMs: () => deadline.leftMs(),
    get signal() {
      return deadline.signal;
    },
    onWait: (waitMs, window) =>
      notify(context, { kind: "wait", operation: operation.id, attempt, waitMs, window }),
    onPressure: () => context.refreshClock?.(),
  });
}

function resultOf(ended: Attempt): CallResult {
  if (ended.kind === "failed") return { ...ended.cause, headers: ended.headers };
  const { response, value } = ended;
  return { status: response.status, headers: response.headers, value };
}
