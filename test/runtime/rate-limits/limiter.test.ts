/** How calls wait for rate-limit capacity, in which order, and when they are refused instead. */

import { expect, test } from "vitest";

import type { Answerer } from "../../support/world.ts";
import { createWorld, ended, heavy, refusal, useUp } from "../../support/world.ts";

test("a request is stamped and signed after its wait", async () => {
  const at = createWorld();
  const exchange = await useUp(at);
  const late = ended(exchange.getAccount({ recvWindow: 1000 }));
  await at.clock.run(10_010);
  expect(await late).toMatchObject({ balances: expect.anything() });
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
