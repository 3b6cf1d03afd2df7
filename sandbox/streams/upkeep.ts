/** What the exchange counts and times on connections, by its own clock. */

import { connectionRules, connectionLimits as limits } from "../../generated/streams.ts";
import { addressesMax } from "../choices.ts";
import type { Timekeeper } from "../clock.ts";

/** Tells of each message whether it is within what a client may send. */
export function countInbound(now: () => number): () => boolean {
  const window = { start: Number.NEGATIVE_INFINITY, count: 0 };
  return () => countIn(window, limits.inboundWindowMs, now()) <= limits.inboundMessages;
}

/** Tells of each address that opens a connection whether it may. */
export function countAttempts(now: () => number): (ip: string) => boolean {
  const windows = new Map<string, Window>();
  return (ip) => {
    const time = now();
    let window = windows.get(ip);
    if (window === undefined) {
      if (windows.size >= addressesMax) forgetOld(windows, time);
      window = { start: time, count: 0 };
      windows.set(ip, window);
    }
    return countIn(window, limits.attemptsWindowMs, time) <= limits.attempts;
  };
}

/** A window begins with what it counts first. */
interface Window {
  start: number;
  count: number;
}

/** Counts one more; one that is over, or lies ahead of a clock set back, begins anew. */
function countIn(window: Window, lengthMs: number, now: number): number {
  if (now - window.start >= lengthMs || now < window.start) {
    window.start = now;
    window.count = 0;
  }
  window.count += 1;
  return window.count;
}

/** Drops addresses whose window is over; when there is none, the longest known one. */
function forgetOld(windows: Map<string, Window>, now: number): void {
  for (const [ip, { start }] of windows) {
    if (now - start >= limits.attemptsWindowMs) windows.delete(ip);
  }
  const [oldest] = windows.keys();
  if (windows.size >= addressesMax && oldest !== undefined) windows.delete(oldest);
}

export interface Pings {
  /** A pong came; one that no ping asked for says nothing. */
  readonly answered: (payload: string) => void;
  readonly stop: () => void;
}

/** Sends a ping from time to time, and calls `lost` when one is not answered in time. */
export function startPings(
  { now, after }: Timekeeper,
  ping: (payload: string) => void,
  lost: () => void,
): Pings {
  const { everyMs, answeredWithinMs } = connectionRules.pings;
  // From the oldest ping without an answer on.
  let stopWaiting: (() => void) | undefined;
  const asked = new Set<string>();
  const ask = (): void => {
    stopAsking = after(everyMs, ask);
    const payload = String(now());
    asked.add(payload);
    stopWaiting ??= after(answeredWithinMs, lost);
    ping(payload);
  };
  let stopAsking = after(everyMs, ask);
  return {
    answered: (payload) => {
      if (!asked.has(payload)) return;
      asked.clear();
      stopWaiting?.();
      stopWaiting = undefined;
    },
    stop: () => {
      stopAsking();
      stopWaiting?.();
    },
  };
}
