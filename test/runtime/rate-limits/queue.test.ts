/** The queue of calls that wait for rate-limit capacity, and the gates that responses close. */

import { expect, test } from "vitest";

import type { AttemptEnd, BackoffState } from "../../../runtime/rate-limits/backoff.ts";
import { afterResponse, noBackoff } from "../../../runtime/rate-limits/backoff.ts";
import type { Queue, Waiter } from "../../../runtime/rate-limits/queue.ts";
import {
  createQueue,
  insert,
  isBlocked,
  placeFor,
  remove,
  turnFor,
  waitAt,
} from "../../../runtime/rate-limits/queue.ts";
import type { Charge, Refusal } from "../../../runtime/rate-limits/store.ts";

const charge = (cost: number, amount = 10, key = "w"): Charge => ({
  key,
  window: key,
  windowMs: 1000,
  amount,
  cost,
});
const full = (cost: number, amount = 10, untilMs = 5000): Refusal => ({
  reason: "full",
  untilMs,
  key: "w",
  charge: charge(cost, amount),
  used: amount,
});
const closed: Refusal = { reason: "throttled", untilMs: 7000, key: "ip" };
const needs = (cost: number, amount = 10, gates: readonly string[] = ["ip"]) => ({
  charges: [charge(cost, amount)],
  gates,
});
const waiter = (turnMs: number, cost = 1): Waiter => ({ ...needs(cost), turnMs });
const queueOf = (waiters: readonly Waiter[], refusals: readonly Refusal[]): Queue<Waiter> => {
  const queue = createQueue();
  for (const [place, each] of waiters.entries()) insert(queue, each, place);
  for (const refusal of refusals) queue.refusals.set(refusal.key, refusal);
  return queue;
};

/** Refusals, cost, amount, and whether the call must wait behind others. */
const blockRows: readonly (readonly [string, readonly Refusal[], number, number, boolean])[] = [
  ["nothing was refused", [], 10, 10, false],
  ["as expensive as the refused call", [full(5)], 5, 10, true],
  ["more expensive", [full(5)], 6, 10, true],
  ["cheaper, which may still fit", [full(5)], 4, 10, false],
  ["a higher priority may use more of the window", [full(5, 10)], 5, 11, false],
  ["a lower priority may use less", [full(5, 10)], 4, 9, true],
  ["its gate is closed", [closed], 1, 10, true],
];

for (const [name, refusals, cost, amount, want] of blockRows) {
  test(`blocked: ${name}`, () => {
    expect(isBlocked(queueOf([], refusals), needs(cost, amount))).toBe(want);
  });
}

test("another gate blocks nobody", () => {
  expect(isBlocked(queueOf([], [closed]), needs(1, 10, ["account"]))).toBe(false);
});

test("one closed gate or full window of several blocks a call", () => {
  const gates = ["ip", "alice"];
  const charges = [charge(1, 10, "other"), charge(5)];
  expect(isBlocked(queueOf([], [closed]), { charges, gates })).toBe(true);
  expect(isBlocked(queueOf([], [full(5)]), { charges, gates })).toBe(true);
  expect(waitAt(queueOf([], [closed]), { charges, gates }, 0)).toEqual(closed);
  // Who waits for another window only is not waited for.
  const other: Waiter = { charges: [charge(9, 10, "other")], gates, turnMs: 0 };
  const queue = queueOf([other, other], [full(5)]);
  expect(waitAt(queue, { charges, gates }, 2)?.untilMs).toBe(5000);
});

/** Waiters before, cost of the call, and when it can go. */
const waitRows: readonly (readonly [string, readonly number[], number, number])[] = [
  ["alone", [], 1, 5000],
  ["the window is used up exactly", [4, 5], 1, 5000],
  ["one more than the window holds", [4, 5], 2, 6000],
  ["two windows are used up exactly", [10, 9], 1, 6000],
  ["three windows", [10, 10], 1, 7000],
];

for (const [name, before, cost, untilMs] of waitRows) {
  test(`wait: ${name}`, () => {
    const queue = queueOf(
      before.map((each) => waiter(0, each)),
      [full(1)],
    );
    expect(waitAt(queue, needs(cost), before.length)?.untilMs).toBe(untilMs);
    // Waiters behind it do not count.
    expect(waitAt(queue, needs(1), 0)?.untilMs).toBe(5000);
  });
}

test("of windows that are shared with others only our part counts", () => {
  const queue = queueOf([waiter(0, 4)], [{ ...full(1), nextAmount: 5 }]);
  expect(waitAt(queue, needs(1), 1)?.untilMs).toBe(5000);
  expect(waitAt(queue, needs(2), 1)?.untilMs).toBe(6000);
});

test("a window that refused only a more expensive call is not waited for", () => {
  const refusals = [full(5), { ...full(9, 10, 60_000), key: "day", charge: charge(9, 10, "day") }];
  const queue = queueOf([waiter(0, 9)], refusals);
  const cheap = { charges: [charge(5), charge(5, 10, "day")], gates: ["ip"] };
  expect(waitAt(queue, cheap, 1)?.untilMs).toBe(6000);
});

test("a waiter counts from when it comes until it goes, for those behind it", () => {
  const queue = queueOf([waiter(0, 10), waiter(0, 9), waiter(0, 1)], [full(1)]);
  const ends = (): readonly (number | undefined)[] =>
    [0, 1, 2, 3].map((place) => waitAt(queue, needs(1), place)?.untilMs);
  expect(ends()).toEqual([5000, 6000, 6000, 7000]);
  const [first] = queue.waiters;
  if (first !== undefined) remove(queue, first);
  expect(ends()).toEqual([5000, 5000, 6000, 6000]);
  insert(queue, waiter(0, 10), 1);
  expect(ends()).toEqual([5000, 5000, 6000, 7000]);
});

test("of several refusals the one that ends last counts, and a ban before all", () => {
  expect(waitAt(queueOf([], [full(1), closed]), needs(1), 0)).toEqual(closed);
  expect(waitAt(queueOf([], [full(1, 10, 8000), closed]), needs(1), 0)?.untilMs).toBe(8000);
  const banned: Refusal = { reason: "banned", untilMs: 10, key: "ip" };
  expect(waitAt(queueOf([], [full(1), banned]), needs(1), 0)).toEqual(banned);
  expect(waitAt(queueOf([], []), needs(1), 0)).toBeUndefined();
});

test("a call goes before those of the next priority that came less than a minute before it", () => {
  for (const [aheadMs, place] of [
    [59_999, 0],
    [60_000, 1],
    [60_001, 1],
  ] as const) {
    const queue = queueOf([waiter(turnFor(0, 1))], []);
    expect(placeFor(queue, turnFor(aheadMs, 0))).toBe(place);
  }
});

test("a turn comes behind all that are earlier or at the same time", () => {
  const queue = queueOf([waiter(1), waiter(2), waiter(2), waiter(3)], []);
  expect([0, 1, 2, 3, 4].map((turnMs) => placeFor(queue, turnMs))).toEqual([0, 1, 3, 4, 4]);
});

const windows = [
  { id: "weight", counts: "weight", per: "ip", windowMs: 60_000, amount: 1, header: "h" },
  { id: "orders", counts: "orders", per: "account", windowMs: 10_000, amount: 1, header: "o" },
] as const;
const tables = {
  windows: windows.map((window) => ({ ...window, carriedBy: "everyResponse" as const })),
  rules: {
    exceeded: { status: 429, code: -1003, ordersCode: -1015 },
    banned: { status: 418, firstMs: 120_000, lastMs: 259_200_000 },
  },
  backoff: { firstMs: 1000, factor: 2, maxMs: 32_000, jitter: "full" as const },
};
const orders = { status: 429, code: -1015, retryAfterMs: 20_000 };
const after = (refusals: number, closedMs: number, sentMs?: number) => {
  return { before: { refusals, closedMs }, ...(sentMs !== undefined && { sentMs }) };
};

/** Name, result of an attempt, the gate that it closes, the refusals after it, what is unusual. */
const backoffRows: readonly (readonly [
  name: string,
  result: AttemptEnd["result"],
  closes: string,
  refusals: number,
  given?: { readonly before?: BackoffState; readonly sentMs?: number; readonly errorMs?: number },
])[] = [
  ["a success", { status: 200 }, "", 0],
  ["a success ends the backoff", { status: 399 }, "", 0, after(3, 9)],
  ["another error does not", { status: 400 }, "", 3, after(3, 9)],
  ["no response", {}, "", 3, after(3, 9)],
  ["429 without a wait", { status: 429 }, "ip 11001 throttled", 1],
  ["429 with a wait", { status: 429, retryAfterMs: 7000 }, "ip 17001 throttled", 1],
  ["429 beyond every window", { status: 429, retryAfterMs: 60_001 }, "ip 70002 throttled", 1],
  ["429 again, later", { status: 429 }, "ip 12001 throttled", 2, after(1, 9000, 9000)],
  ["429 again, sent before", { status: 429 }, "ip 11001 throttled", 1, after(1, 9000, 8999)],
  ["429 for the tenth time", { status: 429 }, "ip 42001 throttled", 10, after(9, 0)],
  ["the code in a success", { status: 200, code: -1003 }, "ip 11001 throttled", 1],
  ["too many orders", orders, "alice 30001 throttled", 1],
  ["an inexact clock", { status: 429 }, "ip 11501 throttled", 1, { errorMs: 500 }],
  ["an unknown clock", { status: 429 }, "ip 12001 throttled", 1, { errorMs: Infinity }],
  ["418 without an end", { status: 418 }, "ip 130001 banned", 0],
  ["418 with a wait", { status: 418, retryAfterMs: 300_000 }, "ip 310001 banned", 0],
  ["418 with an end", { status: 418, bannedUntilMs: 50_000 }, "ip 50000 banned", 0],
  ["418 that is over", { status: 418, bannedUntilMs: 10_000 }, "ip 130001 banned", 0],
  ["418 far away", { status: 418, bannedUntilMs: 1e15 }, "ip 259210001 banned", 0],
];

test.for(backoffRows)("backoff: %s", ([, result, closes, refusals, given = {}]) => {
  const { before = noBackoff, sentMs = 9999, errorMs = 0 } = given;
  const time = { nowMs: 10_000, errorMs };
  const { state, close } = afterResponse(
    before,
    { result, account: "alice", sentMs, time },
    tables,
  );
  expect(close === undefined ? "" : Object.values(close).join(" ")).toBe(closes);
  const closedMs = closes.endsWith("throttled") ? 10_000 : before.closedMs;
  expect(state).toEqual({ refusals, closedMs });
});

test("an error without a code is not a refusal, whatever codes are stated", () => {
  const rules = { exceeded: { status: 429 }, banned: { status: 418 } };
  const end = {
    ...{ result: { status: 500 }, account: "alice", sentMs: 0 },
    time: { nowMs: 1, errorMs: 0 },
  };
  expect(afterResponse(noBackoff, end, { ...tables, rules })).toStrictEqual({ state: noBackoff });
});

test("refusal, success, refusal: the second one waits as the first did", () => {
  const end = (status: number, nowMs: number): AttemptEnd => ({
    result: { status },
    account: "alice",
    sentMs: nowMs,
    time: { nowMs, errorMs: 0 },
  });
  const waits: (number | undefined)[] = [];
  let state = noBackoff;
  for (const [index, status] of [429, 429, 200, 429].entries()) {
    const nowMs = index * 100_000;
    const step = afterResponse(state, end(status, nowMs), tables);
    state = step.state;
    waits.push(step.close && step.close.untilMs - nowMs);
  }
  expect(waits).toEqual([1001, 2001, undefined, 1001]);
});
