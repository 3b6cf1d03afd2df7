/** Asks what became of a placement, until the answer is certain or the time for it is over. */

import { questionFor } from "../client/call-plan.ts";
import type { Deadline } from "../client/deadline.ts";
import { startDeadline } from "../client/deadline.ts";
import type { PerformContext, Performed } from "../client/perform.ts";
import { perform } from "../client/perform.ts";
import { ruleFor } from "../client/retry.ts";
import { ApiError, TradespecError } from "../errors.ts";
import { closesMs, matchOrder } from "./match.ts";
import type { PlacementEntry, ResolveOptions } from "./types.ts";

/** What is known of an order, by the names of its record. */
export type OrderFields = Readonly<Record<string, unknown>>;

/** What a stream may say while a placement is under way. */
export interface Course {
  /** The order, as a stream told it. */
  told?: OrderFields;
  /** Is called when a stream has spoken; replaced by whoever waits. */
  wake: () => void;
}

/** How long the answer may take when a stream has told of the order before, in milliseconds. */
const answerMsMax = 1000;

/** Ends a call whose answer does not come although a stream has told of its order. */
export function heedStream(
  course: Course,
  after: PerformContext["settings"]["after"],
): { readonly begun: (deadline: Deadline) => void; readonly over: () => void } {
  let stop: (() => void) | undefined;
  return {
    begun: (deadline) => {
      const end = (): void => deadline.stop(new Error("A stream has told of the order."));
      course.wake = () => {
        stop ??= after(answerMsMax, end);
      };
    },
    over: () => {
      stop?.();
      course.wake = () => undefined;
    },
  };
}

/** What was found out. An order that is not `there` is another one with the client id. */
export type Verdict =
  | { readonly kind: "there"; readonly order: OrderFields; readonly performed?: Performed }
  | { readonly kind: "none" | "unknown"; readonly order?: OrderFields | undefined };

/** Time for asking beyond the wait until the answer can be certain. */
const askingMs = 10_000;

/** A question that hangs longer is asked anew. */
const questionMsMax = 5000;

/**
 * Finds out what became of a placement. That no order is there is believed from a question with a
 * timestamp of `provenMs` or later: it was accepted, so the exchange's own clock has passed the
 * end of the placement's receive window.
 */
export async function resolvePlacement(
  entry: PlacementEntry,
  course: Course,
  { signal, resolveMs }: ResolveOptions,
  context: PerformContext,
  provenMs = closesMs(entry, context.tables) + context.tables.signing.aheadMsBelow,
): Promise<Verdict> {
  const { settings, clock, tables } = context;
  const { firstMs, factor, maxMs } = tables.retry.backoff;
  const untilProofMs = (): number => Math.max(0, provenMs - clock.serverMs());
  const budgetMs = resolveMs ?? untilProofMs() + askingMs;
  if (budgetMs <= 0 || signal?.aborted) return told(course) ?? { kind: "unknown" };
  const deadline = startDeadline(budgetMs, signal, settings);
  let order: OrderFields | undefined;
  let hasFailed = false;
  try {
    for (let stepMs = firstMs; ; stepMs = Math.min(maxMs, stepMs * factor)) {
      const verdict = told(course);
      if (verdict !== undefined) return verdict;
      // An exchange that fails is asked again only as far as retries go.
      const mayAsk: boolean = !hasFailed || context.retries.spend();
      const said: Answered = mayAsk
        ? await deadline.guard(() => askOnce(entry, deadline, context))
        : { kind: "passing", waitMs: 0 };
      hasFailed = said.kind === "passing";
      if (said.kind === "there") return said;
      if (said.kind === "hopeless") break;
      if (said.kind === "absent") {
        order = said.order;
        // An order that is not older may stand in front of ours.
        if (said.stampMs >= provenMs) return { kind: said.isHidden ? "unknown" : "none", order };
      }
      const pauseMs = Math.max(said.waitMs, Math.min(untilProofMs() || stepMs, stepMs));
      await pause(pauseMs, course, deadline, settings.after);
    }
  } catch (error) {
    if (deadline.interruption() === undefined) throw error;
  } finally {
    deadline.release();
  }
  return told(course) ?? { kind: "unknown", order };
}

function told({ told: order }: Course): Verdict | undefined {
  return order && { kind: "there", order };
}

/** `passing`: no answer this time. `hopeless`: asking again cannot help. */
type Answered =
  | { readonly kind: "there"; readonly order: OrderFields; readonly performed: Performed }
  | {
      readonly kind: "absent";
      readonly stampMs: number;
      readonly isHidden: boolean;
      readonly order?: OrderFields;
      readonly waitMs: number;
    }
  | { readonly kind: "passing" | "hopeless"; readonly waitMs: number };

async function askOnce(
  entry: PlacementEntry,
  deadline: Deadline,
  context: PerformContext,
): Promise<Answered> {
  const { tables } = context;
  const placement = tables.operations[entry.operation]?.placement;
  const ask = placement && questionFor(placement, entry.fields, tables);
  const operation = tables.operations[ask?.operation ?? ""];
  if (ask === undefined || operation === undefined) return { kind: "hopeless", waitMs: 0 };
  // Without a timestamp that is checked there is no proof.
  let stampMs = -Infinity;
  const beforeSend = (ms: number): undefined => {
    if (operation.signed) stampMs = ms;
  };
  const timeoutMs = Math.min(deadline.leftMs(), questionMsMax);
  const options = { timeoutMs, signal: deadline.signal };
  try {
    // What comes after a failure is decided here.
    const settings = { ...context.settings, maxAttempts: 1 };
    const asking = { ...context, settings, beforeSend };
    const performed = await perform(operation, { query: ask.fields }, options, asking);
    const order = performed.value as OrderFields;
    const match = matchOrder(order, entry, tables);
    if (match === "ours") return { kind: "there", order, performed };
    if (match === "stray") return { kind: "passing", waitMs: 0 };
    return { kind: "absent", stampMs, isHidden: match === "other", order, waitMs: 0 };
  } catch (error) {
    if (!(error instanceof TradespecError)) throw error;
    if (!(error instanceof ApiError)) return { kind: "passing", waitMs: 0 };
    const { status, code, retryAfterMs: waitMs = 0 } = error;
    if (code !== undefined && code === tables.retry.placements?.notFoundCode) {
      return { kind: "absent", stampMs, isHidden: false, waitMs };
    }
    const action = ruleFor(tables.retry, { status, code })?.action ?? "never";
    if (action === "resyncClock") await context.resync?.().catch(() => undefined);
    return { kind: action === "never" ? "hopeless" : "passing", waitMs };
  }
}

/** Waits, but not for longer than until a stream speaks. */
async function pause(
  waitMs: number,
  course: Course,
  deadline: Deadline,
  after: PerformContext["settings"]["after"],
): Promise<void> {
  let stop: () => void = () => undefined;
  const paused = new Promise<void>((resolve) => {
    stop = after(waitMs, resolve);
    course.wake = resolve;
  });
  await deadline.guard(() => paused).finally(() => stop());
}
