/** The reducer of a local book: each row is a history of events, and what is left of it. */

import { expect, test } from "vitest";

import { judgeDepthEvent } from "../../../generated/order-book.ts";
import {
  reduceSync,
  type SyncEvent,
  type SyncRules,
  unsynced,
} from "../../../runtime/order-book/sync.ts";
import type { DepthEvent, EventIds } from "../../../runtime/order-book/types.ts";
import type { Int64 } from "../../../runtime/tables.ts";
import { runs } from "../../support/runs.ts";

type DepthInput = Extract<SyncEvent, { readonly kind: "depth" }>;

function depth(first: number, last = first, quantity = "1"): DepthInput {
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
    results: "applied stale buffered applied",
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
    name: "a gap in the buffer needs a snapshot after it, as in the live stream",
    events: [depth(5), depth(6), depth(9), snapshot(4), snapshot(8)],
    results: "buffered buffered buffered ignored applied applied",
    state: "live 9",
  },
  {
    name: "a gap in the buffer that the snapshot covers does not matter",
    events: [depth(5), depth(9), depth(10), snapshot(9)],
    results: "buffered buffered buffered applied applied",
    state: "live 10",
  },
  {
    name: "an overlap in the buffer needs another snapshot, as in the live stream",
    events: [depth(11, 12), depth(12, 13), snapshot(11), snapshot(12)],
    results: "buffered buffered ignored applied applied",
    state: "live 13",
  },
  {
    name: "an overlap in the live stream needs another snapshot",
    events: [snapshot(10), depth(11, 12), depth(12, 13), snapshot(12)],
    results: "applied applied stale applied applied",
    state: "live 13",
  },
  {
    name: "a doubled event in the buffer needs another snapshot, as in the live stream",
    events: [depth(11), depth(11), depth(12), snapshot(10), snapshot(11)],
    results: "buffered buffered buffered ignored applied applied",
    state: "live 12",
  },
  {
    name: "a late event that the snapshot covers is dropped, also out of order",
    events: [depth(12), depth(11), snapshot(11)],
    results: "buffered buffered applied applied",
    state: "live 12",
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
    results: "applied stale buffered applied",
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

/** Runs a history as the owner of a book does: after a snapshot, what follows it comes again. */
function play(events: readonly SyncEvent[], rules: SyncRules) {
  const results: string[] = [];
  let state = unsynced;
  const run = (event: SyncEvent): void => {
    const { replay = [], ...step } = reduceSync(state, event, rules);
    state = step.state;
    results.push(step.result);
    for (const buffered of replay) run({ kind: "depth", event: buffered });
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

test("where events may overlap, one that brings nothing new changes nothing", () => {
  const overlapping: SyncRules = {
    judge: (event, previous, snapshotId) =>
      judgeDepthEvent("overlapping", event, previous, snapshotId),
    bufferMax: 5,
  };
  const events = [depth(5, 7), depth(6, 7), depth(6, 8), depth(4, 5), snapshot(6)];
  const { state, results } = play(events, overlapping);
  expect(results).toBe("buffered buffered buffered buffered applied applied dropped applied");
  expect([state.state, state.previous?.last]).toEqual(["live", 8]);
});

/** Steps 3 to 5 of the interface, word by word: the update id of the book; none to start again. */
function byTheSteps(events: readonly EventIds[], lastUpdateId: number): Int64 | undefined {
  let last: Int64 | undefined;
  for (const { first: U, last: u } of events) {
    if (u <= lastUpdateId) continue;
    const isFirst = last === undefined;
    const follows = isFirst
      ? U <= lastUpdateId + 1 && u >= lastUpdateId + 1
      : U === Number(last) + 1;
    if (!follows) return undefined;
    last = u;
  }
  return last ?? lastUpdateId;
}

test("every short buffer with gaps, overlaps and doubles is read by the documented steps", () => {
  const ids = [1, 2, 3, 4].flatMap((first) =>
    [1, 2, 3, 4].filter((last) => last >= first).map((last) => depth(first, last)),
  );
  let buffers: (readonly DepthInput[])[] = [[]];
  const count = { live: 0, resynchronized: 0 };
  for (let length = 1; length <= runs({ commit: 3, gate: 4, release: 4 }); length += 1) {
    buffers = buffers.flatMap((buffer) => ids.map((event) => [...buffer, event]));
    for (const buffer of buffers) {
      for (const snapshotId of [0, 1, 2, 3, 4]) {
        const name = `${buffer.map(({ event }) => `${event.first}-${event.last}`)} at ${snapshotId}`;
        const events = buffer.map(({ event }) => event);
        const want = byTheSteps(events, snapshotId);
        const { state } = play([...buffer, snapshot(snapshotId)], { ...rules, bufferMax: 9 });
        const { previous } = state;
        const got = state.state === "live" ? (previous?.last ?? state.snapshotId) : undefined;
        if (got !== want) expect.fail(`${name}: ${got}, and by the steps ${want}`);
        count[want === undefined ? "resynchronized" : "live"] += 1;
        // Each snapshot that does not help moves past one event that did not follow.
        const more = buffer.map(() => snapshot(4));
        const after = play([...buffer, snapshot(snapshotId), ...more], { ...rules, bufferMax: 9 });
        expect(after.state.state, name).toBe("live");
      }
    }
  }
  console.log(`buffers of one book: ${count.live} live, ${count.resynchronized} resynchronized`);
  for (const [what, reached] of Object.entries(count)) expect(reached, what).toBeGreaterThan(0);
});
