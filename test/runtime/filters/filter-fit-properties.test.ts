/**
 * Property P25 of filters: a fitted order is the largest valid one. Against an oracle on fractions.
 */

import fc from "fast-check";
import { expect, test } from "vitest";

import { compileFilters } from "../../../generated/filters.ts";
import { compare, oracle } from "../../support/filter-oracle.ts";
import { amounts, forAll, judged, same } from "../../support/filter-statements.ts";
import { decimal, type World } from "../../support/filter-worlds.ts";
import { decimalRuns, propertyTimeoutMs, runs } from "../../support/runs.ts";

const cases = runs(decimalRuns);

test(
  "P25: a fitted order passes, raises no amount, and one unit more would not pass",
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

test(
  "P25: in a small world the fitted value is the largest there is",
  () => {
    const small = fc.record({
      minimum: fc.nat(20),
      width: fc.nat(150),
      step: fc.integer({ min: 1, max: 12 }),
    });
    const property = fc.property(
      fc.tuple(small, small),
      fc.nat(200),
      fc.boolean(),
      ([lots, market], units, isMarket) => {
        const sized = (name: string, { minimum, width, step }: typeof lots): object => ({
          filterType: name,
          minQty: decimal(BigInt(minimum), 1),
          maxQty: decimal(BigInt(minimum + width), 1),
          stepSize: decimal(BigInt(step), 1),
        });
        const filters = [sized("LOT_SIZE", lots), sized("MARKET_LOT_SIZE", market)];
        const type = isMarket ? "MARKET" : "LIMIT";
        const fit = compileFilters(filters).fitOrder({ type, quantity: decimal(BigInt(units), 1) });
        const passes = (quantity: number): boolean =>
          filters.every(
            (filter) =>
              oracle({ ...filter }, { type, quantity: decimal(BigInt(quantity), 1) }).violates
                .length === 0,
          );
        let best = units;
        // No amount is rounded to zero.
        while (best >= 0 && (!passes(best) || (best === 0 && units > 0))) best -= 1;
        if (best < 0) expect(fit.kind).toBe("impossible");
        else {
          expect(fit).toMatchObject({ kind: "fitted" });
          const { quantity } = fit.kind === "fitted" ? fit.order : { quantity: "" };
          expect(compare(quantity, decimal(BigInt(best), 1))).toBe(0);
        }
      },
    );
    fc.assert(property, { numRuns: Math.ceil(cases / 50) });
  },
  propertyTimeoutMs,
);
