/** Keeps a client's clock by the exchange's: when it is contradicted, and when it has grown old. */

import { TradespecError, UnreadableAnswerError } from "../errors.ts";
import type { OperationDescriptor } from "../tables.ts";
import { notify } from "./call-event.ts";
import type { LearningClock } from "./clock.ts";
import { createClock } from "./clock.ts";
import { timeOperation } from "./options.ts";
import type { PerformContext } from "./perform.ts";
import { perform } from "./perform.ts";

/** A clock, and the ways in which it is set. */
export interface ClockSync {
  readonly clock: LearningClock;
  /** Asks anew and trusts nothing that was known; callers share one question. */
  readonly resync: () => Promise<void>;
  /**
   * Asks in the background when what is known is old, and leaves it at that when nobody answers.
   * No call waits for it, and no timer runs between.
   */
  readonly freshen: () => void;
  /** Waits until the time is known, or cannot be had. */
  readonly known: () => Promise<void>;
}

/** Makes the clock of one client; `context` is what its calls are carried out with. */
export function createClockSync(now: () => number, context: () => PerformContext): ClockSync {
  const clock = createClock(now);
  let running: Promise<void> | undefined;
  let askedMs = -Infinity;
  const ask = (): Promise<void> => {
    running ??= takeSamples(clock, context()).finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    clock,
    known: async () => {
      if (running === undefined) askedMs = context().settings.now();
      await ask().catch(() => undefined);
    },
    resync: () => {
      clock.forget();
      askedMs = context().settings.now();
      return ask();
    },
    freshen: () => {
      const { settings, tables } = context();
      const nowMs = settings.now();
      // A clock of ours that was set back makes what is known old as well.
      const ageMs = Math.abs(nowMs - askedMs);
      if (ageMs < settings.clockRefreshMs || settings.clockRefreshMs === Infinity) return;
      if (tables.operations[timeOperation] === undefined) return;
      askedMs = nowMs;
      ask().catch(() => {
        // Whoever needs the time sets the clock when the exchange contradicts it.
        askedMs = nowMs - settings.clockRefreshMs + tables.retry.backoff.maxMs;
      });
    },
  };
}

/** A slow answer tells the time badly; this many are asked for before the best is taken. */
const samplesMax = 3;

/** Half a round trip that leaves the timestamp well inside the window's narrower side. */
const errorMsGood = 500;

async function takeSamples(clock: LearningClock, context: PerformContext): Promise<void> {
  const { tables, settings } = context;
  const operation = tables.operations[timeOperation];
  if (operation === undefined) {
    throw new TradespecError(
      `The client has no operation ${timeOperation}, which tells the exchange's time.`,
    );
  }
  let taken = 0;
  do {
    await takeSample(operation, clock, context);
    taken += 1;
  } while (taken < samplesMax && clock.errorMs() > errorMsGood);
  notify({ settings }, { kind: "resync", offsetMs: Math.round(clock.state().offsetMs) });
}

async function takeSample(
  operation: OperationDescriptor,
  clock: LearningClock,
  context: PerformContext,
): Promise<void> {
  const { settings } = context;
  let sentMs = settings.now();
  // Its own retries, or a wait for its turn, would be counted into the round trip.
  const once: PerformContext = {
    ...context,
    settings: { ...settings, maxAttempts: 1 },
    beforeSend: () => {
      sentMs = settings.now();
      return undefined;
    },
  };
  const { value, response } = await perform(operation, {}, {}, once);
  const receivedMs = settings.now();
  const time = value as { readonly serverTime?: unknown };
  if (typeof time.serverTime !== "number") {
    const details = { operation: operation.id };
    throw new UnreadableAnswerError("tells no serverTime", response.status, "", details);
  }
  const before = { nowMs: clock.serverMs(), errorMs: clock.errorMs() };
  const { offsetMs } = clock.state();
  clock.learn({ sentMs, receivedMs, serverMs: time.serverTime });
  context.limits?.limiter.correctClock(clock.state().offsetMs - offsetMs, before);
}
