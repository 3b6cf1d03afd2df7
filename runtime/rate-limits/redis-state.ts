/**
 * Reducer of a shared store: uses Redis, loses it, and finds it again. Takes an event and the
 * state, returns the next state and the effects for the store to perform.
 *
 *     shared ── no reply ──> doubting ── still none a while later ──> alone
 *       ^                       │                                       │
 *       └────── a reply ────────┴───────────────────────────────────────┘
 *
 * Without a reply, a process sends nothing until the loss is certain; then it goes on alone with
 * its share of each window that begins later. Of a window already running it does not know what
 * others have used: it sends one call out of the reserve that all leave for this, learns the usage
 * from the response, and takes its share of the rest. When Redis is back, or was emptied unnoticed,
 * all processes respect both their shares and Redis's counts until the last one must be back.
 */

import type { Reservation, SharedWindows } from "./shared-windows.ts";
import {
  changeWindows,
  commonAmount,
  countInFlight,
  digestOf,
  dropWindows,
  forgetUsage,
  noWindows,
  releaseCall,
  reserveCall,
  slower,
} from "./shared-windows.ts";
import type { AcquireRequest, CompletedCall, Refusal, ServerTime, StoreEvent } from "./store.ts";
import { closedGate, laterRefusal, moveRefusals, uncertaintyMs } from "./store.ts";

/** Settings of a process; see the options of the store. */
export interface RedisSettings {
  readonly prefix: string;
  readonly fallbackShare: number;
  readonly replyMs: number;
  readonly retryMs: number;
  readonly returnMs: number;
}

export interface RedisState {
  readonly settings: RedisSettings;
  readonly mode: "shared" | "doubting" | "alone";
  /** When Redis was lost, last tried, and found again, on the local clock. */
  readonly lostMs: number;
  readonly triedMs: number;
  readonly joinedMs: number;
  /** Counting start of Redis, in the exchange's time; 0 if there is none, -1 if not asked yet. */
  readonly sinceMs: number;
  /** In windows that begin before, every process uses only its share. */
  readonly sharedFromMs: number;
  /** The exchange's time at the last request, and the local time of that. */
  readonly time: ServerTime & { readonly atMs: number };
  readonly gates: ReadonlyMap<string, Refusal>;
  readonly shares: SharedWindows;
}

export type Purpose = Readonly<
  /** `join` asks for the counting start, `claim` sets it, and `acquire` charges a call. */
  | ({ kind: "join" | "claim"; request: AcquireRequest } & Joining)
  /** `reported`: the usage that the request reports, for each window. */
  | {
      kind: "acquire";
      request: AcquireRequest;
      reservations: readonly Reservation[];
      reported: readonly number[];
    }
  | { kind: "closeGate" }
>;

interface Joining {
  /** `isReturn`: Redis was lost before. `wasAlone`: so long that the process went on without it. */
  readonly isReturn: boolean;
  readonly wasAlone: boolean;
}

export type RedisEvent = Readonly<
  | { kind: "acquire"; request: AcquireRequest }
  | { kind: "release"; call: CompletedCall }
  | { kind: "closeGate"; gate: Refusal }
  | { kind: "correctClock"; byMs: number }
  | { kind: "reply"; purpose: Purpose; askedMs: number; reply: unknown }
  | { kind: "lost"; purpose: Purpose; askedMs: number; reason: string }
>;

export type RedisEffect = Readonly<
  /** Runs the script; its reply or its failure comes back with this purpose. */
  | { kind: "eval"; keys: readonly string[]; args: readonly number[]; purpose: Purpose }
  /** The response to the request behind these events. */
  | { kind: "finish"; refusal: Refusal | undefined }
  | { kind: "emit"; event: StoreEvent }
>;

export interface RedisStep {
  readonly state: RedisState;
  readonly effects: readonly RedisEffect[];
}

export function initialRedisState(settings: RedisSettings): RedisState {
  return {
    settings,
    mode: "shared",
    lostMs: 0,
    triedMs: 0,
    joinedMs: 0,
    sinceMs: -1,
    sharedFromMs: -Infinity,
    time: { nowMs: 0, errorMs: Infinity, atMs: 0 },
    gates: new Map(),
    shares: noWindows(settings.prefix, settings.fallbackShare),
  };
}

/** `nowMs` is the local clock; events carry the exchange's. */
export function redisStep(before: RedisState, event: RedisEvent, nowMs: number): RedisStep {
  const { time } = before;
  const serverMs = time.nowMs + nowMs - time.atMs;
  const state = { ...before, time: { ...time, nowMs: serverMs, atMs: nowMs } };
  switch (event.kind) {
    case "acquire":
      return onAcquire(state, event.request, nowMs);
    case "release":
      return { state: { ...state, shares: releaseCall(state.shares, event.call) }, effects: [] };
    case "closeGate":
      return onCloseGate(state, event.gate);
    case "correctClock":
      return { state: onCorrectClock(state, event.byMs), effects: [] };
    case "reply": {
      const redisMs = slower(state.shares.redisMs, nowMs - event.askedMs);
      const replied = { ...state, shares: { ...state.shares, redisMs } };
      return onReply(replied, event, nowMs);
    }
    case "lost": {
      const { state: lost, effects } = onLost(state, event, nowMs);
      const { purpose } = event;
      if (purpose.kind === "closeGate") return { state: lost, effects };
      const free = purpose.kind === "acquire" ? settle(lost, purpose, undone) : lost;
      const step = acquireAlone(free, current(free, purpose.request));
      return { state: step.state, effects: [...effects, ...step.effects] };
    }
  }
}

function onAcquire(before: RedisState, request: AcquireRequest, nowMs: number): RedisStep {
  const state: RedisState = {
    ...before,
    time: { nowMs: request.nowMs, errorMs: request.errorMs, atMs: nowMs },
    shares: dropWindows(before.shares, request.nowMs),
  };
  const closed = closedGate(state.gates, request);
  if (closed !== undefined) return finish(state, closed);
  const { mode, settings, triedMs } = state;
  if (mode === "shared") {
    const { sinceMs } = state;
    const mustJoin = sinceMs < 0 || (sinceMs === 0 && knowsTime(state));
    if (mustJoin) return evaluate(state, { kind: "join", request, ...notLost });
    return acquireShared(state, request);
  }
  // Only one call at a time tests whether Redis is back.
  const restMs = mode === "alone" ? settings.retryMs : settings.replyMs;
  if (nowMs - triedMs < restMs) return acquireAlone(state, request);
  // A process that made no call for so long may have missed the others' return.
  const isStale = mode === "alone" && nowMs - triedMs > settings.returnMs;
  const tried: RedisState = {
    ...state,
    triedMs: nowMs,
    ...(isStale ? { mode: "doubting", lostMs: nowMs } : {}),
  };
  const wasAlone = tried.mode === "alone";
  return evaluate(tried, { kind: "join", request, isReturn: true, wasAlone });
}

function onCloseGate(state: RedisState, closed: Refusal): RedisStep {
  const gates = new Map(state.gates);
  if (closed.untilMs > (gates.get(closed.key)?.untilMs ?? 0)) gates.set(closed.key, closed);
  const livesMs = Math.max(1, Math.ceil(closed.untilMs - state.time.nowMs));
  const sign = closed.reason === "banned" ? -1 : 1;
  return evaluate({ ...state, gates }, { kind: "closeGate" }, [[closed.key, sign, livesMs]]);
}

/** Moves the times of this process. */
function onCorrectClock(before: RedisState, byMs: number): RedisState {
  const gates = new Map(before.gates);
  moveRefusals(gates, byMs);
  const nowMs = before.time.nowMs + byMs;
  const corrected = { ...before, gates, time: { ...before.time, nowMs } };
  if (before.time.errorMs < Infinity) return corrected;
  const { settings, shares } = before;
  // By a clock that was ahead, the usage would stay unknown for as long.
  const moved = (ms: number, laterMs: number): number =>
    Math.min(ms + Math.max(0, byMs), nowMs + laterMs);
  const measureFromMs = moved(shares.measureFromMs, settings.replyMs + shares.exchangeMs);
  return {
    ...corrected,
    sharedFromMs: moved(before.sharedFromMs, settings.returnMs),
    shares: { ...shares, unknownBeforeMs: moved(shares.unknownBeforeMs, 0), measureFromMs },
  };
}

/** Never a counting start: makes Redis reply with its own. */
const asking = -1;

/** Runs the script; see redis-script.ts for its arguments. */
function evaluate(
  state: RedisState,
  purpose: Purpose,
  gates: readonly (readonly [gate: string, sign: number, livesMs: number])[] = [],
  windows: readonly (readonly [key: string, ...numbers: number[]])[] = [],
): RedisStep {
  const { settings, sinceMs } = state;
  const isClaim = purpose.kind === "claim";
  const believed = purpose.kind === "acquire" ? sinceMs : asking;
  const claim = isClaim ? [latestMs(state), purpose.wasAlone ? 1 : 0] : [0, 0];
  const head = [gates.length, believed, ...claim];
  const rows = [...gates, ...windows].flatMap(([, ...numbers]) => numbers);
  const gateKeys = gates.map(([gate]) => `{${settings.prefix}}:gate:${digestOf(gate)}`);
  const keys = [`{${settings.prefix}}:since`, ...gateKeys, ...windows.map(([key]) => key)];
  return { state, effects: [{ kind: "eval", keys, args: [...head, ...rows], purpose }] };
}

function finish(state: RedisState, refusal: Refusal | undefined): RedisStep {
  return { state, effects: [{ kind: "finish", refusal }] };
}

/** The same request at the current time. */
function current({ time }: RedisState, request: AcquireRequest): AcquireRequest {
  return { ...request, nowMs: time.nowMs, errorMs: time.errorMs };
}

/** Without the exchange's time a process leaves the claim to others. */
function knowsTime({ settings, time }: RedisState): boolean {
  return time.errorMs < settings.returnMs;
}

/** Upper bound of the exchange's time. */
function latestMs(state: RedisState): number {
  const { nowMs, errorMs } = state.time;
  return Math.ceil(nowMs + (knowsTime(state) ? errorMs : 0));
}

/** Counts locally while Redis is away. */
function acquireAlone(state: RedisState, request: AcquireRequest): RedisStep {
  const [charge] = request.charges;
  const { replyMs, retryMs } = state.settings;
  if (state.mode !== "alone" && charge !== undefined) {
    const untilMs = request.nowMs + replyMs;
    return finish(state, { reason: "full", untilMs, key: charge.key, charge, used: charge.amount });
  }
  const limits = { sharedFromMs: Infinity, soonMs: replyMs };
  const { shares, result } = reserveCall(state.shares, request, limits);
  if ("reason" in result) {
    // Queued calls test, too, whether Redis is back.
    const askAgainMs = Math.min(result.untilMs, request.nowMs + retryMs);
    return finish({ ...state, shares }, { ...result, askAgainMs });
  }
  const charged = changeWindows(shares, result, ({ used, unreported }, { cost }) => ({
    used: used + cost,
    unreported: unreported + cost,
  }));
  return finish({ ...state, shares: countInFlight(charged, request.charges, 1) }, undefined);
}

/** Counts in Redis, for all processes. */
function acquireShared(state: RedisState, request: AcquireRequest): RedisStep {
  const limits = { sharedFromMs: state.sharedFromMs, soonMs: state.settings.replyMs };
  const { shares, result } = reserveCall(state.shares, request, limits);
  if ("reason" in result) return finish({ ...state, shares }, result);
  const windows = result.flatMap(({ key, charge }) => {
    const window = shares.windows.get(key);
    if (window === undefined) return [];
    const { endMs, used, unreported } = window;
    const livesMs = Math.ceil(endMs + charge.windowMs - request.nowMs);
    return [[key, charge.cost, commonAmount(charge), livesMs, used, unreported] as const];
  });
  const reported = windows.map(([, , , , , unreported]) => unreported);
  const next: RedisState = {
    ...state,
    shares: changeWindows(shares, result, ({ pending, unreported }, { cost }) => ({
      unreported: 0,
      pending: pending + cost + unreported,
    })),
  };
  const gates = request.gates.map((gate) => [gate, 0, 0] as const);
  const purpose = { kind: "acquire", request, reservations: result, reported } as const;
  return evaluate(next, purpose, gates, windows);
}

type AcquirePurpose = Extract<Purpose, { kind: "acquire" }>;

/** Redis replied: keeps the charges of the call, or takes them back. */
function settle(
  state: RedisState,
  { reservations, reported, request }: AcquirePurpose,
  { isCharged, isReported }: { readonly isCharged: boolean; readonly isReported: boolean },
): RedisState {
  const changed = changeWindows(state.shares, reservations, (window, { cost }, at) => {
    const { spent, pending, unreported } = window;
    const report = reported[at] ?? 0;
    return {
      pending: pending - cost - report,
      spent: spent - (isCharged ? 0 : cost),
      unreported: unreported + (isReported ? 0 : report),
    };
  });
  const shares = isCharged ? countInFlight(changed, request.charges, 1) : changed;
  return { ...state, shares };
}

const undone = { isCharged: false, isReported: false };

function onReply(
  state: RedisState,
  { purpose, reply }: Extract<RedisEvent, { kind: "reply" }>,
  nowMs: number,
): RedisStep {
  if (purpose.kind === "closeGate") return { state, effects: [] };
  const [code, ...values] = Array.isArray(reply) ? reply.map(Number) : [];
  if (purpose.kind === "acquire" && code !== -1) return onCharged(state, purpose, code, values);
  const free = purpose.kind === "acquire" ? settle(state, purpose, undone) : state;
  const [sinceMs = 0] = values;
  const request = current(free, purpose.request);
  const { isReturn, wasAlone } = purpose.kind === "acquire" ? notLost : purpose;
  if (purpose.kind !== "claim" && (sinceMs === 0 || wasAlone) && knowsTime(free)) {
    // Ask first: a client without a connection may queue the command and send it at any later time.
    return evaluate(free, { kind: "claim", request, isReturn, wasAlone });
  }
  const learned = learnSince(free, sinceMs, wasAlone);
  if (!isReturn) return acquireShared(learned, request);
  const joined: RedisState = { ...learned, mode: "shared", joinedMs: nowMs };
  const { state: next, effects } = acquireShared(joined, request);
  if (learned.mode === "shared") return { state: next, effects };
  return { state: next, effects: [report("shared", "Redis replies again."), ...effects] };
}

function report(state: StoreEvent["state"], reason: string): RedisEffect {
  return { kind: "emit", event: { kind: "rateLimitStore", state, reason } };
}

const notLost: Joining = { isReturn: false, wasAlone: false };

/** Redis let the call through, or refused it. */
function onCharged(
  state: RedisState,
  purpose: AcquirePurpose,
  code: number | undefined,
  values: readonly number[],
): RedisStep {
  const { request, reservations } = purpose;
  if (code === undefined) return acquireAlone(settle(state, purpose, undone), request);
  const isCharged = code === 1;
  const counted = settle(state, purpose, { isCharged, isReported: true });
  const usage = values.slice(request.gates.length);
  const shares = changeWindows(counted.shares, reservations, ({ used }, _, at) => ({
    used: Math.max(used, usage[at] ?? 0),
  }));
  let refusal: Refusal | undefined;
  for (const [at, key] of request.gates.entries()) {
    const opensInMs = values[at] ?? 0;
    if (opensInMs === 0) continue;
    const untilMs = request.nowMs + Math.abs(opensInMs);
    const reason = opensInMs < 0 ? "banned" : "throttled";
    refusal = laterRefusal(refusal, { reason, untilMs, key });
  }
  for (const [at, { charge, key }] of reservations.entries()) {
    const left = commonAmount(charge) - (usage[at] ?? 0);
    const window = shares.windows.get(key);
    if (isCharged || charge.cost <= left || window === undefined) continue;
    const untilMs = window.endMs + uncertaintyMs(charge.windowMs, request);
    const used = charge.amount - left;
    refusal = laterRefusal(refusal, { reason: "full", untilMs, key: charge.key, charge, used });
  }
  return finish({ ...counted, shares }, refusal);
}

/** Keeps to the shares in windows that Redis may not have counted from their start. */
function learnSince(state: RedisState, sinceMs: number, wasAlone: boolean): RedisState {
  if (sinceMs === state.sinceMs && !wasAlone) return state;
  const { settings, shares, sharedFromMs } = state;
  const isGiven = sinceMs > 0 && (knowsTime(state) || !wasAlone);
  const fromMs = isGiven ? Math.min(sinceMs, latestMs(state)) : state.time.nowMs;
  // In windows where all kept to their shares, the usage is known as well as before.
  const isForgotten = fromMs >= sharedFromMs && !wasAlone;
  const measureFromMs = fromMs + settings.replyMs + shares.exchangeMs;
  const isStarting = sharedFromMs === -Infinity;
  return {
    ...state,
    sinceMs,
    sharedFromMs: Math.max(sharedFromMs, fromMs + settings.returnMs),
    shares: isForgotten ? forgetUsage(shares, fromMs, measureFromMs, isStarting) : shares,
  };
}

/** Redis failed or took too long; after a while the loss is certain for all processes. */
function onLost(
  before: RedisState,
  { askedMs, reason }: Extract<RedisEvent, { kind: "lost" }>,
  nowMs: number,
): RedisStep {
  let state: RedisState = { ...before, triedMs: nowMs };
  const { settings, shares, sharedFromMs } = state;
  const effects: RedisEffect[] = [];
  // The request predates the return of Redis.
  if (askedMs < state.joinedMs) return { state, effects };
  if (state.mode === "shared") {
    state = { ...state, mode: "doubting", lostMs: nowMs };
    effects.push(report("alone", `Redis is unreachable: ${reason.replace(/\.$/, "")}.`));
  }
  // By then all calls that others were granted before have reached the exchange.
  const doubtMs = Math.max(settings.retryMs, settings.replyMs + shares.exchangeMs);
  const isCertain = askedMs >= state.lostMs && nowMs - state.lostMs >= doubtMs;
  if (state.mode === "alone" || !isCertain) return { state, effects };
  const fromMs = latestMs(state);
  // In windows where all kept to their shares, the usage is known as well as before.
  const isKnown = fromMs < sharedFromMs;
  const alone: RedisState = { ...state, mode: "alone" };
  return {
    state: isKnown ? alone : { ...alone, shares: forgetUsage(shares, fromMs, fromMs) },
    effects,
  };
}
