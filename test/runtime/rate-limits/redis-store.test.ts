/** What the Redis store asks, waits for and emits. Redis is a function of the test. */

import { expect, test } from "vitest";

import type { RedisClient, RedisStoreOptions } from "../../../runtime/rate-limits/redis-store.ts";
import { createRedisStore } from "../../../runtime/rate-limits/redis-store.ts";
import type { StoreEvent } from "../../../runtime/rate-limits/store.ts";

const nowMs = 1_700_000_005_000;
const charge = { key: "w", window: "w", windowMs: 10_000, amount: 1000, cost: 5 };
const request = { charges: [charge], gates: ["ip"], nowMs, errorMs: 0 };
const sinceMs = nowMs - 100_000;
/** Redis counts since long before, and nothing is used. */
const replies = [
  [-1, sinceMs],
  [1, 0, 5],
];

/** A store over a Redis that replies in turn, or fails with what is neither list nor function. */
function world(script: readonly unknown[] = replies, options: Partial<RedisStoreOptions> = {}) {
  const asked: Parameters<RedisClient["eval"]>[] = [];
  const timers: { readonly delayMs: number; readonly run: () => void }[] = [];
  const events: StoreEvent[] = [];
  let localMs = 5000;
  const client: RedisClient = {
    eval: async (...given) => {
      asked.push(given);
      const reply = script[asked.length - 1];
      if (typeof reply === "function") return reply();
      if (!Array.isArray(reply)) throw reply;
      return reply;
    },
  };
  const after: RedisStoreOptions["after"] = (delayMs, run) => {
    const timer = { delayMs, run };
    timers.push(timer);
    return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
  };
  const given = { fallbackShare: 0.5, now: () => localMs, after, ...options };
  const store = createRedisStore(client, given);
  store.subscribe?.((event) => events.push(event));
  return { store, asked, timers, events, pass: (ms: number) => void (localMs += ms) };
}

const alone = (why: string) => {
  return { kind: "rateLimitStore", state: "alone", reason: `Redis is unreachable: ${why}.` };
};
const late = () => new Promise(() => undefined);
const rest = () => new Promise((resolve) => setImmediate(resolve));

test("a prefix of our own names every key, and a usage that was reported is passed on", async () => {
  const { store, asked } = world([...replies, [1, 0, 30]], { prefix: "mine" });
  await store.acquire(request);
  store.release({ charges: [charge], used: [20], sentMs: nowMs, nowMs: nowMs + 10, errorMs: 0 });
  await store.acquire({ ...request, nowMs: nowMs + 20 });
  const [, , last] = asked;
  expect(last?.[1].keys.map((key) => key.startsWith("{mine}:"))).toEqual([true, true, true]);
  expect(last?.[1].arguments.at(-2)).toBe("20");
});

test("a gate is closed in Redis, and here at once", async () => {
  const { store, asked } = world([...replies, [1, 0]]);
  await store.acquire(request);
  store.closeGate("ip", nowMs + 7000, "banned");
  const refusal = { reason: "banned", untilMs: nowMs + 7000, key: "ip" };
  expect(store.acquire(request)).toEqual(refusal);
  expect(asked[2]?.[1]).toEqual({
    keys: ["{tradespec}:since", "{tradespec}:gate:08b74207b55c5cbc"],
    arguments: ["1", "-1", "0", "0", "-1", "7000"],
  });
});

const losses: readonly (readonly [name: string, failure: unknown, why: string])[] = [
  ["an error", new Error("ECONNRESET"), "ECONNRESET"],
  ["a sentence", new Error("The client is closed."), "The client is closed"],
  ["no error", "gone", "no reply"],
];
for (const [name, failure, why] of losses) {
  test(`a loss of Redis with ${name} is emitted to all, once`, async () => {
    const { store, events, timers } = world([failure, failure]);
    const other: StoreEvent[] = [];
    store.subscribe?.((event) => other.push(event));
    const refusal = { reason: "full", untilMs: nowMs + 250, key: "w", charge, used: 1000 };
    expect(await store.acquire(request)).toEqual(refusal);
    expect(await store.acquire(request)).toEqual(refusal);
    expect([events, other, timers]).toEqual([[alone(why)], [alone(why)], []]);
  });
}

test("a reply has its time, and the rest of a turn, and a process goes on alone after it", async () => {
  const { store, events, timers, pass } = world([late, new Error("gone"), ...replies]);
  const first = store.acquire(request);
  await rest();
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([250]);
  timers.shift()?.run();
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([1]);
  expect(events).toEqual([]);
  timers.shift()?.run();
  expect(await first).toMatchObject({ reason: "full", untilMs: nowMs + 250 });
  expect(events).toEqual([alone("no reply within 250 ms")]);
  pass(20_000);
  // The loss is certain, and this window began before it.
  expect(await store.acquire({ ...request, nowMs: nowMs + 20_000 })).toBe(undefined);
  pass(999);
  expect(store.acquire({ ...request, nowMs: nowMs + 30_000 })).toBe(undefined);
});

test("each option has its effect, and is asked for where it is needed", () => {
  const { store, timers } = world([late], { replyMs: 40 });
  void store.acquire(request);
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([40]);
  for (const client of [{}, { eval: async () => 1, evalsha: async () => 1 }]) {
    expect(() => createRedisStore(client as never, {} as never)).toThrow(
      "createRedisStore has wrong options. fallbackShare is missing; add it. client has an invalid value; " +
        "give a connected client of the package redis, 4 or later, or an object with the same eval.",
    );
  }
  expect(() => createRedisStore(undefined as never, {} as never)).toThrow("client is missing");
  for (const options of [{ returnMs: 0 }, { retryMs: 0 }, { replyMs: 1 }]) world([], options);
});
