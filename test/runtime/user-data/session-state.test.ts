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
import { readStory } from "../../support/story.ts";

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

const toLive = ["start", "keys a", "live a", "replies"];

/**
 * Inputs and their effects; `after` names inputs before the first one that is looked at. A result
 * can be of a request that was made so many inputs ago. `renewed` is a gap and a new key, both for
 * the same reason.
 */
const story = `
a session starts: baseline, key, stream, reconciliation, live
  start => obtainKeys
  keys a b => timer keepAlive 30, subscribe a b
  live a =>
  live b => reconcile
  message =>
  replies => applyReconciled, applyEvent, emit live, timer check 300
  message => applyEvent
  is live
the start fails, succeeds and fails: the backoff starts again
  start => obtainKeys
  failed start => retry start 1: unavailable
  timer start => obtainKeys
  failed start => retry start 2: unavailable
  timer start => obtainKeys
  keys a => timer keepAlive 30, subscribe a
  live a => reconcile
  failed reconcile => retry reconcile 1: unavailable
  timer reconcile => reconcile
  is starting
an error that lasts ends a session that was never live
  start => obtainKeys
  failed start fatal => unsubscribe, end unavailable, closeKeys
  is closed
the same error is retried once the session was live
  after live, gap a, live a
  failed reconcile fatal => retry reconcile 1: unavailable
  is stale
a gap: the next delivery reconciles, and late replies are ignored
  after live
  gap a => emit gap: cut
  message =>
  2 ago: timer check =>
  live a => reconcile
  gap a =>
  1 ago: replies =>
  2 ago: failed reconcile =>
  live a => reconcile
  replies => applyReconciled, applyEvent, emit live, timer check 300
  is live
the keys are kept alive through a gap, by the timer from before it
  after live, gap a
  1 ago: timer keepAlive => keepAlive a
  keptAlive 1 => timer keepAlive 30
  is stale
a stream that is live already changes nothing, and one that is not is waited for
  after start, keys a b, live a, live b, replies
  live a =>
  gap a => emit gap: cut
  gap b =>
  gap a =>
  live a =>
  live a =>
  live b => reconcile
  is stale
more events than the buffer holds: the account is requested again
  after live, gap a, live a
  message =>
  message =>
  message =>
  message =>
  replies => applyReconciled, reconcile
  replies => applyReconciled, applyEvent, emit live, timer check 300
  is live
after it was live, the buffer is empty and the backoff starts again
  after live, gap a, live a, message, message, failed reconcile, replies
  gap a => emit gap: cut
  message =>
  message =>
  live a => reconcile
  failed reconcile => retry reconcile 1: unavailable
  is stale
a key that was passed in is kept alive at once, and not closed
  after start
  givenKey => timer keepAlive 0, subscribe g
  close => unsubscribe, end, closeKeys
  is closed
the key expires during a reconciliation
  after live, gap a, live a
  expired a => unsubscribe, notify newKey: the listenKey has expired, obtainKeys
  1 ago: replies =>
  expired a =>
  keys b => timer keepAlive 30, subscribe b
  live a =>
  gap a =>
  live b => reconcile
  replies => applyReconciled, emit live, timer check 300
  is live
the key expires while the session is live; another key's end means nothing
  after live
  expired other =>
  expired a => renewed: the listenKey has expired
  timer keepAlive =>
  2 ago: keepAliveFailed 1 unknown =>
  keys b => timer keepAlive 30, subscribe b
  4 ago: keepAliveFailed 1 unknown =>
  5 ago: keptAlive 1 =>
  is stale
keepAlive fails, succeeds and fails: each success counts from its request
  after live
  timer keepAlive => keepAlive a
  keepAliveFailed 35 => retry keepAlive 1 25: unavailable
  timer keepAlive => keepAlive a
  keptAlive 40 => timer keepAlive 30
  keepAliveFailed 99 => retry keepAlive 1 1: unavailable
  keepAliveFailed 100 => renewed: the listenKey was not kept alive in time
  is stale
keepAlive of a key that the exchange does not know
  after live
  keepAliveFailed 1 unknown => renewed: the exchange does not know the listenKey
  is stale
a stream is refused: at once a new key, then with a wait, until it is live
  after live
  refused => renewed: unknown stream
  keys b => timer keepAlive 30, subscribe b
  refused => unsubscribe, notify newKey: unknown stream, retry start 2
  timer start => obtainKeys
  keys c => timer keepAlive 30, subscribe c
  live c => reconcile
  replies => applyReconciled, emit live, timer check 300
  refused => renewed: unknown stream
  is stale
a check that finds nothing leaves the session live
  after live
  timer check => reconcile for check
  message => applyEvent
  replies => timer compare 5
  timer compare => compare
  compared => timer check 300
  is live
a check that finds something is a gap, and the key is checked
  after live
  timer check => reconcile for check
  failed check => retry check 1: unavailable
  timer check => reconcile for check
  replies => timer compare 5
  timer compare => compare
  compared trade => emit gap: $unreported, emit trade, emit live, timer check 300, keepAlive a
  is live
what a check found is emitted after a gap, too
  after live, gap a
  compared trade => emit trade
  is stale
a gap while it starts is none, and keys that come too late are not used
  start => obtainKeys
  refused => unsubscribe, notify newKey: unknown stream, obtainKeys
  2 ago: keys a =>
  keys b => timer keepAlive 30, subscribe b
  live a =>
  gap b =>
  live b => reconcile
  is starting
events wait in their order, and those before a renewal wait on
  after live, gap a, message first
  expired a => unsubscribe, notify newKey: the listenKey has expired, obtainKeys
  message second =>
  keys b => timer keepAlive 30, subscribe b
  live b => reconcile
  replies => applyReconciled, applyEvent first, applyEvent second, emit live, timer check 300
  message third => applyEvent third
  is live
a check that fails, succeeds and fails: the backoff starts again
  after live, timer check
  failed check fatal => retry check 1: unavailable
  failed check => retry check 2: unavailable
  replies => timer compare 5
  failed check => retry check 1: unavailable
  is live
a comparison of nothing does nothing
  after live
  timer compare of nothing =>
  is live
keepAlive fails again and again; new keys begin anew
  after live
  keepAliveFailed 58 => retry keepAlive 1 2: unavailable
  keepAliveFailed 59 => retry keepAlive 2 1: unavailable
  keepAliveFailed 60 => renewed: the listenKey was not kept alive in time
  keys b => timer keepAlive 30, subscribe b
  2 ago: keepAliveFailed 1 =>
  keepAliveFailed 10 => retry keepAlive 1 50: unavailable
  is stale
a closed session does nothing more
  after live
  close => unsubscribe, end, closeKeys a
  close =>
  message =>
  timer keepAlive =>
  3 ago: replies =>
  is closed
`;

const short = { unreported: "the stream did not report everything" };
const rows = readStory(story, short).map(({ name, steps }) => {
  const [first] = steps;
  const isAfter = first?.event.startsWith("after ") === true;
  const after = isAfter ? first.event.slice(6).split(", ") : [];
  return {
    name,
    after: after.flatMap((text) => (text === "live" ? toLive : [text])),
    steps: steps.slice(isAfter ? 1 : 0, -1),
    state: steps.at(-1)?.event.replace("is ", ""),
  };
});

/** The input of a text; what depends on the model is filled in. `past` are the models before it. */
function inputOf(text: string, model: SessionModel, past: readonly SessionModel[]): SessionInput {
  const [, ago, late = ""] = /^(\d) ago: (.*)$/.exec(text) ?? [];
  if (ago !== undefined) return inputOf(late, past.at(-Number(ago)) ?? model, past);
  const [kind = "", ...words] = text.split(" ");
  const [one = "", other = ""] = words;
  const { work, keys } = model;
  switch (kind) {
    case "keys":
      return { kind: "keysObtained", work, keys: words, isOwn: true, requestedMs: 0 };
    case "givenKey":
      return { kind: "keysObtained", work, keys: ["g"], isOwn: false, requestedMs: 0 };
    case "live":
      return { kind: "streamLive", key: one };
    case "gap":
      return { kind: "streamGap", key: one, reason: "cut" };
    case "refused":
      return { kind: "streamRefused", reason: "unknown stream" };
    case "expired":
      return { kind: "keyExpired", key: one };
    case "replies":
      return { kind: "reconciled", work, found };
    case "failed":
      return { kind, work, task: one as "start", error, isFatal: other === "fatal" };
    case "timer":
      return { kind, work, task: one as "start", ...(other === "" && { found }) };
    case "compared":
      return { kind, missed: one === "trade" ? [missed] : [] };
    case "keptAlive":
      return { kind, keys, requestedMs: Number(one) };
    case "keepAliveFailed":
      return { kind, keys, error, isUnknownKey: other === "unknown", nowMs: Number(one) };
    case "message":
      return { kind, event: one === "" ? "report" : one };
    default:
      return { kind: kind as "start" };
  }
}

/** What the inputs lead to, and the effects of the last one. */
function run(inputs: readonly string[], given = timing) {
  let model = newSession;
  let effects: readonly SessionEffect[] = [];
  for (const text of inputs)
    ({ model, effects } = reduceSession(model, inputOf(text, model, []), given));
  return { model, effects: effects.map(textOf) };
}

for (const { name, after, steps, state } of rows) {
  test(name, () => {
    let model = newSession;
    const past: SessionModel[] = [];
    const inputs = [...after.map((event) => ({ event, want: undefined })), ...steps];
    for (const { event, want } of inputs) {
      const step = reduceSession(model, inputOf(event, model, past), timing);
      past.push(model);
      model = step.model;
      if (want === undefined) continue;
      const renewed = want.replace(
        /^renewed: (.*)$/,
        "unsubscribe, emit gap: $1, notify newKey: $1, obtainKeys",
      );
      expect(step.effects.map(textOf).join(", "), event).toBe(renewed);
    }
    expect(publicState(model)).toBe(state);
  });
}

test("a session without checks sets no timer for one", () => {
  const { model, effects } = run(toLive, { ...timing, checkEveryMs: Number.POSITIVE_INFINITY });
  expect(effects).toEqual(["applyReconciled", "emit live"]);
  expect(model).toEqual({
    ...newSession,
    ...{ phase: "live", hasBeenLive: true, keys: ["a"], ownsKeys: true },
  });
});

test("a closed session knows no keys and no events", () => {
  expect(run([...toLive, "gap a", "message", "close"]).model).toEqual({
    ...newSession,
    ...{ phase: "closed", hasBeenLive: true, ownsKeys: true, work: 2 },
  });
});

/** Whatever is closed at whatever moment: one end, and nothing after it. */
test("a session can be closed after each input", () => {
  for (const { after, steps } of rows) {
    const inputs = [...after, ...steps.map(({ event }) => event)];
    for (let count = 0; count <= inputs.length; count += 1) {
      let model = newSession;
      const ends: string[] = [];
      for (const text of inputs.toSpliced(count, 0, "close")) {
        const step = reduceSession(model, inputOf(text, model, []), timing);
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
