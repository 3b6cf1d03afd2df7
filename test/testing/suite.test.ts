import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { readDocuments } from "../../testing/documents/openapi.ts";
import { isRecord } from "../../testing/recordings/recording.ts";
import { scenarios } from "../../testing/scenarios/index.ts";
import { type ContractResult, runContract } from "../../testing/suite/contract.ts";
import { listFailures } from "../../testing/suite/report.ts";
import { sandboxTarget } from "../../testing/suite/targets.ts";

const openapi: unknown = JSON.parse(await readFile("generated/documents/openapi.json", "utf8"));

type Spoil = (body: unknown, response: Response, request: Request) => Response;

/** A server with one fault, and what the suite must say of it. */
const faultyServers: readonly (readonly [fault: string, spoil: Spoil, said: RegExp])[] = [
  [
    "leaves out a documented property",
    (body, response) => again(without(body, "bidPrice"), response),
    /getBookTicker\.default: .*must have required property 'bidPrice'/,
  ],
  [
    "sends a number in the place of a decimal",
    (body, response) => again(edited(body, "price", Number), response),
    /getTickerPrice\.default: .*\/price must be string/,
  ],
  [
    "sends a decimal in exponent form",
    (body, response) =>
      again(
        edited(body, "bidPrice", () => "4e4"),
        response,
      ),
    /getBookTicker\.default: .*\/bidPrice must match format "decimal"/,
  ],
  [
    "sends no usage header",
    (body, response) => again(body, response, { "x-mbx-used-weight-1m": null }),
    /getTime\.default: .*the header X-MBX-USED-WEIGHT-1M is missing/,
  ],
  [
    "counts another weight",
    (body, response) => {
      const used = Number(response.headers.get("x-mbx-used-weight-1m"));
      return again(body, response, { "x-mbx-used-weight-1m": String(used * 2) });
    },
    /getExchangeInfo\.default: the call added a weight of 20; 10 is documented/,
  ],
  [
    "answers with a status of its own",
    (body, response) => again(body, response, {}, response.status === 200 ? 203 : response.status),
    /getTime\.default: .*the status 203 is not documented/,
  ],
  [
    "lets a wrong signature pass",
    (body, response) => (codeOf(body) === -1022 ? again({}, response, {}, 200) : response),
    /getAccount\.wrongSignature: the code -1022 was expected: UnreadableResponseError/,
  ],
  [
    "does not look at the time",
    (body, response) => (codeOf(body) === -1021 ? again({}, response, {}, 200) : response),
    /getAccount\.justTooOld: the code -1021 was expected: UnreadableResponseError/,
  ],
  [
    "refuses in a form of its own",
    (body, response) =>
      codeOf(body) === -1121 ? again({ code: -1121, msg: "" }, response) : response,
    /getTickerPrice\.unknownSymbol: the answer must have required property 'timestamp'/,
  ],
  [
    "gives more rows than were asked for",
    (body, response) => again(Array.isArray(body) ? [...body, ...body] : body, response),
    /getTrades\.default: the list has 6 elements; at most 3 were expected/,
  ],
  [
    "does not know an operation",
    (body, response, request) =>
      request.url.includes("/klines") ? again({}, response, {}, 404) : again(body, response),
    /no row reached the documented status getKlines 200/,
  ],
];

for (const [fault, spoil, said] of faultyServers) {
  test(`a server that ${fault} does not pass`, async () => {
    const result = await runAgainst(spoil);
    expect(listFailures(result, true).join("\n")).toMatch(said);
  });
}

test("what the documents do not know is noted and does not fail", async () => {
  const result = await runAgainst((body, response) =>
    again(isRecord(body) && "bidPrice" in body ? { ...body, more: 1 } : body, response),
  );
  expect(listFailures(result, true)).toEqual([]);
  const row = result.rows.find(({ scenario }) => scenario.id === "getBookTicker.default");
  expect(row?.notes).toEqual(["the property BookTicker.more is not documented"]);
});

test("each operation with a key is asked without one, and each signed one with each fault", () => {
  const ids = new Set(scenarios.map(({ id }) => id));
  const faults = ["unknownKey", "wrongSignature", "withoutSignature", "staleTimestamp"];
  const missing = readDocuments(openapi).operations.flatMap(({ id, credentials }) => {
    const places = credentials.map((each) => each.in);
    const wanted = [
      ...(places.includes("header") ? ["withoutKey"] : []),
      ...(places.includes("query") ? faults : []),
    ];
    return wanted.map((each) => `${id}.${each}`).filter((row) => !ids.has(row));
  });
  expect(missing).toEqual([]);
});

async function runAgainst(spoil: Spoil): Promise<ContractResult> {
  const { fetch, ...target } = sandboxTarget();
  if (fetch === undefined) throw new Error("the sandbox has no fetch");
  const spoiled = async (request: Request): Promise<Response> => {
    const response = await fetch(request);
    return spoil(JSON.parse(await response.clone().text()), response, request);
  };
  return runContract({ target: { ...target, fetch: spoiled }, openapi, trade: true });
}

/** The response with another body, other headers (`null` takes one away), another status. */
function again(
  body: unknown,
  response: Response,
  change: Readonly<Record<string, string | null>> = {},
  status = response.status,
): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  return new Response(JSON.stringify(body), { status, headers });
}

function without(body: unknown, name: string): unknown {
  if (!isRecord(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
}

function edited(body: unknown, name: string, edit: (value: unknown) => unknown): unknown {
  return isRecord(body) && name in body ? { ...body, [name]: edit(body[name]) } : body;
}

function codeOf(body: unknown): unknown {
  return isRecord(body) ? body["code"] : undefined;
}
