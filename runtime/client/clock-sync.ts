/** Reads the exchange's time when a timestamp is refused and when the last reading is old. */

import { performCall } from "../call/call.ts";
import type { SettableClock } from "../call/clock.ts";
import { createClock, timeOf } from "../call/clock.ts";
import type { CallContext, CallPlan, ExchangeClock } from "../call/context.ts";
import { notify } from "../call/options.ts";
import { operationOf } from "../call/request.ts";
import { UnreadableResponseError } from "../errors.ts";
import type { OperationDescriptor } from "../tables.ts";

/** Makes the clock of one client, which follows the exchange's time. */
export function createClockSync(now: () => number, context: () => CallContext): ExchangeClock {
  const clock = createClock(now);
  let running: Promise<void> | undefined;
  let lastReadMs = -Infinity;
  const ask = (): Promise<void> => {
    running ??= takeSamples(clock, context()).finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    ...clock,
    known: async () => {
      if (running === undefined) lastReadMs = context().settings.now();
      await ask().catch(() => undefined);
    },
    resync: async () => {
      clock.distrust();
      lastReadMs = context().settings.now();
      await ask();
      return refusedAgain;
    },
    refresh: () => {
      const { settings, tables } = context();
      const nowMs = settings.now();
      // A local clock that was set back makes the last reading old, too.
      const ageMs = Math.abs(nowMs - lastReadMs);
      if (ageMs < settings.clockRefreshMs || settings.clockRefreshMs === Infinity) return;
      lastReadMs = nowMs;
      ask().catch(() => {
        // A call that needs the time resyncs when the exchange refuses its timestamp.
        lastReadMs = nowMs - settings.clockRefreshMs + tables.retry.backoff.maxMs;
      });
    },
  };
}

const refusedAgain =
  "The clock was set by the exchange's just before: raise recvWindow, or find what delays requests.";

/** A slow response gives an inexact time; the best of this many samples is used. */
const samplesMax = 3;

async function takeSamples(clock: SettableClock, context: CallContext): Promise<void> {
  const { tables, settings } = context;
  const operation = operationOf(tables.operations, tables.signing.time.operation);
  let taken = 0;
  do {
    await takeSample(operation, clock, context);
    taken += 1;
    // Half a round trip must keep the timestamp well within what it may be ahead.
  } while (taken < samplesMax && clock.errorMs() > tables.signing.aheadMsBelow / 2);
  notify({ settings }, { kind: "resync", offsetMs: Math.round(clock.state().offsetMs) });
}

async function takeSample(
  operation: OperationDescriptor,
  clock: SettableClock,
  context: CallContext,
): Promise<void> {
  const { settings } = context;
  let sentMs = settings.now();
  // Retries, or a wait for capacity, would add to the round trip.
  const once: CallPlan = {
    maxAttempts: 1,
    beforeSend: () => {
      sentMs = settings.now();
      return undefined;
    },
  };
  const { value, response } = await performCall(operation, {}, {}, context, once);
  const receivedMs = settings.now();
  const { field } = context.tables.signing.time;
  const serverMs: unknown = Object(value)[field];
  if (typeof serverMs !== "number") {
    const details = { operation: operation.id };
    throw new UnreadableResponseError(`has no ${field}`, response.status, "", details);
  }
  const before = timeOf(clock);
  const { offsetMs } = clock.state();
  clock.addSample({ sentMs, receivedMs, serverMs });
  context.limits?.correctClock(clock.state().offsetMs - offsetMs, before);
}
