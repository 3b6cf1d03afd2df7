/** What blocks a call that several windows and gates must let through, and for how long. */

import { expect, test } from "vitest";

import type { Queue, Waiter } from "../../../runtime/rate-limits/queue.ts";
import { add, createQueue, isBlocked, waitOf } from "../../../runtime/rate-limits/queue.ts";
import type { Charge, Refusal } from "../../../runtime/rate-limits/store.ts";

const charge = (cost: number, amount = 10, key = "w"): Charge => {
  return { key, window: key, windowMs: 1000, amount, cost };
};
const full = (cost: number, amount = 10, untilMs = 5000): Refusal => {
  return { reason: "full", untilMs, key: "w", charge: charge(cost, amount), used: amount };
};
const closed: Refusal = { reason: "throttled", untilMs: 7000, key: "ip" };
const turn = { gates: ["ip"], priority: 0, sinceMs: 0 };
const waiter = (cost: number): Waiter => ({ ...turn, charges: [charge(cost)] });
const queueOf = (waiters: readonly Waiter[], refusals: readonly Refusal[]): Queue<Waiter> => {
  const queue = createQueue();
  for (const each of waiters) add(queue, each);
  for (const refusal of refusals) queue.refusals.set(refusal.key, refusal);
  return queue;
};

test("one closed gate or full window of several blocks a call", () => {
  const gates = ["ip", "alice"];
  const charges = [charge(1, 10, "other"), charge(5)];
  expect(isBlocked(queueOf([], [closed]).refusals, { charges, gates })).toBe(true);
  expect(isBlocked(queueOf([], [full(5)]).refusals, { charges, gates })).toBe(true);
  expect(waitOf(queueOf([], [closed]), { ...turn, charges, gates })).toEqual(closed);
  // Who waits for another window only is not waited for.
  const other: Waiter = { ...turn, charges: [charge(9, 10, "other")] };
  expect(waitOf(queueOf([other, other], [full(5)]), { ...turn, charges, gates })?.untilMs).toBe(
    5000,
  );
});

test("a window that refused only a more expensive call is not waited for", () => {
  const refusals = [full(5), { ...full(9, 10, 60_000), key: "day", charge: charge(9, 10, "day") }];
  const cheap = { ...turn, charges: [charge(5), charge(5, 10, "day")] };
  expect(waitOf(queueOf([waiter(9)], refusals), cheap)?.untilMs).toBe(6000);
});

test("of several refusals the one that ends last counts, and a ban before all", () => {
  expect(waitOf(queueOf([], [full(1), closed]), waiter(1))).toEqual(closed);
  expect(waitOf(queueOf([], [full(1, 10, 8000), closed]), waiter(1))?.untilMs).toBe(8000);
  const banned: Refusal = { reason: "banned", untilMs: 10, key: "ip" };
  expect(waitOf(queueOf([], [full(1), banned]), waiter(1))).toEqual(banned);
  expect(waitOf(queueOf([], []), waiter(1))).toBeUndefined();
});
