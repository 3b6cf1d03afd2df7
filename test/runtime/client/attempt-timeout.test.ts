/** The two time limits of a call, retries by the policy, and the budget of retries. */

import { expect, test } from "vitest";

import type { Adapters } from "../../../runtime/platform.ts";
import { late, ok, refuse, time } from "./answers.ts";
import { client, json, type Script } from "./given.ts";

interface Row {
  readonly name: string;
  readonly script: Script;
  readonly options?: Readonly<Record<string, unknown>>;
  /** The outcome of `getAccount`, requests sent, and milliseconds passed. */
  readonly want: object;
  readonly sent: number;
  readonly passedMs: number;
}

const answer = (): Response => json(ok);
const soon: Adapters["random"] = () => 0.5;
const attempts = { attemptTimeoutMs: 10_000, random: soon };
const slow = (header: string) => refuse(429, -1003, { "retry-after": header });

const rows: readonly Row[] = [
  {
    name: "a hung attempt is retried within the call",
    script: [late, answer],
    want: ok,
    sent: 2,
    passedMs: 10_500,
  },
  {
    name: "the last attempt says that it was the attempt's limit",
    script: [late],
    options: { maxAttempts: 2, timeoutMs: 60_000 },
    want: { name: "TimeoutError", limit: "attemptTimeoutMs", attempts: 2, outcome: "unknown" },
    sent: 2,
    passedMs: 20_500,
  },
  {
    name: "the call's own limit says so",
    script: [late],
    options: { timeoutMs: 15_000, maxAttempts: 5 },
    want: { name: "TimeoutError", limit: "timeoutMs", cause: { limit: "attemptTimeoutMs" } },
    sent: 2,
    passedMs: 15_000,
  },
  {
    name: "an attempt that has the time of the call ends with the call",
    script: [late],
    options: { timeoutMs: 10_000 },
    want: { name: "TimeoutError", limit: "timeoutMs" },
    sent: 1,
    passedMs: 10_000,
  },
  {
    name: "the body counts into the limit",
    script: [() => new Response(new ReadableStream()), answer],
    want: ok,
    sent: 2,
    passedMs: 10_500,
  },
  {
    name: "Retry-After of half a minute is waited out where waitMsMax allows it",
    script: [slow("30"), answer],
    options: { waitMsMax: 30_000 },
    want: ok,
    sent: 2,
    passedMs: 30_000,
  },
  {
    name: "Retry-After of half a minute is waited out within a longer timeout",
    script: [slow("30"), answer],
    options: { timeoutMs: 31_101 },
    want: ok,
    sent: 2,
    passedMs: 30_000,
  },
  {
    name: "Retry-After that leaves no time for an attempt is not waited for",
    script: [slow("30"), answer],
    options: { timeoutMs: 31_100 },
    want: { name: "ApiError", retryAfterMs: 30_000 },
    sent: 1,
    passedMs: 0,
  },
  {
    name: "Retry-After a second above waitMsMax ends the call",
    script: [slow("31"), answer],
    options: { waitMsMax: 30_000, timeoutMs: 90_000 },
    want: { name: "ApiError", retryAfterMs: 31_000 },
    sent: 1,
    passedMs: 0,
  },
  {
    name: "refused, then in doubt, then refused: each wait is the policy's",
    script: [refuse(503), late, refuse(503), answer],
    options: { maxAttempts: 4 },
    want: ok,
    sent: 4,
    passedMs: 500 + 10_000 + 1000 + 2000,
  },
  {
    name: "a refused timestamp, and one again, is not sent a third time",
    script: [refuse(400, -1021), time, refuse(400, -1021), answer],
    want: { name: "ApiError", code: -1021, attempts: 2 },
    sent: 3,
    passedMs: 0,
  },
  {
    name: "the last attempt is not followed by a wait",
    script: [refuse(500)],
    options: { maxAttempts: 1 },
    want: { name: "ApiError", status: 500, attempts: 1 },
    sent: 1,
    passedMs: 0,
  },
];

for (const { name, script, options, want, sent, passedMs } of rows) {
  test(name, async () => {
    const at = client(script, { ...attempts, ...options });
    const startMs = at.time.now();
    const outcome = await at.time.outcome(at.call("getAccount", {}));
    expect(outcome).toMatchObject(want);
    expect(at.seen).toHaveLength(sent);
    expect(at.time.now() - startMs).toBe(passedMs);
    expect(at.time.pending()).toBe(0);
  });
}

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

test("a success between two refusals gives back what its retry has cost", async () => {
  // Ten retries may be spent at once; each pair here spends one, succeeds and gets it back.
  const script: Script = Array.from({ length: 40 }, (_, index) =>
    index % 2 === 0 ? refuse(503) : answer,
  );
  const at = client(script, attempts);
  for (let count = 0; count < 20; count += 1) {
    expect(await at.time.outcome(at.call("getAccount", {}))).toEqual(ok);
  }
  expect(at.seen).toHaveLength(40);
});
