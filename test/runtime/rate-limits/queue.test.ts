/** What blocks a call that several windows and gates must let through, and for how long. */

import { expect, test } from "vitest";

import type { Queue, Waiter } from "../../../runtime/rate-limits/queue.ts";
import { createQueue, insert, isBlocked, waitAt } from "../../../runtime/rate-limits/queue.ts";
import type { Charge, Refusal } from "../../../runtime/rate-limits/store.ts";

const charge = (cost: number, amount = 10, key = "w"): Charge => {
  return { key, window: key, windowMs: 1000, amount, cost };
};
const full = (cost: number, amount = 10, untilMs = 5000): Refusal => {
  return { reason: "full", untilMs, key: "w", charge: charge(cost, amount), used: amount };
};
const closed: Refusal = { reason: "throttled", untilMs: 7000, key: "ip" };
const needs = (cost: number) => ({ charges: [charge(cost)], gates: ["ip"] });
const waiter = (turnMs: number, cost = 1): Waiter => ({ ...needs(cost), turnMs });
const queueOf = (waiters: readonly Waiter[], refusals: readonly Refusal[]): Queue<Waiter> => {
  const queue = createQueue();
  for (const [place, each] of waiters.entries()) insert(queue, each, place);
  for (const refusal of refusals) queue.refusals.set(refusal.key, refusal);
  return queue;
};

test("one closed gate or full window of several blocks a call", () => {
  const gates = ["ip", "alice"];
  const charges = [charge(1, 10, "other"), charge(5)];
  expect(isBlocked(queueOf([], [closed]).refusals, { charges, gates })).toBe(true);
  expect(isBlocked(queueOf([], [full(5)]).refusals, { charges, gates })).toBe(true);
  expect(waitAt(queueOf([], [closed]), { charges, gates }, 0)).toEqual(closed);
  // Who waits for another window only is not waited for.
  const other: Waiter = { charges: [charge(9, 10, "other")], gates, turnMs: 0 };
  const queue = queueOf([other, other], [full(5)]);
  expect(waitAt(queue, { charges, gates }, 2)?.untilMs).toBe(5000);
});

test("a window that refused only a more expensive call is not waited for", () => {
  const refusals = [full(5), { ...full(9, 10, 60_000), key: "day", charge: charge(9, 10, "day") }];
  const queue = queueOf([waiter(0, 9)], refusals);
  const cheap = { charges: [charge(5), charge(5, 10, "day")], gates: ["ip"] };
  expect(waitAt(queue, cheap, 1)?.untilMs).toBe(6000);
});

test("of several refusals the one that ends last counts, and a ban before all", () => {
  expect(waitAt(queueOf([], [full(1), closed]), needs(1), 0)).toEqual(closed);
  expect(waitAt(queueOf([], [full(1, 10, 8000), closed]), needs(1), 0)?.untilMs).toBe(8000);
  const banned: Refusal = { reason: "banned", untilMs: 10, key: "ip" };
  expect(waitAt(queueOf([], [full(1), banned]), needs(1), 0)).toEqual(banned);
  expect(waitAt(queueOf([], []), needs(1), 0)).toBeUndefined();
});
