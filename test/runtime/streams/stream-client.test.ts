/** The stream client against the sandbox, both on one virtual clock. */

import { expect, test } from "vitest";

import type { StreamNotice, StreamOptions } from "../../../generated/stream-client.ts";
import { createStreams } from "../../../generated/stream-client.ts";
import { createSandbox } from "../../../sandbox/index.ts";

function given(options: Partial<StreamOptions> = {}) {
  const sandbox = createSandbox();
  const { clock } = sandbox;
  if (clock === undefined) throw new Error("The sandbox has no clock of its own.");
  const notices: StreamNotice[] = [];
  const streams = createStreams({
    url: "ws://sandbox/stream",
    WebSocket: sandbox.WebSocket,
    now: clock.now,
    after: clock.after,
    random: () => 0.5,
    onEvent: (notice) => notices.push(notice),
    ...options,
  });
  let made = 0;
  /** Somebody trades: alice buys from the maker. */
  const trade = (symbol = "BTCUSDT"): void => {
    made += 1;
    sandbox.exchange.execute({
      kind: "place",
      account: "alice",
      symbol,
      side: "BUY",
      type: "MARKET",
      quantity: 100_000n,
      clientOrderId: `order-${made}`,
    });
  };
  return { sandbox, clock, streams, notices, trade };
}

test("a stream is looped over, and closing it ends the loop and the connection", async () => {
  const { streams, clock, trade, notices } = given();
  const subscription = streams.trade("BTCUSDT");
  const ids: number[] = [];
  const reading = (async () => {
    for await (const event of subscription) ids.push(Number(event.t));
  })();
  await clock.run(10);
  expect(subscription.state()).toBe("live");
  for (let count = 0; count < 3; count += 1) trade();
  await clock.run(10);
  expect(ids.length).toBeGreaterThanOrEqual(3);
  subscription.close();
  await reading;
  await clock.run(10);
  expect(streams.client.connections()).toBe(0);
  expect(clock.next()).toBeUndefined();
  expect(notices.map(({ kind }) => kind)).toEqual(["connected"]);
});

test("many streams have one reader, and a slow one finds the newest of each", async () => {
  const { streams, clock, trade } = given();
  const trades = streams.trade(["BTCUSDT", "ETHUSDT"]);
  const prices = streams.bookTicker(["BTCUSDT", "ETHUSDT", "BTCUSDT"]);
  expect(prices.names).toEqual(["btcusdt@bookTicker", "ethusdt@bookTicker"]);
  await clock.run(10);
  expect([trades.state(), prices.state(), streams.client.connections()]).toEqual([
    "live",
    "live",
    1,
  ]);
  for (let count = 0; count < 50; count += 1) {
    trade("BTCUSDT");
    trade("ETHUSDT");
  }
  await clock.run(10);
  streams.close();
  const read = (async () => {
    const symbols: unknown[] = [];
    try {
      for await (const event of trades) symbols.push(event.s);
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
    }
    return symbols;
  })();
  expect(new Set(await read)).toEqual(new Set(["BTCUSDT", "ETHUSDT"]));
  expect(prices.dropped()).toBeLessThanOrEqual(98);
  expect(clock.next()).toBeUndefined();
});
