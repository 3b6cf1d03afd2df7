/** Reacts to 429 and 418 responses for all calls behind the same limit. Pure. */

import { backoffMs } from "../call/retry.ts";
import type { ServerTime } from "./store.ts";
import type { LimitTables } from "./windows.ts";

/** The result of an attempt, as far as rate limits matter. */
export interface CallResult {
  readonly status?: number | undefined;
  readonly code?: number | undefined;
  readonly headers?: Headers | undefined;
  /** How long the exchange asks to wait. */
  readonly retryAfterMs?: number | undefined;
  /** End of a ban from the message, in the exchange's time. */
  readonly bannedUntilMs?: number | undefined;
  /** Decoded body of a success. */
  readonly value?: unknown;
}

export interface BackoffState {
  readonly refusals: number;
  /** When a gate was last closed; earlier calls were refused by the same limit. */
  readonly closedMs: number;
}

export const noBackoff: BackoffState = { refusals: 0, closedMs: 0 };

/** The end of an attempt, and the exchange's time then. */
export interface AttemptEnd {
  readonly result: CallResult;
  readonly account: string;
  readonly sentMs: number;
  readonly time: ServerTime;
}

export interface BackoffStep {
  readonly state: BackoffState;
  /** The gate to close, if any. */
  readonly close?: {
    readonly gate: string;
    readonly untilMs: number;
    readonly reason: "throttled" | "banned";
  };
}

/** The gate of all requests from one address. */
export const addressGate = "ip";

/** Clocks that share a gate may differ; the wait is longer by that difference, up to this much. */
const errorMsMax = 1000;

/**
 * Closes a gate after 418, and after 429 or its code. Without a stated duration, the wait grows
 * with each refusal after a wait.
 */
export function afterResponse(
  state: BackoffState,
  { result, account, sentMs, time }: AttemptEnd,
  { rules: { exceeded, banned }, backoff }: LimitTables,
): BackoffStep {
  const { status, code, retryAfterMs = 0, bannedUntilMs = 0 } = result;
  // Server times are whole milliseconds.
  const nowMs = time.nowMs + 1 + Math.min(time.errorMs, errorMsMax);
  if (status === banned.status) {
    const { firstMs = backoff.maxMs, lastMs = backoff.maxMs } = banned;
    // Before the exchange was asked for its time, a duration says more.
    const statedMs = retryAfterMs > 0 && time.errorMs === Infinity ? 0 : bannedUntilMs;
    const endMs = Math.max(nowMs + retryAfterMs, statedMs);
    const untilMs = endMs > nowMs ? Math.min(endMs, nowMs + lastMs) : nowMs + firstMs;
    return { state, close: { gate: addressGate, untilMs, reason: "banned" } };
  }
  const hasCode = (wanted: number | undefined): boolean => code !== undefined && code === wanted;
  const isOfOrders = hasCode(exceeded.ordersCode);
  if (status !== exceeded.status && !hasCode(exceeded.code) && !isOfOrders) {
    const isSuccess = status !== undefined && status < 400;
    return { state: isSuccess ? { ...state, refusals: 0 } : state };
  }
  // Calls in flight together were refused for one reason: only the first counts.
  const refusals = state.refusals + (sentMs >= state.closedMs ? 1 : 0);
  const waitMs = Math.max(
    retryAfterMs,
    backoffMs({ backoff }, refusals, () => 1),
  );
  const gate = isOfOrders ? account : addressGate;
  return {
    state: { refusals, closedMs: time.nowMs },
    close: { gate, untilMs: nowMs + waitMs, reason: "throttled" },
  };
}
