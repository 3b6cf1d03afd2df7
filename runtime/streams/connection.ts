/**
 * A connection that outlives its sockets, as a pure reducer: connects, renews itself before its
 * lifetime ends (see renewal.ts), and reconnects.
 */

import type { ConnectionSettings } from "./options.ts";
import { decideReconnect, type SocketEnd } from "./reconnect.ts";
import { decideRenewal, lostStreams, type OverlapReport, renewalDelayMs } from "./renewal.ts";
import {
  newSocket,
  reduceSocket,
  type SocketEffect,
  type SocketSignal,
  type SocketState,
  type SocketStateEvent,
  without,
} from "./socket-state.ts";
import type { StreamNotice, StreamTables } from "./types.ts";

export interface ConnectionState {
  readonly phase: Phase;
  /** Streams that the connection should carry. */
  readonly names: ReadonlySet<string>;
  /** Streams that were emitted as live. */
  readonly live: ReadonlySet<string>;
  readonly failures: number;
  /** Index of the next address, modulo their number. */
  readonly addressIndex: number;
  /** Subscribe on the open connection next time: there one bad name does not affect the others. */
  readonly isCareful: boolean;
  readonly lastSocket: number;
}

/** What a connection is doing; `reconnecting` is also the phase before its start. */
type Phase = Readonly<
  | { kind: "connecting" | "open"; current: SocketState }
  | { kind: "renewing"; current: SocketState; successor: SocketState; checks: number }
  | { kind: "reconnecting" | "closed" }
>;

/** Input of the reducer. */
export type ConnectionEvent = Readonly<
  | { kind: "start" | "close" }
  | { kind: "add" | "remove"; names: readonly string[] }
  /** The limit of connection attempts allows this socket. */
  | { kind: "slotGranted"; socket: number }
  | { kind: "socket"; socket: number; event: SocketStateEvent }
  | { kind: "timer"; name: ConnectionTimer }
  /** Too many events of the new socket wait for the old one. */
  | { kind: "overlapFull" }
>;

type ConnectionTimer = "reconnect" | "renew" | "checkOverlap" | "endOverlap" | "idle";

/** An effect for the shell to perform, in order. */
export type ConnectionEffect =
  | SocketEffect
  | Readonly<
      | { kind: "requestSlot"; socket: number }
      /** Cancels all timers of the connection. */
      | { kind: "clearTimers" }
      | { kind: "setTimer"; name: ConnectionTimer; delayMs: number }
      | { kind: "clearTimer"; name: ConnectionTimer }
      /** Merge the events of this socket and the current one from now on. */
      | { kind: "beginOverlap"; socket: number }
      | { kind: "finishOverlap" | "dropOverlap" }
      | { kind: "live"; names: readonly string[] }
      | { kind: "gap" | "refused"; names: readonly string[]; reason: string }
      | { kind: "notify"; notice: StreamNotice }
    >;

export interface ConnectionConfig {
  /** Counted from 1, for notices. */
  readonly number: number;
  /** Addresses that carry the same streams. */
  readonly addresses: readonly string[];
  readonly tables: Pick<StreamTables, "limits" | "rules" | "query" | "backoff" | "statuses">;
  readonly settings: ConnectionSettings;
}

/** Measurements of the shell at the time of an event. */
export interface ConnectionContext {
  readonly nowMs: number;
  /** From 0 to below 1. */
  readonly random: number;
  /** Time since the last message or ping on the socket of the event. */
  readonly silentMs: number;
  /** Time since the last event of a stream. */
  readonly idleMs: number;
  /** What the overlap of the two sockets has shown; empty without one. */
  readonly report: OverlapReport;
}

/** After this lifetime an end does not count as a failure. */
const settledMs = 60_000;

/** A connection for these streams, before its start. */
export function newConnection(names: readonly string[]): ConnectionState {
  return {
    phase: { kind: "reconnecting" },
    names: new Set(names),
    live: new Set(),
    failures: 0,
    addressIndex: 0,
    isCareful: false,
    lastSocket: 0,
  };
}

/** A connection after an event, and the effects to perform. */
export function reduceConnection(
  state: ConnectionState,
  event: ConnectionEvent,
  context: ConnectionContext & ConnectionConfig,
) {
  const draft: Draft = { ...context, state: { ...state }, effects: [] };
  if (state.phase.kind !== "closed") handleEvent(draft, event);
  return { state: draft.state, effects: draft.effects };
}

/** The socket whose events are delivered. */
export function currentSocket({ phase }: ConnectionState): number | undefined {
  return "current" in phase ? phase.current.socket : undefined;
}

function socketsOf({ phase }: ConnectionState): readonly SocketState[] {
  if (phase.kind === "renewing") return [phase.current, phase.successor];
  return "current" in phase ? [phase.current] : [];
}

/** A mutable copy of the state during one step, with its effects. */
interface Draft extends ConnectionContext, ConnectionConfig {
  readonly state: { -readonly [Field in keyof ConnectionState]: ConnectionState[Field] };
  readonly effects: ConnectionEffect[];
}

function handleEvent(draft: Draft, event: ConnectionEvent): void {
  const { state } = draft;
  switch (event.kind) {
    case "start":
      return connect(draft);
    case "add":
      state.names = new Set([...state.names, ...event.names]);
      return namesChanged(draft);
    case "remove":
      removeNames(draft, event.names);
      return namesChanged(draft);
    case "close":
      return close(draft);
    case "slotGranted":
      return openSocket(draft, event.socket);
    case "socket":
      return stepSocket(draft, event.socket, event.event);
    case "timer":
      return onTimer[event.name](draft);
    case "overlapFull":
      if (state.phase.kind !== "renewing") return;
      if (state.phase.successor.readyMs !== undefined) return checkOverlap(draft);
      return stepSocket(draft, state.phase.successor.socket, { kind: "close" });
  }
}

const onTimer: Readonly<Record<ConnectionTimer, (draft: Draft) => void>> = {
  reconnect: connect,
  renew,
  checkOverlap,
  endOverlap: ({ effects }) => void effects.push({ kind: "dropOverlap" }),
  idle: checkIdle,
};

function connect(draft: Draft): void {
  draft.state.phase = { kind: "connecting", current: startSocket(draft) };
}

function startSocket(draft: Draft): SocketState {
  draft.state.lastSocket += 1;
  const socket = draft.state.lastSocket;
  draft.effects.push({ kind: "requestSlot", socket });
  return newSocket(socket);
}

function openSocket(draft: Draft, socket: number): void {
  const { state, addresses, tables, effects } = draft;
  const { phase } = state;
  if (phase.kind === "renewing" && phase.successor.socket === socket) {
    effects.push({ kind: "beginOverlap", socket });
  }
  const isCareful = state.isCareful && tables.rules.methods.subscribe !== undefined;
  const address = addresses[state.addressIndex % addresses.length] ?? "";
  stepSocket(draft, socket, { kind: "slotGranted", address, isCareful });
}

/** Passes an event to its socket and handles the signals; other sockets have ended. */
function stepSocket(draft: Draft, socket: number, event: SocketStateEvent): void {
  const { state, effects } = draft;
  const found = socketsOf(state).find((one) => one.socket === socket);
  if (found === undefined) return;
  const step = reduceSocket(found, event, { ...draft, names: state.names });
  const { phase } = state;
  if (phase.kind === "renewing" && phase.successor === found) {
    state.phase = { ...phase, successor: step.state };
  } else if ("current" in phase) {
    state.phase = { ...phase, current: step.state };
  }
  effects.push(...step.effects);
  for (const signal of step.signals) handleSignal(draft, socket, signal);
}

function handleSignal(draft: Draft, socket: number, signal: SocketSignal): void {
  const { state, number: connection, effects, settings } = draft;
  const isCurrent = socket === currentSocket(state);
  switch (signal.kind) {
    case "ready":
      if (isCurrent) return becomeOpen(draft);
      effects.push({ kind: "setTimer", name: "checkOverlap", delayMs: settings.overlapMs });
      return;
    case "confirmed":
      return emitLive(draft);
    case "refused":
      return refuse(draft, [signal.name], signal.reason);
    case "silent":
      if (isCurrent) renew(draft);
      return;
    case "invalidMessage": {
      const { kind, reason } = signal;
      return notify(draft, { kind, connection, reason });
    }
    case "ended":
      if (isCurrent) currentEnded(draft, signal.end);
      else successorEnded(draft, signal.end);
  }
}

function becomeOpen(draft: Draft): void {
  const { state, number: connection, effects, settings } = draft;
  const { phase } = state;
  if (phase.kind !== "connecting") return;
  state.phase = { kind: "open", current: phase.current };
  notify(draft, { kind: "connected", connection, streams: state.names.size });
  scheduleRenewal(draft, phase.current);
  if (settings.idleTimeoutMs !== Number.POSITIVE_INFINITY) {
    effects.push({ kind: "setTimer", name: "idle", delayMs: settings.idleTimeoutMs });
  }
  emitLive(draft);
}

function namesChanged(draft: Draft): void {
  for (const { socket } of socketsOf(draft.state)) {
    stepSocket(draft, socket, { kind: "namesChanged" });
  }
  // A stream removed and added again before a control message was sent is still confirmed.
  emitLive(draft);
}

function emitLive({ state, effects }: Draft): void {
  const { phase, names, live } = state;
  if (phase.kind !== "open" && phase.kind !== "renewing") return;
  const fresh = [...phase.current.confirmed].filter((name) => names.has(name) && !live.has(name));
  if (fresh.length === 0) return;
  state.live = new Set([...live, ...fresh]);
  effects.push({ kind: "live", names: fresh });
}

/** Events of these live streams may be missing. */
function emitGap(draft: Draft, names: readonly string[], reason: string): void {
  const { state, effects } = draft;
  if (names.length === 0) return;
  state.live = without(state.live, names);
  notify(draft, { kind: "gap", streams: names.length, reason });
  effects.push({ kind: "gap", names, reason });
}

function removeNames({ state }: Draft, names: readonly string[]): void {
  state.names = without(state.names, names);
  state.live = without(state.live, names);
}

/** The exchange does not carry these streams, and a retry would not help. */
function refuse(draft: Draft, refused: readonly string[], reason: string): void {
  const names = refused.filter((name) => draft.state.names.has(name));
  removeNames(draft, names);
  if (names.length > 0) draft.effects.push({ kind: "refused", names, reason });
}

function close({ state, effects }: Draft): void {
  effects.push({ kind: "clearTimers" });
  for (const { socket } of socketsOf(state)) {
    effects.push({ kind: "closeSocket", socket, isDead: false });
  }
  effects.push({ kind: "dropOverlap" });
  state.phase = { kind: "closed" };
}

function checkIdle(draft: Draft): void {
  const { state, number: connection, idleMs, effects, settings } = draft;
  if (!("current" in state.phase)) return;
  const leftMs = settings.idleTimeoutMs - idleMs;
  const delayMs = leftMs > 0 ? leftMs : settings.idleTimeoutMs;
  effects.push({ kind: "setTimer", name: "idle", delayMs });
  if (leftMs > 0) return;
  notify(draft, { kind: "idle", connection });
  state.addressIndex += 1;
  stepSocket(draft, state.phase.current.socket, { kind: "close" });
}

function currentEnded(draft: Draft, end: SocketEnd): void {
  const { state, nowMs, effects, number: connection } = draft;
  const { phase } = state;
  if (!("current" in phase)) return;
  if (phase.kind === "renewing" && phase.successor.readyMs !== undefined) {
    const lost = lostStreams(overlapOf(draft, phase.successor));
    return takeOver(draft, phase.successor, lost, "the connection ended during its renewal");
  }
  const { readyMs } = phase.current;
  if (readyMs === undefined) state.addressIndex += 1;
  else if (nowMs - readyMs >= settledMs) state.failures = 0;
  effects.push({ kind: "clearTimer", name: "idle" });
  emitGap(draft, [...state.live], `the connection ended with code ${end.code}`);
  if (phase.kind !== "renewing") return reconnect(draft, end);
  // The successor, still connecting, becomes the connection.
  state.phase = { kind: "connecting", current: phase.successor };
  finishOverlap(draft);
  const { code, reason } = end;
  notify(draft, { kind: "disconnected", connection, code, reason, retryMs: 0 });
}

function reconnect(draft: Draft, end: SocketEnd): void {
  const { state, effects, tables, settings, random, number: connection } = draft;
  const decision = decideReconnect(end, state.failures, { ...tables, ...settings, random });
  state.failures += 1;
  state.phase = { kind: "reconnecting" };
  const retryMs = decision.kind === "retry" ? decision.waitMs : undefined;
  const { code, reason } = end;
  notify(draft, { kind: "disconnected", connection, code, reason, retryMs });
  if (decision.kind === "stop") return refuse(draft, [...state.names], decision.reason);
  state.isCareful = decision.isCareful;
  effects.push({ kind: "setTimer", name: "reconnect", delayMs: decision.waitMs });
}

function renew(draft: Draft): void {
  const { state, effects } = draft;
  const { phase } = state;
  if (phase.kind !== "open") return;
  effects.push({ kind: "clearTimer", name: "endOverlap" }, { kind: "dropOverlap" });
  const successor = startSocket(draft);
  state.phase = { kind: "renewing", current: phase.current, successor, checks: 0 };
}

function scheduleRenewal(draft: Draft, { readyMs = draft.nowMs }: SocketState): void {
  const { nowMs, random, tables, settings, effects } = draft;
  const delayMs = renewalDelayMs({ ageMs: nowMs - readyMs, random }, tables.limits, settings);
  effects.push({ kind: "setTimer", name: "renew", delayMs });
}

/** The current connection still delivers, so the next attempt can wait. */
function successorEnded(draft: Draft, { wasOpen }: SocketEnd): void {
  const { state, effects, tables, settings, random } = draft;
  const { phase } = state;
  if (phase.kind !== "renewing") return;
  state.phase = { kind: "open", current: phase.current };
  state.addressIndex += 1;
  // A name in its address may be why it did not open.
  state.isCareful = !wasOpen && !state.isCareful;
  const leastMs = Math.max(settings.reconnectSpreadMs, tables.backoff.firstMs);
  const delayMs = leastMs * (1 + random);
  effects.push(
    { kind: "clearTimer", name: "checkOverlap" },
    { kind: "dropOverlap" },
    { kind: "setTimer", name: "renew", delayMs },
  );
}

/** Decides whether the successor brings the events of the current socket. */
function checkOverlap(draft: Draft): void {
  const { state, effects, settings, number: connection } = draft;
  const { phase } = state;
  if (phase.kind !== "renewing" || phase.successor.readyMs === undefined) return;
  const { checks, successor } = phase;
  const decision = decideRenewal({ ...overlapOf(draft, successor), names: state.names, checks });
  state.phase = { ...phase, checks: checks + 1 };
  if (decision === "wait") {
    effects.push({ kind: "setTimer", name: "checkOverlap", delayMs: settings.overlapMs });
  } else if (decision === "abandon") {
    notify(draft, { kind: "idle", connection });
    stepSocket(draft, successor.socket, { kind: "close" });
  } else {
    effects.push({ kind: "closeSocket", socket: phase.current.socket, isDead: false });
    const reason = "the old connection missed events that its successor received";
    takeOver(draft, successor, decision, reason);
  }
}

function overlapOf({ state, report, nowMs, settings }: Draft, successor: SocketState) {
  const { confirmed, readyMs = nowMs } = successor;
  const isShort = nowMs - readyMs < settings.overlapMs;
  return { live: state.live, confirmed, report, isShort };
}

/** The successor becomes the connection. */
function takeOver(
  draft: Draft,
  successor: SocketState,
  lost: readonly string[],
  reason: string,
): void {
  const { state, effects, number: connection } = draft;
  state.phase = { kind: "open", current: successor };
  emitGap(draft, lost, reason);
  effects.push({ kind: "clearTimer", name: "checkOverlap" });
  finishOverlap(draft);
  notify(draft, { kind: "renewed", connection });
  scheduleRenewal(draft, successor);
  emitLive(draft);
}

/** Copies of events from the old socket may still arrive; they are dropped for a while. */
function finishOverlap({ effects, settings }: Draft): void {
  effects.push(
    { kind: "finishOverlap" },
    { kind: "setTimer", name: "endOverlap", delayMs: settings.overlapMs },
  );
}

function notify({ effects }: Draft, notice: StreamNotice): void {
  effects.push({ kind: "notify", notice });
}
