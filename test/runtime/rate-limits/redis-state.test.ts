/** The reducer of the Redis store, step by step: events in, mode and effects out. No Redis. */

import { expect, test } from "vitest";

import type {
  Purpose,
  RedisEffect,
  RedisEvent,
  RedisState,
} from "../../../runtime/rate-limits/redis-state.ts";
import { initialRedisState, redisStep } from "../../../runtime/rate-limits/redis-state.ts";
import type { AcquireRequest, Charge } from "../../../runtime/rate-limits/store.ts";

const settings = { prefix: "p", fallbackShare: 0.5, replyMs: 250, retryMs: 1000, returnMs: 5000 };
const charge = (cost: number): Charge => ({
  key: "w",
  window: "w",
  windowMs: 10_000,
  amount: 1000,
  cost,
  header: "h",
});
/** Both clocks are the same here. The windows begin at each multiple of 10 000. */
const beginMs = 1_000_000;
const request = (nowMs: number, cost = 5, errorMs = 0): AcquireRequest => ({
  charges: [charge(cost)],
  gates: ["ip"],
  nowMs,
  errorMs,
});

/** A process whose Redis is this test. */
function createProcess() {
  let state: RedisState = initialRedisState(settings);
  let asked: { readonly purpose: Purpose; readonly askedMs: number } | undefined;
  const step = (event: RedisEvent, nowMs: number): readonly RedisEffect[] => {
    const { state: next, effects } = redisStep(state, event, nowMs);
    state = next;
    for (const effect of effects) {
      if (effect.kind === "eval") asked = { purpose: effect.purpose, askedMs: nowMs };
    }
    return effects;
  };
  const open = () => {
    if (asked === undefined) throw new Error("Redis was not asked.");
    return asked;
  };
  return {
    state: () => state,
    window: () => [...state.shares.windows.values()][0],
    acquire: (nowMs: number, cost?: number, errorMs?: number) =>
      step({ kind: "acquire", request: request(nowMs, cost, errorMs) }, nowMs),
    reply: (nowMs: number, reply: unknown) => step({ kind: "reply", ...open(), reply }, nowMs),
    open,
    step,
    lose: (nowMs: number, asked = open()) =>
      step({ kind: "lost", ...asked, reason: "gone" }, nowMs),
    closeGate: (nowMs: number, reason: "throttled" | "banned", untilMs: number) =>
      step({ kind: "closeGate", gate: { key: "ip", untilMs, reason } }, nowMs),
    release: (nowMs: number, sentMs: number, used: number | undefined, cost = 5, errorMs = 0) =>
      step(
        {
          kind: "release",
          call: { charges: [charge(cost)], used: [used], sentMs, nowMs, errorMs },
        },
        nowMs,
      ),
  };
}

/** What an effect is, in one word; of a finish, how it ended. */
function text(effect: RedisEffect): string {
  switch (effect.kind) {
    case "eval":
      return effect.purpose.kind;
    case "finish":
      return effect.refusal?.reason ?? "acquired";
    case "emit":
      return effect.event.state;
  }
}

/** A process that has joined Redis, which counts since long before. */
function joined() {
  const process = createProcess();
  process.acquire(beginMs);
  process.reply(beginMs, [-1, beginMs - 100_000]);
  process.reply(beginMs, [1, 0, 5]);
  return process;
}

test("the first call asks since when Redis counts, and claims the time if it is empty", () => {
  const process = createProcess();
  expect(process.acquire(beginMs).map(text)).toEqual(["join"]);
  const claim = process.reply(beginMs, [-1, 0]);
  expect(claim).toMatchObject([{ keys: ["{p}:since"], args: [0, beginMs, -1, beginMs, 0] }]);
  expect(claim.map(text)).toEqual(["claim"]);
  const acquire = process.reply(beginMs, [-1, beginMs]);
  expect(acquire).toMatchObject([
    { args: [1, beginMs, beginMs, 0, 0, 0, 0, 5, 990, 20_000, 0, 0] },
  ]);
  expect(acquire.map(text)).toEqual(["acquire"]);
  expect(process.reply(beginMs, [1, 0, 5]).map(text)).toEqual(["acquired"]);
  expect(process.window()).toMatchObject({ used: 5, spent: 5, unreported: 0 });
});

test("the key of an account cannot be read in Redis", () => {
  const secret = { ...charge(1), key: "orders:the-api-key" };
  const call = { ...request(beginMs), charges: [secret, { ...secret, key: "orders:another" }] };
  const first = redisStep(initialRedisState(settings), { kind: "acquire", request: call }, beginMs);
  const purpose: Purpose = { kind: "join", request: call, isReturn: false, wasAlone: false };
  const reply = [-1, beginMs - 100_000];
  const event: RedisEvent = { kind: "reply", purpose, askedMs: beginMs, reply };
  const { effects } = redisStep(first.state, event, beginMs);
  const keys = effects.flatMap((effect) => (effect.kind === "eval" ? effect.keys : []));
  expect(keys.slice(2)).toHaveLength(2);
  expect(new Set(keys).size).toBe(4);
  for (const key of keys.slice(2)) expect(key).toMatch(/^\{p\}:[0-9a-f]{16}:100$/u);
});

test("a process that starts with an emptied Redis sends one call, whose response gives the usage", () => {
  const process = createProcess();
  process.acquire(beginMs + 1000);
  process.reply(beginMs + 1000, [-1, 0]);
  // What others have sent before arrives first.
  expect(process.reply(beginMs + 1000, [-1, beginMs + 1000]).map(text)).toEqual(["full"]);
  expect(process.acquire(beginMs + 1249).map(text)).toEqual(["full"]);
  expect(process.acquire(beginMs + 1250, 20).map(text)).toEqual(["acquire"]);
  expect(process.acquire(beginMs + 1250, 1).map(text)).toEqual(["full"]);
  process.reply(beginMs + 1250, [1, 0, 20]);
  expect(process.acquire(beginMs + 1250, 1).map(text)).toEqual(["full"]);
  process.release(beginMs + 1260, beginMs + 1250, 600, 20);
  // A share of the rest: 500 - 300 - 20.
  expect(process.acquire(beginMs + 1260, 181).map(text)).toEqual(["full"]);
  expect(process.acquire(beginMs + 1260, 180).map(text)).toEqual(["acquire"]);
});

test("a first call on an unknown clock measures nothing, and the next goes alone as well", () => {
  const process = createProcess();
  process.acquire(beginMs + 1000, 1, Infinity);
  expect(process.reply(beginMs + 1000, [-1, beginMs + 500]).map(text)).toEqual(["acquire"]);
  expect(process.acquire(beginMs + 1000, 5, Infinity).map(text)).toEqual(["full"]);
  process.reply(beginMs + 1000, [1, 0, 1]);
  expect(process.acquire(beginMs + 1000, 5, Infinity).map(text)).toEqual(["full"]);
  process.release(beginMs + 2010, beginMs + 1000, 7, 1, Infinity);
  expect(process.acquire(beginMs + 2010, 20).map(text)).toEqual(["acquire"]);
  expect(process.acquire(beginMs + 2010, 1).map(text)).toEqual(["full"]);
});

test("usage by a response does not lower what was spent", () => {
  const process = joined();
  for (let call = 0; call < 2; call += 1) {
    process.acquire(beginMs);
    process.reply(beginMs, [1, 0, 15]);
  }
  process.release(beginMs + 10, beginMs, 6);
  expect(process.window()).toMatchObject({ spent: 15, used: 15 });
  process.release(beginMs + 10, beginMs, 40);
  expect(process.window()).toMatchObject({ spent: 20, used: 40 });
});

test("calls that Redis is asked about when it turns out to be emptied still count", () => {
  const process = joined();
  process.acquire(beginMs + 6000, 40);
  const first = process.open();
  process.acquire(beginMs + 6000, 30);
  // Redis counts since a moment ago: the first call is taken back and would need the reserve.
  process.reply(beginMs + 6000, [-1, beginMs + 6000]);
  expect(process.window()).toMatchObject({ spent: 40, pending: 40, isUnknown: true });
  process.step({ kind: "reply", ...first, reply: [-1, beginMs + 6000] }, beginMs + 6000);
  expect(process.window()).toMatchObject({ spent: 0, pending: 0, isUnknown: true });
});

test("a window in which all have kept to their shares is known, up to the last of them", () => {
  for (const [sinceMs, isUnknown] of [
    [beginMs - 95_001, false],
    [beginMs - 95_000, true],
  ] as const) {
    const process = joined();
    process.acquire(beginMs);
    process.reply(beginMs, [-1, sinceMs]);
    expect(process.state().sinceMs).toBe(sinceMs);
    expect(process.state().shares.unknownBeforeMs).toBe(isUnknown ? sinceMs : beginMs - 100_000);
  }
});

test("a loss that was asked about when Redis came back is one", () => {
  const process = joined();
  process.acquire(beginMs);
  process.lose(beginMs);
  process.acquire(beginMs + 250);
  process.reply(beginMs + 250, [-1, beginMs - 100_000]);
  process.lose(beginMs + 260);
  expect(process.state().mode).toBe("doubting");
});

test("an exchange that reports no usage holds back the first call only", () => {
  const process = createProcess();
  process.acquire(beginMs + 1000);
  process.reply(beginMs + 1000, [-1, beginMs + 500]);
  process.reply(beginMs + 1000, [1, 0, 5]);
  process.release(beginMs + 2010, beginMs + 1000, undefined);
  for (const cost of [200, 295]) {
    expect(process.acquire(beginMs + 2010, cost).map(text)).toEqual(["acquire"]);
  }
});

/** Since when Redis counts; whether more than a share may be used of the window of the call. */
for (const [sinceMs, isShared] of [
  [beginMs - 5000, true],
  [beginMs - 4999, false],
] as const) {
  test(`a window that begins ${beginMs - sinceMs} ms after Redis is shared: ${isShared}`, () => {
    const process = createProcess();
    process.acquire(beginMs + 100, 600, 7);
    const effects = process.reply(beginMs + 100, [-1, sinceMs]);
    expect(effects.map(text)).toEqual([isShared ? "acquire" : "full"]);
    const untilMs = beginMs + 10_007;
    if (!isShared) expect(effects).toMatchObject([{ refusal: { untilMs, used: 500 } }]);
  });
}

/** When a call is refused whose window is of unknown usage, and when it is tried again. */
for (const [afterMs, untilMs] of [
  [1000, 1250],
  [9900, 10_000],
] as const) {
  test(`unknown usage ${afterMs} ms into a window is tried again at ${untilMs}`, () => {
    const process = createProcess();
    process.acquire(beginMs + afterMs);
    const effects = process.reply(beginMs + afterMs, [-1, beginMs + afterMs]);
    const refusal = { reason: "full", untilMs: beginMs + untilMs, used: 1000 };
    expect(effects).toMatchObject([{ kind: "finish", refusal }]);
  });
}

test("a call counts in each window that may have begun when it arrives", () => {
  const process = joined();
  process.acquire(beginMs + 1000);
  process.reply(beginMs + 1300, [1, 0, 10]);
  process.release(beginMs + 2000, beginMs + 1300, 10);
  // Redis took 300 ms, and the exchange 700 ms.
  for (const [afterMs, windows] of [
    [8998, [100]],
    [8999, [100, 101]],
  ] as const) {
    const effects = process.acquire(beginMs + afterMs);
    const keys = effects.flatMap((effect) => (effect.kind === "eval" ? effect.keys : []));
    expect(keys.slice(2).map((key) => Number(key.split(":").at(-1)))).toEqual(windows);
  }
});

test("of an emptied Redis only the windows that began before are of unknown usage", () => {
  for (const sinceMs of [beginMs + 9990, beginMs + 10_000]) {
    const process = joined();
    process.acquire(beginMs + 9990, 5, 20);
    process.reply(beginMs + 9990, [-1, sinceMs]);
    const windows = [...process.state().shares.windows.values()];
    expect(windows.map(({ isUnknown }) => isUnknown)).toEqual([true, false]);
  }
});

test("the loss and the return of Redis are emitted once each, with the reason", () => {
  const process = joined();
  process.acquire(beginMs);
  const lost = { kind: "rateLimitStore", state: "alone", reason: "Redis is unreachable: gone." };
  expect(process.lose(beginMs)[0]).toEqual({ kind: "emit", event: lost });
  process.acquire(beginMs + 250);
  const back = { kind: "rateLimitStore", state: "shared", reason: "Redis replies again." };
  const effects = process.reply(beginMs + 250, [-1, beginMs - 100_000]);
  expect(effects[0]).toEqual({ kind: "emit", event: back });
});

test("a call that no window counts is sent while Redis is away", () => {
  const process = joined();
  process.acquire(beginMs);
  process.lose(beginMs);
  const free = { ...request(beginMs + 1), charges: [] };
  expect(process.step({ kind: "acquire", request: free }, beginMs + 1)).toEqual([
    { kind: "finish", refusal: undefined },
  ]);
});

test("a loss that is noticed after a long silence is as old as the first call that noticed it", () => {
  const process = joined();
  process.acquire(beginMs);
  process.lose(beginMs);
  process.acquire(beginMs + 6000);
  process.lose(beginMs + 6000);
  expect(process.state()).toMatchObject({ mode: "alone", lostMs: beginMs });
});

test("what is claimed is the latest that the exchange's time can be", () => {
  const process = createProcess();
  process.acquire(beginMs, 5, 10);
  expect(process.reply(beginMs, [-1, 0])).toMatchObject([
    { args: [0, beginMs, -1, beginMs + 10, 0] },
  ]);
});

test("a gate that does not reach Redis is closed here, and answers no call", () => {
  const process = joined();
  process.closeGate(beginMs, "throttled", beginMs + 9);
  expect(process.lose(beginMs).map(text)).toEqual(["alone"]);
  expect(process.acquire(beginMs + 8).map(text)).toEqual(["throttled"]);
});

test("a process knows the exchange's time when it is more exact than all take to return", () => {
  for (const [errorMs, next] of [
    [4999, "claim"],
    [5000, "full"],
  ] as const) {
    const process = createProcess();
    process.acquire(beginMs, 1, errorMs);
    expect(process.reply(beginMs, [-1, 0]).map(text)).toEqual([next]);
  }
});

test("who does not know the exchange's time claims nothing, and keeps to its share", () => {
  const process = createProcess();
  process.acquire(beginMs, 1, Infinity);
  expect(process.reply(beginMs, [-1, 0]).map(text)).toEqual(["full"]);
  const laterMs = beginMs + 250;
  expect(process.acquire(laterMs, 501, Infinity).map(text)).toEqual(["full"]);
  expect(process.acquire(laterMs, 500, Infinity).map(text)).toEqual(["acquire"]);
  expect(process.reply(laterMs, [-1, 0]).map(text)).toEqual(["acquire"]);
  // All keep to their shares from the first time that this was received, and no longer.
  expect(process.state().sharedFromMs).toBe(beginMs + 5000);
  // Once it knows the time, it asks again, and claims.
  expect(process.acquire(laterMs, 5, 10).map(text)).toEqual(["join"]);
  expect(process.reply(laterMs, [-1, 0]).map(text)).toEqual(["claim"]);
});

/** What Redis replies to a call, how the call ends, and what is then known to be used. */
const replies: readonly (readonly [string, readonly number[], string, number])[] = [
  ["it fits", [1, 0, 15], "acquired", 15],
  ["it does not fit", [0, 0, 990], "full", 990],
  ["throttled by another process", [0, beginMs + 1, 10], "throttled", 10],
  ["throttled, where it would just fit", [0, beginMs + 1, 985], "throttled", 985],
  ["a gate that opens now", [0, beginMs, 990], "full", 990],
  ["a gate that opens now, and it fits", [1, beginMs, 15], "acquired", 15],
  ["banned by another process", [0, -(beginMs + 9), 990], "banned", 990],
];

for (const [name, reply, end, used] of replies) {
  test(`a reply: ${name}`, () => {
    const process = joined();
    process.acquire(beginMs);
    expect(process.reply(beginMs, reply).map(text)).toEqual([end]);
    expect(process.window()).toMatchObject({ used, spent: end === "acquired" ? 10 : 5 });
  });
}

test("a full window is refused to its end on the most inexact clock", () => {
  const process = joined();
  process.acquire(beginMs + 5000, 5, 3);
  const [effect] = process.reply(beginMs + 5000, [0, 0, 987]);
  const refusal = { reason: "full", untilMs: beginMs + 10_003, used: 997, key: "w" };
  expect(effect).toMatchObject({ kind: "finish", refusal });
});

test("a reply that is none charges nothing, and the call is tried again soon", () => {
  const process = joined();
  process.acquire(beginMs);
  expect(process.reply(beginMs, "OK")).toMatchObject([
    { kind: "finish", refusal: { reason: "full", untilMs: beginMs + 250 } },
  ]);
  expect(process.window()).toMatchObject({ spent: 5, pending: 0 });
});

test("of two calls that find Redis again, one says so", () => {
  const process = joined();
  process.acquire(beginMs);
  process.lose(beginMs);
  process.acquire(beginMs + 250);
  const first = process.open();
  process.acquire(beginMs + 500);
  const reply = [-1, beginMs - 100_000];
  const replied: RedisEvent = { kind: "reply", ...first, reply };
  const second = process.open();
  expect(process.step(replied, beginMs + 510).map(text)).toEqual(["shared", "acquire"]);
  const again: RedisEvent = { kind: "reply", ...second, reply };
  expect(process.step(again, beginMs + 510).map(text)).toEqual(["acquire"]);
});

test("refusal, success, refusal leave exactly the charges of the calls that went", () => {
  const process = joined();
  for (const reply of [
    [0, 0, 990],
    [1, 0, 20],
    [0, 0, 990],
  ]) {
    process.acquire(beginMs);
    process.reply(beginMs, reply);
  }
  expect(process.window()).toMatchObject({ spent: 10, unreported: 0 });
  expect(process.state().shares.inFlight.get("w")).toBe(10);
  process.release(beginMs + 10, beginMs, 20);
  expect(process.state().shares.inFlight.get("w")).toBe(5);
});

/** Times of lost calls after the first loss, and what follows. */
const losses: readonly (readonly [number, string])[] = [
  [999, "doubting"],
  [1000, "alone"],
];

for (const [afterMs, mode] of losses) {
  test(`Redis that is still lost after ${afterMs} ms: ${mode}`, () => {
    const process = joined();
    process.acquire(beginMs);
    const effects = process.lose(beginMs);
    expect(effects.map(text)).toEqual(["alone", "full"]);
    expect(effects[1]).toMatchObject({ refusal: { untilMs: beginMs + 250, used: 1000 } });
    expect(process.state().mode).toBe("doubting");
    // What was to be reported is kept, and the charge is taken back.
    expect(process.window()).toMatchObject({ spent: 5 });
    expect(process.acquire(beginMs + 249).map(text)).toEqual(["full"]);
    expect(process.acquire(beginMs + afterMs - 250).map(text)).toEqual(["join"]);
    process.lose(beginMs + afterMs);
    expect(process.state().mode).toBe(mode);
  });
}

/** A process that goes on alone a second into a window, with one call paid from the reserve. */
function alone() {
  const process = joined();
  process.acquire(beginMs);
  process.lose(beginMs);
  process.acquire(beginMs + 750);
  expect(process.lose(beginMs + 1000).map(text)).toEqual(["acquired"]);
  return process;
}

test("alone, the usage of a running window is unknown until a response reports it", () => {
  const process = alone();
  expect(process.window()).toMatchObject({ used: 10, spent: 5, unreported: 5 });
  // Half of the reserve of 10, and no more.
  expect(process.acquire(beginMs + 1001, 1)).toMatchObject([
    { kind: "finish", refusal: { reason: "full", untilMs: beginMs + 1251, used: 1000 } },
  ]);
  expect(process.release(beginMs + 1010, beginMs + 1000, 400)).toEqual([]);
  // A share of the rest: 500 - 200 - 5 of ours since then.
  expect(process.acquire(beginMs + 1010, 296).map(text)).toEqual(["full"]);
  expect(process.acquire(beginMs + 1010, 295).map(text)).toEqual(["acquired"]);
});

/**
 * A process whose window became unknown, the cost of a call before, whether that has had its
 * response, and what the refusal of a call says that the reserve does not pay for.
 */
const unknowns = [
  ["a cheaper call may give it", undefined, false, 250, true],
  ["a call under way will give it", 1, false, 250, false],
  ["the response gave nothing", 1, true, 250, true],
  ["nothing is left to pay a call from", 5, true, 9000, false],
] as const;

for (const [name, before, isReleased, waitMs, isUnknown] of unknowns) {
  test(`alone, for a call that costs too much in a window of unknown usage: ${name}`, () => {
    const process = joined();
    process.acquire(beginMs);
    process.lose(beginMs);
    const nowMs = beginMs + 1000;
    process.acquire(beginMs + 750, 6);
    expect(process.lose(nowMs).map(text)).toEqual(["full"]);
    process.release(nowMs, beginMs, undefined);
    if (before !== undefined) {
      expect(process.acquire(nowMs, before).map(text)).toEqual(["acquired"]);
      if (isReleased) process.release(nowMs, nowMs, undefined, before);
    }
    const [finish] = process.acquire(nowMs, 6);
    const untilMs = nowMs + waitMs;
    const askAgainMs = Math.min(untilMs, nowMs + 1000);
    const refusal = { untilMs, askAgainMs, isUnknown, nextAmount: 500 };
    expect(finish).toMatchObject({ kind: "finish", refusal });
  });
}

test("what the next windows have is the share while all keep to it, or else the call's cost", () => {
  const process = alone();
  process.release(beginMs + 1010, beginMs + 1000, 400);
  const nextOf = (cost: number) => process.acquire(beginMs + 1020, cost)[0];
  expect(nextOf(400)).toMatchObject({ refusal: { nextAmount: 500, isUnknown: false } });
  expect(nextOf(600)).toMatchObject({ refusal: { nextAmount: 600 } });
});

test("alone, each new window is used by the share", () => {
  const process = alone();
  process.release(beginMs + 1010, beginMs, undefined);
  process.release(beginMs + 1010, beginMs + 1000, undefined);
  for (const triedMs of [beginMs + 5000, beginMs + 9000]) {
    process.acquire(triedMs);
    expect(process.lose(triedMs).map(text)).toEqual(["full"]);
  }
  expect(process.acquire(beginMs + 10_000, 501).map(text)).toEqual(["join"]);
  process.lose(beginMs + 10_000);
  expect(process.acquire(beginMs + 10_001, 501).map(text)).toEqual(["full"]);
  expect(process.acquire(beginMs + 10_001, 500).map(text)).toEqual(["acquired"]);
  expect(process.acquire(beginMs + 10_001, 1).map(text)).toEqual(["full"]);
});

test("alone, a window that may not be over yet keeps its usage", () => {
  const process = alone();
  process.release(beginMs + 1010, beginMs, undefined);
  process.release(beginMs + 1010, beginMs + 1000, undefined);
  for (const [afterMs, cost, end] of [
    [5000, 5, "full"],
    [9000, 5, "full"],
    [10_001, 500, "acquired"],
    [14_000, 1, "full"],
    [18_000, 1, "full"],
  ] as const) {
    process.acquire(beginMs + afterMs, cost);
    expect(process.lose(beginMs + afterMs).map(text)).toEqual([end]);
  }
  process.release(beginMs + 10_010, beginMs + 10_001, undefined, 500);
  const nowMs = beginMs + 20_100;
  process.acquire(nowMs, 1, 100.5);
  expect(process.lose(nowMs).map(text)).toEqual(["full"]);
  expect(process.acquire(nowMs, 1, 100).map(text)).toEqual(["acquired"]);
});

test("one call at a time tries whether Redis is back, and reports what was used alone", () => {
  const process = alone();
  expect(process.acquire(beginMs + 1999, 1).map(text)).toEqual(["full"]);
  expect(process.acquire(beginMs + 2000, 1).map(text)).toEqual(["join"]);
  expect(process.acquire(beginMs + 2000, 1).map(text)).toEqual(["full"]);
  // Redis was emptied, or counts since before the loss: it is set to count from now on.
  expect(process.reply(beginMs + 2000, [-1, beginMs - 100_000])).toMatchObject([
    { args: [0, beginMs + 2000, -1, beginMs + 2000, 1] },
  ]);
  const back = process.reply(beginMs + 2000, [-1, beginMs + 2000]);
  expect(back.map(text)).toEqual(["shared", "full"]);
  expect(process.state()).toMatchObject({ mode: "shared", sharedFromMs: beginMs + 7000 });
  process.acquire(beginMs + 10_000);
  expect(process.window()).toMatchObject({ unreported: 5 });
});

test("a loss that was asked before Redis came back changes nothing", () => {
  const process = joined();
  process.acquire(beginMs);
  const asked = process.open();
  process.acquire(beginMs + 10);
  expect(process.lose(beginMs + 20).map(text)).toEqual(["alone", "full"]);
  process.acquire(beginMs + 270);
  const back = process.reply(beginMs + 300, [-1, beginMs - 100_000]);
  expect(back.map(text)).toEqual(["shared", "acquire"]);
  expect(process.lose(beginMs + 310, asked).map(text)).toEqual(["full"]);
  expect(process.state()).toMatchObject({ mode: "shared", joinedMs: beginMs + 300 });
});

test("a gate that closes here is closed at once, and sent to Redis", () => {
  const process = joined();
  expect(process.closeGate(beginMs, "banned", beginMs + 9.5)).toMatchObject([
    { keys: ["{p}:since", "{p}:gate:ip"], args: [1, beginMs, -1, 0, 0, -(beginMs + 10), 10] },
  ]);
  expect(process.acquire(beginMs + 9).map(text)).toEqual(["banned"]);
  expect(process.reply(beginMs, [0])).toEqual([]);
  // A gate that is closed for longer stays so.
  expect(process.closeGate(beginMs, "throttled", beginMs + 5)).toMatchObject([
    { args: [1, beginMs, -1, 0, 0, beginMs + 5, 5] },
  ]);
  expect(process.acquire(beginMs + 9).map(text)).toEqual(["banned"]);
  process.closeGate(beginMs, "throttled", beginMs + 9.5);
  expect(process.acquire(beginMs + 9).map(text)).toEqual(["banned"]);
  expect(process.acquire(beginMs + 10).map(text)).toEqual(["acquire"]);
});

test("what was used alone is reported until Redis has it", () => {
  const process = alone();
  process.release(beginMs + 1010, beginMs + 1000, 400);
  process.acquire(beginMs + 2000, 1);
  process.reply(beginMs + 2000, [-1, beginMs - 100_000]);
  const joinedMs = beginMs + 2000;
  const report = { args: [1, joinedMs, joinedMs, 0, 0, 0, 0, 1, 990, 18_000, 400, 5] };
  expect(process.reply(joinedMs, [-1, joinedMs])).toMatchObject([{ kind: "emit" }, report]);
  expect(process.window()).toMatchObject({ unreported: 0, pending: 6 });
  const asked = process.open();
  process.lose(beginMs + 2100);
  expect(process.window()).toMatchObject({ unreported: 5, pending: 0 });
  // Had it arrived, nothing would be left to report.
  process.acquire(beginMs + 2350, 1);
  process.reply(beginMs + 2350, [-1, joinedMs]);
  process.reply(beginMs + 2350, [1, 0, 406]);
  expect(process.window()).toMatchObject({ unreported: 0, pending: 0, used: 406 });
  process.lose(beginMs + 2360, asked);
  expect(process.state().mode).toBe("shared");
});

test("a process that was silent for long is not sure any more that all are alone", () => {
  for (const [silentMs, mode] of [
    [5000, "alone"],
    [5001, "doubting"],
  ] as const) {
    const process = alone();
    process.acquire(beginMs + 1000 + silentMs);
    expect(process.state().mode).toBe(mode);
  }
});

test("a reply that is none says nothing about since when Redis counts", () => {
  const process = createProcess();
  process.acquire(beginMs + 1000);
  expect(process.reply(beginMs + 1000, "OK").map(text)).toEqual(["claim"]);
  expect(process.reply(beginMs + 1000, "OK").map(text)).toEqual(["full"]);
  expect(process.state()).toMatchObject({ sinceMs: 0, sharedFromMs: beginMs + 6000 });
});

test("the first reply is no return: a loss that was asked about before it counts", () => {
  const process = createProcess();
  process.acquire(beginMs);
  const asked = process.open();
  process.reply(beginMs + 10, [-1, beginMs - 100_000]);
  expect(process.lose(beginMs + 20, asked).map(text)).toEqual(["alone", "full"]);
  expect(process.state()).toMatchObject({ mode: "doubting", joinedMs: 0 });
});

/** A process whose exchange has taken so long to respond. */
function slow(exchangeMs: number) {
  const process = joined();
  process.release(beginMs + exchangeMs, beginMs, 5);
  return process;
}

test("what was on its way when Redis was emptied arrives before a call measures the usage", () => {
  const process = slow(700);
  const nowMs = beginMs + 9000;
  process.acquire(nowMs);
  process.reply(nowMs, [-1, nowMs]);
  const { measureFromMs, unknownBeforeMs, isStarting } = process.state().shares;
  expect([measureFromMs, unknownBeforeMs, isStarting]).toEqual([nowMs + 950, nowMs, false]);
});

for (const [afterMs, mode] of [
  [1149, "doubting"],
  [1150, "alone"],
] as const) {
  test(`behind a slow exchange, Redis that is lost for ${afterMs} ms: ${mode}`, () => {
    const process = slow(900);
    process.acquire(beginMs + 2000);
    process.lose(beginMs + 2000);
    process.acquire(beginMs + 2250);
    process.lose(beginMs + 2000 + afterMs);
    expect(process.state().mode).toBe(mode);
  });
}

test("only a call that was sent after the loss makes it certain", () => {
  const process = joined();
  process.acquire(beginMs);
  const asked = process.open();
  process.acquire(beginMs + 10);
  process.lose(beginMs + 20);
  process.lose(beginMs + 2000, asked);
  expect(process.state().mode).toBe("doubting");
});

test("a loss after a long silence is certain by the call that noticed it", () => {
  const process = alone();
  process.acquire(beginMs + 7001);
  expect(process.state()).toMatchObject({ mode: "doubting", lostMs: beginMs + 7001 });
  process.lose(beginMs + 8001);
  expect(process.state().mode).toBe("alone");
});

for (const [sinceMs, isUnknown] of [
  [beginMs - 4000, true],
  [beginMs - 3999, false],
] as const) {
  test(`lost while all keep to their shares until ${sinceMs + 5000}: unknown ${isUnknown}`, () => {
    const process = createProcess();
    process.acquire(beginMs);
    process.reply(beginMs, [-1, sinceMs]);
    process.reply(beginMs, [1, 0, 5]);
    process.acquire(beginMs);
    process.lose(beginMs);
    process.acquire(beginMs + 250);
    process.lose(beginMs + 1000);
    expect(process.state().mode).toBe("alone");
    expect(process.window()).toMatchObject({ isUnknown });
  });
}

test("who was alone and does not know the time keeps to its share from now on", () => {
  const process = alone();
  process.acquire(beginMs + 2000, 1, Infinity);
  const effects = process.reply(beginMs + 2000, [-1, beginMs - 100_000]);
  expect(effects.map(text)).toEqual(["shared", "full"]);
  expect(process.state()).toMatchObject({
    sinceMs: beginMs - 100_000,
    sharedFromMs: beginMs + 7000,
  });
});
