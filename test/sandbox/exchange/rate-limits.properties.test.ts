import fc from "fast-check";
import { expect, test } from "vitest";

import { limits } from "../../../generated/limits.ts";
import { createRateLimits } from "../../../sandbox/exchange/rate-limits.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";

const numRuns = runs({ commit: 1_000, gate: 50_000, release: 500_000 });

/** One request: it weighs on its address, and on its account when it places orders. */
const request = fc.record({
  ip: fc.constantFrom("10.0.0.1", "10.0.0.2"),
  account: fc.constantFrom("ann", "bob"),
  weight: fc.integer({ min: 0, max: 10 }),
  orders: fc.integer({ min: 0, max: 3 }),
  waitMs: fc.constantFrom(0, 1, 999, 9_999, 10_000, 59_999, 86_400_000),
});

const requests = fc.array(request, { minLength: 1, maxLength: 60 });

interface Count {
  readonly time: number;
  readonly whose: string;
  readonly amount: number;
}

/** P20: what is used is the sum over one window of the clock, and nothing from anybody else. */
test("weights count by address, orders by account", { timeout: propertyTimeoutMs }, () => {
  fc.assert(
    fc.property(requests, (rows) => {
      const counters = createRateLimits();
      const seen: { readonly weight: Count[]; readonly orders: Count[] } = {
        weight: [],
        orders: [],
      };
      let time = 0;
      for (const { ip, account, weight, orders, waitMs } of rows) {
        time += waitMs;
        counters.charge(ip, weight, time);
        counters.countOrder(account, orders, time);
        seen.weight.push({ time, whose: ip, amount: weight });
        seen.orders.push({ time, whose: account, amount: orders });
        const wanted = limits.map(({ counts, header, windowMs }) => {
          const whose = counts === "weight" ? ip : account;
          return [header, String(sumOf(seen[counts], whose, time - (time % windowMs)))];
        });
        expect(counters.headers(ip, account, time)).toEqual(Object.fromEntries(wanted));
      }
    }),
    { numRuns },
  );
});

function sumOf(counts: readonly Count[], whose: string, from: number): number {
  const own = counts.filter((count) => count.whose === whose && count.time >= from);
  return own.reduce((sum, { amount }) => sum + amount, 0);
}
