/** Streams within all limits of the exchange, and what a client does at their borders. */

import { describe, expect, test } from "vitest";

import type { StreamOptions } from "../../../generated/stream-client.ts";
import { StreamRefusedError } from "../../../generated/stream-client.ts";
import { createStreamClient } from "../../../runtime/streams/client.ts";
import { clientIn, optionsIn, tables, worldOf } from "./stream-world.ts";

/** What reading a stream fails with. */
async function failureOf(events: AsyncIterable<unknown>): Promise<unknown> {
  try {
    for await (const event of events) return event;
    return "the end";
  } catch (error) {
    return error;
  }
}

const kinds = ["depth", "trade", "bookTicker", "ticker", "miniTicker"] as const;

test("5,000 streams open within all limits, and none is cut off", async () => {
  const world = worldOf({ coins: 1000 });
  const { sandbox, clock, trade } = world;
  const { streams, notices } = clientIn(world);
  const symbols = Array.from({ length: 999 }, (_, index) => `COIN${index + 1}USDT`);
  symbols.push("BTCUSDT");
  const trades = streams.trade(symbols);
  const names = kinds.flatMap((kind) => symbols.map((name) => `${name.toLowerCase()}@${kind}`));
  const all = streams.open(names);
  const plans = streams.client.plan(names);
  const subscribedAfterMs = Math.max(...plans.map((plan) => plan.subscribedAfterMs));
  await clock.run(subscribedAfterMs + 100);
  expect([names.length, plans.length, sandbox.hub.count()]).toEqual([5000, 5, 5]);
  expect(new Set(sandbox.hub.streams().keys())).toEqual(new Set(names));
  expect([trades.state(), all.state()]).toEqual(["live", "live"]);
  const ids: unknown[] = [];
  trades.each(({ t }) => ids.push(t));
  // Through a renewal of all of them.
  await clock.run(24 * 3_600_000);
  trade();
  await clock.run(0);
  expect(ids).toHaveLength(1);
  expect(new Set(sandbox.hub.streams().keys())).toEqual(new Set(names));
  const received = new Map<string, number>();
  for (const { kind } of notices) received.set(kind, (received.get(kind) ?? 0) + 1);
  expect([...received]).toEqual([
    ["connected", 5],
    ["renewed", 5],
  ]);
  streams.close();
  await clock.run(0);
  expect([clock.next(), sandbox.hub.count()]).toEqual([undefined, 0]);
});

test("W12: the 1,025th stream gets a connection, which the next ones share", async () => {
  const world = worldOf({ coins: 1100 });
  const { sandbox, clock } = world;
  const { streams, notices } = clientIn(world);
  const subscriptions = [];
  for (let index = 1; index <= 1060; index += 1) {
    subscriptions.push(streams.trade(`COIN${index}USDT`));
    // One at a time, far more often than the exchange takes messages.
    await clock.run(1);
  }
  await clock.run(600_000);
  expect([streams.client.connections(), sandbox.hub.count()]).toEqual([2, 2]);
  expect(sandbox.hub.streams().size).toBe(1060);
  expect(new Set(subscriptions.map(({ state }) => state()))).toEqual(new Set(["live"]));
  expect(notices.map(({ kind }) => kind)).toEqual(["connected", "connected"]);
  for (const { close } of subscriptions.slice(1)) close();
  await clock.run(600_000);
  expect([streams.client.connections(), sandbox.hub.streams().size]).toEqual([1, 1]);
  streams.close();
  await clock.run(0);
  expect(clock.next()).toBeUndefined();
});

test("W15: a thousand clients that are cut at once come back spread", async () => {
  const world = worldOf();
  const { sandbox, clock } = world;
  const clients = Array.from({ length: 1000 }, (_, index) =>
    clientIn(world, {}, `client ${index}`),
  );
  for (const { streams } of clients) streams.trade("BTCUSDT");
  await clock.run(100);
  expect(sandbox.hub.count()).toBe(1000);
  const cutAt = clock.now();
  for (const reader of sandbox.hub.subscribers()) reader.cut();
  const buckets: number[] = [];
  for (let second = 0, before = 0; second < 30; second += 1) {
    await clock.run(1000);
    const back = sandbox.hub.count();
    buckets.push(back - before);
    before = back;
  }
  expect(sandbox.hub.count()).toBe(1000);
  expect(Math.max(...buckets)).toBeLessThanOrEqual(150);
  expect(clock.now() - cutAt).toBe(30_000);
  for (const { streams } of clients) streams.close();
  await clock.run(0);
  expect(clock.next()).toBeUndefined();
});

describe("a stream that the exchange does not give", () => {
  test("is refused alone, whether it was asked for with others or later", async () => {
    const world = worldOf({ coins: 300 });
    const { clock } = world;
    const { streams, notices } = clientIn(world);
    const good = Array.from({ length: 300 }, (_, index) => `COIN${index + 1}USDT`);
    // One in the address, the other in a message.
    const first = streams.trade("NOCOIN");
    const many = good.map((symbol) => streams.trade(symbol));
    const bad = streams.trade("NOSUCHCOIN");
    const reading = failureOf(bad);
    await clock.run(60_000);
    expect(await reading).toBeInstanceOf(StreamRefusedError);
    expect([first.state(), bad.state()]).toEqual(["closed", "closed"]);
    expect(new Set(many.map(({ state }) => state()))).toEqual(new Set(["live"]));
    const later = streams.trade("NORTHISCOIN");
    const more = streams.bookTicker(["BTCUSDT", "ETHUSDT"]);
    await clock.run(60_000);
    expect([later.state(), more.state()]).toEqual(["closed", "live"]);
    const refused = notices.filter(({ kind }) => kind === "refused");
    const refusalOf = (name: string) =>
      `The stream ${name} is not available: code 2: stream 1 of the list does not exist; give`;
    expect(refused.map((notice) => "error" in notice && notice.error.message)).toEqual(
      ["nosuchcoin@trade", "nocoin@trade", "northiscoin@trade"].map((name) =>
        expect.stringContaining(refusalOf(name)),
      ),
    );
    streams.close();
    await clock.run(0);
    expect([clock.next(), streams.client.connections()]).toEqual([undefined, 0]);
  });
});

test("a bad address is reported, and not tried again", async () => {
  const world = worldOf();
  const { streams, notices } = clientIn(world, { url: () => "no address" });
  const reading = failureOf(streams.trade("BTCUSDT"));
  await world.clock.run(0);
  expect(String(await reading)).toContain("its address is not a WebSocket address");
  expect([streams.client.connections(), world.clock.next()]).toEqual([0, undefined]);
  expect(notices.map(({ kind }) => kind)).toEqual(["disconnected", "refused"]);
});

describe("of several hosts", () => {
  /** The sandbox behind one host only; the others fail as a test says. */
  function hosts(own: Partial<StreamOptions> = {}) {
    const world = worldOf();
    const tried: string[] = [];
    const base = optionsIn(world, "hosts");
    class Routed extends base.options.WebSocket {
      constructor(url: string) {
        const { host } = new URL(url);
        tried.push(host);
        super(host === "down" ? "ws://sandbox/nowhere" : url);
      }
    }
    const given = { url: ["ws://down/stream", "ws://up/stream"], WebSocket: Routed, ...own };
    return { ...clientIn(world, given), ...world, tried };
  }

  test("the next is taken when one does not open", async () => {
    const { streams, clock, tried } = hosts();
    const subscription = streams.trade("BTCUSDT");
    await clock.run(20_000);
    expect([tried, subscription.state()]).toEqual([["down", "up"], "live"]);
  });

  test("the next is taken when one acknowledges and sends nothing", async () => {
    const url = ["ws://silent/stream", "ws://up/stream"];
    const { streams, clock, tried, sandbox, trade } = hosts({ url, idleTimeoutMs: 30_000 });
    sandbox.faults.add({ fault: "stall", when: { count: 1 } });
    const subscription = streams.trade("BTCUSDT");
    await clock.run(100);
    trade();
    await clock.run(60_000);
    expect([tried, subscription.state()]).toEqual([["silent", "up"], "live"]);
    const reading = subscription[Symbol.asyncIterator]().next();
    trade();
    await clock.run(0);
    expect((await reading).value?.s).toBe("BTCUSDT");
  });

  test("all are opened no faster than the exchange takes connections", async () => {
    const world = worldOf({ coins: 320 });
    const { clock, sandbox } = world;
    const { streams, notices } = clientIn(world, { url: ({ name }) => `ws://${name}/stream` });
    streams.trade(Array.from({ length: 320 }, (_, index) => `COIN${index + 1}USDT`));
    await clock.run(1000);
    expect([streams.client.connections(), sandbox.hub.count()]).toEqual([320, 300]);
    await clock.run(300_000);
    expect(sandbox.hub.count()).toBe(320);
    expect(new Set(notices.map(({ kind }) => kind))).toEqual(new Set(["connected"]));
    streams.close();
    const other = clientIn(world, { url: ({ name }) => `ws://${name}/stream` }, "other").streams;
    other.trade(Array.from({ length: 320 }, (_, index) => `COIN${index + 1}USDT`));
    await clock.run(1000);
    // Some still wait for their turn.
    other.close();
    await clock.run(0);
    expect([clock.next(), sandbox.hub.count()]).toEqual([undefined, 0]);
  });

  test("each stream can have its own", async () => {
    const { streams, clock, tried } = hosts({
      url: ({ id }) => (id === "trade" ? "ws://one/stream" : "ws://two/stream"),
    });
    streams.trade(["BTCUSDT", "ETHUSDT"]);
    streams.bookTicker("BTCUSDT");
    await clock.run(100);
    expect([tried, streams.client.connections()]).toEqual([["one", "two"], 2]);
  });
});

test("a renewal that brings nothing is given up, and the old connection goes on", async () => {
  const world = worldOf();
  const { clock, sandbox, trade } = world;
  const { options, notices } = optionsIn(world, "given up");
  const limits = { ...tables.limits, lifetimeMs: 600_000 };
  const client = createStreamClient({ ...tables, limits }, options);
  const ids: number[] = [];
  client.subscribe(
    { name: "btcusdt@trade", id: "trade" },
    { event: (data) => ids.push((data as { t: number }).t) },
  );
  await clock.run(100);
  for (let step = 0; step < 700; step += 1) {
    if (sandbox.hub.count() === 2 && sandbox.faults.reached().stall === 0) {
      // Of two copies the second is the successor's.
      sandbox.faults.add({ fault: "stall", when: { nth: 2 } });
    }
    trade();
    await clock.run(1000);
  }
  expect(sandbox.faults.reached().stall).toBe(1);
  const noticeKinds = notices.map(({ kind }) => kind);
  expect(noticeKinds.slice(0, 3)).toEqual(["connected", "idle", "renewed"]);
  expect(noticeKinds).not.toContain("gap");
  expect(ids).toEqual(ids.map((_, index) => (ids[0] ?? 0) + index));
  expect(ids.length).toBeGreaterThanOrEqual(700);
  client.close();
});

test("a connection that stalls while it is renewed holds up no more than some events", async () => {
  const world = worldOf();
  const { clock, sandbox, trade } = world;
  const { options, notices } = optionsIn(world, "stalled");
  const limits = { ...tables.limits, lifetimeMs: 600_000 };
  const client = createStreamClient({ ...tables, limits }, options);
  const received: (number | "gap")[] = [];
  client.subscribe(
    { name: "btcusdt@trade", id: "trade" },
    { event: (data) => received.push((data as { t: number }).t), gap: () => received.push("gap") },
  );
  await clock.run(100);
  trade();
  await clock.run(0);
  sandbox.faults.add({ fault: "stall", when: { nth: 1 } });
  while (sandbox.hub.count() < 2) await clock.run(1000);
  for (let count = 0; count < 10_100; count += 1) trade();
  await clock.run(0);
  // More than so many do not wait, and none of them is lost.
  const [first = 0, mark, ...ids] = received;
  expect(mark).toBe("gap");
  expect(ids).toEqual(ids.map((_, index) => Number(first) + 1 + index));
  expect(ids.length).toBeGreaterThanOrEqual(10_100);
  expect(notices.map(({ kind }) => kind)).toEqual(["connected", "gap", "renewed"]);
  client.close();
});

test("streams come and go during a renewal, and lose nothing", async () => {
  const world = worldOf();
  const { clock, sandbox, trade } = world;
  const { options, notices } = optionsIn(world, "come and go");
  const limits = { ...tables.limits, lifetimeMs: 120_000 };
  const client = createStreamClient({ ...tables, limits }, options);
  const received = new Map<string, number[]>();
  const subscribe = (symbol: string): (() => void) => {
    const ids: number[] = [];
    received.set(symbol, ids);
    return client.subscribe(
      { name: `${symbol.toLowerCase()}@trade`, id: "trade" },
      { event: (data) => ids.push((data as { t: number }).t) },
    );
  };
  subscribe("BTCUSDT");
  await clock.run(100);
  let leave: (() => void) | undefined;
  let changes = 0;
  for (let step = 0; step < 6000; step += 1) {
    trade("BTCUSDT");
    trade("ETHUSDT");
    if (sandbox.hub.count() === 2 && step % 7 === 0) {
      changes += 1;
      if (leave === undefined) leave = subscribe("ETHUSDT");
      else {
        leave();
        leave = undefined;
      }
    }
    await clock.run(50 * (step % 5));
    const ids = received.get("ETHUSDT") ?? [];
    expect(ids).toEqual(ids.map((_, index) => (ids[0] ?? 0) + index));
  }
  const ids = received.get("BTCUSDT") ?? [];
  expect(ids).toEqual(ids.map((_, index) => (ids[0] ?? 0) + index));
  expect(ids.length).toBeGreaterThanOrEqual(6000);
  expect(changes).toBeGreaterThan(20);
  expect(notices.map(({ kind }) => kind)).not.toContain("gap");
  client.close();
});

test("streams come and go while a connection still asks for others", async () => {
  const world = worldOf({ coins: 1000 });
  const { clock, sandbox, trade } = world;
  const { options, notices } = optionsIn(world, "slow");
  const limits = { ...tables.limits, lifetimeMs: 120_000 };
  const client = createStreamClient({ ...tables, limits }, options);
  const subscribe = (name: string, received: number[] = [], live = (): void => undefined) => {
    const event = (data: unknown): unknown => received.push((data as { t: number }).t);
    return client.subscribe({ name, id: "trade" }, { event, live });
  };
  const leaves = Array.from({ length: 1000 }, (_, index) =>
    subscribe(`coin${index + 1}usdt@trade`),
  );
  // It is open, and has asked for a part of them.
  await clock.run(100);
  expect(sandbox.hub.streams().size).toBeLessThan(1000);
  const [early, late]: [number[], number[]] = [[], []];
  let isLive = false;
  subscribe("btcusdt@trade", early, () => {
    isLive = true;
  });
  leaves[999]?.();
  leaves[0]?.();
  expect(isLive).toBe(false);
  await clock.run(5000);
  expect(isLive).toBe(true);
  expect(sandbox.hub.streams().size).toBe(999);
  // Its successor opens, and has asked for a part of them.
  while (sandbox.hub.count() < 2) await clock.run(10);
  subscribe("ethusdt@trade", late);
  leaves[998]?.();
  const end = clock.now() + 60_000;
  while (clock.now() < end) {
    trade("BTCUSDT");
    trade("ETHUSDT");
    await clock.run(250);
  }
  expect([sandbox.hub.count(), sandbox.hub.streams().size]).toEqual([1, 999]);
  expect(notices.map(({ kind }) => kind)).toEqual(["connected", "renewed"]);
  for (const ids of [early, late]) {
    expect(ids).toEqual(ids.map((_, index) => (ids[0] ?? 0) + index));
    expect(ids.length).toBeGreaterThan(230);
  }
  client.close();
});

describe("where nothing can be asked for on an open connection", () => {
  const without = { ...tables, rules: { ...tables.rules, methods: {} } };

  test("addresses hold all streams, and each connection no more than its own holds", async () => {
    const world = worldOf({ coins: 600 });
    const { clock, sandbox } = world;
    const { options, notices } = optionsIn(world, "plain");
    const client = createStreamClient(without, options);
    for (let index = 1; index <= 600; index += 1)
      client.subscribe({ name: `coin${index}usdt@trade` }, {});
    await clock.run(0);
    expect(sandbox.hub.streams().size).toBe(600);
    expect(client.connections()).toBe(client.plan(sandbox.hub.streams().keys()).length);
    const leave = client.subscribe({ name: "btcusdt@trade" }, {});
    await clock.run(0);
    expect(sandbox.hub.streams().has("btcusdt@trade")).toBe(true);
    leave();
    expect(notices.map(({ kind }) => kind)).not.toContain("gap");
    client.close();
    await clock.run(0);
    expect([clock.next(), sandbox.hub.count()]).toEqual([undefined, 0]);
  });

  test("a silent connection is renewed, not cut", async () => {
    const world = worldOf();
    const { clock, sandbox, trade } = world;
    const { options, notices } = optionsIn(world, "plain");
    const client = createStreamClient(without, options);
    const ids: number[] = [];
    client.subscribe(
      { name: "btcusdt@trade", id: "trade" },
      { event: (data) => ids.push((data as { t: number }).t) },
    );
    await clock.run(100);
    for (let step = 0; step < 40; step += 1) {
      trade();
      await clock.run(step % 2 === 0 ? 100_000 : 1000);
    }
    expect(ids).toEqual(ids.map((_, index) => (ids[0] ?? 0) + index));
    expect(ids).toHaveLength(40);
    expect(new Set(notices.map(({ kind }) => kind))).toEqual(new Set(["connected", "renewed"]));
    expect(sandbox.hub.count()).toBe(1);
    client.close();
  });
});

test("closing at any moment of an opening leaves nothing (P37)", async () => {
  for (let steps = 0; steps < 12; steps += 1) {
    const world = worldOf();
    const { clock, sandbox } = world;
    const { streams } = clientIn(world, {}, `closed ${steps}`);
    const subscription = streams.trade(["BTCUSDT", "ETHUSDT"]);
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    streams.close();
    await clock.run(0);
    expect([clock.next(), sandbox.hub.count()]).toEqual([undefined, 0]);
    expect(await subscription[Symbol.asyncIterator]().next()).toEqual({
      value: undefined,
      done: true,
    });
    expect(() => streams.trade("BTCUSDT")).toThrow("closed");
  }
});
