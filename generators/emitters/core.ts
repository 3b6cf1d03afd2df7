import type { Contract } from "../contract/model.ts";
import type { Emitter } from "../write/emitter.ts";
import { cancellationMethodNames, placementMethodNames, quoted } from "../write/names.ts";
import { words } from "../write/type-text.ts";

/** The minimal client, and the features that complete it. */
export const core: Emitter = {
  name: "core",
  sources: ["spec/**/*.yaml"],
  emit: (contract) => [
    { path: "core.ts", text: client(contract) },
    { path: "call-features.ts", text: callFeatures(contract) },
    { path: "features.ts", text: features },
    { path: "placements.ts", text: placements },
  ],
};

const client = ({ operations }: Contract): string => `
import type { ClientFeatures } from "../runtime/client/client.ts";
import { createCoreClient } from "../runtime/client/core.ts";
import type { ClientTables } from "../runtime/call/options.ts";
import type { ClientOptions } from "../runtime/client/options.ts";
import type { Client } from "./client.ts";
import { tables } from "./tables.ts";

${clientTypes(operations)}
/**
 * Makes a client of the given operations, as in \`createClient({ baseUrl, apiKey, apiSecret,
 * operations: { placeOrder, getOrder } })\`; \`operations\` itself gives all of them. It signs,
 * retries and throws typed errors as the whole client does, gives every placement a client id and
 * never sends one blindly again. Everything else is a feature of \`tradespec/features\` that is
 * given by its name: \`createClient({ ..., exchangeClock, placements })\`. The clock needs
 * \`getTime\`, placements and cancellations need \`getOrder\`, among the operations.
 *
 * @throws InvalidRequestError for a wrong option.
 */
export function createClient<Options extends CoreOptions>(options: Options): CoreClient<Options> {
  return createCoreClient(tables, Object(options)) as CoreClient<Options>;
}

export * from "./operations.ts";
export * from "../runtime/errors.ts";
export type { ClientFeatures } from "../runtime/client/client.ts";
export type { CallOptions } from "../runtime/call/options.ts";
export type { ClientOptions } from "../runtime/client/options.ts";
export type * from "./types.ts";
`;

const clientTypes = (operations: Contract["operations"]): string => `\
/** The options of a client, its operations, and its features. */
export type CoreOptions = ClientOptions &
  ClientFeatures & {
    /** Operations of \`tradespec/core\`; each becomes a method. */
    readonly operations: ClientTables["operations"];
  };

/**
 * A method for each operation that was given, and those of the features: \`try...\`,
 * \`observeOrder\` and \`resolvePending\` with \`placements\`, \`try...\` with
 * \`cancellations\`, \`filters\` with \`orderChecks\`.
 */
export type CoreClient<Options extends CoreOptions> = Pick<
  Client,
  keyof Client &
    (
      | ("after" | "now")
      | keyof Options["operations"]
      | (Options extends { readonly placements: object } ? PlacementMethod : never)
      | (Options extends { readonly cancellations: object } ? CancellationMethod : never)
      | (Options extends { readonly orderChecks: object } ? "filters" : never)
    )
>;

/** Methods of the feature \`placements\`. */
export type PlacementMethod = ${words(placementMethodNames(operations))};

/** Methods of the feature \`cancellations\`. */
export type CancellationMethod = ${words(cancellationMethodNames(operations))};`;

/** The features of placements, which the whole client loads later. */
const placements = `
import type { CallContext } from "../runtime/call/context.ts";
import { createPlacementGuard, type PlacementGuard } from "../runtime/orders/guard.ts";
import type { ListedSymbols } from "../runtime/orders/symbols.ts";
import { compileFilters } from "./filters.ts";
import { checkOrderType, rulesRefresh } from "./order-rules.ts";

/**
 * Checks orders by the fields of their type and by the filters of their symbol before they are
 * sent.
 */
export function orderChecks(context: CallContext, symbols?: ListedSymbols): PlacementGuard {
  const tables = { checkOrderType, compileFilters, refresh: rulesRefresh };
  return createPlacementGuard(tables, context, symbols);
}

export { createPlacements as placements } from "../runtime/orders/placements.ts";
`;

/** All features; apart, as a bundler takes whole files for what is loaded later. */
const features = `
export * from "./call-features.ts";
export * from "./placements.ts";
`;

/** Combines the runtime's features with their generated tables. */
function callFeatures({ rulesRefresh }: Contract): string {
  const rulesOperation =
    rulesRefresh === undefined ? "" : `rulesOperation: ${quoted(rulesRefresh.operation)},`;
  return `
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
export function rateLimits(parts: LimitedParts, given: ClientOptions["limits"]): CallLimiter | undefined {
  const tables = { windows: limits, rules: limitRules, ${rulesOperation} };
  return createClientLimits(tables, parts, given);
}

export { adviceSentences } from "../runtime/errors.ts";
export { optionChecks } from "../runtime/client/option-checks.ts";
export { createClockSync as exchangeClock } from "../runtime/client/clock-sync.ts";
export { writeFields as checkFields } from "../runtime/encoding/wire.ts";
export { externalSigner } from "../runtime/signing/external.ts";
export { errorNames } from "./errors.ts";
`;
}
