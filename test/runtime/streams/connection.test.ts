/** A connection through all its phases, at rare orders of events: what each makes the shell do. */

import { expect, test } from "vitest";

import {
  type ConnectionConfig,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  newConnection,
  reduceConnection,
} from "../../../runtime/streams/connection.ts";
import type { OverlapReport } from "../../../runtime/streams/renewal.ts";
import type { SocketStateEvent } from "../../../runtime/streams/socket-state.ts";

const config: ConnectionConfig = {
  number: 7,
  addresses: ["ws://a", "ws://b"],
  tables: {
    limits: { lifetimeMs: 1_000_000, streams: 8, inboundMessages: 5, inboundWindowMs: 1000 },
    rules: { methods: { subscribe: "SUB", unsubscribe: "UNSUB" } },
    query: { parameter: "s", separator: "/" },
    backoff: { firstMs: 100, factor: 2, maxMs: 10_000, jitter: "full" },
    statuses: [],
  },
  settings: {
    probeAfterMs: 60_000,
    responseTimeoutMs: 10_000,
    idleTimeoutMs: 300_000,
    reconnectSpreadMs: 1000,
    renewBeforeMs: 100_000,
    overlapMs: 5000,
  },
};

/** The streams by what the overlap has shown about them. */
interface GivenReport {
  readonly proven?: readonly string[];
  readonly ahead?: readonly string[];
  readonly missingOnNew?: readonly string[];
  readonly waiting?: number;
}

interface Step {
  /** Time of this and the next steps. */
  readonly at?: number;
  readonly event: ConnectionEvent;
  readonly report?: GivenReport;
  readonly idleMs?: number;
  readonly silentMs?: number;
  readonly want: string;
}

const socket = (number: number, event: SocketStateEvent): ConnectionEvent => ({
  kind: "socket",
  socket: number,
  event,
});
const start: ConnectionEvent = { kind: "start" };
const close: ConnectionEvent = { kind: "close" };
const slot = (number: number): ConnectionEvent => ({ kind: "slotGranted", socket: number });
const opened = (number: number) => socket(number, { kind: "opened" });
const cut = (number: number) => socket(number, { kind: "closed", code: 1006, reason: "cut" });
const replied = (number: number, id: number) =>
  socket(number, { kind: "reply", id, refusal: undefined });
const timer = (name: "reconnect" | "renew" | "checkOverlap" | "endOverlap" | "idle") =>
  ({ kind: "timer", name }) as const;
const change = (kind: "add" | "remove", names: string): ConnectionEvent => ({
  kind,
  names: [...names],
});

const begin: readonly Step[] = [
  { at: 0, event: start, want: "slot 1" },
  { event: slot(1), want: "timer 1 opening 10000, open 1 ws://a?s=x/y" },
];
const live: readonly Step[] = [
  ...begin,
  {
    event: opened(1),
    want:
      "clear 1 opening, timer 1 probe 60000, connected 2, timer renew 850000, timer idle 300000, " +
      "live xy",
  },
];
const renewing: readonly Step[] = [
  ...live,
  { at: 850_000, event: timer("renew"), want: "clear endOverlap, dropOverlap, slot 2" },
  { event: slot(2), want: "beginOverlap 2, timer 2 opening 10000, open 2 ws://a?s=x/y" },
];
const renewed: readonly Step[] = [
  ...renewing,
  { event: opened(2), want: "clear 2 opening, timer 2 probe 60000, timer checkOverlap 5000" },
];
const takenOver = "clear checkOverlap, finishOverlap, timer endOverlap 5000, renewed";

interface Case {
  readonly name: string;
  readonly methods?: Record<string, never>;
  readonly idleTimeoutMs?: number;
  readonly steps: readonly Step[];
}

const cases: readonly Case[] = [
  {
    name: "a connection that is cut comes back after a wait, on the same address",
    steps: [
      ...live,
      {
        at: 1000,
        event: cut(1),
        want:
          "close 1 dead, clear idle, gap 2, gap xy: the connection ended with code 1006, " +
          "disconnected 1006 500, timer reconnect 500",
      },
      { event: opened(1), want: "" },
      { event: timer("idle"), idleMs: 300_000, want: "" },
      { at: 1500, event: timer("reconnect"), want: "slot 2" },
      { event: slot(2), want: "timer 2 opening 10000, open 2 ws://a?s=x/y" },
      {
        event: opened(2),
        want:
          "clear 2 opening, timer 2 probe 60000, connected 2, timer renew 850000, " +
          "timer idle 300000, live xy",
      },
    ],
  },
  {
    name: "one that did not open takes the next address, and subscribes when it is open",
    steps: [
      ...begin,
      {
        event: cut(1),
        want: "close 1 dead, clear idle, disconnected 1006 500, timer reconnect 500",
      },
      { event: timer("reconnect"), want: "slot 2" },
      { event: slot(2), want: "timer 2 opening 10000, open 2 ws://b" },
      {
        event: opened(2),
        want: 'clear 2 opening, timer 2 probe 60000, timer 2 reply 10000, send 2 SUB ["x","y"] 1',
      },
      {
        event: replied(2, 1),
        want: "connected 2, timer renew 850000, timer idle 300000, live xy",
      },
    ],
  },
  {
    name: "a status that is final refuses all streams, and nothing is tried again",
    steps: [
      ...begin,
      { event: socket(1, { kind: "failed", status: 403 }), want: "" },
      {
        event: cut(1),
        want:
          "close 1 dead, clear idle, disconnected 1006 undefined, " +
          "refused xy: the exchange refused the connection with status 403",
      },
      { event: close, want: "clearTimers, dropOverlap" },
      { event: timer("reconnect"), want: "" },
    ],
  },
  {
    name: "a renewal takes over when both sockets bring the same",
    steps: [
      ...renewed,
      {
        at: 855_000,
        event: timer("checkOverlap"),
        report: { proven: ["x", "y"] },
        want: `close 1, ${takenOver}, timer renew 845000`,
      },
      { at: 860_000, event: timer("endOverlap"), want: "dropOverlap" },
      { event: cut(1), want: "" },
    ],
  },
  {
    name: "a renewal waits while the new socket is ahead, and says what is lost in the end",
    steps: [
      ...renewed,
      ...[1, 2, 3, 4, 5].map(() => ({
        at: 855_000,
        event: timer("checkOverlap"),
        report: { ahead: ["x"] },
        want: "timer checkOverlap 5000",
      })),
      {
        event: timer("checkOverlap"),
        report: { ahead: ["x"] },
        want:
          "close 1, gap 1, " +
          "gap x: the old connection missed events that its successor received, clear checkOverlap, " +
          "finishOverlap, timer endOverlap 5000, renewed, timer renew 845000, live x",
      },
    ],
  },
  {
    name: "a new socket without events is given up, and the old one goes on",
    steps: [
      ...renewed,
      ...[1, 2, 3, 4, 5].map(() => ({
        at: 855_000,
        event: timer("checkOverlap"),
        report: { missingOnNew: ["x"] },
        want: "timer checkOverlap 5000",
      })),
      {
        event: timer("checkOverlap"),
        report: { missingOnNew: ["x"] },
        want: "idle, close 2, clear checkOverlap, dropOverlap, timer renew 1500",
      },
      { event: replied(2, 1), want: "" },
      { event: timer("renew"), want: "clear endOverlap, dropOverlap, slot 3" },
      { event: slot(3), want: "beginOverlap 3, timer 3 opening 10000, open 3 ws://b?s=x/y" },
    ],
  },
  {
    name: "a close during a renewal closes both sockets, and nothing happens after it",
    steps: [
      ...renewing,
      { event: close, want: "clearTimers, close 1, close 2, dropOverlap" },
      { event: opened(2), want: "" },
      { event: cut(1), want: "" },
      { event: timer("checkOverlap"), want: "" },
      { event: change("add", "z"), want: "" },
      { event: close, want: "" },
    ],
  },
  {
    name: "a close before the first socket may open leaves nothing to open",
    steps: [
      { at: 0, event: start, want: "slot 1" },
      { event: close, want: "clearTimers, close 1, dropOverlap" },
      { event: slot(1), want: "" },
    ],
  },
  {
    name: "a cut before the new socket is ready is a gap, and the new socket goes on",
    steps: [
      ...renewing,
      {
        event: cut(1),
        want:
          "close 1 dead, clear idle, gap 2, gap xy: the connection ended with code 1006, " +
          "finishOverlap, timer endOverlap 5000, disconnected 1006 0",
      },
      {
        event: opened(2),
        want:
          "clear 2 opening, timer 2 probe 60000, connected 2, timer renew 850000, " +
          "timer idle 300000, live xy",
      },
    ],
  },
  {
    name: "a cut before the new socket may even open is a gap as well",
    steps: [
      ...live,
      { at: 850_000, event: timer("renew"), want: "clear endOverlap, dropOverlap, slot 2" },
      {
        event: cut(1),
        want:
          "close 1 dead, clear idle, gap 2, gap xy: the connection ended with code 1006, " +
          "finishOverlap, timer endOverlap 5000, disconnected 1006 0",
      },
      // It merges with nothing.
      { event: slot(2), want: "timer 2 opening 10000, open 2 ws://a?s=x/y" },
    ],
  },
  {
    name: "a cut when the new socket has proven itself is none",
    steps: [
      ...renewed,
      {
        at: 851_000,
        event: cut(1),
        report: { proven: ["x", "y"] },
        want: `close 1 dead, ${takenOver}, timer renew 849000`,
      },
    ],
  },
  {
    name: "a cut soon after the new socket is ready loses what is not proven",
    steps: [
      ...renewed,
      {
        at: 854_999,
        event: cut(1),
        report: { proven: ["x"] },
        want:
          "close 1 dead, gap 1, " +
          "gap y: the connection ended during its renewal, clear checkOverlap, finishOverlap, " +
          "timer endOverlap 5000, renewed, timer renew 845001, live y",
      },
    ],
  },
  {
    name: "a cut after a whole overlap loses no stream without events",
    steps: [
      ...renewed,
      {
        at: 855_000,
        event: cut(1),
        report: { proven: ["x"] },
        want: `close 1 dead, ${takenOver}, timer renew 845000`,
      },
    ],
  },
  {
    name: "a new socket that is cut is tried again later, on the next address",
    steps: [
      ...renewed,
      {
        event: cut(2),
        want: "close 2 dead, clear checkOverlap, dropOverlap, timer renew 1500",
      },
      { event: timer("checkOverlap"), want: "" },
      { event: timer("renew"), want: "clear endOverlap, dropOverlap, slot 3" },
      { event: timer("renew"), want: "" },
    ],
  },
  {
    name: "a stream that is added during a renewal goes to both sockets, and is live by the old one",
    steps: [
      ...renewed,
      {
        event: change("add", "z"),
        want: 'timer 1 reply 10000, send 1 SUB ["z"] 1, timer 2 reply 10000, send 2 SUB ["z"] 1',
      },
      { event: replied(2, 1), want: "" },
      { event: replied(1, 1), want: "live z" },
      {
        event: change("remove", "z"),
        want: 'timer 1 reply 10000, send 1 UNSUB ["z"] 2, timer 2 reply 10000, send 2 UNSUB ["z"] 2',
      },
    ],
  },
  {
    name: "a stream that was removed before its refusal came is refused to nobody",
    steps: [
      ...live,
      { event: change("add", "z"), want: 'timer 1 reply 10000, send 1 SUB ["z"] 1' },
      { event: change("remove", "z"), want: 'send 1 UNSUB ["z"] 2' },
      { event: socket(1, { kind: "reply", id: 1, refusal: "no z" }), want: "" },
    ],
  },
  {
    name: "a stream that is added while nothing is connected is opened with the others",
    steps: [
      ...begin,
      {
        event: cut(1),
        want: "close 1 dead, clear idle, disconnected 1006 500, timer reconnect 500",
      },
      { event: change("add", "z"), want: "" },
      { event: change("remove", "x"), want: "" },
      { event: timer("reconnect"), want: "slot 2" },
      { event: slot(2), want: "timer 2 opening 10000, open 2 ws://b" },
      {
        event: opened(2),
        want: 'clear 2 opening, timer 2 probe 60000, timer 2 reply 10000, send 2 SUB ["y","z"] 1',
      },
    ],
  },
  {
    name: "too many waiting events end a renewal whose new socket is not ready",
    steps: [
      // Reported while the end of the renewal before was handled.
      { event: { kind: "overlapFull" }, want: "" },
      ...renewing,
      {
        event: { kind: "overlapFull" },
        want: "close 2, clear checkOverlap, dropOverlap, timer renew 1500",
      },
    ],
  },
  {
    name: "too many waiting events make a new socket that is ready take over at once",
    steps: [
      ...renewed,
      {
        at: 856_000,
        event: { kind: "overlapFull" },
        report: { ahead: ["x"], waiting: 10_001 },
        want:
          "close 1, gap 1, " +
          "gap x: the old connection missed events that its successor received, clear checkOverlap, " +
          "finishOverlap, timer endOverlap 5000, renewed, timer renew 844000, live x",
      },
    ],
  },
  {
    name: "a probe without a reply ends the connection, which comes back",
    steps: [
      ...live,
      {
        at: 60_000,
        silentMs: 60_000,
        event: socket(1, { kind: "timer", name: "probe" }),
        want: 'timer 1 reply 10000, send 1 SUB ["x"] 1',
      },
      {
        at: 70_000,
        event: socket(1, { kind: "timer", name: "reply" }),
        want:
          "close 1 dead, clear idle, gap 2, " +
          "gap xy: the connection ended with code 1006, disconnected 1006 500, timer reconnect 500",
      },
      { event: replied(1, 1), want: "" },
    ],
  },
  {
    name: "an idle connection is replaced by one with the next address",
    steps: [
      ...live,
      { at: 300_000, event: timer("idle"), idleMs: 299_999, want: "timer idle 1" },
      {
        at: 300_001,
        event: timer("idle"),
        idleMs: 300_000,
        want:
          "timer idle 300000, idle, close 1, clear idle, gap 2, " +
          "gap xy: the connection ended with code 1000, disconnected 1000 500, timer reconnect 500",
      },
      { event: timer("reconnect"), want: "slot 2" },
      { event: slot(2), want: "timer 2 opening 10000, open 2 ws://b?s=x/y" },
    ],
  },
  {
    name: "an idle connection whose successor is ready hands over, and is watched on",
    steps: [
      ...renewed,
      {
        at: 855_000,
        event: timer("idle"),
        idleMs: 300_000,
        want: `timer idle 300000, idle, close 1, ${takenOver}, timer renew 845000`,
      },
    ],
  },
  {
    name: "a new socket that did not open subscribes when it is open the next time",
    steps: [
      ...renewing,
      {
        event: cut(2),
        want: "close 2 dead, clear checkOverlap, dropOverlap, timer renew 1500",
      },
      { event: timer("renew"), want: "clear endOverlap, dropOverlap, slot 3" },
      { event: slot(3), want: "beginOverlap 3, timer 3 opening 10000, open 3 ws://b" },
      {
        event: cut(3),
        want: "close 3 dead, clear checkOverlap, dropOverlap, timer renew 1500",
      },
      { event: timer("renew"), want: "clear endOverlap, dropOverlap, slot 4" },
      { event: slot(4), want: "beginOverlap 4, timer 4 opening 10000, open 4 ws://a?s=x/y" },
    ],
  },
  {
    name: "a stream that is refused is not asked for again",
    steps: [
      ...live,
      { event: change("add", "z"), want: 'timer 1 reply 10000, send 1 SUB ["z"] 1' },
      { event: socket(1, { kind: "reply", id: 1, refusal: "no z" }), want: "refused z: no z" },
      {
        event: cut(1),
        want:
          "close 1 dead, clear idle, gap 2, gap xy: the connection ended with code 1006, " +
          "disconnected 1006 500, timer reconnect 500",
      },
      { event: timer("reconnect"), want: "slot 2" },
      { event: slot(2), want: "timer 2 opening 10000, open 2 ws://a?s=x/y" },
    ],
  },
  {
    name: "a stream that was removed and added again before a message went is live again",
    steps: [
      ...live,
      ...[1, 2, 3, 4].map(() => ({ event: socket(1, { kind: "ping" }), want: "" })),
      { event: change("remove", "x"), want: "timer 1 pace 1001" },
      { event: change("add", "x"), want: "live x" },
    ],
  },
  {
    name: "where nothing can be asked for, a silent connection is renewed, and a new socket is not",
    methods: {},
    steps: [
      ...renewing.slice(0, 3),
      {
        silentMs: 60_000,
        event: socket(1, { kind: "timer", name: "probe" }),
        want: "clear endOverlap, dropOverlap, slot 2",
      },
      ...renewed.slice(-2),
      { silentMs: 60_000, event: socket(2, { kind: "timer", name: "probe" }), want: "" },
    ],
  },
  {
    name: "where nothing can be asked for, the next address names the streams as well",
    methods: {},
    steps: [
      ...begin,
      {
        event: cut(1),
        want: "close 1 dead, clear idle, disconnected 1006 500, timer reconnect 500",
      },
      { event: timer("reconnect"), want: "slot 2" },
      { event: slot(2), want: "timer 2 opening 10000, open 2 ws://b?s=x/y" },
    ],
  },
  {
    name: "without a time limit nothing is watched for being idle",
    idleTimeoutMs: Number.POSITIVE_INFINITY,
    steps: [
      ...begin,
      {
        event: opened(1),
        want: "clear 1 opening, timer 1 probe 60000, connected 2, timer renew 850000, live xy",
      },
    ],
  },
  {
    name: "a slot of a new socket that was given up opens nothing, and nothing is merged with it",
    steps: [
      ...renewing.slice(0, 4),
      {
        event: { kind: "overlapFull" },
        want: "close 2, clear checkOverlap, dropOverlap, timer renew 1500",
      },
      { event: timer("renew"), want: "clear endOverlap, dropOverlap, slot 3" },
      { event: slot(2), want: "" },
      { event: timer("checkOverlap"), want: "" },
    ],
  },
  {
    name: "an invalid message ends the connection, and is reported",
    steps: [
      ...live,
      {
        event: socket(1, { kind: "invalidMessage", reason: "it is not JSON" }),
        want:
          "close 1 dead, invalid it is not JSON, clear idle, gap 2, " +
          "gap xy: the connection ended with code 1003, disconnected 1003 500, timer reconnect 500",
      },
    ],
  },
];

for (const { name, steps, methods = config.tables.rules.methods, ...given } of cases) {
  test(name, () => {
    let state = newConnection(["x", "y"]);
    let nowMs = 0;
    for (const [index, { at = nowMs, event, want, ...measured }] of steps.entries()) {
      nowMs = at;
      const before = structuredClone(state);
      const step = reduceConnection(state, event, {
        ...contextOf({ ...measured, nowMs }),
        tables: { ...config.tables, rules: { methods } },
        settings: { ...config.settings, ...given },
      });
      expect(step.effects.map(textOf).join(", "), `step ${index}: ${event.kind}`).toBe(want);
      expect(state).toEqual(before);
      state = step.state;
    }
  });
}

test("a new connection waits for its start, and one that was closed keeps nothing open", () => {
  const state = newConnection(["x"]);
  expect(state).toEqual({
    ...{ phase: { kind: "reconnecting" }, names: new Set(["x"]), live: new Set(), failures: 0 },
    ...{ addressIndex: 0, isCareful: false, lastSocket: 0 },
  });
  expect(reduceConnection(state, close, contextOf({ nowMs: 0 })).state).toEqual({
    ...state,
    phase: { kind: "closed" },
  });
});

test("a renewal that fails is not tried again at once, however short the spread", () => {
  const settings = { ...config.settings, reconnectSpreadMs: 0 };
  let state = newConnection(["x", "y"]);
  let effects: readonly ConnectionEffect[] = [];
  for (const { event } of [...renewing, { event: cut(2) }]) {
    ({ state, effects } = reduceConnection(state, event, { ...contextOf({ nowMs: 0 }), settings }));
  }
  expect(effects.map(textOf).at(-1)).toBe("timer renew 150");
});

/** Failures in a row make the waits longer; a connection that lived for a minute begins anew. */
for (const { livedMs, failures } of [
  { livedMs: 59_999, failures: 2 },
  { livedMs: 60_000, failures: 1 },
]) {
  test(`after a life of ${livedMs} ms there were ${failures} failures`, () => {
    let state: ConnectionState = { ...newConnection(["x"]), failures: 1 };
    for (const [at, event] of [
      [0, start],
      [0, slot(1)],
      [1000, opened(1)],
      [1000 + livedMs, cut(1)],
    ] as const) {
      state = reduceConnection(state, event, contextOf({ nowMs: at })).state;
    }
    expect([state.phase.kind, state.failures]).toEqual(["reconnecting", failures]);
  });
}

function contextOf({
  nowMs,
  report,
  idleMs = 0,
  silentMs = 0,
}: {
  nowMs: number;
  report?: GivenReport;
  idleMs?: number;
  silentMs?: number;
}) {
  const { proven = [], ahead = [], missingOnNew = [], waiting = 0 } = report ?? {};
  const streams: OverlapReport["streams"] = new Map([
    ...proven.map((name) => [name, "proven"] as const),
    ...ahead.map((name) => [name, "ahead"] as const),
    ...missingOnNew.map((name) => [name, "missingOnNew"] as const),
  ]);
  return { ...config, nowMs, random: 0.5, silentMs, idleMs, report: { streams, waiting } };
}

function textOf(effect: ConnectionEffect): string {
  switch (effect.kind) {
    case "requestSlot":
      return `slot ${effect.socket}`;
    case "openSocket":
      return `open ${effect.socket} ${effect.url}`;
    case "send": {
      const { method, params, id } = JSON.parse(effect.text) as Record<string, unknown>;
      return `send ${effect.socket} ${String(method)} ${JSON.stringify(params)} ${String(id)}`;
    }
    case "closeSocket":
      return `close ${effect.socket}${effect.isDead ? " dead" : ""}`;
    case "setTimer":
      return `timer ${"socket" in effect ? `${effect.socket} ` : ""}${effect.name} ${effect.delayMs}`;
    case "clearTimer":
      return `clear ${"socket" in effect ? `${effect.socket} ` : ""}${effect.name}`;
    case "beginOverlap":
      return `beginOverlap ${effect.socket}`;
    case "clearTimers":
    case "finishOverlap":
    case "dropOverlap":
      return effect.kind;
    case "live":
      return `live ${effect.names.join("")}`;
    case "gap":
    case "refused":
      return `${effect.kind} ${effect.names.join("")}: ${effect.reason}`;
    case "notify":
      return noticeText(effect.notice);
  }
}

function noticeText(notice: Extract<ConnectionEffect, { kind: "notify" }>["notice"]): string {
  if ("connection" in notice) expect(notice.connection).toBe(7);
  switch (notice.kind) {
    case "connected":
      return `connected ${notice.streams}`;
    case "disconnected":
      return `disconnected ${notice.code} ${notice.retryMs}`;
    case "gap":
      return `gap ${notice.streams}`;
    case "invalidMessage":
      return `invalid ${notice.reason}`;
    default:
      return notice.kind;
  }
}
