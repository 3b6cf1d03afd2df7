/** How calls wait for rate-limit capacity, in which order, and when they are refused instead. */

import { expect, test } from "vitest";

import { BannedError } from "../../../generated/index.ts";
import { createRateLimiter } from "../../../generated/limits.ts";
import type { Answerer } from "../../support/world.ts";
import { createWorld, ended, heavy, refusal, useUp } from "../../support/world.ts";

test("cancelling and asking before placing, placing before reading, each in turn", async () => {
  const at = createWorld();
  const exchange = await useUp(at, at.client({ validate: false }));
  // The reserve for higher priorities is used up as well.
  const order = { symbol: "BTCUSDT", origClientOrderId: "none" } as const;
  await Promise.all(Array.from({ length: 9 }, () => ended(exchange.getOrder(order))));
  await exchange.getTime();
  at.requests.length = 0;
  const place = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC" } as const;
  const calls = [
    exchange.getDepth(heavy),
    exchange.getTickerPrice({ symbol: "BTCUSDT" }),
    exchange.placeOrder({ ...place, quantity: "0.01", price: "40000" }),
    exchange.cancelOrder(order),
    exchange.getOrder(order),
  ].map((call) => ended<unknown>(call));
  await at.clock.run(9_999);
  expect(at.requests).toEqual([]);
  await at.clock.run(10);
  await Promise.all(calls);
  expect(at.requests.map(({ method, path }) => `${method} ${path.slice(8)}`)).toEqual([
    "DELETE order",
    "GET order",
    "POST order",
    "GET depth",
    "GET ticker/price",
  ]);
});

test("a request is stamped and signed after its wait", async () => {
  const at = createWorld();
  const exchange = await useUp(at);
  const late = ended(exchange.getAccount({ recvWindow: 1000 }));
  await at.clock.run(10_010);
  expect(await late).toMatchObject({ balances: expect.anything() });
});

test("a call in flight when a window begins counts in that window, too", async () => {
  let slowMs = 0;
  const at = createWorld({ delayMs: () => slowMs });
  const exchange = at.client();
  await ended(exchange.getOrder({ symbol: "BTCUSDT", origClientOrderId: "none" }));
  await at.clock.run(9_900);
  slowMs = 300;
  const before = Array.from({ length: 90 }, () => ended(exchange.getDepth(heavy)));
  await at.clock.run(150);
  slowMs = 0;
  const after = Array.from({ length: 90 }, () => ended(exchange.getDepth(heavy)));
  await at.clock.run(20_000);
  await Promise.all([...before, ...after]);
  expect(at.statuses()).not.toContain(429);
  expect(at.requests.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(180);
});

test("clients that share a rate limiter share the limits", async () => {
  const at = createWorld();
  const limits = createRateLimiter({ after: at.clock.after, share: 0.5 });
  const [one, two] = [at.client({ limits }), at.client({ limits, timeoutMs: 5000 })];
  const calls = Array.from({ length: 47 }, () => one.getDepth(heavy));
  await at.clock.run(0);
  await Promise.all(calls);
  expect(await ended(two.getDepth(heavy))).toMatchObject({ asks: expect.anything() });
  expect(await ended(two.getDepth(heavy))).toMatchObject({ window: "weight10s", amount: 490 });
});

const throttled = (retryAfter?: string) =>
  refusal(429, -1003, retryAfter === undefined ? {} : { "retry-after": retryAfter });

/** Seconds of Retry-After, whether the exchange's clock is known, and whether they are waited. */
const nearDeadline = [
  [28, false, true],
  [28, true, true],
  [29, false, false],
  [29, true, true],
  [30, true, false],
  [31, true, false],
] as const;

test.for(nearDeadline)(
  "a Retry-After of %d s with a timeout of 30 s, clock known %s: waited %s, else refused at once",
  async ([seconds, isKnown, isWaited]) => {
    let answers = 0;
    const fault: Answerer = (path) =>
      path.endsWith("depth") && (answers += 1) === 1 ? throttled(`${seconds}`) : undefined;
    const at = createWorld({ fault });
    const exchange = at.client();
    // A signed call reads the time.
    if (isKnown) await exchange.getAccount();
    await at.clock.run(0);
    const beganMs = at.clock.now();
    let endedMs = 0;
    const end = ended(exchange.getDepth(heavy)).finally(() => (endedMs = at.clock.now()));
    await at.clock.run(40_000);
    const want = isWaited ? { asks: expect.anything() } : { name: "ApiError", status: 429 };
    expect(await end).toMatchObject(want);
    expect(Math.floor((endedMs - beganMs) / 1000)).toBe(isWaited ? seconds + (isKnown ? 0 : 1) : 0);
  },
);

/** All callers wait after one 429; the last number is when the next request is sent. */
const waits: readonly (readonly [string, () => Response, number])[] = [
  ["seconds", () => throttled("7"), 7000],
  ["nothing", () => throttled(), 1000],
  ["a date", () => throttled("Mon, 15 Jan 2024 00:00:05 GMT"), 5000],
  ["more than the longest window", () => throttled("200"), 200_000],
  ["the code in a success", () => refusal(200, -1003), 1000],
];

for (const [name, answer, waitMs] of waits) {
  test(`429 with ${name} holds back every caller`, async () => {
    let isFirst = true;
    const fault: Answerer = () => (isFirst ? ((isFirst = false), answer()) : undefined);
    const at = createWorld({ fault });
    const exchange = at.client({ timeoutMs: 300_000, maxAttempts: 1 });
    expect(await ended(exchange.getDepth(heavy))).toMatchObject({ name: "ApiError" });
    const startMs = at.clock.now();
    const others = [exchange.getTickerPrice(), exchange.getAccount()].map((call) =>
      ended<unknown>(call),
    );
    await at.clock.run(waitMs + 1010);
    await Promise.all(others);
    const times = at.requests.slice(1).map(({ atMs }) => atMs - startMs);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(waitMs);
    expect(at.statuses()).toContain(200);
  });
}

const ban = (message: string, headers: Record<string, string>) => () =>
  new Response(JSON.stringify({ code: -1003, msg: message }), { status: 418, headers });

/** Name, answer, and how long the ban is taken to last. */
const bans: readonly (readonly [string, () => Response, number])[] = [
  ["Retry-After", ban("banned", { "retry-after": "300" }), 300_000],
  ["the end in words", ban(`banned until ${Date.UTC(2024, 0, 15) + 240_000}.`, {}), 240_000],
];

for (const [name, answer, lengthMs] of bans) {
  test(`418 with ${name}: no call is sent before the ban ends`, async () => {
    let isBanned = true;
    const at = createWorld({ fault: () => (isBanned ? answer() : undefined) });
    const exchange = at.client({ timeoutMs: 300_000_000 });
    const both = [exchange.getDepth(heavy), exchange.getTickerPrice()].map((call) =>
      ended<unknown>(call),
    );
    await at.clock.run(0);
    expect(await Promise.all(both)).toMatchObject([{ status: 418 }, { status: 418 }]);
    const sent = at.requests.length;
    isBanned = false;
    for (const passedMs of [0, lengthMs / 2, lengthMs / 2 - 2]) {
      await at.clock.run(passedMs);
      const error = await ended(exchange.getTickerPrice());
      expect(error).toBeInstanceOf(BannedError);
      expect(error).toMatchObject({ outcome: "notSent", attempts: 0 });
    }
    expect(at.requests).toHaveLength(sent);
    await at.clock.run(1010);
    expect(await ended(exchange.getTickerPrice())).toMatchObject({ length: expect.anything() });
  });
}

test("usage headers count what others behind the same address use", async () => {
  const at = createWorld();
  await useUp(at);
  const other = at.client({ timeoutMs: 5000 });
  // A signed call also asks for the time, and both responses have usage headers.
  await ended(other.getOrder({ symbol: "BTCUSDT", origClientOrderId: "none" }));
  await ended(other.getOrder({ symbol: "BTCUSDT", origClientOrderId: "none" }));
  const error = await ended(other.getDepth(heavy));
  expect(error).toMatchObject({ name: "RateLimitError", window: "weight10s", used: 986 });
  expect(at.statuses()).not.toContain(429);
});

test("the first usage header counts, also before the exchange's time is known", async () => {
  const at = createWorld();
  await useUp(at);
  const other = at.client({ timeoutMs: 5000, clockRefreshMs: Infinity });
  await ended(other.getTime());
  expect(await ended(other.getDepth(heavy))).toMatchObject({ name: "RateLimitError" });
  expect(at.statuses()).not.toContain(429);
});

test("the limits that exchange information lists take the place of the spec's", async () => {
  const rateLimits = [
    { rateLimitType: "REQUEST_WEIGHT", interval: "SECOND", intervalNum: 10, limit: 50 },
    { rateLimitType: "RAW_REQUESTS", interval: "MINUTE", intervalNum: 5, limit: 4 },
    { rateLimitType: "ORDERS", interval: "MINUTE", intervalNum: 1, limit: 2 },
    { rateLimitType: "LUCK", interval: "YEAR", intervalNum: 1, limit: 1 },
    { rateLimitType: "ORDERS", interval: "YEAR" },
  ];
  const body = { timezone: "UTC", serverTime: 0, rateLimits, exchangeFilters: [], symbols: [] };
  const fault: Answerer = (path) =>
    path.endsWith("exchangeInfo") ? new Response(JSON.stringify(body)) : undefined;
  const at = createWorld({ fault });
  const exchange = at.client({ timeoutMs: 5000, clockRefreshMs: Infinity });
  await exchange.getExchangeInfo();
  for (let turn = 0; turn < 4; turn += 1) await exchange.getTime();
  expect(await ended(exchange.getTime())).toMatchObject({ window: "RAW_REQUESTS/5/MINUTE" });
});

test("limits can be switched off", async () => {
  const at = createWorld();
  const exchange = at.client({ limits: false, maxAttempts: 1 });
  const calls = Array.from({ length: 101 }, () => ended(exchange.getDepth(heavy)));
  await at.clock.run(0);
  expect(await Promise.all(calls)).toContainEqual(expect.objectContaining({ status: 429 }));
});
