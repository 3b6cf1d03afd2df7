/** How an attempt passes the admission of its client. */

import type { AttemptOutcome, Ticket } from "../rate-limits/admission-call.ts";
import type { ClientLimits } from "../rate-limits/client-limits.ts";
import type { Attempt } from "./attempt.ts";
import { notify } from "./call-event.ts";
import { timeOperationOf } from "./caller-options.ts";
import type { Course, PerformContext } from "./course.ts";

/** One attempt, sent when its limits have room: it is stamped and signed no earlier. */
export async function admitted(
  limits: ClientLimits,
  course: Course,
  context: PerformContext,
  attemptOnce: (course: Course, context: PerformContext) => Promise<Attempt>,
): Promise<Attempt> {
  const { admission, isShared } = limits;
  const isLost = isShared && context.clock.errorMs() === Infinity;
  if (isLost && course.plan.operation.id !== timeOperationOf(context.tables)) {
    await course.deadline.guard(async () => context.timeKnown?.());
  }
  const entered = enter(course, context, limits);
  const ticket = entered instanceof Promise ? await course.deadline.guard(() => entered) : entered;
  let ended: Attempt | undefined;
  try {
    ended = await attemptOnce(course, context);
    return ended;
  } finally {
    admission.settle(ticket, ended === undefined ? undefined : outcomeOf(ended));
  }
}

function enter(
  { plan, deadline, attempt, sent }: Course,
  context: PerformContext,
  { admission, account, priorityOf }: ClientLimits,
): Ticket | Promise<Ticket> {
  const { operation, query, body } = plan;
  return admission.admit({
    operation,
    query,
    body,
    account,
    priority: priorityOf(operation),
    clock: context.clock,
    attempts: sent,
    leftMs: () => deadline.leftMs(),
    get signal() {
      return deadline.signal;
    },
    onWait: (waitMs, window) =>
      notify(context, { kind: "wait", operation: operation.id, attempt, waitMs, window }),
    onPressure: () => context.freshen?.(),
  });
}

function outcomeOf(ended: Attempt): AttemptOutcome {
  if (ended.kind === "failed") return { ...ended.failure, headers: ended.headers };
  const { response, value } = ended;
  return { status: response.status, headers: response.headers, value };
}
