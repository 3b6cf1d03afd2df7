/** The fixture server on a port of this machine. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { createReplay } from "./fixture-server.ts";
import { keyHeader, type Recording } from "./recordings.ts";

/** A server that listens, and how to end it. */
export interface FixturePort {
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}

/** No recorded request is larger. */
const bodyBytesMax = 1024 * 1024;

/** Listens on the loopback address; port 0, the usual one, takes any that is free. */
export async function openFixturePort(
  recordings: readonly Recording[],
  port = 0,
): Promise<FixturePort> {
  const replay = createReplay(recordings);
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
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  const taken = typeof address === "object" && address !== null ? address.port : port;
  return {
    baseUrl: `http://127.0.0.1:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
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
