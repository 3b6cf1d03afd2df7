/** What one attempt sends, when it must not, and all that its error says. */

import { expect, test } from "vitest";

import { performCall } from "../../../runtime/call/call.ts";
import type { CallPlan } from "../../../runtime/call/context.ts";
import { noSignal } from "../../../runtime/call/deadline.ts";
import type { CallEvent } from "../../../runtime/call/options.ts";
import type { TradespecError } from "../../../runtime/errors.ts";
import type { PlacementGuard } from "../../../runtime/orders/guard.ts";
import type { Fetch } from "../../../runtime/platform.ts";
import { late, lost, ok, opened, order, refuse, time, unreachable } from "./answers.ts";
import type { Script } from "./given.ts";
import { client, json, tables } from "./given.ts";

const answer = (): Response => json(ok);
const api = { name: "ApiError", operation: "getAccount", attempts: 1 };
const none = { code: undefined, codeName: undefined, filter: undefined, parameter: undefined };
const unread = { ...api, name: "UnreadableResponseError", pointer: undefined, bodyStart: "" };
const transport = { ...api, name: "TransportError" };
const noWait = { retryAfterMs: undefined, bannedUntilMs: undefined };
const text = `${"a \n\tb".repeat(66)}\u0007\u009fcdef`;
const wrongRequest = "Correct the request; sending it unchanged cannot succeed.";

/** A response with what only a browser's `fetch` makes. */
function special(facts: Partial<Response>, status = 200): Response {
  const response = json("{}", status);
  for (const [name, value] of Object.entries(facts))
    Object.defineProperty(response, name, { value });
  return response;
}
const redirect = "is a redirect, which is not followed, to protect key and signature.";
const redirected = (status: number) => ({
  ...unread,
  status,
  message: `getAccount: the response (status ${status}) ${redirect}`,
});
const broken = (message: string) => () => Promise.reject(new Error(message));

/** The whole error of a read with this status. */
const failed = (status: number, words: string, facts: object) => ({
  ...{ ...api, ...none, ...noWait, status, advice: "fixRequest", ...facts },
  message: `getAccount failed with status ${words}`,
});
const noJson = (bodyStart: string, message: unknown) => ({
  ...unread,
  status: 200,
  bodyStart,
  message,
});
const start = "getAccount: the response (status 200) cannot be read as JSON. It starts with";
const executed = "The exchange may have executed it.";
const ban = "banned until 1800000000000";

/** The only attempt at a read, and its whole error, or its value. */
const ends: readonly (readonly [name: string, Script[number], want: object])[] = [
  [
    "an error code",
    refuse(400, -1022),
    failed(400, `400 and code -1022 INVALID_SIGNATURE: "m". ${wrongRequest}`, {
      ...{ code: -1022, codeName: "INVALID_SIGNATURE", serverMessage: "m" },
    }),
  ],
  [
    "a code that nobody knows, and Retry-After",
    refuse(403, -9, { "retry-after": "7" }),
    failed(403, `403 and code -9: "m". The exchange asks to wait 7000 ms. ${wrongRequest}`, {
      ...{ code: -9, serverMessage: "m", retryAfterMs: 7000 },
    }),
  ],
  [
    "no code, below 500",
    () => json("<html>", 499),
    failed(499, `499: "<html>". ${wrongRequest}`, { serverMessage: "<html>" }),
  ],
  [
    "no code, from 500 on, and no ban",
    () => json(ban, 500),
    failed(500, `500: "${ban}". Slow down and try again later.`, {
      ...{ serverMessage: ban, advice: "backOff" },
    }),
  ],
  ["status 299", () => json(ok, 299), ok],
  ["status 300", () => json("{}", 300), redirected(300)],
  ["status 399", () => json("{}", 399), redirected(399)],
  ["a redirect that is hidden", () => special({ type: "opaqueredirect" }), redirected(200)],
  ["a redirect that was followed", () => special({ redirected: true }), redirected(200)],
  [
    "a text, of which the start is shown",
    () => json(text),
    noJson(
      text.slice(0, 200).replaceAll(" \n\t", " "),
      expect.stringContaining(`${start} "a ba b`),
    ),
  ],
  ["control characters", () => json("a\u0007\u009f  b"), noJson("a b", `${start} "a b".`)],
  [
    "a connection that was lost, without a code",
    broken("cut"),
    {
      ...{ ...transport, outcome: "unknown", cause: "Error: " },
      message: `getAccount lost the connection to http://exchange.test (Error); try again later. ${executed}`,
    },
  ],
  [
    "a port that is closed",
    unreachable,
    {
      ...{ ...transport, outcome: "notSent", cause: "TypeError: " },
      message:
        "getAccount could not reach http://exchange.test (ECONNREFUSED); check address and " +
        "network. The exchange has not executed it.",
    },
  ],
  [
    "no response",
    late,
    {
      ...{ ...transport, name: "TimeoutError", outcome: "unknown", limit: "attemptTimeoutMs" },
      message:
        "getAccount timed out after 5000 ms (attemptTimeoutMs) at http://exchange.test; allow it " +
        `more time. ${executed}`,
    },
  ],
];

test.for(ends)("%s", async ([, script, want]) => {
  const at = client([script], { maxAttempts: 1, attemptTimeoutMs: 5000 });
  const end = await at.time.outcome(at.call("getAccount", {}));
  expect(end instanceof Error ? (end as TradespecError).toJSON() : end).toEqual(want);
  expect(at.time.pending()).toBe(0);
});

test("a client without the features that describe errors says what the exchange said", async () => {
  const bare = { errorNames: undefined, adviceSentences: undefined, exchangeClock: undefined };
  const { call } = client([refuse(400, -1022)], {}, { features: bare });
  const error = await call("getAccount", {}).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    advice: "fixRequest",
    codeName: undefined,
    message: 'getAccount failed with status 400 and code -1022: "m".',
  });
});

for (const [checkResponses, isLenient] of [
  [undefined, false],
  [true, false],
  [false, true],
] as const) {
  test(`checkResponses ${checkResponses}: the decoder rejects ${isLenient ? "nothing" : "faults"}`, async () => {
    const given: unknown[] = [];
    const decodeResponse = (...all: readonly unknown[]) => {
      given.push([all[0], all[2]]);
      return { kind: "value", value: 5 } as const;
    };
    const { call } = client([answer], { checkResponses }, { features: { decodeResponse } });
    expect(await call("getAccount", {})).toBe(5);
    expect(given).toEqual([["getAccount", isLenient]]);
  });
}

/** A client whose requests are checked by a function of the test. */
const checked = (check: PlacementGuard["check"], signal?: AbortSignal) => {
  const orderChecks = () => ({ check, filters: {} }) as never;
  const at = client([answer], {}, { features: { orderChecks, placements: undefined } });
  const work = at.call("placeOrder", order, { signal, timeoutMs: 7000 });
  return { ...at, work };
};

test("a request waits for its check, and is not sent where that fails", async () => {
  const given: unknown[] = [];
  let pass = (): void => undefined;
  const { seen, work } = checked((request, leftMs) => {
    given.push([request.operation.id, request.fields["symbol"], leftMs]);
    return new Promise((resolve) => (pass = resolve));
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect([given, seen]).toEqual([[["placeOrder", "LTCBTC", 7000]], []]);
  pass();
  expect(await work).toEqual(ok);
  expect(seen).toHaveLength(1);
  const failure = new Error("too dear");
  const refused = checked(() => Promise.reject(failure));
  await expect(refused.work).rejects.toBe(failure);
  expect(refused.seen).toEqual([]);
});

test("without the exchange's clock a refused timestamp is not sent again", async () => {
  const bare = { exchangeClock: undefined };
  const { call, seen } = client([refuse(400, -1021)], {}, { features: bare });
  await expect(call("getAccount", {})).rejects.toMatchObject({ code: -1021, attempts: 1 });
  expect(seen).toHaveLength(1);
});

/** The only attempt so far, and what is known when the caller ends the wait after it. */
const ended = [
  ["an error of the exchange", refuse(503), "unknown"],
  ["a lost connection", lost, "unknown"],
  ["no response in time", late, "unknown"],
  ["a refusal", refuse(429, -1003), "notSent"],
  ["no connection", unreachable, "notSent"],
  ["the event of its request", answer, "notSent"],
] as const;
for (const [name, script, outcome] of ended) {
  test(`a read that is ended after ${name}: ${outcome}`, async () => {
    const caller = new AbortController();
    const onEvent = ({ kind }: CallEvent) => {
      if (script === answer) caller.abort();
      if (kind === "retry") setImmediate(() => caller.abort());
    };
    const at = client([script], { onEvent, attemptTimeoutMs: 5000 });
    const work = at.call("getAccount", {}, { signal: caller.signal });
    const error = at.time.outcome(work);
    expect(await error).toMatchObject({ name: "AbortedError", outcome, attempts: at.seen.length });
  });
}

test("every event of a call that is repeated, with all that it says", async () => {
  const events: CallEvent[] = [];
  const used = { "X-Used": "7" };
  const script = [refuse(500, undefined, used), refuse(400, -1021), time, answer];
  const at = client(script, { onEvent: (event) => events.push({ ...event }) });
  await at.time.outcome(at.call("getAccount", {}));
  const shown = events.map((event) => {
    return "headers" in event ? { ...event, headers: event.headers.get("x-used") } : event;
  });
  const of = { call: 1, operation: "getAccount" };
  const error = { ...of, kind: "retry", reason: "ApiError" };
  const clock = { call: 2, operation: "getTime", attempt: 1 };
  expect(shown).toEqual([
    { ...of, kind: "request", attempt: 1 },
    { ...of, kind: "response", attempt: 1, status: 500, headers: "7" },
    { ...error, attempt: 1, waitMs: 500 },
    { ...of, kind: "request", attempt: 2 },
    { ...of, kind: "response", attempt: 2, status: 400, headers: null },
    { ...error, attempt: 2, waitMs: 0 },
    { ...clock, kind: "request" },
    { ...clock, kind: "response", status: 200, headers: null },
    { kind: "resync", offsetMs: -500 },
    { ...of, kind: "request", attempt: 3 },
    { ...of, kind: "response", attempt: 3, status: 200, headers: null },
  ]);
});

/** A read with a plan of its own. */
function planned(plan: CallPlan, script: Script = [answer], signal?: AbortSignal) {
  const at = client(script);
  const operation = tables.operations["getAccount"];
  if (operation === undefined) throw new Error("There is no such operation.");
  return { ...at, work: performCall(operation, {}, { signal }, at.context, plan) };
}

test("nothing is sent before the work that comes first is done, and nothing after it failed", async () => {
  let begin = (): void => undefined;
  const stamps: number[] = [];
  const beforeSend = (ms: number) => {
    stamps.push(ms);
    return new Promise<void>((resolve) => (begin = resolve));
  };
  const { seen, work, time: virtual } = planned({ beforeSend });
  await new Promise((resolve) => setImmediate(resolve));
  expect([seen, stamps]).toEqual([[], [virtual.now()]]);
  begin();
  await work;
  expect(seen.map((each) => opened(each).all.get("timestamp"))).toEqual([`${virtual.now()}`]);
  const failure = new Error("full");
  const failed = planned({ beforeSend: () => Promise.reject(failure) });
  await expect(failed.work).rejects.toBe(failure);
  expect(failed.seen).toEqual([]);
});

for (const usesDeadline of [true, undefined]) {
  test(`a network that uses ${usesDeadline ? "the deadline" : "a signal"} receives the end`, async () => {
    const ends: string[] = [];
    const network: Fetch = (_, { signal, deadline }) => {
      deadline?.onEnd(() => ends.push("deadline"));
      signal.addEventListener("abort", () => ends.push("signal"));
      ends.push(signal === noSignal ? "no signal" : "a signal");
      return new Promise(() => undefined);
    };
    const fetch = Object.assign(network, usesDeadline && { usesDeadline });
    const at = client([], { fetch, attemptTimeoutMs: 5000, maxAttempts: 1 });
    await at.time.outcome(at.call("getAccount", {}));
    expect(ends).toEqual(
      usesDeadline ? ["no signal", "deadline"] : ["a signal", "deadline", "signal"],
    );
  });
}
