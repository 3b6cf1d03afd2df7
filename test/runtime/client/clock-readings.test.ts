/** When a client reads the exchange's time, how often, and what it makes of each reading. */

import { expect, test } from "vitest";

import type { CallLimiter } from "../../../runtime/call/context.ts";
import type { CallEvent } from "../../../runtime/call/options.ts";
import type { ClientOptions } from "../../../runtime/client/options.ts";
import { refuse } from "./answers.ts";
import type { Script } from "./given.ts";
import { client, json, retry } from "./given.ts";

const beginMs = 1_700_000_000_000;

/** A client whose readings take so long each, in turn; the exchange is 7 s and a half ahead. */
function world(
  tripsMs: readonly number[],
  options: Partial<ClientOptions> = {},
  features: { readonly rateLimits?: () => CallLimiter } = {},
) {
  const events: CallEvent[] = [];
  let reads = 0;
  const read: Script[number] = () => {
    const tripMs = tripsMs[Math.min(reads, tripsMs.length - 1)] ?? 0;
    reads += 1;
    at.time.pass(tripMs);
    return json({ serverTime: at.time.now() - tripMs / 2 + 7500.5 });
  };
  const onEvent = (event: CallEvent) => void events.push(event);
  const at = client([read], { onEvent, ...options }, { features });
  const { context, time } = at;
  const clocks = () => events.filter(({ kind }) => kind === "resync");
  const refresh = async () => {
    context.clock.refresh?.();
    await new Promise((resolve) => setImmediate(resolve));
    return reads;
  };
  return { ...at, pass: time.pass, clocks, refresh, reads: () => reads };
}

/** How long the readings take, how many there are, and how wrong the clock is then. */
const rows: readonly (readonly [tripsMs: readonly number[], reads: number, errorMs: number])[] = [
  [[0], 1, 0],
  [[1000], 1, 500],
  [[1002, 10], 2, 5],
  [[3000, 2000, 1500, 0], 3, 750],
];
for (const [tripsMs, wanted, errorMs] of rows) {
  test(`readings of ${tripsMs} ms: ${wanted} of them`, async () => {
    const { context, clocks, reads } = world(tripsMs);
    await context.clock.resync?.();
    expect([reads(), context.clock.errorMs()]).toEqual([wanted, errorMs]);
    expect(clocks()).toEqual([{ kind: "resync", offsetMs: 7501 }]);
  });
}

test("a reading beside a call comes when the last is old, or the clock was set back", async () => {
  const { pass, refresh } = world([0], { clockRefreshMs: 1000 });
  expect(await refresh()).toBe(1);
  pass(999);
  expect(await refresh()).toBe(1);
  pass(1);
  expect(await refresh()).toBe(2);
  pass(-999);
  expect(await refresh()).toBe(2);
  pass(-1);
  expect(await refresh()).toBe(3);
});

for (const how of ["resync", "known"] as const) {
  test(`after ${how} no reading beside a call follows soon`, async () => {
    const { context, pass, refresh } = world([0], { clockRefreshMs: 1000 });
    await context.clock[how]?.();
    pass(999);
    expect(await refresh()).toBe(1);
    pass(1);
    expect(await refresh()).toBe(2);
  });
}

test("a reading that failed is tried again beside a call after the longest wait", async () => {
  const at = client([refuse(500)], { clockRefreshMs: 600_000 });
  const { maxMs } = retry.backoff;
  const refresh = async () => {
    at.context.clock.refresh?.();
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return at.seen.length;
  };
  expect(await refresh()).toBe(1);
  at.time.pass(maxMs - 1);
  expect(await refresh()).toBe(1);
  at.time.pass(1);
  expect(await refresh()).toBe(2);
  // Whoever only waits for the time to be known goes on without it.
  await at.context.clock.known?.();
  expect(at.seen.length).toBe(3);
});

test("a wait for capacity does not count into the trip, and a correction is passed on", async () => {
  const corrections: unknown[] = [];
  const limiter: CallLimiter = {
    banEndMs: () => undefined,
    correctClock: (...given) => void corrections.push(given),
    attempt: (state, context, send) => {
      at.pass(5000);
      return send(state, context);
    },
  };
  const at = world([10, 20], {}, { rateLimits: () => limiter });
  await at.context.clock.resync?.();
  expect(at.context.clock.errorMs()).toBe(5);
  expect(corrections).toEqual([[7500.5, { nowMs: beginMs + 5010, errorMs: Infinity }]]);
  at.pass(100_000);
  await at.context.clock.known?.();
  const errorMs = 5 + (at.time.now() - (beginMs + 5010)) * 0.0002;
  const before = { nowMs: Math.floor(at.time.now() + 7500.5), errorMs };
  expect(corrections.slice(1)).toEqual([[0, before]]);
});

test("the time after a refused timestamp is a guess, which any reading replaces", async () => {
  const { context, pass } = world([10, 900]);
  await context.clock.resync?.();
  pass(1000);
  await context.clock.resync?.();
  expect(context.clock.errorMs()).toBe(450);
});
