// Generated from spec/paths/**/*.yaml by generators/emitters/core.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { CallTexts } from "../runtime/client/call-texts.ts";
import type { CallOptions, CallerOptions } from "../runtime/client/caller-options.ts";
import { createCaller, methodsOf } from "../runtime/client/caller.ts";
import type { Caller } from "../runtime/client/caller.ts";
import { assemble } from "../runtime/client/parts.ts";
import type { CallerPart } from "../runtime/client/parts.ts";
import { placing } from "../runtime/client/placing.ts";
import { calls } from "./calls.ts";
import type { Client } from "./client.ts";
import { base } from "./parts.ts";

/** Where the exchange is, who calls it, and what the client is made of. */
export type CoreOptions = CallerOptions & CoreParts;

/** The parts of a client; none when absent. Later ones go before earlier ones. */
export type CoreParts = { readonly parts?: readonly CallerPart[] };

/**
 * The methods of the whole client. Those that need a part reject when it is not there: `place` and
 * `resolvePending` need `outcomes`, `filters` needs `orderChecks`.
 */
export type CoreClient = Omit<Client, "api">;

/**
 * Makes a client of the exchange that holds what it is given. Without any part it signs, retries
 * and throws typed errors as the whole client does, gives every placement a client id and never
 * sends one blindly again; it checks no fields, no orders and no answers, waits for no limits, and
 * goes by its own clock.
 */
export function createClient(settings: CoreOptions): CoreClient {
  const caller = callerOf(settings, calls);
  const methods = methodsOf(caller);
  const placements = placing(caller);
  return {
    ...methods,
    tryPlaceOrder: (request: object, options?: CallOptions) =>
      placements.place("placeOrder", request, options),
    observeOrder: placements.observeOrder,
    resolvePending: placements.resolvePending,
    filters: caller.filters,
  } as CoreClient;
}

/**
 * The same with no method but those of the given calls, as in `createClientOf({ baseUrl, apiKey,
 * apiSecret, calls: { placeOrder } })`. Whoever wants to know what became of placements gives
 * `getOrder` as well.
 */
export function createClientOf<Name extends keyof CoreClient & string>(
  settings: CoreOptions & { readonly calls: Readonly<Record<Name, string>> },
): Pick<CoreClient, Name> {
  return methodsOf(callerOf(settings, settings.calls)) as Pick<CoreClient, Name>;
}

/** What calls are made through. */
function callerOf(settings: CoreOptions, texts: CallTexts): Caller {
  return createCaller(assemble(base, texts, settings.parts ?? [], settings), settings);
}

export * from "./calls.ts";
export { answerChecks, fieldChecks, orderChecks } from "./parts.ts";
export { errorWords, exchangeClock, outcomes, rateLimits } from "./parts.ts";
export * from "../runtime/errors.ts";
export type { CallerPart } from "../runtime/client/parts.ts";
export type * from "./types.ts";
