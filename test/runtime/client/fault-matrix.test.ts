/**
 * Every fault of a client's HTTP, H01 to H36: each row plays it out on a virtual clock, over and
 * over with other orders, delays and streams, and ends as it must. R: sent again, and well. U: not
 * known, and found out. E: an error that names the cause. X: never sent again. What a row tries
 * in one way here is tried in all ways in the tests of the part that it is about.
 */

import fc from "fast-check";
import { expect, test } from "vitest";

import type { CallEvent, Placement } from "../../../generated/index.ts";
import type { FaultRule, RequestRule } from "../../../sandbox/faults/kinds.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";
import type { Scene } from "./fault-matrix-scene.ts";
import { chances, createScene } from "./fault-matrix-scene.ts";

type Play = (at: Scene) => Promise<void>;

/** Id, fault, and what happens. */
type Row = readonly [id: string, fault: string, play: Play, runs?: number];

const onRead = { operation: "getAccount" } as const;
const onPlace = { operation: "placeOrder" } as const;
const firstOf = <When extends object>(when: When) => ({ ...when, nth: 1 }) as const;

/** What happens to a request, but not to which. */
type Fault = RequestRule extends infer Rule
  ? Rule extends RequestRule
    ? Omit<Rule, "when" | "name">
    : never
  : never;

/** The fault befalls the first read and the first placement. */
function once(at: Scene, fault: Fault): void {
  const rules = [onRead, onPlace].map((when) => ({ ...fault, when: firstOf(when) }));
  at.faults(...(rules as FaultRule[]));
}

/** It befalls all of them. */
function always(at: Scene, fault: Fault): void {
  const rules = [onRead, onPlace].map((when) => ({ ...fault, when }));
  at.faults(...(rules as FaultRule[]));
}

/** The read is sent again, and well. */
async function readsAgain(at: Scene, times = 1): Promise<void> {
  const before = at.sent("GET account");
  expect(await at.end(at.exchange().getAccount())).toMatchObject({ canTrade: true });
  expect(at.sent("GET account") - before).toBe(times + 1);
}

/** The order was taken and is found, or was not and is sent again under its id: one order. */
async function placesOne(at: Scene, taken = at.accepted): Promise<void> {
  const placement = await at.place();
  expect(placement).toMatchObject({ kind: "placed", attempts: taken ? 1 : 2 });
  expect(at.sent("POST order")).toBe(taken ? 1 : 2);
  const isStreamed = taken && at.streamMs !== undefined;
  if (!isStreamed) expect(at.sent("GET order")).toBeGreaterThanOrEqual(1);
}

/** The order was taken and is found, or was not, and no time is left to send it again. */
async function endsKnown(at: Scene, timeoutMs: number, taken = at.accepted): Promise<void> {
  const placement = await at.place({ timeoutMs });
  expect(placement).toMatchObject({ kind: taken ? "placed" : "rejected", attempts: 1 });
  if (placement.kind === "rejected") {
    expect(placement.error).toMatchObject({ name: "NotPlacedError" });
  }
}

/** An error of the code of a failed connection, as fetch gives it. */
function failed(code: string, syscall?: string): TypeError {
  const cause = Object.assign(new Error("x"), { code }, syscall === undefined ? {} : { syscall });
  return new TypeError("fetch failed", { cause });
}

/** The first `count` requests of each kind fail before they reach the exchange. */
function fails(at: Scene, count: number, error: () => Error): void {
  at.network(async ({ nth }, carry) => {
    if (nth > count) return carry();
    at.reach();
    throw error();
  });
}

/** Answers as a server would. */
const json = (text: string, headers: Record<string, string> = {}): Response =>
  new Response(text, { headers: { "content-type": "application/json", ...headers } });

/** The exchange takes what it is sent or does not, and something else answers. */
function answersWith(at: Scene, make: () => Response): void {
  at.network(async ({ what, nth }, carry) => {
    if (!["POST order", "GET account"].includes(what) || nth > 1) return carry();
    at.reach();
    if (at.accepted) await carry();
    return make();
  });
}

/** A success that names no order is asked for, and not sent again. */
async function placesOneByQuery(at: Scene): Promise<void> {
  const kind = at.accepted ? "placed" : "rejected";
  expect(said(await at.place())).toEqual({ kind, attempts: 1 });
  expect(at.sent("POST order")).toBe(1);
}

const retries = ({ events }: Scene) => events.filter(isRetry);
const isRetry = (event: CallEvent) => event.kind === "retry";

/** All that a placement says beside the order. */
const said = ({ kind, attempts }: Placement) => ({ kind, attempts });

const lostAnswer = async (at: Scene, fault: "reset" | "drop"): Promise<void> => {
  once(at, { fault, accepted: at.accepted });
  await readsAgain(at);
  await placesOne(at);
};

const rows: readonly Row[] = [
  [
    "H01",
    "connection refused",
    async (at) => {
      const times = 1 + at.below(2);
      fails(at, times, () => failed("ECONNREFUSED", "connect"));
      await readsAgain(at, times);
      const placement = await at.place();
      expect(placement).toMatchObject({ kind: "placed", response: { fills: expect.anything() } });
      expect(placement.attempts).toBe(times + 1);
      expect(at.sent("GET order")).toBe(0);
    },
  ],
  [
    "H02",
    "name not found",
    async (at) => {
      fails(at, Infinity, () => failed(at.pick(["ENOTFOUND", "EAI_AGAIN"]), "getaddrinfo"));
      const error = { name: "TransportError", outcome: "notSent", attempts: 3 };
      expect(await at.end(at.exchange().getAccount())).toMatchObject(error);
      expect(await at.place()).toMatchObject({ kind: "rejected", error });
      expect(at.sent("GET order")).toBe(0);
    },
  ],
  [
    "H03",
    "accepts, never reads",
    async (at) => {
      // Nor does it notice that the call has ended.
      at.network(({ what, nth }, carry) => {
        if (!["POST order", "GET account"].includes(what) || nth > 1) return carry();
        at.reach();
        return new Promise(() => undefined);
      });
      const timeoutMs = 500 + at.below(4000);
      const read = at.exchange().getAccount({}, { timeoutMs });
      const tookMs = await at.took(async () =>
        expect(await at.end(read)).toMatchObject({ name: "TimeoutError", outcome: "unknown" }),
      );
      expect(tookMs).toBe(timeoutMs);
      await endsKnown(at, timeoutMs, false);
    },
  ],
  [
    "H04",
    "reads, never answers",
    async (at) => {
      once(at, { fault: "hang", accepted: at.accepted });
      const timeoutMs = 500 + at.below(4000);
      const read = at.exchange().getAccount({}, { timeoutMs });
      const tookMs = await at.took(async () =>
        expect(await at.end(read)).toMatchObject({ name: "TimeoutError", attempts: 1 }),
      );
      expect(tookMs).toBe(timeoutMs);
      await endsKnown(at, timeoutMs);
    },
  ],
  ["H05", "RST after the request", (at) => lostAnswer(at, "reset")],
  ["H06", "FIN after the request", (at) => lostAnswer(at, "drop")],
  [
    "H07",
    "RST before the request leaves",
    async (at) => {
      // While it connects nothing was sent; after that nobody knows, so the order is queried first.
      const isConnecting = at.accepted;
      at.network(async ({ what, nth }, carry) => {
        if (what === "GET order" || nth > 1) return carry();
        at.reach();
        throw failed("ECONNRESET", isConnecting ? "connect" : "write");
      });
      await readsAgain(at);
      expect(said(await at.place())).toEqual({ kind: "placed", attempts: 2 });
      expect(at.sent("GET order") > 0).toBe(!isConnecting);
    },
  ],
  [
    "H08",
    "body cut at every byte",
    async (at) => {
      const whole = await at.end(at.exchange().getAccount());
      const placed = await at.place();
      const length = "response" in placed ? JSON.stringify(placed.response).length : 0;
      expect(length).toBeGreaterThan(200);
      const stride = runs({ commit: 60, gate: 10, release: 1 });
      for (let bytes = at.below(stride); bytes < length + 1; bytes += stride) {
        at.sweep();
        at.sandbox.faults.clear();
        once(at, { fault: "truncate", bytes });
        const {
          updateTime: _,
          balances: __,
          ...rest
        } = whole as unknown as Record<string, unknown>;
        const read = at.exchange({ limits: false }).getAccount();
        expect(await at.end(read)).toMatchObject(rest);
        const placement = await at.place({ limits: false });
        expect(placement.kind).toBe("placed");
        // Whole, or not there at all.
        if ("response" in placement && placement.response !== undefined) {
          expect(Object.keys(placement.response)).toEqual(
            Object.keys(("response" in placed && placed.response) || {}),
          );
        }
      }
    },
  ],
  [
    "H09",
    "no HTTP",
    async (at) => {
      const text = at.pick([
        "HELO who are you\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
      ]);
      always(at, { fault: "garble", text, accepted: at.accepted });
      const error = { name: "TransportError", outcome: "unknown", attempts: 3 };
      expect(await at.end(at.exchange().getAccount())).toMatchObject(error);
      const placement = await at.place({ maxAttempts: 1 });
      expect(said(placement)).toEqual({ kind: at.accepted ? "placed" : "rejected", attempts: 1 });
    },
  ],
  [
    "H10",
    "pieces of one byte",
    async (at) => {
      const whole = await at.end(at.exchange().getAccount());
      once(at, { fault: "dribble", bytes: 1, everyMs: 1 });
      expect(await at.end(at.exchange().getAccount())).toEqual(whole);
      expect(await at.place()).toMatchObject({ kind: "placed", response: { symbol: "BTCUSDT" } });
      expect(at.events.filter(isRetry)).toEqual([]);
    },
  ],
  [
    "H11",
    "latency of 0.1 to 1.9 s, and 5 % of 30 s",
    async (at) => {
      at.faults(
        { fault: "delay", ms: 100, spreadMs: 1800 },
        { fault: "delay", ms: 30_000, when: { probability: 0.05 } },
      );
      const exchange = at.exchange();
      const limits = [5, 10, 20, 50, 100, 500];
      const reads = limits.map((limit) => exchange.getDepth({ symbol: "BTCUSDT", limit }));
      const ends = await at.end(Promise.allSettled(reads));
      if (ends instanceof Error) throw ends;
      for (const [index, end] of ends.entries()) {
        if (end.status === "fulfilled") {
          expect(end.value.asks.length).toBeLessThanOrEqual(limits[index] ?? 0);
          expect(end.value.asks.length).toBeGreaterThan((limits[index - 1] ?? 0) / 2 - 3);
        } else {
          expect(end.reason).toMatchObject({ name: "TimeoutError" });
        }
      }
      await at.place();
    },
  ],
  [
    "H12",
    "a line so slow that time runs out",
    async (at) => {
      const everyMs = 100 + at.below(900);
      once(at, { fault: "dribble", bytes: 1, everyMs });
      const timeoutMs = 1000 + at.below(4000);
      const read = at.exchange().getAccount({}, { timeoutMs });
      const tookMs = await at.took(async () =>
        expect(await at.end(read)).toMatchObject({ name: "TimeoutError", attempts: 1 }),
      );
      // All of a call, not only the silence in it.
      expect(tookMs).toBe(timeoutMs);
      const placement = await at.place({ timeoutMs });
      expect(said(placement)).toEqual({ kind: "placed", attempts: 1 });
      expect("response" in placement).toBe(false);
    },
  ],
  [
    "H13",
    "the server closes the idle connection as the request leaves",
    async (at) => {
      expect(await at.end(at.exchange().getAccount())).toMatchObject({ canTrade: true });
      at.network(async ({ what, nth }, carry) => {
        if (what === "GET account" ? nth !== 2 : what !== "POST order" || nth !== 1) return carry();
        at.reach();
        throw failed("UND_ERR_SOCKET");
      });
      await readsAgain(at);
      await placesOne(at, false);
    },
  ],
  [
    "H14",
    "taken, and the answer lost",
    async (at) => {
      const fault = at.pick<Fault>([
        { fault: "drop", accepted: true },
        { fault: "reset", accepted: true },
        {
          fault: "status",
          status: 503,
          body: at.pick(["envelope", "html", "empty"]),
          accepted: true,
        },
        { fault: "error", code: -1007, accepted: true },
        { fault: "response", accepted: true },
      ]);
      once(at, fault);
      await placesOne(at, true);
    },
  ],
  [
    "H15",
    "lost on the way there",
    async (at) => {
      once(at, { fault: at.pick(["drop", "reset"] as const) });
      await placesOne(at, false);
      const ids = at.passed
        .filter(({ what }) => what === "POST order")
        .map(({ url }) => new URL(url).searchParams.get("newClientOrderId"));
      expect(ids).toHaveLength(2);
      expect(new Set(ids).size).toBe(1);
    },
  ],
  [
    "H16",
    "the answer comes after the time of the call",
    async (at) => {
      const timeoutMs = 500 + at.below(2000);
      const lateMs = timeoutMs + 1 + at.below(at.pick([3000, 20_000]));
      once(at, { fault: "delay", ms: lateMs, accepted: at.accepted });
      const placement = await at.place({ timeoutMs });
      expect(placement.attempts).toBe(1);
      expect(at.sent("POST order")).toBe(1);
      if (at.accepted) expect(placement.kind).toBe("placed");
      // What comes later than any window allows is refused by the exchange.
      else if (lateMs > 7000) expect(placement.kind).toBe("rejected");
      else expect(placement.kind).not.toBe("unknown");
    },
  ],
  [
    "H17",
    "delivered twice",
    async (at) => {
      // An order that ends at once leaves its id free for the second delivery.
      const scene = at.order === "resting" ? at : createScene({ ...at, order: "resting" });
      once(scene, { fault: "duplicate", response: at.pick(["first", "second"] as const) });
      const placement = await scene.place();
      expect(said(placement)).toEqual({ kind: "placed", attempts: 1 });
      expect(scene.sent("POST order")).toBe(1);
      if (scene !== at) at.reach();
    },
  ],
  [
    "H18",
    "two requests swapped",
    async (at) => {
      const held: (() => void)[] = [];
      at.network(async ({ what }, carry) => {
        if (what !== "GET price" && what !== "POST order") return carry();
        at.reach();
        if (held.length === 0) await new Promise<void>((resolve) => held.push(resolve));
        else setImmediate(held.shift() ?? (() => undefined));
        return carry();
      });
      const exchange = at.exchange();
      const symbols = ["BTCUSDT", "ETHUSDT"];
      const prices = symbols.map((symbol) => exchange.getTickerPrice({ symbol }));
      expect(await at.end(Promise.all(prices))).toMatchObject(
        symbols.map((symbol) => ({ symbol })),
      );
      const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC" } as const;
      const placements = ["a", "b"].map((newClientOrderId, index) =>
        exchange.tryPlaceOrder({
          ...order,
          quantity: "0.001",
          price: `${30_000 + index}`,
          newClientOrderId,
        }),
      );
      const ends = await at.end(Promise.all(placements));
      expect(ends).toMatchObject(
        ["a", "b"].map((clientId, index) => ({
          kind: "placed",
          clientId,
          response: { clientOrderId: clientId, price: `${30_000 + index}.00000000` },
        })),
      );
      for (const id of ["a", "b"]) expect(at.made(id)).toHaveLength(1);
    },
  ],
  [
    "H19",
    "429 with every kind of Retry-After",
    async (at) => {
      const seconds = 1 + at.below(50);
      const [retryAfter, askedMs] = at.pick<
        readonly [Extract<RequestRule, { fault: "throttle" }>["retryAfter"], number]
      >([
        [seconds, seconds * 1000],
        [{ dateInMs: seconds * 1000 }, seconds * 1000],
        [null, 0],
        [0, 0],
        [-5, 0],
        ["soon", 0],
        [1_000_000_000, Infinity],
      ]);
      once(at, { fault: "throttle", retryAfter: retryAfter ?? null });
      const exchange = at.exchange({ timeoutMs: 200_000 });
      let end: unknown;
      const tookMs = await at.took(async () => {
        end = await at.end(exchange.getAccount());
      });
      if (askedMs === Infinity) {
        // Longer than the client waits: the error is returned, and nothing is sent again.
        expect(end).toMatchObject({ name: "ApiError", status: 429, retryAfterMs: 1e12 });
        expect(at.sent("GET account")).toBe(1);
      } else {
        expect(end).toMatchObject({ canTrade: true });
        expect(tookMs).toBeGreaterThanOrEqual(askedMs - 1000);
        const [retry] = retries(at);
        expect(retry?.waitMs).toBeLessThanOrEqual(Math.max(askedMs, 1000));
      }
      // A throttle has surely not taken the order.
      const placement = await at.place({ timeoutMs: 200_000 });
      expect(said(placement)).toEqual(
        askedMs === Infinity ? { kind: "rejected", attempts: 1 } : { kind: "placed", attempts: 2 },
      );
      expect(at.sent("GET order")).toBe(0);
    },
  ],
  [
    "H20",
    "418, a ban",
    async (at) => {
      const ms = 10_000 + at.below(200_000);
      at.faults({ fault: "ban", ms, when: { nth: 1 } });
      const exchange = at.exchange();
      expect(await at.end(exchange.getAccount())).toMatchObject({ name: "ApiError", status: 418 });
      for (let call = 0; call < 5; call += 1) {
        const tookMs = await at.took(async () => {
          const read = await at.end(exchange.getAccount());
          expect(read).toMatchObject({ name: "BannedError", outcome: "notSent" });
          const order = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "1" } as const;
          const placed = await at.end(exchange.tryPlaceOrder(order));
          expect(placed).toMatchObject({ kind: "rejected", error: { name: "BannedError" } });
        });
        expect(tookMs).toBe(0);
        await at.clock.run(1000);
      }
      expect(at.passed).toHaveLength(1);
      await at.clock.run(ms + 2000);
      expect(await at.end(exchange.getAccount())).toMatchObject({ canTrade: true });
    },
  ],
  [
    "H21",
    "a burst of 5xx and 408",
    async (at) => {
      const times = 1 + at.below(9);
      const status = at.pick([408, 500, 501, 502, 503, 504] as const);
      at.faults({ fault: "status", status, body: "html", when: { ...onRead, count: times } });
      const exchange = at.exchange({ maxAttempts: 8, timeoutMs: 400_000 });
      const end = await at.end(exchange.getAccount());
      if (times < 8) expect(end).toMatchObject({ canTrade: true });
      else expect(end).toMatchObject({ name: "ApiError", status, attempts: 8 });
      const waits = retries(at).map(({ waitMs }) => waitMs);
      expect(waits).toHaveLength(Math.min(7, times));
      for (const [index, waitMs] of waits.entries()) {
        expect(waitMs).toBeGreaterThanOrEqual(0);
        expect(waitMs).toBeLessThanOrEqual(Math.min(32_000, 1000 * 2 ** index));
      }
      if (waits.length > 3) expect(new Set(waits).size).toBeGreaterThan(1);
      at.faults({ fault: "status", status, accepted: at.accepted, when: firstOf(onPlace) });
      await placesOne(at);
    },
  ],
  [
    "H22",
    "a timestamp refused, once and always",
    async (at) => {
      const ms = at.pick([3_600_000, 86_400_000, -3_600_000, 6001]);
      const fault = { fault: "clockOffset", ms: -ms } as const;
      once(at, at.accepted ? { fault: "error", code: -1021 } : fault);
      await readsAgain(at);
      expect(said(await at.place())).toEqual({ kind: "placed", attempts: 2 });
      // The exchange's own time is the right one, so each resync was one question.
      expect(at.events.filter(({ kind }) => kind === "resync").length).toBeLessThanOrEqual(2);
      always(at, { fault: "error", code: -1021 });
      const error = { name: "ApiError", code: -1021, attempts: 2 };
      expect(await at.end(at.exchange().getAccount())).toMatchObject(error);
      expect(await at.place()).toMatchObject({ kind: "rejected", attempts: 2, error });
    },
  ],
  [
    "H23",
    "a throttle in a success",
    async (at) => {
      once(at, { fault: "error", code: -1003, status: 200 });
      await readsAgain(at);
      expect(retries(at)).toHaveLength(1);
      expect(said(await at.place())).toEqual({ kind: "placed", attempts: 2 });
      expect(at.sent("GET order")).toBe(0);
    },
  ],
  [
    "H24",
    "bare and in the envelope",
    async (at) => {
      const read = () => at.end(at.exchange().getAccount());
      const bare = await read();
      once(at, { fault: "envelope" });
      expect(await read()).toEqual(bare);
      expect(await at.place()).toMatchObject({ kind: "placed", response: { symbol: "BTCUSDT" } });
      const ends = [];
      for (const status of [401, 200]) {
        at.sandbox.faults.clear();
        always(at, { fault: "error", code: -2015, status });
        const { name, code, advice } = (await read()) as unknown as Record<string, unknown>;
        const placement = await at.place();
        ends.push({ name, code, advice, ...said(placement) });
      }
      expect(ends[1]).toEqual(ends[0]);
      expect(ends[0]).toMatchObject({ name: "ApiError", code: -2015, kind: "rejected" });
    },
  ],
  [
    "H25",
    "HTML or nothing with 200, 502, 503",
    async (at) => {
      const status = at.pick([200, 502, 503]);
      const text = at.pick(["", "<html>hello"]);
      answersWith(at, () => new Response(text, { status }));
      const read = await at.end(at.exchange({ maxAttempts: 1 }).getAccount());
      expect(read).toMatchObject(
        status === 200
          ? { name: "UnreadableResponseError", status, bodyStart: text }
          : { name: "ApiError", status, serverMessage: text },
      );
      if (status === 200) await placesOneByQuery(at);
      else await placesOne(at);
    },
  ],
  [
    "H26",
    "wrong content type, BOM, bytes that are not UTF-8",
    async (at) => {
      const text = '{"canTrade":true,"accountType":"größe"}';
      const [body, isRead] = at.pick<readonly [BodyInit, boolean]>([
        [text, true],
        [`\ufeff${text}`, true],
        [Buffer.from(text, "latin1"), false],
        [Buffer.from(text, "utf16le"), false],
        [Buffer.from([0xff, 0xfe, 0x7b, 0x7d]), false],
      ]);
      const type = at.pick(["text/html", "application/octet-stream", "text/plain; charset=latin1"]);
      answersWith(at, () => new Response(body, { headers: { "content-type": type } }));
      const end = await at.end(at.exchange({ checkResponses: false }).getAccount());
      expect(end).toMatchObject(isRead ? { accountType: "größe" } : { status: 200 });
      if (!isRead) expect(end).toMatchObject({ name: "UnreadableResponseError" });
      await placesOneByQuery(at);
    },
  ],
  [
    "H27",
    "an answer without end",
    async (at) => {
      let pulled = 0;
      let isLetGo = false;
      const endless = () =>
        new ReadableStream<Uint8Array>({
          pull: (controller) => {
            pulled += 65_536;
            controller.enqueue(new Uint8Array(65_536).fill(32));
          },
          cancel: () => {
            isLetGo = true;
          },
        });
      answersWith(at, () => new Response(endless()));
      const responseBytesMax = 10_000 + at.below(1_000_000);
      const read = await at.end(at.exchange({ responseBytesMax }).getAccount());
      expect(read).toMatchObject({ name: "UnreadableResponseError" });
      expect(String(read)).toContain(`is longer than ${responseBytesMax} bytes`);
      expect(pulled).toBeLessThanOrEqual(responseBytesMax + 3 * 65_536);
      expect(isLetGo).toBe(true);
      await placesOneByQuery(at);
    },
  ],
  [
    "H28",
    "nesting beyond reason, keys twice, __proto__",
    async (at) => {
      const deep = 100_000 + at.below(900_000);
      const text = at.pick([
        "[".repeat(deep),
        `{"balances":${"[".repeat(deep)}${"]".repeat(deep)}}`,
        '{"canTrade":true,"canTrade":false}',
        '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
        '{"balances":[{"__proto__":{"polluted":1}}]}',
      ]);
      answersWith(at, () => json(text));
      const end = await at.end(at.exchange().getAccount());
      expect({}).not.toHaveProperty("polluted");
      expect(Object.getPrototypeOf(Object.getPrototypeOf({}) as object)).toBe(null);
      if (!(end instanceof Error)) expect(end).not.toHaveProperty("polluted");
      await placesOneByQuery(at);
    },
  ],
  [
    "H29",
    "ids beyond 2^53, and as strings",
    async (at) => {
      const id = 9_007_199_254_740_993n + BigInt(at.below(1_000_000)) * 2n;
      const written = at.pick([`${id}`, `"${id}"`]);
      at.network(async ({ what }, carry) => {
        const text = await (await carry()).text();
        if (what !== "POST order") return json(text);
        at.reach();
        return json(text.replace(/"orderId":\d+/, `"orderId":${written}`));
      });
      const placement = await at.outcome(
        at.exchange().tryPlaceOrder({
          symbol: "BTCUSDT",
          side: "BUY",
          type: "MARKET",
          quantity: "0.001",
        }),
      );
      expect(placement).toMatchObject({ kind: "placed", order: { orderId: id } });
    },
  ],
  [
    "H30",
    "unknown fields and words; a documented field missing",
    async (at) => {
      let change = (record: Record<string, unknown>): object => ({ ...record, fresh: { id: [1] } });
      at.network(async ({ what }, carry) => {
        const response = await carry();
        if (what !== "GET order") return response;
        at.reach();
        return json(JSON.stringify(change((await response.json()) as Record<string, unknown>)));
      });
      const placement = await at.place();
      const exchange = at.exchange();
      const wish = { symbol: "BTCUSDT", origClientOrderId: placement.clientId ?? "" };
      expect(await at.end(exchange.getOrder(wish))).toMatchObject({ fresh: { id: [1] } });
      change = (record) => ({ ...record, status: "PENDING_TOMORROW" });
      expect(await at.end(exchange.getOrder(wish))).toMatchObject({ status: "PENDING_TOMORROW" });
      const field = at.pick(["price", "origQty", "status", "side", "time"]);
      change = ({ [field]: _, ...rest }) => rest;
      expect(await at.end(exchange.getOrder(wish))).toMatchObject({
        name: "UnreadableResponseError",
        pointer: `/${field}`,
      });
    },
  ],
  [
    "H31",
    "a redirect to another origin",
    async (at) => {
      const status = at.pick([301, 302, 303, 307, 308]);
      const headers = { location: "http://elsewhere.test/" };
      answersWith(at, () => new Response(null, { status, headers }));
      expect(await at.end(at.exchange().getAccount())).toMatchObject({
        name: "UnreadableResponseError",
        status,
      });
      await placesOne(at);
      const origins = new Set(at.passed.map(({ url }) => new URL(url).origin));
      expect([...origins]).toEqual(["http://sandbox"]);
      expect(at.passed.every(({ init }) => init.redirect === "manual")).toBe(true);
    },
  ],
  [
    "H32",
    "usage headers absent, garbage, falling",
    async (at) => {
      const as = at.pick([undefined, "lots", "-1", "0", "99999999999999", "1e3", "NaN"]);
      at.faults(as === undefined ? { fault: "usage" } : { fault: "usage", as });
      const exchange = at.exchange({ timeoutMs: 300_000 });
      const reads = Array.from({ length: 60 }, () =>
        exchange.getDepth({ symbol: "BTCUSDT", limit: 1000 }),
      );
      const ends = await at.end(Promise.allSettled(reads));
      if (ends instanceof Error) throw ends;
      // Calls that cannot be sent in time fail; nothing is sent beyond the limit.
      const answers = at.events.filter((event) => event.kind === "response");
      expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
      const isDone = ends.filter(({ status }) => status === "fulfilled").length;
      expect(isDone).toBe(answers.length);
      expect(isDone).toBeGreaterThan(as === "99999999999999" ? 0 : 40);
      for (const end of ends) {
        if (end.status === "rejected") expect(end.reason).toMatchObject({ name: "RateLimitError" });
      }
    },
  ],
  [
    "H33",
    "a clock that is wrong, and one that is set back",
    async (at) => {
      let offMs = at.pick([0.5, -0.5, 5, -5, 3600, -3600]) * 1000;
      const now = () => at.clock.now() + offMs;
      const clockRefreshMs = at.pick([Infinity, 600_000]);
      const exchange = at.exchange({ now, clockRefreshMs });
      const resyncs = () => at.events.filter(({ kind }) => kind === "resync").length;
      for (const stepMs of [0, 0, -3_600_000, 0, at.pick([-5000, 5000, 3_600_000]), 0]) {
        if (stepMs !== 0) {
          offMs += stepMs;
          at.reach();
        }
        const before = resyncs();
        expect(await at.end(exchange.getAccount())).toMatchObject({ canTrade: true });
        expect(resyncs() - before).toBeLessThanOrEqual(2);
        await at.clock.run(100);
      }
      // The time of a call is measured by timers, which no clock's jump can move.
      at.faults({ fault: "hang", when: { ...onRead } });
      const tookMs = await at.took(async () => {
        at.clock.after(300, () => {
          offMs -= 3_600_000;
        });
        const read = exchange.getAccount({}, { timeoutMs: 1000 });
        expect(await at.end(read)).toMatchObject({ name: "TimeoutError" });
      });
      expect(tookMs).toBe(1000);
      at.sandbox.faults.clear();
      const placement = await at.place({ now, clockRefreshMs });
      expect(placement.kind).toBe("placed");
    },
  ],
  [
    "H34",
    "a time endpoint that is slow one way",
    async (at) => {
      const slowTime = (rule: object): void => {
        at.sandbox.faults.clear();
        once(at, { fault: "error", code: -1021 });
        const when = { operation: "getTime", ...rule } as const;
        at.faults({ fault: "delay", ms: slowMs, accepted: at.accepted, when });
      };
      const slowMs = 500 + at.below(1400);
      const exchange = at.exchange();
      slowTime({});
      expect(await at.end(exchange.getAccount())).toMatchObject({ canTrade: true });
      expect(Math.abs(at.aheadMs())).toBeLessThanOrEqual(slowMs / 2 + at.latencyMs + 1);
      // One quick answer among slow ones is the one that counts.
      slowTime({ nth: [1, 2] });
      expect(await at.end(exchange.getAccount())).toMatchObject({ canTrade: true });
      const isAsked = slowMs / 2 + at.latencyMs > 500;
      if (isAsked) expect(Math.abs(at.aheadMs())).toBeLessThanOrEqual(at.latencyMs + 1);
      // What is known well is not given up for what is worse: a slow answer moves nothing.
      slowTime({});
      expect((await at.place()).kind).toBe("placed");
    },
  ],
  [
    "H35",
    "500 for all, for 60 s at 100 calls a second",
    async (at) => {
      at.faults({ fault: "status", status: 500 });
      const exchange = at.exchange({ limits: false, maxAttempts: 6 });
      const ends: Promise<string>[] = [];
      const offer = async (seconds: number): Promise<void> => {
        for (let call = 0; call < seconds * 100; call += 1) {
          const work = call % 10 === 0 ? exchange.getAccount() : exchange.getTime();
          ends.push(work.then(() => "done").catch(({ name }: Error) => name));
          await at.clock.run(10);
        }
      };
      await offer(60);
      const offered = ends.length;
      expect(offered).toBe(6000);
      expect(at.passed.length / offered).toBeLessThanOrEqual(1.1);
      expect(at.passed.length).toBeGreaterThan(offered + 100);
      at.sandbox.faults.clear();
      ends.length = 0;
      const healedMs = at.clock.now();
      await offer(1);
      await at.clock.run(35_000 - 1000);
      // All is well again within the time, and no retry is left over.
      expect(new Set(await Promise.all(ends))).toEqual(new Set(["done"]));
      expect(at.clock.now() - healedMs).toBeLessThanOrEqual(35_000);
      expect(at.clock.next()).toBeUndefined();
    },
    runs({ commit: 1, gate: 10, release: 100 }),
  ],
  [
    "H36",
    "aborted at each point at which the caller can",
    async (at) => {
      const points: [number, number][] = [
        [-1, 0],
        [0, 0],
        [0, 1 + at.below(30)],
      ];
      for (let more = 0; more < 6; more += 1) points.push([at.below(20), at.below(30)]);
      for (const [turns, steps] of points) await abortAt(at, turns, steps);
    },
  ],
];

/** What aborted placements ended with. */
const abortedKinds = new Set<string>();

/**
 * Aborts a placement after so many turns of the clock, and so many of the promises behind them;
 * before it is called with -1.
 */
async function abortAt(at: Scene, turns: number, steps: number): Promise<void> {
  const scene = createScene({ ...at, latencyMs: 20 });
  const { clock } = scene;
  const fault = at.accepted ? [] : [{ fault: "drop", when: firstOf(onPlace) } as const];
  scene.faults(...fault);
  const abort = new AbortController();
  const listeners = watchListeners(abort.signal);
  let placement: Placement | undefined;
  const exchange = scene.exchange();
  if (turns < 0) abort.abort(new Error("enough"));
  const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC" } as const;
  const wish = { ...order, quantity: "0.001", price: "30000" } as const;
  const placing = exchange.tryPlaceOrder(wish, { signal: abort.signal }).then((end) => {
    placement = end;
  });
  for (let turn = 0; turn < turns; turn += 1) {
    await clock.run(0);
    await clock.run((clock.next() ?? clock.now()) - clock.now());
  }
  for (let step = 0; step < steps; step += 1) await Promise.resolve();
  abort.abort(new Error("enough"));
  at.reach();
  const abortedMs = clock.now();
  await scene.outcome(placing);
  // Nobody waits for anything once the caller has given up.
  expect(clock.now()).toBe(abortedMs);
  expect(listeners()).toBe(0);
  await clock.run(60_000);
  expect(clock.next()).toBeUndefined();
  if (placement === undefined) throw new Error("it has no end");
  abortedKinds.add(placement.kind);
  const made = scene.made(placement.clientId ?? "").length;
  if (placement.kind === "placed") expect(made).toBe(1);
  if (placement.kind === "rejected") {
    expect(made).toBe(0);
    expect(placement.error).toMatchObject({ name: "AbortedError", outcome: "notSent" });
  }
  if (placement.kind === "unknown") {
    expect(placement.error).toMatchObject({ name: "UnknownOutcomeError" });
    const found = await scene.outcome(placement.ask());
    expect(found.kind).toBe(made === 1 ? "placed" : "rejected");
  }
}

/** How many listeners a signal has now. */
function watchListeners(signal: AbortSignal): () => number {
  let count = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...given: Parameters<typeof add>) => {
    count += 1;
    add(...given);
  };
  signal.removeEventListener = (...given: Parameters<typeof remove>) => {
    count -= 1;
    remove(...given);
  };
  return () => count;
}

const reached = new Map<string, number>();
const total = runs({ commit: 300, gate: 10_000, release: 200_000 });

for (const [id, fault, play, own] of rows) {
  test(
    `${id} ${fault}`,
    async () => {
      const property = fc.asyncProperty(chances, async (chance) => {
        const scene = createScene(chance);
        await play(scene);
        // Nothing is left over once all has arrived.
        await scene.clock.run(120_000);
        expect(scene.clock.next()).toBeUndefined();
        expect({}).not.toHaveProperty("polluted");
        reached.set(id, (reached.get(id) ?? 0) + scene.reached());
        scene.sandbox.close();
      });
      await fc.assert(property, { numRuns: own ?? Math.ceil(total / rows.length) });
    },
    propertyTimeoutMs,
  );
}

test("each row of the table is here once, and each fault did happen", () => {
  const ids = Array.from({ length: 36 }, (_, index) => `H${String(index + 1).padStart(2, "0")}`);
  expect(rows.map(([id]) => id)).toEqual(ids);
  expect(ids.filter((id) => (reached.get(id) ?? 0) === 0)).toEqual([]);
  expect([...abortedKinds].sort()).toEqual(["placed", "rejected", "unknown"]);
});
