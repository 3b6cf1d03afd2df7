/**
 * How a shared store works with Redis, loses it, and finds it again. A reducer: an event and the
 * state give the next state and the effects, which the store carries out.
 *
 * When Redis does not reply, a process sends nothing until the loss is certain, and then goes on
 * alone with its share of each window that begins from then on. What the others have used of a
 * window that was running it cannot know: it pays a call out of the reserve that all leave for
 * this, the response gives the usage, and its share is of what is left. When Redis is back, or was
 * emptied unnoticed, all keep to their shares as well as to its counts, until the last process must
 * be back.
 */

import { acquireScript, closeGateScript, digestOf, sinceScript } from "./redis-scripts.ts";
import type { Reservation, Shares } from "./redis-shares.ts";
import {
  changeWindows,
  commonAmount,
  countInFlight,
  dropWindows,
  emptyShares,
  forgetUsage,
  learnUsage,
  reserveCall,
  slower,
} from "./redis-shares.ts";
import type { AcquireRequest, CompletedCall, Refusal, ServerTime, StoreEvent } from "./store.ts";
import { closedGate, laterRefusal, uncertaintyMs } from "./store.ts";

/** How a process works with Redis; see the options of the store. */
export interface RedisSettings {
  readonly prefix: string;
  readonly fallbackShare: number;
  readonly replyMs: number;
  readonly retryMs: number;
  readonly returnMs: number;
}

export interface RedisState {
  readonly settings: RedisSettings;
  /** `doubting`: Redis was lost just now, perhaps for this process only. */
  readonly mode: "shared" | "doubting" | "alone";
  /** When Redis was lost, last tried, and found again, on our clock. */
  readonly lostMs: number;
  readonly triedMs: number;
  readonly joinedMs: number;
  /** Since when Redis counts, in the exchange's time; 0 until it was asked. */
  readonly sinceMs: number;
  /** In windows that begin earlier every process uses its share only. */
  readonly sharedFromMs: number;
  /** The exchange's time at the last request, and when that was on our clock. */
  readonly time: ServerTime & { readonly atMs: number };
  readonly gates: ReadonlyMap<string, Refusal>;
  readonly shares: Shares;
}

/** What a reply of Redis is for. */
export type Purpose =
  | {
      /** Asks since when Redis counts. */
      readonly kind: "since";
      readonly request: AcquireRequest;
      readonly wasAlone: boolean;
      /** Redis was lost before. */
      readonly isReturn: boolean;
      /** Sets the time, where the question before found none to keep. */
      readonly isClaim: boolean;
    }
  | {
      readonly kind: "acquire";
      readonly request: AcquireRequest;
      readonly reservations: readonly Reservation[];
      /** What the request reports to Redis, for each window. */
      readonly reported: readonly number[];
    }
  | { readonly kind: "closeGate" };

export type RedisEvent =
  | { readonly kind: "acquire"; readonly request: AcquireRequest }
  | { readonly kind: "release"; readonly call: CompletedCall }
  | {
      readonly kind: "closeGate";
      readonly gate: string;
      readonly untilMs: number;
      readonly reason: "throttled" | "banned";
    }
  | {
      readonly kind: "reply";
      readonly purpose: Purpose;
      readonly askedMs: number;
      readonly reply: unknown;
    }
  | {
      readonly kind: "lost";
      readonly purpose: Purpose;
      readonly askedMs: number;
      readonly reason: string;
    };

export type RedisEffect =
  /** Runs a script, and hands its reply or its loss back for this purpose. */
  | {
      readonly kind: "eval";
      readonly script: string;
      readonly keys: readonly string[];
      readonly args: readonly number[];
      readonly purpose: Purpose;
    }
  /** The answer to the request whose events these are. */
  | { readonly kind: "finish"; readonly refusal: Refusal | undefined }
  | { readonly kind: "emit"; readonly event: StoreEvent };

/** The next state, and what to do. */
export interface RedisStep {
  readonly state: RedisState;
  readonly effects: readonly RedisEffect[];
}

export function initialRedisState(settings: RedisSettings): RedisState {
  const { prefix, fallbackShare: share, replyMs: soonMs } = settings;
  return {
    settings,
    mode: "shared",
    lostMs: 0,
    triedMs: 0,
    joinedMs: 0,
    sinceMs: 0,
    sharedFromMs: -Infinity,
    time: { nowMs: 0, errorMs: Infinity, atMs: 0 },
    gates: new Map(),
    shares: emptyShares({ prefix, share, soonMs }),
  };
}

/** `nowMs` is our own clock; events carry the exchange's. */
export function redisStep(state: RedisState, event: RedisEvent, nowMs: number): RedisStep {
  switch (event.kind) {
    case "acquire":
      return onAcquire(state, event.request, nowMs);
    case "release":
      return { state: { ...state, shares: learnUsage(state.shares, event.call) }, effects: [] };
    case "closeGate":
      return onCloseGate(state, event);
    case "reply": {
      const redisMs = slower(state.shares.redisMs, nowMs - event.askedMs);
      const replied = { ...state, shares: { ...state.shares, redisMs } };
      if (event.purpose.kind === "closeGate") return { state: replied, effects: [] };
      return event.purpose.kind === "since"
        ? onSince(replied, event.purpose, Number(event.reply ?? 0), nowMs)
        : onAcquireReply(replied, event.purpose, event.reply, nowMs);
    }
    case "lost": {
      const { state: lost, effects } = onLost(state, event, nowMs);
      const { purpose } = event;
      if (purpose.kind === "closeGate") return { state: lost, effects };
      const free = purpose.kind === "acquire" ? undo(lost, purpose, { isReported: false }) : lost;
      const step = acquireAlone(free, current(free, purpose.request, nowMs));
      return { state: step.state, effects: [...effects, ...step.effects] };
    }
  }
}

function onAcquire(before: RedisState, request: AcquireRequest, nowMs: number): RedisStep {
  const { errorMs } = request;
  const state: RedisState = {
    ...before,
    time: { nowMs: request.nowMs, errorMs, atMs: nowMs },
    shares: dropWindows(before.shares, request.nowMs),
  };
  const closed = closedGate(state.gates, request);
  if (closed !== undefined) return finish(state, closed);
  const { mode, settings, triedMs } = state;
  if (mode === "shared") return acquireShared(state, request);
  // Only one call at a time tries whether Redis is back.
  const restMs = mode === "alone" ? settings.retryMs : settings.replyMs;
  if (nowMs - triedMs < restMs) return acquireAlone(state, request);
  // A process that has not called for so long may have missed that the others are back.
  const isStale = mode === "alone" && nowMs - triedMs > settings.returnMs;
  const tried: RedisState = {
    ...state,
    triedMs: nowMs,
    ...(isStale ? { mode: "doubting", lostMs: nowMs } : {}),
  };
  return askSince(tried, { request, wasAlone: tried.mode === "alone", isReturn: true });
}

function onCloseGate(
  state: RedisState,
  { gate, untilMs, reason }: Extract<RedisEvent, { kind: "closeGate" }>,
): RedisStep {
  const { prefix } = state.settings;
  const gates = new Map(state.gates);
  if (untilMs > (gates.get(gate)?.untilMs ?? 0)) gates.set(gate, { reason, untilMs, key: gate });
  const until = Math.ceil(untilMs) * (reason === "banned" ? -1 : 1);
  const livesMs = Math.max(1, Math.ceil(untilMs - state.time.nowMs));
  const keys = [gateKey(prefix, gate)];
  const purpose: Purpose = { kind: "closeGate" };
  const args = [until, livesMs];
  return {
    state: { ...state, gates },
    effects: [{ kind: "eval", script: closeGateScript, keys, args, purpose }],
  };
}

function gateKey(prefix: string, gate: string): string {
  return `{${prefix}}:gate:${digestOf(gate)}`;
}

function sinceKey({ settings: { prefix } }: RedisState): string {
  return `{${prefix}}:since`;
}

function finish(state: RedisState, refusal: Refusal | undefined): RedisStep {
  return { state, effects: [{ kind: "finish", refusal }] };
}

/** The exchange's time at a time of our clock. */
function serverTime({ time }: RedisState, nowMs: number): ServerTime {
  return { nowMs: time.nowMs + nowMs - time.atMs, errorMs: time.errorMs };
}

/** The same request at the current time. */
function current(state: RedisState, request: AcquireRequest, nowMs: number): AcquireRequest {
  return { ...request, ...serverTime(state, nowMs) };
}

/** A process that does not know the exchange's time leaves it to others to claim one. */
function knowsTime({ settings }: RedisState, { errorMs }: ServerTime): boolean {
  return errorMs < settings.returnMs;
}

function latestMs(state: RedisState, time: ServerTime): number {
  return Math.ceil(time.nowMs + (knowsTime(state, time) ? time.errorMs : 0));
}

/** Our own count, while Redis is away. */
function acquireAlone(state: RedisState, request: AcquireRequest): RedisStep {
  const [charge] = request.charges;
  if (state.mode !== "alone" && charge !== undefined) {
    const untilMs = request.nowMs + state.settings.replyMs;
    return finish(state, { reason: "full", untilMs, key: charge.key, charge, used: charge.amount });
  }
  const { shares, result } = reserveCall(state.shares, request, Infinity);
  if ("reason" in result) return finish({ ...state, shares }, result);
  const charged = changeWindows(shares, result, ({ used, unreported }, { cost }) => ({
    used: used + cost,
    unreported: unreported + cost,
  }));
  return finish({ ...state, shares: countInFlight(charged, request.charges, 1) }, undefined);
}

/** The count of all processes. `hasAsked`: since when Redis counts was asked for this call. */
function acquireShared(before: RedisState, request: AcquireRequest, hasAsked = false): RedisStep {
  let state = before;
  if (state.sinceMs === 0 && !hasAsked) {
    if (knowsTime(state, request)) {
      return askSince(state, { request, wasAlone: false, isReturn: false });
    }
    const sharedFromMs = Math.max(state.sharedFromMs, request.nowMs + state.settings.returnMs);
    state = { ...state, sharedFromMs };
  }
  const { shares, result } = reserveCall(state.shares, request, state.sharedFromMs);
  if ("reason" in result) return finish({ ...state, shares }, result);
  const windows = result.flatMap(({ key, charge }) => {
    const window = shares.windows.get(key);
    return window === undefined ? [] : [{ window, charge }];
  });
  const reported = windows.map(({ window }) => window.unreported);
  const numbers = windows.flatMap(({ window, charge }) => {
    const livesMs = Math.ceil(window.endMs + charge.windowMs - request.nowMs);
    return [charge.cost, commonAmount(charge), livesMs, window.used, window.unreported];
  });
  const { gates } = request;
  const gateKeys = gates.map((gate) => gateKey(state.settings.prefix, gate));
  return {
    state: { ...state, shares: changeWindows(shares, result, () => ({ unreported: 0 })) },
    effects: [
      {
        kind: "eval",
        script: acquireScript,
        keys: [...gateKeys, sinceKey(state), ...result.map(({ key }) => key)],
        args: [gates.length, request.nowMs, state.sinceMs, ...numbers],
        purpose: { kind: "acquire", request, reservations: result, reported },
      },
    ],
  };
}

type AcquirePurpose = Extract<Purpose, { kind: "acquire" }>;

/** Takes the charges of a call back; what it was to report is kept for the next one. */
function undo(
  state: RedisState,
  { reservations, reported }: AcquirePurpose,
  { isReported }: { readonly isReported: boolean },
): RedisState {
  const shares = changeWindows(
    state.shares,
    reservations,
    ({ ownUse, unreported }, { cost }, at) => ({
      ownUse: ownUse - cost,
      unreported: unreported + (isReported ? 0 : (reported[at] ?? 0)),
    }),
  );
  return { ...state, shares };
}

function onAcquireReply(
  state: RedisState,
  purpose: AcquirePurpose,
  reply: unknown,
  nowMs: number,
): RedisStep {
  const { request, reservations } = purpose;
  const [code, ...values] = Array.isArray(reply) ? reply.map(Number) : [];
  if (code === 0 || code === 1) {
    const counted =
      code === 1
        ? { ...state, shares: countInFlight(state.shares, request.charges, 1) }
        : undo(state, purpose, { isReported: true });
    const usage = values.slice(request.gates.length);
    const shares = changeWindows(counted.shares, reservations, ({ used }, _, at) => ({
      used: Math.max(used, usage[at] ?? 0),
    }));
    const refusal = refusalIn(counted, purpose, values, code === 1);
    return finish({ ...counted, shares }, refusal);
  }
  const free = undo(state, purpose, { isReported: false });
  const again = current(free, request, nowMs);
  if (code === undefined) return acquireAlone(free, again);
  const [sinceMs = 0] = values;
  return sinceMs > 0 || !knowsTime(free, again)
    ? acquireShared(learnSince(free, sinceMs, false, nowMs), again)
    : askSince(free, { request: again, wasAlone: false, isReturn: false });
}

/** Why Redis did not let a call through, if it did not. */
function refusalIn(
  { shares }: RedisState,
  { request, reservations }: AcquirePurpose,
  values: readonly number[],
  isAcquired: boolean,
): Refusal | undefined {
  let refusal: Refusal | undefined;
  for (const [at, key] of request.gates.entries()) {
    const until = values[at] ?? 0;
    const untilMs = Math.abs(until);
    if (untilMs <= request.nowMs) continue;
    refusal = laterRefusal(refusal, { reason: until < 0 ? "banned" : "throttled", untilMs, key });
  }
  for (const [at, { charge, key }] of reservations.entries()) {
    const left = commonAmount(charge) - (values[request.gates.length + at] ?? 0);
    const window = shares.windows.get(key);
    if (isAcquired || charge.cost <= left || window === undefined) continue;
    const untilMs = window.endMs + uncertaintyMs(charge.windowMs, request);
    const used = charge.amount - left;
    refusal = laterRefusal(refusal, { reason: "full", untilMs, key: charge.key, charge, used });
  }
  return refusal;
}

/**
 * Asks since when Redis counts. The question comes before a claim, because what a client is given
 * while it is not connected may be kept, and may reach Redis at any later time.
 */
function askSince(
  state: RedisState,
  asked: Pick<Extract<Purpose, { kind: "since" }>, "request" | "wasAlone" | "isReturn">,
): RedisStep {
  const purpose: Purpose = { kind: "since", ...asked, isClaim: false };
  const keys = [sinceKey(state)];
  return { state, effects: [{ kind: "eval", script: sinceScript, keys, args: [0, 0], purpose }] };
}

function onSince(
  state: RedisState,
  purpose: Extract<Purpose, { kind: "since" }>,
  sinceMs: number,
  nowMs: number,
): RedisStep {
  const { request, wasAlone, isReturn, isClaim } = purpose;
  const time = serverTime(state, nowMs);
  if (!isClaim && (sinceMs === 0 || wasAlone) && knowsTime(state, time)) {
    const args = [latestMs(state, time), wasAlone ? 1 : 0];
    const claim: Purpose = { ...purpose, isClaim: true };
    const keys = [sinceKey(state)];
    return { state, effects: [{ kind: "eval", script: sinceScript, keys, args, purpose: claim }] };
  }
  const learned = learnSince(state, sinceMs, wasAlone, nowMs);
  if (!isReturn) return acquireShared(learned, current(learned, request, nowMs), true);
  const joined: RedisState = { ...learned, mode: "shared", joinedMs: nowMs };
  const { state: next, effects } = acquireShared(joined, current(joined, request, nowMs));
  if (learned.mode === "shared") return { state: next, effects };
  const reason = "Redis replies again.";
  const event: StoreEvent = { kind: "rateLimitStore", state: "shared", reason };
  return { state: next, effects: [{ kind: "emit", event }, ...effects] };
}

/** Keeps to the shares in the windows that Redis may not have counted from their beginning. */
function learnSince(
  state: RedisState,
  sinceMs: number,
  wasAlone: boolean,
  nowMs: number,
): RedisState {
  if (sinceMs === state.sinceMs && !wasAlone) return state;
  const { settings, shares, sharedFromMs } = state;
  const time = serverTime(state, nowMs);
  const isGiven = sinceMs > 0 && (knowsTime(state, time) || !wasAlone);
  const fromMs = isGiven ? Math.min(sinceMs, latestMs(state, time)) : time.nowMs;
  // A process that has just started knows of no usage, and has nothing to forget.
  const isNew = sharedFromMs > -Infinity && fromMs >= sharedFromMs && !wasAlone;
  const measureFromMs = fromMs + settings.replyMs + shares.exchangeMs;
  return {
    ...state,
    sinceMs,
    sharedFromMs: Math.max(sharedFromMs, fromMs + settings.returnMs),
    shares: isNew ? forgetUsage(shares, fromMs, measureFromMs) : shares,
  };
}

/** Redis failed or took too long; that it is lost to all is certain a while later. */
function onLost(
  before: RedisState,
  { askedMs, reason }: Extract<RedisEvent, { kind: "lost" }>,
  nowMs: number,
): RedisStep {
  let state: RedisState = { ...before, triedMs: nowMs };
  const { settings, shares, sharedFromMs } = state;
  const effects: RedisEffect[] = [];
  // Asked before Redis was found again.
  if (askedMs < state.joinedMs) return { state, effects };
  if (state.mode === "shared") {
    state = { ...state, mode: "doubting", lostMs: nowMs };
    const event = { kind: "rateLimitStore", state: "alone", reason: `Redis is lost: ${reason}.` };
    effects.push({ kind: "emit", event: event as StoreEvent });
  }
  // By then the calls that others were let through with before have reached the exchange.
  const doubtMs = Math.max(settings.retryMs, settings.replyMs + shares.exchangeMs);
  const isCertain = askedMs >= state.lostMs && nowMs - state.lostMs >= doubtMs;
  if (state.mode === "alone" || !isCertain) return { state, effects };
  const fromMs = latestMs(state, serverTime(state, nowMs));
  // The usage of windows in which all kept to their shares is as well known as before.
  const isKnown = fromMs < sharedFromMs;
  const alone: RedisState = { ...state, mode: "alone" };
  return {
    state: isKnown ? alone : { ...alone, shares: forgetUsage(shares, fromMs, fromMs) },
    effects,
  };
}
