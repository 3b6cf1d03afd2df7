/** What does not fit in traffic is found, with its place in the traffic and in the spec. */

import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { loadDocuments } from "../../../testing/documents/load.node.ts";
import { type Finding, type Observation, observe } from "../../../testing/observe/observe.ts";
import { readPlaces } from "../../../testing/observe/places.ts";
import { runProbes } from "../../../testing/observe/probe.ts";
import { readFrames } from "../../../testing/observe/sources/frames.ts";
import { readHar } from "../../../testing/observe/sources/har.ts";
import type { ObservedEvent } from "../../../testing/observe/traffic.ts";
import type { Call } from "../../../testing/recordings/conversation.ts";
import { sandboxTarget } from "../../../testing/suite/targets.ts";
import { harOf, linesOf } from "./har-of.ts";

const findPlace = readPlaces(
  JSON.parse(await readFile("generated/documents/places.json", "utf8")) as unknown,
);
const options = { ...(await loadDocuments()), findPlace };
const target = sandboxTarget();
const { events, observation: usual } = await runProbes({
  ...options,
  target,
  trade: true,
  scenarios: [],
});

test("the default sandbox matches the contract and contradicts no assumption", () => {
  expect(summary(usual)).toEqual({ deviations: [], news: [], contradicted: [] });
});

test("the same traffic as a HAR says the same, and its messages as NDJSON", () => {
  const har = observe(readHar("a.har", JSON.parse(harOf(events))), options);
  expect(verdicts(har)).toEqual({
    ...verdicts(usual),
    // A HAR does not say how a connection ended, nor that one fell silent.
    "close-codes": "untouched",
  });
  const frames = observe(readFrames("a.ndjson", linesOf(events)), options);
  expect([frames.calls, frames.messages]).toEqual([0, usual.messages]);
  expect(summary(frames)).toEqual({ deviations: [], news: [], contradicted: [] });
});

test("a body that a HAR lacks is no deviation and confirms nothing, an empty one deviates", () => {
  const withContent = (content: object): Observation => {
    const har = JSON.parse(harOf(events), (key, value: unknown) =>
      key === "content" ? content : value,
    ) as unknown;
    return observe(readHar("a.har", har), options);
  };
  const unknown = withContent({ size: -1 });
  expect([unknown.calls, unknown.deviations, unknown.news]).toEqual([usual.calls, [], []]);
  expect(summary(unknown).contradicted).toEqual([]);
  const empty = withContent({ size: 0 });
  expect(empty.deviations.some(({ text }) => text === "the body is not JSON")).toBe(true);
});

test("sockets of other pages in a HAR are left out, however their addresses are written", () => {
  const entry = { request: { url: "wss://other.example/chat?room=50%off" }, response: {} };
  const own = { ...entry, request: { url: "wss://other.example/ws/50%off" } };
  const [first, ...others] = readHar("a.har", { log: { entries: [entry, own] } });
  expect([first?.event.kind, others]).toEqual(["opens", []]);
});

test("frames without any time or connection are read", () => {
  const bare = events.flatMap(({ event }) => (event.kind === "receives" ? [event.text] : []));
  const { messages, deviations } = observe(readFrames("a", bare.join("\n")), options);
  expect([messages, deviations]).toEqual([usual.messages, []]);
});

test("no secret is left, whatever carried it", () => {
  const { apiKey = "", apiSecret = "" } = target;
  const carried = JSON.stringify(events, (_key, value: unknown) =>
    value instanceof Map ? [...value] : value,
  );
  const [listenKey = ""] = /(?<="listenKey\\":\\")\w+/u.exec(carried) ?? [];
  const shown = JSON.stringify(usual);
  for (const secret of [apiKey, listenKey]) {
    expect([secret.length > 8, carried.includes(secret)]).toEqual([true, true]);
    expect(shown).not.toContain(secret);
  }
  expect(shown).not.toContain(apiSecret);
});

type Change = (call: Call) => Call;

/** What is planted in the first call of an operation that succeeded, and the finding. */
const plants: readonly (readonly [path: string, change: Change, found: string])[] = [
  [
    "GET /time",
    answers((body) => ({ ...body, zone: "UTC" })),
    "getTime: the property ServerTime.zone is not documented | spec/schemas/ServerTime.yaml",
  ],
  [
    "GET /time",
    answers(() => ({ time: 1 })),
    "getTime: the response must have required property 'serverTime' | spec/schemas/ServerTime.yaml",
  ],
  [
    "GET /ticker/bookTicker",
    answers((body) => ({ ...body, bidPrice: 1 })),
    "getBookTicker: /bidPrice must be string | spec/schemas/",
  ],
  [
    "GET /account",
    answers((body) => ({ ...body, canTrade: "yes" })),
    "getAccount: /canTrade must be boolean | spec/schemas/Account.yaml",
  ],
  [
    "POST /order",
    answers((body) => ({ ...body, status: "HALTED" })),
    "placeOrder: OrderStatus has an unknown word: HALTED | spec/schemas/OrderStatus.yaml",
  ],
  [
    "GET /time",
    (call) => withResponse(call, { status: 302 }),
    "getTime: the status 302 is not documented | spec/paths/general/time.yaml",
  ],
  [
    "GET /time",
    (call) => {
      const headers = new Map([...call.response.headers, ["x-mbx-traceid", "abc"]]);
      return withResponse(call, { headers });
    },
    "getTime: the header x-mbx-traceid is not documented | spec/paths/general/time.yaml",
  ],
  [
    "GET /time",
    (call) => {
      const headers = new Map(call.response.headers);
      headers.delete("x-mbx-used-weight-1m");
      return withResponse(call, { headers });
    },
    "getTime: the header X-MBX-USED-WEIGHT-1M is missing | spec/paths/general/time.yaml",
  ],
  [
    "GET /time",
    (call) => withResponse(call, { status: 400, text: '{"code":-9999,"msg":"","timestamp":1}' }),
    "getTime: the code -9999 is not documented | spec/errors.yaml",
  ],
  [
    "GET /trades",
    (call) => withRequest(call, { query: [...call.request.query, ["depth", "1"]] }),
    "getTrades: the field depth is not documented | spec/paths/market/trades.yaml",
  ],
  [
    "GET /trades",
    (call) => withRequest(call, { path: "/api/v1/tradesOfAll" }),
    "GET /api/v1/tradesOfAll: the request is not documented | spec/openapi.yaml",
  ],
  [
    "GET /klines",
    (call) => withResponse(call, { text: JSON.stringify([kline(2), kline(1)]) }),
    "getKlines: the klines are not sorted from the oldest to the newest | spec/paths/market/klines",
  ],
  [
    "POST /order",
    (call) => withFields(call, { price: "40000.001" }),
    "placeOrder: an order that breaks the rule price-tick of PRICE_FILTER is accepted | spec/filters",
  ],
  [
    "POST /order",
    (call) => {
      const text = '{"code":-1013,"msg":"Filter failure: LOT_SIZE","timestamp":1}';
      return withResponse(call, { status: 400, text });
    },
    "placeOrder: an order that breaks no rule of LOT_SIZE is refused for it | spec/filters/LOT_SIZE",
  ],
  [
    "GET /allOrders",
    (call) => {
      const headers = new Map(call.response.headers);
      const used = Number(headers.get("x-mbx-used-weight-1m"));
      return withResponse(call, { headers: headers.set("x-mbx-used-weight-1m", `${used + 4}`) });
    },
    "getAllOrders: a call adds a weight of 14; 10 is documented | spec/paths/named-only/allOrders",
  ],
  [
    "GET /ticker/bookTicker",
    (call) => {
      const headers = new Map(call.response.headers);
      return withResponse(call, { headers: headers.set("x-mbx-used-weight-10s", "1001") });
    },
    "getBookTicker: more of weight10s is used than its amount, and the call is carried out | spec/limits",
  ],
  [
    "GET /symbolType",
    (call) => {
      const headers = new Map([...call.response.headers, ["retry-after", "5"]]);
      const text = '{"code":-1003,"msg":"Too much","timestamp":1}';
      return withResponse(call, { status: 429, headers, text });
    },
    "getExecutionRules: a request is sent before the wait of a response with status 429 is over | spec/rules/retry.yaml",
  ],
];

test.each(plants)("%s, changed in one way: %#", (path, change, found) => {
  const [method = "", rest = ""] = path.split(" ");
  const index = events.findIndex(({ event }) => {
    const call = event.kind === "calls" ? event.call : undefined;
    const isIt = call?.request.method === method && call.request.path === `/api/v1${rest}`;
    return isIt && call.response.status === 200;
  });
  const one = events[index];
  if (one?.event.kind !== "calls" || one.event.call === undefined) throw new Error("It is missing");
  const call = change(one.event.call);
  // The trading rules, and the neighbours of the call.
  const near = [...events.slice(0, 1), ...events.slice(index - 1, index), one];
  const planted = [...near, ...events.slice(index + 1, index + 2)].map((each) =>
    each === one ? { ...one, event: { ...one.event, call } } : each,
  );
  const { deviations, news } = observe(planted, options);
  expect([...deviations, ...news].map(lineOf)).toContainEqual(expect.stringContaining(found));
});

/** What is planted in the messages of a stream, and the finding. */
const messagePlants: readonly (readonly [
  name: string,
  change: (text: string) => string | undefined,
  found: string,
])[] = [
  ["depthUpdate", () => undefined, "depthUpdate: updates are missing before this event | spec/"],
  [
    "trade",
    (text) => text.replace('"p":"', '"pp":"'),
    "trade: the property TradeEvent.pp is not documented | spec/events/payloads/TradeEvent.yaml",
  ],
  [
    "trade",
    (text) => text.replace(/"q":"[^"]+"/u, '"q":1'),
    "trade: the message trade /q must be string | spec/",
  ],
  ["trade", (text) => text.replace('"e":"trade"', '"e":"deal"'), "message: the message is not of"],
];

test.each(messagePlants)("a message of %s, changed in one way: %#", (name, change, found) => {
  const isOne = ({ event }: ObservedEvent): boolean =>
    event.kind === "receives" && event.text.includes(`"e":"${name}"`);
  // Not the first: what is missing before it would not be seen.
  const index = events.findIndex((each, at) => isOne(each) && events.slice(0, at).some(isOne));
  const { conversation } = events[index] ?? {};
  const planted = events.flatMap((each, at) => {
    const { event } = each;
    if (each.conversation !== conversation) return [];
    if (at !== index || event.kind !== "receives") return [each];
    const text = change(event.text);
    return text === undefined ? [] : [{ ...each, event: { ...event, text } }];
  });
  const { deviations, news } = observe(planted, options);
  expect([...deviations, ...news].map(lineOf)).toContainEqual(expect.stringContaining(found));
});

function lineOf({ subject, text, spec }: Finding): string {
  return `${subject}: ${text} | ${spec}`;
}

function summary({ deviations, news, assumptions }: Observation) {
  const contradicted = assumptions.filter(({ verdict }) => verdict === "contradicted");
  return { deviations, news, contradicted: contradicted.map(({ id }) => id) };
}

function verdicts({ assumptions }: Observation) {
  return Object.fromEntries(assumptions.map(({ id, verdict }) => [id, verdict]));
}

function withResponse({ request, response }: Call, change: Partial<Call["response"]>): Call {
  return { request, response: { ...response, ...change } };
}

function withRequest({ request, response }: Call, change: Partial<Call["request"]>): Call {
  return { request: { ...request, ...change }, response };
}

function withFields(call: Call, set: Readonly<Record<string, string>>): Call {
  const query = call.request.query.map(([name, value]) => [name, set[name] ?? value] as const);
  return withRequest(call, { query });
}

function answers(change: (body: Readonly<Record<string, unknown>>) => object): Change {
  return (call) => {
    const body = JSON.parse(call.response.text ?? "") as Readonly<Record<string, unknown>>;
    return withResponse(call, { text: JSON.stringify(change(body)) });
  };
}

function kline(open: number): readonly unknown[] {
  return [open, "1", "1", "1", "1", "1", open + 1, "1", 1, "1", "1", "0"];
}
