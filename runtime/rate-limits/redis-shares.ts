/**
 * The windows of a shared store as one process knows them, and its share: what it may use of a
 * window that others may be using without Redis. All keep to their shares, so that all together
 * stay within the limit. Pure.
 */

import { digestOf } from "./redis-scripts.ts";
import type { AcquireRequest, Charge, CompletedCall, Refusal, ServerTime } from "./store.ts";
import { laterRefusal, measuredWindow, uncertaintyMs } from "./store.ts";

/** One window as this process knows it. */
export interface SharedWindow {
  readonly key: string;
  readonly charge: Charge;
  readonly beginMs: number;
  readonly endMs: number;
  /** Usage by all processes, as far as this one knows. */
  readonly used: number;
  /** Usage by this process. */
  readonly ownUse: number;
  /** The part of `ownUse` that Redis does not know yet. */
  readonly unreported: number;
  /** The part of `ownUse` that `base` contains. */
  readonly ownUseInBase: number;
  /** Our share of what all had used when the share began to count; `undefined`: unknown. */
  readonly base: number | undefined;
}

/** A window that counts a call. */
export interface Reservation {
  readonly charge: Charge;
  readonly key: string;
}

/** What one process counts. */
export interface Shares {
  /** Prefix of all keys in Redis. */
  readonly prefix: string;
  /** The part of each limit that this process may use without Redis. */
  readonly share: number;
  /** How soon to try again when the usage of a window is unknown. */
  readonly soonMs: number;
  readonly windows: ReadonlyMap<string, SharedWindow>;
  /** Cost of the calls in flight, by key of the charge: a window that begins may count them. */
  readonly inFlight: ReadonlyMap<string, number>;
  /** The usage of windows that begin earlier is unknown. */
  readonly unknownBeforeMs: number;
  /** A call sent from then on measures the usage of such a window. */
  readonly measureFromMs: number;
  /** How long Redis, and the exchange, have taken to respond lately. */
  readonly redisMs: number;
  readonly exchangeMs: number;
}

export function emptyShares(settings: Pick<Shares, "prefix" | "share" | "soonMs">): Shares {
  return {
    ...settings,
    windows: new Map(),
    inFlight: new Map(),
    unknownBeforeMs: -Infinity,
    measureFromMs: -Infinity,
    redisMs: 0,
    exchangeMs: 0,
  };
}

/**
 * This part of each limit is left by all who share a store. A process that does not know the usage
 * of a window may use its share of this part, and the responses give the usage.
 */
const reserve = 0.01;

/** How much of a window all processes together may use. */
export function commonAmount({ amount, cost }: Charge): number {
  return Math.max(amount - Math.floor(amount * reserve), cost);
}

/** No response is expected to take longer, in milliseconds. */
const slowMsMax = 2000;

/** The longest duration of late; a single long one is forgotten bit by bit. */
export function slower(knownMs: number, tookMs: number): number {
  return Math.min(slowMsMax, Math.max(knownMs * 0.98, tookMs));
}

/**
 * Counts a call in all windows that may count it, or refuses it. Only our share may be used of
 * windows that begin before `sharedFromMs`.
 */
export function reserveCall(
  shares: Shares,
  request: AcquireRequest,
  sharedFromMs: number,
): { readonly shares: Shares; readonly result: Refusal | readonly Reservation[] } {
  const windows = new Map(shares.windows);
  const found = request.charges.flatMap((charge) =>
    possibleIndexes(shares, charge, request).map((index) => {
      return { charge, window: openWindow(shares, windows, charge, index) };
    }),
  );
  let refusal: Refusal | undefined;
  for (const { charge, window } of found) {
    const room = roomIn(shares, charge, window, request.nowMs);
    if (window.beginMs >= sharedFromMs || charge.cost <= room) continue;
    const endMs = window.endMs + uncertaintyMs(charge.windowMs, request);
    const soonMs = request.nowMs + shares.soonMs;
    const untilMs = window.base === undefined ? Math.min(endMs, soonMs) : endMs;
    const used = charge.amount - Math.max(0, room);
    refusal = laterRefusal(refusal, { reason: "full", untilMs, key: charge.key, charge, used });
  }
  if (refusal !== undefined) return { shares: { ...shares, windows }, result: refusal };
  const result = found.map(({ charge, window: { key } }): Reservation => {
    change(windows, key, ({ ownUse }) => ({ ownUse: ownUse + charge.cost }));
    return { charge, key };
  });
  return { shares: { ...shares, windows }, result };
}

/** Changes the windows of a call; each gets the place of its reservation. */
export function changeWindows(
  shares: Shares,
  reservations: readonly Reservation[],
  changeOf: (window: SharedWindow, charge: Charge, at: number) => Partial<SharedWindow>,
): Shares {
  const windows = new Map(shares.windows);
  for (const [at, { key, charge }] of reservations.entries()) {
    change(windows, key, (window) => changeOf(window, charge, at));
  }
  return { ...shares, windows };
}

function change(
  windows: Map<string, SharedWindow>,
  key: string,
  changeOf: (window: SharedWindow) => Partial<SharedWindow>,
): void {
  const window = windows.get(key);
  // A window that is over may be gone.
  if (window !== undefined) windows.set(key, { ...window, ...changeOf(window) });
}

/** The windows that may count a call that is let through now. */
function possibleIndexes(shares: Shares, { windowMs }: Charge, time: ServerTime): number[] {
  const aroundMs = uncertaintyMs(windowMs, time);
  const first = Math.floor((time.nowMs - aroundMs) / windowMs);
  const lateMs = aroundMs + shares.redisMs + shares.exchangeMs + 1;
  const last = Math.floor((time.nowMs + lateMs) / windowMs);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function openWindow(
  { prefix, share, inFlight, unknownBeforeMs }: Shares,
  windows: Map<string, SharedWindow>,
  charge: Charge,
  index: number,
): SharedWindow {
  const key = `{${prefix}}:${digestOf(charge.key)}:${index}`;
  const known = windows.get(key);
  if (known !== undefined) return known;
  const beginMs = index * charge.windowMs;
  const ownUse = inFlight.get(charge.key) ?? 0;
  const window: SharedWindow = {
    key,
    charge,
    beginMs,
    endMs: beginMs + charge.windowMs,
    used: 0,
    ownUse,
    unreported: ownUse,
    ownUseInBase: 0,
    base: beginMs < unknownBeforeMs ? baseOf(charge, 0, share) : 0,
  };
  windows.set(key, window);
  return window;
}

/** Without a usage header nothing better than the known usage will come. */
function baseOf({ header }: Charge, used: number, share: number): number | undefined {
  return header === undefined ? Math.ceil(used * share) : undefined;
}

function roomIn(
  { share, measureFromMs }: Shares,
  { amount }: Charge,
  { base, ownUse, ownUseInBase }: SharedWindow,
  nowMs: number,
): number {
  const own = ownUse - ownUseInBase;
  if (base !== undefined) return Math.floor(amount * share) - base - own;
  return nowMs < measureFromMs ? 0 : Math.floor(Math.floor(amount * reserve) * share) - own;
}

/** The usage of windows that begin earlier becomes unknown, until responses give it. */
export function forgetUsage(shares: Shares, beforeMs: number, measureFromMs: number): Shares {
  const windows = new Map(shares.windows);
  for (const [key, { beginMs }] of shares.windows) {
    if (beginMs >= beforeMs) continue;
    change(windows, key, ({ charge, used, ownUse, unreported }) => ({
      ownUseInBase: ownUse - unreported,
      base: baseOf(charge, used, shares.share),
    }));
  }
  return { ...shares, windows, unknownBeforeMs: beforeMs, measureFromMs };
}

/** Takes the usage from a response; the next call reports it to Redis. */
export function learnUsage(shares: Shares, call: CompletedCall): Shares {
  const windows = new Map(shares.windows);
  for (const [at, charge] of call.charges.entries()) {
    // A window that has begun meanwhile may have counted the call.
    openWindow(shares, windows, charge, Math.floor(call.nowMs / charge.windowMs));
    const index = measuredWindow(charge.windowMs, call);
    const measured = call.used[at];
    if (measured === undefined || index === undefined) continue;
    const { key } = openWindow(shares, windows, charge, index);
    change(windows, key, (window) => {
      const used = Math.max(window.used, measured);
      const base = Math.ceil(measured * shares.share);
      if (window.base !== undefined) {
        const others = base - window.ownUse + window.ownUseInBase;
        return { used, base: Math.max(window.base, others) };
      }
      return call.sentMs >= shares.measureFromMs ? { used, base } : { used };
    });
  }
  const exchangeMs = slower(shares.exchangeMs, call.nowMs - call.sentMs);
  return countInFlight({ ...shares, windows, exchangeMs }, call.charges, -1);
}

/** Counts the calls that are sent, and those that have ended. */
export function countInFlight(
  shares: Shares,
  charges: readonly Charge[],
  direction: 1 | -1,
): Shares {
  const inFlight = new Map(shares.inFlight);
  for (const { key, cost } of charges) {
    inFlight.set(key, (inFlight.get(key) ?? 0) + direction * cost);
  }
  return { ...shares, inFlight };
}

/** Without the windows that are over. */
export function dropWindows(shares: Shares, nowMs: number): Shares {
  const current = [...shares.windows].filter(([, { endMs }]) => endMs >= nowMs);
  return current.length === shares.windows.size ? shares : { ...shares, windows: new Map(current) };
}
