/** The options of a sandbox: each wrong one is named, with what it takes. */

import { expect, test } from "vitest";

import { createVirtualClock } from "../../sandbox/exchange/clock.ts";
import { createPacedClock, startSandbox } from "../../sandbox/index.node.ts";
import { createSandbox } from "../../sandbox/index.ts";

const coin = { baseAsset: "COIN", quoteAsset: "USDT" };

const misspelt = { filterType: "PRICE_FILTER", tikSize: "1" };
/** Two prices that cross, but not those that stand first. */
const [bids, asks] = ["1", "3"].map((first) => [first, "2"].map((price) => [price, "1"]));
const trade = { e: "trade", E: 1, s: "BTCUSDT", p: "1", q: "1", m: true };
const update = { e: "depthUpdate", E: 1, s: "BTCUSDT", b: [], a: [] };

const wrong: readonly (readonly [options: object, message: string])[] = [
  [{ sede: "a" }, "sede is not an option; did you mean seed?"],
  [{ seed: 7 }, "seed must be text"],
  [{ now: 5 }, "now has an invalid value; give a function"],
  [{ after: "soon" }, "after has an invalid value"],
  [{ startTime: -1 }, "startTime must be a whole number from 0"],
  [{ startTime: 253_402_214_400_001 }, "whole number from 0 to 253402214400000"],
  [{ clock: { now: () => 0 } }, "clock has an invalid value; give a virtual clock"],
  [{ maker: "on" }, "maker must be true or false, or an object"],
  [{ maker: { everyMs: 0 } }, "maker.everyMs must be a whole number from 1"],
  [{ history: 0 }, "history must be a whole number from 1"],
  [{ symbols: [] }, "symbols is an empty list"],
  [
    { symbols: [{ ...coin, filters: [misspelt] }] },
    "filters[0].tikSize is unknown; did you mean tickSize?",
  ],
  [{ symbols: [{ ...coin, symbol: "coin" }] }, "without lowercase letters"],
  [{ symbols: [coin, coin] }, "symbols[1] lists COINUSDT again"],
  [{ accounts: [{ name: "ann" }, { name: "ann" }] }, "accounts[1].name is already taken"],
  [{ accounts: [{ name: "maker" }] }, "accounts[0].name is already taken"],
  [{ accounts: [{ name: "taker" }] }, "accounts[0].name is already taken"],
  [{ accounts: [{ name: "fees" }] }, "accounts[0].name is already taken"],
  [
    { accounts: ["a", "b"].map((name) => ({ name, apiKey: "k" })) },
    "accounts[1].apiKey is already",
  ],
  [{ accounts: [{ name: "a", balances: { BTC: 1 } }] }, "balances.BTC must be a decimal as text"],
  [{ fees: { maker: "1" } }, "fees.maker must be a part below 1 with at most 8 decimal places"],
  [{ limits: { weight10s: -1 } }, "limits.weight10s must be a whole number from 0 up, or"],
  [{ limits: "none" }, 'limits must be "off", or amounts by window'],
  [{ choices: { "self-trades": "no" } }, "choices.self-trades must be one of allowed, refused"],
  [{ cors: ["*"] }, 'cors[0] must be an origin like "http://localhost:5173"'],
  [{ cors: "http://a.example" }, "cors must be a list"],
  [{ exchangeInfo: {} }, "exchangeInfo: symbols is missing"],
  [
    { exchangeInfo: { symbols: [{ symbol: "A" }] } },
    "exchangeInfo: symbols[0].baseAsset is missing",
  ],
  [{ depth: { NOUSDT: { bids: [], asks: [] } } }, "depth.NOUSDT names a symbol that is not listed"],
  [{ depth: { BTCUSDT: { bids: [["1"]] } } }, "depth.BTCUSDT: bids[0] has fewer than 2 entries"],
  [{ symbols: [{ baseAsset: "A", quoteAsset: "A" }] }, "symbol AA trades an asset for itself"],
  [{ depth: { BTCUSDT: { bids, asks } } }, "a bid that is not below every ask"],
  [{ accounts: [{ name: "a", apiKey: "ключ" }] }, "accounts[0].apiKey must be 1 to 200 visible"],
  [{ accounts: [{ name: "a", apiSecret: "s\n" }] }, "accounts[0].apiSecret must be 1 to 200"],
  [{ replay: [{ data: { ...trade, p: "-1" } }] }, "replay[0].data: p must be a decimal as text"],
  [{ replay: [{ data: { ...update, a: null } }] }, "replay[0].data: a must be a list"],
  [{ replay: [{ at: 0 }] }, "replay[0]: data is missing"],
  [{ replay: [{ data: {} }] }, "replay[0] has neither a time"],
  [{ replay: [5, 4].map((at) => ({ at, data: {} })) }, "replay[1] is earlier than"],
  [{ journal: "file" }, "journal has an invalid value; give a journal"],
  [{ onLog: true }, "onLog has an invalid value"],
  [{ onRequest: {} }, "onRequest has an invalid value"],
  [{ page: "/" }, "page has an invalid value"],
  [{ signing: "hex" }, "signing must be one of raw, percent, both"],
  [{ report: null }, "report has an invalid value"],
  [{ now: Date.now, startTime: 5 }, "startTime needs a virtual clock"],
];

test.each(wrong)("createSandbox(%j) is refused", async (options, message) => {
  expect(() => createSandbox(options)).toThrow(message);
  await expect(startSandbox({ port: 0, ...options })).rejects.toThrow(message);
});

test.each([
  [{}, "port is missing"],
  [{ port: -1 }, "port has an invalid value; give a whole number from 0 to 65535"],
  [{ port: 65_536 }, "port has an invalid value"],
  [{ port: "9700" }, "port has an invalid value"],
  [{ port: 0, host: "" }, "host has an invalid value"],
  [{ port: 0, requestMs: 0 }, "requestMs has an invalid value"],
  [{ port: 0, requestMS: 5 }, "requestMS is not an option"],
])("startSandbox(%j) is refused", async (options, message) => {
  await expect(startSandbox(options as { port: number })).rejects.toThrow(message);
});

test("options on their bounds, and those that are undefined, are taken", async () => {
  const taken: readonly object[] = [
    { seed: "", startTime: 0, history: 1, maker: { everyMs: 1 } },
    { seed: undefined, clock: createVirtualClock(0), maker: false, signing: "both" },
    { clock: createPacedClock(0, { now: () => 0, after: () => () => {} }), maker: true },
  ];
  for (const options of taken) createSandbox(options).close();
  const running = await startSandbox({ port: 0, requestMs: 1, host: "127.0.0.1" });
  await running.close();
});
