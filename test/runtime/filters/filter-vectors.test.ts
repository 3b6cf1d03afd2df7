import { expect, test } from "vitest";

import type { FilterName } from "../../../generated/filters.ts";
import {
  compileFilters,
  filterChecks,
  filters,
  filterVectors,
} from "../../../generated/filters.ts";

const names = Object.keys(filters) as readonly FilterName[];

test("vectors of every filter satisfy and break every rule", () => {
  for (const name of names) {
    const vectors = filterVectors[name];
    const broken = new Set(vectors.flatMap(({ violates }) => violates));
    expect([...broken].sort()).toEqual(filters[name].rules.map(({ id }) => id).sort());
    expect(vectors.some(({ violates, unknown }) => violates.length === 0 && !unknown)).toBe(true);
  }
});

for (const name of names) {
  const vectors = filterVectors[name];
  for (const [index, { filter, order, context, violates, unknown = [] }] of vectors.entries()) {
    test(`vector ${index + 1} of ${name}`, () => {
      const one = filterChecks[name](filter);
      const checked = one.check(order, context);
      expect(checked.violations.map(({ rule }) => rule)).toEqual(violates);
      expect(checked.unknown.map(({ rule }) => rule)).toEqual(unknown);
      expect(one.accepts(order, context)).toBe(violates.length === 0);
      const whole = compileFilters([filter]).checkOrder(order, context);
      expect(whole).toEqual(checked);
    });
  }
}
