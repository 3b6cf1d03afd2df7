/** The whole course of a call: plan, stamp, sign, send, and again where the policy allows it. */

import type { GivenFields } from "../encoding/wire.ts";
import { TradespecError } from "../errors.ts";
import type { OperationDescriptor } from "../tables.ts";
import type { FailedAttempt, Performed } from "./attempt.ts";
import { attemptOnce } from "./attempt.ts";
import { notify } from "./call-event.ts";
import type { CallPlan } from "./call-plan.ts";
import { planCall } from "./call-plan.ts";
import type { Course, PerformContext } from "./course.ts";
import { redactorFor } from "./course.ts";
import { finalError, interruptedError } from "./course-end.ts";
import { Interrupted, startDeadline } from "./deadline.ts";
import type { CallOptions } from "./options.ts";
import type { RetryStep } from "./retry.ts";
import { nextStep } from "./retry.ts";

export type { Performed } from "./attempt.ts";
export type { WriteFields } from "./call-plan.ts";
export type { AdviceSentences, PerformContext } from "./course.ts";

/**
 * Carries out one call.
 * @throws InvalidRequestError, ApiError, TransportError, TimeoutError, AbortedError,
 * UnreadableAnswerError; UnknownOutcomeError for a placement that may have been carried out.
 */
export function perform(
  operation: OperationDescriptor,
  given: GivenFields,
  options: CallOptions,
  context: PerformContext,
): Promise<Performed> {
  let plan: CallPlan;
  try {
    plan = planCall(operation, given, options, context);
  } catch (error) {
    return Promise.reject(error);
  }
  return performPlan(plan, options, context);
}

/** Carries out one call that was planned before; throws as `perform` does. */
export async function performPlan(
  plan: CallPlan,
  options: CallOptions,
  context: PerformContext,
): Promise<Performed> {
  const { settings, guard, limits, retries } = context;
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs;
  const deadline = startDeadline(timeoutMs, options.signal, settings);
  context.begun?.(deadline);
  const redact = redactorFor(plan, context);
  const course: Course = { plan, deadline, redact, attempt: 0, sent: 0 };
  try {
    if (plan.placement !== undefined && guard !== undefined) {
      await deadline.guard(() => guard(plan, deadline.leftMs()));
    }
    retries.earn();
    for (;;) {
      course.attempt += 1;
      const ended = await (limits === undefined
        ? attemptOnce(course, context)
        : limits.attempt(limits, course, context, attemptOnce));
      if (ended.kind === "done") {
        if (course.hasSpent) retries.giveBack();
        return ended;
      }
      course.last = ended;
      course.isOpen = ended.carriedOut === "unknown";
      await prepareNext(ended, course, context);
    }
  } catch (error) {
    throw error instanceof Interrupted || deadline.interruption() !== undefined
      ? interruptedError(course)
      : error;
  } finally {
    deadline.release();
  }
}

/** Waits for the next attempt, or sets the clock for it; throws where there is none. */
async function prepareNext(
  ended: FailedAttempt,
  course: Course,
  context: PerformContext,
): Promise<void> {
  const { deadline, plan, attempt } = course;
  const step = stepAfter(ended, course, context);
  if (step.kind === "giveUp") throw finalError(ended, course);
  const waitMs = step.kind === "wait" ? step.waitMs : 0;
  const reason = ended.error.name;
  notify(context, { kind: "retry", operation: plan.operation.id, attempt, waitMs, reason });
  if (step.kind === "wait") return deadline.wait(waitMs);
  course.hasResynced = true;
  try {
    await deadline.guard(async () => context.resync?.());
  } catch (error) {
    // Without the time the next attempt would fail like this one: this is what to report.
    throw error instanceof TradespecError ? finalError(ended, course) : error;
  }
}

/** Only a read may be repeated when nobody knows what became of it. */
function stepAfter(ended: FailedAttempt, course: Course, context: PerformContext): RetryStep {
  const { settings, tables, retries, resync } = context;
  const { plan, attempt, deadline, hasResynced } = course;
  const { random, waitMsMax, maxAttempts } = settings;
  const isRepeatable = plan.operation.method === "GET" || ended.carriedOut === "no";
  if (!isRepeatable || ended.isFinal || attempt >= maxAttempts) return giveUp;
  const step = nextStep(tables.retry, ended.failure, attempt, random, waitMsMax);
  switch (step.kind) {
    case "giveUp":
      return step;
    case "resyncClock":
      return hasResynced || plan.hasOwnTimestamp || resync === undefined ? giveUp : step;
    case "wait":
      // A wait that cannot end in time only hides the failure from the caller.
      if (step.waitMs >= deadline.leftMs() || !retries.spend()) return giveUp;
      course.hasSpent = true;
      return step;
  }
}

const giveUp: RetryStep = { kind: "giveUp" };
