// Generated from spec/**/*.yaml by generators/emitters/core.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { ClientTables } from "../runtime/call/options.ts";
import type { ClientFeatures } from "../runtime/client/client.ts";
import { createCoreClient } from "../runtime/client/core.ts";
import type { ClientOptions } from "../runtime/client/options.ts";
import type { Client } from "./client.ts";
import { tables } from "./tables.ts";

/** The options of a client, its operations, and its features. */
export type CoreOptions = ClientOptions &
  ClientFeatures & {
    /** Operations of `tradespec/core`; each becomes a method. */
    readonly operations: ClientTables["operations"];
  };

/**
 * A method for each operation that was given, and those of the features: `try...`,
 * `observeOrder` and `resolvePending` with `placements`, `try...` with
 * `cancellations`, `filters` with `orderChecks`.
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

/** Methods of the feature `placements`. */
export type PlacementMethod = "tryPlaceOrder" | "observeOrder" | "resolvePending";

/** Methods of the feature `cancellations`. */
export type CancellationMethod = "tryCancelOrder";
/**
 * Makes a client of the given operations, as in `createClient({ baseUrl, apiKey, apiSecret,
 * operations: { placeOrder, getOrder } })`; `operations` itself gives all of them. It signs,
 * retries and throws typed errors as the whole client does, gives every placement a client id and
 * never sends one blindly again. Everything else is a feature of `tradespec/features` that is
 * given by its name: `createClient({ ..., exchangeClock, placements })`. The clock needs
 * `getTime`, placements and cancellations need `getOrder`, among the operations.
 *
 * @throws InvalidRequestError for a wrong option.
 */
export function createClient<Options extends CoreOptions>(options: Options): CoreClient<Options> {
  return createCoreClient(tables, Object(options)) as CoreClient<Options>;
}

export type { CallOptions } from "../runtime/call/options.ts";
export type { ClientFeatures } from "../runtime/client/client.ts";
export type { ClientOptions } from "../runtime/client/options.ts";
export * from "../runtime/errors.ts";
export * from "./operations.ts";
export type * from "./types.ts";
