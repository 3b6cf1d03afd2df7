import type { Expression } from "../contract/filters/expression-tree.ts";
import type { Filter, FilterRule } from "../contract/model.ts";
import { behind, type Code, list, object } from "./code.ts";
import { expressionCode, factsParameter, namesIn } from "./expression-code.ts";
import { propertyKey, quoted } from "./names.ts";

/** A filter as code: how its fields are read, and what its rules compare. */
export function filterCode({ values, average, besides, rules }: Filter): Code {
  const own = values.filter(({ name }) => name !== "filterType");
  return object([
    [
      "fields",
      object(
        own.map(({ name, type, alsoNamed }) => [
          propertyKey(name),
          object([
            ["type", quoted(type)],
            ["alsoNamed", alsoNamed === undefined ? undefined : quoted(alsoNamed)],
          ]),
        ]),
      ),
    ],
    [
      "average",
      average &&
        object([
          ["minutes", quoted(average.minutes)],
          ["zero", quoted(average.zero)],
        ]),
    ],
    [
      "besides",
      besides && object([["filter", quoted(besides.filter)], assumed("assumed", besides.assumed)]),
    ],
    ["rules", object(rules.flatMap(ruleCode))],
  ]);
}

function assumed(key: string, id: string | undefined): readonly [string, Code | undefined] {
  return [key, id === undefined ? undefined : quoted(id)];
}

/** Nothing for a rule whose expressions could not be read; that is told elsewhere. */
function ruleCode(rule: FilterRule): readonly (readonly [string, Code])[] {
  const { value, bound, from, disabledWhen, appliesWhen } = rule.trees;
  if (value === undefined || bound === undefined) return [];
  const code = object([
    ["kind", quoted(rule.bound.kind)],
    ["text", isAmount(value) ? undefined : quoted(rule.value)],
    assumed("assumed", rule.assumed),
    ["source", quoted(`${rule.origin.file}:${rule.origin.line}`)],
    ["value", isAmount(value) ? quoted(value.name) : formulaCode(value, factorsOf(value))],
    ["bound", boundCode(bound)],
    ["from", from && boundCode(from)],
    ["disabledWhen", disabledWhen && formulaCode(disabledWhen)],
    assumed("disabledAssumed", rule.disabledAssumed),
    ["appliesWhen", appliesWhen && formulaCode(appliesWhen)],
    assumed("appliesAssumed", rule.appliesAssumed),
  ]);
  return [[propertyKey(rule.id), code]];
}

function boundCode(tree: Expression): Code {
  return isOwnNumber(tree) ? quoted(tree.name) : formulaCode(tree);
}

type Member = readonly [string, Code | undefined];

function formulaCode(tree: Expression, shape: readonly Member[] = []): Code {
  const names = namesIn(tree);
  const reads = (["filter", "order", "market"] as const).map((scope): Member => {
    const own = names.filter((name) => name.scope === scope).map(({ name }) => quoted(name));
    return [scope, own.length === 0 ? undefined : list(own)];
  });
  const code = behind(`${factsParameter(tree)} => `, expressionCode(tree));
  return object([...reads, ...shape, ["of", code]]);
}

/** What a value is where that is simple enough to be checked faster. */
function factorsOf(tree: Expression): readonly Member[] {
  if (tree.kind !== "arithmetic" || tree.operator !== "*") return [];
  const { left, right } = tree;
  return isAmount(left) && isAmount(right)
    ? [["factors", list([quoted(left.name), quoted(right.name)])]]
    : [];
}

type NameExpression = Extract<Expression, { readonly kind: "name" }>;

function isAmount(tree: Expression): tree is NameExpression {
  return tree.kind === "name" && tree.scope === "order" && tree.type === "decimal";
}

function isOwnNumber(tree: Expression): tree is NameExpression {
  if (tree.kind !== "name" || tree.scope !== "filter") return false;
  return tree.type === "decimal" || tree.type === "integer";
}
