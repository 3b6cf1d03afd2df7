/** What to do after a failure, by the policy of spec/rules/retry.yaml. Pure. */

import type { Advice, RetryDescriptor, RetryRule, StatusAdvice } from "../tables.ts";

/** A failure as the policy sees it; without status and code it is one of the connection. */
export interface RetryFailure {
  readonly status?: number | undefined;
  readonly code?: number | undefined;
  /** What the Retry-After header asks for. */
  readonly retryAfterMs?: number | undefined;
  /** When a ban ends, in the exchange's time. */
  readonly bannedUntilMs?: number | undefined;
}

/** What comes next. `resyncClock`: set the clock first, then send at once. */
export type RetryStep =
  | { readonly kind: "wait"; readonly waitMs: number }
  | { readonly kind: "resyncClock" }
  | { readonly kind: "giveUp" };

/**
 * Decides after attempt number `attempt` (the first is 1). `random` gives numbers from 0 to
 * below 1; `waitMsMax` is the longest that the caller waits when a header asks for it: beyond
 * that the call is given up, so that the caller can decide.
 */
export function nextStep(
  policy: RetryDescriptor,
  failure: RetryFailure,
  attempt: number,
  random: () => number,
  waitMsMax: number,
): RetryStep {
  const action = actionFor(policy, failure);
  switch (action) {
    case "never":
      return { kind: "giveUp" };
    case "resyncClock":
      return { kind: "resyncClock" };
    case "retryAfterHeader":
    case "backOff": {
      const asked = failure.retryAfterMs ?? 0;
      const waitMs = Math.max(asked, backoffMs(policy, attempt, random));
      return asked > waitMsMax ? { kind: "giveUp" } : { kind: "wait", waitMs };
    }
  }
}

/** A broken connection is no less passing than a 5xx, so it is treated as one. */
function actionFor(policy: RetryDescriptor, failure: RetryFailure): RetryRule["action"] {
  if (failure.status === undefined && failure.code === undefined) {
    return "backOff";
  }
  return ruleFor(policy, failure)?.action ?? "never";
}

/** The rule that decides, if there is one. */
export function ruleFor(policy: RetryDescriptor, failure: RetryFailure): RetryRule | undefined {
  return policy.rules.find((rule) => fits(rule, failure));
}

function fits(rule: RetryRule, { status, code }: RetryFailure): boolean {
  const fitsStatus =
    rule.status === undefined ||
    (status !== undefined && status >= rule.status.from && status <= rule.status.to);
  return fitsStatus && (rule.code === undefined || rule.code === code);
}

/** How long is waited before attempt number `attempt + 1`, in milliseconds. */
export function backoffMs(
  { backoff }: Pick<RetryDescriptor, "backoff">,
  attempt: number,
  random: () => number,
): number {
  const highest = Math.min(backoff.maxMs, backoff.firstMs * backoff.factor ** (attempt - 1));
  return Math.round(backoff.jitter === "full" ? highest * random() : highest);
}

/**
 * The wait that a Retry-After header asks for, in milliseconds: whole seconds or an HTTP date,
 * which is compared with `nowMs`. `undefined` for anything else.
 */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^[0-9]{1,15}$/.test(text)) {
    return Number(text) * 1000;
  }
  const date = httpDate.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

const httpDate = /^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$/;

/** The time that the words about a ban name behind this word, in Unix milliseconds. */
export function endOfBan(words: string, endWord: string | undefined): number | undefined {
  if (endWord === undefined) return undefined;
  const time = new RegExp(`\\b${endWord} ([0-9]{13})\\b`).exec(words)?.[1];
  return time === undefined ? undefined : Number(time);
}

/** What to do after an HTTP status: the first range that holds it decides. */
export function adviceOfStatus(
  status: number | undefined,
  statuses: readonly StatusAdvice[],
): Advice | undefined {
  if (status === undefined) return undefined;
  return statuses.find(({ from, to }) => status >= from && status <= to)?.advice;
}
