/**
 * Budgets that several processes share through Redis. One script takes from all windows of a call
 * or from none. Windows are told by the exchange's time, which each client knows and sends along;
 * what Redis or a machine takes for the time plays no part. When Redis does not answer, a process
 * goes on alone, with its share of what is left.
 */

import type { BudgetEvent, BudgetStore, Debit, Moment, Refusal, Settled, Take } from "./budget.ts";
import { createMemoryBudget, doubtOf, later } from "./budget-memory.ts";
import type { RedisBudgetOptions, RedisClient } from "./budget-redis-options.ts";
import { digestOf, shutScript, takeScript } from "./budget-scripts.ts";
import { platform } from "../defaults.ts";

export type { RedisBudgetOptions, RedisClient } from "./budget-redis-options.ts";

/** One window of one budget, and how much of it is used as far as this process has heard. */
interface Window {
  readonly key: string;
  readonly debit: Debit;
  readonly endMs: number;
  used: number;
  /** What this process has used of it and Redis does not know yet. */
  untold: number;
}

/** More than this is not expected of anybody, in milliseconds. */
const slowMsMax = 2000;

/** The longest of late; what was long once is forgotten bit by bit. */
function slower(knownMs: number, tookMs: number): number {
  return Math.min(slowMsMax, Math.max(knownMs * 0.98, tookMs));
}

/** Makes a store over a connected client, which stays the caller's to close. */
export function createRedisBudget(client: RedisClient, options: RedisBudgetOptions): BudgetStore {
  const { prefix = "tradespec", fallbackShare: share, answerMs = 250, retryMs = 1000 } = options;
  const { now = platform.now, after = platform.after } = options;
  const listeners: ((event: BudgetEvent) => void)[] = [];
  const windows = new Map<string, Window>();
  const memory = createMemoryBudget();
  /** Debits that were made in memory and not in Redis. */
  const madeAlone = new WeakSet<readonly Debit[]>();
  let isAlone = false;
  let triedMs = 0;
  let nowMs = 0;
  /** Windows that begin later are counted by Redis alone: all others are back by then. */
  let togetherMs = -Infinity;
  /** How long Redis, and the exchange, have taken lately. */
  const slowMs = { redis: 0, exchange: 0 };
  /** Cost of the calls on their way, by budget: a window that begins may still count them. */
  const open = new Map<string, number>();

  const turn = (alone: boolean, reason: string): void => {
    if (alone === isAlone) return;
    isAlone = alone;
    if (alone) seed();
    else togetherMs = nowMs + 2 * retryMs;
    const state = alone ? "alone" : "shared";
    for (const listener of listeners) listener({ kind: "budget", state, reason });
  };

  /** Has a script run; `undefined` when Redis fails or takes too long, which leaves us alone. */
  const run = async (script: string, keys: string[], args: number[]): Promise<unknown> => {
    let cancel = (): void => undefined;
    const late = new Promise<never>((_resolve, reject) => {
      cancel = after(answerMs, () => reject(new Error(`no answer within ${answerMs} ms`)));
    });
    try {
      const call = { keys, arguments: args.map(String) };
      const answer = await Promise.race([client.eval(script, call), late]);
      turn(false, "Redis answers again.");
      return answer;
    } catch (error) {
      triedMs = now();
      turn(true, `Redis is lost: ${error instanceof Error ? error.message : "no answer"}.`);
      return undefined;
    } finally {
      cancel();
    }
  };

  const windowOf = (debit: Debit, index: number): Window => {
    const key = `{${prefix}}:${digestOf(debit.key)}:${index}`;
    const endMs = (index + 1) * debit.windowMs;
    let window = windows.get(key);
    if (window === undefined) {
      window = { key, debit, endMs, used: 0, untold: open.get(debit.key) ?? 0 };
      windows.set(key, window);
    }
    return window;
  };

  /** The windows that may count a call that is let through now. */
  const touched = (debit: Debit, moment: Moment): readonly Window[] => {
    const doubtMs = doubtOf(debit, moment);
    const first = Math.floor((moment.nowMs - doubtMs) / debit.windowMs);
    const lateMs = doubtMs + slowMs.redis + slowMs.exchange + 1;
    const last = Math.floor((moment.nowMs + lateMs) / debit.windowMs);
    const count = last - first + 1;
    return Array.from({ length: count }, (_, at) => windowOf(debit, first + at));
  };

  /** Of what is left we take our share: what is used counts by that share as well. */
  const partOf = (debit: Debit): Debit => {
    const amount = Math.max(Math.floor(debit.amount * share), debit.cost);
    return { ...debit, amount };
  };

  /** Tells the memory what is used of the windows that run. */
  const seed = (): void => {
    for (const { debit, endMs, used } of windows.values()) {
      const inside = endMs - debit.windowMs / 2;
      if (endMs <= nowMs || endMs - debit.windowMs > nowMs) continue;
      const debits = [{ ...debit, cost: 0, amount: Infinity }];
      const moment = { nowMs: inside, errorMs: 0 };
      void memory.take({ debits, gates: [], ...moment });
      memory.settle({ debits, used: [Math.ceil(used * share)], sentMs: inside, ...moment });
    }
  };

  /** Lets go in memory of what is not on its way any more. */
  const finish = ({ debits, nowMs: sentMs, errorMs }: Take): void => {
    const used = debits.map(() => undefined);
    memory.settle({ debits: debits.map(partOf), used, sentMs, nowMs: sentMs, errorMs });
  };

  const takeAlone = (take: Take): Refusal | undefined => {
    const refusal = memory.take({ ...take, debits: take.debits.map(partOf) });
    if (refusal === undefined) {
      madeAlone.add(take.debits);
      for (const debit of take.debits) {
        for (const window of touched(debit, take)) {
          window.used += debit.cost;
          window.untold += debit.cost;
        }
      }
      send(take.debits, 1);
    }
    return refusal;
  };

  /** Counts what goes out, and what has come back. */
  const send = (debits: readonly Debit[], direction: 1 | -1): void => {
    for (const { key, cost } of debits) open.set(key, (open.get(key) ?? 0) + direction * cost);
  };

  /** Some may still be alone: as long as that can be, we keep to our share as well. */
  const keepToShare = (take: Take): Refusal | undefined => {
    const debits = take.debits.filter(({ windowMs }) => {
      return Math.floor(take.nowMs / windowMs) * windowMs < togetherMs;
    });
    const refusal = memory.take({ ...take, gates: [], debits: debits.map(partOf) });
    // Where they end does not matter here: what was counted stays counted.
    if (refusal === undefined) finish({ ...take, debits });
    return refusal;
  };

  const takeShared = async (take: Take): Promise<Refusal | undefined> => {
    const held = keepToShare(take);
    if (held !== undefined) return held;
    const { gates, debits } = take;
    const counted = debits.flatMap((debit) =>
      touched(debit, take).map((window) => ({ ...window, debit, window })),
    );
    const askedMs = now();
    const keys = [...gates.map(gateKey), ...counted.map(({ key }) => key)];
    const numbers = counted.flatMap(({ debit, endMs, used, untold, window }) => {
      window.untold = 0;
      const livesMs = Math.ceil(endMs + debit.windowMs - take.nowMs);
      return [debit.cost, debit.amount, livesMs, used, untold];
    });
    const answer = await run(takeScript, keys, [gates.length, take.nowMs, ...numbers]);
    const tookMs = now() - askedMs;
    if (!Array.isArray(answer)) {
      for (const { window, untold } of counted) window.untold += untold;
      return takeAlone({ ...take, nowMs: take.nowMs + tookMs });
    }
    slowMs.redis = slower(slowMs.redis, tookMs);
    const [isTaken, ...told] = answer.map(Number);
    let refusal: Refusal | undefined;
    for (const [at, key] of gates.entries()) {
      const until = told[at] ?? 0;
      const reason = until < 0 ? "banned" : "throttled";
      const untilMs = Math.abs(until);
      if (untilMs > take.nowMs) refusal = later(refusal, { reason, untilMs, key });
    }
    for (const [at, { debit, endMs, window }] of counted.entries()) {
      const used = told[gates.length + at] ?? 0;
      window.used = Math.max(window.used, used);
      if (isTaken === 1 || used + debit.cost <= debit.amount) continue;
      const untilMs = endMs + doubtOf(debit, take);
      refusal = later(refusal, { reason: "full", untilMs, key: debit.key, debit, used });
    }
    if (isTaken === 1) send(debits, 1);
    return refusal;
  };

  /** Keeps what an answer says is used; the next call tells it to Redis. */
  const learn = ({ debits, used, sentMs, nowMs: endMs, errorMs }: Settled): void => {
    slowMs.exchange = slower(slowMs.exchange, endMs - sentMs);
    for (const [at, debit] of debits.entries()) {
      const index = Math.floor((sentMs - errorMs) / debit.windowMs);
      const isSure = index === Math.floor((endMs + errorMs + 1) / debit.windowMs);
      const told = used[at];
      if (told === undefined || !isSure) continue;
      const window = windowOf(debit, index);
      window.used = Math.max(window.used, told);
    }
  };

  const gateKey = (gate: string): string => `{${prefix}}:gate:${digestOf(gate)}`;

  return {
    take: (take) => {
      nowMs = take.nowMs;
      for (const [key, { endMs }] of windows) if (endMs < nowMs) windows.delete(key);
      const shut = memory.take({ ...take, debits: [] });
      if (shut !== undefined) return shut;
      if (isAlone && now() - triedMs < retryMs) return takeAlone(take);
      // Only one at a time tries whether Redis is back.
      triedMs = now();
      return takeShared(take);
    },
    settle: (settled) => {
      learn(settled);
      send(settled.debits, -1);
      if (!madeAlone.has(settled.debits)) return;
      const used = settled.used.map((told) => told && Math.ceil(told * share));
      memory.settle({ ...settled, debits: settled.debits.map(partOf), used });
    },
    shut: (gate, untilMs, reason) => {
      memory.shut(gate, untilMs, reason);
      const until = Math.ceil(untilMs) * (reason === "banned" ? -1 : 1);
      void run(shutScript, [gateKey(gate)], [until, Math.max(1, Math.ceil(untilMs - nowMs))]);
    },
    watch: (listener) => {
      listeners.push(listener);
    },
  };
}
