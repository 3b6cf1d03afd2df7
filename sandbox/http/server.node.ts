/** The sandbox's HTTP server on Node: limits of size and time, and errors in the envelope. */

import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";

import { bodyBytesMax } from "../defaults.ts";
import type { Clock } from "../exchange/clock.ts";
import { RequestError } from "../exchange/request-error.ts";
import { bodyTooLong, type HttpRoutes, route, servePage } from "./fetch-handler.ts";
import { type HttpRequest, type HttpResponse, whenReady } from "./messages.ts";
import { errorResponse } from "./request-handler.ts";
import { chunksOf } from "./response.ts";

/** Request line and headers together; the longest documented ones have less than 2,000 bytes. */
const headerBytesMax = 16_384;

const headersMax = 100;

/** How long a connection may be idle between two requests, in milliseconds. */
const idleMs = 60_000;

/** A server that is not listening yet. A request has to arrive within `requestMs` milliseconds. */
export function createHttpServer(routes: HttpRoutes, requestMs: number): Server {
  const server = createServer(
    {
      maxHeaderSize: headerBytesMax,
      // Less than for the whole request, so that a client with slow headers gets the 408 in time.
      headersTimeout: Math.ceil((requestMs * 2) / 3),
      requestTimeout: requestMs,
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: Math.min(1000, requestMs / 4),
      requireHostHeader: false,
      noDelay: true,
      shouldUpgradeCallback: isWebSocketUpgrade,
    },
    (request, response) => {
      // A client that still sends while the server closes gets its response, and no more.
      if (!server.listening) response.shouldKeepAlive = false;
      respond(routes, request, response);
    },
  );
  server.timeout = idleMs;
  // An `Expect` header other than "100-continue" is ignored.
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    respond(routes, request, response);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    rejectUnreadable(routes, error, socket);
  });
  return server;
}

/** Whether a request opens a WebSocket; an offer of another protocol, such as h2c, is ignored. */
function isWebSocketUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === "websocket";
}

function respond(routes: HttpRoutes, request: IncomingMessage, response: ServerResponse): void {
  response.on("error", () => response.destroy());
  const { method = "GET", url = "" } = request;
  const target = url.startsWith("/") ? url : url.replace(origin, "");
  const mark = target.indexOf("?");
  const path = mark === -1 ? target : target.slice(0, mark);
  const address = method === "GET" || method === "HEAD" ? `http://sandbox${target}` : "";
  const page = servePage(routes, path, () => {
    return URL.canParse(address) ? new Request(address, { method }) : undefined;
  });
  if (page !== undefined) {
    void sendPage(response, page);
    return;
  }
  readBody(request, (body) => {
    const ip = request.socket.remoteAddress ?? "";
    const error = headerError(request) ?? (body === undefined ? bodyTooLong() : undefined);
    if (error !== undefined) {
      response.shouldKeepAlive = false;
      send(response, errorResponse(routes.exchange, ip, error));
      return;
    }
    const read: HttpRequest = {
      method,
      path,
      query: mark === -1 ? "" : target.slice(mark + 1),
      body: body ?? "",
      header: (name) => [request.headers[name]].flat()[0],
      ip,
    };
    void whenReady(route(routes, read), (ready) => {
      if (ready.transportFault === undefined) send(response, ready);
      else sendWithFault(response, ready, routes.exchange.after);
    });
  });
}

/** Precedes the path when a client takes the sandbox for a proxy. */
const origin = /^https?:\/\/[^/?]+(?=\/)/i;

/**
 * Gives the body to `done`, or `undefined` when it is too long; nothing if the sender goes away.
 */
function readBody(request: IncomingMessage, done: (body: string | undefined) => void): void {
  const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers;
  // Most requests have no body, and waiting for its end takes as long as handling them.
  if (length === "0" && encoding === undefined) return done("");
  const chunks: Buffer[] = [];
  let read = 0;
  request.on("data", (chunk: Buffer) => {
    read += chunk.byteLength;
    if (read <= bodyBytesMax) chunks.push(chunk);
  });
  request.on("end", () => {
    done(read > bodyBytesMax ? undefined : Buffer.concat(chunks).toString("utf8"));
  });
  request.on("error", () => {});
}

/** Why the headers alone are a reason to reject a request. */
function headerError({ rawHeaders, headers, httpVersion }: IncomingMessage) {
  if (rawHeaders.length > 2 * headersMax) {
    const what = `the request has more than ${headersMax} headers.`;
    return new RequestError("TOO_MANY_PARAMETERS", what, { status: 431 });
  }
  // Node's own check would answer without the envelope.
  if (headers.host !== undefined || httpVersion === "1.0") return undefined;
  return new RequestError("UNKNOWN_ERROR", "the request has no Host header.");
}

function send(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { "Content-Length": length, ...headers });
  // A text with as many bytes as characters is ASCII, which needs no encoding.
  response.end(body, length === body.length ? "latin1" : "utf8");
}

/** Sends a response as an injected fault says: late, in part, or not at all. */
function sendWithFault(
  response: ServerResponse,
  { status, headers, body, transportFault }: HttpResponse,
  after: Clock["after"],
): void {
  const { socket } = response;
  if (transportFault?.lost === "hang" || socket === null) return;
  if (transportFault?.lost !== undefined) return closeSocket(socket, transportFault.lost);
  if (transportFault?.garble !== undefined) {
    socket.write(transportFault.garble);
    return closeSocket(socket, "drop");
  }
  const { bytes, size, everyMs, isCut } = chunksOf(body, transportFault);
  // The length announces the whole body, also where the connection is closed before its end.
  const length = transportFault?.bytes?.byteLength ?? Buffer.byteLength(body);
  response.writeHead(status, { ...headers, "Content-Length": length });
  response.flushHeaders();
  const sendFrom = (from: number): void => {
    if (response.destroyed) return;
    const to = from + size;
    response.write(bytes.subarray(from, to));
    if (to < bytes.byteLength) after(everyMs, () => sendFrom(to));
    else if (isCut) closeSocket(socket, "drop");
    else response.end();
  };
  sendFrom(0);
}

function closeSocket(socket: Socket, how: "drop" | "reset"): void {
  if (how === "reset") socket.resetAndDestroy();
  else socket.end(() => socket.destroy());
}

async function sendPage(response: ServerResponse, page: Response): Promise<void> {
  const body = Buffer.from(await page.arrayBuffer());
  const headers = Object.fromEntries(page.headers);
  response.writeHead(page.status, { ...headers, "Content-Length": body.byteLength });
  response.end(body);
}

const parserErrors: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_INVALID_URL: [400, "the address holds a character as it is that must be percent-encoded."],
  HPE_HEADER_OVERFLOW: [
    431,
    `the request line and headers are longer than ${headerBytesMax} bytes.`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "the request did not arrive in time."],
};

/** Responds to bytes that are not HTTP, and closes the connection. */
function rejectUnreadable(
  { exchange }: HttpRoutes,
  { code = "" }: NodeJS.ErrnoException,
  socket: Duplex,
): void {
  if (code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, what] = parserErrors[code] ?? [400, "the request is no readable HTTP."];
  const ip = socket instanceof Socket ? (socket.remoteAddress ?? "") : "";
  const error = new RequestError("UNKNOWN_ERROR", what, { status });
  const { headers, body } = errorResponse(exchange, ip, error);
  const lines = Object.entries({
    ...headers,
    "Content-Length": String(Buffer.byteLength(body)),
    Connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
}
