/** The open connections of a server: their pending responses, and how each ends. */

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

import type { HttpResponse } from "./messages.ts";
import { http } from "./upgrades.node.ts";

/** How long a client may take to read its last response, in milliseconds. */
const lingerMs = 1000;

/** A request on a connection, its response, and the requests before it. */
interface Exchanged {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly before: ServerResponse | undefined;
}

export function trackConnections(server: Server) {
  const sockets = new Set<Socket>();
  // Responses are sent in order, so the latest one stands for all.
  const latest = new WeakMap<Duplex, Exchanged>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    // Node removes its own for upgrades and tunnels; then a reset would end the process.
    socket.on("error", () => socket.destroy());
  });
  return {
    /** A request starts to arrive. */
    began: (request: IncomingMessage, response: ServerResponse) => {
      const before = latest.get(request.socket)?.response;
      latest.set(request.socket, { request, response, before });
    },
    /** Runs something once all complete requests of a connection have their responses. */
    afterResponses: (socket: Duplex, run: () => void) => {
      const { request, response, before } = latest.get(socket) ?? {};
      const last = request?.complete === true ? response : before;
      if (last === undefined || last.closed) run();
      else last.once("close", run);
    },
    /** Closes all connections, upgraded ones included. */
    destroyAll: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Sends a last response and closes the connection, even if the client does not. */
export function endWith(socket: Duplex, { status, headers, body }: HttpResponse): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const length = String(Buffer.byteLength(body));
  const lines = Object.entries({ ...headers, "Content-Length": length, Connection: "close" })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ""}\r\n${lines}\r\n${body}`);
  // Unread bytes would turn the close into a reset, and the response would be lost.
  socket.resume();
  const cut = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(cut));
}
