/** The session of user data against the sandbox, both on one virtual clock. */

import { inspect } from "node:util";

import { describe, expect, test } from "vitest";

import { createClient as createCore, operations } from "../../../generated/core.ts";
import { createWorld, units } from "./session-world.ts";

const minute = 60_000;
const market = { type: "MARKET" } as const;

/** A session that is live, and what it says from then on. */
async function given(options: Parameters<ReturnType<typeof createWorld>["open"]>[0] = {}) {
  const world = createWorld();
  const session = world.open(options);
  await world.clock.run(100);
  expect(session.state()).toBe("live");
  world.seen.length = 0;
  return { ...world, session };
}

describe("a session", () => {
  test("emits the account at the start, then events, and tracks the account", async () => {
    const world = createWorld();
    world.place({ clientOrderId: "before" });
    const session = world.open();
    expect(session.state()).toBe("starting");
    await session.whenLive();
    await world.clock.run(0);
    expect(world.words()).toEqual(["order NEW", "balances", "live"]);
    expect(world.kept(session)).toEqual(world.truth());
    world.place({ ...market, clientOrderId: "now" });
    await world.clock.run(0);
    expect(world.words().slice(3)).toEqual([
      "event NEW",
      "event TRADE",
      "event outboundAccountPosition",
    ]);
    expect(world.kept(session)).toEqual(world.truth());
    await session.close();
  });

  test("takes a client of the core with only the operations that it calls", async () => {
    const { sandbox, clock, open, place, words } = createWorld();
    const [{ apiKey, apiSecret } = { apiKey: "", apiSecret: "" }] = sandbox.accounts;
    const { createListenKey, keepAliveListenKey, closeListenKey } = operations;
    const { getOpenOrders, getOrder, getUserTrades, getAccount } = operations;
    const session = open({
      client: createCore({
        operations: {
          ...{ createListenKey, keepAliveListenKey, closeListenKey },
          ...{ getOpenOrders, getOrder, getUserTrades, getAccount },
        },
        baseUrl: "http://sandbox",
        fetch: sandbox.fetch,
        now: clock.now,
        after: clock.after,
        apiKey,
        apiSecret,
      }),
    });
    await clock.run(100);
    place({});
    await clock.run(100);
    expect(words()).toContain("event NEW");
    await session.close();
  });

  test("leaves nothing behind when it is closed, at whatever moment", async () => {
    for (let steps = 0; steps < 40; steps += 1) {
      const world = createWorld({ exchange: { clockRefreshMs: Number.POSITIVE_INFINITY } });
      world.sandbox.faults.add({ fault: "delay", ms: 10, when: {} });
      const session = world.open();
      const loop = (async () => {
        for await (const _ of session);
      })();
      session.whenLive().catch(() => undefined);
      await world.clock.run(steps * 5);
      await Promise.all([session.close(), loop, world.clock.run(20)]);
      world.streams.close();
      await world.clock.run(0);
      expect(session.state()).toBe("closed");
      expect(world.clock.next()).toBeUndefined();
      expect(world.sandbox.hub.count()).toBe(0);
      const { listenKeys, now } = world.sandbox.exchange;
      expect(listenKeys.keysOf("alice", now())).toEqual([]);
    }
  });
});

test("ends with its streams, and asks for no other key", async () => {
  const { session, sandbox, streams, clock } = await given();
  const loop = (async () => {
    for await (const _ of session);
  })();
  streams.close();
  await expect(loop).rejects.toThrow("The streams are closed; make new ones.");
  await clock.run(0);
  expect(sandbox.exchange.listenKeys.keysOf("alice", clock.now())).toEqual([]);
  expect([session.state(), clock.next()]).toEqual(["closed", undefined]);
});

describe("the listenKey", () => {
  test("that two sessions share is closed with the last of them, at whatever moment", async () => {
    for (let steps = 0; steps < 40; steps += 1) {
      const { sandbox, clock, open, place, kept, truth } = createWorld();
      sandbox.faults.add({ fault: "delay", ms: 10, spreadMs: 100, when: {} });
      const one = open();
      await clock.run(2000);
      const other = open();
      await clock.run(steps * 25);
      await Promise.all([one.close(), clock.run(2000)]);
      place({});
      await clock.run(0);
      expect([other.state(), kept(other)]).toEqual(["live", truth()]);
      await Promise.all([other.close(), clock.run(200)]);
      expect(sandbox.exchange.listenKeys.keysOf("alice", clock.now())).toEqual([]);
    }
  });

  type Given = Awaited<ReturnType<typeof given>>;
  const close = ({ sandbox, clock }: Given): void => {
    const { listenKeys } = sandbox.exchange;
    for (const key of listenKeys.keysOf("alice", clock.now())) {
      listenKeys.close("alice", key, clock.now());
    }
  };
  const failing = {
    fault: "status",
    status: 503,
    when: { operation: "keepAliveListenKey" },
  } as const;
  const silent = { fault: "dropEvent", when: { event: "listenKeyExpired" } } as const;
  const losses: readonly (readonly [string, (world: Given) => void])[] = [
    ["expired, and said so", ({ sandbox }) => sandbox.faults.add(failing)],
    ["too old, and nobody said so", ({ sandbox }) => sandbox.faults.add(failing, silent)],
    ["lost without a word", close],
    [
      "lost, which a server in front of the exchange hides",
      (world) => {
        close(world);
        world.front.answers = (method) =>
          method === "PUT" ? new Response("<html>", { status: 404 }) : undefined;
      },
    ],
    [
      "refused when the stream is opened again",
      (world) => {
        close(world);
        for (const reader of world.sandbox.hub.subscribers()) reader.cut();
      },
    ],
    [
      "replaced by one of other characters, which is lost too",
      (world) => {
        close(world);
        const answers = [Response.json({ listenKey: "a+b/c=" })];
        world.front.answers = (method) => (method === "POST" ? answers.pop() : undefined);
      },
    ],
  ];
  test.each(losses)("is renewed when it is %s", async (_name, lose) => {
    const world = await given();
    const { session, clock, sandbox, place, kept, truth, words, tradesMade, tradesReported } =
      world;
    const [before = ""] = sandbox.exchange.listenKeys.keysOf("alice", clock.now());
    lose(world);
    for (let count = 0; count < 100; count += 1) {
      await clock.run(minute);
      if (count % 10 === 0) place({ ...market, symbol: count % 20 === 0 ? "BTCUSDT" : "ETHUSDT" });
    }
    sandbox.faults.clear();
    await clock.run(10 * minute);
    expect(words()).toContain("gap");
    expect(session.state()).toBe("live");
    expect(tradesReported().toSorted()).toEqual(tradesMade().toSorted());
    expect(kept(session)).toEqual(truth());
    expect(sandbox.exchange.listenKeys.keysOf("alice", clock.now())).toHaveLength(1);
    const said = inspect([world.seen, world.notices, world.streamNotices], { depth: 20 });
    expect(said).not.toContain(before);
    await session.close();
  });
});

describe("after a cut", () => {
  test("what was missed comes from REST between gap and live", async () => {
    const world = await given({ backlogMax: 1 });
    const { session, clock, sandbox, place, execute, words, kept, truth } = world;
    place({ clientOrderId: "rests" });
    place({ clientOrderId: "ends", price: units("31000") });
    await clock.run(0);
    let looped = 0;
    session.each(async () => void (looped += 1));
    for (const reader of sandbox.hub.subscribers()) reader.cut();
    execute({ kind: "cancel", account: "alice", symbol: "BTCUSDT", clientOrderId: "ends" });
    place({ ...market, symbol: "ETHUSDT" });
    await clock.run(minute);
    const missed = "gap,order CANCELED,order FILLED,trade,balances,live";
    expect(words().slice(4).join()).toBe(missed);
    expect(kept(session)).toEqual(truth());
    await session.close();
    // Nobody can read between what comes at once, however many it is.
    expect(looped).toBe(6);
  });

  /** Trades every 100 ms from the cut on, and each call takes 400: some come between two calls. */
  async function busy(options: Parameters<typeof given>[0]) {
    const world = await given({ checkEveryMs: Number.POSITIVE_INFINITY, ...options });
    const { clock, sandbox, place } = world;
    sandbox.faults.add({ fault: "delay", ms: 400, when: {} });
    for (const reader of sandbox.hub.subscribers()) reader.cut();
    for (let count = 0; count < 150; count += 1) {
      place({ ...market, symbol: count % 2 === 0 ? "BTCUSDT" : "ETHUSDT" });
      await clock.run(100);
    }
    sandbox.faults.clear();
    await clock.run(minute);
    return world;
  }

  test.each([
    ["events that arrive during the requests are reported once, and none is lost", 10_000, 120],
    ["more events than the buffer holds cost another reconciliation, and nothing else", 30, 160],
  ])("%s", async (_name, bufferMax, tradesMax) => {
    const world = await busy({ bufferMax });
    const { session, tradesMade, tradesReported, kept, truth, words } = world;
    expect(session.state()).toBe("live");
    const trades = words().filter((word) => word === "trade").length;
    expect(trades).toBeGreaterThan(50);
    expect(trades).toBeLessThan(tradesMax);
    expect(tradesReported().toSorted()).toEqual(tradesMade().toSorted());
    expect(kept(session)).toEqual(truth());
    await session.close();
  });
});

test("a placement whose answer is lost is known by its report, without a question", async () => {
  const { sandbox, exchange, clock, session, tradesMade } = await given();
  const watch = { name: "watch", fault: "delay", ms: 0, when: { operation: "getOrder" } } as const;
  const lost = { fault: "hang", accepted: true, when: { operation: "placeOrder" } } as const;
  sandbox.faults.add(watch, lost);
  const order = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.01" } as const;
  const outcome = exchange.tryPlaceOrder(order);
  await clock.run(60_000);
  expect(await outcome).toMatchObject({ kind: "placed" });
  expect(sandbox.faults.list()[0]).toMatchObject({ name: "watch", seen: 0 });
  expect(tradesMade()).toHaveLength(1);
  await session.close();
});
