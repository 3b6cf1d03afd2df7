/** Which streams an address and each control message name, and which times count. */

import { expect, test } from "vitest";

import { connectionLimits, connectionRules } from "../../../generated/streams.ts";
import { messagesPerWindow, planOpening, spreadStreams } from "../../../runtime/streams/planner.ts";

const tables = { limits: connectionLimits, rules: connectionRules };

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
  expect(planOpening(named(100, "币", 10)).opening).toHaveLength(50);
  expect(planOpening([])).toEqual({ opening: [], batches: [] });
  expect(planOpening(named(1, "d", 5000)).opening).toHaveLength(1);
  // Without a method to subscribe, what an address does not hold is another connection's.
  const plain = { ...tables, rules: { methods: {} } };
  expect(spreadStreams(names.slice(0, 102), plain)).toEqual([opening, names.slice(100, 102)]);
  const few = { ...tables, limits: { ...connectionLimits, streams: 2 } };
  expect(spreadStreams(["x", "y", "z"], few)).toEqual([["x", "y"], ["z"]]);
});

test("one message of a window is left for a pong, unless there is only one", () => {
  const sent = [5, 2, 1, 0].map((inboundMessages) => {
    return messagesPerWindow({ ...connectionLimits, inboundMessages });
  });
  expect(sent).toEqual([4, 1, 1, 1]);
});
