/** How the Redis store goes from shared to alone and back. Redis is a function of the test. */

import { expect, test } from "vitest";

import { createRedisStore } from "../../../runtime/rate-limits/redis-store.ts";
import type { Charge, Refusal, StoreEvent } from "../../../runtime/rate-limits/store.ts";

/** Both clocks are the same here. The windows begin at each multiple of 10 000. */
const beginMs = 1_000_000;
const longAgo = beginMs - 100_000;
const chargeOf = (cost: number): Charge => ({
  ...{ key: "w", window: "w", windowMs: 10_000, amount: 1000, cost, header: "h" },
});

interface Call {
  readonly charges: readonly Charge[];
  /** How it ended; absent while Redis is asked. */
  end?: string;
  refusal?: Refusal | undefined;
}

const rest = () => new Promise((resolve) => setImmediate(resolve));

/** A process whose Redis is this test. */
function createProcess() {
  let nowMs = beginMs;
  const open: {
    readonly args: readonly number[];
    readonly keys: readonly string[];
    readonly resolve: (reply: unknown) => void;
    readonly reject: (error: Error) => void;
  }[] = [];
  const client = {
    eval: (_: string, { keys, arguments: args }: { keys: string[]; arguments: string[] }) =>
      new Promise((resolve, reject) => {
        open.push({ keys, args: args.map(Number), resolve, reject });
      }),
  };
  const timing = { now: () => nowMs, after: () => () => undefined };
  const store = createRedisStore(client, { prefix: "p", fallbackShare: 0.5, ...timing });
  const events: StoreEvent[] = [];
  store.subscribe?.((event) => events.push(event));
  const next = (index = 0) => {
    const [asked] = open.splice(index, 1);
    if (asked === undefined) throw new Error("Redis was not asked.");
    return asked;
  };
  return {
    store,
    states: () => events.map(({ state }) => state),
    /** Arguments of the requests that are open. */
    asked: () => open.map(({ args }) => args),
    keys: () => open.map(({ keys }) => keys),
    acquire: async (atMs: number, cost = 5, errorMs = 0): Promise<Call> => {
      nowMs = atMs;
      const charges = [chargeOf(cost)];
      const call: Call = { charges };
      const given = store.acquire({ charges, gates: ["ip"], nowMs, errorMs });
      void Promise.resolve(given).then((refusal) => {
        call.refusal = refusal;
        call.end = refusal?.reason ?? "acquired";
      });
      await rest();
      return call;
    },
    reply: async (reply: unknown, atMs = nowMs, index = 0) => {
      nowMs = atMs;
      next(index).resolve(reply);
      await rest();
    },
    lose: async (atMs = nowMs) => {
      nowMs = atMs;
      next().reject(new Error("gone"));
      await rest();
    },
    release: ({ charges }: Call, atMs: number, used: number | undefined, tookMs = 10) => {
      nowMs = atMs;
      store.release({ charges, used: [used], sentMs: atMs - tookMs, nowMs, errorMs: 0 });
    },
  };
}

/** A process that has joined a Redis that counts since long before; a call of 5 was sent. */
async function joined() {
  const process = createProcess();
  const call = await process.acquire(beginMs);
  await process.reply([-1, longAgo]);
  await process.reply([1, 0, 5]);
  expect(call.end).toBe("acquired");
  return process;
}

/** A process that goes on alone a second into a window, with one call sent. */
async function alone() {
  const process = await joined();
  await process.acquire(beginMs);
  await process.lose();
  const call = await process.acquire(beginMs + 750);
  await process.lose(beginMs + 1000);
  expect(call.end).toBe("acquired");
  return { ...process, probe: call };
}

test("a process that starts with an empty Redis sends one call to learn the usage", async () => {
  const process = createProcess();
  const first = await process.acquire(beginMs + 1000, 20);
  const other = await process.acquire(beginMs + 1000, 1);
  expect(process.asked()).toEqual(Array(2).fill([1, beginMs + 1000, -1, 0, 0]));
  await process.reply([-1, beginMs + 1000]);
  await process.reply([-1, beginMs + 1000]);
  // The other is tried again soon.
  expect(other.refusal).toMatchObject({ reason: "full", untilMs: beginMs + 1250, used: 1000 });
  await process.reply([1, 0, 20]);
  expect(first.end).toBe("acquired");
  expect((await process.acquire(beginMs + 1010, 1)).end).toBe("full");
  process.release(first, beginMs + 1010, 600);
  // A share of the rest: 400 / 2 - 20.
  expect((await process.acquire(beginMs + 1010, 181)).refusal).toMatchObject({ used: 820 });
  await process.acquire(beginMs + 1010, 180);
  expect(process.asked()).toEqual([
    [1, beginMs + 1010, beginMs + 1000, 0, 0, 180, 990, 18_990, 600],
  ]);
});

for (const [sinceMs, end] of [
  [beginMs - 4000, undefined],
  [beginMs - 3999, "full"],
] as const) {
  const name = end === undefined ? "is shared" : "keeps to its share";
  test(`a process that joins a Redis of ${beginMs + 1000 - sinceMs} ms ${name}`, async () => {
    const process = createProcess();
    const call = await process.acquire(beginMs + 1000, 600);
    await process.reply([-1, sinceMs]);
    expect(call.end).toBe(end);
  });
}

/** What Redis replies to a call, and how the call ends. */
const replies: readonly (readonly [string, readonly number[], string])[] = [
  ["it fits", [1, 0, 15], "acquired"],
  ["it does not fit", [0, 0, 990], "full"],
  ["throttled by another process", [0, beginMs + 1, 10], "throttled"],
  ["throttled, where it would just fit", [0, beginMs + 1, 985], "throttled"],
  ["a gate that opens now, and it fits", [1, beginMs, 15], "acquired"],
  ["a gate that opens now, in a full window", [0, beginMs, 990], "full"],
  ["banned by another process", [0, -(beginMs + 9), 990], "banned"],
];

for (const [name, reply, end] of replies) {
  test(`a reply: ${name}`, async () => {
    const process = await joined();
    const call = await process.acquire(beginMs);
    await process.reply(reply);
    expect(call.end).toBe(end);
    // The usage is passed on with the next call.
    await process.acquire(beginMs);
    expect(process.asked()[0]?.at(-1)).toBe(reply.at(-1));
  });
}

test("a full window is refused to its end on the most inexact clock", async () => {
  const process = await joined();
  const call = await process.acquire(beginMs + 5000, 5, 3);
  await process.reply([0, 0, 987]);
  expect(call.refusal).toMatchObject({ untilMs: beginMs + 10_003, used: 997, key: "w" });
});

test("a reply that is none is a loss", async () => {
  const process = await joined();
  const call = await process.acquire(beginMs);
  await process.reply("OK");
  expect([call.end, process.states()]).toEqual(["full", ["alone"]]);
});

test("a call counts in each window that may have begun when it arrives", async () => {
  const process = await joined();
  const call = await process.acquire(beginMs + 1000);
  await process.reply([1, 0, 10]);
  process.release(call, beginMs + 2000, 10, 1000);
  for (const [afterMs, windows] of [
    [8998, [100]],
    [8999, [100, 101]],
  ] as const) {
    await process.acquire(beginMs + afterMs);
    const keys = process.keys().at(-1)?.slice(2);
    expect(keys?.map((key) => Number(key.split(":").at(-1)))).toEqual(windows);
  }
});

test("the key of an account cannot be read in Redis", async () => {
  const process = await joined();
  const secret = { ...chargeOf(1), key: "orders:the-api-key" };
  const charges = [secret, { ...secret, key: "orders:another" }];
  void process.store.acquire({ charges, gates: [], nowMs: beginMs, errorMs: 0 });
  const keys = process.keys()[0]?.slice(1) ?? [];
  expect(new Set(keys).size).toBe(2);
  for (const key of keys) expect(key).toMatch(/^\{p\}:[0-9a-f]{16}:100$/u);
});

/** Times of the second loss after the first, how slow the exchange is, and what follows. */
const losses: readonly (readonly [number, number, string])[] = [
  [999, 10, "full"],
  [1000, 10, "acquired"],
  [1149, 900, "full"],
  [1150, 900, "acquired"],
];

for (const [afterMs, tookMs, end] of losses) {
  test(`a loss of ${afterMs} ms, before an exchange that takes ${tookMs} ms: ${end}`, async () => {
    const process = createProcess();
    const first = await process.acquire(beginMs);
    await process.reply([-1, longAgo]);
    await process.reply([1, 0, 5]);
    process.release(first, beginMs + 900, 5, tookMs);
    const call = await process.acquire(beginMs + 1000);
    await process.lose();
    expect(call.refusal).toMatchObject({ untilMs: beginMs + 1250, used: 1000 });
    // One call at a time tests whether Redis is back.
    expect((await process.acquire(beginMs + 1249)).end).toBe("full");
    const next = await process.acquire(beginMs + 1250);
    expect([next.end, process.asked().length]).toEqual([undefined, 1]);
    await process.lose(beginMs + 1000 + afterMs);
    expect([next.end, process.states()]).toEqual([end, ["alone"]]);
  });
}

test("a call that no window counts is sent while Redis is away", async () => {
  const process = await joined();
  await process.acquire(beginMs);
  await process.lose();
  const free = { charges: [], gates: [], nowMs: beginMs, errorMs: 0 };
  expect(process.store.acquire(free)).toBe(undefined);
});

test("alone, the usage of a running window is unknown until a response reports it", async () => {
  const { probe, ...process } = await alone();
  const refusal = { reason: "full", untilMs: beginMs + 1251, used: 1000 };
  expect((await process.acquire(beginMs + 1001, 1)).refusal).toMatchObject(refusal);
  process.release(probe, beginMs + 1010, 400);
  // A share of the rest: 600 / 2 - 5.
  expect((await process.acquire(beginMs + 1010, 296)).end).toBe("full");
  expect((await process.acquire(beginMs + 1010, 295)).end).toBe("acquired");
});

test("alone, what programs outside of the store use counts by the share", async () => {
  const { probe, ...process } = await alone();
  process.release(probe, beginMs + 1010, 400);
  const call = await process.acquire(beginMs + 1010);
  process.release(call, beginMs + 1020, 700);
  expect((await process.acquire(beginMs + 1020, 151)).end).toBe("full");
  expect((await process.acquire(beginMs + 1020, 150)).end).toBe("acquired");
});

test("an exchange that reports no usage holds back the first call only", async () => {
  const { probe, ...process } = await alone();
  process.release(probe, beginMs + 1010, undefined);
  for (const cost of [200, 290]) {
    expect((await process.acquire(beginMs + 1010, cost)).end).toBe("acquired");
  }
});

test("alone, each new window is used by the share", async () => {
  const { probe, ...process } = await alone();
  process.release(probe, beginMs + 1010, 400);
  const call = await process.acquire(beginMs + 5500, 1);
  await process.lose();
  expect(call.end).toBe("acquired");
  const last = await process.acquire(beginMs + 10_001, 501);
  await process.lose();
  expect(last.end).toBe("full");
  expect((await process.acquire(beginMs + 10_001, 500)).end).toBe("acquired");
  expect((await process.acquire(beginMs + 14_000, 1)).end).toBe(undefined);
});

test("Redis that is back starts to count anew, and shares hold for a while", async () => {
  const { probe, ...process } = await alone();
  process.release(probe, beginMs + 1010, 400);
  expect((await process.acquire(beginMs + 1999, 1)).end).toBe("acquired");
  const call = await process.acquire(beginMs + 2000, 295);
  expect(process.asked()).toEqual([[1, beginMs + 2000, 0, 0, 0]]);
  await process.reply([-1, beginMs + 2000]);
  // The return is emitted even where its share is used up.
  expect([call.end, process.states()]).toEqual(["full", ["alone", "shared"]]);
  // Windows that begin before all are back, and later.
  const next = await process.acquire(beginMs + 6000, 295);
  expect(next.end).toBe("full");
  await process.acquire(beginMs + 10_000, 600);
  expect(process.asked()[0]?.slice(5)).toEqual([600, 990, 20_000, 0]);
});

test("a process that learns that Redis was emptied sends one call first", async () => {
  const process = await joined();
  await process.acquire(beginMs + 1000);
  const other = await process.acquire(beginMs + 1000);
  await process.reply([-1, beginMs + 900]);
  await process.reply([-1, beginMs + 900]);
  expect(process.asked()).toHaveLength(1);
  expect(other.end).toBe("full");
  // The first was not charged, so another may go.
  await process.reply([0, beginMs + 1001, 5]);
  await process.acquire(beginMs + 1002);
  expect(process.asked()).toHaveLength(1);
});

test("of an emptied Redis only the windows that began before are of unknown usage", async () => {
  for (const [errorMs, end] of [
    [0, undefined],
    [11, "full"],
  ] as const) {
    const process = await joined();
    await process.acquire(beginMs + 9990, 5, errorMs);
    await process.reply([-1, beginMs + 9990]);
    const call = await process.acquire(beginMs + 10_020);
    expect(call.end).toBe(end);
  }
});

test("two processes that return one after the other keep to their shares without a pause", async () => {
  const { probe, ...process } = await alone();
  process.release(probe, beginMs + 1010, 400);
  await process.acquire(beginMs + 2000);
  await process.reply([-1, beginMs + 2000]);
  await process.reply([-1, beginMs + 3000], beginMs + 3000);
  // No usage is unknown: this call and another are asked about.
  await process.acquire(beginMs + 3000);
  expect(process.asked()).toHaveLength(2);
});

test("a process that was silent for long is not sure any more that all are alone", async () => {
  for (const [silentMs, end] of [
    [5000, "acquired"],
    [5001, "full"],
  ] as const) {
    const { probe, ...process } = await alone();
    process.release(probe, beginMs + 1000, 400, 0);
    const call = await process.acquire(beginMs + 1000 + silentMs);
    await process.lose();
    expect(call.end).toBe(end);
  }
});

test("of two calls that find Redis again, one says so", async () => {
  const process = await joined();
  await process.acquire(beginMs);
  await process.lose();
  await process.acquire(beginMs + 250);
  await process.acquire(beginMs + 500);
  await process.reply([1, 0, 10]);
  await process.reply([1, 0, 15]);
  expect(process.states()).toEqual(["alone", "shared"]);
});

test("a loss that was asked before Redis came back changes nothing", async () => {
  const process = await joined();
  await process.acquire(beginMs);
  const late = await process.acquire(beginMs + 10);
  await process.lose(beginMs + 20);
  const back = await process.acquire(beginMs + 270);
  await process.reply([1, 0, 10], beginMs + 280, 1);
  expect([back.end, late.end]).toEqual(["acquired", undefined]);
  await process.lose(beginMs + 290);
  expect([late.end, process.states()]).toEqual(["full", ["alone", "shared"]]);
});

test("a gate that closes here is closed at once, and sent to Redis", async () => {
  const process = await joined();
  process.store.closeGate("ip", beginMs + 9.5, "banned");
  expect(process.asked()).toEqual([[1, beginMs, -1, -(beginMs + 10), 10]]);
  expect((await process.acquire(beginMs + 9)).end).toBe("banned");
  await process.reply([0]);
  // A gate that is closed for longer stays so.
  process.store.closeGate("ip", beginMs + 9.4, "throttled");
  await process.reply([0]);
  expect((await process.acquire(beginMs + 9)).end).toBe("banned");
  expect((await process.acquire(beginMs + 10)).end).toBe(undefined);
});

test("a gate that does not reach Redis is closed here, and the loss is emitted", async () => {
  const process = await joined();
  process.store.closeGate("ip", beginMs + 9, "throttled");
  await process.lose();
  expect(process.states()).toEqual(["alone"]);
  expect((await process.acquire(beginMs + 8)).end).toBe("throttled");
});
