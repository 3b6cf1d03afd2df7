/**
 * How a local book stays equal to the exchange's: a pure reducer over depth events, snapshots and
 * losses. It knows ids alone; whoever runs it holds the levels and carries out the effects.
 */

import type { Int64 } from "../tables.ts";
import type {
  BookState,
  DepthEvent,
  EventIds,
  EventResult,
  LevelTexts,
  SequenceRules,
  StaleReason,
} from "./types.ts";

/** Where the synchronization of a book stands. */
export interface SyncState {
  readonly state: BookState;
  /** Why it is not live. */
  readonly reason: StaleReason | undefined;
  /** Snapshots in a row that did not make it live. */
  readonly failedSnapshots: number;
  /** Update id of the snapshot that it started from; `NaN` before the first. */
  readonly snapshotId: Int64;
  /** The event that was applied last; absent after a snapshot. */
  readonly previous: EventIds | undefined;
  /** Of a book that is not live: update id of the last event received; `NaN` when none was. */
  readonly receivedId: Int64;
  /** Events that wait for a snapshot, each following the one before. */
  readonly buffer: readonly DepthEvent[];
}

/** What happens to a book. */
export type SyncEvent =
  | { readonly kind: "depth"; readonly event: DepthEvent }
  | { readonly kind: "snapshot"; readonly lastUpdateId: Int64 }
  | { readonly kind: "badSnapshot"; readonly reason: StaleReason }
  /** The book is known to be wrong. */
  | { readonly kind: "broken"; readonly reason: StaleReason }
  /** Events after this one may not follow those before it. */
  | { readonly kind: "disconnected" };

/** What the owner of the levels does about it, in order. */
export type SyncEffect =
  | { readonly kind: "applySnapshot" }
  /** Applies an event's levels, and reports `broken` when the book is crossed after it. */
  | { readonly kind: "applyEvent"; readonly event: DepthEvent }
  /** Hands a buffered event in again. */
  | { readonly kind: "replay"; readonly event: DepthEvent };

interface SyncStep {
  readonly state: SyncState;
  /** What became of the event. */
  readonly result: EventResult;
  readonly effects: readonly SyncEffect[];
}

export interface SyncRules {
  readonly sequence: SequenceRules;
  readonly bufferMax: number;
}

/** Before the first snapshot. */
export const unsynced: SyncState = {
  state: "syncing",
  reason: undefined,
  failedSnapshots: 0,
  snapshotId: Number.NaN,
  previous: undefined,
  receivedId: Number.NaN,
  buffer: [],
};

/** The state after something happened, and what is to be done about it. */
export function reduceSync(state: SyncState, event: SyncEvent, rules: SyncRules): SyncStep {
  switch (event.kind) {
    case "depth":
      return state.state === "live"
        ? applyOrLose(state, event.event, rules)
        : buffer(state, event.event, rules);
    case "snapshot":
      return restart(state, event.lastUpdateId, rules);
    case "badSnapshot":
      return failed(state, event.reason);
    case "broken":
      return { state: stale(state, event.reason), result: "stale", effects: [] };
    case "disconnected": {
      const lost = stale(state, "disconnected");
      const next = { ...lost, buffer: [], receivedId: Number.NaN };
      return { state: next, result: "stale", effects: [] };
    }
  }
}

/** What the rules say of an event while the book is live. */
export function judgeEvent(
  { previous, snapshotId }: SyncState,
  event: EventIds,
  { drop, first, late, next }: SequenceRules,
): "apply" | "drop" | "gap" {
  if (previous === undefined) {
    if (drop(event, noEvent, snapshotId)) return "drop";
    return first(event, noEvent, snapshotId) ? "apply" : "gap";
  }
  if (late?.(event, previous, snapshotId) === true) return "drop";
  return next(event, previous, snapshotId) ? "apply" : "gap";
}

/** The state of a live book after an event was applied. */
export function afterEvent(state: SyncState, event: EventIds): SyncState {
  const { first, last, before, time, engineTime } = event;
  return { ...state, failedSnapshots: 0, previous: { first, last, before, time, engineTime } };
}

const noEvent: EventIds = {
  first: Number.NaN,
  last: Number.NaN,
  before: Number.NaN,
  time: Number.NaN,
  engineTime: Number.NaN,
};

function applyOrLose(state: SyncState, event: DepthEvent, rules: SyncRules): SyncStep {
  switch (judgeEvent(state, event, rules.sequence)) {
    case "drop":
      return { state, result: "dropped", effects: [] };
    case "gap":
      return { ...buffer(stale(state, "gap"), event, rules), result: "stale" };
    case "apply": {
      if (hasNegativeQuantity(event)) {
        return { state: stale(state, "negativeQuantity"), result: "stale", effects: [] };
      }
      const effects = [{ kind: "applyEvent", event }] as const;
      return { state: afterEvent(state, event), result: "applied", effects };
    }
  }
}

/** Keeps an event until a snapshot comes. Events that do not lead up to it are useless by then. */
function buffer(state: SyncState, event: DepthEvent, { sequence, bufferMax }: SyncRules): SyncStep {
  const tail = state.buffer.at(-1);
  if (tail !== undefined && sequence.late?.(event, tail, Number.NaN) === true) {
    return { state, result: "dropped", effects: [] };
  }
  const follows = tail === undefined || sequence.next(event, tail, Number.NaN);
  const kept = [...(follows ? state.buffer : []), event].slice(-bufferMax);
  const next = { ...state, buffer: kept, receivedId: event.last };
  return { state: next, result: "buffered", effects: [] };
}

/** Starts from a snapshot, unless it is older than the first event that is known. */
function restart(state: SyncState, snapshotId: Int64, { sequence }: SyncRules): SyncStep {
  const { buffer: events, receivedId } = state;
  const start = events.findIndex((event) => !sequence.drop(event, noEvent, snapshotId));
  const next = events[start];
  const isOld = next ? !sequence.first(next, noEvent, snapshotId) : receivedId > snapshotId;
  if (isOld) return failed(state, "snapshotTooOld");
  const replayed = next === undefined ? [] : events.slice(start);
  const { failedSnapshots } = state;
  return {
    state: { ...unsynced, state: "live", failedSnapshots, snapshotId, receivedId },
    result: "applied",
    effects: [
      { kind: "applySnapshot" },
      ...replayed.map((event) => ({ kind: "replay", event }) as const),
    ],
  };
}

/** The snapshot did not help; the next one may. */
function failed(state: SyncState, reason: StaleReason): SyncStep {
  const { failedSnapshots } = state;
  const next = { ...state, reason, failedSnapshots: failedSnapshots + 1 };
  return { state: next, result: "ignored", effects: [] };
}

function stale(state: SyncState, reason: StaleReason): SyncState {
  if (state.state !== "live") return { ...state, reason };
  return { ...state, state: "stale", reason, receivedId: state.previous?.last ?? state.receivedId };
}

export function hasNegativeQuantity({ bids, asks }: LevelTexts): boolean {
  return [...bids, ...asks].some(([, quantity]) => quantity?.startsWith("-") === true);
}
