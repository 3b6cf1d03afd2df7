/** Cancellations whose response is lost, before or after they take effect: the end of each. */

import { expect, test } from "vitest";

import { createClient as createCore, operations } from "../../../generated/core.ts";
import { cancellations } from "../../../generated/features.ts";
import type { CallOptions, Cancellation, ClientOptions } from "../../../generated/index.ts";
import {
  NotAllCanceledError,
  NotCanceledError,
  UnknownCancellationError,
} from "../../../generated/index.ts";
import type { Adapters, Fetch } from "../../../runtime/platform.ts";
import type { FaultRule } from "../../../sandbox/faults/kinds.ts";
import { orderRecord } from "../../../sandbox/handlers/records.ts";
import { orderOf } from "../../sandbox/support/orders-of.ts";
import { createWorld, resting } from "../../support/world.ts";
import { units } from "../user-data/session-world.ts";

/** A fault without its conditions. */
type Fault = FaultRule extends infer Rule
  ? Rule extends { fault: string }
    ? Omit<Rule, "when" | "name"> & { readonly status?: number }
    : never
  : never;

const { sandbox, clock, outcome, client, sweep } = createWorld();
const sent: string[] = [];
let meanwhile: (() => void) | undefined;
/** Counts requests to the orders; what happens meanwhile, happens after the first cancellation. */
const fetch: Fetch = async (url, init) => {
  if (url.includes("/order?")) sent.push(init.method);
  try {
    return await sandbox.fetch(url, init as RequestInit);
  } finally {
    if (init.method === "DELETE") meanwhile?.();
    if (init.method === "DELETE") meanwhile = undefined;
  }
};
const silent: Fetch = () => new Promise(() => undefined);
/** Delays of the timers of a test. */
const delays: number[] = [];
const afterDelay: Adapters["after"] = (ms, run) => {
  delays.push(ms);
  return clock.after(ms, run);
};
/** Each timer takes a moment. */
const later = (): number => clock.now() + delays.length;
const exchange = client({ fetch });

/** Somebody sells down to the price of a resting order, and so much more. */
async function sellerOf(quantity: string): Promise<() => void> {
  const { bids } = await outcome(exchange.getDepth({ symbol: "BTCUSDT", limit: 1000 }));
  const above = bids.filter(([price]) => Number(price) > Number(resting.price));
  const sum = above.reduce((all, [, amount]) => all + units(amount), units(quantity));
  const limit = { type: "LIMIT", timeInForce: "IOC", price: units(resting.price) } as const;
  const sell = { kind: "place", account: "taker", symbol: "BTCUSDT", side: "SELL" } as const;
  return () => sandbox.exchange.execute({ ...sell, ...limit, quantity: sum });
}

type Given = "open" | "partlyFilled" | "filled" | "filledMeanwhile" | "canceled" | "unlisted";

/** An order in a state; only the maker's orders stand before it. */
async function orderIn(given: Given) {
  const { symbol } = resting;
  if (given === "unlisted") return { symbol, orderId: 987_654 };
  const { orderId } = await outcome(exchange.placeOrder(resting));
  const order = { symbol, orderId: Number(orderId) };
  const seller = await sellerOf(given === "partlyFilled" ? "0.0005" : "0.001");
  if (given === "partlyFilled" || given === "filled") seller();
  if (given === "filledMeanwhile") meanwhile = seller;
  if (given === "canceled") await outcome(exchange.cancelOrder(order));
  return order;
}

/** Plays faults on the requests of one operation, one after another. */
function faults(operation: "cancelOrder" | "getOrder", list: readonly Fault[]): void {
  const rules = list.map((fault, index) => ({ ...fault, when: { operation, nth: index + 1 } }));
  sandbox.faults.add(...(rules as FaultRule[]));
}

const early = { fault: "reset", accepted: false } as const;
const late = { fault: "reset", accepted: true } as const;
const slow = { fault: "delay", ms: 12_000, accepted: true } as const;
const stuck = { fault: "hang", accepted: false } as const;
const before = (status: 408 | 500 | 503): Fault => ({ fault: "status", status, accepted: false });
const after = (status: 408 | 501 | 503): Fault => ({ fault: "status", status, accepted: true });
const body = (text: string): Fault => ({ fault: "response", body: text, accepted: true });
const code = (one: -1006 | -1007 | -1021 | -2011 | -2013 | -2015, accepted = false): Fault => ({
  ...{ fault: "error", code: one, accepted },
});
const throttle = { fault: "throttle", retryAfter: 2 } as const;
const always = (fault: Fault): readonly Fault[] => Array<Fault>(40).fill(fault);

/** What happens to cancellations and to queries, and what comes of it. */
type Row = readonly [
  given: Given,
  onCancel: readonly Fault[],
  onQuery: readonly Fault[],
  kind: Cancellation["kind"],
  cancels: number,
  queries: number,
  end: string,
  seconds: number,
];

const named = body('{"status":"CANCELED","symbol":"BTCUSDT","orderId":1}');
const canceled = '"status":"CANCELED"';

const rows: readonly Row[] = [
  ["open", [], [], "canceled", 1, 0, "CANCELED", 0],
  ["open", [late], [], "canceled", 1, 1, "CANCELED", 0],
  ["open", [early], [], "canceled", 2, 1, "CANCELED", 0],
  ["open", [early, early], [], "canceled", 3, 2, "CANCELED", 0.5],
  // The repeat is refused, because the first request was executed or the second one was.
  ["open", [early, late], [], "canceled", 2, 2, "CANCELED", 0],
  ["open", [slow], [], "canceled", 1, 1, "CANCELED", 10],
  ["open", [stuck], [], "canceled", 2, 1, "CANCELED", 10],
  ["open", [before(500)], [], "canceled", 2, 1, "CANCELED", 0],
  ["open", [after(503)], [], "canceled", 1, 1, "CANCELED", 0],
  ["open", [before(408)], [], "canceled", 2, 1, "CANCELED", 0],
  ["open", [after(408)], [], "canceled", 1, 1, "CANCELED", 0],
  ["open", [after(501)], [], "canceled", 1, 1, "CANCELED", 0],
  ["open", [throttle], [], "canceled", 2, 0, "CANCELED", 2],
  ["open", [code(-1021)], [], "canceled", 2, 0, "CANCELED", 0],
  ["open", [code(-1007, true)], [], "canceled", 1, 1, "CANCELED", 0],
  ["open", [code(-1006)], [], "canceled", 2, 1, "CANCELED", 0],
  // A certain refusal of the first request stays one.
  ["open", [code(-2011)], [], "rejected", 1, 0, "NEW", 0],
  ["open", [code(-2015)], [], "rejected", 1, 0, "NEW", 0],
  ["open", [{ ...code(-2011), status: 503 }], [], "canceled", 2, 1, "CANCELED", 0],
  ["open", [early, code(-2011)], [], "canceled", 3, 2, "CANCELED", 0.5],
  ["open", [early, code(-2015), code(-2015)], [], "canceled", 4, 3, "CANCELED", 1.5],
  ["open", [late], [early], "canceled", 1, 2, "CANCELED", 0.5],
  ["open", [late], [before(503), before(408), stuck], "canceled", 1, 4, "CANCELED", 8.5],
  ["open", [late], [throttle], "canceled", 1, 2, "CANCELED", 2],
  ["open", [late], [code(-1021)], "canceled", 1, 2, "CANCELED", 0.5],
  ["open", [late], [code(-2013)], "canceled", 2, 2, "CANCELED", 0.5],
  // No query can find out.
  ["open", [late], [code(-2015)], "unknown", 1, 1, "CANCELED", 0],
  ["open", [late], always(early), "unknown", 1, 10, "CANCELED", 30],
  ["open", always(early), [], "unknown", 11, 11, "NEW", 30],
  ["unlisted", [early], [], "unknown", 10, 10, "none", 30],
  // A success that says too little, or names another order.
  ["open", [body("{}")], [], "canceled", 1, 1, "CANCELED", 0],
  ["open", [body(" ")], [], "canceled", 1, 1, "CANCELED", 0],
  ["open", [body("[]")], [], "canceled", 1, 1, "CANCELED", 0],
  ["open", [body(`{${canceled}}`)], [], "canceled", 1, 1, "CANCELED", 0],
  ["open", [body(`{${canceled},"symbol":"BTCUSDT"}`)], [], "canceled", 1, 0, "CANCELED", 0],
  ["open", [body(`{${canceled},"orderId":null}`)], [], "canceled", 1, 1, "CANCELED", 0],
  ["open", [named], [], "canceled", 1, 1, "CANCELED", 0],
  ["open", [body('{"status":"NEW","symbol":"BTCUSDT"}')], [], "canceled", 1, 1, "CANCELED", 0],
  ["partlyFilled", [early], [], "canceled", 2, 1, "CANCELED", 0],
  ["filled", [], [], "rejected", 1, 0, "FILLED", 0],
  ["filled", [late], [], "ended", 1, 1, "FILLED", 0],
  ["filled", [before(503)], [], "ended", 1, 1, "FILLED", 0],
  ["filledMeanwhile", [early], [], "ended", 1, 1, "FILLED", 0],
  ["filledMeanwhile", [late], [], "canceled", 1, 1, "CANCELED", 0],
  ["filledMeanwhile", [early], [early], "ended", 1, 2, "FILLED", 0.5],
  ["canceled", [], [], "rejected", 1, 0, "CANCELED", 0],
  ["canceled", [early], [], "canceled", 1, 1, "CANCELED", 0],
  ["unlisted", [], [], "rejected", 1, 0, "none", 0],
];

/** A text of a row that fits a line. */
const inWords = (faults: readonly Fault[]): string =>
  faults.length > 9 ? "always" : JSON.stringify(faults).replace(/["{}]|fault:/g, "");

test.each(rows.map((row) => [row[0], inWords(row[1]), inWords(row[2]), row] as const))(
  "an order that is %s, canceling meets %s, querying %s",
  async (_, __, ___, [given, onCancel, onQuery, kind, cancels, queries, end, seconds]) => {
    const request = await orderIn(given);
    faults("cancelOrder", onCancel);
    faults("getOrder", onQuery);
    const startMs = clock.now();
    sent.length = 0;
    const cancellation = await outcome(exchange.tryCancelOrder(request));
    const took = Math.floor((clock.now() - startMs) / 100) / 10;
    sandbox.faults.clear();
    const order = orderOf(sandbox.exchange.state, request.orderId);
    const record = order && orderRecord(order);
    sweep();
    const count = (method: string): number => sent.filter((each) => each === method).length;
    expect({
      ...{ kind: cancellation.kind, cancels: count("DELETE"), queries: count("GET") },
      ...{ end: record?.status ?? "none", seconds: took },
    }).toEqual({ kind, cancels, queries, end, seconds });
    expect(cancellation.attempts).toBe(cancels);
    if (cancellation.kind === "ended") expect(cancellation.order).toEqual(record);
    if (cancellation.kind !== "canceled") return;
    if (cancellation.response === undefined) expect(cancellation.order).toEqual(record);
    else expect(record).toMatchObject(cancellation.order);
  },
);

/** What `cancelOrder` itself gives or throws after a lost response. */
test.each<[given: Given, fault: Fault, queryFault: readonly Fault[], end: object]>([
  ["open", late, [], { status: "CANCELED", executedQty: "0.00000000" }],
  ["partlyFilled", late, [], { status: "CANCELED", executedQty: "0.00050000" }],
  [
    "filled",
    before(503),
    [],
    {
      name: "NotCanceledError",
      message: "cancelOrder canceled nothing: the order was already FILLED.",
      status: "FILLED",
      order: expect.objectContaining({ status: "FILLED", executedQty: "0.00100000" }),
      attempts: 1,
      cause: expect.objectContaining({ status: 503 }),
    },
  ],
  [
    "open",
    late,
    always(early),
    {
      name: "UnknownCancellationError",
      message: expect.stringMatching(
        /^cancelOrder: it is unknown whether the order was canceled; no query has found it\. Cancel it again, or call getOrder with symbol BTCUSDT and orderId \d+\. Cause: cancelOrder lost the connection /,
      ),
      order: undefined,
      attempts: 1,
      cause: expect.objectContaining({ name: "TransportError" }),
    },
  ],
  ["filled", code(-1021), [], { name: "ApiError", code: -2011, attempts: 2 }],
])("a %s order, %j, %j: cancelOrder gives what is known", async (given, fault, onQuery, end) => {
  const request = await orderIn(given);
  faults("cancelOrder", [fault]);
  faults("getOrder", onQuery);
  const ended = await outcome(exchange.cancelOrder(request).catch((error: unknown) => error));
  sandbox.faults.clear();
  expect(ended).toMatchObject(end);
  const order = orderOf(sandbox.exchange.state, request.orderId);
  if (!(ended instanceof Error)) {
    // Under the names of the response, in which clientOrderId would be that of the cancellation.
    const { clientOrderId: origClientOrderId, ...record } = orderRecord(order as never);
    expect(ended).toEqual({ ...record, origClientOrderId });
  }
  if (ended instanceof UnknownCancellationError) {
    expect(ended.ask).toEqual({ operation: "getOrder", fields: request });
    const found = await outcome(exchange.getOrder(ended.ask.fields as typeof request));
    expect(found.status).toBe("CANCELED");
  }
  sweep();
});

test("an order is canceled by its client id, also through a call by path and in the core", async () => {
  const { apiKey, apiSecret } = sandbox.accounts[0] as { apiKey: string; apiSecret: string };
  const shared = { ...{ baseUrl: "http://sandbox", apiKey, apiSecret, fetch, now: clock.now } };
  const options = { ...shared, after: clock.after, random: () => 0.5 };
  const core = createCore({ ...options, operations, cancellations });
  const ways: readonly ((request: object) => Promise<unknown>)[] = [
    (request: object) => exchange.cancelOrder(request as never),
    (request: object) =>
      exchange.api.DELETE("/api/v1/order", { params: { query: request as never } }),
    (request: object) => core.cancelOrder(request as never),
    (request: object) => core.tryCancelOrder(request as never),
  ];
  for (const [index, cancel] of ways.entries()) {
    const origClientOrderId = `by-client-id-${index}`;
    const { symbol } = resting;
    await outcome(exchange.placeOrder({ ...resting, newClientOrderId: origClientOrderId }));
    faults("cancelOrder", [early, late]);
    const ended = await outcome(cancel({ symbol, origClientOrderId, recvWindow: 4000 }));
    sandbox.faults.clear();
    expect(JSON.stringify(ended)).toContain('"CANCELED"');
    expect(JSON.stringify(ended)).toContain(origClientOrderId);
  }
  expect(core).not.toHaveProperty("tryPlaceOrder");
  // Without the feature nothing is resolved, as before.
  const plain = createCore({ ...options, operations });
  faults("cancelOrder", [early]);
  const { orderId } = await outcome(plain.placeOrder(resting));
  const failed = outcome(plain.cancelOrder({ symbol: resting.symbol, orderId }));
  await expect(failed).rejects.toMatchObject({ name: "TransportError", outcome: "unknown" });
  expect(plain).not.toHaveProperty("tryCancelOrder");
  // Without the query nothing can be resolved either.
  const { cancelOrder } = operations;
  const blind = createCore({ ...options, operations: { cancelOrder }, cancellations });
  faults("cancelOrder", [late]);
  const unresolved = await outcome(blind.tryCancelOrder({ symbol: resting.symbol, orderId }));
  sandbox.faults.clear();
  expect(unresolved.kind).toBe("unknown");
  sweep();
});

/** Options, when the caller aborts in milliseconds, and the end; nothing reaches the exchange. */
test.each<
  [ClientOptions, CallOptions, abortMs: number | undefined, string, number, number, number]
>([
  [{}, { timeoutMs: 3000 }, undefined, "unknown", 5, 5, 3],
  [{ attemptTimeoutMs: 500 }, { timeoutMs: 3000 }, undefined, "unknown", 5, 5, 3],
  [{ maxAttempts: 1 }, {}, undefined, "unknown", 1, 10, 30],
  [{}, {}, 1000, "unknown", 3, 3, 1],
  [{}, {}, 0, "rejected", 0, 0, 0],
  [{ fetch: silent, now: later }, { timeoutMs: 3000 }, undefined, "unknown", 0, 0, 3],
] as never)(
  "%j, %j, aborted after %j ms: %s",
  async (given, call, abortMs, kind, cancels, queries, seconds) => {
    delays.length = 0;
    const own = client({ fetch, after: afterDelay, ...given });
    const { symbol, orderId } = await outcome(exchange.placeOrder(resting));
    faults("cancelOrder", always(early));
    const abort = new AbortController();
    if (abortMs === 0) abort.abort();
    else if (abortMs !== undefined) clock.after(abortMs, () => abort.abort());
    sent.length = 0;
    const startMs = clock.now();
    const options = { ...call, signal: abort.signal };
    const cancellation = await outcome(own.tryCancelOrder({ symbol, orderId }, options));
    sandbox.faults.clear();
    sweep();
    const count = (method: string): number => sent.filter((each) => each === method).length;
    const took = (clock.now() - startMs) / 1000;
    const found = [cancellation.kind, count("DELETE"), count("GET"), took];
    expect(found).toEqual([kind, cancels, queries, seconds]);
    expect(delays.filter((ms) => ms < 0)).toEqual([]);
  },
);

test("a request that cannot be sent is rejected without one", async () => {
  sent.length = 0;
  const wrong = await exchange.tryCancelOrder({ symbol: "BTCUSDT" } as never);
  expect(wrong).toMatchObject({ kind: "rejected", attempts: 0, error: { fields: ["orderId"] } });
  const options = { timeout: 1 } as never;
  const option = exchange.tryCancelOrder({ symbol: "BTCUSDT", orderId: 1 }, options);
  await expect(option).rejects.toThrow("timeoutMs");
  expect(sent).toEqual([]);
});

test("errors are JSON, however long the ids are", () => {
  const order = { orderId: 2n ** 60n };
  const details = { operation: "cancelOrder" };
  const ask = { operation: "getOrder", fields: order };
  const errors = [
    new NotCanceledError("FILLED", order, details),
    new UnknownCancellationError(ask, order, details),
    new NotAllCanceledError([], [order], details),
  ];
  for (const error of errors) expect(JSON.stringify(error)).toContain('"1152921504606846976"');
});
