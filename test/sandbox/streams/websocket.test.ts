/** The WebSocket class without a port: the standard interface, and the same as over the port. */

import { describe, expect, test } from "vitest";

import { inboundBytesMax } from "../../../sandbox/defaults.ts";
import { createSandbox, type Sandbox } from "../../../sandbox/index.ts";

/** What came to a socket, in its order. */
function watch(socket: WebSocket): unknown[] {
  const came: unknown[] = [];
  socket.addEventListener("open", () => came.push("open"));
  socket.addEventListener("message", ({ data }) => came.push(JSON.parse(String(data))));
  socket.addEventListener("error", () => came.push("error"));
  socket.addEventListener("close", ({ code, reason, wasClean }) => {
    came.push({ code, reason, wasClean });
  });
  return came;
}

function buy(sandbox: Sandbox): void {
  const order = { kind: "place", account: "alice", symbol: "BTCUSDT", side: "BUY" } as const;
  sandbox.exchange.execute({ ...order, type: "MARKET", quantity: 1_000_000n });
}

const settled = (sandbox: Sandbox): Promise<void> | undefined => sandbox.clock?.run(0);

test("a socket opens, receives its streams in order and closes, without a port or time", async () => {
  const sandbox = createSandbox();
  const address = "ws://sandbox/stream?streams=btcusdt@trade&streams=btcusdt@ticker";
  const socket = new sandbox.WebSocket(address);
  const came = watch(socket);
  expect([socket.readyState, socket.url, socket.protocol, socket.extensions]).toEqual([
    sandbox.WebSocket.CONNECTING,
    address,
    "",
    "",
  ]);
  await settled(sandbox);
  expect([came, socket.readyState, sandbox.hub.count()]).toEqual([["open"], socket.OPEN, 1]);
  buy(sandbox);
  expect(came).toEqual(["open"]);
  await settled(sandbox);
  expect(came.slice(1)).toEqual([
    { stream: "btcusdt@trade", data: expect.objectContaining({ e: "trade" }) },
    { stream: "btcusdt@ticker", data: expect.objectContaining({ e: "24hrTicker" }) },
  ]);
  socket.close(4000, "enough");
  expect(socket.readyState).toBe(socket.CLOSING);
  buy(sandbox);
  await settled(sandbox);
  expect(came.slice(3)).toEqual([{ code: 4000, reason: "enough", wasClean: true }]);
  expect([socket.readyState, sandbox.hub.count()]).toEqual([socket.CLOSED, 0]);
});

test("a message is as long as may be, or ends its connection", async () => {
  const sandbox = createSandbox();
  const socket = new sandbox.WebSocket("ws://sandbox/ws");
  const came = watch(socket);
  await settled(sandbox);
  socket.send(" ".repeat(inboundBytesMax));
  await settled(sandbox);
  expect(came.slice(1)).toMatchObject([{ error: { code: 3 } }]);
  socket.send(" ".repeat(inboundBytesMax + 1));
  await settled(sandbox);
  expect(came.slice(2)).toEqual([{ code: 1009, reason: "", wasClean: true }]);
});

test("control messages are carried out, whichever way they are sent", async () => {
  const sandbox = createSandbox();
  const socket = new sandbox.WebSocket("ws://sandbox/ws");
  const came = watch(socket);
  expect(() => socket.send("{}")).toThrow(expect.objectContaining({ name: "InvalidStateError" }));
  await settled(sandbox);
  const text = '{"method":"SUBSCRIBE","params":["btcusdt@trade"],"id":1}';
  socket.send(text);
  expect(socket.bufferedAmount).toBe(text.length);
  socket.send(new TextEncoder().encode('{"method":"LIST_SUBSCRIPTIONS","id":2}'));
  await settled(sandbox);
  expect(socket.bufferedAmount).toBe(0);
  expect(came.slice(1)).toEqual([
    { result: null, id: 1 },
    { result: ["btcusdt@trade"], id: 2 },
  ]);
  socket.send("x".repeat(100_000));
  await settled(sandbox);
  expect(came.at(-1)).toMatchObject({ code: 1009 });
});

test("handlers as properties are called as well, and can be taken off", async () => {
  const sandbox = createSandbox();
  const socket = new sandbox.WebSocket("ws://sandbox/ws/btcusdt@trade");
  const came: string[] = [];
  socket.onopen = () => came.push("open");
  socket.onmessage = ({ data }) => came.push(JSON.parse(String(data)).e);
  socket.onerror = () => came.push("error");
  socket.onclose = ({ code }) => came.push(`close ${code}`);
  await settled(sandbox);
  buy(sandbox);
  await settled(sandbox);
  socket.onmessage = null;
  buy(sandbox);
  socket.close();
  await settled(sandbox);
  expect(came).toEqual(["open", "trade", "close 1005"]);
});

describe("what is rejected fails as on a network: error, then close 1006", () => {
  test.each([
    "ws://sandbox/stream?streams=nosuch@depth",
    "ws://sandbox/ws/no-listen-key",
    "ws://sandbox/sockets",
  ])("%s", async (url) => {
    const sandbox = createSandbox();
    const came = watch(new sandbox.WebSocket(url));
    await settled(sandbox);
    expect(came).toEqual(["error", { code: 1006, reason: "", wasClean: false }]);
    expect(sandbox.hub.count()).toBe(0);
  });

  test("a socket that is closed before it is open", async () => {
    const sandbox = createSandbox();
    const socket = new sandbox.WebSocket("ws://sandbox/ws");
    const came = watch(socket);
    socket.close();
    await settled(sandbox);
    expect(came).toEqual(["error", { code: 1006, reason: "", wasClean: false }]);
  });
});

test("arguments are held to the standard, as the platform's own class holds them", () => {
  const { WebSocket: Ours } = createSandbox();
  const rows: readonly (readonly [string, (Class: typeof WebSocket) => unknown])[] = [
    ["SyntaxError", (Class) => new Class("no address")],
    ["SyntaxError", (Class) => new Class("ftp://sandbox/ws")],
    ["SyntaxError", (Class) => new Class("ws://sandbox/ws", ["a", "a"])],
    ["InvalidAccessError", (Class) => new Class("ws://127.0.0.1:9/ws").close(1006)],
    ["SyntaxError", (Class) => new Class("ws://127.0.0.1:9/ws").close(1000, "é".repeat(62))],
  ];
  for (const [name, act] of rows) {
    for (const Class of [Ours, WebSocket]) {
      expect(() => act(Class), String(act)).toThrow(expect.objectContaining({ name }));
    }
  }
  expect(new Ours("http://sandbox/ws").url).toBe("ws://sandbox/ws");
  expect([Ours.CONNECTING, Ours.OPEN, Ours.CLOSING, Ours.CLOSED]).toEqual([0, 1, 2, 3]);
});
