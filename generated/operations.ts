// Generated from spec/{parameters,paths/**/*}.yaml by generators/emitters/operations.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { OperationDescriptor } from "../runtime/tables.ts";

/**
 * Read the exchange's clock.
 *
 * @see spec/paths/general/time.yaml
 */
export const getTime = {
  id: "getTime",
  method: "GET",
  path: "/api/v1/time",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [],
  weight: { ip: { kind: "fixed", weight: 1 } },
} as const satisfies OperationDescriptor;

/**
 * Read the trading rules and the symbols.
 *
 * @see spec/paths/general/exchangeInfo.yaml
 */
export const getExchangeInfo = {
  id: "getExchangeInfo",
  method: "GET",
  path: "/api/v1/exchangeInfo",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [],
  weight: { ip: { kind: "fixed", weight: 10 } },
} as const satisfies OperationDescriptor;

/**
 * Read the execution rules.
 *
 * @see spec/paths/general/executionRules.yaml
 */
export const getExecutionRules = {
  id: "getExecutionRules",
  method: "GET",
  path: "/api/v1/executionRules",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [{ name: "symbol", kind: "text", required: false, pattern: "^[^\\u0000]{1,64}$" }],
  weight: { ip: { kind: "fixed", weight: 1 } },
} as const satisfies OperationDescriptor;

/**
 * Read the reference price.
 *
 * @see spec/paths/general/referencePrice.yaml
 */
export const getReferencePrice = {
  id: "getReferencePrice",
  method: "GET",
  path: "/api/v1/referencePrice",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [{ name: "symbol", kind: "text", required: false, pattern: "^[^\\u0000]{1,64}$" }],
  weight: { ip: { kind: "fixed", weight: 1 } },
} as const satisfies OperationDescriptor;

/**
 * Read the symbol types.
 *
 * @see spec/paths/general/symbolType.yaml
 */
export const getSymbolTypes = {
  id: "getSymbolTypes",
  method: "GET",
  path: "/api/v1/symbolType",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [{ name: "symbol", kind: "text", required: false, pattern: "^[^\\u0000]{1,64}$" }],
  weight: { ip: { kind: "fixed", weight: 1 } },
} as const satisfies OperationDescriptor;

/**
 * Read the best bid and ask.
 *
 * @see spec/paths/market/bookTicker.yaml
 */
export const getBookTicker = {
  id: "getBookTicker",
  method: "GET",
  path: "/api/v1/ticker/bookTicker",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [{ name: "symbol", kind: "text", required: true, pattern: "^[^\\u0000]{1,64}$" }],
  weight: { ip: { kind: "fixed", weight: 1 } },
} as const satisfies OperationDescriptor;

/**
 * Read candlesticks.
 *
 * @see spec/paths/market/klines.yaml
 */
export const getKlines = {
  id: "getKlines",
  method: "GET",
  path: "/api/v1/klines",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [
    { name: "symbol", kind: "text", required: true, pattern: "^[^\\u0000]{1,64}$" },
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
    { name: "startTime", kind: "int64", required: false, minimum: 0 },
    { name: "endTime", kind: "int64", required: false, minimum: 0 },
    { name: "limit", kind: "integer", required: false, default: 500, minimum: 1, maximum: 1000 },
  ],
  weight: { ip: { kind: "fixed", weight: 1 } },
} as const satisfies OperationDescriptor;

/**
 * Read the 24-hour statistics.
 *
 * @see spec/paths/market/ticker24hr.yaml
 */
export const getTicker24hr = {
  id: "getTicker24hr",
  method: "GET",
  path: "/api/v1/ticker/24hr",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [{ name: "symbol", kind: "text", required: true, pattern: "^[^\\u0000]{1,64}$" }],
  weight: { ip: { kind: "fixed", weight: 1 } },
} as const satisfies OperationDescriptor;

/**
 * Read the order book.
 *
 * @see spec/paths/market/depth.yaml
 */
export const getDepth = {
  id: "getDepth",
  method: "GET",
  path: "/api/v1/depth",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [
    { name: "symbol", kind: "text", required: true, pattern: "^[^\\u0000]{1,64}$" },
    {
      name: "limit",
      kind: "integer",
      required: false,
      default: 500,
      minimum: 1,
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
} as const satisfies OperationDescriptor;

/**
 * Read trades.
 *
 * @see spec/paths/market/trades.yaml
 */
export const getTrades = {
  id: "getTrades",
  method: "GET",
  path: "/api/v1/trades",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [
    { name: "symbol", kind: "text", required: true, pattern: "^[^\\u0000]{1,64}$" },
    { name: "limit", kind: "integer", required: false, default: 500, minimum: 1, maximum: 1000 },
  ],
  weight: { ip: { kind: "fixed", weight: 1 } },
} as const satisfies OperationDescriptor;

/**
 * Read aggregate trades.
 *
 * @see spec/paths/market/aggTrades.yaml
 */
export const getAggTrades = {
  id: "getAggTrades",
  method: "GET",
  path: "/api/v1/aggTrades",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [
    { name: "symbol", kind: "text", required: true, pattern: "^[^\\u0000]{1,64}$" },
    { name: "fromId", kind: "int64", required: false, minimum: 0 },
    { name: "startTime", kind: "int64", required: false, minimum: 0 },
    { name: "endTime", kind: "int64", required: false, minimum: 0 },
    { name: "limit", kind: "integer", required: false, default: 500, minimum: 1, maximum: 1000 },
  ],
  weight: { ip: { kind: "fixed", weight: 1 } },
} as const satisfies OperationDescriptor;

/**
 * Read the latest price.
 *
 * @see spec/paths/market/tickerPrice.yaml
 */
export const getTickerPrice = {
  id: "getTickerPrice",
  method: "GET",
  path: "/api/v1/ticker/price",
  sendsKey: false,
  signed: false,
  places: ["query"],
  parameters: [{ name: "symbol", kind: "text", required: false, pattern: "^[^\\u0000]{1,64}$" }],
  weight: { ip: { kind: "byPresence", parameter: "symbol", present: 1, absent: 2 } },
} as const satisfies OperationDescriptor;

/**
 * Read the account.
 *
 * @see spec/paths/account/account.yaml
 */
export const getAccount = {
  id: "getAccount",
  method: "GET",
  path: "/api/v1/account",
  sendsKey: true,
  signed: true,
  places: ["query"],
  parameters: [
    { name: "timestamp", kind: "int64", required: true },
    {
      name: "recvWindow",
      kind: "int64",
      required: false,
      default: 5000,
      minimum: 0,
      maximum: 60_000,
    },
  ],
  weight: { ip: { kind: "fixed", weight: 10 } },
} as const satisfies OperationDescriptor;

/**
 * Read own trades.
 *
 * @see spec/paths/account/userTrades.yaml
 */
export const getUserTrades = {
  id: "getUserTrades",
  method: "GET",
  path: "/api/v1/userTrades",
  sendsKey: true,
  signed: true,
  places: ["query"],
  parameters: [
    { name: "symbol", kind: "text", required: true, pattern: "^[^\\u0000]{1,64}$" },
    { name: "orderId", kind: "int64", required: false, minimum: 0, onlyWith: ["symbol"] },
    { name: "startTime", kind: "int64", required: false, minimum: 0 },
    { name: "endTime", kind: "int64", required: false, minimum: 0 },
    { name: "fromId", kind: "int64", required: false, minimum: 0 },
    { name: "limit", kind: "integer", required: false, default: 500, minimum: 1, maximum: 1000 },
    { name: "timestamp", kind: "int64", required: true },
    {
      name: "recvWindow",
      kind: "int64",
      required: false,
      default: 5000,
      minimum: 0,
      maximum: 60_000,
    },
  ],
  weight: { ip: { kind: "fixed", weight: 10 } },
} as const satisfies OperationDescriptor;

/**
 * Read own commission rates.
 *
 * @see spec/paths/account/tradeFee.yaml
 */
export const getTradeFees = {
  id: "getTradeFees",
  method: "GET",
  path: "/api/v1/asset/tradeFee",
  sendsKey: true,
  signed: true,
  places: ["query"],
  parameters: [
    { name: "symbol", kind: "text", required: false, pattern: "^[^\\u0000]{1,64}$" },
    { name: "timestamp", kind: "int64", required: true },
    {
      name: "recvWindow",
      kind: "int64",
      required: false,
      default: 5000,
      minimum: 0,
      maximum: 60_000,
    },
  ],
  weight: { ip: { kind: "fixed", weight: 1 } },
} as const satisfies OperationDescriptor;

/**
 * Query an order.
 *
 * @see spec/paths/orders/order.yaml
 */
export const getOrder = {
  id: "getOrder",
  method: "GET",
  path: "/api/v1/order",
  sendsKey: true,
  signed: true,
  places: ["query"],
  parameters: [
    { name: "symbol", kind: "text", required: true, pattern: "^[^\\u0000]{1,64}$" },
    { name: "orderId", kind: "int64", required: false, minimum: 0, orElse: ["origClientOrderId"] },
    { name: "origClientOrderId", kind: "text", required: false, pattern: "^[^\\u0000]{1,10000}$" },
    {
      name: "recvWindow",
      kind: "int64",
      required: false,
      default: 5000,
      minimum: 0,
      maximum: 60_000,
    },
    { name: "timestamp", kind: "int64", required: true },
  ],
  weight: { ip: { kind: "fixed", weight: 2 } },
} as const satisfies OperationDescriptor;

/**
 * Place an order.
 *
 * @see spec/paths/orders/order.yaml
 */
export const placeOrder = {
  id: "placeOrder",
  method: "POST",
  path: "/api/v1/order",
  sendsKey: true,
  signed: true,
  places: ["query", "body"],
  parameters: [
    { name: "symbol", kind: "text", required: true, pattern: "^[^\\u0000]{1,64}$" },
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
      pattern: "^[^\\u0000]{1,64}$",
    },
    { name: "timeInForce", kind: "choice", required: false, choices: ["GTC", "IOC", "FOK"] },
    {
      name: "quantity",
      kind: "decimal",
      required: false,
      minimum: 0,
      pattern: "^[0-9]{1,500}(\\.[0-9]{1,499})?$",
    },
    {
      name: "quoteOrderQty",
      kind: "decimal",
      required: false,
      minimum: 0,
      pattern: "^[0-9]{1,500}(\\.[0-9]{1,499})?$",
    },
    {
      name: "price",
      kind: "decimal",
      required: false,
      minimum: 0,
      pattern: "^[0-9]{1,500}(\\.[0-9]{1,499})?$",
    },
    { name: "newClientOrderId", kind: "text", required: false, pattern: "^[A-Za-z0-9_-]{1,36}$" },
    {
      name: "stopPrice",
      kind: "decimal",
      required: false,
      minimum: 0,
      pattern: "^[0-9]{1,500}(\\.[0-9]{1,499})?$",
    },
    {
      name: "icebergQty",
      kind: "decimal",
      required: false,
      minimum: 0,
      pattern: "^[0-9]{1,500}(\\.[0-9]{1,499})?$",
    },
    {
      name: "newOrderRespType",
      kind: "choice",
      required: false,
      choices: ["ACK", "RESULT", "FULL"],
      default: "FULL",
    },
    {
      name: "recvWindow",
      kind: "int64",
      required: false,
      default: 5000,
      minimum: 0,
      maximum: 60_000,
    },
    { name: "timestamp", kind: "int64", required: true },
  ],
  weight: { ip: { kind: "fixed", weight: 1 }, account: { kind: "fixed", weight: 1 } },
  placement: {
    clientId: "newClientOrderId",
    resolvedBy: { operation: "getOrder", parameter: "origClientOrderId" },
    notFoundCode: -2013,
    refusedRepeatCode: -2010,
    refusedRepeatMessage: "Duplicate order sent.",
    settleMs: 1000,
    record: {
      clientId: "clientOrderId",
      orderId: "orderId",
      placedMs: "time",
      sent: {
        symbol: "symbol",
        side: "side",
        price: "price",
        stopPrice: "stopPrice",
        quantity: "origQty",
        quoteOrderQty: "origQuoteOrderQty",
      },
    },
  },
} as const satisfies OperationDescriptor;

/**
 * Cancel an order.
 *
 * Assumed, not documented: cancel-order
 *
 * @see spec/paths/orders/order.yaml
 */
export const cancelOrder = {
  id: "cancelOrder",
  method: "DELETE",
  path: "/api/v1/order",
  sendsKey: true,
  signed: true,
  places: ["query", "body"],
  parameters: [
    { name: "symbol", kind: "text", required: true, pattern: "^[^\\u0000]{1,64}$" },
    { name: "orderId", kind: "int64", required: false, minimum: 0, orElse: ["origClientOrderId"] },
    { name: "origClientOrderId", kind: "text", required: false, pattern: "^[^\\u0000]{1,10000}$" },
    { name: "newClientOrderId", kind: "text", required: false, pattern: "^[A-Za-z0-9_-]{1,36}$" },
    {
      name: "recvWindow",
      kind: "int64",
      required: false,
      default: 5000,
      minimum: 0,
      maximum: 60_000,
    },
    { name: "timestamp", kind: "int64", required: true },
  ],
  weight: { ip: { kind: "fixed", weight: 1 } },
} as const satisfies OperationDescriptor;

/**
 * Read open orders.
 *
 * @see spec/paths/orders/openOrders.yaml
 */
export const getOpenOrders = {
  id: "getOpenOrders",
  method: "GET",
  path: "/api/v1/openOrders",
  sendsKey: true,
  signed: true,
  places: ["query"],
  parameters: [
    { name: "symbol", kind: "text", required: false, pattern: "^[^\\u0000]{1,64}$" },
    { name: "timestamp", kind: "int64", required: true },
    {
      name: "recvWindow",
      kind: "int64",
      required: false,
      default: 5000,
      minimum: 0,
      maximum: 60_000,
    },
  ],
  weight: { ip: { kind: "byPresence", parameter: "symbol", present: 3, absent: 40 } },
} as const satisfies OperationDescriptor;

/**
 * Read all orders.
 *
 * @see spec/paths/orders/allOrders.yaml
 */
export const getAllOrders = {
  id: "getAllOrders",
  method: "GET",
  path: "/api/v1/allOrders",
  sendsKey: true,
  signed: true,
  places: ["query"],
  parameters: [
    { name: "symbol", kind: "text", required: true, pattern: "^[^\\u0000]{1,64}$" },
    { name: "orderId", kind: "int64", required: false, minimum: 0 },
    { name: "startTime", kind: "int64", required: false, minimum: 0 },
    { name: "endTime", kind: "int64", required: false, minimum: 0 },
    { name: "limit", kind: "integer", required: false, default: 500, minimum: 1, maximum: 1000 },
    { name: "timestamp", kind: "int64", required: true },
    {
      name: "recvWindow",
      kind: "int64",
      required: false,
      default: 5000,
      minimum: 0,
      maximum: 60_000,
    },
  ],
  weight: { ip: { kind: "fixed", weight: 10 } },
} as const satisfies OperationDescriptor;

/**
 * Read the balances.
 *
 * @see spec/paths/account/accountV2.yaml
 */
export const getAccountV2 = {
  id: "getAccountV2",
  method: "GET",
  path: "/api/v1/accountV2",
  sendsKey: true,
  signed: true,
  places: ["query"],
  parameters: [
    { name: "timestamp", kind: "int64", required: true },
    {
      name: "recvWindow",
      kind: "int64",
      required: false,
      default: 5000,
      minimum: 0,
      maximum: 60_000,
    },
  ],
  weight: { ip: { kind: "fixed", weight: 10 } },
} as const satisfies OperationDescriptor;

/**
 * Create a listen key.
 *
 * @see spec/paths/userStream/listenKey.yaml
 */
export const createListenKey = {
  id: "createListenKey",
  method: "POST",
  path: "/api/v1/listenKey",
  sendsKey: true,
  signed: false,
  places: ["query"],
  parameters: [],
  weight: { ip: { kind: "fixed", weight: 1 } },
} as const satisfies OperationDescriptor;

/**
 * Keep a listen key alive.
 *
 * @see spec/paths/userStream/listenKey.yaml
 */
export const keepAliveListenKey = {
  id: "keepAliveListenKey",
  method: "PUT",
  path: "/api/v1/listenKey",
  sendsKey: true,
  signed: false,
  places: ["query", "body"],
  parameters: [{ name: "listenKey", kind: "text", required: true, pattern: "^[^\\u0000]{1,256}$" }],
  weight: { ip: { kind: "fixed", weight: 1 } },
} as const satisfies OperationDescriptor;

/**
 * Close a listen key.
 *
 * @see spec/paths/userStream/listenKey.yaml
 */
export const closeListenKey = {
  id: "closeListenKey",
  method: "DELETE",
  path: "/api/v1/listenKey",
  sendsKey: true,
  signed: false,
  places: ["query", "body"],
  parameters: [{ name: "listenKey", kind: "text", required: true, pattern: "^[^\\u0000]{1,256}$" }],
  weight: { ip: { kind: "fixed", weight: 1 } },
} as const satisfies OperationDescriptor;

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
} as const satisfies Readonly<Record<string, OperationDescriptor>>;

/** The id of a REST operation. */
export type OperationId = keyof typeof operations;

/**
 * The operation of each role; one without a role goes by its id.
 *
 * @see spec/lint/vocabulary/role.yaml
 */
export const roles = {
  "order.place": "placeOrder",
  "order.query": "getOrder",
  "order.cancel": "cancelOrder",
  "orders.open": "getOpenOrders",
  "orders.all": "getAllOrders",
  "trades.own": "getUserTrades",
  account: "getAccount",
  "book.snapshot": "getDepth",
  time: "getTime",
  "exchange.info": "getExchangeInfo",
  "listenKey.create": "createListenKey",
  "listenKey.keepAlive": "keepAliveListenKey",
  "listenKey.close": "closeListenKey",
  getExecutionRules: "getExecutionRules",
  getReferencePrice: "getReferencePrice",
  getSymbolTypes: "getSymbolTypes",
  "book.ticker": "getBookTicker",
  klines: "getKlines",
  "ticker.day": "getTicker24hr",
  "trades.recent": "getTrades",
  "trades.aggregate": "getAggTrades",
  "ticker.price": "getTickerPrice",
  "account.fees": "getTradeFees",
  getAccountV2: "getAccountV2",
} as const satisfies Readonly<Record<string, OperationId>>;

/** What an operation is for. */
export type Role = keyof typeof roles;

//# sourceMappingURL=operations.ts.map
