/** The open connections of a server: what is still to be sent on each, and how each ends. */

import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

import type { HttpResponse } from "./messages.ts";

/** How long a client has to read its last response, in milliseconds. */
const lingerMs = 1000;

/** A response, and what was asked before it on the same connection. */
interface Exchanged {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly before: ServerResponse | undefined;
}

/** Follows the connections of a server from their beginning. */
export function trackConnections(server: Server) {
  const sockets = new Set<Socket>();
  // Responses are sent in the order of their requests, so the latest stands for all.
  const latest = new WeakMap<Duplex, Exchanged>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return {
    /** A request has begun to arrive. */
    began: (request: IncomingMessage, response: ServerResponse) => {
      const before = latest.get(request.socket)?.response;
      latest.set(request.socket, { request, response, before });
    },
    /** Runs something once the complete requests of a connection have their responses. */
    afterResponses: (socket: Duplex, run: () => void) => {
      const { request, response, before } = latest.get(socket) ?? {};
      const last = request?.complete === true ? response : before;
      if (last === undefined || last.closed) run();
      else last.once("close", run);
    },
    /** Closes all connections, also those that were upgraded. */
    destroyAll: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Sends a last response and closes the connection, whether or not its client does. */
export function endWith(socket: Duplex, { status, headers, body }: HttpResponse): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const length = String(Buffer.byteLength(body));
  const lines = Object.entries({ ...headers, "Content-Length": length, Connection: "close" })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines}\r\n${body}`);
  // Unread bytes would turn the end into a reset, and the response would be lost.
  socket.resume();
  const cut = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(cut));
}
