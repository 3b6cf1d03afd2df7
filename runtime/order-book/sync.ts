/**
 * Synchronizes a local book with the exchange's: a pure reducer over depth events, snapshots and
 * losses. It handles only ids; its caller holds the levels, and changes them when the result of an
 * event or snapshot is `applied`.
 */

import type { Int64 } from "../tables.ts";
import type {
  BookState,
  DepthEvent,
  EventIds,
  EventResult,
  EventVerdict,
  LevelTexts,
  StaleReason,
} from "./types.ts";

export interface SyncState {
  readonly state: BookState;
  /** Why it is not live. */
  readonly reason: StaleReason | undefined;
  /** Whether the best bid is above the best ask. */
  readonly isCrossed: boolean;
  /** Consecutive snapshots that did not make it live. */
  readonly failedSnapshots: number;
  /** Update id of the snapshot it started from; `NaN` before the first. */
  readonly snapshotId: Int64;
  /** The event that was applied last; absent after a snapshot. */
  readonly previous: EventIds | undefined;
  /** While not live: update id of the last received event; `NaN` for none. */
  readonly receivedId: Int64;
  /** Events that wait for a snapshot, as they came. */
  readonly buffer: readonly DepthEvent[];
}

/** Input of the reducer. */
export type SyncEvent =
  | { readonly kind: "depth"; readonly event: DepthEvent }
  /** The owner applies the snapshot, then passes the events of `replay` in again. */
  | { readonly kind: "snapshot"; readonly lastUpdateId: Int64 }
  | { readonly kind: "badSnapshot" }
  /** Whether the book is crossed now, after a change. */
  | { readonly kind: "crossed"; readonly isCrossed: boolean }
  /** A malformed message of this book. */
  | { readonly kind: "unreadable" }
  /** Events after this one may not follow those before it. */
  | { readonly kind: "disconnected" };

interface SyncStep {
  readonly state: SyncState;
  readonly result: EventResult;
  /** The buffered events that follow an applied snapshot. */
  readonly replay?: readonly DepthEvent[];
}

export interface SyncRules {
  readonly judge: (
    event: EventIds,
    previous: EventIds | undefined,
    snapshotId: Int64,
  ) => EventVerdict;
  readonly bufferMax: number;
}

/** Before the first snapshot. */
export const unsynced: SyncState = {
  state: "syncing",
  reason: undefined,
  isCrossed: false,
  failedSnapshots: 0,
  snapshotId: Number.NaN,
  previous: undefined,
  receivedId: Number.NaN,
  buffer: [],
};

/** The state after an input, and its result. */
export function reduceSync(state: SyncState, event: SyncEvent, rules: SyncRules): SyncStep {
  switch (event.kind) {
    case "depth":
      return state.state === "live"
        ? applyOrLose(state, event.event, rules)
        : buffer(state, event.event, rules);
    case "snapshot":
      return restart(state, event.lastUpdateId, rules);
    case "badSnapshot":
      return failed(state, "snapshotUnreadable");
    case "crossed": {
      // A book still crossed after a new snapshot is crossed on the exchange.
      const next = { ...state, isCrossed: event.isCrossed };
      if (!event.isCrossed) return { state: next, result: "applied" };
      return { state: stale(next, "crossed"), result: "stale" };
    }
    case "unreadable":
      return { state: stale(state, "unreadable"), result: "stale" };
    case "disconnected": {
      const lost = stale(state, "disconnected");
      return { state: { ...lost, buffer: [], receivedId: Number.NaN }, result: "stale" };
    }
  }
}

/** The state of a live book after an applied event. */
export function afterEvent(state: SyncState, previous: EventIds): SyncState {
  return { ...state, failedSnapshots: 0, previous };
}

function applyOrLose(state: SyncState, event: DepthEvent, rules: SyncRules): SyncStep {
  switch (rules.judge(event, state.previous, state.snapshotId)) {
    case "drop":
      return { state, result: "dropped" };
    case "gap":
      return { ...buffer(stale(state, "gap"), event, rules), result: "stale" };
    case "apply": {
      if (hasNegativeQuantity(event)) {
        return { state: stale(state, "negativeQuantity"), result: "stale" };
      }
      const { first, last, before, time, engineTime } = event;
      const next = afterEvent(state, { first, last, before, time, engineTime });
      return { state: next, result: "applied" };
    }
  }
}

/** Buffers an event until a snapshot comes, which decides whether the events before it matter. */
function buffer(state: SyncState, event: DepthEvent, { bufferMax }: SyncRules): SyncStep {
  const kept = [...state.buffer, event].slice(-bufferMax);
  return { state: { ...state, buffer: kept, receivedId: event.last }, result: "buffered" };
}

/**
 * Starts from a snapshot, unless the events after it do not follow it and one another: the next
 * snapshot starts from the event that did not follow, as in a live book.
 */
function restart(state: SyncState, snapshotId: Int64, { judge }: SyncRules): SyncStep {
  const { buffer: events, receivedId, failedSnapshots, isCrossed } = state;
  const replay = events.filter((event) => judge(event, undefined, snapshotId) !== "drop");
  let previous: DepthEvent | undefined;
  for (const [index, event] of replay.entries()) {
    const verdict = judge(event, previous, snapshotId);
    if (verdict === "gap") {
      return failed({ ...state, buffer: replay.slice(index) }, "snapshotTooOld");
    }
    if (verdict === "apply") previous = event;
  }
  if (previous === undefined && receivedId > snapshotId) return failed(state, "snapshotTooOld");
  return {
    state: { ...unsynced, state: "live", isCrossed, failedSnapshots, snapshotId, receivedId },
    result: "applied",
    replay,
  };
}

/** The snapshot did not help; the next one may. */
function failed(state: SyncState, reason: StaleReason): SyncStep {
  const next = { ...state, reason, failedSnapshots: state.failedSnapshots + 1 };
  return { state: next, result: "ignored" };
}

function stale(state: SyncState, reason: StaleReason): SyncState {
  if (state.state !== "live") return { ...state, reason };
  return { ...state, state: "stale", reason, receivedId: state.previous?.last ?? state.receivedId };
}

export function hasNegativeQuantity({ bids, asks }: LevelTexts): boolean {
  return [...bids, ...asks].some(([, quantity]) => quantity?.startsWith("-") === true);
}
