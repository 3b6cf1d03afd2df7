import type { Emitter } from "../write/emitter.ts";
import { table } from "../write/literal.ts";

/** The rate-limit windows, and the weight of each call. */
export const limits: Emitter = {
  name: "limits",
  sources: ["spec/limits.yaml", "spec/paths/**/*.yaml"],
  emit: (contract) => {
    const windows = contract.limits.map(({ origin: _, description: __, ...limit }) => limit);
    const headers = Object.fromEntries(contract.limits.map(({ id, header }) => [id, header]));
    const text = `
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

${table("limits", windowsDoc, windows, "readonly LimitDescriptor[]")}
${table("usageHeaders", headersDoc, headers)}
${table("limitRules", rulesDoc, contract.limitRules, "LimitRules")}
/**
 * The weight of one call, per IP address and per account; it may depend on \`params\`, the fields
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
 * of them as its option \`limits\`.
 *
 * @throws InvalidRequestError for a wrong option.
 */
export function createRateLimiter(options: RateLimiterOptions = {}): RateLimiter {
  const { backoff } = retry;
  return createLimiter({ windows: limits, rules: limitRules, backoff }, options);
}

export type { CallWeight } from "../runtime/rate-limits/weight.ts";
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
`;
    return [{ path: "limits.ts", text }];
  },
};

const see = "spec/limits.yaml";

const windowsDoc = {
  text:
    "Every counted window: what it counts, for whom, its amount, and the response header with its " +
    "usage. `null` stands for an amount that the interface does not state.",
  see,
};

const headersDoc = { text: "Response header with the usage of each window, by its id.", see };

const rulesDoc = {
  text:
    "How the exchange refuses calls beyond a limit, how long bans last, and how a response lists " +
    "limits. What the spec does not state is absent.",
  see,
};
