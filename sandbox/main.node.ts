/** The sandbox on a port: the same exchange, reached over HTTP and WebSocket. */

import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { type AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";

import { controlPath } from "./control/http.ts";
import { sendSpoilt } from "./faults/delivery.node.ts";
import { answerRefusal, knowsPath } from "./http/answer.ts";
import { bodyTooLong, servePage } from "./http/handler.ts";
import { firstOf, headerFault, readBody } from "./http/incoming.node.ts";
import type { HttpAnswer } from "./http/message.ts";
import { Refusal } from "./http/refusal.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "./index.ts";
import { attachSockets, type Sockets } from "./sockets.node.ts";

export interface StartOptions extends SandboxOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Address to listen at; only this machine reaches the default. */
  readonly host?: string;
  /** How long a request may take to arrive, in milliseconds; 15,000 when absent. */
  readonly requestMs?: number;
}

export interface RunningSandbox {
  readonly sandbox: Sandbox;
  readonly port: number;
  /** Base addresses for a client. */
  readonly baseUrl: string;
  readonly streamUrl: string;
  /** Lets what is under way end, for at most five seconds, and frees the port. */
  readonly close: () => Promise<void>;
}

/** Request line and headers together; the longest documented ones have less than 2,000 bytes. */
const headerBytesMax = 16_384;

/** How long a client may take, in milliseconds: for the request, and between two. */
const requestMsDefault = 15_000;
const idleMs = 60_000;

/** Below the five seconds that closing may take. */
const drainMs = 4000;

/** Starts an exchange that runs by the machine's clock unless a `now` is given. */
export async function startSandbox(options: StartOptions): Promise<RunningSandbox> {
  const { port, host = "127.0.0.1", requestMs = requestMsDefault, ...rest } = options;
  const sandbox = createSandbox({ now: () => Date.now(), ...rest });
  const server = createHttpServer(sandbox, requestMs);
  const sockets = attachSockets(server, sandbox);
  await listen(server, port, host).catch((error: unknown) => {
    sandbox.close();
    throw error;
  });
  const { port: bound } = server.address() as AddressInfo;
  const authority = `${host.includes(":") ? `[${host}]` : host}:${bound}`;
  return {
    sandbox,
    port: bound,
    baseUrl: `http://${authority}`,
    streamUrl: `ws://${authority}`,
    close: async () => {
      await close(server, sockets);
      sandbox.close();
    },
  };
}

function createHttpServer(sandbox: Sandbox, requestMs: number): Server {
  const server = createServer(
    {
      maxHeaderSize: headerBytesMax,
      // Two thirds of it for the headers, so that whoever dribbles them is told so in time.
      headersTimeout: Math.ceil((requestMs * 2) / 3),
      requestTimeout: requestMs,
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: Math.min(1000, requestMs / 4),
      requireHostHeader: false,
      noDelay: true,
      shouldUpgradeCallback: opensSocket,
    },
    (request, response) => {
      // Who still sends while the server closes is answered, and then has to go.
      if (!server.listening) response.shouldKeepAlive = false;
      respond(sandbox, request, response);
    },
  );
  server.timeout = idleMs;
  // Some wait for more than "100-continue"; what they want is not known and not in the way.
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    respond(sandbox, request, response);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    refuseUnreadable(sandbox, error, socket);
  });
  return server;
}

/** Whether a request asks for a stream; an offer of another protocol, like h2c, is passed over. */
function opensSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === "websocket";
}

function respond(sandbox: Sandbox, request: IncomingMessage, response: ServerResponse): void {
  response.on("error", () => response.destroy());
  const { url = "" } = request;
  const target = url.startsWith("/") ? url : url.replace(origin, "");
  const mark = target.indexOf("?");
  const path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? "" : target.slice(mark + 1);
  const page = pageOf(sandbox, request, path);
  if (page !== undefined) {
    void sendPage(response, page);
    return;
  }
  readBody(request, (body) => {
    const ip = request.socket.remoteAddress ?? "";
    const refusal = headerFault(request);
    if (refusal !== undefined || body === undefined) {
      response.shouldKeepAlive = false;
      send(response, answerRefusal(sandbox.venue, ip, refusal ?? bodyTooLong()));
      return;
    }
    const carryOut = path === controlPath ? sandbox.keeper : sandbox.answer;
    const answer = carryOut({
      method: request.method ?? "GET",
      path,
      query,
      body,
      header: (name) => firstOf(request.headers[name]),
      ip,
    });
    const bring = (ready: HttpAnswer): void => {
      if (ready.spoilt === undefined) send(response, ready);
      else sendSpoilt(response, ready, sandbox.venue.after);
    };
    if (answer instanceof Promise) void answer.then(bring);
    else bring(answer);
  });
}

/** Stands before the path when a client takes the sandbox for a proxy. */
const origin = /^https?:\/\/[^/?]+(?=\/)/i;

/** The page at a path beside the interface. */
function pageOf(sandbox: Sandbox, request: IncomingMessage, path: string): Response | undefined {
  const { method = "", url: target = "" } = request;
  if (!["GET", "HEAD"].includes(method) || knowsPath(path)) return undefined;
  if (path === controlPath) return undefined;
  const url = URL.parse(target, "http://sandbox");
  if (url === null) return undefined;
  return servePage(sandbox.venue, sandbox.page, new Request(url, { method }));
}

function send(response: ServerResponse, { status, headers, body }: HttpAnswer): void {
  const length = Buffer.byteLength(body);
  const lines = ["Content-Length", String(length)];
  for (const name in headers) lines.push(name, headers[name] ?? "");
  response.writeHead(status, lines);
  // A text as long as its bytes is ASCII, which is written without being encoded.
  response.end(body, length === body.length ? "latin1" : "utf8");
}

async function sendPage(response: ServerResponse, page: Response): Promise<void> {
  const body = Buffer.from(await page.arrayBuffer());
  const headers = Object.fromEntries(page.headers);
  response.writeHead(page.status, { ...headers, "Content-Length": body.byteLength });
  response.end(body);
}

const wordsOfParserFault: Readonly<Record<string, string>> = {
  HPE_INVALID_URL: "the address holds a character as it is that must be percent-encoded.",
  HPE_HEADER_OVERFLOW: `the request line and headers are longer than ${headerBytesMax} bytes.`,
  ERR_HTTP_REQUEST_TIMEOUT: "the request did not arrive in time.",
};

const statusOfParserFault: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers bytes that are no HTTP request, and closes the connection. */
function refuseUnreadable(sandbox: Sandbox, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code = "" } = error;
  const status = statusOfParserFault[code] ?? 400;
  const what = wordsOfParserFault[code] ?? "the request is no readable HTTP.";
  const refusal = new Refusal("UNKNOWN_ERROR", what, { status });
  const ip = socket instanceof Socket ? (socket.remoteAddress ?? "") : "";
  const { headers, body } = answerRefusal(sandbox.venue, ip, refusal);
  const lines = Object.entries({
    ...headers,
    "Content-Length": String(Buffer.byteLength(body)),
    Connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function close(server: Server, sockets: Sockets): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  await sockets.close();
  server.closeIdleConnections();
  await closed;
  clearTimeout(cut);
}
