/** A book that fetches its own snapshots: when, how often, and what ends it (W05, W07). */

import { expect, test } from "vitest";

import { ApiError, createClient } from "../../../generated/index.ts";
import { createOrderBookDriver } from "../../../generated/order-book.ts";
import { createVirtualClock } from "../../../sandbox/exchange/clock.ts";
import { createSandbox } from "../../../sandbox/index.ts";

const symbol = "BTCUSDT";

function event(U: number, u = U) {
  return { e: "depthUpdate", E: u, s: symbol, U, u, b: [], a: [] };
}

/** A book on a virtual clock whose snapshots are what the list holds, in turn. */
function kept(answers: readonly (number | Error)[]) {
  const clock = createVirtualClock(0);
  const asked: number[] = [];
  const states: string[] = [];
  const errors: unknown[] = [];
  const book = createOrderBookDriver({
    symbol,
    after: clock.after,
    random: () => 1,
    snapshot: async () => {
      const answer = answers[asked.length];
      asked.push(clock.now());
      if (answer instanceof Error) throw answer;
      return { lastUpdateId: answer, bids: [], asks: [] };
    },
    onState: (state, { updateId }) => states.push(`${state} ${updateId}`),
    onError: (error) => errors.push(error),
  });
  return { book, clock, asked, states, errors };
}

test("a snapshot is fetched when events may come, and once", async () => {
  const { book, clock, asked, states } = kept([10]);
  await clock.run(1000);
  expect(asked).toEqual([]);
  book.connected();
  book.take(event(10));
  book.take(event(11));
  await clock.run(10);
  expect([asked, states]).toEqual([[1000], ["live 11"]]);
  expect(book.book.updateId).toBe(11);
});

test("a gap fetches at once, and failures wait longer each time", async () => {
  const { book, clock, asked, states, errors } = kept([10, 11, new Error("429"), 12, 13]);
  book.connected();
  await clock.run(10);
  expect(book.take(event(11))).toBe("applied");
  expect(book.take(event(14))).toBe("stale");
  await clock.run(60_000);
  expect(asked).toEqual([0, 10, 1010, 3010, 7010]);
  expect(errors).toEqual([new Error("429")]);
  expect(states).toEqual(["live 10", "stale 11", "live 14"]);
  expect(book.book.updateId).toBe(14);
});

test("a snapshot that is limited waits as long as the exchange asks", async () => {
  const limited = { status: 429, advice: "wait", retryAfterMs: 9_000 } as const;
  const { book, clock, asked } = kept([new ApiError(limited), 10]);
  book.connected();
  await clock.run(60_000);
  expect(asked).toEqual([0, 9_000]);
  expect(book.book.state).toBe("live");
});

test("every applied event is told, with what it changed", async () => {
  const changes: unknown[] = [];
  const book = createOrderBookDriver({
    symbol,
    snapshot: async () => ({ lastUpdateId: 1, bids: [], asks: [] }),
    onChange: (changed) => changes.push(changed.changes()),
  });
  book.connected();
  await book.whenLive();
  book.take({ ...event(2), b: [["5.0", "1"]] });
  book.take({ ...event(3), s: "ETHUSDT" });
  expect(changes).toEqual([[{ side: "bids", price: "5.0", quantity: "1" }]]);
});

test("a cut ends the fetch under way; events after it fetch anew", async () => {
  const { book, clock, asked, states } = kept([10, 20]);
  book.connected();
  book.disconnected();
  await clock.run(10);
  expect([book.book.state, book.book.updateId]).toEqual(["syncing", undefined]);
  book.take(event(21));
  await clock.run(2000);
  expect([asked.length, states]).toEqual([2, ["live 21"]]);
  expect(book.book.updateId).toBe(21);
});

test("what waits for a live book is told, and so is what waits in vain", async () => {
  const { book, clock } = kept([10]);
  const waited = book.whenLive();
  book.connected();
  await clock.run(1);
  expect((await waited).updateId).toBe(10);
  expect(await book.whenLive()).toBe(book.book);
  book.disconnected();
  const inVain = book.whenLive();
  book.connected();
  book.close();
  await expect(inVain).rejects.toThrow("is stale");
  await expect(book.whenLive()).rejects.toThrow("is stale");
  expect(book.take(event(11))).toBe("refused");
  expect(clock.next()).toBeUndefined();
});

test("a listener that throws harms nobody", async () => {
  const errors: unknown[] = [];
  const book = createOrderBookDriver({
    symbol,
    snapshot: async () => ({ lastUpdateId: 1, bids: [], asks: [] }),
    onState: () => {
      throw new Error("listener");
    },
    onError: (error) => errors.push(error),
  });
  book.connected();
  await book.whenLive();
  expect(errors).toEqual([new Error("listener")]);
});

test("client and sandbox: the book follows a real stream over a real client", async () => {
  const sandbox = createSandbox();
  const [account] = sandbox.accounts;
  const client = createClient({
    baseUrl: "http://sandbox",
    fetch: sandbox.fetch,
    apiKey: account?.apiKey,
    apiSecret: account?.apiSecret,
  });
  const { book, take, connected, whenLive } = createOrderBookDriver({
    symbol,
    snapshot: ({ limit }) => client.getDepth({ symbol, limit }),
  });
  const socket = new sandbox.WebSocket("ws://sandbox/stream?streams=btcusdt@depth");
  socket.addEventListener("message", ({ data }) => take(data));
  socket.addEventListener("open", connected);
  await whenLive();
  const lowest = book.top().bids.at(-1)?.price ?? "1";
  for (let order = 0; order < 5; order += 1) {
    const price = (Number(lowest) - 1 - order).toFixed(2);
    await client.placeOrder({
      symbol,
      side: "BUY",
      type: "LIMIT",
      timeInForce: "GTC",
      quantity: "0.01",
      price,
    });
    const server = await client.getDepth({ symbol, limit: 1000 });
    await expect.poll(() => book.updateId).toBe(server.lastUpdateId);
    const mine = book.top();
    const texts = (side: "bids" | "asks") =>
      mine[side].map((level) => [level.price, level.quantity]);
    expect({ bids: texts("bids"), asks: texts("asks") }).toEqual({
      bids: server.bids,
      asks: server.asks,
    });
  }
  expect(book.eventTime).toBeDefined();
  socket.close();
});
