/** What the feed says of requests, signatures, streams, orders and faults, and what it keeps. */

import { createHmac } from "node:crypto";

import { afterEach, expect, test } from "vitest";

import { sandboxSchemas } from "../../../generated/sandbox.ts";
import { signing } from "../../../generated/signing.ts";
import { violationsOf } from "../../../runtime/encoding/json-schema.ts";
import type { FeedEvent, RingName } from "../../../sandbox/feed/feed.ts";
import { createFeed } from "../../../sandbox/feed/feed.ts";
import { signatureProblem } from "../../../sandbox/feed/signature.ts";
import { summaryOf } from "../../../sandbox/feed/summary.ts";
import { type RunningSandbox, startSandbox } from "../../../sandbox/index.node.ts";
import { createSandbox, type SandboxOptions } from "../../../sandbox/index.ts";
import { type Pair, parsePairs } from "../../../testing/recordings/fields.ts";

const startTime = Date.UTC(2024, 0, 15);
const key = "sandbox-key-of-alice";
const secret = "sandbox-secret-of-alice";
const hex = (text: string, by = secret, form: "hex" | "base64" = "hex"): string =>
  createHmac("sha256", by).update(text).digest(form);

function sandboxOf(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ startTime, ...options });
  const send = async (asked: string): Promise<void> => {
    const [method = "", path = ""] = asked.split(" ");
    const init = { method, headers: { [signing.header]: key } };
    await sandbox.fetch(`http://sandbox/api/v1/${path}`, init).catch(() => {});
  };
  const signed = (asked: string, fields: string): Promise<void> => {
    const text = `${fields}&timestamp=${sandbox.exchange.now()}`;
    return send(`${asked}?${text}&signature=${hex(text)}`);
  };
  const events = (kinds?: readonly RingName[]): FeedEvent[] => {
    return sandbox.feed.reader({ kinds }).next(Number.POSITIVE_INFINITY);
  };
  return { sandbox, send, signed, events };
}

/** A key of another exchange, sent here by mistake. */
const stranger = "strangersKey0123456789";

const limitOrder = "symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&newClientOrderId=id-1";
const expectations: readonly (readonly [asked: string, fields: string, line: string])[] = [
  ["GET time", "", "GET time → accepted"],
  [
    "POST order",
    `${limitOrder}&quantity=0.01&price=43000.001`,
    "POST order BUY 0.01 BTCUSDT @ 43000.001 id-1 → refused PRICE_FILTER tickSize 0.01",
  ],
  [
    "POST order",
    `${limitOrder}&quantity=0.01&price=30000`,
    "POST order BUY 0.01 BTCUSDT @ 30000 id-1 → accepted, response lost (fault drop 1)",
  ],
  [
    "DELETE order",
    "symbol=BTCUSDT&origClientOrderId=id-2",
    "DELETE order BTCUSDT id-2 → refused -2011 Unknown order sent.",
  ],
  [
    "GET openOrders",
    "",
    "GET openOrders → kept from the exchange, sent 503 -1000 (fault status 1)",
  ],
  ["GET account", "recvWindow=1", "GET account → accepted, response cut off (fault truncate 1)"],
  [
    "GET accounts",
    "",
    "GET /api/v1/accounts → refused -1000 the interface has no such path; did you mean",
  ],
];

test.each(expectations)("%s %s", async (asked, fields, line) => {
  const logged: string[] = [];
  const { signed, send, events } = sandboxOf({
    onRequest: ({ level, status, code, text }) => logged.push([level, status, code, text].join()),
    faults: [
      {
        fault: "drop",
        accepted: true,
        when: { operation: "placeOrder", symbol: "BTCUSDT", from: 1 },
      },
      { fault: "status", status: 503, when: { operation: "getOpenOrders" } },
      { fault: "truncate", bytes: 3, when: { operation: "getAccount" } },
    ].slice(line.includes("tickSize") ? 1 : 0) as NonNullable<SandboxOptions["faults"]>,
  });
  await (fields === "" && asked !== "GET openOrders" ? send(asked) : signed(asked, fields));
  const [event] = events(["request"]);
  expect(event && summaryOf(event)).toContain(line);
  expect(logged).toEqual([expect.stringMatching(/^(?:info,200|warn,4\d\d|error,(?:503)?),/u)]);
  expect(logged[0]).toContain(line);
});

const lines: readonly (readonly [event: object, line: string])[] = [
  [{ kind: "lost", lost: { market: 2, order: 3 } }, "5 events are lost"],
  [
    { kind: "message", what: "sent", connection: 1, account: "ann", event: "outbound" },
    "stream 1 sent outbound user data of ann",
  ],
];

test.each(lines)("%j is %s", (event, line) => expect(summaryOf(event as FeedEvent)).toBe(line));

/** Which text is signed, and what the feed says of it. */
const signatures: readonly (readonly [(text: string) => string, problem: string | undefined])[] = [
  [(text) => hex(text), undefined],
  [(text) => hex(text).toUpperCase(), "case"],
  [(text) => encodeURIComponent(hex(text, secret, "base64")), "base64"],
  [(text) => hex(text, "sandbox-secret-of-bob"), "secret"],
  [(text) => hex(text, `${secret}\n`), "secret"],
  [(text) => hex(text, key), "secret"],
  [(text) => hex(text.split("&").sort().join("&")), "order"],
  [(text) => hex(text.split("&").reverse().join("&")), "order"],
  [(text) => hex(text.replace("a b", "a%20b")), "encoding"],
  [(text) => hex(text.replace("a b", "a+b")), "encoding"],
  [(text) => hex(text.replace("a b", "a b ")), "untrimmed"],
  [(text) => hex(`?${text}`), "separator"],
  [(text) => hex(text.replace(/&timestamp=\d+/, "")), "coverage"],
  [(text) => hex(text.replace("&recvWindow=5000", "")), "coverage"],
  [(text) => hex(text.replace("&recvWindow=5000", "").replace(/&timestamp=\d+/, "")), "coverage"],
  [(text) => hex(text, `"${secret}"`), "secret"],
  [(text) => `%20${hex(text)}`, undefined],
  [(text) => hex(text, secret, "base64").replaceAll("+", "-").replaceAll("/", "_"), "base64"],
  [() => hex("anything"), "unknown"],
  [() => "", "unknown"],
];

test.each(signatures)("the signature %s: %s", async (signature, problem) => {
  const { sandbox, send, events } = sandboxOf();
  const end = `recvWindow=5000&timestamp=${sandbox.exchange.now() - 20}`;
  const text = `symbol=BTCUSDT&origClientOrderId=a b&${end}`;
  const sent = `symbol=BTCUSDT&origClientOrderId=a%20b%20&${end}`;
  await send(`GET order?${sent}&signature=${signature(text)}`);
  const [event] = events(["request"]);
  if (event?.kind !== "request") throw new Error("no request");
  expect(event.signed).toMatchObject({ text, clockMs: -20, ...(problem && { problem }) });
  expect(event.signed?.problem).toBe(problem);
  expect(event.response.code).toBe(problem === undefined ? -2013 : -1022);
});

/** What is signed in place of `symbol=A&timestamp=1type=B&price=2`. */
const misjoined: readonly (readonly [text: string, what: string])[] = [
  ["symbol=A&timestamp=1", "the query only"],
  ["type=B&price=2", "the body only"],
  ["type=B&price=2&symbol=A&timestamp=1", "the body before the query"],
  ["symbol=A&timestamp=1&type=B&price=2", "query and body with & between them"],
];

test.each(misjoined)("the signature of %s covers %s", (text, what) => {
  const query = parsePairs("symbol=A&timestamp=1");
  const body = parsePairs("type=B&price=2");
  const signature = parsePairs(`signature=${hex(text)}`);
  const parts = { wire: "", texts: ["symbol=A&timestamp=1type=B&price=2"], keys: [] };
  const mine = { ...parts, key: { account: "alice", apiKey: key, apiSecret: secret } };
  const aboutOf = (query: readonly Pair[], body: readonly Pair[]) =>
    signatureProblem({ ...mine, query, body }).about;
  const abouts = [aboutOf([...query, ...signature], body), aboutOf(query, [...body, ...signature])];
  expect(abouts).toEqual([`It covers ${what}.`, `It covers ${what}.`]);
});

test("every event fits the schema, and none holds a key, secret, signature or listen key", async () => {
  const { sandbox, send, signed, events } = sandboxOf({
    faults: [{ fault: "duplicateEvent", when: { event: "executionReport" } }],
  });
  await send("POST listenKey");
  const [listenKey = ""] = sandbox.exchange.listenKeys.keysOf("alice", startTime);
  const socket = new sandbox.WebSocket(`ws://x/stream?streams=${listenKey}/btcusdt@depth`);
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  socket.send(JSON.stringify({ method: "SUBSCRIBE", params: [listenKey], id: 1 }));
  const refused = new sandbox.WebSocket(`ws://x/ws/${listenKey}/x`);
  await new Promise((resolve) => refused.addEventListener("close", resolve));
  await signed("POST order", `${limitOrder}&quantity=0.01&price=30000`);
  await send(`PUT listenKey?listenKey=${listenKey}`);
  await send(`GET ${secret}?apiSecret=${secret}&x=${encodeURIComponent(listenKey)}`);
  await send(`GET time?apiKey=${stranger}&note={"secretKey":"${stranger}"}`);
  await sandbox.fetch("http://sandbox/", { headers: { "User-Agent": key } }).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 20));
  socket.close();
  await new Promise((resolve) => socket.addEventListener("close", resolve));
  const all = events();
  expect(new Set(all.map(({ kind }) => kind))).toEqual(
    new Set(["request", "message", "order", "fault"]),
  );
  for (const event of all) {
    const wrong = violationsOf(sandboxSchemas, { $ref: "#/$defs/FeedEvent" }, event, "event");
    expect(wrong).toEqual([]);
  }
  const text = JSON.stringify(all);
  expect([listenKey, secret, key, stranger].filter((hidden) => text.includes(hidden))).toEqual([]);
  expect(text).not.toMatch(/[0-9a-f]{64}/);
  const kept = all.flatMap((event) => (event.kind === "message" ? [event.what] : []));
  expect(new Set(kept)).toEqual(new Set(["opened", "received", "sent", "refused", "ended"]));
  expect(all.map((event) => ("id" in event ? event.id : 0))).toEqual(all.map((_, at) => at + 1));
});

test("a slow reader loses the oldest of a kind and learns how many, and keeps other kinds", () => {
  const feed = createFeed(() => {});
  const reader = feed.reader();
  feed.add("message", 300, { time: 0, what: "sent", account: "a" }, Object);
  for (let at = 0; at < 7000; at += 1) feed.add("market", 300, { time: at }, Object);
  const [lost, own, ...rest] = reader.next(10_000);
  expect(lost).toEqual({ kind: "lost", lost: { market: 6000 } });
  expect(own).toMatchObject({ id: 1, account: "a" });
  expect(rest).toHaveLength(1000);
  expect(rest[0]).toMatchObject({ kind: "message", id: 6002, time: 6000 });
  expect(reader.next(1)).toEqual([]);
  // Few long ones displace many short ones: the size is bounded, too.
  feed.add("market", 3_999_900, { time: -1 }, Object);
  expect(feed.reader().next(10_000)).toHaveLength(2);
  expect(feed.reader({ after: 7001 }).next(10_000)).toHaveLength(1);
});

test("events are made only for those who read them, each once", () => {
  const feed = createFeed(() => {});
  let made = 0;
  const make = () => ({ time: (made += 1) });
  feed.add("order", 1, 0, make);
  expect(made).toBe(0);
  const seen: number[] = [];
  const stop = feed.on("order", ({ time }) => seen.push(time));
  feed.add("order", 1, 0, make);
  feed.add("fault", 1, 0, make);
  stop();
  feed.add("order", 1, 0, make);
  expect([made, seen]).toEqual([1, [1]]);
  expect(feed.reader().next(10).length + feed.reader().next(10).length).toBe(8);
  expect(made).toBe(4);
});

let running: RunningSandbox | undefined;

afterEach(async () => {
  await running?.close();
  running = undefined;
});

test("the page's requests take nothing from a bot's limits", async () => {
  running = await startSandbox({ port: 0 });
  const { baseUrl, sandbox } = running;
  const page = { "Sec-Fetch-Site": "same-origin", [signing.header]: key };
  const text = `${limitOrder}&quantity=0.01&price=30000&timestamp=${Date.now()}`;
  const url = `${baseUrl}/api/v1/order?${text}&signature=${hex(text)}`;
  expect((await fetch(url, { method: "POST", headers: page })).status).toBe(200);
  const { headers } = await fetch(`${baseUrl}/api/v1/time`);
  expect(headers.get("x-mbx-used-weight-1m")).toBe("1");
  expect(sandbox.exchange.limits.headers("127.0.0.1", "alice", Date.now(), true)).toMatchObject({
    "X-MBX-ORDER-COUNT-1D": "0",
  });
  const requests = sandbox.feed.reader({ kinds: ["request"] }).next(9);
  expect(requests.map((event) => Reflect.get(event, "ip") as unknown)).toEqual([
    "page",
    "127.0.0.1",
  ]);
});

test("a WebSocket at /control/feed gets what is kept and what follows, of the kinds wanted", async () => {
  running = await startSandbox({ port: 0 });
  const { baseUrl, streamUrl } = running;
  await fetch(`${baseUrl}/api/v1/time`);
  const socket = new WebSocket(`${streamUrl}/control/feed?kinds=request`);
  const lines: string[] = [];
  const two = new Promise<void>((resolve) => {
    socket.addEventListener("message", ({ data }) => {
      lines.push(summaryOf(JSON.parse(String(data)) as FeedEvent));
      if (lines.length === 2) resolve();
    });
  });
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  await fetch(`${baseUrl}/api/v1/depth?symbol=NONE`);
  await two;
  expect(lines).toEqual([
    "GET time → accepted",
    "GET depth NONE → refused -1121 symbol is not listed; see the exchange information.",
  ]);
  socket.close();
});

test("a message to the feed is a request past faults and the feed; what is none says why", async () => {
  running = await startSandbox({ port: 0, faults: [{ fault: "status", status: 503 }] });
  const socket = new WebSocket(`${running.streamUrl}/control/feed`);
  const came: unknown[] = [];
  socket.addEventListener("message", ({ data }) => came.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  const get = { method: "GET", path: "/api/v1/depth?symbol=NONE" };
  const sent = { ...get, headers: { "User-Agent": "two\nlines" } };
  const calls = [{ call: 7, ...get }, { call: 8, ...sent }, { call: 0, ...get }, "x"];
  for (const [index, call] of calls.entries()) {
    socket.send(JSON.stringify(call));
    await expect.poll(() => came.length).toBe(index + 1);
  }
  const answer = (call: number, text: string, more = {}) => {
    const body = expect.stringContaining(text) as unknown;
    return { kind: "answer", call, status: 400, body, ...more };
  };
  const used = (weight: string) => ({
    headers: expect.objectContaining({ "X-MBX-USED-WEIGHT-10S": weight }) as unknown,
  });
  expect(came).toEqual([
    ...[answer(7, "-1121", used("5")), answer(8, "-1121", used("10"))],
    ...[answer(0, "call"), answer(0, "an object")],
  ]);
  expect(running.sandbox.feed.reader().next(9)).toEqual([]);
  socket.close();
});

test("the keys of accounts stay hidden when a rewinding takes them back", async () => {
  const { sandbox, send, events } = sandboxOf();
  await sandbox.control({ command: "save", name: "before" });
  for (const account of ["carol", "dave"]) {
    await sandbox.control({ command: "deposit", account, asset: "BTC", amount: "1" });
    await send(`GET sandbox-secret-of-${account}`);
    expect(JSON.stringify(events())).not.toContain("sandbox-secret");
    await sandbox.control({ command: "rewind", name: "before" });
  }
});

/** Where the feed is asked for, by whom, and what is said. */
const upgrades = [
  ["", "http://evil.example", 403, "page of another origin"],
  ["?kinds=request,messages", undefined, 400, "among request, message, market, order, fault;"],
  ["?kinds=request,messages", undefined, 400, "did you mean message?"],
  ["?kinds=", undefined, 400, String.raw`kinds has no kind \"\" among`],
] as const;
test.each(upgrades)("the feed%s for a page of %s: %i %s", async (query, origin, status, text) => {
  running = await startSandbox({ port: 0 });
  const headers = {
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    ...(origin && { Origin: origin }),
  };
  const { request } = await import("node:http");
  const response = new Promise<[unknown, string]>((resolve) => {
    const sent = request(`${running?.baseUrl}/control/feed${query}`, { headers }, async (came) =>
      resolve([came.statusCode, (await came.toArray()).join("")]),
    );
    sent.on("upgrade", () => resolve([101, ""])).end();
  });
  expect(await response).toEqual([status, expect.stringContaining(text)]);
});
