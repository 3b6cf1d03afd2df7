/** Adapts the platform's WebSocket and that of the package `ws` to one interface. */

import type { StreamSocket, StreamSocketClass } from "./types.ts";

export const codeNormal = 1000;

/** Close code of a connection that ended without one. */
export const codeNone = 1006;

/** `readyState` of a socket that is open. */
const stateOpen = 1;

/** Socket events other than messages of text. */
export type SocketEvent = Readonly<
  /** `ping`: arrived and was answered; only `ws` reports it. */
  | { kind: "opened" | "binaryMessage" | "ping" }
  /** `status`: of a refused upgrade; `code`: like ECONNREFUSED. Only `ws` reports them. */
  | { kind: "failed"; status: number | undefined; code?: string | undefined }
  | { kind: "closed"; code: number; reason: string }
>;

/** Callbacks of a socket; a message is UTF-8 bytes if the socket has not decoded it. */
export interface SocketListener {
  readonly message: (message: string | Uint8Array) => void;
  readonly event: (event: SocketEvent) => void;
}

/**
 * Opens a socket.
 * @throws the class's error for an address that it refuses.
 */
export function openSocket(
  WebSocket: StreamSocketClass,
  url: string,
  listener: SocketListener,
): StreamSocket {
  const socket = new WebSocket(url);
  socket.binaryType = "arraybuffer";
  socket.addEventListener("open", () => listener.event({ kind: "opened" }));
  socket.addEventListener("error", (event) => {
    const { message } = event as { readonly message?: unknown };
    const text = typeof message === "string" ? message : "";
    const [code] = /\bE[A-Z_]{3,}\b/.exec(text) ?? [];
    listener.event({ kind: "failed", status: statusIn(text), code });
  });
  socket.addEventListener("close", (event) => {
    const { code, reason } = event as { readonly code: number; readonly reason: string };
    // Deno reports 0 in place of 1006.
    listener.event({ kind: "closed", code: code === 0 ? codeNone : code, reason });
  });
  if (isWsSocket(socket)) {
    // Its message events cost an object each, and decode bytes that a consumer may want raw.
    socket.on("message", (data, isBinary) => {
      if (isBinary) listener.event({ kind: "binaryMessage" });
      else listener.message(data);
    });
    socket.on("ping", () => listener.event({ kind: "ping" }));
  } else {
    socket.addEventListener("message", (event) => {
      const { data } = event as { readonly data: unknown };
      if (typeof data === "string") listener.message(data);
      else listener.event({ kind: "binaryMessage" });
    });
  }
  return socket;
}

/** Closes a socket without waiting for a dead peer. */
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

/** Sends a message; on a closing socket it is lost, and a close event follows. */
export function sendText(socket: StreamSocket, text: string): void {
  // Browsers report such a message as an error on the console.
  if ("readyState" in socket && socket.readyState !== stateOpen) return;
  try {
    socket.send(text);
  } catch {
    // The close event reports the end.
  }
}

interface WsSocket extends StreamSocket {
  on(event: string, listener: (data: Uint8Array, isBinary: boolean) => void): void;
}

function isWsSocket(socket: StreamSocket): socket is WsSocket {
  return "on" in socket && typeof socket.on === "function" && "ping" in socket;
}

/** `ws` reports the status of a refused upgrade in its error message. */
function statusIn(message: string): number | undefined {
  // Other messages hold the port of an address, such as 443.
  const [, digits] = /\bresponse: ([45][0-9]{2})\b/.exec(message) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
