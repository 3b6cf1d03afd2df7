/** Servers with faults do not pass: the proof that the suite can fail. */

import { expect, test } from "vitest";

import { isRecord } from "../../runtime/encoding/json-value.ts";
import type { StreamSocketClass } from "../../runtime/streams/types.ts";
import { readOpenApi } from "../../testing/documents/openapi.ts";
import { type Json, parseJsonOr } from "../../testing/recordings/json.ts";
import { callScenarios, scenarios, streamScenarios } from "../../testing/scenarios/index.ts";
import { runContract } from "../../testing/suite/contract.ts";
import { listFailures } from "../../testing/suite/report.ts";
import type { ContractResult } from "../../testing/suite/run.ts";
import { sandboxTarget } from "../../testing/suite/targets.ts";
import { documents } from "./documents.ts";

type ChangeResponse = (body: unknown, response: Response, request: Request) => Response;

/** Servers with one fault each, and the failure that the suite must report. */
const faultyCalls: readonly (readonly [fault: string, change: ChangeResponse, reason: RegExp])[] = [
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
    /getTickerPrice\.unknownSymbol: the response must have required property 'timestamp'/,
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
    /no scenario covers the documented status getKlines 200/,
  ],
];

for (const [fault, change, reason] of faultyCalls) {
  test(`a server that ${fault} does not pass`, async () => {
    const result = await runCalls(change);
    expect(listFailures(result, { complete: true }).join("\n")).toMatch(reason);
  });
}

/** Messages with one fault each, and the failure that the suite must report. */
const faultyMessages: readonly (readonly [fault: string, change: ChangeData, reason: RegExp])[] = [
  [
    "leaves out a documented field",
    (data) => without(data, "U"),
    /depth\.default: .*the message depthUpdate must have required property 'U'/,
  ],
  [
    "sends a number in the place of a decimal",
    (data) => (isRecord(data) && "p" in data ? { ...data, p: Number(data["p"]) } : data),
    /trade\.default: .*message trade \/p must be string/,
  ],
  [
    "sends an order's end as nothing",
    (data) => (isRecord(data) && data["x"] === "CANCELED" ? { ...data, x: "NEW" } : data),
    /userData\.canceled: receive: executionReport with .*: 0 of 1 came/,
  ],
  [
    "sends one stream's message on another",
    (data) => (isRecord(data) && data["e"] === "24hrTicker" ? { ...data, e: "trade" } : data),
    /ticker\.default: .*the message is not of its stream/,
  ],
  [
    "carries out what it should refuse",
    (data) => (isRecord(data) && "error" in data ? { result: null, id: data["id"] } : data),
    /control\.refused: receive: controlError with \{"id":1\}: 0 of 1 came/,
  ],
];

for (const [fault, change, reason] of faultyMessages) {
  test(`a server that ${fault} does not pass`, async () => {
    const { WebSocket, ...target } = sandboxTarget();
    if (WebSocket === undefined) throw new Error("the sandbox has no WebSocket");
    const result = await runContract({
      ...documents,
      target: { ...target, WebSocket: withChangedMessages(WebSocket, change) },
      scenarios: streamScenarios,
      trade: true,
      messageTimeoutMs: 5000,
    });
    expect(listFailures(result, { complete: true }).join("\n")).toMatch(reason);
  });
}

/** Rows that are left out, and facts that no other row touches. */
const uncovered: readonly (readonly [left: RegExp, facts: readonly string[]])[] = [
  [/^depth\./, ["stream depth", "message depth.depthUpdate", "property DepthUpdate.U"]],
  // Its only message is assumed, not documented.
  [/^userData\.expired/, []],
  [/^getExecutionRules\./, ["operation getExecutionRules", "property ExecutionRules.symbolRules"]],
  [/^getKlines\.interval-1w/, ["parameter value getKlines.interval=1w"]],
  [/^getUserTrades\.fromId/, ["parameter getUserTrades.fromId"]],
  [/\.unknownSymbol|\.clientRefuses/, []],
];

for (const [left, facts] of uncovered) {
  const what = facts.join(", ") || "nothing";
  test(`a complete run without the rows ${left} fails for ${what}`, async () => {
    const result = await runContract({
      ...documents,
      target: sandboxTarget(),
      scenarios: scenarios.filter(({ id }) => !left.test(id)),
      trade: true,
    });
    expect(listFailures(result, { complete: false })).toEqual([]);
    const failures = listFailures(result, { complete: true });
    expect(failures).toEqual(
      expect.arrayContaining(facts.map((fact) => `no scenario covers the documented ${fact}`)),
    );
    expect(failures.length > 0).toBe(facts.length > 0);
  });
}

test("a request that the documents do not allow fails", async () => {
  const openapi = structuredClone(documents.openapi) as {
    readonly paths: Readonly<Record<string, { readonly get?: { parameters: unknown[] } }>>;
  };
  const { get } = openapi.paths["/api/v1/trades"] ?? {};
  if (get === undefined) throw new Error("getTrades has another path");
  get.parameters = [];
  const chosen = scenarios.filter(({ id }) => id === "getTrades.usualLimit");
  const result = await runContract({ openapi, target: sandboxTarget(), scenarios: chosen });
  expect(listFailures(result, { complete: false })).toEqual([
    "getTrades.usualLimit: the field symbol is not documented",
  ]);
});

test("undocumented parts are noted and do not fail", async () => {
  const result = await runCalls((body, response) =>
    again(isRecord(body) && "bidPrice" in body ? { ...body, more: 1 } : body, response),
  );
  expect(listFailures(result, { complete: false })).toEqual([]);
  const row = result.rows.find(({ scenario }) => scenario.id === "getBookTicker.default");
  expect(row?.notes).toEqual(["the property BookTicker.more is not documented"]);
});

test("an event that comes over the wire and is not delivered fails", async () => {
  const { WebSocket, ...target } = sandboxTarget();
  if (WebSocket === undefined) throw new Error("the sandbox has no WebSocket");
  const listeners = new WeakMap<object, number>();
  const LosingSocket = class extends WebSocket {
    override addEventListener(type: string, listener: (event: object) => void): void {
      if (type !== "message") return super.addEventListener(type, listener);
      const count = (listeners.get(this) ?? 0) + 1;
      listeners.set(this, count);
      // The socket's own handler and the suite have registered before the client does.
      if (count <= 2) super.addEventListener(type, listener);
    }
  };
  const scenarios = streamScenarios.filter(({ id }) => id === "trade.default");
  const losing = { ...target, WebSocket: LosingSocket };
  const result = await runContract({ ...documents, target: losing, scenarios });
  expect(listFailures(result, { complete: false })).toEqual([
    "trade.default: the client delivered other events than came over the wire",
  ]);
});

test("a stream that the exchange refuses fails with its reason", async () => {
  const scenarios = [
    {
      id: "trade.unknown",
      summary: "A pair that nobody trades",
      steps: [{ kind: "subscribe", streams: [{ id: "trade", symbol: "NOSUCHPAIR" }] }] as const,
    },
  ];
  const result = await runContract({
    ...documents,
    target: sandboxTarget(),
    scenarios,
  });
  expect(listFailures(result, { complete: false })).toEqual([
    expect.stringMatching(/trade\.unknown: subscribe: The stream .* is not available/),
  ]);
});

test("a reason that would show a listen key shows its placeholder", async () => {
  const row = {
    id: "createListenKey.shown",
    summary: "A response that is not as expected",
    expect: { kind: "success", shows: { listenKey: "another" } },
  } as const;
  const target = sandboxTarget();
  const result = await runContract({ ...documents, target, scenarios: [row], trade: true });
  expect(listFailures(result, { complete: false })).toEqual([
    'createListenKey.shown: listenKey is "redactedListenKey"; "another" was expected',
  ]);
});

test("reasons do not contain the listen key", async () => {
  const listenKey = { from: "session", property: "listenKey" } as const;
  const scenarios = [
    {
      id: "userData.closed",
      summary: "A listen key that was closed before",
      steps: [
        { kind: "call", operation: "createListenKey", as: "session" },
        { kind: "call", operation: "closeListenKey", fields: { listenKey } },
        { kind: "subscribe", streams: [listenKey] },
      ],
    },
  ] as const;
  const target = sandboxTarget();
  const result = await runContract({ ...documents, target, scenarios, trade: true });
  const [{ reasons = [], events = [] } = {}] = result.rows;
  const made = events.find(({ kind }) => kind === "calls");
  const answer = made?.kind === "calls" ? made.call?.response.text : undefined;
  const { listenKey: key } = JSON.parse(answer ?? "{}") as { readonly listenKey: string };
  expect(key.length).toBeGreaterThan(20);
  expect(reasons).toEqual([
    expect.stringMatching(/^subscribe: The stream of that name is not available/),
  ]);
  expect(reasons.join()).not.toContain(key);
});

test("each operation with a key is called without one, and each signed one with each fault", () => {
  const ids = new Set(scenarios.map(({ id }) => id));
  const faults = ["unknownKey", "wrongSignature", "withoutSignature", "staleTimestamp"];
  const missing = readOpenApi(documents.openapi).operations.flatMap(({ id, credentials }) => {
    const places = credentials.map((each) => each.in);
    const wanted = [
      ...(places.includes("header") ? ["withoutKey"] : []),
      ...(places.includes("query") ? faults : []),
    ];
    return wanted.map((each) => `${id}.${each}`).filter((row) => !ids.has(row));
  });
  expect(missing).toEqual([]);
});

type ChangeData = (data: unknown) => unknown;

/** Runs the calls against a sandbox with changed responses. */
async function runCalls(change: ChangeResponse): Promise<ContractResult> {
  const { fetch, ...target } = sandboxTarget();
  if (fetch === undefined) throw new Error("the sandbox has no fetch");
  const changed = async (request: Request): Promise<Response> => {
    const response = await fetch(request);
    return change(JSON.parse(await response.clone().text()), response, request);
  };
  return runContract({
    ...documents,
    target: { ...target, fetch: changed },
    scenarios: callScenarios,
    trade: true,
  });
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

/** A WebSocket class with changed messages. */
function withChangedMessages(Socket: StreamSocketClass, change: ChangeData): StreamSocketClass {
  return class ChangedSocket extends Socket {
    override addEventListener(type: string, listener: (event: object) => void): void {
      super.addEventListener(type, (event) => {
        const { data } = event as { readonly data?: unknown };
        if (type !== "message" || typeof data !== "string") return listener(event);
        const value = parseJsonOr(data, null);
        const isWrapped = isRecord(value) && "data" in value;
        const bad = isWrapped ? { ...value, data: change(value["data"]) } : change(value);
        return listener({ data: JSON.stringify(bad as Json) });
      });
    }
  };
}
