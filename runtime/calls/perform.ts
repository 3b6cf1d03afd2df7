/** The whole course of a call: plan, stamp, sign, send, and again where the policy allows it. */

import { TradespecError } from "../api-error.ts";
import { notify, sendOnce } from "./attempt.ts";
import type { Attempt, FailedAttempt } from "./attempt.ts";
import { planCall, writeCall } from "./call-plan.ts";
import type { CallPlan } from "./call-plan.ts";
import type { CallOptions } from "./caller-options.ts";
import { redactorFor } from "./course.ts";
import type { Course, PerformContext } from "./course.ts";
import { finalError, interruptedError } from "./course-end.ts";
import { Interrupted, startDeadline } from "./deadline.ts";
import { nextStep } from "./retry.ts";
import type { RetryStep } from "./retry.ts";
import type { OperationDescriptor } from "../types.ts";
import type { GivenFields } from "../wire/wire.ts";

export type { PerformContext } from "./course.ts";

/** A call that succeeded. */
export type Performed = Extract<Attempt, { kind: "done" }>;

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
  const { settings } = context;
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs;
  const deadline = startDeadline(timeoutMs, options.signal, settings);
  context.begun?.(deadline);
  const redact = redactorFor(plan, context);
  const course: Course = { plan, deadline, redact, attempt: 0, sent: 0 };
  try {
    const { guard } = context;
    if (plan.placement !== undefined && guard !== undefined) {
      await deadline.guard(() => guard(plan, deadline.leftMs()));
    }
    return await runAttempts(course, context);
  } catch (error) {
    throw error instanceof Interrupted || deadline.interruption() !== undefined
      ? interruptedError(course)
      : error;
  } finally {
    deadline.release();
  }
}

async function runAttempts(course: Course, context: PerformContext): Promise<Performed> {
  context.retries.earn();
  for (;;) {
    course.attempt += 1;
    const { limits } = context;
    const ended = await (limits === undefined
      ? attemptOnce(course, context)
      : limits.admitted(limits, course, context, attemptOnce));
    if (ended.kind === "done") {
      if (course.hasSpent) context.retries.giveBack();
      return ended;
    }
    course.last = ended;
    course.isOpen = ended.carriedOut === "unknown";
    const step = stepAfter(ended, course, context);
    if (step.kind === "giveUp") {
      throw finalError(ended, course);
    }
    await prepareNext(step, ended, course, context);
  }
}

async function attemptOnce(course: Course, context: PerformContext): Promise<Attempt> {
  const { plan, deadline, redact, attempt } = course;
  const { settings, tables, signer, clock } = context;
  const { operation } = plan;
  if (operation.signed) context.freshen?.();
  const serverMs = (): number => clock.serverMs();
  const stampMs = serverMs();
  const told = context.beforeSend?.(stampMs);
  if (told !== undefined) {
    await deadline.guard(() => told);
  }
  const written = writeCall(plan, context, signer, stampMs);
  const call = written instanceof Promise ? await deadline.guard(() => written) : written;
  if (deadline.interruption() !== undefined) throw new Interrupted("The call was ended.");
  notify(context, { kind: "request", operation: operation.id, attempt });
  course.isOpen = true;
  course.sent = attempt;
  return sendOnce(call, { operation, attempt, settings, tables, deadline, redact, serverMs });
}

/** Only a read may be repeated when nobody knows what became of it. */
function stepAfter(ended: FailedAttempt, course: Course, context: PerformContext): RetryStep {
  const { settings, tables } = context;
  const { plan, attempt, hasResynced = false } = course;
  const isRepeatable = plan.operation.method === "GET" || ended.carriedOut === "no";
  const { random, waitMsMax, maxAttempts } = settings;
  if (!isRepeatable || ended.isFinal || attempt >= maxAttempts) {
    return { kind: "giveUp" };
  }
  const step = nextStep(tables.retry, ended.failure, attempt, random, waitMsMax);
  switch (step.kind) {
    case "giveUp":
      return step;
    case "resyncClock":
      return hasResynced || plan.hasOwnTimestamp || context.resync === undefined
        ? { kind: "giveUp" }
        : step;
    case "wait":
      // A wait that cannot end in time only hides the failure from the caller.
      if (step.waitMs >= course.deadline.leftMs() || !context.retries.spend()) {
        return { kind: "giveUp" };
      }
      course.hasSpent = true;
      return step;
  }
}

async function prepareNext(
  step: Exclude<RetryStep, { kind: "giveUp" }>,
  ended: FailedAttempt,
  course: Course,
  context: PerformContext,
): Promise<void> {
  const { deadline, plan, attempt } = course;
  const waitMs = step.kind === "wait" ? step.waitMs : 0;
  const reason = ended.error.name;
  notify(context, { kind: "retry", operation: plan.operation.id, attempt, waitMs, reason });
  if (step.kind === "wait") {
    await deadline.wait(waitMs);
    return;
  }
  course.hasResynced = true;
  try {
    await deadline.guard(async () => context.resync?.());
  } catch (error) {
    if (error instanceof TradespecError) {
      // Without the time the next attempt would fail like this one: this is what to report.
      throw finalError(ended, course);
    }
    throw error;
  }
}
