/** Limits and timers of stream connections, by the exchange's clock. */

import { connectionRules, connectionLimits as limits } from "../../generated/streams.ts";
import type { ConnectionRules } from "../../runtime/tables.ts";
import { addressesMax } from "../defaults.ts";
import type { Clock } from "../exchange/clock.ts";

/** Counts events, and returns whether one is within the limit; the first starts a window. */
export function createLimit(most: number, windowMs: number, now: () => number): () => boolean {
  let start = Number.NEGATIVE_INFINITY;
  let count = 0;
  return () => {
    const time = now();
    // A window from before the clock was set back is over as well.
    if (time - start >= windowMs || time < start) {
      start = time;
      count = 0;
    }
    count += 1;
    return count <= most;
  };
}

/** Another contract may leave them open. */
const attempts: number = limits.attempts ?? Number.POSITIVE_INFINITY;

/** Limits the connection attempts of each address. */
export function createAttemptLimit(now: () => number): (ip: string) => boolean {
  const byAddress = new Map<string, () => boolean>();
  return (ip) => {
    const isWithin = byAddress.get(ip) ?? createLimit(attempts, limits.attemptsWindowMs, now);
    // Sorted by last attempt: the first one is dropped.
    byAddress.delete(ip);
    byAddress.set(ip, isWithin);
    const [oldest] = byAddress.keys();
    if (byAddress.size > addressesMax && oldest !== undefined) byAddress.delete(oldest);
    return isWithin();
  };
}

/** Another contract may have none. */
const { pings }: ConnectionRules = connectionRules;

/** Sends a ping at intervals, and calls `lost` when no pong arrives in time. */
export function startPings(
  { now, after }: Clock,
  ping: (payload: string) => void,
  lost: () => void,
) {
  if (pings === undefined) return undefined;
  const { everyMs, answeredWithinMs } = pings;
  // Runs from the oldest unanswered ping.
  let cancelDeadline: (() => void) | undefined;
  const open = new Set<string>();
  const sendPing = (): void => {
    cancelNext = after(everyMs, sendPing);
    const payload = String(now());
    open.add(payload);
    cancelDeadline ??= after(answeredWithinMs, lost);
    ping(payload);
  };
  let cancelNext = after(everyMs, sendPing);
  return {
    /** Handles a pong; one without a matching ping is ignored. */
    receivePong: (payload: string) => {
      if (!open.has(payload)) return;
      open.clear();
      cancelDeadline?.();
      cancelDeadline = undefined;
    },
    stop: () => {
      cancelNext();
      cancelDeadline?.();
    },
  };
}
