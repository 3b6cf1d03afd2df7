import type { Emitter } from "../write/emitter.ts";
import { quoted } from "../write/names.ts";

/** The one place that joins the runtime's features with the generated tables they work by. */
export const features: Emitter = {
  name: "features",
  sources: ["spec/**/*.yaml"],
  emit: ({ envelope, rulesRefresh }) => {
    const enveloped = envelope === undefined ? "" : "envelope,";
    const rulesOperation =
      rulesRefresh === undefined ? "" : `rulesOperation: ${quoted(rulesRefresh.operation)},`;
    const text = `
import type { CallContext, CallLimiter } from "../runtime/client/context.ts";
import { createResponseDecoder } from "../runtime/client/decode.ts";
import { createClientLimits } from "../runtime/client/rate-limiting.ts";
import { createPlacementGuard, type PlacementGuard } from "../runtime/orders/guard.ts";
import { ${enveloped} errorAdvice, retry, statuses } from "./errors.ts";
import { compileFilters } from "./filters.ts";
import { limitRules, limits } from "./limits.ts";
import { checkOrderType, rulesRefresh } from "./order-rules.ts";
import { responseTables } from "./responses.ts";
import { signing } from "./signing.ts";

/** The tables that every client works by. */
export const tables = { advice: errorAdvice, ${enveloped} retry, signing, statuses };

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

/** Keeps calls within the rate limits of the exchange. */
export function rateLimits(context: CallContext): CallLimiter | undefined {
  const tables = { windows: limits, rules: limitRules, ${rulesOperation} };
  return createClientLimits(tables, context);
}

export { adviceSentences } from "../runtime/errors.ts";
export { createClockSync as exchangeClock } from "../runtime/client/clock-sync.ts";
export { createPlacements as placements } from "../runtime/orders/placements.ts";
export { writeFields as checkFields } from "../runtime/encoding/wire.ts";
export { errorCodes } from "./errors.ts";
`;
    return [{ path: "features.ts", text }];
  },
};
