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
  /** The refusals that the waiters wait out, by key of the charge or name of the gate. */
  readonly refusals: Map<string, Refusal>;
}

/** Calls of a higher priority that come up to this much later go first, for each step. */
const priorityMs = 60_000;

/** The sort key of a call; priority 0 is the highest, and no priority starves. */
export function turnFor(nowMs: number, priority: number): number {
  return nowMs + priority * priorityMs;
}

/**
 * Whether a call must queue: one of its gates is closed, or one of its windows refused a call of
 * this cost. A cheaper call may still fit and go first.
 */
export function isBlocked({ refusals }: Queue<Waiter>, { charges, gates }: Needs): boolean {
  if (refusals.size === 0) return false;
  return (
    gates.some((gate) => refusals.has(gate)) ||
    charges.some(({ key, amount, cost }) => {
      const refused = refusals.get(key)?.charge;
      return refused !== undefined && amount - cost <= refused.amount - refused.cost;
    })
  );
}

/** Index for a turn: after all earlier and equal ones. */
export function placeFor({ waiters }: Queue<Waiter>, turnMs: number): number {
  const behind = waiters.findIndex((other) => other.turnMs > turnMs);
  return behind === -1 ? waiters.length : behind;
}

/**
 * The refusal that delays a call at this index longest, including the windows that the waiters
 * before it use up; `undefined` when it may go now.
 */
export function waitAt(queue: Queue<Waiter>, needs: Needs, place: number): Refusal | undefined {
  const before = queue.waiters.slice(0, place);
  let longest: Refusal | undefined;
  for (const gate of needs.gates) {
    const refusal = queue.refusals.get(gate);
    if (refusal !== undefined) longest = laterRefusal(longest, refusal);
  }
  for (const { key, amount, cost, windowMs } of needs.charges) {
    const refusal = queue.refusals.get(key);
    if (refusal === undefined) continue;
    const needed = before.reduce((sum, waiter) => sum + costOf(waiter, key), cost);
    const windows = Math.max(0, Math.ceil(needed / amount) - 1);
    const untilMs = refusal.untilMs + windows * windowMs;
    longest = laterRefusal(longest, { ...refusal, untilMs });
  }
  return longest;
}

function costOf({ charges }: Waiter, key: string): number {
  return charges.find((charge) => charge.key === key)?.cost ?? 0;
}
