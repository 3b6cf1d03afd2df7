/**
 * User data as a session: it holds the listenKey, follows the stream, and after every loss asks
 * over REST what was missed before it says live again.
 */

import type { StreamConsumer } from "../streams/types.ts";
import { createTimers } from "../timers.ts";
import { createUserAccount } from "./account.ts";
import { isLasting, tellable, waitAfter } from "./failure.ts";
import { createSessionKeys } from "./keys.ts";
import { createReaders } from "./readers.ts";
import type { Reconciled } from "./reconcile.ts";
import { createReconciler } from "./reconcile.ts";
import type { Session, SessionEvent, SessionNotice, SessionParts, SessionState } from "./types.ts";

/** Opens a session; it begins at once and has to be closed. */
export function openSession<Event, Order, Trade, Balance>(
  parts: SessionParts,
): Session<SessionEvent<Event, Order, Trade, Balance>, Order, Balance> {
  const { tables, calls, streams, options } = parts;
  const { random, after } = streams.settings;
  const { heldMax = 10_000, checkEveryMs = 300_000, lateMs = 5000 } = options;
  const account = createUserAccount(tables);
  const reconciler = createReconciler(parts, account);
  const timers = createTimers(after);
  const ending = new AbortController();
  let state: SessionState = "opening";
  let hasBegun = false;
  let wasLive = false;
  /** Work under way; whatever takes its place aborts it. */
  let work = new AbortController();
  let failures = 0;
  let refusals = 0;
  const carried: (() => void)[] = [];
  let held: unknown[] = [];
  let hasLostHeld = false;
  let closing: Promise<void> | undefined;

  const notify = (notice: SessionNotice): void => {
    try {
      options.onNotice?.(notice);
    } catch {
      // Its owner has to look after it.
    }
  };
  const readers = createReaders(options.backlogMax ?? 10_000, notify);
  const keys = createSessionKeys(parts, {
    timers,
    signal: ending.signal,
    notify,
    lost: (reason) => renew(reason),
  });

  /** Does one thing until it succeeds, in place of what was done before. */
  const pursue = async (
    what: "open" | "reconcile",
    run: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> => {
    work.abort();
    const own = new AbortController();
    work = own;
    try {
      await run(own.signal);
      if (!own.signal.aborted) failures = 0;
    } catch (thrown) {
      if (own.signal.aborted) return;
      const error = tellable(thrown, []);
      if (!wasLive && isLasting(thrown, tables.retry)) return end(error);
      failures += 1;
      const retryMs = waitAfter(thrown, failures, { retry: tables.retry, random });
      notify({ kind: "failed", what, error, retryMs });
      timers.after(retryMs, () => {
        if (!own.signal.aborted) void pursue(what, run);
      });
    }
  };

  const open = async (signal: AbortSignal): Promise<void> => {
    if (!hasBegun) await reconciler.begin({ signal });
    hasBegun = true;
    if (signal.aborted) return;
    const names = await keys.obtain();
    if (!signal.aborted) carry(names);
  };

  const carry = (names: readonly string[]): void => {
    const silent = new Set(names);
    const consumerOf = (key: string): StreamConsumer => ({
      event: hear,
      gap: (reason) => {
        silent.add(key);
        loseTrack(reason);
      },
      live: () => {
        if (silent.delete(key) && silent.size === 0) void pursue("reconcile", reconcile);
      },
      refused: (error) => {
        refusals += 1;
        renew(error.message);
      },
    });
    try {
      for (const key of names) {
        const stream = { name: tables.streamName(key), id: tables.stream };
        carried.push(streams.subscribe(stream, consumerOf(key)));
      }
    } catch (error) {
      end(tellable(error, names));
    }
  };

  const leave = (): void => {
    for (const drop of carried.splice(0)) drop();
  };

  const loseTrack = (reason: string): void => {
    work.abort();
    if (state !== "live") return;
    state = "gap";
    readers.tell({ kind: "gap", reason });
  };

  /** The keys open nothing any more. */
  const renew = (reason: string): void => {
    if (state === "closed") return;
    keys.drop();
    leave();
    loseTrack(reason);
    notify({ kind: "newKey", reason });
    const own = work;
    const start = (): void => {
      if (work === own) void pursue("open", open);
    };
    if (refusals <= 1) return start();
    timers.after(waitAfter(undefined, refusals, { retry: tables.retry, random }), start);
  };

  const hear = (event: unknown): void => {
    const expired = account.expiredIn(event);
    if (expired !== undefined) {
      // It holds the key, so nobody else hears of it.
      if (keys.has(expired)) renew("the listenKey has expired");
      return;
    }
    const order = account.orderIn(event);
    if (order !== undefined) calls.observe(order);
    if (state === "live") return tellAll(account.hear(event));
    held.push(event);
    if (held.length <= heldMax) return;
    held = [];
    hasLostHeld = true;
  };

  const tellAll = (events: readonly SessionEvent[]): void => events.forEach(readers.tell);

  const learn = (answers: Reconciled): readonly SessionEvent[] => {
    answers.orders.forEach(calls.observe);
    for (const order of answers.forgotten) {
      account.orders.forget(order);
      notify({ kind: "forgotten", order });
    }
    return account.learn(answers);
  };

  const reconcile = async (signal: AbortSignal): Promise<void> => {
    do {
      hasLostHeld = false;
      const answers = await reconciler.ask({ signal });
      if (signal.aborted) return;
      tellAll(learn(answers));
      // What was held and lost came before these answers, or is in the next ones.
    } while (hasLostHeld);
    for (const event of held.splice(0)) tellAll(account.hear(event));
    goLive();
  };

  const goLive = (): void => {
    state = "live";
    wasLive = true;
    refusals = 0;
    readers.tell({ kind: "live" });
    readers.live();
    checkLater();
  };

  const checkLater = (): void => {
    const own = work;
    if (checkEveryMs === Number.POSITIVE_INFINITY) return;
    timers.after(checkEveryMs, () => {
      if (work === own && state === "live") void pursue("reconcile", check);
    });
  };

  /** A stream says nothing of what it lost. What it tells a little later it has not lost. */
  const check = async (signal: AbortSignal): Promise<void> => {
    const answers = await reconciler.ask({ signal });
    if (signal.aborted) return;
    await new Promise<void>((resolve) => timers.after(lateMs, resolve));
    if (signal.aborted) return;
    const missed = learn(answers);
    if (missed.length === 0) return checkLater();
    readers.tell({ kind: "gap", reason: "the stream did not tell everything" });
    tellAll(missed);
    goLive();
    keys.check();
  };

  const end = (error?: Error): void => {
    if (state === "closed") return;
    state = "closed";
    timers.close();
    work.abort();
    ending.abort();
    leave();
    held = [];
    readers.end(error);
    closing = keys.close();
  };

  void pursue("open", open);
  const session: Session = {
    state: () => state,
    orders: account.orders.open,
    order: account.orders.find,
    balances: account.balances,
    each: (handle) => {
      readers.each(handle);
      return session;
    },
    whenLive: () => {
      return state === "live" ? Promise.resolve() : readers.whenLive();
    },
    close: () => {
      end();
      return closing ?? Promise.resolve();
    },
    [Symbol.asyncIterator]: readers.open,
  };
  // The spec says what records and events are; what else they hold comes as it is.
  return session as unknown as Session<SessionEvent<Event, Order, Trade, Balance>, Order, Balance>;
}
