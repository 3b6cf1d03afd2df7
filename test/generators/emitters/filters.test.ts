import type { Expression } from "../../../generators/contract/filters/model.ts";
import { filters } from "../../../generators/emitters/filters.ts";
import { type EmitterCase, testEmitter } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const name = (scope: "filter" | "order", name: string): Expression => ({
  kind: "name",
  type: "decimal",
  scope,
  name,
});

const sum = (left: Expression, right: Expression): Expression => ({
  kind: "arithmetic",
  type: "decimal",
  operator: "+",
  left,
  right,
});

const equals = (left: Expression, text: string): Expression => ({
  kind: "comparison",
  type: "boolean",
  operator: "==",
  left,
  right: { kind: "number", type: "integer", text },
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
    { name: "minQty", type: "decimal", alsoNamed: undefined },
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
        scope: "symbol",
        siteMayLack: false,
        fields: { minQty: "decimal", stepSize: "decimal" },
        alsoNamed: { stepSize: "step" },
        average: { minutes: "avgPriceMins", zero: "lastPrice" },
        besides: { filter: "OTHER", assumed: "both" },
        rules: [
          {
            id: "step",
            value: "quantity",
            multipleOf: "stepSize",
            from: "minQty",
            disabledWhen: "stepSize == 0",
            reads: ["stepSize", "minQty"],
            disabledAssumed: "step-zero",
            source: "spec/filters/LOT_SIZE.yaml:13",
          },
        ],
        source: "spec/filters/LOT_SIZE.yaml",
      },`,
  },
  {
    name: "a filter has a function, with a check for each rule",
    given: given.contract({ filters: [lotSize] }),
    want: `
      /**
       * Grid of quantities.
       *
       * @see spec/filters/LOT_SIZE.yaml
       */
      function checkLotSize(filter: UnitsOf<"LOT_SIZE">, order: OrderUnits, report: Report): void {
        const { quantity } = order;
        const start = filter.offset === "zero" ? 0 : filter.minQty;
        if (quantity !== undefined) {
          if (filter.stepSize !== 0 && !isMultiple(minus(quantity, start), filter.stepSize))
            report("step", quantity, filter.stepSize, start);
        }
      }`,
  },
  {
    name: "a filter's fields may have the names of what its function calls",
    given: given.contract({
      filters: [
        given.filter({
          ...lotSize,
          rules: lotSize.rules.map((rule) => ({
            ...rule,
            trees: { ...rule.trees, from: undefined, bound: name("filter", "report") },
          })),
          values: [
            { name: "report", type: "decimal", alsoNamed: undefined },
            { name: "step-size", type: "decimal", alsoNamed: undefined },
            { name: "stepSize", type: "decimal", alsoNamed: undefined },
          ],
        }),
      ],
    }),
    want: `
        const { quantity } = order;
        if (quantity !== undefined) {
          if (filter.stepSize !== 0 && !isMultiple(quantity, filter.report))
            report("step", quantity, filter.report);
        }`,
  },
  {
    name: "rules with constants and grids of their own do not share them",
    given: given.contract({
      filters: [
        given.filter({
          ...lotSize,
          rules: ["min-qty", "maxQty"].map((from) =>
            given.rule({
              id: from,
              bound: { kind: "multipleOf", expression: "" },
              trees: {
                value: sum(name("order", "quantity"), name("filter", from)),
                bound: name("filter", "stepSize"),
                from: name("filter", from),
                disabledWhen: equals(name("order", "price"), "0"),
                appliesWhen: undefined,
              },
            }),
          ),
        }),
      ],
    }),
    want: `
        const { quantity, price } = order;
        const start = filter.offset === "zero" ? 0 : filter["min-qty"];
        const start2 = filter.offset === "zero" ? 0 : filter.maxQty;
        if (quantity !== undefined && price !== undefined) {
          const value = plus(quantity, filter["min-qty"]);
          if (price !== 0 && !isMultiple(minus(value, start), filter.stepSize))
            report("min-qty", value, filter.stepSize, start);
        }
        if (quantity !== undefined && price !== undefined) {
          const value = plus(quantity, filter.maxQty);
          if (price !== 0 && !isMultiple(minus(value, start2), filter.stepSize))
            report("maxQty", value, filter.stepSize, start2);
        }`,
  },
  {
    name: "one function calls that of the filter's kind",
    given: given.contract({ filters: [lotSize] }),
    want: `
      switch (filter.filterType) {
        case "LOT_SIZE":
          return checkLotSize(filter, order, report);
      }`,
  },
  {
    name: "rules that the filter's fields switch off are known by their ids",
    given: given.contract({ filters: [lotSize] }),
    want: `
      case "LOT_SIZE":
        if (filter.stepSize === 0) disabled.push("step");
        break;`,
  },
  {
    name: "compileFilters is made of the table and the functions",
    given: given.contract({ filters: [lotSize] }),
    want: "createFilterCompiler(filters, functions);",
  },
  {
    name: "its vectors have a file of their own",
    given: given.contract({ filters: [lotSize] }),
    path: "filter-vectors.ts",
    want: `LOT_SIZE: [{ filter: { stepSize: "1" }, order: { quantity: "1.5" }, violates: [`,
  },
];

testEmitter(filters, cases);
