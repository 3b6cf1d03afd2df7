/** What a session makes of the results of its requests: keys, errors, waits and ends. */

import { inspect } from "node:util";

import { expect, test } from "vitest";

import { ApiError, InvalidRequestError, retry } from "../../../generated/errors.ts";
import { canMove, isFinal } from "../../../generated/order-rules.ts";
import { streams } from "../../../generated/streams.ts";
import { userRecords } from "../../../generated/user-data.ts";
import { TradespecError } from "../../../runtime/errors.ts";
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
function given(own: Partial<SessionCalls> = {}, options: Partial<SessionOptions> = {}) {
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
    openOrders: async () => [],
    order: async () => ({}),
    lastTrade: async () => [],
    trades: () => Object.assign((async function* () {})(), { cursor: () => ({}) }),
    balances: own.balances ?? (async () => ({})),
    observe: () => undefined,
  };
  const client = {
    settings: { now: clock.now, after: clock.after, random: () => 0.5 },
    subscribe: ({ name, id }: { name: string; id?: string }, consumer: StreamConsumer) => {
      requests.push(`subscribe ${name} ${id}`);
      consumers.set(name, consumer);
      return () => requests.push(`leave ${name}`);
    },
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

test("keys are created once each, kept alive in time, and closed at the end", async () => {
  const createKey = async () => ["a", "b", "a"].map((listenKey) => ({ listenKey }));
  const { session, clock, live, requests, notices } = given({ createKey });
  await live("a");
  expect(session.state()).toBe("starting");
  await live("b");
  expect(session.state()).toBe("live");
  await clock.run(1000);
  await session.close();
  expect(requests).toEqual([
    ...["createKey", "subscribe stream of a userData", "subscribe stream of b userData"],
    ...["keepAlive a", "keepAlive b", "leave stream of a", "leave stream of b"],
    ...["closeKey a", "closeKey b"],
  ]);
  expect([session.state(), notices, clock.next()]).toEqual(["closed", [], undefined]);
});

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
  const error = new TradespecError("The exchange's response has no readable listenKey.");
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

test("a key that was given is kept alive at once, and not closed", async () => {
  const { clock, requests, session } = given({}, { listenKey: "mine" });
  await clock.run(0);
  await session.close();
  const stream = "stream of mine";
  expect(requests).toEqual([`subscribe ${stream} userData`, "keepAlive mine", `leave ${stream}`]);
});

test("a key that comes after the end is closed, and errors of that name no key", async () => {
  let created = (_: object): void => undefined;
  const { clock, requests, session, notices } = given({
    createKey: () => new Promise((resolve) => (created = resolve)),
    closeKey: (key) => Promise.reject(new Error(`no ${key}`)),
  });
  const waiting = expect(session.whenLive()).rejects.toThrow("The session is closed.");
  await clock.run(0);
  await session.close();
  await waiting;
  created({ listenKey: "secretsecret" });
  await clock.run(0);
  expect(requests).toEqual(["createKey", "closeKey secretsecret"]);
  expect(notices).toMatchObject([{ kind: "failed", what: "close", retryMs: undefined }]);
  const said = inspect(notices, { depth: 9 });
  expect(said).toContain("Error: no ");
  expect(said).not.toContain("secret");
  await expect(session.whenLive()).rejects.toThrow(new TradespecError("The session is closed."));
  expect(await session[Symbol.asyncIterator]().next()).toEqual({ value: undefined, done: true });
});

test("readers get events and gaps, and a check that finds nothing says nothing", async () => {
  const { clock, live, consumers, session } = given({}, { checkEveryMs: 100, checkGraceMs: 10 });
  const seen: unknown[] = [];
  expect(session.each((event) => seen.push(event))).toBe(session);
  await live();
  await session.whenLive();
  const stream = consumers.get("stream of k");
  const data = { e: "unheardOf" };
  stream?.event?.(data);
  await clock.run(1000);
  stream?.gap?.("cut");
  expect(session.state()).toBe("stale");
  stream?.event?.({ e: "listenKeyExpired", listenKey: "another" });
  await live();
  stream?.closed?.();
  await clock.run(0);
  const kinds = [{ kind: "live" }, { kind: "event", data }, { kind: "gap", reason: "cut" }];
  expect(seen).toEqual([...kinds, { kind: "live" }]);
  expect([session.state(), clock.next()]).toEqual(["closed", undefined]);
});
