/** Plans of connections, and the pace of control messages. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { connectionLimits, connectionRules } from "../../../generated/streams.ts";
import { messagesPerWindow, paceDelay, planStreams } from "../../../runtime/streams/planner.ts";

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
