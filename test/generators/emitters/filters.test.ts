import { expect, test } from "vitest";

import type { Expression } from "../../../generators/contract/filters/expression-tree.ts";
import { filters } from "../../../generators/emitters/filters.ts";
import { type EmitterCase, emitted, trimmed } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const name = (scope: "filter" | "order", name: string): Expression => ({
  kind: "name",
  type: "decimal",
  scope,
  name,
});

const origin = given.origin("spec/filters/LOT_SIZE.yaml", 13, 5);
const lotSize = given.filter({
  name: "LOT_SIZE",
  origin: given.origin("spec/filters/LOT_SIZE.yaml"),
  description: "Grid of\nquantities.",
  fields: [
    given.property("filterType", { kind: "text" }),
    given.property("stepSize", { kind: "decimal" }),
  ],
  rules: [
    given.rule({
      id: "step",
      description: "On the grid.",
      value: "quantity",
      bound: { kind: "multipleOf", expression: "stepSize" },
      from: "minQty",
      disabledWhen: "stepSize == 0",
      disabledAssumed: "step-zero",
      trees: {
        value: name("order", "quantity"),
        bound: name("filter", "stepSize"),
        from: name("filter", "minQty"),
        disabledWhen: {
          kind: "comparison",
          type: "boolean",
          operator: "==",
          left: name("filter", "stepSize"),
          right: { kind: "number", type: "integer", text: "0" },
        },
        appliesWhen: undefined,
      },
      origin,
    }),
  ],
  average: { minutes: "avgPriceMins", zero: "lastPrice" },
  besides: { filter: "OTHER", assumed: "both" },
  values: [
    { name: "filterType", type: "text", alsoNamed: undefined },
    { name: "stepSize", type: "decimal", alsoNamed: "step" },
  ],
  vectors: [{ filter: { stepSize: "1" }, order: { quantity: "1.5" }, violates: ["step"] }],
});

const cases: readonly EmitterCase[] = [
  {
    name: "a filter is its fields and rules, each with its place",
    given: given.contract({ filters: [lotSize] }),
    want: `
      LOT_SIZE: {
        description: "Grid of quantities.",
        scope: "symbol",
        siteMayLack: false,
        fields: ["stepSize"],
        rules: [
          {
            id: "step",
            description: "On the grid.",
            value: "quantity",
            multipleOf: "stepSize",
            from: "minQty",
            disabledWhen: "stepSize == 0",
            source: "spec/filters/LOT_SIZE.yaml:13",
          },
        ],
        source: "spec/filters/LOT_SIZE.yaml",
      },`,
  },
  {
    name: "its rules are code as well",
    given: given.contract({ filters: [lotSize] }),
    want: `
      export const filterFormulas = /* @__PURE__ */ filterRules({
        LOT_SIZE: {
          fields: { stepSize: { type: "decimal", alsoNamed: "step" } },
          average: { minutes: "avgPriceMins", zero: "lastPrice" },
          besides: { filter: "OTHER", assumed: "both" },
          rules: {
            step: {
              kind: "multipleOf",
              source: "spec/filters/LOT_SIZE.yaml:13",
              value: "quantity",
              bound: "stepSize",
              from: "minQty",
              disabledWhen: {
                filter: ["stepSize"],
                of: ({ decimals }) => isEqual(decimals.stepSize, exact("0")),
              },
              disabledAssumed: "step-zero",
            },
          },
        },
      });`,
  },
  {
    name: "the checks are made of both",
    given: given.contract({ filters: [lotSize] }),
    want: `export const compileFilters = /* @__PURE__ */ createFilterCompiler(filterFormulas);`,
  },
  {
    name: "its vectors stand beside it",
    given: given.contract({ filters: [lotSize] }),
    want: `LOT_SIZE: [{ filter: { stepSize: "1" }, order: { quantity: "1.5" }, violates: [`,
  },
];

for (const { name, given: contract, path, want, not } of cases) {
  test(name, async () => {
    const text = trimmed(await emitted(filters, contract, path));
    expect(text).toContain(trimmed(want));
    if (not !== undefined) expect(text).not.toContain(not);
  });
}
