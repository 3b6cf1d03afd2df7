import { expect, test } from "vitest";

import type { FilterOptions, OrderContext, OrderFields } from "../../../generated/filters.ts";
import { compileFilters, filterChecks } from "../../../generated/filters.ts";
import { oracle } from "../../support/filter-oracle.ts";
import { lots, market, notional, price } from "./given.ts";

/** Filters, an order and a context, and a part of the expected result. */
interface CheckRow {
  readonly name: string;
  readonly filters: readonly unknown[];
  readonly options?: FilterOptions;
  readonly order: object;
  readonly context?: OrderContext;
  readonly want: object;
}

const checks: readonly CheckRow[] = [
  {
    name: "the nearest value keeps to every rule of the field, of all filters",
    filters: [
      price,
      { filterType: "PRICE_FILTER", minPrice: "0", maxPrice: "5", tickSize: "0.02" },
    ],
    order: { price: "7" },
    want: { violations: [{ nearest: "4.98" }, { nearest: "4.98" }] },
  },
  {
    name: "the nearest value on grids that seldom meet is found",
    filters: [
      { ...lots, minQty: "0", maxQty: "1000", stepSize: "0.97" },
      { ...lots, minQty: "0", maxQty: "1000", stepSize: "1.01" },
    ],
    order: { quantity: "195" },
    want: { violations: [{ nearest: "97.97" }, { nearest: "97.97" }] },
  },
  {
    name: "grids that never meet accept no value, and there is no nearest one",
    filters: [
      { ...lots, minQty: "0.1", stepSize: "0.2" },
      { ...lots, minQty: "0.2", stepSize: "0.2" },
    ],
    order: { quantity: "50.1" },
    want: { violations: [{ rule: "quantity-step", message: /no lower value is valid/ }] },
  },
  {
    name: "zero is never the nearest value",
    filters: [{ filterType: "PRICE_FILTER", minPrice: "0", maxPrice: "0", tickSize: "0.05" }],
    order: { price: "0.04" },
    want: {
      violations: [{ rule: "price-tick", message: expect.stringMatching(/no lower value/) }],
    },
  },
  {
    name: "one grid that depends on where steps count from is enough for a warning",
    filters: [{ ...lots, minQty: "0.03" }, price],
    order: { price: "0.10" },
    want: { warnings: [{ rule: "price-tick", offset: "zero", accepts: true }] },
  },
  {
    name: "a violation of an assumed rule names the assumption",
    filters: [notional],
    order: { type: "MARKET", quoteOrderQty: "9" },
    want: { violations: [{ assumed: "min-notional-quote-quantity" }] },
  },
  {
    name: "the average price is requested for the minutes of each filter",
    filters: [notional, { ...notional, avgPriceMins: 1 }],
    order: { type: "MARKET", quantity: "4" },
    context: { averagePrice: (minutes) => (minutes === 5 ? "2.5" : "2.4") },
    want: { violations: [{ rule: "market-notional", value: "9.6" }], unknown: [] },
  },
  {
    name: "over 0 minutes the last price replaces the average",
    filters: [{ ...notional, avgPriceMins: 0 }],
    order: { type: "MARKET", quantity: "4" },
    context: { averagePrice: "1", lastPrice: "2.5" },
    want: { violations: [], unknown: [] },
  },
  {
    name: "over 0 minutes without a price, the last price is needed",
    filters: [{ ...notional, avgPriceMins: 0 }],
    order: { type: "MARKET", quantity: "4" },
    want: { unknown: [{ filter: "MIN_NOTIONAL", rule: "market-notional", needs: ["lastPrice"] }] },
  },
  {
    name: "a missing field of a filter makes only its own rules unknown",
    filters: [{ filterType: "LOT_SIZE", minQty: "1", maxQty: "2.5x" }],
    order: { quantity: "0.5" },
    want: {
      violations: [{ rule: "quantity-minimum" }],
      unknown: [
        {
          rule: "quantity-maximum",
          needs: ["maxQty"],
          message:
            'LOT_SIZE (quantity-maximum) cannot be decided: maxQty holds "2.5x", which is not plain notation.',
        },
        { rule: "quantity-step", needs: ["stepSize"], message: /stepSize is missing/ },
      ],
    },
  },
  {
    name: "a missing flag matters only to orders that the rule could apply to",
    filters: [{ filterType: "MIN_NOTIONAL", minNotional: "10", avgPriceMins: 5 }],
    order: { type: "LIMIT", price: "5", quantity: "2" },
    want: { violations: [], unknown: [] },
  },
  {
    name: "the alternative spelling of a field is read",
    filters: [{ filterType: "MAX_NUM_ORDERS", maxNumOrders: 2 }],
    order: {},
    context: { openOrders: 2 },
    want: { violations: [{ filter: "MAX_NUM_ORDERS", value: "3", bound: "2" }] },
  },
  {
    name: "the documented spelling takes precedence",
    filters: [{ filterType: "MAX_NUM_ORDERS", maxNumOrders: 2, limit: 3 }],
    order: {},
    context: { openOrders: 2 },
    want: { violations: [] },
  },
  {
    name: "counts may be bigints",
    filters: [{ filterType: "MAX_NUM_ORDERS", limit: 9_007_199_254_740_993n }],
    order: {},
    context: { openOrders: 9_007_199_254_740_993n },
    want: { violations: [{ value: "9007199254740994", bound: "9007199254740993" }] },
  },
  {
    name: "exchange filters are checked too",
    filters: [lots],
    options: { exchangeFilters: [{ filterType: "EXCHANGE_MAX_NUM_ORDERS", maxNumOrders: 1 }] },
    order: { quantity: "0.1" },
    context: { openOrdersOnExchange: 1 },
    want: {
      violations: [{ filter: "EXCHANGE_MAX_NUM_ORDERS", assumed: "exchange-max-num-orders-field" }],
    },
  },
  {
    name: "filters without known rules are not evaluated",
    filters: [
      { filterType: "MAX_POSITION", maxPosition: "1" },
      {},
      null,
      "LOT_SIZE",
      { filterType: 1 },
    ],
    order: { quantity: "0.1" },
    want: {
      violations: [],
      notEvaluated: [
        { filter: "MAX_POSITION", reason: "Its rules are unknown." },
        ...Array.from({ length: 4 }, () => ({ filter: "", reason: "It has no filterType." })),
      ],
    },
  },
];

for (const { name, filters, options, order, context, want } of checks) {
  test(name, () => {
    const compiled = compileFilters(filters, options);
    const checked = compiled.checkOrder(order, context);
    expect(checked).toMatchObject(matching(want));
    expect(compiled.accepts(order, context)).toBe(checked.violations.length === 0);
  });
}

/** The same with a matcher in place of every expression. */
function matching(value: object): object {
  if (value instanceof RegExp) return expect.stringMatching(value) as object;
  if (Array.isArray(value)) return value.map((item) => matching(item as object));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value).map(([key, item]: [string, unknown]) => [
    key,
    typeof item === "object" && item !== null ? matching(item) : item,
  ]);
  return Object.fromEntries(entries) as object;
}

/** Fields that no rule can use, and what is said of them; the rules of other fields still bind. */
const unusable: readonly (readonly [object, string, string])[] = [
  [{ ...lots, stepSize: "-0.1" }, "stepSize", 'holds "-0.1", which is negative'],
  [{ ...lots, stepSize: 0.1 }, "stepSize", "holds 0.1, which is not decimal text"],
  [{ ...lots, maxQty: "-1" }, "maxQty", 'holds "-1", which is negative'],
  [{ ...lots, maxQty: "1e3" }, "maxQty", 'holds "1e3", which is not plain notation'],
  [{ ...lots, maxQty: {} }, "maxQty", "holds a value of type object, which is not decimal text"],
  [{ ...price, tickSize: "-0.01" }, "tickSize", 'holds "-0.01", which is negative'],
  [{ ...price, tickSize: "" }, "tickSize", 'holds "", which is blank'],
  [{ filterType: "MAX_NUM_ORDERS", limit: -1 }, "limit", "holds -1, which is negative"],
  [{ filterType: "MAX_NUM_ORDERS", limit: -5n }, "limit", "holds -5, which is negative"],
  [{ filterType: "MAX_NUM_ORDERS", limit: 1.5 }, "limit", "holds 1.5, which is not a whole number"],
  [{ filterType: "MAX_NUM_ORDERS", limit: "9" }, "limit", 'holds "9", which is not a whole number'],
  [{ filterType: "ICEBERG_PARTS", limit: -1 }, "limit", "holds -1, which is negative"],
];

for (const [filter, field, issue] of unusable) {
  test(`${field} ${issue}`, () => {
    const { filterType } = filter as { readonly filterType: string };
    const compiled = compileFilters([filter]);
    const named = {
      filter: filterType,
      field,
      reason: `${field} ${issue}; its rules are not evaluated.`,
    };
    expect(compiled.notEvaluated).toEqual([named]);
    const order = { price: "5", quantity: "1", icebergQty: "1" };
    const context = { openOrders: 3 };
    const checked = compiled.checkOrder(order, context);
    expect(checked).toMatchObject({ violations: [], notEvaluated: [named] });
    expect(checked.unknown.map(({ needs }) => needs)).toContainEqual([field]);
    expect(checked.unknown[0]?.message).toContain(`cannot be decided: ${field} ${issue}.`);
    expect(compiled.accepts(order, context)).toBe(true);
    expect(compiled.fitOrder(order, context).kind).toBe("fitted");
  });
}

/** Malformed amounts, and the reason given. */
const notations: readonly (readonly [unknown, RegExp])[] = [
  ["", /blank/],
  [" ", /blank/],
  [" 1", /not plain/],
  ["1\n", /not plain/],
  ["-1", /sign/],
  ["+1", /not plain/],
  ["1e3", /not plain/],
  ["1E-3", /not plain/],
  ["NaN", /not plain/],
  ["Infinity", /not plain/],
  ["0x10", /not plain/],
  ["1_000", /not plain/],
  ["1,5", /not plain/],
  [".5", /not plain/],
  ["5.", /not plain/],
  ["1.2.3", /not plain/],
  ["１", /not plain/],
  ["1".repeat(1001), /longer/],
  [`0.${"0".repeat(1000)}`, /longer/],
  [1, /not decimal text/],
  [null, /not decimal text/],
  [1n, /not decimal text/],
  [{}, /not decimal text/],
  [["1"], /not decimal text/],
];

for (const [value, says] of notations) {
  for (const filters of [[], [price, lots, notional]]) {
    test(`${String(value).slice(0, 12)} is not a price, with ${filters.length} filters`, () => {
      const compiled = compileFilters(filters);
      const order = { type: "LIMIT", price: value, quantity: "1.00" } as OrderFields;
      const { violations } = compiled.checkOrder(order);
      expect(violations).toMatchObject([{ rule: "notation", filter: null, field: "price" }]);
      expect(violations[0]?.message).toMatch(says);
      expect(compiled.accepts(order)).toBe(false);
      expect(compiled.fitOrder(order)).toMatchObject({
        kind: "impossible",
        why: violations[0]?.message,
      });
    });
  }
}

interface FitRow {
  readonly name: string;
  readonly filters: readonly unknown[];
  readonly order: OrderFields;
  readonly context?: OrderContext;
  readonly want: object;
}

const fits: readonly FitRow[] = [
  {
    name: "an order that passes is unchanged, in its own notation",
    filters: [price, lots],
    order: { price: "0.080", quantity: "00.10" },
    want: { kind: "fitted", order: { price: "0.080", quantity: "00.10" }, changes: [] },
  },
  {
    name: "amounts are rounded down onto the grid",
    filters: [price, lots],
    order: { price: "0.12999", quantity: "0.15", stopPrice: "0.09", icebergQty: "0.12" },
    want: {
      order: { price: "0.08", quantity: "0.13", stopPrice: "0.08", icebergQty: "0.1" },
      changes: [
        { field: "quantity", from: "0.15", to: "0.13", why: /LOT_SIZE \(quantity-step\)/ },
        { field: "price", from: "0.12999", to: "0.08", why: /PRICE_FILTER \(price-tick\)/ },
        { field: "stopPrice", from: "0.09", to: "0.08" },
        { field: "icebergQty", from: "0.12", to: "0.1" },
      ],
    },
  },
  {
    name: "a value above the maximum is lowered to the last step below it",
    filters: [price],
    order: { price: "1000" },
    want: {
      order: { price: "9.98" },
      changes: [{ why: /price-maximum.*price-tick|price-maximum/ }],
    },
  },
  {
    name: "a value fits two grids at once",
    filters: [lots, market],
    order: { type: "MARKET", quantity: "0.21" },
    want: { order: { quantity: "0.16" } },
  },
  {
    name: "a price fits the range around the average",
    filters: [
      price,
      { filterType: "PERCENT_PRICE", multiplierUp: "1.5", multiplierDown: "0.5", avgPriceMins: 1 },
    ],
    order: { price: "9" },
    context: { averagePrice: "1" },
    want: { order: { price: "1.48" } },
  },
  {
    name: "no value is rounded to zero",
    filters: [{ filterType: "PRICE_FILTER", minPrice: "0", maxPrice: "0", tickSize: "0.05" }],
    order: { price: "0.04" },
    want: { kind: "impossible", why: /No price up to 0\.04/ },
  },
  {
    name: "grids that never meet make an order impossible",
    filters: [
      { ...lots, minQty: "0.1", stepSize: "0.2" },
      { ...lots, minQty: "0.2", stepSize: "0.2" },
    ],
    order: { quantity: "50" },
    want: { kind: "impossible" },
  },
  {
    name: "a notional that is too small is impossible, never raised",
    filters: [price, lots, notional],
    order: { type: "LIMIT", price: "1.00", quantity: "9.99" },
    want: { kind: "impossible", violations: [{}, {}, { rule: "notional" }] },
  },
  {
    name: "a notional that rounding makes too small is impossible",
    filters: [price, lots, notional],
    order: { type: "LIMIT", price: "1.00", quantity: "10.00" },
    want: { kind: "impossible", why: /price \* quantity is 9\.8/ },
  },
  {
    name: "too many iceberg parts are impossible",
    filters: [{ filterType: "ICEBERG_PARTS", limit: 10 }],
    order: { quantity: "11", icebergQty: "1" },
    want: { kind: "impossible", violations: [{ assumed: "iceberg-parts-pass" }] },
  },
];

for (const { name, filters, order, context, want } of fits) {
  test(`fit: ${name}`, () => {
    const given = { ...order };
    const fit = compileFilters(filters).fitOrder(order, context);
    expect(fit).toMatchObject(matching(want));
    expect(order).toEqual(given);
  });
}

/** Filters and amounts at the borders of integers, scales and lengths, checked by the oracle. */
const wide = { filterType: "PRICE_FILTER", minPrice: "0", maxPrice: "0" };
const borders: readonly (readonly [object, readonly string[]])[] = [
  [
    { ...wide, tickSize: "1" },
    ["999999999", "1000000000", "9007199254740993", "1.0", "1.00000001"],
  ],
  [
    { ...wide, tickSize: "0.00000001" },
    ["90071992.54740991", "90071992.54740992", "90071992.54740993", "90071993", "0.000000001"],
  ],
  [
    { ...wide, tickSize: "0.00000002" },
    ["90071992.54740993", "90071992.54740994", "180143985.09481986"],
  ],
  [{ ...wide, tickSize: "0.000000003" }, ["9.007199254", "0.000000003", "0.000000004", "9"]],
  [{ ...wide, tickSize: "0.0000000001" }, ["1", "0.0000000001", "0.00000000011"]],
  [{ ...wide, tickSize: "3" }, ["9007199254740990", "9007199254740991", "999999999", "999999998"]],
  [{ ...wide, tickSize: "0" }, ["1.123456789012345678901234567890", "0.000000001", "1000000000"]],
  [{ ...wide, tickSize: "0.01", minPrice: "90071992547409.93" }, ["90071992547409.92", "1.00"]],
  [{ ...wide, tickSize: "0.01", maxPrice: "90071992547409.93" }, ["90071992547409.94", "1.00"]],
  [
    { ...wide, tickSize: "0.010" },
    [`1.${"0".repeat(98)}`, `1.${"0".repeat(99)}`, "01.00", "1.001"],
  ],
  [{ ...wide, tickSize: "9007199254740993" }, ["9007199254740993", "9007199254740992", "0"]],
];

for (const [filter, prices] of borders) {
  for (const amount of prices) {
    test(`${amount.slice(0, 24)} (${amount.length}) against ${JSON.stringify(filter)}`, () => {
      const { violates } = oracle({ ...filter }, { price: amount });
      const one = filterChecks.PRICE_FILTER(filter);
      expect(one.accepts({ price: amount })).toBe(violates.length === 0);
      expect(one.check({ price: amount }).violations.map(({ rule }) => rule)).toEqual(violates);
    });
  }
}

/** Price and quantity whose product lies within rounding of the bound. */
const products: readonly (readonly [string, string, string])[] = [
  ["10", "2.5", "4"],
  ["10", "2.5", "3.99999999"],
  ["90071992.54740993", "9007199.25474099", "10.00000001"],
  ["90071992.54740993", "9007199.25474099", "10"],
  ["9007199254740993", "94906265.62425156", "94906265.62425156"],
  ["9007199254740993", "94906265.62425157", "94906265.62425156"],
  // 94906267 x 94906265 is odd and beyond 2^53, so that a double is off by one.
  ["0.9007199326062756", "0.94906267", "0.94906265"],
  ["0.9007199326062755", "0.94906267", "0.94906265"],
  ["0.90071993260627551", "0.94906267", "0.94906265"],
  ["0", "0", "0"],
  ["0.00000000000000001", "0.00000001", "0.000000001"],
];

for (const [minNotional, amount, quantity] of products) {
  test(`${amount} x ${quantity} against ${minNotional}`, () => {
    const filter = { ...notional, minNotional };
    const order = { type: "LIMIT", price: amount, quantity };
    const accepted = oracle(filter, order).violates.length === 0;
    expect(filterChecks.MIN_NOTIONAL(filter).accepts(order)).toBe(accepted);
    expect(filterChecks.MIN_NOTIONAL(filter).check(order).violations).toHaveLength(
      accepted ? 0 : 1,
    );
  });
}

test("unknown order types are not MARKET orders", () => {
  const compiled = compileFilters([lots, market]);
  for (let index = 0; index < 100; index += 1) {
    expect(compiled.accepts({ type: `TYPE_${index}`, quantity: "99.97" })).toBe(true);
    expect(compiled.accepts({ type: "MARKET", quantity: "99.97" })).toBe(false);
  }
});

test("the average price is requested once per check, however many rules read it", () => {
  const asked: number[] = [];
  const averagePrice = (minutes: number): string => {
    asked.push(minutes);
    return "1.00000001";
  };
  const range = { filterType: "PERCENT_PRICE", multiplierUp: "2", multiplierDown: "1.5" };
  const filters = [{ ...range, avgPriceMins: 5 }, { ...range, avgPriceMins: 1 }, price];
  const compiled = compileFilters(filters);
  const check = compiled.checkOrder({ price: "4.005" }, { averagePrice });
  expect(check.violations).toMatchObject([
    { rule: "price-maximum", bound: "2.00000002", nearest: "1.98" },
    { rule: "price-maximum", bound: "2.00000002" },
    { rule: "price-tick" },
  ]);
  expect(asked).toEqual([5, 1]);
});
