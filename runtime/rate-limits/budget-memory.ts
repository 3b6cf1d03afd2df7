/** Budgets of one process, counted in its memory. */

import type { BudgetStore, Debit, Moment, Refusal, Take } from "./budget.ts";

/** What is used of one budget, window by window. */
interface Counter {
  readonly windowMs: number;
  /** Number of the first window in `used`. */
  first: number;
  /** Windows behind the first one may have begun already, as far as clocks can tell. */
  used: number[];
  /** Cost of the calls that are on their way: a later window may still count them. */
  open: number;
}

/** A store that answers at once. */
export interface MemoryBudget extends BudgetStore {
  readonly take: (take: Take) => Refusal | undefined;
}

/** Makes an empty store. */
export function createMemoryBudget(): MemoryBudget {
  const counters = new Map<string, Counter>();
  const gates = new Map<string, Refusal>();
  const counterOf = ({ key, windowMs }: Debit): Counter => {
    let counter = counters.get(key);
    if (counter === undefined) {
      counter = { windowMs, first: 0, used: [], open: 0 };
      counters.set(key, counter);
    }
    return counter;
  };
  return {
    take: (take) => {
      let refusal: Refusal | undefined;
      for (const name of take.gates) {
        const gate = gates.get(name);
        if (gate !== undefined && take.nowMs < gate.untilMs) refusal = later(refusal, gate);
      }
      for (const debit of take.debits) {
        const full = fullIn(counterOf(debit), debit, take);
        if (full !== undefined) refusal = later(refusal, full);
      }
      if (refusal !== undefined) return refusal;
      for (const debit of take.debits) {
        const counter = counterOf(debit);
        const [from, to] = touched(counter, take);
        for (let at = from; at <= to; at += 1) counter.used[at] = usedAt(counter, at) + debit.cost;
        counter.open += debit.cost;
      }
      return undefined;
    },
    settle: ({ debits, used, sentMs, nowMs, errorMs }) => {
      debits.forEach((debit, index) => {
        const counter = counterOf(debit);
        counter.open -= debit.cost;
        const told = used[index];
        const window = Math.floor((sentMs - errorMs) / counter.windowMs);
        // Between two windows nobody can say which of them was meant.
        const isSure = window === Math.floor((nowMs + errorMs + 1) / counter.windowMs);
        const at = window - counter.first;
        if (told !== undefined && isSure && at >= 0 && at < counter.used.length) {
          counter.used[at] = Math.max(usedAt(counter, at), told);
        }
      });
    },
    shut: (gate, untilMs, reason) => {
      if (untilMs <= (gates.get(gate)?.untilMs ?? 0)) return;
      gates.set(gate, { reason, untilMs, key: gate });
    },
    correct: (byMs, before) => {
      for (const counter of counters.values()) {
        if (Math.abs(byMs) > doubtOf(counter, before)) shift(counter, byMs, before.nowMs + byMs);
      }
    },
  };
}

/** A ban is told before anything else, and otherwise what ends last. */
export function later(one: Refusal | undefined, other: Refusal): Refusal {
  if (one === undefined || other.reason === "banned") return other;
  return one.reason === "banned" || one.untilMs > other.untilMs ? one : other;
}

function usedAt({ used }: Counter, at: number): number {
  return used[at] ?? 0;
}

/**
 * How far around a time its window is looked for. Half a window is enough where nothing is known:
 * whatever window the exchange counts a call in, its middle is no further away.
 */
export function doubtOf({ windowMs }: Pick<Debit, "windowMs">, { errorMs }: Moment): number {
  return Math.min(errorMs, windowMs / 2);
}

function fullIn(counter: Counter, debit: Debit, moment: Moment): Refusal | undefined {
  const [from, to] = touched(counter, moment);
  for (let at = to; at >= from; at -= 1) {
    const used = usedAt(counter, at);
    if (used + debit.cost > debit.amount) {
      const untilMs = (counter.first + at + 1) * debit.windowMs + doubtOf(debit, moment);
      return { reason: "full", untilMs, key: debit.key, debit, used };
    }
  }
  return undefined;
}

/**
 * Drops the windows that are over and opens those that may run now; gives the first and the last
 * of these as places in `used`. A new window begins with what is still on its way.
 */
function touched(counter: Counter, moment: Moment): readonly [number, number] {
  const { windowMs } = counter;
  const doubtMs = doubtOf(counter, moment);
  const first = Math.floor((moment.nowMs - doubtMs) / windowMs);
  const last = Math.floor((moment.nowMs + doubtMs + 1) / windowMs);
  if (first > counter.first) {
    counter.used.splice(0, first - counter.first);
    counter.first = first;
  } else if (last < counter.first) {
    // Time went back: what was used just now stays used.
    counter.first = last;
  }
  while (counter.used.length <= last - counter.first) counter.used.push(counter.open);
  return [Math.max(0, first - counter.first), Math.max(0, last - counter.first)];
}

/** Moves what was counted to where it may belong, by a better knowledge of the time. */
function shift(counter: Counter, byMs: number, nowMs: number): void {
  const { windowMs, used, first } = counter;
  counter.first = Math.floor(first + byMs / windowMs);
  const moved = [...used, 0].map((cost, at) => cost + (used[at - 1] ?? 0));
  // What is over was counted by now; what is not, every new window begins with.
  const current = Math.floor(nowMs / windowMs) - counter.first;
  counter.used = moved.slice(0, Math.max(0, current + 1));
}
