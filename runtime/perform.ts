/** The whole course of a call: plan, stamp, sign, send, and again where the policy allows it. */

import { AbortedError, TimeoutError, TradespecError, UnknownOutcomeError } from "./api-error.ts";
import type { Outcome } from "./api-error.ts";
import { notify, sendOnce } from "./attempt.ts";
import type { Attempt, AttemptContext, FailedAttempt } from "./attempt.ts";
import { planCall, writeCall } from "./call-plan.ts";
import type { CallPlan, PlanContext } from "./call-plan.ts";
import type { CallOptions } from "./caller-options.ts";
import type { Clock } from "./clock.ts";
import { Interrupted, startDeadline } from "./deadline.ts";
import { createRedactor, redactedError } from "./redact.ts";
import type { Redact } from "./redact.ts";
import { nextStep } from "./retry.ts";
import type { RetryStep } from "./retry.ts";
import type { Signer } from "./signature.ts";
import type { OperationDescriptor } from "./types.ts";
import type { GivenFields } from "./wire.ts";

/** What all calls of a client share. */
export interface PerformContext extends PlanContext {
  readonly signer: Signer;
  readonly clock: Clock;
  /** Learns the exchange's time anew; concurrent calls share one question. */
  readonly resync: () => Promise<void>;
  /**
   * Is asked before a placement is sent; gets the time that the call has left, in milliseconds.
   * Rejects with an InvalidRequestError to keep the placement from being sent.
   */
  readonly guard?: (plan: CallPlan, leftMs: number) => Promise<void>;
}

/** A call that succeeded. */
export type Performed = Extract<Attempt, { kind: "done" }>;

/**
 * Carries out one call.
 * @throws InvalidRequestError, ApiError, TransportError, TimeoutError, AbortedError,
 * UnreadableAnswerError; UnknownOutcomeError for a placement that may have been carried out.
 */
export async function perform(
  operation: OperationDescriptor,
  given: GivenFields,
  options: CallOptions,
  context: PerformContext,
): Promise<Performed> {
  const { settings } = context;
  const plan = planCall(operation, given, options, context);
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs;
  const deadline = startDeadline(timeoutMs, options.signal, settings);
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

/** What changes while a call runs. */
interface Course {
  readonly plan: CallPlan;
  readonly deadline: AttemptContext["deadline"];
  readonly redact: Redact;
  /** Number of the attempt that runs or comes next; the first is 1. */
  attempt: number;
  /** Attempts that were begun on the network. */
  sent: number;
  /** A request is on its way, or one before it may have been carried out. */
  isOpen?: boolean;
  hasResynced?: boolean;
  last?: FailedAttempt;
}

function redactorFor({ query, body }: CallPlan, { settings }: PerformContext): Redact {
  // Made when something goes wrong: most calls never need one.
  return (text) => {
    const hidden = [...query, ...body].filter(([name]) => secretName.test(name));
    const secrets = [settings.key, settings.secret, ...hidden.map(([, value]) => value)];
    return createRedactor(secrets)(text);
  };
}

const secretName = /listenKey|secret|signature/i;

async function runAttempts(course: Course, context: PerformContext): Promise<Performed> {
  for (;;) {
    course.attempt += 1;
    const ended = await attemptOnce(course, context);
    if (ended.kind === "done") {
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
  const serverMs = (): number => clock.serverMs();
  const call = await deadline.guard(() => writeCall(plan, context, signer, serverMs()));
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
      return hasResynced || plan.hasOwnTimestamp ? { kind: "giveUp" } : step;
    case "wait":
      // A wait that cannot end in time only hides the failure from the caller.
      return step.waitMs >= course.deadline.leftMs() ? { kind: "giveUp" } : step;
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
    await deadline.guard(context.resync);
  } catch (error) {
    if (error instanceof TradespecError) {
      // Without the time the next attempt would fail like this one: this is what to report.
      throw finalError(ended, course);
    }
    throw error;
  }
}

function finalError(ended: FailedAttempt, { plan, attempt }: Course): TradespecError {
  return plan.placement === undefined || ended.carriedOut === "no"
    ? ended.error
    : unknownOutcome(plan.placement, plan.operation.id, attempt, ended.error);
}

function interruptedError({ plan, deadline, redact, sent, isOpen, last }: Course): Error {
  const operation = plan.operation.id;
  const outcome: Outcome = isOpen ? "unknown" : "notSent";
  const interruption = deadline.interruption();
  const aborted = interruption?.kind === "aborted";
  const cause = aborted ? redactedError(interruption.reason, redact) : last?.error;
  const details = { operation, attempts: sent, cause };
  const error = aborted
    ? new AbortedError(`${operation} was ended by its caller.`, outcome, details)
    : new TimeoutError(`${operation} did not end in time; allow it more.`, outcome, details);
  return plan.placement === undefined || outcome === "notSent"
    ? error
    : unknownOutcome(plan.placement, operation, sent, error);
}

function unknownOutcome(
  { clientId, ask }: NonNullable<CallPlan["placement"]>,
  operation: string,
  attempts: number,
  cause: Error,
): UnknownOutcomeError {
  return new UnknownOutcomeError(clientId, ask, { operation, attempts, cause });
}
