/** The traffic of probes, in each of its forms. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { loadDocuments } from "../../../testing/documents/load.node.ts";
import { type Observation, observe } from "../../../testing/observe/observe.ts";
import { runProbes } from "../../../testing/observe/probe.ts";
import { limitMax } from "../../../testing/observe/probes/reads.ts";
import { readFrames } from "../../../testing/observe/sources/frames.ts";
import { readHar } from "../../../testing/observe/sources/har.ts";
import type { ObservedEvent } from "../../../testing/observe/traffic.ts";
import type { Pair } from "../../../testing/recordings/fields.ts";
import { scenarios } from "../../../testing/scenarios/index.ts";
import { sandboxTarget } from "../../../testing/suite/sandbox-target.ts";
import { harOf, linesOf } from "./har-of.ts";

const options = await loadDocuments();
const target = sandboxTarget();
const { events, observation: usual } = await runProbes({
  ...options,
  target,
  trade: true,
  scenarios: [],
});

test("the default sandbox matches the contract and contradicts no assumption", () => {
  expect(summary(usual)).toEqual({ deviations: [], news: [], contradicted: [] });
});

/** What each probe does; the symbol and the ids that the client makes are left out. */
const done = readFileSync(join(import.meta.dirname, "probes.txt"), "utf8")
  .replace("limit=MORE", `limit=${limitMax + 1}`)
  .trim();

test("probes send these requests, and leave nobody banned", async () => {
  const response = await target.fetch?.(new Request(`${target.baseUrl}/api/v1/time`));
  expect(response?.status).toBe(200);
  const lines = [...new Set(events.map(probeOf))].map((probe) => {
    const own = events.filter((each) => probeOf(each) === probe);
    return `${probe}: ${own.flatMap(requestOf).join("; ")}`;
  });
  const short = lines.map((line) => line.replace(/(GET \/openOrders K S; )\1{21}/, "22 times $1"));
  expect(short).toEqual(done.replace(/\n +/g, " ").split("\n"));
});

test("the calls of all probes are one conversation, and each stream connection is its own", () => {
  for (const each of events) {
    const conversation = each.event.kind === "calls" ? "calls" : probeOf(each);
    expect(each).toMatchObject({ conversation, timed: true, origin: "sandbox" });
  }
});

/** Of the rows of the contract suite, those that run: none with a wrong key, or beyond a limit. */
const rowsBefore = `
trade.default trade.withOthers
placeOrder.splitPlaces placeOrder.stopLoss placeOrder.stopLossLimit
getOpenOrders.default getOpenOrders.allSymbols
getAccount.default getAccount.widestWindow getAccount.windowOverMaximum getAccount.withoutTimestamp
rules lists
`;

test("harmless rows of the contract suite come first", async () => {
  const { events: all } = await runProbes({ ...options, target: sandboxTarget(), trade: true });
  const groups = /^((getAccount|getOpenOrders|trade)\.|placeOrder\.s|rules|lists)/;
  const ids = [...new Set(all.map(probeOf))].filter((id) => groups.test(id));
  expect(ids).toEqual(rowsBefore.trim().split(/\s+/));
  expect(JSON.stringify(all)).toContain('"newClientOrderId","contract-take"');
});

/** Rows that place an order; on a server that keeps orders, its client order id is a new one. */
const placing = scenarios.filter(({ id }) => /^(getBookTicker|placeOrder)\.default$/.test(id));

const trades = "balances clientIds fields counts waiting selfTrade commission filters";

test.each([
  [
    true,
    [],
    { "it needs the stream address": "streams" },
    { "it needs an API key": `account userData listenKeyExpires ${trades}` },
    { "it goes over the limits, which is for a sandbox": "tooMuchWeight ban" },
  ],
  [
    false,
    ["apiKey", "streamUrl"],
    { "it changes the account": `userData listenKeyExpires ${trades}` },
    { "it goes over the limits, which is for a sandbox": "tooMuchWeight ban" },
  ],
  [
    true,
    ["apiKey"],
    { "it needs the stream address": "streams userData listenKeyExpires" },
    { "it goes over the limits, which is for a sandbox": "tooMuchWeight ban" },
  ],
  [
    true,
    ["streamUrl", "admin"],
    { "it needs an API key": `account userData listenKeyExpires ${trades} tooMuchWeight` },
  ],
] as const)("with trading %s and %j, a probe is skipped that needs more", async (...row) => {
  const [trade, given, ...reasons] = row;
  const isOther = given.length === 0;
  const symbols = [
    { baseAsset: "ETH", quoteAsset: "USDT", price: "20" },
    ...(isOther ? [] : [{ baseAsset: "BTC", quoteAsset: "USDT", price: "45000" }]),
  ];
  const { apiKey, streamUrl, admin, ...bare } = sandboxTarget({ symbols });
  const all = { apiKey, streamUrl, admin };
  const has = Object.entries(all).filter(([name]) => given.some((each) => each === name));
  const skipped: Record<string, string> = {};
  const { events: sent } = await runProbes({
    ...options,
    ...{ target: { ...bare, ...Object.fromEntries(has), sharedClock: false }, scenarios: placing },
    ...(trade && { trade }),
    onProbe: ({ id, summary, skipped: reason }) => {
      expect(summary).toMatch(/^[A-Z].{10,}$/);
      if (reason !== undefined) skipped[reason] = `${skipped[reason] ?? ""} ${id}`.trim();
    },
  });
  expect(skipped).toEqual(Object.assign({}, ...reasons));
  const lists = JSON.stringify(sent.filter((each) => probeOf(each) === "lists"));
  expect(lists).toContain(`"symbol","${isOther ? "ETHUSDT" : "BTCUSDT"}"`);
  const ran = new Set(sent.map(probeOf));
  expect(
    Object.values(skipped)
      .join(" ")
      .split(" ")
      .filter((id) => ran.has(id)),
  ).toEqual([]);
  const rows = sent.filter((each) => probeOf(each) === "placeOrder.default");
  const isPlaced = trade && given.some((each) => each === "apiKey");
  const form = /"newClientOrderId","contract-[a-z]+-[a-z\d]{8}"/;
  expect(JSON.stringify(rows)).toMatch(isPlaced ? form : /^\[\]$/);
});

test("the same traffic as a HAR says the same, and its messages as NDJSON", () => {
  const har = observe(readHar("a.har", JSON.parse(harOf(events))), options);
  expect(verdicts(har)).toEqual({
    ...verdicts(usual),
    // A HAR does not say how a connection ended, nor that one fell silent.
    "close-codes": "untouched",
  });
  const frames = observe(readFrames("a.ndjson", linesOf(events)), options);
  expect([frames.calls, frames.messages]).toEqual([0, usual.messages]);
  expect(summary(frames)).toEqual({ deviations: [], news: [], contradicted: [] });
});

test("a body that a HAR lacks is no deviation and confirms nothing, an empty one deviates", () => {
  const withContent = (content: object): Observation => {
    const har = JSON.parse(harOf(events), (key, value: unknown) =>
      key === "content" ? content : value,
    ) as unknown;
    return observe(readHar("a.har", har), options);
  };
  const unknown = withContent({ size: -1 });
  expect([unknown.calls, unknown.deviations, unknown.news]).toEqual([usual.calls, [], []]);
  expect(summary(unknown).contradicted).toEqual([]);
  const empty = withContent({ size: 0 });
  expect(empty.deviations.some(({ text }) => text === "the body is not JSON")).toBe(true);
});

test("sockets of other pages in a HAR are left out, however their addresses are written", () => {
  const entry = { request: { url: "wss://other.example/chat?room=50%off" }, response: {} };
  const own = { ...entry, request: { url: "wss://other.example/ws/50%off" } };
  const [first, ...others] = readHar("a.har", { log: { entries: [entry, own] } });
  expect([first?.event.kind, others]).toEqual(["opens", []]);
});

test("frames without any time or connection are read", () => {
  const bare = events.flatMap(({ event }) => (event.kind === "receives" ? [event.text] : []));
  const { messages, deviations } = observe(readFrames("a", bare.join("\n")), options);
  expect([messages, deviations]).toEqual([usual.messages, []]);
});

test("no secret is left, whatever carried it", () => {
  const { apiKey = "", apiSecret = "" } = target;
  const carried = JSON.stringify(events, (_key, value: unknown) =>
    value instanceof Map ? [...value] : value,
  );
  const [listenKey = ""] = /(?<="listenKey\\":\\")\w+/u.exec(carried) ?? [];
  const shown = JSON.stringify(usual);
  for (const secret of [apiKey, listenKey]) {
    expect([secret.length > 8, carried.includes(secret)]).toEqual([true, true]);
    expect(shown).not.toContain(secret);
  }
  expect(shown).not.toContain(apiSecret);
});

function probeOf({ place }: ObservedEvent): string {
  return place.split(" ")[1] ?? "";
}

function requestOf({ event }: ObservedEvent): readonly string[] {
  const began = events[0]?.event.at ?? 0;
  const at = `@${(event.at - began) / 1000}`;
  if (event.kind === "opens") return [`${at} opens ${event.url.replace(/\w{60}/, "key")}`];
  if (event.kind === "ends") return [`${at} ends`];
  if (event.kind !== "calls" || event.call === undefined) return [];
  const { request, response } = event.call;
  const left = new Set(["timestamp", "recvWindow", "signature"]);
  const shown = (pairs: readonly Pair[]): string =>
    pairs
      .filter(([name, value]) => !left.has(name) && !/^\w{22}$/.test(value))
      .map(([name, value]) => {
        if (name.endsWith("Time")) return `${name}=${(Number(value) - began) / 1000}s`;
        return `${name}=${value.replace(/\w{60}/, "key").replace(/-\w+-/, "-")}`;
      })
      .join("&")
      .replace("symbol=BTCUSDT", "symbol")
      .replace(
        "symbol&side=BUY&type=LIMIT&timeInForce=GTC&price=43522.22&quantity=0.00045",
        "ORDER",
      );
  const code = /"code":(-\d+)/.exec(response.text ?? "")?.[1];
  const fields = [...request.query, ...request.form];
  const parts = [
    request.path.endsWith("/time") ? at : undefined,
    `${request.method} /${request.path.slice("/api/v1/".length)}`,
    shown(request.query),
    request.form.length === 0 ? undefined : `+${shown(request.form)}`,
    request.headers.has("x-mbx-apikey") ? "K" : undefined,
    fields.some(([name]) => name === "signature") ? "S" : undefined,
    response.status === 200 ? undefined : `${response.status} ${code}`,
  ];
  return [parts.filter((part) => part !== undefined && part !== "").join(" ")];
}

function summary({ deviations, news, assumptions }: Observation) {
  const contradicted = assumptions.filter(({ verdict }) => verdict === "contradicted");
  return { deviations, news, contradicted: contradicted.map(({ id }) => id) };
}

function verdicts({ assumptions }: Observation) {
  return Object.fromEntries(assumptions.map(({ id, verdict }) => [id, verdict]));
}
