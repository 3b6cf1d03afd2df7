/** The sandbox as a function from `Request` to `Response`. */

import { bodyBytesMax } from "../defaults.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { RequestError } from "../exchange/request-error.ts";
import type { HttpRequest, HttpResponse, RequestHandler } from "./messages.ts";
import { errorResponse, knowsPath } from "./request-handler.ts";
import { responseOf, untilAborted } from "./response.ts";

interface Caller {
  /** Address of the other end of the connection. */
  readonly ip: string;
  /** Ends the wait for the response; the request may be carried out all the same. */
  readonly signal?: AbortSignal | null | undefined;
}

/** Responds to GET and HEAD on a path beside the interface, or gives `undefined`. */
export type PageHook = (request: Request) => Response | undefined;

/**
 * Handles any request. Rejects as fetch does: when the signal is aborted, and where an injected
 * fault breaks the connection.
 */
export type FetchHandler = (request: Request, caller: Caller) => Promise<Response>;

/** What handles the requests of any transport. */
export interface HttpRoutes {
  readonly exchange: Exchange;
  /** Handles the requests of the interface. */
  readonly handleRequest: RequestHandler;
  /** Handles the requests to `controlPath`. */
  readonly handleControl: RequestHandler;
  readonly page?: PageHook | undefined;
}

/** Path of the control endpoint: `GET` shows the state, `POST` takes one command or a list. */
const controlPath = "/control";

/** Handles `Request` and `Response` by these routes. */
export function createFetchHandler(routes: HttpRoutes): FetchHandler {
  return async (request, { ip, signal }) => {
    signal?.throwIfAborted();
    const page = servePage(routes, new URL(request.url).pathname, () => request);
    if (page !== undefined) return page;
    const delivery = { after: routes.exchange.after, signal: signal ?? undefined };
    return responseOf(await untilAborted(handle(routes, request, ip), delivery.signal), delivery);
  };
}

async function handle(routes: HttpRoutes, request: Request, ip: string): Promise<HttpResponse> {
  const url = new URL(request.url);
  const body = await readBody(request);
  if (body === undefined) return errorResponse(routes.exchange, ip, bodyTooLong());
  return route(routes, {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    body,
    header: (name) => request.headers.get(name) ?? undefined,
    ip,
  });
}

/** Hands a request to the control endpoint or to the interface. */
export function route({ handleRequest, handleControl }: HttpRoutes, request: HttpRequest) {
  return request.path === controlPath ? handleControl(request) : handleRequest(request);
}

/**
 * The page hook's response to GET and HEAD on a path that is not the sandbox's own; 500 when the
 * hook throws. The `Request` is only made when the hook is called.
 */
export function servePage(
  { exchange, page }: HttpRoutes,
  path: string,
  makeRequest: () => Request | undefined,
): Response | undefined {
  if (page === undefined || path === controlPath || knowsPath(path)) return undefined;
  try {
    const request = makeRequest();
    const isRead = request?.method === "GET" || request?.method === "HEAD";
    return isRead ? page(request) : undefined;
  } catch (error) {
    exchange.report(`the page failed: ${error instanceof Error ? error.message : String(error)}`);
    return new Response("The page failed; see the log of the sandbox.", { status: 500 });
  }
}

/** The error for a body that no documented request could have. */
export function bodyTooLong(): RequestError {
  const what = `the body is longer than ${bodyBytesMax} bytes.`;
  return new RequestError("TOO_MANY_PARAMETERS", what, { status: 413 });
}

/** The body as text, or `undefined` when it is too long; stops reading as soon as that is known. */
async function readBody(request: Request): Promise<string | undefined> {
  if (request.body === null) return "";
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let text = "";
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    if (length > bodyBytesMax) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
