/** An exchange of one's own: symbols, filters, accounts, fees and limits, by the public options. */

import { expect, test } from "vitest";

import { createClient } from "../../generated/index.ts";
import { readMessages } from "../../sandbox/config/recorded.ts";
import { createSandbox, type SandboxOptions } from "../../sandbox/index.ts";
import { storiesIn } from "../support/story.ts";
import { auditBalances } from "./support/audit.ts";
import { foreignClient } from "./support/foreign-client.ts";
import { memoryJournal } from "./support/memory-journal.ts";
import { units } from "./support/scenario.ts";

const price = { filterType: "PRICE_FILTER", minPrice: "0.01", maxPrice: "1000", tickSize: "0.05" };
const lots = { filterType: "LOT_SIZE", minQty: "1000", maxQty: "9000000", stepSize: "500" };
const filter = { price, lots } as { readonly price: never; readonly lots: never };

const coin = { baseAsset: "COIN", quoteAsset: "USD", price: "20.01" };
const symbol = "COINUSD";
const ben = { name: "ben" };
const ann = { name: "ann", balances: { COIN: "10000000", USD: "10000000", XYZ: "0.5" } };

const bids = [
  ["19.91", "2"],
  ["19.86", "1"],
];
const depth = { lastUpdateId: 4711, bids, asks: [["20.06", "3"]] };

/** A sandbox, a client of its first account, and placements without the client's checks. */
function exchangeOf(options: SandboxOptions) {
  const sandbox = createSandbox({ ...(options.symbols && { accounts: [ann, ben] }), ...options });
  const clientOf = (name: string) => {
    const { apiKey, apiSecret } = sandbox.accounts.find(({ account }) => account === name) ?? {};
    const { now, after } = sandbox.clock ?? {};
    const keys = { apiKey: apiKey ?? "", apiSecret: apiSecret ?? "" };
    const clock = now && after && { now, after };
    return createClient({ baseUrl: "http://sandbox", fetch: sandbox.fetch, ...keys, ...clock });
  };
  const { ask, open } = foreignClient(sandbox);
  const place = async (fields: object) => (await ask("POST order", { ...fields })).body;
  const market = () => sandbox.exchange.state.markets.get(symbol);
  return {
    sandbox,
    client: clientOf(sandbox.accounts[0]?.account ?? ""),
    clientOf,
    place,
    open,
    market,
  };
}

const order = { symbol, side: "BUY", type: "LIMIT", timeInForce: "GTC" } as const;

const usual = { price: "1", quantity: "1" };

test("the market maker and the history keep to the grid of the symbol", async () => {
  const symbols = [{ ...coin, filters: [filter.price, filter.lots] }];
  const { client, sandbox } = exchangeOf({ symbols, maker: true });
  sandbox.clock?.advance(60_000);
  const { bids, asks } = await client.getDepth({ symbol, limit: 1000 });
  const trades = await client.getTrades({ symbol, limit: 1000 });
  const prices = [
    ...[...bids, ...asks].map(([price]) => price),
    ...trades.map(({ price }) => price),
  ];
  const cents = prices.map((price) => Math.round(Number(price) * 100));
  expect(cents.length).toBeGreaterThan(300);
  expect(cents.filter((each) => each % 5 !== 1)).toEqual([]);
  expect([...bids, ...asks].filter(([, quantity]) => Number(quantity) % 500 !== 0)).toEqual([]);
});

test.each<readonly [given: object, commission: string]>([
  [{ fees: { taker: "0" } }, "0.00000000"],
  [{ fees: { maker: "0" } }, "0.00030000"],
  [{ fees: { taker: "0.001" } }, "0.00030000"],
  [{ fees: { taker: "0.00012345" } }, "0.00003703"],
  [{}, "0.00030000"],
])("with %j, the commission on 0.3 is %s", async (given, commission) => {
  const { client } = exchangeOf({ symbols: [coin], ...given });
  const market = { symbol, side: "BUY", type: "MARKET", quantity: "0.3" } as const;
  const { fills = [] } = await client.placeOrder(market);
  expect(fills).toMatchObject([{ commission, commissionAsset: "COIN" }]);
});

test.each([
  [{ taker: "0.5" }, { maker: "0.25" }, "0.25000000 0.50000000"],
  [{ maker: "0.002" }, { maker: "0.001", taker: "0.003" }, "0.00200000 0.00300000"],
])("the fees %j of an account come before those of the exchange, %j", async (own, fees, want) => {
  const accounts = [{ ...ann, fees: own }, ben];
  const { client } = exchangeOf({ symbols: [coin], accounts, fees });
  const rates = await client.getTradeFees();
  expect([rates].flat().map((each) => `${each.makerCommission} ${each.takerCommission}`)).toEqual([
    want,
  ]);
});

test("the accounts that nobody names are rich", async () => {
  const { balances } = await exchangeOf({}).client.getAccount();
  const texts = balances.map(({ asset, free }) => `${Number(free)} ${asset}`);
  expect(texts).toEqual(["10 BTC", "100 ETH", "10000000 THB", "1000000 USDT"]);
});

test("an account has the assets it was given, and its key alone opens it", async () => {
  const accounts = [{ ...ann, apiKey: "key-1", apiSecret: "secret-1" }, ben];
  const { client, clientOf, sandbox } = exchangeOf({ accounts });
  expect(sandbox.accounts).toEqual([
    { account: "ann", apiKey: "key-1", apiSecret: "secret-1" },
    { account: "ben", apiKey: "sandbox-key-of-ben", apiSecret: "sandbox-secret-of-ben" },
  ]);
  const { balances } = await client.getAccount();
  const texts = balances.map(({ asset, free }) => `${asset} ${free}`);
  expect(texts).toEqual(["COIN 10000000.00000000", "USD 10000000.00000000", "XYZ 0.50000000"]);
  expect((await clientOf("ben").getAccount()).balances).toEqual([]);
});

const weight = { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1 };

test("limits are changed or off, and exchange information lists them", async () => {
  const { open, client, sandbox } = exchangeOf({ limits: { weight1m: 25, weight10s: "off" } });
  const statuses: number[] = [];
  for (let turn = 0; turn < 27; turn += 1) statuses.push((await open("/api/v1/time")).status);
  expect(statuses.indexOf(429)).toBe(25);
  sandbox.clock?.advance(60_000);
  const { rateLimits } = await client.getExchangeInfo();
  expect(rateLimits?.slice(0, 2)).toEqual([
    { rateLimitType: "REQUEST_WEIGHT", interval: "SECOND", intervalNum: 10 },
    { ...weight, limit: 25 },
  ]);
  const off = exchangeOf({ limits: "off" });
  const many = Array.from({ length: 1200 }, () => off.open("/api/v1/time"));
  expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([200]));
});

test("a deposit makes no account whose key is another account's", async () => {
  const accounts = [{ ...ann, apiKey: "sandbox-key-of-cat" }];
  const { control, exchange } = createSandbox({ accounts });
  const deposit = { command: "deposit", account: "cat", asset: "USDT", amount: "1" };
  await expect(control(deposit)).rejects.toThrow("account would have the API key of another");
  expect(exchange.state.accounts.has("cat")).toBe(false);
  await control({ ...deposit, account: "ann" });
  expect([...exchange.keys.keys()]).toEqual(["sandbox-key-of-cat"]);
});

test("a deposit makes accounts and assets, and a key for a new account", async () => {
  const { sandbox, clientOf } = exchangeOf({ fees: { maker: "0.002" } });
  const deposit = { command: "deposit", account: "cat", asset: "DOGE", amount: "7.5" };
  const made = { account: "cat", apiKey: "sandbox-key-of-cat" };
  expect(await sandbox.control(deposit)).toEqual(made);
  expect(await sandbox.control({ ...deposit, asset: "USDT" })).toEqual({});
  const { balances, makerCommission } = await clientOf("cat").getAccount();
  expect([makerCommission, balances.map(({ asset }) => asset)]).toEqual([20, ["DOGE", "USDT"]]);
});

/** A recorded exchange information with so many symbols. */
function recordedInfo(count: number) {
  const raw = { rateLimitType: "RAW_REQUESTS", interval: "MINUTE", intervalNum: 5, limit: 1 };
  const filters = [
    { filterType: "PRICE_FILTER", minPrice: "0.0001", maxPrice: "1000", tickSize: "0.0001" },
    { filterType: "LOT_SIZE", minQty: "0.1", maxQty: "90000", stepSize: "0.1" },
    { filterType: "NOTIONAL", minNotional: "5", applyMinToMarket: true },
  ];
  return {
    ...{ timezone: "UTC", serverTime: 1, rateLimits: [{ ...weight, limit: 777 }, raw] },
    exchangeFilters: [{ filterType: "EXCHANGE_MAX_NUM_ORDERS", maxNumOrders: 3 }],
    symbols: Array.from({ length: count }, (_, index) => ({
      ...{ symbol: `A${index}USDT`, baseAsset: `A${index}`, quoteAsset: "USDT", filters },
      ...{ status: index === 1 ? "BREAK" : "TRADING", isSpotTradingAllowed: true },
    })),
  };
}

const orders = { rateLimitType: "ORDERS", interval: "SECOND", intervalNum: 10, limit: 5 };

test.each<readonly [what: string, recorded: readonly object[], given: object, want: object]>([
  ["given", [{ ...weight, limit: 777 }], { limits: { weight1m: 25 } }, { weight1m: 25 }],
  ["of orders", [orders], {}, { weight10s: 1000, orders10s: 5 }],
  [
    "amounts",
    [-5, 1.5, "7", 50].map((limit) => ({ ...weight, limit })),
    {},
    { weight10s: 1000, weight1m: 50 },
  ],
])("limits that are %s count beside or before recorded ones", (_, rateLimits, given, want) => {
  const exchangeInfo = { ...recordedInfo(1), rateLimits };
  const { windows } = exchangeOf({ exchangeInfo, ...given }).sandbox.exchange;
  const amounts = Object.fromEntries(windows.map(({ id, amount }) => [id, amount]));
  expect(amounts).toMatchObject(want);
});

test("a symbol changes a recorded listing or is one more, and filters that are given come first", async () => {
  const listed = { symbol: "A0USDT", baseAsset: "A0", quoteAsset: "USDT", status: "HALT" };
  const exchangeInfo = recordedInfo(1);
  const symbols = [listed, { ...coin, symbol: "COIN2" }];
  const { client } = exchangeOf({ exchangeInfo, symbols, exchangeFilters: [] });
  expect(await client.getExchangeInfo()).toMatchObject({
    symbols: [{ ...exchangeInfo.symbols[0], status: "HALT" }, { symbol: "COIN2" }],
    exchangeFilters: [],
  });
});

const cheap = { ...price, maxPrice: "50" } as never;

test.each<readonly [given: object, book: readonly string[], opening: string]>([
  [{ price: "1500", filters: [filter.price] }, [], "1499.96"],
  [{ filters: [filter.price] }, [], "99.96"],
  [{ filters: [cheap] }, [], "49.96"],
  [{}, ["asks"], "20.06"],
  [{}, ["asks", "bids"], "19.91"],
])("with %j and a book of %j, a symbol opens at %s", (given, sides, opening) => {
  const own = Object.entries(depth).filter(([side]) => sides.includes(side));
  const book = { [symbol]: { bids: [], asks: [], ...Object.fromEntries(own) } };
  const { price: _, ...bare } = coin;
  const { market } = exchangeOf({ symbols: [{ ...bare, ...given }], depth: book });
  expect(market()?.openingPrice).toBe(units(opening));
});

test("a level without a quantity crosses no book", () => {
  const crossing = { ...depth, bids: [["30", "0"], ...bids] };
  const { market } = exchangeOf({ symbols: [coin], depth: { [symbol]: crossing } });
  expect(market()?.bids).toHaveLength(2);
});

test("recorded messages keep their distances, and replies of a session are none", () => {
  const data = { E: 9 };
  const times = (given: unknown) => readMessages(given).map(({ at }) => at);
  const recorded = [5, 7].map((at) => ({ at, data }));
  expect(times(recorded)).toEqual([0, 2]);
  const received = [5, 7].map((at) => ({ at, receives: data }));
  const rest = [
    { at: 0, sends: { id: 1 } },
    { at: 1, receives: { result: null, id: 1 } },
  ];
  expect(times({ "x-steps": [...rest, ...received] })).toEqual([0, 2]);
});

const trade = { e: "trade", s: symbol, p: "19.91", q: "1", m: true };
const aggregate = { ...trade, e: "aggTrade" };

test.each([
  [trade, "trade"],
  [{ stream: "coinusd@trade", data: trade }, "trade"],
  [aggregate, "other"],
  [{ ...aggregate, s: "OTHER" }, "trade"],
  [{ ...trade, p: "0" }, "other"],
  [{ ...trade, q: "0" }, "other"],
])("beside a trade, %j is played as %s", (receives, kind) => {
  const steps = [receives, trade].map((each) => ({ at: 0, receives: each }));
  expect(readMessages({ "x-steps": steps })[0]?.kind).toBe(kind);
});

test("messages are played at their times, and one that fails is reported", () => {
  const replay = [0, 1000, 2000].map((at) => ({ at, data: trade }));
  const journal = memoryJournal();
  const reports: string[] = [];
  const report = (text: string) => reports.push(text);
  const { sandbox, market } = exchangeOf({ symbols: [coin], replay, journal, report });
  const before = market()?.trades.length ?? 0;
  const played = (ms: number) => {
    sandbox.clock?.advance(ms);
    return (market()?.trades.length ?? 0) - before;
  };
  expect([played(999), played(1)]).toEqual([1, 2]);
  journal.isFull = true;
  expect(played(1000)).toBe(2);
  expect(reports.at(-1)).toMatch(/^message 3 of the replay failed: /);
});

test("what is not played while a symbol is halted is noted once", () => {
  const replay = [0, 1, 2, 3].map((at) => ({ at, data: trade }));
  const { sandbox, market } = exchangeOf({ symbols: [coin], replay });
  const before = market()?.trades.length ?? 0;
  sandbox.clock?.advance(0);
  sandbox.exchange.execute({ kind: "status", symbol, status: "HALT" });
  sandbox.clock?.advance(2);
  sandbox.exchange.execute({ kind: "status", symbol, status: "TRADING" });
  sandbox.clock?.advance(1);
  expect((market()?.trades.length ?? 0) - before).toBe(2);
  const halted = "Messages of COINUSD are not played while it accepts no orders.";
  expect(sandbox.notes).toEqual([halted]);
});

test("a recorded exchange information gives symbols, filters and limits", async () => {
  const info = recordedInfo(3);
  for (const exchangeInfo of [info, { code: 0, msg: "success", data: info }, { value: info }]) {
    const { client, sandbox, place } = exchangeOf({ exchangeInfo });
    const { symbols, exchangeFilters, rateLimits } = await client.getExchangeInfo();
    expect(symbols).toMatchObject(info.symbols);
    expect(exchangeFilters).toEqual(info.exchangeFilters);
    expect(rateLimits).toContainEqual(info.rateLimits[0]);
    const unknown = "The filter NOTIONAL, listed 3 times, is unknown and never evaluated.";
    expect(sandbox.notes).toEqual([unknown]);
    for (const [change, want] of [
      [{ price: "1.00005" }, { msg: "Filter failure: PRICE_FILTER" }],
      [{ symbol: "A1USDT" }, { msg: "Market is closed." }],
      [{}, { status: "NEW" }],
    ] as const) {
      const given = { ...order, symbol: "A0USDT", ...usual, ...change };
      expect(await place(given)).toMatchObject(want);
    }
  }
});

test("a recorded book is the book to begin with", async () => {
  const symbols = [{ ...coin, filters: [filter.price] }];
  const { client } = exchangeOf({ symbols, depth: { [symbol]: depth } });
  const { lastUpdateId, bids, asks } = await client.getDepth({ symbol });
  expect([lastUpdateId, String(bids), String(asks)]).toEqual([
    4711,
    "19.91000000,2.00000000,19.86000000,1.00000000",
    "20.06000000,3.00000000",
  ]);
  expect(await client.getTickerPrice({ symbol })).toMatchObject({ price: "20.01000000" });
  const usual = exchangeOf({ depth: { BTCUSDT: depth } }).client;
  const market = await usual.getTickerPrice({ symbol: "BTCUSDT" });
  expect(market).toMatchObject({ price: "19.91000000" });
});

test.each([
  ["", 500],
  ["&limit=501", 501],
  ["&limit=1000", 1000],
  ["&limit=5000", 1000],
])("of a book with 1,001 levels, a snapshot%s has %i", async (limit, count) => {
  const deep = Array.from({ length: 1001 }, (_, index) => index + 1);
  const bids = deep.map((level) => [String(2000 - level), String(level)]);
  const asks = deep.map((level) => [String(2000 + level), String(level)]);
  const { open } = exchangeOf({ symbols: [coin], depth: { [symbol]: { bids, asks } } });
  const wanted = (levels: string[][]) =>
    levels.slice(0, count).map((level) => level.map((text) => `${text}.00000000`));
  const { body } = await open(`/api/v1/depth?symbol=${symbol}${limit}`);
  expect(body).toMatchObject({ bids: wanted(bids), asks: wanted(asks) });
});

test("notes name what a sandbox is given and does not follow", () => {
  const other = { data: { ...trade, E: 1, s: "OTHER" } };
  const filters = [
    { filterType: "PRICE_FLTER", minPrice: "1" },
    { filterType: "MAX_NUM_ORDERS", limit: -1 },
    { filterType: "MAX_NUM_ORDERS", limit: -2 },
  ];
  const options = { symbols: [{ ...coin, filters }], exchangeFilters: [{ filterType: "NONE" }] };
  const { sandbox } = exchangeOf({ ...options, replay: [other, other] });
  expect(sandbox.notes).toEqual([
    "The filter PRICE_FLTER is unknown and never evaluated; did you mean PRICE_FILTER?",
    expect.stringMatching(/^The filter MAX_NUM_ORDERS is evaluated in part: limit holds -1, /),
    expect.stringMatching(/^The filter MAX_NUM_ORDERS is evaluated in part: limit holds -2, /),
    "The filter NONE is unknown and never evaluated.",
    "Messages of OTHER are not played, because the symbol is not listed.",
  ]);
});

/** Own orders and their ends, messages after them, and own trades, public ones, book and notes. */
const replays = storiesIn(import.meta.dirname, "replays.txt");

/** A recorded message such as `trade 19.91 0.5 sell`. */
function messageOf(text: string) {
  const [e = "", p = "", q = "", taker] = text.split(" ");
  if (e !== "asks" && e !== "bids") return { e, s: symbol, p, q, m: taker === "sell" };
  const sides = { b: e === "bids" ? [[p, q]] : [], a: e === "asks" ? [[p, q]] : [] };
  return { e: "depthUpdate", s: symbol, U: 1, u: 1, ...sides };
}

test.each(replays)("in a replay, %s", async (_, text) => {
  const lines = text.split("\n").map((line) => line.trim());
  const asked = (verb: string) =>
    lines.flatMap((line) => (line.startsWith(`${verb} `) ? [line.slice(verb.length + 1)] : []));
  const replay = asked("play").map((message, at) => ({ at, data: messageOf(message) }));
  const options = { symbols: [coin], depth: { [symbol]: depth }, replay };
  const { client, sandbox } = exchangeOf({ ...options, startTime: Date.UTC(2024, 0, 15) });
  const [{ id: before = 0 } = {}] = await client.getTrades({ symbol, limit: 1 });
  const placed: (readonly [text: string, orderId: number])[] = [];
  for (const line of asked("order")) {
    const [text = ""] = line.split(" =>");
    const [side, quantity = "", how, at = ""] = text.split(" ");
    const stop = { type: "STOP_LOSS", stopPrice: at } as const;
    const limit = { type: "LIMIT", timeInForce: "GTC", price: at } as const;
    const common = { symbol, side: side as "BUY", quantity };
    const made = await client.placeOrder({ ...common, ...(how === "stop" ? stop : limit) });
    placed.push([text, Number(made.orderId)]);
  }
  sandbox.clock?.advance(100);
  const short = (text = ""): string => text.replace(/\.?0+$/, "") || "0";
  const number = (id: unknown): number => Number(id) - Number(before);
  const levels = (side: readonly (readonly string[])[]): string =>
    side.map(([price, quantity]) => `${short(quantity)}@${short(price)}`).join(" ");
  const came: string[] = [];
  for (const [text, orderId] of placed) {
    const { status, executedQty, cumulativeQuoteQty } = await client.getOrder({ symbol, orderId });
    const end = `${status} ${short(executedQty)} for ${short(cumulativeQuoteQty)}`;
    came.push(`order ${text} => ${end}`);
  }
  came.push(...asked("play").map((message) => `play ${message}`));
  for (const { id, qty, price, ...fill } of await client.getUserTrades({ symbol })) {
    const paid = `fee ${short(fill.commission)} ${fill.commissionAsset}`;
    const role = fill.isMaker ? "maker" : "taker";
    came.push(`own ${number(id)}: ${short(qty)} @ ${short(price)} ${role}, ${paid}`);
  }
  for (const { id, qty, price, isBuyerMaker } of await client.getTrades({ symbol })) {
    if (number(id) <= 0) continue;
    const taker = isBuyerMaker ? "sell" : "buy";
    came.push(`tape ${number(id)}: ${short(qty)} @ ${short(price)} ${taker}`);
  }
  const book = await client.getDepth({ symbol, limit: 5 });
  came.push(`book ${levels([...book.bids].reverse())} | ${levels(book.asks)}`.trim());
  came.push(...sandbox.notes.map((note) => `note ${note}`));
  expect(came).toEqual(lines);
  expect(auditBalances(sandbox.exchange.state)).toEqual([]);
  sandbox.close();
});
