/**
 * The windows of a shared store as one process knows them, and its share of each: what it may use
 * while others may be without Redis.
 */

import type { AcquireRequest, Charge, CompletedCall, Refusal } from "./store.ts";
import { laterRefusal, measuredWindow, uncertaintyMs } from "./store.ts";

/** One window; mutated by the store. */
interface SharedWindow {
  /** Key in Redis. */
  readonly key: string;
  readonly charge: Charge;
  readonly beginMs: number;
  readonly endMs: number;
  /** Usage by all processes, as far as known here. */
  used: number;
  /** What of it was used when this process began to keep to its share of the rest. */
  usedBefore: number;
  /** Usage by this process since then. */
  spent: number;
  /** The cost of our calls that Redis was asked about and has not answered yet. */
  pending: number;
  /** Others may have used more: one call at a time, until a response gives the usage. */
  isUnknown: boolean;
}

/** The windows of one process. */
export interface SharedWindows {
  readonly prefix: string;
  /** The fraction of each limit that this process may use without Redis. */
  readonly share: number;
  readonly windows: Map<string, SharedWindow>;
  /** In windows that begin before, every process uses only its share. */
  sharedFromMs: number;
  /** In windows that begin before, others may have used more than is known here. */
  unknownBeforeMs: number;
  /** The charges of the call whose response will give an unknown usage. */
  probe: readonly Charge[] | undefined;
  /** The longest recent response time of the exchange. */
  exchangeMs: number;
}

export function createSharedWindows(prefix: string, share: number): SharedWindows {
  return {
    ...{ prefix, share, windows: new Map(), probe: undefined, exchangeMs: 0 },
    sharedFromMs: -Infinity,
    unknownBeforeMs: -Infinity,
  };
}

/** All processes leave this fraction of each limit free, for calls that find out the usage. */
const reservedShare = 0.01;

/** How much of a window all processes together may use. */
export function commonAmount({ amount, cost }: Charge): number {
  return Math.max(amount - Math.floor(amount * reservedShare), cost);
}

/** A window that counts a call. */
export interface CountedBy {
  readonly charge: Charge;
  readonly window: SharedWindow;
}

/** All windows that may count a call sent now. */
export function windowsFor(shared: SharedWindows, request: AcquireRequest): readonly CountedBy[] {
  dropWindows(shared, request.nowMs);
  return request.charges.flatMap((charge) => {
    const { windowMs } = charge;
    const aroundMs = uncertaintyMs(windowMs, request);
    const first = Math.floor((request.nowMs - aroundMs) / windowMs);
    const last = Math.floor((request.nowMs + aroundMs + shared.exchangeMs + 1) / windowMs);
    return Array.from({ length: last - first + 1 }, (_, at) => {
      return { charge, window: openWindow(shared, charge, first + at) };
    });
  });
}

function openWindow(shared: SharedWindows, charge: Charge, index: number): SharedWindow {
  const key = `{${shared.prefix}}:${digestOf(charge.key)}:${index}`;
  const known = shared.windows.get(key);
  if (known !== undefined) return known;
  const beginMs = index * charge.windowMs;
  const endMs = beginMs + charge.windowMs;
  const isUnknown = charge.header !== undefined && beginMs < shared.unknownBeforeMs;
  const none = { used: 0, usedBefore: 0, spent: 0, pending: 0 };
  const window = { key, charge, beginMs, endMs, ...none, isUnknown };
  shared.windows.set(key, window);
  return window;
}

/** Drops windows that are over, even by the least exact clock; see `uncertaintyMs`. */
function dropWindows({ windows }: SharedWindows, nowMs: number): void {
  for (const [key, { endMs, charge }] of windows) {
    if (endMs + charge.windowMs / 2 <= nowMs) windows.delete(key);
  }
}

/**
 * The refusal of a call that may not be sent now, whatever Redis counts. A window of unknown usage
 * is tried again after `soonMs`.
 */
export function refusalOf(
  { share, sharedFromMs, probe }: SharedWindows,
  counted: readonly CountedBy[],
  request: AcquireRequest,
  soonMs: number,
): Refusal | undefined {
  let refusal: Refusal | undefined;
  for (const { charge, window } of counted) {
    const { used: usedNow, usedBefore, spent, pending, isUnknown, endMs } = window;
    const isProbed = isUnknown && probe !== undefined;
    // Others outside of the store may use the window, too.
    const ours = Math.max(spent + pending, Math.ceil((usedNow - usedBefore) * share));
    const room = Math.floor((charge.amount - usedBefore) * share) - ours;
    const fits = window.beginMs >= sharedFromMs || charge.cost <= room;
    if (fits && !isProbed) continue;
    const lastMs = endMs + uncertaintyMs(charge.windowMs, request);
    const untilMs = isProbed ? Math.min(lastMs, request.nowMs + soonMs) : lastMs;
    const used = isProbed ? charge.amount : charge.amount - Math.max(0, room);
    refusal = laterRefusal(refusal, { reason: "full", untilMs, key: charge.key, charge, used });
  }
  return refusal;
}

/** Counts a call against our share before it is sent; `settle` follows. */
export function reserve(
  shared: SharedWindows,
  counted: readonly CountedBy[],
  { charges }: AcquireRequest,
): void {
  for (const { charge, window } of counted) window.pending += charge.cost;
  if (counted.some(({ window }) => window.isUnknown)) shared.probe = charges;
}

/** Ends a reservation: the call is sent, or it is not. */
export function settle(
  shared: SharedWindows,
  counted: readonly CountedBy[],
  { charges }: AcquireRequest,
  isSent: boolean,
): void {
  for (const { charge, window } of counted) {
    window.pending -= charge.cost;
    if (isSent) window.spent += charge.cost;
  }
  if (!isSent && shared.probe === charges) shared.probe = undefined;
}

/** Reads the usage from the response of a finished call. */
export function measure(shared: SharedWindows, call: CompletedCall): void {
  const { probe } = shared;
  for (const [at, charge] of call.charges.entries()) {
    const index = measuredWindow(charge.windowMs, call);
    if (index === undefined) continue;
    const window = openWindow(shared, charge, index);
    window.used = Math.max(window.used, call.used[at] ?? 0);
    if (probe === call.charges) {
      // Without a usage header too: do not hold calls back for long.
      window.isUnknown = false;
      window.usedBefore = window.used;
    }
  }
  if (probe === call.charges) shared.probe = undefined;
  // A single outlier decays.
  const tookMs = call.nowMs - call.sentMs;
  shared.exchangeMs = Math.min(slowMsMax, Math.max(shared.exchangeMs * 0.98, tookMs));
}

/** Longest expected response time, in milliseconds. */
const slowMsMax = 2000;

/** Keeps to our share of what is left of each window, in those that begin before `untilMs`. */
export function keepToShare(shared: SharedWindows, nowMs: number, untilMs: number): void {
  const wasKept = nowMs < shared.sharedFromMs;
  shared.sharedFromMs = untilMs;
  // In windows where all kept to their shares, the usage is known as well as before.
  if (wasKept) return;
  shared.unknownBeforeMs = nowMs;
  for (const window of shared.windows.values()) {
    if (window.beginMs >= nowMs) continue;
    window.usedBefore = window.used;
    window.spent = 0;
    window.isUnknown = window.charge.header !== undefined;
  }
}

/**
 * 64-bit FNV-1a, for names that must not be readable in Redis, such as the API key in a charge's
 * key: enough to distinguish names, and too short to recover one.
 */
function digestOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}
