/** The reducer of a user data session: each row is a history, and the effects of each input. */

import { expect, test } from "vitest";

import {
  newSession,
  publicState,
  reduceSession,
  type SessionEffect,
  type SessionInput,
  type SessionModel,
  type StreamTiming,
} from "../../../runtime/user-data/session-state.ts";
import type { Reconciled, SessionEvent } from "../../../runtime/user-data/types.ts";

const timing: StreamTiming = {
  keepAliveEveryMs: 30,
  validityMs: 60,
  checkEveryMs: 300,
  checkGraceMs: 5,
  bufferMax: 2,
};

const found: Reconciled = {
  orders: [],
  unknownOrders: [],
  trades: [],
  cursors: new Map(),
  account: {},
  position: 0,
};
const error = new Error("unavailable");
const missed: SessionEvent = { kind: "trade", from: "rest", trade: { id: 1 } };

/** An input; what depends on the model is filled in from it. `past` are the models before it. */
type Given = (model: SessionModel, past: readonly SessionModel[]) => SessionInput;

const start: Given = () => ({ kind: "start" });
const keys =
  (...names: readonly string[]): Given =>
  ({ work }) => ({ kind: "keysObtained", work, keys: names, isOwn: true, requestedMs: 0 });
const live =
  (key: string): Given =>
  () => ({ kind: "streamLive", key });
const gap =
  (key: string): Given =>
  () => ({ kind: "streamGap", key, reason: "cut" });
const refused: Given = () => ({ kind: "streamRefused", reason: "unknown stream" });
const expired =
  (key: string): Given =>
  () => ({ kind: "keyExpired", key });
const replies: Given = ({ work }) => ({ kind: "reconciled", work, found });
const failed =
  (task: "start" | "reconcile" | "check", isFatal = false): Given =>
  ({ work }) => ({ kind: "failed", work, task, error, isFatal });
const timer =
  (task: "start" | "reconcile" | "check" | "compare" | "keepAlive"): Given =>
  ({ work }) => ({ kind: "timer", work, task, found });
const compared =
  (...events: readonly SessionEvent[]): Given =>
  () => ({ kind: "compared", missed: events });
const keptAlive =
  (requestedMs: number): Given =>
  (model) => ({ kind: "keptAlive", keys: model.keys, requestedMs });
const keepAliveFailed =
  (nowMs: number, isUnknownKey = false): Given =>
  (model) => ({ kind: "keepAliveFailed", keys: model.keys, error, isUnknownKey, nowMs });
const message: Given = () => ({ kind: "message", event: "report" });
const report =
  (event: string): Given =>
  () => ({ kind: "message", event });
const close: Given = () => ({ kind: "close" });
/** The result of a request that was made so many inputs ago. */
const late =
  (given: Given, inputs: number): Given =>
  (model, past) =>
    given(past.at(-inputs) ?? model, past);
const givenKey: Given = (model, past) =>
  ({ ...keys("g")(model, past), isOwn: false }) as SessionInput;

const toLive = [start, keys("a"), live("a"), replies];

interface Row {
  readonly name: string;
  /** Inputs before the first one that is looked at. */
  readonly after?: readonly Given[];
  readonly steps: readonly (readonly [given: Given, effects: string])[];
  readonly state: ReturnType<typeof publicState>;
}

const renewed = (reason: string): string =>
  `unsubscribe, emit gap: ${reason}, notify newKey: ${reason}, obtainKeys`;

const rows: readonly Row[] = [
  {
    name: "a session starts: baseline, key, stream, reconciliation, live",
    steps: [
      [start, "obtainKeys"],
      [keys("a", "b"), "timer keepAlive 30, subscribe a b"],
      [live("a"), ""],
      [live("b"), "reconcile"],
      [message, ""],
      [replies, "applyReconciled, applyEvent, emit live, timer check 300"],
      [message, "applyEvent"],
    ],
    state: "live",
  },
  {
    name: "the start fails, succeeds and fails: the backoff starts again",
    steps: [
      [start, "obtainKeys"],
      [failed("start"), "retry start 1: unavailable"],
      [timer("start"), "obtainKeys"],
      [failed("start"), "retry start 2: unavailable"],
      [timer("start"), "obtainKeys"],
      [keys("a"), "timer keepAlive 30, subscribe a"],
      [live("a"), "reconcile"],
      [failed("reconcile"), "retry reconcile 1: unavailable"],
      [timer("reconcile"), "reconcile"],
    ],
    state: "starting",
  },
  {
    name: "an error that lasts ends a session that was never live",
    steps: [
      [start, "obtainKeys"],
      [failed("start", true), "unsubscribe, end unavailable, closeKeys"],
    ],
    state: "closed",
  },
  {
    name: "the same error is retried once the session was live",
    after: [...toLive, gap("a"), live("a")],
    steps: [[failed("reconcile", true), "retry reconcile 1: unavailable"]],
    state: "stale",
  },
  {
    name: "a gap: the next delivery reconciles, and late replies are ignored",
    after: toLive,
    steps: [
      [gap("a"), "emit gap: cut"],
      [message, ""],
      [late(timer("check"), 2), ""],
      [live("a"), "reconcile"],
      [gap("a"), ""],
      [late(replies, 1), ""],
      [late(failed("reconcile"), 2), ""],
      [live("a"), "reconcile"],
      [replies, "applyReconciled, applyEvent, emit live, timer check 300"],
    ],
    state: "live",
  },
  {
    name: "the keys are kept alive through a gap, by the timer from before it",
    after: [...toLive, gap("a")],
    steps: [
      [late(timer("keepAlive"), 1), "keepAlive a"],
      [keptAlive(1), "timer keepAlive 30"],
    ],
    state: "stale",
  },
  {
    name: "a stream that is live already changes nothing, and one that is not is waited for",
    after: [start, keys("a", "b"), live("a"), live("b"), replies],
    steps: [
      [live("a"), ""],
      [gap("a"), "emit gap: cut"],
      [gap("b"), ""],
      [gap("a"), ""],
      [live("a"), ""],
      [live("a"), ""],
      [live("b"), "reconcile"],
    ],
    state: "stale",
  },
  {
    name: "more events than the buffer holds: the account is requested again",
    after: [...toLive, gap("a"), live("a")],
    steps: [
      [message, ""],
      [message, ""],
      [message, ""],
      [message, ""],
      [replies, "applyReconciled, reconcile"],
      [replies, "applyReconciled, applyEvent, emit live, timer check 300"],
    ],
    state: "live",
  },
  {
    name: "a reconciliation that is repeated knows of no dropped events",
    after: [...toLive, gap("a"), live("a"), message, message, message],
    steps: [
      [failed("reconcile"), "retry reconcile 1: unavailable"],
      [timer("reconcile"), "reconcile"],
      [replies, "applyReconciled, emit live, timer check 300"],
    ],
    state: "live",
  },
  {
    name: "after it was live, the buffer is empty and the backoff starts again",
    after: [...toLive, gap("a"), live("a"), message, message, failed("reconcile"), replies],
    steps: [
      [gap("a"), "emit gap: cut"],
      [message, ""],
      [message, ""],
      [live("a"), "reconcile"],
      [failed("reconcile"), "retry reconcile 1: unavailable"],
    ],
    state: "stale",
  },
  {
    name: "a key that was passed in is kept alive at once, and not closed",
    after: [start],
    steps: [
      [givenKey, "timer keepAlive 0, subscribe g"],
      [close, "unsubscribe, end, closeKeys"],
    ],
    state: "closed",
  },
  {
    name: "the key expires during a reconciliation",
    after: [...toLive, gap("a"), live("a")],
    steps: [
      [expired("a"), "unsubscribe, notify newKey: the listenKey has expired, obtainKeys"],
      [late(replies, 1), ""],
      [expired("a"), ""],
      [keys("b"), "timer keepAlive 30, subscribe b"],
      [live("a"), ""],
      [gap("a"), ""],
      [live("b"), "reconcile"],
      [replies, "applyReconciled, emit live, timer check 300"],
    ],
    state: "live",
  },
  {
    name: "the key expires while the session is live; another key's end means nothing",
    after: toLive,
    steps: [
      [expired("other"), ""],
      [expired("a"), renewed("the listenKey has expired")],
      [timer("keepAlive"), ""],
      [late(keepAliveFailed(1, true), 2), ""],
      [keys("b"), "timer keepAlive 30, subscribe b"],
      [late(keepAliveFailed(1, true), 4), ""],
      [late(keptAlive(1), 5), ""],
    ],
    state: "stale",
  },
  {
    name: "keepAlive fails, succeeds and fails: each success counts from its request",
    after: toLive,
    steps: [
      [timer("keepAlive"), "keepAlive a"],
      [keepAliveFailed(35), "retry keepAlive 1 25: unavailable"],
      [timer("keepAlive"), "keepAlive a"],
      [keptAlive(40), "timer keepAlive 30"],
      [keepAliveFailed(99), "retry keepAlive 1 1: unavailable"],
      [keepAliveFailed(100), renewed("the listenKey was not kept alive in time")],
    ],
    state: "stale",
  },
  {
    name: "keepAlive of a key that the exchange does not know",
    after: toLive,
    steps: [[keepAliveFailed(1, true), renewed("the exchange does not know the listenKey")]],
    state: "stale",
  },
  {
    name: "a stream is refused: at once a new key, then with a wait, until it is live",
    after: toLive,
    steps: [
      [refused, renewed("unknown stream")],
      [keys("b"), "timer keepAlive 30, subscribe b"],
      [refused, "unsubscribe, notify newKey: unknown stream, retry start 2"],
      [timer("start"), "obtainKeys"],
      [keys("c"), "timer keepAlive 30, subscribe c"],
      [live("c"), "reconcile"],
      [replies, "applyReconciled, emit live, timer check 300"],
      [refused, renewed("unknown stream")],
    ],
    state: "stale",
  },
  {
    name: "a check that finds nothing leaves the session live",
    after: toLive,
    steps: [
      [timer("check"), "reconcile for check"],
      [message, "applyEvent"],
      [replies, "timer compare 5"],
      [timer("compare"), "compare"],
      [compared(), "timer check 300"],
    ],
    state: "live",
  },
  {
    name: "a check that finds something is a gap, and the key is checked",
    after: toLive,
    steps: [
      [timer("check"), "reconcile for check"],
      [failed("check"), "retry check 1: unavailable"],
      [timer("check"), "reconcile for check"],
      [replies, "timer compare 5"],
      [timer("compare"), "compare"],
      [
        compared(missed),
        "emit gap: the stream did not report everything, emit trade, emit live, timer check 300, keepAlive a",
      ],
    ],
    state: "live",
  },
  {
    name: "a gap during a check ends it",
    after: [...toLive, timer("check")],
    steps: [
      [gap("a"), "emit gap: cut"],
      [late(replies, 1), ""],
      [live("a"), "reconcile"],
    ],
    state: "stale",
  },
  {
    name: "what a check found is emitted after a gap, too",
    after: [...toLive, gap("a")],
    steps: [[compared(missed), "emit trade"]],
    state: "stale",
  },
  {
    name: "a gap while it starts is none, and keys that come too late are not used",
    steps: [
      [start, "obtainKeys"],
      [refused, "unsubscribe, notify newKey: unknown stream, obtainKeys"],
      [late(keys("a"), 2), ""],
      [keys("b"), "timer keepAlive 30, subscribe b"],
      [live("a"), ""],
      [gap("b"), ""],
      [live("b"), "reconcile"],
    ],
    state: "starting",
  },
  {
    name: "events wait in their order, and those before a renewal wait on",
    after: [...toLive, gap("a"), report("first")],
    steps: [
      [expired("a"), "unsubscribe, notify newKey: the listenKey has expired, obtainKeys"],
      [report("second"), ""],
      [keys("b"), "timer keepAlive 30, subscribe b"],
      [live("b"), "reconcile"],
      [replies, "applyReconciled, applyEvent first, applyEvent second, emit live, timer check 300"],
      [report("third"), "applyEvent third"],
    ],
    state: "live",
  },
  {
    name: "a check that fails, succeeds and fails: the backoff starts again",
    after: [...toLive, timer("check")],
    steps: [
      [failed("check", true), "retry check 1: unavailable"],
      [failed("check"), "retry check 2: unavailable"],
      [replies, "timer compare 5"],
      [failed("check"), "retry check 1: unavailable"],
    ],
    state: "live",
  },
  {
    name: "a comparison of nothing does nothing",
    after: toLive,
    steps: [[({ work }) => ({ kind: "timer", work, task: "compare" }), ""]],
    state: "live",
  },
  {
    name: "keepAlive fails again and again; new keys begin anew",
    after: toLive,
    steps: [
      [keepAliveFailed(58), "retry keepAlive 1 2: unavailable"],
      [keepAliveFailed(59), "retry keepAlive 2 1: unavailable"],
      [keepAliveFailed(60), renewed("the listenKey was not kept alive in time")],
      [keys("b"), "timer keepAlive 30, subscribe b"],
      [late(keepAliveFailed(1), 2), ""],
      [keepAliveFailed(10), "retry keepAlive 1 50: unavailable"],
    ],
    state: "stale",
  },
  {
    name: "a start that fails after others did and one key came begins anew",
    after: [start, failed("start"), failed("start"), keys("a")],
    steps: [[failed("reconcile"), "retry reconcile 1: unavailable"]],
    state: "starting",
  },
  {
    name: "a closed session does nothing more",
    after: toLive,
    steps: [
      [close, "unsubscribe, end, closeKeys a"],
      [close, ""],
      [message, ""],
      [timer("keepAlive"), ""],
      [late(replies, 3), ""],
    ],
    state: "closed",
  },
];

for (const { name, after = [], steps, state } of rows) {
  test(name, () => {
    let model = newSession;
    const past: SessionModel[] = [];
    const run = (given: Given): string => {
      const step = reduceSession(model, given(model, past), timing);
      past.push(model);
      model = step.model;
      return step.effects.map(textOf).join(", ");
    };
    after.forEach(run);
    expect(steps.map(([given]) => run(given))).toEqual(steps.map(([, effects]) => effects));
    expect(publicState(model)).toBe(state);
  });
}

test("a session goes through its phases, and knows which keys do not deliver", () => {
  let model = newSession;
  const phases: string[] = [];
  const inputs = [...toLive, gap("a"), gap("a"), live("a"), replies, expired("a")];
  for (const given of inputs) {
    model = reduceSession(model, given(model, []), timing).model;
    phases.push([model.phase, ...model.connecting].join(" "));
  }
  expect(phases).toEqual([
    ...["starting", "connecting a", "reconciling", "live"],
    ...["connecting a", "connecting a", "reconciling", "live", "starting"],
  ]);
  expect(model.keys).toEqual([]);
});

test("a session without checks sets no timer for one", () => {
  const never = { ...timing, checkEveryMs: Number.POSITIVE_INFINITY };
  let model = newSession;
  let effects: readonly SessionEffect[] = [];
  for (const given of toLive) {
    ({ model, effects } = reduceSession(model, given(model, []), never));
  }
  expect(effects.map(textOf)).toEqual(["applyReconciled", "emit live"]);
  expect(model).toEqual({
    ...newSession,
    ...{ phase: "live", hasBeenLive: true, keys: ["a"], ownsKeys: true },
  });
});

test("keys are kept alive from when they were requested", () => {
  const given = { kind: "keysObtained", work: 0, keys: ["a"], isOwn: true } as const;
  const { model } = reduceSession(newSession, { ...given, requestedMs: 40 }, timing);
  const { effects } = reduceSession(model, keepAliveFailed(99)(model, []), timing);
  expect(effects.map(textOf)).toEqual(["retry keepAlive 1 1: unavailable"]);
});

test("a closed session knows no keys and no events", () => {
  let model = newSession;
  for (const given of [...toLive, gap("a"), message, close]) {
    model = reduceSession(model, given(model, []), timing).model;
  }
  expect(model).toEqual({
    ...newSession,
    ...{ phase: "closed", hasBeenLive: true, ownsKeys: true, work: 2 },
  });
});

/** Whatever is closed at whatever moment: one end, and nothing after it. */
test("a session can be closed after each input", () => {
  for (const { after = [], steps } of rows) {
    const inputs = [...after, ...steps.map(([given]) => given)];
    for (let count = 0; count <= inputs.length; count += 1) {
      let model = newSession;
      const ends: string[] = [];
      for (const given of inputs.toSpliced(count, 0, close)) {
        const step = reduceSession(model, given(model, []), timing);
        if (model.phase === "closed") expect(step.effects).toEqual([]);
        // What is under way then is useless.
        else if (step.model.phase === "closed") expect(step.model.work).toBe(model.work + 1);
        model = step.model;
        ends.push(...step.effects.filter(({ kind }) => kind === "end").map(({ kind }) => kind));
      }
      expect([model.phase, ends]).toEqual(["closed", ["end"]]);
    }
  }
});

function textOf(effect: SessionEffect): string {
  expect(effect).toHaveProperty("kind");
  switch (effect.kind) {
    case "timer":
      return `timer ${effect.task} ${effect.ms}`;
    case "retry": {
      const max = Number.isFinite(effect.msMax) ? ` ${effect.msMax}` : "";
      const why = effect.error === undefined ? "" : `: ${effect.error.message}`;
      return `retry ${effect.task} ${effect.failures}${max}${why}`;
    }
    case "reconcile":
      return effect.task === "reconcile" ? "reconcile" : `reconcile for ${effect.task}`;
    case "applyReconciled":
    case "compare":
      expect(effect.found).toBe(found);
      return effect.kind;
    case "applyEvent":
      return effect.event === "report" ? effect.kind : `${effect.kind} ${String(effect.event)}`;
    case "emit":
      if (effect.event.kind === "trade") expect(effect.event).toBe(missed);
      return effect.event.kind === "gap"
        ? `emit gap: ${effect.event.reason}`
        : `emit ${effect.event.kind}`;
    case "notify":
      expect(effect.notice.kind).toBe("newKey");
      return `notify newKey: ${"reason" in effect.notice ? effect.notice.reason : ""}`;
    case "end":
      return `end ${effect.error?.message ?? ""}`.trim();
    case "subscribe":
    case "keepAlive":
    case "closeKeys":
      return [effect.kind, ...effect.keys].join(" ");
    default:
      return effect.kind;
  }
}
