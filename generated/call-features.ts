// Generated from spec/**/*.yaml by generators/emitters/core.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { CallContext, CallLimiter, RequestChecks } from "../runtime/call/context.ts";
import { createResponseDecoder } from "../runtime/call/decode.ts";
import type { LimitedParts } from "../runtime/client/client.ts";
import type { ClientOptions } from "../runtime/client/options.ts";
import { createClientLimits } from "../runtime/client/rate-limiting.ts";
import { createCancellations } from "../runtime/orders/cancellation.ts";
import type { OrderCalls } from "../runtime/orders/types.ts";
import { limitRules, limits } from "./limits.ts";
import { cancellationRules, isFinal } from "./order-states.ts";
import { responseTables } from "./responses.ts";

/** Checks responses against their documented types, and makes their integers and decimals exact. */
export const decodeResponse = /* @__PURE__ */ createResponseDecoder(responseTables);

/** Resolves the outcome of cancellations whose response was lost. */
export function cancellations(context: CallContext, checks?: RequestChecks): OrderCalls {
  return createCancellations({ rules: cancellationRules, isFinal }, context, checks);
}

/** Keeps calls within the rate limits of the exchange. */
export function rateLimits(
  parts: LimitedParts,
  given: ClientOptions["limits"],
): CallLimiter | undefined {
  const tables = { windows: limits, rules: limitRules, rulesOperation: "getExchangeInfo" };
  return createClientLimits(tables, parts, given);
}

export { createClockSync as exchangeClock } from "../runtime/client/clock-sync.ts";
export { optionChecks } from "../runtime/client/option-checks.ts";
export { writeFields as checkFields } from "../runtime/encoding/wire.ts";
export { adviceSentences } from "../runtime/errors.ts";
export { externalSigner } from "../runtime/signing/external.ts";
export { errorNames } from "./errors.ts";
