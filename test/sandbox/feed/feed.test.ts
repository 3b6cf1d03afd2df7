/** What the feed says of requests, signatures, streams, orders and faults, and what it keeps. */

import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { afterEach, expect, test } from "vitest";

import { sandboxSchemas } from "../../../generated/sandbox.ts";
import { signing } from "../../../generated/signing.ts";
import { violationsOf } from "../../../runtime/encoding/json-schema.ts";
import { createVirtualClock } from "../../../sandbox/exchange/clock.ts";
import type { FeedEvent, FeedRequest, RingName } from "../../../sandbox/feed/feed.ts";
import { createFeed } from "../../../sandbox/feed/feed.ts";
import { createFeedRedactor } from "../../../sandbox/feed/redaction.ts";
import { signatureProblem } from "../../../sandbox/feed/signature.ts";
import { openFeed } from "../../../sandbox/feed/socket.ts";
import { summaryOf } from "../../../sandbox/feed/summary.ts";
import { type RunningSandbox, startSandbox } from "../../../sandbox/index.node.ts";
import { createSandbox, type SandboxOptions } from "../../../sandbox/index.ts";
import { type Pair, parsePairs } from "../../../testing/recordings/fields.ts";
import { foreignClient } from "../support/foreign-client.ts";

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

/** Requests, in a body behind `+`, and behind `|` the fault that each meets. */
const requests = readFileSync(join(import.meta.dirname, "requests.txt"), "utf8")
  .trim()
  .split("\n");
const asked = requests.map((line) => line.split(" | ") as [asked: string, fault?: string]);
const broken = asked
  .flatMap(([, fault]) => (fault === undefined ? [] : (JSON.parse(fault) as object)))
  .map((rule, at) => ({ ...rule, when: { operation: "getOpenOrders", nth: at + 1 } }));

/** Names of streams for new connections; faults refuse the first and never open the second. */
const opened = ["btcusdt@trade", "btcusdt@trade", "btcusdt@depth/ethusdt@depth", "none"];
const handshakes = [
  { fault: "handshake", when: { nth: 1 } },
  { fault: "handshake", how: "hang", when: { nth: 2 } },
];

test("the events of a program, each in one line and whole below it", async () => {
  const long = { fault: "replaceEvent", text: "x ".repeat(2001), when: { event: "balanceUpdate" } };
  const faults = [...broken, ...handshakes, long] as NonNullable<SandboxOptions["faults"]>;
  const logged: string[] = [];
  const onRequest: SandboxOptions["onRequest"] = ({ level, status, code, text }) =>
    logged.push([level, status, code, text].join());
  const sandbox = createSandbox({ startTime, history: 1, faults, onRequest });
  const client = foreignClient(sandbox);
  for (const [each] of asked) {
    const [method = "", path, ...rest] = each.split(" ");
    const fields = parsePairs([...rest.slice(-1), `timestamp=${startTime - 5}`].join("&"));
    const place = rest[0] === "+" ? "body" : "query";
    const request = { method, path: `/api/v1/${path}`, [place]: fields };
    void client.signed(request, { place }).catch(() => {});
    await sandbox.clock?.run(100);
  }
  for (const name of opened) new sandbox.WebSocket(`ws://x/stream?streams=${name}`);
  await client.open("/api/v1/listenKey", "POST", key);
  const [listenKey = ""] = sandbox.exchange.listenKeys.keysOf("alice", sandbox.exchange.now());
  const socket = new sandbox.WebSocket(`ws://x/stream?streams=${listenKey}`);
  await sandbox.clock?.run(1);
  await sandbox.control({ command: "deposit", account: "alice", asset: "BTC", amount: "1" });
  // More than a connection may send.
  for (let id = 1; id < 8; id += 1) socket.send(`{"method":"LIST_SUBSCRIPTIONS","id":${id}}`);
  await sandbox.clock?.run(1);
  await sandbox.control({ command: "cutSockets" });
  await sandbox.clock?.run(1);
  const events = sandbox.feed.reader({ kinds: ["request", "message", "order", "fault"] }).next(1e9);
  const lines = events.flatMap((event) => {
    const { ms: _, ...whole } = event as FeedRequest;
    const log = event.kind === "request" ? [`  logged ${logged.shift()}`] : [];
    return [summaryOf(event), ...log, `  ${JSON.stringify(whole)}`];
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("events.txt");
});

test("of a limit that is off, the feed has the usage alone", async () => {
  const { send, events } = sandboxOf({ limits: { weight1m: "off" } });
  await send("GET time");
  const windows = [
    { limit: "weight10s", used: 1, amount: 1000 },
    { limit: "weight1m", used: 1 },
  ];
  expect((events(["request"])[0] as FeedRequest).windows).toEqual(windows);
});

/** What the feed says of a signature, and how it is made of the text that it has to cover. */
type SigningForm = NonNullable<SandboxOptions["signing"]>;
type SignatureRow = readonly [about: string, problem: string, make: (text: string) => string];
const signatures: readonly (SignatureRow | readonly [...SignatureRow, SigningForm])[] = [
  ["", "", hex],
  ["", "", (text) => `%20${hex(text)}`],
  ["is not in lower case", "case", (text) => hex(text).toUpperCase()],
  ["is in base64 in place of hexadecimal", "base64", (text) => encodeURIComponent(base64(text))],
  ["is in base64 in place of hexadecimal", "base64", (text) => forUrl(base64(text))],
  ["was made with the secret of bob", "secret", (text) => hex(text, "sandbox-secret-of-bob")],
  ["was made with a line break after the secret", "secret", (text) => hex(text, `${secret}\n`)],
  ["was made with a space before the secret", "secret", (text) => hex(text, ` ${secret}`)],
  ["was made with a space after the secret", "secret", (text) => hex(text, `${secret} `)],
  ["was made with quotes around the secret", "secret", (text) => hex(text, `"${secret}"`)],
  ["was made with the API key in place of the secret", "secret", (text) => hex(text, key)],
  ["covers the fields in the order of their names", "order", (text) => hex(moved(text, "sort"))],
  ["covers the fields in reverse order", "order", (text) => hex(moved(text, "reverse"))],
  ["covers timestamp before the other fields", "order", (text) => hex(moved(text, "first"))],
  ["covers the percent-encoded text, as it was sent", "encoding", (text) => hex(wireOf(text))],
  ["covers the text percent-encoded in another way", "encoding", (text) => hex(as(text, "a%20b"))],
  ["covers values with spaces as plus signs", "encoding", (text) => hex(as(text, "a+b"))],
  ["covers values with the space around them", "untrimmed", (text) => hex(as(text, "a b "))],
  ["covers the question mark before the query", "separator", (text) => hex(`?${text}`)],
  ["covers the values without their names", "separator", (text) => hex(less(text, /(^|&)\w+=/g))],
  ["covers no timestamp", "coverage", (text) => hex(less(text, /&timestamp=\d+/))],
  ["covers no recvWindow", "coverage", (text) => hex(less(text, /&recvWindow=5000/))],
  ["covers neither timestamp nor recvWindow", "coverage", (text) => hex(less(text, /&recv.*/))],
  ["covers an empty signature, too", "coverage", (text) => hex(`${text}&signature=`)],
  ["covers a line break after the text", "separator", (text) => hex(`${text}\n`)],
  ["covers nothing", "coverage", () => hex("")],
  ["was made with another secret, or covers another text", "unknown", () => hex("anything")],
  ["was made with another secret, or covers another text", "unknown", () => ""],
  ["", "", (text) => hex(wireOf(text)), "percent"],
  ["", "", (text) => hex(wireOf(text)), "both"],
  ["", "", hex, "both"],
  ["is not in lower case", "case", (text) => hex(text).toUpperCase(), "both"],
  ["covers the original values", "encoding", hex, "percent"],
  ["covers the fields in reverse order", "order", (t) => hex(wireOf(moved(t, "reverse"))), "both"],
];

test.each(signatures)("a signature %s (%s)", async (what, problem, make, form = "raw") => {
  const { sandbox, send, events } = sandboxOf({ signing: form });
  const end = `recvWindow=5000&timestamp=${sandbox.exchange.now() - 20}`;
  const text = `symbol=BTCUSDT&origClientOrderId=a b&${end}`;
  await send(`GET order?${wireOf(text)}&signature=${make(text)}`);
  const [event] = events(["request"]) as [FeedRequest];
  const shown = { text: form === "raw" ? text : wireOf(text), clockMs: -20 };
  expect(event.signed).toEqual(what ? { ...shown, problem, about: `It ${what}.` } : shown);
  expect(event.response.code).toBe(what ? -1022 : -2013);
});

/** A text with its fields in another order. */
function moved(text: string, how: "sort" | "reverse" | "first"): string {
  const fields = text.split("&");
  if (how === "first") return [fields.at(-1), ...fields.slice(0, -1)].join("&");
  return fields[how]().join("&");
}

const as = (text: string, value: string): string => text.replace("a b", value);
const wireOf = (text: string): string => as(text, "a%20b%20");
const less = (text: string, part: RegExp): string => text.replace(part, "");
const forUrl = (text: string): string => text.replaceAll("+", "-").replaceAll("/", "_");
const base64 = (text: string): string => hex(text, secret, "base64");

/** What is signed in place of `symbol=A&timestamp=1type=B&price=2`. */
test.each([
  ["symbol=A&timestamp=1", "the query only"],
  ["type=B&price=2", "the body only"],
  ["type=B&price=2&symbol=A&timestamp=1", "the body before the query"],
  ["symbol=A&timestamp=1&type=B&price=2", "query and body with & between them"],
  ["symbol=A&timestamp=1price=2&type=B", "the fields in the order of their names"],
  ["type=B&price=2symbol=A&timestamp=1", "the body before the query"],
])("the signature of %s covers %s", (text, what) => {
  const [query, body] = [parsePairs("symbol=A&timestamp=1"), parsePairs("type=B&price=2")];
  const signature = parsePairs(`signature=${hex(text)}`);
  const own = { account: "alice", apiKey: key, apiSecret: secret };
  const parts = { wire: "", texts: ["symbol=A&timestamp=1type=B&price=2"], keys: [], key: own };
  const aboutOf = (query: readonly Pair[], body: readonly Pair[]) =>
    signatureProblem({ ...parts, query, body }).about;
  const abouts = [aboutOf([...query, ...signature], body), aboutOf(query, [...body, ...signature])];
  expect(abouts).toEqual([`It covers ${what}.`, `It covers ${what}.`]);
});

test("every event fits the schema, and none holds a key, secret, signature or listen key", async () => {
  const { sandbox, send, signed, events } = sandboxOf({
    faults: [
      { fault: "duplicateEvent", when: { event: "executionReport" } },
      { fault: "handshake", when: { nth: 3 } },
    ],
  });
  sandbox.maker.start({ everyMs: 1 });
  sandbox.clock?.advance(99);
  await send("POST listenKey");
  const [listenKey = ""] = sandbox.exchange.listenKeys.keysOf("alice", startTime);
  const socket = new sandbox.WebSocket(`ws://x/stream?streams=${listenKey}/btcusdt@depth`);
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  socket.send(JSON.stringify({ method: "SUBSCRIBE", params: [listenKey], id: 1 }));
  // The feed ends within the key.
  socket.send(JSON.stringify({ params: ["x ".repeat(1980), listenKey] }));
  for (const path of [`ws/${listenKey}/x`, `ws/${listenKey}`]) {
    const refused = new sandbox.WebSocket(`ws://x/${path}`);
    await new Promise((resolve) => refused.addEventListener("close", resolve));
  }
  await signed("POST order", `${limitOrder}&quantity=0.01&price=30000`);
  await send(`PUT listenKey?listenKey=${listenKey}`);
  await send(`PUT listenKey?${listenKey}`);
  await send(`GET ${secret}?apiSecret=${secret}&x=${encodeURIComponent(listenKey)}`);
  await send(`GET time?apiKey=${stranger}&note={"secretKey":"${stranger}"}`);
  await sandbox.fetch("http://sandbox/", { headers: { "User-Agent": key } }).catch(() => {});
  await setTimeout(20);
  socket.close();
  await new Promise((resolve) => socket.addEventListener("close", resolve));
  const all = events();
  expect(new Set(all.map(({ kind }) => kind))).toEqual(
    new Set(["request", "message", "order", "fault"]),
  );
  const schema = { $ref: "#/$defs/FeedEvent" };
  expect(all.flatMap((event) => violationsOf(sandboxSchemas, schema, event, "event"))).toEqual([]);
  const text = JSON.stringify(all);
  const hidden = [listenKey.slice(0, 9), secret, key, stranger];
  expect(hidden.filter((part) => text.includes(part))).toEqual([]);
  expect(text).not.toMatch(/[0-9a-f]{64}/);
  expect(new Set(all.map((event) => Reflect.get(event, "account") as unknown))).toEqual(
    new Set([undefined, "alice"]),
  );
  const kept = all.flatMap((event) => (event.kind === "message" ? [event.what] : []));
  const acts = ["opened", "received", "replied", "sent", "refused", "ended"];
  expect(new Set(kept)).toEqual(new Set(acts));
  expect(all.map((event) => ("id" in event ? event.id : 0))).toEqual(all.map((_, at) => at + 1));
});

test("a slow reader loses the oldest of a kind and learns how many, and keeps other kinds", () => {
  const feed = createFeed(() => {});
  const reader = feed.reader();
  feed.add("message", 300, { time: 0, what: "sent", account: "a" }, Object);
  for (let at = 0; at < 7000; at += 1) feed.add("market", 300, { time: at }, Object);
  const [lost, own, ...rest] = reader.next(10_000);
  expect(lost).toEqual({ kind: "lost", lost: { market: 6000 } });
  expect(summaryOf({ kind: "lost", lost: { market: 2, order: 3 } })).toBe("5 events are lost");
  const seen = {
    what: "sent",
    connection: 1,
    ip: "::1",
    event: "trade",
    stream: "a@trade",
  } as const;
  expect(summaryOf({ kind: "message", id: 1, time: 0, ...seen })).toBe(
    "stream 1 sent trade a@trade",
  );
  expect(own).toMatchObject({ id: 1, account: "a" });
  expect(rest).toHaveLength(1000);
  expect(rest[0]).toMatchObject({ kind: "message", id: 6002, time: 6000 });
  expect(reader.next(1)).toEqual([]);
  expect(feed.reader().next(1)).toMatchObject([{ id: 1 }]);
  expect(feed.reader({ account: "a" }).next(10)).toMatchObject([{ id: 1 }]);
  expect(feed.reader({ after: 7000 }).next(10)).toMatchObject([{ id: 7001 }]);
  // Few long ones displace many short ones: the size is bounded, too.
  for (const size of [3_999_900, 100]) feed.add("market", size, { time: -1 }, Object);
  expect(feed.reader().next(10_000)).toHaveLength(3);
  feed.add("order", 4_000_001, { time: -1 }, Object);
  expect(feed.reader({ kinds: ["order"] }).next(2)).toHaveLength(1);
  expect(feed.reader({ after: 7003 }).next(10_000)).toHaveLength(1);
});

test("events are made only for those who read them, each once", () => {
  const seen: unknown[] = [];
  const feed = createFeed((text) => seen.push(text));
  let made = 0;
  const make = () => ({ time: (made += 1) });
  feed.add("order", 1, 0, make);
  expect(made).toBe(0);
  feed.reader().onMore(() => seen.push("more"));
  feed.reader().onMore(() => seen.push("never"))();
  feed.on("fault", () => {
    throw new Error("no");
  });
  feed.on("fault", ({ time }) => seen.push(time));
  const stop = feed.on("order", ({ time }) => seen.push(time));
  feed.add("order", 1, 0, make);
  feed.add("fault", 1, 0, make);
  stop();
  feed.add("order", 1, 0, make);
  const failed = "a listener of the feed failed: Error: no";
  expect([made, seen]).toEqual([2, [1, "more", failed, 2, "more", "more"]]);
  expect(feed.reader().next(10).length + feed.reader().next(10).length).toBe(8);
  expect(made).toBe(4);
});

test("a reader gets what is kept, waits while it has too much to read, and has an end", async () => {
  const [feed, sent, pauseMs] = [createFeed(() => {}), [] as string[], 60];
  let unread = 0;
  const add = () => feed.add("order", 1, 0, () => ({ time: 0 }));
  for (let count = 0; count < 450; count += 1) add();
  const query = new URLSearchParams();
  const read = () => ({ status: 200, headers: {}, body: "" });
  const opened = openFeed(feed, { refusal: undefined, query, read });
  if (opened.kind !== "open") throw new Error(opened.message);
  const start = () => opened.start({ send: ({ text }) => sent.push(text), buffered: () => unread });
  const [first, second] = [start(), start()];
  await expect.poll(() => sent.length).toBe(900);
  second.ended();
  unread = 300_000;
  add();
  await setTimeout(pauseMs);
  expect(sent.length).toBe(900);
  unread = 0;
  await expect.poll(() => sent.length).toBe(901);
  add();
  first.ended();
  add();
  await setTimeout(pauseMs);
  expect(sent.length).toBe(901);
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

const unlisted =
  "GET depth NONE → refused -1121 symbol is not listed; see the exchange information.";
test.each([
  ["kinds=request", ["GET time → accepted", unlisted, "POST listenKey → accepted"]],
  ["kinds=request&after=1", [unlisted, "POST listenKey → accepted"]],
  ["account=alice", ["POST listenKey → accepted"]],
])("a WebSocket at /control/feed?%s gets what is kept and what follows", async (query, want) => {
  running = await startSandbox({ port: 0 });
  const { baseUrl, streamUrl } = running;
  await fetch(`${baseUrl}/api/v1/time`);
  const socket = new WebSocket(`${streamUrl}/control/feed?${query}`);
  const lines: string[] = [];
  socket.addEventListener("message", ({ data }) => lines.push(summaryOf(JSON.parse(data))));
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  await fetch(`${baseUrl}/api/v1/depth?symbol=NONE`);
  const asAlice = { method: "POST", headers: { [signing.header]: key } };
  await fetch(`${baseUrl}/api/v1/listenKey`, asAlice);
  await expect.poll(() => lines).toEqual(want);
  socket.close();
});

test("a message to the feed is a request past faults and the feed; what is none says why", async () => {
  const clock = createVirtualClock(startTime);
  running = await startSandbox({ port: 0, clock, faults: [{ fault: "status", status: 503 }] });
  const socket = new WebSocket(`${running.streamUrl}/control/feed`);
  const came: unknown[] = [];
  socket.addEventListener("message", ({ data }) => came.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  const get = { method: "GET", path: "/api/v1/depth?symbol=NONE" };
  const sent = { ...get, headers: { "User-Agent": "two\nlines" } };
  const post = { method: "POST", path: "/api/v1/listenKey?a?=1", body: "b=2" };
  const made = { call: 9, ...post, headers: { [signing.header]: key } };
  const calls = [{ call: 7, ...get }, { call: 8, ...sent }, made, { call: 0, ...get }, "x"];
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
    answer(9, "b is in the body; send it in the query. (a field whose name is", used("11")),
    ...[answer(0, "call"), answer(0, "an object")],
  ]);
  expect(running.sandbox.feed.reader().next(9)).toEqual([]);
  socket.close();
});

test.each([
  "signature=! and secret=! and signature=seven77",
  "/stream?streams=!&listen_key=!",
  'LISTENKEY: ! API_KEY: ! {"secret_key": "!"} { apiSecret: \'!\' }',
  '["X-SITE-APIKEY","!"], x-site-apikey: !',
  "api-key%3D! apikey%3A! %22secret%22%3A%22!%22",
  String.raw`{"text":"{\"secretKey\":\"!\",\"symbol\":\"BTCUSDT\"}"}`,
])("the feed hides secrets by their names in %s", (text) => {
  const secret = text.replaceAll("!", "eight888");
  expect(createFeedRedactor(new Map())(secret)).toBe(text.replaceAll("!", "[redacted]"));
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
  ["?after=last", undefined, 400, "; give the id of an event."],
  ["?after=", undefined, 400, "; give the id of an event."],
  [
    "?kinds=",
    undefined,
    400,
    String.raw`kinds has no kind \"\" among request, message, market, order, fault.`,
  ],
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
