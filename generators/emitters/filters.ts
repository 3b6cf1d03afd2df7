import { namesIn } from "../contract/filters/expressions.ts";
import type { Contract, Filter, FilterRule, MarketDatum } from "../contract/model.ts";
import { doc } from "../write/doc.ts";
import type { Emitter } from "../write/emitter.ts";
import { exactMath } from "../write/expression-code.ts";
import { disabledCode, filterCode, scalesOf } from "../write/filter-code.ts";
import { table } from "../write/literal.ts";
import { pascalCase, quoted, unique } from "../write/names.ts";

/** The filters of symbols and of the exchange: a table of their rules, and a function for each. */
export const filters: Emitter = {
  name: "filters",
  sources: ["spec/filters/*.yaml"],
  emit: (contract) => {
    const vectors = contract.filters.map(({ name, vectors }) => [name, vectors]);
    const origins = contract.filters.map(
      ({ name, origin }) => [`filters.${name}`, origin] as const,
    );
    return [
      { path: "filters.ts", text: code(contract), origins: new Map(origins) },
      {
        path: "filter-vectors.ts",
        text: table("filterVectors", vectorsDoc, Object.fromEntries(vectors)),
      },
    ];
  },
};

const vectorsDoc = {
  text:
    "Orders on each side of every bound, with the rules that each violates: test vectors for any " +
    "implementation of the rules.",
  see: "spec/filters",
};

const filtersDoc = {
  text:
    "Every filter by its `filterType`: its fields, and its rules as comparisons of CEL expressions " +
    "over the filter's fields, the order's fields and the market's data. A rule is checked only " +
    "for an order that has all fields it names.",
  see: "spec/filters",
};

const marketDataDoc = {
  text: "The market and account data that rules read, and where a client gets each.",
  see: "spec/rules/marketData.yaml",
};

const imports = `
import { createFilterChecks, createFilterCompiler } from "../runtime/filters/compile.ts";
import type {
  FilterDescriptor,
  FilterUnits,
  MarketUnits,
  OrderUnits,
  Report,
} from "../runtime/filters/tables.ts";
import type {
  CompiledFilters as AnyCompiledFilters,
  FilterCheck as AnyFilterCheck,
  FilterOptions,
} from "../runtime/filters/types.ts";
import type { Decimal, Int64 } from "../runtime/tables.ts";
${exactMath}`;

/** The type of the market data that a check takes: all of it optional. */
function contextType(marketData: readonly MarketDatum[]): string {
  const members = marketData.map(({ name, type, unit, description, from, assumed, origin }) => {
    const { operation, field, of } = from;
    const source = [`\`${operation}\``, field && `field \`${field}\``, of].filter(Boolean);
    const docs = doc(
      {
        text: description,
        facts: [`Unit: ${unit}.`, `From ${source.join(", ")}.`],
        assumed,
        see: origin.file,
      },
      2,
    );
    const number = type === "integer" ? "Int64" : "Decimal";
    const average = `${number} | ((minutes: number) => ${number} | undefined)`;
    return `${docs}readonly ${name}?: ${name === "averagePrice" ? average : number} | undefined;`;
  });
  return `
/** Market and account data; a rule whose data is absent is reported as unknown. */
export type OrderContext = {
${members.join("\n")}
};
`;
}

function code({ filters: all, marketData }: Contract): string {
  const rows = all.map((each) => [each.name, descriptor(each)]);
  const taken = new Set<string>();
  const checks = all.map((filter) => checkFunction(filter, taken));
  return `
${imports}

export type * from "../runtime/filters/types.ts";
export { filterVectors } from "./filter-vectors.ts";

${contextType(marketData)}
/** The compiled filters of one symbol. Nothing here throws. */
export type CompiledFilters = AnyCompiledFilters<OrderContext>;

/** One compiled filter. */
export type FilterCheck = AnyFilterCheck<OrderContext>;

${table("marketData", marketDataDoc, Object.fromEntries(marketData.map(({ name, type, from }) => [name, { type, from }])))}

${table("filters", filtersDoc, Object.fromEntries(rows), "Readonly<Record<string, FilterDescriptor>>")}
/** The field of a filter that says of which kind it is. */
export const filterTypeField = "filterType";

/** The \`filterType\` of a filter. */
export type FilterName = keyof typeof filters;

/**
 * A filter with its numbers in whole units at the symbol's scale. What is missing is \`NaN\` or
 * \`undefined\`: a comparison with it does not hold, so its rule is reported, as one that cannot be
 * decided.
 */
type UnitsOf<Name extends FilterName> = FilterUnits<Name, (typeof filters)[Name]["fields"]>;

/** Any filter, by its \`filterType\`. */
type AnyUnits = { [Name in FilterName]: UnitsOf<Name> }[FilterName];

${checks.map(({ statement }) => statement).join("\n")}
/** Checks an order by one filter. */
function checkFilter(
  filter: AnyUnits,
  order: OrderUnits,
  market: MarketUnits,
  report: Report,
): void {
  switch (filter.filterType) {
    ${checks.map(({ filterType, call }) => `case ${filterType}:\nreturn ${call};`).join("\n")}
  }
}

/** The rules that a filter's own fields switch off. */
function disabledRules(filter: AnyUnits): readonly string[] {
  const disabled: string[] = [];
  switch (filter.filterType) {
    ${all.map(disabledCode).filter(Boolean).join("\n")}
  }
  return disabled;
}

${compilers}`;
}

const compilers = `
const functions = { filterTypeField, checkFilter, disabledRules };

/**
 * Compiles the filters of a symbol, as \`getExchangeInfo\` lists them: \`checkOrder\`,
 * \`accepts\` and \`fitOrder\`. Do it once per symbol, and again when its filters change. Filters
 * that the spec does not know are not evaluated, and listed in \`notEvaluated\`.
 *
 * @throws InvalidRequestError for filters that are no list, or a wrong option.
 */
export const compileFilters: (
  symbolFilters: readonly unknown[],
  options?: FilterOptions,
) => CompiledFilters = /* @__PURE__ */ createFilterCompiler(filters, functions);

/** One filter by its \`filterType\`, compiled: \`filterChecks.LOT_SIZE(filter).check(order)\`. */
export const filterChecks: {
  readonly [Name in FilterName]: (filter: object, options?: FilterOptions) => FilterCheck;
} = /* @__PURE__ */ createFilterChecks(filters, functions);
`;

/** The function of one filter, which takes what its rules read, and a call of it. */
function checkFunction(filter: Filter, taken: Set<string>) {
  const filterType = quoted(filter.name);
  const { statements, reads } = filterCode(filter);
  const name = unique(`check${pascalCase(filter.name)}`, taken);
  const types = {
    filter: `UnitsOf<${filterType}>`,
    order: "OrderUnits",
    market: "MarketUnits",
    report: "Report",
  };
  const parameters = Object.entries(types).filter(([each]) => each === "report" || reads.has(each));
  const given = parameters.map(([parameter, type]) => `${parameter}: ${type}`).join(", ");
  const docs = doc({ text: filter.description, see: filter.origin.file });
  return {
    filterType,
    call: `${name}(${parameters.map(([parameter]) => parameter).join(", ")})`,
    statement: `${docs}function ${name}(${given}): void {\n${statements}\n}\n`,
  };
}

function descriptor(filter: Filter) {
  const { scope, siteMayLack, average, besides, values, rules, origin } = filter;
  const own = values.filter(({ name }) => name !== "filterType");
  const alsoNamed = own.flatMap((each) => (each.alsoNamed ? [[each.name, each.alsoNamed]] : []));
  return {
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
  const { id, description: _, value, bound, origin, trees, ...rest } = given;
  const { from, appliesWhen, disabledWhen, assumed, appliesAssumed, disabledAssumed } = rest;
  const names = Object.values(trees).flatMap((tree) => (tree === undefined ? [] : namesIn(tree)));
  const reads = (scope: string): readonly string[] =>
    names.filter((name) => name.scope === scope).map(({ name }) => name);
  const { scale, digits } = scalesOf(given);
  return {
    id,
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
