/** Sockets of all platforms behind one interface: what each event of a socket becomes. */

import { expect, test } from "vitest";

import {
  closeSocket,
  openSocket,
  type SocketEvent,
  sendText,
} from "../../../runtime/streams/socket.ts";
import type { StreamSocket } from "../../../runtime/streams/types.ts";
import { FakeSocket, FakeWsSocket } from "../../support/fake-socket.ts";

const closed = (code: number, reason = ""): SocketEvent => ({ kind: "closed", code, reason });
const failed = (status?: number, code?: string): SocketEvent => ({ kind: "failed", status, code });
const refused = failed(undefined, "ECONNREFUSED");
const upgrade = "Unexpected server response: 401";

const rows: readonly (readonly [name: string, type: string, event: object, want: SocketEvent])[] = [
  ["an opening", "open", {}, { kind: "opened" }],
  ["a close", "close", { code: 1013, reason: "later" }, closed(1013, "later")],
  ["a close without a code, as of Deno", "close", { code: 0, reason: "" }, closed(1006)],
  ["a refused upgrade, as of ws", "error", { message: upgrade }, failed(401)],
  ["an error without a status", "error", {}, failed()],
  ["the port of an address", "error", { message: "connect ECONNREFUSED 192.0.2.7:443" }, refused],
  ["longer numbers", "error", { message: "response: 1401 or 4010" }, failed()],
  ["a redirect", "error", { message: "response: 302" }, failed()],
  ["no text", "error", { message: 503 }, failed()],
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

test("the package ws gives its bytes and pings by events of its own", () => {
  const seen: unknown[] = [];
  const add = (one: unknown): unknown => seen.push(one);
  const socket = openSocket(FakeWsSocket, "ws://exchange", { event: add, message: add });
  const { listeners, handlers } = socket as FakeWsSocket;
  expect(listeners.has("message")).toBe(false);
  const bytes = new Uint8Array([1]);
  handlers.get("message")?.(bytes, false);
  handlers.get("message")?.(bytes, true);
  handlers.get("ping")?.(bytes, false);
  expect(seen).toEqual([bytes, { kind: "binaryMessage" }, { kind: "ping" }]);
});

test.each([{ on: 5, ping: () => undefined }, { on: () => undefined }, { ping: () => undefined }])(
  "a socket with %o is not a socket of ws",
  (own) => {
    const Other = class extends FakeSocket {};
    Object.assign(Other.prototype, own);
    const seen: unknown[] = [];
    const add = (one: unknown): unknown => seen.push(one);
    const socket = openSocket(Other, "ws://exchange", { event: add, message: add }) as FakeSocket;
    socket.listeners.get("message")?.({ data: "text" });
    expect(seen).toEqual(["text"]);
  },
);

test("a dead peer is not waited for, where the socket can end without it", () => {
  const calls: unknown[] = [];
  const close = (...given: unknown[]): unknown => calls.push(["close", ...given]);
  const terminate = (): unknown => calls.push("terminate");
  const failing = (): never => {
    throw new Error("it never opened");
  };
  for (const [socket, isDead] of [
    [{ close, terminate }, true],
    [{ close, terminate }, false],
    [{ close }, true],
    [{ close, terminate: 5 }, true],
    [{ close: failing, terminate: failing }, true],
    [{ close: failing }, false],
  ] as const) {
    closeSocket(socket as unknown as StreamSocket, isDead);
  }
  expect(calls).toEqual(["terminate", ["close", 1000], ["close", 1000], ["close", 1000]]);
});

test("a message for a socket that is closing is lost, and nothing throws", () => {
  const sent: string[] = [];
  const send = (text: string): void => {
    sent.push(text);
    throw new Error("it is closing");
  };
  const rows: readonly (readonly [socket: object, want: readonly string[]])[] = [
    [{ send }, ["text"]],
    [{ send, readyState: 1 }, ["text"]],
    // Browsers report what these are given as an error on the console.
    [{ send, readyState: 2 }, []],
    [{ send, readyState: 3 }, []],
  ];
  for (const [socket, want] of rows) {
    sendText(socket as StreamSocket, "text");
    expect(sent.splice(0)).toEqual(want);
  }
});
