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
import { fieldsOf, readStory } from "../../support/story.ts";

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

const gap = (code: number): string =>
  `clear idle, gap 2, gap xy: the connection ended with code ${code}`;
const over = "clear checkOverlap, finishOverlap, timer endOverlap 5000, renewed";
const ahead = "the old connection missed events that its successor received";

/** What stands in the story for effects that often come together. */
const short = {
  over,
  connected: "connected 2, timer renew 850000, timer idle 300000, live xy",
  abandoned: "clear checkOverlap, dropOverlap, timer renew 1500",
  lostX: `close 1, gap 1, gap x: ${ahead}, ${over}`,
  ended: "the connection ended during its renewal",
  refused: "the exchange refused the connection with status 403",
  first1006: "disconnected 1006 50, timer reconnect 50",
  lost1000: `${gap(1000)}, disconnected 1000 500, timer reconnect 500`,
  lost1003: `${gap(1003)}, disconnected 1003 500, timer reconnect 500`,
  lost1006: `${gap(1006)}, disconnected 1006 500, timer reconnect 500`,
  merged1006: `${gap(1006)}, finishOverlap, timer endOverlap 5000, disconnected 1006 0`,
};

/**
 * A time where it goes on, an event with the number of its socket or its streams, what was measured
 * (`idle` and `silent` milliseconds, streams by what the overlap has shown of them), and effects.
 */
const story = `
a connection opens a socket
  0 start => slot 1
  slot 1 => timer 1 opening 10000, open 1 ws://a?s=x/y
it is live when its socket is open
  ...a connection opens a socket
  opened 1 => clear 1 opening, timer 1 probe 60000, $connected
a renewal opens a second socket
  ...it is live when its socket is open
  850000 timer renew => clear endOverlap, dropOverlap, slot 2
  slot 2 => beginOverlap 2, timer 2 opening 10000, open 2 ws://a?s=x/y
its second socket opens
  ...a renewal opens a second socket
  opened 2 => clear 2 opening, timer 2 probe 60000, timer checkOverlap 5000
a connection that is cut comes back after a wait, on the same address
  ...it is live when its socket is open
  1000 cut 1 => close 1 dead, $lost1006
  opened 1 =>
  timer idle idle=300000 =>
  1500 timer reconnect => slot 2
  slot 2 => timer 2 opening 10000, open 2 ws://a?s=x/y
  opened 2 => clear 2 opening, timer 2 probe 60000, $connected
one that did not open takes the next address, and subscribes when it is open
  ...a connection opens a socket
  cut 1 => close 1 dead, clear idle, $first1006
  timer reconnect => slot 2
  slot 2 => timer 2 opening 10000, open 2 ws://b
  opened 2 => clear 2 opening, timer 2 probe 60000, reply? 2, SUB 2 xy 1
  reply 2 1 => $connected
a status that is final refuses all streams, and nothing is tried again
  ...a connection opens a socket
  failed 1 =>
  cut 1 => close 1 dead, clear idle, disconnected 1006 undefined, refused xy: $refused
  close => clearTimers, dropOverlap
  timer reconnect =>
a renewal takes over when both sockets bring the same
  ...its second socket opens
  855000 timer checkOverlap proven=xy => close 1, $over, timer renew 845000
  860000 timer endOverlap => dropOverlap
  cut 1 =>
a renewal waits while the new socket is ahead, and says what is lost in the end
  ...its second socket opens
  855000 5x timer checkOverlap ahead=x => timer checkOverlap 5000
  timer checkOverlap ahead=x => $lostX, timer renew 845000, live x
a new socket without events is given up, and the old one goes on
  ...its second socket opens
  855000 5x timer checkOverlap missingOnNew=x => timer checkOverlap 5000
  timer checkOverlap missingOnNew=x => idle, close 2, $abandoned
  reply 2 1 =>
  timer renew => clear endOverlap, dropOverlap, slot 3
  slot 3 => beginOverlap 3, timer 3 opening 10000, open 3 ws://b?s=x/y
a close during a renewal closes both sockets, and nothing happens after it
  ...a renewal opens a second socket
  close => clearTimers, close 1, close 2, dropOverlap
  opened 2 =>
  cut 1 =>
  timer checkOverlap =>
  add z =>
  close =>
a close before the first socket may open leaves nothing to open
  0 start => slot 1
  close => clearTimers, close 1, dropOverlap
  slot 1 =>
a cut before the new socket is ready is a gap, and the new socket goes on
  ...a renewal opens a second socket
  cut 1 => close 1 dead, $merged1006
  opened 2 => clear 2 opening, timer 2 probe 60000, $connected
a cut when the new socket has proven itself is none
  ...its second socket opens
  851000 cut 1 proven=xy => close 1 dead, $over, timer renew 849000
a cut soon after the new socket is ready loses what is not proven
  ...its second socket opens
  854999 cut 1 proven=x => close 1 dead, gap 1, gap y: $ended, $over, timer renew 845001, live y
a cut after a whole overlap loses no stream without events
  ...its second socket opens
  855000 cut 1 proven=x => close 1 dead, $over, timer renew 845000
a new socket that is cut is tried again later, on the next address
  ...its second socket opens
  cut 2 => close 2 dead, $abandoned
  timer checkOverlap =>
  timer renew => clear endOverlap, dropOverlap, slot 3
  timer renew =>
a stream that is added during a renewal goes to both sockets, and is live by the old one
  ...its second socket opens
  add z => reply? 1, SUB 1 z 1, reply? 2, SUB 2 z 1
  reply 2 1 =>
  reply 1 1 => live z
  remove z => reply? 1, UNSUB 1 z 2, reply? 2, UNSUB 2 z 2
a stream that was removed before its refusal came is refused to nobody
  ...it is live when its socket is open
  add z => reply? 1, SUB 1 z 1
  remove z => UNSUB 1 z 2
  refusal 1 1 =>
a stream that is added while nothing is connected is opened with the others
  ...a connection opens a socket
  cut 1 => close 1 dead, clear idle, $first1006
  add z =>
  remove x =>
  timer reconnect => slot 2
  slot 2 => timer 2 opening 10000, open 2 ws://b
  opened 2 => clear 2 opening, timer 2 probe 60000, reply? 2, SUB 2 yz 1
too many waiting events end a renewal whose new socket is not ready
  overlapFull =>
  ...a renewal opens a second socket
  overlapFull => close 2, $abandoned
too many waiting events make a new socket that is ready take over at once
  ...its second socket opens
  856000 overlapFull ahead=x waiting=10000 => timer checkOverlap 5000
  overlapFull ahead=x waiting=10001 => $lostX, timer renew 844000, live x
a probe without a reply ends the connection, which comes back
  ...it is live when its socket is open
  60000 timer 1 probe silent=60000 => reply? 1, SUB 1 x 1
  70000 timer 1 reply => close 1 dead, $lost1006
  reply 1 1 =>
an idle connection is replaced by one with the next address
  ...it is live when its socket is open
  300000 timer idle idle=299999 => timer idle 1
  300001 timer idle idle=300000 => timer idle 300000, idle, close 1, $lost1000
  timer reconnect => slot 2
  slot 2 => timer 2 opening 10000, open 2 ws://b?s=x/y
an idle connection whose successor is ready hands over, and is watched on
  ...its second socket opens
  855000 timer idle idle=300000 => timer idle 300000, idle, close 1, $over, timer renew 845000
a new socket that did not open subscribes when it is open the next time
  ...a renewal opens a second socket
  cut 2 => close 2 dead, $abandoned
  timer renew => clear endOverlap, dropOverlap, slot 3
  slot 3 => beginOverlap 3, timer 3 opening 10000, open 3 ws://b
  cut 3 => close 3 dead, $abandoned
  timer renew => clear endOverlap, dropOverlap, slot 4
  slot 4 => beginOverlap 4, timer 4 opening 10000, open 4 ws://a?s=x/y
a stream that is refused is not asked for again
  ...it is live when its socket is open
  add z => reply? 1, SUB 1 z 1
  refusal 1 1 => refused z: no z
  cut 1 => close 1 dead, $lost1006
  timer reconnect => slot 2
  slot 2 => timer 2 opening 10000, open 2 ws://a?s=x/y
a stream that was removed and added again before a message went is live again
  ...it is live when its socket is open
  4x ping 1 =>
  remove x => timer 1 pace 1001
  add x => live x
where nothing can be asked for, a silent connection is renewed, and a new socket is not
  given methods=none
  ...it is live when its socket is open
  timer 1 probe silent=60000 => clear endOverlap, dropOverlap, slot 2
  slot 2 => beginOverlap 2, timer 2 opening 10000, open 2 ws://a?s=x/y
  opened 2 => clear 2 opening, timer 2 probe 60000, timer checkOverlap 5000
  timer 2 probe silent=60000 =>
where nothing can be asked for, the next address names the streams as well
  given methods=none
  ...a connection opens a socket
  cut 1 => close 1 dead, clear idle, $first1006
  timer reconnect => slot 2
  slot 2 => timer 2 opening 10000, open 2 ws://b?s=x/y
without a time limit nothing is watched for being idle
  given idleTimeout=none
  ...a connection opens a socket
  opened 1 => clear 1 opening, timer 1 probe 60000, connected 2, timer renew 850000, live xy
a slot of a new socket that was given up opens nothing, and nothing is merged with it
  ...it is live when its socket is open
  850000 timer renew => clear endOverlap, dropOverlap, slot 2
  overlapFull => close 2, $abandoned
  timer renew => clear endOverlap, dropOverlap, slot 3
  slot 2 =>
  timer checkOverlap =>
a cut while a renewal waits for its turn is a gap, and the new socket goes on
  ...it is live when its socket is open
  850000 timer renew => clear endOverlap, dropOverlap, slot 2
  cut 1 => close 1 dead, $merged1006
  slot 2 => timer 2 opening 10000, open 2 ws://a?s=x/y
  opened 2 => clear 2 opening, timer 2 probe 60000, $connected
an invalid message ends the connection, and is reported
  ...it is live when its socket is open
  invalid 1 => close 1 dead, invalid it is not JSON, $lost1003
`;

for (const { name, steps } of readStory(story, short)) {
  test(name, () => {
    let state = newConnection(["x", "y"]);
    let nowMs = 0;
    let [rules, settings] = [config.tables.rules, config.settings];
    for (const { event: text, want } of steps) {
      const given = fieldsOf(text);
      if (given["methods"] === "none") rules = { methods: {} };
      if (given["idleTimeout"] === "none") settings = { ...settings, idleTimeoutMs: Infinity };
      if (text.startsWith("given")) continue;
      const [, at, times = "1", event = ""] = /^(?:(\d+) )?(?:(\d)x )?(.*)$/.exec(text) ?? [];
      nowMs = Number(at ?? nowMs);
      const context = { ...contextAt(nowMs, given), tables: { ...config.tables, rules }, settings };
      for (let time = 0; time < Number(times); time += 1) {
        const before = structuredClone(state);
        const step = reduceConnection(state, eventOf(event), context);
        expect(step.effects.map(textOf).join(", "), text).toBe(want);
        expect(state).toEqual(before);
        state = step.state;
      }
    }
  });
}

test("a new connection waits for its start, and one that was closed keeps nothing open", () => {
  const state = newConnection(["x"]);
  expect(state).toEqual({
    ...{ phase: { kind: "reconnecting" }, names: new Set(["x"]), live: new Set(), failures: 0 },
    ...{ addressIndex: 0, isCareful: false, lastSocket: 0 },
  });
  expect(reduceConnection(state, eventOf("close"), contextAt(0)).state).toEqual({
    ...state,
    phase: { kind: "closed" },
  });
});

/** Failures in a row make the waits longer; a connection that lived for a minute begins anew. */
test.each([
  [59_999, 2],
  [60_000, 1],
])("after a life of %i ms there were %i failures", (livedMs, failures) => {
  let state: ConnectionState = { ...newConnection(["x"]), failures: 1 };
  const events = { start: 0, "slot 1": 0, "opened 1": 1000, "cut 1": 1000 + livedMs };
  for (const [text, nowMs] of Object.entries(events)) {
    state = reduceConnection(state, eventOf(text), contextAt(nowMs)).state;
  }
  expect([state.phase.kind, state.failures]).toEqual(["reconnecting", failures]);
});

/** The event of a text such as `cut 1`. */
function eventOf(text: string): ConnectionEvent {
  const [kind = "", one = "", other = ""] = text.split(" ");
  const socket = Number(one);
  const of = (event: SocketStateEvent): ConnectionEvent => ({ kind: "socket", socket, event });
  const id = Number(other);
  switch (kind) {
    case "opened":
    case "ping":
      return of({ kind });
    case "cut":
      return of({ kind: "closed", code: 1006, reason: "cut" });
    case "failed":
      return of({ kind, status: 403 });
    case "invalid":
      return of({ kind: "invalidMessage", reason: "it is not JSON" });
    case "reply":
    case "refusal":
      return of({ kind: "reply", id, refusal: kind === "refusal" ? "no z" : undefined });
    case "slot":
      return { kind: "slotGranted", socket };
    case "timer":
      if (socket > 0) return of({ kind, name: other } as SocketStateEvent);
      return { kind, name: one } as ConnectionEvent;
    case "add":
    case "remove":
      return { kind, names: [...one] };
    default:
      return { kind } as ConnectionEvent;
  }
}

function contextAt(nowMs: number, measured: Readonly<Record<string, string>> = {}) {
  const { idle = 0, silent = 0, waiting = 0 } = measured;
  const streams: OverlapReport["streams"] = new Map(
    (["proven", "ahead", "missingOnNew"] as const).flatMap((status) =>
      [...(measured[status] ?? "")].map((name) => [name, status] as const),
    ),
  );
  const report = { streams, waiting: Number(waiting) };
  return { ...config, nowMs, random: 0.5, silentMs: Number(silent), idleMs: Number(idle), report };
}

function textOf(effect: ConnectionEffect): string {
  switch (effect.kind) {
    case "requestSlot":
      return `slot ${effect.socket}`;
    case "openSocket":
      return `open ${effect.socket} ${effect.url}`;
    case "send": {
      const { method, params, id } = JSON.parse(effect.text) as Record<string, unknown>;
      return `${String(method)} ${effect.socket} ${(params as string[]).join("")} ${String(id)}`;
    }
    case "closeSocket":
      return `close ${effect.socket}${effect.isDead ? " dead" : ""}`;
    case "setTimer":
      if (effect.name === "reply" && effect.delayMs === 10_000) return `reply? ${effect.socket}`;
      return `timer ${socketOf(effect)}${effect.name} ${effect.delayMs}`;
    case "clearTimer":
      return `clear ${socketOf(effect)}${effect.name}`;
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

function socketOf(effect: object): string {
  return "socket" in effect ? `${String(effect.socket)} ` : "";
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
