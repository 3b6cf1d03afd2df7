/**
 * One WebSocket session of a connection, as a pure reducer: opens, subscribes within the limit of
 * control messages, and detects a dead peer.
 */

import type { ConnectionSettings } from "./options.ts";
import {
  addressOf,
  batchesOf,
  messagesPerWindow,
  paceDelay,
  planConnection,
  recentTimes,
} from "./planner.ts";
import type { SessionEnd } from "./reconnect.ts";
import { codeNone, codeNormal, type SocketEvent } from "./socket.ts";
import type { StreamTables } from "./types.ts";

/** The state of one session. */
export interface Session {
  /** Number of its socket within the connection. */
  readonly socket: number;
  readonly phase: "waiting" | "opening" | "open" | "ended";
  /** When the exchange confirmed all streams of the opening; `undefined` before. */
  readonly readyMs: number | undefined;
  /** Streams requested and not refused. */
  readonly requested: ReadonlySet<string>;
  /** Confirmed streams. */
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
export type SessionEvent =
  | SocketEvent
  | Readonly<
      /** The limit of connection attempts allows this socket. */
      | { kind: "slotGranted"; address: string; isCareful: boolean }
      | { kind: "reply"; id: number; refusal: string | undefined }
      | { kind: "timer"; name: SessionTimer }
      | { kind: "invalidMessage"; reason: string }
      /** `namesChanged`: the streams of the connection may have changed. */
      | { kind: "namesChanged" | "messageTooLong" | "badAddress" | "close" }
    >;

/** Timers of a session: opening, replies, probes, and the pace of control messages. */
type SessionTimer = "opening" | "reply" | "probe" | "pace";

/** An effect for the shell to perform. */
export type SessionEffect = Readonly<
  | { kind: "openSocket"; socket: number; url: string }
  | { kind: "send"; socket: number; text: string }
  /** Closes a socket, even if already closed, and frees its timers. */
  | { kind: "closeSocket"; socket: number; isDead: boolean }
  | { kind: "setTimer"; socket: number; name: SessionTimer; delayMs: number }
  | { kind: "clearTimer"; socket: number; name: SessionTimer }
>;

/** A signal to the connection. */
export type SessionSignal = Readonly<
  /** `ready`: all streams of the opening are confirmed; `confirmed`: a later one is. */
  | { kind: "ready" | "confirmed" }
  | { kind: "refused"; name: string; reason: string }
  /** No message for a while, and the exchange has no method for a probe. */
  | { kind: "silent" }
  | { kind: "invalidMessage"; reason: string }
  | { kind: "ended"; end: SessionEnd }
>;

/** Inputs of a session besides its state. */
export interface SessionContext {
  readonly tables: Pick<StreamTables, "limits" | "rules" | "query">;
  readonly settings: Pick<ConnectionSettings, "probeAfterMs" | "responseTimeoutMs">;
  /** Streams that the connection should carry. */
  readonly names: ReadonlySet<string>;
  readonly nowMs: number;
  /** Time since the last message or ping. */
  readonly silentMs: number;
}

/** The new state, with its effects and signals. */
export interface SessionStep {
  readonly session: Session;
  readonly effects: readonly SessionEffect[];
  readonly signals: readonly SessionSignal[];
}

const codeNotText = 1003;
const codeTooLong = 1009;

/** A session that waits for permission to open its socket. */
export function newSession(socket: number): Session {
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
  };
}

/** A session after an event. */
export function reduceSession(
  session: Session,
  event: SessionEvent,
  context: SessionContext,
): SessionStep {
  const draft: Draft = { ...context, session: { ...session }, effects: [], signals: [] };
  if (session.phase !== "ended") {
    handleEvent(draft, event);
    becomeReady(draft);
    sendQueued(draft);
  }
  return { session: draft.session, effects: draft.effects, signals: draft.signals };
}

/** A mutable copy of the state during one step, with its effects. */
interface Draft extends Omit<SessionContext, "names"> {
  names: ReadonlySet<string>;
  readonly session: { -readonly [Field in keyof Session]: Session[Field] };
  readonly effects: SessionEffect[];
  readonly signals: SessionSignal[];
}

function handleEvent(draft: Draft, event: SessionEvent): void {
  const { session, signals } = draft;
  switch (event.kind) {
    case "slotGranted":
      return openSession(draft, event);
    case "opened":
      session.phase = "open";
      draft.effects.push({ kind: "clearTimer", socket: session.socket, name: "opening" });
      return setTimer(draft, "probe", draft.settings.probeAfterMs);
    case "reply":
      return handleReply(draft, event.id, event.refusal);
    case "ping":
      // The socket's pong counts as a message.
      session.sentMs = [...session.sentMs, draft.nowMs];
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
      session.status = event.status;
      return;
    case "badAddress":
      return end(draft, codeNone, "its address is not a WebSocket address", true);
    case "closed":
      return end(draft, event.code, event.reason);
    case "close":
      return end(draft, codeNormal, "closed by the client");
  }
}

function openSession(
  draft: Draft,
  { address, isCareful }: { readonly address: string; readonly isCareful: boolean },
): void {
  const { session, tables, names } = draft;
  const { opening, batches } = isCareful
    ? { opening: [], batches: batchesOf([...names]) }
    : planConnection([...names], tables);
  session.phase = "opening";
  session.requested = new Set(names);
  session.queue = batches.map((batch) => ({ kind: "open", names: batch }));
  setTimer(draft, "opening", draft.settings.responseTimeoutMs);
  const url = addressOf(address, opening, tables.query);
  draft.effects.push({ kind: "openSocket", socket: session.socket, url });
}

function handleReply(draft: Draft, id: number, refusal: string | undefined): void {
  const { session } = draft;
  const request = session.underWay.find((one) => one.id === id);
  if (request === undefined) return;
  session.underWay = session.underWay.filter((one) => one !== request);
  session.sentMs = [...session.sentMs, draft.nowMs];
  if (request.kind === "probe") return setTimer(draft, "probe", draft.settings.probeAfterMs);
  if (request.kind === "remove") return;
  if (refusal === undefined) return confirm(draft, request);
  const { kind, names } = request;
  const [only = ""] = names;
  if (names.length > 1) {
    // One unknown name makes the exchange refuse a whole message: bisect.
    const left = names.filter((name) => session.requested.has(name));
    const half = Math.ceil(left.length / 2);
    const halves = [left.slice(0, half), left.slice(half)].filter(({ length }) => length > 0);
    session.queue = [...session.queue, ...halves.map((part) => ({ kind, names: part }))];
  } else {
    session.requested = without(session.requested, [only]);
    // The connection will drop it: do not request it again in this step.
    draft.names = without(draft.names, [only]);
    draft.signals.push({ kind: "refused", name: only, reason: refusal });
  }
}

/** Confirms streams unless a later control message without a reply names them too. */
function confirm({ session, signals }: Draft, { kind, names, id }: SentRequest): void {
  if (kind === "open") return;
  const later = [...session.underWay.filter((one) => one.id > id), ...session.queue];
  const laterNames = new Set(
    later.flatMap((request) => (request.kind === "probe" ? [] : request.names)),
  );
  const fresh = names.filter((name) => session.requested.has(name) && !laterNames.has(name));
  session.confirmed = new Set([...session.confirmed, ...fresh]);
  signals.push({ kind: "confirmed" });
}

function handleTimer(draft: Draft, name: SessionTimer): void {
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
  const { session, nowMs } = draft;
  const overdue = session.underWay.filter(({ dueMs }) => dueMs <= nowMs);
  for (const request of overdue) {
    if (request.kind === "probe") return end(draft, codeNone, "the exchange has gone silent");
    if (request.kind !== "remove") {
      return end(draft, codeNone, "a subscription got no response");
    }
    session.underWay = session.underWay.filter((one) => one !== request);
    session.sentMs = [...session.sentMs, nowMs];
  }
  waitForReply(draft);
}

function waitForReply(draft: Draft): void {
  const [oldest] = draft.session.underWay;
  if (oldest !== undefined) setTimer(draft, "reply", Math.max(1, oldest.dueMs - draft.nowMs));
}

/** Subscribing again changes nothing, and the exchange replies. */
function probe(draft: Draft): void {
  const { session, settings, silentMs, tables, signals } = draft;
  if (silentMs < settings.probeAfterMs) {
    return setTimer(draft, "probe", Math.max(1, settings.probeAfterMs - silentMs));
  }
  if (tables.rules.methods.subscribe === undefined) {
    signals.push({ kind: "silent" });
    return;
  }
  const names = [...session.requested].slice(0, 1);
  session.queue = [...session.queue, { kind: "probe", names }];
}

function becomeReady(draft: Draft): void {
  const { session, signals, nowMs } = draft;
  if (session.phase !== "open" || session.readyMs !== undefined) return;
  if ([...session.queue, ...session.underWay].some(({ kind }) => kind === "open")) return;
  session.readyMs = nowMs;
  session.confirmed = session.requested;
  signals.push({ kind: "ready" });
}

/** Sends as many queued control messages as the limit allows. */
function sendQueued(draft: Draft): void {
  const { session, effects, nowMs, tables, settings } = draft;
  if (session.phase !== "open") return;
  const pace = {
    amount: messagesPerWindow(tables.limits),
    windowMs: tables.limits.inboundWindowMs,
  };
  session.sentMs = recentTimes(session.sentMs, nowMs, pace.windowMs);
  for (;;) {
    const { sentMs, underWay } = session;
    const delayMs = paceDelay({ sentMs, underWay: underWay.length, nowMs }, pace);
    if (delayMs === undefined) return;
    const request = nextRequest(draft);
    if (request === undefined) return;
    if (delayMs > 0) return setTimer(draft, "pace", delayMs);
    take(draft, request);
    session.lastId += 1;
    const id = session.lastId;
    const dueMs = nowMs + settings.responseTimeoutMs;
    session.underWay = [...underWay, { ...request, id, dueMs }];
    if (underWay.length === 0) waitForReply(draft);
    const { subscribe, unsubscribe } = tables.rules.methods;
    const method = request.kind === "remove" ? unsubscribe : subscribe;
    const text = JSON.stringify({ method, params: request.names, id });
    effects.push({ kind: "send", socket: session.socket, text });
  }
}

/**
 * The next control message. Streams added and removed meanwhile are batched; removals go first, so
 * that the connection never exceeds its limit.
 */
function nextRequest({ session, names, tables }: Draft): ControlRequest | undefined {
  const [queued] = session.queue;
  const { subscribe, unsubscribe } = tables.rules.methods;
  if (queued !== undefined) return subscribe === undefined ? undefined : queued;
  if (session.readyMs === undefined) return undefined;
  const removed = [...session.requested].filter((name) => !names.has(name));
  const [toRemove] = batchesOf(removed);
  if (toRemove !== undefined && unsubscribe !== undefined)
    return { kind: "remove", names: toRemove };
  const [toAdd] = batchesOf([...names].filter((name) => !session.requested.has(name)));
  if (toAdd === undefined || subscribe === undefined) return undefined;
  return { kind: "add", names: toAdd };
}

/** Records a sent control message. */
function take({ session }: Draft, request: ControlRequest): void {
  if (session.queue[0] === request) {
    session.queue = session.queue.slice(1);
  } else if (request.kind === "add") {
    session.requested = new Set([...session.requested, ...request.names]);
  } else {
    session.requested = without(session.requested, request.names);
    session.confirmed = without(session.confirmed, request.names);
  }
}

/** Ends the session and its socket, whatever the peer does. */
function end(draft: Draft, code: number, reason: string, isBadAddress = false): void {
  const { session, effects, signals } = draft;
  const { socket, status } = session;
  const wasOpen = session.phase === "open";
  session.phase = "ended";
  effects.push({ kind: "closeSocket", socket, isDead: code !== codeNormal });
  signals.push({ kind: "ended", end: { code, reason, wasOpen, status, isBadAddress } });
}

function setTimer({ session, effects }: Draft, name: SessionTimer, delayMs: number): void {
  effects.push({ kind: "setTimer", socket: session.socket, name, delayMs });
}

/** The set without some names. */
export function without(
  names: ReadonlySet<string>,
  removed: readonly string[],
): ReadonlySet<string> {
  const left = new Set(names);
  for (const name of removed) left.delete(name);
  return left;
}
