import { isObject } from "../documents/json.ts";
import type { FilterRule, JsonObject } from "../model.ts";
import { type Expression, type NameExpression, namesIn } from "./expression-tree.ts";
import type { Filter } from "./model.ts";

/** An order with one filter of its symbol and what is known of the market. */
export interface OrderCase {
  readonly filter: JsonObject;
  readonly order: JsonObject;
  readonly context: JsonObject;
}

export type RuleOutcome = "holds" | "broken" | "unknown" | "notAsked";

/**
 * Decides a rule of a filter for one order, exactly, on fractions of big integers. Slow; it shows
 * whether the spec's vectors and rules agree, before any code is made of the rules.
 */
export function ruleOutcome(filter: Filter, rule: FilterRule, given: OrderCase): RuleOutcome {
  const { value, bound, from, appliesWhen, disabledWhen } = rule.trees;
  const trees = [value, bound, from, appliesWhen, disabledWhen];
  const names = trees.flatMap((tree) => (tree === undefined ? [] : namesIn(tree)));
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
  if (!isFraction(left) || !isFraction(right)) return "unknown";
  if (rule.bound.kind === "minimum") return compare(left, right) >= 0 ? "holds" : "broken";
  if (rule.bound.kind === "maximum") return compare(left, right) <= 0 ? "holds" : "broken";
  const start = from === undefined ? zero : whole(from);
  const steps = isFraction(start) ? quotient(minus(left, start), right) : undefined;
  if (steps === undefined) return "unknown";
  return steps.top % steps.bottom === 0n ? "holds" : "broken";
}

interface Fraction {
  readonly top: bigint;
  /** Above zero. */
  readonly bottom: bigint;
}

type Value = Fraction | string | boolean;

const zero: Fraction = { top: 0n, bottom: 1n };

function isFraction(value: Value | undefined): value is Fraction {
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
  return /^-?\d+(\.\d+)?$/u.test(String(given)) ? fraction(String(given)) : undefined;
}

function fraction(text: string): Fraction {
  const [whole = "", places = ""] = text.split(".");
  return { top: BigInt(whole + places), bottom: 10n ** BigInt(places.length) };
}

function minus(left: Fraction, right: Fraction): Fraction {
  return {
    top: left.top * right.bottom - right.top * left.bottom,
    bottom: left.bottom * right.bottom,
  };
}

function negative({ top, bottom }: Fraction): Fraction {
  return { top: -top, bottom };
}

function quotient(left: Fraction, right: Fraction): Fraction | undefined {
  if (right.top === 0n) return undefined;
  const sign = right.top < 0n ? -1n : 1n;
  return { top: left.top * right.bottom * sign, bottom: left.bottom * right.top * sign };
}

/** Below, at or above zero, as the left is below, equal to or above the right. */
function compare(left: Fraction, right: Fraction): number {
  const { top } = minus(left, right);
  return top < 0n ? -1 : top > 0n ? 1 : 0;
}

type ReadName = (name: NameExpression) => Value | undefined;

/** The value of an expression; none where a name is missing that could change it. */
function evaluate(tree: Expression, read: ReadName): Value | undefined {
  const of = (part: Expression): Value | undefined => evaluate(part, read);
  switch (tree.kind) {
    case "number":
      return fraction(tree.text);
    case "text":
      return tree.text;
    case "flag":
      return tree.value;
    case "name":
      return read(tree);
    case "negative": {
      const operand = of(tree.operand);
      return isFraction(operand) ? negative(operand) : undefined;
    }
    case "not": {
      const operand = of(tree.operand);
      return operand === undefined ? undefined : operand === false;
    }
    case "logic":
      return logic(tree.operator === "&&", of(tree.left), of(tree.right));
    case "membership": {
      const sought = of(tree.sought);
      if (sought === undefined) return undefined;
      return tree.list.some((item) => isSame(sought, of(item)));
    }
    case "conditional": {
      const condition = of(tree.condition);
      return condition === undefined
        ? undefined
        : of(condition === true ? tree.then : tree.otherwise);
    }
    case "arithmetic":
    case "comparison":
    case "ceil":
      return calculate(tree, of);
  }
}

function logic(isAnd: boolean, left?: Value, right?: Value): boolean | undefined {
  if (left === !isAnd || right === !isAnd) return !isAnd;
  return left === undefined || right === undefined ? undefined : isAnd;
}

function isSame(left: Value, right: Value | undefined): boolean {
  return isFraction(left) && isFraction(right) ? compare(left, right) === 0 : left === right;
}

function calculate(
  tree: Extract<Expression, { kind: "arithmetic" | "comparison" | "ceil" }>,
  of: (part: Expression) => Value | undefined,
): Value | undefined {
  if (tree.kind === "ceil") {
    const whole = tree.divisor === undefined ? { top: 1n, bottom: 1n } : of(tree.divisor);
    const dividend = of(tree.dividend);
    const found = isFraction(whole) && isFraction(dividend) && quotient(dividend, whole);
    if (!found) return undefined;
    const { top, bottom } = found;
    return { top: top / bottom + (top % bottom > 0n ? 1n : 0n), bottom: 1n };
  }
  const [left, right] = [of(tree.left), of(tree.right)];
  if (left === undefined || right === undefined) return undefined;
  if (tree.operator === "==") return isSame(left, right);
  if (tree.operator === "!=") return !isSame(left, right);
  if (!isFraction(left) || !isFraction(right)) return undefined;
  switch (tree.operator) {
    case "+":
      return minus(left, negative(right));
    case "-":
      return minus(left, right);
    case "*":
      return { top: left.top * right.top, bottom: left.bottom * right.bottom };
    case "<":
      return compare(left, right) < 0;
    case "<=":
      return compare(left, right) <= 0;
    case ">":
      return compare(left, right) > 0;
    case ">=":
      return compare(left, right) >= 0;
  }
}
