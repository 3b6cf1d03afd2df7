/** Bots with planted mistakes, each named by the report; a robust client gets a clean one. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { sandboxSchemas } from "../../../generated/sandbox.ts";
import { createStreams } from "../../../generated/stream-client.ts";
import { watchUserData } from "../../../generated/user-data.ts";
import { violationsOf } from "../../../runtime/encoding/json-schema.ts";
import { createSandbox, type Sandbox, usualSymbols } from "../../../sandbox/index.ts";
import { presets } from "../../../sandbox/page/faults/presets.ts";
import { createReporter, junitOf, type Report } from "../../../sandbox/report/report.ts";
import { storiesIn } from "../../support/story.ts";
import { createWorld, resting } from "../../support/world.ts";
import { type Fields, foreignClient, limitBuy } from "../support/foreign-client.ts";

type Rule = Parameters<Sandbox["faults"]["add"]>[0];

const minute = 60_000;

const lost = { fault: "drop", accepted: true, when: { operation: "placeOrder", nth: 1 } } as const;
/** The faults of the bots, by name. */
const faultTexts = new Map(storiesIn(import.meta.dirname, "faults.txt"));

const nothing = (): void => {};
const transport = { format: "combined", send: nothing, close: nothing, cut: nothing } as const;
const symbol = "BTCUSDT";
const limit = { ...limitBuy, quantity: "0.001" };
const market = { symbol, side: "BUY", type: "MARKET", quantity: "0.001" };
const stop = { ...market, side: "SELL", type: "STOP_LOSS", stopPrice: "20000" };

/** Sends what nobody checks, as a program of its address and account does. */
function senderOf(sandbox: Sandbox) {
  const sender = { ip: "127.0.0.1", account: "alice", signs: "alice" };
  const own = { ...sender, skew: 0, stamp: Number.NaN, timeLimit: Number.POSITIVE_INFINITY };
  const fetch = (url: string, init: RequestInit) => {
    const limit = new AbortController();
    sandbox.exchange.after(own.timeLimit, () => limit.abort());
    return sandbox.handle(new Request(url, init), { ...own, signal: limit.signal });
  };
  const { signed, open } = foreignClient({ ...sandbox, fetch } as typeof sandbox);
  const keys = () => {
    return { apiKey: `sandbox-key-of-${own.account}`, apiSecret: `sandbox-secret-of-${own.signs}` };
  };
  const send = (asked: string, fields: object = {}, as: "query" | "body" = "query") => {
    const [method = "", path] = asked.split(" ");
    const time = (Number.isNaN(own.stamp) ? sandbox.exchange.now() : own.stamp) + own.skew;
    const sent: Fields = [...Object.entries(fields), ["timestamp", String(time)]];
    return signed({ method, path: `/api/v1/${path}`, [as]: sent }, { ...keys(), place: as });
  };
  return {
    own,
    send,
    place: (given: string, order: object, as?: "body") => {
      const [id, price] = given.split("@");
      const more = { ...(price && { price }), ...(id && { newClientOrderId: id }) };
      return send("POST order", { ...order, ...more }, as);
    },
    sendOpen: (asked: string) => {
      const [method, path] = asked.split(" ");
      return open(`/api/v1/${path}`, method, keys().apiKey);
    },
    listenKey: () =>
      sandbox.exchange.listenKeys.keysOf(own.account, sandbox.exchange.now())[0] ?? "",
  };
}

/** What the words of bots.txt do, each with what is given behind it. */
function actsOf(sandbox: Sandbox): Readonly<Record<string, (given: string) => unknown>> {
  const { own, send, place, sendOpen, listenKey } = senderOf(sandbox);
  const { now } = sandbox.exchange;
  let socket: WebSocket | undefined;
  const connect = (path: string) => {
    socket = new sandbox.WebSocket(`ws://sandbox/${path}`);
    return sandbox.clock?.run(1);
  };
  return {
    place: (given) => place(given, limit),
    placeAtOnce: (given) => place(given, { ...limit, timeInForce: "FOK" }),
    placeByForm: (given) => place(given, limit, "body"),
    placeMuch: (given) => place(given, { ...limit, quantity: "9" }),
    stop: (given) => place(given, stop),
    market: (given) => place(given, market),
    query: (id) => send("GET order", { symbol, origClientOrderId: id }),
    queryNumber: (id) => send("GET order", { symbol, orderId: id }),
    cancel: (id) => send("DELETE order", { symbol, origClientOrderId: id }),
    openOrders: (of) => send("GET openOrders", of === "" ? {} : { symbol: of }),
    allOrders: (of) => send("GET allOrders", { symbol: of }),
    trades: (of) => send("GET userTrades", { symbol: of }),
    account: () => send("GET account"),
    get: (path) => sendOpen(`GET ${path}`),
    createKey: () => sendOpen("POST listenKey"),
    keepKey: () => sendOpen(`PUT listenKey?listenKey=${listenKey()}`),
    closeKey: () => sendOpen(`DELETE listenKey?listenKey=${listenKey()}`),
    open: (names) => connect(`stream?streams=${names || listenKey()}`),
    openBare: () => connect("stream"),
    subscribe: (name) =>
      socket?.send(JSON.stringify({ method: "SUBSCRIBE", params: [name || listenKey()] })),
    openDeaf: (name) => sandbox.open({ ...transport, ping: nothing }, [name], own.ip),
    leave: () => socket?.close(),
    list: (id) => socket?.send(JSON.stringify({ method: "LIST_SUBSCRIPTIONS", id: Number(id) })),
    cutSockets: () => sandbox.control({ command: "cutSockets" }),
    // Other programs of the account have placed as many orders as it may.
    usedUp: () => sandbox.exchange.limits.countOrder(own.account, 1000, now()),
    skew: (ms) => Object.assign(own, { skew: Number(ms) }),
    stamp: () => Object.assign(own, { stamp: now() }),
    timeLimit: (ms) => Object.assign(own, { timeLimit: Number(ms) }),
    from: (ip) => Object.assign(own, { ip }),
    as: (account) => Object.assign(own, { account, signs: account }),
    signAs: (signs) => Object.assign(own, { signs }),
    fault: (name) => sandbox.faults.add(JSON.parse(faultTexts.get(name) ?? "") as Rule),
  };
}

/**
 * Does what words say, whatever comes of it: one after the other, or behind `~` without waiting
 * for a response. A number is a wait in milliseconds.
 */
function careless(sandbox: Sandbox): (words: string) => Promise<void> {
  const acts = actsOf(sandbox);
  return async (words) => {
    const all = words.replaceAll(/(\d+)x\((.*?)\)/gu, (_, times: string, inner: string) =>
      `${inner} `.repeat(Number(times)),
    );
    for (const word of all.trim().split(/ +/u)) {
      const [, isApart, name = "", given = ""] = /^(~?)(\w+)[=:]?(.*)$/u.exec(word) ?? [];
      const act = acts[name] ?? (() => sandbox.clock?.run(Number(name)));
      const done = Promise.resolve(act(given)).catch(() => undefined);
      await (isApart === "~" ? sandbox.clock?.run(0) : done);
    }
  };
}

/** A report in lines: what a reader of it would be shown. */
function linesOf(report: Report, startMs: number): readonly string[] {
  const counted = (counts: object): string =>
    Object.entries(counts)
      .filter(([, count]) => typeof count === "number" && count > 0)
      .map(([what, count]) => `${count} ${what}`)
      .join(", ");
  const { checks, requests, refusals, placements, streams, faults } = report;
  const all = [
    ...checks.flatMap(({ check, count, findings }) => [
      ...findings.map(({ time, event, text }) => {
        return `${check} at ${time - startMs}${event === undefined ? ", the end" : ""}: ${text}`;
      }),
      ...(count === findings.length ? [] : [`${check}: ${count} in all`]),
    ]),
    ...requests.map(({ operation, ...counts }) => `${operation}: ${counted(counts)}`),
    ...refusals.map(({ operation, code, filter, rule, count }) => {
      return ["refused", operation, code, filter, rule, count].filter(Boolean).join(" ");
    }),
    ...[counted(placements)].filter(Boolean).map((text) => `placements: ${text}`),
    ...[counted(streams)].filter(Boolean).map((text) => `streams: ${text}`),
    ...faults.map(({ fault, rule, count, reactions }) => {
      const next = reactions.map(({ what, count: times }) => `${what}, ${times}`).join("; ");
      return `${rule ?? `${fault} by command`}, ${count}: ${next}`.trim();
    }),
  ];
  return [...new Set(all)].map((line) => {
    const times = all.filter((each) => each === line).length;
    return times > 1 ? `${times} times ${line}` : line;
  });
}

/** What a bot does, word by word, and the lines of its report. */
const story = readFileSync(join(import.meta.dirname, "bots.txt"), "utf8").split(/\n(?=\w)/u);
const bots = story.map((part) => part.trimEnd().split(/\n +/u) as [string, string, ...string[]]);

test.for(bots)("a bot that %s", async ([, words, ...want]) => {
  // Without the history, a sandbox is there in a tenth of the time.
  const sandbox = createSandbox({ symbols: usualSymbols.slice(0, 2), history: 1 });
  const startMs = sandbox.exchange.now();
  await careless(sandbox)(words);
  const report = sandbox.report();
  expect(linesOf(report, startMs)).toEqual(want);
  const failed = report.checks.filter(({ count }) => count > 0).length;
  expect(report.passed).toBe(failed === 0);
  expect(report.checks.every(({ passed, count }) => passed === (count === 0))).toBe(true);
  expect(violationsOf(sandboxSchemas, { $ref: "#/$defs/Report" }, report, "report")).toEqual([]);
  expect(junitOf(report).match(/<failure /g)?.length ?? 0).toBe(failed);
});

/** Each fault of the page's switches, once or now and then. */
const faults = Object.values(presets).flatMap((each) => each.map(({ rule }) => rule));

test.each(faults)("the client passes every check under %j", async (rule) => {
  const when = { ...rule.when, count: 3 };
  const world = createWorld({ rules: [{ ...rule, when } as typeof rule] });
  const { sandbox, clock } = world;
  const client = world.client({ timeoutMs: 5000 });
  const url = "ws://sandbox/stream";
  const { WebSocket } = sandbox;
  const streams = createStreams({ url, WebSocket, now: clock.now, after: clock.after });
  const session = watchUserData({ client, streams, symbols: ["BTCUSDT"] });
  const work = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) {
      const order = { ...resting, price: String(30_000 + turn) };
      await client.tryPlaceOrder(order).catch(() => undefined);
      await client.getAccount().catch(() => undefined);
    }
  };
  await world.outcome(work());
  await clock.run(90 * minute);
  const report = sandbox.report();
  expect(report.checks.filter(({ passed }) => !passed)).toEqual([]);
  expect(report.placements.open).toBe(0);
  await world.outcome(session.close());
  streams.close();
});

test("a report counts requests, refusals, limits, placements, streams and faults", async () => {
  const world = createWorld({ rules: [lost] });
  const begin = world.clock.now();
  await careless(world.sandbox)(
    "place:a query:a place:b@30000.001 place:c@30000.002 place:a 10000 query:a",
  );
  const { checks: _, ...counts } = world.sandbox.report();
  const order = "POST order BUY 0.001 BTCUSDT @ 30000";
  const end = begin + 10_000;
  const refused = { operation: "placeOrder", count: 1 };
  const requests = { accepted: 0, refused: 0, failed: 0, unanswered: 0 };
  // Name, address or account, used, most, amount, share and time.
  expect({ ...counts, limits: counts.limits.map((limit) => Object.values(limit)) }).toEqual({
    ...{ passed: false, begin, end, lost: 0 },
    requests: [
      { ...requests, operation: "placeOrder", refused: 3, unanswered: 1 },
      { ...requests, operation: "getOrder", accepted: 2 },
    ],
    refusals: [
      {
        ...{ ...refused, code: -1013, filter: "PRICE_FILTER", rule: "price-tick", count: 2 },
        example: `${order}.001 b → refused PRICE_FILTER tickSize 0.01`,
      },
      { ...refused, code: -2010, example: `${order} a → refused -2010 Duplicate order sent.` },
    ],
    limits: [
      ["weight10s", "127.0.0.1", 2, 6, 1000, 0.006, end],
      ["weight1m", "127.0.0.1", 8, 8, 6000, 8 / 6000, end],
      ["orders10s", "alice", 1, 1, 1000, 0.001, begin],
      ["orders1d", "alice", 1, 1, 200_000, 5e-6, begin],
    ],
    placements: {
      ...{ sent: 4, accepted: 1, refused: 3, repeated: 1 },
      ...{ unknown: 1, queried: 1, streamed: 0, open: 0 },
    },
    streams: {
      ...{ opened: 0, refused: 0, closed: 0, pings: 0, pongs: 0 },
      ...{ keysCreated: 0, keysKeptAlive: 0, keysExpired: 0 },
    },
    faults: [
      {
        ...{ fault: "drop", rule: "drop 1", count: 1 },
        robust: "asks for the order by its client id, and sends it again only if there is none.",
        reactions: [{ what: "asked what became of the order after 0 ms", count: 1 }],
      },
    ],
  });
});

test("a report adds up what was lost, and counts by limit; as JUnit, it shows each finding with the advice", () => {
  const reporter = createReporter();
  const { begin, end, passed } = reporter.report();
  expect([begin, end, passed]).toEqual([0, 0, true]);
  for (const order of [2, 3]) reporter.see({ kind: "lost", lost: { order, market: 10 } });
  const response = { status: 404, bytes: 0, body: "" };
  const windows = [
    { limit: "weight10s", used: 7 },
    { limit: "weight1m", used: 3, amount: 0 },
  ];
  const parts = { end: 5, ms: 0, ip: "::1", query: [], body: [], windows, faults: [], response };
  const path = '/<a> & "b"\u0001';
  const request = { kind: "request", id: 1, time: 5, method: "GET", path, ...parts } as const;
  reporter.see(request);
  reporter.see({ ...request, id: 2, time: 4, ip: "::2", operation: "getTime" });
  const written = { what: "received", connection: 1, ip: "::1", event: "valueOf" } as const;
  reporter.see({ kind: "message", id: 3, time: 4, ...written });
  const report = reporter.report();
  expect(Object.keys(report.streams)).toHaveLength(8);
  expect([report.lost, report.begin, report.end]).toEqual([25, 4, 5]);
  expect(report.limits.map(({ limit, of, share }) => [limit, of, share])).toEqual(
    ["::1", "::2"].flatMap((ip) => [
      ["weight10s", ip, undefined],
      ["weight1m", ip, 1],
    ]),
  );
  const [head, suites, suite, ...cases] = junitOf(report).split("\n");
  const first = cases.findIndex((line) => !line.endsWith("/>"));
  const name = "unknown-path: Requests that the interface does not have";
  expect([head, suites, suite, cases[first - 1], ...cases.slice(first, first + 5)]).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<testsuites>",
    `<testsuite name="resilience" tests="${report.checks.length}" failures="1">`,
    '  <testcase classname="tradespec.sandbox" name="no-backoff: Failed requests repeated at once"/>',
    `  <testcase classname="tradespec.sandbox" name="${name}">`,
    '    <failure message="Requests that the interface does not have: 1">' +
      "Use the paths and methods of the interface.",
    "GET /&lt;a&gt; &amp; &quot;b&quot; </failure>",
    "  </testcase>",
    expect.stringMatching(/^ {2}<testcase .*"listen-key-not-kept: .*\/>$/u),
  ]);
});

test("a fault that meets many messages leaves room for the reaction to another", async () => {
  const rules = [{ fault: "delayEvent", ms: 1 }] as const;
  const world = createWorld({ rules });
  const act = careless(world.sandbox);
  const { sandbox, clock } = world;
  await act("open=btcusdt@depth");
  sandbox.maker.start({ everyMs: 10 });
  await clock.run(1000);
  sandbox.faults.remove("delayEvent 1");
  sandbox.faults.add({ fault: "replaceEvent", text: "{", when: { count: 1 } });
  await clock.run(100);
  await act("open=btcusdt@depth");
  expect(sandbox.report().faults.map(({ fault, reactions }) => [fault, reactions.length])).toEqual([
    ["delayEvent", 1],
    ["replaceEvent", 1],
  ]);
});
