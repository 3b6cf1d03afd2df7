/** The rate limiter by itself: one window of 100 in ten seconds, a store, and calls of the test. */

import { expect, test } from "vitest";

import type { TradespecError } from "../../../runtime/errors.ts";
import { BannedError, RateLimitError } from "../../../runtime/rate-limits/errors.ts";
import type { CallResult, RateLimiter } from "../../../runtime/rate-limits/limiter.ts";
import { createRateLimiter } from "../../../runtime/rate-limits/limiter.ts";
import { createMemoryStore } from "../../../runtime/rate-limits/memory-store.ts";
import type {
  AcquireRequest,
  RateLimitStore,
  Refusal,
} from "../../../runtime/rate-limits/store.ts";
import type { OperationDescriptor } from "../../../runtime/tables.ts";
import { tables } from "../client/given.ts";

const window = { id: "w", counts: "weight", per: "ip", windowMs: 10_000, amount: 100 } as const;
const limits = {
  windows: [{ ...window, header: "Used", carriedBy: "everyResponse" }],
  rules: {
    exceeded: { status: 429, ordersCode: -1015 },
    banned: { status: 418 },
    listed: {
      operation: "getTime",
      kinds: { WEIGHT: { counts: "weight", per: "ip" } },
      unitsMs: { SECOND: 1000 },
    },
  },
  backoff: { firstMs: 1000, factor: 2, maxMs: 32_000, jitter: "full" },
} as const;

type Call = Parameters<RateLimiter["acquire"]>[0];
type Permit = Awaited<ReturnType<RateLimiter["acquire"]>>;

function operation(id: string, weight: number): OperationDescriptor {
  const known = tables.operations[id];
  if (known === undefined) throw new Error(`There is no ${id}.`);
  return { ...known, weight: { ip: { kind: "fixed", weight } } };
}

const beginMs = 1_700_000_000_000;
const rest = () => new Promise((resolve) => setImmediate(resolve));

interface WorldOptions {
  readonly tables?: Partial<typeof limits>;
  readonly store?: (memory: RateLimitStore) => Partial<RateLimitStore>;
  readonly share?: number;
}

function world({ tables: own, store, share }: WorldOptions = {}) {
  let nowMs = beginMs;
  let errorMs = 0;
  let timers: { readonly atMs: number; readonly run: () => void }[] = [];
  const log: string[] = [];
  const memory = createMemoryStore();
  const given: RateLimitStore = { ...memory, ...store?.(memory) };
  const limiter = createRateLimiter({ ...limits, ...own } as typeof limits, {
    store: given,
    share,
    after: (delayMs, run) => {
      const timer = { atMs: nowMs + delayMs, run };
      timers.push(timer);
      return () => void (timers = timers.filter((one) => one !== timer));
    },
  });
  const clock = { serverMs: () => nowMs, errorMs: () => errorMs };
  /** Logs how the call ends; `in flight` and the rest can be asked of what comes back. */
  const call = (name: string, weight = 10, facets: Partial<Call> = {}, id = "getDepth") => {
    const listeners = new AbortController();
    const asked: Call = {
      operation: operation(id, weight),
      query: [],
      body: [],
      account: "alice",
      priority: 0,
      clock: () => clock,
      attempts: 2,
      leftMs: () => 60_000,
      signal: () => listeners.signal,
      onWait: (waitMs, of) => log.push(`${name} waits ${waitMs} for ${of}`),
      onPressure: () => log.push(`${name} presses`),
      onUnknown: () => log.push(`${name} asks`),
      ...facets,
    };
    const ended: { permit?: Permit; error?: TradespecError } = {};
    const enter = (permit: Permit): void => {
      log.push(`${name} goes`);
      ended.permit = permit;
    };
    const acquired = limiter.acquire(asked);
    if (acquired instanceof Promise) {
      acquired.then(enter, (error: TradespecError) => {
        log.push(`${name} ends: ${error.message}`);
        ended.error = error;
      });
    } else enter(acquired);
    const release = (result?: CallResult) => {
      if (ended.permit === undefined) throw new Error(`${name} has no permit.`);
      limiter.release(ended.permit, result);
    };
    return { ended, release, abort: () => listeners.abort() };
  };
  return {
    limiter,
    call,
    log: async () => {
      await rest();
      return log.splice(0);
    },
    fill: () => {
      for (let count = 0; count < 10; count += 1) call("filler").release();
      log.length = 0;
    },
    timers: () => timers.map(({ atMs }) => atMs - nowMs),
    setError: (ms: number) => void (errorMs = ms),
    /** Lets time pass in which no timer runs. */
    skip: (ms: number) => void (nowMs += ms),
    pass: async (ms: number) => {
      nowMs += ms;
      const due = timers.filter(({ atMs }) => atMs <= nowMs);
      timers = timers.filter((timer) => !due.includes(timer));
      for (const { run } of due) run();
      await rest();
    },
  };
}

const pauses = (name: string, waitMs = 10_000) => [
  `${name} waits ${waitMs} for w`,
  `${name} presses`,
];
const ended = (name: string) => `${name} ends: This operation was aborted`;
const notSent = { operation: "getDepth", attempts: 2, outcome: "notSent" };

/** Time until the deadline, and how a call ends for which there is room in 10 000 ms. */
const deadlines: readonly (readonly [leftMs: number, want: readonly string[]])[] = [
  [10_001, pauses("one")],
  [
    10_000,
    [
      "one ends: getDepth was not sent: the wait for rate-limit capacity (10000 ms) would exceed " +
        "the deadline; 100 of 100 are used in the window w. " +
        "Allow the call more time, or call less often.",
    ],
  ],
];
for (const [leftMs, want] of deadlines) {
  test(`${leftMs} ms before its deadline a call ${want.length > 1 ? "waits" : "fails"}`, async () => {
    const at = world();
    at.fill();
    const { ended } = at.call("one", 10, { leftMs: () => leftMs });
    expect(await at.log()).toEqual(want);
    if (ended.error === undefined) return;
    const { message: _, ...facts } = ended.error.toJSON();
    const full = { window: "w", used: 100, amount: 100, waitMs: 10_000 };
    expect(facts).toEqual({ name: "RateLimitError", ...notSent, ...full });
    expect(at.timers()).toEqual([]);
  });
}

/** A store that refuses, one refusal after the other, and does not know the usage at first. */
function doubtful(refusals: readonly Partial<Refusal>[]) {
  let asked = 0;
  return world({
    store: () => ({
      acquire: ({ charges: [charge], nowMs }) => {
        const refusal = refusals[asked];
        asked += 1;
        if (refusal === undefined || charge === undefined) return undefined;
        return { reason: "full", key: "w", charge, used: 0, untilMs: nowMs + 250, ...refusal };
      },
    }),
  });
}

test("of calls that are refused at once, the cheapest says when to ask again", async () => {
  const acquire = async ({ charges: [charge], nowMs }: AcquireRequest): Promise<Refusal> => {
    const untilMs = nowMs + (charge?.cost ?? 0) * 100;
    return { reason: "full", key: "w", charge, used: 0, untilMs };
  };
  const at = world({ store: () => ({ acquire }) });
  for (const cost of [10, 50]) at.call("one", cost);
  await at.log();
  await at.pass(1000);
  expect(at.timers()).toEqual([1000]);
});

test("who waits for an unknown usage has it asked for, each time that it is refused", async () => {
  const at = doubtful([{ isUnknown: true }, { isUnknown: true }, {}]);
  at.call("one");
  expect(await at.log()).toEqual(["one asks", ...pauses("one", 250)]);
  await at.pass(250);
  expect(await at.log()).toEqual(["one asks"]);
  await at.pass(250);
  await at.pass(250);
  expect(await at.log()).toEqual(["one goes"]);
});

test("a wait that turns out longer than a deadline ends then, for all who wait", async () => {
  const at = doubtful([{}, { untilMs: beginMs + 6000, nextAmount: 20 }]);
  const left = (ms: number) => ({ leftMs: () => ms });
  at.call("one", 10, left(7000));
  at.call("hopeless", 10, left(5000));
  at.call("two", 10, left(7000));
  at.call("later", 10, left(7000));
  await at.log();
  await at.pass(250);
  const ends = (await at.log()).map((line) => line.slice(0, line.indexOf(" (")));
  // Two fit into the window that begins then, and the next begins ten seconds later.
  const words = "ends: getDepth was not sent: the wait for rate-limit capacity";
  expect(ends).toEqual([`hopeless ${words}`, `later ${words}`]);
});

/** What those before it cost, its own cost, and how long a call then waits for its window. */
const queued: readonly (readonly [before: readonly number[], cost: number, waitMs: number])[] = [
  [[40, 50], 10, 10_000],
  [[40, 50], 11, 20_000],
  [[100, 90], 10, 20_000],
  [[100, 100], 1, 30_000],
];

test.for(queued)(
  "behind waiters of %j a call of %i waits %i ms",
  async ([before, cost, waitMs]) => {
    const at = world();
    at.call("all", 100).release();
    // Those behind it, and those that leave, do not count.
    at.call("later", 90, { priority: 2 });
    const gone = at.call("gone", 90);
    for (const each of before) at.call("before", each);
    gone.abort();
    await at.log();
    at.call("one", cost);
    expect(await at.log()).toEqual(pauses("one", waitMs));
  },
);

test.each([
  [59_999, "urgent", 3_600_000, 40_001],
  [60_000, "first", -3_600_000, 140_000],
])(
  "after %i ms a call of the next priority goes before an urgent one: %s; clock set by %i",
  async (aheadMs, next, byMs, waitMs) => {
    const [w] = limits.windows;
    const at = world({ tables: { windows: [{ ...w, windowMs: 100_000 }] as never } });
    at.fill();
    const leftMs = (): number => Infinity;
    at.call("first", 60, { priority: 1, leftMs });
    at.skip(aheadMs + byMs);
    at.limiter.correctClock(byMs, { nowMs: beginMs + aheadMs, errorMs: 0 });
    at.call("urgent", 60, { priority: 0, leftMs });
    expect((await at.log()).slice(-2)).toEqual(pauses("urgent", waitMs));
    await at.pass(100_000 - aheadMs);
    expect(await at.log()).toEqual([`${next} goes`]);
  },
);

test("a call that is aborted leaves the queue, and the last takes the timer with it", async () => {
  const at = world();
  at.fill();
  const one = at.call("one");
  const two = at.call("two");
  await at.log();
  one.abort();
  expect([await at.log(), at.timers()]).toEqual([[ended("one")], [10_000]]);
  two.abort();
  expect([await at.log(), at.timers()]).toEqual([[ended("two")], []]);
  const stop = new AbortController();
  // In Jest a reason of the platform is no `Error`: it is of another realm.
  const reason = { message: "This operation was aborted" };
  at.call("quick", undefined, { signal: () => stop.signal, onWait: () => stop.abort(reason) });
  expect([await at.log(), at.timers()]).toEqual([["quick presses", ended("quick")], []]);
  // What was refused before is asked anew when nobody waits.
  at.call("cheap", 0);
  expect(await at.log()).toEqual(["cheap goes"]);
});

/** Usage by the response to a call of 10, and whether it matters when the window began. */
for (const [used, isPressure] of [
  ["25", false],
  ["26", true],
  [undefined, false],
] as const) {
  test(`usage of ${used} in 100 ${isPressure ? "presses" : "does not press"}`, async () => {
    const at = world();
    at.call("one").release(used === undefined ? {} : { headers: new Headers({ used }) });
    expect(await at.log()).toEqual(["one goes", ...(isPressure ? ["one presses"] : [])]);
  });
}

test("a refusal holds back all calls, and says so to those without the time", async () => {
  const at = world();
  const one = at.call("one");
  await at.log();
  one.release({ status: 429, retryAfterMs: 3000 });
  at.call("four", 5);
  expect(await at.log()).toEqual(["four waits 3001 for undefined", "four presses"]);
  const { ended } = at.call("five", 5, { leftMs: () => 3001 }, "getTime");
  expect(await at.log()).toEqual([
    "five ends: getTime was not sent: the wait for rate-limit capacity (3001 ms) would exceed the " +
      "deadline; the exchange asked to wait. Allow the call more time, or call less often.",
  ]);
  expect(ended.error?.toJSON()).toMatchObject({ waitMs: 3001, window: undefined, used: undefined });
  await at.pass(3001);
  expect([await at.log(), at.timers()]).toEqual([["four goes"], []]);
});

test("a refusal of orders holds back the placements of that account alone", async () => {
  const at = world();
  const place = (name: string, account: string) => at.call(name, 1, { account }, "placeOrder");
  place("one", "alice").release({ status: 400, code: -1015 });
  place("two", "alice");
  place("other", "bob");
  at.call("read", 1);
  const waits = ["two waits 1001 for undefined", "two presses"];
  expect(await at.log()).toEqual(["one goes", ...waits, "other goes", "read goes"]);
});

test("a ban ends all waits, and every call until it is over", async () => {
  const at = world();
  const one = at.call("one", 100);
  at.call("two");
  at.call("three", 5);
  await at.log();
  one.release({ status: 418, retryAfterMs: 5000 });
  const banned = (name: string) =>
    `${name} ends: getDepth was not sent: the exchange banned this address for another ` +
    "5001 ms. Send nothing until then.";
  expect([await at.log(), at.timers()]).toEqual([[banned("two"), banned("three")], []]);
  const { ended } = at.call("four");
  expect(await at.log()).toEqual([banned("four")]);
  const { message: _, ...facts } = ended.error?.toJSON() ?? {};
  const times = { untilMs: beginMs + 5001, waitMs: 5001 };
  expect(facts).toEqual({ name: "BannedError", ...notSent, ...times });
  await at.pass(10_000);
  at.call("five");
  expect(await at.log()).toEqual(["five goes"]);
});

test("a wait that is over by now is none", async () => {
  const at = world();
  at.fill();
  at.call("one");
  await at.log();
  at.skip(10_000);
  at.call("two");
  expect([await at.log(), at.timers()]).toEqual([["two presses"], [1]]);
});

test("the errors of a call without a name are those of the call", () => {
  const messages = [new RateLimitError({ waitMs: 1 }), new BannedError(1, 1, {})].map(String);
  const starts = messages.map((message) => message.split(" was ")[0]);
  expect(starts).toEqual(["RateLimitError: The call", "BannedError: The call"]);
});

test("listed limits are taken from the operation that lists them, and from no other", async () => {
  const rateLimits = [{ rateLimitType: "WEIGHT", interval: "SECOND", intervalNum: 10, limit: 20 }];
  const at = world();
  at.call("one").release({ value: { rateLimits } });
  const [two, last] = [at.call("two"), at.call("last", 0, {}, "getTime")];
  expect(two.ended.permit?.charges[0]?.amount).toBe(100);
  at.call("three", 0, {}, "getTime").release({ value: { rateLimits } });
  await at.log();
  at.call("four");
  expect(await at.log()).toEqual(pauses("four"));
  // Calls that wait are held to the limits that are listed meanwhile.
  at.call("five");
  two.release();
  const lower = [{ ...rateLimits[0], limit: 10 }];
  at.call("six", 0, {}, "getTime").release({ value: { rateLimits: lower } });
  await at.log();
  await at.pass(10_001);
  expect(await at.log()).toEqual(["four goes"]);
  // A higher limit lets them go at once.
  last.release({ value: { rateLimits } });
  expect(await at.log()).toEqual(["five goes"]);
  // What is listed no more holds no more.
  at.call("seven", 0, {}, "getTime").release({ value: { rateLimits: [] } });
  expect(at.call("eight").ended.permit?.charges[0]?.amount).toBe(100);
});

/** A store that answers on demand. */
function slow() {
  const open: (() => void)[] = [];
  const released: number[] = [];
  const store = (memory: RateLimitStore): Partial<RateLimitStore> => ({
    acquire: async (request: AcquireRequest) => {
      await new Promise<void>((resolve) => open.push(resolve));
      return memory.acquire(request);
    },
    release: (call) => {
      released.push(call.charges[0]?.cost ?? 0);
      memory.release(call);
    },
  });
  const reply = async () => {
    open.shift()?.();
    await rest();
  };
  return { at: world({ store }), reply, open, released };
}

test("a call that has ended does not queue when a slow store refuses it", async () => {
  const { at, reply } = slow();
  at.call("one", 90);
  await reply();
  at.call("late", 20).abort();
  await reply();
  expect([await at.log(), at.timers()]).toEqual([["one goes", ended("late")], []]);
});

test("who leaves the queue while a slow store is asked gives the permit back", async () => {
  const { at, reply, open, released } = slow();
  const one = at.call("one", 100);
  await reply();
  const gone = at.call("gone", 30);
  await reply();
  at.call("next", 30);
  expect(await at.log()).toEqual(["one goes", ...pauses("gone"), ...pauses("next")]);
  one.release();
  await at.pass(10_000);
  gone.abort();
  await reply();
  expect([await at.log(), released]).toEqual([[ended("gone")], [100, 30]]);
  // It is asked once for each.
  expect(open.length).toBe(1);
  at.limiter.correctClock(0, { nowMs: beginMs, errorMs: 0 });
  expect(open.length).toBe(1);
  await reply();
  expect([await at.log(), open.length, at.timers()]).toEqual([["next goes"], 0, []]);
});

test("what changes while waiters are served has them served again", async () => {
  const { at, reply, open } = slow();
  at.call("one", 100);
  await reply();
  at.call("two", 30);
  await reply();
  for (const byMs of [-3_600_000, 0]) {
    at.skip(byMs);
    at.limiter.correctClock(byMs, { nowMs: beginMs, errorMs: 0 });
    expect(open.length).toBe(1);
  }
  at.call("three", 30);
  expect((await at.log()).slice(-2)).toEqual(pauses("three"));
  await reply();
  expect(open.length).toBe(2);
  for (let count = 0; count < 2; count += 1) await reply();
  expect([open.length, at.timers()]).toEqual([0, [10_000]]);
});

test("a call that comes while waiters are served does not overtake them", async () => {
  const { at, reply } = slow();
  const one = at.call("one", 100);
  await reply();
  one.release();
  const waiting = ["two", "three", "four"].map((name) => at.call(name, 40));
  for (let count = 0; count < 3; count += 1) await reply();
  await at.log();
  await at.pass(10_000);
  // All who wait are being asked for by now.
  at.call("new", 40);
  for (let count = 0; count < 5; count += 1) await reply();
  const order = (await at.log()).filter((line) => line.endsWith("goes"));
  expect([order, at.timers()]).toEqual([["two goes", "three goes"], [10_000]]);
  for (const { release } of waiting.slice(0, 2)) release();
  await at.pass(10_000);
  for (let count = 0; count < 5; count += 1) await reply();
  expect(await at.log()).toEqual(["four goes", "new goes"]);
});
