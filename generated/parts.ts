// Generated from spec/**/*.yaml by generators/emitters/parts.ts.
// Do not edit: change the spec, then run `npm run generate`.

import { adviceWords } from "../runtime/client/advice-words.ts";
import { createAnswerDecoder } from "../runtime/client/answer-shapes.ts";
import { createClockSync } from "../runtime/client/clock-sync.ts";
import { callerPart } from "../runtime/client/parts.ts";
import type { CallerBase } from "../runtime/client/parts.ts";
import { createClientLimits } from "../runtime/client/rate-limiting.ts";
import { writeFields } from "../runtime/encoding/wire.ts";
import { createPlacementGuard } from "../runtime/orders/guard.ts";
import { createPlacements } from "../runtime/orders/placement.ts";
import { answerTable } from "./answers.ts";
import { envelope, retry } from "./errors.ts";
import { compileFilters } from "./filters.ts";
import { limitRules, limits } from "./limits.ts";
import { checkOrderType, rulesRefresh } from "./order-rules.ts";
import { signing } from "./signing.ts";

/**
 * What to do after each failure code.
 *
 * @see spec/errors.yaml
 */
export const codes = {
  resyncClock: "-1021",
  fixRequest:
    "-1022 -1013 -1014 -1100 -1101 -1102 -1103 -1104 -1105 -1106 -1108 -1111 -1114 -1115 " +
    "-1116 -1117 -1118 -1119 -1120 -1121 -1127 -1128 -1130 -1131 -2039",
  stop: "-2015 -1000 -1002 -1010 -1016 -1020 -1112 -2010 -2013 -2014 -2016 -2026 -2043",
  backOff: "-1003 -1001 -1008",
  queryFirst: "-1006 -1007 -2011",
  wait: "-1015",
  newKey: "-1125",
} as const;

/**
 * What to do after HTTP statuses, where it is not `fixRequest` below 500 and `backOff` from there
 * on.
 *
 * @see spec/errors.yaml
 */
export const statuses = { stop: "401 403 418", backOff: "408", wait: "429" } as const;

/**
 * What is tried again, and how long is waited.
 *
 * @see spec/rules/retry.yaml
 */
export const retryPolicy = {
  rules: [
    { status: { from: 418, to: 418 }, action: "never" },
    { status: { from: 429, to: 429 }, action: "retryAfterHeader" },
    { code: -1021, action: "resyncClock" },
    { code: -1003, action: "backOff" },
    { status: { from: 408, to: 408 }, action: "backOff" },
    { status: { from: 500, to: 599 }, action: "backOff" },
    { code: -1001, action: "backOff", assumed: "family-error-codes" },
    { code: -1008, action: "backOff", assumed: "family-error-codes" },
  ],
  backoff: { firstMs: 1000, factor: 2, maxMs: 32_000, jitter: "full" },
} as const;

/** What every client needs. */
export const base: CallerBase = { signing, retry: retryPolicy, codes, statuses, envelope };

/** The fields of every operation by their rules, as far as a client checks them. */
export const callFields = {
  getTime: [],
  getExchangeInfo: [],
  getExecutionRules: [{ name: "symbol", kind: "text", required: false }],
  getReferencePrice: [{ name: "symbol", kind: "text", required: false }],
  getSymbolTypes: [{ name: "symbol", kind: "text", required: false }],
  getBookTicker: [{ name: "symbol", kind: "text", required: true }],
  getKlines: [
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
    { name: "limit", kind: "integer", required: false, maximum: 1000 },
  ],
  getTicker24hr: [{ name: "symbol", kind: "text", required: true }],
  getDepth: [
    { name: "symbol", kind: "text", required: true },
    { name: "limit", kind: "integer", required: false, maximum: 1000, aboveMaximum: "truncate" },
  ],
  getTrades: [
    { name: "symbol", kind: "text", required: true },
    { name: "limit", kind: "integer", required: false, maximum: 1000 },
  ],
  getAggTrades: [
    { name: "symbol", kind: "text", required: true },
    { name: "fromId", kind: "int64", required: false },
    { name: "startTime", kind: "int64", required: false },
    { name: "endTime", kind: "int64", required: false },
    { name: "limit", kind: "integer", required: false, maximum: 1000 },
  ],
  getTickerPrice: [{ name: "symbol", kind: "text", required: false }],
  getAccount: [
    { name: "timestamp", kind: "int64", required: true },
    { name: "recvWindow", kind: "int64", required: false, maximum: 60_000 },
  ],
  getUserTrades: [
    { name: "symbol", kind: "text", required: true },
    { name: "orderId", kind: "int64", required: false, onlyWith: ["symbol"] },
    { name: "startTime", kind: "int64", required: false },
    { name: "endTime", kind: "int64", required: false },
    { name: "fromId", kind: "int64", required: false },
    { name: "limit", kind: "integer", required: false, maximum: 1000 },
    { name: "timestamp", kind: "int64", required: true },
    { name: "recvWindow", kind: "int64", required: false, maximum: 60_000 },
  ],
  getTradeFees: [
    { name: "symbol", kind: "text", required: false },
    { name: "timestamp", kind: "int64", required: true },
    { name: "recvWindow", kind: "int64", required: false, maximum: 60_000 },
  ],
  getOrder: [
    { name: "symbol", kind: "text", required: true },
    { name: "orderId", kind: "int64", required: false },
    { name: "origClientOrderId", kind: "text", required: false },
    { name: "recvWindow", kind: "int64", required: false, maximum: 60_000 },
    { name: "timestamp", kind: "int64", required: true },
  ],
  placeOrder: [
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
    { name: "icebergQty", kind: "decimal", required: false },
    {
      name: "newOrderRespType",
      kind: "choice",
      required: false,
      choices: ["ACK", "RESULT", "FULL"],
    },
    { name: "recvWindow", kind: "int64", required: false, maximum: 60_000 },
    { name: "timestamp", kind: "int64", required: true },
  ],
  cancelOrder: [
    { name: "symbol", kind: "text", required: true },
    { name: "orderId", kind: "int64", required: false },
    { name: "origClientOrderId", kind: "text", required: false },
    { name: "newClientOrderId", kind: "text", required: false },
    { name: "recvWindow", kind: "int64", required: false, maximum: 60_000 },
    { name: "timestamp", kind: "int64", required: true },
  ],
  getOpenOrders: [
    { name: "symbol", kind: "text", required: false },
    { name: "timestamp", kind: "int64", required: true },
    { name: "recvWindow", kind: "int64", required: false, maximum: 60_000 },
  ],
  getAllOrders: [
    { name: "symbol", kind: "text", required: true },
    { name: "orderId", kind: "int64", required: false },
    { name: "startTime", kind: "int64", required: false },
    { name: "endTime", kind: "int64", required: false },
    { name: "limit", kind: "integer", required: false, maximum: 1000 },
    { name: "timestamp", kind: "int64", required: true },
    { name: "recvWindow", kind: "int64", required: false, maximum: 60_000 },
  ],
  getAccountV2: [
    { name: "timestamp", kind: "int64", required: true },
    { name: "recvWindow", kind: "int64", required: false, maximum: 60_000 },
  ],
  createListenKey: [],
  keepAliveListenKey: [{ name: "listenKey", kind: "text", required: true }],
  closeListenKey: [{ name: "listenKey", kind: "text", required: true }],
} as const;

/** Checks the fields of every call before it is sent, and tells all that is wrong with them. */
export const fieldChecks = /* @__PURE__ */ callerPart({
  parameters: callFields,
  writeFields: writeFields,
});

/** Holds every answer against its documented shape, and makes its integers and decimals exact. */
export const answerChecks = /* @__PURE__ */ callerPart({
  answers: (isLenient) => createAnswerDecoder(answerTable, isLenient),
});

/** Checks placements by the fields of their type and by the filters of their symbol. */
export const orderChecks = /* @__PURE__ */ callerPart({
  placements: {
    checkOrderType: checkOrderType,
    compileFilters: compileFilters,
    refresh: rulesRefresh,
    guard: createPlacementGuard,
  },
});

/** What every operation costs. */
export const callWeights = {
  getTime: { ip: { kind: "fixed", weight: 1 } },
  getExchangeInfo: { ip: { kind: "fixed", weight: 10 } },
  getExecutionRules: { ip: { kind: "fixed", weight: 1 } },
  getReferencePrice: { ip: { kind: "fixed", weight: 1 } },
  getSymbolTypes: { ip: { kind: "fixed", weight: 1 } },
  getBookTicker: { ip: { kind: "fixed", weight: 1 } },
  getKlines: { ip: { kind: "fixed", weight: 1 } },
  getTicker24hr: { ip: { kind: "fixed", weight: 1 } },
  getDepth: {
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
  getTrades: { ip: { kind: "fixed", weight: 1 } },
  getAggTrades: { ip: { kind: "fixed", weight: 1 } },
  getTickerPrice: { ip: { kind: "byPresence", parameter: "symbol", present: 1, absent: 2 } },
  getAccount: { ip: { kind: "fixed", weight: 10 } },
  getUserTrades: { ip: { kind: "fixed", weight: 10 } },
  getTradeFees: { ip: { kind: "fixed", weight: 1 } },
  getOrder: { ip: { kind: "fixed", weight: 2 } },
  placeOrder: { ip: { kind: "fixed", weight: 1 }, account: { kind: "fixed", weight: 1 } },
  cancelOrder: { ip: { kind: "fixed", weight: 1 } },
  getOpenOrders: { ip: { kind: "byPresence", parameter: "symbol", present: 3, absent: 40 } },
  getAllOrders: { ip: { kind: "fixed", weight: 10 } },
  getAccountV2: { ip: { kind: "fixed", weight: 10 } },
  createListenKey: { ip: { kind: "fixed", weight: 1 } },
  keepAliveListenKey: { ip: { kind: "fixed", weight: 1 } },
  closeListenKey: { ip: { kind: "fixed", weight: 1 } },
} as const;

/** Keeps calls within the limits of the exchange. */
export const rateLimits = /* @__PURE__ */ callerPart({
  weights: callWeights,
  limits: { windows: limits, rules: limitRules, join: createClientLimits },
});

/** Learns the exchange's time, keeps it, and sets it anew when a timestamp is refused. */
export const exchangeClock = /* @__PURE__ */ callerPart({ clockSync: createClockSync });

/** Finds out what became of placements whose answer is lost: `place`, journal and streams. */
export const outcomes = /* @__PURE__ */ callerPart({ retry: retry, outcomes: createPlacements });

/**
 * The names of failure codes.
 *
 * @see spec/errors.yaml
 */
export const codeNames = {
  TIMESTAMP_OUTSIDE_WINDOW: -1021,
  INVALID_SIGNATURE: -1022,
  INVALID_API_KEY: -2015,
  RATE_LIMIT: -1003,
  UNKNOWN_ERROR: -1000,
  DISCONNECTED: -1001,
  UNAUTHORIZED: -1002,
  UNEXPECTED_RESPONSE: -1006,
  BACKEND_TIMEOUT: -1007,
  SERVER_BUSY: -1008,
  ENGINE_MESSAGE: -1010,
  FILTER_FAILURE: -1013,
  UNSUPPORTED_COMBINATION: -1014,
  TOO_MANY_ORDERS: -1015,
  SERVICE_GONE: -1016,
  UNSUPPORTED_OPERATION: -1020,
  ILLEGAL_CHARACTERS: -1100,
  TOO_MANY_PARAMETERS: -1101,
  MISSING_PARAMETER: -1102,
  UNKNOWN_PARAMETER: -1103,
  UNREAD_PARAMETERS: -1104,
  EMPTY_PARAMETER: -1105,
  NOT_REQUIRED_PARAMETER: -1106,
  PARAMETER_OVERFLOW: -1108,
  TOO_MUCH_PRECISION: -1111,
  EMPTY_BOOK: -1112,
  TIME_IN_FORCE_NOT_REQUIRED: -1114,
  INVALID_TIME_IN_FORCE: -1115,
  INVALID_ORDER_TYPE: -1116,
  INVALID_SIDE: -1117,
  EMPTY_CLIENT_ORDER_ID: -1118,
  EMPTY_ORIGINAL_CLIENT_ORDER_ID: -1119,
  INVALID_INTERVAL: -1120,
  INVALID_SYMBOL: -1121,
  UNKNOWN_LISTEN_KEY: -1125,
  TIME_SPAN_TOO_LONG: -1127,
  BAD_OPTIONAL_PARAMETERS: -1128,
  INVALID_PARAMETER_VALUE: -1130,
  RECEIVE_WINDOW_TOO_LONG: -1131,
  ORDER_REJECTED: -2010,
  CANCELLATION_REJECTED: -2011,
  NO_SUCH_ORDER: -2013,
  MALFORMED_API_KEY: -2014,
  NO_TRADING_WINDOW: -2016,
  ORDER_ARCHIVED: -2026,
  CLIENT_ORDER_ID_MISMATCH: -2039,
  NO_REFERENCE_PRICE: -2043,
} as const;

/** Gives errors the names of their codes, and says what to do next. */
export const errorWords = /* @__PURE__ */ callerPart({
  codeNames: codeNames,
  adviceWords: adviceWords,
});
