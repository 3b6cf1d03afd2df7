/** A reader's streams, and the options of a stream client: defaults, states and ends. */

import { describe, expect, test } from "vitest";

import type { StreamClient } from "../../../runtime/streams/client.ts";
import { resolveOptions, type StreamOptions } from "../../../runtime/streams/options.ts";
import { subscribe } from "../../../runtime/streams/subscription.ts";
import type { StreamConsumer, StreamNotice } from "../../../runtime/streams/types.ts";
import { watchedSignal } from "../../support/watched-signal.ts";

/** No socket is opened here. */
const NoSocket = class {} as unknown as NonNullable<StreamOptions["WebSocket"]>;
const options = { url: "ws://x", WebSocket: NoSocket };

test("the smallest times are taken, and what is absent has its default", () => {
  const { now, after, random, url, notify, ...rest } = resolveOptions({
    ...options,
    overlapMs: 0,
    backlogMax: 1,
    probeAfterMs: undefined,
  });
  expect(rest).toEqual({
    ...{ WebSocket: NoSocket, overlapMs: 0, backlogMax: 1, probeAfterMs: 45_000 },
    ...{ responseTimeoutMs: 10_000, idleTimeoutMs: Number.POSITIVE_INFINITY },
    ...{ reconnectSpreadMs: 10_000, renewBeforeMs: 600_000, messageLengthMax: 4_194_304 },
  });
  expect([typeof now(), typeof random(), typeof after]).toEqual(["number", "number", "function"]);
  expect(url({ name: "a" })).toEqual(["ws://x"]);
  expect(notify({ kind: "renewed", connection: 1 })).toBeUndefined();
  const several = { ...options, url: ({ name }: { name: string }) => [`ws://${name}`, "ws://y"] };
  expect(resolveOptions(several).url({ name: "a" })).toEqual(["ws://a", "ws://y"]);
  const own = { now: () => 5, random: () => 0.5 };
  expect(resolveOptions({ ...options, ...own })).toMatchObject(own);
});

test("a platform without WebSockets asks for a class", () => {
  const given = Object.getOwnPropertyDescriptor(globalThis, "WebSocket") ?? {};
  try {
    Object.defineProperty(globalThis, "WebSocket", { value: NoSocket, configurable: true });
    expect(resolveOptions({ url: "ws://x" }).WebSocket).toBe(NoSocket);
    Object.defineProperty(globalThis, "WebSocket", { value: undefined, configurable: true });
    expect(() => resolveOptions({ url: "ws://x" })).toThrow(
      'This platform has no WebSocket: pass one in the options, like `WebSocket` from "ws".',
    );
  } finally {
    Object.defineProperty(globalThis, "WebSocket", given);
  }
});

describe("a subscription", () => {
  /** A client that connects to nothing: a test calls the consumers itself. */
  function given(own: Parameters<typeof subscribe>[3] = {}, names: readonly string[] = ["a", "b"]) {
    const consumers = new Map<string, StreamConsumer>();
    const notices: StreamNotice[] = [];
    const left: string[] = [];
    const client: StreamClient = {
      settings: resolveOptions({ ...options, backlogMax: 2, onEvent: (one) => notices.push(one) }),
      subscribe: ({ name }, consumer) => {
        expect(consumers.has(name)).toBe(false);
        consumers.set(name, consumer);
        return () => left.push(name);
      },
      hasConsumer: () => false,
      connections: () => 0,
      close: () => undefined,
    };
    const streams = names.map((name) => ({ name }));
    const subscription = subscribe<number>(client, streams, "dropOldest", own);
    const on = (name: string): StreamConsumer => consumers.get(name) ?? {};
    return { subscription, notices, left, on };
  }
  const done = { value: undefined, done: true };

  test("has the worst state of its streams, each of them once", async () => {
    const { subscription, on, left } = given({}, ["a", "b", "a"]);
    const states = [subscription.state()];
    for (const act of [
      () => on("a").live?.(),
      () => on("b").live?.(),
      () => on("a").gap?.("cut"),
      () => on("a").live?.(),
      () => subscription.close(),
    ]) {
      act();
      states.push(subscription.state());
    }
    expect(states).toEqual(["opening", "opening", "live", "gap", "live", "closed"]);
    expect([...subscription.names, ...left]).toEqual(["a", "b", "a", "b"]);
    subscription.close();
    expect(left).toEqual(["a", "b"]);
    const none = given({}, []).subscription;
    expect([none.state(), await none[Symbol.asyncIterator]().next()]).toEqual(["closed", done]);
  });

  test("keeps as many events as the client says, or as its own options do", async () => {
    for (const [own, want] of [
      [{}, [2, 3]],
      [{ backlogMax: 1 }, [3]],
      [{ backlog: "latest" }, [3]],
    ] as const) {
      const { subscription, on } = given(own);
      for (const event of [1, 2, 3]) on("a").event?.(event);
      expect(subscription.dropped()).toBe(3 - want.length);
      subscription.close();
      const seen: number[] = [];
      for await (const event of subscription) seen.push(event);
      expect(seen).toEqual(want);
    }
  });

  test("ends with the refusal of any of its streams", async () => {
    const { subscription, on, left } = given();
    const reading = subscription[Symbol.asyncIterator]().next();
    on("b").refused?.(new RangeError("no b"));
    await expect(reading).rejects.toThrow(new RangeError("no b"));
    expect([subscription.state(), left]).toEqual(["closed", ["a", "b"]]);
    expect(await subscription[Symbol.asyncIterator]().next()).toEqual(done);
  });

  test("ends when the client does, when its signal does, and when its loop is left", async () => {
    const aborting = new AbortController();
    for (const end of [
      ({ on }: ReturnType<typeof given>) => on("a").closed?.(),
      () => aborting.abort(),
      ({ subscription }: ReturnType<typeof given>) =>
        subscription[Symbol.asyncIterator]().return?.(),
    ]) {
      const one = given({ signal: aborting.signal });
      await end(one);
      expect([one.subscription.state(), one.left]).toEqual(["closed", ["a", "b"]]);
      expect(await one.subscription[Symbol.asyncIterator]().next()).toEqual(done);
    }
    // The signal is aborted by now.
    const { subscription, left } = given({ signal: aborting.signal });
    expect([subscription.state(), left]).toEqual(["closed", ["a", "b"]]);
  });

  test("listens to its signal no longer than it lasts", () => {
    const { signal, listening } = watchedSignal();
    const { subscription } = given({ signal });
    expect(listening()).toBe(1);
    subscription.close();
    expect(listening()).toBe(0);
  });

  test("gives one callback its events, and notifies of what that throws", async () => {
    const { subscription, on, notices } = given();
    const seen: number[] = [];
    const same = subscription.each((event) => {
      seen.push(event);
      throw new Error(`not ${event}`);
    });
    expect(same).toBe(subscription);
    await Promise.resolve();
    on("a").event?.(1);
    on("b").refused?.(new Error("no b"));
    on("a").event?.(2);
    expect(seen).toEqual([1]);
    expect(notices).toEqual(
      ["not 1", "no b"].map((text) => ({ kind: "consumerFailed", error: new Error(text) })),
    );
  });
});
