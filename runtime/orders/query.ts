/** One query for an order whose placement or cancellation has an unknown outcome. */

import { performCall } from "../call/call.ts";
import type { CallContext, CallPlan, CompletedCall } from "../call/context.ts";
import type { Deadline } from "../call/deadline.ts";
import { ruleFor } from "../call/retry.ts";
import { ApiError, type OutcomeQuestion } from "../errors.ts";
import type { RetryDescriptor } from "../tables.ts";

/** The result of one query; times are in milliseconds. */
export type QueryReply =
  /** `stampMs`: timestamp of the query; `-Infinity` if the exchange does not check it. */
  | { readonly kind: "order"; readonly stampMs: number; readonly completed: CompletedCall }
  /** The exchange knew no such order then, and asks to wait so long before the next query. */
  | { readonly kind: "notFound"; readonly stampMs: number; readonly waitMs: number }
  /** It says nothing; the next query may. */
  | { readonly kind: "failed"; readonly waitMs: number }
  /** No operation finds orders, or the exchange refuses to say. */
  | { readonly kind: "impossible" };

/** What the outcome is unknown of. */
interface Asked {
  /** Number of its calls, for events. */
  readonly call: number;
  readonly question: OutcomeQuestion;
  /** Code of the query for an unknown order. */
  readonly notFoundCode: number | undefined;
}

/** A slower query is sent again, in milliseconds. */
const queryMsMax = 5000;

/**
 * Sends a query once, within a deadline; after a refused timestamp it sets the clock. `hasFailed`:
 * the query before failed, so that this one counts as a retry of the client.
 */
export async function queryOrder(
  context: CallContext,
  { call, question, notFoundCode }: Asked,
  deadline: Deadline,
  hasFailed: boolean,
): Promise<QueryReply> {
  if (hasFailed && !context.retries.spend()) return { kind: "failed", waitMs: 0 };
  const { operations, retry } = context.tables;
  const operation = operations[question.operation];
  if (operation === undefined) return { kind: "impossible" };
  let stampMs = -Infinity;
  const once: CallPlan = {
    call,
    // A reducer decides about more attempts.
    maxAttempts: 1,
    beforeSend: (ms) => {
      // A timestamp that the exchange does not check proves nothing.
      if (operation.signed) stampMs = ms;
      return undefined;
    },
  };
  try {
    const options = { timeoutMs: Math.min(deadline.leftMs(), queryMsMax), signal: deadline.signal };
    const completed = await performCall(
      operation,
      { query: question.fields },
      options,
      context,
      once,
    );
    return { kind: "order", stampMs, completed };
  } catch (error) {
    const response = error instanceof ApiError ? error : {};
    const isLate = ruleFor(retry, response)?.action === "resyncClock";
    if (isLate) await context.clock.resync?.().catch(() => undefined);
    return replyFor(error, stampMs, notFoundCode, retry);
  }
}

/** What the error of a query says of the order. */
export function replyFor(
  error: unknown,
  stampMs: number,
  notFoundCode: number | undefined,
  retry: RetryDescriptor,
): QueryReply {
  if (!(error instanceof ApiError)) return { kind: "failed", waitMs: 0 };
  const { code, retryAfterMs: waitMs = 0 } = error;
  if (code !== undefined && code === notFoundCode) return { kind: "notFound", stampMs, waitMs };
  const { action = "never" } = ruleFor(retry, error) ?? {};
  return action === "never" ? { kind: "impossible" } : { kind: "failed", waitMs };
}
