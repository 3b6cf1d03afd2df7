/** Runs statements about filters on many random orders, for comparison with the oracle. */

import fc from "fast-check";
import { expect } from "vitest";

import type { CompiledFilters } from "../../generated/filters.ts";
import { compileFilters } from "../../generated/filters.ts";
import { type Fields, type OracleAnswer, oracle } from "./filter-oracle.ts";
import { type Asked, orderAt, type World, worlds } from "./filter-worlds.ts";

/** The amounts that an order may carry. */
export const amounts = ["quantity", "quoteOrderQty", "price", "stopPrice", "icebergQty"] as const;

const ordersPerWorld = 50;

/** Tries a statement on every order of many worlds. */
export function forAll(
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

/** A finding as `filter/rule`. */
export function named({ filter, rule }: { filter: string | null; rule: string }): string {
  return `${filter}/${rule}`;
}

/** Compares lists; the slow matcher is used only to show a difference. */
export function same(got: readonly unknown[], want: readonly unknown[]): void {
  if (got.length !== want.length || got.some((value, index) => value !== want[index])) {
    expect(got).toEqual(want);
  }
}

/** The outcome of the oracle for all filters, as `filter/rule`. */
export function judged(
  { filters }: World,
  { order, context }: Asked,
  offset: "minimum" | "zero" = "minimum",
): OracleAnswer {
  const all = { violates: [] as string[], unknown: [] as string[], differs: [] as string[] };
  for (const filter of filters) {
    const answer = oracle(filter, order as Fields, context as Fields, offset);
    for (const id of answer.violates) all.violates.push(`${filter["filterType"]}/${id}`);
    for (const id of answer.unknown) all.unknown.push(`${filter["filterType"]}/${id}`);
    for (const id of answer.differs) all.differs.push(`${filter["filterType"]}/${id}`);
  }
  return all;
}
