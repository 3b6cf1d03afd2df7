/** The entry of each request, as an object, a line of text and a line of JSON. */

import { expect, test } from "vitest";

import { signing } from "../../../generated/signing.ts";
import { jsonLine, type LogEntry, textLine } from "../../../sandbox/http/request-log.ts";
import { createSandbox } from "../../../sandbox/index.ts";

const entries: LogEntry[] = [];
const sandbox = createSandbox({
  startTime: Date.UTC(2024, 0, 15),
  onRequest: (entry) => entries.push(entry),
  faults: [
    { fault: "status", status: 500, when: { path: "/api/v1/exchangeInfo" } },
    { fault: "delay", ms: 5, when: { path: "/api/v1/ping" } },
  ],
});

/** A request, and the level, operation, status and code of its entry. */
const rows: readonly (readonly [string, want: readonly unknown[]])[] = [
  ["GET /api/v1/time", ["info", "getTime", 200, undefined]],
  ["GET /api/v1/depth?symbol=secret", ["warn", "getDepth", 400, -1121]],
  ["GET /api/v1/account?signature=secret", ["warn", "getAccount", 401, -2015]],
  ["GET /api/v1/exchangeInfo", ["error", "getExchangeInfo", 500, -1000]],
  ["GET /secret", ["warn", undefined, 404, -1000]],
];

test.each(rows)("%s", async (asked, [level, operation, status, code]) => {
  const [method = "", path = ""] = asked.split(" ");
  entries.length = 0;
  const headers = { [signing.header]: "secret" };
  await sandbox.fetch(`http://sandbox${path}`, { method, headers });
  const time = Date.UTC(2024, 0, 15);
  const ms = expect.any(Number) as number;
  const ip = "127.0.0.1";
  expect(entries).toEqual([{ level, time, event: "request", operation, status, ms, code, ip }]);
  expect(JSON.stringify(entries)).not.toContain("secret");
});

test("an entry as text has what is known of it, and as JSON the time in words", () => {
  const time = Date.UTC(2024, 0, 15);
  const failed: LogEntry = {
    level: "warn",
    time,
    event: "request",
    status: 404,
    code: -1,
    ms: 0.5,
  };
  expect(textLine(failed)).toBe("2024-01-15T00:00:00.000Z warn request 404 code -1 0.5 ms");
  expect(textLine({ level: "info", time, event: "ready", text: "on port 1" })).toBe(
    "2024-01-15T00:00:00.000Z info ready on port 1",
  );
  expect(JSON.parse(jsonLine(failed))).toEqual({ ...failed, time: "2024-01-15T00:00:00.000Z" });
});

test("the time of an entry is that of its response", async () => {
  entries.length = 0;
  const begun = sandbox.exchange.now();
  const response = sandbox.fetch("http://sandbox/api/v1/ping");
  await sandbox.clock?.run(5);
  await response;
  expect(entries.map(({ time }) => time - begun)).toEqual([5]);
});
