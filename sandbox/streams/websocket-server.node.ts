/**
 * WebSocket connections on a port. A client that does not read or violates the protocol is
 * disconnected, and does not affect the others.
 */

import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

import * as ws from "ws";

import { bufferedBytesMax, inboundBytesMax, inboundFragmentsMax, stallMs } from "../defaults.ts";
import type { Clock } from "../exchange/clock.ts";
import { RequestError } from "../exchange/request-error.ts";
import type { HttpRequest } from "../http/messages.ts";
import { type HttpServer, headerError, headerOf } from "../http/server.node.ts";
import type { Connection, Transport } from "./connection.ts";
import type { HandshakeResult } from "./handshake.ts";
import type { Message } from "./hub.ts";
import { rules } from "./rules.ts";

/** How long clients may take to answer a close frame, in milliseconds. */
const closeMs = 1000;

export type StreamServer = ReturnType<typeof attachWebSocketServer>;

type Upgrade = HandshakeResult<{ readonly start: (client: Client) => Served }>;

/** The server's end of a connection. */
export interface Client extends Omit<Transport, "format"> {
  readonly buffered: () => number;
}

/** What a connection does that the server does not send for. */
type Served = Omit<Connection, "ping" | "pong"> & Partial<Pick<Connection, "ping" | "pong">>;

/** Serves a server's upgrade requests; `decide` takes their target and who sent them. */
export function attachWebSocketServer(
  { server, connections, end }: HttpServer,
  clock: Pick<Clock, "after">,
  decide: (target: string, from: Pick<HttpRequest, "ip" | "header">) => Upgrade,
) {
  const sockets = new ws.WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: inboundBytesMax,
    maxFragments: inboundFragmentsMax,
  });
  const batch = createWriteBatch();
  const upgrade = (request: IncomingMessage, socket: Socket, head: Buffer): void => {
    const reject = (status: number, message: string): void => {
      end(socket, new RequestError("UNKNOWN_ERROR", message, { status }));
    };
    if (!server.listening) return reject(503, "the exchange is shutting down.");
    const error = headerError(request);
    if (error !== undefined) return end(socket, error);
    const header = (name: string): string | undefined => headerOf(request, name);
    const result = decide(request.url ?? "", { ip: socket.remoteAddress ?? "", header });
    switch (result.kind) {
      case "hang":
        socket.resume().once("end", () => socket.destroy());
        return;
      case "reset":
        socket.resetAndDestroy();
        return;
      case "rejected":
        return reject(result.status, result.message);
      case "open":
        sockets.handleUpgrade(request, socket, head, (client) => {
          serve(client, { ...result, clock, socket, batch });
        });
    }
  };
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    connections.afterResponses(socket, () => upgrade(request, socket, head));
  });
  return {
    /** Sends all clients a close frame; resolves when all connections are closed. */
    close: (): Promise<void> => {
      batch.flush();
      return closeAll(sockets);
    },
  };
}

/** A client's frames, sent when the current turn ends. */
interface Outbox {
  readonly client: ws.WebSocket;
  readonly socket: Socket;
  frames: Uint8Array[];
  bytes: number;
}

/**
 * Sends the frames of one turn to a client in one write. Clients with the same messages, such as
 * all readers of a stream, share their bytes.
 */
function createWriteBatch() {
  const frames = new WeakMap<Message, Uint8Array>();
  const waiting = new Set<Outbox>();
  const flush = (): void => {
    let shared: readonly Uint8Array[] = [];
    let bytes = Buffer.concat(shared);
    for (const outbox of waiting) {
      const { client, socket, frames } = outbox;
      outbox.frames = [];
      outbox.bytes = 0;
      // A delayed message may come after the close.
      if (client.readyState !== client.OPEN) continue;
      const isShared =
        frames.length === shared.length && frames.every((frame, index) => frame === shared[index]);
      if (!isShared) [shared, bytes] = [frames, Buffer.concat(frames)];
      socket.write(bytes);
    }
    waiting.clear();
  };
  const hold = (outbox: Outbox, message: Message): void => {
    if (waiting.size === 0) process.nextTick(flush);
    waiting.add(outbox);
    const frame = frames.get(message) ?? frameOf(message);
    frames.set(message, frame);
    outbox.frames.push(frame);
    outbox.bytes += frame.byteLength;
  };
  return { hold, flush };
}

/** Exported by `ws`, but missing in its types. */
const { Sender } = ws as unknown as {
  readonly Sender: {
    readonly frame: (data: Uint8Array, options: object) => readonly Uint8Array[];
  };
};

/** A message as a frame (RFC 6455, section 5.2); server frames are equal for all clients. */
function frameOf({ bytes, isBinary = false }: Message): Uint8Array {
  const options = { fin: true, rsv1: false, opcode: isBinary ? 2 : 1, mask: false, readOnly: true };
  return Buffer.concat(Sender.frame(bytes(), options));
}

interface ClientConnection {
  readonly start: (client: Client) => Served;
  readonly clock: Pick<Clock, "after">;
  readonly socket: Socket;
  readonly batch: ReturnType<typeof createWriteBatch>;
}

function serve(client: ws.WebSocket, { start, clock, socket, batch }: ClientConnection): void {
  const watch = createStallWatch(clock, socket, () => client.terminate());
  const outbox: Outbox = { client, socket, frames: [], bytes: 0 };
  const connection = start({
    send: (message) => {
      if (outbox.bytes > bufferedBytesMax) batch.flush();
      if (socket.writableLength > bufferedBytesMax) return client.terminate();
      batch.hold(outbox, message);
      watch.start();
    },
    ping: (payload) => client.ping(payload),
    close: (code, reason) => {
      batch.flush();
      // A close without a code has this one, which must not be sent.
      client.close(code === 1005 ? undefined : code, reason);
    },
    cut: () => client.terminate(),
    buffered: () => outbox.bytes + socket.writableLength,
  });
  client.on("message", (data) => connection.message(String(data)));
  client.on("ping", () => connection.ping?.());
  client.on("pong", (payload) => connection.pong?.(String(payload)));
  // `ws` says with a code what is wrong; the client may not take it.
  client.on("error", () => setTimeout(() => client.terminate(), closeMs).unref());
  client.on("close", () => {
    watch.stop();
    connection.ended();
  });
}

/** Calls `stalled` when a client has unread data and reads nothing for too long. */
function createStallWatch({ after }: Pick<Clock, "after">, socket: Socket, stalled: () => void) {
  let cancel: (() => void) | undefined;
  const bytesRead = (): number => socket.bytesWritten - socket.writableLength;
  const watch = (): void => {
    const before = bytesRead();
    cancel = after(stallMs, () => {
      cancel = undefined;
      if (socket.writableLength === 0) return;
      if (bytesRead() === before) stalled();
      else watch();
    });
  };
  return {
    start: () => {
      if (cancel === undefined) watch();
    },
    stop: () => cancel?.(),
  };
}

async function closeAll(sockets: ws.WebSocketServer): Promise<void> {
  const { shutdown } = rules.closeCodes;
  for (const client of sockets.clients) client.close(shutdown, "the exchange is shutting down");
  const cut = setTimeout(() => {
    for (const client of sockets.clients) client.terminate();
  }, closeMs);
  const left = [...sockets.clients].map((client) => {
    return new Promise((resolve) => client.once("close", resolve));
  });
  await Promise.all(left);
  clearTimeout(cut);
}
