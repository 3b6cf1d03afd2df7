import { expect, test } from "vitest";

import { readExpression } from "../../../generators/contract/filters/expressions.ts";
import type {
  Expression,
  KnownName,
  ValueType,
} from "../../../generators/contract/filters/model.ts";
import {
  type NameCode,
  numberCode,
  possibleCode,
} from "../../../generators/write/expression-code.ts";

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
  ["price", "decimal", "price"],
  ["0.10", "decimal", "1 at 0 + 1"],
  ["0.00", "decimal", "0"],
  ["007", "decimal", "7", "integer"],
  ["12345678901234567890", "decimal", "12345678901234567890n", "integer"],
  ["openOrders + 1", "decimal", "plus(openOrders, 1)", "integer"],
  ["price + 1", "decimal", "plus(price, one) at 1 + 0"],
  ["price + 0", "decimal", "plus(price, 0) at 1 + 0"],
  ["price - 0.5", "decimal", "minus(times(price, 10), times(5, one)) at 1 + 1"],
  ["price * quantity", "decimal", "times(price, quantity) at 2 + 0"],
  ["price * 1.25", "decimal", "times(price, 125) at 1 + 2"],
  ["-limit", "decimal", "minus(0, limit)", "integer"],
  ["price - 2 * tickSize", "decimal", "minus(price, times(2, tickSize)) at 1 + 0"],
  ["ceil(price / quantity)", "decimal", "ceilDivide(price, quantity)", "integer"],
  ["ceil(price / limit)", "decimal", "ceilDivide(price, times(limit, one))", "integer"],
  ["ceil(price)", "integer", "ceilDivide(price, one)"],
  ["limit < price", "boolean", "!(times(limit, one) >= price)"],
  ["limit > 3", "boolean", "!(limit <= 3)"],
  ["price <= quantity", "boolean", "price <= quantity"],
  ["price >= 0.5", "boolean", "times(price, 10) >= times(5, one)"],
  ["price == 0", "boolean", "price === 0"],
  ["tickSize == 0", "boolean", "!(tickSize < 0 || tickSize > 0)"],
  ["tickSize != 0", "boolean", "tickSize !== 0"],
  ["!(tickSize == 0)", "boolean", "tickSize !== 0"],
  ["mode == type", "boolean", "(mode === undefined || mode === type)"],
  ["mode != type", "boolean", "mode !== type"],
  ["applyToMarket == true", "boolean", "(applyToMarket === undefined || applyToMarket === true)"],
  ["applyToMarket", "boolean", "applyToMarket !== false"],
  ["!applyToMarket", "boolean", "!(applyToMarket === true)"],
  [
    'type == "MARKET" && applyToMarket',
    "boolean",
    '(type === "MARKET" && applyToMarket !== false)',
  ],
  ['type in ["A", "B"] || false', "boolean", '(["A", "B"].includes(type) || false)'],
  ['!(type in ["A"])', "boolean", '!(["A"].includes(type))'],
  [
    'mode in ["A", type]',
    "boolean",
    '((mode === undefined || mode === "A") || (mode === undefined || mode === type))',
  ],
  [
    "applyToMarket ? limit : price",
    "decimal",
    "(applyToMarket === true ? times(limit, one) : applyToMarket !== false ? Number.NaN : price)" +
      " at 1 + 0",
  ],
  ['type == "A" ? 1 : 2', "decimal", '(type === "A" ? 1 : 2)', "integer"],
];

const nameCode: NameCode = {
  nameOf: ({ name }) => name,
  mayLack: ({ scope }) => scope !== "order",
};

for (const [text, wanted, code, type = wanted] of read) {
  test(`reads ${text}`, () => {
    const { tree, problems } = readExpression(text, wanted, names);
    expect(problems).toEqual([]);
    expect(tree && printed(tree)).toBe(code);
    expect(tree?.type).toBe(type);
  });
}

/** The code of an expression; for a number other than an integer with its scale and digits. */
function printed(tree: Expression): string {
  if (tree.type === "boolean") return possibleCode(tree, nameCode);
  const { text, scale, digits } = numberCode(tree, nameCode);
  return tree.kind === "name" || scale + digits === 0 ? text : `${text} at ${scale} + ${digits}`;
}

/** An expression that is none, the 1-based columns of its problems, and what is said of them. */
const refused: readonly (readonly [string, ValueType, readonly number[], RegExp, RegExp?])[] = [
  [
    "price * quantty",
    "decimal",
    [9],
    /`quantty` is an unknown name/,
    /Did you mean quantity\? .*order's: price/,
  ],
  ["pirce + qantity", "decimal", [1, 9], /`pirce` is an unknown name/],
  [
    "zebra",
    "decimal",
    [1],
    /`zebra` is an unknown name/,
    /filter's fields: tickSize, limit.* market.*openOrders/,
  ],
  ["type", "decimal", [1], /`type` is a text where a number is needed/],
  ["price", "integer", [1], /is a number where a whole number is needed/],
  ["price", "boolean", [1], /is a number where true or false is needed/],
  ["price == type", "boolean", [10], /`type` is a text where a number/],
  ["price < type", "boolean", [9], /`type` is a text where a number/],
  ["type >= mode", "boolean", [1, 9], /`type` is a text where a number/],
  ["limit && applyToMarket", "boolean", [1], /`limit` is a whole number where true or false/],
  ["applyToMarket || limit", "boolean", [18], /`limit` is a whole number where true or false/],
  ["!limit", "boolean", [2], /`limit` is a whole number where true or false/],
  ["-type", "decimal", [2], /`type` is a text where a number/],
  ['type in ["A", 1]', "boolean", [15], /`1` is a whole number where a text/],
  ["type in mode", "boolean", [9], /`mode` is not supported/],
  ["price / quantity", "decimal", [1], /need not be an exact decimal/, /ceil\(price \/ quantity\)/],
  ["1 + price % 2", "decimal", [5], /is not supported in expressions/, /ceil\(x\)/],
  ["floor(price)", "decimal", [1], /`floor\(price\)` calls floor with 1 values/, /ceil\(x\)/],
  ["ceil(price, 2)", "decimal", [1], /calls ceil with 2 values/],
  ["1e3", "decimal", [1], /not a plain number/, /plain digits/],
  ["price + 0x10", "decimal", [9], /not a plain number/],
  ["price +", "decimal", [8], /cannot be read/],
  ["price $ 2", "decimal", [7], /cannot be read/],
  ["order.price", "decimal", [1], /`order\.price` is an unknown name/],
  ["applyToMarket ? limit : type", "decimal", [25], /`type` is a text/],
];

for (const [text, wanted, columns, says, fix = /./] of refused) {
  test(`refuses ${text}`, () => {
    const { tree, problems } = readExpression(text, wanted, names);
    expect(tree).toBeUndefined();
    expect(problems.map(({ at }) => at + 1)).toEqual(columns);
    expect(problems[0]?.message).toMatch(says);
    expect(problems[0]?.fix).toMatch(fix);
  });
}
