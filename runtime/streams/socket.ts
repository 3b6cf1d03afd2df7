/** Sockets of every make, listened to in one way. */

import type { StreamSocket } from "./types.ts";

/** The code of an orderly end. */
export const codeNormal = 1000;

/** The code of a connection that ended without one. */
export const codeNone = 1006;

/** What a socket tells. */
export interface SocketListener {
  readonly opened: () => void;
  readonly heard: (frame: string | Uint8Array) => void;
  /** A message that is no text. */
  readonly puzzled: () => void;
  /** A ping came and was answered; only some sockets tell. */
  readonly pinged: () => void;
  readonly failed: (words: string) => void;
  readonly closed: (code: number, reason: string) => void;
}

/** A socket of the package `ws`, which hands over bytes before it makes text of them. */
interface BytesSocket extends StreamSocket {
  on(event: string, listener: (data: Uint8Array, isBinary: boolean) => void): void;
}

/** Tells the listener of everything that happens on a socket. */
export function listen(socket: StreamSocket, listener: SocketListener): void {
  socket.binaryType = "arraybuffer";
  socket.addEventListener("open", listener.opened);
  socket.addEventListener("error", (event) => {
    const { message } = event as { readonly message?: unknown };
    listener.failed(typeof message === "string" ? message : "");
  });
  socket.addEventListener("close", (event) => {
    const { code, reason } = event as { readonly code: number; readonly reason: string };
    // Deno has 0 where others have the code of an end without one.
    listener.closed(code === 0 ? codeNone : code, reason);
  });
  if (isBytesSocket(socket)) {
    socket.on("message", (data, isBinary) => {
      if (isBinary) listener.puzzled();
      else listener.heard(data);
    });
    socket.on("ping", listener.pinged);
  } else {
    socket.addEventListener("message", (event) => {
      const { data } = event as { readonly data: unknown };
      if (typeof data === "string") listener.heard(data);
      else listener.puzzled();
    });
  }
}

function isBytesSocket(socket: StreamSocket): socket is BytesSocket {
  // The binary type has to have been taken: others that have `on` may hand over anything.
  return "on" in socket && typeof socket.on === "function" && "ping" in socket;
}

/** Closes a socket for good. A dead peer answers no good-bye; some sockets would wait for it. */
export function abandon(socket: StreamSocket, isDead: boolean): void {
  try {
    if (isDead && "terminate" in socket && typeof socket.terminate === "function") {
      socket.terminate();
    } else {
      socket.close(codeNormal);
    }
  } catch {
    // It never opened.
  }
}

/** Sends, or not when the socket is closing just now: its end comes by itself. */
export function send(socket: StreamSocket, text: string): void {
  try {
    socket.send(text);
  } catch {
    // The end of the socket tells.
  }
}

/** The status in the words of an error, for sockets that tell it there. */
export function statusIn(words: string): number | undefined {
  const [digits] = /\b[45][0-9]{2}\b/.exec(words) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
