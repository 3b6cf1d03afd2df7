/** Properties P24, P25 and P27 of filters, against an oracle on fractions. */

import fc from "fast-check";
import { expect, test } from "vitest";

import { compileFilters, filters as table } from "../../generated/filters.ts";
import type { CompiledFilters, OrderFields } from "../../generated/filters.ts";
import { compare, oracle } from "../support/filter-oracle.ts";
import { decimal, orderAt, worlds, type Asked, type World } from "../support/filter-worlds.ts";
import { decimalRuns, propertyTimeoutMs, runs } from "../support/runs.ts";

const ordersPerWorld = 50;
const cases = runs(decimalRuns);

/** Tries a statement on every order of many worlds. */
function forAll(
  count: number,
  options: Parameters<typeof compileFilters>[1],
  holds: (compiled: CompiledFilters, world: World, asked: Asked) => void,
): void {
  const property = fc.property(worlds(ordersPerWorld), (world) => {
    const compiled = compileFilters(world.filters, options);
    for (const seed of world.seeds) holds(compiled, world, orderAt(world.filters, seed));
  });
  fc.assert(property, { numRuns: Math.ceil(count / ordersPerWorld) });
}

function named({ filter, rule }: { filter: string | null; rule: string }): string {
  return `${filter}/${rule}`;
}

/** Compares lists; the matcher is asked only to tell a difference, since it takes its time. */
function same(got: readonly unknown[], want: readonly unknown[]): void {
  if (got.length !== want.length || got.some((value, index) => value !== want[index])) {
    expect(got).toEqual(want);
  }
}

/** What the oracle says of all filters together, as `filter/rule`. */
function judged(
  { filters }: World,
  { order, context }: Asked,
  offset: "minimum" | "zero" = "minimum",
): { readonly violates: readonly string[]; readonly unknown: readonly string[] } {
  const each = filters.map((filter) => ({
    filter,
    ...oracle(filter, { ...order }, { ...context }, offset),
  }));
  const all = (key: "violates" | "unknown"): readonly string[] =>
    each.flatMap(({ filter, ...said }) => said[key].map((id) => `${filter["filterType"]}/${id}`));
  return { violates: all("violates"), unknown: all("unknown") };
}

for (const offset of ["minimum", "zero"] as const) {
  test(
    `P24: checks say what the oracle says, with grids from ${offset}`,
    () => {
      forAll(cases / 2, { offset }, (compiled, world, asked) => {
        const { violations, unknown, warnings } = compiled.checkOrder(asked.order, asked.context);
        const wanted = judged(world, asked, offset);
        same(violations.map(named), wanted.violates);
        same(unknown.map(named), wanted.unknown);
        same([compiled.accepts(asked.order, asked.context)], [wanted.violates.length === 0]);
        const other = judged(world, asked, offset === "zero" ? "minimum" : "zero").violates;
        const differing = [...wanted.violates, ...other].filter(
          (id) => wanted.violates.includes(id) !== other.includes(id),
        );
        same(warnings.map(named).sort(), differing.sort());
      });
    },
    propertyTimeoutMs,
  );
}

const amounts = ["quantity", "quoteOrderQty", "price", "stopPrice", "icebergQty"] as const;

test(
  "P25: a fitted order passes, is nowhere above, and one step more would not do",
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

/** One unit of the finest number of the world above a value: less than any step. */
function nextAbove({ filters }: World, value: string): string {
  const numbers = filters.flatMap((filter) => Object.values(filter).map(String));
  const digits = [...numbers, value].map((text) => (text.split(".")[1] ?? "").length);
  const scale = Math.max(...digits);
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
        // What has to be rounded is never rounded to nothing.
        while (best >= 0 && (!passes(best) || (best === 0 && units > 0))) best -= 1;
        if (best < 0) expect(fit.kind).toBe("impossible");
        else {
          expect(fit).toMatchObject({ kind: "fitted" });
          const { quantity } = fit.kind === "fitted" ? fit.order : { quantity: "" };
          expect(compare(quantity, decimal(BigInt(best), 1))).toBe(0);
        }
      },
    );
    fc.assert(property, { numRuns: Math.ceil(cases / 20) });
  },
  propertyTimeoutMs,
);

const odd = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
  { weight: 3, arbitrary: fc.stringMatching(/^[-+ ]?[0-9０-９.eExX_,]{0,12}$/) },
  { weight: 2, arbitrary: fc.stringMatching(/^[0-9]{1,20}(\.[0-9]{1,20})?$/) },
  { weight: 1, arbitrary: fc.anything({ withBigInt: true, withNullPrototype: true }) },
);

test(
  "P27: nothing throws, whatever it is given",
  () => {
    const names = Object.keys(table);
    const fields = [...new Set(Object.values(table).flatMap((filter) => filter.fields as readonly string[]))];
    const filter = fc.oneof(
      {
        weight: 9,
        arbitrary: fc
          .tuple(fc.constantFrom(...names, "OTHER"), fc.array(odd, { minLength: 4, maxLength: 4 }))
          .map(([filterType, values]) => ({
            filterType,
            ...Object.fromEntries(fields.map((field, index) => [field, values[index % 4]])),
          })),
      },
      { weight: 1, arbitrary: fc.anything() },
    );
    const order = fc.record(
      { type: fc.constantFrom("LIMIT", "MARKET", "?"), price: odd, quantity: odd, stopPrice: odd },
      { requiredKeys: [] },
    );
    const context = fc.record({ averagePrice: odd, openOrders: odd }, { requiredKeys: [] });
    const property = fc.property(
      fc.array(filter, { maxLength: 4 }),
      fc.array(fc.tuple(order, context), { minLength: 20, maxLength: 20 }),
      (filters, asked) => {
        const compiled = compileFilters(filters);
        for (const [given, known] of asked) {
          const [odds, market] = [given as OrderFields, known as Asked["context"]];
          if (typeof market.averagePrice === "function") continue;
          const { violations } = compiled.checkOrder(odds, market);
          same([compiled.accepts(odds, market)], [violations.length === 0]);
          const { kind } = compiled.fitOrder(odds, market);
          same([kind === "fitted" || kind === "impossible"], [true]);
          const bad = amounts.filter((field) => !isPlain(odds[field]));
          const told = violations.filter((each) => each.kind === "notation");
          same(
            told.map(({ field }) => field),
            bad,
          );
        }
      },
    );
    fc.assert(property, { numRuns: Math.ceil(cases / 20) });
  },
  propertyTimeoutMs,
);

function isPlain(value: unknown): boolean {
  if (value === undefined) return true;
  return typeof value === "string" && value.length <= 1000 && /^[0-9]+(\.[0-9]+)?$/.test(value);
}
