/**
 * The stream client against servers that misbehave, over real sockets. Each
 * test has a server of its own and mostly waits, so they run side by side.
 */

import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";

import { afterAll, describe, expect, test, vi } from "vitest";
import { WebSocket as NodeWebSocket, type WebSocket as ServerSocket, WebSocketServer } from "ws";

import type { StreamNotice, StreamOptions, Streams } from "../../../generated/stream-client.ts";
import { createStreams, StreamRefusedError } from "../../../generated/stream-client.ts";

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer, attempt: number) => void;

vi.setConfig({ maxConcurrency: 30 });

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

/** A server whose upgrades a test answers, and how often it was asked. */
async function hostile(upgrade: Upgrade): Promise<{ url: string; attempts: () => number }> {
  const server: Server = createServer();
  const sockets = new Set<Socket>();
  let attempts = 0;
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("upgrade", (request, socket, head) => {
    attempts += 1;
    upgrade(request, socket, head, attempts);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `ws://127.0.0.1:${port}/stream`, attempts: () => attempts };
}

/** A server that carries streams as a test says; control messages are acknowledged. */
function talking(serve: (socket: ServerSocket, attempt: number) => void): Upgrade {
  const sockets = new WebSocketServer({ noServer: true });
  return (request, socket, head, attempt) => {
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.on("error", () => undefined);
      client.on("message", (data) => {
        const { id } = JSON.parse(String(data)) as { id: number };
        client.send(JSON.stringify({ result: null, id }));
      });
      serve(client, attempt);
    });
  };
}

function given(url: string, options: Partial<StreamOptions> = {}) {
  const notices: StreamNotice[] = [];
  const streams = createStreams({
    url,
    WebSocket: NodeWebSocket,
    reconnectSpreadMs: 20,
    random: () => 0.5,
    // No busy machine takes this long: only a test that is about silence sets shorter times.
    responseTimeoutMs: 60_000,
    probeAfterMs: 60_000,
    onEvent: (notice) => notices.push(notice),
    ...options,
  });
  closers.push(() => streams.close());
  return { streams, notices };
}

const trade = (t: number): string =>
  JSON.stringify({ stream: "btcusdt@trade", data: { e: "trade", s: "BTCUSDT", t } });

/** The next event, or what reading ended with. */
async function next(streams: Streams): Promise<unknown> {
  for await (const event of streams.trade("BTCUSDT")) return event.t;
  return "end";
}

describe.concurrent("an upgrade that is refused", () => {
  test("with 401 surfaces, and is not tried again", async () => {
    const { url, attempts } = await hostile((_request, socket) => {
      socket.end("HTTP/1.1 401 No\r\nConnection: close\r\n\r\n");
    });
    const { streams } = given(url);
    await expect(next(streams)).rejects.toBeInstanceOf(StreamRefusedError);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(attempts()).toBe(1);
  });

  const passing: readonly [string, Upgrade][] = [
    ["503", (_request, socket) => socket.end("HTTP/1.1 503 No\r\nConnection: close\r\n\r\n")],
    ["a reset", (_request, socket) => (socket as Socket).resetAndDestroy()],
  ];
  test.each(passing)("with %s is tried again", async (_name, refuse) => {
    const talk = talking((socket) => setTimeout(() => socket.send(trade(1)), 5));
    const { url, attempts } = await hostile((request, socket, head, attempt) => {
      if (attempt <= 2) refuse(request, socket, head, attempt);
      else talk(request, socket, head, attempt);
    });
    const { streams } = given(url, { random: () => 0.01 });
    expect(await next(streams)).toBe(1);
    expect(attempts()).toBe(3);
  });
});

test.concurrent("times without an end are waited for without an end", async () => {
  const { url, attempts } = await hostile(
    talking((socket) => setTimeout(() => socket.send(trade(1)), 50)),
  );
  const endless = { probeAfterMs: Infinity, responseTimeoutMs: Infinity, idleTimeoutMs: 2 ** 31 };
  const { streams, notices } = given(url, endless);
  expect(await next(streams)).toBe(1);
  expect(notices.map(({ kind }) => kind)).toEqual(["connected"]);
  expect(attempts()).toBe(1);
});

test.concurrent("a broken frame has the connection replaced", async () => {
  const broken = (socket: ServerSocket) =>
    (socket as unknown as { _socket: Socket })._socket.write("zz");
  const { url, attempts } = await hostile(
    talking((socket, attempt) => {
      setTimeout(() => (attempt === 1 ? broken(socket) : socket.send(trade(5))), 10);
    }),
  );
  const { streams } = given(url);
  expect(await next(streams)).toBe(5);
  expect(attempts()).toBe(2);
});
