/** The queue of calls that wait for rate-limit capacity, sorted by priority and time. */

import type { Charge, Refusal } from "./store.ts";
import { laterRefusal } from "./store.ts";

/** The charges of a call, and the gates that must be open for it. */
export interface Needs {
  readonly charges: readonly Charge[];
  readonly gates: readonly string[];
}

export interface Waiter extends Needs {
  /** Sort key of the queue; see `turnFor`. */
  readonly turnMs: number;
}

/** The waiters and what they wait for; mutated by the limiter. */
export interface Queue<W extends Waiter> {
  readonly waiters: W[];
  /** What all waiters cost together, by key of the charge. */
  readonly costs: Map<string, number>;
  /** Refusals that block waiters, by key of the charge or name of the gate. */
  refusals: Map<string, Refusal>;
}

export function createQueue<W extends Waiter>(): Queue<W> {
  return { waiters: [], costs: new Map(), refusals: new Map() };
}

/** Inserts a waiter at an index; see `placeFor`. */
export function insert<W extends Waiter>(queue: Queue<W>, waiter: W, place: number): void {
  queue.waiters.splice(place, 0, waiter);
  for (const { key, cost } of waiter.charges) {
    queue.costs.set(key, (queue.costs.get(key) ?? 0) + cost);
  }
}

export function remove<W extends Waiter>(queue: Queue<W>, waiter: W): void {
  queue.waiters.splice(queue.waiters.indexOf(waiter), 1);
  for (const { key, cost } of waiter.charges) {
    queue.costs.set(key, (queue.costs.get(key) ?? 0) - cost);
  }
}

/** Each step of priority is worth this much waiting time. */
const priorityMs = 60_000;

/** The sort key of a call; priority 0 is the highest, and no priority starves. */
export function turnFor(nowMs: number, priority: number): number {
  return nowMs + priority * priorityMs;
}

/**
 * Whether a call must queue: one of its gates is closed, or one of its windows refused a call of
 * this cost. A cheaper call may still fit and go first.
 */
export function isBlocked(
  refusals: ReadonlyMap<string, Refusal>,
  { charges, gates }: Needs,
): boolean {
  if (refusals.size === 0) return false;
  return (
    gates.some((gate) => refusals.has(gate)) ||
    charges.some((charge) => isBlockedBy(refusals.get(charge.key), charge))
  );
}

function isBlockedBy(refusal: Refusal | undefined, { amount, cost }: Charge): boolean {
  const refused = refusal?.charge;
  return refused !== undefined && amount - cost <= refused.amount - refused.cost;
}

/** Index for a turn: after all earlier and equal ones. */
export function placeFor({ waiters }: Queue<Waiter>, turnMs: number): number {
  return waiters.findLastIndex((other) => other.turnMs <= turnMs) + 1;
}

/**
 * The refusal that delays a call at this index longest, including the windows that the waiters
 * before it use up; `undefined` when it may go now.
 */
export function waitAt(queue: Queue<Waiter>, needs: Needs, place: number): Refusal | undefined {
  return waitAfter(queue, needs, (key) => costBefore(queue, place, key));
}

/** The same, with what the waiters before it cost in each window. */
export function waitAfter(
  queue: Queue<Waiter>,
  needs: Needs,
  costBefore: (key: string) => number,
): Refusal | undefined {
  let longest: Refusal | undefined;
  for (const gate of needs.gates) {
    const refusal = queue.refusals.get(gate);
    if (refusal !== undefined) longest = laterRefusal(longest, refusal);
  }
  for (const charge of needs.charges) {
    const { key, amount, cost, windowMs } = charge;
    const refusal = queue.refusals.get(key);
    if (refusal === undefined || !isBlockedBy(refusal, charge)) continue;
    const needed = cost + costBefore(key);
    const windows = Math.max(0, Math.ceil(needed / (refusal.nextAmount ?? amount)) - 1);
    const untilMs = refusal.untilMs + windows * windowMs;
    longest = laterRefusal(longest, { ...refusal, untilMs });
  }
  return longest;
}

/** What the waiters before an index cost. Most calls join at the end, with none behind them. */
function costBefore({ waiters, costs }: Queue<Waiter>, place: number, key: string): number {
  const behind = waiters.slice(place);
  return behind.reduce((rest, waiter) => rest - costOf(waiter, key), costs.get(key) ?? 0);
}

function costOf({ charges }: Waiter, key: string): number {
  return charges.find((charge) => charge.key === key)?.cost ?? 0;
}
