/**
 * The windows of shared budgets as one process knows them, and the share rule: what it may use of
 * a window that others may be using without Redis. All keep to it, so all together stay within.
 */

import type { Debit, Moment, Refusal, Settled, Take } from "./budget.ts";
import { doubtOf, later } from "./budget-memory.ts";
import { digestOf } from "./budget-scripts.ts";

/** One window of one budget, and how much of it is used as far as this process has heard. */
export interface SharedWindow {
  readonly key: string;
  readonly debit: Debit;
  readonly beginMs: number;
  readonly endMs: number;
  used: number;
  /** What this process has used of it and Redis does not know yet. */
  untold: number;
  /** What this process has used of it. */
  mine: number;
  /** The part of that which is in `base` as well. */
  start: number;
  /** Our share of what others and we had used before `start`; `undefined`: nobody knows. */
  base: number | undefined;
}

/** A window that counts a call that is let through. */
export interface Counted {
  readonly debit: Debit;
  readonly window: SharedWindow;
}

/** What one process counts. */
export interface Shares {
  /** Counts a call in all its windows; in those that begin before `keptMs` by our share. */
  readonly hold: (take: Take, keptMs: number) => Refusal | readonly Counted[];
  /** Nobody knows what is used of windows that begin earlier, and answers tell it only then. */
  readonly forget: (beforeMs: number, askMs: number) => void;
  /** Keeps what an answer says is used; the next call tells it to Redis. */
  readonly learn: (settled: Settled) => void;
  /** Counts what goes out, and what has come back. */
  readonly send: (debits: readonly Debit[], direction: 1 | -1) => void;
  /** Lets go of windows that are over. */
  readonly drop: (nowMs: number) => void;
  /** How long Redis, and the exchange, have taken lately. */
  readonly slowMs: { readonly redis: number; readonly exchange: number };
  readonly answered: (tookMs: number) => void;
}

/**
 * This part of each amount is left by all who count together. Whoever does not know what is used
 * may use their share of it, and what is answered tells them how much there is.
 */
const reserved = 0.01;

/** How much of a window may be used by all together. */
export function commonAmount({ amount, cost }: Debit): number {
  return Math.max(amount - Math.floor(amount * reserved), cost);
}

/** More than this is not expected of anybody, in milliseconds. */
const slowMsMax = 2000;

/** The longest of late; what was long once is forgotten bit by bit. */
function slower(knownMs: number, tookMs: number): number {
  return Math.min(slowMsMax, Math.max(knownMs * 0.98, tookMs));
}

/** Begins to count; `soonMs` is when to look again at what nobody knows. */
export function createShares(prefix: string, share: number, soonMs: number): Shares {
  const windows = new Map<string, SharedWindow>();
  const slowMs = { redis: 0, exchange: 0 };
  /** Cost of the calls on their way, by budget: a window that begins may still count them. */
  const open = new Map<string, number>();
  let unknownMs = -Infinity;
  let askAfterMs = -Infinity;

  /** Where no answer ever tells, what was heard has to do. */
  const baseOf = ({ header }: Debit, used: number): number | undefined =>
    header === undefined ? Math.ceil(used * share) : undefined;

  const windowOf = (debit: Debit, index: number): SharedWindow => {
    const key = `{${prefix}}:${digestOf(debit.key)}:${index}`;
    let window = windows.get(key);
    if (window === undefined) {
      const beginMs = index * debit.windowMs;
      const endMs = beginMs + debit.windowMs;
      const mine = open.get(debit.key) ?? 0;
      const base = beginMs < unknownMs ? baseOf(debit, 0) : 0;
      window = { key, debit, beginMs, endMs, used: 0, untold: mine, mine, start: 0, base };
      windows.set(key, window);
    }
    return window;
  };

  /** The windows that may count a call that is let through now. */
  const touched = (debit: Debit, moment: Moment): readonly Counted[] => {
    const doubtMs = doubtOf(debit, moment);
    const first = Math.floor((moment.nowMs - doubtMs) / debit.windowMs);
    const lateMs = doubtMs + slowMs.redis + slowMs.exchange + 1;
    const last = Math.floor((moment.nowMs + lateMs) / debit.windowMs);
    const count = last - first + 1;
    return Array.from({ length: count }, (_, at) => {
      return { debit, window: windowOf(debit, first + at) };
    });
  };

  const roomIn = ({ debit: { amount }, window }: Counted, nowMs: number): number => {
    const part = window.mine - window.start;
    if (window.base !== undefined) return Math.floor(amount * share) - window.base - part;
    return nowMs < askAfterMs ? 0 : Math.floor(Math.floor(amount * reserved) * share) - part;
  };

  const hold: Shares["hold"] = (take, keptMs) => {
    const counted = take.debits.flatMap((debit) => touched(debit, take));
    let refusal: Refusal | undefined;
    for (const { debit, window } of counted) {
      const room = roomIn({ debit, window }, take.nowMs);
      if (window.beginMs >= keptMs || debit.cost <= room) continue;
      const { key, amount } = debit;
      const endMs = window.endMs + doubtOf(debit, take);
      const untilMs = window.base === undefined ? Math.min(endMs, take.nowMs + soonMs) : endMs;
      const used = amount - Math.max(0, room);
      refusal = later(refusal, { reason: "full", untilMs, key, debit, used });
    }
    if (refusal !== undefined) return refusal;
    for (const { debit, window } of counted) window.mine += debit.cost;
    return counted;
  };

  const learn: Shares["learn"] = ({ debits, used, sentMs, nowMs, errorMs }) => {
    slowMs.exchange = slower(slowMs.exchange, nowMs - sentMs);
    for (const [at, debit] of debits.entries()) {
      // One that has begun meanwhile may have counted the call.
      windowOf(debit, Math.floor(nowMs / debit.windowMs));
      const index = Math.floor((sentMs - errorMs) / debit.windowMs);
      const isSure = index === Math.floor((nowMs + errorMs + 1) / debit.windowMs);
      const told = used[at];
      if (told === undefined || !isSure) continue;
      const window = windowOf(debit, index);
      window.used = Math.max(window.used, told);
      const base = Math.ceil(told * share);
      if (window.base !== undefined) {
        window.base = Math.max(window.base, base - window.mine + window.start);
      } else if (sentMs >= askAfterMs) window.base = base;
    }
  };

  return {
    hold,
    learn,
    slowMs,
    forget: (beforeMs, askMs) => {
      unknownMs = beforeMs;
      askAfterMs = askMs;
      for (const window of windows.values()) {
        if (window.beginMs >= beforeMs) continue;
        window.start = window.mine - window.untold;
        window.base = baseOf(window.debit, window.used);
      }
    },
    send: (debits, direction) => {
      for (const { key, cost } of debits) open.set(key, (open.get(key) ?? 0) + direction * cost);
    },
    drop: (nowMs) => {
      for (const [key, { endMs }] of windows) if (endMs < nowMs) windows.delete(key);
    },
    answered: (tookMs) => {
      slowMs.redis = slower(slowMs.redis, tookMs);
    },
  };
}
