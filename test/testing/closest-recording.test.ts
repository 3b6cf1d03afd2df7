import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { createFixtureServer } from "../../testing/fixture-server/server.ts";
import { formType } from "../../testing/recordings/fields.ts";
import { loadRecordings } from "../../testing/recordings/files.node.ts";
import { readRecordings } from "../../testing/recordings/recordings.ts";
import { parseExample } from "../../testing/recordings/yaml.ts";
import { newFolder } from "../support/folder.ts";

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

const key = { hasKey: true };
const json = { contentType: "application/json", body: '{"side":"BUY"}' };

/** A request, the closest recording, what differs, and further parts of the request. */
const rows: readonly (readonly [
  requested: string,
  closest: string,
  differs: string,
  more?: object,
])[] = [
  ["GET /depth?limit=7&symbol=BTCUSDT", "getDepth.default", 'query.limit (recorded "5", sent "7")'],
  [
    "GET /depth?symbol=BTCUSDT&depth=9",
    "getDepth.usualLimit",
    'query.depth (recorded nothing, sent "9")',
  ],
  ["GET /depth?limit=5", "getDepth.default", 'query.symbol (recorded "BTCUSDT", sent nothing)'],
  [
    "GET /depth?symbol=BTCUSDT&symbol=ETHUSDT",
    "getDepth.usualLimit",
    'query.symbol (recorded "BTCUSDT", sent "BTCUSDT", "ETHUSDT")',
  ],
  ["GET /times", "getTime.default", "path (recorded /api/v1/time, sent /api/v1/times)"],
  ["DELETE /time", "getTime.default", "method (recorded GET, sent DELETE)"],
  [
    "PUT /listenKey?listenKey=redactedListenKey",
    "keepAliveListenKey.default",
    "API key header (recorded present, sent absent)",
  ],
  [
    "PUT /listenKey?listenKey=averysecretkeyofmine",
    "keepAliveListenKey.default",
    "query.listenKey (recorded another value, sent another value)",
    key,
  ],
  [
    "POST /order?symbol=BTCUSDT&side=BUY&timestamp=1&signature=ab",
    "placeOrder.default",
    'query.side (recorded nothing, sent "BUY"); body.side (recorded "BUY", sent nothing)',
    key,
  ],
  [
    "POST /order?symbol=BTCUSDT",
    "placeOrder.default",
    'body.side (recorded "BUY", sent nothing); body (another text)',
    { ...key, ...json },
  ],
];

test.each(rows)("%s: the closest is %s, and %s differs", (...row) => {
  const [requested = "", closest, differs, more] = row as [string, string, string, object?];
  const [method = "", target = ""] = requested.replace("/", "/api/v1/").split(" ");
  const usual = { method, target, hasKey: false, contentType: formType, body: "" };
  const { status, text } = createFixtureServer(recordings).respond({ ...usual, ...more });
  const [path] = target.split("?");
  const explained = `${method} ${path}. The closest recording is ${closest}; it differs in ${differs}`;
  const msg = `No recording matches ${explained}.`;
  expect([status, JSON.parse(text)]).toEqual([404, { code: 404, msg }]);
});

test("without recordings, the response says that there are none", () => {
  const empty = { hasKey: false, contentType: undefined, body: "" };
  const requested = { method: "GET", target: "/x", ...empty };
  expect(createFixtureServer({}).respond(requested).text).toContain("there are no recordings");
});

const good =
  "summary: A\nvalue: {}\nx-request: { method: GET, path: /p, query: {}, security: NONE }\n";
const usual = "getTime.default";
const bad: readonly (readonly [what: string, file: string, text: string, reason: RegExp])[] = [
  ["a truncated file", usual, `${good}x-response: { status: 2`, /line \d+: /],
  ["a file cut before its response", usual, good, /x-request or x-response is missing/],
  ["a foreign document", usual, '{"log":{"version":"1.2"}}', /is not a recording/],
  ["text that is not a map", usual, "just words", /is not a recording/],
  ["a status out of range", usual, `${good}x-response: { status: 99 }`, /not an HTTP status/],
  [
    "a name that is not a name",
    "getTime",
    `${good}x-response: { status: 200 }`,
    /name "getTime" is refused/,
  ],
];

test.each(bad)("%s is refused", async (_, name, text, reason) => {
  const folder = newFolder();
  await writeFile(join(folder, `${name}.yaml`), text);
  await writeFile(join(folder, "getTime.other.yaml"), "also wrong");
  const error = await loadRecordings(folder).then(String, String);
  expect(error).toMatch(reason);
});

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
