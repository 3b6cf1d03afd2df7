/** Forms of rules that the language allows and no filter of the spec has yet. */

import { transform } from "esbuild";
import { expect, test } from "vitest";

import { type CompiledFilters, marketData, type OrderFields } from "../../../generated/filters.ts";
import { readExpression } from "../../../generators/contract/filters/expressions.ts";
import { namesOf } from "../../../generators/contract/filters/filters.ts";
import type { ValueType } from "../../../generators/contract/filters/model.ts";
import { filters } from "../../../generators/emitters/filters.ts";
import * as int64Math from "../../../runtime/encoding/int64-math.ts";
import * as compile from "../../../runtime/filters/compile.ts";
import type { CompileFilters } from "../../../runtime/orders/guard.ts";
import { emitted } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";
import { readStory, rowOf, valuesOf } from "../../support/story.ts";

const marketNames = Object.entries(marketData).map(([name, { type }]) => ({ name, type }));

/** The fields of the one filter that all rules are about. */
const fields = { step: "decimal", limit: "integer", flag: "boolean", mode: "text" } as const;

interface RuleTexts {
  readonly value: string;
  readonly minimum?: string | undefined;
  readonly maximum?: string | undefined;
  readonly multipleOf?: string | undefined;
  readonly from?: string | undefined;
  readonly appliesWhen?: string | undefined;
  readonly disabledWhen?: string | undefined;
}

/**
 * A rule: its value and bound, where its grid starts, when it applies and when it is off; fields of
 * the filter, of an order and of the market, numbers and flags as `#2`; and the value and bound of
 * the violation, or what the rule cannot be decided without.
 */
const story = `
a step of zero that nothing switches off
  quantity | multipleOf step | filter step=0.00 | order quantity=1 => unknown
a missing step, with more digits than a double holds
  quantity | multipleOf step | order quantity=12345678901234567890 => unknown step
a division by zero
  ceil(quantity / step) | maximum 3 | filter step=0 | order quantity=1 => unknown
a quotient exactly on its bound
  ceil(quantity / step) | maximum 3 | filter step=0.1 | order quantity=0.3 =>
a quotient just above its bound
  ceil(quantity / step) | maximum 3 | filter step=0.1 | order quantity=0.30000000000000000000001
    => broken 4 3
a quotient of a decimal by an integer
  ceil(quantity / limit) | maximum 3 | filter limit=#2 | order quantity=6.1 => broken 4 3
a negative quotient is rounded up, towards zero
  ceil((quantity - price) / step) | maximum -2 | filter step=2 | order quantity=1 price=4.5
    => broken -1 -2
a negative step
  quantity | multipleOf step | filter step=-0.5 | order quantity=1.6 => unknown step
a product of three
  price * quantity * step | minimum 1 | filter step=0.1 | order price=3 quantity=3.3
    => broken 0.99 1
a decimal of the rule, on it
  quantity | maximum price * 0.5 | order quantity=1.5 price=3 =>
a decimal of the rule, above it
  quantity | maximum price * 0.5 | order quantity=1.6 price=3 => broken 1.6 1.5
a sum of a decimal and an integer
  quantity + 1 | maximum limit | filter limit=#2 | order quantity=1.000000001
    => broken 2.000000001 2
a bound that is another field of the order
  quantity | minimum icebergQty - step | filter step=1 | order quantity=1.99 icebergQty=3
    => broken 1.99 2
a bound that is a field which the order lacks
  quantity | minimum icebergQty | order quantity=1.99 =>
a grid from a product
  quantity | multipleOf step | from step * step | filter step=0.3 | order quantity=0.69 =>
a condition whose flag is missing, for a rule that is broken
  quantity | maximum 1 | if flag | order quantity=2 => unknown flag
a flag that is off
  quantity | maximum 1 | if flag | filter flag=#false | order quantity=2 =>
a flag that is on
  quantity | maximum 1 | if flag | filter flag=#true | order quantity=2 => broken 2 1
one of two conditions is enough, whatever is missing
  quantity | maximum 1 | if flag || type == "LIMIT" | order quantity=2 type=MARKET => unknown flag
one condition that fails is enough, whatever is missing
  quantity | maximum 1 | if flag && type == "LIMIT" | order quantity=2 type=MARKET =>
a list that a text of the filter is looked for in
  quantity | maximum 1 | if mode in ["A", type] | filter mode=LIMIT | order quantity=2 type=LIMIT
    => broken 2 1
a switch that reads market data
  quantity | maximum 1 | if lastPrice > 5 | off openOrders == 0 | order quantity=2
    | market lastPrice=5.000000001 openOrders=#1
    => broken 2 1
a switch whose market data is missing
  quantity | maximum 1 | if averagePrice > 5 | off openOrders == 0 | order quantity=2
    | market averagePrice=6
    => unknown averagePrice openOrders
a choice between two bounds
  quantity | maximum type == "LIMIT" ? step : limit | filter step=0.5 limit=#7
    | order quantity=1 type=LIMIT
    => broken 1 0.5
a choice by a flag that is missing
  quantity | maximum flag ? step : limit | filter step=0.5 limit=#7 | order quantity=8
    => unknown flag
`;

for (const row of readStory(story)) {
  test(row.name, async () => {
    const [given, want] = rowOf(row);
    const [value = "", ...parts] = given.split(" | ");
    const words = parts.map((part) => [part.split(" ")[0], part.slice(part.indexOf(" ") + 1)]);
    const part = Object.fromEntries(words) as Readonly<Record<string, string>>;
    const texts: RuleTexts = {
      ...part,
      ...{ value, appliesWhen: part["if"], disabledWhen: part["off"] },
    };
    const compiled = await compiledFrom(texts, { filterType: "ONE", ...valuesOf(part["filter"]) });
    const [order, context] = [valuesOf(part["order"]) as OrderFields, valuesOf(part["market"])];
    const { violations, ...checked } = compiled.checkOrder(order, context);
    const shown = [
      ...violations.map((each) => `broken ${each.value} ${"bound" in each ? each.bound : ""}`),
      ...checked.unknown.map(({ needs }) => ["unknown", ...needs].join(" ")),
    ];
    expect(shown.join(", ")).toBe(want);
    const [{ message } = { message: undefined }] = checked.unknown;
    if (want === "unknown") expect(message).toMatch(/: its step or divisor is zero\.$/);
    expect(compiled.accepts(order, context)).toBe(!want.startsWith("broken"));
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
    const read = readExpression(text, wanted, namesOf(values, undefined, marketNames));
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
  const text = emitted(filters, contract, "filters.ts");
  const { code } = await transform(text, { loader: "ts", format: "cjs" });
  const module: { exports: { compileFilters?: CompileFilters } } = { exports: {} };
  new Function("module", "require", code)(module, (path: string) => modules.get(path) ?? {});
  return module.exports.compileFilters?.([filter]) ?? expect.unreachable();
}

const modules = new Map<string, object>([
  ["../runtime/encoding/int64-math.ts", int64Math],
  ["../runtime/filters/compile.ts", compile],
]);
