/** Traffic that would look the same under another reading of an assumption shows nothing of it. */

import { expect, test } from "vitest";

import type { AssumptionId } from "../../../generated/assumptions.ts";
import { signing } from "../../../generated/signing.ts";
import { loadDocuments } from "../../../testing/documents/load.node.ts";
import { type ObservedAssumption, observe } from "../../../testing/observe/observe.ts";
import { readFrames } from "../../../testing/observe/sources/frames.ts";
import type { ObservedEvent } from "../../../testing/observe/traffic.ts";
import { parsePairs } from "../../../testing/recordings/fields.ts";

const documents = await loadDocuments();
const signature = "0".repeat(64);

interface Given {
  readonly code?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly hasKey?: boolean;
}

/** `GET /account?timestamp=0`, its status, and what came back. */
function call(line: string, status: number, given: Given = {}): ObservedEvent {
  const { code, body = { code, msg: "no", timestamp: 1 }, headers = {}, hasKey = true } = given;
  const [method = "", target = ""] = line.split(" ");
  const [path = "", query = ""] = target.split("?");
  const request = {
    method,
    path: `/api/v1${path}`,
    query: parsePairs(query),
    form: [],
    text: "",
    headers: new Map(hasKey ? [[signing.header.toLowerCase(), "redactedKey"]] : []),
  };
  const response = {
    status,
    headers: new Map(Object.entries(headers)),
    text: JSON.stringify(body),
  };
  const event = { at: 1_700_000_001_000, kind: "calls", call: { request, response } } as const;
  return { event, place: line, conversation: "calls", timed: true };
}

const order = (status: string) => ({ symbol: "BTCUSDT", orderId: 1, status });
const query = `GET /order?symbol=BTCUSDT&orderId=1&timestamp=1&signature=${signature}`;
const book = (first: string) => [
  ...readFrames(
    "frames",
    [
      { at: 1, connection: "a", opens: "/stream?streams=btcusdt@depth" },
      depth(2, first),
      depth(3, "0.00000000"),
      depth(4, "2.00000000"),
    ]
      .map((line) => JSON.stringify(line))
      .join("\n"),
  ),
  call("GET /depth?symbol=BTCUSDT", 200, {
    body: { lastUpdateId: 4, bids: [["1.00000000", "2.00000000"]], asks: [] },
  }),
];

function depth(id: number, quantity: string): object {
  const b = [["1.00000000", quantity]];
  const data = { e: "depthUpdate", E: id, s: "BTCUSDT", U: id, u: id, b, a: [] };
  return { at: id, connection: "a", stream: "btcusdt@depth", data };
}

const rows: readonly (readonly [
  what: string,
  id: AssumptionId,
  events: readonly ObservedEvent[],
  verdict: ObservedAssumption["verdict"],
])[] = [
  [
    "without a key, an unknown field may never have been looked at",
    "order-of-checks",
    [call("GET /account?timestamp=1&more=1", 401, { code: -2015, hasKey: false })],
    "untouched",
  ],
  [
    "a call is refused for its weight before its signature is looked at",
    "signature-refusals",
    [call("GET /account?timestamp=1", 429, { code: -1003 })],
    "untouched",
  ],
  [
    "a limit out of bounds is refused for the weight",
    "parameter-bounds",
    [call("GET /trades?symbol=BTCUSDT&limit=0", 429, { code: -1003 })],
    "untouched",
  ],
  [
    "a path that there is not is refused for a ban",
    "unknown-request-responses",
    [call("GET /noSuchPath", 418, { code: -1003 })],
    "untouched",
  ],
  [
    "a signed call is carried out, needed or not",
    "named-only-security",
    [call(`GET /openOrders?timestamp=1&signature=${signature}`, 200, { body: [] })],
    "untouched",
  ],
  [
    "a wait of milliseconds is longer than the window when taken for seconds",
    "retry-after-unit",
    [call("GET /time", 429, { code: -1003, headers: { "retry-after": "4200" } })],
    "contradicted",
  ],
  [
    "an order that is looked at twice is as it was",
    "final-states",
    [call(query, 200, { body: order("FILLED") }), call(query, 200, { body: order("FILLED") })],
    "untouched",
  ],
  [
    "a level that was empty has the quantity of its change",
    "depth-quantities",
    book("0"),
    "untouched",
  ],
  [
    "a level that had a quantity before has another one",
    "depth-quantities",
    book("1"),
    "confirmed",
  ],
];

test.each(rows)("%s: %s", (_, id, events, verdict) => {
  const found = observe(events, documents).assumptions.find((each) => each.id === id);
  expect(found?.verdict).toBe(verdict);
});
