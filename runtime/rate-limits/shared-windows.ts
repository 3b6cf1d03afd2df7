/**
 * The windows of a shared store as one process knows them, and its share: what it may use of a
 * window while others may be without Redis. As all keep to their shares, they stay within the limit
 * together. Pure.
 */

import type { AcquireRequest, Charge, CompletedCall, Refusal, ServerTime } from "./store.ts";
import { laterRefusal, measuredWindow, uncertaintyMs } from "./store.ts";

/** One window as this process knows it. */
export interface SharedWindow {
  readonly key: string;
  readonly charge: Charge;
  readonly beginMs: number;
  readonly endMs: number;
  /** Usage by all processes, as far as known here. */
  readonly used: number;
  /** Usage by this process that Redis lacks. */
  readonly unreported: number;
  /** The same, of calls whose request to Redis is pending. */
  readonly pending: number;
  /** Usage that counts against our share. */
  readonly spent: number;
  /** No response has given the usage of others yet: our share is of the reserve. */
  readonly isUnknown: boolean;
}

/** A window that counts a call. */
export interface Reservation {
  readonly charge: Charge;
  readonly key: string;
}

/** The counts of one process. */
export interface SharedWindows {
  /** Prefix of all keys in Redis. */
  readonly prefix: string;
  /** The fraction of each limit that this process may use without Redis. */
  readonly share: number;
  readonly windows: ReadonlyMap<string, SharedWindow>;
  /** Cost of the calls in flight by key of the charge: a window that opens may count them. */
  readonly inFlight: ReadonlyMap<string, number>;
  /** In windows that begin before, the usage is unknown. */
  readonly unknownBeforeMs: number;
  /** This process has just started: one call at a time is sent until a response gives the usage. */
  readonly isStarting: boolean;
  /** A call sent after this time measures the usage of such a window. */
  readonly measureFromMs: number;
  /** Recent response times of Redis and of the exchange. */
  readonly redisMs: number;
  readonly exchangeMs: number;
}

export function noWindows(prefix: string, share: number): SharedWindows {
  const none = { windows: new Map(), inFlight: new Map() };
  const times = { unknownBeforeMs: -Infinity, measureFromMs: -Infinity, redisMs: 0, exchangeMs: 0 };
  return { prefix, share, ...none, ...times, isStarting: false };
}

/**
 * All processes leave this fraction of each limit free. A process that does not know the usage of a
 * window spends its share of it on calls, whose responses give the usage.
 */
const reserve = 0.01;

/** How much of a window all processes together may use. */
export function commonAmount({ amount, cost }: Charge): number {
  return Math.max(amount - Math.floor(amount * reserve), cost);
}

/** Longest expected response time, in milliseconds. */
const slowMsMax = 2000;

/** The longest recent duration; a single outlier decays. */
export function slower(knownMs: number, tookMs: number): number {
  return Math.min(slowMsMax, Math.max(knownMs * 0.98, tookMs));
}

/**
 * Counts a call in all windows that may count it, or refuses it. In windows that begin before
 * `sharedFromMs` only our share may be used. A window of unknown usage is retried soon.
 */
export function reserveCall(
  shares: SharedWindows,
  request: AcquireRequest,
  { sharedFromMs, soonMs }: { readonly sharedFromMs: number; readonly soonMs: number },
): { readonly shares: SharedWindows; readonly result: Refusal | readonly Reservation[] } {
  const windows = new Map(shares.windows);
  const { nowMs } = request;
  const result: Reservation[] = [];
  let refusal: Refusal | undefined;
  for (const charge of request.charges) {
    const aroundMs = uncertaintyMs(charge.windowMs, request);
    for (const index of possibleIndexes(shares, charge, request)) {
      const window = openWindow(shares, windows, charge, index);
      const { beginMs, endMs } = window;
      result.push({ charge, key: window.key });
      const room = roomIn(shares, charge, window, nowMs);
      const { key, amount, cost } = charge;
      if (beginMs >= sharedFromMs || cost <= room) continue;
      const known = knownSoon(shares, charge, window, nowMs, room);
      const untilMs = Math.min(endMs + aroundMs, known === "never" ? Infinity : nowMs + soonMs);
      const used = amount - Math.max(0, room);
      const ours = Math.max(cost, Math.floor(amount * shares.share));
      const nextAmount = endMs < sharedFromMs ? ours : undefined;
      const isUnknown = known === "byCheaperCall";
      const full = { reason: "full", untilMs, key, charge, used, nextAmount, isUnknown } as const;
      refusal = laterRefusal(refusal, full);
    }
  }
  const opened = { ...shares, windows };
  if (refusal !== undefined) return { shares: opened, result: refusal };
  const spend = ({ spent }: SharedWindow, { cost }: Charge) => ({ spent: spent + cost });
  return { shares: changeWindows(opened, result, spend), result };
}

/** Windows that may count a call sent now. */
function possibleIndexes(shares: SharedWindows, { windowMs }: Charge, time: ServerTime): number[] {
  const aroundMs = uncertaintyMs(windowMs, time);
  const first = Math.floor((time.nowMs - aroundMs) / windowMs);
  const lateMs = aroundMs + shares.redisMs + shares.exchangeMs + 1;
  const last = Math.floor((time.nowMs + lateMs) / windowMs);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function openWindow(
  { prefix, share, inFlight, unknownBeforeMs }: SharedWindows,
  windows: Map<string, SharedWindow>,
  charge: Charge,
  index: number,
): SharedWindow {
  const key = `{${prefix}}:${digestOf(charge.key)}:${index}`;
  const known = windows.get(key);
  if (known !== undefined) return known;
  const beginMs = index * charge.windowMs;
  const endMs = beginMs + charge.windowMs;
  const unreported = inFlight.get(charge.key) ?? 0;
  const fresh = { key, charge, beginMs, endMs, used: 0, unreported, pending: 0 };
  const spent = { spent: unreported, isUnknown: false };
  const state = beginMs < unknownBeforeMs ? forgotten({ ...fresh, ...spent }, share) : spent;
  const window = { ...fresh, ...state };
  windows.set(key, window);
  return window;
}

/** Without a usage header the known usage is the best there is. */
function forgotten({ charge, used, unreported, pending }: SharedWindow, share: number) {
  const isUnknown = charge.header !== undefined;
  return { isUnknown, spent: unreported + pending + (isUnknown ? 0 : Math.ceil(used * share)) };
}

function roomIn(
  { share, measureFromMs, isStarting, inFlight }: SharedWindows,
  { key, amount }: Charge,
  { spent, pending, isUnknown }: SharedWindow,
  nowMs: number,
): number {
  if (!isUnknown) return Math.floor(amount * share) - spent;
  if (nowMs < measureFromMs) return 0;
  const isAlone = pending === 0 && !inFlight.get(key);
  const part = isStarting && isAlone ? amount : Math.floor(amount * reserve);
  return Math.floor(part * share) - spent;
}

/** How the usage of a window becomes known before it ends, if it does. */
function knownSoon(
  { measureFromMs, inFlight }: SharedWindows,
  { key }: Charge,
  { pending, isUnknown }: SharedWindow,
  nowMs: number,
  room: number,
): "byItself" | "byCheaperCall" | "never" {
  if (!isUnknown) return "never";
  if (nowMs < measureFromMs || pending > 0 || inFlight.get(key)) return "byItself";
  return room > 0 ? "byCheaperCall" : "never";
}

/** Changes the windows of a call; each change gets the index of its reservation. */
export function changeWindows(
  shares: SharedWindows,
  reservations: readonly Reservation[],
  changeOf: (window: SharedWindow, charge: Charge, at: number) => Partial<SharedWindow>,
): SharedWindows {
  const windows = new Map(shares.windows);
  for (const [at, { key, charge }] of reservations.entries()) {
    const window = windows.get(key);
    // A window that is over may be gone.
    if (window !== undefined) windows.set(key, { ...window, ...changeOf(window, charge, at) });
  }
  return { ...shares, windows };
}

/** Makes the usage of windows that begin before unknown, until responses give it. */
export function forgetUsage(
  shares: SharedWindows,
  unknownBeforeMs: number,
  measureFromMs: number,
  isStarting = false,
): SharedWindows {
  const windows = new Map(shares.windows);
  for (const [key, window] of windows) {
    if (window.beginMs >= unknownBeforeMs) continue;
    windows.set(key, { ...window, ...forgotten(window, shares.share) });
  }
  return { ...shares, windows, unknownBeforeMs, measureFromMs, isStarting };
}

/** Reads the usage from the response of a finished call. */
export function releaseCall(shares: SharedWindows, call: CompletedCall): SharedWindows {
  const windows = new Map(shares.windows);
  for (const [at, charge] of call.charges.entries()) {
    // A window that began meanwhile may have counted the call.
    openWindow(shares, windows, charge, Math.floor(call.nowMs / charge.windowMs));
    const measured = call.used[at];
    const index = measuredWindow(charge.windowMs, call);
    if (index === undefined) continue;
    const window = openWindow(shares, windows, charge, index);
    if (measured === undefined) {
      // The exchange may never report the usage: do not hold calls back for long.
      if (shares.isStarting) windows.set(window.key, { ...window, isUnknown: false });
      continue;
    }
    const used = Math.max(window.used, measured);
    const ours = Math.ceil(measured * shares.share);
    const spent = window.isUnknown ? window.spent + ours : Math.max(window.spent, ours);
    const isMeasured = !window.isUnknown || call.sentMs >= shares.measureFromMs;
    const known = isMeasured ? { spent, isUnknown: false } : {};
    windows.set(window.key, { ...window, used, ...known });
  }
  const exchangeMs = slower(shares.exchangeMs, call.nowMs - call.sentMs);
  return countInFlight({ ...shares, windows, exchangeMs }, call.charges, -1);
}

/** Counts calls that start and calls that end. */
export function countInFlight(
  shares: SharedWindows,
  charges: readonly Charge[],
  direction: 1 | -1,
): SharedWindows {
  const inFlight = new Map(shares.inFlight);
  for (const { key, cost } of charges) {
    inFlight.set(key, (inFlight.get(key) ?? 0) + direction * cost);
  }
  return { ...shares, inFlight };
}

/** Drops windows that are over, even by the least exact clock; see `uncertaintyMs`. */
export function dropWindows(shares: SharedWindows, nowMs: number): SharedWindows {
  const current = [...shares.windows].filter(
    ([, { endMs, charge }]) => endMs + charge.windowMs / 2 > nowMs,
  );
  return { ...shares, windows: new Map(current) };
}

/**
 * 64-bit FNV-1a, for names that must not be readable in Redis, such as the API key in the key of a
 * charge or the name of a gate: enough to distinguish names, and too short to recover one.
 */
export function digestOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}
