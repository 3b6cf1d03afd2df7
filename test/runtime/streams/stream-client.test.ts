/** The stream client against the sandbox, both on one virtual clock. */

import { expect, test } from "vitest";

import { watchOrderBook } from "../../../generated/order-book.ts";
import type { StreamOptions } from "../../../generated/stream-client.ts";
import type { SandboxOptions } from "../../../sandbox/index.ts";
import { clientIn, worldOf } from "./stream-world.ts";

function given(options: Partial<StreamOptions> = {}, own: SandboxOptions = {}) {
  const world = worldOf(own);
  return { ...world, ...clientIn(world, options) };
}

test("a consumer that another one removes does not get the event any more", async () => {
  const { streams, clock, trade } = given();
  const seen: string[] = [];
  const stream = { name: "btcusdt@trade", id: "trade" };
  const removes = {
    event: () => {
      seen.push("first");
      unsubscribe();
    },
  };
  streams.client.subscribe(stream, removes);
  const unsubscribe = streams.client.subscribe(stream, { event: () => seen.push("second") });
  await clock.run(10);
  trade();
  await clock.run(10);
  expect(new Set(seen)).toEqual(new Set(["first"]));
  streams.close();
});

test("events that come without the name of their stream reach its readers", async () => {
  const choices = { "stream-wrapping": "bare" } as const;
  const { streams, clock, trade, notices } = given({}, { choices });
  const symbols = ["BTCUSDT", "ETHUSDT"];
  const seen: string[] = [];
  for (const kind of ["trade", "depth", "bookTicker", "ticker", "miniTicker"] as const) {
    streams[kind](symbols).each((event) => seen.push(`${event.s} ${kind}`));
  }
  const book = watchOrderBook("BTCUSDT", {
    streams,
    client: { getDepth: async () => ({ lastUpdateId: 0, bids: [], asks: [] }) },
  });
  await clock.run(10);
  for (const symbol of symbols) trade(symbol);
  await clock.run(10);
  for (const symbol of symbols) expect(new Set(seen)).toContain(`${symbol} bookTicker`);
  expect(new Set(seen).size).toBe(10);
  expect(book.book.reason).not.toBe("unreadable");
  expect(notices.map(({ kind }) => kind)).toEqual(["connected"]);
  streams.close();
});
