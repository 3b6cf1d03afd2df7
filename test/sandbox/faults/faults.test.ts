/** Every fault of the plan, in one process and over a real socket; none may stay unreached. */

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { signing } from "../../../generated/signing.ts";
import type { FaultRule } from "../../../sandbox/faults/kinds.ts";
import {
  buy,
  call,
  get,
  isOpen,
  type Line,
  lineInProcess,
  lineInVirtualTime,
  listenKey,
  place,
  stream,
} from "../support/fault-calls.ts";

/** Rules, and what then happens. */
interface Case {
  readonly name: string;
  readonly rules: readonly FaultRule[];
  readonly run: (line: Line) => Promise<void>;
}

const placing = { operation: "placeOrder" } as const;

/** What fetch says of a connection that broke. */
const broken = (code: string) =>
  expect.objectContaining({ name: "TypeError", cause: expect.objectContaining({ code }) });
const dropped = broken("UND_ERR_SOCKET");
const wasReset = broken("ECONNRESET");

const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "no failure",
    (error: unknown) => error,
  );

let clientIds = 0;
const newId = (): string => `fault-test-${(clientIds += 1)}`;

const lost: readonly Case[] = (["drop", "reset"] as const).flatMap((fault) =>
  [false, true].map((accepted) => ({
    name: `${fault}: no answer, ${accepted ? "with" : "without"} the order`,
    rules: [{ fault, accepted, when: placing }],
    run: async (line) => {
      const id = newId();
      const error = await failure(place(line, id));
      expect(error).toEqual(fault === "drop" ? dropped : wasReset);
      await line.pass(20);
      expect(isOpen(line, id)).toBe(accepted);
    },
  })),
);

const requestCases: readonly Case[] = [
  ...lost,
  {
    name: "hang: waits until the caller gives up, and the order may stand",
    rules: [{ fault: "hang", accepted: true, when: placing }],
    run: async (line) => {
      const id = newId();
      const giveUp = new AbortController();
      const waiting = failure(place(line, id, { signal: giveUp.signal }));
      await line.pass(50);
      giveUp.abort(new Error("enough"));
      expect(await waiting).toEqual(new Error("enough"));
      expect(isOpen(line, id)).toBe(true);
    },
  },
  {
    name: "garble: no HTTP comes, or one that contradicts itself",
    rules: [
      { fault: "garble", text: "nonsense\r\n\r\n", when: { nth: 1 } },
      {
        fault: "garble",
        text: "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
        accepted: true,
        when: { nth: 2 },
      },
    ],
    run: async (line) => {
      const id = newId();
      const isFailure = expect.objectContaining({ name: "TypeError", message: "fetch failed" });
      expect(await failure(get(line))).toEqual(isFailure);
      expect(await failure(place(line, id))).toEqual(isFailure);
      expect(isOpen(line, id)).toBe(true);
    },
  },
  {
    name: "delay: before and after the exchange takes the order, with a spread",
    rules: [
      { fault: "delay", ms: 40, when: placing },
      { fault: "delay", ms: 40, spreadMs: 5, accepted: true, when: placing },
    ],
    run: async (line) => {
      const id = newId();
      let status = 0;
      const waiting = place(line, id).then((response) => (status = response.status));
      await line.pass(20);
      expect([isOpen(line, id), status]).toEqual([false, 0]);
      await line.pass(38);
      expect([isOpen(line, id), status]).toEqual([true, 0]);
      await line.pass(60);
      expect(await waiting).toBe(200);
    },
  },
  {
    name: "truncate: the body ends before its end, at every place",
    rules: [0, 1, 7, 12].map((bytes, index) => {
      return { fault: "truncate", bytes, when: { nth: index + 1 } } as const;
    }),
    run: async (line) => {
      for (const bytes of [0, 1, 7, 12]) {
        const response = await get(line);
        expect(response.status).toBe(200);
        const error = await failure(response.text());
        expect([bytes, error]).toEqual([
          bytes,
          expect.objectContaining({ name: "TypeError", message: "terminated" }),
        ]);
      }
      expect(await (await get(line)).json()).toHaveProperty("serverTime");
    },
  },
  {
    name: "dribble: the body comes piece by piece",
    rules: [{ fault: "dribble", bytes: 5, everyMs: 10 }],
    run: async (line) => {
      const response = await get(line);
      let text: string | undefined;
      const reading = response.text().then((whole) => (text = whole));
      await line.pass(15);
      expect(text).toBeUndefined();
      await line.pass(200);
      expect(await reading).toMatch(/^\{"serverTime":\d+\}$/);
    },
  },
  {
    name: "status: 5xx and 408 in the envelope, as a page, and empty",
    rules: [
      { fault: "status", status: 503, when: { nth: 1 } },
      { fault: "status", status: 502, body: "html", when: { nth: 2 } },
      { fault: "status", status: 500, body: "empty", when: { nth: 3 } },
      { fault: "status", status: 408, accepted: true, when: { nth: 4 } },
    ],
    run: async (line) => {
      const first = await get(line);
      expect([first.status, await first.json()]).toEqual([
        503,
        expect.objectContaining({ code: -1000 }),
      ]);
      const second = await get(line);
      expect([second.status, (await second.text()).slice(0, 6)]).toEqual([502, "<html>"]);
      const third = await get(line);
      expect([third.status, await third.text()]).toEqual([500, ""]);
      const id = newId();
      expect((await place(line, id)).status).toBe(408);
      expect(isOpen(line, id)).toBe(true);
    },
  },
  {
    name: "throttle: 429 with each form of Retry-After",
    rules: [1, 0, -1, 1e9, "soon", null, { dateInMs: 5000 }, undefined].map((wait, index) => ({
      fault: "throttle",
      ...(wait === undefined ? {} : { retryAfter: wait }),
      when: { nth: index + 1 },
    })),
    run: async (line) => {
      const waits: (string | null)[] = [];
      for (let turn = 0; turn < 8; turn += 1) {
        const response = await get(line);
        expect([response.status, await response.json()]).toEqual([
          429,
          expect.objectContaining({ code: -1003 }),
        ]);
        waits.push(response.headers.get("Retry-After"));
      }
      const date = waits.splice(6, 1)[0] ?? "";
      expect(waits).toEqual(["1", "0", "-1", "1000000000", "soon", null, "1"]);
      const aheadMs = Date.parse(date) - line.sandbox.exchange.now();
      expect(aheadMs).toBeGreaterThan(3000);
      expect(aheadMs).toBeLessThanOrEqual(5000);
    },
  },
  {
    name: "error: -1021, -1003 with 200 around it, and any other code of the contract",
    rules: [
      { fault: "error", code: -1021, when: { nth: 1 } },
      { fault: "error", code: -1003, status: 200, when: { nth: 2 } },
      { fault: "error", code: -1022, when: { nth: 3 } },
    ],
    run: async (line) => {
      const seen = [];
      for (let turn = 0; turn < 3; turn += 1) {
        const response = await get(line);
        seen.push([response.status, ((await response.json()) as { code: number }).code]);
      }
      expect(seen).toEqual([
        [400, -1021],
        [200, -1003],
        [400, -1022],
      ]);
    },
  },
  {
    name: "clockOffset: the exchange's clock is ahead or behind for a call, and for no limit",
    rules: [
      { fault: "clockOffset", ms: 3_600_000, when: { nth: [1, 2] } },
      { fault: "clockOffset", ms: -3_600_000, when: { nth: [3, 4] } },
    ],
    run: async (line) => {
      const used: (string | null)[] = [];
      for (const sign of [1, -1]) {
        const answer = await get(line);
        used.push(answer.headers.get("X-MBX-USED-WEIGHT-1M"));
        const { serverTime } = (await answer.json()) as { serverTime: number };
        const ahead = serverTime - line.sandbox.exchange.now();
        expect(Math.abs(ahead - sign * 3_600_000)).toBeLessThan(1000);
        const stale = await call(line, "GET", "/api/v1/account", {});
        expect(await stale.json()).toMatchObject({ code: -1021 });
      }
      expect((await call(line, "GET", "/api/v1/account", {})).status).toBe(200);
      expect(Number(used[0])).toBeGreaterThan(0);
      expect(Number(used[1])).toBeGreaterThan(Number(used[0]));
    },
  },
  {
    name: "envelope: around a success, or not",
    rules: [
      { fault: "envelope", when: { nth: 1 } },
      { fault: "envelope", on: false, when: { nth: 2 } },
      { fault: "envelope", when: { path: "/api/v1/nowhere" } },
      { fault: "envelope", when: { path: "/api/v1/ping" } },
      { fault: "response", body: "<html>", when: { path: "/api/v1/ping" } },
    ],
    run: async (line) => {
      expect(await (await get(line)).json()).toEqual({
        code: 0,
        msg: "success",
        timestamp: expect.any(Number),
        data: { serverTime: expect.any(Number) },
      });
      expect(await (await get(line)).json()).toEqual({ serverTime: expect.any(Number) });
      expect(await (await get(line, "/api/v1/nowhere")).json()).not.toHaveProperty("data");
      expect(await (await get(line, "/api/v1/ping")).text()).toBe("<html>");
    },
  },
  {
    name: "usage: garbage in the headers, or none",
    rules: [
      { fault: "usage", as: "many", when: { nth: 1 } },
      { fault: "usage", when: { nth: 2 } },
      { fault: "usage", as: "many", when: { path: "/api/v1/ping" } },
      { fault: "response", when: { path: "/api/v1/ping" } },
    ],
    run: async (line) => {
      const read = async () => (await get(line)).headers.get("X-MBX-USED-WEIGHT-1M");
      expect([await read(), await read()]).toEqual(["many", null]);
      expect(await read()).toMatch(/^\d+$/);
      // The response of another fault has none.
      const { headers } = await get(line, "/api/v1/ping");
      expect(headers.has("X-MBX-USED-WEIGHT-1M")).toBe(false);
    },
  },
  {
    name: "headers: set and taken away",
    rules: [
      { fault: "headers", set: { "content-type": "text/plain", "X-MBX-USED-WEIGHT-1M": "" } },
    ],
    run: async (line) => {
      const { headers } = await get(line);
      expect(headers.get("Content-Type")).toMatch(/^text\/plain/);
      expect(headers.get("X-MBX-USED-WEIGHT-1M")).toBeNull();
    },
  },
  {
    name: "response: any status, headers, body and bytes",
    rules: [
      { fault: "response", body: "[", times: 1000, when: { nth: 1 } },
      { fault: "response", bodyBase64: btoa("\u00ff\u00fe{\u0000"), when: { nth: 2 } },
      {
        fault: "response",
        status: 307,
        headers: { Location: "http://elsewhere.test/" },
        when: { nth: 3 },
      },
      { fault: "response", status: 204, when: { nth: 4 } },
      { fault: "response", body: "{}", accepted: true, when: { nth: 5 } },
    ],
    run: async (line) => {
      expect(await (await get(line)).text()).toBe("[".repeat(1000));
      const bytes = await (await get(line)).arrayBuffer();
      expect([...new Uint8Array(bytes)]).toEqual([0xff, 0xfe, 0x7b, 0]);
      const moved = await get(line, undefined, { redirect: "manual" });
      expect([moved.status, moved.headers.get("Location")]).toEqual([
        307,
        "http://elsewhere.test/",
      ]);
      expect((await get(line)).status).toBe(204);
      const id = newId();
      expect(await (await place(line, id)).text()).toBe("{}");
      expect(isOpen(line, id)).toBe(true);
    },
  },
  {
    name: "duplicate: the exchange gets the request twice, and makes one order",
    rules: [
      { fault: "duplicate", when: { ...placing, nth: 1 } },
      { fault: "duplicate", response: "second", when: { ...placing, nth: 2 } },
    ],
    run: async (line) => {
      const [first, second] = [newId(), newId()];
      expect(await (await place(line, first)).json()).toMatchObject({ clientOrderId: first });
      const again = await place(line, second);
      expect(again.status).toBe(400);
      expect([isOpen(line, first), isOpen(line, second)]).toEqual([true, true]);
    },
  },
  {
    name: "loseListenKey: the exchange forgets the key, and its stream falls silent",
    rules: [{ fault: "loseListenKey", when: { operation: "keepAliveListenKey" } }],
    run: async (line) => {
      const key = await listenKey(line);
      const { texts, socket } = await stream(line, key);
      const keepAlive = (): Promise<Response> => {
        const headers = { [signing.header]: line.sandbox.accounts[0]?.apiKey ?? "" };
        const init = { method: "PUT", headers };
        return get(line, `/api/v1/listenKey?listenKey=${key}`, init);
      };
      expect((await keepAlive()).status).toBe(400);
      await buy(line);
      await line.pass(30);
      expect(texts.filter((text) => text.includes("executionReport"))).toEqual([]);
      expect(await listenKey(line)).not.toBe(key);
      socket.close();
    },
  },
  {
    name: "ban: 418 to this and all later requests of the address, until its end",
    rules: [{ fault: "ban", ms: 300, when: { count: 1 } }],
    run: async (line) => {
      const first = await get(line);
      expect([first.status, first.headers.get("Retry-After")]).toEqual([418, "1"]);
      expect((await get(line)).status).toBe(418);
      await line.pass(310);
      expect((await get(line)).status).toBe(200);
    },
  },
  {
    name: "rules together: a delay, then a page that breaks off",
    rules: [
      { fault: "delay", ms: 30 },
      { fault: "truncate", bytes: 10 },
      { fault: "status", status: 502, body: "html" },
      { fault: "reset", accepted: true },
    ],
    run: async (line) => {
      const waiting = get(line);
      await line.pass(60);
      const response = await waiting;
      expect(response.status).toBe(502);
      expect(await failure(response.text())).toMatchObject({ message: "terminated" });
      const counts = line.sandbox.faults.list().map(({ seen, reached }) => [seen, reached]);
      // The reset comes too late: the status has ended the request before the exchange.
      expect(counts).toEqual([
        [1, 1],
        [1, 1],
        [1, 1],
        [1, 0],
      ]);
    },
  },
];

/** Trade ids that the stream has brought, in their order. */
const tradeIds = (texts: readonly string[]): readonly number[] =>
  texts.map((text) => (JSON.parse(text) as { data: { t: number } }).data.t);

const trades = "btcusdt@trade";

/** Buys `count` times and returns which of these trades the stream delivered, in its order. */
async function delivered(line: Line, count: number): Promise<readonly number[]> {
  const { texts, socket } = await stream(line, trades);
  const first = nextTradeId(line);
  for (let turn = 0; turn < count; turn += 1) await buy(line);
  await line.pass(60);
  socket.close();
  return tradeIds(texts).map((id) => id - first + 1);
}

function nextTradeId({ sandbox }: Line): number {
  const { trades: made } = sandbox.exchange.state.markets.get("BTCUSDT") ?? {};
  return (made?.at(-1)?.id ?? 0) + 1;
}

const eventCases: readonly Case[] = [
  {
    name: "dropEvent",
    rules: [{ fault: "dropEvent", when: { stream: trades, nth: 2 } }],
    run: async (line) => expect(await delivered(line, 4)).toEqual([1, 3, 4]),
  },
  {
    name: "duplicateEvent",
    rules: [{ fault: "duplicateEvent", when: { stream: "*@trade", event: "trade", nth: 2 } }],
    run: async (line) => expect(await delivered(line, 3)).toEqual([1, 2, 2, 3]),
  },
  {
    name: "reorderEvents",
    rules: [{ fault: "reorderEvents", by: 2, when: { symbol: "BTCUSDT", event: "trade", nth: 1 } }],
    run: async (line) => expect(await delivered(line, 4)).toEqual([2, 3, 1, 4]),
  },
  {
    name: "reorderEvents: messages of other streams do not count",
    rules: [{ fault: "reorderEvents", when: { stream: trades, nth: 1 } }],
    run: async (line) => {
      const { texts, socket } = await stream(line, trades, "btcusdt@depth");
      const first = nextTradeId(line);
      for (let turn = 0; turn < 2; turn += 1) await buy(line);
      await line.pass(20);
      expect(tradeIds(texts.filter((text) => text.includes(trades)))).toEqual([first + 1, first]);
      socket.close();
    },
  },
  {
    name: "delayEvent: what follows waits, also after the rule is gone",
    rules: [{ fault: "delayEvent", ms: 50, when: { stream: trades, nth: 1 } }],
    run: async (line) => {
      const { texts, socket } = await stream(line, trades);
      const first = nextTradeId(line);
      await buy(line);
      line.sandbox.faults.clear();
      await buy(line);
      await line.pass(60);
      expect(tradeIds(texts)).toEqual([first, first + 1]);
      socket.close();
    },
  },
  {
    name: "delayEvent: what follows waits behind",
    rules: [{ fault: "delayEvent", ms: 50, when: { stream: trades, nth: 2 } }],
    run: async (line) => {
      const { texts, socket } = await stream(line, trades);
      for (let turn = 0; turn < 3; turn += 1) await buy(line);
      await line.pass(15);
      expect(texts).toHaveLength(1);
      await line.pass(70);
      const ids = tradeIds(texts);
      expect(ids).toEqual([...ids].sort((one, other) => one - other));
      expect(ids).toHaveLength(3);
      socket.close();
    },
  },
  {
    name: "delayEvent: a connection that closes meanwhile disturbs no other",
    rules: [{ fault: "delayEvent", ms: 20, when: { stream: trades } }],
    run: async (line) => {
      const [gone, stays] = [await stream(line, trades), await stream(line, trades)];
      await buy(line);
      gone.socket.close();
      await line.pass(60);
      expect([gone.texts.length, stays.texts.length]).toEqual([0, 1]);
      stays.socket.close();
    },
  },
  {
    name: "replaceEvent",
    rules: [
      { fault: "replaceEvent", text: "{no JSON", when: { stream: trades, nth: 1 } },
      { fault: "replaceEvent", text: "ab", binary: true, when: { stream: trades, nth: 2 } },
    ],
    run: async (line) => {
      const { texts, socket } = await stream(line, trades);
      socket.binaryType = "arraybuffer";
      for (let turn = 0; turn < 2; turn += 1) await buy(line);
      await line.pass(20);
      expect(texts).toEqual(["{no JSON", new Uint8Array([97, 98]).buffer]);
      socket.close();
    },
  },
  {
    name: "stall: the connection stays open, responds to pings, and sends no messages",
    rules: [{ fault: "stall", when: { stream: trades, count: 1 } }],
    run: async (line) => {
      const { texts, socket } = await stream(line, trades);
      for (let turn = 0; turn < 2; turn += 1) await buy(line);
      socket.send(JSON.stringify({ method: "LIST_SUBSCRIPTIONS", id: 7 }));
      await line.pass(20);
      expect(texts).toEqual([JSON.stringify({ result: [trades], id: 7 })]);
      socket.close();
    },
  },
  {
    name: "cut: with a close code, and without a close frame",
    rules: [
      { fault: "cut", code: 1011, reason: "as planned", when: { stream: trades, nth: 1 } },
      { fault: "cut", when: { stream: trades, nth: 2 } },
    ],
    run: async (line) => {
      for (const code of [1011, 1006]) {
        const { ended } = await stream(line, trades);
        await buy(line);
        await line.pass(10);
        expect(await ended).toBe(code);
      }
    },
  },
  {
    name: "events of an account alone",
    rules: [{ fault: "dropEvent", when: { account: "alice", event: "executionReport" } }],
    run: async (line) => {
      const [alice, bob] = [await listenKey(line, "alice"), await listenKey(line, "bob")];
      const { texts, socket } = await stream(line, alice, bob);
      await buy(line);
      await buy(line, { account: "bob" });
      await line.pass(30);
      const reports = texts.filter((text) => text.includes("executionReport"));
      expect(reports.length).toBeGreaterThan(0);
      expect(reports.every((text) => text.includes(bob))).toBe(true);
      expect(texts.some((text) => text.includes(alice))).toBe(true);
      socket.close();
    },
  },
  {
    name: "handshake: rejected, reset, or never answered",
    rules: [
      { fault: "handshake", status: 429, when: { nth: 1 } },
      { fault: "handshake", how: "reset", when: { stream: trades, nth: 2 } },
      { fault: "handshake", how: "hang", when: { nth: 3 } },
    ],
    run: async (line) => {
      expect(await failure(stream(line, trades))).toEqual(expect.any(Error));
      expect(await failure(stream(line, trades))).toEqual(expect.any(Error));
      const socket = new line.WebSocket(`${line.streamUrl}/stream?streams=${trades}`);
      await line.pass(30);
      expect(socket.readyState).toBe(0);
      const gone = new Promise((resolve) => socket.addEventListener("close", resolve));
      socket.close();
      await gone;
      const { socket: well } = await stream(line, trades);
      well.close();
    },
  },
];

describe.each([
  ["in one process", lineInProcess],
  ["over a port", lineInVirtualTime],
] as const)("faults %s", (_, open) => {
  let line: Line;
  beforeAll(async () => (line = await open()));
  afterEach(() => line.sandbox.faults.clear());
  afterAll(() => line.close());

  for (const { name, rules, run } of [...requestCases, ...eventCases]) {
    test(name, async () => {
      line.sandbox.faults.add(...rules);
      await run(line);
      const unreached = line.sandbox.faults
        .list()
        .filter(({ rule, reached }) => reached === 0 && rule.fault !== "reset");
      expect(unreached).toEqual([]);
    });
  }

  test("without a rule all goes well, and every fault was reached before", async () => {
    expect((await place(line, newId())).status).toBe(200);
    const unreached = Object.entries(line.sandbox.faults.reached())
      .filter(([, count]) => count === 0)
      .map(([fault]) => fault);
    expect(unreached).toEqual([]);
  });
});
