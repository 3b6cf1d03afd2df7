/** Plans of connections, and the pace of control messages. */

import fc from "fast-check";
import { expect, test } from "vitest";

import { connectionLimits, connectionRules } from "../../../generated/streams.ts";
import {
  addressOf,
  messagesPerWindow,
  paceDelay,
  planOpening,
  recentTimes,
  spreadStreams,
} from "../../../runtime/streams/planner.ts";

const tables = { limits: connectionLimits, rules: connectionRules };

test("each stream is carried once, within every limit", () => {
  const anyNames = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,40}@trade$/), { maxLength: 3000 });
  fc.assert(
    fc.property(anyNames, (wanted) => {
      const groups = spreadStreams(wanted, tables);
      expect(groups.flat()).toEqual(wanted);
      for (const group of groups) {
        expect(group.length).toBeLessThanOrEqual(1024);
        const { opening, batches } = planOpening(group);
        expect([...opening, ...batches.flat()]).toEqual(group);
        expect(opening.map(encodeURIComponent).join("/").length).toBeLessThan(8000);
        for (const batch of batches) expect(JSON.stringify(batch).length).toBeLessThan(4096);
      }
    }),
    { numRuns: 20 },
  );
});

/** So many names of one length. */
function named(count: number, letter: string, length: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${index}`.padStart(length, letter));
}

test("an address and each control message are filled to their last character", () => {
  const names = [...named(100, "a", 37), ...named(200, "b", 32)];
  const [opening, ...batches] = [0, 100, 200].map((from) => names.slice(from, from + 100));
  expect(planOpening(names)).toEqual({ opening, batches });
  expect(planOpening(names.slice(0, 100))).toEqual({ opening, batches: [] });
  const longer = [...named(1, "c", 38), ...names.slice(1)];
  expect(planOpening(longer).opening).toEqual(longer.slice(0, 99));
  expect(planOpening([])).toEqual({ opening: [], batches: [] });
  expect(planOpening(named(1, "d", 5000)).opening).toHaveLength(1);
  // Without a method to subscribe, what an address does not hold is another connection's.
  const plain = { ...tables, rules: { methods: {} } };
  expect(spreadStreams(names.slice(0, 102), plain)).toEqual([opening, names.slice(100, 102)]);
  const few = { ...tables, limits: { ...connectionLimits, streams: 2 } };
  expect(spreadStreams(["x", "y", "z"], few)).toEqual([["x", "y"], ["z"]]);
});

test("an address names its streams, and only their separator and @ stay as they are", () => {
  const query = { parameter: "streams", separator: "/" };
  expect(addressOf("ws://x", [], query)).toBe("ws://x");
  const want = "ws://x?streams=a@b%2Fc/d%26e@f@g";
  expect(addressOf("ws://x", ["a@b/c", "d&e@f@g"], query)).toBe(want);
});

test.each([
  [5, 4],
  [3, 2],
  [2, 1],
  [1, 1],
  [0, 1],
])("of %i messages in a window the client sends %i", (inboundMessages, want) => {
  expect(messagesPerWindow({ ...connectionLimits, inboundMessages })).toBe(want);
});

test("times within the window are those of less than its length ago", () => {
  expect(recentTimes([3000, 4000, 4001, 5000], 5000, 1000)).toEqual([4001, 5000]);
  expect(recentTimes([3000, 3_605_000], 5000, 1000)).toEqual([]);
});

/** Two messages in any 1,000 ms: when the next one may follow those sent, with some under way. */
const delays: readonly (readonly [
  given: { sentMs: readonly number[]; underWay?: number; nowMs: number },
  delayMs: number | undefined,
])[] = [
  [{ sentMs: [], nowMs: 5000 }, 0],
  [{ sentMs: [5000], nowMs: 5000 }, 0],
  [{ sentMs: [5000, 5000], nowMs: 5000 }, 1001],
  [{ sentMs: [4500, 5000], nowMs: 5000 }, 501],
  [{ sentMs: [4001, 5000], nowMs: 5000 }, 2],
  [{ sentMs: [4000, 5000], nowMs: 5000 }, 0],
  [{ sentMs: [], underWay: 1, nowMs: 5000 }, 0],
  [{ sentMs: [], underWay: 2, nowMs: 5000 }, undefined],
  [{ sentMs: [4500], underWay: 1, nowMs: 5000 }, 501],
  [{ sentMs: [4500], underWay: 2, nowMs: 5000 }, undefined],
];

for (const [given, delayMs] of delays) {
  test(`the pace after ${JSON.stringify(given)} is ${delayMs}`, () => {
    const pace = { amount: 2, windowMs: 1000 };
    expect(paceDelay({ underWay: 0, ...given }, pace)).toBe(delayMs);
  });
}
