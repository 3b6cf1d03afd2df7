/** Sockets of all platforms behind one interface: what each event of a socket becomes. */

import { expect, test } from "vitest";

import { openSocket, type SocketEvent } from "../../../runtime/streams/socket.ts";

class FakeSocket {
  binaryType = "";
  readonly listeners = new Map<string, (event: object) => void>();

  addEventListener(type: string, listener: (event: object) => void): void {
    this.listeners.set(type, listener);
  }

  send(): void {}

  close(): void {}
}

const rows: readonly (readonly [name: string, type: string, event: object, want: SocketEvent])[] = [
  ["an opening", "open", {}, { kind: "opened" }],
  [
    "a close with a code and a reason",
    "close",
    { code: 1013, reason: "later" },
    { kind: "closed", code: 1013, reason: "later" },
  ],
  [
    "a close without a code, as Deno reports it",
    "close",
    { code: 0, reason: "" },
    { kind: "closed", code: 1006, reason: "" },
  ],
  [
    "a refused upgrade, as ws reports it",
    "error",
    { message: "Unexpected server response: 401" },
    { kind: "failed", status: 401 },
  ],
  ["an error without a status", "error", {}, { kind: "failed", status: undefined }],
  ["a binary message", "message", { data: new ArrayBuffer(2) }, { kind: "binaryMessage" }],
];

for (const [name, type, event, want] of rows) {
  test(name, () => {
    const seen: unknown[] = [];
    const listener = {
      event: (one: SocketEvent) => seen.push(one),
      message: (text: unknown) => seen.push(text),
    };
    const socket = openSocket(FakeSocket, "ws://exchange", listener) as FakeSocket;
    expect(socket.binaryType).toBe("arraybuffer");
    socket.listeners.get(type)?.(event);
    socket.listeners.get("message")?.({ data: "text" });
    expect(seen).toEqual([want, "text"]);
  });
}
