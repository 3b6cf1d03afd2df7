// Generated from spec/errors.yaml by generators/emitters/errors.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { CodeNames, ErrorCodeDescriptor } from "../runtime/tables.ts";

/**
 * Every error code that the spec lists. The interface documents only some of its codes; an error
 * with another code reaches the caller, too.
 *
 * @see spec/errors.yaml
 */
export const errorCodes = [
  {
    code: -1021,
    name: "TIMESTAMP_OUTSIDE_WINDOW",
    condition:
      "The timestamp lies outside the receive window. The message says that it is " +
      "outside of the recvWindow.",
    status: 400,
  },
  {
    code: -1022,
    name: "INVALID_SIGNATURE",
    condition: "The signature does not match the parameters.",
    status: 400,
  },
  { code: -2015, name: "INVALID_API_KEY", condition: "The API key is not valid.", status: 401 },
  { code: -1003, name: "RATE_LIMIT", condition: "A rate limit has been exceeded.", status: 429 },
  {
    code: -1000,
    name: "UNKNOWN_ERROR",
    condition:
      "An error with no more specific code, or an operation that is not available for " +
      "the symbol type.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1001,
    name: "DISCONNECTED",
    condition: "The exchange lost an internal connection.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1002,
    name: "UNAUTHORIZED",
    condition: "The caller is not authorized for the operation.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1006,
    name: "UNEXPECTED_RESPONSE",
    condition: "An internal response was unexpected.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1007,
    name: "BACKEND_TIMEOUT",
    condition: "An internal request timed out after 10 seconds.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1008,
    name: "SERVER_BUSY",
    condition: "The exchange is overloaded.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1010,
    name: "ENGINE_MESSAGE",
    condition: "The matching engine reported an error.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1013,
    name: "FILTER_FAILURE",
    condition:
      "A filter is violated, or a price or quantity is not above zero; the message " +
      "names the filter.",
    status: 400,
    assumed: "filter-failure-code",
  },
  {
    code: -1014,
    name: "UNSUPPORTED_COMBINATION",
    condition: "The fields of the order cannot be combined.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1015,
    name: "TOO_MANY_ORDERS",
    condition: "The order rate of the account has been exceeded.",
    status: 429,
    assumed: "family-error-codes",
  },
  {
    code: -1016,
    name: "SERVICE_GONE",
    condition: "The service has been shut down.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1020,
    name: "UNSUPPORTED_OPERATION",
    condition: "The operation is not supported.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1100,
    name: "ILLEGAL_CHARACTERS",
    condition: "A parameter contains illegal characters.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1101,
    name: "TOO_MANY_PARAMETERS",
    condition: "There are too many parameters, or one was sent twice.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1102,
    name: "MISSING_PARAMETER",
    condition: "A mandatory parameter is missing, empty or malformed.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1103,
    name: "UNKNOWN_PARAMETER",
    condition: "A parameter is unknown.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1104,
    name: "UNREAD_PARAMETERS",
    condition: "Some parameters were not read.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1105,
    name: "EMPTY_PARAMETER",
    condition: "A parameter is empty.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1106,
    name: "NOT_REQUIRED_PARAMETER",
    condition: "A parameter was sent that the request does not accept.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1108,
    name: "PARAMETER_OVERFLOW",
    condition: "A number is too large.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1111,
    name: "TOO_MUCH_PRECISION",
    condition: "A value has more decimal places than the asset.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1112,
    name: "EMPTY_BOOK",
    condition: "The symbol has no orders on its book.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1114,
    name: "TIME_IN_FORCE_NOT_REQUIRED",
    condition: "A time in force was sent for an order that does not accept one.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1115,
    name: "INVALID_TIME_IN_FORCE",
    condition: "The time in force is not valid.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1116,
    name: "INVALID_ORDER_TYPE",
    condition: "The order type is not valid.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1117,
    name: "INVALID_SIDE",
    condition: "The side is not valid.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1118,
    name: "EMPTY_CLIENT_ORDER_ID",
    condition: "The new client order id is empty.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1119,
    name: "EMPTY_ORIGINAL_CLIENT_ORDER_ID",
    condition: "The original client order id is empty.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1120,
    name: "INVALID_INTERVAL",
    condition: "The interval is not valid.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1121,
    name: "INVALID_SYMBOL",
    condition: "The symbol is not valid.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1125,
    name: "UNKNOWN_LISTEN_KEY",
    condition: "The listen key does not exist.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1127,
    name: "TIME_SPAN_TOO_LONG",
    condition: "The start time and the end time are too far apart.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1128,
    name: "BAD_OPTIONAL_PARAMETERS",
    condition: "The optional parameters cannot be combined.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1130,
    name: "INVALID_PARAMETER_VALUE",
    condition: "A parameter has an invalid value.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -1131,
    name: "RECEIVE_WINDOW_TOO_LONG",
    condition: "The receive window is longer than allowed.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -2010,
    name: "ORDER_REJECTED",
    condition: "The engine rejected the new order; the message says why.",
    status: 400,
    assumed: "rejection-messages",
  },
  {
    code: -2011,
    name: "CANCELLATION_REJECTED",
    condition: "The engine rejected the cancellation, for example because the order is unknown.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -2013,
    name: "NO_SUCH_ORDER",
    condition: "The order does not exist.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -2014,
    name: "MALFORMED_API_KEY",
    condition: "The API key is malformed.",
    status: 401,
    assumed: "family-error-codes",
  },
  {
    code: -2016,
    name: "NO_TRADING_WINDOW",
    condition: "There is no trading window for the symbol.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -2026,
    name: "ORDER_ARCHIVED",
    condition: "The order ended long ago and has been archived.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -2039,
    name: "CLIENT_ORDER_ID_MISMATCH",
    condition: "The client order id does not belong to the order.",
    status: 400,
    assumed: "family-error-codes",
  },
  {
    code: -2043,
    name: "NO_REFERENCE_PRICE",
    condition: "The symbol has never had a reference price.",
    status: 400,
    assumed: "family-error-codes",
  },
] as const satisfies readonly ErrorCodeDescriptor[];

/**
 * The name of each error code.
 *
 * @see spec/errors.yaml
 */
export const errorNames = {
  "-1021": "TIMESTAMP_OUTSIDE_WINDOW",
  "-1022": "INVALID_SIGNATURE",
  "-2015": "INVALID_API_KEY",
  "-1003": "RATE_LIMIT",
  "-1000": "UNKNOWN_ERROR",
  "-1001": "DISCONNECTED",
  "-1002": "UNAUTHORIZED",
  "-1006": "UNEXPECTED_RESPONSE",
  "-1007": "BACKEND_TIMEOUT",
  "-1008": "SERVER_BUSY",
  "-1010": "ENGINE_MESSAGE",
  "-1013": "FILTER_FAILURE",
  "-1014": "UNSUPPORTED_COMBINATION",
  "-1015": "TOO_MANY_ORDERS",
  "-1016": "SERVICE_GONE",
  "-1020": "UNSUPPORTED_OPERATION",
  "-1100": "ILLEGAL_CHARACTERS",
  "-1101": "TOO_MANY_PARAMETERS",
  "-1102": "MISSING_PARAMETER",
  "-1103": "UNKNOWN_PARAMETER",
  "-1104": "UNREAD_PARAMETERS",
  "-1105": "EMPTY_PARAMETER",
  "-1106": "NOT_REQUIRED_PARAMETER",
  "-1108": "PARAMETER_OVERFLOW",
  "-1111": "TOO_MUCH_PRECISION",
  "-1112": "EMPTY_BOOK",
  "-1114": "TIME_IN_FORCE_NOT_REQUIRED",
  "-1115": "INVALID_TIME_IN_FORCE",
  "-1116": "INVALID_ORDER_TYPE",
  "-1117": "INVALID_SIDE",
  "-1118": "EMPTY_CLIENT_ORDER_ID",
  "-1119": "EMPTY_ORIGINAL_CLIENT_ORDER_ID",
  "-1120": "INVALID_INTERVAL",
  "-1121": "INVALID_SYMBOL",
  "-1125": "UNKNOWN_LISTEN_KEY",
  "-1127": "TIME_SPAN_TOO_LONG",
  "-1128": "BAD_OPTIONAL_PARAMETERS",
  "-1130": "INVALID_PARAMETER_VALUE",
  "-1131": "RECEIVE_WINDOW_TOO_LONG",
  "-2010": "ORDER_REJECTED",
  "-2011": "CANCELLATION_REJECTED",
  "-2013": "NO_SUCH_ORDER",
  "-2014": "MALFORMED_API_KEY",
  "-2016": "NO_TRADING_WINDOW",
  "-2026": "ORDER_ARCHIVED",
  "-2039": "CLIENT_ORDER_ID_MISMATCH",
  "-2043": "NO_REFERENCE_PRICE",
} as const satisfies CodeNames;

/** A listed error code. */
export type ErrorCode = (typeof errorCodes)[number]["code"];

export * from "../runtime/errors.ts";
export * from "../runtime/rate-limits/errors.ts";
export { envelope, errorAdvice, openCodes, retry, statuses } from "./tables.ts";
