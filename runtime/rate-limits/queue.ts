/** The queue of calls that wait for rate-limit capacity, and go by priority and time. */

import type { Charge, Refusal } from "./store.ts";
import { laterRefusal } from "./store.ts";

/** The charges of a call, and the gates that must be open for it. */
export interface Needs {
  readonly charges: readonly Charge[];
  readonly gates: readonly string[];
}

export interface Waiter extends Needs {
  /** 0 is the highest. */
  readonly priority: number;
  /** When it came; moved with the clock. */
  sinceMs: number;
}

/** The waiters and what they wait for; mutated by the limiter. */
export interface Queue<W extends Waiter> {
  /** In the order in which they came. */
  readonly waiters: Set<W>;
  /** What all waiters cost together, by key of the charge and by priority. */
  readonly costs: Map<string, number[]>;
  /** Refusals that block waiters, by key of the charge or name of the gate. */
  refusals: Map<string, Refusal>;
}

export function createQueue<W extends Waiter>(): Queue<W> {
  return { waiters: new Set(), costs: new Map(), refusals: new Map() };
}

export function add<W extends Waiter>(queue: Queue<W>, waiter: W): void {
  queue.waiters.add(waiter);
  count(queue, waiter, 1);
}

export function remove<W extends Waiter>(queue: Queue<W>, waiter: W): void {
  queue.waiters.delete(waiter);
  count(queue, waiter, -1);
}

function count({ costs }: Queue<Waiter>, { charges, priority }: Waiter, sign: 1 | -1): void {
  for (const { key, cost } of charges) {
    const byPriority = costs.get(key) ?? [];
    byPriority[priority] = (byPriority[priority] ?? 0) + sign * cost;
    costs.set(key, byPriority);
  }
}

/** Each step of priority is worth this much waiting time. */
const priorityMs = 60_000;

/** The sort key of a call: no priority starves. */
function turnOf({ sinceMs, priority }: Waiter): number {
  return sinceMs + priority * priorityMs;
}

/** The waiters in the order of their turns. */
export function inTurn<W extends Waiter>({ waiters }: Queue<W>): readonly W[] {
  return [...waiters].sort((one, other) => turnOf(one) - turnOf(other));
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

/** Keeps a refusal; of calls that a shared store refuses at once, that of the cheapest. */
export function keep(refusals: Map<string, Refusal>, refusal: Refusal): void {
  const { key, charge } = refusal;
  if (charge === undefined || !isBlockedBy(refusals.get(key), charge)) refusals.set(key, refusal);
}

function isBlockedBy(refusal: Refusal | undefined, { amount, cost }: Charge): boolean {
  const refused = refusal?.charge;
  return refused !== undefined && amount - cost <= refused.amount - refused.cost;
}

/**
 * The refusal that delays a new call longest, including the windows that the waiters before it use
 * up; `undefined` when it may go now.
 */
export function waitOf(queue: Queue<Waiter>, call: Waiter): Refusal | undefined {
  return waitAfter(queue, call, (key) => costBefore(queue, call, key));
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

/** What the waiters before a new call cost. */
function costBefore({ waiters, costs }: Queue<Waiter>, call: Waiter, key: string): number {
  const { priority, sinceMs } = call;
  const those = costs.get(key)?.slice(0, priority + 1) ?? [];
  let sum = those.reduce((all, cost) => all + cost, 0);
  // Waiters of a lower priority are before it only when they have waited for long.
  for (const waiter of waiters) {
    if (waiter.sinceMs > sinceMs - priorityMs) break;
    if (waiter.priority > priority && turnOf(waiter) <= turnOf(call)) sum += costOf(waiter, key);
  }
  return sum;
}

function costOf({ charges }: Needs, key: string): number {
  return charges.find((charge) => charge.key === key)?.cost ?? 0;
}
