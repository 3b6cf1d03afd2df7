/** The reducer of a local book: each row is a history of events, and what is left of it. */

import { expect, test } from "vitest";

import { judgeDepthEvent } from "../../../generated/order-book.ts";
import {
  reduceSync,
  type SyncEvent,
  type SyncRules,
  unsynced,
} from "../../../runtime/order-book/sync.ts";
import type { DepthEvent } from "../../../runtime/order-book/types.ts";

function depth(first: number, last = first, quantity = "1"): SyncEvent {
  const [before, time, engineTime] = [Number.NaN, last, Number.NaN];
  const event: DepthEvent = {
    first,
    last,
    before,
    time,
    engineTime,
    bids: [["5", quantity]],
    asks: [],
  };
  return { kind: "depth", event };
}
const snapshot = (lastUpdateId: number): SyncEvent => ({ kind: "snapshot", lastUpdateId });
const disconnected: SyncEvent = { kind: "disconnected" };
const unreadable: SyncEvent = { kind: "unreadable" };
const bad: SyncEvent = { kind: "badSnapshot" };
const crossed: SyncEvent = { kind: "crossed", isCrossed: true };
const uncrossed: SyncEvent = { kind: "crossed", isCrossed: false };

interface Row {
  readonly name: string;
  readonly events: readonly SyncEvent[];
  /** Results in turn, replayed events included. */
  readonly results: string;
  readonly state: string;
  /** First ids of the buffered events. */
  readonly buffer?: readonly number[];
  readonly failed?: number;
  readonly isCrossed?: boolean;
}

const rows: readonly Row[] = [
  { name: "nothing", events: [], results: "", state: "syncing" },
  {
    name: "the event ends on the snapshot's update id",
    events: [snapshot(10), depth(8, 10)],
    results: "applied dropped",
    state: "live 10",
  },
  {
    name: "the event ends right after the snapshot's update id",
    events: [snapshot(10), depth(8, 11)],
    results: "applied applied",
    state: "live 11",
  },
  {
    name: "the event starts right after the snapshot's update id",
    events: [snapshot(10), depth(11)],
    results: "applied applied",
    state: "live 11",
  },
  {
    name: "the first event leaves a gap of one",
    events: [snapshot(10), depth(12)],
    results: "applied stale",
    state: "stale gap",
    buffer: [12],
  },
  {
    name: "a later event leaves a gap of one",
    events: [snapshot(10), depth(11), depth(13)],
    results: "applied applied stale",
    state: "stale gap",
    buffer: [13],
  },
  {
    name: "a gap is closed by a snapshot on the id before the buffered event",
    events: [snapshot(10), depth(12), depth(13), snapshot(11)],
    results: "applied stale buffered applied applied applied",
    state: "live 13",
  },
  {
    name: "a gap is closed by a snapshot on the id of the last buffered event",
    events: [snapshot(10), depth(12), depth(13), snapshot(13)],
    results: "applied stale buffered applied dropped dropped",
    state: "live 13",
  },
  {
    name: "the snapshot is one older than the first buffered event needs",
    events: [depth(12), snapshot(10), snapshot(11)],
    results: "buffered ignored applied applied",
    state: "live 12",
    failed: 0,
  },
  {
    name: "snapshots fail, and the next one helps",
    events: [depth(12), bad, snapshot(10), snapshot(11), depth(14), bad],
    results: "buffered ignored ignored applied applied stale ignored",
    state: "stale snapshotUnreadable",
    buffer: [14],
    failed: 1,
  },
  {
    name: "a reconnect while it waits for the first snapshot",
    events: [depth(5), disconnected, depth(21), snapshot(20)],
    results: "buffered stale buffered applied applied",
    state: "live 21",
  },
  {
    name: "events from before a reconnect are not replayed, even when later ones follow them",
    events: [depth(5), disconnected, depth(6), snapshot(4)],
    results: "buffered stale buffered ignored",
    state: "syncing snapshotTooOld",
    buffer: [6],
    failed: 1,
  },
  {
    name: "a reconnect while it is live, and a snapshot that the old connection was ahead of",
    events: [snapshot(10), depth(11, 30), disconnected, snapshot(20), depth(21)],
    results: "applied applied stale applied applied",
    state: "live 21",
  },
  {
    name: "the same snapshot without the reconnect is too old",
    events: [snapshot(10), depth(11, 30), unreadable, snapshot(29)],
    results: "applied applied stale ignored",
    state: "stale snapshotTooOld",
    failed: 1,
  },
  {
    name: "a snapshot on exactly the last received id",
    events: [snapshot(10), depth(11, 30), unreadable, snapshot(30)],
    results: "applied applied stale applied",
    state: "live 30",
  },
  {
    name: "a gap inside the buffer drops what came before it",
    events: [depth(5), depth(6), depth(9), depth(10)],
    results: "buffered buffered buffered buffered",
    state: "syncing",
    buffer: [9, 10],
  },
  {
    name: "the buffer is full",
    events: [depth(1), depth(2), depth(3), depth(4), depth(5)],
    results: "buffered buffered buffered buffered buffered",
    state: "syncing",
    buffer: [3, 4, 5],
  },
  {
    name: "a negative quantity",
    events: [snapshot(10), depth(11, 11, "-1"), depth(11), snapshot(11)],
    results: "applied stale buffered applied dropped",
    state: "live 11",
  },
  {
    name: "a negative quantity in the buffer is found when it is replayed",
    events: [depth(11, 11, "-1"), depth(12), snapshot(10)],
    results: "buffered buffered applied stale buffered",
    state: "stale negativeQuantity",
    buffer: [12],
  },
  {
    name: "a crossed book needs one snapshot, and is live again although it is still crossed",
    events: [snapshot(10), depth(11), crossed, depth(12), snapshot(11), depth(13)],
    results: "applied applied stale buffered applied applied applied",
    state: "live 13",
    isCrossed: true,
  },
  {
    name: "a book that uncrosses and is crossed again needs another snapshot",
    events: [snapshot(10), crossed, snapshot(10), uncrossed, depth(11), crossed],
    results: "applied stale applied applied applied stale",
    state: "stale crossed",
    isCrossed: true,
  },
  {
    name: "a crossed book is stale after a loss like any other",
    events: [snapshot(10), crossed, snapshot(10), depth(12)],
    results: "applied stale applied stale",
    state: "stale gap",
    buffer: [12],
    isCrossed: true,
  },
];

/** Runs a history as the owner of a book does: after a snapshot, what was buffered comes again. */
function play(events: readonly SyncEvent[], rules: SyncRules) {
  const results: string[] = [];
  let state = unsynced;
  const run = (event: SyncEvent): void => {
    const { buffer } = state;
    const step = reduceSync(state, event, rules);
    state = step.state;
    results.push(step.result);
    if (event.kind !== "snapshot" || step.result !== "applied") return;
    for (const buffered of buffer) run({ kind: "depth", event: buffered });
  };
  events.forEach(run);
  return { state, results: results.join(" ") };
}

const rules: SyncRules = {
  judge: (event, previous, snapshotId) =>
    judgeDepthEvent("documented", event, previous, snapshotId),
  bufferMax: 3,
};

for (const { name, events, results, state, buffer = [], failed = 0, isCrossed = false } of rows) {
  test(name, () => {
    const played = play(events, rules);
    expect(played.results).toBe(results);
    const { previous, snapshotId } = played.state;
    const detail = played.state.reason ?? previous?.last ?? snapshotId;
    expect(`${played.state.state} ${detail}`).toBe(state === "syncing" ? "syncing NaN" : state);
    expect(played.state.buffer.map(({ first }) => first)).toEqual(buffer);
    expect([played.state.failedSnapshots, played.state.isCrossed]).toEqual([failed, isCrossed]);
  });
}

test("where events may overlap, one that brings nothing new leaves the buffer as it is", () => {
  const overlapping: SyncRules = {
    judge: (event, previous, snapshotId) =>
      judgeDepthEvent("overlapping", event, previous, snapshotId),
    bufferMax: 3,
  };
  const events = [depth(5, 7), depth(6, 7), depth(6, 8), depth(4, 5), snapshot(6)];
  const { state, results } = play(events, overlapping);
  expect(results).toBe("buffered dropped buffered dropped applied applied applied");
  expect([state.state, state.previous?.last, state.receivedId]).toEqual(["live", 8, 8]);
});
