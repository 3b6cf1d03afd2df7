/** Reports of a contract run for other programs. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, test } from "vitest";

import { machine } from "../../sandbox/defaults.ts";
import { createPacedClock, startSandbox } from "../../sandbox/index.node.ts";
import { ownStreams, readServer, startSandboxTarget } from "../../scripts/contract/server.ts";
import { withControl } from "../../scripts/observe/probe.ts";
import { ownStreamUrl, readBaseUrl, readStreamUrl } from "../../scripts/shared/exchange.ts";
import { formatSkipped } from "../../testing/suite/report.ts";
import { formatGithub, formatJson, formatJunit } from "../../testing/suite/reporters.ts";
import type { ContractResult, RowResult } from "../../testing/suite/run.ts";

function row(id: string, outcome: RowResult["outcome"], ...reasons: string[]): RowResult {
  return { scenario: { id, summary: `of ${id}` }, outcome, reasons, notes: [], events: [] };
}

const result: ContractResult = {
  rows: [
    row("getTime.default", "passed"),
    row("getTime.late", "failed", 'is "<1> & 50%"', "two\r\nlines\u0000\uffff🚀"),
    row("placeOrder.market", "skipped", "it trades"),
  ],
  coverage: {
    statements: [
      { kind: "operation", name: "getTime", assumed: false, touched: 1 },
      { kind: "operation", name: "get<Depth>", assumed: false, touched: 0 },
      { kind: "operation", name: "getGuess", assumed: true, touched: 0 },
    ],
    kinds: [],
  },
};

const junit = (uncovered: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="contract">
  <testsuite name="getTime" tests="2" failures="1" skipped="0">
    <testcase classname="getTime.default" name="of getTime.default"/>
    <testcase classname="getTime.late" name="of getTime.late"><failure message="is &quot;&lt;1&gt; &amp; 50%&quot;; two\r\nlines  🚀"/></testcase>
  </testsuite>
  <testsuite name="placeOrder" tests="1" failures="0" skipped="1">
    <testcase classname="placeOrder.market" name="of placeOrder.market"><skipped message="it trades"/></testcase>
  </testsuite>
${uncovered}</testsuites>
`;

test("JUnit: a suite for each operation, and one for statements that no scenario of a whole run covers", () => {
  expect(formatJunit(result, { complete: false })).toBe(junit(""));
  expect(formatJunit(result, { complete: true })).toBe(
    junit(`  <testsuite name="coverage" tests="1" failures="1" skipped="0">
    <testcase classname="coverage" name="operation get&lt;Depth&gt;"><failure message="no scenario covers it"/></testcase>
  </testsuite>
`),
  );
});

test("text: why rows were skipped, the commonest reason first", () => {
  const more = ["a", "b"].map((id) => row(id, "skipped", "it needs a key"));
  expect(formatSkipped({ rows: [...result.rows, ...more] })).toBe(
    "Skipped: 2 because it needs a key, 1 because it trades.\n",
  );
  expect(formatSkipped({ rows: result.rows.slice(0, 2) })).toBe("");
});

test("the streams of a server are found at its own address, or one line says that they are not", async () => {
  const said: string[] = [];
  const write = process.stderr.write;
  process.stderr.write = (text: string | Uint8Array) => said.push(String(text)) > 0;
  try {
    const sandbox = await startSandbox({ port: 0 });
    const streamUrl = `${sandbox.streamUrl}/stream`;
    expect(await ownStreams({ baseUrl: `${sandbox.baseUrl}/` })).toEqual({ streamUrl });
    const open = async () => (await (await fetch(`${sandbox.baseUrl}/control`)).json()).connections;
    await expect.poll(open).toBe(0);
    expect(await ownStreams({ baseUrl: sandbox.baseUrl, streamUrl: "ws://other" })).toEqual({});
    await sandbox.close();
    expect(await ownStreams({ baseUrl: sandbox.baseUrl })).toEqual({});
    expect(said).toEqual([
      `Streams at ${streamUrl}: the scenarios with streams use it.\n`,
      `Streams at ${streamUrl}: the connection is refused; see --stream-url.\n`,
    ]);
  } finally {
    process.stderr.write = write;
  }
});

test.each([
  [readBaseUrl, "https://a.example/api/", "https://a.example/api"],
  [readStreamUrl, "wss://a.example/", "wss://a.example/stream"],
  [readStreamUrl, "ws://a.example:8/ws/", "ws://a.example:8/ws"],
  [ownStreamUrl, "http://a.example:8/api", "ws://a.example:8/stream"],
  [ownStreamUrl, "https://a.example", "wss://a.example/stream"],
])("%o makes of %s the address %s", (read, text, want) => {
  expect(read(text)).toBe(want);
});

test("a server is what options and environment name, and each sandbox one of its own", async () => {
  const { baseUrl, streamUrl, close } = await startSandbox({ port: 0 });
  const keys = { TRADESPEC_KEY: "k", TRADESPEC_SECRET: "s" };
  Object.assign(process.env, keys);
  const options = { "base-url": `${baseUrl}/`, "stream-url": streamUrl, trade: true };
  const want = { baseUrl, streamUrl: `${streamUrl}/stream`, apiKey: "k", apiSecret: "s" };
  expect(await readServer(options)).toEqual({ ...want, WebSocket: expect.any(Function) });
  for (const name of Object.keys(keys)) delete process.env[name];
  await close();
  const start = await startSandboxTarget();
  expect(start()).not.toBe(start());
});

test("a sandbox on this machine is probed with its clock, and another server as it is", async () => {
  const clock = createPacedClock(0, machine);
  clock.freeze();
  const [moved, real] = [
    await startSandbox({ port: 0, clock, host: "0.0.0.0" }),
    await startSandbox({ port: 0 }),
  ];
  const [, port] = moved.baseUrl.split(/:(?=\d)/);
  const { advanceClock, now } = await withControl({ baseUrl: `http://localhost:${port}` });
  // What the sandbox sends on the way is not seen before its time.
  const late: number[] = [];
  const see = () => void late.push(Math.round(((now?.() ?? 0) - clock.now()) / 10_000) || 0);
  for (const ms of [1, 60_000, 140_000]) clock.after(ms, see);
  await advanceClock?.(140_000);
  see();
  expect([late, Math.floor(clock.now() / 10_000)]).toEqual([[6, 0, 0, 0], 14]);
  const ofReal = await withControl({ baseUrl: real.baseUrl });
  expect(Object.keys(ofReal)).toEqual(["baseUrl", "admin"]);
  const page = createServer((_, response) => response.end("<html>")).listen(0, "127.0.0.1");
  await once(page, "listening");
  const { port: ofPage } = page.address() as AddressInfo;
  for (const host of [`127.0.0.2:${port}`, `127.0.0.1:${ofPage}`]) {
    const target = { baseUrl: `http://${host}` };
    expect(await withControl(target)).toBe(target);
  }
  page.close();
  await Promise.all([moved.close(), real.close()]);
});

test("GitHub: an error for each failure, in one line each", () => {
  expect(formatGithub(result, { complete: true })).toBe(
    `::error title=contract::getTime.late: is "<1> & 50%25"; two%0D%0Alines\u0000\uffff🚀
::error title=contract::no scenario covers the documented operation get<Depth>
::notice title=contract::1 passed, 1 failed, 1 skipped
`,
  );
});

test("JSON: failures, counts by operation, rows and coverage", () => {
  expect(JSON.parse(formatJson(result, { complete: false }))).toMatchObject({
    failures: [expect.stringContaining("getTime.late")],
    operations: [
      { operation: "getTime", passed: 1, failed: 1, skipped: 0 },
      { operation: "placeOrder", passed: 0, failed: 0, skipped: 1 },
    ],
    rows: [{ id: "getTime.default", outcome: "passed" }, {}, { reasons: ["it trades"] }],
    coverage: { statements: [{ touched: 1 }, { touched: 0 }, { touched: 0 }] },
  });
});
