// Generated from spec/filters/*.yaml by generators/emitters/filters.ts.
// Do not edit: change the spec, then run `npm run generate`.

import { createFilterChecks, createFilterCompiler } from "../runtime/filters/compiler.ts";
import {
  both,
  ceil,
  exact,
  isBelow,
  isEqual,
  isOneOf,
  plus,
  times,
} from "../runtime/filters/math.ts";
import { filterRules } from "../runtime/filters/written.ts";

export type * from "../runtime/filters/types.ts";

/**
 * Every filter by its `filterType`: its fields, and its rules as comparisons of CEL expressions
 * over the filter's fields, the order's fields and the market's data. A rule is asked only of an
 * order that has all fields its value names.
 *
 * @see spec/filters
 */
export const filters = {
  EXCHANGE_MAX_NUM_ALGO_ORDERS: {
    description:
      "Largest number of open algo orders of one account on the whole exchange. SITE symbols " +
      "may lack it. Its fields are not documented.",
    scope: "exchange",
    siteMayLack: true,
    fields: ["maxNumAlgoOrders"],
    rules: [
      {
        id: "open-algo-orders",
        description:
          "With this order there are no more open algo orders on the exchange than the limit.",
        value: "openAlgoOrdersOnExchange + 1",
        maximum: "maxNumAlgoOrders",
        appliesWhen: 'type in ["STOP_LOSS", "STOP_LOSS_LIMIT", "TAKE_PROFIT", "TAKE_PROFIT_LIMIT"]',
        assumed: "exchange-max-num-algo-orders-field",
        source: "spec/filters/EXCHANGE_MAX_NUM_ALGO_ORDERS.yaml:16",
      },
    ],
    source: "spec/filters/EXCHANGE_MAX_NUM_ALGO_ORDERS.yaml",
  },
  EXCHANGE_MAX_NUM_ORDERS: {
    description:
      "Largest number of open orders of one account on the whole exchange; algo and normal " +
      "orders both count. Its fields are not documented.",
    scope: "exchange",
    siteMayLack: false,
    fields: ["maxNumOrders"],
    rules: [
      {
        id: "open-orders",
        description:
          "With this order there are no more open orders on the exchange than the limit.",
        value: "openOrdersOnExchange + 1",
        maximum: "maxNumOrders",
        assumed: "exchange-max-num-orders-field",
        source: "spec/filters/EXCHANGE_MAX_NUM_ORDERS.yaml:15",
      },
    ],
    source: "spec/filters/EXCHANGE_MAX_NUM_ORDERS.yaml",
  },
  ICEBERG_PARTS: {
    description: "Largest number of parts that an iceberg order may come in.",
    scope: "symbol",
    siteMayLack: false,
    fields: ["limit"],
    rules: [
      {
        id: "parts",
        description: "The order has no more parts than the limit.",
        value: "ceil(quantity / icebergQty)",
        maximum: "limit",
        appliesWhen: "icebergQty > 0",
        assumed: "iceberg-parts-pass",
        source: "spec/filters/ICEBERG_PARTS.yaml:13",
      },
    ],
    source: "spec/filters/ICEBERG_PARTS.yaml",
  },
  LOT_SIZE: {
    description: "Bounds and grid of quantities, for the visible part of an iceberg order too.",
    scope: "symbol",
    siteMayLack: false,
    fields: ["minQty", "maxQty", "stepSize"],
    rules: [
      {
        id: "quantity-minimum",
        description: "The quantity is not below the smallest.",
        value: "quantity",
        minimum: "minQty",
        source: "spec/filters/LOT_SIZE.yaml:13",
      },
      {
        id: "quantity-maximum",
        description: "The quantity is not above the largest.",
        value: "quantity",
        maximum: "maxQty",
        source: "spec/filters/LOT_SIZE.yaml:17",
      },
      {
        id: "quantity-step",
        description: "The quantity lies a whole number of steps above the smallest.",
        value: "quantity",
        multipleOf: "stepSize",
        from: "minQty",
        disabledWhen: "stepSize == 0",
        source: "spec/filters/LOT_SIZE.yaml:21",
      },
      {
        id: "iceberg-minimum",
        description: "The visible quantity is not below the smallest.",
        value: "icebergQty",
        minimum: "minQty",
        source: "spec/filters/LOT_SIZE.yaml:27",
      },
      {
        id: "iceberg-maximum",
        description: "The visible quantity is not above the largest.",
        value: "icebergQty",
        maximum: "maxQty",
        source: "spec/filters/LOT_SIZE.yaml:31",
      },
      {
        id: "iceberg-step",
        description: "The visible quantity lies a whole number of steps above the smallest.",
        value: "icebergQty",
        multipleOf: "stepSize",
        from: "minQty",
        disabledWhen: "stepSize == 0",
        source: "spec/filters/LOT_SIZE.yaml:35",
      },
    ],
    source: "spec/filters/LOT_SIZE.yaml",
  },
  MARKET_LOT_SIZE: {
    description: "Bounds and grid of the quantity of MARKET orders.",
    scope: "symbol",
    siteMayLack: false,
    fields: ["minQty", "maxQty", "stepSize"],
    rules: [
      {
        id: "quantity-minimum",
        description: "The quantity is not below the smallest.",
        value: "quantity",
        minimum: "minQty",
        appliesWhen: 'type == "MARKET"',
        source: "spec/filters/MARKET_LOT_SIZE.yaml:14",
      },
      {
        id: "quantity-maximum",
        description: "The quantity is not above the largest.",
        value: "quantity",
        maximum: "maxQty",
        appliesWhen: 'type == "MARKET"',
        source: "spec/filters/MARKET_LOT_SIZE.yaml:19",
      },
      {
        id: "quantity-step",
        description: "The quantity lies a whole number of steps above the smallest.",
        value: "quantity",
        multipleOf: "stepSize",
        from: "minQty",
        appliesWhen: 'type == "MARKET"',
        disabledWhen: "stepSize == 0",
        source: "spec/filters/MARKET_LOT_SIZE.yaml:24",
      },
    ],
    source: "spec/filters/MARKET_LOT_SIZE.yaml",
  },
  MAX_NUM_ALGO_ORDERS: {
    description:
      "Largest number of open algo orders of one account on one symbol. SITE symbols may lack " +
      "it.",
    scope: "symbol",
    siteMayLack: true,
    fields: ["maxNumAlgoOrders"],
    rules: [
      {
        id: "open-algo-orders",
        description: "With this order there are no more open algo orders than the limit.",
        value: "openAlgoOrders + 1",
        maximum: "maxNumAlgoOrders",
        appliesWhen: 'type in ["STOP_LOSS", "STOP_LOSS_LIMIT", "TAKE_PROFIT", "TAKE_PROFIT_LIMIT"]',
        source: "spec/filters/MAX_NUM_ALGO_ORDERS.yaml:13",
      },
    ],
    source: "spec/filters/MAX_NUM_ALGO_ORDERS.yaml",
  },
  MAX_NUM_ICEBERG_ORDERS: {
    description:
      "Largest number of open iceberg orders (icebergQty above 0) of one account on one " +
      "symbol. SITE symbols may lack it.",
    scope: "symbol",
    siteMayLack: true,
    fields: ["maxNumIcebergOrders"],
    rules: [
      {
        id: "open-iceberg-orders",
        description: "With this order there are no more open iceberg orders than the limit.",
        value: "openIcebergOrders + 1",
        maximum: "maxNumIcebergOrders",
        appliesWhen: "icebergQty > 0",
        source: "spec/filters/MAX_NUM_ICEBERG_ORDERS.yaml:13",
      },
    ],
    source: "spec/filters/MAX_NUM_ICEBERG_ORDERS.yaml",
  },
  MAX_NUM_ORDERS: {
    description:
      "Largest number of open orders of one account on one symbol; algo and normal orders " +
      "both count.",
    scope: "symbol",
    siteMayLack: false,
    fields: ["limit"],
    rules: [
      {
        id: "open-orders",
        description: "With this order there are no more open orders than the limit.",
        value: "openOrders + 1",
        maximum: "limit",
        source: "spec/filters/MAX_NUM_ORDERS.yaml:15",
      },
    ],
    source: "spec/filters/MAX_NUM_ORDERS.yaml",
  },
  MIN_NOTIONAL: {
    description:
      "Smallest value of an order, price times quantity. MARKET orders are only held to it " +
      "where applyToMarket says so, with an average price in place of their own.",
    scope: "symbol",
    siteMayLack: false,
    fields: ["minNotional", "applyToMarket", "avgPriceMins"],
    rules: [
      {
        id: "notional",
        description: "Price times quantity is not below the smallest value.",
        value: "price * quantity",
        minimum: "minNotional",
        source: "spec/filters/MIN_NOTIONAL.yaml:20",
      },
      {
        id: "market-notional",
        description: "For a MARKET order the average price stands in for the price.",
        value: "averagePrice * quantity",
        minimum: "minNotional",
        appliesWhen: 'type == "MARKET" && applyToMarket',
        source: "spec/filters/MIN_NOTIONAL.yaml:24",
      },
      {
        id: "market-quote-notional",
        description: "A MARKET order in quote asset is compared as it stands.",
        value: "quoteOrderQty",
        minimum: "minNotional",
        appliesWhen: 'type == "MARKET" && applyToMarket',
        assumed: "min-notional-quote-quantity",
        source: "spec/filters/MIN_NOTIONAL.yaml:29",
      },
    ],
    source: "spec/filters/MIN_NOTIONAL.yaml",
  },
  PERCENT_PRICE: {
    description:
      "Range of prices around the average of earlier trades, reached with two multipliers. " +
      "The exact inequality is not documented.",
    scope: "symbol",
    siteMayLack: false,
    fields: ["multiplierUp", "multiplierDown", "avgPriceMins"],
    rules: [
      {
        id: "price-maximum",
        description: "The price is not above the average times multiplierUp.",
        value: "price",
        maximum: "averagePrice * multiplierUp",
        assumed: "percent-price-inequality",
        source: "spec/filters/PERCENT_PRICE.yaml:24",
      },
      {
        id: "price-minimum",
        description: "The price is not below the average times multiplierDown.",
        value: "price",
        minimum: "averagePrice * multiplierDown",
        assumed: "percent-price-inequality",
        source: "spec/filters/PERCENT_PRICE.yaml:29",
      },
    ],
    source: "spec/filters/PERCENT_PRICE.yaml",
  },
  PRICE_FILTER: {
    description:
      "Bounds and grid of prices. Each of the three fields switches its own rule off when it " +
      "is 0.",
    scope: "symbol",
    siteMayLack: false,
    fields: ["minPrice", "maxPrice", "tickSize"],
    rules: [
      {
        id: "price-minimum",
        description: "The price is not below the lowest.",
        value: "price",
        minimum: "minPrice",
        disabledWhen: "minPrice == 0",
        source: "spec/filters/PRICE_FILTER.yaml:18",
      },
      {
        id: "price-maximum",
        description: "The price is not above the highest.",
        value: "price",
        maximum: "maxPrice",
        disabledWhen: "maxPrice == 0",
        source: "spec/filters/PRICE_FILTER.yaml:23",
      },
      {
        id: "price-tick",
        description: "The price lies a whole number of steps above the lowest.",
        value: "price",
        multipleOf: "tickSize",
        from: "minPrice",
        disabledWhen: "tickSize == 0",
        source: "spec/filters/PRICE_FILTER.yaml:28",
      },
      {
        id: "stop-price-minimum",
        description: "The stop price is not below the lowest.",
        value: "stopPrice",
        minimum: "minPrice",
        disabledWhen: "minPrice == 0",
        source: "spec/filters/PRICE_FILTER.yaml:34",
      },
      {
        id: "stop-price-maximum",
        description: "The stop price is not above the highest.",
        value: "stopPrice",
        maximum: "maxPrice",
        disabledWhen: "maxPrice == 0",
        source: "spec/filters/PRICE_FILTER.yaml:39",
      },
      {
        id: "stop-price-tick",
        description: "The stop price lies a whole number of steps above the lowest.",
        value: "stopPrice",
        multipleOf: "tickSize",
        from: "minPrice",
        disabledWhen: "tickSize == 0",
        source: "spec/filters/PRICE_FILTER.yaml:44",
      },
    ],
    source: "spec/filters/PRICE_FILTER.yaml",
  },
} as const;

/** The `filterType` of a filter. */
export type FilterName = keyof typeof filters;

/**
 * The expressions of every rule as exact code, with the names that each reads.
 *
 * @see spec/filters
 */
export const filterFormulas = /* @__PURE__ */ filterRules({
  EXCHANGE_MAX_NUM_ALGO_ORDERS: {
    fields: { maxNumAlgoOrders: { type: "integer" } },
    rules: {
      "open-algo-orders": {
        kind: "maximum",
        text: "openAlgoOrdersOnExchange + 1",
        assumed: "exchange-max-num-algo-orders-field",
        source: "spec/filters/EXCHANGE_MAX_NUM_ALGO_ORDERS.yaml:16",
        value: {
          market: ["openAlgoOrdersOnExchange"],
          of: ({ market }) => plus(market.openAlgoOrdersOnExchange, exact("1")),
        },
        bound: "maxNumAlgoOrders",
        appliesWhen: {
          order: ["type"],
          of: ({ order }) => isOneOf(
            order.type,
            ["STOP_LOSS", "STOP_LOSS_LIMIT", "TAKE_PROFIT", "TAKE_PROFIT_LIMIT"],
          ),
        },
      },
    },
  },
  EXCHANGE_MAX_NUM_ORDERS: {
    fields: { maxNumOrders: { type: "integer" } },
    rules: {
      "open-orders": {
        kind: "maximum",
        text: "openOrdersOnExchange + 1",
        assumed: "exchange-max-num-orders-field",
        source: "spec/filters/EXCHANGE_MAX_NUM_ORDERS.yaml:15",
        value: {
          market: ["openOrdersOnExchange"],
          of: ({ market }) => plus(market.openOrdersOnExchange, exact("1")),
        },
        bound: "maxNumOrders",
      },
    },
  },
  ICEBERG_PARTS: {
    fields: { limit: { type: "integer" } },
    rules: {
      parts: {
        kind: "maximum",
        text: "ceil(quantity / icebergQty)",
        assumed: "iceberg-parts-pass",
        source: "spec/filters/ICEBERG_PARTS.yaml:13",
        value: {
          order: ["quantity", "icebergQty"],
          of: ({ order }) => ceil(order.quantity, order.icebergQty),
        },
        bound: "limit",
        appliesWhen: {
          order: ["icebergQty"],
          of: ({ order }) => isBelow(exact("0"), order.icebergQty),
        },
      },
    },
  },
  LOT_SIZE: {
    fields: {
      minQty: { type: "decimal" },
      maxQty: { type: "decimal" },
      stepSize: { type: "decimal" },
    },
    rules: {
      "quantity-minimum": {
        kind: "minimum",
        source: "spec/filters/LOT_SIZE.yaml:13",
        value: "quantity",
        bound: "minQty",
      },
      "quantity-maximum": {
        kind: "maximum",
        source: "spec/filters/LOT_SIZE.yaml:17",
        value: "quantity",
        bound: "maxQty",
      },
      "quantity-step": {
        kind: "multipleOf",
        source: "spec/filters/LOT_SIZE.yaml:21",
        value: "quantity",
        bound: "stepSize",
        from: "minQty",
        disabledWhen: {
          filter: ["stepSize"],
          of: ({ decimals }) => isEqual(decimals.stepSize, exact("0")),
        },
        disabledAssumed: "lot-step-zero",
      },
      "iceberg-minimum": {
        kind: "minimum",
        source: "spec/filters/LOT_SIZE.yaml:27",
        value: "icebergQty",
        bound: "minQty",
      },
      "iceberg-maximum": {
        kind: "maximum",
        source: "spec/filters/LOT_SIZE.yaml:31",
        value: "icebergQty",
        bound: "maxQty",
      },
      "iceberg-step": {
        kind: "multipleOf",
        source: "spec/filters/LOT_SIZE.yaml:35",
        value: "icebergQty",
        bound: "stepSize",
        from: "minQty",
        disabledWhen: {
          filter: ["stepSize"],
          of: ({ decimals }) => isEqual(decimals.stepSize, exact("0")),
        },
        disabledAssumed: "lot-step-zero",
      },
    },
  },
  MARKET_LOT_SIZE: {
    fields: {
      minQty: { type: "decimal" },
      maxQty: { type: "decimal" },
      stepSize: { type: "decimal" },
    },
    besides: { filter: "LOT_SIZE", assumed: "market-lot-size-besides-lot-size" },
    rules: {
      "quantity-minimum": {
        kind: "minimum",
        source: "spec/filters/MARKET_LOT_SIZE.yaml:14",
        value: "quantity",
        bound: "minQty",
        appliesWhen: { order: ["type"], of: ({ order }) => isEqual(order.type, "MARKET") },
      },
      "quantity-maximum": {
        kind: "maximum",
        source: "spec/filters/MARKET_LOT_SIZE.yaml:19",
        value: "quantity",
        bound: "maxQty",
        appliesWhen: { order: ["type"], of: ({ order }) => isEqual(order.type, "MARKET") },
      },
      "quantity-step": {
        kind: "multipleOf",
        source: "spec/filters/MARKET_LOT_SIZE.yaml:24",
        value: "quantity",
        bound: "stepSize",
        from: "minQty",
        disabledWhen: {
          filter: ["stepSize"],
          of: ({ decimals }) => isEqual(decimals.stepSize, exact("0")),
        },
        disabledAssumed: "lot-step-zero",
        appliesWhen: { order: ["type"], of: ({ order }) => isEqual(order.type, "MARKET") },
      },
    },
  },
  MAX_NUM_ALGO_ORDERS: {
    fields: { maxNumAlgoOrders: { type: "integer" } },
    rules: {
      "open-algo-orders": {
        kind: "maximum",
        text: "openAlgoOrders + 1",
        source: "spec/filters/MAX_NUM_ALGO_ORDERS.yaml:13",
        value: {
          market: ["openAlgoOrders"],
          of: ({ market }) => plus(market.openAlgoOrders, exact("1")),
        },
        bound: "maxNumAlgoOrders",
        appliesWhen: {
          order: ["type"],
          of: ({ order }) => isOneOf(
            order.type,
            ["STOP_LOSS", "STOP_LOSS_LIMIT", "TAKE_PROFIT", "TAKE_PROFIT_LIMIT"],
          ),
        },
      },
    },
  },
  MAX_NUM_ICEBERG_ORDERS: {
    fields: { maxNumIcebergOrders: { type: "integer" } },
    rules: {
      "open-iceberg-orders": {
        kind: "maximum",
        text: "openIcebergOrders + 1",
        source: "spec/filters/MAX_NUM_ICEBERG_ORDERS.yaml:13",
        value: {
          market: ["openIcebergOrders"],
          of: ({ market }) => plus(market.openIcebergOrders, exact("1")),
        },
        bound: "maxNumIcebergOrders",
        appliesWhen: {
          order: ["icebergQty"],
          of: ({ order }) => isBelow(exact("0"), order.icebergQty),
        },
      },
    },
  },
  MAX_NUM_ORDERS: {
    fields: { limit: { type: "integer", alsoNamed: "maxNumOrders" } },
    rules: {
      "open-orders": {
        kind: "maximum",
        text: "openOrders + 1",
        source: "spec/filters/MAX_NUM_ORDERS.yaml:15",
        value: { market: ["openOrders"], of: ({ market }) => plus(market.openOrders, exact("1")) },
        bound: "limit",
      },
    },
  },
  MIN_NOTIONAL: {
    fields: {
      minNotional: { type: "decimal" },
      applyToMarket: { type: "boolean" },
      avgPriceMins: { type: "integer" },
    },
    average: { minutes: "avgPriceMins", zero: "lastPrice" },
    rules: {
      notional: {
        kind: "minimum",
        text: "price * quantity",
        source: "spec/filters/MIN_NOTIONAL.yaml:20",
        value: {
          order: ["price", "quantity"],
          factors: ["price", "quantity"],
          of: ({ order }) => times(order.price, order.quantity),
        },
        bound: "minNotional",
      },
      "market-notional": {
        kind: "minimum",
        text: "averagePrice * quantity",
        source: "spec/filters/MIN_NOTIONAL.yaml:24",
        value: {
          order: ["quantity"],
          market: ["averagePrice"],
          of: ({ market, order }) => times(market.averagePrice, order.quantity),
        },
        bound: "minNotional",
        appliesWhen: {
          filter: ["applyToMarket"],
          order: ["type"],
          of: ({ flags, order }) => both(isEqual(order.type, "MARKET"), flags.applyToMarket),
        },
      },
      "market-quote-notional": {
        kind: "minimum",
        assumed: "min-notional-quote-quantity",
        source: "spec/filters/MIN_NOTIONAL.yaml:29",
        value: "quoteOrderQty",
        bound: "minNotional",
        appliesWhen: {
          filter: ["applyToMarket"],
          order: ["type"],
          of: ({ flags, order }) => both(isEqual(order.type, "MARKET"), flags.applyToMarket),
        },
      },
    },
  },
  PERCENT_PRICE: {
    fields: {
      multiplierUp: { type: "decimal" },
      multiplierDown: { type: "decimal" },
      avgPriceMins: { type: "integer" },
    },
    average: { minutes: "avgPriceMins", zero: "lastPrice" },
    rules: {
      "price-maximum": {
        kind: "maximum",
        assumed: "percent-price-inequality",
        source: "spec/filters/PERCENT_PRICE.yaml:24",
        value: "price",
        bound: {
          filter: ["multiplierUp"],
          market: ["averagePrice"],
          of: ({ decimals, market }) => times(market.averagePrice, decimals.multiplierUp),
        },
      },
      "price-minimum": {
        kind: "minimum",
        assumed: "percent-price-inequality",
        source: "spec/filters/PERCENT_PRICE.yaml:29",
        value: "price",
        bound: {
          filter: ["multiplierDown"],
          market: ["averagePrice"],
          of: ({ decimals, market }) => times(market.averagePrice, decimals.multiplierDown),
        },
      },
    },
  },
  PRICE_FILTER: {
    fields: {
      minPrice: { type: "decimal" },
      maxPrice: { type: "decimal" },
      tickSize: { type: "decimal" },
    },
    rules: {
      "price-minimum": {
        kind: "minimum",
        source: "spec/filters/PRICE_FILTER.yaml:18",
        value: "price",
        bound: "minPrice",
        disabledWhen: {
          filter: ["minPrice"],
          of: ({ decimals }) => isEqual(decimals.minPrice, exact("0")),
        },
      },
      "price-maximum": {
        kind: "maximum",
        source: "spec/filters/PRICE_FILTER.yaml:23",
        value: "price",
        bound: "maxPrice",
        disabledWhen: {
          filter: ["maxPrice"],
          of: ({ decimals }) => isEqual(decimals.maxPrice, exact("0")),
        },
      },
      "price-tick": {
        kind: "multipleOf",
        source: "spec/filters/PRICE_FILTER.yaml:28",
        value: "price",
        bound: "tickSize",
        from: "minPrice",
        disabledWhen: {
          filter: ["tickSize"],
          of: ({ decimals }) => isEqual(decimals.tickSize, exact("0")),
        },
      },
      "stop-price-minimum": {
        kind: "minimum",
        source: "spec/filters/PRICE_FILTER.yaml:34",
        value: "stopPrice",
        bound: "minPrice",
        disabledWhen: {
          filter: ["minPrice"],
          of: ({ decimals }) => isEqual(decimals.minPrice, exact("0")),
        },
      },
      "stop-price-maximum": {
        kind: "maximum",
        source: "spec/filters/PRICE_FILTER.yaml:39",
        value: "stopPrice",
        bound: "maxPrice",
        disabledWhen: {
          filter: ["maxPrice"],
          of: ({ decimals }) => isEqual(decimals.maxPrice, exact("0")),
        },
      },
      "stop-price-tick": {
        kind: "multipleOf",
        source: "spec/filters/PRICE_FILTER.yaml:44",
        value: "stopPrice",
        bound: "tickSize",
        from: "minPrice",
        disabledWhen: {
          filter: ["tickSize"],
          of: ({ decimals }) => isEqual(decimals.tickSize, exact("0")),
        },
      },
    },
  },
});

/**
 * Makes the filters of a symbol ready to be asked: `checkOrder`, `accepts` and `fitOrder`. Do it
 * once per symbol and again when its filters change. Filters of other kinds are kept as not
 * evaluated.
 */
export const compileFilters = /* @__PURE__ */ createFilterCompiler(filterFormulas);

/**
 * One filter by its `filterType`, ready to be asked: `filterChecks.LOT_SIZE(filter).check(order)`.
 */
export const filterChecks = /* @__PURE__ */ createFilterChecks(filterFormulas);

/**
 * Orders at the borders of every filter, with the rules that each violates. They prove any
 * implementation of the rules.
 *
 * @see spec/filters
 */
export const filterVectors = {
  EXCHANGE_MAX_NUM_ALGO_ORDERS: [
    {
      filter: { filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
      order: { type: "STOP_LOSS_LIMIT" },
      context: { openAlgoOrdersOnExchange: 4 },
      violates: [],
      "x-assumed": "exchange-max-num-algo-orders-field",
    },
    {
      filter: { filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
      order: { type: "STOP_LOSS_LIMIT" },
      context: { openAlgoOrdersOnExchange: 5 },
      violates: ["open-algo-orders"],
      "x-assumed": "exchange-max-num-algo-orders-field",
    },
    {
      filter: { filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
      order: { type: "STOP_LOSS_LIMIT" },
      context: { openAlgoOrdersOnExchange: 6 },
      violates: ["open-algo-orders"],
      "x-assumed": "exchange-max-num-algo-orders-field",
    },
    {
      filter: { filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
      order: { type: "STOP_LOSS_LIMIT" },
      violates: [],
      unknown: ["open-algo-orders"],
      "x-assumed": "exchange-max-num-algo-orders-field",
    },
    {
      filter: { filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 0 },
      order: { type: "STOP_LOSS_LIMIT" },
      context: { openAlgoOrdersOnExchange: 0 },
      violates: ["open-algo-orders"],
      "x-assumed": "exchange-max-num-algo-orders-field",
    },
    {
      filter: { filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
      order: { type: "STOP_LOSS" },
      context: { openAlgoOrdersOnExchange: 5 },
      violates: ["open-algo-orders"],
      "x-assumed": "exchange-max-num-algo-orders-field",
    },
    {
      filter: { filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
      order: { type: "TAKE_PROFIT" },
      context: { openAlgoOrdersOnExchange: 5 },
      violates: ["open-algo-orders"],
      "x-assumed": "exchange-max-num-algo-orders-field",
    },
    {
      filter: { filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
      order: { type: "TAKE_PROFIT_LIMIT" },
      context: { openAlgoOrdersOnExchange: 5 },
      violates: ["open-algo-orders"],
      "x-assumed": "exchange-max-num-algo-orders-field",
    },
    {
      filter: { filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
      order: { type: "LIMIT" },
      context: { openAlgoOrdersOnExchange: 5 },
      violates: [],
      "x-assumed": "exchange-max-num-algo-orders-field",
    },
    {
      filter: { filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
      order: { type: "MARKET" },
      context: { openAlgoOrdersOnExchange: 5 },
      violates: [],
      "x-assumed": "exchange-max-num-algo-orders-field",
    },
    {
      filter: { filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
      order: { type: "LIMIT_MAKER" },
      context: { openAlgoOrdersOnExchange: 5 },
      violates: [],
      "x-assumed": "exchange-max-num-algo-orders-field",
    },
    {
      filter: { filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS" },
      order: { type: "STOP_LOSS_LIMIT" },
      context: { openAlgoOrdersOnExchange: 5 },
      violates: [],
      unknown: ["open-algo-orders"],
      "x-assumed": "exchange-max-num-algo-orders-field",
    },
  ],
  EXCHANGE_MAX_NUM_ORDERS: [
    {
      filter: { filterType: "EXCHANGE_MAX_NUM_ORDERS", maxNumOrders: 5 },
      order: { type: "LIMIT" },
      context: { openOrdersOnExchange: 4 },
      violates: [],
      "x-assumed": "exchange-max-num-orders-field",
    },
    {
      filter: { filterType: "EXCHANGE_MAX_NUM_ORDERS", maxNumOrders: 5 },
      order: { type: "LIMIT" },
      context: { openOrdersOnExchange: 5 },
      violates: ["open-orders"],
      "x-assumed": "exchange-max-num-orders-field",
    },
    {
      filter: { filterType: "EXCHANGE_MAX_NUM_ORDERS", maxNumOrders: 5 },
      order: { type: "LIMIT" },
      context: { openOrdersOnExchange: 6 },
      violates: ["open-orders"],
      "x-assumed": "exchange-max-num-orders-field",
    },
    {
      filter: { filterType: "EXCHANGE_MAX_NUM_ORDERS", maxNumOrders: 5 },
      order: { type: "LIMIT" },
      violates: [],
      unknown: ["open-orders"],
      "x-assumed": "exchange-max-num-orders-field",
    },
    {
      filter: { filterType: "EXCHANGE_MAX_NUM_ORDERS", maxNumOrders: 0 },
      order: { type: "LIMIT" },
      context: { openOrdersOnExchange: 0 },
      violates: ["open-orders"],
      "x-assumed": "exchange-max-num-orders-field",
    },
    {
      filter: { filterType: "EXCHANGE_MAX_NUM_ORDERS", maxNumOrders: 5 },
      order: { type: "TAKE_PROFIT" },
      context: { openOrdersOnExchange: 5 },
      violates: ["open-orders"],
      "x-assumed": "exchange-max-num-orders-field",
    },
    {
      filter: { filterType: "EXCHANGE_MAX_NUM_ORDERS" },
      order: { type: "LIMIT" },
      context: { openOrdersOnExchange: 5 },
      violates: [],
      unknown: ["open-orders"],
      "x-assumed": "exchange-max-num-orders-field",
    },
  ],
  ICEBERG_PARTS: [
    {
      filter: { filterType: "ICEBERG_PARTS", limit: 10 },
      order: { quantity: "10", icebergQty: "1" },
      violates: [],
      "x-assumed": "iceberg-parts-pass",
    },
    {
      filter: { filterType: "ICEBERG_PARTS", limit: 10 },
      order: { quantity: "10.00000001", icebergQty: "1" },
      violates: ["parts"],
      "x-assumed": "iceberg-parts-pass",
    },
    {
      filter: { filterType: "ICEBERG_PARTS", limit: 10 },
      order: { quantity: "9.00000001", icebergQty: "1" },
      violates: [],
      "x-assumed": "iceberg-parts-pass",
    },
    {
      filter: { filterType: "ICEBERG_PARTS", limit: 10 },
      order: { quantity: "10", icebergQty: "0.99999999" },
      violates: ["parts"],
      "x-assumed": "iceberg-parts-pass",
    },
    {
      filter: { filterType: "ICEBERG_PARTS", limit: 10 },
      order: { quantity: "1", icebergQty: "0.1" },
      violates: [],
      "x-assumed": "iceberg-parts-pass",
    },
    {
      filter: { filterType: "ICEBERG_PARTS", limit: 10 },
      order: { quantity: "10000" },
      violates: [],
      "x-assumed": "iceberg-parts-pass",
    },
    {
      filter: { filterType: "ICEBERG_PARTS", limit: 10 },
      order: { quantity: "10000", icebergQty: "0" },
      violates: [],
      "x-assumed": "iceberg-parts-pass",
    },
  ],
  LOT_SIZE: [
    {
      filter: { filterType: "LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { quantity: "0.10" },
      violates: [],
    },
    {
      filter: { filterType: "LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { quantity: "0.09" },
      violates: ["quantity-minimum", "quantity-step"],
    },
    {
      filter: { filterType: "LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { quantity: "0.07" },
      violates: ["quantity-minimum"],
    },
    {
      filter: { filterType: "LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { quantity: "100.00" },
      violates: [],
    },
    {
      filter: { filterType: "LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { quantity: "100.03" },
      violates: ["quantity-maximum"],
    },
    {
      filter: { filterType: "LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { quantity: "100.01" },
      violates: ["quantity-maximum", "quantity-step"],
    },
    {
      filter: { filterType: "LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { quantity: "0.13" },
      violates: [],
    },
    {
      filter: { filterType: "LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { quantity: "0.12" },
      violates: ["quantity-step"],
    },
    {
      filter: { filterType: "LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { type: "MARKET", side: "BUY", quoteOrderQty: "0.01" },
      violates: [],
    },
    {
      filter: { filterType: "LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.00000000" },
      order: { quantity: "0.10000001" },
      violates: [],
      "x-assumed": "lot-step-zero",
    },
    {
      filter: { filterType: "LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { quantity: "1.00", icebergQty: "0.10" },
      violates: [],
    },
    {
      filter: { filterType: "LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { quantity: "1.00", icebergQty: "0.07" },
      violates: ["iceberg-minimum"],
    },
    {
      filter: { filterType: "LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { quantity: "1.00", icebergQty: "100.00" },
      violates: [],
    },
    {
      filter: { filterType: "LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { quantity: "1.00", icebergQty: "100.03" },
      violates: ["iceberg-maximum"],
    },
    {
      filter: { filterType: "LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { quantity: "1.00", icebergQty: "0.13" },
      violates: [],
    },
    {
      filter: { filterType: "LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { quantity: "1.00", icebergQty: "0.14" },
      violates: ["iceberg-step"],
    },
    {
      filter: { filterType: "LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { type: "MARKET", quantity: "0.07" },
      violates: ["quantity-minimum"],
    },
  ],
  MARKET_LOT_SIZE: [
    {
      filter: { filterType: "MARKET_LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { type: "MARKET", quantity: "0.10" },
      violates: [],
    },
    {
      filter: { filterType: "MARKET_LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { type: "MARKET", quantity: "0.09" },
      violates: ["quantity-minimum", "quantity-step"],
    },
    {
      filter: { filterType: "MARKET_LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { type: "MARKET", quantity: "0.07" },
      violates: ["quantity-minimum"],
    },
    {
      filter: { filterType: "MARKET_LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { type: "MARKET", quantity: "100.00" },
      violates: [],
    },
    {
      filter: { filterType: "MARKET_LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { type: "MARKET", quantity: "100.03" },
      violates: ["quantity-maximum"],
    },
    {
      filter: { filterType: "MARKET_LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { type: "MARKET", quantity: "100.01" },
      violates: ["quantity-maximum", "quantity-step"],
    },
    {
      filter: { filterType: "MARKET_LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { type: "MARKET", quantity: "0.13" },
      violates: [],
    },
    {
      filter: { filterType: "MARKET_LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { type: "MARKET", quantity: "0.12" },
      violates: ["quantity-step"],
    },
    {
      filter: { filterType: "MARKET_LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { type: "MARKET", side: "BUY", quoteOrderQty: "0.01" },
      violates: [],
    },
    {
      filter: {
        filterType: "MARKET_LOT_SIZE",
        minQty: "0.10",
        maxQty: "100.00",
        stepSize: "0.00000000",
      },
      order: { type: "MARKET", quantity: "0.10000001" },
      violates: [],
      "x-assumed": "lot-step-zero",
    },
    {
      filter: { filterType: "MARKET_LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { type: "LIMIT", quantity: "0.01", price: "1" },
      violates: [],
    },
    {
      filter: { filterType: "MARKET_LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" },
      order: { type: "STOP_LOSS", quantity: "1000", stopPrice: "1" },
      violates: [],
    },
  ],
  MAX_NUM_ALGO_ORDERS: [
    {
      filter: { filterType: "MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
      order: { type: "STOP_LOSS_LIMIT" },
      context: { openAlgoOrders: 4 },
      violates: [],
    },
    {
      filter: { filterType: "MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
      order: { type: "STOP_LOSS_LIMIT" },
      context: { openAlgoOrders: 5 },
      violates: ["open-algo-orders"],
    },
    {
      filter: { filterType: "MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
      order: { type: "STOP_LOSS_LIMIT" },
      context: { openAlgoOrders: 6 },
      violates: ["open-algo-orders"],
    },
    {
      filter: { filterType: "MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
      order: { type: "STOP_LOSS_LIMIT" },
      violates: [],
      unknown: ["open-algo-orders"],
    },
    {
      filter: { filterType: "MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 0 },
      order: { type: "STOP_LOSS_LIMIT" },
      context: { openAlgoOrders: 0 },
      violates: ["open-algo-orders"],
    },
    {
      filter: { filterType: "MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
      order: { type: "STOP_LOSS" },
      context: { openAlgoOrders: 5 },
      violates: ["open-algo-orders"],
    },
    {
      filter: { filterType: "MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
      order: { type: "TAKE_PROFIT" },
      context: { openAlgoOrders: 5 },
      violates: ["open-algo-orders"],
    },
    {
      filter: { filterType: "MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
      order: { type: "TAKE_PROFIT_LIMIT" },
      context: { openAlgoOrders: 5 },
      violates: ["open-algo-orders"],
    },
    {
      filter: { filterType: "MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
      order: { type: "LIMIT" },
      context: { openAlgoOrders: 5 },
      violates: [],
    },
    {
      filter: { filterType: "MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
      order: { type: "MARKET" },
      context: { openAlgoOrders: 5 },
      violates: [],
    },
    {
      filter: { filterType: "MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
      order: { type: "LIMIT_MAKER" },
      context: { openAlgoOrders: 5 },
      violates: [],
    },
  ],
  MAX_NUM_ICEBERG_ORDERS: [
    {
      filter: { filterType: "MAX_NUM_ICEBERG_ORDERS", maxNumIcebergOrders: 5 },
      order: { type: "LIMIT", icebergQty: "1" },
      context: { openIcebergOrders: 4 },
      violates: [],
    },
    {
      filter: { filterType: "MAX_NUM_ICEBERG_ORDERS", maxNumIcebergOrders: 5 },
      order: { type: "LIMIT", icebergQty: "1" },
      context: { openIcebergOrders: 5 },
      violates: ["open-iceberg-orders"],
    },
    {
      filter: { filterType: "MAX_NUM_ICEBERG_ORDERS", maxNumIcebergOrders: 5 },
      order: { type: "LIMIT", icebergQty: "1" },
      context: { openIcebergOrders: 6 },
      violates: ["open-iceberg-orders"],
    },
    {
      filter: { filterType: "MAX_NUM_ICEBERG_ORDERS", maxNumIcebergOrders: 5 },
      order: { type: "LIMIT", icebergQty: "1" },
      violates: [],
      unknown: ["open-iceberg-orders"],
    },
    {
      filter: { filterType: "MAX_NUM_ICEBERG_ORDERS", maxNumIcebergOrders: 0 },
      order: { type: "LIMIT", icebergQty: "1" },
      context: { openIcebergOrders: 0 },
      violates: ["open-iceberg-orders"],
    },
    {
      filter: { filterType: "MAX_NUM_ICEBERG_ORDERS", maxNumIcebergOrders: 5 },
      order: { type: "LIMIT" },
      context: { openIcebergOrders: 5 },
      violates: [],
    },
    {
      filter: { filterType: "MAX_NUM_ICEBERG_ORDERS", maxNumIcebergOrders: 5 },
      order: { type: "LIMIT", icebergQty: "0" },
      context: { openIcebergOrders: 5 },
      violates: [],
    },
  ],
  MAX_NUM_ORDERS: [
    {
      filter: { filterType: "MAX_NUM_ORDERS", limit: 5 },
      order: { type: "LIMIT" },
      context: { openOrders: 4 },
      violates: [],
    },
    {
      filter: { filterType: "MAX_NUM_ORDERS", limit: 5 },
      order: { type: "LIMIT" },
      context: { openOrders: 5 },
      violates: ["open-orders"],
    },
    {
      filter: { filterType: "MAX_NUM_ORDERS", limit: 5 },
      order: { type: "LIMIT" },
      context: { openOrders: 6 },
      violates: ["open-orders"],
    },
    {
      filter: { filterType: "MAX_NUM_ORDERS", limit: 5 },
      order: { type: "LIMIT" },
      violates: [],
      unknown: ["open-orders"],
    },
    {
      filter: { filterType: "MAX_NUM_ORDERS", limit: 0 },
      order: { type: "LIMIT" },
      context: { openOrders: 0 },
      violates: ["open-orders"],
    },
    {
      filter: { filterType: "MAX_NUM_ORDERS", limit: 5 },
      order: { type: "TAKE_PROFIT" },
      context: { openOrders: 5 },
      violates: ["open-orders"],
    },
  ],
  MIN_NOTIONAL: [
    {
      filter: {
        filterType: "MIN_NOTIONAL",
        minNotional: "10.00",
        applyToMarket: true,
        avgPriceMins: 5,
      },
      order: { type: "LIMIT", price: "2.5", quantity: "4" },
      violates: [],
    },
    {
      filter: {
        filterType: "MIN_NOTIONAL",
        minNotional: "10.00",
        applyToMarket: true,
        avgPriceMins: 5,
      },
      order: { type: "LIMIT", price: "2.5", quantity: "3.99999999" },
      violates: ["notional"],
    },
    {
      filter: {
        filterType: "MIN_NOTIONAL",
        minNotional: "10.00",
        applyToMarket: true,
        avgPriceMins: 5,
      },
      order: { type: "MARKET", quantity: "4" },
      context: { averagePrice: "2.5" },
      violates: [],
    },
    {
      filter: {
        filterType: "MIN_NOTIONAL",
        minNotional: "10.00",
        applyToMarket: true,
        avgPriceMins: 5,
      },
      order: { type: "MARKET", quantity: "4" },
      context: { averagePrice: "2.49999999" },
      violates: ["market-notional"],
    },
    {
      filter: {
        filterType: "MIN_NOTIONAL",
        minNotional: "10.00",
        applyToMarket: true,
        avgPriceMins: 5,
      },
      order: { type: "MARKET", quantity: "4" },
      violates: [],
      unknown: ["market-notional"],
    },
    {
      filter: {
        filterType: "MIN_NOTIONAL",
        minNotional: "10.00",
        applyToMarket: true,
        avgPriceMins: 5,
      },
      order: { type: "MARKET", side: "BUY", quoteOrderQty: "10" },
      violates: [],
    },
    {
      filter: {
        filterType: "MIN_NOTIONAL",
        minNotional: "10.00",
        applyToMarket: true,
        avgPriceMins: 5,
      },
      order: { type: "MARKET", side: "BUY", quoteOrderQty: "9.99999999" },
      violates: ["market-quote-notional"],
      "x-assumed": "min-notional-quote-quantity",
    },
    {
      filter: {
        filterType: "MIN_NOTIONAL",
        minNotional: "10.00",
        applyToMarket: false,
        avgPriceMins: 5,
      },
      order: { type: "MARKET", quantity: "0.00000001" },
      context: { averagePrice: "1" },
      violates: [],
    },
    {
      filter: {
        filterType: "MIN_NOTIONAL",
        minNotional: "10.00",
        applyToMarket: false,
        avgPriceMins: 5,
      },
      order: { type: "MARKET", quantity: "0.00000001" },
      violates: [],
    },
    {
      filter: {
        filterType: "MIN_NOTIONAL",
        minNotional: "10.00",
        applyToMarket: false,
        avgPriceMins: 5,
      },
      order: { type: "MARKET", side: "BUY", quoteOrderQty: "0.01" },
      violates: [],
    },
    {
      filter: {
        filterType: "MIN_NOTIONAL",
        minNotional: "10.00",
        applyToMarket: false,
        avgPriceMins: 5,
      },
      order: { type: "LIMIT", price: "1", quantity: "9.99" },
      violates: ["notional"],
    },
    {
      filter: {
        filterType: "MIN_NOTIONAL",
        minNotional: "10.00",
        applyToMarket: true,
        avgPriceMins: 0,
      },
      order: { type: "MARKET", quantity: "5" },
      context: { averagePrice: "2" },
      violates: [],
    },
  ],
  PERCENT_PRICE: [
    {
      filter: {
        filterType: "PERCENT_PRICE",
        multiplierUp: "1.3",
        multiplierDown: "0.7",
        avgPriceMins: 5,
      },
      order: { type: "LIMIT", price: "130" },
      context: { averagePrice: "100" },
      violates: [],
      "x-assumed": "percent-price-inequality",
    },
    {
      filter: {
        filterType: "PERCENT_PRICE",
        multiplierUp: "1.3",
        multiplierDown: "0.7",
        avgPriceMins: 5,
      },
      order: { type: "LIMIT", price: "130.00000001" },
      context: { averagePrice: "100" },
      violates: ["price-maximum"],
      "x-assumed": "percent-price-inequality",
    },
    {
      filter: {
        filterType: "PERCENT_PRICE",
        multiplierUp: "1.3",
        multiplierDown: "0.7",
        avgPriceMins: 5,
      },
      order: { type: "LIMIT", price: "70.0" },
      context: { averagePrice: "100" },
      violates: [],
      "x-assumed": "percent-price-inequality",
    },
    {
      filter: {
        filterType: "PERCENT_PRICE",
        multiplierUp: "1.3",
        multiplierDown: "0.7",
        avgPriceMins: 5,
      },
      order: { type: "LIMIT", price: "69.99999999" },
      context: { averagePrice: "100" },
      violates: ["price-minimum"],
      "x-assumed": "percent-price-inequality",
    },
    {
      filter: {
        filterType: "PERCENT_PRICE",
        multiplierUp: "1.3",
        multiplierDown: "0.7",
        avgPriceMins: 5,
      },
      order: { type: "LIMIT", price: "130" },
      violates: [],
      unknown: ["price-maximum", "price-minimum"],
      "x-assumed": "percent-price-inequality",
    },
    {
      filter: {
        filterType: "PERCENT_PRICE",
        multiplierUp: "1.3",
        multiplierDown: "0.7",
        avgPriceMins: 5,
      },
      order: { type: "MARKET", quantity: "1" },
      context: { averagePrice: "100" },
      violates: [],
      "x-assumed": "percent-price-inequality",
    },
    {
      filter: {
        filterType: "PERCENT_PRICE",
        multiplierUp: "5",
        multiplierDown: "0.2",
        avgPriceMins: 0,
      },
      order: { type: "LIMIT", price: "0.5" },
      context: { averagePrice: "0.1" },
      violates: [],
      "x-assumed": "percent-price-inequality",
    },
  ],
  PRICE_FILTER: [
    {
      filter: {
        filterType: "PRICE_FILTER",
        minPrice: "10.00",
        maxPrice: "20.00",
        tickSize: "0.05",
      },
      order: { price: "10.00" },
      violates: [],
    },
    {
      filter: {
        filterType: "PRICE_FILTER",
        minPrice: "10.00",
        maxPrice: "20.00",
        tickSize: "0.05",
      },
      order: { price: "9.99" },
      violates: ["price-minimum", "price-tick"],
    },
    {
      filter: {
        filterType: "PRICE_FILTER",
        minPrice: "10.00",
        maxPrice: "20.00",
        tickSize: "0.05",
      },
      order: { price: "9.95" },
      violates: ["price-minimum"],
    },
    {
      filter: {
        filterType: "PRICE_FILTER",
        minPrice: "10.00",
        maxPrice: "20.00",
        tickSize: "0.05",
      },
      order: { price: "20.00" },
      violates: [],
    },
    {
      filter: {
        filterType: "PRICE_FILTER",
        minPrice: "10.00",
        maxPrice: "20.00",
        tickSize: "0.05",
      },
      order: { price: "20.05" },
      violates: ["price-maximum"],
    },
    {
      filter: {
        filterType: "PRICE_FILTER",
        minPrice: "10.00",
        maxPrice: "20.00",
        tickSize: "0.05",
      },
      order: { price: "10.05" },
      violates: [],
    },
    {
      filter: {
        filterType: "PRICE_FILTER",
        minPrice: "10.00",
        maxPrice: "20.00",
        tickSize: "0.05",
      },
      order: { price: "10.06" },
      violates: ["price-tick"],
    },
    {
      filter: {
        filterType: "PRICE_FILTER",
        minPrice: "10.00",
        maxPrice: "20.00",
        tickSize: "0.05",
      },
      order: { price: "10.050000" },
      violates: [],
    },
    {
      filter: {
        filterType: "PRICE_FILTER",
        minPrice: "10.00",
        maxPrice: "20.00",
        tickSize: "0.05",
      },
      order: { stopPrice: "10.00" },
      violates: [],
    },
    {
      filter: {
        filterType: "PRICE_FILTER",
        minPrice: "10.00",
        maxPrice: "20.00",
        tickSize: "0.05",
      },
      order: { stopPrice: "9.95" },
      violates: ["stop-price-minimum"],
    },
    {
      filter: {
        filterType: "PRICE_FILTER",
        minPrice: "10.00",
        maxPrice: "20.00",
        tickSize: "0.05",
      },
      order: { stopPrice: "20.00" },
      violates: [],
    },
    {
      filter: {
        filterType: "PRICE_FILTER",
        minPrice: "10.00",
        maxPrice: "20.00",
        tickSize: "0.05",
      },
      order: { stopPrice: "20.05" },
      violates: ["stop-price-maximum"],
    },
    {
      filter: {
        filterType: "PRICE_FILTER",
        minPrice: "10.00",
        maxPrice: "20.00",
        tickSize: "0.05",
      },
      order: { stopPrice: "15.01" },
      violates: ["stop-price-tick"],
    },
    {
      filter: {
        filterType: "PRICE_FILTER",
        minPrice: "10.00",
        maxPrice: "20.00",
        tickSize: "0.05",
      },
      order: { price: "9.95", stopPrice: "20.05" },
      violates: ["price-minimum", "stop-price-maximum"],
    },
    {
      filter: {
        filterType: "PRICE_FILTER",
        minPrice: "10.00",
        maxPrice: "20.00",
        tickSize: "0.05",
      },
      order: { type: "MARKET", side: "BUY", quantity: "1" },
      violates: [],
    },
    {
      filter: { filterType: "PRICE_FILTER", minPrice: "0", maxPrice: "20.00", tickSize: "0.05" },
      order: { price: "0.05" },
      violates: [],
    },
    {
      filter: { filterType: "PRICE_FILTER", minPrice: "10.00", maxPrice: "0", tickSize: "0.05" },
      order: { price: "99999999.95" },
      violates: [],
    },
    {
      filter: {
        filterType: "PRICE_FILTER",
        minPrice: "10.00",
        maxPrice: "20.00",
        tickSize: "0.00",
      },
      order: { price: "10.00000001", stopPrice: "19.99999999" },
      violates: [],
    },
    {
      filter: { filterType: "PRICE_FILTER", minPrice: "0", maxPrice: "0", tickSize: "0" },
      order: { price: "0.00000001", stopPrice: "98765432109876.54321" },
      violates: [],
    },
    {
      filter: { filterType: "PRICE_FILTER", minPrice: "0.03", maxPrice: "1.00", tickSize: "0.05" },
      order: { price: "0.08" },
      violates: [],
    },
    {
      filter: { filterType: "PRICE_FILTER", minPrice: "0.03", maxPrice: "1.00", tickSize: "0.05" },
      order: { price: "0.10" },
      violates: ["price-tick"],
    },
  ],
} as const;

//# sourceMappingURL=filters.ts.map
