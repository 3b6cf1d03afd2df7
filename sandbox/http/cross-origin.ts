/** Lets pages of chosen origins call the documented operations (CORS). */

import { limits } from "../../generated/limits.ts";
import { operations } from "../../generated/operations.ts";
import { signing } from "../../generated/signing.ts";
import type { HttpRequest, HttpResponse } from "./messages.ts";

/** How long a browser may cache a preflight response, in seconds. */
const preflightAge = "600";

const exposedHeaders = [...limits.map(({ header }) => header), "Retry-After"].join(", ");

/** An origin in the form of browsers: lower case, without its scheme's default port. */
export function sentOrigin(given: string): string {
  return URL.canParse(given) ? new URL(given).origin : given;
}

/** Whether a page of one of the origins sent the request. */
export function isAllowed({ header }: HttpRequest, origins: readonly string[]): boolean {
  return origins.includes(header("origin") ?? "");
}

/** The response to a preflight request; `undefined` for any other request. */
export function preflightResponse(request: HttpRequest): HttpResponse | undefined {
  const { method, path, header } = request;
  if (method !== "OPTIONS" || header("access-control-request-method") === undefined)
    return undefined;
  const methods = Object.values<{ readonly path: string; readonly method: string }>(operations)
    .filter((operation) => operation.path === path)
    .map((operation) => operation.method);
  const headers = {
    "Access-Control-Allow-Methods": [...new Set(methods)].join(", "),
    "Access-Control-Allow-Headers": `${signing.header}, Content-Type`,
    "Access-Control-Allow-Private-Network": "true",
    "Access-Control-Max-Age": preflightAge,
  };
  return withOrigin({ status: 204, headers, body: "" }, request);
}

/** Lets the page that sent the request read the response. */
export function withOrigin(response: HttpResponse, { header }: HttpRequest): HttpResponse {
  const headers = {
    ...response.headers,
    "Access-Control-Allow-Origin": header("origin") ?? "",
    "Access-Control-Expose-Headers": exposedHeaders,
    Vary: "Origin",
  };
  return { ...response, headers };
}
