import { join } from "node:path";

import fc from "fast-check";
import { createClient } from "redis";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { RedisClient } from "../../../runtime/rate-limits/redis-store.ts";
import { createRedisStore } from "../../../runtime/rate-limits/redis-store.ts";
import type { Charge } from "../../../runtime/rate-limits/store.ts";
import { newFolder } from "../../support/folder.ts";
import { noRedis, startRedis } from "../../support/redis.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";

const folder = newFolder();
const path = join(folder, "socket");
const client = createClient({ socket: { path, tls: false } });
let endRedis: (() => void) | undefined;

beforeAll(async () => {
  if (noRedis) return;
  endRedis = await startRedis("--port", "0", "--unixsocket", path);
  await client.connect();
});

afterAll(() => {
  if (endRedis !== undefined) client.destroy();
  endRedis?.();
});

const windows = [
  { key: "w10s", windowMs: 10_000, amount: 1000 },
  { key: "w1m", windowMs: 60_000, amount: 6000 },
] as const;
const stepMs = 50;
/** The middle of a minute, where a window of ten seconds begins. */
const beginMs = 1_700_000_010_000;

/** Processes that may lose Redis, and the exchange that counts their calls when they arrive. */
function world(count: number, delayMs = 20) {
  let nowMs = beginMs;
  let timers: { readonly atMs: number; readonly run: () => void }[] = [];
  let busy = 0;
  const after = (waitMs: number, run: () => void) => {
    const timer = { atMs: nowMs + waitMs, run };
    timers.push(timer);
    return () => void (timers = timers.filter((one) => one !== timer));
  };
  const used = new Map<string, number>();
  const processes = Array.from({ length: count }, () => {
    const link = { isUp: true, kept: [] as (() => void)[], sent: 0 };
    // Like real clients, this one keeps commands while it is not connected.
    const evaluate: RedisClient["eval"] = (script, options) => {
      const run = async () => {
        busy += 1;
        return client.eval(script, options).finally(() => (busy -= 1));
      };
      if (link.isUp) return run();
      return new Promise((resolve) => link.kept.push(() => resolve(run())));
    };
    const share = { fallbackShare: 1 / count, now: () => nowMs, after };
    return { link, store: createRedisStore({ eval: evaluate }, share) };
  });
  /** Lets everything happen that is due, which Redis may have to answer. */
  const settle = async () => {
    do await new Promise((resolve) => setImmediate(resolve));
    while (busy > 0);
  };
  const run = async (forMs: number, each: () => void = () => undefined) => {
    for (const endMs = nowMs + forMs; nowMs < endMs; ) {
      nowMs += stepMs;
      for (const due of timers.filter(({ atMs }) => atMs <= nowMs)) {
        timers = timers.filter((one) => one !== due);
        due.run();
      }
      each();
      await settle();
    }
  };
  const arrive = (charges: readonly Charge[]) =>
    charges.map(({ key, windowMs, cost }) => {
      const window = `${key}:${Math.floor(nowMs / windowMs)}`;
      used.set(window, (used.get(window) ?? 0) + cost);
      return used.get(window);
    });
  /** Has a process try so many calls at once. */
  const call = (index: number, calls: number, cost = 5) => {
    const { link, store } = processes[index % count] ?? never();
    for (let done = 0; done < calls; done += 1) {
      const charges = windows.map((each) => ({ ...each, window: each.key, cost, header: "h" }));
      void (async () => {
        const refusal = await store.acquire({ charges, gates: [], nowMs, errorMs: 0 });
        if (refusal !== undefined) return;
        link.sent += 1;
        const sentMs = nowMs;
        after(delayMs, () => {
          const used = arrive(charges);
          after(delayMs, () => store.release({ charges, used, sentMs, nowMs, errorMs: 0 }));
        });
      })();
    }
  };
  const lose = () => processes.forEach(({ link }) => (link.isUp = false));
  const find = (index: number) => {
    const { link } = processes[index % count] ?? never();
    link.isUp = true;
    for (const each of link.kept.splice(0)) each();
  };
  const empty = () => client.flushAll();
  const usedOf = ({ key, windowMs }: (typeof windows)[number], agoMs = 0) =>
    used.get(`${key}:${Math.floor((nowMs - agoMs) / windowMs)}`) ?? 0;
  const overdrawn = () =>
    [...used].filter(([key, sum]) => sum > (key.startsWith("w10s") ? 1000 : 6000));
  const sent = () => processes.map(({ link }) => link.sent);
  return { run, call, lose, find, empty, usedOf, overdrawn, sent, after };
}

function never(): never {
  throw new Error("There is no such process.");
}

/** A world in which Redis counts from before the windows that matter, and most have called. */
async function countedWorld(count = 2, delayMs?: number, callers = count) {
  await client.flushAll();
  const at = world(count, delayMs);
  await at.run(500, () => Array.from({ length: callers }, (_, index) => at.call(index, 1)));
  await at.run(69_500);
  return at;
}

const [tenSeconds, _minute] = windows;
const check = test.skipIf(noRedis);

check("whatever is kept in Redis expires", async () => {
  const at = await countedWorld();
  await at.run(500, () => at.call(0, 1));
  const keys = await client.keys("*");
  const lives = await Promise.all(keys.map((key) => client.pTTL(key)));
  expect(keys.length).toBeGreaterThanOrEqual(3);
  expect(Math.min(...lives)).toBeGreaterThan(0);
});

check("a process that knew little when Redis was lost overdraws nothing", async () => {
  const at = await countedWorld();
  at.call(1, 1);
  await at.run(500);
  await at.run(2000, () => at.call(0, 10));
  expect(at.usedOf(tenSeconds)).toBe(990);
  at.lose();
  await at.run(7000, () => [0, 1].forEach((index) => at.call(index, 5)));
  expect(at.overdrawn()).toEqual([]);
  const before = at.sent();
  await at.run(10_000, () => [0, 1].forEach((index) => at.call(index, 5)));
  // The next window is shared by halves, and so is what is left of the minute.
  expect(at.sent().map((sent, index) => sent - (before[index] ?? 0))).toEqual([100, 100]);
  expect(at.overdrawn()).toEqual([]);
});

check("the first process that is back leaves the others their shares", async () => {
  const at = await countedWorld();
  const all = () => [0, 1].forEach((index) => at.call(index, 5));
  at.lose();
  await at.run(7000, all);
  await at.empty();
  at.find(0);
  // The other needs four seconds more, and a window begins meanwhile.
  await at.run(4000, all);
  at.find(1);
  await at.run(8000, all);
  expect(at.overdrawn()).toEqual([]);
  expect(at.usedOf(tenSeconds)).toBeGreaterThanOrEqual(950);
  await at.run(20_000, all);
  expect(at.overdrawn()).toEqual([]);
  expect(at.usedOf(tenSeconds, 10_000)).toBeGreaterThanOrEqual(950);
});

check(
  "a process whose first call comes when Redis was just emptied overdraws nothing",
  async () => {
    const at = await countedWorld(2, 20, 1);
    await at.run(4000, () => at.call(0, 8));
    expect(at.usedOf(tenSeconds)).toBe(990);
    await at.empty();
    await at.run(5000, () => at.call(1, 8));
    expect(at.overdrawn()).toEqual([]);
    await at.run(10_000, () => [0, 1].forEach((index) => at.call(index, 8)));
    expect(at.overdrawn()).toEqual([]);
    expect(at.usedOf(tenSeconds, 10_000)).toBeGreaterThanOrEqual(900);
  },
);

/** Whole histories of losses and returns. */
const historyRuns = { commit: 2, gate: 300, release: 5000 };
const ms = (most: number) => fc.integer({ min: 1, max: most / stepMs }).map((at) => at * stepMs);

check(
  "however Redis is lost and comes back empty, no window is overdrawn",
  async () => {
    const phase = fc.record({
      togetherMs: ms(15_000),
      lostMs: fc.oneof(fc.constant(0), ms(15_000)),
      backMs: fc.array(ms(2000), { minLength: 3, maxLength: 3 }),
      calls: fc.array(fc.constantFrom(0, 0, 1, 8), { minLength: 9, maxLength: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 3 }),
        fc.constantFrom(0, 20, 90),
        fc.integer({ min: 1, max: 3 }),
        fc.array(phase, { minLength: 1, maxLength: 4 }),
        async (count, delayMs, callers, phases) => {
          const at = await countedWorld(count, delayMs, Math.min(count, callers));
          for (const { togetherMs, lostMs, backMs, calls } of phases) {
            const each = (from: number) => () => {
              for (let one = 0; one < count; one += 1) at.call(one, calls[from + one] ?? 0);
            };
            await at.run(togetherMs, each(0));
            if (lostMs > 0) at.lose();
            await at.run(lostMs, each(3));
            await at.empty();
            backMs.forEach((waitMs, one) => one < count && at.after(waitMs, () => at.find(one)));
            await at.run(6000, each(6));
          }
          expect(at.overdrawn()).toEqual([]);
        },
      ),
      { numRuns: runs(historyRuns) },
    );
  },
  propertyTimeoutMs,
);

test.skipIf(noRedis).for([
  [0, 3],
  [0, -3],
  [3, 0],
  [-3, 0],
])("of clocks that are %d and %d h ahead: a ban as long", async (hours) => {
  await client.flushAll();
  const [one, other] = hours.map((ahead) => {
    const nowMs = beginMs + ahead * 3_600_000;
    const errorMs = ahead === 0 ? 0 : Infinity;
    const ask = { charges: [], gates: ["ip"], nowMs, errorMs };
    return { ask, store: createRedisStore(client, { fallbackShare: 0.5 }) };
  });
  await one?.store.acquire(one.ask);
  one?.store.closeGate("ip", one.ask.nowMs + 5000, "banned");
  const refusal = await other?.store.acquire(other.ask);
  expect(Math.round(((refusal?.untilMs ?? 0) - (other?.ask.nowMs ?? 0)) / 1000)).toBe(5);
});
