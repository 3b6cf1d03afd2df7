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

test("a slow reader of many streams finds the newest of each", async () => {
  const { streams, clock, trade } = given();
  const prices = streams.bookTicker(["BTCUSDT", "ETHUSDT"]);
  await clock.run(10);
  for (const symbol of ["BTCUSDT", "ETHUSDT", "BTCUSDT", "ETHUSDT"]) trade(symbol);
  await clock.run(10);
  streams.close();
  const symbols: unknown[] = [];
  for await (const { s } of prices) symbols.push(s);
  expect(symbols).toEqual(["BTCUSDT", "ETHUSDT"]);
});

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

test("an address that cannot be made refuses its stream, and no other", async () => {
  const urls: string[] = [];
  const { streams, clock } = given({
    url: ({ name }) => {
      if (name.startsWith("eth")) throw new Error("no address for this one");
      return ["ws://sandbox/a b", "ws://sandbox/c"];
    },
    WebSocket: class {
      constructor(url: string) {
        urls.push(url);
        throw new SyntaxError("no such address");
      }
    } as unknown as NonNullable<StreamOptions["WebSocket"]>,
  });
  const seen: string[] = [];
  for (const name of ["ethusdt@trade", "btcusdt@trade"]) {
    const refused = ({ message }: Error) => void seen.push(message);
    streams.client.subscribe({ name, id: "trade" }, { refused });
  }
  await clock.run(10);
  expect(seen).toEqual([
    "The stream ethusdt@trade is not available: no address for this one. Check its name and the address.",
    "The stream btcusdt@trade is not available: its address is not a WebSocket address. Check its name and the address.",
  ]);
  expect(urls).toEqual(["ws://sandbox/a b?streams=btcusdt@trade"]);
  expect([streams.client.connections(), clock.next()]).toEqual([0, undefined]);
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
