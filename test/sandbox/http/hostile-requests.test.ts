/**
 * Requests that no honest client sends, as bytes on a real port. Whatever comes: no 500, each order
 * that is carried out has its own response, and the server lives on.
 */

import { createHmac } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { signing } from "../../../generated/signing.ts";
import { type RunningSandbox, startSandbox } from "../../../sandbox/index.node.ts";
import type { FaultRule, FeedRequest } from "../../../sandbox/index.ts";
import { openOrders } from "../support/orders-of.ts";

let running: RunningSandbox;
let time = Date.UTC(2024, 0, 15);
beforeAll(async () => {
  running = await startSandbox({ port: 0, now: () => time });
});
afterAll(() => running.close());

const host = "Host: 127.0.0.1\r\n";
const close = "Connection: close\r\n";
const key = `${signing.header}: sandbox-key-of-alice\r\n`;
const form = "Content-Type: application/x-www-form-urlencoded\r\n";
const chunked = "Transfer-Encoding: chunked\r\n";
const timePath = "/api/v1/time";
const orderPath = "/api/v1/order";

/** A request without a body; the last of a row closes the connection. */
function ask(target: string, more = "", method = "GET"): string {
  return `${method} ${target} HTTP/1.1\r\n${host}${more}\r\n`;
}

const last = (target = timePath, more = "", method = "GET") => ask(target, more + close, method);

/** The fields of an order that rests, signed. */
function fields(more = ""): string {
  const order = "symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.001&price=30000";
  const text = `${order}${more}&timestamp=${time}`;
  const signature = createHmac("sha256", "sandbox-secret-of-alice").update(text).digest("hex");
  return `${text}&signature=${signature}`;
}

/** An order whose fields are its body. */
function order(more = ""): string {
  const body = fields();
  const length = `Content-Length: ${body.length}\r\n`;
  return `POST ${orderPath} HTTP/1.1\r\n${host}${key}${form}${more}${length}\r\n${body}`;
}

/** The same in the query, which is handled as soon as the headers are there. */
const queryOrder = (more = "") => ask(`${orderPath}?${fields()}`, key + more, "POST");

/** The same in chunks. */
function chunkedOrder(write = (body: string) => chunk(body) + end) {
  return `POST ${orderPath} HTTP/1.1\r\n${host}${key}${form}${chunked}\r\n${write(fields())}`;
}

const post = (headers: string, body = "") =>
  `POST ${orderPath} HTTP/1.1\r\n${host}${key}${headers}\r\n${body}`;
const sized = (length: string, body = "", more = "") =>
  post(`${more}Content-Length: ${length}\r\n`, body);
const chunk = (body: string, more = "") => `${body.length.toString(16)}${more}\r\n${body}\r\n`;
const end = "0\r\n\r\n";
const tunnel = `CONNECT a:1 HTTP/1.1\r\n${host}\r\n`;

const upgrade = (path: string, more = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n") =>
  ask(path, `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n${more}`);
const manyStreams = Array.from({ length: 1025 }, (_, index) => `a${index}`).join("/");
const bytesOf = (text: string) => Buffer.from(text, "latin1");

type Rows = Readonly<Record<string, () => string | Buffer>>;

/** A row for each text. */
const each = (name: string, texts: readonly string[], bytes: (text: string) => string): Rows =>
  Object.fromEntries(texts.map((text) => [`${name} ${text}`, () => bytes(text)]));
const withHost = (name: string) => last().replace(host, `Host: ${name}\r\n`);

/** Bytes by the statuses that come back; a star marks each that places an order. */
const table: Readonly<Record<string, Rows>> = {
  "200* 400": {
    "an order, then garbage": () => `${order()}garbage\r\n\r\n`,
    "an order in the query, then garbage": () => `${queryOrder()}garbage\r\n\r\n`,
    "an order in chunks, then garbage": () => `${chunkedOrder()}garbage\r\n\r\n`,
    "an order, then half a request": () => `${order()}GET /api/v1/ti`,
    "an order, then half a body": () => order() + sized("9", "a"),
    "an order, then two lengths": () => order() + sized("1\r\nContent-Length: 2"),
    "an order, then a length and chunks": () => order() + sized("5", end, chunked),
    "an order, then a bad chunk": () => order() + post(chunked, "zz\r\n"),
    "an order, then an upgrade of no stream": () => order() + upgrade("/ws/nosuch@depth"),
    "an order, then an upgrade without its key": () => order() + upgrade("/ws", ""),
  },
  "200* 200* 400": { "two orders, then garbage": () => `${order()}${queryOrder()}?\r\n\r\n` },
  "200* 200 400": { "an order, a read, then garbage": () => `${order()}${ask(timePath)}\0` },
  "200* 431": {
    "an order, then long headers": () => order() + ask(timePath, `A: ${"b".repeat(20_000)}\r\n`),
  },
  "200* 405": {
    "an order, then a tunnel": () => order() + tunnel,
    "an order in the query, then a tunnel": () => queryOrder() + tunnel,
  },
  "200* 101": {
    "an order, then an upgrade in other letters": () =>
      order() + upgrade("/ws").replace("websocket", "WebSocket"),
  },
  "200* 404": { "an order, then an upgrade of no path": () => order() + upgrade("/sockets") },
  "200*": {
    "an order as the last request, then another": () => order(close) + order(),
    "an order as the last request, then garbage": () => `${order(close)}garbage`,
    "an order that expects the unknown": () => order(`${close}Expect: rain\r\n`),
    "another Host for an order": () => order(close).replace(host, "Host: evil.test\r\n"),
    "an offer of h2c with an order": () =>
      order("Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n"),
  },
  "100 200*": {
    "an order that waits to be asked for": () => order(`${close}Expect: 100-continue\r\n`),
  },
  "200* 200": {
    "chunks with an extension": () => chunkedOrder((body) => chunk(body, ";a=b") + end) + last(),
    "chunks with a trailer": () =>
      chunkedOrder((body) => `${chunk(body)}0\r\nA: b\r\n\r\n`) + last(),
    "a chunk for each byte": () =>
      chunkedOrder((body) => [...body].map((byte) => chunk(byte)).join("") + end) + last(),
  },
  "400 200*": {
    "a Host with no port, then an order": () => withHost("a:b").replace(close, "") + order(),
    "two Hosts, then an order": () => ask(timePath, host) + order(),
  },
  "413 200*": {
    "a body that is too long, then an order": () => sized("20000", "a".repeat(20_000)) + order(),
  },
  [Array(100).fill("404").join(" ")]: {
    "a hundred requests at once": () => ask("/none").repeat(99) + last("/none"),
  },
  "200": {
    "empty lines first": () => `\r\n\r\n${last()}`,
    "plus for space": () => last("/api/v1/depth?symbol=+BTCUSDT+"),
    "no Host in HTTP/1.0": () => `GET ${timePath} HTTP/1.0\r\n\r\n`,
    "two spaces": () => `GET  ${timePath} HTTP/1.1\r\n${host}\r\n`,
    "a whole address": () => last(`http://127.0.0.1${timePath}`),
    "a whole address of another host": () => last(`http://evil.test${timePath}`),
    ...each("the Host", ["a", "a:", "a:0", "a:65535", "[::1]", "[::1]:80", ""], withHost),
    "our address with a foreign Host": () =>
      last("http://localhost/control").replace(host, "Host: evil.test\r\n"),
    "100 headers": () => last(timePath, "A: b\r\n".repeat(98)),
    "a WebSocket offer without Connection": () => last(timePath, "Upgrade: websocket\r\n"),
  },
  "400": {
    "garbage, then an order": () => `garbage\r\n\r\n${order()}`,
    "chunks that do not end": () => chunkedOrder(chunk),
    "a chunk longer than it says": () => chunkedOrder((body) => `5\r\n${body}\r\n${end}`),
    "a chunk of a length beyond 64 bits": () => post(chunked, "FFFFFFFFFFFFFFFFF\r\na"),
    "a request behind a length of 0 and chunks": () => sized("0", ask(timePath), chunked),
    "a body shorter than its length": () => sized("900", fields()),
    "JSON for a form": () => sized("2", "{}", close),
    "a body in many parts": () => sized("9", "--a\r\n\r\nb\r\n", close),
    "a body that is not UTF-8": () => bytesOf(sized("9", "symbol=\xff\xfe", close)),
    "a body of NUL bytes": () => sized("9", "\0".repeat(9), close),
    "a body for a read": () => `${ask(timePath, `${close}Content-Length: 3\r\n`)}a=b`,
    "a second question mark": () => last(`${timePath}?a?b`),
    "a letter as it is": () => last("/api/v1/depth?symbol=größe"),
    "HTTP/2 without an upgrade": () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a method in small letters": () => last(timePath, "", "get"),
    "a NUL in the target": () => last("/api/v1/ti\0me"),
    "a target that is not UTF-8": () => bytesOf(last("/api/v1/depth?symbol=\xff")),
    "a percent sign in a name": () => last("/api/v1/depth?sym%62ol=BTCUSDT&%=1"),
    "an encoding of another kind": () => last("/api/v1/depth?symbol=%u0041"),
    "3,000 fields": () => last(`/api/v1/depth?${"a=1&".repeat(3000)}`),
    ...each("trades up to", ["0", "-1", `${-(2n ** 63n)}`, `${2n ** 63n}`, "1e3", "%00"], (limit) =>
      last(`/api/v1/trades?symbol=BTCUSDT&limit=${limit}`),
    ),
    ...each(
      "the Host",
      ["a:99999", "a:65536", "a:abc", "a:-1", "a:1:2", "[::1]:x", "::1"],
      withHost,
    ),
    "a whole address with no port": () => last(`http://a:99999${timePath}`),
    "an upgrade at no port": () => upgrade("/ws").replace(host, "Host: a:99999\r\n"),
    "an order at no port": () => order(close).replace(host, "Host: a:99999\r\n"),
    "no Host": () => `GET ${timePath} HTTP/1.1\r\n\r\n`,
    "two Hosts": () => last(timePath, host),
    "a value with a NUL": () => last(timePath, "A: b\0\r\n"),
    "a folded line": () => last(timePath, "A: b\r\n c\r\n"),
    "a bare line feed": () => last(timePath, "A: b\nC: d\r\n"),
    "line feeds only": () => last().replaceAll("\r\n", "\n"),
    "two signatures": () => last(`/api/v1/account?timestamp=${time}&signature=a&signature=a`, key),
    "an upgrade in another version": () => upgrade("/ws").replace("Version: 13", "Version: 12"),
    "an upgrade of too many streams": () => upgrade(`/stream?streams=${manyStreams}`),
  },
  "401": {
    "chunks in HTTP/1.0": () => `POST ${orderPath} HTTP/1.0\r\n${chunked}\r\n${end}`,
    "two keys": () => last("/api/v1/account", key + key),
    "a key of bytes": () => bytesOf(last("/api/v1/account", `${signing.header}: \xff\xfe\r\n`)),
  },
  "403": { "a foreign address with our Host": () => last("http://evil.test/control") },
  "404": {
    ...each("the path", ["//api/v1/time", "/%2fapi/v1/time", "/api%2fv1/time", "//", "//["], last),
    ...each("the path", ["/api/v1/time/", "/API/v1/time", "/api/v1/./time"], last),
    ...each("the path", ["/api/v1/x/../time", "/api/v1/time%20", "/api/v1/time;a=1"], last),
    "OPTIONS of the server": () => last("*", "", "OPTIONS"),
    "an asterisk": () => last("*"),
    "a whole address without a path": () => last("http://127.0.0.1"),
    "a whole address without a host": () => last("http:///api/v1/time"),
    "an address of another scheme": () => last(`ftp://127.0.0.1${timePath}`),
    "a fragment": () => last(`${timePath}#a`),
    "an order as an upgrade": () => order("Connection: Upgrade\r\nUpgrade: websocket\r\n"),
    "an upgrade of a bad path": () => upgrade("//[/ws"),
  },
  "405": {
    "a tunnel": () => tunnel,
    HEAD: () => last(timePath, "", "HEAD"),
    OPTIONS: () => last(orderPath, "", "OPTIONS"),
    TRACE: () => last(timePath, key, "TRACE"),
    PATCH: () => last(orderPath, key, "PATCH"),
  },
  "413": {
    "a body of 16 KiB and one byte": () => sized("16385", "a".repeat(16_385)),
    "a body of 2 MB": () => sized("2000000", "a".repeat(2e6)),
  },
  "431": {
    "a target of 20 KB": () => last(`/${"a".repeat(20_000)}`),
    "101 headers": () => last(timePath, "A: b\r\n".repeat(99)),
    "one header of 20 KB": () => last(timePath, `A: ${"b".repeat(20_000)}\r\n`),
  },
  "505": {
    "a line of HTTP/0.9": () => "GET /api/v1/time\r\n\r\n",
    "HTTP/2.0 in plain text": () => `GET ${timePath} HTTP/2.0\r\n${host}\r\n`,
    "HTTP/2.0 with a body": () => order().replace("HTTP/1.1", "HTTP/2.0"),
    "an upgrade in HTTP/2.0": () => upgrade("/ws").replace("HTTP/1.1", "HTTP/2.0"),
  },
};

/** Refusals without the envelope: no body, that of the control endpoint, and those of `ws`. */
const bare = new Set([
  ...["HEAD", "a foreign address with our Host", "an upgrade in another version"],
  "an order, then an upgrade without its key",
]);

describe.each(Object.entries(table))("%s comes back for", (marked, rows) => {
  test.each(Object.entries(rows))("%s", async (name, bytes) => {
    time += 60_000;
    const statuses = marked.replaceAll("*", "");
    const orders = marked.split("*").length - 1;
    const before = openCount();
    const text = await talk(bytes());
    expect(statusesOf(text)).toBe(statuses);
    expect(text.match(/"orderId":/g)?.length ?? 0).toBe(orders);
    expect(openCount() - before).toBe(orders);
    const failures = bare.has(name) ? [] : (statuses.match(/[45]\d\d/g) ?? []);
    const envelope = /\r\n\r\n\{"code":-\d+,"msg":"[^"]+","timestamp":\d+\}/g;
    expect(text.match(envelope) ?? []).toHaveLength(failures.length);
    expect(await talk(last())).toContain(`{"serverTime":${time}}`);
  });
});

test.each([
  ["", "200", true],
  ["garbage\r\n\r\n", "200 400", false],
])("an order that takes its time, then %j", async (rest, statuses, isEnded) => {
  time += 60_000;
  running.sandbox.faults.add({ fault: "delay", ms: 50, when: { operation: "placeOrder" } });
  const text = await talk(order() + rest, isEnded);
  running.sandbox.faults.clear();
  expect(statusesOf(text)).toBe(statuses);
  expect(text).toContain('"orderId":');
  const feed = running.sandbox.feed.reader({ kinds: ["request"] }).next(1000) as FeedRequest[];
  expect(feed.at(-1)?.response.broken).toBe(isEnded ? "left" : undefined);
});

test.each<readonly [FaultRule, isEnded: boolean, text: string]>([
  [{ fault: "hang" }, true, ""],
  [{ fault: "garble", text: "good day" }, false, "good day"],
])("a connection with the fault %j is closed", async (fault, isEnded, text) => {
  running.sandbox.faults.add(fault);
  expect(await talk(ask(timePath), isEnded)).toBe(text);
  running.sandbox.faults.clear();
});

test.each([
  ["garbage\r\n\r\n", "400"],
  [upgrade("/ws/nosuch@depth"), "400"],
  [tunnel, "405"],
])("%j gets one response, however many bytes follow", async (bytes, status) => {
  const socket = connect({ port: running.port, host: "127.0.0.1", allowHalfOpen: true });
  const errors: Error[] = [];
  let text = "";
  socket.on("error", (error) => errors.push(error));
  socket.on("data", (chunk) => (text += String(chunk)));
  socket.write(bytes);
  await once(socket, "end");
  socket.end(Buffer.alloc(8_000_000, "garbage\r\n\r\n"));
  await once(socket, "close");
  expect([statusesOf(text), errors]).toEqual([status, []]);
});

test.each([
  ["garbage", "garbage\r\n\r\n"],
  ["an upgrade", upgrade("/ws")],
  ["a tunnel", tunnel],
])(
  "an order that takes its time, then %s and a reset, end only their connection",
  async (_, bytes) => {
    time += 60_000;
    running.sandbox.faults.add({ fault: "delay", ms: 50, when: { operation: "placeOrder" } });
    const before = openCount();
    const { delay } = running.sandbox.faults.reached();
    const socket = connect({ port: running.port, host: "127.0.0.1" });
    socket.write(order() + bytes);
    await expect.poll(() => running.sandbox.faults.reached().delay).toBe(delay + 1);
    socket.resetAndDestroy();
    await expect.poll(() => openCount() - before).toBe(1);
    running.sandbox.faults.clear();
    expect(await talk(last())).toContain(`{"serverTime":${time}}`);
  },
);

function statusesOf(text: string): string {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status).join(" ");
}

function openCount(): number {
  return openOrders(running.sandbox.exchange.state.accounts.get("alice")).length;
}

/** Sends bytes and ends its side of the connection; gives all that comes until the server ends. */
function talk(bytes: string | Buffer, isEnded = true): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port: running.port, host: "127.0.0.1", allowHalfOpen: true });
    let text = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
    socket.on("error", () => {});
    socket.on("end", () => socket.end());
    socket.on("close", () => resolve(text));
    socket.write(bytes);
    if (isEnded) socket.end();
  });
}
