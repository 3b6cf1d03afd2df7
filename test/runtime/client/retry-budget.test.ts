/** What a client adds to the load of an exchange that fails, and how soon it is well again. */

import fc from "fast-check";
import { expect, test } from "vitest";

import { createRetryBudget } from "../../../runtime/call/retry.ts";
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

test("a client that calls seldom may always try again", async () => {
  let left = 2;
  const at = createWorld({
    fault: () => ((left -= 1), left >= 0 ? refusal(503, -1000) : undefined),
  });
  const exchange = at.client({ clockRefreshMs: Infinity });
  for (let call = 0; call < 50; call += 1) {
    left = 2;
    const work = ended(exchange.getTime());
    await at.clock.run(20_000);
    expect(await work).not.toBeInstanceOf(Error);
  }
});

test("retries are a tenth of the calls, and a few for those who wait", () => {
  const steps = fc.array(
    fc.record({ passMs: fc.nat(50), isCall: fc.boolean(), helps: fc.boolean() }),
    { maxLength: 2000 },
  );
  fc.assert(
    fc.property(steps, (all) => {
      let nowMs = 0;
      const budget = createRetryBudget(() => nowMs);
      let calls = 0;
      let lost = 0;
      for (const { passMs, isCall, helps } of all) {
        nowMs += passMs;
        if (isCall) {
          budget.earn();
          calls += 1;
        } else if (budget.spend()) {
          if (helps) budget.giveBack();
          else lost += 1;
        }
      }
      expect(lost).toBeLessThanOrEqual(10 + calls * 0.09 + nowMs * 0.0001 + 1e-6);
    }),
  );
});
