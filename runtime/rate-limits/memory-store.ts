/**
 * The store of one process: counts in memory and never waits. Its counters are mutable because
 * every call passes here: copying them, as the pure windows of a shared store do, costs 30 times as
 * much.
 */

import type {
  AcquireRequest,
  Charge,
  CompletedCall,
  RateLimitStore,
  Refusal,
  ServerTime,
} from "./store.ts";
import { closedGate, laterRefusal, measuredWindow, moveRefusals, uncertaintyMs } from "./store.ts";

export function createMemoryStore() {
  const counters = new Map<string, Counter>();
  const gates = new Map<string, Refusal>();
  return {
    acquire: (request: AcquireRequest) => acquire(counters, gates, request),
    release: (call) => {
      for (const [at, charge] of call.charges.entries()) {
        release(counterOf(counters, charge), charge, call, call.used[at]);
      }
    },
    closeGate: (gate, untilMs, reason) => {
      if (untilMs <= (gates.get(gate)?.untilMs ?? 0)) return;
      gates.set(gate, { reason, untilMs, key: gate });
    },
    correctClock: (byMs, before) => {
      moveRefusals(gates, byMs);
      for (const counter of counters.values()) {
        if (Math.abs(byMs) <= uncertaintyMs(counter.windowMs, before)) continue;
        shift(counter, byMs, before.nowMs + byMs);
      }
    },
  } satisfies RateLimitStore;
}

/** Usage of one kind of window, by window. */
interface Counter {
  readonly windowMs: number;
  /** Number of the first window in `used`. */
  first: number;
  /** Usage of the first window and of later ones, which may have begun if our clock is inexact. */
  used: number[];
  /** Cost of the calls in flight: a later window may still count them. */
  inFlight: number;
}

function counterOf(counters: Map<string, Counter>, { key, windowMs }: Charge): Counter {
  let counter = counters.get(key);
  if (counter === undefined) {
    counter = { windowMs, first: 0, used: [], inFlight: 0 };
    counters.set(key, counter);
  }
  return counter;
}

function acquire(
  counters: Map<string, Counter>,
  gates: ReadonlyMap<string, Refusal>,
  request: AcquireRequest,
): Refusal | undefined {
  let refusal = closedGate(gates, request);
  for (const charge of request.charges) {
    const full = fullWindow(counterOf(counters, charge), charge, request);
    if (full !== undefined) refusal = laterRefusal(refusal, full);
  }
  if (refusal !== undefined) return refusal;
  for (const charge of request.charges) {
    const counter = counterOf(counters, charge);
    const last = openWindows(counter, request);
    for (let at = 0; at <= last; at += 1) counter.used[at] = usedAt(counter, at) + charge.cost;
    counter.inFlight += charge.cost;
  }
  return undefined;
}

function release(
  counter: Counter,
  { cost }: Charge,
  call: CompletedCall,
  used: number | undefined,
): void {
  // A window that began meanwhile may have counted the call.
  openWindows(counter, call);
  counter.inFlight -= cost;
  // Until the exchange was asked, its clock is taken for ours: an ignored usage may be exceeded.
  const known = call.errorMs === Infinity ? { ...call, errorMs: 0 } : call;
  const index = measuredWindow(counter.windowMs, known);
  if (used === undefined || index === undefined) return;
  const at = index - counter.first;
  if (at < 0 || at >= counter.used.length) return;
  counter.used[at] = Math.max(usedAt(counter, at), used);
}

function usedAt({ used }: Counter, at: number): number {
  return used[at] ?? 0;
}

function fullWindow(counter: Counter, charge: Charge, time: ServerTime): Refusal | undefined {
  for (let at = openWindows(counter, time); at >= 0; at -= 1) {
    const used = usedAt(counter, at);
    if (used + charge.cost <= charge.amount) continue;
    const endMs = (counter.first + at + 1) * charge.windowMs;
    const untilMs = endMs + uncertaintyMs(charge.windowMs, time);
    return { reason: "full", untilMs, key: charge.key, charge, used };
  }
  return undefined;
}

/**
 * Drops windows that are over and opens those that may be running; returns the index of the last
 * one in `used`. A new window starts with the cost of the calls in flight.
 */
function openWindows(counter: Counter, time: ServerTime): number {
  const { windowMs } = counter;
  const aroundMs = uncertaintyMs(windowMs, time);
  const first = Math.floor((time.nowMs - aroundMs) / windowMs);
  const last = Math.floor((time.nowMs + aroundMs + 1) / windowMs);
  if (first > counter.first) {
    counter.used.splice(0, first - counter.first);
    counter.first = first;
  } else if (last < counter.first) {
    // The clock was set back: recent usage still counts.
    counter.first = last;
  }
  const place = last - counter.first;
  while (counter.used.length <= place) counter.used.push(counter.inFlight);
  return place;
}

/** Moves usage to the windows where it belongs on the corrected clock. */
function shift(counter: Counter, byMs: number, nowMs: number): void {
  const { windowMs, used, first } = counter;
  counter.first = Math.floor(first + byMs / windowMs);
  const moved = [...used, 0].map((cost, at) => cost + (used[at - 1] ?? 0));
  // Later windows start with the cost of the calls in flight.
  const current = Math.floor(nowMs / windowMs) - counter.first;
  counter.used = moved.slice(0, Math.max(0, current + 1));
}
