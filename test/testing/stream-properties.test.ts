/** What was recorded comes back; a replay of a recording, recorded, is the recording. */

import fc from "fast-check";
import { expect, test } from "vitest";

import { createVirtualClock } from "../../sandbox/exchange/clock.ts";
import { createFixtureServer } from "../../testing/fixture-server/server.ts";
import type { WireEvent } from "../../testing/recordings/conversation.ts";
import type { Json } from "../../testing/recordings/json.ts";
import { recordConversations } from "../../testing/recordings/recorder.ts";
import { readRecordings } from "../../testing/recordings/recordings.ts";
import type { StreamRecording } from "../../testing/recordings/stream-recording.ts";
import { formatStream, parseExample } from "../../testing/recordings/yaml.ts";
import type { Step, StreamReference, StreamScenario } from "../../testing/scenarios/scenario.ts";
import { runContract } from "../../testing/suite/contract.ts";
import { fixtureTarget } from "../../testing/suite/fixture-target.ts";
import { recordRows } from "../../testing/suite/record.ts";
import type { ContractTarget } from "../../testing/suite/run.ts";
import { sandboxTarget } from "../../testing/suite/sandbox-target.ts";
import { createWireLog, logSockets } from "../../testing/suite/wire-log.ts";
import { propertyTimeoutMs, runs } from "../support/runs.ts";
import { anyText } from "../support/text.ts";
import { documents } from "./documents.ts";

const counts = { commit: 10, gate: 1000, release: 20_000 };

const symbol = "BTCUSDT";
const account: StreamReference = { from: "stream", property: "listenKey" };
const publicNames: readonly StreamReference[] = [
  ...["depth", "trade", "bookTicker", "ticker", "miniTicker"].map((id) => ({ id, symbol })),
  { id: "trade", symbol: "ETHUSDT" },
];
const names = ["btcusdt@trade", "btcusdt@depth", "ethusdt@bookTicker", "nosuchpair@trade", ""];

const opening: fc.Arbitrary<readonly Step[]> = fc
  .record({
    streams: fc.uniqueArray(fc.constantFrom(...publicNames), { minLength: 1, maxLength: 4 }),
    withAccount: fc.boolean(),
    how: fc.constantFrom("subscribe", "combined", "raw"),
  })
  .map(({ streams, withAccount, how }): readonly Step[] => {
    const all = withAccount ? [account, ...streams] : streams;
    const stream: Step = { kind: "call", operation: "createListenKey", as: "stream" };
    return [
      ...(withAccount ? [stream] : []),
      how === "subscribe"
        ? { kind: "subscribe", streams: all }
        : {
            kind: "connect",
            form: how === "raw" ? "raw" : "combined",
            streams: how === "raw" ? all.slice(0, 1) : all,
          },
    ];
  });

/** An order with an id of its own, which may rest, fill or be filled later. */
const placement = fc
  .record({ side: fc.constantFrom("BUY", "SELL"), isMarket: fc.boolean(), id: fc.uuid() })
  .map(({ side, isMarket, id }): readonly Step[] => {
    const bid = { from: "prices", property: "bidPrice" } as const;
    const usual = { symbol, side, quantity: "0.001", newClientOrderId: id.slice(0, 30) };
    const limit = { type: "LIMIT", timeInForce: "GTC", price: bid };
    const fields = isMarket ? { ...usual, type: "MARKET" } : { ...usual, ...limit };
    return [
      { kind: "call", operation: "getBookTicker", fields: { symbol }, as: "prices" },
      { kind: "call", operation: "placeOrder", fields },
    ];
  });

const control = fc
  .record({
    method: fc.constantFrom("SUBSCRIBE", "UNSUBSCRIBE", "LIST_SUBSCRIPTIONS", "FOLLOW"),
    params: fc.array(fc.constantFrom(...names), { maxLength: 3 }),
    id: fc.oneof(fc.nat(), fc.constantFrom<Json>(null, "one", 1.5, 2 ** 60)),
  })
  .map((message): readonly Step[] => [{ kind: "send", message, invalid: true }]);

const oneOff: fc.Arbitrary<readonly Step[]> = fc.oneof(
  placement,
  placement,
  control,
  fc.string().map((text): readonly Step[] => [{ kind: "send", message: text, invalid: true }]),
  fc.boolean().map((on) => admin({ command: "maker", on, ...(on && { everyMs: 700 }) })),
  fc.constantFrom("5", "0.00000001", "123.5").map((amount) => {
    return admin({ command: "deposit", account: "alice", asset: "USDT", amount });
  }),
  fc.integer({ min: 0, max: 3000 }).map((ms): readonly Step[] => [{ kind: "advanceClock", ms }]),
  fc
    .constantFrom("1", "5", "100")
    .map((limit): readonly Step[] => [
      { kind: "call", operation: "getDepth", fields: { symbol, limit: Number(limit) } },
    ]),
);

/** The life of a connection. The client would open the next one before, and that is two. */
const aDay: readonly Step[] = [{ kind: "advanceClock", ms: 86_400_000 }];

const ending = fc.constantFrom<readonly Step[]>(
  [{ kind: "close" }],
  [],
  admin({ command: "cutSockets" }),
  admin({ command: "cutSockets", code: 1001 }),
  aDay,
);

const scenario: fc.Arbitrary<StreamScenario> = fc
  .tuple(opening, fc.array(oneOff, { maxLength: 8 }), ending)
  .filter(([first, , last]) => last !== aDay || first.every(({ kind }) => kind !== "subscribe"))
  .map(([first, middle, last]) => ({
    id: "trade.random",
    summary: "A random stream",
    // A day with a maker would be a long one.
    steps: [...first, ...middle.flat(), ...admin({ command: "maker", on: false }), ...last],
  }));

test("the replay of a recorded stream is the stream, at the same times", {
  timeout: propertyTimeoutMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (row) => {
      const first = await record(sandboxTarget(), row);
      const stream = readBack(first);
      expect(formatStream(stream)).toBe(first);
      const second = await record(fixtureTarget({ streams: [stream] }), row);
      expect(second.replace("x-origin: mock", "x-origin: sandbox")).toBe(first);
    }),
    { numRuns: runs(counts) },
  );
});

/** Any text that a message may be, and some that no file likes. */
const anyMessage = fc.oneof(
  fc.json({ maxDepth: 3 }),
  anyText(),
  fc.constantFrom("", "null", '{"__proto__":{"a":1}}', '{"a":12345678901234567890}', '{"a":1.0}'),
  fc.constantFrom(
    "{ }",
    "[1e400]",
    '{"a":1,"a":2}',
    ...["'", "- a", "%", "\u0000\u007f\u2028", "~: !x"],
  ),
);

test("any text in any order comes back as it was", { timeout: propertyTimeoutMs }, async () => {
  const steps = fc.array(
    fc.record({ ms: fc.nat(50), kind: fc.constantFrom("receives", "sends"), text: anyMessage }),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (drawn) => {
      const opens: WireEvent = {
        at: 0,
        kind: "opens",
        url: "ws://x/stream?streams=btcusdt@trade",
      };
      let at = 0;
      const messages = drawn.map(({ ms, kind, text }): WireEvent => {
        at += ms;
        return { at, kind: kind === "receives" ? "receives" : "sends", text };
      });
      const first = toFile([opens, ...messages]);
      const stream = readBack(first);
      expect(stream.steps.slice(1).map((step) => ("text" in step ? step.text : ""))).toEqual(
        drawn.map(({ text }) => text),
      );
      expect(toFile(await replayed(stream))).toBe(first);
    }),
    { numRuns: runs(counts) * 2 },
  );
});

function admin(command: Extract<Step, { kind: "admin" }>["command"]): readonly Step[] {
  return [{ kind: "admin", command }];
}

/** The file of a row's stream. Whether the row holds does not matter here. */
async function record(target: ContractTarget, row: StreamScenario): Promise<string> {
  const options = { ...documents, target, scenarios: [row], trade: true };
  const { rows } = await runContract(options);
  const [file] = recordRows(rows, target);
  return file?.text ?? "";
}

function toFile(events: readonly WireEvent[]): string {
  const conversation = { name: "trade.random", summary: "Texts", kind: "stream", events } as const;
  const [file] = recordConversations([conversation], {});
  return file?.text ?? "";
}

function readBack(text: string): StreamRecording {
  const problems: string[] = [];
  const example = parseExample(text, "trade.random.yaml", problems);
  const [stream] = readRecordings({ streams: { "trade.random": example } }, problems).streams;
  if (stream === undefined) throw new Error("There is no stream in the file.");
  return stream;
}

/** What a client receives that sends what was recorded at the recorded times. */
async function replayed(stream: StreamRecording): Promise<readonly WireEvent[]> {
  const clock = createVirtualClock(0);
  const log = createWireLog(clock.now);
  const timing = { timing: "real", after: clock.after } as const;
  const { WebSocket } = createFixtureServer({ streams: [stream] }, timing);
  const Socket = logSockets(WebSocket, log);
  const socket = new Socket("ws://x/stream?streams=btcusdt@trade");
  await clock.run(0);
  for (const step of stream.steps) {
    await clock.run(step.at - clock.now());
    if (step.kind === "sends") socket.send(step.text);
  }
  await clock.run(1);
  return log.events;
}
