// Generated from spec/filters/*.yaml by generators/emitters/filters.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { FilterVector } from "../runtime/filters/types.ts";

/**
 * Orders on each side of every bound, with the rules that each violates: test vectors for any
 * implementation of the rules.
 *
 * @see spec/filters
 */
export const filterVectors: Readonly<
  Record<
    | "EXCHANGE_MAX_NUM_ALGO_ORDERS"
    | "EXCHANGE_MAX_NUM_ORDERS"
    | "ICEBERG_PARTS"
    | "LOT_SIZE"
    | "MARKET_LOT_SIZE"
    | "MAX_NUM_ALGO_ORDERS"
    | "MAX_NUM_ICEBERG_ORDERS"
    | "MAX_NUM_ORDERS"
    | "MIN_NOTIONAL"
    | "PERCENT_PRICE"
    | "PRICE_FILTER",
    readonly FilterVector[]
  >
> = {
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
      "x-assumed": "lot-size-zero",
    },
    {
      filter: { filterType: "LOT_SIZE", minQty: "0.10", maxQty: "0.00", stepSize: "0.03" },
      order: { quantity: "1000000.00", icebergQty: "200.00" },
      violates: ["iceberg-step"],
      "x-assumed": "lot-size-zero",
    },
    {
      filter: { filterType: "LOT_SIZE", minQty: "0", maxQty: "0", stepSize: "0" },
      order: { quantity: "0.00000001", icebergQty: "0.00000001" },
      violates: [],
      "x-assumed": "lot-size-zero",
    },
    {
      filter: { filterType: "LOT_SIZE", minQty: "0", maxQty: "0", stepSize: "0" },
      order: { type: "MARKET", quantity: "1000000.00" },
      violates: [],
      "x-assumed": "lot-size-zero",
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
      "x-assumed": "lot-size-zero",
    },
    {
      filter: { filterType: "MARKET_LOT_SIZE", minQty: "0.10", maxQty: "0.00", stepSize: "0.03" },
      order: { type: "MARKET", quantity: "1000000.02" },
      violates: ["quantity-step"],
      "x-assumed": "lot-size-zero",
    },
    {
      filter: { filterType: "MARKET_LOT_SIZE", minQty: "0", maxQty: "0", stepSize: "0" },
      order: { type: "MARKET", quantity: "1000000.00000001" },
      violates: [],
      "x-assumed": "lot-size-zero",
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
};
