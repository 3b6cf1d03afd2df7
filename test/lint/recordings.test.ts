/** Recordings against the contract: each fault is reported once, at its own line. */

import { expect, test } from "vitest";

import { assemble } from "../../generators/contract/build.ts";
import { load } from "../../generators/contract/documents/load.ts";
import { readSpec, type SpecFile } from "../../generators/contract/documents/spec-files.ts";
import { findInCallRecordings } from "../../scripts/lint/call-recordings.ts";
import { findingLine } from "../../scripts/lint/findings.ts";
import { findInStreamRecordings } from "../../scripts/lint/stream-recordings.ts";
import { readOpenApi } from "../../testing/documents/openapi.ts";
import { lineOf } from "../support/edited-files.ts";

type Rule = (
  document: object,
  options: undefined,
  context: { path: string[] },
) => { readonly path: readonly string[] }[];

const rulePath: string = "../../spec/lint/functions/no-secret.js";
const { default: noSecret } = (await import(rulePath)) as { readonly default: Rule };
const location = { folder: "spec", root: process.cwd() };
const files = readSpec(location);
const loaded = load(location, files);

const { documents } = assemble(loaded);
const rest = readOpenApi(documents.openapi);

/** Every finding in recordings, as it is shown. */
function found(given: readonly SpecFile[]): readonly string[] {
  return [
    ...findInCallRecordings(location, given, { rest, loaded }),
    ...findInStreamRecordings(location, given, loaded),
  ].map(({ column: _, ...finding }) => findingLine({ ...finding, column: 1 }));
}

/**
 * Recordings, what in them becomes what, a text on the line of the finding in the first one, and
 * the finding, where `@` stands for the advice. Nothing is found where a row ends early.
 */
const table = String.raw`
getDepth.default | status: 200 | status: 400 | status: 400 | recording-fits-the-contract The recording has the status 400, but is listed under 200. @
getDepth.default | status: 200 | status: 302 | status: 302 | recording-fits-the-contract The recording has the status 302, but is listed under 200. @
getDepth.default | limit: "5" | limits: "5" | limits: | recording-fits-the-contract The exchange accepted this request, but the field limits is not documented. @
getDepth.default | limit: "5" | limit: five | limit: five | recording-fits-the-contract The exchange accepted this request, but the field limit is not of type integer: five. @
getDepth.default | limit: "5" | limit: "0" | limit: "0" | recording-fits-the-contract The exchange accepted this request, but the field limit must be >= 1: 0. @
getDepth.default | symbol: BTCUSDT, |  | query: | recording-fits-the-contract The exchange accepted this request, but the required field symbol is missing. @
getDepth.default | "48334.28000000" | 48334.28 | 48334.28 | recording-fits-the-contract The recorded response: /bids/0/0 must be string. @
getDepth.default | "48334.28000000" | "48334,28" | 48334,28 | recording-fits-the-contract The recorded response: /bids/0/0 must match format "decimal". @
getDepth.default |   lastUpdateId: 400\n |  | value: | recording-fits-the-contract The recorded response: the response must have required property 'lastUpdateId'. @
getDepth.default | method: GET | method: POST | x-request: | recording-fits-the-contract The recording has POST /api/v1/depth, but getDepth is GET /api/v1/depth. @
getDepth.default | path: /api/v1/depth | path: /api/v1/depths | x-request: | recording-fits-the-contract The recording has GET /api/v1/depths, but getDepth is GET /api/v1/depth. @
getDepth.default | X-MBX-USED-WEIGHT-1M | X-OTHER | headers: | recording-fits-the-contract The recorded response: the header X-MBX-USED-WEIGHT-1M is missing. @
getDepth.default | security: NONE | security: ALL | query: | recording-fits-the-contract The exchange accepted this request, but the header X-MBX-APIKEY is not needed. @
cancelOrder.inBody | newClientOrderId | newClientOrderIds | newClientOrderIds | recording-fits-the-contract The exchange accepted this request, but the field newClientOrderIds is not documented. @
getKlines.unknownInterval | 7m | 5m | x-request: | recording-fits-the-contract The code -1120 means an invalid value, but the contract allows all values now. @
getKlines.unknownInterval | code: -1120 | code: -1121
getOrder.unknown | code: -2013 | code: -1100 | x-request: | recording-fits-the-contract The code -1100 means an invalid value, but the contract allows all values now. @
getAccount.windowOverMaximum | "60001" | "5000" | x-request: | recording-fits-the-contract The code -1131 means an invalid value, but the contract allows all values now. @
getTrades.default getDepth.default getTime.default | X-MBX-USED-WEIGHT-1M | X-OTHER | headers: | recording-fits-the-contract The recorded response: the header X-MBX-USED-WEIGHT-1M is missing. Also in getDepth.default, getTime.default. @
getTickerPrice.allSymbols getTickerPrice.default | "48339.11000000" | 1 | price: 1 | recording-fits-the-contract The recorded response: /0/price must be string. Also in getTickerPrice.default. @
placeOrder.splitPlaces |     side: BUY\n    type: |     side: BUY\n    types: |     types: | recording-fits-the-contract The exchange accepted this request, but the field types is not documented. @
streams/depth.default |  U: 401 |  V: 1 | receives: | recorded-message-fits-its-schema the message depthUpdate must have required property 'U'. Record it again: npm run record, or correct the schema.
streams/trade.default | p: "48334.28000000" | p: 1 | receives: | recorded-message-fits-its-schema the message trade /p must be string. Record it again: npm run record, or correct the schema.
streams/depth.raw | e: depthUpdate | e: trade | receives: | recorded-message-fits-its-schema the message depthUpdate /e must be equal to constant. Record it again: npm run record, or correct the schema.
streams/trade.default | at: 0 | at: -1 | at: -1 | stream-recording-fits-its-schema x-steps/0/at must be a number from 0 up. @
streams/control.changes | sends:\n      id: 1\n | says:\n      id: 1\n | says: | stream-recording-fits-its-schema x-steps/1/says is unknown. @
streams/control.changes | x-steps | x-parts | summary: | stream-recording-fits-its-schema This is not a recorded stream: x-steps is missing. @
streams/depth.default streams/depth.raw |  U: 401 |  V: 1 | receives: | recorded-message-fits-its-schema the message depthUpdate must have required property 'U'. Also in streams/depth.raw. Record it again: npm run record, or correct the schema.
streams/control.changes | x-steps: | x-steps: 1\nx-more: | summary: | stream-recording-fits-its-schema This is not a recorded stream: x-steps is missing. @
`;
const advice = "Record it again: npm run record.";

test("the recordings of this project are without fault", () => {
  expect(found(files)).toEqual([]);
});

test.each(table.trim().split("\n"))("%s", (line) => {
  const cells = line.split(" | ").map((cell) => cell.replaceAll("\\n", "\n"));
  const [names = "", from = "", to = "", at = "", finding = ""] = cells;
  const edited = names.split(" ").map((name) => {
    const path = `examples/${name}.yaml`;
    const text = files.find((each) => each.path === path)?.text ?? "";
    return { path, text: text.replaceAll(from, () => to) };
  });
  const [first] = edited;
  if (first === undefined || first.text === files.find(({ path }) => path === first.path)?.text)
    throw new Error(`${names} lacks ${from}`);
  const want = `spec/${first.path}:${lineOf(edited, first.path, at)}:1 ${finding.replace("@", advice)}`;
  expect(found(edited)).toEqual(finding === "" ? [] : [want]);
});

test("other files are no recordings", () => {
  const text = "a: 1\n";
  const paths = ["other/examples/a.yaml", "examples/a.yaml.txt", "examples/a/b.yaml", "a.yaml"];
  expect(found(paths.map((path) => ({ path, text })))).toEqual([]);
});

test("a recording is named after an operation or a stream", () => {
  const text = files.find((each) => each.path.endsWith("trade.default.yaml"))?.text ?? "";
  const [line] = found([{ path: "examples/streams/nothing.default.yaml", text }]);
  expect(line).toMatch(
    /:1:1 stream-recording-names-a-stream There is no stream nothing. Name the file after one of depth, trade, /,
  );
  const call = files.find((each) => each.path.endsWith("getDepth.default.yaml"))?.text ?? "";
  const path = "examples/getDepth.other.yaml";
  const other = [{ path, text: call.replace("status: 200", "status: 302") }];
  expect(found(other)).toEqual([
    `spec/${path}:${lineOf(other, path, "status: 302")}:1 recording-fits-the-contract The recorded response: the status 302 is not documented. ${advice}`,
  ]);
  expect(found([{ path: "examples/getDept.default.yaml", text: call }])).toEqual([
    `spec/examples/getDept.default.yaml:1:1 recording-fits-the-contract The file is named after getDept, which is not an operation. Did you mean getDepth?`,
  ]);
});

test("an example that shows another message is reported at its place", () => {
  const edited = files.map((file) =>
    file.path === "events/balanceUpdate.yaml"
      ? { ...file, text: file.text.replace(/userData\.deposit.*data/, "$&/E") }
      : file,
  );
  const [first] = findInStreamRecordings(location, edited, load(location, edited)).map(findingLine);
  expect(first).toBe(
    "spec/events/balanceUpdate.yaml:8:5 message-example-fits-its-schema In this example the message balanceUpdate must be object: refer to a recording of this message.",
  );
});

test("a documented message without a recorded example is reported", () => {
  const edited = files.map((file) =>
    file.path === "events/depthUpdate.yaml"
      ? { ...file, text: file.text.replace(/examples:[^]*/, "") }
      : file,
  );
  const again = load(location, edited);
  expect(findInStreamRecordings(location, edited, again).map(findingLine)).toEqual([
    "spec/events/depthUpdate.yaml:1:1 message-has-a-recording depthUpdate has no recorded message: refer to one under examples.",
  ]);
  expect(findInStreamRecordings(location, edited, again, new Set(["depth"]))).toEqual([]);
  expect(findInStreamRecordings(location, [], again)).toEqual([]);
});

test("a listen key that is not redacted is reported, in a URL as in a message", () => {
  const secret = "k".repeat(60);
  const session = {
    "x-steps": [
      { at: 0, opens: { path: "/stream", query: { streams: secret } } },
      { at: 1, receives: { e: "listenKeyExpired", listenKey: "short" } },
    ],
  };
  const secrets = noSecret(session, undefined, { path: [] });
  expect(secrets.map(({ path }) => path.join("/"))).toEqual([
    "x-steps/0/opens/query/streams",
    "x-steps/1/receives/listenKey",
  ]);
  const clean = JSON.parse(
    JSON.stringify(session).replaceAll(secret, "redactedListenKey").replace("short", "redactedX"),
  ) as object;
  expect(noSecret(clean, undefined, { path: [] })).toEqual([]);
});
