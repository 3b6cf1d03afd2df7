/** Streams within all limits of the exchange, and what a client does at their borders. */

import { expect, test } from "vitest";

import { createStreamClient } from "../../../runtime/streams/client.ts";
import { clientIn, optionsIn, tables, worldOf } from "./stream-world.ts";

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
  await clock.run(3000);
  expect([names.length, sandbox.hub.count()]).toEqual([5000, 5]);
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
  expect(notices.map(({ kind }) => kind)).toEqual(
    ["connected", "renewed"].flatMap((kind) => kinds.map(() => kind)),
  );
  // Those that leave together share a control message.
  all.close();
  await clock.run(0);
  expect(sandbox.hub.streams().size).toBe(1000);
  streams.close();
  await clock.run(0);
  expect([clock.next(), sandbox.hub.count()]).toEqual([undefined, 0]);
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

test("where nothing can be asked for, addresses hold all streams", async () => {
  const without = { ...tables, rules: { ...tables.rules, methods: {} } };
  const world = worldOf({ coins: 600 });
  const { clock, sandbox } = world;
  const { options, notices } = optionsIn(world, "plain");
  const client = createStreamClient(without, options);
  for (let index = 1; index <= 600; index += 1)
    client.subscribe({ name: `coin${index}usdt@trade` }, {});
  await clock.run(0);
  expect(sandbox.hub.streams().size).toBe(600);
  expect(client.connections()).toBe(3);
  const leave = client.subscribe({ name: "btcusdt@trade" }, {});
  await clock.run(0);
  expect(sandbox.hub.streams().has("btcusdt@trade")).toBe(true);
  leave();
  expect(notices.map(({ kind }) => kind)).not.toContain("gap");
  client.close();
  await clock.run(0);
  expect([clock.next(), sandbox.hub.count()]).toEqual([undefined, 0]);
});

test("closing at any moment of an opening leaves nothing", async () => {
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
