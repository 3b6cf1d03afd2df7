/** Every fault of the plan, in one process and over a real socket; none may stay unreached. */

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { signing } from "../../../generated/signing.ts";
import type { FaultRule } from "../../../sandbox/faults/kinds.ts";
import * as calls from "../support/fault-calls.ts";

const { buy, call, get, isOpen, listenKey, place, stream } = calls;
type Line = calls.Line;

/** Rules, what is then done, and what is seen. */
type Row = readonly [
  name: string,
  rules: readonly FaultRule[],
  run: (line: Line) => Promise<unknown>,
  want: unknown,
];

const when = { operation: "placeOrder" } as const;
const trades = "btcusdt@trade";

/** What fetch says of a connection that broke. */
const broken = (code: string) =>
  expect.objectContaining({ name: "TypeError", cause: expect.objectContaining({ code }) });
const ended = { lost: broken("UND_ERR_SOCKET"), reset: broken("ECONNRESET") };
const failed = (message: string) => expect.objectContaining({ name: "TypeError", message });
const cutOff = failed("terminated");

const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "no failure",
    (error: unknown) => error,
  );

let clientIds = 0;
const newId = (): string => `fault-test-${(clientIds += 1)}`;

/** Places an order; what came of the request, and whether the order is there. */
async function placed(line: Line): Promise<readonly [came: unknown, isThere: boolean]> {
  const id = newId();
  const came = await place(line, id).catch((error: unknown) => error);
  await line.pass(20);
  return [came instanceof Response ? came.status : came, isOpen(line, id)];
}

/** Status and text of as many responses. */
async function texts(line: Line, count: number): Promise<readonly unknown[]> {
  const came: unknown[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const response = await get(line);
    came.push([response.status, await response.text().catch((error: unknown) => error)]);
  }
  return came;
}

const time = expect.stringMatching(/^\{"serverTime":\d+\}$/);
const nth = <Rule extends object>(rules: readonly Rule[]) =>
  rules.map((rule, index) => ({ ...rule, when: { nth: index + 1 } })) as unknown as FaultRule[];

const requestRows: readonly Row[] = [
  ["drop: no answer, no order", [{ fault: "drop", when }], placed, [ended.lost, false]],
  ["drop: an order", [{ fault: "drop", accepted: true, when }], placed, [ended.lost, true]],
  ["reset: no answer, no order", [{ fault: "reset", when }], placed, [ended.reset, false]],
  ["reset: an order", [{ fault: "reset", accepted: true, when }], placed, [ended.reset, true]],
  [
    "hang: waits until the caller gives up, and the order may stand",
    [{ fault: "hang", accepted: true, when }],
    async (line) => {
      const id = newId();
      const giveUp = new AbortController();
      const waiting = failure(place(line, id, { signal: giveUp.signal }));
      await line.pass(50);
      giveUp.abort(new Error("enough"));
      return [await waiting, isOpen(line, id)];
    },
    [new Error("enough"), true],
  ],
  [
    "garble: no HTTP comes, or one that contradicts itself",
    nth([
      { fault: "garble", text: "nonsense\r\n\r\n" },
      {
        ...{ fault: "garble", accepted: true },
        text: "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
      },
    ]),
    async (line) => [await failure(get(line)), await placed(line)],
    [failed("fetch failed"), [failed("fetch failed"), true]],
  ],
  [
    "delay: before and after the exchange takes the order, with a spread",
    [
      { fault: "delay", ms: 40, when },
      { fault: "delay", ms: 40, spreadMs: 5, accepted: true, when },
    ],
    async (line) => {
      const id = newId();
      let status = 0;
      void place(line, id).then((response) => (status = response.status));
      const seen: unknown[] = [];
      for (const ms of [20, 38, 60]) {
        await line.pass(ms);
        seen.push(`${isOpen(line, id)} ${status}`);
      }
      await expect.poll(() => status, { interval: 1 }).toBe(200);
      return seen.slice(0, 2);
    },
    ["false 0", "true 0"],
  ],
  [
    "truncate: the body ends before its end, at every place",
    nth([0, 1, 7, 12].map((bytes) => ({ fault: "truncate", bytes }))),
    (line) => texts(line, 5),
    [...Array(4).fill([200, cutOff]), [200, time]],
  ],
  [
    "dribble: the body comes piece by piece",
    [{ fault: "dribble", bytes: 5, everyMs: 10 }],
    async (line) => {
      const response = await get(line);
      let text: string | undefined;
      const reading = response.text().then((whole) => (text = whole));
      await line.pass(15);
      const early = text;
      await line.pass(200);
      return [early, await reading];
    },
    [undefined, time],
  ],
  [
    "status: 5xx and 408 in the envelope, as a page, and empty",
    [
      ...nth([
        { fault: "status", status: 503 },
        { fault: "status", status: 502, body: "html" },
        { fault: "status", status: 500, body: "empty" },
      ]),
      { fault: "status", status: 408, accepted: true, when },
    ],
    async (line) => [...(await texts(line, 3)), await placed(line)],
    [
      [503, expect.stringContaining('"code":-1000')],
      [502, expect.stringMatching(/^<html>/)],
      ...[[500, ""] as const, [408, true] as const],
    ],
  ],
  [
    "throttle: 429 with each form of Retry-After",
    nth(
      [1, 0, -1, 1e9, "soon", null, { dateInMs: 5000 }, undefined].map((retryAfter) => {
        return { fault: "throttle", ...(retryAfter !== undefined && { retryAfter }) };
      }),
    ),
    async (line) => {
      const waits: (string | null)[] = [];
      for (let turn = 0; turn < 8; turn += 1) {
        const response = await get(line);
        const { code } = (await response.json()) as { readonly code: number };
        expect([response.status, code]).toEqual([429, -1003]);
        waits.push(response.headers.get("Retry-After"));
      }
      const [date = ""] = waits.splice(6, 1);
      const aheadMs = Date.parse(date ?? "") - line.sandbox.exchange.now();
      return [...waits, aheadMs > 3000 && aheadMs <= 5000];
    },
    ["1", "0", "-1", "1000000000", "soon", null, "1", true],
  ],
  [
    "error: -1021, -1003 with 200 around it, and any other code of the contract",
    nth([
      { fault: "error", code: -1021 },
      { fault: "error", code: -1003, status: 200 },
      { fault: "error", code: -1022 },
    ]),
    async (line) =>
      (await texts(line, 3)).map((came) => /^(\d+),.*"code":(-\d+)/.exec(String(came))?.slice(1)),
    [
      ["400", "-1021"],
      ["200", "-1003"],
      ["400", "-1022"],
    ],
  ],
  [
    "clockOffset: the exchange's clock is ahead or behind for a call, and for no limit",
    [
      { fault: "clockOffset", ms: 3_600_000, when: { nth: [1, 2] } },
      { fault: "clockOffset", ms: -3_600_000, when: { nth: [3, 4] } },
    ],
    async (line) => {
      const used: number[] = [];
      const seen: unknown[] = [];
      for (let turn = 0; turn < 2; turn += 1) {
        const answer = await get(line);
        used.push(Number(answer.headers.get("X-MBX-USED-WEIGHT-1M")));
        const { serverTime } = (await answer.json()) as { serverTime: number };
        const aheadMs = serverTime - line.sandbox.exchange.now();
        const stale = await call(line, "GET", "/api/v1/account", {});
        seen.push(Math.round(aheadMs / 1000), ((await stale.json()) as { code: number }).code);
      }
      const [first = 0, second = 0] = used;
      const { status } = await call(line, "GET", "/api/v1/account", {});
      return [...seen, status, first > 0 && second > first];
    },
    [3600, -1021, -3600, -1021, 200, true],
  ],
  [
    "envelope: around a success, or not",
    [
      { fault: "envelope", when: { nth: 1 } },
      { fault: "envelope", on: false, when: { nth: 2 } },
      { fault: "envelope", when: { path: "/api/v1/nowhere" } },
      { fault: "envelope", when: { path: "/api/v1/ping" } },
      { fault: "response", body: "<html>", when: { path: "/api/v1/ping" } },
    ],
    async (line) => {
      const [wrapped, bare] = [await get(line), await get(line)];
      const [nowhere, page] = [await get(line, "/api/v1/nowhere"), await get(line, "/api/v1/ping")];
      return Promise.all([wrapped.json(), bare.text(), nowhere.text(), page.text()]);
    },
    [
      {
        ...{ code: 0, msg: "success", timestamp: expect.any(Number) },
        data: { serverTime: expect.any(Number) },
      },
      time,
      expect.not.stringContaining('"data"'),
      "<html>",
    ],
  ],
  [
    "usage: garbage in the headers, or none; the response of another fault has none",
    [
      { fault: "usage", as: "many", when: { nth: 1 } },
      { fault: "usage", when: { nth: 2 } },
      { fault: "usage", as: "many", when: { path: "/api/v1/ping" } },
      { fault: "response", when: { path: "/api/v1/ping" } },
    ],
    async (line) => {
      const used: unknown[] = [];
      for (const path of ["time", "time", "time", "ping"]) {
        const { headers } = await get(line, `/api/v1/${path}`);
        used.push(headers.get("X-MBX-USED-WEIGHT-1M"));
      }
      return used;
    },
    ["many", null, expect.stringMatching(/^\d+$/), null],
  ],
  [
    "headers: set and taken away",
    [
      {
        fault: "headers",
        set: { "content-type": "text/plain", "X-MBX-USED-WEIGHT-1M": "", "content-length": "9" },
      },
    ],
    async (line) => {
      const { headers } = await get(line);
      const names = ["Content-Type", "X-MBX-USED-WEIGHT-1M", "Content-Length"];
      return names.map((name) => headers.get(name));
    },
    [expect.stringMatching(/^text\/plain/), null, "9"],
  ],
  [
    "response: any status, headers, body and bytes",
    [
      ...nth([
        { fault: "response", body: "[", times: 1000 },
        { fault: "response", bodyBase64: btoa("\u00ff\u00fe{\u0000") },
        { fault: "response", status: 307, headers: { Location: "http://elsewhere.test/" } },
        { fault: "response", status: 204 },
      ]),
      { fault: "response", body: "{}", accepted: true, when },
    ],
    async (line) => {
      const text = await (await get(line)).text();
      const bytes = [...new Uint8Array(await (await get(line)).arrayBuffer())];
      const moved = await get(line, undefined, { redirect: "manual" });
      const { status } = await get(line);
      const location = moved.headers.get("Location");
      return [text, bytes, moved.status, location, status, await placed(line)];
    },
    ["[".repeat(1000), [0xff, 0xfe, 0x7b, 0], 307, "http://elsewhere.test/", 204, [200, true]],
  ],
  [
    "duplicate: the exchange gets the request twice, and makes one order",
    [
      { fault: "duplicate", when: { ...when, nth: 1 } },
      { fault: "duplicate", response: "second", when: { ...when, nth: 2 } },
    ],
    async (line) => [await placed(line), await placed(line)],
    [
      [200, true],
      [400, true],
    ],
  ],
  [
    "loseListenKey: the exchange forgets the key, and its stream falls silent",
    [{ fault: "loseListenKey", when: { operation: "keepAliveListenKey" } }],
    async (line) => {
      const key = await listenKey(line);
      const { texts, socket } = await stream(line, key);
      const headers = { [signing.header]: line.sandbox.accounts[0]?.apiKey ?? "" };
      const path = `/api/v1/listenKey?listenKey=${key}`;
      const { status } = await get(line, path, { method: "PUT", headers });
      await buy(line);
      await line.pass(30);
      socket.close();
      const reports = texts.filter((text) => text.includes("executionReport"));
      return [status, reports, (await listenKey(line)) === key];
    },
    [400, [], false],
  ],
  [
    "ban: 418 to this and all later requests of the address, until its end",
    [{ fault: "ban", ms: 300, when: { count: 1 } }],
    async (line) => {
      const [first, second] = [await get(line), await get(line)];
      await line.pass(310);
      const third = await get(line);
      return [first.status, first.headers.get("Retry-After"), second.status, third.status];
    },
    [418, "1", 418, 200],
  ],
  [
    "rules together: a delay, then a page that breaks off; the reset comes too late",
    [
      { fault: "delay", ms: 30 },
      { fault: "truncate", bytes: 10 },
      { fault: "status", status: 502, body: "html" },
      { fault: "reset", accepted: true },
    ],
    async (line) => {
      const waiting = get(line);
      await line.pass(60);
      const response = await waiting;
      const reached = line.sandbox.faults.list().map((rule) => [rule.seen, rule.reached].join());
      return [response.status, await failure(response.text()), reached];
    },
    [502, cutOff, ["1,1", "1,1", "1,1", "1,0"]],
  ],
];

/** Opens streams, buys, and returns all trades by the number of the purchase, and the rest. */
async function delivered(line: Line, count: number, ...others: readonly string[]) {
  const { texts, socket } = await stream(line, trades, ...others);
  socket.binaryType = "arraybuffer";
  const { trades: made } = line.sandbox.exchange.state.markets.get("BTCUSDT") ?? {};
  const last = made?.at(-1)?.id ?? 0;
  for (let turn = 0; turn < count; turn += 1) await buy(line);
  await line.pass(60);
  socket.close();
  return texts
    .filter((text) => !/depth/.test(text))
    .map((text) => {
      const [, id] = /"t":(\d+)/.exec(text) ?? [];
      return id === undefined ? text : Number(id) - last;
    });
}

const event = (rule: object, stream = trades): FaultRule =>
  ({ ...rule, when: { stream, ...(rule as { when?: object }).when } }) as FaultRule;
const second = { nth: 2 };

const eventRows: readonly Row[] = [
  [
    "dropEvent",
    [event({ fault: "dropEvent", when: second })],
    (line) => delivered(line, 4),
    [1, 3, 4],
  ],
  [
    "duplicateEvent",
    [event({ fault: "duplicateEvent", when: { event: "trade", nth: 2 } }, "*@trade")],
    (line) => delivered(line, 3),
    [1, 2, 2, 3],
  ],
  [
    "reorderEvents",
    [{ fault: "reorderEvents", by: 2, when: { symbol: "BTCUSDT", event: "trade", nth: 1 } }],
    (line) => delivered(line, 4),
    [2, 3, 1, 4],
  ],
  [
    "reorderEvents: messages of other streams do not count",
    [event({ fault: "reorderEvents", when: { nth: 1 } })],
    (line) => delivered(line, 2, "btcusdt@depth"),
    [2, 1],
  ],
  [
    "replaceEvent",
    [
      event({ fault: "replaceEvent", text: "{no JSON", when: { nth: 1 } }),
      event({ fault: "replaceEvent", text: "ab", binary: true, when: second }),
    ],
    (line) => delivered(line, 2),
    ["{no JSON", new Uint8Array([97, 98]).buffer],
  ],
  [
    "delayEvent: what follows waits, also after the rule is gone",
    [event({ fault: "delayEvent", ms: 50, when: { nth: 1 } })],
    async (line) => {
      const { texts, socket } = await stream(line, trades);
      await buy(line);
      line.sandbox.faults.clear();
      await buy(line);
      await line.pass(15);
      const early = texts.length;
      await line.pass(70);
      socket.close();
      const ids = texts.map((text) => Number(/"t":(\d+)/.exec(text)?.[1]));
      return [early, ids.length, (ids[1] ?? 0) - (ids[0] ?? 0)];
    },
    [0, 2, 1],
  ],
  [
    "delayEvent: a connection that closes meanwhile disturbs no other",
    [event({ fault: "delayEvent", ms: 20 })],
    async (line) => {
      const [gone, stays] = [await stream(line, trades), await stream(line, trades)];
      await buy(line);
      gone.socket.close();
      await line.pass(60);
      stays.socket.close();
      return [gone.texts.length, stays.texts.length];
    },
    [0, 1],
  ],
  [
    "stall: the connection stays open, responds to pings, and sends no messages",
    [event({ fault: "stall", when: { count: 1 } })],
    async (line) => {
      const { texts, socket } = await stream(line, trades);
      for (let turn = 0; turn < 2; turn += 1) await buy(line);
      socket.send(JSON.stringify({ method: "LIST_SUBSCRIPTIONS", id: 7 }));
      await line.pass(20);
      socket.close();
      return texts;
    },
    [JSON.stringify({ result: [trades], id: 7 })],
  ],
  [
    "cut: with a close code, and without a close frame",
    [
      event({ fault: "cut", code: 1011, reason: "as planned", when: { nth: 1 } }),
      event({ fault: "cut", when: second }),
    ],
    async (line) => {
      const codes: number[] = [];
      for (let turn = 0; turn < 2; turn += 1) {
        const { ended } = await stream(line, trades);
        await buy(line);
        await line.pass(10);
        codes.push(await ended);
      }
      return codes;
    },
    [1011, 1006],
  ],
  [
    "events of an account alone",
    [{ fault: "dropEvent", when: { account: "alice", event: "executionReport" } }],
    async (line) => {
      const [alice, bob] = [await listenKey(line, "alice"), await listenKey(line, "bob")];
      const { texts, socket } = await stream(line, alice, bob);
      await buy(line);
      await buy(line, { account: "bob" });
      await line.pass(30);
      socket.close();
      const reports = texts.filter((text) => text.includes("executionReport"));
      const isBobs = reports.map((text) => text.includes(bob));
      return [new Set(isBobs), texts.some((text) => text.includes(alice))];
    },
    [new Set([true]), true],
  ],
  [
    "handshake: rejected, reset, or never answered",
    [
      { fault: "handshake", status: 429, when: { nth: 1 } },
      { fault: "handshake", how: "reset", when: { stream: trades, nth: 2 } },
      { fault: "handshake", how: "hang", when: { nth: 3 } },
    ],
    async (line) => {
      const failures = [await failure(stream(line, trades)), await failure(stream(line, trades))];
      const socket = new line.WebSocket(`${line.streamUrl}/stream?streams=${trades}`);
      await line.pass(30);
      const { readyState } = socket;
      const gone = new Promise((resolve) => socket.addEventListener("close", resolve));
      socket.close();
      await gone;
      (await stream(line, trades)).socket.close();
      return [...failures, readyState];
    },
    [expect.any(Error), expect.any(Error), 0],
  ],
];

describe.each([
  ["in one process", calls.lineInProcess],
  ["over a port", calls.lineInVirtualTime],
] as const)("faults %s", (_, open) => {
  let line: Line;
  beforeAll(async () => (line = await open()));
  afterEach(() => line.sandbox.faults.clear());
  afterAll(() => line.close());

  test.each([...requestRows, ...eventRows])("%s", async (_, rules, run, want) => {
    line.sandbox.faults.add(...rules);
    expect(await run(line)).toEqual(want);
    const left = line.sandbox.faults.list().filter(({ reached }) => reached === 0);
    expect(left.filter(({ rule }) => rule.fault !== "reset")).toEqual([]);
  });

  test("without a rule all goes well, and every fault was reached before", async () => {
    expect(await placed(line)).toEqual([200, true]);
    const reached = Object.entries(line.sandbox.faults.reached());
    expect(reached.filter(([, count]) => count === 0)).toEqual([]);
  });
});
