/** Books on the stream client, over the whole stack: client, network of faults, exchange. */

import { expect, test } from "vitest";

import { createClient } from "../../../generated/index.ts";
import { type LocalOrderBook, watchOrderBook } from "../../../generated/order-book.ts";
import type { StreamOptions } from "../../../generated/stream-client.ts";
import { createStreamClient } from "../../../runtime/streams/client.ts";
import { levelsOf } from "../../../sandbox/engine/book.ts";
import { decimal } from "../../../sandbox/handlers/records.ts";
import type { FaultKind, FaultRule } from "../../../sandbox/index.ts";
import { openOrders } from "../../sandbox/support/orders-of.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";
import type { StreamWorld } from "../streams/stream-world.ts";
import { chance, clientIn, optionsIn, tables, worldOf } from "../streams/stream-world.ts";

const symbol = "COIN1USDT";
const one = 100_000_000n;

/** A world with a symbol that only alice and bob trade, and its book at every update id. */
function bookWorld() {
  const world = worldOf({ coins: 2 });
  const { exchange } = world.sandbox;
  for (const account of ["alice", "bob"]) {
    for (const asset of ["COIN1", "COIN2"]) {
      exchange.execute({ kind: "deposit", account, asset, amount: 1_000_000n * one });
    }
  }
  const books = new Map<string, string>();
  const keep = (name: string): void => {
    const market = exchange.state.markets.get(name);
    if (market === undefined) throw new Error("there is no market");
    const side = (which: "BUY" | "SELL"): string[] =>
      levelsOf(market, which)
        .map(({ price, quantity }) => `${decimal(price)}x${decimal(quantity)}`)
        .reverse();
    const text = JSON.stringify([side("BUY"), side("SELL")]);
    books.set(`${name} ${market.lastUpdateId}`, text);
  };
  const forget = (): void => {
    books.clear();
    for (const name of [symbol, "COIN2USDT"]) keep(name);
  };
  forget();
  exchange.listen((events) => {
    for (const event of events) if (event.kind === "book") keep(event.symbol);
  });
  let made = 0;
  /** Somebody wants something near 100, or takes an order back. */
  const act = (random: () => number, name = symbol): void => {
    made += 1;
    const account = random() < 0.5 ? "alice" : "bob";
    const open = openOrders(exchange.state.accounts.get(account));
    const some = open[Math.floor(random() * open.length)];
    if (some !== undefined && (open.length > 30 || random() < 0.3)) {
      exchange.execute({ kind: "cancel", account, symbol: some.symbol, orderId: some.orderId });
      return;
    }
    exchange.execute({
      kind: "place",
      account,
      symbol: name,
      side: random() < 0.5 ? "BUY" : "SELL",
      type: "LIMIT",
      timeInForce: "GTC",
      price: (9500n + BigInt(Math.floor(random() * 1000))) * 1_000_000n,
      quantity: BigInt(1 + Math.floor(random() * 500)) * 1_000_000n,
      clientOrderId: `book-${made}`,
    });
  };
  return { ...world, books, forget, act };
}

function restClient({ sandbox, clock }: StreamWorld, seed: string) {
  const { fetch } = sandbox;
  const { now, after } = clock;
  return createClient({
    baseUrl: "http://sandbox",
    fetch,
    now,
    after,
    random: chance(seed),
    limits: false,
  });
}

/** Whether a book that says that it is live holds what the exchange held at its update id. */
function check(book: LocalOrderBook, books: ReadonlyMap<string, string>, run: string): void {
  if (book.state !== "live") {
    expect(() => book.levels(), run).toThrow("is s");
    return;
  }
  const { bids, asks } = book.levels();
  const sides = [bids, asks].map((levels) => levels.map((at) => `${at.price}x${at.quantity}`));
  expect(JSON.stringify(sides), run).toBe(books.get(`${book.symbol} ${book.updateId}`));
}

const rough: Partial<StreamOptions> = {
  reconnectSpreadMs: 1000,
  idleTimeoutMs: 8000,
  probeAfterMs: 5000,
  responseTimeoutMs: 2000,
};

/** Everything that can go wrong on the way of a book, each sometimes. */
const faults: readonly FaultRule[] = [
  { fault: "dropEvent", when: { probability: 0.02 } },
  { fault: "duplicateEvent", when: { probability: 0.02 } },
  { fault: "reorderEvents", when: { probability: 0.02 } },
  { fault: "reorderEvents", by: 3, when: { probability: 0.01 } },
  { fault: "delayEvent", ms: 300, when: { probability: 0.05 } },
  { fault: "replaceEvent", text: "{", when: { probability: 0.003 } },
  {
    fault: "replaceEvent",
    text: `{"stream":"coin1usdt@depth","data":{"e":"depthUpdate","s":"${symbol}","U":-`,
    when: { probability: 0.003 },
  },
  { fault: "stall", when: { probability: 0.002 } },
  { fault: "cut", when: { probability: 0.01 } },
  { fault: "handshake", when: { probability: 0.1 } },
  { fault: "delay", ms: 0, spreadMs: 3000, accepted: true, when: { probability: 0.3 } },
  { fault: "status", status: 500, when: { probability: 0.1 } },
  { fault: "throttle", when: { probability: 0.1 } },
  { fault: "drop", accepted: true, when: { probability: 0.05 } },
];

test("whatever happens, the book is flagged, or equals the exchange's at its update id", {
  timeout: propertyTimeoutMs,
}, async () => {
  const world = bookWorld();
  const { sandbox, clock, books, forget, act } = world;
  const states = { syncing: 0, live: 0, stale: 0 };
  let applied = 0;
  let renewed = 0;
  const count = runs({ commit: 20, gate: 10_000, release: 100_000 });
  for (let run = 0; run < count; run += 1) {
    const random = chance(`acts ${run}`);
    const some = faults.filter(() => random() < 0.6);
    sandbox.faults.clear();
    sandbox.faults.add(
      ...some.map((rule, index) => ({ ...rule, name: `${run} ${index}` }) as FaultRule),
    );
    const { options, notices } = optionsIn(world, `client ${run}`);
    // Every other one is renewed all the time as well.
    const limits = { ...tables.limits, lifetimeMs: run % 2 === 0 ? 12_000 : 86_400_000 };
    const client = createStreamClient(
      { ...tables, limits },
      { ...options, ...rough, renewBeforeMs: 4000, overlapMs: 2000 },
    );
    const { book, close } = watchOrderBook(symbol, {
      streams: { client },
      client: restClient(world, `${run}`),
      bufferMax: 1 + Math.floor(random() * 50),
      sequence: random() < 0.5 ? "documented" : "overlapping",
      onState: (state) => (states[state] += 1),
      onChange: (changed) => {
        applied += 1;
        check(changed, books, `run ${run}`);
      },
    });
    for (let step = 0; step < 60; step += 1) {
      act(random);
      await clock.run(random() < 0.3 ? 0 : Math.round(random() * 600));
      check(book, books, `run ${run}, step ${step}`);
    }
    sandbox.faults.clear();
    for (let step = 0; step < 100 && book.state !== "live"; step += 1) {
      act(random);
      await clock.run(1000);
    }
    expect(book.state, `run ${run}`).toBe("live");
    check(book, books, `run ${run}, at the end`);
    close();
    client.close();
    await clock.run(10_000);
    expect([clock.next(), sandbox.hub.count()]).toEqual([undefined, 0]);
    for (const { kind } of notices) {
      expect(kind).not.toBe("consumerFailed");
      if (kind === "renewed") renewed += 1;
    }
    forget();
  }
  // So few worlds do not reach everything.
  if (count <= 20) return;
  const reached = sandbox.faults.reached();
  for (const { fault } of faults) expect(reached[fault as FaultKind], fault).toBeGreaterThan(0);
  expect(Math.min(states.live, states.stale, applied, renewed)).toBeGreaterThan(50);
});

test("many books share a connection, and each ends alone", async () => {
  const world = bookWorld();
  const { sandbox, clock, books, act } = world;
  const { streams } = clientIn(world);
  const client = restClient(world, "many");
  const [kept = expect.fail(), ...others] = [symbol, "COIN2USDT", "BTCUSDT", symbol].map((name) =>
    watchOrderBook(name, { streams, client }),
  );
  await clock.run(100);
  const random = chance("many");
  const acts = (): void => {
    for (let step = 0; step < 30; step += 1) act(random, step % 2 === 0 ? symbol : "COIN2USDT");
  };
  acts();
  await clock.run(100);
  expect([streams.client.connections(), sandbox.hub.count()]).toEqual([1, 1]);
  expect(others.map(({ book }) => book.state)).toEqual(["live", "live", "live"]);
  for (const { book } of others) if (book.symbol !== "BTCUSDT") check(book, books, book.symbol);
  for (const { close } of others) close();
  await clock.run(100);
  expect([...sandbox.hub.streams().keys()]).toEqual(["coin1usdt@depth"]);
  acts();
  await clock.run(100);
  check(kept.book, books, "the one that is left");
});
