import { expect, test } from "vitest";

import { algoOrderTypes, checkOrderType, orderTypeRules } from "../../../generated/order-rules.ts";
import { orderFieldIssues } from "../../../runtime/filters/order-check.ts";

interface TypeRule {
  readonly required: readonly string[];
  readonly oneOf: readonly (readonly string[])[];
  readonly forbidden: readonly string[];
}

const rules: Readonly<Record<string, TypeRule>> = orderTypeRules;
const fields = ["timeInForce", "quantity", "quoteOrderQty", "price", "stopPrice", "icebergQty"];

const limit = { type: "LIMIT", timeInForce: "GTC", quantity: "1", price: "1" };
const { quantity: _, ...noQuantity } = limit;
const both = { type: "MARKET", quantity: "1", quoteOrderQty: "5", price: "2" };
const assumed = ", assumed order-type-parameters";

/** Orders, and the issues of their fields. */
const rows: readonly (readonly [order: Readonly<Record<string, string>>, ...issues: string[]])[] = [
  [limit],
  [{ ...limit, stopPrice: "1" }, "forbidden stopPrice, assumed limit-order-extras"],
  [noQuantity, "required quantity, assumed limit-order-quantity"],
  [{ type: "MARKET", quoteOrderQty: "5" }],
  [{ type: "MARKET" }, `required quantity${assumed}`],
  [both, `forbidden price${assumed}`, `forbidden quoteOrderQty${assumed}`],
  [{ ...limit, icebergQty: "1" }],
  [{ ...limit, timeInForce: "IOC", icebergQty: "1" }, "needs icebergQty, assumed iceberg-quantity"],
  [{ type: "LIMIT", quantity: "2", price: "1", icebergQty: "1" }, "required timeInForce"],
  [{ type: "LIMIT_MAKER", quantity: "2", price: "1", icebergQty: "1" }],
  [{ type: "TRAILING" }],
  [{ type: "toString" }],
  [{}],
];

test.for(rows)("fields %j", ([order, ...issues]) => {
  const got = orderFieldIssues(order, checkOrderType).map(({ field, rule, assumed: by }) => {
    return `${rule} ${field}${by === undefined ? "" : `, assumed ${by}`}`;
  });
  expect(got).toEqual(issues);
});

test("a message says which field is missing or unwanted, and what to do", () => {
  const messages = (order: Readonly<Record<string, string>>): readonly string[] =>
    orderFieldIssues(order, checkOrderType).map(({ message }) => message);
  expect(messages({ type: "MARKET", timeInForce: "GTC" })).toEqual([
    "timeInForce is not allowed; MARKET orders do not accept it, so leave it out.",
    "quantity or quoteOrderQty is missing; MARKET orders need one of them.",
  ]);
  expect(messages({ type: "MARKET", quantity: "1", quoteOrderQty: "5" })).toEqual([
    "quoteOrderQty is not allowed; MARKET orders accept only one of quantity or quoteOrderQty, so leave it out.",
  ]);
  expect(messages({ type: "LIMIT", timeInForce: "GTC", quantity: "1" })).toEqual([
    "price is missing; LIMIT orders need it.",
  ]);
  const iceberg = { type: "LIMIT", timeInForce: "FOK", quantity: "2", price: "1", icebergQty: "1" };
  expect(messages(iceberg)).toEqual([
    "icebergQty is not allowed without timeInForce GTC; send that, or leave it out.",
  ]);
});

/** The generated function against the table, for every set of fields of every type. */
test("an order has no issue exactly when it has all, one of each, and none", () => {
  let passed = 0;
  for (const [type, rule] of Object.entries(rules)) {
    for (let set = 0; set < 2 ** fields.length; set += 1) {
      const given = fields.filter((_, index) => (set >> index) % 2 === 1);
      const values = given.map((name) => [name, name === "timeInForce" ? "GTC" : "1"]);
      const order = { type, ...Object.fromEntries(values) };
      const fits =
        rule.required.every((name) => given.includes(name)) &&
        !rule.forbidden.some((name) => given.includes(name)) &&
        rule.oneOf.every((names) => names.filter((name) => given.includes(name)).length === 1);
      if (fits) passed += 1;
      expect([order, orderFieldIssues(order, checkOrderType).length === 0]).toEqual([order, fits]);
    }
  }
  expect(passed).toBeGreaterThan(algoOrderTypes.length);
});
