/**
 * Streams over WebSocket: `/stream?streams=a/b` sends `{stream, data}`, `/ws/name` sends bare
 * messages. One reader that stops, or breaks the protocol, is cut; the others run on.
 */

import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

import { type WebSocket, WebSocketServer } from "ws";

import { connectionRules } from "../generated/streams.ts";
import { bufferedBytesMax, inboundBytesMax, stallMs } from "./choices.ts";
import type { Sandbox } from "./index.ts";
import type { Opening } from "./streams/opening.ts";
import { openSession, type Wire } from "./streams/session.ts";
import type { Venue } from "./venue.ts";

/** How long clients have to answer a close before they are cut, in milliseconds. */
const closeMs = 1000;

type OpenedStreams = Extract<Opening, { readonly kind: "open" }>;

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
  const gatherer = createGatherer();
  // Those that a fault of the plan leaves without an answer.
  const silent = new Set<Duplex>();
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without a listener a reset during the handshake ends the whole process.
    socket.on("error", () => socket.destroy());
    const opening = sandbox.open(request.url ?? "", request.socket.remoteAddress ?? "");
    if (opening.kind === "hang") {
      silent.add(socket);
      socket.on("close", () => silent.delete(socket));
      return;
    }
    if (opening.kind === "reset") {
      (socket as Socket).resetAndDestroy();
      return;
    }
    if (opening.kind === "refused") {
      const words = STATUS_CODES[opening.status] ?? "";
      socket.end(`HTTP/1.1 ${opening.status} ${words}\r\nConnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      // A server's connection is a socket of the net, though its type says less.
      serve(client, { sandbox, socket: socket as Socket, gatherer }, opening);
    });
  });
  const close = (): Promise<void> => {
    for (const socket of silent) socket.destroy();
    return closeAll(sockets);
  };
  return { close };
}

/** Lets sockets gather what they are given until the current work is done. */
interface Gatherer {
  readonly hold: (socket: Duplex) => void;
  /** Hands on what is gathered. */
  readonly flush: () => void;
}

/** All messages of one command go out at once, which costs a fraction of sending each alone. */
function createGatherer(): Gatherer {
  const gathering = new Set<Duplex>();
  const flush = (): void => {
    for (const socket of gathering) socket.uncork();
    gathering.clear();
  };
  const hold = (socket: Duplex): void => {
    if (gathering.size === 0) process.nextTick(flush);
    if (gathering.has(socket)) return;
    gathering.add(socket);
    socket.cork();
  };
  return { hold, flush };
}

/** What one connection is served with. */
interface Service {
  readonly sandbox: Sandbox;
  readonly socket: Socket;
  readonly gatherer: Gatherer;
}

function serve(client: WebSocket, service: Service, { form, names }: OpenedStreams): void {
  const { sandbox, socket, gatherer } = service;
  const watchStall = createStallWatch(sandbox.venue, socket, () => client.terminate());
  const wire: Wire = {
    form,
    send: ({ bytes, isBinary = false }) => {
      // What a fault has delayed may come when nobody is there any more.
      if (client.readyState !== client.OPEN) return;
      if (socket.writableLength > bufferedBytesMax) gatherer.flush();
      if (socket.writableLength > bufferedBytesMax) return client.terminate();
      gatherer.hold(socket);
      client.send(bytes(), { binary: isBinary });
      watchStall.begin();
    },
    ping: (payload) => client.ping(payload),
    close: (code, reason) => client.close(code, reason),
    cut: () => client.terminate(),
  };
  const session = openSession(sandbox, wire, names);
  client.on("message", (data) => session.message(String(data)));
  client.on("ping", session.ping);
  client.on("pong", (payload) => session.pong(String(payload)));
  client.on("error", () => client.terminate());
  client.on("close", () => {
    watchStall.end();
    session.ended();
  });
}

interface StallWatch {
  /** Something was sent. */
  readonly begin: () => void;
  readonly end: () => void;
}

/** Calls `stalled` when a reader leaves something unread and takes nothing for too long. */
function createStallWatch(venue: Venue, socket: Socket, stalled: () => void): StallWatch {
  let cancel: (() => void) | undefined;
  let taken = 0;
  const takenNow = (): number => socket.bytesWritten - socket.writableLength;
  const watch = (): void => {
    taken = takenNow();
    cancel = venue.after(stallMs, () => {
      cancel = undefined;
      if (socket.writableLength === 0) return;
      if (takenNow() === taken) stalled();
      else watch();
    });
  };
  return {
    begin: () => {
      if (cancel === undefined) watch();
    },
    end: () => cancel?.(),
  };
}

const { shutdown } = connectionRules.closeCodes;

async function closeAll(sockets: WebSocketServer): Promise<void> {
  for (const client of sockets.clients) client.close(shutdown, "the exchange closes");
  const cut = setTimeout(() => {
    for (const client of sockets.clients) client.terminate();
  }, closeMs);
  const left = [...sockets.clients].map((client) => {
    return new Promise((resolve) => client.once("close", resolve));
  });
  await Promise.all(left);
  clearTimeout(cut);
}
