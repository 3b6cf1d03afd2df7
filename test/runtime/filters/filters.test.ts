import { expect, test } from "vitest";

import type { CompiledFilters, OrderContext, OrderFields } from "../../../generated/filters.ts";
import { compileFilters, filterChecks } from "../../../generated/filters.ts";
import { createOrderReader } from "../../../runtime/filters/other-fields.ts";
import { type History, readStory, rowOf, valuesOf } from "../../support/story.ts";
import { lots, market, notional, price } from "./given.ts";

/**
 * Filters, those above with other fields or others; an order; market data; and what comes of it. A
 * number is written as `#2`.
 */
const checks = `
the nearest value keeps to every rule of the field, of all filters
  PRICE + PRICE minPrice=0 maxPrice=5 tickSize=0.02 | price=7
    => PRICE_FILTER price-tick: price 7 multipleOf 0.05 from 0.03 nearest 4.98;
      PRICE_FILTER price-maximum: price 7 maximum 5 nearest 4.98; zero would accept by price-tick
the nearest value on grids that seldom meet is found
  LOTS minQty=0 maxQty=1000 stepSize=0.97 + LOTS minQty=0 maxQty=1000 stepSize=1.01 | quantity=195
    => LOT_SIZE quantity-step: quantity 195 multipleOf 0.97 nearest 97.97;
      LOT_SIZE quantity-step: quantity 195 multipleOf 1.01 nearest 97.97
grids that never meet accept no value, and there is no nearest one
  LOTS minQty=0.1 stepSize=0.2 + LOTS minQty=0.2 stepSize=0.2 | quantity=50.1
    => LOT_SIZE quantity-step: quantity 50.1 multipleOf 0.2 from 0.2;
      zero would refuse by quantity-step
zero is never the nearest value
  PRICE minPrice=0 maxPrice=0 | price=0.04 => PRICE_FILTER price-tick: price 0.04 multipleOf 0.05
one grid that depends on where steps count from is enough for a warning
  LOTS minQty=0.03 + PRICE | price=0.10
    => PRICE_FILTER price-tick: price 0.1 multipleOf 0.05 from 0.03 nearest 0.08;
      zero would accept by price-tick
a violation of an assumed rule names the assumption
  NOTIONAL | type=MARKET quoteOrderQty=9
    => MIN_NOTIONAL market-quote-notional (min-notional-quote-quantity): quoteOrderQty 9 minimum 10
over 0 minutes the last price replaces the average
  NOTIONAL avgPriceMins=#0 | type=MARKET quantity=4 | averagePrice=1 lastPrice=2.5 =>
over 0 minutes without a price, the last price is needed
  NOTIONAL avgPriceMins=#0 | type=MARKET quantity=4 => MIN_NOTIONAL market-notional needs lastPrice
a missing field of a filter makes only its own rules unknown
  LOT_SIZE minQty=1 maxQty=2.5x | quantity=0.5
    => LOT_SIZE quantity-minimum: quantity 0.5 minimum 1; LOT_SIZE quantity-maximum needs maxQty;
      LOT_SIZE quantity-step needs stepSize
a missing flag matters only to orders that the rule could apply to
  MIN_NOTIONAL minNotional=10 avgPriceMins=#5 | type=LIMIT price=5 quantity=2 =>
the alternative spelling of a field is read
  MAX_NUM_ORDERS maxNumOrders=#2 | | openOrders=#2
    => MAX_NUM_ORDERS open-orders: openOrders + 1 3 maximum 2
the documented spelling takes precedence
  MAX_NUM_ORDERS maxNumOrders=#2 limit=#3 | | openOrders=#2 =>
counts may be bigints
  MAX_NUM_ORDERS limit=9007199254740993n | | openOrders=9007199254740993n
    => MAX_NUM_ORDERS open-orders: openOrders + 1 9007199254740994 maximum 9007199254740993
an order that hides nothing does not come in parts
  ICEBERG_PARTS limit=#10 | quantity=5 =>
an order of which nothing is shown does not, either
  ICEBERG_PARTS limit=#10 | quantity=5 icebergQty=0 =>
exchange filters are checked too
  LOTS + EXCHANGE_MAX_NUM_ORDERS maxNumOrders=#1 | quantity=0.1 | openOrdersOnExchange=#1
    =>
      EXCHANGE_MAX_NUM_ORDERS open-orders (exchange-max-num-orders-field): openOrdersOnExchange + 1 2 maximum 1;
      zero would refuse by quantity-step
`;

const fits = `
an order that passes is unchanged, in its own notation
  PRICE + LOTS | price=0.080 quantity=00.10 =>
amounts are rounded down onto the grid
  PRICE + LOTS | price=0.12999 quantity=0.15 stopPrice=0.09 icebergQty=0.12
    => quantity 0.13: LOT_SIZE (quantity-step); price 0.08: PRICE_FILTER (price-tick);
      stopPrice 0.08: PRICE_FILTER (stop-price-tick); icebergQty 0.1: LOT_SIZE (iceberg-step)
a value above the maximum is lowered to the last step below it
  PRICE | price=1000 => price 9.98: PRICE_FILTER (price-maximum), PRICE_FILTER (price-tick)
a value fits two grids at once
  LOTS + MARKET | type=MARKET quantity=0.21
    => quantity 0.16: LOT_SIZE (quantity-step), MARKET_LOT_SIZE (quantity-step)
a price fits the range around the average
  PRICE + PERCENT_PRICE multiplierUp=1.5 multiplierDown=0.5 avgPriceMins=#1 | price=9 | averagePrice=1
    => price 1.48: PRICE_FILTER (price-tick), PERCENT_PRICE (price-maximum)
no value is rounded to zero
  PRICE minPrice=0 maxPrice=0 | price=0.04
    => impossible: No price up to 0.04 satisfies PRICE_FILTER (price-tick).
a notional that is too small is impossible, never raised
  PRICE + LOTS + NOTIONAL | type=LIMIT price=1.00 quantity=9.99
    => impossible: price * quantity is 9.7706, below the minimum 10 of MIN_NOTIONAL (notional).
a notional that rounding makes too small is impossible
  PRICE + LOTS + NOTIONAL | type=LIMIT price=1.00 quantity=10.00
    => impossible: price * quantity is 9.8, below the minimum 10 of MIN_NOTIONAL (notional).
too many iceberg parts are impossible
  ICEBERG_PARTS limit=#10 | quantity=11 icebergQty=1
    => impossible: ceil(quantity / icebergQty) is 11, above the maximum 10 of ICEBERG_PARTS (parts).
`;

const known = { PRICE: price, LOTS: lots, MARKET: market, NOTIONAL: notional } as const;

/** The parts of a row. */
function partsOf(row: History) {
  const [given, want] = rowOf(row);
  const [names = "", order, market] = given.split(" |");
  const all = names.split(" + ").map((text) => {
    const [name = ""] = text.split(" ");
    const base = known[name as "PRICE"] ?? { filterType: name };
    return { ...base, ...valuesOf(text) };
  });
  const [exchangeFilters = [], filters = []] = [true, false].map((isWhole) =>
    all.filter(({ filterType }) => filterType.startsWith("EXCHANGE_") === isWhole),
  );
  const compiled = compileFilters(filters, { exchangeFilters });
  return {
    compiled,
    order: valuesOf(order) as OrderFields,
    context: valuesOf(market) as OrderContext,
    want,
  };
}

/** What a check says, each violation and each doubt in one line. */
function said(checked: ReturnType<CompiledFilters["checkOrder"]>): string {
  const shown = ({
    filter,
    rule,
    assumed,
  }: {
    filter: string | null;
    rule: string;
    assumed?: string;
  }) => `${filter} ${rule}${assumed === undefined ? "" : ` (${assumed})`}`;
  const violations = checked.violations.map((each) => {
    const { field, value } = each;
    if (!("bound" in each)) return `${shown(each)} ${field}`;
    const { kind, bound } = each;
    const [from, nearest] = [
      each.from && ` from ${each.from}`,
      each.nearest && ` nearest ${each.nearest}`,
    ];
    return `${shown(each)}: ${field} ${value} ${kind} ${bound}${from ?? ""}${nearest ?? ""}`;
  });
  const unknown = checked.unknown.map((each) => `${shown(each)} needs ${each.needs.join(" and ")}`);
  const warnings = checked.warnings.map(({ rule, offset, accepts }) => {
    return `${offset} would ${accepts ? "accept" : "refuse"} by ${rule}`;
  });
  return [...violations, ...unknown, ...warnings].join("; ");
}

/** What a fit changes, or why it cannot. */
function fitted(fit: ReturnType<CompiledFilters["fitOrder"]>): string {
  if (fit.kind === "impossible") return `impossible: ${fit.why}`;
  return fit.changes
    .map(({ field, to, why }) => `${field} ${to}: ${why.replace(/^It violated |\.$/g, "")}`)
    .join("; ");
}

for (const row of readStory(checks)) {
  test(row.name, () => {
    const { compiled, order, context, want } = partsOf(row);
    const checked = compiled.checkOrder(order, context);
    expect(said(checked)).toBe(want);
    expect(compiled.accepts(order, context)).toBe(checked.violations.length === 0);
  });
}

for (const row of readStory(fits)) {
  test(`fit: ${row.name}`, () => {
    const { compiled, order, context, want } = partsOf(row);
    const before = { ...order };
    const fit = compiled.fitOrder(order, context);
    expect(fitted(fit)).toBe(want);
    if (want === "") expect(fit).toMatchObject({ kind: "fitted", order });
    expect(order).toEqual(before);
  });
}

test("filters without known rules are not evaluated", () => {
  const others = [{ filterType: "MAX_POSITION", maxPosition: "1" }, {}, null, "LOT_SIZE"];
  const { violations, notEvaluated } = compileFilters(others).checkOrder({ quantity: "0.1" });
  const nameless = { filter: "", reason: "It has no filterType." };
  const unknown = { filter: "MAX_POSITION", reason: "Its rules are unknown." };
  expect(notEvaluated).toMatchObject([unknown, nameless, nameless, nameless]);
  expect(violations).toEqual([]);
});

/** Fields that no rule can use, and what is said of them; the rules of other fields still bind. */
const unusable: readonly (readonly [object, string, string])[] = [
  [{ ...lots, stepSize: 0.1 }, "stepSize", "holds 0.1, which is not decimal text"],
  [{ ...lots, maxQty: "-1" }, "maxQty", 'holds "-1", which is negative'],
  [{ ...lots, maxQty: {} }, "maxQty", "holds a value of type object, which is not decimal text"],
  [{ ...price, tickSize: "" }, "tickSize", 'holds "", which is blank'],
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
  ["1\n", /not plain/],
  ["-1", /sign/],
  ["1e3", /not plain/],
  ["5.", /not plain/],
  ["1".repeat(1001), /longer/],
  [1, /not decimal text/],
  [null, /not decimal text/],
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

/** Filters with prices at the borders of integers, scales and lengths: accepted, and refused. */
const wide = { filterType: "PRICE_FILTER", minPrice: "0", maxPrice: "0" };
const large = "90071992547409.93";
const borders: readonly (readonly [fields: object, accepts: string, refuses: string])[] = [
  [{ tickSize: "1" }, "999999999 1000000000 9007199254740993 1.0", "1.00000001"],
  [
    { tickSize: "0.00000001" },
    "90071992.54740991 90071992.54740992 90071992.54740993 90071993",
    "0.000000001",
  ],
  [{ tickSize: "0.00000002" }, "90071992.54740994 180143985.09481986", "90071992.54740993"],
  [{ tickSize: "0.000000003" }, "0.000000003 9", "9.007199254 0.000000004"],
  [{ tickSize: "0.0000000001" }, "1 0.0000000001", "0.00000000011"],
  [{ tickSize: "3" }, "9007199254740990 999999999", "9007199254740991 999999998"],
  [{ tickSize: "0" }, "1.123456789012345678901234567890 0.000000001 1000000000", ""],
  [{ tickSize: "0.01", minPrice: large }, large, "90071992547409.92 1.00"],
  [{ tickSize: "0.01", maxPrice: large }, `1.00 ${large}`, "90071992547409.94"],
  [{ tickSize: "0.010" }, `1.${"0".repeat(98)} 1.${"0".repeat(99)} 01.00`, "1.001"],
  [{ tickSize: "9007199254740993" }, "9007199254740993 0", "9007199254740992"],
];

test.each(borders)("%j accepts %s, and refuses %s", (fields, accepts, refuses) => {
  const one = filterChecks.PRICE_FILTER({ ...wide, ...fields });
  for (const [prices, isAccepted] of [
    [accepts, true],
    [refuses, false],
  ] as const) {
    for (const amount of prices.split(" ").filter(Boolean)) {
      expect([amount, one.accepts({ price: amount })]).toEqual([amount, isAccepted]);
      expect(one.check({ price: amount }).violations).toHaveLength(isAccepted ? 0 : 1);
    }
  }
});

/** Price and quantity whose product lies within rounding of the bound. */
const products: readonly (readonly [string, string, string, accepted: boolean])[] = [
  ["10", "2.5", "4", true],
  ["10", "2.5", "3.99999999", false],
  ["90071992.54740993", "9007199.25474099", "10.00000001", true],
  ["90071992.54740993", "9007199.25474099", "10", false],
  ["9007199254740993", "94906265.62425156", "94906265.62425156", true],
  ["9007199254740993", "94906265.62425157", "94906265.62425156", true],
  // 94906267 x 94906265 is odd and beyond 2^53, so that a double is off by one.
  ["0.9007199326062756", "0.94906267", "0.94906265", false],
  ["0.9007199326062755", "0.94906267", "0.94906265", true],
  ["0.90071993260627551", "0.94906267", "0.94906265", false],
  ["0", "0", "0", true],
  ["0.00000000000000001", "0.00000001", "0.000000001", true],
];

test.each(products)("%s: %s x %s is accepted: %s", (minNotional, amount, quantity, accepted) => {
  const filter = filterChecks.MIN_NOTIONAL({ ...notional, minNotional });
  const order = { type: "LIMIT", price: amount, quantity };
  expect(filter.accepts(order)).toBe(accepted);
  expect(filter.check(order).violations).toHaveLength(accepted ? 0 : 1);
});

test("the average price is requested once per check, however many rules read it", () => {
  const asked: number[] = [];
  const averagePrice = (minutes: number): string => {
    asked.push(minutes);
    return minutes === 5 ? "1.00000001" : "1.00000002";
  };
  const range = { filterType: "PERCENT_PRICE", multiplierUp: "2", multiplierDown: "1.5" };
  const filters = [{ ...range, avgPriceMins: 5 }, { ...range, avgPriceMins: 1 }, price];
  const compiled = compileFilters(filters);
  const check = compiled.checkOrder({ price: "4.005" }, { averagePrice });
  expect(check.violations).toMatchObject([
    { rule: "price-maximum", bound: "2.00000002", nearest: "1.98" },
    { rule: "price-maximum", bound: "2.00000004" },
    { rule: "price-tick" },
  ]);
  expect(asked).toEqual([5, 1]);
});

test("fields that a spec adds are read as values and as the texts that a client sends", () => {
  const { readOrder: read } = createOrderReader({ delta: "integer", flag: "boolean" });
  const unitsOf = (order: object) => read(order as OrderFields, 0);
  expect(unitsOf({ delta: "7", flag: "true" })).toEqual(unitsOf({ delta: 7, flag: true }));
  expect(unitsOf({ delta: "-7", flag: "false" })).toEqual(unitsOf({ delta: -7, flag: false }));
});
