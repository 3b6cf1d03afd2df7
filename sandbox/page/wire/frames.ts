/** Records the page's stream messages through a wrapped WebSocket class. */

import type { StreamSocket, StreamSocketClass } from "../../../runtime/streams/types.ts";
import { cutText } from "./body.ts";
import type { FrameEntry } from "./entries.ts";
import type { History } from "./history.ts";
import { isForeign, readMessage } from "./messages.ts";

/** What a recorder needs. */
export interface FrameRecording {
  readonly WebSocket: StreamSocketClass;
  readonly now: () => number;
  readonly nextId: () => number;
  readonly frames: History<FrameEntry>;
}

/** The same class, recording its sockets. */
export function createFrameRecorder(recording: FrameRecording): StreamSocketClass {
  const { WebSocket, now, nextId, frames } = recording;
  let connections = 0;
  const watched = (url: string): StreamSocket => {
    connections += 1;
    const connection = connections;
    const add = (frame: Omit<FrameEntry, "id" | "connection" | "atMs">): void => {
      frames.add({ id: nextId(), connection, atMs: now(), ...frame });
    };
    const addEnd = (title: string, details = {}, isFaulty = false): void => {
      add({ direction: "in", name: "connection", title: `connection ${title}`, details, isFaulty });
    };
    const addText = (direction: "in" | "out", text: string): void => {
      const { name, stream } = readMessage(text, direction);
      add({ direction, name, stream, body: cutText(text), isFaulty: isForeign(name) });
    };
    add({
      direction: "out",
      name: "connection",
      title: "connection opening",
      details: { Address: url },
    });
    const socket = new WebSocket(url);
    socket.addEventListener("open", () => addEnd("opened"));
    socket.addEventListener("error", () => addEnd("failed", {}, true));
    socket.addEventListener("close", (event) => {
      const { code, reason } = event as CloseEvent;
      addEnd(`closed (${code})`, { Reason: reason || "none was given" });
    });
    socket.addEventListener("message", (event) => {
      const { data } = event as { readonly data: unknown };
      if (typeof data === "string") return addText("in", data);
      const bytes = data instanceof ArrayBuffer ? data.byteLength : 0;
      add({ direction: "in", name: "binary", bytes, isFaulty: true });
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
