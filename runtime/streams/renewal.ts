/**
 * Renews a connection: the new socket delivers before the old one closes. Merges the events of
 * both, and decides when the new one takes over. The times are options; see options.ts.
 */

import type { ConnectionLimits } from "../tables.ts";
import type { ConnectionSettings } from "./options.ts";
import type { StreamMessage } from "./types.ts";

/** What an overlap has shown. */
export interface OverlapReport {
  /** Streams with events, by name. */
  readonly streams: ReadonlyMap<string, OverlapStatus>;
  /** Number of events of the new socket that wait for the old one. */
  readonly waiting: number;
}

/** What the two sockets have shown about a stream. */
type OverlapStatus =
  /** Both brought the same event, so later ones arrive on either. */
  | "proven"
  /** The new socket brought events that the old one has not brought yet. */
  | "ahead"
  /** Only the old socket brought events. */
  | "missingOnNew";

/** Beyond this many waiting events the new socket is no copy of the old one. */
export const overlapWaitingMax = 10_000;

export interface OverlapOwner {
  /** Equal for copies of one event; `undefined` for events without a key. */
  readonly keyOf: (message: StreamMessage) => string | undefined;
  readonly event: (message: StreamMessage) => void;
}

/** Merges the events of an old and a new socket: emits each once and in order. */
export class Overlap implements OverlapReport {
  readonly streams = new Map<string, OverlapStatus>();
  readonly #owner: OverlapOwner;
  readonly #emitted = new Set<string>();
  /** Waiting events of the new socket by key, or by themselves without a key. */
  readonly #waiting = new Map<string | StreamMessage, StreamMessage>();
  #isFinished = false;

  constructor(owner: OverlapOwner) {
    this.#owner = owner;
  }

  /** Emits an event of the old socket unless it was already emitted. */
  receiveOld(message: StreamMessage): void {
    if (this.#isFinished) return;
    const key = this.#owner.keyOf(message);
    if (key === undefined) return this.#owner.event(message);
    const { stream } = message;
    if (!this.streams.has(stream)) this.streams.set(stream, "missingOnNew");
    if (this.#emitted.has(key)) return;
    if (this.#waiting.has(key)) {
      this.streams.set(stream, "proven");
      this.#emitBefore(key, stream);
    }
    this.#emitted.add(key);
    this.#owner.event(message);
  }

  /** Holds an event of the new socket until the old one brings it or the overlap finishes. */
  receiveNew(message: StreamMessage): void {
    const key = this.#owner.keyOf(message);
    const { stream } = message;
    if (key !== undefined && this.#emitted.has(key)) {
      this.streams.set(stream, "proven");
      return;
    }
    if (this.#isFinished) {
      if (key !== undefined) this.#emitted.add(key);
      return this.#owner.event(message);
    }
    if (key === undefined) {
      this.#waiting.set(message, message);
    } else {
      this.#waiting.set(key, message);
      if (this.streams.get(stream) !== "proven") this.streams.set(stream, "ahead");
    }
  }

  /** Emits the waiting events; from now on only drops copies of emitted ones. */
  finish(): void {
    this.#isFinished = true;
    for (const [key, message] of this.#waiting) {
      if (typeof key === "string") this.#emitted.add(key);
      this.#owner.event(message);
    }
    this.#waiting.clear();
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** The old socket brought an event: it has skipped those of its stream that wait before it. */
  #emitBefore(reached: string, name: string): void {
    for (const [key, message] of this.#waiting) {
      if (key === reached) break;
      if (message.stream !== name) continue;
      this.#waiting.delete(key);
      if (typeof key !== "string") continue;
      this.#emitted.add(key);
      this.#owner.event(message);
    }
    this.#waiting.delete(reached);
  }
}

/** The two sockets of a renewal at the time of a decision. */
export interface RenewalState {
  readonly names: ReadonlySet<string>;
  readonly live: ReadonlySet<string>;
  /** Streams confirmed on the new socket. */
  readonly confirmed: ReadonlySet<string>;
  readonly report: OverlapReport;
  /** Whether both sockets delivered side by side for less than `overlapMs`. */
  readonly isShort: boolean;
  /** Number of earlier decisions on this renewal. */
  readonly checks: number;
}

/** Extensions of an overlap while the two sockets do not bring the same events. */
const checksMax = 6;

/**
 * Decides the next step of a renewal: let both sockets deliver, close the new one, which brings
 * nothing, or close the old one; then events of these streams may be missing.
 */
export function decideRenewal(renewal: RenewalState): "wait" | "abandon" | readonly string[] {
  const { names, report, checks } = renewal;
  const lost = lostStreams(renewal);
  const isMissing = [...names].some((name) => report.streams.get(name) === "missingOnNew");
  const mayWait = checks + 1 < checksMax && report.waiting <= overlapWaitingMax;
  if (mayWait && (lost.length > 0 || isMissing)) return "wait";
  return isMissing ? "abandon" : lost;
}

/**
 * Live streams that may miss an event when the new socket takes over: streams it does not carry,
 * streams on which it is ahead, and after a short overlap also those without events.
 */
export function lostStreams({
  live,
  confirmed,
  report,
  isShort,
}: Omit<RenewalState, "names" | "checks">): readonly string[] {
  return [...live].filter((name) => {
    const status = report.streams.get(name);
    return !confirmed.has(name) || status === "ahead" || (isShort && status !== "proven");
  });
}

/** Delay until the renewal of a connection of this age; `random` is from 0 to below 1. */
export function renewalDelayMs(
  { ageMs, random }: { readonly ageMs: number; readonly random: number },
  { lifetimeMs }: Pick<ConnectionLimits, "lifetimeMs">,
  { renewBeforeMs }: Pick<ConnectionSettings, "renewBeforeMs">,
): number {
  const beforeMs = Math.min(renewBeforeMs * (1 + random), lifetimeMs / 2);
  return Math.max(lifetimeMs / 4, lifetimeMs - ageMs - beforeMs);
}
