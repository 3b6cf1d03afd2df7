/**
 * One WebSocket of a connection, as a pure reducer: opens, subscribes within the limit of
 * control messages, and detects a dead peer.
 */

import type { ConnectionSettings } from "./options.ts";
import {
  addressOf,
  batchesOf,
  messagesPerWindow,
  paceDelay,
  planOpening,
  recentTimes,
} from "./planner.ts";
import type { SocketEnd } from "./reconnect.ts";
import { codeNone, codeNormal, type SocketEvent } from "./socket.ts";
import type { StreamTables } from "./types.ts";

export interface SocketState {
  /** Number of its socket within the connection. */
  readonly socket: number;
  readonly phase: "waiting" | "opening" | "open" | "ended";
  /** When the exchange confirmed all streams of the opening; `undefined` before. */
  readonly readyMs: number | undefined;
  /** Streams requested and not refused. */
  readonly requested: ReadonlySet<string>;
  readonly confirmed: ReadonlySet<string>;
  /** Control messages to send. */
  readonly queue: readonly ControlRequest[];
  /** Control messages without a reply, oldest first. */
  readonly underWay: readonly SentRequest[];
  /** When the exchange received recent control messages and pongs. */
  readonly sentMs: readonly number[];
  readonly lastId: number;
  /** HTTP status of a refused upgrade. */
  readonly status: number | undefined;
  /** Where it connects to, without the path, which may hold a listen key; then why it failed. */
  readonly peer: string;
}

/** A control message: opening streams, added streams, removed streams, or a probe. */
interface ControlRequest {
  readonly kind: "open" | "add" | "remove" | "probe";
  readonly names: readonly string[];
}

interface SentRequest extends ControlRequest {
  readonly id: number;
  readonly dueMs: number;
}

/** Input of the reducer. */
export type SocketStateEvent =
  | SocketEvent
  | Readonly<
      /** The limit of connection attempts allows this socket. */
      | { kind: "slotGranted"; address: string; isCareful: boolean }
      | { kind: "reply"; id: number; refusal: string | undefined }
      | { kind: "timer"; name: SocketTimer }
      | { kind: "invalidMessage"; reason: string }
      /** `namesChanged`: the streams of the connection may have changed. */
      | { kind: "namesChanged" | "messageTooLong" | "badAddress" | "close" }
    >;

/** Timers of a socket: opening, replies, probes, and the pace of control messages. */
type SocketTimer = "opening" | "reply" | "probe" | "pace";

/** An effect for the shell to perform. */
export type SocketEffect = Readonly<
  | { kind: "openSocket"; socket: number; url: string }
  | { kind: "send"; socket: number; text: string }
  /** Closes a socket, even if already closed, and frees its timers. */
  | { kind: "closeSocket"; socket: number; isDead: boolean }
  | { kind: "setTimer"; socket: number; name: SocketTimer; delayMs: number }
  | { kind: "clearTimer"; socket: number; name: SocketTimer }
>;

export type SocketSignal = Readonly<
  /** `ready`: all streams of the opening are confirmed; `confirmed`: a later one is. */
  | { kind: "ready" | "confirmed" }
  | { kind: "refused"; name: string; reason: string }
  /** No message for a while, and the exchange has no method for a probe. */
  | { kind: "silent" }
  | { kind: "invalidMessage"; reason: string }
  | { kind: "ended"; end: SocketEnd }
>;

/** Inputs of a socket besides its state. */
export interface SocketContext {
  readonly tables: Pick<StreamTables, "limits" | "rules" | "query">;
  readonly settings: Pick<ConnectionSettings, "probeAfterMs" | "responseTimeoutMs">;
  /** Streams that the connection should carry. */
  readonly names: ReadonlySet<string>;
  readonly nowMs: number;
  /** Time since the last message or ping. */
  readonly silentMs: number;
}

const codeNotText = 1003;
const codeTooLong = 1009;

/** A socket that waits for permission to open. */
export function newSocket(socket: number): SocketState {
  return {
    socket,
    phase: "waiting",
    readyMs: undefined,
    requested: new Set(),
    confirmed: new Set(),
    queue: [],
    underWay: [],
    sentMs: [],
    lastId: 0,
    status: undefined,
    peer: "",
  };
}

/** A socket after an event, the effects to perform, and the signals to the connection. */
export function reduceSocket(state: SocketState, event: SocketStateEvent, context: SocketContext) {
  const draft: Draft = { ...context, state: { ...state }, effects: [], signals: [] };
  if (state.phase !== "ended") {
    handleEvent(draft, event);
    becomeReady(draft);
    sendQueued(draft);
  }
  return { state: draft.state, effects: draft.effects, signals: draft.signals };
}

/** A mutable copy of the state during one step, with its effects. */
interface Draft extends Omit<SocketContext, "names"> {
  names: ReadonlySet<string>;
  readonly state: { -readonly [Field in keyof SocketState]: SocketState[Field] };
  readonly effects: SocketEffect[];
  readonly signals: SocketSignal[];
}

function handleEvent(draft: Draft, event: SocketStateEvent): void {
  const { state, signals } = draft;
  switch (event.kind) {
    case "slotGranted":
      return openSocket(draft, event);
    case "opened":
      state.phase = "open";
      draft.effects.push({ kind: "clearTimer", socket: state.socket, name: "opening" });
      return setTimer(draft, "probe", draft.settings.probeAfterMs);
    case "reply":
      return handleReply(draft, event.id, event.refusal);
    case "ping":
      // The socket's pong counts as a message.
      state.sentMs = [...state.sentMs, draft.nowMs];
      return;
    case "timer":
      return handleTimer(draft, event.name);
    case "namesChanged":
      return;
    case "invalidMessage":
      signals.push({ kind: "invalidMessage", reason: event.reason });
      return end(draft, codeNotText, `a message cannot be decoded: ${event.reason}`);
    case "binaryMessage":
      return end(draft, codeNotText, "a message is not text");
    case "messageTooLong":
      return end(draft, codeTooLong, "a message is too long");
    case "failed":
      state.status = event.status;
      state.peer += describeFailure(event);
      return;
    case "badAddress":
      return end(draft, codeNone, "its address is not a WebSocket address", true);
    case "closed": {
      // The close code of a socket that never opened says nothing.
      const unopened = state.phase === "open" ? "" : `no connection to ${state.peer}`;
      return end(draft, event.code, event.reason || unopened);
    }
    case "close":
      return end(draft, codeNormal, "closed by the client");
  }
}

function describeFailure({ status, code }: SocketEvent & { readonly kind: "failed" }): string {
  return status === undefined && code === undefined ? "" : ` (${status ?? code})`;
}

function openSocket(
  draft: Draft,
  { address, isCareful }: { readonly address: string; readonly isCareful: boolean },
): void {
  const { state, tables, names } = draft;
  const { opening, batches } = isCareful
    ? { opening: [], batches: batchesOf([...names]) }
    : planOpening([...names]);
  state.phase = "opening";
  state.requested = new Set(names);
  state.queue = batches.map((batch) => ({ kind: "open", names: batch }));
  setTimer(draft, "opening", draft.settings.responseTimeoutMs);
  const url = addressOf(address, opening, tables.query);
  [state.peer = "the exchange"] = /^\w+:\/\/[^/?#@]+(?=[/?#]|$)/.exec(url) ?? [];
  // Such as `ws://127.0.0.1:9700`, where the streams are at `/stream`.
  if (/^\w+:\/\/[^/]+\/?$/.test(address)) state.peer += " without a path";
  draft.effects.push({ kind: "openSocket", socket: state.socket, url });
}

function handleReply(draft: Draft, id: number, refusal: string | undefined): void {
  const { state } = draft;
  const request = state.underWay.find((one) => one.id === id);
  if (request === undefined) return;
  state.underWay = state.underWay.filter((one) => one !== request);
  state.sentMs = [...state.sentMs, draft.nowMs];
  if (request.kind === "probe") return setTimer(draft, "probe", draft.settings.probeAfterMs);
  if (request.kind === "remove") return;
  if (refusal === undefined) return confirm(draft, request);
  const { kind, names } = request;
  const [only = ""] = names;
  if (names.length > 1) {
    // One unknown name makes the exchange refuse a whole message: bisect.
    const left = names.filter((name) => state.requested.has(name));
    const half = Math.ceil(left.length / 2);
    const halves = [left.slice(0, half), left.slice(half)].filter(({ length }) => length > 0);
    state.queue = [...state.queue, ...halves.map((part) => ({ kind, names: part }))];
  } else {
    state.requested = without(state.requested, [only]);
    // The connection will drop it: do not request it again in this step.
    draft.names = without(draft.names, [only]);
    draft.signals.push({ kind: "refused", name: only, reason: refusal });
  }
}

/** Confirms streams unless a later control message without a reply names them too. */
function confirm({ state, signals }: Draft, { kind, names, id }: SentRequest): void {
  if (kind === "open") return;
  const later = [...state.underWay.filter((one) => one.id > id), ...state.queue];
  const laterNames = new Set(
    later.flatMap((request) => (request.kind === "probe" ? [] : request.names)),
  );
  const fresh = names.filter((name) => state.requested.has(name) && !laterNames.has(name));
  state.confirmed = new Set([...state.confirmed, ...fresh]);
  signals.push({ kind: "confirmed" });
}

function handleTimer(draft: Draft, name: SocketTimer): void {
  switch (name) {
    case "opening":
      return end(draft, codeNone, "it did not open in time");
    case "reply":
      return handleMissingReply(draft);
    case "probe":
      return probe(draft);
    case "pace":
      // The queue continues after every event.
      return;
  }
}

function handleMissingReply(draft: Draft): void {
  const { state, nowMs } = draft;
  const overdue = state.underWay.filter(({ dueMs }) => dueMs <= nowMs);
  for (const request of overdue) {
    if (request.kind === "probe") return end(draft, codeNone, "the exchange has gone silent");
    if (request.kind !== "remove") {
      return end(draft, codeNone, "a subscription got no response");
    }
    state.underWay = state.underWay.filter((one) => one !== request);
    state.sentMs = [...state.sentMs, nowMs];
  }
  waitForReply(draft);
}

function waitForReply(draft: Draft): void {
  const [oldest] = draft.state.underWay;
  if (oldest !== undefined) setTimer(draft, "reply", Math.max(1, oldest.dueMs - draft.nowMs));
}

/** Subscribing again changes nothing, and the exchange replies. */
function probe(draft: Draft): void {
  const { state, settings, silentMs, tables, signals } = draft;
  if (silentMs < settings.probeAfterMs) {
    return setTimer(draft, "probe", Math.max(1, settings.probeAfterMs - silentMs));
  }
  if (tables.rules.methods.subscribe === undefined) {
    signals.push({ kind: "silent" });
    return;
  }
  const names = [...state.requested].slice(0, 1);
  state.queue = [...state.queue, { kind: "probe", names }];
}

function becomeReady(draft: Draft): void {
  const { state, signals, nowMs } = draft;
  if (state.phase !== "open" || state.readyMs !== undefined) return;
  if ([...state.queue, ...state.underWay].some(({ kind }) => kind === "open")) return;
  state.readyMs = nowMs;
  state.confirmed = state.requested;
  signals.push({ kind: "ready" });
}

/** Sends as many queued control messages as the limit allows. */
function sendQueued(draft: Draft): void {
  const { state, effects, nowMs, tables, settings } = draft;
  if (state.phase !== "open") return;
  const pace = {
    amount: messagesPerWindow(tables.limits),
    windowMs: tables.limits.inboundWindowMs,
  };
  state.sentMs = recentTimes(state.sentMs, nowMs, pace.windowMs);
  for (;;) {
    const { sentMs, underWay } = state;
    const delayMs = paceDelay({ sentMs, underWay: underWay.length, nowMs }, pace);
    if (delayMs === undefined) return;
    const request = nextRequest(draft);
    if (request === undefined) return;
    if (delayMs > 0) return setTimer(draft, "pace", delayMs);
    take(draft, request);
    state.lastId += 1;
    const id = state.lastId;
    const dueMs = nowMs + settings.responseTimeoutMs;
    state.underWay = [...underWay, { ...request, id, dueMs }];
    if (underWay.length === 0) waitForReply(draft);
    const { subscribe, unsubscribe } = tables.rules.methods;
    const method = request.kind === "remove" ? unsubscribe : subscribe;
    const text = JSON.stringify({ method, params: request.names, id });
    effects.push({ kind: "send", socket: state.socket, text });
  }
}

/**
 * The next control message. Streams added and removed meanwhile are batched; removals go first, so
 * that the connection never exceeds its limit.
 */
function nextRequest({ state, names, tables }: Draft): ControlRequest | undefined {
  const [queued] = state.queue;
  const { subscribe, unsubscribe } = tables.rules.methods;
  if (queued !== undefined) return subscribe === undefined ? undefined : queued;
  if (state.readyMs === undefined) return undefined;
  const removed = [...state.requested].filter((name) => !names.has(name));
  const [toRemove] = batchesOf(removed);
  if (toRemove !== undefined && unsubscribe !== undefined)
    return { kind: "remove", names: toRemove };
  const [toAdd] = batchesOf([...names].filter((name) => !state.requested.has(name)));
  if (toAdd === undefined || subscribe === undefined) return undefined;
  return { kind: "add", names: toAdd };
}

/** Records a sent control message. */
function take({ state }: Draft, request: ControlRequest): void {
  if (state.queue[0] === request) {
    state.queue = state.queue.slice(1);
  } else if (request.kind === "add") {
    state.requested = new Set([...state.requested, ...request.names]);
  } else {
    state.requested = without(state.requested, request.names);
    state.confirmed = without(state.confirmed, request.names);
  }
}

/** Ends the socket, whatever the peer does. */
function end(draft: Draft, code: number, reason: string, isBadAddress = false): void {
  const { state, effects, signals } = draft;
  const { socket, status } = state;
  const wasOpen = state.phase === "open";
  state.phase = "ended";
  effects.push({ kind: "closeSocket", socket, isDead: code !== codeNormal });
  signals.push({ kind: "ended", end: { code, reason, wasOpen, status, isBadAddress } });
}

function setTimer({ state, effects }: Draft, name: SocketTimer, delayMs: number): void {
  effects.push({ kind: "setTimer", socket: state.socket, name, delayMs });
}

export function without(
  names: ReadonlySet<string>,
  removed: readonly string[],
): ReadonlySet<string> {
  const left = new Set(names);
  for (const name of removed) left.delete(name);
  return left;
}
