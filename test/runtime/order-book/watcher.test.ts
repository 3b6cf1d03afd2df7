/** What a watched book does, step by step, with a stream and snapshots that a test hands it. */

import { expect, test } from "vitest";

import { ApiError, retry } from "../../../generated/errors.ts";
import { bookSequences, bookTable, judgeDepthEvent } from "../../../generated/order-book.ts";
import { backoffMs } from "../../../runtime/call/retry.ts";
import { type WatchOptions, watchBook } from "../../../runtime/order-book/watch.ts";
import { BannedError } from "../../../runtime/rate-limits/errors.ts";
import type { StreamClient } from "../../../runtime/streams/client.ts";

type Handlers = Parameters<StreamClient["subscribe"]>[1];

/** A watched book, and a log of all that it did: requests, waits, calls of callbacks. */
function watched(own: WatchOptions | "no callbacks" = {}) {
  const log: string[] = [];
  let nowMs = 0;
  let handlers: Handlers = {};
  const timers: (() => void)[] = [];
  const requests: { resolve: (snapshot: unknown) => void; reject: (error: Error) => void }[] = [];
  const streams = {
    subscribe: (_: object, given: Handlers) => {
      handlers = given;
      return () => log.push("unsubscribed");
    },
    settings: {
      now: () => nowMs,
      random: () => 0.5,
      after: (ms: number, act: () => void) => {
        log.push(`wait ${ms}`);
        timers.push(act);
        return () => log.push("wait ended");
      },
      notify: ({ kind, error }: { kind: string; error: Error }) =>
        log.push(`${kind} ${error.message}`),
    },
  };
  const contract = { table: bookTable, sequences: bookSequences, judge: judgeDepthEvent };
  const fetchSnapshot = (need: object, signal: AbortSignal): Promise<unknown> => {
    log.push(`request ${JSON.stringify(need)}`);
    signal.addEventListener("abort", () => log.push("request ended"));
    return new Promise((resolve, reject) => requests.push({ resolve, reject }));
  };
  const callbacks: WatchOptions = {
    onState: (state, { reason }) => log.push(`state ${state} ${reason}`),
    onCrossed: (isCrossed, { symbol }) => log.push(`crossed ${isCrossed} ${symbol}`),
    onChange: (book) => log.push(`change ${book.updateId}`),
    onError: (error) => log.push(`error ${error instanceof Error && error.message}`),
  };
  const stream = { name: "btcusdt@depth", id: "depth" };
  const source = { streams: streams as unknown as StreamClient, symbol: "BTCUSDT", stream };
  const kept = watchBook(
    contract,
    { ...source, fetchSnapshot, retry },
    own === "no callbacks" ? {} : { ...callbacks, ...own },
  );
  /** What the log gained by a step. */
  const after = async (step: () => unknown): Promise<string[]> => {
    log.length = 0;
    step();
    await new Promise(setImmediate);
    return [...log];
  };
  const message = (id: number, bids: readonly string[][] = []) =>
    handlers.raw?.(
      JSON.stringify({ e: "depthUpdate", E: id, s: "BTCUSDT", U: id, u: id, b: bids, a: [] }),
    );
  const answer = (lastUpdateId: number, bids: readonly string[][] = []) =>
    requests.at(-1)?.resolve({ lastUpdateId, bids, asks: [["10", "1"]] });
  const fail = (error: Error) => requests.at(-1)?.reject(error);
  const hands = {
    live: () => handlers.live?.(),
    gap: () => handlers.gap?.("cut"),
    refused: (error: Error) => handlers.refused?.(error),
    closed: () => handlers.closed?.(),
    raw: (text: string) => handlers.raw?.(text),
    gapAt: (ms: number) => {
      nowMs = ms;
      handlers.gap?.("cut");
    },
  };
  return { ...kept, after, message, answer, fail, stream: hands, fire: () => timers.at(-1)?.() };
}

const request = (reason?: string, failed = 0) =>
  `request ${JSON.stringify({ limit: 1000, reason, failed })}`;
const waitMs = (attempts: number) => backoffMs(retry, attempts, () => 0.5);

test("from the first snapshot over a crossed book and a gap to the end", async () => {
  const { book, whenLive, close, after, message, answer, stream } = watched();
  expect(await after(stream.live)).toEqual([request()]);
  expect(await after(stream.live)).toEqual([]);
  let isLive = false;
  const live = whenLive().then((found) => {
    isLive = true;
    return found;
  });
  expect(await after(() => message(5))).toEqual([]);
  expect(isLive).toBe(false);
  expect(await after(() => answer(5))).toEqual(["state live undefined"]);
  expect([await live, await whenLive()]).toEqual([book, book]);
  expect(await after(() => message(6, [["9", "1"]]))).toEqual(["change 6"]);
  expect(await after(() => stream.raw("[]"))).toEqual([]);
  const crossed = [["11", "1"]];
  expect(await after(() => message(7, crossed))).toEqual([
    "crossed true BTCUSDT",
    "state stale crossed",
    request("crossed"),
  ]);
  expect(await after(() => answer(7, crossed))).toEqual(["state live undefined"]);
  expect(await after(() => message(8, [["11", "0"]]))).toEqual([
    "crossed false BTCUSDT",
    "change 8",
  ]);
  expect(await after(stream.gap)).toEqual(["state stale disconnected"]);
  expect(await after(stream.live)).toEqual([request("disconnected")]);
  // A gap ends the request, and what still comes of it is not looked at.
  expect(await after(stream.gap)).toEqual(["request ended"]);
  expect(await after(() => answer(9))).toEqual([]);
  expect(await after(stream.live)).toEqual([`wait ${waitMs(1)}`]);
  expect(await after(close)).toEqual(["unsubscribed", "wait ended"]);
  expect(await after(stream.live)).toEqual([]);
  await expect(whenLive()).rejects.toThrow("is stale (disconnected)");
});

test("snapshots that fail are asked for at longer and longer intervals", async () => {
  const { after, message, answer, fail, stream, fire } = watched();
  await after(stream.live);
  const limited = new ApiError({ status: 429, advice: "wait", retryAfterMs: 100_000 });
  expect(await after(() => fail(limited))).toEqual([`error ${limited.message}`, "wait 100000"]);
  expect(await after(fire)).toEqual([request()]);
  const banned = new BannedError(0, 900_000, {});
  expect(await after(() => fail(banned))).toEqual([`error ${banned.message}`, "wait 900000"]);
  // A new connection does not begin the wait anew.
  await after(() => stream.gapAt(500_000));
  expect(await after(stream.live)).toEqual(["wait 400000"]);
  await after(() => stream.gapAt(-3_600_000));
  expect(await after(stream.live)).toEqual(["wait 900000"]);
  expect(await after(fire)).toEqual([request("disconnected")]);
  expect(await after(() => fail(new Error("lost")))).toEqual(["error lost", `wait ${waitMs(3)}`]);
  await after(fire);
  expect(await after(() => answer(1, [["9", "-1"]]))).toEqual([`wait ${waitMs(4)}`]);
  expect(await after(fire)).toEqual([request("snapshotUnreadable", 1)]);
  expect(await after(() => answer(1))).toEqual(["state live undefined"]);
  // A snapshot alone is no success: only an event that fits begins anew.
  expect(await after(() => stream.raw("{"))).toEqual([
    "state stale unreadable",
    `wait ${waitMs(5)}`,
  ]);
  await after(fire);
  expect(await after(() => answer(1))).toEqual(["state live undefined"]);
  await after(() => message(2));
  expect(await after(() => stream.raw("{"))).toEqual([
    "state stale unreadable",
    request("unreadable"),
  ]);
});

test("a stream that is refused, or whose client is closed, ends the book", async () => {
  const refused = watched();
  await refused.after(refused.stream.live);
  const waiting = expect(refused.whenLive()).rejects.toThrow("no such stream");
  expect(await refused.after(() => refused.stream.refused(new Error("no such stream")))).toEqual([
    "unsubscribed",
    "request ended",
    "error no such stream",
  ]);
  await waiting;
  expect(await refused.after(() => refused.fail(new Error("late")))).toEqual([]);
  const closed = watched();
  expect(await closed.after(closed.stream.closed)).toEqual(["unsubscribed"]);
  await expect(closed.whenLive()).rejects.toThrow("is syncing");
});

test("a snapshot that the exchange refuses for good ends a book that was never live", async () => {
  const unknown = new ApiError({ status: 400, code: -1121, advice: "fixRequest" });
  const first = watched();
  await first.after(first.stream.live);
  const waiting = expect(first.whenLive()).rejects.toBe(unknown);
  expect(await first.after(() => first.fail(unknown))).toEqual([
    ...["unsubscribed", "request ended"],
    `error ${unknown.message}`,
  ]);
  await waiting;
  await expect(first.whenLive()).rejects.toBe(unknown);
  const later = watched();
  await later.after(later.stream.live);
  await later.after(() => later.answer(1));
  await later.after(later.stream.gap);
  await later.after(later.stream.live);
  await later.after(later.fire);
  expect(await later.after(() => later.fail(unknown))).toEqual([
    `error ${unknown.message}`,
    `wait ${waitMs(2)}`,
  ]);
});

test("a book without callbacks needs none", async () => {
  const { book, after, message, answer, fail, stream, fire } = watched("no callbacks");
  await after(stream.live);
  expect(await after(() => fail(new Error("lost")))).toEqual([`wait ${waitMs(1)}`]);
  await after(fire);
  expect(await after(() => answer(1, [["11", "1"]]))).toEqual([`wait ${waitMs(2)}`]);
  await after(fire);
  expect(await after(() => answer(1, [["11", "1"]]))).toEqual([]);
  expect([book.state, book.isCrossed]).toEqual(["live", true]);
  expect(await after(() => message(2, [["11", "0"]]))).toEqual([]);
  expect(book.updateId).toBe(2);
});

test("a callback that throws is reported, and the options of the book are its own", async () => {
  const fail = async (): Promise<never> => {
    throw new Error("of a callback");
  };
  const all = { onState: fail, onChange: fail, onError: fail, limit: 5, bufferMax: 2 } as const;
  const { book, after, message, answer, stream } = watched({ ...all, sequence: "overlapping" });
  expect(await after(stream.live)).toEqual(['request {"limit":5,"failed":0}']);
  for (const id of [1, 2, 3]) message(id);
  expect(book.buffered).toBe(2);
  expect(await after(() => answer(3))).toEqual(["consumerFailed of a callback"]);
  expect(await after(() => message(4))).toEqual(["consumerFailed of a callback"]);
  expect(await after(() => message(4))).toEqual([]);
  expect(book.state).toBe("live");
});
