/** Servers with faults do not pass: the proof that the suite can fail. */

import { expect, test } from "vitest";

import { type Json, parseJsonOr } from "../../runtime/encoding/json-or.ts";
import { isRecord } from "../../runtime/encoding/json-value.ts";
import type { StreamSocketClass } from "../../runtime/streams/types.ts";
import { readOpenApi } from "../../testing/documents/openapi.ts";
import { observe } from "../../testing/observe/observe.ts";
import { scenarios } from "../../testing/scenarios/index.ts";
import { runContract } from "../../testing/suite/contract.ts";
import { listFailures } from "../../testing/suite/report.ts";
import type { ContractResult } from "../../testing/suite/run.ts";
import { sandboxTarget } from "../../testing/suite/sandbox-target.ts";
import { documents } from "./documents.ts";

type ChangeResponse = (body: unknown, response: Response, request: Request) => Response;

/** A server with another body. */
const sends =
  (change: (body: unknown) => unknown): ChangeResponse =>
  (body, response) =>
    again(change(body), response);
/** A server that carries out what it should refuse with this code. */
const accepts =
  (code: number): ChangeResponse =>
  (body, response) =>
    codeOf(body) === code ? again({}, response, {}, 200) : response;
/** A server that says another weight than it used. */
const miscounts: ChangeResponse = (body, response) => {
  const used = Number(response.headers.get("x-mbx-used-weight-1m"));
  return again(body, response, { "x-mbx-used-weight-1m": String(used * 2) });
};
const forgets: ChangeResponse = (body, response, { url }) =>
  url.includes("/klines") ? again({}, response, {}, 404) : again(body, response);

/** Servers with one fault each, and what the suite must report of a row, or of the whole run. */
const faultyCalls: readonly (readonly [
  fault: string,
  change: ChangeResponse,
  row: string,
  reason: RegExp,
])[] = [
  [
    "leaves out a documented property",
    sends((body) => without(body, "bidPrice")),
    "getBookTicker.default",
    /must have required property 'bidPrice'/,
  ],
  [
    "sends no usage header",
    (body, response) => again(body, response, { "x-mbx-used-weight-1m": null }),
    "getTime.default",
    /the header X-MBX-USED-WEIGHT-1M is missing/,
  ],
  ["counts another weight", miscounts, "", /added a weight of 20; 10 is documented/],
  ["accepts a wrong signature", accepts(-1022), "getAccount.wrongSignature", /-1022 was expected/],
  ["does not look at the time", accepts(-1021), "getAccount.justTooOld", /-1021 was expected/],
  [
    "gives more rows than were asked for",
    sends((body) => (Array.isArray(body) ? [...body, ...body] : body)),
    "getTrades.default",
    /the list has 6 elements; at most 3 were expected/,
  ],
  ["does not know an operation", forgets, "", /covers the documented status getKlines 200/],
];

test.each(faultyCalls)("a server that %s does not pass", async (_, change, row, reason) => {
  const result = await runCalls(change, row);
  const failures = listFailures(result, { complete: row === "" });
  expect(failures.join("\n")).toMatch(reason);
  expect(failures.every((line) => line.startsWith(row))).toBe(true);
});

/** Messages with one fault each, and the row and failure that the suite must report. */
const faultyMessages: readonly (readonly [
  fault: string,
  change: (data: Readonly<Record<string, unknown>>) => unknown,
  row: string,
  reason: RegExp,
])[] = [
  [
    "leaves out a documented field",
    (data) => without(data, "U"),
    "depth.default",
    /the message depthUpdate must have required property 'U'/,
  ],
  [
    "sends an order's end as nothing",
    (data) => (data["x"] === "CANCELED" ? { ...data, x: "NEW" } : data),
    "userData.canceled",
    /receive: executionReport with .*: 0 of 1 came/,
  ],
  [
    "sends one stream's message on another",
    (data) => (data["e"] === "depthUpdate" ? { ...data, e: "trade" } : data),
    "depth.default",
    /the message depthUpdate \/e must be equal to constant/,
  ],
  [
    "carries out what it should refuse",
    (data) => ("error" in data ? { result: null, id: data["id"] } : data),
    "control.refused",
    /receive: controlError with \{"id":1\}: 0 of 1 came/,
  ],
];

test.each(faultyMessages)("a server that %s does not pass", async (_, change, row, reason) => {
  const { WebSocket, ...target } = sandboxTarget();
  if (WebSocket === undefined) throw new Error("the sandbox has no WebSocket");
  const changeAny = (data: unknown): unknown => (isRecord(data) ? change(data) : data);
  const result = await runContract({
    ...documents,
    target: { ...target, WebSocket: withChangedMessages(WebSocket, changeAny) },
    scenarios: scenarios.filter(({ id }) => id === row),
    trade: true,
    strict: true,
    messageTimeoutMs: 5000,
  });
  expect(listFailures(result, { complete: false })).toEqual([
    expect.stringMatching(new RegExp(`^${row}: .*${reason.source}`)),
  ]);
});

/** Rows that are left out, and facts that no other row touches; assumed ones are not needed. */
const uncovered: readonly (readonly [left: RegExp, facts: readonly string[]])[] = [
  [
    /^(?:depth|getExecutionRules|getKlines\.interval-1w|getUserTrades\.fromId)/,
    [
      ...["stream depth", "message depth.depthUpdate", "property DepthUpdate.U"],
      ...["operation getExecutionRules", "property ExecutionRules.symbolRules"],
      ...["parameter value getKlines.interval=1w", "parameter getUserTrades.fromId"],
    ],
  ],
  [/^userData\.expired|\.unknownSymbol|\.clientRefuses/, []],
];

test.each(uncovered)("a complete run without the rows %s fails for %j", async (left, facts) => {
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

/** Readings of the interface that differ from what is assumed, all at once. */
const choices = {
  "reference-price-without-symbol": "refused",
  "listen-key-response": "list",
  "order-placement-response": "byType",
  "duplicate-client-id": "answered",
  "retry-after-on-ban": "absent",
  "agg-trades-span": "hour",
  "stream-wrapping": "bare",
  "listen-key-expired": "silence",
  "working-flag": "open",
} as const;

test("a server that differs from every assumption does not fail, and the assumptions are named", async () => {
  const { fetch, ...target } = sandboxTarget({ choices });
  const changed = async (request: Request): Promise<Response> => {
    const response = (await fetch?.(request)) ?? Response.error();
    const body: unknown = JSON.parse(await response.clone().text());
    return codeOf(body) === -1121
      ? again({ ...Object(body), code: -7 }, response, {}, 200)
      : response;
  };
  const other = { ...target, fetch: changed };
  const result = await runContract({ ...documents, target: other, scenarios, trade: true });
  expect(listFailures(result, { complete: false })).toEqual([]);
  const named = result.rows.flatMap(({ reasons, notes }) => [...reasons, ...notes]);
  const ids = named.flatMap((text) => /the assumption (\S+) does not hold/u.exec(text)?.[1] ?? []);
  expect([...new Set(ids)].sort()).toEqual([
    ...["duplicate-client-id", "family-error-codes", "listen-key-expired"],
    ...["order-placement-response", "reference-price-without-symbol", "retry-after-on-ban"],
    "working-flag",
  ]);
  const idsOf = (rows: ContractResult["rows"]) => rows.map(({ scenario }) => scenario.id);
  const noted = result.rows.filter(({ notes }) => /does not hold/u.test(notes.join()));
  const strict = { ...documents, target: sandboxTarget({ choices }), strict: true };
  const { rows } = await runContract({ ...strict, scenarios, trade: true });
  const failed = rows.filter(({ outcome }) => outcome === "failed");
  expect(idsOf(failed)).toEqual(expect.arrayContaining(idsOf(noted)));
  const traffic = result.rows.flatMap(({ events, scenario: { id: place, steps } }) =>
    steps ? events.map((event) => ({ event, place, conversation: place, timed: true })) : [],
  );
  const { deviations, news } = observe(traffic, documents);
  expect([...deviations, ...news].filter(({ by }) => by === "exchange")).toEqual([]);
});

test("a row fails where a documented part is wrong, too, and not only an assumed one", async () => {
  const id = "getReferencePrice.allSymbols";
  expect((await runCalls(sends(Object), id, { choices })).rows).toMatchObject([
    { outcome: "skipped" },
  ]);
  expect(
    (
      await runCalls(
        sends(() => ({})),
        id,
        { choices },
      )
    ).rows,
  ).toMatchObject([{ outcome: "failed" }]);
});

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
  const more = sends((body) => (isRecord(body) ? { ...body, more: 1 } : body));
  const result = await runCalls(more, "getBookTicker.default");
  expect(listFailures(result, { complete: false })).toEqual([]);
  expect(result.rows[0]?.notes).toEqual(["the property BookTicker.more is not documented"]);
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
  const chosen = scenarios.filter(({ id }) => id === "trade.default");
  const losing = { ...target, WebSocket: LosingSocket };
  const result = await runContract({ ...documents, target: losing, scenarios: chosen });
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
  const result = await runContract({ ...documents, target: sandboxTarget(), scenarios });
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
  const options = { target, scenarios: [row], trade: true, strict: true };
  const result = await runContract({ ...documents, ...options });
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

/** Runs a row, or all calls, against a sandbox with changed responses. */
async function runCalls(change: ChangeResponse, row = "", options = {}): Promise<ContractResult> {
  const { fetch, ...target } = sandboxTarget(options);
  if (fetch === undefined) throw new Error("the sandbox has no fetch");
  const changed = async (request: Request): Promise<Response> => {
    const response = await fetch(request);
    return change(JSON.parse(await response.clone().text()), response, request);
  };
  return runContract({
    ...documents,
    target: { ...target, fetch: changed },
    scenarios: scenarios.filter(({ id, steps }) => (row === "" ? steps === undefined : id === row)),
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
