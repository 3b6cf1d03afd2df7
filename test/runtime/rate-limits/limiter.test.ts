/** How calls wait for rate-limit capacity, in which order, and when they are refused instead. */

import { expect, test } from "vitest";

import { createRateLimiter } from "../../../generated/limits.ts";
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

const hours = [["its own", 3] as const, ["a shared", 3] as const, ["a shared", -3] as const];

test.for(hours)("%s limiter and a clock ahead by %d h: a wait as asked", async ([whose, ahead]) => {
  const fault: Answerer = (path) => (path.endsWith("depth") ? throttled("8") : undefined);
  const at = createWorld({ fault, aheadMs: ahead * 3_600_000 });
  const limits = whose === "its own" ? {} : createRateLimiter({ after: at.clock.after });
  const first = at.client({ limits });
  expect(await ended(first.getDepth(heavy, { timeoutMs: 5000 }))).toMatchObject({ status: 429 });
  const sent = at.requests.length;
  const end = ended((whose === "its own" ? first : at.client({ limits })).getAccount());
  await at.clock.run(7999);
  expect(at.requests.length).toBe(sent);
  await at.clock.run(4000);
  expect(await end).toMatchObject({ balances: expect.anything() });
});

test.for([3, -3])("a clock ahead by %d h: as asked, where another knew the time", async (hours) => {
  const delays = [500];
  const fault: Answerer = () => (at.clock.now() === beganMs + 500 ? throttled("8") : undefined);
  const at = createWorld({ fault, aheadMs: hours * 3_600_000, delayMs: () => delays.shift() ?? 0 });
  const beganMs = at.clock.now();
  const limits = createRateLimiter({ after: at.clock.after });
  const slow = ended(at.client({ limits }).getDepth(heavy));
  await ended(at.client({ limits }).getDepth(heavy));
  await at.clock.run(8499);
  expect(at.sent()).toEqual(["GET time", "GET depth", "GET time"]);
  await at.clock.run(100);
  expect(await slow).toMatchObject({ asks: expect.anything() });
});
