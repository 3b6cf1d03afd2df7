/** The fixture server on a port of this machine. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

import { WebSocketServer } from "ws";

import { checkOptions, integer } from "../../runtime/check-options.ts";
import { endWith } from "../../sandbox/http/connections.node.ts";
import { UpgradableRequest } from "../../sandbox/http/upgrades.node.ts";
import { keyHeader } from "../recordings/call-recording.ts";
import type { Recordings } from "../recordings/recordings.ts";
import { refusalOf } from "./closest-recording.ts";
import {
  createFixtureServer,
  type FixtureOptions,
  type FixtureServer,
  fixtureRules,
} from "./server.ts";

/** A listening fixture server. */
export interface FixturePort {
  readonly baseUrl: string;
  /** Address of the streams, including `/stream`. */
  readonly streamUrl: string;
  readonly close: () => Promise<void>;
}

/** Longer than any recorded request. */
const bodyBytesMax = 1024 * 1024;

/** Options of a fixture server on a port. */
export interface FixturePortOptions extends FixtureOptions {
  /** A free port when absent. */
  readonly port?: number;
}

/** Starts a fixture server on the loopback address. */
export async function openFixturePort(
  recordings: Partial<Recordings>,
  options: FixturePortOptions = {},
): Promise<FixturePort> {
  const { port = 0, ...fixtureOptions } = options;
  checkOptions("openFixturePort", options, { ...fixtureRules, port: integer(0, 65_535) });
  const fixture = createFixtureServer(recordings, fixtureOptions);
  const server = createServer({ IncomingMessage: UpgradableRequest }, (request, response) => {
    void respond(fixture, request, response);
  });
  const sockets = acceptUpgrades(server, fixture);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  const host = `127.0.0.1:${typeof address === "object" ? (address?.port ?? port) : port}`;
  return {
    baseUrl: `http://${host}`,
    streamUrl: `ws://${host}/stream`,
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  fixture: FixtureServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { status, headers, text } = fixture.respond({
      method: request.method ?? "GET",
      target: request.url ?? "/",
      hasKey: keyHeader.toLowerCase() in request.headers,
      contentType: request.headers["content-type"],
      body: await readBody(request),
    });
    write(response, status, headers, text);
  } catch (error) {
    const msg = error instanceof Error ? error.message : String(error);
    write(response, 413, {}, JSON.stringify(refusalOf(413, msg)));
  }
}

/** Connects upgrades to recorded sessions; refuses others with 501. */
function acceptUpgrades(server: Server, fixture: FixtureServer): WebSocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: bodyBytesMax,
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without a listener, a reset during the handshake would end the process.
    socket.on("error", () => socket.destroy());
    const opening = fixture.open(request.url ?? "/");
    if (opening.kind === "refused") {
      const body = JSON.stringify(refusalOf(501, opening.msg));
      return endWith(socket, {
        status: 501,
        headers: { "Content-Type": "application/json" },
        body,
      });
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      const session = opening.start({
        send: (text) => {
          if (client.readyState === client.OPEN) client.send(text);
        },
        close: (code, reason) => {
          // These two codes must not be sent.
          if (code === 1005) client.close();
          else if (code === 1006) client.terminate();
          else client.close(code, reason);
        },
      });
      client.on("message", (data) => session.message(String(data)));
      client.on("error", () => client.terminate());
      client.on("close", session.closed);
    });
  });
  return sockets;
}

/** Reads the body; does not wait if there is none, as in most requests. */
async function readBody(request: IncomingMessage): Promise<string> {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  if (coding === undefined && (length === undefined || length === "0")) return "";
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > bodyBytesMax) throw new Error(`The body is over ${bodyBytesMax} bytes; send less.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function write(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
): void {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(text) });
  response.end(text);
}
