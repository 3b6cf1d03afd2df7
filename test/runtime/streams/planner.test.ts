/** Plans of connections, and the pace of control messages. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { connectionLimits, connectionRules } from "../../../generated/streams.ts";
import {
  addressOf,
  messagesPerWindow,
  paceDelay,
  planConnection,
  planStreams,
  recentTimes,
} from "../../../runtime/streams/planner.ts";

const tables = { limits: connectionLimits, rules: connectionRules };

describe("a plan", () => {
  test("carries each stream once, within every limit", () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,40}@trade$/), { maxLength: 3000 });
    fc.assert(
      fc.property(names, (wanted) => {
        const plans = planStreams([...wanted, ...wanted.slice(0, 5)], tables);
        const carried = plans.flatMap(({ opening, batches }) => [...opening, ...batches.flat()]);
        expect(carried).toEqual(wanted);
        for (const { opening, batches } of plans) {
          expect(opening.length + batches.flat().length).toBeLessThanOrEqual(1024);
          expect(opening.map(encodeURIComponent).join("/").length).toBeLessThan(8000);
          for (const batch of batches) expect(JSON.stringify(batch).length).toBeLessThan(4096);
        }
      }),
      { numRuns: 20 },
    );
  });

  test("5,000 streams need five connections, and how long they take to subscribe is known", () => {
    const plans = planStreams(
      Array.from({ length: 5000 }, (_, index) => `symbol${index}@bookTicker`),
      tables,
    );
    expect(plans).toHaveLength(5);
    for (const { batches, subscribedAfterMs } of plans) {
      const windows = Math.ceil(batches.length / messagesPerWindow(connectionLimits));
      expect(subscribedAfterMs).toBe((windows - 1) * connectionLimits.inboundWindowMs);
    }
  });

  test.each([
    [1024, 1],
    [1025, 2],
  ])("%i streams need %i connections", (streams, connections) => {
    const names = Array.from({ length: streams }, (_, index) => `s${index}@trade`);
    expect(planStreams(names, tables)).toHaveLength(connections);
  });

  test("fills an address and each control message to its last character", () => {
    const limits = { lifetimeMs: 1, streams: 1000, inboundMessages: 3, inboundWindowMs: 1000 };
    const names = [...named(100, "a", 37), ...named(500, "b", 32)];
    const rows = [0, 100, 200, 300, 400].map((from) => names.slice(100 + from, 200 + from));
    const opening = names.slice(0, 100);
    for (const [batches, subscribedAfterMs] of [
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 1000],
      [5, 2000],
    ] as const) {
      const plan = { opening, batches: rows.slice(0, batches), subscribedAfterMs };
      expect(planConnection(names.slice(0, 100 + 100 * batches), { limits })).toEqual(plan);
    }
    const longer = [...named(1, "c", 38), ...names.slice(1)];
    expect(planConnection(longer, { limits }).opening).toEqual(longer.slice(0, 99));
    expect(planConnection([], { limits })).toEqual(emptyPlan);
    // Without a method to subscribe, what an address does not hold is another connection's.
    const rules = { methods: {} };
    const plans = planStreams(names.slice(0, 102), { limits, rules });
    expect(plans).toEqual([
      { ...emptyPlan, opening },
      { ...emptyPlan, opening: names.slice(100, 102) },
    ]);
    const few = { ...limits, streams: 2 };
    expect(planStreams(["x", "y", "z"], { limits: few, rules: connectionRules })).toEqual([
      { ...emptyPlan, opening: ["x", "y"] },
      { ...emptyPlan, opening: ["z"] },
    ]);
  });
});

const emptyPlan = { opening: [], batches: [], subscribedAfterMs: 0 };

/** So many names of one length. */
function named(count: number, letter: string, length: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${index}`.padStart(length, letter));
}

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
  expect(recentTimes([3000], 5000, 1000)).toEqual([]);
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
