/** Forms of rules that the language allows and no filter of the spec has yet. */

import { expect, test } from "vitest";

import type { RuleFormulas } from "../../../runtime/filters/code.ts";
import { createFilterCompiler } from "../../../runtime/filters/compiler.ts";
import { ceil, exact, minus, times } from "../../../runtime/filters/math.ts";

const step: RuleFormulas["bound"] = { filter: ["step"], of: ({ decimals }) => decimals["step"] };
const quantity: RuleFormulas["value"] = {
  order: ["quantity"],
  field: "quantity",
  of: ({ order }) => order.quantity,
};

/** One rule, the filter's step, an order, and the ids of what is broken and unknown. */
const rows: readonly {
  readonly name: string;
  readonly rule: Omit<RuleFormulas, "source">;
  readonly step: string;
  readonly order: Readonly<Record<string, string>>;
  readonly broken?: true;
  readonly unknown?: readonly string[];
}[] = [
  {
    name: "a step of zero that nothing switches off",
    rule: { kind: "multipleOf", value: quantity, bound: step },
    step: "0.00",
    order: { quantity: "1" },
    unknown: [],
  },
  {
    name: "the same with more digits than a double holds",
    rule: { kind: "multipleOf", value: quantity, bound: step },
    step: "0",
    order: { quantity: "12345678901234567890" },
    unknown: [],
  },
  {
    name: "a division by zero",
    rule: {
      kind: "maximum",
      value: {
        order: ["quantity"],
        of: ({ order, decimals }) => ceil(order.quantity, decimals["step"]),
      },
      bound: { of: () => exact("3") },
    },
    step: "0",
    order: { quantity: "1" },
    unknown: [],
  },
  {
    name: "a step below zero is as good as one above",
    rule: { kind: "multipleOf", value: quantity, bound: step },
    step: "-0.5",
    order: { quantity: "1.5" },
  },
  {
    name: "a value beside the grid of a step below zero",
    rule: { kind: "multipleOf", value: quantity, bound: step },
    step: "-0.5",
    order: { quantity: "1.6" },
    broken: true,
  },
  {
    name: "a highest product",
    rule: {
      kind: "maximum",
      value: {
        order: ["price", "quantity"],
        factors: ["price", "quantity"],
        of: ({ order }) => times(order.price, order.quantity),
      },
      bound: step,
    },
    step: "10",
    order: { price: "2.5", quantity: "4.00000001" },
    broken: true,
  },
  {
    name: "a bound that is another field of the order",
    rule: {
      kind: "minimum",
      value: quantity,
      bound: {
        order: ["icebergQty"],
        filter: ["step"],
        of: ({ order, decimals }) => minus(order.icebergQty, decimals["step"]),
      },
    },
    step: "1",
    order: { quantity: "1.99", icebergQty: "3" },
    broken: true,
  },
  {
    name: "a bound that is a field which the order lacks",
    rule: {
      kind: "minimum",
      value: quantity,
      bound: { order: ["icebergQty"], of: ({ order }) => order.icebergQty },
    },
    step: "1",
    order: { quantity: "1.99" },
  },
];

for (const { name, rule, step: given, order, broken, unknown } of rows) {
  test(name, () => {
    const told = { text: "quantity", source: "spec/a.yaml:1" };
    const compile = createFilterCompiler({
      ONE: { fields: { step: { type: "decimal" } }, rules: { rule: { ...told, ...rule } } },
    });
    const compiled = compile([{ filterType: "ONE", step: given }]);
    const said = compiled.checkOrder(order);
    expect(said.violations.map(({ rule: id }) => id)).toEqual(broken ? ["rule"] : []);
    expect(said.unknown.map(({ needs }) => needs)).toEqual(unknown ? [unknown] : []);
    expect(compiled.accepts(order)).toBe(!broken);
    expect(compiled.fitOrder(order).kind).toMatch(/fitted|impossible/);
  });
}
