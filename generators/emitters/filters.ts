import { namesIn } from "../contract/filters/expressions.ts";
import { orderNames } from "../contract/filters/filters.ts";
import type { Expression, NameExpression } from "../contract/filters/model.ts";
import type { Contract, Filter, FilterRule, MarketDatum } from "../contract/model.ts";
import { doc } from "../write/doc.ts";
import type { Emitter } from "../write/emitter.ts";
import {
  aligned,
  certainCode,
  exactMath,
  type NameCode,
  type NumberCode,
  numberCode,
  possibleCode,
} from "../write/expression-code.ts";
import { undeclaredNames } from "../write/imports.ts";
import { namedTable, table } from "../write/literal.ts";
import { isIdentifier, pascalCase, quoted, unique } from "../write/names.ts";
import { parse } from "../write/typescript.ts";

/** The filters of symbols and of the exchange: a table of their rules, and a function for each. */
export const filters: Emitter = {
  name: "filters",
  sources: ["spec/filters/*.yaml"],
  emit: (contract) => {
    const origins = contract.filters.map(
      ({ name, origin }) => [`filters.${name}`, origin] as const,
    );
    return [
      { path: "filters.ts", text: code(contract), origins: new Map(origins) },
      { path: "filter-vectors.ts", text: vectorsCode(contract) },
    ];
  },
};

const vectorsDoc = {
  text:
    "Orders on each side of every bound, with the rules that each violates: test vectors for any " +
    "implementation of the rules.",
  see: "spec/filters",
};

function vectorsCode({ filters: all }: Contract): string {
  const names = all.map(({ name }) => quoted(name)).join(" | ") || "never";
  const vectors = all.map(({ name, vectors }) => [name, vectors]);
  const type = `Readonly<Record<${names}, readonly FilterVector[]>>`;
  return `
import type { FilterVector } from "../runtime/filters/types.ts";

${namedTable("filterVectors", vectorsDoc, Object.fromEntries(vectors), type)}`;
}

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

const imports = (others: readonly NameExpression[]): string => `
import { createFilterChecks, createFilterCompiler } from "../runtime/filters/compile.ts";
${others.length === 0 ? "" : 'import { createOrderReader } from "../runtime/filters/other-fields.ts";\n'}import type {
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
${others.length === 0 ? "" : "  OrderFields as AnyOrderFields,\n"}} from "../runtime/filters/types.ts";
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
        statements: [`Unit: ${unit}.`, `From ${source.join(", ")}.`],
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
  const others = otherFields(all);
  return `
${imports(others)}

export type * from "../runtime/filters/types.ts";
export { filterVectors } from "./filter-vectors.ts";

${contextType(marketData)}
/** The compiled filters of one symbol; an InvalidRequestError says that no object was given. */
export type CompiledFilters = AnyCompiledFilters<OrderContext${others.length === 0 ? "" : ", OrderFields"}>;

/** One compiled filter. */
export type FilterCheck = AnyFilterCheck<OrderContext${others.length === 0 ? "" : ", OrderFields"}>;

${table("marketData", marketDataDoc, Object.fromEntries(marketData.map(({ name, type, from }) => [name, { type, from }])))}

${table("filters", filtersDoc, Object.fromEntries(rows), "Readonly<Record<string, FilterDescriptor>>")}
/** The field of a filter that says of which kind it is. */
export const filterTypeField = "filterType";

/** The \`filterType\` of a filter. */
export type FilterName = keyof typeof filters;

${all.length === 0 ? noFunctions : functionsCode(all, others)}
${compilers(others.length === 0 ? "" : ", .../* @__PURE__ */ createOrderReader(orderFields)")}`;
}

/** What takes the place of the functions in a spec without filters. */
const noFunctions = `
const checkFilter = (): void => undefined;
const disabledRules = (): readonly string[] => [];
`;

/** The functions that check orders by the filters. */
function functionsCode(all: readonly Filter[], others: readonly NameExpression[]): string {
  const order = others.length === 0 ? "OrderUnits" : "OrderUnits & OtherUnits";
  const taken = new Set<string>();
  const checks = all.map((filter) => checkFunction(filter, order, taken));
  /** The compilers of some projects refuse a parameter that nothing reads. */
  const unlessUnused = (name: string): string =>
    checks.some(({ given }) => given.includes(name)) ? name : `_${name}`;
  return `\
/**
 * A filter with its numbers in whole units at the symbol's scale. What is missing is \`NaN\` or
 * \`undefined\`: a comparison with it does not hold, so its rule is reported, as one that cannot be
 * decided.
 */
type UnitsOf<Name extends FilterName> = FilterUnits<Name, (typeof filters)[Name]["fields"]>;

/** Any filter, by its \`filterType\`. */
type AnyUnits = { [Name in FilterName]: UnitsOf<Name> }[FilterName];

${otherFieldsCode(others)}${checks.map(({ statement }) => statement).join("\n")}
/** Checks an order by one filter. */
function checkFilter(
  filter: AnyUnits,
  ${unlessUnused("order")}: ${order},
  ${unlessUnused("market")}: MarketUnits,
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
`;
}

/** The order fields that rules name beside those that every check reads. */
function otherFields(filters: readonly Filter[]): readonly NameExpression[] {
  const trees = filters.flatMap(({ rules }) => rules.flatMap((each) => Object.values(each.trees)));
  return namesIn(...trees).filter(({ scope, name }) => scope === "order" && !(name in orderNames));
}

/** A table of the other fields, and their types. */
function otherFieldsCode(fields: readonly NameExpression[]): string {
  if (fields.length === 0) return "";
  const rows = Object.fromEntries(fields.map(({ name, type }) => [name, type]));
  const members = (typeOf: (field: NameExpression) => string): string =>
    fields.map((each) => `readonly ${each.name}?: ${typeOf(each)} | undefined;`).join("\n");
  const plain = { decimal: "Decimal", integer: "Int64", boolean: "boolean", text: "string" };
  return `
${table("orderFields", { text: "Fields of an order that rules read beside the usual ones." }, rows)}
/** The fields of an order that filters read; rules about a field that is absent do not apply. */
export type OrderFields = AnyOrderFields & {
${members(({ type }) => plain[type])}
};

/** Those fields as check functions read them. */
interface OtherUnits {
${members(({ type }) => (type === "decimal" || type === "integer" ? "Int64" : plain[type]))}
}

`;
}

const compilers = (others: string): string => `
const functions = { filterTypeField, checkFilter, disabledRules${others} };

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

/** One compiled filter, by its type: \`filterChecks[filterType](filter).check(order)\`. */
export const filterChecks: {
  readonly [Name in FilterName]: (filter: object, options?: FilterOptions) => FilterCheck;
} = /* @__PURE__ */ createFilterChecks(filters, functions);
`;

/** The function of one filter, which takes what its rules read, and a call of it. */
function checkFunction(filter: Filter, order: string, taken: Set<string>) {
  const filterType = quoted(filter.name);
  const { statements, reads } = filterCode(filter);
  const name = unique(`check${pascalCase(filter.name)}`, taken);
  const types = {
    filter: `UnitsOf<${filterType}>`,
    order,
    market: "MarketUnits",
    report: "Report",
  };
  const parameters = Object.entries(types).filter(([each]) => each === "report" || reads.has(each));
  const typed = parameters.map(([parameter, type]) => `${parameter}: ${type}`).join(", ");
  const given = parameters.map(([parameter]) => parameter);
  const docs = doc({ text: filter.description, see: filter.origin.file });
  return {
    filterType,
    given,
    call: `${name}(${given.join(", ")})`,
    statement: `${docs}function ${name}(${typed}): void {\n${statements}\n}\n`,
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
  const names = namesIn(...Object.values(trees));
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

/**
 * The body of a filter's check function, a statement for each rule in the order of the spec, and
 * which of its parameters that reads.
 */
function filterCode(filter: Filter) {
  const names = namesOf(filter);
  const rules = filter.rules.flatMap((rule) => ruleCode(rule, names) ?? []);
  const body = [...startLines(names), guardedCode(rules)].join("\n");
  const words = new Set(undeclaredNames(parse(body)));
  // `one` is the number 1 at the symbol's scale.
  const others = otherFields([filter]).map(({ name }) => name);
  const taken = [...Object.keys(orderNames), ...others, "one"].filter((name) => words.has(name));
  if (taken.length === 0) return { statements: body, reads: words };
  const statements = `const { ${taken.join(", ")} } = order;\n${body}`;
  return { statements, reads: new Set([...words, "order"]) };
}

/** The rules that a filter's own fields switch off, as statements that collect their ids. */
function disabledCode({ rules, ...filter }: Filter): string {
  const names: NameCode = { nameOf: ({ name }) => fieldOf(name), mayLack: () => true };
  const ids = new Map<string, string[]>();
  for (const { id, trees } of rules) {
    const tree = trees.disabledWhen;
    if (tree === undefined || namesIn(tree).some(({ scope }) => scope !== "filter")) continue;
    const condition = certainCode(tree, names);
    ids.set(condition, [...(ids.get(condition) ?? []), quoted(id)]);
  }
  if (ids.size === 0) return "";
  const pushed = [...ids].map(([condition, all]) => `if (${condition}) disabled.push(${all});`);
  return `case ${quoted(filter.name)}:\n${pushed.join("\n")}\nbreak;`;
}

interface Names extends NameCode {
  /** The minutes of the average price, as code. */
  readonly minutes: string;
  /** The local names of where grids start, by the expression's code. */
  readonly starts: Map<string, string>;
}

function namesOf({ average }: Filter): Names {
  return {
    minutes: average === undefined ? "Number.NaN" : fieldOf(average.minutes),
    starts: new Map(),
    nameOf: ({ scope, name, type }) => {
      if (scope === "filter") return fieldOf(name);
      if (scope === "order" || name === "averagePrice") return name;
      return `market.${type === "integer" ? "count" : "decimal"}(${quoted(name)})`;
    },
    mayLack: ({ scope }) => scope !== "order",
  };
}

function fieldOf(name: string): string {
  return isIdentifier(name) ? `filter.${name}` : `filter[${quoted(name)}]`;
}

/** A rule as checks that only orders reach to which it applies. */
interface RuleCode {
  readonly guard: readonly string[];
  /** Constants that the checks need first. */
  readonly constants: readonly string[];
  readonly checks: readonly string[];
}

/** Nothing for a rule whose expressions have errors: those are reported where they are read. */
function ruleCode(rule: FilterRule, names: Names): RuleCode | undefined {
  const { trees } = rule;
  if (trees.value === undefined || trees.bound === undefined) return undefined;
  const zero: Expression = { kind: "number", type: "integer", text: "0" };
  const [value, bound, from] = aligned(
    numberCode(trees.value, names),
    numberCode(trees.bound, names),
    numberCode(trees.from ?? zero, names),
  );
  const { constants, violated, reported } = comparison(rule, { value, bound, from }, names);
  const { disabledWhen, appliesWhen } = trees;
  const enabled: readonly Expression[] =
    disabledWhen === undefined ? [] : [{ kind: "not", type: "boolean", operand: disabledWhen }];
  const applies = appliesWhen === undefined ? [] : conjuncts(appliesWhen);
  const conditions = applies.map((tree) => guardCode(tree, names));
  const needed = fieldsNeeded(rule)
    .filter((name) => !applies.some((tree) => impliesField(tree, name)))
    .map((name) => `${name} !== undefined`);
  const tests = [...enabled.map((tree) => guardCode(tree, names)), violated];
  const report = `report(${[quoted(rule.id), ...reported].join(", ")});`;
  return {
    guard: [...needed, ...conditions],
    constants: [...averageConstant(rule, names), ...constants],
    checks: [`if (${tests.join(" && ")}) ${report}`],
  };
}

interface Sides {
  readonly value: NumberCode;
  readonly bound: NumberCode;
  readonly from: NumberCode;
}

/** What a rule compares. A side that is computed becomes a constant, unless both are products. */
function comparison({ bound: { kind } }: FilterRule, sides: Sides, names: Names) {
  const { value, bound, from } = sides;
  const sign = kind === "minimum" ? ">=" : "<=";
  if (kind !== "multipleOf" && value.factors !== undefined && bound.factors !== undefined) {
    const compared = `compareProducts(${[...value.factors, ...bound.factors].join(", ")})`;
    const reported = [value.text, bound.text];
    return { constants: [], violated: `!(${compared} ${sign} 0)`, reported };
  }
  const constants: string[] = [];
  const named = (name: string, { text }: NumberCode): string => {
    // A name or a number may be written twice.
    if (/^[\w.]+$/u.test(text)) return text;
    constants.push(`const ${name} = ${text};`);
    return name;
  };
  const [one, other] = [named("value", value), named("bound", bound)];
  if (kind !== "multipleOf") {
    return { constants, violated: `!(${one} ${sign} ${other})`, reported: [one, other] };
  }
  const start = from.text === "0" ? [] : [startName(from.text, names)];
  const steps = start.length === 0 ? one : `minus(${one}, ${start[0]})`;
  const violated = `!isMultiple(${steps}, ${other})`;
  return { constants, violated, reported: [one, other, ...start] };
}

/** The average price is asked for once, and only by rules that read it. */
function averageConstant({ trees }: FilterRule, { minutes }: Names): readonly string[] {
  const names = namesIn(trees.value, trees.bound, trees.from);
  return names.some(({ scope, name }) => scope === "market" && name === "averagePrice")
    ? [`const averagePrice = market.averagePrice(${minutes});`]
    : [];
}

/** A condition that stands between `&&`, before any constant. */
function guardCode(tree: Expression, names: Names): string {
  const average = `market.averagePrice(${names.minutes})`;
  const nameOf: NameCode["nameOf"] = (name) =>
    name.scope === "market" && name.name === "averagePrice" ? average : names.nameOf(name);
  return possibleCode(tree, { ...names, nameOf });
}

/** How value and bound of a rule are scaled, for whoever prints them. */
function scalesOf({ trees }: FilterRule): { readonly scale: number; readonly digits: number } {
  const names: NameCode = { nameOf: ({ name }) => name, mayLack: () => true };
  const given = [trees.value, trees.bound, trees.from].flatMap((tree) => tree ?? []);
  const codes = given.map((tree) => numberCode(tree, names));
  const scale = Math.max(0, ...codes.map((code) => code.scale));
  return { scale, digits: Math.max(0, ...codes.map((code) => code.digits)) };
}

/** The constant that holds where a grid starts: at the rule's `from`, or at zero. */
function startName(text: string, { starts }: Names): string {
  const name = starts.get(text) ?? `start${starts.size === 0 ? "" : starts.size + 1}`;
  starts.set(text, name);
  return name;
}

function startLines({ starts }: Names): readonly string[] {
  return [...starts].map(
    ([text, name]) => `const ${name} = filter.offset === "zero" ? 0 : ${text};`,
  );
}

/** The order must have every field that a rule names. */
function fieldsNeeded({ trees }: FilterRule): readonly string[] {
  const names = namesIn(...Object.values(trees));
  return names.filter(({ scope }) => scope === "order").map(({ name }) => name);
}

function conjuncts(tree: Expression): readonly Expression[] {
  return tree.kind === "logic" && tree.operator === "&&"
    ? [...conjuncts(tree.left), ...conjuncts(tree.right)]
    : [tree];
}

/** Whether a condition holds only for an order with the field: it compares it with a text. */
function impliesField(tree: Expression, field: string): boolean {
  if (tree.kind !== "comparison" || tree.operator !== "==") return false;
  const { left, right } = tree;
  return left.kind === "name" && left.name === field && right.kind === "text";
}

/** Rules in a row with the same guard and constants share one `if`. */
function guardedCode(rules: readonly RuleCode[]): string {
  const groups: RuleCode[] = [];
  for (const rule of rules) {
    const last = groups.at(-1);
    const isSame =
      last?.guard.join() === rule.guard.join() && last.constants.join() === rule.constants.join();
    if (last !== undefined && isSame) {
      groups.splice(-1, 1, { ...last, checks: [...last.checks, ...rule.checks] });
    } else groups.push(rule);
  }
  const texts = groups.map(({ guard, constants, checks }) => {
    const body = [...constants, ...checks].join("\n");
    if (guard.length > 0) return `if (${guard.join(" && ")}) {\n${body}\n}`;
    return constants.length > 0 && groups.length > 1 ? `{\n${body}\n}` : body;
  });
  return texts.join("\n");
}
