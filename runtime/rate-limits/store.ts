/**
 * What a rate limiter counts, and the store that keeps the counts. Times are the exchange's, in
 * milliseconds: all who share a store share that clock, however their own are set.
 */

/** What one call uses of one counted window. */
export interface Charge {
  /** The window, and for one that counts per account the API key too. Keep it out of logs. */
  readonly key: string;
  /** Id of the window. */
  readonly window: string;
  /** Length of the window, which begins at each multiple of it. */
  readonly windowMs: number;
  /** How much of the window may be used after this call. */
  readonly amount: number;
  readonly cost: number;
  /** Response header with the usage of the window; not known for every window. */
  readonly header?: string | undefined;
}

/** The exchange's time as it is known, in milliseconds. */
export interface ServerTime {
  readonly nowMs: number;
  /** How wrong `nowMs` can be, either way; `Infinity` until the exchange was asked. */
  readonly errorMs: number;
}

/** What a call needs before it is sent: all of its charges fit, or none is made. */
export interface AcquireRequest extends ServerTime {
  readonly charges: readonly Charge[];
  /** Gates that must be open. */
  readonly gates: readonly string[];
}

/** Why a call may not be sent now. */
export interface Refusal {
  readonly reason: "full" | "throttled" | "banned";
  /** When to try again, on the clock of the request. */
  readonly untilMs: number;
  /** Key of the charge, or name of the gate. */
  readonly key: string;
  /** The charge that does not fit, and the usage of its window; absent for a gate. */
  readonly charge?: Charge | undefined;
  readonly used?: number | undefined;
}

/** A call that is over. */
export interface CompletedCall extends ServerTime {
  /** When its charges were made. */
  readonly sentMs: number;
  readonly charges: readonly Charge[];
  /** Usage by the response's headers, for each charge; `undefined` where no header has it. */
  readonly used: readonly (number | undefined)[];
}

/**
 * Counts calls in memory, or somewhere that processes share. `acquire` gives `undefined` when the
 * call may be sent, and otherwise the refusal that ends last; it never rejects. Each call that was
 * let through is released once.
 */
export interface RateLimitStore {
  readonly acquire: (request: AcquireRequest) => Refusal | undefined | Promise<Refusal | undefined>;
  readonly release: (call: CompletedCall) => void;
  /** Lets nothing through a gate until then; a gate that is closed for longer stays so. */
  readonly closeGate: (gate: string, untilMs: number, reason: "throttled" | "banned") => void;
  /** The times of earlier requests were wrong by this much. */
  readonly correctClock?: (byMs: number, before: ServerTime) => void;
  /** Registers a listener for the loss and the return of a shared store. */
  readonly subscribe?: (listener: (event: StoreEvent) => void) => void;
}

/** A shared store cannot be reached, so that the process counts alone, or can be reached again. */
export interface StoreEvent {
  readonly kind: "rateLimitStore";
  readonly state: "shared" | "alone";
  readonly reason: string;
}

/** The refusal to report of two: a ban before anything else, otherwise the one that ends last. */
export function laterRefusal(one: Refusal | undefined, other: Refusal): Refusal {
  if (one === undefined || other.reason === "banned") return other;
  return one.reason === "banned" || one.untilMs > other.untilMs ? one : other;
}

/** Why a request cannot pass its gates, if one of them is closed. */
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

/**
 * How far around a time its window is looked for. Half a window is enough when the error is
 * unknown: the middle of the window that the exchange counts a call in is no further away.
 */
export function uncertaintyMs(windowMs: number, { errorMs }: ServerTime): number {
  return Math.min(errorMs, windowMs / 2);
}

/**
 * Number of the window that a response's usage header speaks of; `undefined` where a window may
 * have begun between request and response, so that nobody can say which one is meant.
 */
export function measuredWindow(
  windowMs: number,
  { sentMs, nowMs, errorMs }: CompletedCall,
): number | undefined {
  const index = Math.floor((sentMs - errorMs) / windowMs);
  return index === Math.floor((nowMs + errorMs + 1) / windowMs) ? index : undefined;
}
