import fc from "fast-check";
import { expect, test, vi } from "vitest";

import { limits } from "../../../generated/limits.ts";
import {
  createPacedClock,
  createVirtualClock,
  type VirtualClock,
} from "../../../sandbox/exchange/clock.ts";
import { createRateLimits } from "../../../sandbox/exchange/rate-limits.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";

/** Times at which a timer of each delay ran, by the clock's own time. */
function timed(clock: VirtualClock, delays: readonly number[]): string[] {
  const ran: string[] = [];
  for (const delay of delays) clock.after(delay, () => ran.push(`${delay} at ${clock.now()}`));
  return ran;
}

test("a clock is advanced through what comes due, and jumps over it", () => {
  const lived = createVirtualClock(1000);
  const livedTimers = timed(lived, [30, 9.5, 20]);
  lived.advance(25);
  expect([lived.now(), livedTimers]).toEqual([1025, ["9.5 at 1010", "20 at 1020"]]);
  const jumped = createVirtualClock(1000);
  const jumpedTimers = timed(jumped, [30, 10, 20]);
  jumped.jump(1025);
  expect([jumped.now(), jumpedTimers]).toEqual([1025, ["10 at 1025", "20 at 1025"]]);
  jumped.jump(500);
  expect([jumped.now(), jumped.next()]).toEqual([500, 505]);
  jumped.advance(5);
  expect(jumpedTimers.at(-1)).toBe("30 at 505");
});

test("timers that are due at one time run in the order in which they were set", () => {
  const clock = createVirtualClock(0);
  const ran: string[] = [];
  for (const name of ["first", "early", "second", "canceled", "third"]) {
    const cancel = clock.after(name === "early" ? 5 : 10, () => ran.push(name));
    if (name === "canceled") cancel();
  }
  clock.after(5, () => clock.after(5, () => ran.push("last")));
  clock.advance(10);
  expect(ran).toEqual(["early", "first", "second", "third", "last"]);
});

test("a paced clock keeps the machine's pace, until it is frozen", () => {
  const machine = createVirtualClock(7_000_000);
  const clock = createPacedClock(1000, machine);
  const ran = timed(clock, [100, 50, 300]);
  machine.advance(75);
  expect([clock.now(), clock.isFrozen(), ran]).toEqual([1075, false, ["50 at 1050"]]);
  clock.freeze();
  machine.advance(10_000);
  expect([clock.now(), clock.isFrozen(), ran.length]).toEqual([1075, true, 1]);
  clock.advance(25);
  expect([clock.now(), ran.at(-1)]).toEqual([1100, "100 at 1100"]);
  expect(machine.next()).toBeUndefined();
  clock.resume();
  machine.advance(150);
  clock.resume();
  expect([clock.now(), ran.length]).toEqual([1250, 2]);
  machine.advance(50);
  expect(ran.at(-1)).toBe("300 at 1300");
});

test("a paced clock that is moved goes on from there, and timers within timers run", async () => {
  const machine = createVirtualClock(0);
  const clock = createPacedClock(1000, machine);
  const ticks: number[] = [];
  const tick = (): void => {
    ticks.push(clock.now());
    clock.after(100, tick);
  };
  clock.after(100, tick);
  clock.advance(250);
  machine.advance(50);
  expect([clock.now(), ticks]).toEqual([1300, [1100, 1200, 1300]]);
  clock.jump(5000);
  expect(ticks.at(-1)).toBe(5000);
  machine.advance(100);
  expect(ticks.at(-1)).toBe(5100);
  clock.jump(1000);
  expect(clock.now()).toBe(1000);
  machine.advance(100);
  expect(ticks.at(-1)).toBe(1100);
  vi.useFakeTimers();
  await clock.run(1000);
  vi.useRealTimers();
  expect([clock.now(), ticks.at(-1)]).toEqual([2100, 2100]);
  // A machine that was busy: what was due runs late, each at its own time.
  machine.jump(1000 + machine.now());
  expect([clock.now(), ticks.at(-1)]).toEqual([3100, 3100]);
  expect(ticks.slice(-3)).toEqual([2900, 3000, 3100]);
});

test("a timer that fails does not stop a paced clock", () => {
  const machine = createVirtualClock(0);
  const clock = createPacedClock(0, machine);
  const ran = timed(clock, [20]);
  clock.after(10, () => {
    throw new Error("a fault in a timer");
  });
  expect(() => machine.advance(10)).toThrow("a fault in a timer");
  machine.advance(20);
  expect(ran).toEqual(["20 at 20"]);
});

test("no jump of the clock makes a window grant more", { timeout: propertyTimeoutMs }, () => {
  const windowMs = limits.map((limit) => limit.windowMs);
  const jumps = fc.oneof(
    fc.constantFrom(...windowMs, ...windowMs.map((ms) => -ms), 0, 1, -1, 999, -3_600_000),
    fc.integer({ min: -200_000, max: 200_000 }),
  );
  const rows = fc.array(fc.tuple(jumps, fc.integer({ min: 1, max: 900 })), { maxLength: 80 });
  fc.assert(
    fc.property(rows, (moves) => {
      const counters = createRateLimits();
      const granted = new Map<string, number>();
      const clock = createVirtualClock(1_700_000_000_000);
      for (const [jump, amount] of moves) {
        clock.jump(clock.now() + jump);
        const now = clock.now();
        const taken = [
          ["weight", attempt(() => counters.charge("10.0.0.1", amount, now))],
          ["orders", attempt(() => counters.requireOrders("ann", amount, now))],
        ] as const;
        if (taken[1][1]) counters.countOrder("ann", amount, now);
        for (const { counts, windowMs: length, amount: limit, header } of limits) {
          if (limit === null || !taken.some(([what, yes]) => what === counts && yes)) continue;
          const window = `${header} ${now - (now % length)}`;
          granted.set(window, (granted.get(window) ?? 0) + amount);
          expect(granted.get(window)).toBeLessThanOrEqual(limit);
        }
      }
    }),
    { numRuns: runs({ commit: 25, gate: 20_000, release: 200_000 }) },
  );
});

function attempt(run: () => void): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}
