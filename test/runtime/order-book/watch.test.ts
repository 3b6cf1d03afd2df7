/** Books on the stream client, over the whole stack, hold what the exchange holds. */

import { expect, test } from "vitest";

import { createClient } from "../../../generated/index.ts";
import { type LocalOrderBook, watchOrderBook } from "../../../generated/order-book.ts";
import { levelsOf } from "../../../sandbox/engine/book.ts";
import { decimal } from "../../../sandbox/handlers/records.ts";
import { openOrders } from "../../sandbox/support/orders-of.ts";
import { chance, clientIn, worldOf } from "../streams/stream-world.ts";

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
  for (const name of [symbol, "COIN2USDT"]) keep(name);
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
  return { ...world, books, act };
}

/** A live book holds what the exchange held at its update id. */
function check(book: LocalOrderBook, books: ReadonlyMap<string, string>): void {
  const { bids, asks } = book.levels();
  const sides = [bids, asks].map((levels) => levels.map((at) => `${at.price}x${at.quantity}`));
  expect(JSON.stringify(sides)).toBe(books.get(`${book.symbol} ${book.updateId}`));
}

test("many books share a connection, and each ends alone", async () => {
  const world = bookWorld();
  const { sandbox, clock, books, act } = world;
  const { streams } = clientIn(world);
  const { now, after } = clock;
  const client = createClient({ baseUrl: "http://sandbox", fetch: sandbox.fetch, now, after });
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
  for (const { book } of others) if (book.symbol !== "BTCUSDT") check(book, books);
  for (const { close } of others) close();
  await clock.run(100);
  expect([...sandbox.hub.streams().keys()]).toEqual(["coin1usdt@depth"]);
  acts();
  await clock.run(100);
  check(kept.book, books);
});
