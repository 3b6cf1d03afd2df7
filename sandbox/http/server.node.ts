/** An HTTP server on Node: size limits, timeouts, and a response to whatever arrives. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

import { bodyBytesMax } from "../defaults.ts";
import type { Clock } from "../exchange/clock.ts";
import { RequestError } from "../exchange/request-error.ts";
import { endWith, trackConnections } from "./connections.node.ts";
import {
  bodyTooLong,
  chunksOf,
  type HttpResponse,
  type RequestHandler,
  whenReady,
} from "./messages.ts";
import { http, UpgradableRequest } from "./upgrades.node.ts";

/** Request line and headers together; the longest documented ones are under 2,000 bytes. */
const headerBytesMax = 16_384;

const headersMax = 100;

/** How long a connection may be idle between two requests, in milliseconds. */
const idleMs = 60_000;

export interface Responder {
  readonly handle: RequestHandler;
  /** The response to a request that cannot be handled, from an address. */
  readonly refuse: (error: RequestError, ip: string) => HttpResponse;
  /** Timers of the responses with an injected fault. */
  readonly after: Clock["after"];
}

export type HttpServer = ReturnType<typeof createHttpServer>;

/** Makes a server that is not listening yet. A request must arrive within `requestMs`. */
export function createHttpServer(responder: Responder, requestMs: number) {
  const server = http.createServer({
    maxHeaderSize: headerBytesMax,
    headersTimeout: requestMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(1000, Math.ceil(requestMs / 4)),
    requireHostHeader: false,
    noDelay: true,
    IncomingMessage: UpgradableRequest,
    // From Node 24.12 on: no stream for a request without a body, which saves a tenth of its time.
    optimizeEmptyRequests: true,
  });
  server.timeout = idleMs;
  // A client that has half-closed still gets its responses.
  Object.assign(server, { httpAllowHalfOpen: true });
  const connections = trackConnections(server);
  // `Expect` headers other than "100-continue" are ignored.
  for (const event of ["request", "checkExpectation"]) {
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      connections.began(request, response);
      response.on("error", destroy);
      respond(responder, response, (ready) => {
        // A closing server still responds, once per client.
        if (!server.listening) response.shouldKeepAlive = false;
        if (ready.transportFault === undefined) send(response, ready);
        else sendWithFault(response, ready, responder.after);
      });
    });
  }
  /** Ends a connection with an error as its last response. */
  const end = (socket: Socket, error: RequestError): void => {
    const response = responder.refuse(error, socket.remoteAddress ?? "");
    connections.afterResponses(socket, () => endWith(socket, response));
  };
  const unreadable = new WeakSet<Socket>();
  server.on("clientError", ({ code = "" }: NodeJS.ErrnoException, socket: Socket) => {
    if (unreadable.has(socket)) return;
    unreadable.add(socket);
    const [status, what] = parserErrors[code] ?? [400, "the request is not valid HTTP."];
    end(socket, new RequestError("UNKNOWN_ERROR", what, { status }));
  });
  // Without a listener, the connection closes before earlier requests get their responses.
  server.on("connect", (_: IncomingMessage, socket: Socket) => {
    end(socket, new RequestError("UNKNOWN_ERROR", "this server is no proxy.", { status: 405 }));
  });
  return { server, connections, end };
}

function respond(
  { handle, refuse }: Responder,
  response: ServerResponse,
  done: (response: HttpResponse) => void,
): void {
  const { req: request } = response;
  const { method = "GET", url = "", socket } = request;
  const ip = socket.remoteAddress ?? "";
  readBody(request, (body) => {
    const error = headerError(request) ?? (body === undefined ? bodyTooLong() : undefined);
    if (error !== undefined) return done(refuse(error, ip));
    const [origin = "", authority] = originForm.exec(url) ?? [];
    const target = url.slice(origin.length);
    const mark = target.indexOf("?");
    const read = {
      method,
      path: mark === -1 ? target : target.slice(0, mark),
      query: mark === -1 ? "" : target.slice(mark + 1),
      body: body ?? "",
      header: (name: string) =>
        name === "host" ? (authority ?? request.headers.host) : headerOf(request, name),
      ip,
      // A client that gives up ends its side; few do so and go on reading.
      onLeave: (run: () => void) => {
        socket.once("end", run).once("close", run);
        response.once("close", () => socket.off("end", run).off("close", run));
      },
    };
    void whenReady(handle(read), done);
  });
}

/** A header by its lower-case name; of several, the first. */
export function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "object" ? value[0] : value;
}

/** The prefix of the path when a client uses the server as a proxy; it overrides Host. */
const originForm = /^https?:\/\/([^/?]+)(?=\/)/i;

/** Passes the body to `done`, or `undefined` when it is too long; nothing if the sender leaves. */
function readBody(request: IncomingMessage, done: (body: string | undefined) => void): void {
  const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers;
  // Most requests have no body, and waiting for its end would double their time.
  if (length === "0" && encoding === undefined) return done("");
  const chunks: Buffer[] = [];
  let read = 0;
  request.on("data", (chunk: Buffer) => {
    read += chunk.byteLength;
    if (read <= bodyBytesMax) chunks.push(chunk);
  });
  request.on("end", () => {
    const [first = noBytes] = chunks;
    const whole = chunks.length > 1 ? Buffer.concat(chunks) : first;
    done(read > bodyBytesMax ? undefined : whole.toString("utf8"));
  });
}

const noBytes = Buffer.alloc(0);

/** Destroys the connection of a response that cannot be sent. */
function destroy(this: ServerResponse): void {
  this.destroy();
}

/** The error in the request line and the headers, if any. */
export function headerError({ rawHeaders, httpVersion, headers, url = "" }: IncomingMessage) {
  if (!versions.has(httpVersion)) {
    const what = "the request is in another version of HTTP; send HTTP/1.1.";
    return new RequestError("UNKNOWN_ERROR", what, { status: 505 });
  }
  if (rawHeaders.length > 2 * headersMax) {
    const what = `the request has more than ${headersMax} headers.`;
    return new RequestError("TOO_MANY_PARAMETERS", what, { status: 431 });
  }
  // Node's own check would respond without the envelope.
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && hostName.test(name)).length;
  if (hosts > 1 || (hosts === 0 && httpVersion !== "1.0")) {
    const count = hosts === 0 ? "no Host header" : "more than one Host header";
    return new RequestError("UNKNOWN_ERROR", `the request has ${count}.`);
  }
  const [, authority = ""] = originForm.exec(url) ?? [];
  if ([headers.host ?? "", authority].every(hasPossiblePort)) return undefined;
  return new RequestError("UNKNOWN_ERROR", "the Host of the request has an impossible port.");
}

/** The versions that responses are readable in; Node also parses 0.9 and 2.0. */
const versions: ReadonlySet<string> = new Set(["1.0", "1.1"]);

/** Whether the text after the host is a port, or there is none. */
function hasPossiblePort(host: string): boolean {
  const [, port = ""] = /^(?:\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(host) ?? [];
  return /^\d*$/.test(port) && Number(port) <= portMax;
}

const portMax = 65_535;

const hostName = /^host$/i;

function send(response: ServerResponse, { status, headers, body, bytes }: HttpResponse): void {
  const length = bytes?.byteLength ?? Buffer.byteLength(body);
  // A list is written as it is; an object would be read into the response first.
  const lines: string[] = [];
  for (const name in headers) lines.push(name, headers[name] ?? "");
  // An injected fault may have set another one.
  if (!lines.some((name) => /^content-length$/i.test(name)))
    lines.push("Content-Length", String(length));
  response.writeHead(status, lines);
  // A text as long as its bytes is ASCII, which the socket takes without encoding it.
  response.end(bytes ?? body, length === body.length ? "latin1" : "utf8");
}

/** Sends a response with an injected fault: late, partly, or not at all. */
function sendWithFault(response: ServerResponse, ready: HttpResponse, after: Clock["after"]): void {
  const { socket } = response;
  const { lost, garble } = ready.transportFault ?? {};
  if (socket === null) return;
  if (lost === "hang") {
    // Nothing will be sent, so nothing keeps the connection of a client that left.
    if (socket.readableEnded) socket.destroy();
    else socket.once("end", () => socket.destroy());
    return;
  }
  if (lost !== undefined) return closeSocket(socket, lost);
  if (garble !== undefined) {
    socket.write(garble);
    return closeSocket(socket, "drop");
  }
  const { bytes, length, size, everyMs, isCut } = chunksOf(ready);
  response.writeHead(ready.status, { ...ready.headers, "Content-Length": length });
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

/** The errors of bytes that are not HTTP, by the parser's code. */
const parserErrors: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_INVALID_URL: [400, "the address contains a character that must be percent-encoded."],
  HPE_HEADER_OVERFLOW: [
    431,
    `the request line and headers are longer than ${headerBytesMax} bytes.`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "the request did not arrive in time."],
};
