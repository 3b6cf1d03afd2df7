/**
 * How connections end: refused upgrades, and a shutdown that waits for no client. Each case has a
 * sandbox of its own and mostly waits, so they run side by side.
 */

import { once } from "node:events";
import { connect, type Socket } from "node:net";

import { afterAll, expect, test, vi } from "vitest";

import { createSandbox, type RunningSandbox, startSandbox } from "../../../sandbox/index.node.ts";
import { memoryJournal } from "../support/memory-journal.ts";

vi.setConfig({ maxConcurrency: 30 });

const sockets = new Set<Socket>();
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

/** A client that never ends its side of the connection. */
async function open({ port }: RunningSandbox, bytes: string): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => {});
  sockets.add(socket);
  await once(socket, "connect");
  socket.write(bytes);
  return socket;
}

const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const upgrade = (path: string) =>
  get(
    path,
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
  );

test("a closed sandbox leaves no timer, and does nothing that a fault delayed", async () => {
  const sandbox = createSandbox({
    faults: [{ fault: "delay", ms: 60_000 }],
    maker: true,
    replay: [{ at: 5, data: {} }],
  });
  void sandbox.fetch("http://sandbox/api/v1/time");
  await sandbox.clock?.run(0);
  expect(sandbox.clock?.next()).toBeDefined();
  sandbox.close();
  expect(sandbox.clock?.next()).toBeUndefined();
});

test("a sandbox that gets no port lets go of its journal", async () => {
  const { port, close } = await startSandbox({ port: 0 });
  let closed = 0;
  const journal = { ...memoryJournal(), close: () => (closed += 1) };
  await expect(startSandbox({ port, journal })).rejects.toThrow("EADDRINUSE");
  expect(closed).toBe(1);
  await close();
});

/** Resolves when the server holds no connection any more. */
async function released(socket: Socket): Promise<void> {
  // A half-open client learns of it when it writes.
  while (!socket.destroyed) {
    socket.write("a");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const giveName =
  "give <symbol>@depth, <symbol>@trade, <symbol>@bookTicker, <symbol>@ticker, " +
  "<symbol>@miniTicker with a lowercase symbol, or an open listen key.";

const refusals: readonly (readonly [path: string, status: number, reason: string])[] = [
  ["/ws/nosuch@depth", 400, `stream 1 of the list does not exist; ${giveName}`],
  ["/ws/btcusdt@trade/nosuch@depth", 404, "streams are at /stream and /ws."],
  ["/sockets", 404, "streams are at /stream and /ws."],
];

test.concurrent.each(refusals)(
  "a refused upgrade of %s says why, and its socket closes",
  async (...row) => {
    const [path, status, msg] = row;
    const running = await startSandbox({ port: 0 });
    const socket = await open(running, upgrade(path));
    let text = "";
    socket.on("data", (chunk) => (text += chunk.toString()));
    await once(socket, "end");
    const [head = "", body = ""] = text.split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head.toLowerCase()).toContain("connection: close");
    expect(JSON.parse(body)).toEqual({ code: -1000, msg, timestamp: expect.any(Number) });
    await released(socket);
    await running.close();
  },
);

test.concurrent("the 301st attempt of an address says why as well", async () => {
  const running = await startSandbox({ port: 0 });
  for (let count = 0; count < 300; count += 1) running.sandbox.handshake("/ws", "127.0.0.1");
  const socket = await open(running, upgrade("/ws"));
  const [chunk] = (await once(socket, "data")) as [Buffer];
  expect(chunk.toString()).toMatch(/^HTTP\/1.1 429 [^]*opened too many connections/);
  await running.close();
});

/** Clients that a shutdown could wait for, and a fault that keeps them waiting. */
const clients: readonly (readonly [name: string, bytes: string])[] = [
  ["connected and silent", ""],
  ["half a request", "GET /api/v1/ti"],
  ["half a body", "POST /api/v1/order HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na"],
  ["a request that never gets a response", get("/api/v1/time")],
  ["an idle connection", get("/api/v1/depth?symbol=BTCUSDT")],
  ["garbage", "garbage\r\n\r\n"],
  ["an open stream", upgrade("/ws/btcusdt@trade")],
  ["a refused stream", upgrade("/ws/nosuch@depth")],
  ["an upgrade that never gets a response", upgrade("/ws/ethusdt@trade")],
  ["half an upgrade", upgrade("/ws").slice(0, 60)],
];

test.concurrent.each([...clients, ["all of them", ""] as const])(
  "a shutdown ends: %s",
  async (name, bytes) => {
    const running = await startSandbox({ port: 0 });
    running.sandbox.faults.add(
      { fault: "hang", when: { operation: "getTime" } },
      { fault: "handshake", how: "hang", when: { stream: "ethusdt@trade" } },
    );
    const all = name === "all of them" ? clients.map(([, sent]) => sent) : [bytes];
    for (const sent of all) {
      const socket = await open(running, sent);
      // Nothing is read, and a close frame is never answered.
      socket.pause();
    }
    await running.close();
    await expect(fetch(running.baseUrl)).rejects.toThrow();
  },
);

test.concurrent("a client that gives up on a response that never comes leaves no connection", async ({
  expect,
}) => {
  const running = await startSandbox({ port: 0 });
  running.sandbox.faults.add({ fault: "hang" });
  running.sandbox.faults.add({ fault: "handshake", how: "hang" });
  const stream = await open(running, upgrade("/ws/btcusdt@trade"));
  await expect.poll(() => running.sandbox.faults.reached().handshake).toBe(1);
  stream.end();
  await once(stream.resume(), "close");
  const [waits, gone] = [await open(running, get("/api/v1/time")), await open(running, "")];
  await expect.poll(() => running.sandbox.faults.reached().hang).toBe(1);
  gone.end(get("/api/v1/time"));
  waits.end();
  await Promise.all([once(waits.resume(), "close"), once(gone.resume(), "close")]);
  await running.close();
});

test.concurrent("a request that is being handled still gets its response, and no other after it", async () => {
  const running = await startSandbox({ port: 0 });
  running.sandbox.faults.add({ fault: "delay", ms: 100, when: { operation: "getTime" } });
  const socket = await open(running, get("/api/v1/time"));
  while (running.sandbox.faults.reached().delay === 0) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString()));
  const closed = running.close();
  await once(socket, "end");
  expect(text).toMatch(/^HTTP\/1.1 200 [^]*Connection: close[^]*serverTime/i);
  await closed;
});

test.concurrent("an upgrade whose last bytes come during the shutdown is refused", async () => {
  const running = await startSandbox({ port: 0 });
  const handshake = upgrade("/ws/btcusdt@trade");
  const socket = await open(running, get("/api/v1/time") + handshake.slice(0, 60));
  await once(socket, "data");
  const closed = running.close();
  socket.write(handshake.slice(60));
  const [chunk] = (await once(socket, "data")) as [Buffer];
  expect(chunk.toString()).toMatch(/^HTTP\/1.1 503 [^]*the exchange is shutting down/);
  socket.end();
  await closed;
});
