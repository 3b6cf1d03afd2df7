/** Forms of rules that the language allows and no filter of the spec has yet. */

import { transform } from "esbuild";
import { expect, test } from "vitest";

import { type CompiledFilters, marketData, type OrderContext } from "../../../generated/filters.ts";
import { readExpression } from "../../../generators/contract/filters/expressions.ts";
import { namesOf } from "../../../generators/contract/filters/filters.ts";
import type { ValueType } from "../../../generators/contract/filters/model.ts";
import { filters } from "../../../generators/emitters/filters.ts";
import * as int64Math from "../../../runtime/encoding/int64-math.ts";
import * as compile from "../../../runtime/filters/compile.ts";
import type { CompileFilters } from "../../../runtime/orders/guard.ts";
import { emitted } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const marketNames = Object.entries(marketData).map(([name, { type }]) => ({ name, type }));

/** The fields of the one filter that all rules are about. */
const fields = { step: "decimal", limit: "integer", flag: "boolean", mode: "text" } as const;

interface RuleTexts {
  readonly value: string;
  readonly minimum?: string;
  readonly maximum?: string;
  readonly multipleOf?: string;
  readonly from?: string;
  readonly appliesWhen?: string;
  readonly disabledWhen?: string;
}

/** A rule, the filter's fields, an order, and what must come of it. */
interface Row {
  readonly name: string;
  readonly rule: RuleTexts;
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly order: Readonly<Record<string, string>>;
  readonly context?: OrderContext;
  /** Value and bound of the violation. */
  readonly broken?: readonly [string, string];
  /** What the rule cannot be decided without. */
  readonly unknown?: readonly string[];
}

const grid = { value: "quantity", multipleOf: "step" };
const half = { value: "quantity", maximum: "price * 0.5" };
const flagged = { value: "quantity", maximum: "1", appliesWhen: "flag" };
const rows: readonly Row[] = [
  {
    name: "a step of zero that nothing switches off",
    rule: grid,
    filter: { step: "0.00" },
    order: { quantity: "1" },
    unknown: [],
  },
  {
    name: "the same with more digits than a double holds",
    rule: grid,
    filter: { step: "0" },
    order: { quantity: "12345678901234567890" },
    unknown: [],
  },
  {
    name: "a missing step, with more digits than a double holds",
    rule: grid,
    order: { quantity: "12345678901234567890" },
    unknown: ["step"],
  },
  {
    name: "a division by zero",
    rule: { value: "ceil(quantity / step)", maximum: "3" },
    filter: { step: "0" },
    order: { quantity: "1" },
    unknown: [],
  },
  {
    name: "a quotient exactly on its bound",
    rule: { value: "ceil(quantity / step)", maximum: "3" },
    filter: { step: "0.1" },
    order: { quantity: "0.3" },
  },
  {
    name: "a quotient just above its bound",
    rule: { value: "ceil(quantity / step)", maximum: "3" },
    filter: { step: "0.1" },
    order: { quantity: "0.30000000000000000000001" },
    broken: ["4", "3"],
  },
  {
    name: "a quotient of a decimal by an integer",
    rule: { value: "ceil(quantity / limit)", maximum: "3" },
    filter: { limit: 2 },
    order: { quantity: "6.1" },
    broken: ["4", "3"],
  },
  {
    name: "a negative quotient is rounded up, towards zero",
    rule: { value: "ceil((quantity - price) / step)", maximum: "-2" },
    filter: { step: "2" },
    order: { quantity: "1", price: "4.5" },
    broken: ["-1", "-2"],
  },
  {
    name: "a negative step",
    rule: grid,
    filter: { step: "-0.5" },
    order: { quantity: "1.6" },
    unknown: ["step"],
  },
  {
    name: "a product above its bound by one unit",
    rule: { value: "price * quantity", maximum: "step" },
    filter: { step: "10" },
    order: { price: "2.5", quantity: "4.00000001" },
    broken: ["10.000000025", "10"],
  },
  {
    name: "products that round to the same double",
    rule: { value: "price * quantity", maximum: "step * limit" },
    filter: { step: "94906267", limit: 94_906_265 },
    order: { price: "94906266", quantity: "94906266" },
    broken: ["9007199326062756", "9007199326062755"],
  },
  {
    name: "a product of three",
    rule: { value: "price * quantity * step", minimum: "1" },
    filter: { step: "0.1" },
    order: { price: "3", quantity: "3.3" },
    broken: ["0.99", "1"],
  },
  { name: "a decimal of the rule, on it", rule: half, order: { quantity: "1.5", price: "3" } },
  {
    name: "a decimal of the rule, above it",
    rule: half,
    order: { quantity: "1.6", price: "3" },
    broken: ["1.6", "1.5"],
  },
  {
    name: "a sum of a decimal and an integer",
    rule: { value: "quantity + 1", maximum: "limit" },
    filter: { limit: 2 },
    order: { quantity: "1.000000001" },
    broken: ["2.000000001", "2"],
  },
  {
    name: "a bound that is another field of the order",
    rule: { value: "quantity", minimum: "icebergQty - step" },
    filter: { step: "1" },
    order: { quantity: "1.99", icebergQty: "3" },
    broken: ["1.99", "2"],
  },
  {
    name: "a bound that is a field which the order lacks",
    rule: { value: "quantity", minimum: "icebergQty" },
    order: { quantity: "1.99" },
  },
  {
    name: "a grid from a product",
    rule: { value: "quantity", multipleOf: "step", from: "step * step" },
    filter: { step: "0.3" },
    order: { quantity: "0.69" },
  },
  {
    name: "a condition whose flag is missing, for a rule that is broken",
    rule: flagged,
    order: { quantity: "2" },
    unknown: ["flag"],
  },
  {
    name: "a condition whose flag is missing, for a rule that holds either way",
    rule: flagged,
    order: { quantity: "1" },
  },
  { name: "a flag that is off", rule: flagged, filter: { flag: false }, order: { quantity: "2" } },
  {
    name: "a flag that is on",
    rule: flagged,
    filter: { flag: true },
    order: { quantity: "2" },
    broken: ["2", "1"],
  },
  {
    name: "one of two conditions is enough, whatever is missing",
    rule: { ...flagged, appliesWhen: 'flag || type == "LIMIT"' },
    order: { quantity: "2", type: "MARKET" },
    unknown: ["flag"],
  },
  {
    name: "one condition that fails is enough, whatever is missing",
    rule: { ...flagged, appliesWhen: 'flag && type == "LIMIT"' },
    order: { quantity: "2", type: "MARKET" },
  },
  {
    name: "a list that a text of the filter is looked for in",
    rule: { ...flagged, appliesWhen: 'mode in ["A", type]' },
    filter: { mode: "LIMIT" },
    order: { quantity: "2", type: "LIMIT" },
    broken: ["2", "1"],
  },
  {
    name: "a switch that reads market data",
    rule: { ...flagged, appliesWhen: "lastPrice > 5", disabledWhen: "openOrders == 0" },
    order: { quantity: "2" },
    context: { lastPrice: "5.000000001", openOrders: 1 },
    broken: ["2", "1"],
  },
  {
    name: "a switch whose market data is missing",
    rule: { ...flagged, appliesWhen: "averagePrice > 5", disabledWhen: "openOrders == 0" },
    order: { quantity: "2" },
    context: { averagePrice: "6" },
    unknown: ["averagePrice", "openOrders"],
  },
  {
    name: "a choice between two bounds",
    rule: { value: "quantity", maximum: 'type == "LIMIT" ? step : limit' },
    filter: { step: "0.5", limit: 7 },
    order: { quantity: "1", type: "LIMIT" },
    broken: ["1", "0.5"],
  },
  {
    name: "a choice by a flag that is missing",
    rule: { value: "quantity", maximum: "flag ? step : limit" },
    filter: { step: "0.5", limit: 7 },
    order: { quantity: "8" },
    unknown: ["flag"],
  },
];

for (const { name, rule, filter, order, context, broken, unknown } of rows) {
  test(name, async () => {
    const compiled = await compiledFrom(rule, { filterType: "ONE", ...filter });
    const { violations, ...checked } = compiled.checkOrder(order, context);
    expect(
      violations.map(({ value, ...each }) => ("bound" in each ? [value, each.bound] : [])),
    ).toEqual(broken === undefined ? [] : [broken]);
    expect(checked.unknown.map(({ needs }) => needs)).toEqual(unknown ? [unknown] : []);
    const [{ message } = { message: undefined }] = checked.unknown;
    if (unknown?.length === 0) expect(message).toMatch(/: its step or divisor is zero\.$/);
    expect(compiled.accepts(order, context)).toBe(broken === undefined);
    expect(compiled.fitOrder(order, context).kind).toMatch(/fitted|impossible/);
  });
}

/** A filter with one rule, by the code that the generator emits for it. */
async function compiledFrom(texts: RuleTexts, filter: object): Promise<CompiledFilters> {
  const values = Object.entries(fields).map(([name, type]) => ({
    name,
    type,
    alsoNamed: undefined,
  }));
  const tree = (text: string | undefined, wanted: ValueType) => {
    if (text === undefined) return undefined;
    const read = readExpression(text, wanted, namesOf(values, new Map(), marketNames));
    expect(read.problems).toEqual([]);
    return read.tree;
  };
  const { minimum, maximum, multipleOf } = texts;
  const kind = minimum ? "minimum" : maximum ? "maximum" : "multipleOf";
  const expression = minimum ?? maximum ?? multipleOf ?? "";
  const contract = given.contract({
    filters: [
      given.filter({
        name: "ONE",
        values,
        rules: [
          given.rule({
            id: "rule",
            value: texts.value,
            bound: { kind, expression },
            trees: {
              value: tree(texts.value, "decimal"),
              bound: tree(expression, "decimal"),
              from: tree(texts.from, "decimal"),
              appliesWhen: tree(texts.appliesWhen, "boolean"),
              disabledWhen: tree(texts.disabledWhen, "boolean"),
            },
          }),
        ],
      }),
    ],
  });
  const text = await emitted(filters, contract, "filters.ts");
  const { code } = await transform(text, { loader: "ts", format: "cjs" });
  const module: { exports: { compileFilters?: CompileFilters } } = { exports: {} };
  new Function("module", "require", code)(module, (path: string) => modules.get(path) ?? {});
  return module.exports.compileFilters?.([filter]) ?? expect.unreachable();
}

const modules = new Map<string, object>([
  ["../runtime/encoding/int64-math.ts", int64Math],
  ["../runtime/filters/compile.ts", compile],
]);
