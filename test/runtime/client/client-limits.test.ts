/** What a client asks of its rate limiter for each attempt, and what it reports to it. */

import { expect, test } from "vitest";

import type { CallEvent } from "../../../runtime/call/options.ts";
import type { ClientFeatures } from "../../../runtime/client/client.ts";
import type { ClientOptions } from "../../../runtime/client/options.ts";
import { createClientLimits } from "../../../runtime/client/rate-limiting.ts";
import type { CallResult, Permit, RateLimiter } from "../../../runtime/rate-limits/limiter.ts";
import { createMemoryStore } from "../../../runtime/rate-limits/memory-store.ts";
import type { StoreEvent } from "../../../runtime/rate-limits/store.ts";
import { late, lost, ok, order, refuse, time } from "./answers.ts";
import type { Script } from "./given.ts";
import { client, json, key, tables } from "./given.ts";

const limits = {
  windows: [],
  rules: { exceeded: { status: 429 }, banned: { status: 418, endWord: "until" } },
  rulesOperation: "getDepth",
};
type Asked = Parameters<RateLimiter["acquire"]>[0];

/** A client over a limiter of the test, which lets everything through, or what `acquire` says. */
function world(
  script: Script,
  acquire: (asked: Asked) => Promise<Permit> | undefined = () => undefined,
  options: Partial<ClientOptions> = {},
  features: ClientFeatures = {},
) {
  const asked: Asked[] = [];
  const released: (CallResult | undefined)[] = [];
  const listeners: ((event: StoreEvent) => void)[] = [];
  const events: CallEvent[] = [];
  const limiter: RateLimiter = {
    acquire: (call) => {
      asked.push(call);
      return acquire(call) ?? { call, charges: [], sentMs: 0 };
    },
    release: (_, result) => void released.push(result),
    correctClock: () => undefined,
    subscribe: (listener) => void listeners.push(listener),
  };
  const rateLimits: ClientFeatures["rateLimits"] = (parts, own) =>
    createClientLimits(limits, parts, own);
  const onEvent = (event: CallEvent) => void events.push(event);
  const given = { limits: limiter, onEvent, ...options };
  const at = client(script, given, { features: { rateLimits, ...features } });
  const paths = () => at.seen.map(({ url }) => new URL(url).pathname.slice(8));
  return { ...at, asked, released, listeners, events, paths };
}

const answer = () => json(ok);

test("who shares a limiter knows the exchange's time before the first call", async () => {
  const at = world([time, answer]);
  await at.call("getDepth", { symbol: "A", limit: 5 });
  await at.call("getAccount", {});
  expect(at.paths()).toEqual(["time", "depth", "account"]);
  const [, depth] = at.asked;
  const { leftMs, onWait: _, onPressure: __, onUnknown: ___, ...facts } = depth ?? ({} as Asked);
  expect({ ...facts, clock: facts.clock?.(), signal: facts.signal?.() }).toEqual({
    operation: tables.operations["getDepth"],
    query: Object.entries({ symbol: "A", limit: "5" }),
    body: [],
    account: key,
    priority: 1,
    clock: at.context.clock,
    attempts: 0,
    signal: expect.any(AbortSignal),
  });
  expect(leftMs?.()).toBe(30_000);
});

test("who shares a limiter without a clock goes by the local time", async () => {
  const press = ({ onPressure }: Asked) => (onPressure(), undefined);
  const at = world([answer], press, {}, { exchangeClock: undefined });
  await at.call("getAccount", {});
  expect(at.paths()).toEqual(["account"]);
});

test("without limits nothing counts the calls", async () => {
  const { context, asked, call } = world([answer], undefined, { limits: false });
  await call("getAccount", {});
  expect([context.limits, asked]).toEqual([undefined, []]);
});

/** What goes first, by operation. */
const priorities = {
  getTime: 0,
  getOrder: 0,
  keepAliveListenKey: 0,
  placeOrder: 1,
  getDepth: 1,
  getAccount: 2,
};
for (const [id, priority] of Object.entries(priorities)) {
  test(`${id} has the priority ${priority}`, async () => {
    const at = world([time, answer]);
    const { listenKey, symbol } = { listenKey: "a".repeat(60), symbol: "A" };
    const fields = { placeOrder: order, getDepth: { symbol }, getOrder: { symbol } };
    await at.call(id, { keepAliveListenKey: { listenKey }, ...fields }[id] ?? {});
    expect(at.asked.at(-1)).toMatchObject({ operation: { id }, priority });
  });
}

test("an account may have a name, and none has no key", async () => {
  const keys: string[] = [];
  const memory = createMemoryStore();
  const store = {
    ...memory,
    acquire: (request: Parameters<typeof memory.acquire>[0]) => {
      keys.push(request.gates.join());
      return undefined;
    },
  };
  const named = world([time, answer], undefined, { limits: { store, account: "alice" } });
  await named.call("placeOrder", order);
  const keyed = world([time, answer], undefined, { limits: { store } });
  await keyed.call("placeOrder", order);
  expect(keys).toEqual(["ip", "ip,alice", "ip", `ip,${key}`]);
  const nameless = world([answer], undefined, { apiKey: undefined });
  await nameless.call("getTime", {});
  expect(nameless.asked[0]?.account).toBe("");
});

test("the limiter receives how each attempt ended", async () => {
  const headers = { "retry-after": "2" };
  const at = world([time, refuse(429, -1003, headers), answer]);
  await at.time.outcome(at.call("getAccount", {}));
  expect(at.asked.map(({ attempts }) => attempts)).toEqual([0, 0, 1]);
  const failed = { status: 429, code: -1003, retryAfterMs: 2000, bannedUntilMs: undefined };
  expect(at.released).toEqual([
    { status: 200, headers: expect.any(Headers), value: { serverTime: 1_700_000_000_000 } },
    { ...failed, headers: expect.any(Headers) },
    { status: 200, headers: expect.any(Headers), value: ok },
  ]);
});

const failures = [
  ["no JSON", () => json("<html>"), { status: 200, headers: expect.any(Headers) }],
  ["a lost connection", lost, { headers: undefined }],
  ["no response in time", late, { headers: undefined }],
] as const;
for (const [name, script, result] of failures) {
  test(`the limiter receives an attempt that ended with ${name}`, async () => {
    const at = world([time, script], undefined, { maxAttempts: 1, attemptTimeoutMs: 5000 });
    await at.time.outcome(at.call("getAccount", {}));
    expect(at.released.slice(1)).toEqual([result]);
  });
}

test("a call that has ended asks for no permit, and one that ends does not wait for it", async () => {
  const at = world([time, answer]);
  await at.call("getDepth", { symbol: "A" });
  at.asked.length = 0;
  const signal = AbortSignal.abort();
  await expect(at.call("getAccount", {}, { signal })).rejects.toMatchObject({ attempts: 0 });
  expect(at.asked).toEqual([]);
  const slow = world([answer], () => new Promise<never>(() => undefined));
  const error = await slow.time.outcome(slow.call("getTime", {}));
  expect(error).toMatchObject({ name: "TimeoutError", outcome: "notSent", attempts: 0 });
  // A permit that comes as the call ends, or later, is given back.
  const stop = new AbortController();
  const grantsTooLate = world([], async (call) => {
    queueMicrotask(() => stop.abort());
    return { call, charges: [], sentMs: 0 };
  });
  const gone = grantsTooLate.call("getTime", {}, { signal: stop.signal });
  await expect(gone).rejects.toMatchObject({ name: "AbortedError", outcome: "notSent" });
  expect(grantsTooLate.released).toEqual([undefined]);
});

test("a wait is an event, and so are the loss and the return of a store", async () => {
  const at = world([answer], ({ onWait }) => (onWait(700, "weight1m"), undefined));
  await at.call("getTime", {});
  const event = { kind: "rateLimitStore", state: "alone", reason: "r" } as const;
  for (const listener of at.listeners) listener(event);
  expect([at.events[0], at.events.at(-1)]).toEqual([
    { kind: "wait", call: 1, operation: "getTime", attempt: 1, waitMs: 700, window: "weight1m" },
    event,
  ]);
});

test("a window that fills up has the time read, where the last reading is old", async () => {
  for (const [isPressed, reads] of [
    [true, 2],
    [false, 1],
  ] as const) {
    const press = ({ operation, onPressure }: Asked) => {
      if (isPressed && operation.id === "getDepth") onPressure();
      return undefined;
    };
    const at = world([time], press, { clockRefreshMs: 0 });
    await at.call("getDepth", { symbol: "A" });
    await new Promise((resolve) => setImmediate(resolve));
    expect(at.paths().filter((path) => path === "time")).toHaveLength(reads);
  }
});

test("the end of a ban is read behind the word that the interface gives", async () => {
  const banned = (status: number) => () =>
    json({ code: -1, msg: "banned until 1800000000000." }, status);
  for (const [status, bannedUntilMs] of [
    [418, 1_800_000_000_000],
    [429, undefined],
  ] as const) {
    const at = world([time, banned(status)], undefined, { maxAttempts: 1 });
    const error = await at.call("getAccount", {}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status, bannedUntilMs });
  }
});
