/** What a session does when a call has failed. Pure. */

import { createRedactor, redactedError } from "../client/redact.ts";
import { backoffMs, ruleFor } from "../client/retry.ts";
import { ApiError, InvalidRequestError, TradespecError } from "../errors.ts";
import type { RetryDescriptor } from "../tables.ts";

/** Whether asking again can help. */
export function isLasting(error: unknown, retry: RetryDescriptor): boolean {
  if (!(error instanceof TradespecError)) return true;
  if (error instanceof InvalidRequestError) return true;
  // A failure without a rule is one that the exchange means.
  return error instanceof ApiError && ruleFor(retry, error) === undefined;
}

/** The exchange does not know the key any more. */
export function isUnknownKey(error: unknown): boolean {
  return error instanceof ApiError && error.advice === "newKey";
}

/** How long is waited after so many failures in a row; longer where the exchange asks for it. */
export function waitAfter(
  error: unknown,
  failures: number,
  { retry, random }: { readonly retry: RetryDescriptor; readonly random: () => number },
): number {
  const usual = backoffMs(retry, failures, random);
  return error instanceof TradespecError ? Math.max(usual, askedMs(error)) : usual;
}

function askedMs(error: TradespecError): number {
  const { waitMs, retryAfterMs } = error as { waitMs?: unknown; retryAfterMs?: unknown };
  return Math.max(...[waitMs, retryAfterMs].map((ms) => (typeof ms === "number" ? ms : 0)));
}

/** The error without a key in it, whoever threw it. */
export function tellable(error: unknown, keys: readonly string[]): Error {
  return error instanceof TradespecError ? error : redactedError(error, createRedactor(keys));
}
