/** What a session makes of the results of its requests: keys, errors, waits and ends. */

import { inspect } from "node:util";

import { expect, test } from "vitest";

import { ApiError, InvalidRequestError, retry } from "../../../generated/errors.ts";
import { canMove, isFinal } from "../../../generated/order-states.ts";
import { streams } from "../../../generated/streams.ts";
import { userRecords } from "../../../generated/user-data.ts";
import type { CallOptions } from "../../../runtime/call/options.ts";
import { TradespecError } from "../../../runtime/errors.ts";
import { StreamRefusedError } from "../../../runtime/streams/client.ts";
import { StreamStaleError } from "../../../runtime/streams/queue.ts";
import type { StreamConsumer } from "../../../runtime/streams/types.ts";
import { openSession } from "../../../runtime/user-data/session.ts";
import type {
  SessionCalls,
  SessionNotice,
  SessionOptions,
  SessionParts,
} from "../../../runtime/user-data/types.ts";
import { createVirtualClock } from "../../../sandbox/exchange/clock.ts";

const tables = {
  ...{ streams, stream: "userData", records: userRecords, isFinal, canMove, retry },
  rules: { keepAliveEveryMs: 1000, validityMs: 5000 },
  ...{ streamName: (key: string) => `stream of ${key}`, keyField: "listenKey" },
} as unknown as SessionParts["tables"];

const apiError = (facts: object) =>
  new ApiError({ status: 400, advice: "backOff", ...facts } as never);

/** A session on a virtual clock, whose calls answer as a test says; each is noted. */
function given(
  own: Partial<SessionCalls> = {},
  options: Partial<SessionOptions> = {},
  refuse: (name: string) => void = () => undefined,
) {
  const clock = createVirtualClock(0);
  const notices: SessionNotice[] = [];
  const requests: string[] = [];
  const consumers = new Map<string, StreamConsumer>();
  const noted =
    <Input extends readonly unknown[], Result>(name: string, run: (...input: Input) => Result) =>
    (...input: Input): Result => {
      requests.push(typeof input[0] === "string" ? `${name} ${input[0]}` : name);
      return run(...input);
    };
  const calls: SessionCalls = {
    createKey: noted("createKey", own.createKey ?? (async () => ({ listenKey: "k" }))),
    keepAlive: noted("keepAlive", own.keepAlive ?? (async () => ({}))),
    closeKey: noted("closeKey", own.closeKey ?? (async () => ({}))),
    openOrders: own.openOrders ?? (async () => []),
    order: own.order ?? (async () => ({})),
    lastTrade: async () => [],
    trades: () => Object.assign((async function* () {})(), { cursor: () => ({}) }),
    balances: own.balances ?? (async () => ({})),
    observe: own.observe ?? (() => undefined),
  };
  const client = {
    settings: { now: clock.now, after: clock.after, random: () => 0.5 },
    subscribe: ({ name, id }: { name: string; id?: string }, consumer: StreamConsumer) => {
      requests.push(`subscribe ${name} ${id}`);
      refuse(name);
      consumers.set(name, consumer);
      return () => requests.push(`leave ${name}`);
    },
    hasConsumer: () => false,
  } as unknown as SessionParts["streams"];
  const onNotice = (notice: SessionNotice): void => {
    notices.push(notice);
    throw new Error("a user's own");
  };
  const session = openSession({
    tables,
    calls,
    streams: client,
    options: { onNotice, ...options },
  });
  const live = async (key = "k"): Promise<void> => {
    await clock.run(0);
    consumers.get(`stream of ${key}`)?.live?.();
    await clock.run(0);
  };
  return { clock, notices, requests, consumers, session, live };
}

test.each([
  [{}],
  [{ listenKey: "" }],
  [{ listenKey: 5 }],
  [[]],
  [[{ listenKey: "a" }, {}]],
  [null],
])("a response without keys, %j, is tried again", async (response) => {
  const { clock, notices, session, requests } = given({ createKey: async () => response });
  await clock.run(0);
  const error = new TradespecError("The response for a new listen key has no text in listenKey.");
  const retryMs = retry.backoff.firstMs / 2;
  expect(notices).toEqual([{ kind: "failed", what: "start", error, retryMs }]);
  await clock.run(retryMs - 1);
  expect(requests).toEqual(["createKey"]);
  await clock.run(1);
  expect(requests).toEqual(["createKey", "createKey"]);
  await session.close();
});

/** Errors of the first request, and the wait until the next; those that last end the session. */
test.each<[error: unknown, waitMs: number | "end"]>([
  [apiError({ status: 503 }), 500],
  [apiError({ status: 503, retryAfterMs: 7000 }), 7000],
  [apiError({ status: 503, retryAfterMs: 7 }), 500],
  [Object.assign(new TradespecError("no capacity"), { waitMs: 9000 }), 9000],
  [Object.assign(new TradespecError("no capacity"), { waitMs: "9000" }), 500],
  [apiError({ status: 400, code: -1 }), "end"],
  [new InvalidRequestError([], {}, "x"), "end"],
  [new TypeError("a mistake"), "end"],
  ["text", "end"],
])("after %s comes what the retry rules say", async (thrown, waitMs) => {
  const { clock, notices, session } = given({ balances: () => Promise.reject(thrown) });
  const reading = session[Symbol.asyncIterator]().next();
  const settled = Promise.allSettled([reading, session.whenLive()]);
  await clock.run(0);
  if (waitMs === "end") {
    const [read, waited] = await settled;
    expect(read).toEqual(waited);
    expect(read.status === "rejected" && read.reason).toBeInstanceOf(Error);
    if (thrown instanceof TradespecError) expect(read).toMatchObject({ reason: thrown });
    expect([session.state(), notices]).toEqual(["closed", []]);
    await expect(session.whenLive()).rejects.toThrow();
    await expect(session[Symbol.asyncIterator]().next()).rejects.toThrow();
    return;
  }
  expect(notices).toEqual([{ kind: "failed", what: "start", error: thrown, retryMs: waitMs }]);
  expect(clock.next()).toBe(waitMs);
  await session.close();
  await settled;
});

test("a key that is not known is replaced, and one that fails is tried again in time", async () => {
  let error: Error | undefined = apiError({ status: 503, retryAfterMs: 60_000 });
  const keepAlive = async () => {
    if (error !== undefined) throw error;
  };
  const { clock, live, notices, requests, session } = given({ keepAlive });
  await live();
  await clock.run(1000);
  // Longer than that the key would not live.
  expect(notices).toEqual([{ kind: "failed", what: "keepAlive", error, retryMs: 4000 }]);
  error = apiError({ advice: "newKey" });
  await clock.run(4000);
  const reason = "the exchange does not know the listenKey";
  expect(notices.slice(1)).toEqual([{ kind: "newKey", reason }]);
  expect([session.state(), requests.slice(-3)]).toEqual([
    "stale",
    ["leave stream of k", "createKey", "subscribe stream of k userData"],
  ]);
  error = undefined;
  await session.close();
});

test("a key that comes after the end is closed, and errors of that name no key", async () => {
  let created = (_: object): void => undefined;
  let signal: AbortSignal | undefined;
  const { clock, requests, session, notices } = given({
    createKey: (options) => {
      signal = options.signal;
      return new Promise((resolve) => (created = resolve));
    },
    closeKey: (key) => Promise.reject(new Error(`no ${key}`)),
  });
  const waiting = expect(session.whenLive()).rejects.toThrow(
    "The session of the user data is closed; start a new one.",
  );
  await clock.run(0);
  const closed = session.close();
  await waiting;
  await clock.run(4999);
  expect(signal?.aborted).toBe(false);
  await clock.run(1);
  await closed;
  expect(signal?.aborted).toBe(true);
  created({ listenKey: "secretsecret" });
  await clock.run(0);
  expect(requests).toEqual(["createKey", "closeKey secretsecret"]);
  expect(notices).toMatchObject([{ kind: "failed", what: "close", retryMs: undefined }]);
  const said = inspect(notices, { depth: 9 });
  expect(said).toContain("error: Error");
  expect(said).not.toContain("secret");
  await expect(session.whenLive()).rejects.toThrow(
    new TradespecError("The session of the user data is closed; start a new one."),
  );
  expect(await session[Symbol.asyncIterator]().next()).toEqual({ value: undefined, done: true });
});

test("readers get events and gaps, and a check that finds nothing says nothing", async () => {
  const { clock, live, consumers, session } = given({}, { checkEveryMs: 100, checkGraceMs: 10 });
  const seen: unknown[] = [];
  expect(session.each((event) => seen.push(event))).toBe(session);
  void session.whenLive().then(() => seen.push("resolved"));
  await clock.run(50);
  expect(seen).toEqual([]);
  await live();
  expect(seen.pop()).toBe("resolved");
  await session.whenLive();
  const stream = consumers.get("stream of k");
  const data = { e: "unheardOf" };
  stream?.event?.(data);
  await clock.run(1000);
  stream?.gap?.("cut");
  expect(session.state()).toBe("stale");
  // The next check is one of a state that is over.
  expect(clock.next()).toBe(2000);
  stream?.event?.({ e: "listenKeyExpired", listenKey: "another" });
  await live();
  stream?.closed?.();
  await clock.run(0);
  const kinds = [{ kind: "live" }, { kind: "event", data }, { kind: "gap", reason: "cut" }];
  expect(seen).toEqual([...kinds, { kind: "live" }]);
  expect([session.state(), clock.next()]).toEqual(["closed", undefined]);
});

const twoKeys = async () => ["a", "b"].map((listenKey) => ({ listenKey }));

test.each([
  [{}, 5000],
  [{ closeTimeoutMs: 7 }, 7],
])("with %j a close waits for each of its keys at most %i ms", async (options, timeoutMs) => {
  const ends: (() => void)[] = [];
  const asked: unknown[] = [];
  const closeKey = (...call: readonly unknown[]): Promise<void> => {
    asked.push(call);
    return new Promise((resolve) => ends.push(resolve));
  };
  const { clock, session, live } = given({ createKey: twoKeys, closeKey }, options);
  await live("a");
  const closed: string[] = [];
  for (const name of ["first", "second"]) void session.close().then(() => closed.push(name));
  await clock.run(0);
  expect(asked).toEqual(["a", "b"].map((key) => [key, { timeoutMs }]));
  ends[1]?.();
  await clock.run(0);
  expect(closed).toEqual([]);
  ends[0]?.();
  await clock.run(0);
  expect(closed).toEqual(["first", "second"]);
});

test("a close in a callback waits for the keys too, and no later event reaches anyone", async () => {
  const { clock, session, live, requests, consumers } = given();
  const seen: unknown[] = [];
  session.each(async ({ kind }) => {
    seen.push(kind);
    await session.close();
    seen.push(requests.at(-1));
  });
  session.each(({ kind }) => seen.push(`second ${kind}`));
  await live();
  const { event, live: again, gap } = consumers.get("stream of k") ?? {};
  event?.({ e: "unheardOf" });
  again?.();
  gap?.("late");
  await clock.run(10_000);
  expect(seen).toEqual(["live", "second live", "closeKey k"]);
  expect([session.state(), clock.next()]).toEqual(["closed", undefined]);
});

test("a gap aborts what is requested for a state that is over, and a close the rest", async () => {
  const signals: AbortSignal[] = [];
  const kept: AbortSignal[] = [];
  let isSlow = false;
  const balances = async ({ signal }: CallOptions) => {
    if (signal) signals.push(signal);
    return isSlow ? new Promise<object>(() => undefined) : {};
  };
  const keepAlive = async (_: string, { signal }: CallOptions) => {
    if (signal) kept.push(signal);
    return new Promise(() => undefined);
  };
  const { clock, live, consumers, session } = given({ balances, keepAlive });
  await live();
  await clock.run(1000);
  const { gap } = consumers.get("stream of k") ?? {};
  isSlow = true;
  gap?.("one");
  await live();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
  gap?.("two");
  expect(signals.at(-1)?.aborted).toBe(true);
  await live();
  expect([signals.length, kept.map(({ aborted }) => aborted)]).toEqual([4, [false]]);
  await session.close();
  expect([...signals, ...kept].map(({ aborted }) => aborted)).toEqual(Array(5).fill(true));
  expect(clock.next()).toBeUndefined();
});

test("a stream that cannot be subscribed to ends the session, and leaves no other", async () => {
  const error = new TradespecError("no stream of b");
  const { clock, session, requests } = given({ createKey: twoKeys }, {}, (name) => {
    if (name.endsWith("b")) throw error;
  });
  const failed = expect(session.whenLive()).rejects.toThrow("no stream of");
  await clock.run(0);
  await failed;
  expect(requests).toEqual([
    ...["createKey", "subscribe stream of a userData", "subscribe stream of b userData"],
    ...["leave stream of a", "closeKey a", "closeKey b"],
  ]);
  expect([session.state(), clock.next()]).toEqual(["closed", undefined]);
});

test.each([
  ["has expired", "the listenKey has expired"],
  ["is refused", "not available"],
])(
  "a key that %s is replaced by one of its own, without telling it to readers",
  async (_, reason) => {
    const { live, consumers, notices, requests, session } = given({}, { listenKey: "mine" });
    const seen: unknown[] = [];
    session.each((event) => seen.push(event));
    await live("mine");
    const { event, refused } = consumers.get("stream of mine") ?? {};
    if (reason === "not available") refused?.(new StreamRefusedError(reason));
    else event?.({ e: "listenKeyExpired", listenKey: "mine" });
    await live();
    const gap = { kind: "gap", reason };
    expect([seen, notices]).toEqual([
      [{ kind: "live" }, gap, { kind: "live" }],
      [{ kind: "newKey", reason }],
    ]);
    expect(requests.filter((one) => !one.startsWith("keepAlive"))).toEqual([
      ...["subscribe stream of mine userData", "leave stream of mine", "createKey"],
      "subscribe stream of k userData",
    ]);
    await session.close();
    expect(requests.at(-1)).toBe("closeKey k");
  },
);

const open = { symbol: "COIN", orderId: 1, status: "NEW" };
const report = { e: "executionReport", s: "COIN", i: 2, x: "NEW", X: "NEW", t: -1 };

test("placements learn of every order that is reported, by events and by requests", async () => {
  const observed: unknown[] = [];
  const observe = (order: object): unknown => observed.push(order);
  let isKnown = true;
  const notFound = apiError({ status: 400, code: userRecords.order.notFoundCode });
  const { clock, live, consumers, notices, session } = given({
    observe,
    openOrders: async () => (isKnown ? [open] : []),
    order: async () => {
      throw notFound;
    },
  });
  await live();
  expect(observed).toEqual([open]);
  const { event, gap } = consumers.get("stream of k") ?? {};
  event?.(report);
  event?.({ e: "balanceUpdate", a: "COIN" });
  expect(observed.slice(1)).toMatchObject([{ symbol: "COIN", orderId: 2, status: "NEW" }]);
  isKnown = false;
  gap?.("cut");
  await live();
  await clock.run(0);
  expect(observed).toHaveLength(2);
  expect(notices).toEqual(
    [1, 2].map((orderId) => ({ kind: "unknownOrder", order: { symbol: "COIN", orderId } })),
  );
  expect(session.orders()).toEqual([]);
  await session.close();
});

test("a reader may be ten thousand events behind, and no more", async () => {
  const { live, consumers, session } = given();
  await live();
  const [reader, slow] = [session[Symbol.asyncIterator](), session[Symbol.asyncIterator]()];
  const { event } = consumers.get("stream of k") ?? {};
  for (let count = 0; count < 10_000; count += 1) event?.({ e: "unheardOf", count });
  expect((await reader.next()).value).toEqual({
    kind: "event",
    data: { e: "unheardOf", count: 0 },
  });
  event?.({ e: "unheardOf" });
  expect((await reader.next()).value).toMatchObject({ data: { count: 1 } });
  let read = 0;
  const reading = (async () => {
    while ((await slow.next()).done !== true) read += 1;
  })();
  await expect(reading).rejects.toBeInstanceOf(StreamStaleError);
  expect(read).toBe(10_000);
  await session.close();
});

test("a key that is replaced is kept alive no longer, and the new one from its own time on", async () => {
  const keys = ["a", "b", "c"];
  const createKey = async () => ({ listenKey: keys.shift() });
  const { clock, live, consumers, notices, requests, session } = given({ createKey });
  await live("a");
  await clock.run(500);
  consumers.get("stream of a")?.event?.({ e: "listenKeyExpired", listenKey: "a" });
  await live("b");
  await clock.run(999);
  expect(requests.filter((one) => /^keepAlive/.test(one))).toEqual([]);
  await clock.run(1);
  expect(requests.filter((one) => /^keepAlive/.test(one))).toEqual(["keepAlive b"]);
  for (const key of ["b", "c"]) {
    consumers.get(`stream of ${key}`)?.refused?.(new StreamRefusedError("no"));
    await clock.run(0);
  }
  // A refusal is waited for, and is no request that failed.
  expect(notices.map(({ kind }) => kind)).toEqual(["newKey", "newKey", "newKey"]);
  await session.close();
});
