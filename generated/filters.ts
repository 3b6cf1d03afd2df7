// Generated from spec/filters/*.yaml by generators/emitters/filters.ts.
// Do not edit: change the spec, then run `npm run generate`.

import {
  ceilDivide,
  compareProducts,
  isMultiple,
  minus,
  plus,
  times,
} from "../runtime/encoding/int64-math.ts";
import { createFilterChecks, createFilterCompiler } from "../runtime/filters/compile.ts";
import type {
  FilterDescriptor,
  FilterUnits,
  MarketUnits,
  OrderUnits,
  Report,
} from "../runtime/filters/tables.ts";
import type {
  CompiledFilters as AnyCompiledFilters,
  FilterCheck as AnyFilterCheck,
  FilterOptions,
} from "../runtime/filters/types.ts";
import type { Decimal, Int64 } from "../runtime/tables.ts";

export type * from "../runtime/filters/types.ts";
export { filterVectors } from "./filter-vectors.ts";

/** Market and account data; a rule whose data is absent is reported as unknown. */
export type OrderContext = {
  /**
   * Average price over the minutes that the filter names; the last price where they are 0. A text
   * serves every filter.
   *
   * Unit: quote asset. From `getAggTrades`, field `p`, the trades of those minutes, weighted by
   * quantity.
   *
   * @see spec/rules/marketData.yaml
   */
  readonly averagePrice?: Decimal | ((minutes: number) => Decimal | undefined) | undefined;
  /**
   * Price of the last trade; filters that average over 0 minutes compare with it.
   *
   * Unit: quote asset. From `getTickerPrice`, field `price`.
   *
   * @see spec/rules/marketData.yaml
   */
  readonly lastPrice?: Decimal | undefined;
  /**
   * Open orders of the account on the symbol, without this one.
   *
   * Unit: orders. From `getOpenOrders`, the rows of the symbol.
   *
   * @see spec/rules/marketData.yaml
   */
  readonly openOrders?: Int64 | undefined;
  /**
   * Open algo orders of the account on the symbol.
   *
   * Unit: orders. From `getOpenOrders`, the rows of the symbol whose type is an algo type.
   *
   * @see spec/rules/marketData.yaml
   */
  readonly openAlgoOrders?: Int64 | undefined;
  /**
   * Open iceberg orders of the account on the symbol.
   *
   * Unit: orders. From `getOpenOrders`, the rows of the symbol with an icebergQty above 0.
   *
   * @see spec/rules/marketData.yaml
   */
  readonly openIcebergOrders?: Int64 | undefined;
  /**
   * Open orders of the account on all symbols.
   *
   * Unit: orders. From `getOpenOrders`, all rows.
   *
   * @see spec/rules/marketData.yaml
   */
  readonly openOrdersOnExchange?: Int64 | undefined;
  /**
   * Open algo orders of the account on all symbols.
   *
   * Unit: orders. From `getOpenOrders`, all rows whose type is an algo type.
   *
   * @see spec/rules/marketData.yaml
   */
  readonly openAlgoOrdersOnExchange?: Int64 | undefined;
};

/** The compiled filters of one symbol; an InvalidRequestError says that no object was given. */
export type CompiledFilters = AnyCompiledFilters<OrderContext>;

/** One compiled filter. */
export type FilterCheck = AnyFilterCheck<OrderContext>;

/**
 * The market and account data that rules read, and where a client gets each.
 *
 * @see spec/rules/marketData.yaml
 */
export const marketData = {
  averagePrice: {
    type: "decimal",
    from: {
      operation: "getAggTrades",
      field: "p",
      of: "the trades of those minutes, weighted by quantity",
    },
  },
  lastPrice: { type: "decimal", from: { operation: "getTickerPrice", field: "price" } },
  openOrders: {
    type: "integer",
    from: { operation: "getOpenOrders", of: "the rows of the symbol" },
  },
  openAlgoOrders: {
    type: "integer",
    from: { operation: "getOpenOrders", of: "the rows of the symbol whose type is an algo type" },
  },
  openIcebergOrders: {
    type: "integer",
    from: { operation: "getOpenOrders", of: "the rows of the symbol with an icebergQty above 0" },
  },
  openOrdersOnExchange: { type: "integer", from: { operation: "getOpenOrders", of: "all rows" } },
  openAlgoOrdersOnExchange: {
    type: "integer",
    from: { operation: "getOpenOrders", of: "all rows whose type is an algo type" },
  },
} as const;

/**
 * Every filter by its `filterType`: its fields, and its rules as comparisons of CEL expressions
 * over the filter's fields, the order's fields and the market's data. A rule is checked only for an
 * order that has all fields it names.
 *
 * @see spec/filters
 */
export const filters = {
  EXCHANGE_MAX_NUM_ALGO_ORDERS: {
    scope: "exchange",
    siteMayLack: true,
    fields: { maxNumAlgoOrders: "integer" },
    rules: [
      {
        id: "open-algo-orders",
        value: "openAlgoOrdersOnExchange + 1",
        maximum: "maxNumAlgoOrders",
        appliesWhen: 'type in ["STOP_LOSS", "STOP_LOSS_LIMIT", "TAKE_PROFIT", "TAKE_PROFIT_LIMIT"]',
        reads: ["maxNumAlgoOrders", "openAlgoOrdersOnExchange"],
        scale: 0,
        assumed: "exchange-max-num-algo-orders-field",
        source: "spec/filters/EXCHANGE_MAX_NUM_ALGO_ORDERS.yaml:15",
      },
    ],
    source: "spec/filters/EXCHANGE_MAX_NUM_ALGO_ORDERS.yaml",
  },
  EXCHANGE_MAX_NUM_ORDERS: {
    scope: "exchange",
    siteMayLack: false,
    fields: { maxNumOrders: "integer" },
    rules: [
      {
        id: "open-orders",
        value: "openOrdersOnExchange + 1",
        maximum: "maxNumOrders",
        reads: ["maxNumOrders", "openOrdersOnExchange"],
        scale: 0,
        assumed: "exchange-max-num-orders-field",
        source: "spec/filters/EXCHANGE_MAX_NUM_ORDERS.yaml:14",
      },
    ],
    source: "spec/filters/EXCHANGE_MAX_NUM_ORDERS.yaml",
  },
  ICEBERG_PARTS: {
    scope: "symbol",
    siteMayLack: false,
    fields: { limit: "integer" },
    rules: [
      {
        id: "parts",
        value: "ceil(quantity / icebergQty)",
        maximum: "limit",
        appliesWhen: "icebergQty > 0",
        reads: ["limit"],
        scale: 0,
        assumed: "iceberg-parts-pass",
        source: "spec/filters/ICEBERG_PARTS.yaml:9",
      },
    ],
    source: "spec/filters/ICEBERG_PARTS.yaml",
  },
  LOT_SIZE: {
    scope: "symbol",
    siteMayLack: false,
    fields: { minQty: "decimal", maxQty: "decimal", stepSize: "decimal" },
    rules: [
      {
        id: "quantity-minimum",
        value: "quantity",
        minimum: "minQty",
        reads: ["minQty"],
        source: "spec/filters/LOT_SIZE.yaml:13",
      },
      {
        id: "quantity-maximum",
        value: "quantity",
        maximum: "maxQty",
        disabledWhen: "maxQty == 0",
        reads: ["maxQty"],
        disabledAssumed: "lot-size-zero",
        source: "spec/filters/LOT_SIZE.yaml:17",
      },
      {
        id: "quantity-step",
        value: "quantity",
        multipleOf: "stepSize",
        from: "minQty",
        disabledWhen: "stepSize == 0",
        reads: ["stepSize", "minQty"],
        disabledAssumed: "lot-size-zero",
        source: "spec/filters/LOT_SIZE.yaml:22",
      },
      {
        id: "iceberg-minimum",
        value: "icebergQty",
        minimum: "minQty",
        reads: ["minQty"],
        source: "spec/filters/LOT_SIZE.yaml:28",
      },
      {
        id: "iceberg-maximum",
        value: "icebergQty",
        maximum: "maxQty",
        disabledWhen: "maxQty == 0",
        reads: ["maxQty"],
        disabledAssumed: "lot-size-zero",
        source: "spec/filters/LOT_SIZE.yaml:32",
      },
      {
        id: "iceberg-step",
        value: "icebergQty",
        multipleOf: "stepSize",
        from: "minQty",
        disabledWhen: "stepSize == 0",
        reads: ["stepSize", "minQty"],
        disabledAssumed: "lot-size-zero",
        source: "spec/filters/LOT_SIZE.yaml:37",
      },
    ],
    source: "spec/filters/LOT_SIZE.yaml",
  },
  MARKET_LOT_SIZE: {
    scope: "symbol",
    siteMayLack: false,
    fields: { minQty: "decimal", maxQty: "decimal", stepSize: "decimal" },
    besides: { filter: "LOT_SIZE", assumed: "market-lot-size-besides-lot-size" },
    rules: [
      {
        id: "quantity-minimum",
        value: "quantity",
        minimum: "minQty",
        appliesWhen: 'type == "MARKET"',
        reads: ["minQty"],
        source: "spec/filters/MARKET_LOT_SIZE.yaml:14",
      },
      {
        id: "quantity-maximum",
        value: "quantity",
        maximum: "maxQty",
        appliesWhen: 'type == "MARKET"',
        disabledWhen: "maxQty == 0",
        reads: ["maxQty"],
        disabledAssumed: "lot-size-zero",
        source: "spec/filters/MARKET_LOT_SIZE.yaml:19",
      },
      {
        id: "quantity-step",
        value: "quantity",
        multipleOf: "stepSize",
        from: "minQty",
        appliesWhen: 'type == "MARKET"',
        disabledWhen: "stepSize == 0",
        reads: ["stepSize", "minQty"],
        disabledAssumed: "lot-size-zero",
        source: "spec/filters/MARKET_LOT_SIZE.yaml:25",
      },
    ],
    source: "spec/filters/MARKET_LOT_SIZE.yaml",
  },
  MAX_NUM_ALGO_ORDERS: {
    scope: "symbol",
    siteMayLack: true,
    fields: { maxNumAlgoOrders: "integer" },
    rules: [
      {
        id: "open-algo-orders",
        value: "openAlgoOrders + 1",
        maximum: "maxNumAlgoOrders",
        appliesWhen: 'type in ["STOP_LOSS", "STOP_LOSS_LIMIT", "TAKE_PROFIT", "TAKE_PROFIT_LIMIT"]',
        reads: ["maxNumAlgoOrders", "openAlgoOrders"],
        scale: 0,
        source: "spec/filters/MAX_NUM_ALGO_ORDERS.yaml:12",
      },
    ],
    source: "spec/filters/MAX_NUM_ALGO_ORDERS.yaml",
  },
  MAX_NUM_ICEBERG_ORDERS: {
    scope: "symbol",
    siteMayLack: true,
    fields: { maxNumIcebergOrders: "integer" },
    rules: [
      {
        id: "open-iceberg-orders",
        value: "openIcebergOrders + 1",
        maximum: "maxNumIcebergOrders",
        appliesWhen: "icebergQty > 0",
        reads: ["maxNumIcebergOrders", "openIcebergOrders"],
        scale: 0,
        source: "spec/filters/MAX_NUM_ICEBERG_ORDERS.yaml:12",
      },
    ],
    source: "spec/filters/MAX_NUM_ICEBERG_ORDERS.yaml",
  },
  MAX_NUM_ORDERS: {
    scope: "symbol",
    siteMayLack: false,
    fields: { limit: "integer" },
    alsoNamed: { limit: "maxNumOrders" },
    rules: [
      {
        id: "open-orders",
        value: "openOrders + 1",
        maximum: "limit",
        reads: ["limit", "openOrders"],
        scale: 0,
        source: "spec/filters/MAX_NUM_ORDERS.yaml:14",
      },
    ],
    source: "spec/filters/MAX_NUM_ORDERS.yaml",
  },
  MIN_NOTIONAL: {
    scope: "symbol",
    siteMayLack: false,
    fields: { minNotional: "decimal", applyToMarket: "boolean", avgPriceMins: "integer" },
    average: { minutes: "avgPriceMins", zero: "lastPrice" },
    rules: [
      {
        id: "notional",
        value: "price * quantity",
        minimum: "minNotional",
        reads: ["minNotional"],
        scale: 2,
        source: "spec/filters/MIN_NOTIONAL.yaml:20",
      },
      {
        id: "market-notional",
        value: "averagePrice * quantity",
        minimum: "minNotional",
        appliesWhen: 'type == "MARKET" && applyToMarket',
        reads: ["minNotional", "applyToMarket", "averagePrice"],
        scale: 2,
        source: "spec/filters/MIN_NOTIONAL.yaml:24",
      },
      {
        id: "market-quote-notional",
        value: "quoteOrderQty",
        minimum: "minNotional",
        appliesWhen: 'type == "MARKET" && applyToMarket',
        reads: ["minNotional", "applyToMarket"],
        assumed: "min-notional-quote-quantity",
        source: "spec/filters/MIN_NOTIONAL.yaml:29",
      },
    ],
    source: "spec/filters/MIN_NOTIONAL.yaml",
  },
  PERCENT_PRICE: {
    scope: "symbol",
    siteMayLack: false,
    fields: { multiplierUp: "decimal", multiplierDown: "decimal", avgPriceMins: "integer" },
    average: { minutes: "avgPriceMins", zero: "lastPrice" },
    rules: [
      {
        id: "price-maximum",
        value: "price",
        maximum: "averagePrice * multiplierUp",
        reads: ["multiplierUp", "averagePrice"],
        scale: 2,
        assumed: "percent-price-inequality",
        source: "spec/filters/PERCENT_PRICE.yaml:24",
      },
      {
        id: "price-minimum",
        value: "price",
        minimum: "averagePrice * multiplierDown",
        reads: ["multiplierDown", "averagePrice"],
        scale: 2,
        assumed: "percent-price-inequality",
        source: "spec/filters/PERCENT_PRICE.yaml:29",
      },
    ],
    source: "spec/filters/PERCENT_PRICE.yaml",
  },
  PRICE_FILTER: {
    scope: "symbol",
    siteMayLack: false,
    fields: { minPrice: "decimal", maxPrice: "decimal", tickSize: "decimal" },
    rules: [
      {
        id: "price-minimum",
        value: "price",
        minimum: "minPrice",
        disabledWhen: "minPrice == 0",
        reads: ["minPrice"],
        source: "spec/filters/PRICE_FILTER.yaml:18",
      },
      {
        id: "price-maximum",
        value: "price",
        maximum: "maxPrice",
        disabledWhen: "maxPrice == 0",
        reads: ["maxPrice"],
        source: "spec/filters/PRICE_FILTER.yaml:23",
      },
      {
        id: "price-tick",
        value: "price",
        multipleOf: "tickSize",
        from: "minPrice",
        disabledWhen: "tickSize == 0",
        reads: ["tickSize", "minPrice"],
        source: "spec/filters/PRICE_FILTER.yaml:28",
      },
      {
        id: "stop-price-minimum",
        value: "stopPrice",
        minimum: "minPrice",
        disabledWhen: "minPrice == 0",
        reads: ["minPrice"],
        source: "spec/filters/PRICE_FILTER.yaml:34",
      },
      {
        id: "stop-price-maximum",
        value: "stopPrice",
        maximum: "maxPrice",
        disabledWhen: "maxPrice == 0",
        reads: ["maxPrice"],
        source: "spec/filters/PRICE_FILTER.yaml:39",
      },
      {
        id: "stop-price-tick",
        value: "stopPrice",
        multipleOf: "tickSize",
        from: "minPrice",
        disabledWhen: "tickSize == 0",
        reads: ["tickSize", "minPrice"],
        source: "spec/filters/PRICE_FILTER.yaml:44",
      },
    ],
    source: "spec/filters/PRICE_FILTER.yaml",
  },
} as const satisfies Readonly<Record<string, FilterDescriptor>>;

/** The field of a filter that says of which kind it is. */
export const filterTypeField = "filterType";

/** The `filterType` of a filter. */
export type FilterName = keyof typeof filters;

/**
 * A filter with its numbers in whole units at the symbol's scale. What is missing is `NaN` or
 * `undefined`: a comparison with it does not hold, so its rule is reported, as one that cannot be
 * decided.
 */
type UnitsOf<Name extends FilterName> = FilterUnits<Name, (typeof filters)[Name]["fields"]>;

/** Any filter, by its `filterType`. */
type AnyUnits = { [Name in FilterName]: UnitsOf<Name> }[FilterName];

/**
 * Largest number of open algo orders of one account on the whole exchange. SITE symbols may lack
 * it. Its fields are not documented.
 *
 * @see spec/filters/EXCHANGE_MAX_NUM_ALGO_ORDERS.yaml
 */
function checkExchangeMaxNumAlgoOrders(
  filter: UnitsOf<"EXCHANGE_MAX_NUM_ALGO_ORDERS">,
  order: OrderUnits,
  market: MarketUnits,
  report: Report,
): void {
  const { type } = order;
  if (
    type !== undefined &&
    ["STOP_LOSS", "STOP_LOSS_LIMIT", "TAKE_PROFIT", "TAKE_PROFIT_LIMIT"].includes(type)
  ) {
    const value = plus(market.count("openAlgoOrdersOnExchange"), 1);
    if (!(value <= filter.maxNumAlgoOrders))
      report("open-algo-orders", value, filter.maxNumAlgoOrders);
  }
}

/**
 * Largest number of open orders of one account on the whole exchange; algo and normal orders both
 * count. Its fields are not documented.
 *
 * @see spec/filters/EXCHANGE_MAX_NUM_ORDERS.yaml
 */
function checkExchangeMaxNumOrders(
  filter: UnitsOf<"EXCHANGE_MAX_NUM_ORDERS">,
  market: MarketUnits,
  report: Report,
): void {
  const value = plus(market.count("openOrdersOnExchange"), 1);
  if (!(value <= filter.maxNumOrders)) report("open-orders", value, filter.maxNumOrders);
}

/**
 * Largest number of parts that an iceberg order may come in.
 *
 * @see spec/filters/ICEBERG_PARTS.yaml
 */
function checkIcebergParts(
  filter: UnitsOf<"ICEBERG_PARTS">,
  order: OrderUnits,
  report: Report,
): void {
  const { quantity, icebergQty } = order;
  if (quantity !== undefined && icebergQty !== undefined && icebergQty > 0) {
    const value = ceilDivide(quantity, icebergQty);
    if (!(value <= filter.limit)) report("parts", value, filter.limit);
  }
}

/**
 * Bounds and grid of quantities, for the visible part of an iceberg order too.
 *
 * @see spec/filters/LOT_SIZE.yaml
 */
function checkLotSize(filter: UnitsOf<"LOT_SIZE">, order: OrderUnits, report: Report): void {
  const { quantity, icebergQty } = order;
  const start = filter.offset === "zero" ? 0 : filter.minQty;
  if (quantity !== undefined) {
    if (!(quantity >= filter.minQty)) report("quantity-minimum", quantity, filter.minQty);
    if (filter.maxQty !== 0 && !(quantity <= filter.maxQty))
      report("quantity-maximum", quantity, filter.maxQty);
    if (filter.stepSize !== 0 && !isMultiple(minus(quantity, start), filter.stepSize))
      report("quantity-step", quantity, filter.stepSize, start);
  }
  if (icebergQty !== undefined) {
    if (!(icebergQty >= filter.minQty)) report("iceberg-minimum", icebergQty, filter.minQty);
    if (filter.maxQty !== 0 && !(icebergQty <= filter.maxQty))
      report("iceberg-maximum", icebergQty, filter.maxQty);
    if (filter.stepSize !== 0 && !isMultiple(minus(icebergQty, start), filter.stepSize))
      report("iceberg-step", icebergQty, filter.stepSize, start);
  }
}

/**
 * Bounds and grid of the quantity of MARKET orders.
 *
 * @see spec/filters/MARKET_LOT_SIZE.yaml
 */
function checkMarketLotSize(
  filter: UnitsOf<"MARKET_LOT_SIZE">,
  order: OrderUnits,
  report: Report,
): void {
  const { type, quantity } = order;
  const start = filter.offset === "zero" ? 0 : filter.minQty;
  if (quantity !== undefined && type === "MARKET") {
    if (!(quantity >= filter.minQty)) report("quantity-minimum", quantity, filter.minQty);
    if (filter.maxQty !== 0 && !(quantity <= filter.maxQty))
      report("quantity-maximum", quantity, filter.maxQty);
    if (filter.stepSize !== 0 && !isMultiple(minus(quantity, start), filter.stepSize))
      report("quantity-step", quantity, filter.stepSize, start);
  }
}

/**
 * Largest number of open algo orders of one account on one symbol. SITE symbols may lack it.
 *
 * @see spec/filters/MAX_NUM_ALGO_ORDERS.yaml
 */
function checkMaxNumAlgoOrders(
  filter: UnitsOf<"MAX_NUM_ALGO_ORDERS">,
  order: OrderUnits,
  market: MarketUnits,
  report: Report,
): void {
  const { type } = order;
  if (
    type !== undefined &&
    ["STOP_LOSS", "STOP_LOSS_LIMIT", "TAKE_PROFIT", "TAKE_PROFIT_LIMIT"].includes(type)
  ) {
    const value = plus(market.count("openAlgoOrders"), 1);
    if (!(value <= filter.maxNumAlgoOrders))
      report("open-algo-orders", value, filter.maxNumAlgoOrders);
  }
}

/**
 * Largest number of open iceberg orders (icebergQty above 0) of one account on one symbol. SITE
 * symbols may lack it.
 *
 * @see spec/filters/MAX_NUM_ICEBERG_ORDERS.yaml
 */
function checkMaxNumIcebergOrders(
  filter: UnitsOf<"MAX_NUM_ICEBERG_ORDERS">,
  order: OrderUnits,
  market: MarketUnits,
  report: Report,
): void {
  const { icebergQty } = order;
  if (icebergQty !== undefined && icebergQty > 0) {
    const value = plus(market.count("openIcebergOrders"), 1);
    if (!(value <= filter.maxNumIcebergOrders))
      report("open-iceberg-orders", value, filter.maxNumIcebergOrders);
  }
}

/**
 * Largest number of open orders of one account on one symbol; algo and normal orders both count.
 *
 * @see spec/filters/MAX_NUM_ORDERS.yaml
 */
function checkMaxNumOrders(
  filter: UnitsOf<"MAX_NUM_ORDERS">,
  market: MarketUnits,
  report: Report,
): void {
  const value = plus(market.count("openOrders"), 1);
  if (!(value <= filter.limit)) report("open-orders", value, filter.limit);
}

/**
 * Smallest value of an order, price times quantity. MARKET orders are only held to it where
 * applyToMarket says so, with an average price in place of their own.
 *
 * @see spec/filters/MIN_NOTIONAL.yaml
 */
function checkMinNotional(
  filter: UnitsOf<"MIN_NOTIONAL">,
  order: OrderUnits,
  market: MarketUnits,
  report: Report,
): void {
  const { type, quantity, quoteOrderQty, price, one } = order;
  if (price !== undefined && quantity !== undefined) {
    if (!(compareProducts(price, quantity, filter.minNotional, one) >= 0))
      report("notional", times(price, quantity), times(filter.minNotional, one));
  }
  if (quantity !== undefined && type === "MARKET" && filter.applyToMarket !== false) {
    const averagePrice = market.averagePrice(filter.avgPriceMins);
    if (!(compareProducts(averagePrice, quantity, filter.minNotional, one) >= 0))
      report("market-notional", times(averagePrice, quantity), times(filter.minNotional, one));
  }
  if (quoteOrderQty !== undefined && type === "MARKET" && filter.applyToMarket !== false) {
    if (!(quoteOrderQty >= filter.minNotional))
      report("market-quote-notional", quoteOrderQty, filter.minNotional);
  }
}

/**
 * Range of prices around the average of earlier trades, reached with two multipliers. The exact
 * inequality is not documented.
 *
 * @see spec/filters/PERCENT_PRICE.yaml
 */
function checkPercentPrice(
  filter: UnitsOf<"PERCENT_PRICE">,
  order: OrderUnits,
  market: MarketUnits,
  report: Report,
): void {
  const { price, one } = order;
  if (price !== undefined) {
    const averagePrice = market.averagePrice(filter.avgPriceMins);
    if (!(compareProducts(price, one, averagePrice, filter.multiplierUp) <= 0))
      report("price-maximum", times(price, one), times(averagePrice, filter.multiplierUp));
    if (!(compareProducts(price, one, averagePrice, filter.multiplierDown) >= 0))
      report("price-minimum", times(price, one), times(averagePrice, filter.multiplierDown));
  }
}

/**
 * Bounds and grid of prices. Each of the three fields switches its own rule off when it is 0.
 *
 * @see spec/filters/PRICE_FILTER.yaml
 */
function checkPriceFilter(
  filter: UnitsOf<"PRICE_FILTER">,
  order: OrderUnits,
  report: Report,
): void {
  const { price, stopPrice } = order;
  const start = filter.offset === "zero" ? 0 : filter.minPrice;
  if (price !== undefined) {
    if (filter.minPrice !== 0 && !(price >= filter.minPrice))
      report("price-minimum", price, filter.minPrice);
    if (filter.maxPrice !== 0 && !(price <= filter.maxPrice))
      report("price-maximum", price, filter.maxPrice);
    if (filter.tickSize !== 0 && !isMultiple(minus(price, start), filter.tickSize))
      report("price-tick", price, filter.tickSize, start);
  }
  if (stopPrice !== undefined) {
    if (filter.minPrice !== 0 && !(stopPrice >= filter.minPrice))
      report("stop-price-minimum", stopPrice, filter.minPrice);
    if (filter.maxPrice !== 0 && !(stopPrice <= filter.maxPrice))
      report("stop-price-maximum", stopPrice, filter.maxPrice);
    if (filter.tickSize !== 0 && !isMultiple(minus(stopPrice, start), filter.tickSize))
      report("stop-price-tick", stopPrice, filter.tickSize, start);
  }
}

/** Checks an order by one filter. */
function checkFilter(
  filter: AnyUnits,
  order: OrderUnits,
  market: MarketUnits,
  report: Report,
): void {
  switch (filter.filterType) {
    case "EXCHANGE_MAX_NUM_ALGO_ORDERS":
      return checkExchangeMaxNumAlgoOrders(filter, order, market, report);
    case "EXCHANGE_MAX_NUM_ORDERS":
      return checkExchangeMaxNumOrders(filter, market, report);
    case "ICEBERG_PARTS":
      return checkIcebergParts(filter, order, report);
    case "LOT_SIZE":
      return checkLotSize(filter, order, report);
    case "MARKET_LOT_SIZE":
      return checkMarketLotSize(filter, order, report);
    case "MAX_NUM_ALGO_ORDERS":
      return checkMaxNumAlgoOrders(filter, order, market, report);
    case "MAX_NUM_ICEBERG_ORDERS":
      return checkMaxNumIcebergOrders(filter, order, market, report);
    case "MAX_NUM_ORDERS":
      return checkMaxNumOrders(filter, market, report);
    case "MIN_NOTIONAL":
      return checkMinNotional(filter, order, market, report);
    case "PERCENT_PRICE":
      return checkPercentPrice(filter, order, market, report);
    case "PRICE_FILTER":
      return checkPriceFilter(filter, order, report);
  }
}

/** The rules that a filter's own fields switch off. */
function disabledRules(filter: AnyUnits): readonly string[] {
  const disabled: string[] = [];
  switch (filter.filterType) {
    case "LOT_SIZE":
      if (filter.maxQty === 0) disabled.push("quantity-maximum", "iceberg-maximum");
      if (filter.stepSize === 0) disabled.push("quantity-step", "iceberg-step");
      break;
    case "MARKET_LOT_SIZE":
      if (filter.maxQty === 0) disabled.push("quantity-maximum");
      if (filter.stepSize === 0) disabled.push("quantity-step");
      break;
    case "PRICE_FILTER":
      if (filter.minPrice === 0) disabled.push("price-minimum", "stop-price-minimum");
      if (filter.maxPrice === 0) disabled.push("price-maximum", "stop-price-maximum");
      if (filter.tickSize === 0) disabled.push("price-tick", "stop-price-tick");
      break;
  }
  return disabled;
}

const functions = { filterTypeField, checkFilter, disabledRules };

/**
 * Compiles the filters of a symbol, as `getExchangeInfo` lists them: `checkOrder`,
 * `accepts` and `fitOrder`. Do it once per symbol, and again when its filters change. Filters
 * that the spec does not know are not evaluated, and listed in `notEvaluated`.
 *
 * @throws InvalidRequestError for filters that are no list, or a wrong option.
 */
export const compileFilters: (
  symbolFilters: readonly unknown[],
  options?: FilterOptions,
) => CompiledFilters = /* @__PURE__ */ createFilterCompiler(filters, functions);

/** One compiled filter, by its type: `filterChecks[filterType](filter).check(order)`. */
export const filterChecks: {
  readonly [Name in FilterName]: (filter: object, options?: FilterOptions) => FilterCheck;
} = /* @__PURE__ */ createFilterChecks(filters, functions);

//# sourceMappingURL=filters.ts.map
