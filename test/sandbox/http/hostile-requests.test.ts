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
import type { FaultRule } from "../../../sandbox/index.ts";
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
function chunkedOrder(
  chunk = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
) {
  return `POST ${orderPath} HTTP/1.1\r\n${host}${key}${form}${chunked}\r\n${chunk(fields())}`;
}

const post = (headers: string, body = "") =>
  `POST ${orderPath} HTTP/1.1\r\n${host}${key}${headers}\r\n${body}`;

const upgrade = (path: string, more = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n") =>
  ask(path, `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n${more}`);

/** What it is, the bytes, the statuses that come back, and how many orders are placed. */
type Row = readonly [name: string, bytes: () => string | Buffer, statuses: string, orders?: number];

const pipelined: readonly Row[] = [
  ["an order, then garbage", () => `${order()}garbage\r\n\r\n`, "200 400", 1],
  ["an order in the query, then garbage", () => `${queryOrder()}garbage\r\n\r\n`, "200 400", 1],
  ["an order in chunks, then garbage", () => `${chunkedOrder()}garbage\r\n\r\n`, "200 400", 1],
  ["two orders, then garbage", () => `${order()}${queryOrder()}?\r\n\r\n`, "200 200 400", 2],
  ["an order, a read, then garbage", () => `${order()}${ask(timePath)}\0`, "200 200 400", 1],
  ["an order, then half a request", () => `${order()}GET /api/v1/ti`, "200 400", 1],
  ["an order, then half a body", () => `${order()}${post("Content-Length: 9\r\n", "a")}`, "200 400", 1],
  ["an order, then two lengths", () => order() + post("Content-Length: 1\r\nContent-Length: 2\r\n"), "200 400", 1],
  ["an order, then a length and chunks", () => order() + post(`Content-Length: 5\r\n${chunked}`, "0\r\n\r\n"), "200 400", 1],
  ["an order, then a bad chunk", () => order() + post(chunked, "zz\r\n"), "200 400", 1],
  ["an order, then long headers", () => order() + ask(timePath, `A: ${"b".repeat(20_000)}\r\n`), "200 431", 1],
  ["an order, then a tunnel", () => `${order()}CONNECT a:1 HTTP/1.1\r\n${host}\r\n`, "200 405", 1],
  ["an order in the query, then a tunnel", () => `${queryOrder()}CONNECT a:1 HTTP/1.1\r\n${host}\r\n`, "200 405", 1],
  ["an order, then an upgrade of no stream", () => order() + upgrade("/ws/nosuch@depth"), "200 400", 1],
  ["an order, then an upgrade in other letters", () => order() + upgrade("/ws").replace("websocket", "WebSocket"), "200 101", 1],
  ["an order, then an upgrade of no path", () => order() + upgrade("/sockets"), "200 404", 1],
  ["an order, then an upgrade without its key", () => order() + upgrade("/ws", ""), "200 400", 1],
  ["an order as the last request, then another", () => order(close) + order(), "200", 1],
  ["an order as the last request, then garbage", () => `${order(close)}garbage`, "200", 1],
  ["garbage, then an order", () => `garbage\r\n\r\n${order()}`, "400", 0],
  ["a hundred requests at once", () => ask("/none").repeat(99) + last("/none"),
    "404 ".repeat(100).trim(),
  ],
  ["empty lines first", () => `\r\n\r\n${last()}`, "200"],
];

const bodies: readonly Row[] = [
  ["chunks with an extension", () =>
      chunkedOrder((body) => `${body.length.toString(16)};a=b\r\n${body}\r\n0\r\n\r\n${last()}`), "200 200", 1],
  ["chunks with a trailer", () =>
      chunkedOrder(
        (body) => `${body.length.toString(16)}\r\n${body}\r\n0\r\nA: b\r\n\r\n${last()}`,
      ), "200 200", 1],
  ["a chunk for each byte", () =>
      chunkedOrder(
        (body) => `${[...body].map((byte) => `1\r\n${byte}\r\n`).join("")}0\r\n\r\n${last()}`,
      ), "200 200", 1],
  ["chunks that do not end", () => chunkedOrder((body) => `${body.length.toString(16)}\r\n${body}\r\n`), "400", 0],
  ["a chunk longer than it says", () => chunkedOrder((body) => `5\r\n${body}\r\n0\r\n\r\n`), "400", 0],
  ["a chunk of a length beyond 64 bits", () => post(chunked, "FFFFFFFFFFFFFFFFF\r\na"), "400", 0],
  ["a chunk of a length below zero", () => post(chunked, "-1\r\na\r\n0\r\n\r\n"), "400", 0],
  ["a chunk of a length with 0x", () => post(chunked, "0x1\r\na\r\n0\r\n\r\n"), "400", 0],
  ["a chunk of no length", () => post(chunked, "\r\na\r\n0\r\n\r\n"), "400", 0],
  ["a chunk that ends with a line feed", () => post(chunked, "1\na\n0\n\n"), "400", 0],
  ["chunks that are coded twice", () => post("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"), "400", 0],
  ["chunks that are compressed last", () => post("Transfer-Encoding: chunked, gzip\r\n", "0\r\n\r\n"), "400", 0],
  ["chunks in an unknown coding", () => post("Transfer-Encoding: xchunked\r\n", "0\r\n"), "400", 0],
  [
    "a request behind a length of 0 and chunks",
    () => post(`Content-Length: 0\r\n${chunked}`, ask(timePath)),
    ...["400" as const, 0],
  ],
  ["chunks in two headers", () => post(chunked + chunked, `0\r\n\r\n${last()}`), "400", 0],
  ["chunks in HTTP/1.0", () => `POST ${orderPath} HTTP/1.0\r\n${chunked}\r\n0\r\n\r\n`, "401", 0],
  ["a body shorter than its length", () => post("Content-Length: 900\r\n", fields()), "400", 0],
  ["a length of none", () => post("Content-Length: \r\n"), "400", 0],
  ["a length of words", () => post("Content-Length: ten\r\n"), "400", 0],
  ["a length with a sign", () => post("Content-Length: +5\r\n", "abcde"), "400", 0],
  ["a length below zero", () => post("Content-Length: -5\r\n", "abcde"), "400", 0],
  ["a length in hexadecimal digits", () => post("Content-Length: 0x5\r\n", "abcde"), "400", 0],
  ["a length with a point", () => post("Content-Length: 5.0\r\n", "abcde"), "400", 0],
  ["a list of lengths", () => post("Content-Length: 5, 5\r\n", "abcde"), "400", 0],
  ["the same length twice", () => post("Content-Length: 5\r\nContent-Length: 5\r\n", "abcde"), "400", 0],
  ["a length beyond 64 bits", () => post("Content-Length: 99999999999999999999\r\n", "a"), "400", 0],
  ["a body of 16 KiB and one byte", () => post("Content-Length: 16385\r\n", "a".repeat(16_385)), "413", 0],
  ["a body of 2 MB", () => post("Content-Length: 2000000\r\n", "a".repeat(2e6)), "413", 0],
  ["JSON for a form", () => post(`${close}Content-Length: 2\r\n`, "{}"), "400", 0],
  ["a body in many parts", () => post(`${close}Content-Length: 9\r\n`, "--a\r\n\r\nb\r\n"), "400", 0],
  ["a body that is not UTF-8", () =>
      Buffer.concat([
        Buffer.from(post(`${close}Content-Length: 9\r\n`)),
        Buffer.from("symbol=\xff\xfe", "latin1"),
      ]), "400", 0],
  ["a body of NUL bytes", () => post(`${close}Content-Length: 9\r\n`, "\0".repeat(9)), "400", 0],
  ["a body for a read", () => `${ask(timePath, `${close}Content-Length: 3\r\n`)}a=b`, "400"],
  ["an order that waits to be asked for", () => order(`${close}Expect: 100-continue\r\n`), "100 200", 1],
  ["an order that expects the unknown", () => order(`${close}Expect: rain\r\n`), "200", 1],
];

const otherPaths = [
  ...["//api/v1/time", "/%2fapi/v1/time", "/%2Fapi/v1/time", "/api%2fv1/time", "/api/v1/time/"],
  ...["/API/v1/time", "/api/v1/Time", "/api/v1/./time", "/api/v1/x/../time", "/api/v1/time%20"],
  ...["/api/v1/time;a=1", "//", "//[", "/"],
];

const lines: readonly Row[] = [
  ...otherPaths.map((path): Row => [`the path ${path}`, () => last(path), "404"]),
  ["plus for space", () => last("/api/v1/depth?symbol=+BTCUSDT+"), "200"],
  ["a second question mark", () => last(`${timePath}?a?b`), "400"],
  ["a letter as it is", () => last("/api/v1/depth?symbol=größe"), "400"],
  ["no Host in HTTP/1.0", () => `GET ${timePath} HTTP/1.0\r\n\r\n`, "200"],
  ["a line of HTTP/0.9", () => "GET /api/v1/time\r\n\r\n", "505"],
  ["HTTP/2.0 in plain text", () => `GET ${timePath} HTTP/2.0\r\n${host}\r\n`, "505"],
  ["HTTP/2.0 with a body", () => order().replace("HTTP/1.1", "HTTP/2.0"), "505", 0],
  ["an upgrade in HTTP/2.0", () => upgrade("/ws").replace("HTTP/1.1", "HTTP/2.0"), "505"],
  ["HTTP/2 without an upgrade", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400"],
  ["HTTP/9.9", () => "GET /api/v1/time HTTP/9.9\r\n\r\n", "400"],
  ["a protocol in small letters", () => "GET /api/v1/time http/1.1\r\n\r\n", "400"],
  ["a method in small letters", () => last(timePath, "", "get"), "400"],
  ["a method that there is not", () => last(timePath, "", "BUY"), "400"],
  ["two spaces", () => `GET  ${timePath} HTTP/1.1\r\n${host}\r\n`, "200"],
  ["no target", () => `GET HTTP/1.1\r\n${host}\r\n`, "400"],
  ["a tunnel", () => `CONNECT 127.0.0.1:80 HTTP/1.1\r\n${host}\r\n`, "405"],
  ["HEAD", () => last(timePath, "", "HEAD"), "405"],
  ["OPTIONS", () => last(orderPath, "", "OPTIONS"), "405"],
  ["OPTIONS of the server", () => last("*", "", "OPTIONS"), "404"],
  ["TRACE", () => last(timePath, key, "TRACE"), "405"],
  ["PATCH", () => last(orderPath, key, "PATCH"), "405"],
  ["an asterisk", () => last("*"), "404"],
  ["a whole address", () => last(`http://127.0.0.1${timePath}`), "200"],
  ["a whole address of another host", () => last(`http://evil.test${timePath}`), "200"],
  ["a whole address without a path", () => last("http://127.0.0.1"), "404"],
  ["a whole address without a host", () => last("http:///api/v1/time"), "404"],
  ["an address of another scheme", () => last(`ftp://127.0.0.1${timePath}`), "404"],
  ["a fragment", () => last(`${timePath}#a`), "404"],
  ["a target of 20 KB", () => last(`/${"a".repeat(20_000)}`), "431"],
  ["a NUL in the target", () => last("/api/v1/ti\0me"), "400"],
  ["a byte that is not UTF-8 in the target", () => Buffer.from(last("/api/v1/depth?symbol=\xff"), "latin1"), "400"],
  ["a lone percent sign", () => last("/api/v1/depth?symbol=%"), "400"],
  ["a percent sign in a name", () => last("/api/v1/depth?sym%62ol=BTCUSDT&%=1"), "400"],
  ["an overlong sequence", () => last("/api/v1/depth?symbol=%c0%af"), "400"],
  ["half a surrogate pair", () => last("/api/v1/depth?symbol=%ed%a0%80"), "400"],
  ["an encoded NUL", () => last("/api/v1/depth?symbol=BTCUSDT%00"), "400"],
  ["an encoding of another kind", () => last("/api/v1/depth?symbol=%u0041"), "400"],
  ["3,000 fields", () => last(`/api/v1/depth?${"a=1&".repeat(3000)}`), "400"],
  ...["0", "-1", "-9223372036854775808", "9223372036854775808", "1e3", "NaN", "%00"].map(
    (limit): Row => [
      `trades up to ${limit}`,
      () => last(`/api/v1/trades?symbol=BTCUSDT&limit=${limit}`),
      "400",
    ],
  ),
];

const hosts: readonly Row[] = [
  ...["a:99999", "a:65536", "a:abc", "a:-1", "a:1:2", "[::1]:x", "::1", "a:８０"].map(
    (name): Row => [`the Host ${name}`, () => last().replace(host, `Host: ${name}\r\n`), "400"],
  ),
  ...["a", "a:", "a:0", "a:65535", "[::1]", "[::1]:80", ""].map(
    (name): Row => [`the Host ${name}`, () => last().replace(host, `Host: ${name}\r\n`), "200"],
  ),
  ["a whole address with no port", () => last(`http://a:99999${timePath}`), "400"],
  ["an upgrade at no port", () => upgrade("/ws").replace(host, "Host: a:99999\r\n"), "400"],
  ["an order at no port", () => order(close).replace(host, "Host: a:99999\r\n"), "400", 0],
  ["a Host with no port, then an order", () => ask(timePath, "X: y\r\n").replace(host, "Host: a:b\r\n") + order(), "400 200", 1],
];

const headers: readonly Row[] = [
  ["no Host", () => `GET ${timePath} HTTP/1.1\r\n\r\n`, "400"],
  ["two Hosts", () => last(timePath, host), "400"],
  ["two Hosts, then an order", () => ask(timePath, host) + order(), "400 200", 1],
  ["a body that is too long, then an order", () => post("Content-Length: 20000\r\n", "a".repeat(20_000)) + order(), "413 200", 1],
  ["a foreign address with our Host", () => last("http://evil.test/control"), "403"],
  ["our address with a foreign Host", () => last("http://localhost/control").replace(host, "Host: evil.test\r\n"), "200"],
  ["another Host for an order", () => order(close).replace(host, "Host: evil.test\r\n"), "200", 1],
  ["a name of no letters", () => last(timePath, ": a\r\n"), "400"],
  ["a name with a space", () => last(timePath, "A : b\r\n"), "400"],
  ["a name with a NUL", () => last(timePath, "A\0: b\r\n"), "400"],
  ["a value with a NUL", () => last(timePath, "A: b\0\r\n"), "400"],
  ["a line without a colon", () => last(timePath, "abc\r\n"), "400"],
  ["a folded line", () => last(timePath, "A: b\r\n c\r\n"), "400"],
  ["a bare line feed", () => last(timePath, "A: b\nC: d\r\n"), "400"],
  ["a bare carriage return", () => last(timePath, "A: b\rC: d\r\n"), "400"],
  ["line feeds only", () => last().replaceAll("\r\n", "\n"), "400"],
  ["100 headers", () => last(timePath, "A: b\r\n".repeat(98)), "200"],
  ["101 headers", () => last(timePath, "A: b\r\n".repeat(99)), "431"],
  ["one header of 20 KB", () => last(timePath, `A: ${"b".repeat(20_000)}\r\n`), "431"],
  ["two keys", () => last("/api/v1/account", key + key), "401"],
  ["a key of bytes", () => Buffer.from(last("/api/v1/account", `${signing.header}: \xff\xfe\r\n`), "latin1"), "401"],
  ["two signatures", () => last(`/api/v1/account?timestamp=${time}&signature=a&signature=a`, key), "400"],
  ["an offer of h2c with an order", () =>
      order(
        "Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMA\r\n",
      ), "200", 1],
  ["a WebSocket offer without Connection", () => last(timePath, "Upgrade: websocket\r\n"), "200"],
  ["an order as an upgrade", () => order("Connection: Upgrade\r\nUpgrade: websocket\r\n"), "404", 0],
  ["an upgrade in another version", () => upgrade("/ws").replace("Version: 13", "Version: 12"), "400"],
  ["an upgrade of a bad path", () => upgrade("//[/ws"), "404"],
  ["an upgrade of too many streams", () => upgrade(`/stream?streams=${Array.from({ length: 1025 }, (_, n) => `a${n}`).join("/")}`), "400"],
];

const rows: readonly Row[] = [...pipelined, ...bodies, ...lines, ...hosts, ...headers];

/** Refusals without the envelope: no body, that of the control endpoint, and those of `ws`. */
const bare = new Set([
  ...["HEAD", "a foreign address with our Host", "an upgrade in another version"],
  "an order, then an upgrade without its key",
]);

describe("hostile requests", () => {
  for (const [name, bytes, statuses, orders = 0] of rows) {
    test(name, async () => {
      time += 60_000;
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
  }

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
  });
});

test.each<readonly [FaultRule, isEnded: boolean, text: string]>([
  [{ fault: "hang" }, true, ""],
  [{ fault: "garble", text: "good day" }, false, "good day"],
])("a connection with the fault %j is closed", async (fault, isEnded, text) => {
  running.sandbox.faults.add(fault);
  expect(await talk(ask(timePath), isEnded)).toBe(text);
  running.sandbox.faults.clear();
});

const connectBytes = `CONNECT a:1 HTTP/1.1\r\n${host}\r\n`;

test.each([
  ["garbage\r\n\r\n", "400"],
  [upgrade("/ws/nosuch@depth"), "400"],
  [connectBytes, "405"],
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
  ["a tunnel", connectBytes],
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
