/**
 * Makes the tables of a generated client do calls. All of it happens in one middleware of
 * openapi-fetch, so a documented method and a call by path take the same way: check, stamp,
 * sign, send, decode, and a typed error for everything that is no success.
 */

import { hmacSha256Hex } from "#hmac";
import { TradespecError } from "../api-error.ts";
import { settle } from "./caller-options.ts";
import type { CallerOptions, CallerTables, CallOptions } from "./caller-options.ts";
import { createClientLimits } from "../limits/client-limits.ts";
import { createClock } from "./clock.ts";
import { createClockSync } from "./clock-sync.ts";
import type { CompiledFilters } from "../filters/types.ts";
import { AnswerResponse, asResponse, CallRequest } from "./fetch-parts.ts";
import { perform } from "./perform.ts";
import type { PerformContext } from "./perform.ts";
import { createPlacements, saying } from "../placement/placement.ts";
import type { Placements } from "../placement/placement.ts";
import { createPlacementGuard } from "../placement/guard.ts";
import type { Placement } from "../placement/types.ts";
import { createRetryBudget } from "./retry-budget.ts";
import { createSigner } from "../signing/signature.ts";
import type { OperationDescriptor } from "../types.ts";

export type { CallEvent, CallerOptions, CallerTables, CallOptions } from "./caller-options.ts";

/** What a generated client is wired with. */
export interface Caller {
  /** For openapi-fetch's createClient. */
  readonly clientOptions: ClientOptions;
  /** For the client's `use`; it must be the first. */
  readonly middleware: Middleware;
  /** Gives the function that all documented methods call. */
  readonly through: (api: PathClient) => Call;
  /** Carries out a placement and tells what became of it. */
  readonly place: Place;
  /** Takes what a stream says of an order, for placements that wait for it. */
  readonly observeOrder: Placements["observe"];
  /** Finds out what became of the placements that the journal holds from before a crash. */
  readonly resolvePending: <Answer, Order>(
    ...given: Parameters<Placements["resolvePending"]>
  ) => Promise<readonly Placement<Answer, Order>[]>;
  /** Asks the exchange for its time and sets the clock by it. */
  readonly syncClock: (options?: CallOptions) => Promise<void>;
  /** The exchange's time as far as it is known, in milliseconds. */
  readonly serverMs: () => number;
  /** The filters of a symbol, as they are cached for placements or fetched now. */
  readonly filters: (symbol: string) => Promise<CompiledFilters>;
}

/** Carries out the operation with this id; the answer is what the spec says it is. */
export type Call = <Answer>(
  id: string,
  fields: object | undefined,
  options?: CallOptions,
) => Promise<Answer>;

/** The same for an operation that places an order. */
export type Place = <Answer, Order>(
  id: string,
  fields: object,
  options?: CallOptions,
) => Promise<Placement<Answer, Order>>;

/** openapi-fetch's options, as far as they are set. Serialising is left to the middleware. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly Request: typeof Request;
  readonly querySerializer: () => string;
  readonly bodySerializer: (body: unknown) => unknown;
}

/** openapi-fetch's middleware, as far as it is used. */
export interface Middleware {
  readonly onRequest: (call: MiddlewareCall) => Promise<Response>;
}

/** What the middleware is handed. */
export interface MiddlewareCall {
  readonly schemaPath: string;
  readonly request: object;
  readonly params: { readonly query?: object | undefined };
}

/** The client that openapi-fetch makes, whatever its paths. */
export interface PathClient {
  readonly request: (...call: never[]) => unknown;
}

/**
 * Makes the caller of one client. Nothing is sent before the first call.
 * @throws InvalidRequestError when the address or the credentials cannot be right.
 */
export function createCaller(tables: CallerTables, options: CallerOptions): Caller {
  const settings = settle(options);
  const clock = createClock(settings.now);
  const guard = createPlacementGuard(tables, settings, (operation, timeoutMs) =>
    perform(operation, {}, { timeoutMs }, context),
  );
  const sync = createClockSync(() => context);
  const context: PerformContext = {
    settings,
    tables,
    clock,
    signer: createSigner(settings.secret ?? "", hmacSha256Hex, tables.signing),
    resync: sync.resync,
    freshen: sync.freshen,
    timeKnown: sync.known,
    retries: createRetryBudget(settings.now),
    limits: createClientLimits(tables, settings),
    guard: guard.check,
  };
  const placements = createPlacements(context);
  return {
    clientOptions: {
      baseUrl: settings.baseUrl,
      // The stand-in has what openapi-fetch touches, not all that a Request is.
      Request: CallRequest as unknown as typeof Request,
      querySerializer: () => "",
      bodySerializer: (body) => body,
    },
    middleware: createMiddleware(tables, context, placements),
    through: (api) => createCall(api, tables),
    // The spec says what an operation answers, and the generated methods pass its types.
    place: (async (id, fields, options = {}) =>
      (await placements.place(operationOf(tables, id), { query: fields }, options))
        .placement) as Place,
    observeOrder: placements.observe,
    resolvePending: placements.resolvePending as Caller["resolvePending"],
    syncClock: (callOptions = {}) => sync.sync(callOptions),
    serverMs: () => clock.serverMs(),
    filters: guard.filters,
  };
}

function createMiddleware(
  tables: CallerTables,
  context: PerformContext,
  placements: Placements,
): Middleware {
  const operations = new Map<string, OperationDescriptor>();
  for (const operation of Object.values(tables.operations)) {
    operations.set(`${operation.method} ${operation.path}`, operation);
  }
  return {
    onRequest: async ({ schemaPath, request, params }) => {
      const { method, body, ...options } = request as CallRequest & CallOptions;
      const operation = operations.get(`${method} ${schemaPath}`);
      if (operation === undefined) {
        throw new TradespecError(`The spec has no operation ${method} ${schemaPath}; see paths.`);
      }
      if (body !== undefined && !(request instanceof CallRequest)) {
        const mend = "make the openapi-fetch client with the caller's clientOptions";
        throw new TradespecError(`${operation.id}: its body was encoded too early; ${mend}.`);
      }
      const given = { query: params.query, body: bodyFields(body) };
      if (operation.placement === undefined) {
        return asResponse(new AnswerResponse(await perform(operation, given, options, context)));
      }
      const { placement, performed } = await placements.place(operation, given, options);
      if (placement.kind !== "placed") {
        throw placement.error;
      }
      return asResponse(new AnswerResponse(performed ?? saying(placement.order)));
    },
  };
}

function bodyFields(body: unknown): object | undefined {
  return typeof body === "object" && body !== null ? body : undefined;
}

function createCall(api: PathClient, tables: CallerTables): Call {
  const request = api.request as unknown as (
    method: string,
    path: string,
    init: object,
  ) => Promise<{ readonly data: unknown }>;
  return async <Answer>(id: string, fields: object | undefined, options: CallOptions = {}) => {
    const operation = operationOf(tables, id);
    const init = { ...options, params: { query: fields } };
    const { data } = await request(operation.method, operation.path, init);
    // The spec says what an operation answers, and the generated method passes its type.
    return data as Answer;
  };
}

function operationOf({ operations }: CallerTables, id: string): OperationDescriptor {
  const operation = operations[id];
  if (operation === undefined) {
    throw new TradespecError(`The spec has no operation ${id}; generate the client anew.`);
  }
  return operation;
}
