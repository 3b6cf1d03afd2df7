/** The next step after an error, by the policy in spec/rules/retry.yaml; and the retry budget. */

import { ApiError, InvalidRequestError, TradespecError } from "../errors.ts";
import type { Advice, RetryDescriptor, RetryRule, StatusAdvice, StatusRange } from "../tables.ts";
import type { ClientTables } from "./options.ts";

/** Why an attempt failed; without status and code the connection failed. */
export interface RetryCause {
  readonly status?: number | undefined;
  readonly code?: number | undefined;
  /** From the Retry-After header. */
  readonly retryAfterMs?: number | undefined;
  /** End of a ban, in the exchange's time. */
  readonly bannedUntilMs?: number | undefined;
}

/**
 * How long to wait before the next attempt, `resyncClock` to set the clock first and send at once,
 * or nothing to give up.
 */
export type RetryStep = number | "resyncClock" | undefined;

/**
 * Decides after attempt number `attempt`, counted from 1. `random` gives numbers from 0 to below 1.
 * A Retry-After beyond `waitMsMax` ends the call, so that the caller can decide. How many attempts
 * a call has is the option `maxAttempts`; see call.ts.
 */
export function nextStep(
  policy: RetryDescriptor,
  cause: RetryCause,
  attempt: number,
  random: () => number,
  waitMsMax: number,
): RetryStep {
  // A lost connection is as transient as a 5xx.
  const isBroken = cause.status === undefined && cause.code === undefined;
  const action = isBroken ? "backOff" : (ruleFor(policy, cause)?.action ?? "never");
  if (action === "resyncClock") return action;
  const askedMs = cause.retryAfterMs ?? 0;
  if (action === "never" || askedMs > waitMsMax) return undefined;
  return Math.max(askedMs, backoffMs(policy, attempt, random));
}

/** The first rule that matches. */
export function ruleFor(policy: RetryDescriptor, cause: RetryCause): RetryRule | undefined {
  return policy.rules.find((rule) => matches(rule, cause));
}

/** Whether a rule is for this response, alone. */
export function matches(
  rule: Pick<RetryRule, "status" | "code">,
  { status = 0, code }: RetryCause,
): boolean {
  const hasStatus = rule.status === undefined || isWithin(status, rule.status);
  return hasStatus && (rule.code === undefined || rule.code === code);
}

/** Whether the same call may succeed later: an error that no retry rule matches stays. */
export function canRecover(error: unknown, policy: RetryDescriptor): boolean {
  if (error instanceof InvalidRequestError) return false;
  return !(error instanceof ApiError) || ruleFor(policy, error) !== undefined;
}

/** The pause before attempt number `attempt + 1`, in milliseconds; the longest for a random 1. */
export function backoffMs(
  { backoff }: Pick<RetryDescriptor, "backoff">,
  attempt: number,
  random: () => number,
): number {
  const highest = Math.min(backoff.maxMs, backoff.firstMs * backoff.factor ** (attempt - 1));
  return Math.round(backoff.jitter === "full" ? highest * random() : highest);
}

/** The wait that the exchange or the rate limiter requested, in milliseconds. */
export function requestedWaitMs(error: unknown): number {
  if (!(error instanceof TradespecError)) return 0;
  const { waitMs, retryAfterMs } = error as { waitMs?: unknown; retryAfterMs?: unknown };
  return Math.max(...[waitMs, retryAfterMs].map((ms) => (typeof ms === "number" ? ms : 0)));
}

/**
 * The wait of a Retry-After header in milliseconds: whole seconds, or an HTTP date compared with
 * `nowMs`. `undefined` for anything else. A proxy may add a second one: the longest counts.
 */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^[0-9]{1,15}( *, *[0-9]{1,15})*$/.test(text)) {
    return Math.max(...text.split(",").map(Number)) * 1000;
  }
  const dateMs = httpDate.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/;

export type Answer = Pick<RetryCause, "status" | "code">;

/** The tables that decide what a client does after an error response. */
export type AnswerTables = Pick<ClientTables, "advice" | "openCodes" | "retry" | "statuses">;

/** What a client does after an error response. */
export interface Decision {
  readonly advice: Advice;
  /** The request may have been executed. */
  readonly isOpen: boolean;
  /** The rule by which it is sent again; without one it is not. */
  readonly rule: RetryRule | undefined;
  /** The advice is that of the status, whatever the code. */
  readonly isByStatus: boolean;
}

/**
 * Decides by the retry rules first, then by a documented status, then by the code. What may have
 * changed something is queried first.
 */
export function decide(
  answer: Answer,
  tables: AnswerTables,
  { changes }: { readonly changes?: boolean } = {},
): Decision {
  const { status = 0, code = 0 } = answer;
  const row = rowOf(status, tables.statuses);
  const rule = ruleFor(tables.retry, answer);
  const byCode = tables.advice[code];
  const isOfStatus = rule ? rule.status : isDocumented(row);
  const byStatus = isOfStatus || !byCode ? row?.advice : undefined;
  const usual = byStatus ?? byCode ?? (status >= 500 ? "backOff" : "fixRequest");
  const isOpen = isOutcomeOpen(answer, tables);
  const advice = changes && isOpen ? "queryFirst" : usual;
  return { advice, isOpen, rule, isByStatus: !!byStatus };
}

/** The first range that contains a status. */
export function rowOf(status: number, statuses: readonly StatusAdvice[]): StatusAdvice | undefined {
  return statuses.find((row) => isWithin(status, row));
}

function isWithin(status: number, { from, to }: StatusRange): boolean {
  return status >= from && status <= to;
}

function isDocumented(row: StatusAdvice | undefined): boolean {
  return row !== undefined && row.assumed === undefined;
}

/**
 * Whether the exchange may have executed the request although it responded with this error: by the
 * status where that is documented, otherwise also by the code. A status from 500 on says nothing
 * unless the spec does; any other error says that nothing was executed.
 */
export function isOutcomeOpen(
  { status = 0, code = 0 }: Answer,
  { statuses, openCodes }: Pick<AnswerTables, "openCodes" | "statuses">,
): boolean {
  const row = rowOf(status, statuses);
  const isOpen = row?.open ?? status >= 500;
  return isOpen || (!isDocumented(row) && openCodes.includes(code));
}

/** Size of the full budget. */
const retriesMax = 10;
const retriesPerCall = 0.09;
const retriesPerMs = 0.0001;

/**
 * Retry budget: limits retries to a tenth of the load on a failing exchange. Each call earns part
 * of a retry, and so does time, for clients that call seldom; a retry that succeeds is refunded.
 * All calls of a client share it.
 */
export type RetryBudget = ReturnType<typeof createRetryBudget>;

/** Makes a full budget. */
export function createRetryBudget(now: () => number) {
  let retries = retriesMax;
  let knownMs = now();
  const add = (earned: number): void => {
    retries = Math.min(retriesMax, retries + earned);
  };
  return {
    /** A call begins. */
    earn: (): void => add(retriesPerCall),
    /** Takes one retry; `false` when there is none. */
    spend: (): boolean => {
      const nowMs = now();
      // A clock that is set back earns nothing.
      add(Math.max(0, nowMs - knownMs) * retriesPerMs);
      knownMs = nowMs;
      if (retries < 1) return false;
      retries -= 1;
      return true;
    },
    /** A retry has succeeded. */
    giveBack: (): void => add(1),
  };
}
