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

/** Two control messages a second, and one left for a pong. */
const limits = { lifetimeMs: 1_000_000, streams: 8, inboundMessages: 3, inboundWindowMs: 1000 };
const methods = { subscribe: "SUB", unsubscribe: "UNSUB" };
const settings = { probeAfterMs: 60_000, responseTimeoutMs: 10_000 };

/** An event at a time, with the streams that the connection should carry from then on. */
interface Step {
  readonly at: number;
  readonly event: SocketStateEvent;
  readonly names?: string;
  readonly silentMs?: number;
  readonly want: readonly string[];
}

interface Case {
  readonly name: string;
  readonly names?: string;
  readonly isCareful?: boolean;
  readonly methods?: Partial<typeof methods>;
  readonly steps: readonly Step[];
  readonly confirmed?: string;
}

const opened: SocketStateEvent = { kind: "opened" };
const changed: SocketStateEvent = { kind: "namesChanged" };
const close: SocketStateEvent = { kind: "close" };
const reply = (id: number, refusal?: string): SocketStateEvent => ({ kind: "reply", id, refusal });
const timer = (name: "opening" | "reply" | "probe" | "pace"): SocketStateEvent => ({
  kind: "timer",
  name,
});

/** What most rows begin with: the socket is open at time 0 and carries "a". */
const open: Step = { at: 0, event: opened, want: ["clear opening", "timer probe 60000", "ready"] };

const cases: readonly Case[] = [
  {
    name: "streams in the address are confirmed by the opening",
    names: "ab",
    steps: [open],
    confirmed: "ab",
  },
  {
    name: "a careful socket is ready when the last reply is there",
    names: "ab",
    isCareful: true,
    steps: [
      {
        at: 0,
        event: opened,
        want: ["clear opening", "timer probe 60000", "timer reply 10000", "SUB ab 1"],
      },
      { at: 5, event: reply(7), want: [] },
      { at: 9, event: reply(1), want: ["ready"] },
    ],
    confirmed: "ab",
  },
  {
    name: "a refused message is halved until the bad name is found",
    names: "abx",
    isCareful: true,
    steps: [
      {
        at: 0,
        event: opened,
        want: ["clear opening", "timer probe 60000", "timer reply 10000", "SUB abx 1"],
      },
      {
        at: 1,
        event: reply(1, "no x"),
        want: ["timer reply 10000", "SUB ab 2", "timer pace 1001"],
      },
      { at: 2, event: reply(2), want: ["timer pace 1000"] },
      { at: 1002, event: timer("pace"), want: ["timer reply 10000", "SUB x 3"] },
      { at: 1003, event: reply(3, "no x"), want: ["refused x: no x", "ready"] },
    ],
    confirmed: "ab",
  },
  {
    name: "a stream of a refused message that was removed meanwhile is not asked for again",
    steps: [
      open,
      { at: 1, names: "abx", event: changed, want: ["timer reply 10000", "SUB bx 1"] },
      { at: 2, names: "ax", event: changed, want: ["UNSUB b 2"] },
      { at: 3, names: "ax", event: reply(2), want: [] },
      { at: 1004, names: "ax", event: reply(1, "no x"), want: ["timer reply 10000", "SUB x 3"] },
    ],
    confirmed: "a",
  },
  {
    name: "streams are subscribed to no faster than the limit, and those that waited together",
    steps: [
      open,
      { at: 1, names: "ab", event: changed, want: ["timer reply 10000", "SUB b 1"] },
      { at: 2, names: "abc", event: changed, want: ["SUB c 2"] },
      { at: 3, names: "abcd", event: changed, want: [] },
      { at: 4, names: "abcde", event: changed, want: [] },
      { at: 5, event: reply(1), names: "abcde", want: ["confirmed", "timer pace 1001"] },
      { at: 6, event: reply(2), names: "abcde", want: ["confirmed", "timer pace 1000"] },
      { at: 1006, event: timer("pace"), names: "abcde", want: ["timer reply 10000", "SUB de 3"] },
    ],
    confirmed: "abc",
  },
  {
    name: "the pong to a ping counts as a message",
    steps: [
      open,
      { at: 1, event: { kind: "ping" }, want: [] },
      { at: 2, event: { kind: "ping" }, want: [] },
      { at: 3, names: "ab", event: changed, want: ["timer pace 999"] },
    ],
    confirmed: "a",
  },
  {
    name: "streams are removed before others are added",
    names: "ab",
    steps: [
      open,
      {
        at: 1,
        names: "bc",
        event: changed,
        want: ["timer reply 10000", "UNSUB a 1", "SUB c 2"],
      },
      { at: 2, names: "bc", event: reply(2), want: ["confirmed"] },
    ],
    confirmed: "bc",
  },
  {
    name: "a stream that was removed and added again before a message went stays confirmed",
    steps: [
      open,
      { at: 1, event: { kind: "ping" }, want: [] },
      { at: 1, event: { kind: "ping" }, want: [] },
      { at: 2, names: "", event: changed, want: ["timer pace 1000"] },
      { at: 3, names: "a", event: changed, want: [] },
      { at: 1002, event: timer("pace"), want: [] },
    ],
    confirmed: "a",
  },
  {
    name: "a stream that was removed and added again is confirmed by the last reply alone",
    steps: [
      open,
      { at: 1, names: "ab", event: changed, want: ["timer reply 10000", "SUB b 1"] },
      { at: 2, names: "a", event: changed, want: ["UNSUB b 2"] },
      { at: 3, names: "ab", event: changed, want: [] },
      { at: 4, names: "ab", event: reply(1), want: ["confirmed", "timer pace 1001"] },
      { at: 1005, names: "ab", event: timer("pace"), want: ["SUB b 3"] },
      { at: 1006, names: "ab", event: reply(2), want: [] },
    ],
    confirmed: "a",
  },
  {
    name: "a late reply to an earlier subscription does not confirm a later one",
    steps: [
      open,
      { at: 1, names: "ab", event: changed, want: ["timer reply 10000", "SUB b 1"] },
      { at: 2, names: "a", event: changed, want: ["UNSUB b 2"] },
      { at: 3, names: "ab", event: reply(2), want: ["timer pace 1001"] },
      { at: 1004, names: "ab", event: timer("pace"), want: ["SUB b 3"] },
      { at: 1005, names: "ab", event: reply(1), want: ["confirmed"] },
    ],
    confirmed: "a",
  },
  {
    name: "the last reply confirms it",
    steps: [
      open,
      { at: 1, names: "ab", event: changed, want: ["timer reply 10000", "SUB b 1"] },
      { at: 5, names: "ab", event: reply(1), want: ["confirmed"] },
      { at: 6, names: "a", event: changed, want: ["timer reply 10000", "UNSUB b 2"] },
      { at: 7, names: "ab", event: changed, want: ["timer pace 999"] },
      { at: 1006, names: "ab", event: timer("pace"), want: ["SUB b 3"] },
      { at: 1007, names: "ab", event: reply(3), want: ["confirmed"] },
    ],
    confirmed: "ab",
  },
  {
    name: "streams that come and go during the opening are caught up with when it is ready",
    names: "ab",
    isCareful: true,
    steps: [
      {
        at: 0,
        event: opened,
        want: ["clear opening", "timer probe 60000", "timer reply 10000", "SUB ab 1"],
      },
      { at: 1, names: "bc", event: changed, want: [] },
      {
        at: 2,
        names: "bc",
        event: reply(1),
        want: ["ready", "timer reply 10000", "UNSUB a 2", "timer pace 1001"],
      },
    ],
    confirmed: "b",
  },
  {
    name: "a subscription without a reply ends the socket",
    steps: [
      open,
      { at: 1, names: "ab", event: changed, want: ["timer reply 10000", "SUB b 1"] },
      { at: 10_000, names: "ab", event: timer("reply"), want: ["timer reply 1"] },
      {
        at: 10_001,
        names: "ab",
        event: timer("reply"),
        want: ["close dead", "ended 1006 open: a subscription got no response"],
      },
      { at: 10_002, names: "ab", event: reply(1), want: [] },
      { at: 10_003, names: "abc", event: changed, want: [] },
      { at: 10_004, event: close, want: [] },
    ],
  },
  {
    name: "a removal without a reply does not",
    steps: [
      open,
      { at: 1, names: "", event: changed, want: ["timer reply 10000", "UNSUB a 1"] },
      { at: 10_001, names: "", event: timer("reply"), want: [] },
    ],
    confirmed: "",
  },
  {
    name: "a socket that brings messages is not probed",
    steps: [
      open,
      { at: 60_000, silentMs: 59_999, event: timer("probe"), want: ["timer probe 1"] },
      { at: 60_001, silentMs: 100, event: timer("probe"), want: ["timer probe 59900"] },
    ],
  },
  {
    name: "a silent socket is probed, and goes on after a reply",
    steps: [
      open,
      {
        at: 60_000,
        silentMs: 60_000,
        event: timer("probe"),
        want: ["timer reply 10000", "SUB a 1"],
      },
      { at: 60_010, event: reply(1, "already there"), want: ["timer probe 60000"] },
    ],
  },
  {
    name: "a probe without a reply ends the socket",
    steps: [
      open,
      {
        at: 60_000,
        silentMs: 60_000,
        event: timer("probe"),
        want: ["timer reply 10000", "SUB a 1"],
      },
      {
        at: 70_000,
        event: timer("reply"),
        want: ["close dead", "ended 1006 open: the exchange has gone silent"],
      },
    ],
  },
  {
    name: "where nothing can be asked, silence is reported",
    methods: {},
    steps: [open, { at: 60_000, silentMs: 60_000, event: timer("probe"), want: ["silent"] }],
  },
  {
    name: "where nothing can be asked for, streams that come and go change nothing",
    methods: {},
    steps: [open, { at: 1, names: "b", event: changed, want: [] }],
    confirmed: "a",
  },
  {
    name: "where nothing can be removed, streams are added all the same",
    methods: { subscribe: "SUB" },
    steps: [
      open,
      { at: 1, names: "b", event: changed, want: ["timer reply 10000", "SUB b 1"] },
      { at: 2, names: "b", event: reply(1), want: ["confirmed"] },
    ],
    confirmed: "ab",
  },
  {
    name: "a removal without a reply counts as a message, and leaves the others waiting",
    names: "ab",
    steps: [
      open,
      { at: 1, names: "b", event: changed, want: ["timer reply 10000", "UNSUB a 1"] },
      { at: 2, names: "bc", event: changed, want: ["SUB c 2"] },
      {
        at: 10_001,
        names: "bcd",
        event: timer("reply"),
        want: ["timer reply 1", "timer pace 1001"],
      },
    ],
    confirmed: "b",
  },
  {
    name: "a probe of a stream does not keep it from being confirmed",
    steps: [
      open,
      { at: 1, names: "", event: changed, want: ["timer reply 10000", "UNSUB a 1"] },
      { at: 2, names: "", event: reply(1), want: [] },
      { at: 2000, names: "b", event: changed, want: ["timer reply 10000", "SUB b 2"] },
      { at: 2001, names: "b", silentMs: 60_000, event: timer("probe"), want: ["SUB b 3"] },
      { at: 2002, names: "b", event: reply(2), want: ["confirmed"] },
    ],
    confirmed: "b",
  },
  {
    name: "a probe without a reply does not keep a socket from being ready",
    names: "ab",
    isCareful: true,
    steps: [
      {
        at: 0,
        event: opened,
        want: ["clear opening", "timer probe 60000", "timer reply 10000", "SUB ab 1"],
      },
      { at: 5, silentMs: 60_000, event: timer("probe"), want: ["SUB a 2"] },
      { at: 6, event: reply(1), want: ["ready"] },
      { at: 10_000, event: timer("reply"), want: ["timer reply 5"] },
    ],
    confirmed: "ab",
  },
  {
    name: "a socket that does not open in time is given up",
    steps: [
      {
        at: 10_000,
        event: timer("opening"),
        want: ["close dead", "ended 1006: it did not open in time"],
      },
      { at: 10_001, event: opened, want: [] },
    ],
  },
  {
    name: "a refused upgrade ends with its status",
    steps: [
      { at: 1, event: { kind: "failed", status: 503 }, want: [] },
      {
        at: 2,
        event: { kind: "closed", code: 1006, reason: "" },
        want: ["close dead", "ended 1006: , status 503"],
      },
    ],
  },
  {
    name: "a bad address ends it for good",
    steps: [
      {
        at: 0,
        event: { kind: "badAddress" },
        want: ["close dead", "ended 1006: its address is not a WebSocket address, bad address"],
      },
    ],
  },
  ...(
    [
      [{ kind: "invalidMessage", reason: "it is not JSON" }, 1003, "it is not JSON"],
      [{ kind: "binaryMessage" }, 1003, "a message is not text"],
      [{ kind: "messageTooLong" }, 1009, "a message is too long"],
    ] as const
  ).map(([event, code, reason]): Case => {
    const isInvalid = event.kind === "invalidMessage";
    const why = isInvalid ? `a message cannot be decoded: ${reason}` : reason;
    const ended = ["close dead", `ended ${code} open: ${why}`];
    const want = isInvalid ? [`invalid: ${reason}`, ...ended] : ended;
    return { name: `${event.kind} ends the state`, steps: [open, { at: 1, event, want }] };
  }),
  {
    name: "a socket that is closed closes its socket",
    steps: [
      open,
      { at: 1, event: close, want: ["close", "ended 1000 open: closed by the client"] },
    ],
  },
];

for (const one of cases) {
  const { name, names = "a", isCareful = false, steps, confirmed } = one;
  test(name, () => {
    const tables = {
      limits,
      rules: { methods: one.methods ?? methods },
      query: { parameter: "streams", separator: "/" },
    };
    const contextAt = (given: { nowMs: number; names: string; silentMs?: number }) =>
      ({ tables, settings, silentMs: 0, ...given, names: new Set(given.names) }) as SocketContext;
    const granted: SocketStateEvent = { kind: "slotGranted", address: "ws://x", isCareful };
    const first = reduceSocket(newSocket(1), granted, contextAt({ nowMs: 0, names }));
    const address = isCareful ? "ws://x" : `ws://x?streams=${[...names].join("/")}`;
    expect(first.effects.map(textOf)).toEqual(["timer opening 10000", `open ${address}`]);
    expect(first.state.phase).toBe("opening");
    let state: SocketState = first.state;
    for (const { at, event, want, ...given } of steps) {
      const context = contextAt({ nowMs: at, names, ...given });
      const before = structuredClone(state);
      const step = reduceSocket(state, event, context);
      const happened = [...step.signals.map(textOf), ...step.effects.map(textOf)];
      expect(happened.toSorted(), `${event.kind} at ${at}`).toEqual(want.map(spell).toSorted());
      expect(state).toEqual(before);
      state = step.state;
    }
    if (confirmed !== undefined) expect([...state.confirmed].join("")).toBe(confirmed);
  });
}

test("a new socket knows nothing", () => {
  expect(newSocket(3)).toEqual({
    ...{ socket: 3, phase: "waiting", readyMs: undefined, lastId: 0, status: undefined },
    ...{ requested: new Set(), confirmed: new Set(), queue: [], underWay: [], sentMs: [] },
  });
});

/** `SUB de 3` is short for `SUB ["d","e"] 3`. */
function spell(want: string): string {
  const [, method, names, id] = /^((?:UN)?SUB) ([a-z]+) ([0-9]+)$/.exec(want) ?? [];
  return names === undefined ? want : `${method} ${JSON.stringify([...names])} ${id}`;
}

function textOf(one: SocketEffect | SocketSignal): string {
  switch (one.kind) {
    case "openSocket":
      return `open ${one.url}`;
    case "send": {
      const { method, params, id } = JSON.parse(one.text) as {
        method: string;
        params: string[];
        id: number;
      };
      return `${method} ${JSON.stringify(params)} ${id}`;
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
      const more = `${status === undefined ? "" : `, status ${status}`}${isBadAddress ? ", bad address" : ""}`;
      return `ended ${code}${wasOpen ? " open" : ""}: ${reason}${more}`;
    }
    case "ready":
    case "confirmed":
    case "silent":
      return one.kind;
  }
}
