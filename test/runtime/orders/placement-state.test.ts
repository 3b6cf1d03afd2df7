/** The placement reducer, step by step: events in, phases and effects out. */

import { expect, test } from "vitest";

import {
  ApiError,
  InvalidRequestError,
  TimeoutError,
  TransportError,
  UnknownOutcomeError,
} from "../../../runtime/errors.ts";
import type {
  PlacementEvent,
  PlacementFacts,
  PlacementState,
  PlacementStep,
} from "../../../runtime/orders/placement-state.ts";
import {
  placementStep,
  restoredPlacement,
  startPlacement,
} from "../../../runtime/orders/placement-state.ts";
import type { PlacementEntry } from "../../../runtime/orders/types.ts";
import { retry, signing } from "../client/given.ts";

const placements = {
  notFoundCode: -2013,
  refusedRepeatCode: -2010,
  refusedRepeatMessage: "Duplicate",
  settleMs: 1000,
  record: {
    clientId: "clientOrderId",
    placedMs: "time",
    sent: { symbol: "symbol", price: "price" },
  },
};
const question = { operation: "getOrder", fields: {} };
const facts: PlacementFacts = {
  operation: "placeOrder",
  clientId: "mine",
  isOwnId: true,
  question,
  maxAttempts: 2,
  endMs: 100_000,
  resolveMs: undefined,
  tables: { signing, retry: { ...retry, placements } },
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
  cause: new TimeoutError("late", "unknown", {}),
});

/** Events by short names; `at` sets both clocks. */
const events = {
  stamped: { kind: "stamped", entry },
  journaled: { kind: "journaled" },
  placed: { kind: "response", completed: completed(order) },
  noId: { kind: "response", completed: completed({ symbol: "X", orderId: 1 }) },
  noOrder: { kind: "response", completed: completed(null) },
  otherId: { kind: "response", completed: completed({ ...order, clientOrderId: "another" }) },
  lost: { kind: "error", error: lost },
  refused: { kind: "error", error: refused(-2015) },
  repeat: { kind: "error", error: refused(-2010, "Duplicate order") },
  invalid: { kind: "error", error: new InvalidRequestError([]) },
  defect: { kind: "error", error: new RangeError("bug") },
  observed: { kind: "observed", order },
  observedOther: { kind: "observed", order: { ...order, clientOrderId: "another" } },
  found: { kind: "reply", reply: { kind: "order", stampMs: 1, completed: completed(order) } },
  early: { kind: "reply", reply: { kind: "error", stampMs: 6999, error: refused(-2013) } },
  proven: { kind: "reply", reply: { kind: "error", stampMs: 7000, error: refused(-2013) } },
  unsigned: { kind: "reply", reply: { kind: "error", stampMs: -Infinity, error: refused(-2013) } },
  failing: { kind: "reply", reply: { kind: "error", stampMs: 1, error: refused(-1003) } },
  broken: {
    kind: "reply",
    reply: { kind: "error", stampMs: 1, error: new TransportError("x", "unknown", {}) },
  },
  denied: { kind: "reply", reply: { kind: "error", stampMs: 1, error: refused(-2015) } },
  skipped: { kind: "reply", reply: { kind: "skipped" } },
  impossible: { kind: "reply", reply: { kind: "impossible" } },
  stray: {
    kind: "reply",
    reply: { kind: "order", stampMs: 9000, completed: completed({ clientOrderId: "another" }) },
  },
  timer: { kind: "timer" },
  timeUp: { kind: "timeUp" },
  ask: { kind: "ask", resolveMs: 500 },
} as const satisfies Record<string, PlacementEvent>;

type EventName = keyof typeof events;

/** One effect as a short text. */
function effectText(effect: PlacementStep["effects"][number]): string {
  switch (effect.kind) {
    case "send":
      return `send ${effect.maxAttempts}`;
    case "query":
      return effect.isRetry ? "query again" : "query";
    case "wait":
      return `wait ${effect.waitMs}`;
    case "startAsking":
      return `ask for ${effect.budgetMs}`;
    case "endCall":
      return `end call in ${effect.afterMs}`;
    case "endJournal":
      return `journal ${effect.outcome}`;
    case "writeJournal":
    case "stopAsking":
    case "finish":
      return effect.kind;
  }
}

function run(names: readonly EventName[], given: PlacementFacts, nowMs = 0): PlacementStep[] {
  const time = { localMs: nowMs, serverMs: nowMs };
  const steps = [startPlacement(given, time)];
  for (const name of names) {
    const state = steps.at(-1)?.state as PlacementState;
    steps.push(placementStep(state, events[name], given, time));
  }
  return steps;
}

const sent = ["stamped", "journaled"] as const;
const asked = [...sent, "lost"] as const;
const end = (outcome?: string) => [
  "stopAsking",
  ...(outcome ? [`journal ${outcome}`] : []),
  "finish",
];

/** Name, events, the phase and the attempts after the last, its effects, other facts. */
const rows: readonly (readonly [
  string,
  readonly EventName[],
  string,
  number,
  readonly string[],
  Partial<PlacementFacts>?,
])[] = [
  ["a start sends", [], "checking", 0, ["send 2"]],
  ["a stamped request is journaled before it counts", ["stamped"], "checking", 0, ["writeJournal"]],
  ["a journaled request counts as sent", [...sent], "sending", 1, []],
  ["a response with the client id", [...sent, "placed"], "placed", 1, end("placed")],
  ["a response without the client id is ours", [...sent, "noId"], "placed", 1, end("placed")],
  ["a response that is no order", [...sent, "noOrder"], "asking", 1, ["ask for 17000", "query"]],
  ["a response with another id", [...sent, "otherId"], "asking", 1, ["ask for 17000", "query"]],
  ["invalid before it was sent", ["invalid"], "rejected", 0, end()],
  ["refused for certain", [...sent, "refused"], "rejected", 1, end("rejected")],
  ["a defect of the client", [...sent, "defect"], "failed", 1, end()],
  ["no response", [...asked], "asking", 1, ["ask for 17000", "query"]],
  ["no response, and no time to ask", [...asked], "unknown", 1, end(), { resolveMs: 0 }],
  ["found", [...asked, "found"], "placed", 1, end("placed")],
  ["not found, but too early to be certain", [...asked, "early"], "waiting", 1, ["wait 1000"]],
  ["an unsigned query proves nothing", [...asked, "unsigned"], "waiting", 1, ["wait 1000"]],
  ["certainly none is sent again", [...asked, "proven"], "checking", 1, ["stopAsking", "send 1"]],
  [
    "none, and no attempt left",
    [...asked, "proven"],
    "rejected",
    1,
    end("rejected"),
    { maxAttempts: 1 },
  ],
  ["none, and no time left", [...asked, "proven"], "rejected", 1, end("rejected"), { endMs: 0 }],
  ["each wait is longer", [...asked, "early", "timer", "early"], "waiting", 1, ["wait 2000"]],
  ["a query after a wait", [...asked, "early", "timer"], "asking", 1, ["query"]],
  [
    "a query after an error is a retry",
    [...asked, "failing", "timer"],
    "asking",
    1,
    ["query again"],
  ],
  ["a query that broke", [...asked, "broken", "timer"], "asking", 1, ["query again"]],
  ["a skipped query waits", [...asked, "failing", "timer", "skipped"], "waiting", 1, ["wait 2000"]],
  [
    "refusal, success, refusal",
    [...asked, "failing", "timer", "early", "timer"],
    "asking",
    1,
    ["query"],
  ],
  ["an order with another id is no reply", [...asked, "stray"], "waiting", 1, ["wait 1000"]],
  ["a query that is refused for good", [...asked, "denied"], "unknown", 1, end()],
  ["no operation finds orders", [...asked, "impossible"], "unknown", 1, end()],
  ["time is up in a query", [...asked, "timeUp"], "unknown", 1, end()],
  ["time is up in a wait", [...asked, "early", "timeUp"], "unknown", 1, end()],
  ["observed before the response", [...sent, "observed"], "sending", 1, ["end call in 1000"]],
  ["observed twice", [...sent, "observed", "observed"], "sending", 1, []],
  ["observed, then the response", [...sent, "observed", "placed"], "placed", 1, end("placed")],
  ["observed, then no response", [...sent, "observed", "lost"], "placed", 1, end("placed")],
  ["observed, then an error", [...sent, "observed", "refused"], "placed", 1, end("placed")],
  ["observed in a query", [...asked, "observed"], "placed", 1, end("placed")],
  ["observed in a wait", [...asked, "early", "observed"], "placed", 1, end("placed")],
  ["another order is observed", [...asked, "observedOther"], "asking", 1, []],
  ["observed before a request was stamped", ["observed"], "checking", 0, []],
  ["observed when unknown", [...asked, "timeUp", "observed"], "unknown", 1, []],
  [
    "observed when unknown, then asked",
    [...asked, "timeUp", "observed", "ask"],
    "placed",
    1,
    end("placed"),
  ],
  ["asked for again", [...asked, "timeUp", "ask"], "asking", 1, ["ask for 500", "query"]],
  [
    "asked for again, certainly none",
    [...asked, "timeUp", "ask", "proven"],
    "rejected",
    1,
    end("rejected"),
  ],
  ["a reply after the end", [...asked, "timeUp", "found"], "unknown", 1, []],
  ["a reply in a wait", [...asked, "early", "found"], "waiting", 1, []],
  ["a timer in a query", [...asked, "timer"], "asking", 1, []],
  ["events after the end", [...sent, "placed", "lost", "found"], "placed", 1, []],
  [
    "an id of ours that is open is asked for",
    [...sent, "repeat"],
    "asking",
    1,
    ["ask for 17000", "query"],
  ],
  ["a repeat is never sent again", [...sent, "repeat", "proven"], "rejected", 1, end("rejected")],
  [
    "an open order with an id of the caller's needs no proof",
    [...sent, "repeat", "early"],
    "rejected",
    1,
    end("rejected"),
    { isOwnId: false },
  ],
  ["a second attempt", [...asked, "proven", ...sent], "sending", 2, []],
  [
    "an attempt, none, an attempt, none",
    [...asked, "proven", ...sent, "lost", "proven"],
    "rejected",
    2,
    end("rejected"),
  ],
];

for (const [name, names, phase, attempts, effects, other] of rows) {
  test(name, () => {
    const last = run(names, { ...facts, ...other }).at(-1);
    expect({
      phase: last?.state.phase.kind,
      attempts: last?.state.attempts,
      effects: last?.effects.map(effectText),
    }).toEqual({ phase, attempts, effects });
  });
}

test("absence is proven by the first query after the window, and not one millisecond earlier", () => {
  for (const [stampMs, kind] of [
    [6999, "waiting"],
    [7000, "rejected"],
  ] as const) {
    const state = run([...asked], { ...facts, maxAttempts: 1 }).at(-1)?.state as PlacementState;
    const reply = { kind: "error", stampMs, error: refused(-2013) } as const;
    const time = { localMs: 0, serverMs: stampMs };
    const step = placementStep(state, { kind: "reply", reply }, { ...facts, maxAttempts: 1 }, time);
    expect(step.state.phase.kind).toBe(kind);
  }
});

test("the last wait before the proof ends with it", () => {
  const state = run([...asked], facts).at(-1)?.state as PlacementState;
  const time = { localMs: 6900, serverMs: 6900 };
  const { effects } = placementStep(state, events.early, facts, time);
  expect(effects.map(effectText)).toEqual(["wait 100"]);
});

test("a restart at any point finds in the journal what may have been sent, and sends nothing", () => {
  for (const [, names, , , , other] of rows) {
    const given = { ...facts, ...other };
    let journal: PlacementEntry | undefined;
    for (const { state, effects } of run(names, given)) {
      for (const effect of effects) {
        if (effect.kind === "writeJournal") journal = effect.entry;
        if (effect.kind === "endJournal") journal = undefined;
      }
      const isOpen = !["placed", "rejected", "failed"].includes(state.phase.kind);
      if (isOpen && state.attempts > 0) expect(journal).toEqual(entry);
      if (journal === undefined) continue;
      const restored = restoredPlacement(given, journal);
      const time = { localMs: 0, serverMs: 0 };
      const step = placementStep(restored, events.ask, given, time);
      expect(step.effects.map(effectText)).toEqual(["ask for 500", "query"]);
      const none = placementStep(step.state, events.proven, given, time);
      expect(none.effects.map(effectText)).toEqual(end("rejected"));
    }
  }
});
