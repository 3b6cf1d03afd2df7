/** What the client does about each way in which a call can fail, on a clock of its own. */

import { expect, test } from "vitest";

import { answer, late, lost, ok, opened, order, refuse, time, unreachable } from "./answers.ts";
import type { Script } from "./given.ts";
import { client, json } from "./given.ts";

type Id = keyof typeof fields;
const fields = { read: {}, change: {}, place: order, write: { listenKey: "a".repeat(60) } };
const ids = {
  ...{ read: "getAccount", change: "convertDust" },
  ...{ place: "placeOrder", write: "keepAliveListenKey" },
};

/** Name, kind of call, script, outcome, requests sent, waits with chance at one half. */
type Course = readonly [string, Id, Script, object, number, (readonly number[])?];

const api = (facts: object) => ({ name: "ApiError", ...facts });
const transport = (outcome: string, attempts: number) => ({
  name: "TransportError",
  outcome,
  attempts,
});
const unknown = (cause: object) => ({ name: "UnknownOutcomeError", attempts: 1, cause });
const unreadable = (facts: object) => ({ name: "UnreadableResponseError", ...facts });
const after = (seconds: string) => refuse(429, -1003, { "retry-after": seconds });
const ban = refuse(418, -1003, { "retry-after": "120" });
const html = () => json("<html>hello");
const page = { status: 200, bodyStart: "<html>hello" };
const moved = () => json("", 307, { location: "http://elsewhere.test/" });
const message = expect.stringContaining("is a redirect");
const used = json("{}");
void used.text();
const unread = { message: expect.stringContaining("is not an unread Response; give the client") };
const doubtful = expect.stringMatching(/lost the connection.*; query the outcome before/);
const strange = () => Promise.reject(Object.assign(new Error("x"), { stack: [], message: {} }));
const otherTime = () => json({ time: 1 });
const early = refuse(400, -1021);

const courses: readonly Course[] = [
  ["a closed port, then an answer", "read", [unreachable, answer], ok, 2, [500]],
  ["the same: nothing was sent", "place", [unreachable, answer], ok, 2, [500]],
  ["never reachable", "read", [unreachable], transport("notSent", 3), 3, [500, 1000]],
  ["never reachable", "place", [unreachable], transport("notSent", 3), 3, [500, 1000]],
  ["no answer", "read", [late], { name: "TimeoutError", outcome: "unknown" }, 1],
  ["no answer", "place", [late], unknown({ name: "TimeoutError" }), 1],
  ["lost, and repeated", "read", [lost, lost, answer], ok, 3, [500, 1000]],
  ["lost, not repeated", "place", [lost, answer], unknown(transport("unknown", 1)), 1],
  ["lost, not repeated", "write", [lost, answer], transport("unknown", 1), 1],
  ["lost, not repeated", "change", [lost, answer], { message: doubtful }, 1],
  ["an error that nobody can read", "read", [strange, answer], ok, 2, [500]],
  ["an error that nobody can read", "place", [strange], unknown(transport("unknown", 1)), 1],
  ["Retry-After in seconds", "read", [after("7"), answer], ok, 2, [7000]],
  ["the same: it was refused", "place", [after("7"), answer], ok, 2, [7000]],
  ["without the header", "read", [refuse(429), answer], ok, 2, [500]],
  ["an HTTP date", "read", [after("Tue, 14 Nov 2023 22:13:25 GMT"), answer], ok, 2, [5000]],
  ["beyond the cap", "read", [after("1000000000")], api({ retryAfterMs: 1e12 }), 1, []],
  ["a wait beyond the time left", "read", [after("31")], api({ retryAfterMs: 31_000 }), 1, []],
  ["a ban", "read", [ban], api({ status: 418, retryAfterMs: 120_000 }), 1, []],
  ["a ban, no envelope", "place", [refuse(418)], api({ advice: "stop" }), 1, []],
  ["a ban, and a code", "read", [refuse(418, -1003)], api({ advice: "stop" }), 1, []],
  ["5xx", "read", [refuse(500), refuse(503), answer], ok, 3, [500, 1000]],
  ["5xx without end", "read", [refuse(503)], api({ status: 503, attempts: 3 }), 3],
  ["408", "read", [refuse(408), answer], ok, 2, [500]],
  ["5xx", "place", [refuse(503), answer], unknown(api({ status: 503 })), 1],
  ["408", "place", [refuse(408), answer], unknown(api({ status: 408 })), 1],
  ["5xx", "write", [refuse(502), answer], api({ status: 502 }), 1],
  ["5xx", "change", [refuse(503), answer], api({ status: 503, advice: "queryFirst" }), 1],
  ["refused for now", "change", [after("7"), answer], ok, 2, [7000]],
  ["-1021 once", "read", [early, time, answer], ok, 3, []],
  ["-1021 once", "place", [early, time, answer], ok, 3, []],
  ["-1021 always", "read", [early, time, early], api({ code: -1021, attempts: 2 }), 3],
  ["-1021, and no time to be had", "read", [early, refuse(500)], api({ code: -1021 }), 2],
  ["-1021, and another form of time", "read", [early, otherTime], api({ code: -1021 }), 2],
  ["a throttle with status 200", "read", [refuse(200, -1003), answer], ok, 2, [500]],
  ["a throttle with status 200", "place", [refuse(200, -1003), answer], ok, 2, [500]],
  ["-1022", "read", [refuse(400, -1022)], api({ codeName: "INVALID_SIGNATURE" }), 1],
  ["-2015", "read", [refuse(401, -2015)], api({ code: -2015, advice: "newKey" }), 1],
  ["no code of ours", "place", [refuse(400, -9)], api({ code: -9, advice: "fixRequest" }), 1],
  ["a code for 'nobody knows'", "place", [refuse(400, -1007)], unknown(api({ code: -1007 })), 1],
  ["an open code without a rule", "place", [refuse(400, -1008)], unknown(api({ code: -1008 })), 1],
  ["HTML with 200", "read", [html], unreadable(page), 1],
  ["HTML with 200", "place", [html], unknown(unreadable(page)), 1],
  ["an empty 200", "read", [() => json("")], unreadable({ bodyStart: "" }), 1],
  ["HTML with 403", "place", [refuse(403)], api({ status: 403, code: undefined }), 1],
  ["a response that was read", "place", [() => used], unknown(unreadable(unread)), 1],
  ["a redirect", "read", [moved], unreadable({ status: 307, message }), 1],
];

for (const [name, kind, script, want, sent, waits] of courses) {
  test(`${name}: ${kind}`, async () => {
    const { call, seen, time: virtual } = client(script);
    expect(await virtual.outcome(call(ids[kind], fields[kind]))).toMatchObject(want);
    expect(seen).toHaveLength(sent);
    if (waits !== undefined) {
      expect(virtual.waits.filter((ms) => ms !== 30_000)).toEqual(waits);
    }
    expect(virtual.pending()).toBe(0);
    const calls = seen.filter(({ url }) => !url.endsWith("/time")).map(opened);
    expect(new Set(calls.map(({ all }) => all.get("newClientOrderId"))).size).toBe(1);
  });
}

test("a placement has its id before it is sent, and the error says how to query it", async () => {
  const { call, seen } = client([lost]);
  const error = await call("placeOrder", order).catch((thrown: unknown) => thrown);
  const id = seen.map(opened)[0]?.all.get("newClientOrderId");
  expect(id).toMatch(/^[A-Za-z0-9]{22}$/);
  const fields = { symbol: "LTCBTC", origClientOrderId: id };
  expect(error).toMatchObject({ clientId: id, ask: { operation: "getOrder", fields } });
  const own = await call("placeOrder", { ...order, newClientOrderId: "mine" }).catch(
    (thrown: unknown) => thrown,
  );
  expect(own).toMatchObject({ clientId: "mine" });
});

test("a timestamp of the caller's own is sent as it is, once", async () => {
  const { call, seen } = client([refuse(400, -1021)]);
  await expect(call("getAccount", { timestamp: 5 })).rejects.toMatchObject({ code: -1021 });
  expect(seen.map((each) => opened(each).all.get("timestamp"))).toEqual(["5"]);
});
