/** Many callers, hard limits, and the sandbox as the judge: it counts, and refuses what is over. */

import fc from "fast-check";
import { expect, test } from "vitest";

import { propertyTimeoutMs, runs } from "../../support/runs.ts";
import { createWorld, ended, heavy, useUp } from "../../support/world.ts";

test("50 callers for three minutes: every window is used, and none is overdrawn", async () => {
  const { clock, client, statuses, used } = createWorld();
  const exchange = client({ timeoutMs: 600_000 });
  let isOver = false;
  const calls = [
    () => exchange.getDepth({ symbol: "BTCUSDT", limit: 1000 }),
    () => exchange.getAccount(),
    () => exchange.getTickerPrice({ symbol: "BTCUSDT" }),
    () => exchange.getOpenOrders(),
  ];
  const caller = async (index: number) => {
    for (let turn = index; !isOver; turn += 1) await calls[turn % calls.length]?.();
  };
  const callers = Array.from({ length: 50 }, (_, index) => caller(index));
  await clock.run(180_000);
  isOver = true;
  await clock.run(60_000);
  await Promise.all(callers);
  expect(statuses()).toEqual([200]);
  expect([...(used.get("weight10s")?.values() ?? [])].slice(0, 18)).toEqual(Array(18).fill(980));
  expect([...(used.get("weight1m")?.values() ?? [])].slice(0, 3)).toEqual(Array(3).fill(5880));
});

test("reading cannot use up what cancelling needs, and is not starved by it", async () => {
  const at = createWorld();
  const exchange = await useUp(at, at.client({ timeoutMs: 600_000 }));
  const order = { symbol: "BTCUSDT", origClientOrderId: "none" } as const;
  await ended(exchange.cancelOrder(order));
  expect(at.requests.at(-1)).toMatchObject({ method: "DELETE", atMs: at.clock.now() });
  let isOver = false;
  const flood = Array.from({ length: 600 }, async () => {
    while (!isOver) await ended(exchange.getOrder(order));
  });
  const read = ended(exchange.getDepth(heavy));
  let isRead = false;
  void read.then(() => (isRead = true));
  await at.clock.run(240_000);
  expect(isRead).toBe(true);
  isOver = true;
  await at.clock.run(120_000);
  await Promise.all(flood);
  expect(at.statuses()).not.toContain(429);
});

/** Whole worlds, each with its clocks, its network and its callers. */
const worldRuns = { commit: 3, gate: 2000, release: 50_000 };

test(
  "whatever clocks and network do, no call is refused by the exchange",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -3_600_000, max: 3_600_000 }),
        fc.nat(9_999),
        fc.nat(400),
        fc.array(fc.tuple(fc.nat(3), fc.nat(900)), { minLength: 50, maxLength: 50 }),
        async (aheadMs, startMs, slowMs, habits) => {
          let chance = 1;
          const delayMs = () => {
            chance = (chance * 16_807) % 2_147_483_647;
            return chance % (slowMs + 1);
          };
          const { clock, client, statuses } = createWorld({ aheadMs, delayMs });
          await clock.run(startMs);
          const exchange = client({ timeoutMs: 600_000 });
          let isOver = false;
          const calls = [
            () => exchange.getDepth({ symbol: "BTCUSDT", limit: 1000 }),
            () => exchange.getDepth({ symbol: "BTCUSDT", limit: 500 }),
            () => exchange.getTickerPrice(),
            () => exchange.getExchangeInfo(),
          ];
          const failed: unknown[] = [];
          const caller = async ([kind, pauseMs]: readonly [number, number]) => {
            while (!isOver) {
              await calls[kind]?.();
              await new Promise<void>((resolve) => clock.after(pauseMs, resolve));
            }
          };
          const callers = habits.map((habit) => caller(habit).catch((error) => failed.push(error)));
          await clock.run(25_000);
          isOver = true;
          await clock.run(70_000);
          await Promise.all(callers);
          expect(failed).toEqual([]);
          expect(statuses()).toEqual([200]);
          expect(clock.next()).toBe(undefined);
        },
      ),
      { numRuns: runs(worldRuns) },
    );
  },
  propertyTimeoutMs,
);
