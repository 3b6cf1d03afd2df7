/**
 * A fitted order is the largest valid one. Against an oracle on fractions.
 */

import { test } from "vitest";

import { compare } from "../../support/filter-oracle.ts";
import { amounts, forAll, judged, same } from "../../support/filter-statements.ts";
import { decimal, type World } from "../../support/filter-worlds.ts";
import { decimalRuns, propertyTimeoutMs, runs } from "../../support/runs.ts";

const cases = runs(decimalRuns);

test(
  "a fitted order passes, raises no amount, and one unit more would not pass",
  () => {
    forAll(cases, {}, (compiled, world, { order, context }) => {
      const fit = compiled.fitOrder(order, context);
      if (fit.kind === "impossible") {
        same([judged(world, { order, context }).violates.length > 0], [true]);
        return;
      }
      same(judged(world, { order: fit.order, context }).violates, []);
      for (const field of amounts) {
        const [from, to] = [order[field], fit.order[field]];
        const change = fit.changes.find((each) => each.field === field);
        if (change === undefined) same([to], [from]);
        if (change === undefined || from === undefined || to === undefined) continue;
        same([compare(to, from)], [-1]);
        const more = nextAbove(world, to);
        const tried = { order: { ...fit.order, [field]: more }, context };
        if (compare(more, from) <= 0) {
          same([judged(world, tried).violates.length > 0], [true]);
        }
      }
    });
  },
  propertyTimeoutMs,
);

const scales = new WeakMap<World, number>();

/** Places of the finest number of the filters. */
function scaleOf(world: World): number {
  const known = scales.get(world);
  if (known !== undefined) return known;
  const numbers = world.filters.flatMap((filter) => Object.values(filter).map(String));
  const scale = Math.max(...numbers.map((text) => (text.split(".")[1] ?? "").length));
  scales.set(world, scale);
  return scale;
}

/** One unit of the finest number of the filters above a value: less than any step. */
function nextAbove(world: World, value: string): string {
  const scale = Math.max(scaleOf(world), (value.split(".")[1] ?? "").length);
  const [whole = "", fraction = ""] = value.split(".");
  return decimal(BigInt(whole + fraction.padEnd(scale, "0")) + 1n, scale);
}
