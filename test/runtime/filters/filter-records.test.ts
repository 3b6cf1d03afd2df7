/** Whole results of checks and fits: every property, every word of a message, every border. */

import { expect, test } from "vitest";

import { compileFilters } from "../../../generated/filters.ts";
import { lots, market, notional, price } from "./given.ts";

const source = expect.stringMatching(/^spec\/filters\/[A-Z_]+\.yaml:\d+$/);

/** What a check of one order finds, and what its whole record is. */
const tick = { filter: "PRICE_FILTER", rule: "price-tick", field: "price" };
const loose = { ...price, tickSize: "0" };
const records: readonly (readonly [
  what: string,
  filters: readonly object[],
  order: object,
  violation: object,
  warning?: object,
])[] = [
  [
    "a value below the minimum",
    [loose],
    { price: "0.02" },
    {
      ...{ kind: "minimum", filter: "PRICE_FILTER", rule: "price-minimum", field: "price" },
      ...{ value: "0.02", bound: "0.03", filterField: "minPrice" },
      message:
        "price is 0.02, below the minimum 0.03 of PRICE_FILTER (price-minimum); no lower value is valid.",
    },
  ],
  [
    "a value above the maximum",
    [loose],
    { price: "11" },
    {
      ...{ kind: "maximum", filter: "PRICE_FILTER", rule: "price-maximum", field: "price" },
      ...{ value: "11", bound: "10", filterField: "maxPrice", nearest: "10" },
      message:
        "price is 11, above the maximum 10 of PRICE_FILTER (price-maximum); the nearest lower valid value is 10.",
    },
  ],
  [
    "a formula, with neither a nearest value nor advice",
    [notional],
    { type: "LIMIT", price: "2", quantity: "4" },
    {
      ...{ kind: "minimum", filter: "MIN_NOTIONAL", rule: "notional", field: "price * quantity" },
      ...{ value: "8", bound: "10", filterField: "minNotional" },
      message: "price * quantity is 8, below the minimum 10 of MIN_NOTIONAL (notional).",
    },
  ],
  [
    "a value off a grid, and what the other offset says",
    [price],
    { price: "0.10" },
    {
      ...{ kind: "multipleOf", ...tick, value: "0.1", bound: "0.05", filterField: "tickSize" },
      ...{ from: "0.03", nearest: "0.08" },
      message:
        "price is 0.1, not a whole number of steps of 0.05 from 0.03 for PRICE_FILTER (price-tick); the nearest lower valid value is 0.08.",
    },
    {
      ...{ ...tick, value: "0.1", offset: "zero", accepts: true },
      message: "PRICE_FILTER (price-tick) would accept price 0.1 where steps count from zero.",
    },
  ],
];

test.for(records)("%s: the whole record", ([, filters, order, violation, warning]) => {
  expect(compileFilters(filters).checkOrder(order)).toStrictEqual({
    violations: [{ ...violation, source }],
    ...{ unknown: [], notEvaluated: [] },
    warnings: warning === undefined ? [] : [{ ...warning, source }],
  });
});

test("a grid from zero: no start, and what counting from the minimum says", () => {
  const compiled = compileFilters([price], { offset: "zero" });
  const { violations, warnings } = compiled.checkOrder({ price: "0.08" });
  const [why, other] = [
    "price is 0.08, not a whole number of steps of 0.05 for PRICE_FILTER (price-tick); the nearest lower valid value is 0.05.",
    "PRICE_FILTER (price-tick) would accept price 0.08 where steps count from the minimum.",
  ];
  expect(violations.map(({ message }) => message)).toEqual([why]);
  expect(warnings).toMatchObject([{ offset: "minimum", accepts: true, message: other }]);
});

test("offset warnings come in the order of the rules, each with its own verdict", () => {
  const other = { ...price, minPrice: "0.02", tickSize: "0.13" };
  const coarse = { ...price, minPrice: "0.03", tickSize: "0.07" };
  const { violations, warnings } = compileFilters([price, other, coarse]).checkOrder({
    price: "0.13",
  });
  // The first accepts it, the second refuses it, the third refuses it from both offsets.
  expect(violations.map((each) => ("bound" in each ? each.bound : each.rule))).toEqual([
    "0.13",
    "0.07",
  ]);
  expect(warnings.map(({ accepts, message }) => [accepts, message])).toEqual([
    [false, "PRICE_FILTER (price-tick) would refuse price 0.13 where steps count from zero."],
    [true, "PRICE_FILTER (price-tick) would accept price 0.13 where steps count from zero."],
  ]);
});

test("what cannot be decided names all that is missing", () => {
  const compiled = compileFilters([{ filterType: "MIN_NOTIONAL", applyToMarket: true }]);
  expect(compiled.checkOrder({ type: "MARKET", quantity: "1" })).toStrictEqual({
    violations: [],
    unknown: [
      {
        filter: "MIN_NOTIONAL",
        rule: "market-notional",
        needs: ["minNotional", "avgPriceMins"],
        message:
          "MIN_NOTIONAL (market-notional) cannot be decided: minNotional is missing, avgPriceMins is missing.",
        source,
      },
    ],
    notEvaluated: [],
    warnings: [],
  });
});

test("market data that is missing is named as such", () => {
  const { unknown } = compileFilters([notional]).checkOrder({ type: "MARKET", quantity: "1" });
  expect(unknown.map(({ message }) => message)).toEqual([
    "MIN_NOTIONAL (market-notional) cannot be decided: averagePrice is missing or unreadable.",
  ]);
});

test("market data of the wrong type is named, too", () => {
  const { checkOrder } = compileFilters([{ filterType: "MAX_NUM_ORDERS", limit: 5 }]);
  const [{ message } = { message: "" }] = checkOrder({}, { openOrders: "3" as never }).unknown;
  expect(message).toMatch(/: openOrders is missing or unreadable\.$/);
});

test("a rule that cannot be decided names the assumption that it rests on", () => {
  const percent = { filterType: "PERCENT_PRICE", multiplierUp: "5", multiplierDown: "0.2" };
  const { unknown } = compileFilters([{ ...percent, avgPriceMins: 5 }]).checkOrder({ price: "1" });
  const both = { filter: "PERCENT_PRICE", assumed: "percent-price-inequality" };
  expect(unknown).toMatchObject([both, both]);
});

test("a filter besides another one is named for the field that both bind", () => {
  const besides = { assumed: "market-lot-size-besides-lot-size" };
  const open = { ...market, minQty: "0.00", stepSize: "0.01" };
  const order = { type: "MARKET", quantity: "0.12", icebergQty: "0.05" };
  const { violations } = compileFilters([lots, open]).checkOrder(order);
  expect(violations).toMatchObject([
    { rule: "quantity-step", ...besides },
    { rule: "iceberg-minimum" },
    { rule: "iceberg-step" },
  ]);
  expect(violations.map((each) => "assumed" in each)).toEqual([true, false, false]);
  const both = compileFilters([lots, market]).checkOrder({ ...order, quantity: "0.11" });
  expect(both.violations).toMatchObject([
    { filter: "LOT_SIZE", rule: "quantity-step", ...besides },
    { filter: "LOT_SIZE", rule: "iceberg-minimum" },
    { filter: "LOT_SIZE", rule: "iceberg-step" },
    { filter: "MARKET_LOT_SIZE", rule: "quantity-step" },
  ]);
  expect(both.violations.map((each) => "assumed" in each)).toEqual([true, false, false, false]);
});

test("disabled rules and missing fields, as whole records", () => {
  const compiled = compileFilters([
    { ...price, tickSize: "0" },
    { filterType: "LOT_SIZE", minQty: "1", stepSize: "0" },
  ]);
  const [one, other] = ["price-tick", "stop-price-tick"];
  expect(compiled.disabled).toStrictEqual([
    { filter: "PRICE_FILTER", rule: one, source },
    { filter: "PRICE_FILTER", rule: other, source },
    { filter: "LOT_SIZE", rule: "quantity-step", assumed: "lot-size-zero", source },
    { filter: "LOT_SIZE", rule: "iceberg-step", assumed: "lot-size-zero", source },
  ]);
  expect(compiled.notEvaluated).toEqual([]);
});

/** Why an order cannot be fitted; the violations are those of the order that was given. */
const [least, steps] = ["LOT_SIZE (quantity-minimum)", "LOT_SIZE (quantity-step)"];
const impossible: readonly (readonly [order: object, why: string, rules: string])[] = [
  [{ quantity: "0.07" }, `No quantity up to 0.07 satisfies ${least}.`, "quantity-minimum"],
  [
    { quantity: "0.08" },
    `No quantity up to 0.08 satisfies ${least}, ${steps}.`,
    "quantity-minimum quantity-step",
  ],
  [
    { quantity: "0.08", price: "x" },
    "price is not plain notation",
    "notation quantity-minimum quantity-step",
  ],
  [
    { quantity: "0.20", icebergQty: "0.01" },
    "No icebergQty up to 0.01 satisfies LOT_SIZE (iceberg-minimum).",
    "quantity-step iceberg-minimum",
  ],
];

for (const [order, why, rules] of impossible) {
  test(`${JSON.stringify(order)} cannot be fitted: ${why}`, () => {
    const fit = compileFilters([lots]).fitOrder(order);
    expect(fit).toMatchObject({ kind: "impossible", why: expect.stringContaining(why) });
    const { violations } = fit.kind === "impossible" ? fit : { violations: [] };
    expect(violations.map(({ rule }) => rule).join(" ")).toBe(rules);
  });
}

test("every change of a fit says from what, to what, and why", () => {
  const fit = compileFilters([lots]).fitOrder({ quantity: "200", icebergQty: "0.15" });
  expect(fit).toStrictEqual({
    kind: "fitted",
    order: { quantity: "100", icebergQty: "0.13" },
    changes: [
      {
        field: "quantity",
        from: "200",
        to: "100",
        why: "It violated LOT_SIZE (quantity-maximum), LOT_SIZE (quantity-step).",
      },
      {
        field: "icebergQty",
        from: "0.15",
        to: "0.13",
        why: "It violated LOT_SIZE (iceberg-step).",
      },
    ],
    unknown: [],
    notEvaluated: [],
    warnings: expect.anything(),
  });
});

/** The largest whole quantity from 1 that keeps to minimum, maximum and step of each filter. */
function largest(filters: readonly (readonly number[])[], quantity: number): number | undefined {
  for (let value = quantity; value > 0; value -= 1) {
    const isValid = filters.every(
      ([min = 0, max = 0, step = 1]) => value >= min && value <= max && (value - min) % step === 0,
    );
    if (isValid) return value;
  }
  return undefined;
}

test("of every two small grids, the fitted quantity is the largest on both", () => {
  const digits = [0, 1, 2, 3, 4, 5, 6];
  for (const oneMin of digits) {
    for (const otherMin of digits) {
      for (const oneStep of digits.slice(1)) {
        for (const otherStep of [1, 2, 4, 5, 6, 9]) {
          const given = [
            [oneMin, 31 - oneStep, oneStep],
            [otherMin, 31 - otherStep, otherStep],
          ];
          const filters = given.map(([min, max, step]) => ({
            filterType: "LOT_SIZE",
            minQty: `${min}`,
            maxQty: `${max}`,
            stepSize: `${step}`,
          }));
          const fit = compileFilters(filters).fitOrder({ quantity: "29" });
          const found = fit.kind === "fitted" ? Number(fit.order.quantity) : undefined;
          expect(found, JSON.stringify(given)).toBe(largest(given, 29));
        }
      }
    }
  }
});

test("a flag that is none makes its rules undecided", () => {
  const compiled = compileFilters([{ ...notional, applyToMarket: "yes" }]);
  const reason =
    'applyToMarket holds "yes", which is neither true nor false; its rules are not evaluated.';
  expect(compiled.notEvaluated).toEqual([
    { filter: "MIN_NOTIONAL", field: "applyToMarket", reason },
  ]);
});

/** What a filter holds is shown up to forty characters. */
for (const [length, shown] of [
  [40, `${"x".repeat(40)}`],
  [41, `${"x".repeat(40)}…`],
] as const) {
  test(`a text of ${length} characters in a filter is shown as ${shown.length}`, () => {
    const { notEvaluated } = compileFilters([{ ...lots, maxQty: "x".repeat(length) }]);
    expect(notEvaluated.map((each) => each.reason)).toEqual([
      expect.stringContaining(`holds "${shown}", which`),
    ]);
  });
}

test("a malformed amount is shown as it is, or by its type", () => {
  const order = { price: "1e3", quantity: 5, quoteOrderQty: "x".repeat(50) } as never;
  const { violations } = compileFilters([price]).checkOrder(order);
  expect(violations.map(({ field, value }) => [field, value])).toEqual(
    expect.arrayContaining([
      ["price", "1e3"],
      ["quantity", "number"],
      ["quoteOrderQty", `${"x".repeat(40)}…`],
    ]),
  );
  expect(violations).toHaveLength(3);
});

test("the last price does not replace the average over minutes", () => {
  const context = { averagePrice: "1", lastPrice: "100" };
  const { violations } = compileFilters([notional]).checkOrder(
    { type: "MARKET", quantity: "4" },
    context,
  );
  expect(violations).toMatchObject([{ rule: "market-notional", value: "4" }]);
});
