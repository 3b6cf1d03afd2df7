/** The state machine of a placement, step by step: events in, the phase and what it says out. */

import { expect, test } from "vitest";

import {
  ApiError,
  InvalidRequestError,
  TimeoutError,
  TransportError,
  UnknownOutcomeError,
  UnreadableResponseError,
} from "../../../runtime/errors.ts";
import type {
  PlacementEvent,
  PlacementInputs,
  PlacementState,
} from "../../../runtime/orders/placement-state.ts";
import {
  placementStep,
  restoredPlacement,
  startPlacement,
} from "../../../runtime/orders/placement-state.ts";
import { replyFor } from "../../../runtime/orders/query.ts";
import type { PlacementEntry } from "../../../runtime/orders/types.ts";
import { retry, signing } from "../client/given.ts";

const placement = {
  clientId: "newClientOrderId",
  resolvedBy: { operation: "getOrder", parameter: "origClientOrderId" },
  notFoundCode: -2013,
  refusedRepeatCode: -2010,
  refusedRepeatMessage: "Duplicate",
  settleMs: 1000,
  record: {
    clientId: "clientOrderId",
    orderId: "orderId",
    placedMs: "time",
    sent: { symbol: "symbol", price: "price" },
  },
};
const question = { operation: "getOrder", fields: { symbol: "X", origClientOrderId: "mine" } };
const facts: PlacementInputs = {
  operation: "placeOrder",
  clientId: "mine",
  isOwnId: true,
  question,
  maxAttempts: 2,
  endMs: 100_000,
  resolveMs: undefined,
  placement,
  tables: { signing, retry },
};
/** Stamped at 0, so the window closes at 6 000 and absence is proven at 7 000. */
const entry: PlacementEntry = {
  operation: "placeOrder",
  clientId: "mine",
  isOwnId: true,
  fields: { symbol: "X", price: "1.50" },
  stampMs: 0,
};
const completed = (value: unknown) =>
  ({ kind: "done", response: new Response(), text: "", bytes: 0, value }) as const;
const refused = (code: number, serverMessage = "") =>
  new ApiError({ operation: "o", attempts: 1, status: 400, code, serverMessage, advice: "stop" });
const order = { clientOrderId: "mine", symbol: "X", price: "1.5", time: 10 };
const lost = new UnknownOutcomeError("mine", question, {
  attempts: 1,
  cause: new TimeoutError({ name: "timeoutMs", ms: 1 }, "unknown", {}),
});
const unread = (pointer: string | undefined) =>
  new UnknownOutcomeError("mine", question, {
    attempts: 1,
    cause: new UnreadableResponseError("is odd", 200, "", { pointer }),
  });

/** A query that failed, stamped at this time. */
const failed = (error: Error, stampMs = 1) =>
  ({ kind: "reply", reply: replyFor(error, stampMs, placement.notFoundCode, retry) }) as const;
const found = (stampMs: number, value: object) =>
  ({ kind: "reply", reply: { kind: "order", stampMs, completed: completed(value) } }) as const;
const noCode = new ApiError({ attempts: 1, status: 403, advice: "stop" });

/** Events by short names. */
const events = {
  sent: { kind: "sent", entry },
  placed: { kind: "response", completed: completed(order) },
  noId: { kind: "response", completed: completed({ symbol: "X", orderId: 1 }) },
  noFields: { kind: "response", completed: completed({}) },
  otherId: { kind: "response", completed: completed({ ...order, clientOrderId: "another" }) },
  elsewhere: { kind: "response", completed: completed({ ...order, symbol: "Y" }) },
  lost: { kind: "error", error: lost },
  unread: { kind: "error", error: unread("/symbol") },
  notJson: { kind: "error", error: unread(undefined) },
  refused: { kind: "error", error: refused(-2015) },
  repeat: { kind: "error", error: refused(-2010, "Duplicate order") },
  poor: { kind: "error", error: refused(-2010, "Insufficient balance") },
  repeatWords: { kind: "error", error: refused(-2015, "Duplicate order") },
  noWords: {
    kind: "error",
    error: new ApiError({ attempts: 1, status: 400, code: -2010, advice: "stop" }),
  },
  noCode: { kind: "error", error: noCode },
  invalid: { kind: "error", error: new InvalidRequestError([]) },
  observed: { kind: "observed", order },
  observedOther: { kind: "observed", order: { ...order, clientOrderId: "another" } },
  found: found(1, order),
  early: failed(refused(-2013), 6999),
  proven: failed(refused(-2013), 7000),
  unsigned: failed(refused(-2013), -Infinity),
  failing: failed(refused(-1003)),
  broken: failed(new TransportError("x", "unknown", {})),
  denied: failed(refused(-2015)),
  bug: failed(new RangeError("bug")),
  unlisted: { kind: "reply", reply: replyFor(refused(-2013), 7000, undefined, retry) },
  queryNoCode: { kind: "reply", reply: replyFor(noCode, 7000, undefined, retry) },
  impossible: { kind: "reply", reply: { kind: "impossible" } },
  stray: found(9000, { clientOrderId: "another" }),
  timeUp: { kind: "timeUp" },
  ask: { kind: "ask", resolveMs: 500 },
} as const satisfies Record<string, PlacementEvent>;

type EventName = keyof typeof events;

/** What a phase says, as a short text. */
function phaseText({ phase }: PlacementState): string {
  switch (phase.kind) {
    case "sending":
      return phase.kind;
    case "asking": {
      const { budgetMs, waitMs, hasFailed } = phase.search;
      return waitMs === 0
        ? `asking ${budgetMs}`
        : `asking in ${waitMs}${hasFailed ? " again" : ""}`;
    }
    case "placed":
    case "rejected":
    case "unknown":
      return phase.kind;
  }
}

function run(names: readonly EventName[], given: PlacementInputs, nowMs = 0): PlacementState {
  const context = { ...given, localMs: nowMs, serverMs: nowMs };
  return names.reduce(
    (state, name) => placementStep(state, events[name], context),
    startPlacement(context),
  );
}

const lostOnce = ["sent", "lost"] as const;

/** Name, events, the phase and the attempts after the last, other facts. */
const rows: readonly (readonly [
  string,
  readonly EventName[],
  string,
  number,
  Partial<PlacementInputs>?,
])[] = [
  ["a start sends", [], "sending", 0],
  ["a journaled request counts as sent", ["sent"], "sending", 1],
  ["a response with the client id", ["sent", "placed"], "placed", 1],
  ["a success without any field is asked for", ["sent", "noFields"], "asking 17000", 1],
  ["and never sent again", ["sent", "noFields", "proven"], "rejected", 1],
  ["a stream has reported what is missing", ["sent", "observed", "noFields"], "placed", 1],
  ["a response with another symbol is asked for", ["sent", "elsewhere"], "asking 17000", 1],
  ["its order is not ours", ["sent", "elsewhere", "proven"], "rejected", 1],
  ["a response with another id", ["sent", "otherId"], "asking 17000", 1],
  ["which is never sent again, and may be ours", ["sent", "otherId", "proven"], "unknown", 1],
  ["JSON that is not as documented is asked for", ["sent", "unread"], "asking 17000", 1],
  ["and is never sent again", ["sent", "unread", "proven"], "rejected", 1],
  ["a success that is not JSON is not sent again", ["sent", "notJson", "proven"], "rejected", 1],
  ["invalid before it was sent", ["invalid"], "rejected", 0],
  ["refused for certain", ["sent", "refused"], "rejected", 1],
  ["no response", lostOnce, "asking 17000", 1],
  ["no response, and no time to ask", lostOnce, "unknown", 1, { resolveMs: 0 }],
  ["no response to what was never sent", ["lost"], "unknown", 0],
  ["found", [...lostOnce, "found"], "placed", 1],
  ["not found, but too early to be certain", [...lostOnce, "early"], "asking in 1000", 1],
  ["an unsigned query proves nothing", [...lostOnce, "unsigned"], "asking in 1000", 1],
  ["certainly none is sent again", [...lostOnce, "proven"], "sending", 1],
  ["none, and no attempt left", [...lostOnce, "proven"], "rejected", 1, { maxAttempts: 1 }],
  ["none, and no time left", [...lostOnce, "proven"], "rejected", 1, { endMs: 0 }],
  ["none, and a millisecond left", [...lostOnce, "proven"], "sending", 1, { endMs: 1 }],
  ["each wait is longer", [...lostOnce, "early", "early"], "asking in 2000", 1],
  ["a query after an error is a retry", [...lostOnce, "failing"], "asking in 1000 again", 1],
  ["a query that broke", [...lostOnce, "broken"], "asking in 1000 again", 1],
  ["another error", [...lostOnce, "failing", "broken"], "asking in 2000 again", 1],
  ["refusal, success, again", [...lostOnce, "failing", "early"], "asking in 2000", 1],
  ["an order with another id is no reply", [...lostOnce, "stray"], "asking in 1000 again", 1],
  ["a query that is refused for good", [...lostOnce, "denied"], "unknown", 1],
  ["no operation finds orders", [...lostOnce, "impossible"], "unknown", 1],
  ["a query with a defect of the client", [...lostOnce, "bug"], "asking in 1000 again", 1],
  ["time is up in a query", [...lostOnce, "timeUp"], "unknown", 1],
  ["time is up in a wait", [...lostOnce, "early", "timeUp"], "unknown", 1],
  ["observed before the response", ["sent", "observed"], "sending", 1],
  ["observed, then the response", ["sent", "observed", "placed"], "placed", 1],
  ["observed, then no response", ["sent", "observed", "lost"], "placed", 1],
  ["observed, then an error", ["sent", "observed", "refused"], "placed", 1],
  ["observed in a wait", [...lostOnce, "early", "observed"], "placed", 1],
  ["another order is observed", [...lostOnce, "observedOther"], "asking 17000", 1],
  ["observed before a request was sent", ["observed", "lost"], "unknown", 0],
  ["observed when unknown", [...lostOnce, "timeUp", "observed"], "unknown", 1],
  ["observed when unknown, then asked", [...lostOnce, "timeUp", "observed", "ask"], "placed", 1],
  ["asked for again", [...lostOnce, "timeUp", "ask"], "asking 500", 1],
  ["a reply after the end", [...lostOnce, "timeUp", "found"], "unknown", 1],
  ["found later", [...lostOnce, "early", "found"], "placed", 1],
  ["asked for while it is searched", [...lostOnce, "ask"], "asking 17000", 1],
  ["a reply to no query", ["sent", "found"], "sending", 1],
  ["events after the end", ["sent", "placed", "lost", "found", "ask"], "placed", 1],
  ["an id of ours that is open is asked for", ["sent", "repeat"], "asking 17000", 1],
  ["a repeat is never sent again", ["sent", "repeat", "proven"], "rejected", 1],
  ["the code of a repeat for another reason", ["sent", "poor"], "rejected", 1],
  ["the code of a repeat without a reason", ["sent", "noWords"], "rejected", 1],
  ["the words of a repeat with another code", ["sent", "repeatWords"], "rejected", 1],
  ["a repeat of the caller's id", ["sent", "repeat", "early"], "rejected", 1, { isOwnId: false }],
  ["an attempt, none, and again", [...lostOnce, "proven", ...lostOnce, "proven"], "rejected", 2],
];

for (const [name, names, phase, attempts, other] of rows) {
  test(name, () => {
    const state = run(names, { ...facts, ...other });
    expect([phaseText(state), state.attempts]).toEqual([phase, attempts]);
  });
}

/** Events and the phase after the last, for a contract that says nothing of placements. */
const silentRows: readonly (readonly [string, readonly EventName[], string])[] = [
  ["every success is ours", ["sent", "noId"], "placed"],
  ["a repeat is refused as anything else", ["sent", "repeat"], "rejected"],
  ["so is an error without a code", ["sent", "noCode"], "rejected"],
  ["no time is left for orders to appear", lostOnce, "asking 16000"],
  ["no code says that there is no order", [...lostOnce, "unlisted"], "unknown"],
  ["nor does an error without a code", [...lostOnce, "queryNoCode"], "unknown"],
  ["no record can be compared", [...lostOnce, "found"], "asking in 1000 again"],
];

for (const [name, names, phase] of silentRows) {
  test(`without rules of placements: ${name}`, () => {
    const state = run(names, { ...facts, placement: undefined });
    expect(phaseText(state)).toBe(phase);
    if (phase !== "placed") return;
    const { completed: call } = events.noId;
    const whole = { kind: "placed", order: call.value, completed: call, isResponse: true };
    expect(state.phase).toEqual(whole);
  });
}

test("without words that set a repeat apart, its code is enough", () => {
  const { refusedRepeatMessage: _, ...wordless } = placement;
  const given = { ...facts, placement: wordless };
  expect(phaseText(run(["sent", "noWords"], given))).toBe("asking 17000");
});

/** The exchange's time when a response is lost, and how long is asked for the order. */
for (const [nowMs, budgetMs] of [
  [0, 17_000],
  [6_500, 10_500],
  [7_000, 10_000],
  [50_000, 10_000],
] as const) {
  test(`an order is asked for until 10 s after the proof, from ${nowMs} on`, () => {
    expect(phaseText(run(lostOnce, facts, nowMs))).toBe(`asking ${budgetMs}`);
  });
}

const none = { attempts: 0, entry: undefined, observed: undefined };

test("a request has the time that is left until the deadline", () => {
  const phase = { kind: "sending", timeoutMs: 99_000 };
  expect(run([], facts, 1000)).toStrictEqual({ ...none, phase });
});

test("what an outcome holds", () => {
  const outcome = (...names: EventName[]) => run(names, facts).phase;
  const response = outcome("sent", "placed");
  const { completed: call } = events.placed;
  expect(response).toEqual({ kind: "placed", order, completed: call, isResponse: true });
  const { completed: reply } = events.found.reply;
  expect(outcome("sent", "lost", "found")).toEqual({ kind: "placed", order, completed: reply });
  expect(outcome("sent", "lost", "observed")).toEqual({ kind: "placed", order });
  const [{ value: other }, no] = [events.elsewhere.completed, "The response names no order."];
  expect(outcome("sent", "noFields", "timeUp")).toMatchObject({
    error: { cause: { message: no } },
  });
  expect(outcome("sent", "elsewhere", "proven")).toMatchObject({ otherOrder: other });
  expect(outcome("sent", "otherId", "proven")).toMatchObject({
    otherOrder: events.otherId.completed.value,
  });
  const { error } = events.lost;
  expect(outcome("sent", "lost", "timeUp")).toEqual({ kind: "unknown", error });
  expect(outcome("sent", "repeat", "proven")).toMatchObject({
    kind: "rejected",
    error: { name: "NotPlacedError", clientId: "mine", attempts: 1, cause: { code: -2010 } },
  });
  expect(outcome("sent", "otherId", "timeUp")).toMatchObject({
    error: {
      cause: { message: "The response names another order.", operation: "placeOrder", attempts: 1 },
    },
  });
});

/** The fields of a success, and the phase after it. */
const successes: readonly (readonly [object | null, string])[] = [
  [{}, "asking 17000"],
  [[], "asking 17000"],
  [[order], "asking 17000"],
  [{ clientOrderId: "mine" }, "placed"],
  [{ clientOrderId: "", orderId: 1 }, "placed"],
  [{ clientOrderId: null, orderId: 1 }, "placed"],
  [{ clientOrderId: null }, "asking 17000"],
  [{ clientOrderId: "MINE", orderId: 1 }, "asking 17000"],
  [{ orderId: 1 }, "placed"],
  [{ orderId: 2n ** 63n - 1n, symbol: "X" }, "placed"],
  [{ orderId: "1" }, "placed"],
  [{ orderId: 1, symbol: null }, "placed"],
  [{ orderId: 1, symbol: "" }, "placed"],
  [{ orderId: 1, symbol: "Y" }, "asking 17000"],
  [{ orderId: 1, symbol: "x" }, "asking 17000"],
  [{ orderId: 0 }, "asking 17000"],
  [{ orderId: -1 }, "asking 17000"],
  [{ orderId: null }, "asking 17000"],
  [{ orderId: "" }, "asking 17000"],
  // An echo of the client id does not outweigh it.
  [{ ...order, orderId: null }, "asking 17000"],
  [{ ...order, symbol: "Y" }, "asking 17000"],
  // What else was sent may come back in another form.
  [{ ...order, price: "0", side: 7 }, "placed"],
];

test.for(successes)("a success that says %o", ([value, phase]) => {
  const context = { ...facts, localMs: 0, serverMs: 0 };
  const event = { kind: "response", completed: completed(value) } as const;
  const state = placementStep(run(["sent"], facts), event, context);
  expect(phaseText(state)).toBe(phase);
  // Nothing is added to what the exchange said.
  if (state.phase.kind === "placed") expect(state.phase.order).toBe(value);
});

/** A record of the caller's id, whether it is the order that was sent, and how that differs. */
const records: readonly (readonly [string, object, string, Partial<PlacementEntry>?])[] = [
  ["the same", {}, "placed"],
  ["at the earliest time that is possible", { time: -999 }, "placed"],
  ["a millisecond earlier", { time: -1000 }, "rejected"],
  ["at the latest time", { time: 6000 }, "placed"],
  ["a millisecond later", { time: 6001 }, "unknown"],
  ["another price", { price: "1.51" }, "unknown"],
  ["a price in other digits", { price: "01.500" }, "placed"],
  ["a field that is not in the record", { price: undefined }, "placed"],
  ["null for a field", { price: null }, "placed"],
  ["another price of another time", { price: "2", time: -1000 }, "rejected"],
  ["a time that is not a number", { time: "-1000" }, "placed"],
  ["a price with a zero inside", { price: "1.050" }, "unknown"],
  ["a whole price ten times as high", { price: "100" }, "unknown", { fields: { price: "10" } }],
  ["a field that was not sent", { price: "0" }, "placed", { fields: { symbol: "X" } }],
  ["an id that was made here", { price: "2", time: -1000 }, "placed", { isOwnId: true }],
];

for (const [name, fields, phase, sent] of records) {
  test(`a record with the caller's id: ${name}`, () => {
    const given = { ...facts, maxAttempts: 1, isOwnId: false };
    const theirOrder = { ...order, ...fields };
    const event = found(7000, theirOrder);
    const context = { ...given, localMs: 0, serverMs: 0 };
    const asked = run(lostOnce, given);
    const theirs = { ...entry, isOwnId: false, ...sent };
    const search = asked.phase.kind === "asking" ? asked.phase.search : undefined;
    if (search === undefined) throw new Error("It is not asked for.");
    const state: PlacementState = {
      ...asked,
      phase: { kind: "asking", search: { ...search, entry: theirs } },
    };
    const ended = placementStep(state, event, context).phase;
    expect(ended.kind).toBe(phase);
    if (phase !== "placed") expect(ended).toMatchObject({ otherOrder: theirOrder });
  });
}

test("a record of another symbol says nothing, whoever made the id", () => {
  const context = { ...facts, localMs: 0, serverMs: 0 };
  const other = { ...order, symbol: "Y" };
  const asked = run(lostOnce, facts);
  expect(phaseText(placementStep(asked, found(9000, other), context))).toBe("asking in 1000 again");
  expect(placementStep(asked, { kind: "observed", order: other }, context)).toBe(asked);
});

test("another order hides ours for good only when its query proves something", () => {
  const given = { ...facts, isOwnId: false };
  const theirs = { ...entry, isOwnId: false };
  const context = { ...given, localMs: 0, serverMs: 0 };
  const start = startPlacement(context);
  const asked = [{ kind: "sent", entry: theirs } as const, events.lost].reduce(
    (state, event) => placementStep(state, event, context),
    start,
  );
  for (const [stampMs, phase] of [
    [6999, "asking in 1000"],
    [7000, "unknown"],
  ] as const) {
    const event = found(stampMs, { ...order, price: "9" });
    expect(phaseText(placementStep(asked, event, context))).toBe(phase);
  }
});

test("the last wait before the proof ends with it, and none is shorter than asked for", () => {
  const context = { ...facts, localMs: 6900, serverMs: 6900 };
  expect(phaseText(placementStep(run(lostOnce, facts), events.early, context))).toBe(
    "asking in 100",
  );
  const wait = { status: 429, code: -1003, attempts: 1, advice: "wait", retryAfterMs: 7500 };
  const event = failed(new ApiError(wait as never));
  expect(phaseText(placementStep(run(lostOnce, facts), event, context))).toBe(
    "asking in 7500 again",
  );
});

test("a restored placement asks and never sends", () => {
  const context = { ...facts, localMs: 0, serverMs: 0 };
  const restored = restoredPlacement(facts, entry);
  const asked = placementStep(restored, events.ask, context);
  expect([phaseText(restored), phaseText(asked)]).toEqual(["unknown", "asking 500"]);
  expect(phaseText(placementStep(asked, events.proven, context))).toBe("rejected");
  expect(phaseText(placementStep(asked, events.found, context))).toBe("placed");
});
