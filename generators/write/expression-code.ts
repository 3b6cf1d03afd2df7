import type {
  ComparisonExpression,
  Expression,
  NameExpression,
} from "../contract/filters/expression-tree.ts";
import { type Code, call, list } from "./code.ts";
import type { Module } from "./imports.ts";
import { isIdentifier, quoted } from "./names.ts";

/** What printed expressions call. */
export const filterMath: Module = {
  from: "../runtime/filters/math.ts",
  names: (
    "both ceil choose either exact isAtMost isBelow isEqual isOneOf minus negative " +
    "not plus times"
  ).split(" "),
};

/** An expression as TypeScript that reads names out of `RuleFacts`. */
export function expressionCode(tree: Expression): Code {
  switch (tree.kind) {
    case "number":
      return `exact(${quoted(tree.text)})`;
    case "text":
      return quoted(tree.text);
    case "flag":
      return String(tree.value);
    case "name":
      return nameCode(tree);
    case "arithmetic":
      return called({ "+": "plus", "-": "minus", "*": "times" }[tree.operator], tree);
    case "negative":
      return call("negative", [expressionCode(tree.operand)]);
    case "ceil":
      return call("ceil", partsOf(tree).map(expressionCode));
    case "comparison":
      return comparisonCode(tree);
    case "logic":
      return called({ "&&": "both", "||": "either" }[tree.operator], tree);
    case "not":
      return call("not", [expressionCode(tree.operand)]);
    case "membership": {
      const others = list(tree.list.map(expressionCode));
      return call("isOneOf", [expressionCode(tree.sought), others]);
    }
    case "conditional":
      return call("choose", partsOf(tree).map(expressionCode));
  }
}

interface Sides {
  readonly left: Expression;
  readonly right: Expression;
}

function called(name: string, { left, right }: Sides): Code {
  return call(name, [expressionCode(left), expressionCode(right)]);
}

function comparisonCode({ operator, left, right }: ComparisonExpression): Code {
  switch (operator) {
    case "<":
      return called("isBelow", { left, right });
    case "<=":
      return called("isAtMost", { left, right });
    case ">":
      return called("isBelow", { left: right, right: left });
    case ">=":
      return called("isAtMost", { left: right, right: left });
    case "==":
      return called("isEqual", { left, right });
    case "!=":
      return call("not", [called("isEqual", { left, right })]);
  }
}

/** Part of `RuleFacts` that holds a name. */
function shelf({ scope, type }: NameExpression): string {
  if (scope !== "filter") return scope;
  return { decimal: "decimals", integer: "decimals", boolean: "flags", text: "texts" }[type];
}

function nameCode(tree: NameExpression): string {
  const { name } = tree;
  return isIdentifier(name) ? `${shelf(tree)}.${name}` : `${shelf(tree)}[${quoted(name)}]`;
}

/** Every name that an expression reads, each once, in order of reading. */
export function namesIn(tree: Expression): readonly NameExpression[] {
  const names = new Map<string, NameExpression>();
  const visit = (part: Expression): void => {
    if (part.kind === "name") names.set(`${part.scope} ${part.name}`, part);
    for (const inner of partsOf(part)) visit(inner);
  };
  visit(tree);
  return [...names.values()];
}

/** The facts that printed code takes apart, as the parameter of a function. */
export function factsParameter(tree: Expression): string {
  const shelves = [...new Set(namesIn(tree).map(shelf))].sort();
  return shelves.length === 0 ? "()" : `({ ${shelves.join(", ")} })`;
}

function partsOf(tree: Expression): readonly Expression[] {
  switch (tree.kind) {
    case "number":
    case "text":
    case "flag":
    case "name":
      return [];
    case "arithmetic":
    case "comparison":
    case "logic":
      return [tree.left, tree.right];
    case "negative":
    case "not":
      return [tree.operand];
    case "ceil":
      return tree.divisor === undefined ? [tree.dividend] : [tree.dividend, tree.divisor];
    case "membership":
      return [tree.sought, ...tree.list];
    case "conditional":
      return [tree.condition, tree.then, tree.otherwise];
  }
}
