/** Whatever filters and orders hold, checks answer, and say what is malformed. */

import fc from "fast-check";
import { expect, test } from "vitest";

import type { OrderContext, OrderFields } from "../../../generated/filters.ts";
import { compileFilters, filters as table } from "../../../generated/filters.ts";
import { propertyTimeoutMs, runsFrom } from "../../support/runs.ts";
import { anyText } from "../../support/text.ts";

const amounts = ["quantity", "quoteOrderQty", "price", "stopPrice", "icebergQty"] as const;

const odd = fc.oneof(
  { weight: 3, arbitrary: anyText({ maxLength: 12 }) },
  { weight: 3, arbitrary: fc.stringMatching(/^[-+ ]?[0-9０-９.eExX_,]{0,12}$/) },
  { weight: 2, arbitrary: fc.stringMatching(/^[0-9]{1,20}(\.[0-9]{1,20})?$/) },
  { weight: 1, arbitrary: fc.anything({ withBigInt: true, withNullPrototype: true }) },
);

test(
  "nothing throws, whatever it is given",
  () => {
    const names = Object.keys(table);
    const fields = [...new Set(Object.values(table).flatMap(({ fields }) => Object.keys(fields)))];
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
          const [odds, market] = [given as OrderFields, known as OrderContext];
          if (typeof market.averagePrice === "function") continue;
          const { violations } = compiled.checkOrder(odds, market);
          const { kind } = compiled.fitOrder(odds, market);
          const bad = amounts.filter((field) => !isPlain(odds[field]));
          const malformed = violations.filter((each) => each.kind === "notation");
          expect(malformed.map(({ field }) => field)).toEqual(bad);
          expect(compiled.accepts(odds, market)).toBe(violations.length === 0);
          expect(["fitted", "impossible"]).toContain(kind);
        }
      },
    );
    fc.assert(property, { numRuns: runsFrom(2_000) });
  },
  propertyTimeoutMs,
);

function isPlain(value: unknown): boolean {
  if (value === undefined) return true;
  return typeof value === "string" && value.length <= 1000 && /^[0-9]+(\.[0-9]+)?$/.test(value);
}
