/** What clients and connections do around their reducers: order, ends, and what comes too late. */

import { expect, test } from "vitest";

import { createVirtualClock } from "../../../sandbox/exchange/clock.ts";
import { drivenClient, textOf, trade } from "./driven-sockets.ts";

const other = { name: "ethusdt@trade", id: "trade" };
const cut = { code: 1006, reason: "" };

test.each(["live", "event", "gap"] as const)(
  "a consumer may close everything in %s, and nobody is called after that",
  async (name) => {
    const { client, consumer, open, seen, clock, sockets } = drivenClient();
    const closed = (): unknown => seen.push("closed");
    client.subscribe(trade, consumer("a", { [name]: () => client.close(), closed }));
    client.subscribe(other, consumer("b", { closed }));
    const socket = await open();
    socket.text(textOf(1));
    socket.bring("close", cut);
    expect(clock.next()).toBeUndefined();
    await clock.run(60_000);
    expect([sockets.length, clock.next(), client.connections()]).toEqual([1, undefined, 0]);
    expect(seen.slice(-2)).toEqual(["closed", "closed"]);
    expect(socket.closes).toEqual([1000]);
  },
);

test("a stream that is left while another of its turn is refused gets no connection", async () => {
  const url = ({ name }: { name: string }) => (name === other.name ? "ws://x" : JSON.parse(name));
  const { client, sockets, clock } = drivenClient({ url });
  client.subscribe(trade, { refused: client.subscribe(other, {}) });
  await clock.run(0);
  expect([client.connections(), clock.next(), sockets]).toEqual([0, undefined, []]);
});

test("what a consumer subscribes to in a callback comes after what is under way", async () => {
  const { client, consumer, open, seen, clock } = drivenClient();
  let leave = (): void => undefined;
  const live = (): void => {
    seen.push("live");
    client.subscribe(other, consumer("b"));
    leave();
  };
  client.subscribe(trade, consumer("a", { live }));
  leave = client.subscribe(trade, consumer("left"));
  const socket = await open();
  await clock.run(0);
  expect(seen).toEqual(["live"]);
  expect(socket.sent.map((text) => JSON.parse(text))).toEqual([
    { method: "SUBSCRIBE", params: [other.name], id: 1 },
  ]);
  socket.text('{"result":null,"id":1}');
  socket.text(textOf(7, other.name));
  expect(seen.slice(1)).toEqual(["b live", "b 7"]);
  client.close();
});

test("sockets are opened no faster than the exchange takes them, by its clock", async () => {
  const limits = { attempts: 2, attemptsWindowMs: 1000 };
  const times: number[] = [];
  const { client, clock, sockets } = drivenClient({ url: ({ name }) => `ws://${name}` }, limits);
  for (let count = 0; count < 5; count += 1) client.subscribe({ name: `s${count}@trade` }, {});
  for (let step = 0; step < 4000; step += 1) {
    await clock.run(1);
    while (times.length < sockets.length) times.push(clock.now());
  }
  expect(times).toEqual([1, 1, 1001, 1001, 2002]);
  expect(sockets.map(({ url }) => url)).toEqual(
    [0, 1, 2, 3, 4].map((count) => `ws://s${count}@trade?streams=s${count}@trade`),
  );
  for (const name of ["y", "z", "leaves", "leaves2", "opens", "opens2", "waits"]) {
    const leave = client.subscribe({ name: `${name}@trade` }, {});
    await clock.run(0);
    if (name.startsWith("leaves")) leave();
  }
  await clock.run(1500);
  client.close();
  expect([clock.next(), sockets.length]).toEqual([undefined, 9]);
});

const probed = { probeAfterMs: 1000, responseTimeoutMs: 500, messageLengthMax: 200 };

test("a ping of ws is a sign of life, and a silent peer is ended without its answer", async () => {
  const { client, open, clock } = drivenClient(probed, {}, true);
  client.subscribe(trade, {});
  await clock.run(400);
  const socket = await open();
  for (let count = 0; count < 3; count += 1) {
    await clock.run(999);
    (socket as unknown as { ping: () => void }).ping();
  }
  await clock.run(999);
  expect(socket.sent).toEqual([]);
  await clock.run(1);
  expect(socket.sent).toHaveLength(1);
  await clock.run(499);
  expect(socket.closes).toEqual([]);
  await clock.run(1);
  expect(socket.closes).toEqual(["terminated"]);
  client.close();
});

test("a stream is passed on raw while all its consumers want it so, and read otherwise", async () => {
  const { client, consumer, open, seen, notices, clock } = drivenClient();
  const raw = (message: unknown): unknown => seen.push(message);
  client.subscribe(trade, { raw });
  const leave = client.subscribe(trade, consumer("a"));
  client.subscribe(other, consumer("b"));
  const socket = await open();
  leave();
  const broken = `{"stream":"${trade.name}","data":{`;
  socket.text(broken);
  socket.text('{"ping":1}');
  socket.text(textOf(1, other.name));
  expect(seen.slice(2)).toEqual([broken, "b 1"]);
  expect(notices.map(({ kind }) => kind)).toEqual(["connected", "invalidMessage"]);
  client.subscribe({ name: "x@trade" }, consumer("c"));
  await clock.run(0);
  socket.text('{"result":null,"id":1}');
  expect(seen.at(-1)).toEqual("c live");
  client.subscribe(trade, consumer("a"));
  socket.text(broken);
  expect(notices.map(({ kind }) => kind)).toContain("invalidMessage");
  client.close();
});

test("a connection takes as many streams as the exchange allows, and more take others", async () => {
  const { client, sockets, clock } = drivenClient({}, { streams: 3 });
  const leaves = new Map<string, () => void>();
  const subscribe = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) leaves.set(name, client.subscribe({ name: `${name}@trade` }, {}));
    await clock.run(0);
  };
  await subscribe("a", "b");
  sockets[0]?.bring("open");
  await subscribe("c", "d");
  sockets[1]?.bring("open");
  await subscribe("e");
  await subscribe("f", "g");
  sockets[2]?.bring("open");
  leaves.get("e")?.();
  await subscribe("h");
  const urls = ["a@trade/b@trade", "d@trade", "g@trade"];
  expect(sockets.map(({ url }) => url)).toEqual(urls.map((names) => `ws://x?streams=${names}`));
  expect(
    sockets.map(({ sent }) =>
      sent.map((text) => JSON.parse(text)).map(({ method, params }) => `${method} ${params}`),
    ),
  ).toEqual([
    ["SUBSCRIBE c@trade"],
    ["SUBSCRIBE e@trade", "SUBSCRIBE f@trade", "UNSUBSCRIBE e@trade", "SUBSCRIBE h@trade"],
    [],
  ]);
  for (const name of ["a", "b"]) leaves.get(name)?.();
  expect([client.connections(), sockets[0]?.closes]).toEqual([3, []]);
  leaves.get("c")?.();
  expect([client.connections(), sockets[0]?.closes]).toEqual([2, [1000]]);
  client.close();
});

test("a connection without events is left when its time is over, counted from the last one", async () => {
  const { client, open, notices, clock, sockets } = drivenClient({ idleTimeoutMs: 6000 });
  client.subscribe(trade, {});
  const first = await open();
  await clock.run(1000);
  first.bring("close", cut);
  await clock.run(5000);
  await clock.run(500);
  const second = await open();
  await clock.run(4000);
  second.text(textOf(1));
  await clock.run(5999);
  expect([sockets.length, notices.map(({ kind }) => kind)]).toEqual([
    2,
    ["connected", "gap", "disconnected", "connected"],
  ]);
  await clock.run(1);
  expect(notices.slice(4).map(({ kind }) => kind)).toEqual(["idle", "gap", "disconnected"]);
  client.close();
});

test("a process that was stopped reads what came meanwhile before it misses anything", async () => {
  let stoppedMs = 0;
  const clock = createVirtualClock(0);
  const given = { now: () => clock.now() + stoppedMs, after: clock.after, idleTimeoutMs: 10_000 };
  const { client, consumer, seen, sockets, kinds } = drivenClient(given);
  client.subscribe(trade, consumer("a"));
  await clock.run(0);
  const [socket] = sockets;
  socket?.bring("open");
  client.subscribe(other, consumer("b"));
  await clock.run(5000);
  // The reply to the subscription and an event arrive during the stop; the timers are due first.
  stoppedMs = 70_000;
  await clock.run(5000);
  socket?.text('{"result":null,"id":1}');
  socket?.text(textOf(1));
  await clock.run(9000);
  expect([seen, kinds()]).toEqual([["a live", "b live", "a 1"], "connected"]);
  // After another stop it is closed while a timer waits once more.
  stoppedMs = 140_000;
  await clock.run(1000);
  expect(clock.next()).toBe(21_000);
  client.close();
  expect(clock.next()).toBeUndefined();
});

test("a refusal of all streams reaches each that is still wanted", async () => {
  const { client, consumer, sockets, seen, clock } = drivenClient();
  let leave = (): void => undefined;
  const refused = (error: Error): void => {
    seen.push([error.name, error.message]);
    leave();
  };
  client.subscribe(trade, { refused });
  leave = client.subscribe(other, consumer("left"));
  await clock.run(0);
  sockets[0]?.bring("error", { message: "Unexpected server response: 401" });
  sockets[0]?.bring("close", cut);
  expect(seen).toEqual([
    ["StreamRefusedError", expect.stringContaining("btcusdt@trade is not available")],
  ]);
  expect([client.connections(), clock.next()]).toEqual([0, undefined]);
});

/** Two sockets of one renewal; each brings what the other does, or not. */
async function renewing() {
  const times = { overlapMs: 100, renewBeforeMs: 0, probeAfterMs: 12_000, messageLengthMax: 200 };
  const given = drivenClient(times, { lifetimeMs: 10_000 });
  const { client, consumer, open, clock, sockets } = given;
  client.subscribe(trade, consumer("a"));
  const old = await open();
  while (sockets.length < 2) await clock.run(10);
  return { ...given, old, fresh: await open() };
}

test("both sockets of a renewal bring each event once, in order, and then the new one alone", async () => {
  const { old, fresh, seen, clock, kinds, client, sockets } = await renewing();
  fresh.text(textOf(1));
  expect(seen).toEqual(["a live"]);
  old.text(textOf(1));
  fresh.text(textOf(2));
  fresh.text(textOf(3));
  expect(seen.slice(1)).toEqual(["a 1"]);
  await clock.run(100);
  expect(seen.slice(1)).toEqual(["a 1", "a 2", "a 3"]);
  expect([old.closes, fresh.closes]).toEqual([[1000], []]);
  old.text(textOf(4));
  fresh.text(textOf(3));
  fresh.text(textOf(4));
  expect(seen.slice(4)).toEqual(["a 4"]);
  await clock.run(100);
  // Copies are looked for no longer.
  fresh.text(textOf(4));
  expect(seen.slice(5)).toEqual(["a 4"]);
  old.bring("close", cut);
  expect([sockets.length, kinds()]).toEqual([2, "connected renewed"]);
  client.close();
  expect([old.closes, fresh.closes, clock.next()]).toEqual([[1000], [1000], undefined]);
});

test("a successor that ends leaves the old socket as it is, and what waited is brought by that", async () => {
  const { old, fresh, seen, clock, kinds, client, sockets } = await renewing();
  fresh.text(textOf(1));
  fresh.bring("close", cut);
  old.text(textOf(1));
  old.text(textOf(2));
  expect(seen).toEqual(["a live", "a 1", "a 2"]);
  await clock.run(20_000);
  expect([old.closes, sockets.length, kinds()]).toEqual([[], 3, "connected"]);
  client.close();
  expect(clock.next()).toBeUndefined();
});

test("events that nothing identifies are those of the old socket, then of the new one", async () => {
  const { old, fresh, seen, clock, client } = await renewing();
  const nameless = `{"stream":"${trade.name}","data":{"e":"trade","s":"BTCUSDT"}}`;
  for (const socket of [old, old, fresh]) socket.text(nameless);
  expect(seen).toEqual(["a live", "a undefined", "a undefined"]);
  await clock.run(100);
  expect(seen.slice(3)).toEqual(["a undefined"]);
  expect(old.closes).toEqual([1000]);
  client.close();
});
