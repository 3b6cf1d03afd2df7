/** Calls that were never recorded get a response that the contract allows. */

import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { readOpenApi } from "../../testing/documents/openapi.ts";
import { createCompleter } from "../../testing/fixture-server/lenient.ts";
import { createFixtureServer } from "../../testing/fixture-server/server.ts";
import { loadRecordings } from "../../testing/recordings/files.node.ts";

const openapi: unknown = JSON.parse(readFileSync("generated/documents/openapi.json", "utf8"));
const withoutExamples: unknown = JSON.parse(
  JSON.stringify(openapi, (name, value: unknown) => (name === "examples" ? undefined : value)),
);
const recordings = await loadRecordings("spec/examples");

/** Calls a server and gives status and body. */
function call(lenient: unknown, line: string, hasKey = false) {
  const [method = "", target = ""] = line.split(" ");
  const server = createFixtureServer(recordings, lenient === undefined ? {} : { lenient });
  const plain = { method, target, hasKey, contentType: undefined, body: "" };
  const { status, text } = server.respond(plain);
  return { status, body: JSON.parse(text) as unknown };
}

test.each([
  ["with documented examples", openapi],
  ["from schemas alone", withoutExamples],
])("every operation responds as its schema says, %s", (_, document) => {
  const { operations, checkResponseBody } = readOpenApi(document);
  const faults = operations.flatMap(({ id, method, path, responses }) => {
    const success = responses.find(({ status }) => status === "200");
    // A field that no recording has.
    const { status, body } = call(document, `${method} ${path}?unrecorded=1`);
    const wrong = status === 200 ? checkResponseBody(success?.pointer ?? "", body) : [status];
    return wrong.map((fault) => [id, fault]);
  });
  expect(faults).toEqual([]);
});

const market = "POST /api/v1/order?symbol=ETHUSDT&side=SELL&type=MARKET&quantity=3";
const eth = { symbol: "ETHUSDT" };
const found = "GET /api/v1/order?symbol=ETHUSDT&";

test.each([
  [`${market}&newClientOrderId=a`, { ...eth, side: "SELL", status: "FILLED", clientOrderId: "a" }],
  [`${found}orderId=9007199254740991`, { ...eth, orderId: 9_007_199_254_740_991 }],
  [`${found}origClientOrderId=a`, { ...eth, clientOrderId: "a" }],
])("fields of %s are those of the response, and the example is the closest", (line, shown) => {
  expect(call(openapi, line).body).toMatchObject(shown);
});

test.each([
  ["a list where the symbol is absent", "GET /api/v1/ticker/price?unrecorded=1", Array.isArray],
  [
    "one record where it is present",
    "GET /api/v1/ticker/price?symbol=XRPUSDT",
    (body: unknown) => !Array.isArray(body),
  ],
])("the response is %s", (_, line, holds) => {
  expect(holds(call(openapi, line).body)).toBe(true);
  expect(holds(call(withoutExamples, line).body)).toBe(true);
});

test("what the contract lacks, and what no recording has without leniency, gets 404", () => {
  expect(call(openapi, "GET /api/v1/nothing").status).toBe(404);
  expect(call(openapi, "DELETE /api/v1/time").status).toBe(404);
  expect(call(undefined, market).status).toBe(404);
});

test("a recorded public call takes an API key or none; a signed one does not go without", () => {
  for (const hasKey of [true, false]) {
    const { status, body } = call(undefined, "GET /api/v1/time", hasKey);
    expect([status, body]).toEqual([200, { serverTime: expect.any(Number) }]);
  }
  const { status, body } = call(undefined, "GET /api/v1/account");
  expect([status, JSON.stringify(body)]).not.toEqual([200, expect.anything()]);
  expect(call(undefined, "GET /api/v1/account", true).status).toBe(200);
});

const [text, number] = [{ type: "string" }, { type: "number" }];
const listOf = (items: object) => ({ type: "array", items });
const levels = listOf({ type: "array", prefixItems: [text, text, text], minItems: 3, maxItems: 3 });
const book = { type: "object", properties: { bids: levels, asks: levels } };
const made = { bids: [["1", "2"]], asks: [] };
const long = "9007199254740993";
const counted = { type: "array", prefixItems: [number, text] };

test.each<
  readonly [what: string, schema: object, payload: unknown, want: unknown, sample?: object]
>([
  [
    "what is in the example",
    book,
    made,
    { bids: [["1", "2", "x"]], asks: [] },
    { bids: [["9", "8", "x"]] },
  ],
  ["a value that fits", book, made, { bids: [["1", "2", "text"]], asks: [] }],
  ["its texts for ids", { type: "object", properties: { id: text } }, { id: 7 }, { id: "7" }],
  ["its numbers for prices", listOf(listOf(number)), [["1.50", "-2"]], [[1.5, -2]]],
  ["no number without its digits", listOf(number), [long, "0.00000001"], [long, 0.00000001]],
  ["its type at each place", listOf(counted), [["1", 2]], [[1, "2"]]],
  ["a number or nothing", listOf({ type: ["number", "null"] }), ["3", null, "x"], [3, null, "x"]],
  ["a text or a number", listOf({ type: ["number", "string"] }), ["3", 4], ["3", 4]],
])("a payload of the sandbox gets what the contract has: %s", (_, schema, payload, want, value) => {
  const examples = value === undefined ? {} : { one: { value } };
  const content = { "application/json": { schema, examples } };
  const responses = { 200: { description: "", content } };
  const paths = { "/depth": { get: { operationId: "getDepth", responses } } };
  const openapi = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths };
  const { response } = createCompleter({ openapi, asyncapi: {} });
  expect(response?.({ method: "GET", path: "/depth" } as never, payload)).toEqual(want);
});
