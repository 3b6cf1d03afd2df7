import type { Filter, FilterRule } from "../contract/model.ts";
import { flat } from "../write/doc.ts";
import { source, type Emitter } from "../write/source.ts";
import { alias, table } from "../write/structures.ts";

/** The trading rules of symbols and of the exchange, as data. */
export const filters: Emitter = {
  name: "filters",
  sources: ["spec/filters/*.yaml"],
  emit: (contract) =>
    source({
      path: "filters.ts",
      emitter: filters,
      statements: [
        table(
          "filters",
          {
            text:
              "Every filter by its `filterType`: its fields, and its rules as comparisons of CEL " +
              "expressions over the filter's fields, the order's fields and the market's data. A " +
              "rule is asked only of an order that has all fields its value names.",
            see: "spec/filters",
          },
          Object.fromEntries(contract.filters.map((each) => [each.name, descriptor(each)])),
        ),
        alias("FilterName", { text: "The `filterType` of a filter." }, "keyof typeof filters"),
        table(
          "filterVectors",
          {
            text:
              "Orders at the borders of every filter, with the rules that each violates. They " +
              "prove any implementation of the rules.",
            see: "spec/filters",
          },
          Object.fromEntries(contract.filters.map(({ name, vectors }) => [name, vectors])),
        ),
      ],
      origins: new Map(
        contract.filters.map(({ name, origin }) => [`filters.${name}`, origin] as const),
      ),
    }),
};

function descriptor({ description, scope, siteMayLack, fields, rules, origin }: Filter) {
  return {
    description: flat(description),
    scope,
    siteMayLack,
    fields: fields.map(({ name }) => name).filter((name) => name !== "filterType"),
    rules: rules.map(rule),
    source: origin.file,
  };
}

function rule({ id, description, value, bound, origin, ...rest }: FilterRule) {
  const { from, appliesWhen, disabledWhen, assumed } = rest;
  return {
    id,
    description: flat(description),
    value,
    [bound.kind]: bound.expression,
    from,
    appliesWhen,
    disabledWhen,
    assumed,
    source: `${origin.file}:${origin.line}`,
  };
}
