// Generated from spec/limits.yaml and spec/paths/**/*.yaml by generators/emitters/limits.ts.
// Do not edit: change the spec, then run `npm run generate`.

import { checkOptions, oneOf, record } from "../runtime/check-options.ts";
import {
  createRateLimiter as createLimiter,
  type RateLimiter,
  type RateLimiterOptions,
} from "../runtime/rate-limits/limiter.ts";
import { type CallWeight, weightOf as callWeight } from "../runtime/rate-limits/weight.ts";
import type { LimitDescriptor, LimitRules } from "../runtime/tables.ts";
import { retry } from "./errors.ts";
import { type OperationId, operations } from "./operations.ts";

/**
 * Every counted window: what it counts, for whom, its amount, and the response header with its
 * usage. `null` stands for an amount that the interface does not state.
 *
 * @see spec/limits.yaml
 */
export const limits = [
  {
    id: "weight10s",
    counts: "weight",
    per: "ip",
    windowMs: 10_000,
    amount: 1000,
    header: "X-MBX-USED-WEIGHT-10S",
    carriedBy: "everyResponse",
  },
  {
    id: "weight1m",
    counts: "weight",
    per: "ip",
    windowMs: 60_000,
    amount: 6000,
    header: "X-MBX-USED-WEIGHT-1M",
    carriedBy: "everyResponse",
  },
  {
    id: "orders10s",
    counts: "orders",
    per: "account",
    windowMs: 10_000,
    amount: 1000,
    header: "X-MBX-ORDER-COUNT-10S",
    carriedBy: "orderResponses",
    assumed: "order-rate-numbers",
  },
  {
    id: "orders1d",
    counts: "orders",
    per: "account",
    windowMs: 86_400_000,
    amount: 200_000,
    header: "X-MBX-ORDER-COUNT-1D",
    carriedBy: "orderResponses",
    assumed: "order-rate-numbers",
  },
] as const satisfies readonly LimitDescriptor[];

/**
 * Response header with the usage of each window, by its id.
 *
 * @see spec/limits.yaml
 */
export const usageHeaders = {
  weight10s: "X-MBX-USED-WEIGHT-10S",
  weight1m: "X-MBX-USED-WEIGHT-1M",
  orders10s: "X-MBX-ORDER-COUNT-10S",
  orders1d: "X-MBX-ORDER-COUNT-1D",
} as const;

/**
 * How the exchange refuses calls beyond a limit, how long bans last, and how a response lists
 * limits. What the spec does not state is absent.
 *
 * @see spec/limits.yaml
 */
export const limitRules = {
  exceeded: { status: 429, code: -1003, ordersCode: -1015 },
  banned: { status: 418, after: 10, endWord: "until", firstMs: 120_000, lastMs: 259_200_000 },
  listed: {
    operation: "getExchangeInfo",
    kinds: {
      REQUEST_WEIGHT: { counts: "weight", per: "ip" },
      RAW_REQUESTS: { counts: "requests", per: "ip" },
      ORDERS: { counts: "orders", per: "account" },
    },
    unitsMs: { SECOND: 1000, MINUTE: 60_000, HOUR: 3_600_000, DAY: 86_400_000 },
  },
} as const satisfies LimitRules;

/**
 * The weight of one call, per IP address and per account; it may depend on `params`, the fields
 * of the call. A weight is absent where nothing is charged, or the spec states none.
 *
 * @throws InvalidRequestError for an unknown operation.
 */
export function weightOf(
  operationId: OperationId,
  params: Readonly<Record<string, unknown>> = {},
): CallWeight {
  const rules = { operationId: oneOf(...Object.keys(operations)), params: record };
  checkOptions("weightOf", { operationId, params }, rules, "operationId");
  return callWeight(operations[operationId].weight, params);
}

/**
 * Makes a rate limiter for several clients of the same exchange behind one address: give it to each
 * of them as its option `limits`.
 *
 * @throws InvalidRequestError for a wrong option.
 */
export function createRateLimiter(options: RateLimiterOptions = {}): RateLimiter {
  const { backoff } = retry;
  return createLimiter({ windows: limits, rules: limitRules, backoff }, options);
}

export type { RateLimiter, RateLimiterOptions } from "../runtime/rate-limits/limiter.ts";
export type {
  AcquireRequest,
  Charge,
  CompletedCall,
  RateLimitStore,
  Refusal,
  ServerTime,
  StoreEvent,
} from "../runtime/rate-limits/store.ts";
export type { CallWeight } from "../runtime/rate-limits/weight.ts";
