/** One call: a checked request, attempts until one succeeds or no retry is left, and its error. */

import type { GivenFields } from "../encoding/plain-fields.ts";
import type { Outcome } from "../errors.ts";
import { AbortedError, TimeoutError, TradespecError, UnknownOutcomeError } from "../errors.ts";
import type { OperationDescriptor } from "../tables.ts";
import { attemptOnce } from "./attempt.ts";
import type { CallContext, CallPlan, CallState, CompletedCall, FailedAttempt } from "./context.ts";
import { Deadline, Interrupted } from "./deadline.ts";
import type { CallOptions } from "./options.ts";
import { notify } from "./options.ts";
import { redactedError, redactorFor } from "./redact.ts";
import type { PreparedPlacement, PreparedRequest } from "./request.ts";
import { prepareRequest } from "./request.ts";
import type { RetryStep } from "./retry.ts";
import { nextStep } from "./retry.ts";

/**
 * Calls an operation.
 * @throws InvalidRequestError, ApiError, TransportError, TimeoutError, AbortedError,
 * UnreadableResponseError; UnknownOutcomeError for a placement that may have been carried out.
 */
export function performCall(
  operation: OperationDescriptor,
  given: GivenFields,
  options: CallOptions,
  context: CallContext,
  plan: CallPlan = noPlan,
): Promise<CompletedCall> {
  let request: PreparedRequest;
  try {
    request = prepareRequest(operation, given, options, context);
  } catch (error) {
    return Promise.reject(error);
  }
  // Not async: one promise less for every call.
  return sendRequest(request, options, context, plan);
}

const noPlan: CallPlan = {};

/** Sends a prepared request; throws like `performCall`. */
export async function sendRequest(
  request: PreparedRequest,
  options: CallOptions,
  context: CallContext,
  plan: CallPlan,
): Promise<CompletedCall> {
  const { settings, checkPlacement, limits, retries } = context;
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs;
  const deadline = new Deadline(timeoutMs, settings, options.signal);
  plan.onStart?.(deadline);
  const call = plan.call ?? context.nextCall();
  const state: CallState = { request, plan, call, deadline, timeoutMs, attempt: 0, sent: 0 };
  try {
    if (request.placement !== undefined) {
      const checked = checkPlacement?.(request, deadline.leftMs());
      if (checked !== undefined) await deadline.guard(() => checked);
    }
    retries.earn();
    for (;;) {
      state.attempt += 1;
      const ended = await (limits === undefined
        ? attemptOnce(state, context)
        : limits.run(state, context, attemptOnce));
      if (ended.kind === "done") {
        if (state.hasSpentRetry) retries.giveBack();
        return ended;
      }
      state.last = ended;
      state.isUncertain = ended.outcome === "unknown";
      await prepareRetry(ended, state, context);
    }
  } catch (error) {
    const wasEnded = error instanceof Interrupted || deadline.interruption() !== undefined;
    throw wasEnded ? interruptedError(state, context) : error;
  } finally {
    deadline.release();
  }
}

/** Waits for the next attempt, or sets the clock for it; throws where there is none. */
async function prepareRetry(
  ended: FailedAttempt,
  state: CallState,
  context: CallContext,
): Promise<void> {
  const { deadline, request, call, attempt } = state;
  const step = retryStep(ended, state, context);
  if (step.kind === "giveUp") throw finalError(ended, state);
  const waitMs = step.kind === "wait" ? step.waitMs : 0;
  const { id: operation } = request.operation;
  const reason = ended.error.name;
  notify(context, { kind: "retry", call, operation, attempt, waitMs, reason });
  if (step.kind === "wait") return deadline.wait(waitMs);
  state.hasResynced = true;
  try {
    await deadline.guard(async () => context.resync?.());
  } catch (error) {
    // Without the time the next attempt would fail the same way, and this error says more.
    throw error instanceof TradespecError ? finalError(ended, state) : error;
  }
}

/** Decides about a retry. After an unknown outcome only reads are repeated. */
function retryStep(ended: FailedAttempt, state: CallState, context: CallContext): RetryStep {
  const { settings, tables, retries, resync } = context;
  const { request, plan, attempt, deadline, hasResynced } = state;
  const { random, waitMsMax } = settings;
  const { maxAttempts = settings.maxAttempts } = plan;
  const isRepeatable = request.operation.method === "GET" || ended.outcome === "notSent";
  if (!isRepeatable || ended.isFinal || attempt >= maxAttempts) return giveUp;
  const step = nextStep(tables.retry, ended.cause, attempt, random, waitMsMax);
  switch (step.kind) {
    case "giveUp":
      return step;
    case "resyncClock":
      return hasResynced || request.hasOwnTimestamp || resync === undefined ? giveUp : step;
    case "wait":
      // A wait beyond the deadline would only replace this error by a timeout.
      if (step.waitMs >= deadline.leftMs() || !retries.spend()) return giveUp;
      state.hasSpentRetry = true;
      return step;
  }
}

const giveUp: RetryStep = { kind: "giveUp" };

/** The error of a call whose last attempt failed. */
function finalError(ended: FailedAttempt, { request, attempt }: CallState): TradespecError {
  return request.placement === undefined || ended.outcome === "notSent"
    ? ended.error
    : unknownOutcome(request.placement, request.operation.id, attempt, ended.error);
}

/** The error of a call that its deadline or its caller's signal ended. */
function interruptedError(state: CallState, { settings }: CallContext): TradespecError {
  const { request, deadline, timeoutMs, sent, isUncertain, last } = state;
  const operation = request.operation.id;
  const outcome: Outcome = isUncertain ? "unknown" : "notSent";
  const interruption = deadline.interruption();
  const aborted = interruption?.kind === "aborted";
  const redact = redactorFor(settings, request.fields, state.signature);
  const cause = aborted ? redactedError(interruption.reason, redact) : last?.error;
  const details = { operation, attempts: sent, cause };
  const error = aborted
    ? new AbortedError(`${operation} was aborted by its caller.`, outcome, details)
    : new TimeoutError({ name: "timeoutMs", ms: timeoutMs }, outcome, details);
  return request.placement === undefined || outcome === "notSent"
    ? error
    : unknownOutcome(request.placement, operation, sent, error);
}

function unknownOutcome(
  { clientId, ask }: PreparedPlacement,
  operation: string,
  attempts: number,
  cause: Error,
): UnknownOutcomeError {
  return new UnknownOutcomeError(clientId, ask, { operation, attempts, cause });
}
