/** How a rule of a filter is decided for one order, before any code is made of it. */

import { expect, test } from "vitest";

import { type RuleOutcome, ruleOutcome } from "../../../generators/contract/filters/evaluate.ts";
import { readExpression } from "../../../generators/contract/filters/expressions.ts";
import type { Filter, FilterRule, ValueType } from "../../../generators/contract/filters/model.ts";
import { contractOf } from "../../support/contract-of.ts";

const filter = { tick: "0.5", zero: "0", on: true, minutes: 5, low: "1", none: null, odd: "1x" };
const order = { price: "1.5", quantity: "3", type: "LIMIT" };
const context = { orders: "2", lastPrice: "9", averagePrice: "10", list: {} };

/** The names by their scope and type; `other` is also written `low`, and `gone` is nowhere. */
const names = new Map(
  (
    [
      ["filter", "decimal", "tick zero low none odd other gone"],
      ["filter", "boolean", "on"],
      ["order", "decimal", "price quantity"],
      ["order", "text", "type timeInForce"],
      ["market", "decimal", "orders averagePrice lastPrice list unread"],
      ["event", "decimal", "event"],
    ] as const
  ).flatMap(([scope, type, words]) =>
    words.split(" ").map((name) => [name, { scope, type }] as const),
  ),
);

const { filters } = contractOf();
const [plain] = filters;
if (plain === undefined) throw new Error("The small spec has a filter.");
const own: Filter = {
  ...plain,
  average: { minutes: "minutes", zero: "lastPrice" },
  values: [{ name: "other", type: "decimal", alsoNamed: "low" }],
};

type Rule = Partial<
  Record<"value" | "minimum" | "maximum" | "multipleOf" | "from" | "applies" | "disabled", string>
>;

function outcomeOf(rule: Rule, given: object = filter): RuleOutcome {
  const tree = (text: string | undefined, type: ValueType = "decimal") => {
    if (text === undefined) return undefined;
    const { tree: found, problems } = readExpression(text, type, names);
    expect(problems).toEqual([]);
    return found;
  };
  const { value = "1", minimum, maximum, multipleOf, from, applies, disabled } = rule;
  const [kind, bound = "1"] =
    maximum !== undefined
      ? (["maximum", maximum] as const)
      : multipleOf !== undefined
        ? (["multipleOf", multipleOf] as const)
        : (["minimum", minimum] as const);
  const trees = { value: tree(value), bound: tree(bound), from: tree(from) };
  const conditions = {
    appliesWhen: tree(applies, "boolean"),
    disabledWhen: tree(disabled, "boolean"),
  };
  const whole = { ...plain?.rules[0], bound: { kind, expression: bound } } as FilterRule;
  const one = { ...whole, trees: { ...trees, ...conditions } };
  return ruleOutcome(own, one, { filter: given as typeof filter, order, context });
}

const rules: readonly (readonly [Rule, RuleOutcome])[] = [
  [{ value: "price", minimum: "1.5" }, "holds"],
  [{ value: "price", minimum: "1.51" }, "broken"],
  [{ value: "price", maximum: "1.50" }, "holds"],
  [{ value: "price", maximum: "1.49" }, "broken"],
  [{ value: "price", multipleOf: "tick" }, "holds"],
  [{ value: "price", multipleOf: "0.4" }, "broken"],
  [{ value: "price", multipleOf: "0.4", from: "0.3" }, "holds"],
  [{ value: "price", multipleOf: "0.5", from: "0.3" }, "broken"],
  [{ value: "price", multipleOf: "zero" }, "unknown"],
  [{ value: "price", multipleOf: "tick", from: "gone" }, "unknown"],
  [{ value: "price", minimum: "gone" }, "unknown"],
  [{ value: "gone", minimum: "price" }, "unknown"],
  [{ value: "price", minimum: "none" }, "unknown"],
  [{ value: "price", minimum: "odd" }, "unknown"],
  [{ value: "list" }, "unknown"],
  [{ value: "unread" }, "unknown"],
  [{ value: "event" }, "unknown"],
  // Another spelling of a field, and the average price over no time.
  [{ value: "other", maximum: "1" }, "holds"],
  [{ value: "averagePrice", minimum: "10" }, "holds"],
  [{ value: "averagePrice", maximum: "9.9" }, "broken"],
  // Arithmetic
  [{ value: "price + quantity * 2", minimum: "7.5" }, "holds"],
  [{ value: "price + quantity * 2", maximum: "7.5" }, "holds"],
  [{ value: "-price - 1", maximum: "-2.5" }, "holds"],
  [{ value: "-price - 1", minimum: "-2.5" }, "holds"],
  [{ value: "-gone", maximum: "1" }, "unknown"],
  [{ value: "price * gone", maximum: "1" }, "unknown"],
  [{ value: "ceil(price)", minimum: "2" }, "holds"],
  [{ value: "ceil(price)", maximum: "2" }, "holds"],
  [{ value: "ceil(quantity / price)", maximum: "2" }, "holds"],
  [{ value: "ceil(quantity / 1.4)", minimum: "3" }, "holds"],
  [{ value: "ceil(price / zero)" }, "unknown"],
  [{ value: "ceil(gone / price)" }, "unknown"],
  [{ value: "on ? price : quantity", maximum: "2" }, "holds"],
  [{ value: "!on ? price : quantity", minimum: "3" }, "holds"],
  [{ value: "gone == 1 ? price : quantity" }, "unknown"],
  // A rule that is off, and one that is not asked
  [{ disabled: "zero == 0" }, "notAsked"],
  [{ disabled: "zero == 1" }, "holds"],
  [{ disabled: "gone == 0" }, "unknown"],
  [{ applies: 'timeInForce == "GTC"' }, "notAsked"],
  [{ value: "price", minimum: "9", disabled: 'timeInForce == "GTC"' }, "notAsked"],
];

test.each(rules)("%j is decided: %s", (rule, outcome) => expect(outcomeOf(rule)).toBe(outcome));

/** Conditions that hold, that do not, and that cannot be decided. */
const conditions = {
  holds: [
    ...["true", "on", "!false", "on == true", 'type == "LIMIT"', 'type != "MARKET"'],
    ...["price == 1.50", "price != 2", "price < 1.6", "price <= 1.5", "price > 1.4"],
    ...["price >= 1.5", 'type in ["MARKET", "LIMIT"]', "price in [1, 1.50]"],
    ...["on && price > 1", "false || on", "on || gone == 1", "gone == 1 || on"],
    "price in [gone, 1.5]",
  ],
  notAsked: [
    ...["false", "!on", "on != true", 'type == "MARKET"', 'type != "LIMIT"', "price == 2"],
    ...["price != 1.5", "price < 1.5", "price <= 1.4", "price > 1.5", "price >= 1.6"],
    ...['type in ["MARKET"]', "price in [1, 2]", "on && price > 2", "false || !on"],
    ...["false && gone == 1", "gone == 1 && false"],
  ],
  unknown: [
    ...["gone == 1", "1 == gone", "gone < 1", "gone in [1]", "!(gone == 1)", "on && gone == 1"],
    ...["gone == 1 && on", "false || gone == 1", "gone == 1 || false", "price in [1, gone]"],
  ],
};

test.each(
  Object.entries(conditions).flatMap(([outcome, texts]) => texts.map((text) => [text, outcome])),
)("where %s applies: %s", (applies, outcome) => expect(outcomeOf({ applies })).toBe(outcome));

test("the average over no time is the last price, and without its minutes it is unknown", () => {
  const over = (minutes: unknown) => (value: Rule) => outcomeOf(value, { ...filter, minutes });
  expect(over(0)({ value: "averagePrice", maximum: "9" })).toBe("holds");
  expect(over(0)({ value: "averagePrice", minimum: "9" })).toBe("holds");
  expect(over(undefined)({ value: "averagePrice", minimum: "9" })).toBe("unknown");
  expect(over(undefined)({ value: "orders", minimum: "2" })).toBe("holds");
});
