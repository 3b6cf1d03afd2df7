/** The store in memory, at its borders: what fits, until when it does not, and what counts. */

import { expect, test } from "vitest";

import type { LimitDescriptor } from "../../../runtime/limit-tables.ts";
import { createMemoryStore } from "../../../runtime/rate-limits/memory-store.ts";
import type { Charge } from "../../../runtime/rate-limits/store.ts";
import {
  chargesFor,
  countedWindows,
  listedWindows,
  usedBy,
} from "../../../runtime/rate-limits/windows.ts";

/** The windows begin at each multiple of 10 000. */
const charge = (cost: number, key = "w", amount = 10, windowMs = 10_000): Charge => ({
  key,
  window: key,
  windowMs,
  amount,
  cost,
});

/** When a call was let through, its cost, and when it ended, if later. */
type Call = readonly [sentMs: number, cost: number, nowMs?: number];

/** A store that has let these calls through; all of them have ended. */
function used(...calls: readonly Call[]) {
  const store = createMemoryStore();
  for (const [sentMs, cost, nowMs = sentMs] of calls) {
    const request = { charges: [charge(cost)], gates: [], nowMs: sentMs, errorMs: 0 };
    expect(store.acquire(request)).toBeUndefined();
    store.release({ charges: [charge(cost)], used: [undefined], sentMs, nowMs, errorMs: 0 });
  }
  return store;
}

/** What was used before, the call, and until when it is refused. */
const rows: readonly (readonly [
  string,
  readonly Call[],
  { readonly nowMs: number; readonly cost: number; readonly errorMs?: number },
  number | undefined,
])[] = [
  ["an empty window", [], { nowMs: 0, cost: 10 }, undefined],
  ["more than a window holds", [], { nowMs: 0, cost: 11 }, 10_000],
  ["exactly full", [[0, 4]], { nowMs: 1, cost: 6 }, undefined],
  ["one too many", [[0, 4]], { nowMs: 1, cost: 7 }, 10_000],
  ["the last millisecond", [[0, 10]], { nowMs: 9_998, cost: 1 }, 10_000],
  ["the first of the next window", [[0, 10]], { nowMs: 10_000, cost: 10 }, undefined],
  ["used in the last millisecond", [[9_998, 10]], { nowMs: 10_000, cost: 10 }, undefined],
  ["a millisecond may be on its way", [[9_999, 10]], { nowMs: 10_000, cost: 1 }, 20_000],
  ["a window may begin by then", [[0, 10]], { nowMs: 9_999, cost: 1 }, 10_000],
  ["an inexact clock", [[0, 10]], { nowMs: 10_000, cost: 1, errorMs: 5 }, 10_005],
  ["and exact enough", [[0, 10]], { nowMs: 10_005, cost: 1, errorMs: 5 }, undefined],
  ["an unknown clock", [[0, 10]], { nowMs: 14_999, cost: 1, errorMs: Infinity }, 15_000],
  ["half a window later", [[0, 10]], { nowMs: 15_000, cost: 1, errorMs: Infinity }, undefined],
  ["a less exact clock", [[10_000, 10]], { nowMs: 10_003, cost: 1, errorMs: 10 }, 20_010],
  ["a window after one that was full", [[10_000, 10]], { nowMs: 20_000, cost: 10 }, undefined],
  ["so it may in a later window", [[19_999, 9]], { nowMs: 20_000, cost: 2 }, 30_000],
  ["what ended in it may count in it", [[9_000, 10, 10_001]], { nowMs: 10_002, cost: 1 }, 20_000],
  ["after a clock went back", [[10_000, 10]], { nowMs: 9_000, cost: 1 }, 10_000],
];

for (const [name, before, { nowMs, cost, errorMs = 0 }, untilMs] of rows) {
  test(`a call: ${name}`, () => {
    const request = { charges: [charge(cost)], gates: [], nowMs, errorMs };
    const refusal = used(...before).acquire(request);
    expect(refusal?.untilMs).toBe(untilMs);
    if (refusal === undefined) return;
    expect(refusal).toMatchObject({ reason: "full", key: "w", charge: charge(cost) });
    expect(refusal.used).toBe(before.reduce((sum, [, each]) => sum + each, 0) % 11);
  });
}

test("before the exchange was asked, the usage of a response counts by our clock", () => {
  const store = createMemoryStore();
  const call = { charges: [charge(1)], nowMs: 0, errorMs: Infinity };
  expect(store.acquire({ ...call, gates: [] })).toBeUndefined();
  store.release({ ...call, used: [10], sentMs: 0 });
  expect(store.acquire({ ...call, gates: [] })).toMatchObject({ reason: "full", used: 10 });
});

/** When a call was sent and ended, with which clock, and whether its usage is of its window. */
const measured: readonly (readonly [number, number, number, boolean])[] = [
  [0, 9_998, 0, true],
  [0, 9_999, 0, false],
  [5, 9_993, 5, true],
  [4, 9_993, 5, false],
  [5, 9_994, 5, false],
  [9_000, 10_000, 0, false],
];

for (const [sentMs, nowMs, errorMs, isTaken] of measured) {
  test(`usage by a response, sent ${sentMs}, ended ${nowMs} +-${errorMs}: ${isTaken}`, () => {
    for (const beginMs of [0, 30_000]) {
      const store = createMemoryStore();
      store.acquire({ charges: [charge(1)], gates: [], nowMs: beginMs + 5, errorMs: 0 });
      const times = { sentMs: beginMs + sentMs, nowMs: beginMs + nowMs, errorMs };
      store.release({ charges: [charge(1)], used: [8], ...times });
      const ask = { charges: [charge(10)], gates: [], nowMs: beginMs + 6, errorMs: 0 };
      expect(store.acquire(ask)?.used).toBe(isTaken ? 8 : 1);
    }
  });
}

test("a gate is closed until its time, and a shorter time does not open it", () => {
  const store = createMemoryStore();
  store.closeGate("ip", 500, "banned");
  store.closeGate("ip", 400, "throttled");
  store.closeGate("ip", 500, "throttled");
  store.closeGate("alice", 600, "throttled");
  const ask = (nowMs: number, ...gates: string[]) => {
    const refusal = store.acquire({ charges: [charge(1)], gates, nowMs, errorMs: 0 });
    return refusal && [refusal.reason, refusal.key, refusal.untilMs];
  };
  expect(ask(499, "ip")).toEqual(["banned", "ip", 500]);
  // A ban is reported before what ends later.
  expect(ask(499, "alice", "ip")).toEqual(["banned", "ip", 500]);
  expect(ask(500, "alice", "ip")).toEqual(["throttled", "alice", 600]);
  expect(ask(600, "alice", "ip")).toBeUndefined();
  expect(ask(0)).toBeUndefined();
});

test("a corrected clock moves what was used to each window where it can belong", () => {
  for (const [byMs, nowMs, isKept] of [
    [2_000, 9_000, true],
    [-2_000, 12_000, true],
    [20_000, 9_000, true],
    [5, 9_000, true],
  ] as const) {
    const store = used([nowMs, 10]);
    store.correctClock?.(byMs, { nowMs, errorMs: 5 });
    const ask = { charges: [charge(1)], gates: [], nowMs: nowMs + byMs, errorMs: 0 };
    expect(store.acquire(ask) !== undefined, `${byMs}`).toBe(isKept);
  }
  // The window after the corrected time begins anew.
  const later = used([17_000, 10]);
  later.correctClock?.(2_000, { nowMs: 17_000, errorMs: 5 });
  const next = { charges: [charge(10)], gates: [], nowMs: 20_000, errorMs: 0 };
  expect(later.acquire(next)).toBeUndefined();
  // A correction within what was known to be uncertain moves nothing.
  const store = used([9_000, 10]);
  store.correctClock?.(1_500, { nowMs: 9_000, errorMs: 1_500 });
  const ask = { charges: [charge(1)], gates: [], nowMs: 10_500, errorMs: 0 };
  expect(store.acquire(ask)).toBeUndefined();
});

const weight = {
  id: "w",
  counts: "weight",
  per: "ip",
  windowMs: 10_000,
  amount: 1000,
  header: "h",
};
const ordersOf = { id: "o", counts: "orders", per: "account", windowMs: 10_000, amount: 50 };
const windows = [weight, ordersOf] as Parameters<typeof chargesFor>[0];

/** Priority, share, cost of the call; the amount that it may fill. */
const amounts: readonly (readonly [number, number, number, number])[] = [
  [0, 1, 5, 1000],
  [1, 1, 5, 990],
  [2, 1, 5, 980],
  [2, 0.5, 5, 490],
  [2, 0.25, 5, 245],
  [0, 0.0015, 1, 1],
  [2, 0.5, 700, 700],
];

for (const [priority, share, cost, amount] of amounts) {
  test(`a call of ${cost} and priority ${priority}, with a share of ${share}`, () => {
    const operation = { weight: { ip: { kind: "fixed", weight: cost } } };
    const call = { operation, query: [], body: [], account: "alice", priority };
    const charges = chargesFor(windows, call as unknown as Parameters<typeof chargesFor>[1], share);
    const window = { key: "w", window: "w", windowMs: 10_000, header: "h" };
    expect(charges).toEqual([{ ...window, amount, cost }]);
  });
}

test("a placement counts once for its account, by whatever it weighs", () => {
  const operation = { weight: { ip: { kind: "fixed", weight: 0 } }, placement: {} };
  const call = { operation, query: [], body: [], account: "alice", priority: 1 };
  const charges = chargesFor(windows, call as unknown as Parameters<typeof chargesFor>[1], 1);
  expect(charges).toMatchObject([{ key: "o:alice", window: "o", cost: 1, amount: 50 }]);
  // What is not stated weighs at least 1.
  const unstated = { ...call, operation: { weight: null } };
  const least = chargesFor(windows, unstated as unknown as Parameters<typeof chargesFor>[1], 1);
  expect(least).toMatchObject([{ key: "w", cost: 1 }]);
});

const bySymbol = { kind: "byPresence", parameter: "symbol", present: 2, absent: 40 };

/** What a call weighs, its fields, and what it uses of each window that counts it. */
const costs: readonly (readonly [string, object, readonly [string, string][], object])[] = [
  ["of an address", { weight: { ip: { kind: "fixed", weight: 5 } } }, [], { ip: 5, raw: 1 }],
  ["of a key", { weight: { account: { kind: "fixed", weight: 3 } } }, [], { account: 3, raw: 1 }],
  ["unstated", { weight: null }, [], { ip: 1, raw: 1 }],
  ["none", { weight: {} }, [], { raw: 1 }],
  ["by a field", { weight: { ip: bySymbol } }, [["symbol", "X"]], { ip: 2, raw: 1 }],
  ["by a field that is not sent", { weight: { ip: bySymbol } }, [], { ip: 40, raw: 1 }],
  ["of a placement", { weight: {}, placement: {} }, [], { orders: 1, raw: 1 }],
];

for (const [name, operation, fields, want] of costs) {
  test(`what a call uses by its weight: ${name}`, () => {
    const kinds = [
      { id: "ip", counts: "weight", per: "ip" },
      { id: "account", counts: "weight", per: "account" },
      { id: "orders", counts: "orders", per: "account" },
      { id: "raw", counts: "requests", per: "ip" },
    ] as const;
    const all = kinds.map((kind) => ({ ...kind, windowMs: 10_000, amount: 1000 }));
    for (const place of ["query", "body"]) {
      const sent = { query: [], body: [], [place]: fields };
      const call = { operation, ...sent, account: "alice", priority: 0 };
      const charges = chargesFor(all, call as unknown as Parameters<typeof chargesFor>[1], 1);
      expect(Object.fromEntries(charges.map(({ window, cost }) => [window, cost]))).toEqual(want);
    }
  });
}

test("a window without an amount counts nothing", () => {
  const descriptor = { ...weight, carriedBy: "everyResponse" } as LimitDescriptor;
  const known = { ...descriptor, id: "v", amount: 7 };
  expect(countedWindows([{ ...descriptor, amount: null }, known])).toStrictEqual([known]);
});

test("a listed limit replaces the amount of its window, or is a window of its own", () => {
  const kinds = {
    REQUEST_WEIGHT: { counts: "weight", per: "ip" },
    ORDERS: { counts: "orders", per: "account" },
  } as const;
  const rules = { operation: "o", kinds, unitsMs: { SECOND: 1000, MINUTE: 60_000 } };
  const rateLimits = [
    { rateLimitType: "ORDERS", interval: "SECOND", intervalNum: 10, limit: 9 },
    { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 5, limit: 7 },
    { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 5, limit: 8 },
  ];
  expect(listedWindows(windows, { rateLimits }, rules)).toStrictEqual([
    weight,
    { ...ordersOf, amount: 9 },
    { ...kinds.REQUEST_WEIGHT, id: "REQUEST_WEIGHT/5/MINUTE", windowMs: 300_000, amount: 8 },
  ]);
  // The same for an account is another window.
  const ofAddress = { ...ordersOf, counts: "orders", per: "ip" } as const;
  const shared = listedWindows([ofAddress], { rateLimits }, rules);
  expect(shared.map(({ per, amount }) => [per, amount])).toContainEqual(["account", 9]);
});

test("listed limits that cannot be read change nothing", () => {
  const kinds = { REQUEST_WEIGHT: { counts: "weight", per: "ip" } } as const;
  const rules = { operation: "o", kinds, unitsMs: { SECOND: 1000 } };
  const entry = { rateLimitType: "REQUEST_WEIGHT", interval: "SECOND", intervalNum: 10, limit: 7 };
  const amountsOf = (rateLimits: unknown) =>
    listedWindows(windows, { rateLimits }, rules).map(({ amount }) => amount);
  expect(amountsOf([entry])).toEqual([7, 50]);
  expect(amountsOf([{ ...entry, limit: 1 }])).toEqual([1, 50]);
  expect(amountsOf([{ ...entry, intervalNum: 20 }])).toEqual([1000, 50, 7]);
  const numbers = [{ limit: 0 }, { limit: 1.5 }, { limit: "7" }, { intervalNum: 0 }];
  const spans = [{ intervalNum: 2n ** 63n }, { intervalNum: 1e30 }, { interval: "YEAR" }];
  for (const wrong of [...numbers, ...spans, { rateLimitType: "LUCK" }]) {
    expect(amountsOf([{ ...entry, ...wrong }])).toEqual([1000, 50]);
  }
  for (const wrong of [undefined, null, "a", [null], {}]) {
    expect(amountsOf(wrong)).toEqual([1000, 50]);
  }
});

test("a usage header is a count of up to nine digits, or nothing", () => {
  const all = ["0", "7", "999999999", "1000000000", "-1", "1.5", "", "a"];
  const read = all.map((text) => usedBy([{ ...charge(1), header: "h" }], new Headers({ h: text })));
  expect(read.map(([value]) => value)).toEqual([0, 7, 999_999_999, ...Array(5).fill(undefined)]);
  expect(usedBy([charge(1)], new Headers({ h: "7" }))).toEqual([undefined]);
  expect(usedBy([{ ...charge(1), header: "h" }], undefined)).toEqual([undefined]);
});
