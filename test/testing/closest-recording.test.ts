import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { createFixtureServer } from "../../testing/fixture-server/server.ts";
import { formType } from "../../testing/recordings/fields.ts";
import { loadRecordings } from "../../testing/recordings/files.node.ts";
import { readRecordings } from "../../testing/recordings/recordings.ts";
import { parseExample } from "../../testing/recordings/yaml.ts";

const depth = { method: "GET", path: "/api/v1/depth", security: "NONE" };
const calls = {
  "getDepth.default": example({ ...depth, query: { symbol: "BTCUSDT", limit: "5" } }),
  "getDepth.usualLimit": example({ ...depth, query: { symbol: "BTCUSDT" } }),
  "getTime.default": example({ method: "GET", path: "/api/v1/time", query: {}, security: "NONE" }),
  "keepAliveListenKey.default": example({
    method: "PUT",
    path: "/api/v1/listenKey",
    query: { listenKey: "redactedListenKey" },
    security: "USER_STREAM",
  }),
  "placeOrder.default": example({
    method: "POST",
    path: "/api/v1/order",
    query: { symbol: "BTCUSDT", timestamp: "redactedTimestamp" },
    body: { side: "BUY" },
    security: "SIGNED",
  }),
};
const recordings = readRecordings({ calls });

/** A request, further parts of it, and what the response says after its first words. */
const rows: readonly (readonly [requested: string, more: object, explained: string])[] = [
  [
    "GET /api/v1/depth?limit=7&symbol=BTCUSDT",
    {},
    "GET /api/v1/depth. The closest recording is getDepth.default; it differs in " +
      'query.limit (recorded "5", sent "7").',
  ],
  [
    "GET /api/v1/depth?symbol=BTCUSDT&depth=9",
    {},
    "GET /api/v1/depth. The closest recording is getDepth.usualLimit; it differs in " +
      'query.depth (recorded nothing, sent "9").',
  ],
  [
    "GET /api/v1/depth?limit=5",
    {},
    "GET /api/v1/depth. The closest recording is getDepth.default; it differs in " +
      'query.symbol (recorded "BTCUSDT", sent nothing).',
  ],
  [
    "GET /api/v1/depth?symbol=BTCUSDT&symbol=ETHUSDT",
    {},
    "GET /api/v1/depth. The closest recording is getDepth.usualLimit; it differs in " +
      'query.symbol (recorded "BTCUSDT", sent "BTCUSDT", "ETHUSDT").',
  ],
  [
    "GET /api/v1/times",
    {},
    "GET /api/v1/times. The closest recording is getTime.default; it differs in " +
      "path (recorded /api/v1/time, sent /api/v1/times).",
  ],
  [
    "DELETE /api/v1/time",
    {},
    "DELETE /api/v1/time. The closest recording is getTime.default; it differs in " +
      "method (recorded GET, sent DELETE).",
  ],
  [
    "PUT /api/v1/listenKey?listenKey=redactedListenKey",
    {},
    "PUT /api/v1/listenKey. The closest recording is keepAliveListenKey.default; it differs in " +
      `API key header (recorded present, sent absent).`,
  ],
  [
    "PUT /api/v1/listenKey?listenKey=averysecretkeyofmine",
    { hasKey: true },
    "PUT /api/v1/listenKey. The closest recording is keepAliveListenKey.default; it differs in " +
      "query.listenKey (recorded another value, sent another value).",
  ],
  [
    "POST /api/v1/order?symbol=BTCUSDT&side=BUY&timestamp=1&signature=ab",
    { hasKey: true },
    "POST /api/v1/order. The closest recording is placeOrder.default; it differs in " +
      'query.side (recorded nothing, sent "BUY"); body.side (recorded "BUY", sent nothing).',
  ],
  [
    "POST /api/v1/order?symbol=BTCUSDT",
    { hasKey: true, contentType: "application/json", body: '{"side":"BUY"}' },
    "POST /api/v1/order. The closest recording is placeOrder.default; it differs in " +
      'body.side (recorded "BUY", sent nothing); body (another text).',
  ],
];

for (const [requested, more, explained] of rows) {
  test(`${requested} ${JSON.stringify(more)} names the closest recording and what differs`, () => {
    const [method = "", target = ""] = requested.split(" ");
    const usual = { method, target, hasKey: false, contentType: formType, body: "" };
    const response = createFixtureServer(recordings).respond({ ...usual, ...more });
    expect(response.status).toBe(404);
    expect(JSON.parse(response.text)).toEqual({
      code: 404,
      msg: `No recording matches ${explained}`,
    });
  });
}

test("without recordings, the response says that there are none", () => {
  const requested = {
    method: "GET",
    target: "/x",
    hasKey: false,
    contentType: undefined,
    body: "",
  };
  expect(createFixtureServer({}).respond(requested).text).toContain("there are no recordings");
});

const good =
  "summary: A\nvalue: {}\nx-request: { method: GET, path: /p, query: {}, security: NONE }\n";
const bad: readonly (readonly [what: string, file: string, text: string, reason: RegExp])[] = [
  ["a truncated file", "getTime.default", `${good}x-response: { status: 2`, /line \d+: /],
  ["a file cut before its response", "getTime.default", good, /x-request or x-response is missing/],
  [
    "a foreign document",
    "getTime.default",
    '{"log":{"version":"1.2","entries":[]}}',
    /is not a recording/,
  ],
  ["text that is not a map", "getTime.default", "just words", /is not a recording/],
  [
    "a status out of range",
    "getTime.default",
    `${good}x-response: { status: 99 }`,
    /not an HTTP status/,
  ],
  [
    "a name that is not a name",
    "getTime",
    `${good}x-response: { status: 200 }`,
    /name "getTime" is refused/,
  ],
];

for (const [what, name, text, reason] of bad) {
  test(`${what} is refused`, async () => {
    const folder = await mkdtemp(join(tmpdir(), "recordings-"));
    await writeFile(join(folder, `${name}.yaml`), text);
    await writeFile(join(folder, "getTime.other.yaml"), "also wrong");
    const error = await loadRecordings(folder).then(String, String);
    await rm(folder, { recursive: true });
    expect(error).toMatch(reason);
  });
}

test("one error names every invalid recording of a folder", () => {
  const examples = {
    "../../x": {},
    "getTime.a": {},
    "getTime.b": { "x-request": {}, "x-response": {} },
  };
  expect(() => readRecordings({ calls: examples })).toThrow(
    /\.\.\/\.\.\/x(.|\n)*getTime\.a(.|\n)*getTime\.b/,
  );
});

function example(request: object): unknown {
  const text = JSON.stringify({
    summary: "A row",
    value: {},
    "x-request": request,
    "x-response": { status: 200 },
  });
  return parseExample(text, "row", []);
}
