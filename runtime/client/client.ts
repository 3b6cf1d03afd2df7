/** Puts a client together: checked options, generated tables, and the optional features. */

import type { GivenFields } from "../encoding/wire.ts";
import { TradespecError } from "../errors.ts";
import type { CompiledFilters } from "../filters/types.ts";
import type { PlacementGuard } from "../orders/guard.ts";
import type { Placements } from "../orders/placement.ts";
import type { Placement, ResolveOptions } from "../orders/types.ts";
import { createSigner } from "../signing/signature.ts";
import type { ErrorCodeDescriptor, OperationDescriptor } from "../tables.ts";
import { performCall } from "./call.ts";
import type { Clock } from "./clock.ts";
import type { createClockSync } from "./clock-sync.ts";
import type { AdviceSentences, CallContext, CallLimiter, CompletedCall } from "./context.ts";
import type { DecodeResponse } from "./decode.ts";
import type { CallOptions, ClientOptions, ClientTables } from "./options.ts";
import { checkedSettings } from "./options.ts";
import type { WriteFields } from "./request.ts";
import { createRetryBudget } from "./retry.ts";
import { hmacSha256Hex } from "#hmac";

/**
 * What a client can do beyond sending, signing and retrying. Each feature is an option, so that a
 * bundle holds only those that are given.
 */
export interface ClientFeatures {
  /** Checks request fields by their rules; without it only missing and inexact fields are found. */
  readonly checkFields?: WriteFields | undefined;
  /** Checks and decodes responses by their documented types; without it they are plain JSON. */
  readonly decodeResponse?: DecodeResponse | undefined;
  /** Names of error codes for `ApiError.codeName`. */
  readonly errorCodes?: readonly ErrorCodeDescriptor[] | undefined;
  /** What to do next, as a sentence in error messages. */
  readonly adviceSentences?: AdviceSentences | undefined;
  /** Keeps the exchange's time; without it the local clock is sent. */
  readonly exchangeClock?: typeof createClockSync | undefined;
  /** Keeps calls within the rate limits of the exchange. */
  readonly rateLimits?: ((context: CallContext) => CallLimiter | undefined) | undefined;
  /** Checks orders by their type and the filters of their symbol before they are sent. */
  readonly orderChecks?: ((context: CallContext) => PlacementGuard) | undefined;
  /** Finds out what became of placements whose response was lost. */
  readonly placements?: ((context: CallContext) => Placements) | undefined;
}

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
  /** Calls a placing operation; the outcome is a value. Rejects without `placements`. */
  readonly tryCall: <Body, Order>(
    id: string,
    fields: object,
    options?: CallOptions,
  ) => Promise<Placement<Body, Order>>;
  /** Takes an order as a stream reports it, for placements that wait for their outcome. */
  readonly observeOrder: (order: object) => void;
  /** Finds out what became of the placements that the journal holds. */
  readonly resolvePending: <Body, Order>(
    options?: ResolveOptions,
  ) => Promise<readonly Placement<Body, Order>[]>;
  /** The compiled filters of a symbol. Rejects without `orderChecks`. */
  readonly filters: (symbol: string) => Promise<CompiledFilters>;
}

/**
 * Makes a client. Nothing is sent before the first call.
 * @throws InvalidRequestError when an option cannot be right.
 */
export function createBaseClient(
  tables: ClientTables,
  options: ClientOptions,
  features: ClientFeatures = {},
): BaseClient {
  const context = createContext(tables, options, features);
  const { operations } = tables;
  const orderChecks = features.orderChecks?.(context);
  if (orderChecks !== undefined) context.checkPlacement = orderChecks.check;
  const placements = features.placements?.(context);
  const run: BaseClient["run"] = (operation, given, callOptions) =>
    placements === undefined || operation.placement === undefined
      ? performCall(operation, given, callOptions, context)
      : placements.call(operation, given, callOptions);
  // The generated methods name the types of bodies and orders, which the tables do not know.
  return {
    operations,
    baseUrl: context.settings.baseUrl,
    run,
    call: async (id, fields, callOptions = {}) => {
      const { value } = await run(operationOf(operations, id), { query: fields }, callOptions);
      return value as never;
    },
    tryCall: async (id, fields, callOptions = {}) => {
      const operation = operationOf(operations, id);
      const placing = needed(placements, "placements");
      return (await placing.place(operation, { query: fields }, callOptions)).placement as never;
    },
    observeOrder: (order) => placements?.observe(order),
    resolvePending: async (asked) =>
      (await needed(placements, "placements").resolvePending(asked)) as never,
    filters: async (symbol) => needed(orderChecks, "orderChecks").filters(symbol),
  };
}

function createContext(
  tables: ClientTables,
  options: ClientOptions,
  { exchangeClock, rateLimits, ...features }: ClientFeatures,
): CallContext {
  const settings = checkedSettings(options);
  const sync = exchangeClock?.(settings.now, () => context);
  // Without it the local time is all there is, and how wrong it is stays unknown.
  const clock: Clock = sync?.clock ?? {
    serverMs: () => Math.floor(settings.now()),
    errorMs: () => Infinity,
  };
  const context: CallContext = {
    settings,
    tables,
    clock,
    signer: createSigner(settings.apiSecret ?? "", hmacSha256Hex, tables.signing),
    resync: sync?.resync,
    refreshClock: sync?.refresh,
    clockKnown: sync?.known,
    retries: createRetryBudget(settings.now),
    writeFields: features.checkFields,
    decode: features.decodeResponse,
    errorCodes: features.errorCodes,
    adviceSentences: features.adviceSentences,
  };
  context.limits = rateLimits?.(context);
  return context;
}

/**
 * A method for each operation by its name, `try...` beside each placing one, and the methods of
 * the features.
 */
export function methodsOf(client: BaseClient): Readonly<Record<string, unknown>> {
  const { operations, call, tryCall, observeOrder, resolvePending, filters } = client;
  const methods: Record<string, unknown> = { observeOrder, resolvePending, filters };
  for (const [name, { placement }] of Object.entries(operations)) {
    methods[name] = (fields?: object, options?: CallOptions) => call(name, fields, options);
    if (placement !== undefined) {
      methods[`try${name.charAt(0).toUpperCase()}${name.slice(1)}`] = (
        fields: object,
        options?: CallOptions,
      ) => tryCall(name, fields, options);
    }
  }
  return methods;
}

function needed<Feature>(feature: Feature | undefined, name: string): Feature {
  if (feature !== undefined) return feature;
  throw new TradespecError(
    `The client was made without ${name}; give that option to createClient.`,
  );
}

function operationOf(operations: ClientTables["operations"], id: string): OperationDescriptor {
  const operation = operations[id];
  if (operation === undefined) {
    throw new TradespecError(`The client has no operation ${id}; see its option operations.`);
  }
  return operation;
}
