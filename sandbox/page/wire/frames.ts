/** Records every message of the page's streams through the WebSocket class that they are given. */

import type { StreamSocket, StreamSocketClass } from "../../../runtime/streams/types.ts";
import { cutText } from "./body.ts";
import type { FrameEntry } from "./entries.ts";
import type { History } from "./history.ts";
import { readMessage } from "./messages.ts";

/** What a recorder needs. */
export interface FrameRecording {
  readonly WebSocket: StreamSocketClass;
  readonly now: () => number;
  readonly nextId: () => number;
  readonly frames: History<FrameEntry>;
}

/** The same class, whose sockets are recorded. */
export function createFrameRecorder(recording: FrameRecording): StreamSocketClass {
  const { WebSocket, now, nextId, frames } = recording;
  let connections = 0;
  const watched = (url: string): StreamSocket => {
    connections += 1;
    const connection = connections;
    const add = (frame: FrameEntry["frame"]): void => {
      frames.add({ kind: "frame", id: nextId(), connection, atMs: now(), frame });
    };
    add({ kind: "opening", url });
    const socket = new WebSocket(url);
    const addText = (direction: "in" | "out", text: string): void => {
      const { name, stream } = readMessage(text, direction);
      add({ kind: "text", direction, name, stream, body: cutText(text) });
    };
    socket.addEventListener("open", () => add({ kind: "opened" }));
    socket.addEventListener("error", () => add({ kind: "failed" }));
    socket.addEventListener("close", (event) => {
      const { code, reason } = event as CloseEvent;
      add({ kind: "closed", code, reason });
    });
    socket.addEventListener("message", (event) => {
      const { data } = event as { readonly data: unknown };
      if (typeof data === "string") addText("in", data);
      else add({ kind: "binary", bytes: data instanceof ArrayBuffer ? data.byteLength : 0 });
    });
    const send = socket.send.bind(socket);
    socket.send = (text) => {
      addText("out", text);
      send(text);
    };
    return socket;
  };
  return new Proxy(WebSocket, { construct: (_, [url]: [string]) => watched(url) });
}
