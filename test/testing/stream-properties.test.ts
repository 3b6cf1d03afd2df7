/** P35: what was recorded comes back; a replay of a recording, recorded, is the recording. */

import { readFile } from "node:fs/promises";

import fc from "fast-check";
import { expect, test } from "vitest";

import { createVirtualClock } from "../../sandbox/exchange/clock.ts";
import { createStreamReplay } from "../../testing/fixture-server/replay.ts";
import { createReplaySocketClass } from "../../testing/fixture-server/socket.ts";
import { formatSession, parseExample } from "../../testing/recordings/files.node.ts";
import type { Json } from "../../testing/recordings/recording.ts";
import { readStreamRecordings, type StreamRecording } from "../../testing/recordings/session.ts";
import { recordStreams } from "../../testing/recordings/session-recorder.ts";
import { runStreamContract, type StreamTarget } from "../../testing/suite/stream-contract.ts";
import type { Happening } from "../../testing/suite/stream-log.ts";
import { createLog, observeSockets } from "../../testing/suite/stream-log.ts";
import type { StreamAct, StreamScenario, WantedName } from "../../testing/suite/stream-scenario.ts";
import { streamTakesOf } from "../../testing/suite/takes.ts";
import { fixtureStreamTarget, sandboxStreamTarget } from "../../testing/suite/targets.ts";
import { propertyTimeoutMs, runs } from "../support/runs.ts";

const documents = {
  openapi: JSON.parse(await readFile("generated/documents/openapi.json", "utf8")) as unknown,
  asyncapi: JSON.parse(await readFile("generated/documents/asyncapi.json", "utf8")) as unknown,
};
const counts = { commit: 50, gate: 1000, release: 20_000 };

const symbol = "BTCUSDT";
const account: WantedName = { from: "session", property: "listenKey" };
const publicNames: readonly WantedName[] = [
  ...["depth", "trade", "bookTicker", "ticker", "miniTicker"].map((id) => ({ id, symbol })),
  { id: "trade", symbol: "ETHUSDT" },
];
const names = ["btcusdt@trade", "btcusdt@depth", "ethusdt@bookTicker", "nosuchpair@trade", ""];

const opening: fc.Arbitrary<readonly StreamAct[]> = fc
  .record({
    streams: fc.uniqueArray(fc.constantFrom(...publicNames), { minLength: 1, maxLength: 4 }),
    withAccount: fc.boolean(),
    how: fc.constantFrom("follow", "combined", "raw"),
  })
  .map(({ streams, withAccount, how }): readonly StreamAct[] => {
    const all = withAccount ? [account, ...streams] : streams;
    const session: StreamAct = { kind: "call", operation: "createListenKey", as: "session" };
    return [
      ...(withAccount ? [session] : []),
      how === "follow"
        ? { kind: "follow", streams: all }
        : {
            kind: "open",
            form: how === "raw" ? "raw" : "combined",
            streams: how === "raw" ? all.slice(0, 1) : all,
          },
    ];
  });

/** An order with an id of its own, which may rest, fill or be filled later. */
const placement = fc
  .record({ side: fc.constantFrom("BUY", "SELL"), isMarket: fc.boolean(), id: fc.uuid() })
  .map(({ side, isMarket, id }): readonly StreamAct[] => {
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
  .map((message): readonly StreamAct[] => [{ kind: "send", message, bad: true }]);

const oneOff: fc.Arbitrary<readonly StreamAct[]> = fc.oneof(
  placement,
  placement,
  control,
  fc.string().map((text): readonly StreamAct[] => [{ kind: "send", message: text, bad: true }]),
  fc.boolean().map((on) => keeper({ command: "maker", on, ...(on && { everyMs: 700 }) })),
  fc.constantFrom("5", "0.00000001", "123.5").map((amount) => {
    return keeper({ command: "deposit", account: "alice", asset: "USDT", amount });
  }),
  fc.integer({ min: 0, max: 3000 }).map((ms): readonly StreamAct[] => [{ kind: "pass", ms }]),
  fc
    .constantFrom("1", "5", "100")
    .map((limit): readonly StreamAct[] => [
      { kind: "call", operation: "getDepth", fields: { symbol, limit: Number(limit) } },
    ]),
);

/** The life of a connection. The client would open the next one before, and that is two. */
const aDay: readonly StreamAct[] = [{ kind: "pass", ms: 86_400_000 }];

const ending = fc.constantFrom<readonly StreamAct[]>(
  [{ kind: "close" }],
  [],
  keeper({ command: "cutSockets" }),
  keeper({ command: "cutSockets", code: 1001 }),
  aDay,
);

const scenario: fc.Arbitrary<StreamScenario> = fc
  .tuple(opening, fc.array(oneOff, { maxLength: 8 }), ending)
  .filter(([first, , last]) => last !== aDay || first.every(({ kind }) => kind !== "follow"))
  .map(([first, middle, last]) => ({
    id: "trade.random",
    summary: "A random session",
    // A day with a maker would be a long one.
    acts: [...first, ...middle.flat(), ...keeper({ command: "maker", on: false }), ...last],
    effect: "trades",
  }));

test("P35: the replay of a recorded session is the session, at the same times", {
  timeout: propertyTimeoutMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (row) => {
      const first = await record(sandboxStreamTarget(), row);
      const session = readBack(first);
      expect(formatSession(session)).toBe(first);
      const second = await record(fixtureStreamTarget([], [session]), row);
      expect(second).toBe(first);
    }),
    { numRuns: runs(counts) },
  );
});

/** Any text that a message may be, and some that no file likes. */
const anyText = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("", "null", '{"__proto__":{"a":1}}', '{"a":12345678901234567890}', '{"a":1.0}'),
  fc.constantFrom(
    "{ }",
    "[1e400]",
    '{"a":1,"a":2}',
    "'",
    "- a",
    "%",
    "\u0000\u007f\u2028",
    "~: !x",
  ),
);

test("P35: any text in any order comes back as it was", {
  timeout: propertyTimeoutMs,
}, async () => {
  const steps = fc.array(
    fc.record({ ms: fc.nat(50), kind: fc.constantFrom("receives", "sends"), text: anyText }),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (drawn) => {
      const opens: Happening = {
        at: 0,
        kind: "opens",
        url: "ws://x/stream?streams=btcusdt@trade",
      };
      let at = 0;
      const said = drawn.map(({ ms, kind, text }): Happening => {
        at += ms;
        return { at, kind: kind === "receives" ? "receives" : "sends", text };
      });
      const first = toFile([opens, ...said]);
      const session = readBack(first);
      expect(session.steps.slice(1).map((step) => ("text" in step ? step.text : ""))).toEqual(
        drawn.map(({ text }) => text),
      );
      expect(toFile(await replayed(session))).toBe(first);
    }),
    { numRuns: runs(counts) * 2 },
  );
});

function keeper(command: Extract<StreamAct, { kind: "keeper" }>["command"]): readonly StreamAct[] {
  return [{ kind: "keeper", command }];
}

/** The file of a row's session. Whether the row holds does not matter here. */
async function record(target: StreamTarget, row: StreamScenario): Promise<string> {
  const options = { ...documents, target, scenarios: [row], trade: true };
  const { rows } = await runStreamContract(options);
  const { apiKey: key, apiSecret: secret } = target;
  const [file] = recordStreams(streamTakesOf(rows), { apiKey: key, apiSecret: secret });
  return file?.text ?? "";
}

function toFile(happenings: readonly Happening[]): string {
  const [file] = recordStreams([{ name: "trade.random", summary: "Texts", happenings }], {});
  return file?.text ?? "";
}

function readBack(text: string): StreamRecording {
  const problems: string[] = [];
  const example = parseExample(text, "trade.random.yaml", problems);
  const [session] = readStreamRecordings({ "trade.random": example }, problems);
  if (session === undefined) throw new Error("There is no session in the file.");
  return session;
}

/** What a client sees that says what was recorded when it was. */
async function replayed(session: StreamRecording): Promise<readonly Happening[]> {
  const clock = createVirtualClock(0);
  const log = createLog(clock.now);
  const replay = createStreamReplay([session], { timing: "real", after: clock.after });
  const Socket = observeSockets(createReplaySocketClass(replay), log);
  const socket = new Socket("ws://x/stream?streams=btcusdt@trade");
  await clock.run(0);
  for (const step of session.steps) {
    await clock.run(step.at - clock.now());
    if (step.kind === "sends") socket.send(step.text);
  }
  await clock.run(1);
  return log.happenings;
}
