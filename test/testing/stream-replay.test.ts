/** Recorded streams as a server: order, times, what waits for the client, what does not fit. */

import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text as textOf } from "node:stream/consumers";

import { expect, test } from "vitest";
import { WebSocket as WsSocket } from "ws";

import { createVirtualClock } from "../../sandbox/exchange/clock.ts";
import { openFixturePort } from "../../testing/fixture-server/port.node.ts";
import { createFixtureServer } from "../../testing/fixture-server/server.ts";
import { isSameMessage } from "../../testing/fixture-server/stream-player.ts";
import type { StreamTiming } from "../../testing/fixture-server/streams.ts";
import type { WireEvent } from "../../testing/recordings/conversation.ts";
import { recordConversations } from "../../testing/recordings/recorder.ts";
import { readRecordings } from "../../testing/recordings/recordings.ts";
import { parseExample } from "../../testing/recordings/yaml.ts";
import { createWireLog, logSockets } from "../../testing/suite/wire-log.ts";

const subscribe = { method: "SUBSCRIBE", params: ["btcusdt@depth"], id: 1 };
const list = { method: "LIST_SUBSCRIPTIONS", id: 2 };
const opens = { at: 0, opens: { path: "/stream", query: { streams: "btcusdt@trade" } } };
const stream = "btcusdt@trade";
const event = (at: number, n: number) => ({ at, receives: { stream, data: { n } } });
const ticker = { method: "GET", path: "/api/v1/ticker/price", security: "NONE" };
const response = { status: 200, headers: { "Content-Type": "application/json" } };
const call = (at: number, symbol: string) => {
  const request = { ...ticker, query: { symbol } };
  return { at, calls: { value: { symbol }, "x-request": request, "x-response": response } };
};

const whole = {
  summary: "All kinds of steps",
  "x-steps": [
    call(0, "BEFORE"),
    opens,
    event(10, 1),
    { at: 20, sends: subscribe },
    { at: 25, receives: { result: null, id: 1 } },
    event(40, 2),
    call(50, "BETWEEN"),
    event(55, 3),
    { at: 60, sends: list },
    { at: 60, receives: { result: ["btcusdt@trade", "btcusdt@depth"], id: 2 } },
    { at: 90, ends: { by: "exchange", code: 1001, reason: "its life is over" } },
  ],
};

test("messages come in their order, and wait for what the client sends and calls", async () => {
  const { open, clock, fetch } = world({ "trade.whole": whole });
  expect(await fetch("BEFORE")).toEqual({ symbol: "BEFORE" });
  const reader = open();
  await clock.run(1000);
  expect(reader.received).toEqual(["open", 1]);
  reader.send(subscribe);
  await clock.run(1000);
  expect(reader.received).toEqual(["open", 1, null, 2]);
  expect(await fetch("BETWEEN")).toEqual({ symbol: "BETWEEN" });
  await clock.run(1000);
  expect(reader.received).toEqual(["open", 1, null, 2, 3]);
  expect(await fetch("BETWEEN")).toMatchObject({ code: 404 });
  reader.send({ id: 2, method: "LIST_SUBSCRIPTIONS" });
  await clock.run(1000);
  expect(reader.received.slice(5)).toEqual([
    ["btcusdt@trade", "btcusdt@depth"],
    "closed 1001 its life is over",
  ]);
});

test("a message that the client sends early counts when its step comes, and hurries nothing", async () => {
  const { open, clock } = world({ "trade.whole": whole });
  const reader = open();
  await clock.run(0);
  reader.send(subscribe);
  reader.send(list);
  await clock.run(1000);
  expect(reader.received).toEqual(["open", 1, null, 2]);
  expect(reader.times).toEqual([10, 15, 30]);
});

test("calls that a client makes at once may come in another order", async () => {
  const books = { summary: "", "x-steps": [opens, call(1, "A"), call(2, "B"), event(3, 1)] };
  const { open, clock, fetch } = world({ "trade.books": books });
  const reader = open();
  await clock.run(5);
  expect([await fetch("B"), await fetch("A")]).toEqual([{ symbol: "B" }, { symbol: "A" }]);
  await clock.run(5);
  expect(reader.received).toEqual(["open", 1]);
});

const spaces: readonly (readonly [StreamTiming["timing"], readonly number[]])[] = [
  ["atOnce", [0, 0, 0]],
  ["real", [10, 5, 15]],
];
for (const [timing, expected] of spaces) {
  test(`the times between messages, ${timing}`, async () => {
    const { open, clock } = world({ "trade.whole": whole }, { timing });
    const reader = open();
    await clock.run(100);
    const sentAt = clock.now();
    reader.send(subscribe);
    await clock.run(100);
    const [first = 0, reply = 0, second = 0] = reader.times;
    expect([first, reply - sentAt, second - reply]).toEqual(expected);
  });
}

const method = String.raw`message.method (recorded "\"SUBSCRIBE\"", sent "\"LIST_SUBSCRIPTIONS\"")`;
const params = String.raw`message.params (recorded "[\"btcusdt@depth\"]", sent`;
const other = { ...subscribe, params: ["ethusdt@depth"] };
const misses: readonly (readonly [name: string, sent: unknown, msg: string])[] = [
  ["another stream", other, String.raw`${params} "[\"ethusdt@depth\"]")`],
  ["another number", { ...subscribe, id: 7 }, 'message.id (recorded "1", sent "7")'],
  ["a field less", { method: "SUBSCRIBE", id: 1 }, `it differs in ${params} nothing).`],
  ["what comes later", list, `message.id (recorded "1", sent "2"); ${method}; ${params} nothing).`],
  ["no JSON", "SUBSCRIBE", 'message.text (recorded nothing, sent "SUBSCRIBE")'],
];
for (const [name, sent, msg] of misses) {
  test(`a message that was not recorded gets a reply that says what differs: ${name}`, async () => {
    const { open, clock } = world({ "trade.whole": whole });
    const reader = open();
    await clock.run(1000);
    reader.send(sent);
    await clock.run(1000);
    const { code, msg: said, id } = Object(reader.received[2]);
    expect([code, id]).toEqual([404, Object(sent).id ?? null]);
    expect(said).toContain("The closest recording is trade.whole; it differs in");
    expect(said).toContain(msg);
    // The stream goes on as if nothing had been sent.
    reader.send(subscribe);
    await clock.run(1000);
    expect(reader.received.slice(3)).toEqual([null, 2]);
  });
}

test("a message beyond the last one names the closest, and never a key", async () => {
  const { open, clock } = world({ "trade.whole": whole, "depth.short": short });
  const reader = open("depth");
  await clock.run(10);
  reader.send(subscribe);
  reader.send({ method: "SUBSCRIBE", params: ["k".repeat(60)], id: 1 });
  await clock.run(10);
  const [, one, other] = reader.received as readonly { readonly msg: string }[];
  expect(one?.msg).toContain(
    "this message of depth.short. The closest recording is trade.whole; it differs in the stream",
  );
  expect(other?.msg).toContain("message.params (recorded another value, sent another value)");
});

const short = {
  summary: "A stream that stays silent",
  "x-steps": [{ at: 0, opens: { path: "/stream", query: { streams: "btcusdt@depth" } } }],
};

test.each<readonly [one: string, other: string, isSame: boolean]>([
  ['{"a":1,"b":{"c":[1,2],"d":null}}', '{"b":{"d":null,"c":[1,2]},"a":1}', true],
  ['{"a":[1,2]}', '{"a":[2,1]}', false],
  ['{"a":{}}', '{"a":[]}', false],
  ['{"a":1}', '{"a":1,"b":1}', false],
  ['{"a":1,"b":null}', '{"a":1}', false],
  ['{"id":12345678901234567890}', '{"id":12345678901234567891}', false],
  ['{"id":1}', '{"id":"1"}', false],
  ["SUBSCRIBE", "SUBSCRIBE", true],
  ["SUBSCRIBE", "SUBSCRIBE ", false],
])("the messages %s and %s are the same: %s", (one, other, isSame) => {
  expect(isSameMessage(one, other)).toBe(isSame);
  expect(isSameMessage(other, one)).toBe(isSame);
});

/** Texts that no file and no reader of JSON likes. */
const oddTexts = [
  ...["", " ", "null", "8.0", "{ }", "[1e400]", '{"a":1,"a":2}', '{"a":1.0}', "'", "- a", "%"],
  ...['{"__proto__":{"a":1}}', '{"a":12345678901234567890}', "~: !x", "\u0000\u007f\u2028", "é"],
];

test("any text comes back as it was, at its time", async () => {
  const messages = oddTexts.flatMap((text, index): WireEvent[] => [
    { at: 10 * index, kind: "receives", text },
    { at: 10 * index + 1, kind: "sends", text },
  ]);
  const url = "ws://exchange.test/stream?streams=btcusdt@trade";
  const file = fileOf([{ at: 0, kind: "opens", url }, ...messages]);
  const problems: string[] = [];
  const example = parseExample(file, "trade.odd.yaml", problems);
  const recordings = readRecordings({ streams: { "trade.odd": example } }, problems);
  const steps = recordings.streams[0]?.steps ?? [];
  expect(steps.slice(1)).toEqual(messages.map((each) => expect.objectContaining(each)));

  const clock = createVirtualClock(0);
  const log = createWireLog(clock.now);
  const timing = { timing: "real", after: clock.after } as const;
  const Socket = logSockets(createFixtureServer(recordings, timing).WebSocket, log);
  const socket = new Socket(url);
  for (const step of steps) {
    await clock.run(step.at - clock.now());
    if (step.kind === "sends") socket.send(step.text);
  }
  await clock.run(1);
  expect(fileOf(log.events)).toBe(file);
});

function fileOf(events: readonly WireEvent[]): string {
  const conversation = { name: "trade.odd", summary: "Texts", kind: "stream", events } as const;
  return recordConversations([conversation], {})[0]?.text ?? "";
}

test("an opening that was not recorded is refused with the closest, in process", async () => {
  const { open, clock } = world({ "trade.whole": whole });
  const reader = open("ticker");
  await clock.run(0);
  expect(reader.received).toEqual([
    "Unexpected server response: 404. No recording matches GET /stream. The closest recording is " +
      "trade.whole; it differs in query.streams " +
      '(recorded "btcusdt@trade", sent "btcusdt@ticker").',
    "closed 1006 ",
  ]);
});

test("the same on a port, and a call that belongs to no stream says so too", async () => {
  const port = await openFixturePort(readRecordings({ streams: { "trade.whole": whole } }));
  try {
    const refused = await fetch(`${port.baseUrl}/api/v1/ticker/price?symbol=NEVER`);
    expect(refused.status).toBe(404);
    expect(await refused.text()).toContain("The closest recording is trade.whole; it differs in");
    // Java's client offers HTTP/2 with every request.
    const offer = { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c", "http2-settings": "AA" };
    const offered = get(`${port.baseUrl}/api/v1/time`, { headers: offer });
    const [answer] = (await once(offered, "response")) as [IncomingMessage];
    expect(await textOf(answer)).toContain("No recording matches GET /api/v1/time.");
    // A refused upgrade would close it.
    expect(answer.headers.connection).toBe("keep-alive");
    const socket = new WsSocket(`${port.streamUrl}?streams=btcusdt@ticker`);
    const refusal = await new Promise<string>((resolve) => {
      socket.on("unexpected-response", (_request, response) => {
        response.on("data", (data) => resolve(`${response.statusCode} ${String(data)}`));
      });
    });
    expect(refusal).toMatch(/^404 \{"code":404,"msg":"No recording matches GET \/stream\./);
    socket.on("error", () => undefined);
    socket.terminate();
  } finally {
    await port.close();
  }
});

test("concurrent streams do not affect each other", async () => {
  const { open, clock, fetch } = world({ "trade.whole": whole });
  const readers = Array.from({ length: 20 }, () => open());
  await clock.run(100);
  for (const reader of readers.slice(10)) reader.send(subscribe);
  await clock.run(100);
  const counts = (): readonly number[] => readers.map(({ received }) => received.length);
  const ten = (count: number): readonly number[] => Array.from({ length: 10 }, () => count);
  expect(counts()).toEqual([...ten(2), ...ten(4)]);
  // A call goes to the stream that has waited longest for it, and to no other.
  await fetch("BETWEEN");
  await clock.run(100);
  expect(counts()).toEqual([...ten(2), 5, ...ten(4).slice(1)]);
  readers[3]?.close();
  await clock.run(100);
  expect(readers[3]?.received.at(-1)).toBe("closed 1005 ");
  expect(counts().toSpliced(3, 1)).toEqual([...ten(2), 5, ...ten(4).slice(1)].toSpliced(3, 1));
  readers[11]?.close();
  await fetch("BETWEEN");
  await clock.run(100);
  expect(counts().slice(10)).toEqual([5, 5, 5, ...ten(4).slice(3)]);
});

test("streams with the same opening are served in turn, then the last one repeatedly", async () => {
  const turn = (n: number, at: number): object => ({
    summary: `Turn ${at}`,
    "x-steps": [{ at: 0, opens: { ...opens.opens, turn: at } }, event(0, n)],
  });
  const { open, clock } = world({ "trade.b": turn(2, 2), "trade.a": turn(1, 1) });
  const readers = Array.from({ length: 4 }, () => open());
  await clock.run(0);
  expect(readers.map(({ received }) => received.at(-1))).toEqual([1, 2, 2, 2]);
});

test("invalid recordings are refused, each with its reason", () => {
  const bad: Readonly<Record<string, unknown>> = {
    "../trade.path": whole,
    "trade.none": {},
    "trade.twice": { "x-steps": [opens, opens] },
    "trade.backwards": { "x-steps": [{ ...opens, at: 5 }, event(4, 1)] },
    "trade.behind": {
      "x-steps": [opens, { at: 0, ends: { by: "client", code: 1000 } }, event(1, 1)],
    },
    "trade.nobody": { "x-steps": [opens, { at: 0, ends: { by: "me", code: 1000 } }] },
    "trade.word": { "x-steps": [opens, { at: 0, says: 1 }] },
    "trade.time": { "x-steps": [{ ...opens, at: "now" }] },
  };
  for (const problem of [
    '"../trade.path" is refused',
    "trade.none is refused: it opens 0 connections",
    "trade.twice is refused: it opens 2 connections",
    "trade.backwards is refused: its steps are not in the order of their times",
    "trade.behind is refused: a step follows its end",
    "trade.nobody step 1 is refused: ends.by is not valid",
    "trade.word step 1 is refused: it is not one of opens, calls, sends, receives and ends",
    "trade.time step 0 is refused: at is not a time",
  ]) {
    expect(() => readRecordings({ streams: bad })).toThrow(problem);
  }
});

/** Recordings, a clock, and clients of them. */
function world(examples: Readonly<Record<string, unknown>>, options: StreamTiming = {}) {
  const clock = createVirtualClock(0);
  const timing = { timing: "real", after: clock.after, ...options } as const;
  const server = createFixtureServer(readRecordings({ streams: examples }), timing);
  const open = (stream = "trade") => {
    const received: unknown[] = [];
    const times: number[] = [];
    const socket = new server.WebSocket(`ws://exchange.test/stream?streams=btcusdt@${stream}`);
    socket.addEventListener("open", () => received.push("open"));
    socket.addEventListener("error", (event) => received.push(Reflect.get(event, "message")));
    socket.addEventListener("close", (event) => {
      const { code, reason } = event as { readonly code: number; readonly reason: string };
      received.push(`closed ${code} ${reason}`);
    });
    socket.addEventListener("message", (event) => {
      const { data, error, result, id } = JSON.parse(String(Reflect.get(event, "data")));
      times.push(clock.now());
      received.push(data?.n ?? (error ? { ...error, id } : result));
    });
    const send = (message: unknown): void => {
      socket.send(typeof message === "string" ? message : JSON.stringify(message));
    };
    return { received, times, send, close: () => socket.close() };
  };
  const fetch = async (symbol: string): Promise<unknown> => {
    const url = `http://exchange.test/api/v1/ticker/price?symbol=${symbol}`;
    return (await server.fetch(new Request(url))).json();
  };
  return { clock, open, fetch };
}
