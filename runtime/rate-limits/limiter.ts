/**
 * The rate limiter: lets calls through while there is capacity, and queues or refuses the others.
 * The queue has no maximum length; see `wait`.
 */

import { type Clock, timeOf } from "../call/clock.ts";
import {
  callable,
  checkOptions,
  methods,
  type OptionRules,
  share as part,
} from "../check-options.ts";
import type { Adapters } from "../platform.ts";
import { platform } from "../platform.ts";
import type { BackoffState, CallResult } from "./backoff.ts";
import { addressGate, afterResponse, noBackoff } from "./backoff.ts";
import { BannedError, RateLimitError } from "./errors.ts";
import { createMemoryStore } from "./memory-store.ts";
import type { Needs, Queue, Waiter } from "./queue.ts";
import { add, createQueue, inTurn, isBlocked, keep, remove, waitAfter, waitOf } from "./queue.ts";
import type { Charge, RateLimitStore, Refusal, ServerTime, StoreEvent } from "./store.ts";
import { moveRefusals } from "./store.ts";
import type { CountedCall, CountedWindow, LimitTables } from "./windows.ts";
import { chargesFor, countedWindows, listedWindows, usedBy } from "./windows.ts";

export type { CallResult } from "./backoff.ts";

/** Options of a rate limiter. */
export interface RateLimiterOptions {
  /** The fraction of each limit that this client uses, from above 0 to 1; 1 when absent. */
  readonly share?: number | undefined;
  /** Counts usage; in memory of this process when absent. */
  readonly store?: RateLimitStore | undefined;
  /** Runs something after a delay and returns its cancel function; the platform's when absent. */
  readonly after?: Adapters["after"] | undefined;
}

/** One attempt that requests a permit. */
interface LimitedCall extends CountedCall {
  /** The clock that counts now: another one may later. */
  readonly clock: () => Clock;
  /** Requests that the call has sent so far. */
  readonly attempts: number;
  /** Time until the call's deadline, in milliseconds. */
  readonly leftMs: () => number;
  readonly signal: () => AbortSignal;
  /** Called when the attempt must wait: how long, and for which window. */
  readonly onWait: (waitMs: number, window: string | undefined) => void;
  /** Called when windows fill up, so that their exact start matters. */
  readonly onPressure: () => void;
  /** Called when the response to a cheap call is needed, to learn how much others have used. */
  readonly onUnknown: () => void;
}

/** Permission to send one attempt. */
export interface Permit {
  readonly call: LimitedCall;
  readonly charges: readonly Charge[];
  /** The exchange's time, as known when the charges were made. */
  readonly sentMs: number;
}

/**
 * Keeps calls within the rate limits of one exchange. Clients behind one address may share it; only
 * clients call its methods.
 */
export interface RateLimiter {
  /**
   * Gives a permit for one attempt, at once or when there is capacity.
   * @throws RateLimitError when the wait would exceed the call's deadline; BannedError.
   */
  readonly acquire: (call: LimitedCall) => Permit | Promise<Permit>;
  /** Ends an attempt; call it once for each permit, also where nothing was sent. */
  readonly release: (permit: Permit, result?: CallResult) => void;
  /** Corrects times that the clock gave before: they were wrong by this much. */
  readonly correctClock: (byMs: number, before: ServerTime) => void;
  /** Adds a listener for the loss and the return of a shared store. */
  readonly subscribe: (listener: (event: StoreEvent) => void) => void;
}

export const limiterRules: OptionRules = {
  share: part,
  store: /* @__PURE__ */ methods(
    "a store like that of createRedisStore",
    "acquire",
    "release",
    "closeGate",
  ),
  after: callable,
};

/**
 * Makes the rate limiter of one exchange.
 * @throws InvalidRequestError for a wrong option.
 */
export function createRateLimiter(
  tables: LimitTables,
  options: RateLimiterOptions = {},
): RateLimiter {
  checkOptions("createRateLimiter", options, limiterRules);
  const { share = 1, after = platform.after } = options;
  const store: RateLimitStore = options.store ?? createMemoryStore();
  const windows = countedWindows(tables.windows);
  const limiter: Limiter = {
    tables,
    store,
    after,
    windows,
    charges: (call) => chargesFor(limiter.windows, call, share),
    backoff: noBackoff,
    queue: createQueue(),
    cancelTimer: () => undefined,
    isServing: false,
    isDue: false,
  };
  return {
    acquire: (call) => {
      const isPlacement = call.operation.placement !== undefined;
      const gates = isPlacement ? [addressGate, call.account] : [addressGate];
      return acquire(limiter, { call, charges: limiter.charges(call), gates });
    },
    release: (permit, result) => release(limiter, permit, result),
    correctClock: (byMs, before) => {
      store.correctClock?.(byMs, before);
      const { backoff } = limiter;
      limiter.backoff = { ...backoff, closedMs: backoff.closedMs + byMs };
      moveRefusals(limiter.queue.refusals, byMs);
      for (const waiter of limiter.queue.waiters) waiter.sinceMs += byMs;
      void serve(limiter);
    },
    subscribe: (listener) => store.subscribe?.(listener),
  };
}

/** Mutable state of a limiter. */
interface Limiter {
  readonly tables: LimitTables;
  readonly store: RateLimitStore;
  readonly after: Adapters["after"];
  windows: readonly CountedWindow[];
  /** What a call costs by the limits as they are now. */
  readonly charges: (call: CountedCall) => readonly Charge[];
  backoff: BackoffState;
  readonly queue: Queue<QueuedCall>;
  cancelTimer: () => void;
  /** `isServing`: waiters are being retried. `isDue`: retry them once more afterwards. */
  isServing: boolean;
  isDue: boolean;
}

interface PendingCall extends Needs {
  readonly call: LimitedCall;
}

interface QueuedCall extends PendingCall, Waiter {
  /** Ends the wait, without a permit by an error: of any class, as in Jest not all are `Error`. */
  readonly end: (permit: Permit | undefined, error?: unknown) => void;
}

function acquire(limiter: Limiter, pending: PendingCall): Permit | Promise<Permit> {
  if (isBlocked(limiter.queue.refusals, pending)) return wait(limiter, pending);
  const acquired = tryStore(limiter, pending);
  if (acquired === undefined) return permitFor(pending);
  if (!(acquired instanceof Promise)) return wait(limiter, pending, acquired);
  return acquired.then((refusal) => {
    return refusal === undefined ? permitFor(pending) : wait(limiter, pending, refusal);
  });
}

function tryStore({ store }: Limiter, { call, charges, gates }: PendingCall) {
  return store.acquire({ charges, gates, ...timeOf(call.clock()) });
}

function permitFor({ call, charges }: PendingCall): Permit {
  return { call, charges, sentMs: call.clock().serverMs() };
}

/** Above this usage the exact start of a window matters. */
const pressure = 0.25;

function release(limiter: Limiter, permit: Permit, result: CallResult = {}): void {
  const { call, charges, sentMs } = permit;
  const { store, tables } = limiter;
  const used = usedBy(charges, result.headers);
  const time = timeOf(call.clock());
  store.release({ charges, used, sentMs, ...time });
  if (charges.some(({ amount }, at) => (used[at] ?? 0) > amount * pressure)) call.onPressure();
  const { listed } = tables.rules;
  const isListed = call.operation.id === listed?.operation && result.value !== undefined;
  if (isListed) {
    limiter.windows = listedWindows(countedWindows(tables.windows), result.value, listed);
  }
  const { account } = call;
  const { state, close } = afterResponse(
    limiter.backoff,
    { result, account, sentMs, time },
    tables,
  );
  limiter.backoff = state;
  if (close !== undefined) store.closeGate(close.gate, close.untilMs, close.reason);
  // A higher limit lets those go that wait, before later calls.
  if (close !== undefined || isListed) void serve(limiter);
}

/** Queues a call, or refuses it; `refusal` is the store's response. */
function wait(limiter: Limiter, pending: PendingCall, refusal?: Refusal): Promise<Permit> {
  const { queue } = limiter;
  const { call } = pending;
  // A shared store may have taken longer than the caller waits.
  const signal = call.signal();
  if (signal.aborted) return Promise.reject(signal.reason);
  if (refusal !== undefined) keepRefusal(queue.refusals, call, refusal);
  const turn = { priority: call.priority, sinceMs: call.clock().serverMs() };
  const longest = waitOf(queue, { ...pending, ...turn });
  const error = refusalError(call, longest);
  if (error !== undefined) {
    schedule(limiter);
    return Promise.reject(error);
  }
  // Who joins while the waiters are served takes its turn after them.
  limiter.isDue = true;
  const waitMs = waitMsOf(call, longest);
  const permit = new Promise<Permit>((resolve, reject) => {
    const leave = (): void => waiter.end(undefined, signal.reason);
    const waiter: QueuedCall = {
      ...pending,
      ...turn,
      end: (granted, error) => {
        signal.removeEventListener("abort", leave);
        remove(queue, waiter);
        if (granted === undefined) reject(error);
        else resolve(granted);
        schedule(limiter);
      },
    };
    add(queue, waiter);
    signal.addEventListener("abort", leave);
    schedule(limiter);
  });
  // Only now, as it may end the call.
  if (waitMs > 0) call.onWait(waitMs, longest?.charge?.window);
  call.onPressure();
  return permit;
}

function keepRefusal(refusals: Map<string, Refusal>, call: LimitedCall, refusal: Refusal): void {
  keep(refusals, refusal);
  if (refusal.isUnknown === true) call.onUnknown();
}

function waitMsOf({ clock }: LimitedCall, refusal: Refusal | undefined): number {
  return refusal === undefined ? 0 : Math.max(0, Math.ceil(refusal.untilMs - clock().serverMs()));
}

/** The error of a call that must not wait: banned, or the wait exceeds its deadline. */
function refusalError(call: LimitedCall, refusal: Refusal | undefined): Error | undefined {
  if (refusal === undefined) return undefined;
  const { operation, attempts } = call;
  const details = { operation: operation.id, attempts };
  const waitMs = waitMsOf(call, refusal);
  const { reason, untilMs, charge, used } = refusal;
  if (reason === "banned") return new BannedError(untilMs, waitMs, details);
  if (waitMs < call.leftMs()) return undefined;
  const { window, amount } = charge ?? {};
  return new RateLimitError({ ...details, window, used, amount, waitMs });
}

/** Sets the timer for the next try, when the first refusal may end. */
function schedule(limiter: Limiter): void {
  if (limiter.isServing) return;
  limiter.cancelTimer();
  const { waiters, refusals } = limiter.queue;
  const [first] = waiters;
  if (first === undefined) {
    refusals.clear();
    return;
  }
  const times = [...refusals.values()].map(({ untilMs, askAgainMs = untilMs }) => askAgainMs);
  const nextMs = Math.min(...times);
  const waitMs = Math.max(1, Math.ceil(nextMs - first.call.clock().serverMs()));
  limiter.cancelTimer = limiter.after(waitMs, () => void serve(limiter));
}

/** How many waiters a shared store is asked for at once. */
const batch = 32;

/** Lets through every waiter that may go now. */
async function serve(limiter: Limiter): Promise<void> {
  const { queue } = limiter;
  const { waiters } = queue;
  limiter.isDue = true;
  if (limiter.isServing) return;
  limiter.isServing = true;
  while (limiter.isDue) {
    limiter.isDue = false;
    // New calls are held back by what was refused before, until all who wait have been served.
    const refusals = new Map<string, Refusal>();
    const replies: Promise<void>[] = [];
    for (const waiter of inTurn(queue)) {
      // The limits may have changed since it began to wait.
      const pending = { ...waiter, charges: limiter.charges(waiter.call) };
      if (isBlocked(refusals, pending) || !waiters.has(waiter)) continue;
      const take = (refusal: Refusal | undefined): void => {
        if (refusal !== undefined) return keepRefusal(refusals, waiter.call, refusal);
        const permit = permitFor(pending);
        // The call may have ended during the request to the store.
        if (waiters.has(waiter)) waiter.end(permit);
        else release(limiter, permit);
      };
      const acquired = tryStore(limiter, pending);
      if (acquired instanceof Promise) replies.push(acquired.then(take));
      else take(acquired);
      if (replies.length === batch) await Promise.all(replies.splice(0));
    }
    if (replies.length > 0) await Promise.all(replies);
    queue.refusals = refusals;
    endHopeless(queue);
  }
  limiter.isServing = false;
  schedule(limiter);
}

/** Ends all waits that would now exceed their deadlines, or at once if the exchange bans us. */
function endHopeless(queue: Queue<QueuedCall>): void {
  const costs = new Map<string, number>();
  for (const waiter of inTurn(queue)) {
    const refusal = waitAfter(queue, waiter, (key) => costs.get(key) ?? 0);
    const error = refusalError(waiter.call, refusal);
    if (error !== undefined) waiter.end(undefined, error);
    else for (const { key, cost } of waiter.charges) costs.set(key, (costs.get(key) ?? 0) + cost);
  }
}
