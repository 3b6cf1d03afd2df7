// Generated from spec/**/*.yaml by generators/emitters/core.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { CallContext, CallLimiter } from "../runtime/client/context.ts";
import { createResponseDecoder } from "../runtime/client/decode.ts";
import { createClientLimits } from "../runtime/client/rate-limiting.ts";
import { type Cancellations, createCancellations } from "../runtime/orders/cancellation.ts";
import { createPlacementGuard, type PlacementGuard } from "../runtime/orders/guard.ts";
import { compileFilters } from "./filters.ts";
import { limitRules, limits } from "./limits.ts";
import { cancellationRules, checkOrderType, isFinal, rulesRefresh } from "./order-rules.ts";
import { responseTables } from "./responses.ts";

/** Checks responses against their documented types, and makes their integers and decimals exact. */
export const decodeResponse = /* @__PURE__ */ createResponseDecoder(responseTables);

/**
 * Checks orders by the fields of their type and by the filters of their symbol before they are
 * sent.
 */
export function orderChecks(context: CallContext): PlacementGuard {
  const rules = { checkOrderType, compileFilters, refresh: rulesRefresh };
  return createPlacementGuard(rules, context);
}

/** Resolves the outcome of cancellations whose response was lost. */
export function cancellations(context: CallContext): Cancellations {
  return createCancellations({ rules: cancellationRules, isFinal }, context);
}

/** Keeps calls within the rate limits of the exchange. */
export function rateLimits(context: CallContext): CallLimiter | undefined {
  const tables = { windows: limits, rules: limitRules, rulesOperation: "getExchangeInfo" };
  return createClientLimits(tables, context);
}

export { createClockSync as exchangeClock } from "../runtime/client/clock-sync.ts";
export { optionChecks } from "../runtime/client/option-checks.ts";
export { writeFields as checkFields } from "../runtime/encoding/wire.ts";
export { adviceSentences } from "../runtime/errors.ts";
export { createPlacements as placements } from "../runtime/orders/placements.ts";
export { errorNames } from "./errors.ts";
