import { readFileSync } from "node:fs";
import { join } from "node:path";

import { load } from "js-yaml";
import { expect, test } from "vitest";

import { checkRequest } from "../../testing/documents/check-request.ts";
import { checkResponse } from "../../testing/documents/check-response.ts";
import { createCoverage, uncoveredStatements } from "../../testing/documents/coverage.ts";
import { type Issue, issueText } from "../../testing/documents/issue.ts";
import { readOpenApi } from "../../testing/documents/openapi.ts";
import { listStatements } from "../../testing/documents/statements.ts";
import { keyHeader } from "../../testing/recordings/call-recording.ts";
import type { Call } from "../../testing/recordings/conversation.ts";
import { parsePairs } from "../../testing/recordings/fields.ts";

/** A small contract with one of each kind of statement. */
const contract = readFileSync(join(import.meta.dirname, "checks.yaml"), "utf8");
const document = readOpenApi(load(contract.replace("{keyHeader}", keyHeader)));

const signature = "ab".repeat(32);
const signed = `timestamp=1&signature=${signature}`;

/** Method and target, whether a key and a form go along, and what is wrong with that. */
const requests: readonly (readonly [requested: string, more: More, faults: readonly string[]])[] = [
  ["GET /price", {}, []],
  ["GET /price?symbol=A&limit=10&fromId=9007199254740993", {}, []],
  ["GET /price?limit=11", {}, []],
  ["GET /price?limit=0", {}, ["the field limit must be >= 1: 0"]],
  ["GET /price?limit=five", {}, ["the field limit is not of type integer: five"]],
  ["GET /price?fromId=1", {}, ["the field fromId is sent without symbol"]],
  ["GET /price?symbol=A&symbol=B", {}, ["the field symbol is sent twice"]],
  ["GET /price?symbol=A&fromId=9223372036854775807", {}, []],
  [
    "GET /price?symbol=A&fromId=9223372036854775808",
    {},
    ["the field fromId is not of type integer: 9223372036854775808"],
  ],
  ["GET /price?whole=true", {}, []],
  ["GET /price?whole=1", {}, ["the field whole is not of type boolean: 1"]],
  [`POST /order?side=BUY&${signed}`, { hasKey: true, text: "{}" }, ["the body is not a form"]],
  ["GET /price?depth=1", {}, ["the field depth is not documented"]],
  ["GET /price", { hasKey: true }, [`the header ${keyHeader} is not needed`]],
  ["GET /price", { form: "symbol=A" }, ["the operation does not accept a body"]],
  ["GET /prices", {}, ["the request GET /prices is not documented"]],
  ["DELETE /price", {}, ["the request DELETE /price is not documented"]],
  [
    `GET /price?signature=${signature}`,
    {},
    ["the field signature is not documented", "the signature is not needed"],
  ],
  [`POST /order?side=BUY&price=0.10&${signed}`, { hasKey: true }, []],
  [`POST /order?${signed}`, { hasKey: true, form: "side=SELL" }, []],
  [`POST /order?${signed}`, { hasKey: true }, ["the required field side is missing"]],
  [`POST /order?side=BUY&${signed}`, {}, [`the header ${keyHeader} is missing`]],
  ["POST /order?side=BUY&timestamp=1", { hasKey: true }, ["the signature is missing"]],
  [
    `POST /order?side=BUY&timestamp=1&signature=${signature.toUpperCase()}`,
    { hasKey: true },
    ["the signature is not 64 lowercase hexadecimal digits"],
  ],
  [
    `POST /order?side=HOLD&price=1e3&${signed}`,
    { hasKey: true },
    [
      "the field side must be equal to one of the allowed values: HOLD",
      "the field price is not of type number: 1e3",
    ],
  ],
];

for (const [requested, more, faults] of requests) {
  test(`${requested} ${JSON.stringify(more)}: ${faults.join("; ") || "in order"}`, () => {
    const found = checkRequest(document, callOf(requested, more).request);
    expect(found.map(issueText)).toEqual(faults);
  });
}

const price = { symbol: "A", price: "0.1", side: "BUY" };
const one = "GET /price?symbol=A";
const lacking = Object.keys(price).map((name) => {
  return `the response must have required property '${name}'`;
});
const unknown = (name: string): string => `the property Price.${name} is not documented`;

/** Request, status and body of the response, what is wrong with it, what is worth a note. */
const responses: readonly (readonly [
  requested: string,
  status: number,
  body: unknown,
  faults: readonly string[],
  notes: readonly string[],
])[] = [
  [one, 200, price, [], []],
  ["GET /price", 200, [price, price], [], []],
  [one, 200, { code: 0, msg: "", timestamp: 1, data: price }, [], []],
  [one, 200, { code: 1, data: price }, lacking, ["code", "data"].map(unknown)],
  [one, 200, { code: 0, data: price, more: 1 }, lacking, ["code", "data", "more"].map(unknown)],
  [one, 200, [price], ["the response must be object"], []],
  ["GET /price", 200, price, ["the response must be array"], []],
  [one, 200, { symbol: "A", side: "BUY" }, lacking.slice(1, 2), []],
  [one, 200, { ...price, price: 0.1 }, ["/price must be string"], []],
  [one, 200, { ...price, price: "1e3" }, ['/price must match format "decimal"'], []],
  [one, 200, { ...price, levels: [["1", "2"]] }, ["/levels/0/1 must be integer (ids)"], []],
  [one, 200, { ...price, note: { text: 1 } }, ["/note/text must be string (notes)"], []],
  [one, 200, { ...price, both: { a: 1 } }, ["/both/a must be string"], []],
  [`POST /order?${signed}`, 200, [], ["the response must be object (placed)"], []],
  [one, 200, { ...price, side: "HOLD" }, [], ["Price.side has an unknown word: HOLD"]],
  [one, 200, { ...price, kind: "ODD" }, [], ["Kind has an unknown word: ODD"]],
  [one, 200, { ...price, more: 1 }, [], ["the property Price.more is not documented"]],
  [one, 500, { code: -1, msg: "" }, ["the status 500 is not documented"], []],
  [one, 400, { code: -1, msg: "" }, [], []],
  [one, 400, { msg: "" }, ["the response must have required property 'code'"], []],
  [one, 400, undefined, ["the body is not JSON"], []],
];

for (const [requested, status, body, faults, notes] of responses) {
  const name = `${requested} → ${status} ${JSON.stringify(body)}`;
  test(`${name}: ${faults.join("; ") || "in order"}`, () => {
    const check = checkResponse(document, callOf(requested, { status, body }));
    const texts = { faults: check.issues.map(withAssumption), notes: check.notes.map(issueText) };
    expect(texts).toEqual({ faults, notes });
  });
}

const withAssumption = (issue: Issue): string =>
  issue.assumption === undefined ? issueText(issue) : `${issueText(issue)} (${issue.assumption})`;

test("a missing documented header is a fault", () => {
  const { request, response } = callOf(one, { body: price });
  const bare = { request, response: { ...response, headers: new Map() } };
  const { issues } = checkResponse(document, bare);
  expect(issues.map(issueText)).toEqual(["the header X-Used is missing"]);
});

test("coverage counts what was covered and lists what was not", () => {
  const coverage = createCoverage(listStatements(document, undefined));
  const rows: readonly [string, More][] = [
    ["GET /price?symbol=A&limit=3", { body: { ...price, kind: "NEW", levels: [["1", 2]] } }],
    ["GET /price?limit=3", { status: 400, body: { code: -1021, msg: "" } }],
  ];
  for (const [requested, more] of rows) {
    coverage.add(checkResponse(document, callOf(requested, more)).covered);
  }
  const report = coverage.report();
  expect(uncoveredStatements(report).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "parameter getPrice.fromId",
    "parameter getPrice.whole",
    "enum value Price.side=SELL",
    "enum value Kind=SPOT",
    "property Price.both",
    "property Price.both.a",
    "operation placeOrder",
    "place placeOrder query",
    "place placeOrder body",
    "parameter placeOrder.side",
    "parameter value placeOrder.side=BUY",
    "parameter value placeOrder.side=SELL",
    "parameter placeOrder.price",
    "parameter placeOrder.kind",
    "parameter value placeOrder.kind=SPOT",
    "parameter placeOrder.timestamp",
    "code -1022",
  ]);
  expect(report.kinds.find(({ kind }) => kind === "enum value")).toEqual({
    kind: "enum value",
    documented: 3,
    documentedTouched: 1,
    assumed: 1,
    assumedTouched: 1,
  });
});

interface More {
  readonly hasKey?: boolean;
  readonly form?: string;
  readonly text?: string;
  readonly status?: number;
  readonly body?: unknown;
}

function callOf(requested: string, more: More): Call {
  const { hasKey = false, form = "", text = "", status = 200, body } = more;
  const [method = "", target = ""] = requested.split(" ");
  const [path = "", query = ""] = target.split("?");
  return {
    request: {
      method,
      path,
      query: parsePairs(query),
      form: parsePairs(form),
      text,
      headers: new Map(hasKey ? [[keyHeader.toLowerCase(), "k"]] : []),
    },
    response: {
      status,
      headers: new Map([["x-used", "1"]]),
      text: body === undefined ? "<html>" : JSON.stringify(body),
    },
  };
}
