/** Connections over a real port: pings, refusals, and readers that stop. */

import { once } from "node:events";
import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";

import { connectionRules } from "../../../generated/streams.ts";
import { inboundBytesMax, stallMs } from "../../../sandbox/defaults.ts";
import { createVirtualClock, type VirtualClock } from "../../../sandbox/exchange/clock.ts";
import { type RunningSandbox, startSandbox } from "../../../sandbox/index.node.ts";

const { pings, closeCodes } = connectionRules;

let clock: VirtualClock;
let running: RunningSandbox;

beforeEach(async () => {
  clock = createVirtualClock(Date.UTC(2024, 0, 15));
  running = await startSandbox({ port: 0, clock });
});

afterEach(() => running.close());

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

async function open(path: string, options: { readonly autoPong?: boolean } = {}) {
  const socket = new WebSocket(`${running.streamUrl}${path}`, options);
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  socket.on("error", () => {});
  await once(socket, "open");
  return { socket, closed };
}

const upgrade =
  "GET /ws/btcusdt@trade HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
  "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/** Lets what is on its way arrive. */
const arrive = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Sends one message on btcusdt@trade. */
function trade(): void {
  const order = { kind: "place", account: "bob", symbol: "BTCUSDT", type: "MARKET" } as const;
  const side = (rounds += 1) % 2 === 0 ? "SELL" : "BUY";
  running.sandbox.exchange.execute({ ...order, side, quantity: 10_000n });
}

let rounds = 0;

describe("by the sandbox's clock", () => {
  test("a client that has read all stays connected, however long nothing comes", async () => {
    const { socket, closed } = await open("/ws/btcusdt@trade");
    trade();
    await once(socket, "message");
    for (let count = 0; count < 3; count += 1) clock.advance(stallMs);
    trade();
    expect(await Promise.race([once(socket, "message"), closed])).toHaveLength(2);
  });

  test("a client that responds to pings stays connected, and one that does not is closed", async () => {
    const [awake, asleep] = [await open("/ws"), await open("/ws", { autoPong: false })];
    for (let time = 0; time < pings.answeredWithinMs; time += pings.everyMs) {
      const asked = [awake, asleep].map(({ socket }) => once(socket, "ping"));
      clock.advance(pings.everyMs);
      await Promise.all(asked);
      // A second ping and its pong go the same way as the first pong, and behind it.
      awake.socket.ping();
      await once(awake.socket, "pong");
    }
    clock.advance(pings.everyMs);
    expect(await asleep.closed).toBe(closeCodes.unansweredPing);
    expect(awake.socket.readyState).toBe(WebSocket.OPEN);
    awake.socket.terminate();
  });

  test("a storm of pings ends its own connection only", async () => {
    const [loud, quiet] = [await open("/ws"), await open("/ws/btcusdt@trade")];
    for (let count = 0; count < 50; count += 1) loud.socket.ping();
    expect(await loud.closed).toBe(closeCodes.inboundExcess);
    const received = once(quiet.socket, "message");
    trade();
    await received;
    quiet.socket.terminate();
  });
});

test("resets in the middle of an upgrade affect no other client, however many", async () => {
  const quiet = await open("/ws/btcusdt@trade");
  await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const rude = connect(running.port, "127.0.0.1");
      rude.on("error", () => {});
      rude.write(upgrade.slice(0, index % 2 === 0 ? upgrade.length : index), () => {
        rude.resetAndDestroy();
      });
      await once(rude, "close");
    }),
  );
  const received = once(quiet.socket, "message");
  trade();
  await received;
  await expect.poll(() => running.sandbox.hub.count()).toBe(1);
  quiet.socket.terminate();
});

test("bad frames end only their own connection", async () => {
  const quiet = await open("/ws/btcusdt@trade");
  for (const bytes of [Buffer.from([0x83, 0x00]), Buffer.from([0x81, 0x01, 0x61])]) {
    // A frame of a client must be masked, and the first kind is reserved.
    const rude = connect(running.port, "127.0.0.1");
    rude.write(upgrade);
    await once(rude, "data");
    rude.write(bytes);
    await once(rude.resume(), "close");
  }
  const received = once(quiet.socket, "message");
  trade();
  await received;
  quiet.socket.terminate();
});

test.each(["", "/", "/0", "/17"])("on /ws%s, streams are bare and subscribed to", async (rest) => {
  const { socket } = await open(`/ws${rest}`);
  const came: unknown[] = [];
  socket.on("message", (data) => came.push(JSON.parse(String(data))));
  const ask = async (method: string, params?: readonly string[]) => {
    const reply = once(socket, "message");
    socket.send(JSON.stringify({ method, ...(params && { params }), id: 1 }));
    await reply;
  };
  await ask("LIST_SUBSCRIPTIONS");
  await ask("SUBSCRIBE", ["btcusdt@trade"]);
  const event = once(socket, "message");
  trade();
  await event;
  await ask("UNSUBSCRIBE", ["btcusdt@trade"]);
  trade();
  await ask("LIST_SUBSCRIPTIONS");
  expect(came).toEqual([
    { result: [], id: 1 },
    { result: null, id: 1 },
    expect.objectContaining({ e: "trade", s: "BTCUSDT" }),
    { result: null, id: 1 },
    { result: [], id: 1 },
  ]);
  socket.terminate();
});

describe("one message in many frames", () => {
  const list = '{"method":"LIST_SUBSCRIPTIONS","id":1}';

  test.each([
    ["256 frames, empty ones included", [...list, ...Array<string>(256 - list.length).fill("")]],
    ["two long frames", [list, " ".repeat(inboundBytesMax - list.length)]],
  ])("in %s is carried out", async (_, frames) => {
    const { socket } = await open("/ws");
    for (const [index, frame] of frames.entries()) {
      socket.send(frame, { fin: index === frames.length - 1 });
    }
    const [data] = (await once(socket, "message")) as [Buffer];
    expect(JSON.parse(data.toString())).toEqual({ result: [], id: 1 });
    socket.terminate();
  });

  test.each([
    ["empty frames", "", 257, 1008],
    ["short frames", "a", 257, 1008],
    ["long frames", "a".repeat(1024), 65, 1009],
    ["a frame that is too long", "a".repeat(inboundBytesMax + 1), 1, 1009],
  ])("that never ends is closed after so many: %s", async (_, frame, most, code) => {
    const { socket, closed } = await open("/ws/btcusdt@trade");
    for (let count = 1; count < most; count += 1) socket.send(frame, { fin: false });
    trade();
    expect(await Promise.race([once(socket, "message"), closed])).toHaveLength(2);
    socket.send(frame, { fin: false });
    expect(await closed).toBe(code);
    await expect.poll(() => running.sandbox.hub.count()).toBe(0);
  });

  test("that never ends is cut where the client does not take the code", async () => {
    const { socket } = await open("/ws");
    socket.pause();
    for (let count = 0; count < 300; count += 1) socket.send("", { fin: false });
    await expect.poll(() => running.sandbox.hub.count(), { timeout: 5000 }).toBe(0);
    socket.terminate();
  });
});

test("a message of the last moment comes before the end", async () => {
  const { socket, closed } = await open("/ws/btcusdt@trade");
  let count = 0;
  socket.on("message", () => (count += 1));
  trade();
  void running.close();
  expect([await closed, count]).toEqual([closeCodes.shutdown, 1]);
});

test("each reader gets the messages of its streams, and all of them before it is closed", async () => {
  const { hub } = running.sandbox;
  const readers = await Promise.all(
    (["trade", "trade", "bookTicker", "depth"] as const).flatMap((stream) =>
      (["raw", "combined"] as const).map(async (format) => {
        const name = `btcusdt@${stream}`;
        const path = format === "raw" ? `/ws/${name}` : `/stream?streams=${name}`;
        const { socket, closed } = await open(path);
        const received: string[] = [];
        socket.on("message", (data) => received.push(String(data)));
        const sent: string[] = [];
        const ended = (): void => {};
        const local = { format, send: ({ text }: { readonly text: string }) => sent.push(text) };
        hub.connect({ ...local, close: ended, cut: ended }).subscribe([name]);
        return { received, sent, closed };
      }),
    ),
  );
  trade();
  for (const subscriber of hub.subscribers()) subscriber.close(closeCodes.shutdown, "");
  for (const { received, sent, closed } of readers) {
    expect(await closed).toBe(closeCodes.shutdown);
    expect(sent).toHaveLength(1);
    expect(received).toEqual(sent);
  }
});

describe("clients that stop reading", () => {
  /** Messages are made long, so that the system's own buffers fill up soon. */
  async function stuckReaders(count: number, bytes: number) {
    running.sandbox.faults.add({ fault: "replaceEvent", text: `"${"x".repeat(bytes - 2)}"` });
    const readers = [];
    for (let index = 0; index < count; index += 1) {
      const reader = await open("/ws/btcusdt@trade");
      reader.socket.pause();
      readers.push(reader.socket);
    }
    return readers;
  }

  test("a hundred are cut at the bound, memory stays, and the others read on", async () => {
    const stuck = await stuckReaders(100, 100_000);
    const { socket: reader } = await open("/ws/btcusdt@trade");
    let read = 0;
    reader.on("message", () => (read += 1));
    let sent = 0;
    const bound = 100 * 1_200_000;
    const before = process.memoryUsage().arrayBuffers;
    const waiting = (): number => {
      // What has been sent may not be collected yet, and is freed in the background.
      if (process.memoryUsage().arrayBuffers - before > bound) collectGarbage();
      return process.memoryUsage().arrayBuffers - before;
    };
    while (running.sandbox.hub.count() > 1 && sent < 300) {
      trade();
      sent += 1;
      await expect.poll(() => read, { interval: 1 }).toBe(sent);
      // At most a MiB and one message for each waits; it is shared, or it would be far more.
      await expect.poll(waiting, { interval: 1 }).toBeLessThan(bound);
    }
    expect(running.sandbox.hub.count()).toBe(1);
    const after = process.memoryUsage().rss;
    for (let count = 0; count < 100; count += 1) {
      trade();
      sent += 1;
      await expect.poll(() => read, { interval: 1 }).toBe(sent);
    }
    collectGarbage();
    expect(process.memoryUsage().rss - after).toBeLessThan(64 * 1_048_576);
    for (const socket of [reader, ...stuck]) socket.terminate();
  });

  test("one that leaves little unread is cut within ten seconds", async () => {
    const sentUntilCut = async (passMs: number): Promise<number> => {
      const [stuck] = await stuckReaders(1, 16_384);
      let sent = 0;
      for (; running.sandbox.hub.count() > 0 && sent < 2000; sent += 1) {
        trade();
        await arrive();
        clock.advance(passMs);
      }
      stuck?.terminate();
      return sent;
    };
    // While the clock stands, it is the 1 MiB that cuts: 64 messages beyond the system's buffers.
    const byBytes = await sentUntilCut(0);
    const bySeconds = await sentUntilCut(1000);
    expect(byBytes).toBeGreaterThan(64);
    expect(bySeconds).toBeLessThan(byBytes - 32);
  });
});
