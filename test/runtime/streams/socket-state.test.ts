/** One WebSocket state: rows of events, and what each of them makes the state do. */

import { expect, test } from "vitest";

import {
  newSocket,
  reduceSocket,
  type SocketContext,
  type SocketEffect,
  type SocketSignal,
  type SocketState,
  type SocketStateEvent,
} from "../../../runtime/streams/socket-state.ts";
import { fieldsOf, readStory } from "../../support/story.ts";

/** Two control messages a second, and one left for a pong. */
const limits = { lifetimeMs: 1_000_000, streams: 8, inboundMessages: 3, inboundWindowMs: 1000 };
const methods = { subscribe: "SUB", unsubscribe: "UNSUB" };
const settings = { probeAfterMs: 60_000, responseTimeoutMs: 10_000 };

interface Sent {
  readonly method: string;
  readonly params: readonly string[];
  readonly id: number;
}

/** What stands in the story for effects that often come together. */
const short = {
  opened: "clear opening, timer probe 60000",
  reply: "timer reply 10000",
  why: "it is not JSON",
};

/**
 * A time, an event, the streams that the socket should carry from then on, for how long it has been
 * silent, and signals and effects in any order. `SUB de 3` subscribes to d and e in message 3.
 */
const story = `
an open socket
  0 opened => $opened, ready
streams in the address are confirmed by the opening
  given names=ab
  ...an open socket
  confirmed ab
a careful socket is ready when the last reply is there
  given names=ab careful=yes
  0 opened => $opened, $reply, SUB ab 1
  5 reply 7 =>
  9 reply 1 => ready
  confirmed ab
a refused message is halved until the bad name is found
  given names=abx careful=yes
  0 opened => $opened, $reply, SUB abx 1
  1 reply 1 refusal=no-x => $reply, SUB ab 2, timer pace 1001
  2 reply 2 => timer pace 1000
  1002 timer pace => $reply, SUB x 3
  1003 reply 3 refusal=no-x => refused x: no x, ready
  confirmed ab
a stream of a refused message that was removed meanwhile is not asked for again
  ...an open socket
  1 changed names=abx => $reply, SUB bx 1
  2 changed names=ax => UNSUB b 2
  3 reply 2 names=ax =>
  1004 reply 1 refusal=no-x names=ax => $reply, SUB x 3
  confirmed a
streams are subscribed to no faster than the limit, and those that waited together
  ...an open socket
  1 changed names=ab => $reply, SUB b 1
  2 changed names=abc => SUB c 2
  3 changed names=abcd =>
  4 changed names=abcde =>
  5 reply 1 names=abcde => confirmed, timer pace 1001
  6 reply 2 names=abcde => confirmed, timer pace 1000
  1006 timer pace names=abcde => $reply, SUB de 3
  confirmed abc
the pong to a ping counts as a message
  ...an open socket
  1 ping =>
  2 ping =>
  3 changed names=ab => timer pace 999
  confirmed a
streams are removed before others are added
  given names=ab
  ...an open socket
  1 changed names=bc => $reply, UNSUB a 1, SUB c 2
  2 reply 2 names=bc => confirmed
  confirmed bc
a late reply to an earlier subscription does not confirm a later one
  ...an open socket
  1 changed names=ab => $reply, SUB b 1
  2 changed names=a => UNSUB b 2
  3 reply 2 names=ab => timer pace 1001
  1004 timer pace names=ab => SUB b 3
  1005 reply 1 names=ab => confirmed
  confirmed a
the last reply confirms it
  ...an open socket
  1 changed names=ab => $reply, SUB b 1
  5 reply 1 names=ab => confirmed
  6 changed names=a => $reply, UNSUB b 2
  7 changed names=ab => timer pace 999
  1006 timer pace names=ab => SUB b 3
  1007 reply 3 names=ab => confirmed
  confirmed ab
streams that come and go during the opening are caught up with when it is ready
  given names=ab careful=yes
  0 opened => $opened, $reply, SUB ab 1
  1 changed names=bc =>
  2 reply 1 names=bc => ready, $reply, UNSUB a 2, timer pace 1001
  confirmed b
a subscription without a reply ends the socket
  ...an open socket
  1 changed names=ab => $reply, SUB b 1
  10000 timer reply names=ab => timer reply 1
  10001 timer reply names=ab => close dead, ended 1006 open: a subscription got no response
  10002 reply 1 names=ab =>
  10003 changed names=abc =>
  10004 close =>
a removal without a reply does not
  ...an open socket
  1 changed names= => $reply, UNSUB a 1
  10001 timer reply names= =>
  confirmed
a socket that brings messages is not probed
  ...an open socket
  60000 timer probe silent=59999 => timer probe 1
  60001 timer probe silent=100 => timer probe 59900
a silent socket is probed, and goes on after a reply
  ...an open socket
  60000 timer probe silent=60000 => $reply, SUB a 1
  60010 reply 1 refusal=already-there => timer probe 60000
a probe without a reply ends the socket
  ...an open socket
  60000 timer probe silent=60000 => $reply, SUB a 1
  70000 timer reply => close dead, ended 1006 open: the exchange has gone silent
where nothing can be asked, silence is reported
  given methods=
  ...an open socket
  60000 timer probe silent=60000 => silent
where nothing can be asked for, streams that come and go change nothing
  given methods=
  ...an open socket
  1 changed names=b =>
  confirmed a
where nothing can be removed, streams are added all the same
  given methods=subscribe
  ...an open socket
  1 changed names=b => $reply, SUB b 1
  2 reply 1 names=b => confirmed
  confirmed ab
a removal without a reply counts as a message, and leaves the others waiting
  given names=ab
  ...an open socket
  1 changed names=b => $reply, UNSUB a 1
  2 changed names=bc => SUB c 2
  10001 timer reply names=bcd => timer reply 1, timer pace 1001
  confirmed b
a probe of a stream does not keep it from being confirmed
  ...an open socket
  1 changed names= => $reply, UNSUB a 1
  2 reply 1 names= =>
  2000 changed names=b => $reply, SUB b 2
  2001 timer probe names=b silent=60000 => SUB b 3
  2002 reply 2 names=b => confirmed
  confirmed b
a probe without a reply does not keep a socket from being ready
  given names=ab careful=yes
  0 opened => $opened, $reply, SUB ab 1
  5 timer probe silent=60000 => SUB a 2
  6 reply 1 => ready
  10000 timer reply => timer reply 5
  confirmed ab
a socket that does not open in time is given up
  10000 timer opening => close dead, ended 1006: it did not open in time
  10001 opened =>
a refused upgrade ends with its status
  1 failed =>
  2 closed => close dead, ended 1006: no connection to ws://x without a path (503); status 503
a bad address ends it for good
  0 badAddress => close dead, ended 1006: its address is not a WebSocket address; bad address
invalidMessage ends the state
  ...an open socket
  1 invalidMessage => invalid: $why, close dead, ended 1003 open: a message cannot be decoded: $why
binaryMessage ends the state
  ...an open socket
  1 binaryMessage => close dead, ended 1003 open: a message is not text
messageTooLong ends the state
  ...an open socket
  1 messageTooLong => close dead, ended 1009 open: a message is too long
a socket that is closed closes its socket
  ...an open socket
  1 close => close, ended 1000 open: closed by the client
`;

for (const { name, steps } of readStory(story, short)) {
  test(name, () => {
    const [first] = steps.filter(({ event }) => event.startsWith("given"));
    const { names = "a", careful, methods: own } = fieldsOf(first?.event ?? "");
    const isCareful = careful !== undefined;
    const known = Object.entries(methods).filter(([method]) => own === undefined || method === own);
    const tables = {
      limits,
      rules: { methods: Object.fromEntries(known) },
      query: { parameter: "streams", separator: "/" },
    };
    const contextAt = (nowMs: number, given: string, silentMs = 0): SocketContext =>
      ({ tables, settings, silentMs, nowMs, names: new Set(given) }) as SocketContext;
    const granted: SocketStateEvent = { kind: "slotGranted", address: "ws://x", isCareful };
    const begun = reduceSocket(newSocket(1), granted, contextAt(0, names));
    const address = isCareful ? "ws://x" : `ws://x?streams=${[...names].join("/")}`;
    expect(begun.effects.map(textOf)).toEqual(["timer opening 10000", `open ${address}`]);
    expect(begun.state.phase).toBe("opening");
    let state: SocketState = begun.state;
    for (const { event, want } of steps.filter((step) => step !== first)) {
      const [, at = "", text = ""] = /^(\d*) ?(.*)$/.exec(event) ?? [];
      if (at === "") {
        expect([...state.confirmed].join("")).toBe(text.replace(/^confirmed ?/, ""));
        continue;
      }
      const { refusal, silent = 0, ...given } = fieldsOf(text);
      const context = contextAt(Number(at), given["names"] ?? names, Number(silent));
      const before = structuredClone(state);
      const step = reduceSocket(state, eventOf(text, refusal), context);
      const happened = [...step.signals, ...step.effects].map(textOf);
      expect(happened.toSorted(), event).toEqual(want === "" ? [] : want.split(", ").toSorted());
      expect(state).toEqual(before);
      state = step.state;
    }
  });
}

test("a new socket knows nothing", () => {
  expect(newSocket(3)).toEqual({
    ...{ socket: 3, phase: "waiting", readyMs: undefined, lastId: 0, status: undefined, peer: "" },
    ...{ requested: new Set(), confirmed: new Set(), queue: [], underWay: [], sentMs: [] },
  });
});

/** The event of a text such as `reply 1`. */
function eventOf(text: string, refusal: string | undefined): SocketStateEvent {
  const [kind = "", one = ""] = text.split(" ");
  switch (kind) {
    case "changed":
      return { kind: "namesChanged" };
    case "reply":
      return { kind, id: Number(one), refusal: refusal?.replaceAll("-", " ") };
    case "timer":
      return { kind, name: one } as SocketStateEvent;
    case "failed":
      return { kind, status: 503 };
    case "closed":
      return { kind, code: 1006, reason: "" };
    case "invalidMessage":
      return { kind, reason: "it is not JSON" };
    default:
      return { kind } as SocketStateEvent;
  }
}

function textOf(one: SocketEffect | SocketSignal): string {
  switch (one.kind) {
    case "openSocket":
      return `open ${one.url}`;
    case "send": {
      const { method, params, id } = JSON.parse(one.text) as Sent;
      return `${method} ${params.join("")} ${id}`;
    }
    case "closeSocket":
      return one.isDead ? "close dead" : "close";
    case "setTimer":
      return `timer ${one.name} ${one.delayMs}`;
    case "clearTimer":
      return `clear ${one.name}`;
    case "refused":
      return `refused ${one.name}: ${one.reason}`;
    case "invalidMessage":
      return `invalid: ${one.reason}`;
    case "ended": {
      const { code, wasOpen, reason, status, isBadAddress } = one.end;
      const more = status === undefined ? "" : `; status ${status}`;
      const bad = isBadAddress ? "; bad address" : "";
      return `ended ${code}${wasOpen ? " open" : ""}: ${reason}${more}${bad}`;
    }
    case "ready":
    case "confirmed":
    case "silent":
      return one.kind;
  }
}
