// Generated from spec/{parameters,paths/**/*}.yaml by generators/emitters/operations.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { FullOperationDescriptor } from "../runtime/tables.ts";

/**
 * Read the exchange's clock.
 *
 * @see spec/paths/general/time.yaml
 */
export const getTime = {
  id: "getTime",
  method: "GET",
  path: "/api/v1/time",
  security: "NONE",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [],
  weight: { ip: { kind: "fixed", weight: 1 } },
  source: "spec/paths/general/time.yaml:1",
} as const satisfies FullOperationDescriptor;

/**
 * Read the trading rules and the symbols.
 *
 * @see spec/paths/general/exchangeInfo.yaml
 */
export const getExchangeInfo = {
  id: "getExchangeInfo",
  method: "GET",
  path: "/api/v1/exchangeInfo",
  security: "NONE",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [],
  weight: { ip: { kind: "fixed", weight: 10 } },
  source: "spec/paths/general/exchangeInfo.yaml:1",
} as const satisfies FullOperationDescriptor;

/**
 * Read the execution rules.
 *
 * @see spec/paths/general/executionRules.yaml
 */
export const getExecutionRules = {
  id: "getExecutionRules",
  method: "GET",
  path: "/api/v1/executionRules",
  security: "NONE",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [{ name: "symbol", kind: "text", required: false }],
  weight: { ip: { kind: "fixed", weight: 1 } },
  source: "spec/paths/general/executionRules.yaml:1",
} as const satisfies FullOperationDescriptor;

/**
 * Read the reference price.
 *
 * @see spec/paths/general/referencePrice.yaml
 */
export const getReferencePrice = {
  id: "getReferencePrice",
  method: "GET",
  path: "/api/v1/referencePrice",
  security: "NONE",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [{ name: "symbol", kind: "text", required: false }],
  weight: { ip: { kind: "fixed", weight: 1 } },
  source: "spec/paths/general/referencePrice.yaml:1",
} as const satisfies FullOperationDescriptor;

/**
 * Read the kinds of symbols.
 *
 * @see spec/paths/general/symbolType.yaml
 */
export const getSymbolTypes = {
  id: "getSymbolTypes",
  method: "GET",
  path: "/api/v1/symbolType",
  security: "NONE",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [{ name: "symbol", kind: "text", required: false }],
  weight: { ip: { kind: "fixed", weight: 1 } },
  source: "spec/paths/general/symbolType.yaml:1",
} as const satisfies FullOperationDescriptor;

/**
 * Read the best bid and ask.
 *
 * @see spec/paths/market/bookTicker.yaml
 */
export const getBookTicker = {
  id: "getBookTicker",
  method: "GET",
  path: "/api/v1/ticker/bookTicker",
  security: "NONE",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [{ name: "symbol", kind: "text", required: true }],
  weight: { ip: { kind: "fixed", weight: 1 } },
  source: "spec/paths/market/bookTicker.yaml:1",
} as const satisfies FullOperationDescriptor;

/**
 * Read candlesticks.
 *
 * @see spec/paths/market/klines.yaml
 */
export const getKlines = {
  id: "getKlines",
  method: "GET",
  path: "/api/v1/klines",
  security: "NONE",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [
    { name: "symbol", kind: "text", required: true },
    {
      name: "interval",
      kind: "choice",
      required: true,
      choices: [
        "1m",
        "3m",
        "5m",
        "15m",
        "30m",
        "1h",
        "2h",
        "4h",
        "6h",
        "8h",
        "12h",
        "1d",
        "3d",
        "1w",
        "1M",
      ],
    },
    { name: "startTime", kind: "int64", required: false },
    { name: "endTime", kind: "int64", required: false },
    { name: "limit", kind: "integer", required: false, default: 500, maximum: 1000 },
  ],
  weight: { ip: { kind: "fixed", weight: 1 } },
  source: "spec/paths/market/klines.yaml:1",
} as const satisfies FullOperationDescriptor;

/**
 * Read the statistics of 24 hours.
 *
 * @see spec/paths/market/ticker24hr.yaml
 */
export const getTicker24hr = {
  id: "getTicker24hr",
  method: "GET",
  path: "/api/v1/ticker/24hr",
  security: "NONE",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [{ name: "symbol", kind: "text", required: true }],
  weight: { ip: { kind: "fixed", weight: 1 } },
  source: "spec/paths/market/ticker24hr.yaml:1",
} as const satisfies FullOperationDescriptor;

/**
 * Read the order book.
 *
 * @see spec/paths/market/depth.yaml
 */
export const getDepth = {
  id: "getDepth",
  method: "GET",
  path: "/api/v1/depth",
  security: "NONE",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [
    { name: "symbol", kind: "text", required: true },
    {
      name: "limit",
      kind: "integer",
      required: false,
      default: 500,
      maximum: 1000,
      aboveMaximum: "truncate",
    },
  ],
  weight: {
    ip: {
      kind: "byTier",
      parameter: "limit",
      default: 500,
      tiers: [
        { from: 1, to: 100, weight: 1 },
        { from: 101, to: 500, weight: 5 },
        { from: 501, to: 1000, weight: 10 },
      ],
    },
  },
  source: "spec/paths/market/depth.yaml:1",
} as const satisfies FullOperationDescriptor;

/**
 * Read trades.
 *
 * @see spec/paths/market/trades.yaml
 */
export const getTrades = {
  id: "getTrades",
  method: "GET",
  path: "/api/v1/trades",
  security: "NONE",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [
    { name: "symbol", kind: "text", required: true },
    { name: "limit", kind: "integer", required: false, default: 500, maximum: 1000 },
  ],
  weight: { ip: { kind: "fixed", weight: 1 } },
  source: "spec/paths/market/trades.yaml:1",
} as const satisfies FullOperationDescriptor;

/**
 * Read aggregate trades.
 *
 * @see spec/paths/market/aggTrades.yaml
 */
export const getAggTrades = {
  id: "getAggTrades",
  method: "GET",
  path: "/api/v1/aggTrades",
  security: "NONE",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [
    { name: "symbol", kind: "text", required: true },
    { name: "fromId", kind: "int64", required: false },
    { name: "startTime", kind: "int64", required: false },
    { name: "endTime", kind: "int64", required: false },
    { name: "limit", kind: "integer", required: false, default: 500, maximum: 1000 },
  ],
  weight: { ip: { kind: "fixed", weight: 1 } },
  source: "spec/paths/market/aggTrades.yaml:1",
} as const satisfies FullOperationDescriptor;

/**
 * Read the latest price.
 *
 * @see spec/paths/market/tickerPrice.yaml
 */
export const getTickerPrice = {
  id: "getTickerPrice",
  method: "GET",
  path: "/api/v1/ticker/price",
  security: "NONE",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [{ name: "symbol", kind: "text", required: false }],
  weight: { ip: { kind: "byPresence", parameter: "symbol", present: 1, absent: 2 } },
  source: "spec/paths/market/tickerPrice.yaml:1",
} as const satisfies FullOperationDescriptor;

/**
 * Read the account.
 *
 * @see spec/paths/account/account.yaml
 */
export const getAccount = {
  id: "getAccount",
  method: "GET",
  path: "/api/v1/account",
  security: "SIGNED",
  sendsKey: true,
  signed: true,
  places: ["query"],
  parameters: [
    { name: "timestamp", kind: "int64", required: true },
    { name: "recvWindow", kind: "int64", required: false, default: 5000, maximum: 60_000 },
  ],
  weight: { ip: { kind: "fixed", weight: 10 } },
  source: "spec/paths/account/account.yaml:1",
} as const satisfies FullOperationDescriptor;

/**
 * Read own trades.
 *
 * @see spec/paths/account/userTrades.yaml
 */
export const getUserTrades = {
  id: "getUserTrades",
  method: "GET",
  path: "/api/v1/userTrades",
  security: "SIGNED",
  sendsKey: true,
  signed: true,
  places: ["query"],
  parameters: [
    { name: "symbol", kind: "text", required: true },
    { name: "orderId", kind: "int64", required: false, onlyWith: ["symbol"] },
    { name: "startTime", kind: "int64", required: false },
    { name: "endTime", kind: "int64", required: false },
    { name: "fromId", kind: "int64", required: false },
    { name: "limit", kind: "integer", required: false, default: 500, maximum: 1000 },
    { name: "timestamp", kind: "int64", required: true },
    { name: "recvWindow", kind: "int64", required: false, default: 5000, maximum: 60_000 },
  ],
  weight: { ip: { kind: "fixed", weight: 10 } },
  source: "spec/paths/account/userTrades.yaml:1",
} as const satisfies FullOperationDescriptor;

/**
 * Read own commission rates.
 *
 * @see spec/paths/account/tradeFee.yaml
 */
export const getTradeFees = {
  id: "getTradeFees",
  method: "GET",
  path: "/api/v1/asset/tradeFee",
  security: "SIGNED",
  sendsKey: true,
  signed: true,
  places: ["query"],
  parameters: [
    { name: "symbol", kind: "text", required: false },
    { name: "timestamp", kind: "int64", required: true },
    { name: "recvWindow", kind: "int64", required: false, default: 5000, maximum: 60_000 },
  ],
  weight: { ip: { kind: "fixed", weight: 1 } },
  source: "spec/paths/account/tradeFee.yaml:1",
} as const satisfies FullOperationDescriptor;

/**
 * Query an order.
 *
 * @see spec/paths/orders/order.yaml
 */
export const getOrder = {
  id: "getOrder",
  method: "GET",
  path: "/api/v1/order",
  security: "SIGNED",
  sendsKey: true,
  signed: true,
  places: ["query"],
  parameters: [
    { name: "symbol", kind: "text", required: true },
    { name: "orderId", kind: "int64", required: false },
    { name: "origClientOrderId", kind: "text", required: false },
    { name: "recvWindow", kind: "int64", required: false, default: 5000, maximum: 60_000 },
    { name: "timestamp", kind: "int64", required: true },
  ],
  weight: { ip: { kind: "fixed", weight: 2 } },
  source: "spec/paths/orders/order.yaml:1",
} as const satisfies FullOperationDescriptor;

/**
 * Place an order.
 *
 * @see spec/paths/orders/order.yaml
 */
export const placeOrder = {
  id: "placeOrder",
  method: "POST",
  path: "/api/v1/order",
  security: "SIGNED",
  sendsKey: true,
  signed: true,
  places: ["query", "body"],
  parameters: [
    { name: "symbol", kind: "text", required: true },
    { name: "side", kind: "choice", required: true, choices: ["BUY", "SELL"] },
    {
      name: "type",
      kind: "choice",
      required: true,
      choices: [
        "LIMIT",
        "LIMIT_MAKER",
        "MARKET",
        "STOP_LOSS",
        "STOP_LOSS_LIMIT",
        "TAKE_PROFIT",
        "TAKE_PROFIT_LIMIT",
      ],
      open: true,
    },
    { name: "timeInForce", kind: "choice", required: false, choices: ["GTC", "IOC", "FOK"] },
    { name: "quantity", kind: "decimal", required: false },
    { name: "quoteOrderQty", kind: "decimal", required: false },
    { name: "price", kind: "decimal", required: false },
    { name: "newClientOrderId", kind: "text", required: false },
    { name: "stopPrice", kind: "decimal", required: false },
    { name: "icebergQty", kind: "decimal", required: false, assumed: "iceberg-quantity" },
    {
      name: "newOrderRespType",
      kind: "choice",
      required: false,
      choices: ["ACK", "RESULT", "FULL"],
      default: "FULL",
    },
    { name: "recvWindow", kind: "int64", required: false, default: 5000, maximum: 60_000 },
    { name: "timestamp", kind: "int64", required: true },
  ],
  weight: { ip: { kind: "fixed", weight: 1 }, account: { kind: "fixed", weight: 1 } },
  placement: {
    clientId: "newClientOrderId",
    resolvedBy: { operation: "getOrder", parameter: "origClientOrderId" },
  },
  source: "spec/paths/orders/order.yaml:33",
} as const satisfies FullOperationDescriptor;

/**
 * Cancel an order.
 *
 * @see spec/paths/orders/order.yaml
 */
export const cancelOrder = {
  id: "cancelOrder",
  method: "DELETE",
  path: "/api/v1/order",
  security: "SIGNED",
  sendsKey: true,
  signed: true,
  places: ["query", "body"],
  parameters: [
    { name: "symbol", kind: "text", required: true },
    { name: "orderId", kind: "int64", required: false },
    { name: "origClientOrderId", kind: "text", required: false },
    { name: "newClientOrderId", kind: "text", required: false },
    { name: "recvWindow", kind: "int64", required: false, default: 5000, maximum: 60_000 },
    { name: "timestamp", kind: "int64", required: true },
  ],
  weight: { ip: { kind: "fixed", weight: 1 } },
  assumed: "cancel-order",
  source: "spec/paths/orders/order.yaml:89",
} as const satisfies FullOperationDescriptor;

/**
 * Read open orders.
 *
 * @see spec/paths/named-only/openOrders.yaml
 */
export const getOpenOrders = {
  id: "getOpenOrders",
  method: "GET",
  path: "/api/v1/openOrders",
  security: "SIGNED",
  sendsKey: true,
  signed: true,
  places: ["query"],
  parameters: [
    { name: "symbol", kind: "text", required: false, assumed: "open-orders-form" },
    { name: "timestamp", kind: "int64", required: true, assumed: "named-only-security" },
    {
      name: "recvWindow",
      kind: "int64",
      required: false,
      default: 5000,
      maximum: 60_000,
      assumed: "named-only-security",
    },
  ],
  weight: { ip: { kind: "byPresence", parameter: "symbol", present: 3, absent: 40 } },
  source: "spec/paths/named-only/openOrders.yaml:1",
} as const satisfies FullOperationDescriptor;

/**
 * Read all orders.
 *
 * @see spec/paths/named-only/allOrders.yaml
 */
export const getAllOrders = {
  id: "getAllOrders",
  method: "GET",
  path: "/api/v1/allOrders",
  security: "SIGNED",
  sendsKey: true,
  signed: true,
  places: ["query"],
  parameters: [
    { name: "symbol", kind: "text", required: true, assumed: "all-orders-form" },
    { name: "orderId", kind: "int64", required: false, assumed: "all-orders-form" },
    { name: "startTime", kind: "int64", required: false, assumed: "all-orders-form" },
    { name: "endTime", kind: "int64", required: false, assumed: "all-orders-form" },
    {
      name: "limit",
      kind: "integer",
      required: false,
      default: 500,
      maximum: 1000,
      assumed: "all-orders-form",
    },
    { name: "timestamp", kind: "int64", required: true, assumed: "named-only-security" },
    {
      name: "recvWindow",
      kind: "int64",
      required: false,
      default: 5000,
      maximum: 60_000,
      assumed: "named-only-security",
    },
  ],
  weight: { ip: { kind: "fixed", weight: 10 } },
  source: "spec/paths/named-only/allOrders.yaml:1",
} as const satisfies FullOperationDescriptor;

/**
 * Read the balances.
 *
 * @see spec/paths/named-only/accountV2.yaml
 */
export const getAccountV2 = {
  id: "getAccountV2",
  method: "GET",
  path: "/api/v1/accountV2",
  security: "SIGNED",
  sendsKey: true,
  signed: true,
  places: ["query"],
  parameters: [
    { name: "timestamp", kind: "int64", required: true, assumed: "named-only-security" },
    {
      name: "recvWindow",
      kind: "int64",
      required: false,
      default: 5000,
      maximum: 60_000,
      assumed: "named-only-security",
    },
  ],
  weight: { ip: { kind: "fixed", weight: 10 }, assumed: "account-v2-weight" },
  source: "spec/paths/named-only/accountV2.yaml:1",
} as const satisfies FullOperationDescriptor;

/**
 * Create a listen key.
 *
 * @see spec/paths/named-only/listenKey.yaml
 */
export const createListenKey = {
  id: "createListenKey",
  method: "POST",
  path: "/api/v1/listenKey",
  security: "USER_STREAM",
  sendsKey: true,
  signed: false,
  places: ["query"],
  parameters: [],
  weight: { ip: { kind: "fixed", weight: 1 }, assumed: "listen-key-weight" },
  source: "spec/paths/named-only/listenKey.yaml:1",
} as const satisfies FullOperationDescriptor;

/**
 * Keep a listen key alive.
 *
 * @see spec/paths/named-only/listenKey.yaml
 */
export const keepAliveListenKey = {
  id: "keepAliveListenKey",
  method: "PUT",
  path: "/api/v1/listenKey",
  security: "USER_STREAM",
  sendsKey: true,
  signed: false,
  places: ["query", "body"],
  parameters: [
    { name: "listenKey", kind: "text", required: true, assumed: "listen-key-parameter" },
  ],
  weight: { ip: { kind: "fixed", weight: 1 }, assumed: "listen-key-weight" },
  source: "spec/paths/named-only/listenKey.yaml:29",
} as const satisfies FullOperationDescriptor;

/**
 * Close a listen key.
 *
 * @see spec/paths/named-only/listenKey.yaml
 */
export const closeListenKey = {
  id: "closeListenKey",
  method: "DELETE",
  path: "/api/v1/listenKey",
  security: "USER_STREAM",
  sendsKey: true,
  signed: false,
  places: ["query", "body"],
  parameters: [
    { name: "listenKey", kind: "text", required: true, assumed: "listen-key-parameter" },
  ],
  weight: { ip: { kind: "fixed", weight: 1 }, assumed: "listen-key-weight" },
  source: "spec/paths/named-only/listenKey.yaml:72",
} as const satisfies FullOperationDescriptor;

/** Every REST operation by its id. */
export const operations = {
  getTime,
  getExchangeInfo,
  getExecutionRules,
  getReferencePrice,
  getSymbolTypes,
  getBookTicker,
  getKlines,
  getTicker24hr,
  getDepth,
  getTrades,
  getAggTrades,
  getTickerPrice,
  getAccount,
  getUserTrades,
  getTradeFees,
  getOrder,
  placeOrder,
  cancelOrder,
  getOpenOrders,
  getAllOrders,
  getAccountV2,
  createListenKey,
  keepAliveListenKey,
  closeListenKey,
} as const satisfies Readonly<Record<string, FullOperationDescriptor>>;

/** The id of a REST operation. */
export type OperationId = keyof typeof operations;

//# sourceMappingURL=operations.ts.map
