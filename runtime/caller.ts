/**
 * Makes the tables of a generated client do calls. All of it happens in one middleware of
 * openapi-fetch, so a documented method and a call by path take the same way: check, stamp,
 * sign, send, decode, and a typed error for everything that is no success.
 */

import { hmacSha256Hex } from "#hmac";
import { TradespecError, UnreadableAnswerError } from "./api-error.ts";
import { notify } from "./attempt.ts";
import { settle } from "./caller-options.ts";
import type { CallerOptions, CallerTables, CallOptions } from "./caller-options.ts";
import { createClock } from "./clock.ts";
import type { Clock } from "./clock.ts";
import type { CompiledFilters } from "./filter-types.ts";
import { AnswerResponse, CallRequest } from "./fetch-parts.ts";
import { perform } from "./perform.ts";
import type { PerformContext } from "./perform.ts";
import { createPlacementGuard } from "./placement-guard.ts";
import { createSigner } from "./signature.ts";
import type { OperationDescriptor } from "./types.ts";

export type { CallEvent, CallerOptions, CallerTables, CallOptions } from "./caller-options.ts";

/** What a generated client is wired with. */
export interface Caller {
  /** For openapi-fetch's createClient. */
  readonly clientOptions: ClientOptions;
  /** For the client's `use`; it must be the first. */
  readonly middleware: Middleware;
  /** Gives the function that all documented methods call. */
  readonly through: (api: PathClient) => Call;
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
  const context: PerformContext = {
    settings,
    tables,
    clock,
    signer: createSigner(settings.secret ?? "", hmacSha256Hex, tables.signing),
    resync: shareRunning(() => resyncClock({}, context)),
    guard: guard.check,
  };
  return {
    clientOptions: {
      baseUrl: settings.baseUrl,
      // The stand-in has what openapi-fetch touches, not all that a Request is.
      Request: CallRequest as unknown as typeof Request,
      querySerializer: () => "",
      bodySerializer: (body) => body,
    },
    middleware: createMiddleware(tables, context),
    through: (api) => createCall(api, tables),
    syncClock: (callOptions = {}) => resyncClock(callOptions, context),
    serverMs: () => clock.serverMs(),
    filters: guard.filters,
  };
}

function createMiddleware(tables: CallerTables, context: PerformContext): Middleware {
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
      return new AnswerResponse(await perform(operation, given, options, context));
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
    const operation = tables.operations[id];
    if (operation === undefined) {
      throw new TradespecError(`The spec has no operation ${id}; generate the client anew.`);
    }
    const init = { ...options, params: { query: fields } };
    const { data } = await request(operation.method, operation.path, init);
    // The spec says what an operation answers, and the generated method passes its type.
    return data as Answer;
  };
}

/** A slow answer tells the time badly; this many are asked for before the best is taken. */
const samplesMax = 3;

/** Half a round trip that leaves the timestamp well inside the window's narrower side. */
const errorMsGood = 500;

async function resyncClock(options: CallOptions, context: PerformContext): Promise<void> {
  const { tables, settings, clock } = context;
  const id = tables.timeOperation ?? "getTime";
  const operation = tables.operations[id];
  if (operation === undefined) {
    throw new TradespecError(`The spec has no operation ${id} that tells the exchange's time.`);
  }
  clock.forget();
  for (let taken = 0; taken < samplesMax && clock.state().errorMs > errorMsGood; taken += 1) {
    await takeSample(operation, options, context);
  }
  notify({ settings }, { kind: "resync", offsetMs: Math.round(clock.state().offsetMs) });
}

async function takeSample(
  operation: OperationDescriptor,
  options: CallOptions,
  context: PerformContext,
): Promise<Clock> {
  const { settings, clock } = context;
  // Its own retries would be counted into the round trip.
  const once: PerformContext = { ...context, settings: { ...settings, maxAttempts: 1 } };
  const sentMs = settings.now();
  const { value, response } = await perform(operation, {}, options, once);
  const receivedMs = settings.now();
  const time = value as { readonly serverTime?: unknown };
  if (typeof time.serverTime !== "number") {
    const details = { operation: operation.id };
    throw new UnreadableAnswerError("tells no serverTime", response.status, "", details);
  }
  clock.learn({ sentMs, receivedMs, serverMs: time.serverTime });
  return clock;
}

/** Callers that come while the work runs wait for it instead of starting it again. */
function shareRunning(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}
