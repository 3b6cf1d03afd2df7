/** While a connection is renewed: merging the events of both sockets. */

import { describe, expect, test } from "vitest";

import { Overlap, renewalDelayMs } from "../../../runtime/streams/renewal.ts";
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
