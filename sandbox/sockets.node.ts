/**
 * Streams over WebSocket: `/stream?streams=a/b` sends `{stream, data}`, `/ws/name` sends bare
 * messages. One reader that stops, or breaks the protocol, is cut; the others run on.
 */

import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

import { type WebSocket, WebSocketServer } from "ws";

import { connectionLimits as limits, connectionQuery } from "../generated/streams.ts";
import { bufferedBytesMax } from "./choices.ts";
import type { Sandbox } from "./index.ts";
import { answerControl } from "./streams/control.ts";
import type { StreamForm } from "./streams/hub.ts";
import { streamExists } from "./streams/names.ts";

/** Longest message that a client may send: a subscription to some hundred streams. */
const inboundBytesMax = 16_384;

/** How long clients have to answer a close before they are cut, in milliseconds. */
const closeMs = 1000;

export interface Sockets {
  /** Says good-bye to all clients; resolves when none is left. */
  readonly close: () => Promise<void>;
}

/** Serves the sandbox's streams on a server's upgrade requests. */
export function attachSockets(server: Server, sandbox: Sandbox): Sockets {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: inboundBytesMax,
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without a listener a reset during the handshake ends the whole process.
    socket.on("error", () => socket.destroy());
    const wanted = wantedStreams(request.url ?? "");
    const fault = faultOf(sandbox, wanted);
    if (wanted === undefined || fault !== undefined) {
      socket.end(`HTTP/1.1 ${fault ?? "404 Not Found"}\r\nConnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => serve(client, sandbox, wanted));
  });
  return { close: () => closeAll(sockets) };
}

interface Wanted {
  readonly form: StreamForm;
  readonly names: readonly string[];
}

function wantedStreams(target: string): Wanted | undefined {
  const url = URL.parse(target, "ws://sandbox");
  if (url === null) return undefined;
  if (url.pathname === "/stream") {
    const list = url.searchParams.get(connectionQuery.parameter) ?? "";
    const names = list.split(connectionQuery.separator).filter((name) => name !== "");
    return { form: "combined", names };
  }
  const [, top, name = "", ...rest] = url.pathname.split("/");
  if (top !== "ws" || rest.length > 0) return undefined;
  return { form: "raw", names: name === "" ? [] : [name] };
}

/** The status line of a refusal, when the wanted streams cannot be had. */
function faultOf(sandbox: Sandbox, wanted: Wanted | undefined): string | undefined {
  if (wanted === undefined) return undefined;
  const tooMany = wanted.names.length > limits.streams;
  const unknown = wanted.names.some((name) => !streamExists(sandbox.venue, name));
  return tooMany || unknown ? "400 Bad Request" : undefined;
}

function serve(client: WebSocket, sandbox: Sandbox, { form, names }: Wanted): void {
  const connection = sandbox.hub.connect((text) => {
    if (client.bufferedAmount > bufferedBytesMax) client.terminate();
    else client.send(text);
  }, form);
  connection.subscribe(names);
  const exists = (name: string): boolean => streamExists(sandbox.venue, name);
  const rules = { connection, exists, streamsMax: limits.streams };
  const inbound = createInboundCounter();
  const admit = (): boolean => {
    const admitted = inbound();
    if (!admitted) client.close(policyViolation, "too many messages");
    return admitted;
  };
  client.on("message", (data) => {
    if (admit()) client.send(answerControl(String(data), rules));
  });
  client.on("ping", admit);
  client.on("pong", admit);
  client.on("error", () => client.terminate());
  const life = setTimeout(() => client.close(goingAway, "24 hours are over"), limits.lifetimeMs);
  client.on("close", () => {
    clearTimeout(life);
    connection.close();
  });
}

const goingAway = 1001;
const policyViolation = 1008;

/** Tells of each message whether it is within what a client may send. */
function createInboundCounter(): () => boolean {
  let start = 0;
  let count = 0;
  return () => {
    const now = performance.now();
    if (now - start >= limits.inboundWindowMs) {
      start = now;
      count = 0;
    }
    count += 1;
    return count <= limits.inboundMessages;
  };
}

async function closeAll(sockets: WebSocketServer): Promise<void> {
  for (const client of sockets.clients) client.close(goingAway, "the exchange closes");
  const cut = setTimeout(() => {
    for (const client of sockets.clients) client.terminate();
  }, closeMs);
  const left = [...sockets.clients].map((client) => {
    return new Promise((resolve) => client.once("close", resolve));
  });
  await Promise.all(left);
  clearTimeout(cut);
}
