import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { createFixtureServer } from "../../testing/fixture-server/server.ts";
import { loadRecordings } from "../../testing/recordings/files.node.ts";
import { readRecordings } from "../../testing/recordings/recordings.ts";
import { parseExample } from "../../testing/recordings/yaml.ts";
import { newFolder } from "../support/folder.ts";
import { storiesIn } from "../support/story.ts";

const depth = { method: "GET", path: "/api/v1/depth", security: "NONE" };
const calls = {
  "getDepth.default": example({ ...depth, query: { symbol: "BTCUSDT", limit: "5" } }),
  "getDepth.usualLimit": example({ ...depth, query: { symbol: "BTCUSDT" } }),
  "getTime.default": example({ method: "GET", path: "/api/v1/time", query: {}, security: "NONE" }),
  "keepAliveListenKey.default": example({
    ...{ method: "PUT", path: "/api/v1/listenKey", security: "USER_STREAM" },
    query: { listenKey: "redactedListenKey" },
  }),
  "placeOrder.default": example({
    ...{ method: "POST", path: "/api/v1/order", security: "SIGNED", body: { side: "BUY" } },
    query: { symbol: "BTCUSDT", timestamp: "redactedTimestamp" },
  }),
};
const recordings = readRecordings({ calls });

const plain = { method: "GET", target: "/x", hasKey: false, contentType: undefined, body: "" };

/** A request, `key` and a JSON body if it has them; the closest recording, and what differs. */
test.each(storiesIn(import.meta.dirname, "closest-recording.txt"))("%s", (requested, want) => {
  const [method = "", target = "", key, json] = requested.replace("/", "/api/v1/").split(" ");
  const sent = { ...plain, method, target, hasKey: key === "key" };
  const body = json === undefined ? {} : { contentType: "application/json", body: json };
  const { status, text } = createFixtureServer(recordings).respond({ ...sent, ...body });
  const [closest, differs] = want.split("\n").map((line) => line.trim());
  const [path] = target.split("?");
  const explained = `${method} ${path}. The closest recording is ${closest}; it differs in ${differs}`;
  const msg = `No recording matches ${explained}.`;
  expect([status, JSON.parse(text)]).toEqual([404, { code: 404, msg }]);
});

test("without recordings, the response says that there are none", () => {
  expect(createFixtureServer({}).respond(plain).text).toContain("there are no recordings");
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
