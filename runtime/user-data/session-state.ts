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

export function publicState({ phase, hasBeenLive }: SessionModel): SessionState {
  if (phase === "live" || phase === "closed") return phase;
  return hasBeenLive ? "stale" : "starting";
}

/** The model after an input, with its effects. */
export function reduceSession(model: SessionModel, input: SessionInput, timing: StreamTiming) {
  const draft: Draft = { model: { ...model }, effects: [], timing };
  const isOutdated = "work" in input && input.work !== model.work && !isKeepAlive(input);
  if (model.phase !== "closed" && !isOutdated) handleInput(draft, input);
  return { model: draft.model, effects: draft.effects };
}

/** A mutable copy of the model during one step, with its effects. */
interface Draft {
  readonly model: { -readonly [Field in keyof SessionModel]: SessionModel[Field] };
  readonly effects: SessionEffect[];
  readonly timing: StreamTiming;
}

/** Keep-alive goes on whatever else is in progress. */
function isKeepAlive(input: SessionInput): boolean {
  return input.kind === "timer" && input.task === "keepAlive";
}

function handleInput(draft: Draft, input: SessionInput): void {
  const { model } = draft;
  switch (input.kind) {
    case "start":
      return start(draft);
    case "keysObtained":
      return connect(draft, input);
    case "reconciled":
      return reconciled(draft, input.found);
    case "compared":
      return compared(draft, input.missed);
    case "failed":
      return failed(draft, input);
    case "keptAlive":
      if (input.keys !== model.keys) return;
      return confirmKeys(draft, input.requestedMs, draft.timing.keepAliveEveryMs);
    case "keepAliveFailed":
      return keepAliveFailed(draft, input);
    case "timer":
      return runTask(draft, input);
    case "streamLive":
      return streamLive(draft, input.key);
    case "streamGap":
      return streamGap(draft, input);
    case "streamRefused":
      model.refusals += 1;
      return renewKeys(draft, input.reason);
    case "keyExpired":
      if (!model.keys.some((key) => key === input.key)) return;
      return renewKeys(draft, "the listenKey has expired");
    case "message":
      return receive(draft, input.event);
    case "close":
      return close(draft, input.error);
  }
}

function start({ effects }: Draft): void {
  effects.push({ kind: "obtainKeys" });
}

function connect(draft: Draft, { keys, isOwn, requestedMs }: ObtainedKeys): void {
  const { model, effects, timing } = draft;
  model.phase = "connecting";
  model.failures = 0;
  model.keys = keys;
  model.ownsKeys = isOwn;
  model.connecting = keys;
  // The age of a caller's key is unknown.
  confirmKeys(draft, requestedMs, isOwn ? timing.keepAliveEveryMs : 0);
  effects.push({ kind: "subscribe", keys });
}

function confirmKeys({ model, effects }: Draft, confirmedMs: number, ms: number): void {
  model.confirmedMs = confirmedMs;
  model.keepAliveFailures = 0;
  effects.push({ kind: "timer", task: "keepAlive", ms });
}

function streamLive(draft: Draft, key: string): void {
  const { model } = draft;
  if (!model.connecting.includes(key)) return;
  model.connecting = model.connecting.filter((each) => each !== key);
  if (model.connecting.length > 0) return;
  model.phase = "reconciling";
  reconcile(draft);
}

function reconcile({ model, effects }: Draft): void {
  model.hasDropped = false;
  effects.push({ kind: "reconcile", task: "reconcile" });
}

function streamGap(draft: Draft, { key, reason }: Record<"key" | "reason", string>): void {
  const { model } = draft;
  if (!model.keys.includes(key)) return;
  model.connecting = [...model.connecting.filter((each) => each !== key), key];
  lose(draft, "connecting", reason);
}

/** Events may be missing: requests in flight are useless. */
function lose({ model, effects }: Draft, phase: "starting" | "connecting", reason: string): void {
  if (model.phase === "live") effects.push({ kind: "emit", event: { kind: "gap", reason } });
  model.phase = phase;
  model.work += 1;
}

/** The keys are lost: the session creates new ones. */
function renewKeys(draft: Draft, reason: string): void {
  const { model, effects } = draft;
  model.keys = [];
  model.connecting = [];
  effects.push({ kind: "unsubscribe" });
  lose(draft, "starting", reason);
  effects.push({ kind: "notify", notice: { kind: "newKey", reason } });
  const { refusals: failures } = model;
  if (failures <= 1) return start(draft);
  effects.push({ kind: "retry", task: "start", failures, error: undefined, msMax: Infinity });
}

function reconciled(draft: Draft, found: Reconciled): void {
  const { model, effects, timing } = draft;
  if (model.phase === "live") {
    model.failures = 0;
    effects.push({ kind: "timer", task: "compare", ms: timing.checkGraceMs, found });
    return;
  }
  effects.push({ kind: "applyReconciled", found });
  // Dropped events are older than these replies or part of the next ones.
  if (model.hasDropped) return reconcile(draft);
  for (const event of model.buffer) effects.push({ kind: "applyEvent", event });
  model.buffer = [];
  model.failures = 0;
  goLive(draft);
}

function goLive(draft: Draft): void {
  const { model, effects } = draft;
  model.phase = "live";
  model.hasBeenLive = true;
  model.refusals = 0;
  effects.push({ kind: "emit", event: { kind: "live" } });
  checkLater(draft);
}

function checkLater({ effects, timing: { checkEveryMs: ms } }: Draft): void {
  if (Number.isFinite(ms)) effects.push({ kind: "timer", task: "check", ms });
}

/** A stream does not report its losses: what a check finds is reported as a gap. */
function compared(draft: Draft, missed: readonly SessionEvent[]): void {
  const { model, effects } = draft;
  if (missed.length === 0) return checkLater(draft);
  const isLive = model.phase === "live";
  const reason = "the stream did not report everything";
  if (isLive) effects.push({ kind: "emit", event: { kind: "gap", reason } });
  for (const event of missed) effects.push({ kind: "emit", event });
  if (!isLive) return;
  goLive(draft);
  effects.push({ kind: "keepAlive", keys: model.keys });
}

function failed(
  draft: Draft,
  { task, error, isFatal }: Extract<SessionInput, { kind: "failed" }>,
): void {
  const { model, effects } = draft;
  // Before the session was live, a permanent error is the caller's to fix.
  if (isFatal && !model.hasBeenLive) return close(draft, error);
  model.failures += 1;
  effects.push({ kind: "retry", task, failures: model.failures, error, msMax: Infinity });
}

function keepAliveFailed(
  draft: Draft,
  { keys, error, isUnknownKey, nowMs }: Extract<SessionInput, { kind: "keepAliveFailed" }>,
): void {
  const { model, effects, timing } = draft;
  if (keys !== model.keys) return;
  if (isUnknownKey) return renewKeys(draft, "the exchange does not know the listenKey");
  const leftMs = model.confirmedMs + timing.validityMs - nowMs;
  if (leftMs <= 0) return renewKeys(draft, "the listenKey was not kept alive in time");
  model.keepAliveFailures += 1;
  const { keepAliveFailures: failures } = model;
  effects.push({ kind: "retry", task: "keepAlive", failures, error, msMax: leftMs });
}

function runTask(draft: Draft, { task, found }: Extract<SessionInput, { kind: "timer" }>): void {
  const { model, effects } = draft;
  switch (task) {
    case "start":
      return start(draft);
    case "reconcile":
      return reconcile(draft);
    case "check":
      effects.push({ kind: "reconcile", task });
      return;
    case "compare":
      if (found !== undefined) effects.push({ kind: "compare", found });
      return;
    case "keepAlive":
      if (model.keys.length > 0) effects.push({ kind: task, keys: model.keys });
  }
}

function receive({ model, effects, timing }: Draft, event: unknown): void {
  if (model.phase === "live") {
    effects.push({ kind: "applyEvent", event });
    return;
  }
  const isFull = model.buffer.length >= timing.bufferMax;
  model.buffer = isFull ? [] : [...model.buffer, event];
  if (isFull) model.hasDropped = true;
}

function close({ model, effects }: Draft, error: Error | undefined): void {
  effects.push({ kind: "unsubscribe" }, { kind: "end", error });
  effects.push({ kind: "closeKeys", keys: model.ownsKeys ? model.keys : [] });
  model.phase = "closed";
  model.work += 1;
  model.keys = [];
  model.connecting = [];
  model.buffer = [];
}
