/** What a placement ends with, row by row: the outcome, and what was sent to find it out. */

import { expect, test } from "vitest";

import {
  InvalidRequestError,
  NotPlacedError,
  UnknownOutcomeError,
} from "../../../generated/index.ts";
import type { Fetch } from "../../../runtime/platform.ts";
import type { FaultRule } from "../../../sandbox/faults/kinds.ts";
import { orderRecord } from "../../../sandbox/handlers/records.ts";
import { watchedSignal } from "../../support/watched-signal.ts";
import type { World } from "../../support/world.ts";
import { createWorld, failing, resting } from "../../support/world.ts";
import { oddFault, oddSuccesses } from "./odd-successes.ts";

const first = { operation: "placeOrder", nth: 1 } as const;
const every = { operation: "placeOrder" } as const;
const asked = { operation: "getOrder" } as const;

/** Something that happens to the first placement. */
const at1 = (fault: string, facets: object = {}) => ({ fault, when: first, ...facets });
const code = (code: number, facets: object = {}) => at1("error", { code, ...facets });
const taken = { accepted: true };
const elsewhere = { status: 307, headers: { Location: "http://x.test/" } };
const hint = expect.stringMatching(/ The clock was set by the exchange's just before: raise /u);
const unknownName = { code: "ENOTFOUND", syscall: "getaddrinfo" };
const found = { kind: "placed", response: undefined };
const again = { kind: "placed", attempts: 2 };
const notSent = { name: "TransportError", outcome: "notSent" };

/** Name, faults, outcome, placements sent, questions asked, connections that fail, time in all. */
type Row = readonly [
  name: string,
  rules: readonly object[],
  want: object,
  placements: number,
  questions: number,
  causes?: readonly object[],
  timeoutMs?: number,
];

const rows: readonly Row[] = [
  ["a closed port, then open", [], again, 2, 0, [{ code: "ECONNREFUSED", syscall: "connect" }]],
  ["an unknown name", [], { kind: "rejected", error: notSent }, 3, 0, Array(3).fill(unknownName)],
  ["no answer, and not seen", [at1("hang")], again, 2, 1],
  ["no answer, but taken", [at1("hang", taken)], { ...found, order: { status: "NEW" } }, 1, 1],
  ["reset behind the request", [at1("reset")], again, 2, 4],
  ["ended behind the request", [at1("drop", taken)], { kind: "placed", attempts: 1 }, 1, 1],
  ["reset before the request", [], again, 2, 4, [{ code: "ECONNRESET" }]],
  ["reset while it connects", [], again, 2, 0, [{ code: "ECONNRESET", syscall: "connect" }]],
  ["pieces of a byte", [at1("dribble", { bytes: 1, everyMs: 1 })], { response: {} }, 1, 0],
  ["too slow a line", [at1("dribble", { bytes: 1, everyMs: 1000 })], found, 1, 1],
  ["taken, and 503", [at1("status", { status: 503, ...taken })], found, 1, 1],
  ["lost on the way there", [at1("drop")], again, 2, 4],
  ["lost each time", [{ fault: "drop", when: every }], { kind: "rejected", attempts: 3 }, 3, 12],
  ["taken when time is up", [at1("delay", { ms: 3000 })], found, 1, 3, [], 1000],
  ["too late to be taken", [at1("delay", { ms: 20_000 })], { kind: "rejected" }, 1, 4, [], 1000],
  ["delivered twice", [at1("duplicate")], { kind: "placed", response: {} }, 1, 0],
  ["delivered twice, second answer", [at1("duplicate", { response: "second" })], found, 1, 1],
  ["a code that says nothing, with 200", [code(-1007, { status: 200, ...taken })], found, 1, 1],
  ["a redirect", [at1("response", elsewhere)], again, 2, 4],
  ["a throttle", [at1("throttle", { retryAfter: 2 })], again, 2, 0],
  ["a throttle for days", [at1("throttle", { retryAfter: 1e9 })], { kind: "rejected" }, 1, 0],
  ["a throttle in a success", [code(-1003, { status: 200 })], again, 2, 0],
  ["a refusal in a success", [code(-2015, { status: 200 })], { error: { code: -2015 } }, 1, 0],
  ["a timestamp that is refused, and the clock is set", [code(-1021)], again, 2, 0],
  [
    "a timestamp that is refused again",
    [code(-1021, { when: every })],
    { kind: "rejected", attempts: 2, error: { code: -1021, message: hint } },
    2,
    0,
  ],
  [
    "a timestamp that is refused twice after a lost request",
    [at1("drop"), ...[2, 3].map((nth) => code(-1021, { when: { ...first, nth } }))],
    { kind: "rejected", attempts: 3, error: { code: -1021 } },
    3,
    4,
  ],
  [
    "nobody can be asked",
    [at1("hang", taken), { fault: "drop", when: asked }],
    { kind: "unknown" },
    1,
    4,
  ],
  [
    "a question is refused for good",
    [at1("drop", taken), code(-2015, { when: asked })],
    { kind: "unknown", attempts: 1, error: { name: "UnknownOutcomeError" } },
    1,
    1,
  ],
];

test.for(rows)("%s", async ([, rules, want, placements, questions, causes = [], timeoutMs]) => {
  const world = createWorld({ rules: rules as readonly FaultRule[], fault: failing(causes) });
  const client = world.client(timeoutMs === undefined ? {} : { timeoutMs });
  const placement = await world.outcome(client.tryPlaceOrder(resting));
  expect({ response: undefined, ...placement }).toMatchObject(want);
  const { attempts } = placement;
  if (placement.kind !== "placed") expect(placement.error).toMatchObject({ attempts });
  await world.clock.run(120_000);
  const made = world.made(placement.clientId ?? "").length;
  if (placement.kind !== "unknown") expect(made).toBe(placement.kind === "placed" ? 1 : 0);
  expect([world.placements(), world.questions()]).toEqual([placements, questions]);
  expect(world.clock.next()).toBeUndefined();
});

test("in a ban nothing is sent, and that is certain", async () => {
  const world = createWorld({ rules: [{ fault: "ban", ms: 10_000, when: { nth: 1 } }] });
  const client = world.client();
  for (const error of [{ status: 418 }, { name: "BannedError", outcome: "notSent" }]) {
    const placing = world.outcome(client.tryPlaceOrder(resting));
    expect(await placing).toMatchObject({ kind: "rejected", error });
  }
  expect(world.placements()).toBe(1);
});

test.for([true, false])("aborted before the call, and ever later; taken %s", async (accepted) => {
  const kinds = new Set<string>();
  // The first while it is being stored.
  const moments = [-2, -1, 0, 50, 99, 100, 101, ...Array.from({ length: 16 }, (_, at) => at * 550)];
  for (const abortMs of moments) {
    const lag = { fault: "delay", ms: 100 } as const;
    const world = createWorld({ rules: [{ fault: "drop", accepted, when: first }, lag] });
    const { abort, signal, listening } = watchedSignal();
    const begin = async () => void (abortMs === -2 && abort.abort());
    const journal = { begin, end: async () => undefined, pending: async () => [] };
    if (abortMs === -1) abort.abort();
    else if (abortMs >= 0) world.clock.after(abortMs, () => abort.abort());
    const startMs = world.clock.now();
    const client = world.client({ journal });
    const placement = await world.outcome(client.tryPlaceOrder(resting, { signal }));
    kinds.add(placement.kind);
    if (abortMs < 0) expect(placement).toMatchObject({ attempts: 0, error: { attempts: 0 } });
    // Nobody waits for anything once the caller has given up.
    if (signal.aborted) expect(world.clock.now() - startMs).toBe(Math.max(abortMs, 0));
    expect(listening()).toBe(0);
    await world.clock.run(60_000);
    const made = world.made(placement.clientId ?? "").length;
    if (placement.kind === "unknown") {
      expect(placement.error).toBeInstanceOf(UnknownOutcomeError);
      const found = await world.outcome(placement.ask());
      expect(found.kind).toBe(made === 1 ? "placed" : "rejected");
    } else expect(made).toBe(placement.kind === "placed" ? 1 : 0);
    expect(world.clock.next()).toBeUndefined();
  }
  expect([...kinds].sort()).toEqual(["placed", "rejected", "unknown"]);
});

/** Reports every order to a client, as a user data stream would. */
function report(world: World, exchange: ReturnType<World["client"]>, afterMs: number): void {
  world.sandbox.exchange.listen((events) => {
    for (const event of events) {
      if (event.kind !== "order") continue;
      const record = orderRecord(event.order);
      world.clock.after(afterMs, () => exchange.observeOrder(record));
    }
  });
}

test("a call that hangs ends a second after a stream has reported its order", async () => {
  const world = createWorld({ rules: [{ fault: "hang", accepted: true, when: first }] });
  const signals: AbortSignal[] = [];
  const fetch: Fetch = (url, init) => {
    signals.push(init.signal);
    return world.sandbox.fetch(url, init as RequestInit);
  };
  const exchange = world.client({ fetch, clockRefreshMs: Infinity });
  report(world, exchange, 10);
  report(world, exchange, 700);
  const begin = world.clock.now();
  expect(await world.outcome(exchange.tryPlaceOrder(resting))).toMatchObject({ kind: "placed" });
  expect(world.clock.now() - begin).toBe(1010);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(world.clock.next()).toBeUndefined();
});

test("of two placements under one id at once the second is not sent", async () => {
  const world = createWorld({ rules: [{ fault: "drop", accepted: true, when: first }] });
  const exchange = world.client();
  const named = { ...resting, newClientOrderId: "mine" };
  const both = Promise.all([exchange.tryPlaceOrder(named), exchange.tryPlaceOrder(named)]);
  const [one, other] = await world.outcome(both);
  expect(one).toMatchObject({ kind: "placed", attempts: 1 });
  expect(other).toMatchObject({ kind: "rejected", clientId: "mine", attempts: 0 });
  const message = "newClientOrderId is already in progress; wait until it ends.";
  const issues = [{ field: "newClientOrderId", rule: "duplicate", message }];
  expect(other).toMatchObject({ error: { operation: "placeOrder", issues } });
  expect("error" in other && other.error).toBeInstanceOf(InvalidRequestError);
  expect(world.placements()).toBe(1);
  expect(world.made("mine")).toHaveLength(1);
  // When the first has ended, the exchange is the judge.
  world.sweep();
  await world.clock.run(1500);
  expect(await world.outcome(exchange.tryPlaceOrder(named))).toMatchObject({ kind: "placed" });
});

test("a stream report ends the queries when none succeeds", async () => {
  const world = createWorld({
    rules: [
      { fault: "drop", accepted: true, when: first },
      { fault: "drop", when: asked },
    ],
  });
  const exchange = world.client();
  report(world, exchange, 2500);
  const begin = world.clock.now();
  const answer = await world.outcome(exchange.placeOrder(resting));
  expect(answer).toMatchObject({ symbol: "BTCUSDT", status: "NEW", origQty: "0.00100000" });
  expect(world.clock.now() - begin).toBe(2500);
});

test.for([
  [1500, {}],
  [0, { quantity: "0.002" }],
])("an open order with the id, %s ms old, is reported at once: %o", async ([agoMs, change]) => {
  const world = createWorld();
  const named = { ...resting, newClientOrderId: "mine" };
  await world.outcome(world.client().tryPlaceOrder(named));
  await world.clock.run(Number(agoMs));
  const begin = world.clock.now();
  const placement = await world.outcome(
    world.client().tryPlaceOrder({ ...named, ...Object(change) }),
  );
  const cause = { name: "ApiError", code: -2010 };
  const message = expect.stringMatching(
    /^placeOrder placed no order: another has the client id mine/,
  );
  const [otherOrder] = world.made("mine");
  const error = { name: "NotPlacedError", message, cause };
  expect(placement).toMatchObject({ kind: "rejected", error, otherOrder });
  expect(world.clock.now()).toBe(begin);
  // The other symbol's order has the id just as well, and cannot be seen by the question.
  const elsewhere = { ...named, symbol: "ETHUSDT", price: "1500", quantity: "0.1" };
  const other = await world.outcome(world.client().tryPlaceOrder(elsewhere));
  expect(other).toMatchObject({ kind: "rejected", error: { name: "NotPlacedError", cause } });
});

test("placeOrder answers what was found, and throws what is certain or not", async () => {
  const world = createWorld({ rules: [{ fault: "drop", accepted: true, when: first }] });
  const answer = await world.outcome(world.client().placeOrder(resting));
  expect(answer).toMatchObject({ symbol: "BTCUSDT", status: "NEW" });
  expect(answer).not.toHaveProperty("fills");
  world.sandbox.faults.add({ fault: "drop", when: every });
  const none = world.outcome(world.client().placeOrder(resting));
  await expect(none).rejects.toBeInstanceOf(NotPlacedError);
  world.sandbox.faults.add({ fault: "drop", when: asked });
  const unknown = world.outcome(world.client({ resolveMs: 500 }).placeOrder(resting));
  await expect(unknown).rejects.toBeInstanceOf(UnknownOutcomeError);
});

test("an exchange that fails for all is not asked over and over", async () => {
  const world = createWorld({ rules: [{ fault: "status", status: 500 }] });
  const exchange = world.client({ limits: false });
  const placing = Array.from({ length: 100 }, () => exchange.tryPlaceOrder(resting));
  const kinds = (await world.outcome(Promise.all(placing))).map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(["unknown"]));
  expect(world.placements()).toBe(100);
  // Each is asked for once, and a few once more.
  expect(world.questions()).toBeGreaterThanOrEqual(100);
  expect(world.questions()).toBeLessThan(130);
});

test.for(oddSuccesses)("a success that names no order of ours is asked for: %s", async (row) => {
  const [, body, , status] = row;
  const world = createWorld();
  const client = world.client();
  for (const accepted of [true, false]) {
    world.sandbox.faults.add({ ...oddFault(body, status, accepted), when: first });
    const placement = await world.outcome(client.tryPlaceOrder(resting));
    const made = world.made(placement.clientId ?? "");
    // Nothing that the client made up is shown as a response.
    expect(placement).not.toHaveProperty("response");
    if (accepted) expect(placement).toMatchObject({ kind: "placed", order: made[0], attempts: 1 });
    else {
      const error = { name: "NotPlacedError", cause: { message: expect.stringMatching(/^The/u) } };
      expect(placement).toMatchObject({ kind: "rejected", error, attempts: 1 });
    }
    expect(made).toHaveLength(accepted ? 1 : 0);
    // One query finds the order; that there is none is certain only when its window has closed.
    expect([world.placements(), world.questions()]).toEqual([1, accepted ? 1 : 4]);
    world.sandbox.faults.clear();
    world.requests.length = 0;
  }
});

test("a success that names the order is its response, word for word", async () => {
  for (const response of [{ orderId: 7, status: "NEW" }, { clientOrderId: "mine" }]) {
    const world = createWorld({ rules: [{ ...oddFault(JSON.stringify(response)), when: first }] });
    const placing = world.client().tryPlaceOrder({ ...resting, newClientOrderId: "mine" });
    const placement = await world.outcome(placing);
    const [kind, clientId] = ["placed", "mine"];
    expect(placement).toEqual({ kind, clientId, attempts: 1, order: response, response });
    expect([world.placements(), world.questions()]).toEqual([1, 0]);
  }
});

test("an order under an id of the caller's is found when its type has changed", async () => {
  const world = createWorld({ rules: [{ fault: "drop", accepted: true, when: first }] });
  const fetch: Fetch = async (url, init) => {
    const response = await world.sandbox.fetch(url, init);
    if (init.method === "POST") return response;
    return Response.json({ ...(await response.json()), type: "LIMIT" });
  };
  const stop = { ...resting, type: "STOP_LOSS_LIMIT", stopPrice: "60000" } as const;
  const placing = world.client({ fetch }).tryPlaceOrder({ ...stop, newClientOrderId: "mine" });
  expect(await world.outcome(placing)).toMatchObject({ kind: "placed", order: { type: "LIMIT" } });
});

test("a success that names another order is asked for, never sent again and never denied", async () => {
  for (const [body, accepted] of [
    ['{"clientOrderId":"of-another"}', true],
    ['{"clientOrderId":"of-another","orderId":7}', false],
    ['{"clientOrderId":17}', false],
    ['{"clientOrderId":"x","clientOrderId":"y"}', true],
  ] as const) {
    const world = createWorld({ rules: [{ fault: "response", body, accepted, when: every }] });
    const placement = await world.outcome(world.client().tryPlaceOrder(resting));
    expect(placement).toMatchObject({ kind: accepted ? "placed" : "unknown", attempts: 1 });
    if (placement.kind === "unknown") {
      // The exchange may have placed ours under that id.
      const otherOrder = JSON.parse(body);
      expect(placement).toMatchObject({ otherOrder });
      expect(await world.outcome(placement.ask())).toMatchObject({ kind: "unknown", otherOrder });
    }
    expect(world.made(placement.clientId ?? "")).toHaveLength(accepted ? 1 : 0);
    expect(world.placements()).toBe(1);
  }
});
