/** The fixture server on a port, under clients that are slow, rude, or send far too much. */

import { once } from "node:events";
import { connect } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";

import { inboundFragmentsMax } from "../../sandbox/defaults.ts";
import { type FixturePort, openFixturePort } from "../../testing/fixture-server/port.node.ts";
import { createFixtureServer } from "../../testing/fixture-server/server.ts";
import { talk } from "../support/raw-http.ts";
import { documents, recordings } from "./documents.ts";

const requestMs = 600;
let fixture: FixturePort;
let port: number;

beforeAll(async () => {
  fixture = await openFixturePort(recordings, { requestMs });
  port = Number(new URL(fixture.baseUrl).port);
});

afterAll(() => fixture.close());

const host = "Host: a\r\n";
const time = `GET /api/v1/time HTTP/1.1\r\n${host}\r\n`;
const post = (body: string) =>
  `POST /api/v1/order HTTP/1.1\r\n${host}Content-Length: ${body.length}\r\n\r\n${body}`;

test.each<readonly [name: string, bytes: string, statuses: readonly number[]]>([
  ["a tunnel", `CONNECT a:1 HTTP/1.1\r\n${host}\r\n`, [405]],
  ["a whole address", time.replace("/api", "http://b.example/api"), [200]],
  ["a whole address without a path", `GET http://a HTTP/1.1\r\n${host}\r\n`, [404]],
  ["two requests, then garbage", `${time}${time}garbage\r\n\r\n`, [200, 200, 400]],
  ["a request, then a tunnel", `${time}CONNECT a:1 HTTP/1.1\r\n${host}\r\n`, [200, 405]],
  ["a request, then an unknown stream", `${time}${upgradeOf("/ws/none")}`, [200, 404]],
  ["HTTP/2.0 in plain text", time.replace("1.1", "2.0"), [505]],
  ["a Host with no port", time.replace(host, "Host: a:99999\r\n"), [400]],
  ["no Host", time.replace(host, ""), [400]],
  ["headers of 20 KB", time.replace(host, `${host}A: ${"b".repeat(20_000)}\r\n`), [431]],
  ["101 headers", time.replace(host, host + "A: b\r\n".repeat(100)), [431]],
  ["a body of 32 KB", post("a&".repeat(16_000)), [413]],
  ["a body of 16 KB, then a request", post("a&".repeat(8192)) + time, [404, 200]],
])("%s gets %j", async (_, bytes, statuses) => {
  const answers = await talk(port, bytes, { answers: statuses.length });
  expect(answers.map(({ status }) => status)).toEqual(statuses);
  expect(new Set(answers.map(({ headers }) => headers["x-tradespec"]))).toEqual(new Set(["mock"]));
  for (const { status, body } of answers.filter((one) => one.status >= 400)) {
    expect(body).toEqual({ code: status, msg: expect.any(String) as string });
  }
  expect(await talk(port, time)).toMatchObject([{ status: 200 }]);
});

test.each([
  ["headers", `GET /api/v1/time HTTP/1.1\r\n${host}X: `],
  ["a body", `POST /api/v1/order HTTP/1.1\r\n${host}Content-Length: 5000\r\n\r\n`],
])("%s that dribble in are cut", async (_, head) => {
  const line = { port, host: "127.0.0.1", signal: AbortSignal.timeout(10_000) };
  const socket = connect(line, () => socket.write(head));
  let text = "";
  socket.on("data", (chunk) => (text += String(chunk)));
  socket.on("error", () => {});
  const dribble = setInterval(() => socket.write("a"), 50);
  await once(socket, "close");
  clearInterval(dribble);
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
});

test("only this machine reaches it, at one address", async () => {
  await expect(fetch(`http://127.0.0.2:${port}/api/v1/time`)).rejects.toThrow("fetch failed");
});

test("a stream message that never ends is closed with a code", async () => {
  const socket = new WebSocket(`${fixture.streamUrl}?streams=btcusdt@trade`);
  await once(socket, "open");
  const closed = once(socket, "close");
  for (let count = 0; count <= inboundFragmentsMax; count += 1) socket.send("", { fin: false });
  expect((await closed)[0]).toBe(1008);
});

/** Compared with each other they would take minutes. */
test.each([
  ["one name", "a&".repeat(8000)],
  ["names of a recording", "symbol=BTCUSDT&".repeat(1000)],
  ["names of their own", Array.from({ length: 3000 }, (_, index) => `a${index}`).join("&")],
])("thousands of fields with %s are compared in little time", (_, fields) => {
  for (const options of [{}, { lenient: documents.openapi }]) {
    const server = createFixtureServer(recordings, options);
    for (const [target, body] of [
      ["/api/v1/order", fields],
      [`/api/v1/nothing?${fields}`, ""],
    ] as const) {
      const request = { method: "POST", target, hasKey: true, contentType: undefined, body };
      expect(server.respond(request).text.length).toBeLessThan(4000);
    }
  }
});

function upgradeOf(path: string): string {
  const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
  const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  return `GET ${path} HTTP/1.1\r\n${host}${upgrade}${key}\r\n`;
}
