import type { Contract, Filter, FilterRule } from "../contract/model.ts";
import { call, codeText, object } from "../write/code.ts";
import { flat } from "../write/doc.ts";
import { filterMath } from "../write/expression-code.ts";
import type { Module } from "../write/imports.ts";
import { propertyKey } from "../write/names.ts";
import { filterCode } from "../write/rule-code.ts";
import { type Emitter, source } from "../write/source.ts";
import { alias, constant, pure, reexport, table } from "../write/structures.ts";

/** The trading rules of symbols and of the exchange: as data, as code and as checks. */
export const filters: Emitter = {
  name: "filters",
  sources: ["spec/filters/*.yaml"],
  emit: (contract) =>
    source({
      path: "filters.ts",
      emitter: filters,
      modules: [filterCompiler, filterMath, writtenRules],
      statements: [
        reexport("../runtime/filters/types.ts", [], { onlyTypes: true }),
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
        constant("filterFormulas", formulasDoc, formulas(contract)),
        constant("compileFilters", compilerDoc, pure("createFilterCompiler(filterFormulas)")),
        constant("filterChecks", checksDoc, pure("createFilterChecks(filterFormulas)")),
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

const filterCompiler: Module = {
  from: "../runtime/filters/compiler.ts",
  names: ["createFilterChecks", "createFilterCompiler"],
};

const writtenRules: Module = {
  from: "../runtime/filters/written.ts",
  names: ["filterRules"],
};

const formulasDoc = {
  text: "The expressions of every rule as exact code, with the names that each reads.",
  see: "spec/filters",
};

const compilerDoc = {
  text:
    "Makes the filters of a symbol ready to be asked: `checkOrder`, `accepts` and `fitOrder`. Do " +
    "it once per symbol and again when its filters change. Filters of other kinds are kept as " +
    "not evaluated.",
};

const checksDoc = {
  text:
    "One filter by its `filterType`, ready to be asked: " +
    "`filterChecks.LOT_SIZE(filter).check(order)`.",
};

function formulas(contract: Contract): string {
  const all = contract.filters.map((each) => [propertyKey(each.name), filterCode(each)] as const);
  const table = call(pure("filterRules"), [object(all)]);
  return codeText(table, "export const filterFormulas = ".length);
}

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
