/** What a client adds to the load of an exchange that fails, and how soon it is well again. */

import { expect, test } from "vitest";

import { createWorld, ended, refusal } from "../../support/world.ts";

test("500 for 60 s at 100 calls a second: a tenth more, and well at once", async () => {
  let isBroken = true;
  const at = createWorld({ fault: () => (isBroken ? refusal(500, -1000) : undefined) });
  const exchange = at.client({ limits: false, clockRefreshMs: Infinity, maxAttempts: 6 });
  const calls: Promise<unknown>[] = [];
  const offer = async (seconds: number) => {
    for (let turn = 0; turn < seconds * 100; turn += 1) {
      calls.push(ended(exchange.getTime()));
      await at.clock.run(10);
    }
  };
  await offer(60);
  const sent = at.requests.length;
  expect(sent / calls.length).toBeLessThanOrEqual(1.1);
  expect(sent).toBeGreaterThan(calls.length + 100);
  isBroken = false;
  const healedMs = at.clock.now();
  calls.length = 0;
  await offer(1);
  await at.clock.run(35_000);
  expect((await Promise.all(calls)).filter((end) => end instanceof Error)).toEqual([]);
  expect(at.clock.next()).toBe(undefined);
  const late = at.requests.filter(({ atMs }) => atMs > healedMs + 35_000);
  expect(late).toEqual([]);
});
