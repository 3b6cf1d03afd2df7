/** The fixture server on a port of this machine. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

import { WebSocketServer } from "ws";

import { keyHeader, type Recording } from "../recordings/recording.ts";
import type { StreamReplay } from "./replay.ts";
import { createReplay } from "./server.ts";

/** A server that listens, and how to end it. */
export interface FixturePort {
  readonly baseUrl: string;
  /** Address of the streams, in front of `/stream`. */
  readonly streamUrl: string;
  readonly close: () => Promise<void>;
}

/** No recorded request is larger. */
const bodyBytesMax = 1024 * 1024;

/**
 * Listens on the loopback address; port 0, the usual one, takes any that is free. With `streams`,
 * recorded stream sessions are opened on the same port.
 */
export async function openFixturePort(
  recordings: readonly Recording[],
  port = 0,
  streams?: StreamReplay,
): Promise<FixturePort> {
  const replay = createReplay(recordings, streams);
  const server = createServer((request, response) => {
    readBody(request).then(
      (body) => {
        const answer = replay({
          method: request.method ?? "GET",
          target: request.url ?? "/",
          hasKey: keyHeader.toLowerCase() in request.headers,
          contentType: request.headers["content-type"],
          body,
        });
        write(response, answer.status, answer.headers, answer.text);
      },
      (error: unknown) => {
        const msg = error instanceof Error ? error.message : String(error);
        write(response, 413, {}, JSON.stringify({ code: 413, msg }));
      },
    );
  });
  const sockets = streams === undefined ? undefined : serveStreams(server, streams);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  const taken = typeof address === "object" && address !== null ? address.port : port;
  return {
    baseUrl: `http://127.0.0.1:${taken}`,
    streamUrl: `ws://127.0.0.1:${taken}`,
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets?.clients ?? []) client.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Opens recorded sessions on the server's upgrades; what was not recorded is refused with 501. */
function serveStreams(server: Server, streams: StreamReplay): WebSocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: bodyBytesMax,
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without a listener a reset during the handshake ends the whole process.
    socket.on("error", () => socket.destroy());
    const opening = streams.open(request.url ?? "/");
    if (opening.kind === "refused") {
      const body = JSON.stringify({ code: 501, msg: opening.msg });
      const lines = [
        "HTTP/1.1 501 Not Implemented",
        "Content-Type: application/json",
        `Content-Length: ${Buffer.byteLength(body)}`,
        "Connection: close",
      ];
      socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      const session = opening.start({
        send: (text) => {
          if (client.readyState === client.OPEN) client.send(text);
        },
        close: (code, reason) => {
          // Some codes are only told, never sent.
          if (code === 1005) client.close();
          else if (code === 1006) client.terminate();
          else client.close(code, reason);
        },
      });
      client.on("message", (data) => session.message(String(data)));
      client.on("error", () => client.terminate());
      client.on("close", session.ended);
    });
  });
  return sockets;
}

/** Most requests have no body; those are answered without waiting for one. */
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
