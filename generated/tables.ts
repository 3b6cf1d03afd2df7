// Generated from spec/errors.yaml and spec/rules/*.yaml by generators/emitters/tables.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type {
  CodeAdvice,
  EnvelopeDescriptor,
  RetryDescriptor,
  SigningDescriptor,
  StatusAdvice,
} from "../runtime/tables.ts";

/**
 * What to do after each error code: `advice` of an ApiError.
 *
 * @see spec/errors.yaml
 */
export const errorAdvice = {
  "-1021": "resyncClock",
  "-1022": "fixCredentials",
  "-2015": "fixCredentials",
  "-1003": "backOff",
  "-1000": "stop",
  "-1001": "backOff",
  "-1002": "fixCredentials",
  "-1006": "queryFirst",
  "-1007": "queryFirst",
  "-1008": "backOff",
  "-1010": "fixOrder",
  "-1013": "fixRequest",
  "-1014": "fixRequest",
  "-1015": "wait",
  "-1016": "stop",
  "-1020": "stop",
  "-1100": "fixRequest",
  "-1101": "fixRequest",
  "-1102": "fixRequest",
  "-1103": "fixRequest",
  "-1104": "fixRequest",
  "-1105": "fixRequest",
  "-1106": "fixRequest",
  "-1108": "fixRequest",
  "-1111": "fixRequest",
  "-1112": "stop",
  "-1114": "fixRequest",
  "-1115": "fixRequest",
  "-1116": "fixRequest",
  "-1117": "fixRequest",
  "-1118": "fixRequest",
  "-1119": "fixRequest",
  "-1120": "fixRequest",
  "-1121": "fixRequest",
  "-1125": "newKey",
  "-1127": "fixRequest",
  "-1128": "fixRequest",
  "-1130": "fixRequest",
  "-1131": "fixRequest",
  "-2010": "fixOrder",
  "-2011": "queryFirst",
  "-2013": "fixRequest",
  "-2014": "fixCredentials",
  "-2016": "stop",
  "-2026": "stop",
  "-2039": "fixRequest",
  "-2043": "stop",
} as const satisfies CodeAdvice;

/**
 * Error codes after which the request may have been executed.
 *
 * @see spec/errors.yaml
 */
export const openCodes = [-1001, -1006, -1007, -1008] as const satisfies readonly number[];

/**
 * What to do after HTTP statuses that are errors whatever the body says. The first range that holds
 * a status decides.
 *
 * @see spec/errors.yaml
 */
export const statuses = [
  { from: 429, to: 429, advice: "wait" },
  { from: 418, to: 418, advice: "stop" },
  { from: 500, to: 599, advice: "backOff", open: true },
  { from: 408, to: 408, advice: "backOff", open: true },
  { from: 400, to: 400, advice: "fixRequest", assumed: "further-http-statuses" },
  { from: 401, to: 401, advice: "stop", assumed: "further-http-statuses" },
  { from: 403, to: 403, advice: "stop", assumed: "further-http-statuses" },
  { from: 404, to: 404, advice: "fixRequest", assumed: "unknown-request-responses" },
  { from: 405, to: 405, advice: "fixRequest", assumed: "unknown-request-responses" },
] as const satisfies readonly StatusAdvice[];

/**
 * Which failures are retried, and after which pause. The first rule that fits decides.
 *
 * @see spec/rules/retry.yaml
 */
export const retry = {
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
  header: "Retry-After",
} as const satisfies RetryDescriptor;

/**
 * The object around errors, and sometimes around successes: names of its fields, and codes of
 * success.
 *
 * @see spec/rules/envelope.yaml
 */
export const envelope = {
  code: "code",
  message: "msg",
  timestamp: "timestamp",
  data: "data",
  successCodes: [0, 200],
} as const satisfies EnvelopeDescriptor;

/**
 * How a request is signed: what is joined and how, where the signature goes, and when a timestamp
 * is accepted.
 *
 * @see spec/rules/signing.yaml
 */
export const signing = {
  algorithm: "HMAC-SHA256",
  header: "X-MBX-APIKEY",
  timestamp: "timestamp",
  window: "recvWindow",
  signature: "signature",
  pairSeparator: "&",
  partSeparator: "",
  trim: true,
  values: "raw",
  time: { operation: "getTime", field: "serverTime" },
  aheadMsBelow: 1000,
  windowMsDefault: 5000,
  windowMsMax: 60_000,
  rejectedWith: -1021,
} as const satisfies SigningDescriptor;

/** The tables that every client needs. */
export const tables = { advice: errorAdvice, envelope, openCodes, retry, signing, statuses };
