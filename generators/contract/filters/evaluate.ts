import {
  add,
  align,
  decimalIssue,
  multiply,
  type Parts,
  read,
  subtract,
} from "../../../runtime/encoding/decimal.ts";
import { ceilDivide, isMultiple } from "../../../runtime/encoding/int64-math.ts";
import { isObject } from "../documents/json.ts";
import type { FilterRule, JsonObject } from "../model.ts";
import { namesIn } from "./expressions.ts";
import type { ComparisonExpression, Expression, Filter, NameExpression } from "./model.ts";

/** An order with one filter of its symbol and what is known of the market. */
export interface OrderCase {
  readonly filter: JsonObject;
  readonly order: JsonObject;
  readonly context: JsonObject;
}

export type RuleOutcome = "holds" | "broken" | "unknown" | "notAsked";

/**
 * Decides a rule of a filter for one order, exactly. Slow; it shows whether the spec's vectors and
 * rules agree, before any code is made of the rules.
 */
export function ruleOutcome(filter: Filter, rule: FilterRule, given: OrderCase): RuleOutcome {
  const { value, bound, from, appliesWhen, disabledWhen } = rule.trees;
  const names = namesIn(value, bound, from, appliesWhen, disabledWhen);
  if (names.some(({ scope, name }) => scope === "order" && given.order[name] === undefined)) {
    return "notAsked";
  }
  const whole = (tree: Expression | undefined): Value | undefined =>
    tree && evaluate(tree, (name) => lookUp(filter, given, name));
  const [applies, disabled] = [appliesWhen && whole(appliesWhen), whole(disabledWhen)];
  if (applies === false || disabled === true) return "notAsked";
  if (appliesWhen !== undefined && applies === undefined) return "unknown";
  if (disabledWhen !== undefined && disabled === undefined) return "unknown";
  const [left, right] = [whole(value), whole(bound)];
  const start = from === undefined ? zero : whole(from);
  if (!isNumber(left) || !isNumber(right) || !isNumber(start)) return "unknown";
  if (rule.bound.kind === "minimum") return compare(left, right) >= 0 ? "holds" : "broken";
  if (rule.bound.kind === "maximum") return compare(left, right) <= 0 ? "holds" : "broken";
  const steps = align(subtract(left, start), right);
  if (steps.right === 0) return "unknown";
  return isMultiple(steps.left, steps.right) ? "holds" : "broken";
}

type Value = Parts | string | boolean;

const zero = read("0");
const one = read("1");

function isNumber(value: Value | undefined): value is Parts {
  return typeof value === "object";
}

/** The value of a name in a case; of the average price over no time, what replaces it. */
function lookUp(
  { average, values }: Filter,
  { filter, order, context }: OrderCase,
  { scope, name, type }: NameExpression,
): Value | undefined {
  const alsoNamed = values.find((each) => each.name === name)?.alsoNamed ?? name;
  const minutes = average && filter[average.minutes];
  const last = average && minutes === 0 ? context[average.zero] : undefined;
  const market = name === "averagePrice" && minutes === undefined ? undefined : context[name];
  const given = {
    filter: filter[name] ?? filter[alsoNamed],
    order: order[name],
    market: name === "averagePrice" ? (last ?? market) : context[name],
    event: undefined,
  }[scope];
  if (given === undefined || given === null || isObject(given)) return undefined;
  if (typeof given === "boolean" || type === "text") return given as string | boolean;
  return numberOf(String(given));
}

function numberOf(text: string): Parts | undefined {
  return decimalIssue(text, { signed: true }) === undefined ? read(text) : undefined;
}

/** Below, at or above zero, as the left is below, equal to or above the right. */
function compare(first: Parts, second: Parts): number {
  const { left, right } = align(first, second);
  return left < right ? -1 : left > right ? 1 : 0;
}

type NameValue = (name: NameExpression) => Value | undefined;

/** The value of an expression; none where a name is missing that could change it. */
function evaluate(tree: Expression, nameValue: NameValue): Value | undefined {
  const of = (part: Expression): Value | undefined => evaluate(part, nameValue);
  switch (tree.kind) {
    case "number":
      return numberOf(tree.text);
    case "text":
      return tree.text;
    case "flag":
      return tree.value;
    case "name":
      return nameValue(tree);
    case "negative": {
      const operand = of(tree.operand);
      return isNumber(operand) ? subtract(zero, operand) : undefined;
    }
    case "not": {
      const operand = of(tree.operand);
      return operand === undefined ? undefined : operand === false;
    }
    case "logic":
      return logic(tree.operator === "&&", of(tree.left), of(tree.right));
    case "membership": {
      const sought = of(tree.sought);
      const list = tree.list.map(of);
      if (sought === undefined) return undefined;
      if (list.some((item) => isSame(sought, item))) return true;
      return list.includes(undefined) ? undefined : false;
    }
    case "conditional": {
      const condition = of(tree.condition);
      return condition === undefined
        ? undefined
        : of(condition === true ? tree.then : tree.otherwise);
    }
    case "arithmetic": {
      const [left, right] = [of(tree.left), of(tree.right)];
      return isNumber(left) && isNumber(right) ? arithmetic[tree.operator](left, right) : undefined;
    }
    case "comparison":
      return compared(tree.operator, of(tree.left), of(tree.right));
    case "ceil": {
      const divisor = tree.divisor === undefined ? one : of(tree.divisor);
      const dividend = of(tree.dividend);
      if (!isNumber(dividend) || !isNumber(divisor) || divisor.units === 0) return undefined;
      const { left, right } = align(dividend, divisor);
      return { units: ceilDivide(left, right), scale: 0 };
    }
  }
}

function logic(isAnd: boolean, left?: Value, right?: Value): boolean | undefined {
  if (left === !isAnd || right === !isAnd) return !isAnd;
  return left === undefined || right === undefined ? undefined : isAnd;
}

function isSame(left: Value, right: Value | undefined): boolean {
  return isNumber(left) && isNumber(right) ? compare(left, right) === 0 : left === right;
}

const arithmetic = { "+": add, "-": subtract, "*": multiply };

/** Whether each comparison holds, by the order of its sides. */
const holds = {
  "<": (order: number) => order < 0,
  "<=": (order: number) => order <= 0,
  ">": (order: number) => order > 0,
  ">=": (order: number) => order >= 0,
};

function compared(
  operator: ComparisonExpression["operator"],
  left?: Value,
  right?: Value,
): boolean | undefined {
  if (left === undefined || right === undefined) return undefined;
  if (operator === "==" || operator === "!=") return isSame(left, right) === (operator === "==");
  return isNumber(left) && isNumber(right) ? holds[operator](compare(left, right)) : undefined;
}
