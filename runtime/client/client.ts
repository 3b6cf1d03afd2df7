/** Assembles a client: checked options, generated tables, and the optional features. */

import { performCall } from "../call/call.ts";
import type { CallContext, CallFeatures, CallLimiter, CompletedCall } from "../call/context.ts";
import type { CallOptions, ClientTables } from "../call/options.ts";
import { settingsFor } from "../call/options.ts";
import { operationOf } from "../call/request.ts";
import { createRetryBudget } from "../call/retry.ts";
import type { GivenFields } from "../encoding/plain-fields.ts";
import { hmacOf } from "../signing/hmac.ts";
import { createSigner } from "../signing/signature.ts";
import type { OperationDescriptor } from "../tables.ts";
import type { createClockSync } from "./clock-sync.ts";
import type { ClientOptions } from "./options.ts";
import type { OrderFeatures, Orders } from "./orders.ts";

/**
 * Features of a client beyond sending, signing and retrying. Each is an option, so that a bundle
 * contains only those that are used.
 */
export interface BaseFeatures extends CallFeatures {
  /** Tracks the exchange's time; without it the local time is sent. */
  readonly exchangeClock?: typeof createClockSync | undefined;
  /** Keeps calls within the rate limits of the exchange. */
  readonly rateLimits?:
    | ((parts: LimitedParts, limits: ClientOptions["limits"]) => CallLimiter | undefined)
    | undefined;
}

/** The features of a client, with those of orders. */
export interface ClientFeatures extends Partial<BaseFeatures>, OrderFeatures {}

/** What the rate limiter reads. */
export type LimitedParts = Pick<CallContext, "settings" | "tables">;

/** A client without named methods. */
export interface BaseClient {
  readonly operations: ClientTables["operations"];
  readonly baseUrl: string;
  /** Calls an operation and gives the response together with its decoded body. */
  readonly run: (
    operation: OperationDescriptor,
    given: GivenFields,
    options: CallOptions,
  ) => Promise<CompletedCall>;
  /** Calls the operation with this id and gives the decoded body of its response. */
  readonly call: <Body>(
    id: string,
    fields: object | undefined,
    options?: CallOptions,
  ) => Promise<Body>;
  /** Methods that features add; generated types describe them. */
  readonly methods: Readonly<Record<string, unknown>>;
}

/**
 * Makes a client. Nothing is sent before the first call.
 * @throws InvalidRequestError for a wrong option.
 */
export function createBaseClient(
  tables: ClientTables,
  options: ClientOptions,
  features: BaseFeatures,
  ordersOf: (context: CallContext) => Orders,
): BaseClient {
  const context = createContext(tables, options, features);
  const { operations } = tables;
  const { calls, methods, checks, symbols } = ordersOf(context);
  const run: BaseClient["run"] = (operation, given, callOptions) => {
    const { id } = operation;
    if (callOptions !== noOptions) features.optionChecks?.call(id, callOptions);
    const orderCall = calls[id];
    if (orderCall !== undefined) return orderCall(operation, given, callOptions);
    const call = performCall(operation, given, callOptions, context, checks);
    // Its caller handles an error.
    if (id === symbols?.operation)
      call.then(
        ({ value }) => symbols.learn(value),
        () => undefined,
      );
    return call;
  };
  // The generated methods declare the types of bodies and orders; the tables do not have them.
  return {
    operations,
    baseUrl: context.settings.baseUrl,
    run,
    call: async (id, fields, callOptions = noOptions) => {
      const { value } = await run(operationOf(operations, id), { query: fields }, callOptions);
      return value as never;
    },
    methods: {
      after: context.settings.after,
      now: context.settings.now,
      ...methods,
    },
  };
}

const noOptions: CallOptions = {};

function createContext(
  tables: ClientTables,
  options: ClientOptions,
  features: BaseFeatures,
): CallContext {
  const { exchangeClock, rateLimits, signer } = features;
  features.optionChecks?.client(options, tables.signing);
  const settings = settingsFor(options);
  const { apiSecret = "" } = settings;
  // Without the feature there is only the local time, with an unknown error. The time that never
  // jumps falls behind while the machine sleeps, and nothing would correct it.
  const { now = Date.now } = options;
  const localClock = {
    serverMs: () => Math.floor(now()),
    errorMs: () => Infinity,
  };
  let calls = 0;
  const context: CallContext = {
    features,
    nextCall: () => {
      calls += 1;
      return calls;
    },
    settings,
    tables,
    signer: createSigner(apiSecret, signer ?? hmacOf(apiSecret), tables.signing),
    retries: createRetryBudget(settings.now),
    limits: rateLimits?.({ settings, tables }, options.limits),
    // It reads the time by a call of its own, so by this context.
    clock: exchangeClock?.(settings.now, () => context) ?? localClock,
  };
  return context;
}
