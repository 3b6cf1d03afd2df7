import { expect, test } from "vitest";

import { canMove, isFinal, orderStatuses } from "../../../generated/index.ts";
import { orderTransitions } from "../../../generated/order-states.ts";

/** The whole table, once more and by hand. */
const followers = new Map([
  ["NEW", ["PARTIALLY_FILLED", "FILLED", "CANCELED", "REJECTED", "EXPIRED"]],
  ["PARTIALLY_FILLED", ["PARTIALLY_FILLED", "FILLED", "CANCELED", "EXPIRED"]],
]);

for (const from of [...orderStatuses, "PENDING", "constructor", ""]) {
  test(`what follows ${from || "nothing"}`, () => {
    const wanted = followers.get(from) ?? [];
    const reached = [...orderStatuses, "PENDING"].filter((to) => canMove(from, to));
    expect(new Set(reached)).toEqual(new Set(wanted));
  });
}

test("a final state absorbs, and only a final state does", () => {
  for (const status of orderStatuses) {
    const leaves = orderTransitions.some(({ from }) => from === status);
    expect([status, isFinal(status)]).toEqual([status, !leaves]);
  }
  expect(isFinal("PENDING")).toBe(false);
});
