/** Keeps the attempts of one client within the rate limits. */

import type {
  CallResult,
  Permit,
  RateLimiter,
  RateLimiterOptions,
} from "../rate-limits/limiter.ts";
import { createRateLimiter } from "../rate-limits/limiter.ts";
import type { LimitRules } from "../rate-limits/tables.ts";
import type { LimitTables } from "../rate-limits/windows.ts";
import type { OperationDescriptor } from "../tables.ts";
import type { Attempt } from "./attempt.ts";
import { notify } from "./call-event.ts";
import type { Course, PerformContext } from "./course.ts";
import { timeOperation } from "./options.ts";

/** The rate limiter of one client, and how the client uses it. */
export interface ClientLimits {
  readonly limiter: RateLimiter;
  readonly account: string;
  /** Those who share a limiter must know the exchange's time, or their windows would differ. */
  readonly isShared: boolean;
  readonly priorityOf: (operation: OperationDescriptor) => number;
  /** What a response to a banned address looks like. */
  readonly banned: LimitRules["banned"];
  /** Sends one attempt when there is capacity: it is stamped and signed no earlier. */
  readonly attempt: (
    limits: ClientLimits,
    course: Course,
    context: PerformContext,
    attemptOnce: (course: Course, context: PerformContext) => Promise<Attempt>,
  ) => Promise<Attempt>;
}

/** Rate limits as they are set for one client. */
export interface LimitOptions extends RateLimiterOptions {
  /** Name of the account, for clients with several keys of it; the API key when absent. */
  readonly account?: string | undefined;
}

/** The generated facts that limits are kept by. */
export interface ClientLimitTables extends Omit<LimitTables, "backoff"> {
  /** Operation that reads the trading rules, which placements wait for. */
  readonly rulesOperation?: string | undefined;
}

/** Makes the rate limiter of a client; `undefined` where it is switched off. */
export function createClientLimits(
  { rulesOperation, ...limits }: ClientLimitTables,
  { settings, tables }: PerformContext,
): ClientLimits | undefined {
  const { limits: given, apiKey: key = "", after } = settings;
  if (given === false) return undefined;
  const { backoff } = tables.retry;
  const limiter =
    "acquire" in given ? given : createRateLimiter({ ...limits, backoff }, { after, ...given });
  limiter.subscribe((event) => notify({ settings }, event));
  const isShared = "acquire" in given || given.store !== undefined;
  const account = "account" in given ? (given.account ?? key) : key;
  const priorityOf = priorities(tables.operations, rulesOperation);
  return { limiter, account, isShared, priorityOf, attempt, banned: limits.rules.banned };
}

/**
 * Calls that end or find an order go first, with those that they need: the time, and the keys of
 * streams. Placements come next, and the trading rules that they are checked by; reads come last.
 */
function priorities(
  operations: PerformContext["tables"]["operations"],
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

const attempt: ClientLimits["attempt"] = async (limits, course, context, attemptOnce) => {
  const { deadline, plan } = course;
  const isLost = limits.isShared && context.clock.errorMs() === Infinity;
  if (isLost && plan.operation.id !== timeOperation) {
    await deadline.guard(async () => context.timeKnown?.());
  }
  const acquired = acquire(course, context, limits);
  const permit = acquired instanceof Promise ? await deadline.guard(() => acquired) : acquired;
  let ended: Attempt | undefined;
  try {
    ended = await attemptOnce(course, context);
    return ended;
  } finally {
    limits.limiter.release(permit, ended && resultOf(ended));
  }
};

function acquire(
  { plan, deadline, attempt: number, sent }: Course,
  context: PerformContext,
  { limiter, account, priorityOf }: ClientLimits,
): Permit | Promise<Permit> {
  const { operation, query, body } = plan;
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
    onWait: (waitMs, window) => {
      const facts = { operation: operation.id, attempt: number, waitMs, window };
      notify(context, { kind: "wait", ...facts });
    },
    onPressure: () => context.freshen?.(),
  });
}

function resultOf(ended: Attempt): CallResult {
  if (ended.kind === "failed") return { ...ended.failure, headers: ended.headers };
  const { response, value } = ended;
  return { status: response.status, headers: response.headers, value };
}
