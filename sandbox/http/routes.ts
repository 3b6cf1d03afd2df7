/** Routes a request to the interface, the admin commands or the page, if its origin may (CORS). */

import { retry } from "../../generated/errors.ts";
import { limits } from "../../generated/limits.ts";
import { signing } from "../../generated/signing.ts";
import { pageAddress } from "../defaults.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { messageOf } from "../exchange/request-error.ts";
import {
  type HttpRequest,
  type HttpResponse,
  jsonResponse,
  type RequestHandler,
  whenReady,
} from "./messages.ts";
import { isDocumented, methodsAt } from "./request-handler.ts";

/** Responds to GET and HEAD on other paths than the interface's, or returns `undefined`. */
export type PageHook = (
  path: string,
  header: HttpRequest["header"],
) => HttpResponse | undefined | Promise<HttpResponse | undefined>;

/** The handlers behind any transport. */
export interface HttpRoutes {
  readonly exchange: Exchange;
  /** Handles the requests of the interface. */
  readonly handleRequest: RequestHandler;
  /** Handles the requests to `controlPath`. */
  readonly handleControl: RequestHandler;
  readonly page?: PageHook | undefined;
  /** Origins whose pages may call the interface; none when absent. */
  readonly cors?: readonly string[] | undefined;
  /** The host name or address of the server, besides those of this machine. */
  readonly host?: string;
}

/** Path of the control endpoint: `GET` shows the state, `POST` takes one command or a list. */
const controlPath = "/control";

/** Path of the report, by `GET`. */
export const reportPath = `${controlPath}/report`;

/** Path of the WebSocket with the events of the feed. */
export const feedPath = `${controlPath}/feed`;

/** Whether an upgrade asks for the feed, and why it may not have it, if so. */
export function feedUpgrade(
  routes: Pick<HttpRoutes, "host">,
  target: string,
  { ip, header }: Pick<HttpRequest, "ip" | "header">,
) {
  const url = URL.parse(target, "ws://sandbox");
  if (url?.pathname !== feedPath) return undefined;
  const refusal = remoteRefusal(ip) ?? foreignRefusal(routes, { method: "GET", header });
  return { refusal, query: url.searchParams };
}

/**
 * The address that a request counts for. The page of the sandbox has its own, so that opening it
 * takes nothing from the limits of a bot; no script can set the headers that it is known by.
 */
export function senderOf({ ip, header }: Pick<HttpRequest, "ip" | "header">): string {
  const origin = header("origin");
  const isOwn = origin !== undefined && origin === `http://${header("host")}`;
  return isOwn || header("sec-fetch-site") === "same-origin" ? pageAddress : ip;
}

/** Handles a request. The interface is public; anything with secrets or commands is not. */
export function route(routes: HttpRoutes, request: HttpRequest) {
  const { path, ip } = request;
  if (isDocumented(path)) {
    const sender = senderOf(request);
    return handleDocumented(routes, sender === ip ? request : { ...request, ip: sender });
  }
  if (path !== controlPath && !path.startsWith(`${controlPath}/`)) {
    const isRead = request.method === "GET" || request.method === "HEAD";
    return routes.page && isRead ? pageOrError(routes, request) : routes.handleRequest(request);
  }
  const refusal = remoteRefusal(ip) ?? foreignRefusal(routes, request);
  return refusal === undefined ? routes.handleControl(request) : refuse(refusal);
}

function remoteRefusal(ip: string): string | undefined {
  return isLoopback(ip) ? undefined : "the sandbox accepts commands only from its own machine.";
}

/** Handles a request of the interface; pages of `cors` origins may send it, too. */
function handleDocumented({ cors = [], handleRequest }: HttpRoutes, request: HttpRequest) {
  if (!cors.includes(request.header("origin") ?? "")) return handleRequest(request);
  return (
    preflightResponse(request) ??
    whenReady(handleRequest(request), (response) => withOrigin(response, request))
  );
}

/** How long a browser may cache a preflight response, in seconds. */
const preflightAge = "600";

const exposedHeaders = [...limits.map(({ header }) => header), retry.header].join(", ");

/** An origin in the form of browsers: lower case, without its scheme's default port. */
export function sentOrigin(given: string): string {
  return URL.canParse(given) ? new URL(given).origin : given;
}

/** The response to a preflight request; `undefined` for any other request. */
function preflightResponse(request: HttpRequest): HttpResponse | undefined {
  const { method, path, header } = request;
  if (method !== "OPTIONS" || header("access-control-request-method") === undefined)
    return undefined;
  const headers = {
    "Access-Control-Allow-Methods": methodsAt(path).join(", "),
    "Access-Control-Allow-Headers": `${signing.header}, Content-Type`,
    "Access-Control-Allow-Private-Network": "true",
    "Access-Control-Max-Age": preflightAge,
  };
  return withOrigin({ status: 204, headers, body: "" }, request);
}

/** Lets the page that sent the request read the response. */
function withOrigin(response: HttpResponse, { header }: HttpRequest): HttpResponse {
  const headers = {
    ...response.headers,
    "Access-Control-Allow-Origin": header("origin") ?? "",
    "Access-Control-Expose-Headers": exposedHeaders,
    Vary: "Origin",
  };
  return { ...response, headers };
}

/** The page's response, or the interface's where the page has none; 500 when it fails. */
async function pageOrError(routes: HttpRoutes, request: HttpRequest): Promise<HttpResponse> {
  try {
    const found = await routes.page?.(request.path, request.header);
    if (found === undefined) return await routes.handleRequest(request);
    const refusal = foreignRefusal(routes, request);
    return refusal === undefined ? found : refuse(refusal);
  } catch (error) {
    routes.exchange.report(`the page failed: ${messageOf(error)}`);
    return jsonResponse(500, { message: "the page failed; see the log of the sandbox." });
  }
}

/** Why a request that a page of another origin caused is refused; `undefined` for any other. */
function foreignRefusal(
  routes: Pick<HttpRoutes, "host">,
  { method, header }: Pick<HttpRequest, "method" | "header">,
): string | undefined {
  const host = header("host");
  const name = host?.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
  // A foreign host name may resolve to this machine (DNS rebinding).
  if (name !== undefined && !isLoopback(name) && name !== routes.host) {
    return "the Host header does not name this machine.";
  }
  const origin = header("origin");
  const site = header("sec-fetch-site") ?? "none";
  const isOwn = site === "none" || site === "same-origin";
  // A user who follows a link sees the page; the linking page does not.
  const isLink =
    method === "GET" &&
    header("sec-fetch-mode") === "navigate" &&
    header("sec-fetch-dest") === "document";
  if ((origin === undefined || origin === `http://${host}`) && (isOwn || isLink)) return undefined;
  return "the request comes from a page of another origin.";
}

const loopback = /^(?:localhost|(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i;

function isLoopback(address: string): boolean {
  return loopback.test(address);
}

function refuse(message: string): HttpResponse {
  return jsonResponse(403, { message });
}
