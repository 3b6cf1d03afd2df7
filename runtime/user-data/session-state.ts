/**
 * The state machine of a user data session, a pure reducer: decides when listenKeys are created and
 * kept alive, when streams are opened, when the account is reconciled over REST and when the
 * session is live. session.ts performs the effects.
 */

import type { Reconciled, SessionEvent, SessionNotice, SessionState } from "./types.ts";

export interface SessionModel {
  /**
   * `starting`: creates listenKeys. `connecting`: waits for the streams to deliver. `reconciling`:
   * requests over REST what was missed. A live session is checked now and then.
   */
  readonly phase: "starting" | "connecting" | "reconciling" | "live" | "closed";
  readonly hasBeenLive: boolean;
  /** Incremented when requests in flight become useless; their results are ignored. */
  readonly work: number;
  /** Consecutive failed requests. */
  readonly failures: number;
  /** Consecutive refused streams. */
  readonly refusals: number;
  readonly keys: readonly string[];
  /** The session created the keys and will close them. */
  readonly ownsKeys: boolean;
  /** Keys whose streams do not deliver yet. */
  readonly connecting: readonly string[];
  /** When the exchange last confirmed the keys. */
  readonly confirmedMs: number;
  readonly keepAliveFailures: number;
  /** Events that wait for the end of the reconciliation. */
  readonly buffer: readonly unknown[];
  /** Buffered events were dropped, so the account must be requested again. */
  readonly hasDropped: boolean;
}

/** A task that a timer starts. */
export type SessionTask = "start" | "reconcile" | "check" | "compare" | "keepAlive";

/** Input of the reducer. `work` is the model's at the start of the request or timer. */
export type SessionInput = Readonly<
  | { kind: "start" }
  | ({ kind: "keysObtained"; work: number } & ObtainedKeys)
  | { kind: "reconciled"; work: number; found: Reconciled }
  /** Changes that a check found and the stream had not reported. */
  | { kind: "compared"; missed: readonly SessionEvent[] }
  | { kind: "failed"; work: number; task: SessionTask; error: Error; isFatal: boolean }
  | { kind: "keptAlive"; keys: readonly string[]; requestedMs: number }
  | {
      kind: "keepAliveFailed";
      keys: readonly string[];
      error: Error;
      isUnknownKey: boolean;
      nowMs: number;
    }
  | { kind: "timer"; work: number; task: SessionTask; found?: Reconciled | undefined }
  | { kind: "streamLive"; key: string }
  | { kind: "streamGap"; key: string; reason: string }
  | { kind: "streamRefused"; reason: string }
  | { kind: "keyExpired"; key: unknown }
  | { kind: "message"; event: unknown }
  | { kind: "close"; error?: Error | undefined }
>;

/** ListenKeys, and when they were requested. */
interface ObtainedKeys {
  readonly keys: readonly string[];
  /** The session created them and will close them. */
  readonly isOwn: boolean;
  readonly requestedMs: number;
}

/** An effect for the shell to perform, in order. */
export type SessionEffect = Readonly<
  | { kind: "obtainKeys" | "unsubscribe" }
  | { kind: "keepAlive" | "closeKeys" | "subscribe"; keys: readonly string[] }
  | { kind: "reconcile"; task: SessionTask }
  /** Merges responses into the account and emits what is new. */
  | { kind: "applyReconciled"; found: Reconciled }
  /** The same for a check: what is new comes back as `compared`. */
  | { kind: "compare"; found: Reconciled }
  | { kind: "applyEvent"; event: unknown }
  | { kind: "timer"; task: SessionTask; ms: number; found?: Reconciled | undefined }
  /** Starts a timer with backoff; the error is reported with the wait. */
  | { kind: "retry"; task: SessionTask; failures: number; error: Error | undefined; msMax: number }
  | { kind: "emit"; event: SessionEvent }
  | { kind: "notify"; notice: SessionNotice }
  | { kind: "end"; error: Error | undefined }
>;

/** Times in milliseconds, and the buffer size. */
export interface StreamTiming {
  readonly keepAliveEveryMs: number;
  readonly validityMs: number;
  readonly checkEveryMs: number;
  readonly checkGraceMs: number;
  readonly bufferMax: number;
}

interface SessionStep {
  readonly model: SessionModel;
  readonly effects: readonly SessionEffect[];
}

export const newSession: SessionModel = {
  phase: "starting",
  hasBeenLive: false,
  work: 0,
  failures: 0,
  refusals: 0,
  keys: [],
  ownsKeys: false,
  connecting: [],
  confirmedMs: 0,
  keepAliveFailures: 0,
  buffer: [],
  hasDropped: false,
};

/** The public state. */
export function publicState({ phase, hasBeenLive }: SessionModel): SessionState {
  if (phase === "live" || phase === "closed") return phase;
  return hasBeenLive ? "stale" : "starting";
}

/** The model after an input, with its effects. */
export function reduceSession(
  model: SessionModel,
  input: SessionInput,
  timing: StreamTiming,
): SessionStep {
  if (model.phase === "closed") return same(model);
  if ("work" in input && input.work !== model.work && !isKeepAlive(input)) return same(model);
  switch (input.kind) {
    case "start":
      return start(model);
    case "keysObtained":
      return connect(model, input, timing);
    case "reconciled":
      return reconciled(model, input.found, timing);
    case "compared":
      return compared(model, input.missed, timing);
    case "failed":
      return failed(model, input);
    case "keptAlive":
      return keptAlive(model, input, timing);
    case "keepAliveFailed":
      return keepAliveFailed(model, input, timing);
    case "timer":
      return runTask(model, input);
    case "streamLive":
      return streamLive(model, input.key);
    case "streamGap":
      return streamGap(model, input);
    case "streamRefused":
      return renewKeys({ ...model, refusals: model.refusals + 1 }, input.reason);
    case "keyExpired":
      return model.keys.some((key) => key === input.key)
        ? renewKeys(model, "the listenKey has expired")
        : same(model);
    case "message":
      return message(model, input.event, timing);
    case "close":
      return close(model, input.error);
  }
}

function same(model: SessionModel): SessionStep {
  return { model, effects: [] };
}

/** Keep-alive goes on whatever else is in progress. */
function isKeepAlive(input: SessionInput): boolean {
  return input.kind === "timer" && input.task === "keepAlive";
}

function start(model: SessionModel): SessionStep {
  return { model, effects: [{ kind: "obtainKeys" }] };
}

function connect(
  model: SessionModel,
  { keys, isOwn, requestedMs }: ObtainedKeys,
  { keepAliveEveryMs }: StreamTiming,
): SessionStep {
  const next: SessionModel = {
    ...model,
    phase: "connecting",
    failures: 0,
    keys,
    ownsKeys: isOwn,
    connecting: keys,
    confirmedMs: requestedMs,
    keepAliveFailures: 0,
  };
  // The age of a caller's key is unknown.
  const ms = isOwn ? keepAliveEveryMs : 0;
  return {
    model: next,
    effects: [
      { kind: "timer", task: "keepAlive", ms },
      { kind: "subscribe", keys },
    ],
  };
}

function streamLive(model: SessionModel, key: string): SessionStep {
  if (!model.connecting.includes(key)) return same(model);
  const connecting = model.connecting.filter((each) => each !== key);
  if (connecting.length > 0) return same({ ...model, connecting });
  return reconcile({ ...model, connecting, phase: "reconciling" });
}

function reconcile(model: SessionModel): SessionStep {
  return {
    model: { ...model, hasDropped: false },
    effects: [{ kind: "reconcile", task: "reconcile" }],
  };
}

function streamGap(
  model: SessionModel,
  { key, reason }: { readonly key: string; readonly reason: string },
): SessionStep {
  if (!model.keys.includes(key)) return same(model);
  const connecting = [...model.connecting.filter((each) => each !== key), key];
  return lose({ ...model, connecting }, "connecting", reason);
}

/** Events may be missing: requests in flight are useless. */
function lose(model: SessionModel, phase: "starting" | "connecting", reason: string): SessionStep {
  const effects: SessionEffect[] =
    model.phase === "live" ? [{ kind: "emit", event: { kind: "gap", reason } }] : [];
  return { model: { ...model, phase, work: model.work + 1 }, effects };
}

/** The keys are lost: the session creates new ones. */
function renewKeys(model: SessionModel, reason: string): SessionStep {
  const lost = lose({ ...model, keys: [], connecting: [] }, "starting", reason);
  const { refusals } = lost.model;
  const again: readonly SessionEffect[] =
    refusals <= 1
      ? start(lost.model).effects
      : [{ kind: "retry", task: "start", failures: refusals, error: undefined, msMax: Infinity }];
  return {
    model: lost.model,
    effects: [
      { kind: "unsubscribe" },
      ...lost.effects,
      { kind: "notify", notice: { kind: "newKey", reason } },
      ...again,
    ],
  };
}

function reconciled(model: SessionModel, found: Reconciled, timing: StreamTiming): SessionStep {
  if (model.phase === "live") {
    const ms = timing.checkGraceMs;
    return {
      model: { ...model, failures: 0 },
      effects: [{ kind: "timer", task: "compare", ms, found }],
    };
  }
  const applied: SessionEffect = { kind: "applyReconciled", found };
  // Dropped events are older than these replies or part of the next ones.
  if (model.hasDropped) {
    const again = reconcile(model);
    return { model: again.model, effects: [applied, ...again.effects] };
  }
  const live = goLive({ ...model, buffer: [], failures: 0 }, timing);
  const buffered = model.buffer.map((event): SessionEffect => ({ kind: "applyEvent", event }));
  return { model: live.model, effects: [applied, ...buffered, ...live.effects] };
}

function goLive(model: SessionModel, { checkEveryMs }: StreamTiming): SessionStep {
  return {
    model: { ...model, phase: "live", hasBeenLive: true, refusals: 0 },
    effects: [{ kind: "emit", event: { kind: "live" } }, ...checkLater(checkEveryMs)],
  };
}

function checkLater(ms: number): readonly SessionEffect[] {
  return Number.isFinite(ms) ? [{ kind: "timer", task: "check", ms }] : [];
}

/** A stream does not report its losses: what a check finds is reported as a gap. */
function compared(
  model: SessionModel,
  missed: readonly SessionEvent[],
  timing: StreamTiming,
): SessionStep {
  if (missed.length === 0) return { model, effects: checkLater(timing.checkEveryMs) };
  const events = missed.map((event): SessionEffect => ({ kind: "emit", event }));
  if (model.phase !== "live") return { model, effects: events };
  const reason = "the stream did not report everything";
  const live = goLive(model, timing);
  return {
    model: live.model,
    effects: [
      { kind: "emit", event: { kind: "gap", reason } },
      ...events,
      ...live.effects,
      { kind: "keepAlive", keys: model.keys },
    ],
  };
}

function failed(
  model: SessionModel,
  { task, error, isFatal }: Extract<SessionInput, { kind: "failed" }>,
): SessionStep {
  // Before the session was live, a permanent error is the caller's to fix.
  if (isFatal && !model.hasBeenLive) return close(model, error);
  const failures = model.failures + 1;
  return {
    model: { ...model, failures },
    effects: [{ kind: "retry", task, failures, error, msMax: Infinity }],
  };
}

function keptAlive(
  model: SessionModel,
  { keys, requestedMs }: { readonly keys: readonly string[]; readonly requestedMs: number },
  { keepAliveEveryMs }: StreamTiming,
): SessionStep {
  if (keys !== model.keys) return same(model);
  return {
    model: { ...model, confirmedMs: requestedMs, keepAliveFailures: 0 },
    effects: [{ kind: "timer", task: "keepAlive", ms: keepAliveEveryMs }],
  };
}

function keepAliveFailed(
  model: SessionModel,
  { keys, error, isUnknownKey, nowMs }: Extract<SessionInput, { kind: "keepAliveFailed" }>,
  { validityMs }: StreamTiming,
): SessionStep {
  if (keys !== model.keys) return same(model);
  if (isUnknownKey) return renewKeys(model, "the exchange does not know the listenKey");
  const leftMs = model.confirmedMs + validityMs - nowMs;
  if (leftMs <= 0) return renewKeys(model, "the listenKey was not kept alive in time");
  const failures = model.keepAliveFailures + 1;
  return {
    model: { ...model, keepAliveFailures: failures },
    effects: [{ kind: "retry", task: "keepAlive", failures, error, msMax: leftMs }],
  };
}

function runTask(
  model: SessionModel,
  { task, found }: Extract<SessionInput, { kind: "timer" }>,
): SessionStep {
  switch (task) {
    case "start":
      return start(model);
    case "reconcile":
      return reconcile(model);
    case "check":
      return { model, effects: [{ kind: "reconcile", task }] };
    case "compare":
      return { model, effects: found === undefined ? [] : [{ kind: "compare", found }] };
    case "keepAlive":
      return { model, effects: model.keys.length === 0 ? [] : [{ kind: task, keys: model.keys }] };
  }
}

function message(model: SessionModel, event: unknown, { bufferMax }: StreamTiming): SessionStep {
  if (model.phase === "live") return { model, effects: [{ kind: "applyEvent", event }] };
  if (model.buffer.length >= bufferMax) return same({ ...model, buffer: [], hasDropped: true });
  return same({ ...model, buffer: [...model.buffer, event] });
}

function close(model: SessionModel, error: Error | undefined): SessionStep {
  return {
    model: {
      ...model,
      phase: "closed",
      work: model.work + 1,
      keys: [],
      connecting: [],
      buffer: [],
    },
    effects: [
      { kind: "unsubscribe" },
      { kind: "end", error },
      { kind: "closeKeys", keys: model.ownsKeys ? model.keys : [] },
    ],
  };
}
