import { expect, test } from "vitest";

import { canMove, isFinal } from "../../../generated/index.ts";
import { orderStates, orderTransitions } from "../../../generated/order-rules.ts";

const states = Object.keys(orderStates);

/** The whole table, once more and by hand. */
const followers = new Map([
  ["NEW", ["PARTIALLY_FILLED", "FILLED", "CANCELED", "REJECTED", "EXPIRED"]],
  ["PARTIALLY_FILLED", ["PARTIALLY_FILLED", "FILLED", "CANCELED", "EXPIRED"]],
]);

for (const from of [...states, "PENDING", "constructor", ""]) {
  test(`what follows ${from || "nothing"}`, () => {
    const wanted = followers.get(from) ?? [];
    const reached = [...states, "PENDING"].filter((to) => canMove(from, to));
    expect(new Set(reached)).toEqual(new Set(wanted));
  });
}

test("a final state absorbs, and only a final state does", () => {
  for (const status of states) {
    const leaves = orderTransitions.some(({ from }) => from === status);
    expect([status, isFinal(status)]).toEqual([status, !leaves]);
  }
  expect(isFinal("PENDING")).toBe(false);
});
