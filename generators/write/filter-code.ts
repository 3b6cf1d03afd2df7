import { namesIn } from "../contract/filters/expressions.ts";
import { orderNames } from "../contract/filters/filters.ts";
import type { Expression } from "../contract/filters/model.ts";
import type { Filter, FilterRule } from "../contract/model.ts";
import {
  aligned,
  certainCode,
  type NameCode,
  type NumberCode,
  numberCode,
  possibleCode,
} from "./expression-code.ts";
import { isIdentifier, quoted } from "./names.ts";

/** The body of a filter's check function, and which of its parameters that reads. */
export interface FilterCode {
  readonly statements: string;
  readonly reads: ReadonlySet<string>;
}

/** The check function of one filter: a statement for each rule, in the order of the spec. */
export function filterCode(filter: Filter): FilterCode {
  const names = namesOf(filter);
  const rules = filter.rules.flatMap((rule) => ruleCode(rule, names) ?? []);
  const body = [...startLines(names), guardedCode(rules)].join("\n");
  const code = body.replace(/"(?:[^"\\]|\\.)*"/gu, "");
  const words = new Set(code.match(/(?<![\w$.])[\w$]+/gu));
  // `one` is the number 1 at the symbol's scale.
  const taken = [...Object.keys(orderNames), "one"].filter((name) => words.has(name));
  if (taken.length === 0) return { statements: body, reads: words };
  const statements = `const { ${taken.join(", ")} } = order;\n${body}`;
  return { statements, reads: new Set([...words, "order"]) };
}

/** The rules that a filter's own fields switch off, as statements that collect their ids. */
export function disabledCode({ rules, ...filter }: Filter): string {
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
  const needed = fieldsNeeded(rule).filter((test) => !isImplied(test, conditions));
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

interface Comparison {
  readonly constants: readonly string[];
  readonly violated: string;
  readonly reported: readonly string[];
}

/** What a rule compares. A side that is computed becomes a constant, unless both are products. */
function comparison({ bound: { kind } }: FilterRule, sides: Sides, names: Names): Comparison {
  const { value, bound, from } = sides;
  const sign = kind === "minimum" ? ">=" : "<=";
  if (kind !== "multipleOf" && value.factors !== undefined && bound.factors !== undefined) {
    const compared = `compareProducts(${[...value.factors, ...bound.factors].join(", ")})`;
    const reported = [value.text, bound.text];
    return { constants: [], violated: `!(${compared} ${sign} 0)`, reported };
  }
  const constants: string[] = [];
  const named = (name: string, { text }: NumberCode): string => {
    if (/^[\w$.]+$/u.test(text)) return text;
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
  const sides = [trees.value, trees.bound, trees.from];
  const all = sides.flatMap((tree) => (tree === undefined ? [] : namesIn(tree)));
  return all.some(({ scope, name }) => scope === "market" && name === "averagePrice")
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
export function scalesOf({ trees }: FilterRule): {
  readonly scale: number;
  readonly digits: number;
} {
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
  const parts = [trees.value, trees.bound, trees.from, trees.appliesWhen, trees.disabledWhen];
  const names = parts.flatMap((tree) => (tree === undefined ? [] : namesIn(tree)));
  const fields = names.filter(({ scope }) => scope === "order").map(({ name }) => name);
  return [...new Set(fields)].map((name) => `${name} !== undefined`);
}

function conjuncts(tree: Expression): readonly Expression[] {
  return tree.kind === "logic" && tree.operator === "&&"
    ? [...conjuncts(tree.left), ...conjuncts(tree.right)]
    : [tree];
}

/** Whether a field must be there anyway for one of the other tests to hold. */
function isImplied(test: string, others: readonly string[]): boolean {
  const [name = "", rest] = test.split(" !== ");
  return rest === "undefined" && others.some((other) => other.startsWith(`${name} === "`));
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
