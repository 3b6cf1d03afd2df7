/** Adapts WebSockets of the platform and of the package `ws` to one interface. */

import type { StreamSocket, StreamSocketClass } from "./types.ts";

/** The close code of an orderly end. */
export const codeNormal = 1000;

/** The close code of a connection that ended without one. */
export const codeNone = 1006;

/** Callbacks for what happens on a socket. */
export interface SocketListener {
  readonly opened: () => void;
  /** A text message, as UTF-8 bytes where the socket has not decoded it. */
  readonly message: (message: string | Uint8Array) => void;
  readonly binaryMessage: () => void;
  /** A ping arrived and was answered; only `ws` reports it. */
  readonly ping: () => void;
  /** The HTTP status of a refused upgrade, where the socket reports it. */
  readonly failed: (status: number | undefined) => void;
  readonly closed: (code: number, reason: string) => void;
}

/**
 * Opens a socket.
 * @throws what the class throws for an address that it does not accept.
 */
export function openSocket(
  WebSocket: StreamSocketClass,
  url: string,
  listener: SocketListener,
): StreamSocket {
  const socket = new WebSocket(url);
  socket.binaryType = "arraybuffer";
  socket.addEventListener("open", listener.opened);
  socket.addEventListener("error", (event) => {
    const { message } = event as { readonly message?: unknown };
    listener.failed(typeof message === "string" ? statusIn(message) : undefined);
  });
  socket.addEventListener("close", (event) => {
    const { code, reason } = event as { readonly code: number; readonly reason: string };
    // Deno reports 0 in place of 1006.
    listener.closed(code === 0 ? codeNone : code, reason);
  });
  if (isWsSocket(socket)) {
    // Its message events cost an object each, and decode the bytes that a consumer may want raw.
    socket.on("message", (data, isBinary) => {
      if (isBinary) listener.binaryMessage();
      else listener.message(data);
    });
    socket.on("ping", listener.ping);
  } else {
    socket.addEventListener("message", (event) => {
      const { data } = event as { readonly data: unknown };
      if (typeof data === "string") listener.message(data);
      else listener.binaryMessage();
    });
  }
  return socket;
}

/** Closes a socket without waiting for a peer that may be dead. */
export function closeSocket(socket: StreamSocket, isDead: boolean): void {
  try {
    if (isDead && "terminate" in socket && typeof socket.terminate === "function") {
      socket.terminate();
    } else {
      socket.close(codeNormal);
    }
  } catch {
    // The socket never opened.
  }
}

/** Sends a message; one on a socket that is closing is lost, and its close event follows. */
export function sendText(socket: StreamSocket, text: string): void {
  try {
    socket.send(text);
  } catch {
    // The close event of the socket reports the end.
  }
}

/** A socket of the package `ws`. */
interface WsSocket extends StreamSocket {
  on(event: string, listener: (data: Uint8Array, isBinary: boolean) => void): void;
}

function isWsSocket(socket: StreamSocket): socket is WsSocket {
  return "on" in socket && typeof socket.on === "function" && "ping" in socket;
}

/** `ws` names the status of a refused upgrade in its error message. */
function statusIn(message: string): number | undefined {
  const [digits] = /\b[45][0-9]{2}\b/.exec(message) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
