/** The bounded queue between streams and one reader. */

import { runInNewContext } from "node:vm";

import { describe, expect, test } from "vitest";

import { callGuarded, EventQueue, StreamStaleError } from "../../../runtime/streams/queue.ts";
import type { Backlog } from "../../../runtime/streams/types.ts";

const nothing = (): undefined => undefined;

function given(backlog: Backlog, max: number) {
  const left: string[] = [];
  const queue = new EventQueue<number>({ backlog, max, onLeave: () => left.push("left") });
  return { queue, left };
}

/** Reads to the end; an error is read as its name. */
async function rest(queue: EventQueue<number>): Promise<readonly (number | string)[]> {
  const read: (number | string)[] = [];
  for (;;) {
    try {
      const { done, value } = await queue.next();
      if (done === true) return read;
      read.push(value);
    } catch (error) {
      read.push((error as Error).name);
    }
  }
}

/** Events before a reader comes, what the reader then gets, and how many are dropped. */
type Policy = readonly [string, Backlog, count: number, readonly (number | string)[], number];
const policies: readonly Policy[] = [
  ["the newest event of each stream, in the order of the streams", "latest", 5, [5, 4], 3],
  ["as many as it may", "dropOldest", 3, [1, 2, 3], 0],
  ["the newest ones", "dropOldest", 5, [3, 4, 5], 2],
  ["as many as it may", "stale", 3, [1, 2, 3], 0],
  ["what it has, then fails once, then ends", "stale", 5, [1, 2, 3, "StreamStaleError"], 1],
];

for (const [name, backlog, count, want, dropped] of policies) {
  test(`${backlog} holds of ${count}: ${name}`, async () => {
    const pushed = Array.from({ length: count }, (_, index) => {
      return [index + 1, index % 2 === 0 ? "odd" : "even"] as const;
    });
    const looped = given(backlog, 3);
    for (const [event, source] of pushed) looped.queue.push(event, source);
    expect(looped.left).toEqual(want.includes("StreamStaleError") ? ["left"] : []);
    looped.queue.end();
    expect(await rest(looped.queue)).toEqual(want);
    expect(looped.queue.dropped()).toBe(dropped);
    const called = given(backlog, 3);
    for (const [event, source] of pushed) called.queue.push(event, source);
    const got: (number | string)[] = [];
    called.queue.each(
      (event) => got.push(event),
      (error) => got.push(error.name),
    );
    expect(got).toEqual([]);
    await Promise.resolve();
    expect(got).toEqual(want);
  });
}

test("a long backlog is handed to a callback without exhausting the stack", async () => {
  const { queue } = given("dropOldest", 100_000);
  for (let event = 0; event < 100_000; event += 1) queue.push(event);
  let count = 0;
  queue.each(
    () => (count += 1),
    (error) => {
      throw error;
    },
  );
  await Promise.resolve();
  expect(count).toBe(100_000);
});

test("readers that wait at the same time are served in their order", async () => {
  const { queue } = given("dropOldest", 3);
  const three = Promise.all([queue.next(), queue.next(), queue.next()]);
  queue.push(1);
  queue.push(2);
  queue.end();
  expect((await three).map(({ value }) => value)).toEqual([1, 2, undefined]);
});

describe("a callback", () => {
  test("is called with the next event when its promise is settled, and after an error", async () => {
    const { queue } = given("dropOldest", 3);
    const got: unknown[] = [];
    let release: (() => void) | undefined;
    const handle = (event: number): unknown => {
      got.push(event);
      if (event === 1) return new Promise<void>((resolve) => (release = resolve));
      if (event === 2) throw new Error("thrown");
      if (event === 3) return Promise.reject(new Error("rejected"));
      return undefined;
    };
    queue.each(handle, (error) => got.push(error.message));
    await Promise.resolve();
    for (const event of [1, 2, 3, 4, 5]) queue.push(event);
    expect(got).toEqual([1]);
    release?.();
    await new Promise((resolve) => setTimeout(resolve, 0));
    // The first of those that waited was dropped.
    expect(got).toEqual([1, 3, "rejected", 4, 5]);
    queue.push(2);
    expect(got.slice(-2)).toEqual([2, "thrown"]);
    queue.end(new StreamStaleError("stale"));
    queue.push(6);
    expect(got.slice(-2)).toEqual(["thrown", "stale"]);
  });

  test("may push to its own queue", async () => {
    const { queue } = given("dropOldest", 3);
    const got: number[] = [];
    queue.each((event) => {
      got.push(event);
      if (event < 5) queue.push(event + 1);
    }, nothing);
    await Promise.resolve();
    queue.push(1);
    expect(got).toEqual([1, 2, 3, 4, 5]);
  });

  test("that waits may push to its own queue, too", async () => {
    const { queue } = given("dropOldest", 3);
    const got: string[] = [];
    queue.each(async (event) => {
      if (event < 3) queue.push(event + 1);
      got.push(`begin ${event}`);
      await Promise.resolve();
      got.push(`end ${event}`);
    }, nothing);
    await Promise.resolve();
    queue.push(1);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(got).toEqual(["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"]);
  });

  test("is the only one", () => {
    const { queue } = given("dropOldest", 3);
    queue.each(nothing, nothing);
    expect(() => queue.each(nothing, nothing)).toThrow("This subscription has a callback already");
  });
});

test("leaving a loop ends the queue and drops what waits", async () => {
  const { queue, left } = given("latest", 3);
  queue.push(1);
  expect(await queue.return()).toEqual({ value: undefined, done: true });
  queue.push(2);
  expect(await rest(queue)).toEqual([]);
  expect(left).toEqual(["left"]);
});

test("what a callback throws, or rejects with, is reported as an error", async () => {
  const thrown: Error[] = [];
  const failed = (error: Error) => thrown.push(error);
  const foreign = runInNewContext("new RangeError()");
  for (const value of ["text", foreign]) {
    await callGuarded(failed, async () => Promise.reject(value));
  }
  expect(thrown).toEqual([new Error("A callback threw a value that is not an Error."), foreign]);
});

test("of several readers who wait, all get the error at the end", async () => {
  const { queue } = given("stale", 1);
  const readings = [queue.next(), queue.next()];
  queue.end(new RangeError("the end"));
  queue.end(new RangeError("another"));
  const ends = await Promise.allSettled(readings);
  expect(ends.map((one) => one.status === "rejected" && String(one.reason))).toEqual([
    "RangeError: the end",
    "RangeError: the end",
  ]);
  expect(await queue.next()).toEqual({ value: undefined, done: true });
});
