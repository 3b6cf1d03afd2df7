/** Bots with planted mistakes, each named by the report; a robust client gets a clean one. */

import { createHmac } from "node:crypto";

import { expect, test } from "vitest";

import { sandboxSchemas } from "../../../generated/sandbox.ts";
import { signing } from "../../../generated/signing.ts";
import { createStreams } from "../../../generated/stream-client.ts";
import { watchUserData } from "../../../generated/user-data.ts";
import { violationsOf } from "../../../runtime/encoding/json-schema.ts";
import { presets } from "../../../sandbox/page/faults/presets.ts";
import { junitOf, type Report } from "../../../sandbox/report/report.ts";
import { createWorld, resting } from "../../support/world.ts";

type World = ReturnType<typeof createWorld>;

/** Sends as a careless program does; resolves to the status, 0 for a broken connection. */
function careless({ sandbox, clock }: World) {
  const send = (asked: string, fields = "", signed = true): Promise<number> => {
    const [method = "", path = ""] = asked.split(" ");
    const text = signed
      ? [fields, `timestamp=${clock.now() + skew}`].filter(Boolean).join("&")
      : fields;
    const key = "sandbox-secret-of-alice";
    const signature = createHmac("sha256", key).update(text).digest("hex");
    const query = signed ? `${text}&signature=${signature}` : text;
    const headers = { [signing.header]: "sandbox-key-of-alice" };
    return sandbox.fetch(`http://sandbox/api/v1/${path}?${query}`, { method, headers }).then(
      ({ status }) => status,
      () => 0,
    );
  };
  let skew = 0;
  return {
    send,
    place: (more = "&newClientOrderId=a", price = "30000") =>
      send(
        "POST order",
        `symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.001&price=${price}${more}`,
      ),
    skew: (ms: number) => {
      skew = ms;
    },
    /** Opens a stream, and lets it open. */
    open: async (names: string) => {
      const socket = new sandbox.WebSocket(`ws://sandbox/stream?streams=${names}`);
      await clock.run(1);
      return socket;
    },
    listenKey: async () => {
      await send("POST listenKey", "", false);
      return sandbox.exchange.listenKeys.keysOf("alice", clock.now())[0] ?? "";
    },
  };
}

const lost = { fault: "drop", accepted: true, when: { operation: "placeOrder", nth: 1 } } as const;
const minute = 60_000;
type Bot = ReturnType<typeof careless>;

interface Planted {
  readonly rules?: NonNullable<Parameters<typeof createWorld>[0]>["rules"];
  readonly bot: (bot: Bot, world: World) => Promise<unknown>;
  /** The checks that fail. */
  readonly want: readonly string[];
}

const planted: Readonly<Record<string, Planted>> = {
  "never corrects its clock": {
    bot: async ({ send, skew }, { clock }) => {
      skew(-30_000);
      for (let turn = 0; turn < 3; turn += 1, await clock.run(100)) await send("GET account");
    },
    want: ["clock-not-synced"],
  },
  "reads the time after each refusal": {
    bot: async ({ send, skew }, { clock }) => {
      skew(-30_000);
      for (let turn = 0; turn < 3; turn += 1, await clock.run(100)) {
        await send("GET account");
        await send("GET time", "", false);
      }
    },
    want: [],
  },
  "rounds to no grid": {
    bot: ({ place }) => place("", "30000.001"),
    want: ["wrong-rounding"],
  },
  "sends a refused order again": {
    bot: async ({ place }) => {
      await place("&newClientOrderId=a", "1");
      await place("&newClientOrderId=b", "1");
    },
    want: ["refused-order-again"],
  },
  "sends again after a lost response, without an id": {
    rules: [lost],
    bot: async ({ place, send }, { clock }) => {
      await place("");
      await clock.run(10);
      await place("");
      await send("GET openOrders", "symbol=BTCUSDT");
    },
    want: ["blind-resend"],
  },
  "sends again under a new id": {
    rules: [lost],
    bot: async ({ place, send }) => {
      await place("&newClientOrderId=a");
      await place("&newClientOrderId=b");
      await send("GET order", "symbol=BTCUSDT&origClientOrderId=a");
    },
    want: ["blind-resend"],
  },
  "queries another order, and sends again": {
    rules: [lost],
    bot: async ({ place, send }) => {
      await place("&newClientOrderId=a");
      await send("GET order", "symbol=BTCUSDT&origClientOrderId=b");
      await place("&newClientOrderId=a");
    },
    want: ["blind-resend", "outcome-left-unknown"],
  },
  "places another order meanwhile, and queries the first": {
    rules: [lost],
    bot: async ({ place, send }) => {
      await place("&newClientOrderId=a");
      await place("&newClientOrderId=b", "31000");
      await send("GET order", "symbol=BTCUSDT&origClientOrderId=a");
    },
    want: [],
  },
  "places another order without an id after a lost one, and reads its own only": {
    rules: [lost],
    bot: async ({ place, send }) => {
      await place("");
      await place("", "31000");
      await send("GET order", "symbol=BTCUSDT&orderId=1");
    },
    want: ["outcome-left-unknown"],
  },
  "forgets a lost order": {
    rules: [lost],
    bot: async ({ place }) => place(),
    want: ["outcome-left-unknown"],
  },
  "ignores Retry-After": {
    rules: [{ fault: "throttle", retryAfter: 5, when: { nth: 1 } }],
    bot: async ({ send }, { clock }) => {
      await send("GET time", "", false);
      await clock.run(4999);
      await send("GET time", "", false);
    },
    want: ["wait-ignored"],
  },
  "waits as long as Retry-After says": {
    rules: [{ fault: "throttle", retryAfter: 5, when: { nth: 1 } }],
    bot: async ({ send }, { clock }) => {
      await send("GET time", "", false);
      await clock.run(5000);
      await send("GET time", "", false);
    },
    want: [],
  },
  "goes on during a ban": {
    rules: [{ fault: "ban", ms: minute, when: { nth: 1 } }],
    bot: async ({ send }, { clock }) => {
      await send("GET time", "", false);
      await clock.run(1000);
      await send("GET time", "", false);
    },
    want: ["ban-ignored"],
  },
  "uses up its weight": {
    bot: async ({ send }, { clock }) => {
      for (let turn = 0; turn < 101; turn += 1) await send("GET exchangeInfo", "", false);
      await clock.run(minute);
    },
    want: ["limit-exceeded"],
  },
  "repeats at once": {
    rules: [{ fault: "status", status: 503 }],
    bot: async ({ send }, { clock }) => {
      for (let turn = 0; turn < 5; turn += 1, await clock.run(10))
        await send("GET time", "", false);
    },
    want: ["no-backoff"],
  },
  "backs off": {
    rules: [{ fault: "status", status: 503 }],
    bot: async ({ send }, { clock }) => {
      for (let turn = 0; turn < 5; turn += 1, await clock.run(500))
        await send("GET time", "", false);
    },
    want: [],
  },
  "signs with a key of its own": {
    bot: ({ send }) => send("GET account", "signature=ab"),
    want: ["wrong-signature"],
  },
  "asks for another exchange's paths": {
    bot: ({ send }) => send("GET ../v3/time", "", false),
    want: ["unknown-path"],
  },
  "never keeps its listen key alive": {
    bot: async ({ listenKey, open }, { clock }) => {
      await open(await listenKey());
      await clock.run(61 * minute);
    },
    want: ["listen-key-not-kept"],
  },
  "is late with its listen key": {
    bot: async ({ listenKey, open, send }, { clock }) => {
      await open(await listenKey());
      await clock.run(50 * minute);
      await send("GET time", "", false);
    },
    want: ["listen-key-not-kept"],
  },
  "keeps its listen key alive": {
    bot: async ({ listenKey, open, send }, { clock }) => {
      const key = await listenKey();
      await open(key);
      for (let turn = 0; turn < 4; turn += 1) {
        await clock.run(30 * minute);
        await send("PUT listenKey", `listenKey=${key}`, false);
      }
    },
    want: [],
  },
  "uses a connection until its end": {
    bot: async ({ open }, { clock }) => {
      await open("btcusdt@trade");
      await clock.run(24 * 60 * minute);
    },
    want: ["connection-not-renewed"],
  },
  "subscribes too fast": {
    bot: async ({ open }, { clock }) => {
      const socket = await open("btcusdt@trade");
      for (let id = 0; id < 7; id += 1)
        socket.send(JSON.stringify({ method: "LIST_SUBSCRIPTIONS", id }));
      await clock.run(10);
    },
    want: ["control-too-fast"],
  },
  "goes on without its stream": {
    bot: async ({ open, send }, { sandbox, clock }) => {
      await open("btcusdt@trade");
      await sandbox.control({ command: "cutSockets" });
      await clock.run(2 * minute);
      await send("GET time", "", false);
    },
    want: ["stream-not-reopened"],
  },
};

const failed = ({ checks }: Report): readonly string[] =>
  checks.flatMap(({ check, passed }) => (passed ? [] : [check]));

test.each(Object.entries(planted))("a bot that %s", async (_, { rules = [], bot, want }) => {
  const world = createWorld({ rules });
  await world.outcome(bot(careless(world), world));
  const report = world.sandbox.report();
  expect(failed(report)).toEqual(want);
  expect(report.passed).toBe(want.length === 0);
  expect(violationsOf(sandboxSchemas, { $ref: "#/$defs/Report" }, report, "report")).toEqual([]);
  expect(junitOf(report).match(/<failure /g)?.length ?? 0).toBe(want.length);
});

/** Each fault of the page's switches, once or now and then. */
const faults = Object.values(presets)
  .flat()
  .map(({ rule }) => rule);

test.each(faults)("the client passes every check under %j", async (rule) => {
  const { when = {} } = rule;
  const world = createWorld({ rules: [{ ...rule, when: { ...when, count: 3 } } as typeof rule] });
  const { sandbox, clock } = world;
  const client = world.client({ timeoutMs: 5000 });
  const url = "ws://sandbox/stream";
  const { WebSocket } = sandbox;
  const streams = createStreams({ url, WebSocket, now: clock.now, after: clock.after });
  const session = watchUserData({ client, streams, symbols: ["BTCUSDT"] });
  const work = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) {
      await client
        .tryPlaceOrder({ ...resting, price: String(30_000 + turn) })
        .catch(() => undefined);
      await client.getAccount().catch(() => undefined);
    }
  };
  await world.outcome(work());
  await clock.run(90 * minute);
  const report = sandbox.report();
  expect(failed(report)).toEqual([]);
  expect(report.placements.open).toBe(0);
  await world.outcome(session.close());
  streams.close();
});

test("a report says what was refused, how far limits were used, and what came after a fault", async () => {
  const world = createWorld({ rules: [lost] });
  const { place, send } = careless(world);
  await world.outcome(
    (async () => {
      await place("&newClientOrderId=a");
      await send("GET order", "symbol=BTCUSDT&origClientOrderId=a");
      await place("&newClientOrderId=b", "30000.001");
      await place("&newClientOrderId=a");
    })(),
  );
  const { requests, refusals, limits, placements, faults: met } = world.sandbox.report();
  expect(requests).toEqual([
    { operation: "placeOrder", accepted: 0, refused: 2, failed: 0, unanswered: 1 },
    { operation: "getOrder", accepted: 1, refused: 0, failed: 0, unanswered: 0 },
  ]);
  expect(refusals.map(({ code, filter, rule, count }) => [code, filter, rule, count])).toEqual([
    [-1013, "PRICE_FILTER", "price-tick", 1],
    [-2010, undefined, undefined, 1],
  ]);
  expect(limits.map(({ limit, of, used, share }) => [limit, of, used, share])).toEqual([
    ["weight10s", "127.0.0.1", 5, 0.005],
    ["weight1m", "127.0.0.1", 5, 5 / 6000],
    ["orders10s", "alice", 1, 0.001],
    ["orders1d", "alice", 1, 1 / 200_000],
  ]);
  expect(placements).toEqual({
    ...{ sent: 3, accepted: 1, refused: 2, repeated: 1 },
    ...{ unknown: 1, queried: 1, streamed: 0, open: 0 },
  });
  expect(met).toMatchObject([
    {
      ...{ fault: "drop", rule: "drop 1", count: 1 },
      reactions: [{ what: "asked what became of the order after 0 ms", count: 1 }],
    },
  ]);
});

test("a fault that meets many messages leaves room for the reaction to another", async () => {
  const rules = [{ fault: "delayEvent", ms: 1 }] as const;
  const world = createWorld({ rules });
  const { open } = careless(world);
  const { sandbox, clock } = world;
  await open("btcusdt@depth");
  sandbox.maker.start({ everyMs: 10 });
  await clock.run(1000);
  sandbox.faults.remove("delayEvent 1");
  sandbox.faults.add({ fault: "replaceEvent", text: "{", when: { count: 1 } });
  await clock.run(100);
  await open("btcusdt@depth");
  expect(sandbox.report().faults.map(({ fault, reactions }) => [fault, reactions.length])).toEqual([
    ["delayEvent", 1],
    ["replaceEvent", 1],
  ]);
});
