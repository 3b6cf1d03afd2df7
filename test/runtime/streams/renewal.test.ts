/** Renewal of a connection: merging the events of both sockets, and the decision to take over. */

import { describe, expect, test } from "vitest";

import {
  decideRenewal,
  lostStreams,
  Overlap,
  overlapWaitingMax,
  type RenewalState,
  renewalDelayMs,
} from "../../../runtime/streams/renewal.ts";
import type { StreamMessage } from "../../../runtime/streams/types.ts";

describe("an overlap", () => {
  const message = (id: number, stream = "a"): StreamMessage => ({
    kind: "event",
    stream,
    data: id,
    raw: "",
  });

  test("emits what the old one skipped, before what comes after it, and not again", () => {
    const emitted: unknown[] = [];
    const overlap = new Overlap({
      keyOf: ({ data, stream }) => `${stream} ${String(data)}`,
      event: ({ data }) => emitted.push(data),
    });
    overlap.receiveNew(message(7, "b"));
    for (const id of [1, 2, 3]) overlap.receiveNew(message(id));
    for (const id of [3, 2, 4]) overlap.receiveOld(message(id));
    expect(emitted).toEqual([1, 2, 3, 4]);
    overlap.finish();
    expect(emitted).toEqual([1, 2, 3, 4, 7]);
    // Copies of what waited and of what was emitted, and something new.
    overlap.receiveNew(message(7, "b"));
    for (const id of [4, 5, 5]) overlap.receiveNew(message(id));
    overlap.receiveOld(message(6));
    expect(emitted).toEqual([1, 2, 3, 4, 7, 5]);
  });

  test("leaves out what has no key and waits before what the old one has reached", () => {
    const emitted: unknown[] = [];
    const overlap = new Overlap({
      keyOf: ({ data }) => (data === 0 ? undefined : String(data)),
      event: ({ data }) => emitted.push(data),
    });
    for (const id of [0, 1, 1, 0]) overlap.receiveNew(message(id));
    expect(overlap.waiting).toBe(3);
    for (const id of [0, 1]) overlap.receiveOld(message(id));
    expect(emitted).toEqual([0, 1]);
    expect([...overlap.streams, overlap.waiting]).toEqual([["a", "proven"], 1]);
    overlap.finish();
    overlap.finish();
    expect([emitted, overlap.waiting]).toEqual([[0, 1, 0], 0]);
  });

  test("never takes what has no key for a copy", () => {
    const emitted: unknown[] = [];
    const overlap = new Overlap({
      keyOf: () => undefined,
      event: ({ data }) => emitted.push(data),
    });
    overlap.receiveOld(message(1));
    for (const id of [1, 2, 1]) overlap.receiveNew(message(id));
    overlap.finish();
    overlap.receiveNew(message(1));
    expect(emitted).toEqual([1, 1, 2, 1, 1]);
    expect([...overlap.streams, overlap.waiting]).toEqual([0]);
  });
});

type Given = Partial<Record<"names" | "live" | "confirmed" | "proven" | "ahead", string>> & {
  readonly missingOnNew?: string;
  readonly waiting?: number;
  readonly isShort?: boolean;
  readonly checks?: number;
};

/** Streams "a" and "b", live and confirmed on the new socket, after an overlap of full length. */
function renewal({ names = "ab", live = "ab", confirmed = "ab", ...given }: Given): RenewalState {
  const { proven = "", ahead = "", missingOnNew = "", waiting = 0 } = given;
  const streams = new Map([
    ...[...proven].map((name) => [name, "proven"] as const),
    ...[...ahead].map((name) => [name, "ahead"] as const),
    ...[...missingOnNew].map((name) => [name, "missingOnNew"] as const),
  ]);
  const report = { streams, waiting };
  const { isShort = false, checks = 0 } = given;
  return {
    names: new Set(names),
    live: new Set(live),
    confirmed: new Set(confirmed),
    report,
    isShort,
    checks,
  };
}

const takeOver = (lost = "") => [...lost];
const decisions: readonly (readonly [name: string, given: Given, want: string | string[]])[] = [
  ["streams without events follow each other", {}, takeOver()],
  ["proven streams follow each other", { proven: "ab" }, takeOver()],
  ["a stream that is ahead waits", { ahead: "a" }, "wait"],
  ["a stream that is ahead waits to the last check", { ahead: "a", checks: 4 }, "wait"],
  ["a stream that stays ahead is lost", { ahead: "a", checks: 5 }, takeOver("a")],
  ["a stream that is ahead is lost when too much waits", full({ ahead: "a" }), takeOver("a")],
  ["as many events as may wait do", { ...full({ ahead: "a" }), waiting: 10_000 }, "wait"],
  ["a stream that the new socket lacks waits", { missingOnNew: "b" }, "wait"],
  ["a new socket without events is given up", { missingOnNew: "b", checks: 5 }, "abandon"],
  ["one of a stream that was removed is not", { missingOnNew: "c", checks: 5 }, takeOver()],
  ["a stream that is not confirmed waits", { confirmed: "a" }, "wait"],
  ["a stream that stays unconfirmed is lost", { confirmed: "a", checks: 5 }, takeOver("b")],
  ["a stream that is not live yet is not lost", { live: "a", ahead: "b" }, takeOver()],
];

function full(given: Given): Given {
  return { ...given, waiting: overlapWaitingMax + 1 };
}

for (const [name, given, want] of decisions) {
  test(name, () => expect(decideRenewal(renewal(given))).toEqual(want));
}

test("after a short overlap only proven streams are not lost", () => {
  expect(lostStreams(renewal({ isShort: true, proven: "a" }))).toEqual(["b"]);
  expect(lostStreams(renewal({ isShort: false, proven: "a" }))).toEqual([]);
});

const delays: readonly (readonly [ageMs: number, random: number, delayMs: number])[] = [
  [0, 0, 900_000],
  [0, 0.5, 850_000],
  [50_000, 0, 850_000],
  // Never sooner than a quarter of the lifetime: a renewal that fails is tried again later.
  [800_000, 0, 250_000],
];

for (const [ageMs, random, delayMs] of delays) {
  test(`a connection of ${ageMs} ms is renewed in ${delayMs} ms at chance ${random}`, () => {
    const limits = { lifetimeMs: 1_000_000 };
    const settings = { renewBeforeMs: 100_000 };
    expect(renewalDelayMs({ ageMs, random }, limits, settings)).toBe(delayMs);
    const early = renewalDelayMs({ ageMs: 0, random }, limits, { renewBeforeMs: 900_000 });
    expect(early).toBe(500_000);
  });
}
