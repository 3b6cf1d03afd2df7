/** The two time limits of a call, retries by the policy, and the budget of retries. */

import { expect, test } from "vitest";

import type { Adapters } from "../../../runtime/platform.ts";
import { late, ok, refuse } from "./answers.ts";
import { client, json, type Script } from "./given.ts";

const answer = (): Response => json(ok);
const soon: Adapters["random"] = () => 0.5;
const attempts = { attemptTimeoutMs: 10_000, random: soon };
const slow = (header: string) => refuse(429, -1003, { "retry-after": header });

const timedOut = (facts: object) => ({ name: "TimeoutError", ...facts });
const twice = { attempts: 2, outcome: "unknown" };
const endless = () => new Response(new ReadableStream());

/** Name, script, outcome of `getAccount`, requests sent, milliseconds passed, options. */
const rows: readonly (readonly [string, Script, object, number, number, object?])[] = [
  ["a hung attempt is retried", [late, answer], ok, 2, 10_500],
  [
    "the last attempt says that it was the attempt's limit",
    [late],
    timedOut({ limit: "attemptTimeoutMs", ...twice }),
    ...([2, 20_500, { maxAttempts: 2, timeoutMs: 60_000 }] as const),
  ],
  [
    "the call's own limit says so",
    [late],
    timedOut({ limit: "timeoutMs", cause: { limit: "attemptTimeoutMs" } }),
    ...([2, 15_000, { timeoutMs: 15_000, maxAttempts: 5 }] as const),
  ],
  ["all of the time", [late], timedOut({ limit: "timeoutMs" }), 1, 10_000, { timeoutMs: 10_000 }],
  ["the body counts into the limit", [endless, answer], ok, 2, 10_500],
  ["Retry-After in a longer time", [slow("30"), answer], ok, 2, 30_000, { timeoutMs: 31_101 }],
  ["Retry-After, and no time", [slow("30")], { retryAfterMs: 30_000 }, 1, 0, { timeoutMs: 31_100 }],
  [
    "refused, then in doubt, then refused: each wait is the policy's",
    [refuse(503), late, refuse(503), answer],
    ...([ok, 4, 500 + 10_000 + 1000 + 2000, { maxAttempts: 4 }] as const),
  ],
  [
    "no wait behind the last",
    [refuse(500)],
    { status: 500, attempts: 1 },
    1,
    0,
    { maxAttempts: 1 },
  ],
];

test.for(rows)("%s", async ([, script, want, sent, passedMs, options]) => {
  const at = client(script, { ...attempts, ...options });
  const startMs = at.time.now();
  expect(await at.time.outcome(at.call("getAccount", {}))).toMatchObject(want);
  expect(at.seen).toHaveLength(sent);
  expect(at.time.now() - startMs).toBe(passedMs);
  expect(at.time.pending()).toBe(0);
});

test("a response that comes after its attempt has ended is not an event and frees its connection", async () => {
  const kinds: string[] = [];
  let isCancelled = false;
  const body = new ReadableStream({
    cancel: () => {
      isCancelled = true;
    },
  });
  let arrive = (_: Response): void => undefined;
  const script: Script = [() => new Promise<Response>((resolve) => (arrive = resolve)), answer];
  const at = client(script, { ...attempts, onEvent: ({ kind }) => kinds.push(kind) });
  const work = at.call("getAccount", {});
  expect(await at.time.outcome(work)).toEqual(ok);
  arrive(new Response(body));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isCancelled).toBe(true);
  expect(kinds).toEqual(["request", "retry", "request", "response"]);
  expect(at.seen.map(({ signal }) => signal.aborted)).toEqual([true, false]);
});
