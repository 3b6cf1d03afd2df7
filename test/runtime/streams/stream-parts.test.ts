/** The pure parts of the stream client: planning, pacing, queues, ways back, keys, frames. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { retry, statuses } from "../../../generated/errors.ts";
import { connectionLimits, connectionRules, streams } from "../../../generated/streams.ts";
import { readFrame } from "../../../runtime/streams/frames.ts";
import { createHandOver } from "../../../runtime/streams/handover.ts";
import { eventKey } from "../../../runtime/streams/keys.ts";
import { createPacer } from "../../../runtime/streams/pacer.ts";
import { messagesPerWindow, planStreams } from "../../../runtime/streams/plan.ts";
import { createQueue, StreamStaleError } from "../../../runtime/streams/queue.ts";
import { afterEnd } from "../../../runtime/streams/return.ts";
import type { Arrival } from "../../../runtime/streams/types.ts";
import { nextBelow, seedRandom } from "../../../sandbox/engine/random.ts";
import { createVirtualClock } from "../../../sandbox/exchange/clock.ts";

const tables = { limits: connectionLimits, rules: connectionRules };

describe("a plan", () => {
  test("carries each stream once, within every limit", () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,40}@trade$/), { maxLength: 3000 });
    fc.assert(
      fc.property(names, (wanted) => {
        const plans = planStreams([...wanted, ...wanted.slice(0, 5)], tables);
        const carried = plans.flatMap(({ opening, batches }) => [...opening, ...batches.flat()]);
        expect(carried).toEqual(wanted);
        for (const { opening, batches } of plans) {
          expect(opening.length + batches.flat().length).toBeLessThanOrEqual(1024);
          expect(opening.map(encodeURIComponent).join("/").length).toBeLessThan(8000);
          for (const batch of batches) expect(JSON.stringify(batch).length).toBeLessThan(4096);
        }
      }),
      { numRuns: 20 },
    );
  });

  test("5,000 streams need five connections, and tell how long they take to ask", () => {
    const plans = planStreams(
      Array.from({ length: 5000 }, (_, index) => `symbol${index}@bookTicker`),
      tables,
    );
    expect(plans).toHaveLength(5);
    for (const { batches, askedAfterMs } of plans) {
      const windows = Math.ceil(batches.length / messagesPerWindow(connectionLimits));
      expect(askedAfterMs).toBe((windows - 1) * connectionLimits.inboundWindowMs);
    }
  });
});

test("a pacer never lets more through in any window than it may", () => {
  const step = fc.record({ waitMs: fc.integer({ min: 0, max: 700 }), count: fc.nat(4) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const clock = createVirtualClock(0);
      const pacer = createPacer({ amount: 4, windowMs: 1000 }, clock);
      const sent: number[] = [];
      let asked = 0;
      for (const { waitMs, count } of steps) {
        clock.advance(waitMs);
        for (let more = 0; more < count; more += 1) pacer.enqueue(() => sent.push(clock.now()));
        asked += count;
      }
      clock.advance(60_000);
      expect(sent).toHaveLength(asked);
      sent.forEach((time, index) => {
        const fifth = sent[index + 4];
        if (fifth !== undefined) expect(fifth - time).toBeGreaterThanOrEqual(1000);
      });
      expect(clock.next()).toBeUndefined();
    }),
  );
});

test("what a network holds up counts from its arrival on", async () => {
  const clock = createVirtualClock(0);
  const pacer = createPacer({ amount: 2, windowMs: 1000 }, clock);
  const sent: number[] = [];
  for (let count = 0; count < 4; count += 1) {
    pacer.enqueue(() => {
      sent.push(clock.now());
      return new Promise<void>((resolve) => clock.after(sent.length <= 2 ? 5000 : 10, resolve));
    });
  }
  await clock.run(20_000);
  expect(sent).toEqual([0, 0, 6001, 6001]);
  expect(clock.next()).toBeUndefined();
});

describe("a queue", () => {
  test("that keeps the latest gives the newest and counts the rest", async () => {
    const queue = createQueue<number>("latest", 10, () => undefined);
    for (const event of [1, 2, 3]) queue.push(event);
    expect(await queue.next()).toEqual({ value: 3, done: false });
    expect(queue.dropped()).toBe(2);
  });

  test("that drops the oldest keeps the newest in order", async () => {
    const queue = createQueue<number>("dropOldest", 3, () => undefined);
    for (let event = 1; event <= 5000; event += 1) queue.push(event);
    queue.end();
    const read: number[] = [];
    for await (const event of { [Symbol.asyncIterator]: () => queue }) read.push(event);
    expect(read).toEqual([4998, 4999, 5000]);
    expect(queue.dropped()).toBe(4997);
  });

  test("that must not lose gives what it has, then fails once, then ends", async () => {
    let left = 0;
    const queue = createQueue<number>("stale", 2, () => (left += 1));
    for (const event of [1, 2, 3, 4]) queue.push(event);
    expect((await queue.next()).value).toBe(1);
    expect((await queue.next()).value).toBe(2);
    await expect(queue.next()).rejects.toBeInstanceOf(StreamStaleError);
    expect((await queue.next()).done).toBe(true);
    expect(left).toBe(1);
  });

  test("serves readers that wait at the same time in their order", async () => {
    const queue = createQueue<number>("dropOldest", 3, () => undefined);
    const both = Promise.all([queue.next(), queue.next(), queue.next()]);
    queue.push(1);
    queue.push(2);
    queue.end();
    expect((await both).map(({ value }) => value)).toEqual([1, 2, undefined]);
  });
});

describe("after an end", () => {
  const parts = (random: number) => ({
    backoff: retry.backoff,
    statuses,
    spreadMs: 10_000,
    random: () => random,
  });
  const end = { code: 1006, reason: "", wasOpen: true, status: undefined, isHopeless: false };

  test.each([1000, 1001, 1003, 1006, 1009, 1012])("code %i is come back from", (code) => {
    expect(afterEnd({ ...end, code }, 0, parts(0.999))).toMatchObject({ kind: "again" });
    expect(afterEnd({ ...end, code }, 0, parts(0.999))).toMatchObject({ waitMs: 9990 });
  });

  test.each([1008, 1011, 1013])("code %i asks for patience", (code) => {
    const step = afterEnd({ ...end, code }, 3, parts(0.999));
    expect(step).toMatchObject({ kind: "again", waitMs: Math.round(32_000 * 0.999) });
  });

  test.each([401, 403, 404, 418])("status %i is not come back from", (status) => {
    expect(afterEnd({ ...end, status, wasOpen: false }, 0, parts(0.5)).kind).toBe("never");
  });

  test("a thousand that are cut at once come back spread", () => {
    const random = seedRandom("cut");
    const buckets = new Map<number, number>();
    for (let client = 0; client < 1000; client += 1) {
      const step = afterEnd(end, 0, parts(nextBelow(random, 1_000_000) / 1_000_000));
      const bucket = step.kind === "again" ? Math.floor(step.waitMs / 1000) : -1;
      buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
    }
    expect(buckets.has(-1)).toBe(false);
    expect(Math.max(...buckets.values())).toBeLessThanOrEqual(150);
  });
});

describe("a hand-over", () => {
  const arrival = (id: number, stream = "a"): Arrival => ({ stream, data: id, frame: "" });

  /** Events from 1 on: the old one brings the first, the new one the last, some of them twice. */
  const course = fc.record({
    count: fc.integer({ min: 1, max: 30 }),
    oldEnd: fc.nat(30),
    newStart: fc.integer({ min: 1, max: 30 }),
    turns: fc.infiniteStream(fc.boolean()),
    doubles: fc.infiniteStream(fc.boolean()),
  });

  test("tells each event once and in order, whoever is ahead", () => {
    const reached = { proven: 0, ahead: 0, unfollowed: 0, nothing: 0 };
    fc.assert(
      fc.property(course, ({ count, oldEnd, newStart, turns, doubles }) => {
        const told: unknown[] = [];
        const { fromOld, fromNew, standing, finish, waiting } = createHandOver({
          keyOf: ({ data }) => String(data),
          tell: ({ data }) => told.push(data),
        });
        const bring = (from: (one: Arrival) => void, id: number): void => {
          from(arrival(id));
          if (doubles.next().value === true) from(arrival(id));
        };
        let [old, next] = [1, newStart];
        while (old <= Math.min(oldEnd, count) || next <= count) {
          const isOld = turns.next().value === true;
          if (isOld && old <= Math.min(oldEnd, count)) bring(fromOld, old++);
          if (!isOld && next <= count) bring(fromNew, next++);
        }
        const { proven, ahead, unfollowed } = standing();
        const isProven = newStart <= Math.min(oldEnd, count);
        const hasNew = newStart <= count;
        expect(proven).toEqual(isProven ? ["a"] : []);
        expect(ahead).toEqual(!isProven && hasNew ? ["a"] : []);
        expect(unfollowed).toEqual(!hasNew && oldEnd > 0 ? ["a"] : []);
        finish();
        expect(waiting()).toBe(0);
        // From now on the old one is not heard, and copies of what it brought still go.
        fromOld(arrival(500));
        if (oldEnd > 0) bring(fromNew, Math.min(oldEnd, count));
        bring(fromNew, 1000);
        const ids = Array.from({ length: count }, (_, index) => index + 1);
        expect(told).toEqual([...ids.filter((id) => id <= oldEnd || id >= newStart), 1000]);
        if (isProven) reached.proven += 1;
        else if (hasNew) reached.ahead += 1;
        else if (oldEnd > 0) reached.unfollowed += 1;
        else reached.nothing += 1;
      }),
      { numRuns: 1000 },
    );
    expect(Math.min(...Object.values(reached))).toBeGreaterThan(0);
  });

  test("tells what the old one lost, before what comes after it, and not again", () => {
    const told: unknown[] = [];
    const { fromOld, fromNew, finish } = createHandOver({
      keyOf: ({ data, stream }) => `${stream} ${String(data)}`,
      tell: ({ data }) => told.push(data),
    });
    for (const id of [1, 2, 3]) fromNew(arrival(id));
    fromNew(arrival(7, "b"));
    for (const id of [3, 2, 4]) fromOld(arrival(id));
    expect(told).toEqual([1, 2, 3, 4]);
    finish();
    expect(told).toEqual([1, 2, 3, 4, 7]);
  });

  test("never takes what has no key for a copy", () => {
    const told: unknown[] = [];
    const { fromOld, fromNew, finish, standing } = createHandOver({
      keyOf: () => undefined,
      tell: ({ data }) => told.push(data),
    });
    fromOld(arrival(1));
    for (const id of [1, 2, 1]) fromNew(arrival(id));
    finish();
    fromNew(arrival(1));
    expect(told).toEqual([1, 1, 2, 1, 1]);
    expect(standing()).toEqual({ proven: [], ahead: [], unfollowed: [] });
  });
});

describe("the key of an event", () => {
  test("is the trade's id, whatever else is in it", () => {
    const one = { e: "trade", s: "BTCUSDT", t: 5, p: "1" };
    expect(eventKey(streams.trade, one)).toBe(eventKey(streams.trade, { ...one, E: 7 }));
    expect(eventKey(streams.trade, one)).not.toBe(eventKey(streams.trade, { ...one, t: 6 }));
  });

  test("is the whole event where the spec names none or a field is missing", () => {
    expect(eventKey(undefined, { a: 1 })).not.toBe(eventKey(undefined, { a: 2 }));
    expect(eventKey(streams.trade, { e: "trade", p: "1" })).not.toBe(
      eventKey(streams.trade, { e: "trade", p: "2" }),
    );
  });

  test("tells executions without a trade apart by what happened", () => {
    const one = { e: "executionReport", s: "A", i: 1, t: -1, x: "NEW", w: false, T: 9 };
    const other = { ...one, x: "CANCELED" };
    expect(eventKey(streams.userData, one)).not.toBe(eventKey(streams.userData, other));
  });
});

describe("a frame", () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  test("with a stream's name is its event, exact in its numbers", () => {
    const text = '{"stream":"btcusdt@trade","data":{"t":9007199254740993}}';
    const want = { kind: "event", stream: "btcusdt@trade", data: { t: 9007199254740993n } };
    expect(readFrame(text, connectionRules)).toEqual(want);
    expect(readFrame(bytes(text), connectionRules)).toEqual(want);
  });

  test("with an id answers it, with or without a refusal", () => {
    expect(readFrame('{"result":null,"id":3}', connectionRules)).toMatchObject({ id: 3 });
    const refusal = { kind: "answer", id: 3, refusal: "code 2: no" };
    expect(
      readFrame('{"error":{"code":2,"msg":"no"},"id":3}', {
        methods: {},
      }),
    ).toEqual(refusal);
    expect(readFrame('{"code":2,"msg":"no","id":3}', connectionRules)).toEqual(refusal);
  });

  test("of anything else is unread, and nothing throws", () => {
    const any = fc.oneof(fc.string(), fc.json(), fc.uint8Array());
    fc.assert(
      fc.property(any, (frame) => {
        expect(["event", "answer", "unread"]).toContain(readFrame(frame, connectionRules).kind);
      }),
    );
    for (const text of ["", "{", "null", "[]", "7", '{"a":1}', "﻿{}"]) {
      expect(readFrame(text, connectionRules).kind).toBe("unread");
    }
    expect(readFrame(new Uint8Array([0xff, 0xfe]), connectionRules).kind).toBe("unread");
  });
});
