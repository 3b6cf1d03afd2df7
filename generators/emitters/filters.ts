import type { Filter, FilterRule } from "../contract/model.ts";
import { flat } from "../write/doc.ts";
import { exactMath, namesIn } from "../write/expression-code.ts";
import { disabledCode, filterCode, scalesOf } from "../write/filter-code.ts";
import type { Module } from "../write/imports.ts";
import { pascalCase, quoted, unique } from "../write/names.ts";
import { type Emitter, source } from "../write/source.ts";
import {
  alias,
  callable,
  constant,
  pure,
  reexport,
  table,
  unexported,
} from "../write/statements.ts";

/** The filters of symbols and of the exchange: a table of their rules, and a function for each. */
export const filters: Emitter = {
  name: "filters",
  sources: ["spec/filters/*.yaml"],
  emit: (contract) => [
    ...source({
      path: "filters.ts",
      emitter: filters,
      modules: [filterCompiler, ...exactMath, filterTables],
      statements: [
        reexport("../runtime/filters/types.ts", [], { onlyTypes: true }),
        reexport("./filter-vectors.ts", ["filterVectors"]),
        table(
          "filters",
          {
            text:
              "Every filter by its `filterType`: its fields, and its rules as comparisons of CEL " +
              "expressions over the filter's fields, the order's fields and the market's data. A " +
              "rule is checked only for an order that has all fields it names.",
            see: "spec/filters",
          },
          Object.fromEntries(contract.filters.map((each) => [each.name, descriptor(each)])),
          { satisfies: "Readonly<Record<string, FilterDescriptor>>" },
        ),
        alias("FilterName", { text: "The `filterType` of a filter." }, "keyof typeof filters"),
        ...checks(contract.filters),
        constant("compileFilters", compilerDoc, pure(`createFilterCompiler(${functions})`)),
        constant("filterChecks", checksDoc, pure(`createFilterChecks(${functions})`)),
      ],
      origins: new Map(
        contract.filters.map(({ name, origin }) => [`filters.${name}`, origin] as const),
      ),
    }),
    ...source({
      path: "filter-vectors.ts",
      emitter: filters,
      statements: [
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
    }),
  ],
};

const functions = "filters, {\n  checkFilter,\n  disabledRules,\n}";

const filterCompiler: Module = {
  from: "../runtime/filters/compile.ts",
  names: ["createFilterChecks", "createFilterCompiler"],
};

const filterTables: Module = {
  from: "../runtime/filters/tables.ts",
  names: ["FilterDescriptor", "FilterUnits", "MarketUnits", "OrderUnits", "Report"],
};

const compilerDoc = {
  text:
    "Compiles the filters of a symbol: `checkOrder`, `accepts` and `fitOrder`. Do it once per " +
    "symbol and again when its filters change. Filters of other kinds are not evaluated.",
};

const checksDoc = {
  text: "One filter by its `filterType`, compiled: `filterChecks.LOT_SIZE(filter).check(order)`.",
};

const unitsDoc = {
  text:
    "A filter with its numbers in whole units at the symbol's scale. What is missing is `NaN` or " +
    "`undefined`: a comparison with it does not hold, so its rule is reported, as one that " +
    "cannot be decided.",
};

const parameterTypes = { order: "OrderUnits", market: "MarketUnits", report: "Report" };

/** A function for every filter, and those that call the one of a filter's kind. */
function checks(all: readonly Filter[]) {
  const taken = new Set<string>();
  const made = all.map((filter) => checkFunction(filter, taken));
  const any = { name: "filter", type: "{ [Name in FilterName]: UnitsOf<Name> }[FilterName]" };
  const others = Object.entries(parameterTypes).map(([name, type]) => ({ name, type }));
  const calls = made.map(({ filterType, call }) => `  case ${filterType}:\n    return ${call};`);
  return [
    alias(
      "UnitsOf<Name extends FilterName>",
      unitsDoc,
      'FilterUnits<Name, (typeof filters)[Name]["fields"]>',
    ),
    ...made.map(({ statement }) => statement),
    callable(
      "checkFilter",
      { text: "Checks an order by one filter." },
      {
        parameters: [any, ...others],
        returnType: "void",
        statements: [["switch (filter.filterType) {", ...calls, "}"].join("\n")],
      },
    ),
    callable(
      "disabledRules",
      { text: "The rules that a filter's own fields switch off." },
      {
        parameters: [any],
        returnType: "readonly string[]",
        statements: [
          "const disabled: string[] = [];",
          ["switch (filter.filterType) {", ...all.flatMap(disabledCode), "}"].join("\n"),
          "return disabled;",
        ],
      },
    ),
  ].map(unexported);
}

function checkFunction(filter: Filter, taken: Set<string>) {
  const filterType = quoted(filter.name);
  const { statements, reads } = filterCode(filter);
  const name = unique(`check${pascalCase(filter.name)}`, taken);
  const types = Object.entries({ filter: `UnitsOf<${filterType}>`, ...parameterTypes });
  const parameters = types
    .map(([parameter, type]) => ({ name: parameter, type }))
    .filter((each) => each.name === "report" || reads.has(each.name));
  const statement = callable(
    name,
    { text: filter.description, see: filter.origin.file },
    { parameters, returnType: "void", statements: [statements] },
  );
  const call = `${name}(${parameters.map((each) => each.name).join(", ")})`;
  return { filterType, call, statement };
}

function descriptor(filter: Filter) {
  const { description, scope, siteMayLack, average, besides, values, rules, origin } = filter;
  const own = values.filter(({ name }) => name !== "filterType");
  const alsoNamed = own.flatMap((each) => (each.alsoNamed ? [[each.name, each.alsoNamed]] : []));
  return {
    description: flat(description),
    scope,
    siteMayLack,
    fields: Object.fromEntries(own.map(({ name, type }) => [name, type])),
    alsoNamed: alsoNamed.length === 0 ? undefined : Object.fromEntries(alsoNamed),
    average,
    besides,
    rules: rules.map(rule),
    source: origin.file,
  };
}

function rule(given: FilterRule) {
  const { id, description, value, bound, origin, trees, ...rest } = given;
  const { from, appliesWhen, disabledWhen, assumed, appliesAssumed, disabledAssumed } = rest;
  const names = Object.values(trees).flatMap((tree) => (tree === undefined ? [] : namesIn(tree)));
  const reads = (scope: string): readonly string[] =>
    names.filter((name) => name.scope === scope).map(({ name }) => name);
  const { scale, digits } = scalesOf(given);
  return {
    id,
    description: flat(description),
    value,
    [bound.kind]: bound.expression,
    from,
    appliesWhen,
    disabledWhen,
    reads: [...new Set([...reads("filter"), ...reads("market")])],
    scale: scale === 1 ? undefined : scale,
    digits: digits === 0 ? undefined : digits,
    assumed,
    appliesAssumed,
    disabledAssumed,
    source: `${origin.file}:${origin.line}`,
  };
}
