/** The errors that a call ends with. */

import type { Outcome, TradespecError } from "../errors.ts";
import { AbortedError, TimeoutError, UnknownOutcomeError } from "../errors.ts";
import type { FailedAttempt } from "./attempt.ts";
import type { CallPlan } from "./call-plan.ts";
import type { Course } from "./course.ts";
import { redactedError } from "./redact.ts";

/** What is told of a call whose last attempt failed. */
export function finalError(ended: FailedAttempt, { plan, attempt }: Course): TradespecError {
  return plan.placement === undefined || ended.carriedOut === "no"
    ? ended.error
    : unknownOutcome(plan.placement, plan.operation.id, attempt, ended.error);
}

/** What is told of a call that was ended from outside. */
export function interruptedError({ plan, deadline, redact, sent, isOpen, last }: Course): Error {
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
