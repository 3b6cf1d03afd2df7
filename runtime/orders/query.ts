/** One query for an order whose placement or cancellation has an unknown outcome. */

import { performCall } from "../call/call.ts";
import type { CallContext, CallPlan, CompletedCall } from "../call/context.ts";
import type { Deadline } from "../call/deadline.ts";
import { ruleFor } from "../call/retry.ts";
import { ApiError, type OutcomeQuestion } from "../errors.ts";

/** The result of one query. */
export type QueryReply =
  /** `stampMs`: timestamp of the query; `-Infinity` if the exchange does not check it. */
  | { readonly kind: "order"; readonly stampMs: number; readonly completed: CompletedCall }
  | { readonly kind: "error"; readonly stampMs: number; readonly error: unknown }
  /** No retry was left for the query. */
  | { readonly kind: "skipped" }
  /** No operation finds orders. */
  | { readonly kind: "impossible" };

/** What the outcome is unknown of. */
interface Asked {
  /** Number of its calls, for events. */
  readonly call: number;
  readonly inputs: { readonly question: OutcomeQuestion };
}

/** A slower query is sent again, in milliseconds. */
const queryMsMax = 5000;

/**
 * Sends a query once, within a deadline; after a refused timestamp it sets the clock. `hasFailed`:
 * the query before failed, so that this one counts as a retry of the client.
 */
export async function queryOrder(
  context: CallContext,
  { call, inputs: { question } }: Asked,
  deadline: Deadline,
  hasFailed: boolean,
): Promise<QueryReply> {
  if (hasFailed && !context.retries.spend()) return { kind: "skipped" };
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
    return { kind: "error", stampMs, error };
  }
}
