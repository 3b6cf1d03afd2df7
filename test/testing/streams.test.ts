/** The table of stream sessions against every kind of server, and servers with one fault each. */

import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import type { StreamSocketClass } from "../../runtime/streams/types.ts";
import { createVirtualClock } from "../../sandbox/exchange/clock.ts";
import { startSandbox } from "../../sandbox/index.node.ts";
import { openFixturePort } from "../../testing/fixture-server/port.node.ts";
import { createStreamReplay } from "../../testing/fixture-server/replay.ts";
import {
  formatSession,
  loadRecordings,
  loadStreamRecordings,
} from "../../testing/recordings/files.node.ts";
import { isRecord, type Json } from "../../testing/recordings/recording.ts";
import { jsonIn } from "../../testing/recordings/session.ts";
import { recordStreams } from "../../testing/recordings/session-recorder.ts";
import { streamScenarios } from "../../testing/scenarios/sessions-index.ts";
import { listFailures } from "../../testing/suite/report.ts";
import { runStreamContract, type StreamTarget } from "../../testing/suite/stream-contract.ts";
import { streamTakesOf } from "../../testing/suite/takes.ts";
import {
  fixtureStreamTarget,
  fixtureTarget,
  sandboxStreamTarget,
} from "../../testing/suite/targets.ts";

const documents = {
  openapi: JSON.parse(await readFile("generated/documents/openapi.json", "utf8")) as unknown,
  asyncapi: JSON.parse(await readFile("generated/documents/asyncapi.json", "utf8")) as unknown,
};
const recordings = await loadRecordings("spec/examples");
const sessions = await loadStreamRecordings("spec/examples/streams");

/** What the documents name without being sure of it, and the sandbox does not send. */
const notShown = [
  "field BookTickerEvent.E",
  "field BookTickerEvent.T",
  "field BookTickerEvent.e",
  "field ControlError.code",
  "field ControlError.msg",
  "field DepthUpdate.T",
  "field DepthUpdate.pu",
  "field ExecutionReport.I",
  "field ExecutionReport.M",
  "field TradeEvent.M",
];

test("every session holds against a sandbox in this process, and all is reached", async () => {
  const result = await run(sandboxStreamTarget());
  expect(listFailures(result, true)).toEqual([]);
  expect(result.rows.filter(({ outcome }) => outcome === "skipped")).toEqual([]);
  expect(result.rows.flatMap(({ notes }) => notes)).toEqual([]);
  const untouched = result.coverage.facts
    .filter(({ kind, touched }) => touched === 0 && kind !== "word")
    .map(({ kind, name }) => `${kind} ${name}`);
  expect(untouched.sort()).toEqual(notShown);
});

test("every session holds against a sandbox on a port", async () => {
  const clock = createVirtualClock(Date.UTC(2024, 0, 15));
  const running = await startSandbox({ port: 0, clock });
  const [account] = running.sandbox.accounts;
  try {
    const result = await run({
      baseUrl: running.baseUrl,
      apiKey: account?.apiKey ?? "",
      apiSecret: account?.apiSecret ?? "",
      streamUrl: `${running.streamUrl}/stream`,
      now: clock.now,
      after: clock.after,
      pass: async (ms) => {
        await clock.run(ms);
        await moment();
      },
      keeper: running.sandbox.control,
    });
    expect(listFailures(result, true)).toEqual([]);
    expect(result.rows.filter(({ outcome }) => outcome === "skipped")).toEqual([]);
  } finally {
    await running.close();
  }
});

test("every session holds against the fixture server, at the recorded times", async () => {
  const result = await run(fixtureStreamTarget(recordings, sessions));
  expect(listFailures(result, true)).toEqual([]);
  expect(result.rows.filter(({ outcome }) => outcome === "skipped")).toEqual([]);
});

test("the same holds on a port, with the sockets of the platform and no time between", async () => {
  const port = await openFixturePort(recordings, 0, createStreamReplay(sessions));
  try {
    const { fetch: _, ...rest } = fixtureTarget(recordings);
    const result = await run({
      ...rest,
      baseUrl: port.baseUrl,
      streamUrl: `${port.streamUrl}/stream`,
      pass: moment,
      keeper: () => Promise.resolve(undefined),
    });
    expect(listFailures(result, true)).toEqual([]);
  } finally {
    await port.close();
  }
});

test("without leave to trade, public streams are read and nothing else is asked", async () => {
  const result = await runStreamContract({ ...documents, target: sandboxStreamTarget() });
  expect(listFailures(result, false)).toEqual([]);
  const skipped = result.rows.filter(({ outcome }) => outcome === "skipped");
  expect(skipped.map(({ scenario }) => scenario.id)).toEqual(
    streamScenarios.filter(({ id }) => id.startsWith("userData.")).map(({ id }) => id),
  );
  const happened = result.rows.flatMap(({ happenings }) => happenings);
  expect(happened.filter(({ kind }) => kind === "calls")).toEqual([]);
});

test("recording an unchanged project anew changes no byte", async () => {
  const target = sandboxStreamTarget();
  const { rows } = await run(target);
  const files = recordStreams(streamTakesOf(rows), {
    apiKey: target.apiKey,
    apiSecret: target.apiSecret,
  });
  const old = new Map(sessions.map((session) => [session.name, formatSession(session)]));
  expect(files.filter(({ name, text }) => old.get(name) !== text)).toEqual([]);
  expect(files.map(({ name }) => name).sort()).toEqual([...old.keys()].sort());
});

/** What one fault of a server makes of its messages, and what the suite must say of it. */
const faulty: readonly (readonly [fault: string, spoil: Spoil, said: RegExp])[] = [
  [
    "leaves out a documented field",
    (data) => without(data, "U"),
    /depth\.default: .*the message depthUpdate must have required property 'U'/,
  ],
  [
    "sends a number in the place of a decimal",
    (data) => (isRecord(data) && "p" in data ? { ...data, p: Number(data["p"]) } : data),
    /trade\.default: .*the message trade \/p must be string/,
  ],
  [
    "sends an order's end as nothing",
    (data) => (isRecord(data) && data["x"] === "CANCELED" ? { ...data, x: "NEW" } : data),
    /userData\.canceled: hear: executionReport with .*: 0 of 1 came/,
  ],
  [
    "sends one stream's message on another",
    (data) => (isRecord(data) && data["e"] === "24hrTicker" ? { ...data, e: "trade" } : data),
    /ticker\.default: .*the message is none of the stream's in the documents/,
  ],
  [
    "carries out what it should refuse",
    (data) => (isRecord(data) && "error" in data ? { result: null, id: data["id"] } : data),
    /control\.refused: hear: controlError with \{"id":1\}: 0 of 1 came/,
  ],
];

for (const [fault, spoil, said] of faulty) {
  test(`a server that ${fault} does not pass`, async () => {
    const { WebSocket, ...target } = sandboxStreamTarget();
    if (WebSocket === undefined) throw new Error("the sandbox has no WebSocket");
    const result = await run({ ...target, WebSocket: spoilt(WebSocket, spoil) });
    expect(listFailures(result, true).join("\n")).toMatch(said);
  });
}

test("an event that comes over the wire and not out of the client is told", async () => {
  const { WebSocket, ...target } = sandboxStreamTarget();
  if (WebSocket === undefined) throw new Error("the sandbox has no WebSocket");
  const listeners = new WeakMap<object, number>();
  const LosingSocket = class extends WebSocket {
    override addEventListener(type: string, listener: (event: object) => void): void {
      if (type !== "message") return super.addEventListener(type, listener);
      const count = (listeners.get(this) ?? 0) + 1;
      listeners.set(this, count);
      // The socket's own handler and the suite have registered before the client does.
      if (count <= 2) super.addEventListener(type, listener);
    }
  };
  const scenarios = streamScenarios.filter(({ id }) => id === "trade.default");
  const losing = { ...target, WebSocket: LosingSocket };
  const result = await runStreamContract({ ...documents, target: losing, scenarios });
  expect(listFailures(result, false)).toEqual([
    "trade.default: the client brought other events than went over the wire",
  ]);
});

test("a documented message that nothing touches fails a complete run", async () => {
  const scenarios = streamScenarios.filter(({ id }) => !id.startsWith("depth."));
  const target = sandboxStreamTarget();
  const result = await runStreamContract({ ...documents, target, scenarios, trade: true });
  expect(listFailures(result, false)).toEqual([]);
  expect(listFailures(result, true)).toContain("no row reached the documented stream depth");
  expect(listFailures(result, true)).toContain("no row reached the documented field DepthUpdate.U");
});

test("a stream that the exchange does not give is told, with its reason", async () => {
  const scenarios = [
    {
      id: "trade.unknown",
      summary: "A pair that nobody trades",
      acts: [{ kind: "follow", streams: [{ id: "trade", symbol: "NOSUCHPAIR" }] }] as const,
    },
  ];
  const result = await runStreamContract({
    ...documents,
    target: sandboxStreamTarget(),
    scenarios,
  });
  expect(listFailures(result, false)).toEqual([
    expect.stringMatching(/trade\.unknown: follow: The stream .* is not available/),
  ]);
});

test("why a row failed is told without the listen key", async () => {
  const listenKey = { from: "session", property: "listenKey" } as const;
  const scenarios = [
    {
      id: "userData.closed",
      summary: "A listen key that was closed before",
      effect: "session",
      acts: [
        { kind: "call", operation: "createListenKey", as: "session" },
        { kind: "call", operation: "closeListenKey", fields: { listenKey } },
        { kind: "follow", streams: [listenKey] },
      ],
    },
  ] as const;
  const target = sandboxStreamTarget();
  const result = await runStreamContract({ ...documents, target, scenarios, trade: true });
  const [{ reasons = [], happenings = [] } = {}] = result.rows;
  const made = happenings.find(({ kind }) => kind === "calls");
  const answer = made?.kind === "calls" ? made.conversation?.answer.text : undefined;
  const { listenKey: key } = JSON.parse(answer ?? "{}") as { readonly listenKey: string };
  expect(key.length).toBeGreaterThan(20);
  expect(reasons).toEqual([
    expect.stringMatching(/^follow: The stream of that name is not available/),
  ]);
  expect(reasons.join()).not.toContain(key);
});

type Spoil = (data: unknown) => unknown;

function run(target: StreamTarget) {
  return runStreamContract({ ...documents, target, trade: true, hearMs: 5000 });
}

/** As long as a message on this machine takes at most, as a rule; waits come again. */
function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 3));
}

function without(data: unknown, name: string): unknown {
  if (!isRecord(data)) return data;
  return Object.fromEntries(Object.entries(data).filter(([key]) => key !== name));
}

/** A WebSocket class whose messages have a fault. */
function spoilt(Socket: StreamSocketClass, spoil: Spoil): StreamSocketClass {
  return class SpoiltSocket extends Socket {
    override addEventListener(type: string, listener: (event: object) => void): void {
      super.addEventListener(type, (event) => {
        const { data } = event as { readonly data?: unknown };
        if (type !== "message" || typeof data !== "string") return listener(event);
        const value = jsonIn(data);
        const isWrapped = isRecord(value) && "data" in value;
        const bad = isWrapped ? { ...value, data: spoil(value["data"]) } : spoil(value);
        return listener({ data: JSON.stringify(bad as Json) });
      });
    }
  };
}
