/** A port under clients that are slow or rude: whoever behaves must not notice. */

import { connect } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { signing } from "../../../generated/signing.ts";
import { type RunningSandbox, startSandbox } from "../../../sandbox/index.node.ts";
import { talk } from "../../support/raw-http.ts";
import { runs } from "../../support/runs.ts";

const requestMs = 1200;
let running: RunningSandbox;
let time = Date.UTC(2024, 0, 15);

beforeAll(async () => {
  running = await startSandbox({ port: 0, now: () => time, requestMs });
});

afterAll(() => running.close());

const timeRequest = "GET /api/v1/time HTTP/1.1\r\nHost: a\r\n\r\n";
const slowOnes = runs({ commit: 40, gate: 500, release: 500 });

/** Asks for the time, again and again while `others` are at work: each request gets a response. */
async function serveOthers(others: Promise<unknown> = Promise.resolve()): Promise<void> {
  let going = true;
  void others.finally(() => (going = false));
  for (let round = 0; round < 50 || going; round += 1) {
    time += 1000;
    const [answer] = await talk(running.port, timeRequest);
    expect(answer?.status).toBe(200);
  }
}

/** Opens a connection that sends one byte at a time, and returns the status of the response. */
function dribble(head: string, rest: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    let sent = 0;
    let came = "";
    let timer: NodeJS.Timeout | undefined;
    const socket = connect(running.port, "127.0.0.1", () => {
      socket.write(head);
      timer = setInterval(() => socket.write(rest[sent++ % rest.length] ?? "a"), 100);
    });
    socket.on("data", (chunk) => (came += chunk.toString()));
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(timer);
      const [, status] = /^HTTP\/1\.1 (\d+) /.exec(came) ?? [];
      resolve(status === undefined ? undefined : Number(status));
    });
  });
}

const slow: readonly (readonly [name: string, head: string, rest: string])[] = [
  ["headers", "GET /api/v1/time HTTP/1.1\r\nHost: a\r\nX-Slow: ", "b"],
  ["bodies", "POST /api/v1/order HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n", "a"],
];

test.each(slow)("%s that dribble in are cut, and all others are served", async (_, head, rest) => {
  const dribbling = Promise.all(Array.from({ length: slowOnes }, () => dribble(head, rest)));
  await serveOthers(dribbling);
  expect(new Set(await dribbling)).toEqual(new Set([408]));
});

test("no header changes whose limit counts", async () => {
  time += 60_000;
  const names = ["X-Forwarded-For", "X-Real-IP", "Forwarded", "CF-Connecting-IP", "True-Client-IP"];
  const forged = names.map((name, index) => `${name}: ${index === 2 ? "for=" : ""}9.9.9.${index}`);
  const keys = ["sandbox-key-of-alice", "sandbox-key-of-bob", "one-of-many"];
  const used: unknown[] = [];
  for (const header of [...forged, ...keys.map((key) => `${signing.header}: ${key}`)]) {
    const request = `GET /api/v1/exchangeInfo HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`;
    const [answer] = await talk(running.port, request);
    used.push(answer?.headers["x-mbx-used-weight-1m"]);
  }
  expect(used).toEqual(["10", "20", "30", "40", "50", "60", "70", "80"]);
});
