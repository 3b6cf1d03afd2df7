/** Limits and timers of stream connections, by the exchange's clock. */

import { connectionRules, connectionLimits as limits } from "../../generated/streams.ts";
import { addressesMax } from "../defaults.ts";
import type { Clock } from "../exchange/clock.ts";

/** Says for each message of a client whether it is within the rate that a client may send. */
export function createInboundLimit(now: () => number): () => boolean {
  const window = { start: Number.NEGATIVE_INFINITY, count: 0 };
  return () => countIn(window, limits.inboundWindowMs, now()) <= limits.inboundMessages;
}

/** Says for each connection attempt whether its address is within the limit. */
export function createAttemptLimit(now: () => number): (ip: string) => boolean {
  const windows = new Map<string, Window>();
  return (ip) => {
    const time = now();
    let window = windows.get(ip);
    if (window === undefined) {
      if (windows.size >= addressesMax) dropExpired(windows, time);
      window = { start: time, count: 0 };
      windows.set(ip, window);
    }
    return countIn(window, limits.attemptsWindowMs, time) <= limits.attempts;
  };
}

/** A window starts with the first event that it counts. */
interface Window {
  start: number;
  count: number;
}

/** Counts one more; a window that is over, or starts after a clock that was set back, restarts. */
function countIn(window: Window, lengthMs: number, now: number): number {
  if (now - window.start >= lengthMs || now < window.start) {
    window.start = now;
    window.count = 0;
  }
  window.count += 1;
  return window.count;
}

/** Drops addresses whose window is over; when there is none, the one added first. */
function dropExpired(windows: Map<string, Window>, now: number): void {
  for (const [ip, { start }] of windows) {
    if (now - start >= limits.attemptsWindowMs) windows.delete(ip);
  }
  const [oldest] = windows.keys();
  if (windows.size >= addressesMax && oldest !== undefined) windows.delete(oldest);
}

export interface Pings {
  /** A pong arrived; one without a matching ping is ignored. */
  readonly receivePong: (payload: string) => void;
  readonly stop: () => void;
}

/** Sends a ping at intervals, and calls `lost` when no pong arrives in time. */
export function startPings(
  { now, after }: Clock,
  ping: (payload: string) => void,
  lost: () => void,
): Pings {
  const { everyMs, answeredWithinMs } = connectionRules.pings;
  // Runs from the oldest ping without a pong.
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
    receivePong: (payload) => {
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
