/**
 * Budgets that several processes share through Redis. One script takes from all windows of a call
 * or from none. Windows are told by the exchange's time, which each client knows and sends along;
 * what Redis or a machine takes for the time plays no part.
 *
 * When Redis does not answer, a process sends nothing until that is certain, and then goes on alone
 * with its share of each window that begins from then on. What the others have used of a window
 * that was running it cannot know: it pays a call out of what all leave for this, the answer tells,
 * and its share is of what is left. When Redis is back, or was emptied while nobody looked, all
 * keep to their shares as well as to its count, until the last must be back.
 */

import { platform } from "../defaults.ts";
import type { BudgetEvent, BudgetStore, Moment, Refusal, Take } from "./budget.ts";
import { createMemoryBudget, doubtOf, later } from "./budget-memory.ts";
import type { RedisBudgetOptions, RedisClient } from "./budget-redis-options.ts";
import { digestOf, shutScript, sinceScript, takeScript } from "./budget-scripts.ts";
import type { Counted } from "./budget-share.ts";
import { commonAmount, createShares } from "./budget-share.ts";

export type { RedisBudgetOptions, RedisClient } from "./budget-redis-options.ts";

/** Makes a store over a connected client, which stays the caller's to close. */
export function createRedisBudget(client: RedisClient, options: RedisBudgetOptions): BudgetStore {
  const { prefix = "tradespec", fallbackShare, answerMs = 250, retryMs = 1000 } = options;
  const { apartMs = 5000, now = platform.now, after = platform.after } = options;
  const listeners: ((event: BudgetEvent) => void)[] = [];
  const gatesHere = createMemoryBudget();
  const shares = createShares(prefix, fallbackShare, answerMs);
  /** One that doubts has lost Redis just now, which may be its own fault. */
  let state: "shared" | "doubting" | "alone" = "shared";
  let [lostMs, triedMs, joinedMs] = [0, 0, 0];
  /** Since when Redis counts, by the exchange's time; 0 when it does not know. */
  let sinceMs = 0;
  /** Of windows that begin earlier all use their shares only. */
  let keptMs = -Infinity;
  let heard: Moment & { readonly atMs: number } = { nowMs: 0, errorMs: Infinity, atMs: 0 };

  const gateKey = (gate: string): string => `{${prefix}}:gate:${digestOf(gate)}`;
  const sinceKey = `{${prefix}}:since`;

  const moment = (): Moment => {
    return { nowMs: heard.nowMs + now() - heard.atMs, errorMs: heard.errorMs };
  };

  /** The same call by the time that it is now. */
  const current = (take: Take): Take => ({ ...take, ...moment() });

  /** Whoever does not know the time leaves it to others to tell it. */
  const knowsTime = ({ errorMs }: Moment): boolean => errorMs < apartMs;

  const latestMs = (at: Moment): number => Math.ceil(at.nowMs + (knowsTime(at) ? at.errorMs : 0));

  const tell = (told: BudgetEvent["state"], reason: string): void => {
    for (const listener of listeners) listener({ kind: "budget", state: told, reason });
  };

  const lose = (askedMs: number, error: unknown): void => {
    triedMs = now();
    if (askedMs < joinedMs) return;
    if (state === "shared") {
      state = "doubting";
      lostMs = triedMs;
      tell("alone", `Redis is lost: ${error instanceof Error ? error.message : "no answer"}.`);
    }
    // By then what others were let through before has come to the exchange, which can tell of it.
    const doubtMs = Math.max(retryMs, answerMs + shares.slowMs.exchange);
    if (state === "alone" || askedMs < lostMs || triedMs - lostMs < doubtMs) return;
    state = "alone";
    const fromMs = latestMs(moment());
    // What all have kept to their shares in is no less known than before.
    if (fromMs >= keptMs) shares.forget(fromMs, fromMs);
  };

  /** Has a script run; `undefined` when Redis fails or takes too long. */
  const ask = async (script: string, keys: string[], args: number[]): Promise<unknown> => {
    const askedMs = now();
    let cancel = (): void => undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const fail = (): void => reject(new Error(`no answer within ${answerMs} ms`));
      // What has come while this process was busy is read before it gives up.
      cancel = after(answerMs, () => (cancel = after(1, fail)));
    });
    try {
      const call = { keys, arguments: args.map(String) };
      const answer = await Promise.race([client.eval(script, call), late]);
      shares.answered(now() - askedMs);
      return answer ?? 0;
    } catch (error) {
      lose(askedMs, error);
      return undefined;
    } finally {
      cancel();
    }
  };

  /** Keeps to what is heard of since when Redis counts. */
  const heed = (toldMs: number, wasAlone: boolean): void => {
    if (toldMs === sinceMs && !wasAlone) return;
    const at = moment();
    const isTold = toldMs > 0 && (knowsTime(at) || !wasAlone);
    const fromMs = isTold ? Math.min(toldMs, latestMs(at)) : at.nowMs;
    // Who has just started knows of nothing that was used, and starts with that.
    const isNews = keptMs > -Infinity && fromMs >= keptMs && !wasAlone;
    if (isNews) shares.forget(fromMs, fromMs + answerMs + shares.slowMs.exchange);
    sinceMs = toldMs;
    keptMs = Math.max(keptMs, fromMs + apartMs);
  };

  /**
   * Asks since when Redis counts, and has it begin where it must. It is asked first, since what is
   * said while it is lost may be kept on the way and come at any time.
   */
  const meet = async (wasAlone: boolean): Promise<boolean> => {
    let told = await ask(sinceScript, [sinceKey], [0, 0]);
    const at = moment();
    if (told !== undefined && (Number(told) === 0 || wasAlone) && knowsTime(at)) {
      told = await ask(sinceScript, [sinceKey], [latestMs(at), wasAlone ? 1 : 0]);
    }
    if (told === undefined) return false;
    heed(Number(told), wasAlone);
    return true;
  };

  const takeAlone = (take: Take): Refusal | undefined => {
    const [debit] = take.debits;
    if (state !== "alone" && debit !== undefined) {
      const untilMs = take.nowMs + answerMs;
      return { reason: "full", untilMs, key: debit.key, debit, used: debit.amount };
    }
    const held = shares.hold(take, Infinity);
    if ("reason" in held) return held;
    for (const { debit, window } of held) {
      window.used += debit.cost;
      window.untold += debit.cost;
    }
    shares.send(take.debits, 1);
    return undefined;
  };

  const takeShared = async (take: Take): Promise<Refusal | undefined> => {
    if (sinceMs === 0) {
      if (!knowsTime(take)) keptMs = Math.max(keptMs, take.nowMs + apartMs);
      else if (!(await meet(false))) return takeAlone(current(take));
    }
    const held = shares.hold(take, keptMs);
    if ("reason" in held) return held;
    const { gates } = take;
    const keys = [...gates.map(gateKey), sinceKey, ...held.map(({ window }) => window.key)];
    const untold = held.map(({ window }) => window.untold);
    const numbers = held.flatMap(({ debit, window }, at) => {
      window.untold = 0;
      const livesMs = Math.ceil(window.endMs + debit.windowMs - take.nowMs);
      return [debit.cost, commonAmount(debit), livesMs, window.used, untold[at] ?? 0];
    });
    const answer = await ask(takeScript, keys, [gates.length, take.nowMs, sinceMs, ...numbers]);
    const [isTaken, ...told] = Array.isArray(answer) ? answer.map(Number) : [];
    if (isTaken === 1) shares.send(take.debits, 1);
    else for (const { debit, window } of held) window.mine -= debit.cost;
    if (isTaken === 0 || isTaken === 1) return read(take, { held, told, isTaken: isTaken === 1 });
    for (const [at, { window }] of held.entries()) window.untold += untold[at] ?? 0;
    if (isTaken === undefined) return takeAlone(current(take));
    const [toldMs = 0] = told;
    if (toldMs > 0 || !knowsTime(take)) heed(toldMs, false);
    else if (!(await meet(false))) return takeAlone(current(take));
    return takeShared(current(take));
  };

  const tryAgain = async (take: Take): Promise<Refusal | undefined> => {
    // Who has not called for so long may have missed that the others were together again.
    if (state === "alone" && now() - triedMs > apartMs) {
      state = "doubting";
      lostMs = now();
    }
    triedMs = now();
    if (!(await meet(state === "alone"))) return takeAlone(current(take));
    if (state !== "shared") tell("shared", "Redis answers again.");
    state = "shared";
    joinedMs = now();
    return takeShared(current(take));
  };

  return {
    take: (take) => {
      heard = { nowMs: take.nowMs, errorMs: take.errorMs, atMs: now() };
      shares.drop(take.nowMs);
      const shut = gatesHere.take({ ...take, debits: [] });
      if (shut !== undefined) return shut;
      if (state === "shared") return takeShared(take);
      // Only one at a time tries whether Redis is back.
      const restMs = state === "alone" ? retryMs : answerMs;
      return now() - triedMs < restMs ? takeAlone(take) : tryAgain(take);
    },
    settle: (settled) => {
      shares.learn(settled);
      shares.send(settled.debits, -1);
    },
    shut: (gate, untilMs, reason) => {
      gatesHere.shut(gate, untilMs, reason);
      const until = Math.ceil(untilMs) * (reason === "banned" ? -1 : 1);
      const livesMs = Math.max(1, Math.ceil(untilMs - heard.nowMs));
      void ask(shutScript, [gateKey(gate)], [until, livesMs]);
    },
    watch: (listener) => {
      listeners.push(listener);
    },
  };
}

interface Answer {
  readonly held: readonly Counted[];
  readonly told: readonly number[];
  readonly isTaken: boolean;
}

/** Keeps what Redis tells of each window, and says why a call does not fit. */
function read(take: Take, { held, told, isTaken }: Answer): Refusal | undefined {
  let refusal: Refusal | undefined;
  for (const [at, key] of take.gates.entries()) {
    const until = told[at] ?? 0;
    const reason = until < 0 ? "banned" : "throttled";
    const untilMs = Math.abs(until);
    if (untilMs > take.nowMs) refusal = later(refusal, { reason, untilMs, key });
  }
  for (const [at, { debit, window }] of held.entries()) {
    const used = told[take.gates.length + at] ?? 0;
    window.used = Math.max(window.used, used);
    const { key, amount, cost } = debit;
    const left = commonAmount(debit) - used;
    if (isTaken || cost <= left) continue;
    const untilMs = window.endMs + doubtOf(debit, take);
    refusal = later(refusal, { reason: "full", untilMs, key, debit, used: amount - left });
  }
  return refusal;
}
