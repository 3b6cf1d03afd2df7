/**
 * The interface of a store of usage counts, and what it counts. Times are the exchange's, in
 * milliseconds, so that all who share a store share one clock.
 */

import type { ServerTime } from "../call/clock.ts";
import type { StoreEvent } from "../call/options.ts";

export type { ServerTime, StoreEvent };

/** The cost of one call in one counted window. */
export interface Charge {
  /** Id of the window, plus the API key where usage counts per account. Keep it out of logs. */
  readonly key: string;
  /** Id of the window. */
  readonly window: string;
  /** Length of the window; windows begin at its multiples. */
  readonly windowMs: number;
  /** Usage that this call may reach. */
  readonly amount: number;
  /** What the call adds to the usage. */
  readonly cost: number;
  /** Response header with the usage of the window; not known for every window. */
  readonly header?: string | undefined;
}

/** A request to send a call: all charges fit, or none is made. */
export interface AcquireRequest extends ServerTime {
  readonly charges: readonly Charge[];
  /** Gates that must be open. */
  readonly gates: readonly string[];
}

/** Why a call must not be sent now. */
export interface Refusal {
  /** A full window, a request of the exchange to wait, or a ban. */
  readonly reason: "full" | "throttled" | "banned";
  /** When to try again, on the clock of the request. */
  readonly untilMs: number;
  /** When to ask earlier, because the refusal may be withdrawn. */
  readonly askAgainMs?: number | undefined;
  /** Key of the charge, or name of the gate. */
  readonly key: string;
  /** The charge that does not fit, and the usage of its window; absent for a gate. */
  readonly charge?: Charge | undefined;
  readonly used?: number | undefined;
  /** What the next windows have for this process, if less than the charge's amount. */
  readonly nextAmount?: number | undefined;
  /** The usage is unknown, and the response to a cheaper call would give it. */
  readonly isUnknown?: boolean | undefined;
}

/** A finished call. */
export interface CompletedCall extends ServerTime {
  /** When its charges were made. */
  readonly sentMs: number;
  readonly charges: readonly Charge[];
  /** Usage by the response's headers, for each charge; `undefined` without a header. */
  readonly used: readonly (number | undefined)[];
}

/** Counts calls, in memory or shared by processes. */
export interface RateLimitStore {
  /** `undefined` when the call may be sent, else the refusal that ends last; never rejects. */
  readonly acquire: (request: AcquireRequest) => Refusal | undefined | Promise<Refusal | undefined>;
  /** Ends a call; once for each that was granted. */
  readonly release: (call: CompletedCall) => void;
  /** Closes a gate until then; a gate that is closed for longer stays so. */
  readonly closeGate: (gate: string, untilMs: number, reason: "throttled" | "banned") => void;
  /** The times of earlier requests were wrong by this much. */
  readonly correctClock?: (byMs: number, before: ServerTime) => void;
  /** Adds a listener for the loss and the return of a shared store. */
  readonly subscribe?: (listener: (event: StoreEvent) => void) => void;
}

/** The more important of two refusals: a ban, else the one that ends last. */
export function laterRefusal(one: Refusal | undefined, other: Refusal): Refusal {
  if (one === undefined || other.reason === "banned") return other;
  return one.reason === "banned" || one.untilMs > other.untilMs ? one : other;
}

/** The refusal of a closed gate, if any. */
export function closedGate(
  gates: ReadonlyMap<string, Refusal>,
  request: AcquireRequest,
): Refusal | undefined {
  let refusal: Refusal | undefined;
  for (const name of request.gates) {
    const gate = gates.get(name);
    if (gate !== undefined && request.nowMs < gate.untilMs) refusal = laterRefusal(refusal, gate);
  }
  return refusal;
}

/** Moves refusals to a corrected clock: what is left of a wait stays, as most are durations. */
export function moveRefusals(refusals: Map<string, Refusal>, byMs: number): void {
  for (const [key, one] of refusals) refusals.set(key, { ...one, untilMs: one.untilMs + byMs });
}

/**
 * How far around a time its window is searched. For an unknown error half a window suffices: the
 * middle of the window in which the exchange counts a call is no further away.
 */
export function uncertaintyMs(windowMs: number, { errorMs }: ServerTime): number {
  return Math.min(errorMs, windowMs / 2);
}

/**
 * Number of the window that a usage header refers to; `undefined` where a window may have begun
 * between request and response.
 */
export function measuredWindow(
  windowMs: number,
  { sentMs, nowMs, errorMs }: CompletedCall,
): number | undefined {
  const index = Math.floor((sentMs - errorMs) / windowMs);
  return index === Math.floor((nowMs + errorMs + 1) / windowMs) ? index : undefined;
}
