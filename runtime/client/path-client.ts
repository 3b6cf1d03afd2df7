/**
 * Calls by path, through openapi-fetch: all of a call happens in one middleware of it, so a call by
 * path is what a documented method is: check, stamp, sign, send, decode, and a typed error for
 * everything that is no success.
 */

import { TradespecError } from "../errors.ts";
import type { OperationDescriptor } from "../tables.ts";
import type { BaseClient } from "./client.ts";
import type { CallOptions } from "./options.ts";
import { AnswerResponse, asResponse, CallRequest } from "./path-parts.ts";

/** What an openapi-fetch client is made with, and used through. */
export interface PathParts {
  /** For openapi-fetch's createClient. */
  readonly clientOptions: ClientOptions;
  /** For the client's `use`; it must be the first. */
  readonly middleware: Middleware;
}

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

/** Makes the parts that let openapi-fetch call through a caller. */
export function createPathParts(caller: BaseClient): PathParts {
  return {
    clientOptions: {
      baseUrl: caller.baseUrl,
      // The stand-in has what openapi-fetch touches, not all that a Request is.
      Request: CallRequest as unknown as typeof Request,
      querySerializer: () => "",
      bodySerializer: (body) => body,
    },
    middleware: createMiddleware(caller),
  };
}

function createMiddleware(caller: BaseClient): Middleware {
  const operations = new Map<string, OperationDescriptor>();
  for (const operation of Object.values(caller.operations)) {
    operations.set(`${operation.method} ${operation.path}`, operation);
  }
  return {
    onRequest: async ({ schemaPath, request, params }) => {
      // openapi-fetch hangs the options of the call on its request.
      const options = request as CallRequest & CallOptions;
      const { method, body } = options;
      const operation = operations.get(`${method} ${schemaPath}`);
      if (operation === undefined) {
        throw new TradespecError(`The spec has no operation ${method} ${schemaPath}; see paths.`);
      }
      if (body !== undefined && !(request instanceof CallRequest)) {
        const mend = "make the openapi-fetch client with the caller's clientOptions";
        throw new TradespecError(`${operation.id}: its body was encoded too early; ${mend}.`);
      }
      const given = { query: params.query, body: bodyFields(body) };
      return asResponse(new AnswerResponse(await caller.run(operation, given, options)));
    },
  };
}

function bodyFields(body: unknown): object | undefined {
  return typeof body === "object" && body !== null ? body : undefined;
}
