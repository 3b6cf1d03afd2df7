/** The client's clock against a sandbox: set when contradicted, refreshed beside the calls. */

import { expect, test } from "vitest";

import type { Answerer } from "../../support/world.ts";
import { createWorld, ended, refusal } from "../../support/world.ts";

const isTime = ({ path }: { readonly path: string }) => path.endsWith("/time");

for (const aheadMs of [500, -500, 5000, -5000, 3_600_000, -3_600_000]) {
  test(`a clock that is off by ${aheadMs} ms, and is set in the middle of it all`, async () => {
    const at = createWorld();
    let offMs = aheadMs;
    const exchange = at.client({ now: () => at.clock.now() + offMs });
    for (const nextMs of [0, -aheadMs, aheadMs * 2]) {
      const calls = [1, 2, 3].map(() => ended(exchange.getAccount()));
      await at.clock.run(100);
      expect(await Promise.all(calls)).toMatchObject(Array(3).fill({ canTrade: true }));
      offMs = nextMs;
    }
    expect(at.requests.filter(isTime).length).toBeLessThanOrEqual(4);
    expect(at.clock.next()).toBe(undefined);
  });
}

test("the time is asked beside a call when it is old, once, and by no timer", async () => {
  const at = createWorld();
  const exchange = at.client();
  for (let minute = 0; minute < 25; minute += 1) {
    expect(await ended(exchange.getAccount())).toMatchObject({ canTrade: true });
    expect(at.clock.next()).toBe(undefined);
    await at.clock.run(60_000);
  }
  const minutes = at.requests.filter(isTime).map(({ atMs }) => (atMs / 60_000) % 60);
  expect(minutes).toEqual([0, 10, 20]);
});

test("the call that reads the time beside it is sent before the reading", async () => {
  const at = createWorld();
  await at.client().getAccount();
  expect(at.requests.map(({ path }) => path)).toEqual(["/api/v1/account", "/api/v1/time"]);
});

test("nobody waits for a time that does not come, and it is not asked at each call", async () => {
  const fault: Answerer = (path) => (path.endsWith("/time") ? refusal(500, -1000) : undefined);
  const at = createWorld({ fault });
  const exchange = at.client();
  for (let turn = 0; turn < 20; turn += 1) {
    expect(await ended(exchange.getAccount())).toMatchObject({ canTrade: true });
    await at.clock.run(1000);
  }
  expect(at.requests.filter(isTime)).toHaveLength(1);
  await at.clock.run(20_000);
  await ended(exchange.getAccount());
  expect(at.requests.filter(isTime)).toHaveLength(2);
});

test("reading without a signature asks for no time while little is used", async () => {
  const at = createWorld();
  const exchange = at.client();
  for (let turn = 0; turn < 20; turn += 1) await exchange.getDepth({ symbol: "BTCUSDT" });
  expect(at.requests.filter(isTime)).toEqual([]);
});

test("2 s on one way: the time is off by no more than half the round trip", async () => {
  let slowMs = 2000;
  const at = createWorld({ delayMs: () => (slowMs = 2000 - slowMs) });
  const exchange = at.client({ now: () => at.clock.now() - 30_000, timeoutMs: 60_000 });
  const work = ended(exchange.getAccount());
  await at.clock.run(60_000);
  expect(await work).toMatchObject({ canTrade: true });
});
