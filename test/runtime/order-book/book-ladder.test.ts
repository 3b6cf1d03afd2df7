import fc from "fast-check";
import { expect, test } from "vitest";

import { ExactLadder, type Ladder, QuickLadder } from "../../../runtime/order-book/ladder.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";

/** Keys come back often, as prices do; a quantity of zero takes a level away. */
const change = fc.tuple(fc.integer({ min: -400, max: 400 }), fc.nat(3));
const changes = fc.array(change, { minLength: 1, maxLength: 3_000, size: "max" });

function levelsOf<Unit extends number | bigint>(ladder: Ladder<Unit>): string {
  const levels: string[] = [];
  for (let slot = 0; slot < ladder.slots; slot += 1) {
    const quantity = ladder.quantityAt(slot);
    if (Number(quantity) !== 0) levels.push(`${ladder.keyAt(slot)}x${quantity}`);
  }
  return levels.join(" ");
}

test("both ladders hold what a sorted map holds", { timeout: propertyTimeoutMs }, () => {
  const numRuns = runs({ commit: 40, gate: 5_000, release: 50_000 });
  fc.assert(
    fc.property(changes, fc.integer({ min: 1, max: 60 }), (all, falling) => {
      const quick = new QuickLadder();
      const exact = new ExactLadder(undefined);
      const judge = new Map<number, number>();
      for (const [index, [key, drawn]] of all.entries()) {
        // Times of growth and times in which nearly all goes away.
        const quantity = index % 100 < falling ? 0 : drawn;
        const isChange = (judge.get(key) ?? 0) !== quantity;
        if (quantity === 0) judge.delete(key);
        else judge.set(key, quantity);
        const said = [quick.set(key, quantity), exact.set(BigInt(key), BigInt(quantity))];
        const holds =
          said.every((each) => each === isChange) &&
          (quick.slots === 0 || quick.quantityAt(quick.slots - 1) > 0);
        if (!holds) expect.fail(`wrong after change ${index}`);
      }
      const sorted = [...judge].sort(([one], [other]) => one - other);
      const want = sorted.map(([key, quantity]) => `${key}x${quantity}`).join(" ");
      expect(levelsOf(quick)).toBe(want);
      expect(levelsOf(exact)).toBe(want);
      expect(levelsOf(new ExactLadder(quick))).toBe(want);
    }),
    { numRuns },
  );
});

test("a side that drifts takes no more room than one that stays", () => {
  const ladder = new QuickLadder();
  for (let key = 1; key <= 20_000; key += 1) {
    ladder.set(key, 7);
    ladder.set(key - 100, 0);
    if (ladder.slots > 300) expect.fail(`${ladder.slots} slots for 100 levels`);
  }
  expect(levelsOf(ladder).split(" ").length).toBe(100);
});

test("a ladder that numbers can no longer hold says so", () => {
  const ladder = new QuickLadder();
  ladder.set(-9_007_199_254_740, 5);
  expect([ladder.canRefine(1000, 1), ladder.canRefine(1001, 1)]).toEqual([true, false]);
  expect([ladder.canRefine(1, 1e15), ladder.canRefine(1, 1e16)]).toEqual([true, false]);
  ladder.refine(10, 100);
  expect(levelsOf(ladder)).toBe("-90071992547400x500");
});
