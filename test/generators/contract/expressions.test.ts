import { expect, test } from "vitest";

import type { KnownName, ValueType } from "../../../generators/contract/filters/expression-tree.ts";
import { readExpression } from "../../../generators/contract/filters/expressions.ts";
import { codeText } from "../../../generators/write/code.ts";
import { expressionCode } from "../../../generators/write/expression-code.ts";
import { problemsOf } from "../../support/contract-of.ts";
import { type Edit, specFiles } from "../../support/given-spec.ts";

const names = new Map<string, KnownName>([
  ["tickSize", { type: "decimal", scope: "filter" }],
  ["limit", { type: "integer", scope: "filter" }],
  ["applyToMarket", { type: "boolean", scope: "filter" }],
  ["mode", { type: "text", scope: "filter" }],
  ["price", { type: "decimal", scope: "order" }],
  ["quantity", { type: "decimal", scope: "order" }],
  ["type", { type: "text", scope: "order" }],
  ["openOrders", { type: "integer", scope: "market" }],
]);

/** An expression, what it must give, and the code that it becomes with its type. */
const read: readonly (readonly [string, ValueType, string, ValueType?])[] = [
  ["price", "decimal", "order.price"],
  ["0.10", "decimal", 'exact("0.10")'],
  ["openOrders + 1", "decimal", 'plus(market.openOrders, exact("1"))', "integer"],
  ["price * quantity", "decimal", "times(order.price, order.quantity)"],
  ["-limit", "decimal", "negative(decimals.limit)", "integer"],
  ["price - 2 * tickSize", "decimal", 'minus(order.price, times(exact("2"), decimals.tickSize))'],
  ["ceil(price / quantity)", "decimal", "ceil(order.price, order.quantity)", "integer"],
  ["ceil(price)", "integer", "ceil(order.price)"],
  ["limit < price", "boolean", "isBelow(decimals.limit, order.price)"],
  ["limit > price", "boolean", "isBelow(order.price, decimals.limit)"],
  ["limit <= price", "boolean", "isAtMost(decimals.limit, order.price)"],
  ["limit >= price", "boolean", "isAtMost(order.price, decimals.limit)"],
  ["tickSize == 0", "boolean", 'isEqual(decimals.tickSize, exact("0"))'],
  ["mode != type", "boolean", "not(isEqual(texts.mode, order.type))"],
  ["applyToMarket == true", "boolean", "isEqual(flags.applyToMarket, true)"],
  ["!applyToMarket", "boolean", "not(flags.applyToMarket)"],
  [
    'type == "MARKET" && applyToMarket',
    "boolean",
    'both(isEqual(order.type, "MARKET"), flags.applyToMarket)',
  ],
  ['type in ["A", "B"] || false', "boolean", 'either(isOneOf(order.type, ["A", "B"]), false)'],
  [
    "applyToMarket ? limit : price",
    "decimal",
    "choose(flags.applyToMarket, decimals.limit, order.price)",
  ],
];

for (const [text, wanted, code, type = wanted] of read) {
  test(`reads ${text}`, () => {
    const { tree, faults } = readExpression(text, wanted, names);
    expect(faults).toEqual([]);
    expect(tree && codeText(expressionCode(tree))).toBe(code);
    expect(tree?.type).toBe(type);
  });
}

/** An expression that is none, the 1-based columns of its faults, and what is said of them. */
const refused: readonly (readonly [string, ValueType, readonly number[], RegExp, RegExp?])[] = [
  ["price * quantty", "decimal", [9], /names quantty/, /Did you mean quantity\? .*order's: price/],
  ["pirce + qantity", "decimal", [1, 9], /names pirce/],
  ["zebra", "decimal", [1], /names zebra/, /filter's fields: tickSize, limit.* market.*openOrders/],
  ["type", "decimal", [1], /`type` is a text where a number is needed/],
  ["price", "integer", [1], /is a number where a whole number is needed/],
  ["price", "boolean", [1], /is a number where true or false is needed/],
  ["price == type", "boolean", [10], /`type` is a text where a number/],
  ["price < type", "boolean", [9], /`type` is a text where a number/],
  ["limit && applyToMarket", "boolean", [1], /`limit` is a whole number where true or false/],
  ['type in ["A", 1]', "boolean", [15], /`1` is a whole number where a text/],
  ["type in mode", "boolean", [9], /`mode` is a form/],
  ["price / quantity", "decimal", [1], /need not be an exact decimal/, /ceil\(price \/ quantity\)/],
  ["1 + price % 2", "decimal", [5], /a form of expression that rules do not have/, /ceil\(x\)/],
  ["floor(price)", "decimal", [1], /calls floor with 1 values/, /ceil\(x\)/],
  ["ceil(price, 2)", "decimal", [1], /calls ceil with 2 values/],
  ["1e3", "decimal", [1], /no plain number/, /plain digits/],
  ["price + 0x10", "decimal", [9], /no plain number/],
  ["price +", "decimal", [8], /cannot be read/],
  ["price $ 2", "decimal", [7], /cannot be read/],
  ["order.price", "decimal", [1], /names order\.price/],
  ["applyToMarket ? limit : type", "decimal", [25], /`type` is a text/],
];

for (const [text, wanted, columns, says, fix = /./] of refused) {
  test(`refuses ${text}`, () => {
    const { tree, faults } = readExpression(text, wanted, names);
    expect(tree).toBeUndefined();
    expect(faults.map(({ at }) => at + 1)).toEqual(columns);
    expect(faults[0]?.message).toMatch(says);
    expect(faults[0]?.fix).toMatch(fix);
  });
}

/** A change of the small spec's filter, and `line:column` in the file with what is said there. */
const file = "filters/PRICE_FILTER.yaml";
const placed: readonly { readonly name: string; readonly edit: Edit; readonly says: RegExp }[] = [
  {
    name: "in a plain text",
    edit: [file, "minimum: minPrice", "minimum: minPrice * tikSize"],
    says: /^12:25 .*names tikSize.* at column 12 of minimum\./,
  },
  {
    name: "in quotes",
    edit: [file, "minimum: minPrice", 'minimum: "minPrice + tikSize"'],
    says: /^12:26 .*names tikSize.* at column 12 of minimum\./,
  },
  {
    name: "in an assumed expression",
    edit: [
      file,
      "disabledWhen: minPrice == 0",
      "disabledWhen: { value: minPrise == 0, x-assumed: final-states }",
    ],
    says: /^13:28 .*names minPrise.* at column 1 of disabledWhen\./,
  },
  {
    name: "in a folded text, which has no columns of its own",
    edit: [file, "minimum: minPrice", "minimum: >-\n      minPrice +\n      tikSize"],
    says: /^12:5 .*names tikSize.* at column 12 of minimum\./,
  },
];

for (const { name, edit, says } of placed) {
  test(`a fault is told at its column: ${name}`, async () => {
    const problems = await problemsOf(specFiles([edit]));
    const told = problems.map(
      ({ origin, message }) => `${origin.line}:${origin.column} ${message}`,
    );
    expect(told).toEqual([expect.stringMatching(says)]);
  });
}
