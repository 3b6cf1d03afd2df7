/**
 * A store that several processes share through Redis. One script charges a call to all of its
 * windows or to none. Windows follow the exchange's time, which each client sends along; the clocks
 * of Redis and of the machines do not matter.
 *
 *     shared ── no reply ──> doubting ── still none a while later ──> alone
 *       ^                       │                                       │
 *       └────── a reply ────────┴───────────────────────────────────────┘
 *
 * A process that doubts sends nothing. Alone, it keeps to its share of each window. Of a window
 * that began before, it sends one call to learn the usage, and keeps to its share of the rest. When
 * Redis is back, or was emptied, all processes respect both their shares and Redis's counts until
 * the last one must be back.
 */

import { callable, checkOptions, methods, ms, share, text, unixTime } from "../check-options.ts";
import type { Adapters } from "../platform.ts";
import { platform } from "../platform.ts";
import { sharedStoreScript } from "./redis-script.ts";
import type { CountedBy, SharedWindows } from "./shared-windows.ts";
import {
  commonAmount,
  createSharedWindows,
  keepToShare,
  measure,
  refusalOf,
  reserve,
  settle,
  windowsFor,
} from "./shared-windows.ts";
import type { AcquireRequest, RateLimitStore, Refusal, ServerTime, StoreEvent } from "./store.ts";
import { closedGate, laterRefusal, uncertaintyMs } from "./store.ts";

/** The part of a Redis client that we use; clients of the package `redis` have it. */
export interface RedisClient {
  /** Runs a script; resolves to its reply. */
  readonly eval: (
    script: string,
    options: { readonly keys: string[]; readonly arguments: string[] },
  ) => Promise<unknown>;
}

/**
 * Options of a shared store. Use the same options for all processes behind one prefix. They should
 * lose Redis together: a process that alone cannot reach it for longer than `retryMs` uses a share
 * that nobody leaves for it.
 */
export interface RedisStoreOptions {
  /** Prefix for the exchange and address that are shared; `tradespec` when absent. */
  readonly prefix?: string | undefined;
  /**
   * The fraction of each window that a process may use while others may be without Redis, from
   * above 0 to 1: at most 1 divided by the number of processes. A call that costs more waits.
   */
  readonly fallbackShare: number;
  /** How long Redis may take to reply, in milliseconds; 250 when absent. */
  readonly replyMs?: number | undefined;
  /**
   * How long Redis must be lost before a process goes on alone, and the pause before it tries
   * again, in milliseconds; 1,000 when absent.
   */
  readonly retryMs?: number | undefined;
  /**
   * Most time between the first and the last process that finds Redis again, in milliseconds: the
   * reconnect time of its client, `retryMs` and `replyMs`; 5,000 when absent.
   */
  readonly returnMs?: number | undefined;
  /** Unix time in milliseconds; the platform's when absent. */
  readonly now?: Adapters["now"] | undefined;
  /** Runs something after a delay and returns its cancel function; the platform's when absent. */
  readonly after?: Adapters["after"] | undefined;
}

const rules = {
  client: methods("a connected client of the package redis", "eval"),
  prefix: text,
  fallbackShare: share,
  replyMs: ms(1),
  retryMs: ms(0),
  returnMs: ms(0),
  now: unixTime,
  after: callable,
};

/**
 * Makes a store over a connected client, which the caller closes.
 * @throws InvalidRequestError for a wrong option.
 */
export function createRedisStore(client: RedisClient, options: RedisStoreOptions): RateLimitStore {
  checkOptions("createRedisStore", { client, ...options }, rules, "client", "fallbackShare");
  const { prefix = "tradespec", fallbackShare, replyMs = 250, retryMs = 1000 } = options;
  const { returnMs = 5000, now = platform.now, after = platform.after } = options;
  const store: RedisStore = {
    ...{ client, prefix, replyMs, retryMs, returnMs, now, after },
    listeners: [],
    gates: new Map(),
    shared: createSharedWindows(prefix, fallbackShare),
    mode: "shared",
    lostMs: 0,
    triedMs: 0,
    joinedMs: 0,
    sinceMs: notAsked,
    offsetMs: 0,
  };
  return {
    acquire: (request) => acquire(store, request),
    release: (call) => measure(store.shared, call),
    closeGate: (key, untilMs, reason) => closeGate(store, { key, untilMs, reason }),
    subscribe: (listener) => void store.listeners.push(listener),
  };
}

/** Settings and mutable state of a store. Times are local unless they say otherwise. */
interface RedisStore extends Pick<Adapters, "now" | "after"> {
  readonly client: RedisClient;
  readonly prefix: string;
  readonly replyMs: number;
  readonly retryMs: number;
  readonly returnMs: number;
  readonly listeners: ((event: StoreEvent) => void)[];
  readonly gates: Map<string, Refusal>;
  readonly shared: SharedWindows;
  mode: "shared" | "doubting" | "alone";
  /** When Redis was lost, last tried, and found again. */
  lostMs: number;
  triedMs: number;
  joinedMs: number;
  /** Counting start of Redis, in the exchange's time; or what to do about it. */
  sinceMs: number;
  /** The exchange's time minus the local one, at the last request. */
  offsetMs: number;
}

/** In place of a counting start: ask for it, or set a new one, which all processes will notice. */
const notAsked = -1;
const startAnew = 0;

type Answer = Refusal | undefined;

function acquire(store: RedisStore, request: AcquireRequest): Answer | Promise<Answer> {
  const nowMs = store.now();
  store.offsetMs = request.nowMs - nowMs;
  const closed = closedGate(store.gates, request);
  if (closed !== undefined) return closed;
  if (store.mode === "shared") return acquireShared(store, request);
  // Only one call at a time tests whether Redis is back.
  const restMs = store.mode === "alone" ? store.retryMs : store.replyMs;
  if (nowMs - store.triedMs < restMs) return acquireAlone(store, request);
  if (store.mode === "alone" && nowMs - store.triedMs > store.returnMs) {
    // A process that made no call for so long may have missed the others' return.
    store.mode = "doubting";
    store.lostMs = nowMs;
    store.shared.sharedFromMs = -Infinity;
  }
  store.triedMs = nowMs;
  return acquireShared(store, request);
}

/** Counts in Redis, for all processes. */
async function acquireShared(store: RedisStore, request: AcquireRequest): Promise<Answer> {
  const { shared, replyMs, sinceMs } = store;
  // Without a counting start, the script only replies with one.
  const counted = sinceMs > 0 ? windowsFor(shared, request) : [];
  const refusal = refusalOf(shared, counted, request, replyMs);
  if (refusal !== undefined) return refusal;
  reserve(shared, counted, request);
  const askedMs = store.now();
  let code: number | undefined;
  let values: readonly number[];
  try {
    [code, ...values] = await charge(store, counted, request);
  } catch (error) {
    settle(shared, counted, request, false);
    onLost(store, askedMs, error, request);
    return acquireAlone(store, request);
  }
  settle(shared, counted, request, code === 1);
  onReply(store);
  if (code !== -1) return onCharged(counted, values, request, code === 1);
  onCountingStart(store, values[0] ?? 0, request);
  return acquireShared(store, request);
}

/** Counts locally while Redis is away. */
function acquireAlone(store: RedisStore, request: AcquireRequest): Answer {
  const { shared, mode, replyMs } = store;
  const [first] = request.charges;
  if (mode !== "alone" && first !== undefined) {
    const untilMs = request.nowMs + replyMs;
    return { reason: "full", untilMs, key: first.key, charge: first, used: first.amount };
  }
  const counted = windowsFor(shared, request);
  const refusal = refusalOf(shared, counted, request, replyMs);
  if (refusal !== undefined) return refusal;
  reserve(shared, counted, request);
  settle(shared, counted, request, true);
  for (const { charge, window } of counted) window.used += charge.cost;
  return undefined;
}

/** Runs the script for a call; see redis-script.ts for its arguments. */
function charge(
  store: RedisStore,
  counted: readonly CountedBy[],
  { gates, nowMs }: AcquireRequest,
): Promise<number[]> {
  const windows = counted.map(({ charge, window }) => {
    const livesMs = Math.ceil(window.endMs + charge.windowMs - nowMs);
    return [charge.cost, commonAmount(charge), livesMs, window.used];
  });
  const keys = [...gates.map((gate) => gateKey(store, gate)), ...counted.map((c) => c.window.key)];
  const head = [gates.length, nowMs, store.sinceMs];
  return evaluate(store, keys, [...head, ...gates.flatMap(() => [0, 0]), ...windows.flat()]);
}

function gateKey({ prefix }: RedisStore, gate: string): string {
  return `{${prefix}}:gate:${gate}`;
}

async function evaluate(
  { client, prefix, replyMs, after }: RedisStore,
  keys: readonly string[],
  args: readonly number[],
): Promise<number[]> {
  const call = { keys: [`{${prefix}}:since`, ...keys], arguments: args.map(String) };
  const reply = await within(replyMs, () => client.eval(sharedStoreScript, call), after);
  if (!Array.isArray(reply)) throw new Error("unexpected reply");
  return reply.map(Number);
}

function closeGate(store: RedisStore, closed: Refusal): void {
  const { key, untilMs, reason } = closed;
  const askedMs = store.now();
  const nowMs = Math.floor(askedMs + store.offsetMs);
  if (untilMs > (store.gates.get(key)?.untilMs ?? 0)) store.gates.set(key, closed);
  const until = Math.ceil(untilMs) * (reason === "banned" ? -1 : 1);
  const livesMs = Math.max(1, Math.ceil(untilMs - nowMs));
  evaluate(store, [gateKey(store, key)], [1, nowMs, notAsked, until, livesMs]).catch((error) => {
    onLost(store, askedMs, error);
  });
}

/** Redis let the call through, or refused it. */
function onCharged(
  counted: readonly CountedBy[],
  values: readonly number[],
  request: AcquireRequest,
  isCharged: boolean,
): Answer {
  let refusal: Refusal | undefined;
  for (const [at, key] of request.gates.entries()) {
    const opens = values[at] ?? 0;
    const untilMs = Math.abs(opens);
    if (untilMs <= request.nowMs) continue;
    refusal = laterRefusal(refusal, { reason: opens < 0 ? "banned" : "throttled", untilMs, key });
  }
  for (const [at, { charge, window }] of counted.entries()) {
    window.used = Math.max(window.used, values[request.gates.length + at] ?? 0);
    const left = commonAmount(charge) - window.used;
    if (isCharged || charge.cost <= left) continue;
    const untilMs = window.endMs + uncertaintyMs(charge.windowMs, request);
    const used = charge.amount - left;
    refusal = laterRefusal(refusal, { reason: "full", untilMs, key: charge.key, charge, used });
  }
  return refusal;
}

/** Redis is there, or back. */
function onReply(store: RedisStore): void {
  if (store.mode === "shared") return;
  store.mode = "shared";
  store.joinedMs = store.now();
  emit(store, "shared", "Redis replies again.");
}

/** Redis does not have the usage from before: all processes keep to their shares for a while. */
function onCountingStart(store: RedisStore, sinceMs: number, request: AcquireRequest): void {
  const { shared, returnMs } = store;
  const isJoining = store.sinceMs === notAsked && sinceMs + returnMs <= request.nowMs;
  store.sinceMs = sinceMs;
  if (!isJoining) keepToShare(shared, latestMs(store, request), request.nowMs + returnMs);
}

/** Redis failed or took too long; after a while the loss is certain for all processes. */
function onLost(store: RedisStore, askedMs: number, error: unknown, request?: ServerTime): void {
  // The request predates the return of Redis.
  if (askedMs < store.joinedMs) return;
  const nowMs = store.now();
  store.triedMs = nowMs;
  if (store.mode === "shared") {
    store.mode = "doubting";
    store.lostMs = nowMs;
    const reason = error instanceof Error ? error.message : "no reply";
    emit(store, "alone", `Redis is unreachable: ${reason}.`);
  }
  // By then all calls that others were granted before have reached the exchange.
  const doubtMs = Math.max(store.retryMs, store.replyMs + store.shared.exchangeMs);
  if (request === undefined || store.mode === "alone" || nowMs - store.lostMs < doubtMs) return;
  store.mode = "alone";
  store.sinceMs = startAnew;
  keepToShare(store.shared, latestMs(store, request), Infinity);
}

/** The latest that the exchange's time can be; a process that does not know it assumes little. */
function latestMs({ now, offsetMs, returnMs }: RedisStore, { errorMs }: ServerTime): number {
  return now() + offsetMs + Math.min(errorMs, returnMs);
}

function emit({ listeners }: RedisStore, state: StoreEvent["state"], reason: string): void {
  for (const listener of listeners) listener({ kind: "rateLimitStore", state, reason });
}

/** The result of the work, or a rejection when it takes longer. */
async function within<Value>(
  limitMs: number,
  work: () => Promise<Value>,
  after: Adapters["after"],
): Promise<Value> {
  let cancel = (): void => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const fail = (): void => reject(new Error(`no reply within ${limitMs} ms`));
    // Before giving up, read a reply that came while the process was busy.
    cancel = after(limitMs, () => (cancel = after(1, fail)));
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    cancel();
  }
}
