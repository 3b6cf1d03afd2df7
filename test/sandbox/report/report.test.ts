/** Bots with planted mistakes, each named by the report; a robust client gets a clean one. */

import { expect, test } from "vitest";

import { sandboxSchemas } from "../../../generated/sandbox.ts";
import { createStreams } from "../../../generated/stream-client.ts";
import { watchUserData } from "../../../generated/user-data.ts";
import { violationsOf } from "../../../runtime/encoding/json-schema.ts";
import { presets } from "../../../sandbox/page/faults/presets.ts";
import { junitOf, type Report } from "../../../sandbox/report/report.ts";
import { createWorld, resting } from "../../support/world.ts";
import { type Fields, foreignClient } from "../support/foreign-client.ts";

type World = ReturnType<typeof createWorld>;

/** Sends as a careless program does, and does not care what comes of it. */
function careless({ sandbox, clock }: World) {
  const { signed, open } = foreignClient(sandbox);
  const key = "sandbox-key-of-alice";
  let skew = 0;
  const send = (asked: string, fields = "", isSigned = true): Promise<unknown> => {
    const [method = "", path] = asked.split(" ");
    const target = `/api/v1/${path}`;
    const timed = [...new URLSearchParams(fields), ["timestamp", `${clock.now() + skew}`]] as const;
    const sent = isSigned
      ? signed({ method, path: target, query: timed as Fields })
      : open(`${target}?${fields}`, method, key);
    return sent.catch(() => undefined);
  };
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

const minute = 60_000;
type Bot = ReturnType<typeof careless>;
type Rules = NonNullable<NonNullable<Parameters<typeof createWorld>[0]>["rules"]>;

const lost = { fault: "drop", accepted: true, when: { operation: "placeOrder", nth: 1 } } as const;
const throttled = { fault: "throttle", retryAfter: 5, when: { nth: 1 } } as const;
const banned = { fault: "ban", ms: minute, when: { nth: 1 } } as const;
const down = { fault: "status", status: 503 } as const;

const time = ({ send }: Bot) => send("GET time", "", false);
const query = ({ send }: Bot, id: string) =>
  send("GET order", `symbol=BTCUSDT&origClientOrderId=${id}`);

/** Reads the time before and after this wait. */
const twice =
  (waitMs: number) =>
  async (bot: Bot, { clock }: World) => {
    await time(bot);
    await clock.run(waitMs);
    await time(bot);
  };

/** Reads what may have been sent before the first request was answered. */
async function onItsWay(bot: Bot, { clock }: World) {
  await time(bot);
  await clock.run(10);
  await bot.send("GET depth", "symbol=BTCUSDT", false);
  await clock.run(2000);
  bot.skew(-2010);
  await bot.send("GET account");
}

/** Places an order beyond the number that the account may place. */
async function beyondOrders(bot: Bot, { sandbox, clock }: World) {
  sandbox.exchange.limits.countOrder("alice", 1000, clock.now());
  await bot.place("&newClientOrderId=b");
  await clock.run(10);
}

/** Acts again and again, with a wait between. */
async function often(turns: number, waitMs: number, { clock }: World, act: () => Promise<unknown>) {
  for (let turn = 0; turn < turns; turn += 1, await clock.run(waitMs)) await act();
}

/** What a bot does, the checks that fail, and the rules that it meets. */
const planted: readonly (readonly [
  name: string,
  bot: (bot: Bot, world: World) => Promise<unknown>,
  want: readonly string[],
  rules?: Rules,
])[] = [
  [
    "never corrects its clock",
    async ({ send, skew }, world) => {
      skew(-30_000);
      await often(3, 100, world, () => send("GET account"));
    },
    ["clock-not-synced"],
  ],
  [
    "reads the time after each refusal, and had another request on its way",
    async (bot, world) => {
      bot.skew(-30_000);
      await often(3, 100, world, async () => {
        await bot.send("GET account");
        await world.clock.run(10);
        await bot.send("GET openOrders");
        await time(bot);
      });
    },
    [],
  ],
  ["rounds to no grid", ({ place }) => place("", "30000.001"), ["wrong-rounding"]],
  [
    "sends a refused order again",
    async ({ place }) => [await place("", "1"), await place("&newClientOrderId=b", "1")],
    ["refused-order-again"],
  ],
  [
    "sends again after a lost response, without an id",
    async ({ place, send }, { clock }) => {
      await place("");
      await clock.run(10);
      await place("");
      await send("GET openOrders", "symbol=BTCUSDT");
    },
    ["blind-resend"],
    [lost],
  ],
  [
    "sends again under a new id",
    async (bot) => [
      await bot.place(),
      await bot.place("&newClientOrderId=b"),
      await query(bot, "a"),
    ],
    ["blind-resend"],
    [lost],
  ],
  [
    "queries another order, and sends again",
    async (bot) => [await bot.place(), await query(bot, "b"), await bot.place()],
    ["blind-resend", "outcome-left-unknown"],
    [lost],
  ],
  [
    "places another order meanwhile, and queries the first",
    async (bot) => {
      await bot.place();
      await bot.place("&newClientOrderId=b", "31000");
      await query(bot, "a");
    },
    [],
    [lost],
  ],
  [
    "places another order without an id after a lost one, and reads its own only",
    async ({ place, send }) => {
      await place("");
      await place("", "31000");
      await send("GET order", "symbol=BTCUSDT&orderId=1");
    },
    ["outcome-left-unknown"],
    [lost],
  ],
  ["forgets a lost order", ({ place }) => place(), ["outcome-left-unknown"], [lost]],
  ["ignores Retry-After", twice(4999), ["wait-ignored"], [throttled]],
  ["waits as long as Retry-After says", twice(5000), [], [throttled]],
  [
    "reads on after a refusal for its number of orders",
    async (bot, world) => [await beyondOrders(bot, world), await time(bot)],
    ["limit-exceeded"],
  ],
  [
    "places on after a refusal for its number of orders",
    async (bot, world) => [await beyondOrders(bot, world), await time(bot), await bot.place()],
    ["limit-exceeded", "wait-ignored"],
  ],
  [
    "goes on with something else after a refusal",
    async (bot, { clock }) => [await time(bot), await clock.run(10), await bot.send("GET account")],
    ["wait-ignored"],
    [throttled],
  ],
  ["had another request on its way when the wait began", onItsWay, [], [throttled]],
  ["had another request on its way when the ban began", onItsWay, [], [banned]],
  ["goes on during a ban", twice(1000), ["ban-ignored"], [banned]],
  [
    "uses up its weight",
    ({ send }, world) => often(101, 0, world, () => send("GET exchangeInfo", "", false)),
    ["limit-exceeded"],
  ],
  ["repeats at once", (bot, world) => often(5, 10, world, () => time(bot)), ["no-backoff"], [down]],
  ["backs off", (bot, world) => often(5, 500, world, () => time(bot)), [], [down]],
  ["signs wrongly", ({ send }) => send("GET account", "signature=ab"), ["wrong-signature"]],
  [
    "asks for another exchange's paths",
    ({ send }) => send("GET ../v3/time", "", false),
    ["unknown-path"],
  ],
  [
    "never keeps its listen key alive",
    async ({ listenKey, open }, { clock }) => [
      await open(await listenKey()),
      await clock.run(61 * minute),
    ],
    ["listen-key-not-kept"],
  ],
  [
    "is late with its listen key",
    async (bot, { clock }) => {
      await bot.open(await bot.listenKey());
      await clock.run(50 * minute);
      await time(bot);
    },
    ["listen-key-not-kept"],
  ],
  [
    "keeps its listen key alive",
    async ({ listenKey, open, send }, world) => {
      const key = await listenKey();
      await open(key);
      await often(4, 30 * minute, world, () => send("PUT listenKey", `listenKey=${key}`, false));
    },
    [],
  ],
  [
    "uses a connection until its end",
    async ({ open }, { clock }) => [await open("btcusdt@trade"), await clock.run(24 * 60 * minute)],
    ["connection-not-renewed"],
  ],
  [
    "subscribes too fast",
    async ({ open }, { clock }) => {
      const socket = await open("btcusdt@trade");
      for (let id = 0; id < 7; id += 1)
        socket.send(JSON.stringify({ method: "LIST_SUBSCRIPTIONS", id }));
      await clock.run(10);
    },
    ["control-too-fast"],
  ],
  [
    "goes on without its stream",
    async (bot, { sandbox, clock }) => {
      await bot.open("btcusdt@trade");
      await sandbox.control({ command: "cutSockets" });
      await clock.run(2 * minute);
      await time(bot);
    },
    ["stream-not-reopened"],
  ],
];

const failed = ({ checks }: Report): readonly string[] =>
  checks.flatMap(({ check, passed }) => (passed ? [] : [check]));

test.for(planted)("a bot that %s", async ([, bot, want, rules = []]) => {
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
