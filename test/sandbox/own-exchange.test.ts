/** An exchange of one's own: symbols, filters, accounts, fees and limits, by the public options. */

import { performance } from "node:perf_hooks";

import { expect, test } from "vitest";

import { createClient, type Order, type PlaceOrderRequest } from "../../generated/index.ts";
import { readMessages } from "../../sandbox/config/recorded.ts";
import { createSandbox, type SandboxOptions } from "../../sandbox/index.ts";
import { auditBalances } from "./support/audit.ts";
import { foreignClient } from "./support/foreign-client.ts";
import { memoryJournal } from "./support/memory-journal.ts";
import { units } from "./support/scenario.ts";

const filter = {
  price: { filterType: "PRICE_FILTER", minPrice: "0.01", maxPrice: "1000", tickSize: "0.05" },
  lots: { filterType: "LOT_SIZE", minQty: "1000", maxQty: "9000000", stepSize: "500" },
} as const;

const coin = { baseAsset: "COIN", quoteAsset: "USD", price: "20.01" };

const ben = { name: "ben" };
const ann = { name: "ann", balances: { COIN: "10000000", USD: "10000000", XYZ: "0.5" } };

const depth = {
  lastUpdateId: 4711,
  bids: [
    ["19.91", "2"],
    ["19.86", "1"],
  ],
  asks: [["20.06", "3"]],
};

/** A sandbox, and a client of its first account. */
function exchangeOf(options: SandboxOptions) {
  const sandbox = createSandbox(options);
  const [account = { apiKey: "", apiSecret: "" }] = sandbox.accounts;
  const { now, after } = sandbox.clock ?? {};
  const client = createClient({
    baseUrl: "http://sandbox",
    fetch: sandbox.fetch,
    apiKey: account.apiKey,
    apiSecret: account.apiSecret,
    ...(now && after && { now, after }),
  });
  /** Places an order without the checks of the client. */
  const place = async (fields: object): Promise<unknown> => {
    const query = Object.entries(fields).map(([name, value]) => [name, String(value)] as const);
    const { body } = await foreign.fresh({ method: "POST", path: "/api/v1/order", query });
    return body;
  };
  const foreign = foreignClient(sandbox);
  return { sandbox, client, place };
}

const order = { symbol: "COINUSD", side: "BUY", type: "LIMIT", timeInForce: "GTC" } as const;

interface Row {
  readonly filters: readonly object[];
  readonly given: Partial<PlaceOrderRequest>;
  /** The filter that the last of so many equal placements breaks, if any. */
  readonly breaks?: string;
  readonly times?: number;
}

const rows: Readonly<Record<string, Row>> = {
  "a price on the grid from the minimum": {
    filters: [filter.price],
    given: { price: "0.06", quantity: "1" },
  },
  "a price on the grid from zero": {
    filters: [filter.price],
    given: { price: "0.05", quantity: "1" },
    breaks: "PRICE_FILTER",
  },
  "a quantity below large lots": {
    filters: [filter.lots],
    given: { price: "1", quantity: "999" },
    breaks: "LOT_SIZE",
  },
  "a quantity of large lots": { filters: [filter.lots], given: { price: "1", quantity: "1500" } },
  "the second of two open orders": {
    filters: [{ filterType: "MAX_NUM_ORDERS", limit: 2 }],
    given: { price: "1", quantity: "1" },
    times: 2,
  },
  "the third of two open orders": {
    filters: [{ filterType: "MAX_NUM_ORDERS", maxNumOrders: 2 }],
    given: { price: "1", quantity: "1" },
    times: 3,
    breaks: "MAX_NUM_ORDERS",
  },
  "an order that only unknown filters forbid": {
    filters: [
      { filterType: "MAX_POSITION", maxPosition: "0.1" },
      { filterType: "PERCENT_PRICE_BY_SIDE", bidMultiplierUp: "1", avgPriceMins: 1 },
    ],
    given: { price: "1", quantity: "100" },
  },
  "an order without any filter": { filters: [], given: { price: "0.00000001", quantity: "0.1" } },
};

test.each(Object.entries(rows))("%s", async (_, { filters, given, breaks, times = 1 }) => {
  const symbols = [{ ...coin, filters: filters as never }];
  const { client, sandbox, place } = exchangeOf({ symbols, accounts: [ann, ben] });
  for (let turn = 1; turn < times; turn += 1) await place({ ...order, ...given });
  const wanted = breaks === undefined ? { status: "NEW" } : { msg: `Filter failure: ${breaks}` };
  expect(await place({ ...order, ...given })).toMatchObject(wanted);
  const { symbols: [listed] = [] } = await client.getExchangeInfo();
  expect(listed).toMatchObject({ symbol: "COINUSD", filters });
  const isUnknown = (each: object) => /MAX_POSITION|BY_SIDE/u.test(JSON.stringify(each));
  expect(sandbox.notes).toHaveLength(filters.filter(isUnknown).length);
});

test("the market maker and the history keep to the grid of the symbol", async () => {
  const symbols = [{ ...coin, filters: [filter.price, filter.lots] }];
  const { client, sandbox } = exchangeOf({ symbols, accounts: [ann, ben], maker: true });
  sandbox.clock?.advance(60_000);
  const { bids, asks } = await client.getDepth({ symbol: "COINUSD", limit: 1000 });
  const trades = await client.getTrades({ symbol: "COINUSD", limit: 1000 });
  const cents = [...bids, ...asks].map(([price]) => Math.round(Number(price) * 100));
  cents.push(...trades.map(({ price }) => Math.round(Number(price) * 100)));
  expect(cents.length).toBeGreaterThan(300);
  expect(cents.filter((each) => each % 5 !== 1)).toEqual([]);
  expect([...bids, ...asks].filter(([, quantity]) => Number(quantity) % 500 !== 0)).toEqual([]);
});

const fees: readonly (readonly [given: SandboxOptions["fees"], commission: string])[] = [
  [{ taker: "0" }, "0.00000000"],
  [{ taker: "0.001" }, "0.00030000"],
  [{ taker: "0.00012345" }, "0.00003703"],
  [undefined, "0.00030000"],
];

test.each(fees)("with the fees %j, the commission on 0.3 is %s", async (given, commission) => {
  const { client } = exchangeOf({
    symbols: [coin],
    accounts: [ann, ben],
    ...(given && { fees: given }),
  });
  const market = { symbol: "COINUSD", side: "BUY", type: "MARKET", quantity: "0.3" } as const;
  const { fills = [] } = await client.placeOrder(market);
  expect(fills).toMatchObject([{ commission, commissionAsset: "COIN" }]);
});

test("fees of an account go before those of the exchange", async () => {
  const accounts = [{ ...ann, fees: { taker: "0.5" } }, ben];
  const { client } = exchangeOf({ symbols: [coin], accounts, fees: { maker: "0.25" } });
  expect(await client.getTradeFees()).toMatchObject([
    { makerCommission: "0.25000000", takerCommission: "0.50000000" },
  ]);
});

test("an account has the assets it was given, and its key alone opens it", async () => {
  const accounts = [{ ...ann, apiKey: "key-1", apiSecret: "secret-1" }, ben];
  const { client, sandbox } = exchangeOf({ accounts });
  expect(sandbox.accounts).toEqual([
    { account: "ann", apiKey: "key-1", apiSecret: "secret-1" },
    { account: "ben", apiKey: "sandbox-key-of-ben", apiSecret: "sandbox-secret-of-ben" },
  ]);
  const { balances } = await client.getAccount();
  expect(balances.map(({ asset, free }) => `${asset} ${free}`)).toEqual([
    "COIN 10000000.00000000",
    "USD 10000000.00000000",
    "XYZ 0.50000000",
  ]);
});

test("limits are changed or off, and exchange information lists them", async () => {
  const sandbox = createSandbox({ limits: { weight1m: 25, weight10s: "off" } });
  const statuses: number[] = [];
  for (let turn = 0; turn < 27; turn += 1) {
    statuses.push((await sandbox.fetch("http://sandbox/api/v1/time")).status);
  }
  expect(statuses.indexOf(429)).toBe(25);
  sandbox.clock?.advance(60_000);
  const info = await sandbox.fetch("http://sandbox/api/v1/exchangeInfo");
  const { rateLimits } = (await info.json()) as { readonly rateLimits: readonly object[] };
  expect(rateLimits.slice(0, 2)).toEqual([
    { rateLimitType: "REQUEST_WEIGHT", interval: "SECOND", intervalNum: 10 },
    { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: 25 },
  ]);
  const off = createSandbox({ limits: "off" });
  const many = Array.from({ length: 1200 }, () => off.fetch("http://sandbox/api/v1/time"));
  expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([200]));
});

test("two orders in ten seconds, and a third after them", async () => {
  const options = { symbols: [coin], accounts: [ann, ben], limits: { orders10s: 2 } };
  const { place, sandbox } = exchangeOf(options);
  const given = { ...order, price: "1", quantity: "1" };
  const codes: unknown[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    codes.push(((await place(given)) as { readonly code?: number }).code);
  }
  expect(codes).toEqual([undefined, undefined, -1015]);
  sandbox.clock?.advance(10_000);
  expect(await place(given)).toMatchObject({ status: "NEW" });
});

test("a deposit makes no account whose key is another account's", async () => {
  const { control, exchange } = createSandbox({
    accounts: [{ ...ann, apiKey: "sandbox-key-of-cat" }],
  });
  const deposit = { command: "deposit", account: "cat", asset: "USDT", amount: "1" };
  await expect(control(deposit)).rejects.toThrow("account would have the API key of another");
  expect([exchange.state.accounts.has("cat"), [...exchange.keys.values()]]).toMatchObject([
    false,
    [{ account: "ann" }],
  ]);
});

test("a deposit to an account with a key of its own makes no other key", async () => {
  const { control, exchange } = createSandbox({ accounts: [{ ...ann, apiKey: "own" }] });
  await control({ command: "deposit", account: "ann", asset: "USDT", amount: "1" });
  expect([...exchange.keys.keys()]).toEqual(["own"]);
});

test("the fees of an account come before those of the exchange", async () => {
  const accounts = [{ ...ann, fees: { maker: "0.002" } }, ben];
  const { client } = exchangeOf({
    symbols: [coin],
    accounts,
    fees: { maker: "0.001", taker: "0.003" },
  });
  expect(await client.getTradeFees({ symbol: "COINUSD" })).toMatchObject([
    { makerCommission: "0.00200000", takerCommission: "0.00300000" },
  ]);
});

test("limits that are given come before recorded ones, and those of weight are not of orders", () => {
  const rateLimits = [
    { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: 777 },
    { rateLimitType: "ORDERS", interval: "SECOND", intervalNum: 10, limit: 5 },
  ];
  const { sandbox } = exchangeOf({
    exchangeInfo: { ...recordedInfo(1), rateLimits },
    limits: { weight1m: 25 },
  });
  const amounts = sandbox.exchange.windows.map(({ id, amount }) => [id, amount]);
  expect(Object.fromEntries(amounts)).toMatchObject({
    weight10s: 1000,
    weight1m: 25,
    orders10s: 5,
  });
});

test("a symbol changes a recorded listing, and leaves the rest of it", async () => {
  const listed = { symbol: "A0USDT", baseAsset: "A0", quoteAsset: "USDT", status: "HALT" };
  const exchangeInfo = recordedInfo(1);
  const { client } = exchangeOf({ exchangeInfo, symbols: [listed] });
  const { symbols } = await client.getExchangeInfo();
  expect(symbols).toMatchObject([{ ...exchangeInfo.symbols[0], status: "HALT" }]);
});

test("an opening price that is given is not cut to the maximum of the filter", () => {
  const { sandbox } = exchangeOf({
    symbols: [{ ...coin, price: "1500", filters: [filter.price] }],
  });
  expect(sandbox.exchange.state.markets.get("COINUSD")?.openingPrice).toBeGreaterThan(
    units("1499"),
  );
});

test("a level without a quantity crosses no book", () => {
  const bids = [["30", "0"], ...depth.bids];
  const { sandbox } = exchangeOf({ symbols: [coin], depth: { COINUSD: { ...depth, bids } } });
  expect(sandbox.exchange.state.markets.get("COINUSD")?.bids).toHaveLength(2);
});

test("recorded messages keep their distances, and replies of a session are none", () => {
  const data = { E: 9 };
  const rows = [
    { at: 5, data },
    { at: 7, data },
  ];
  expect(readMessages(rows).map(({ at }) => at)).toEqual([0, 2]);
  const steps = [{ at: 1, receives: { result: null, id: 1 } }, ...rows].map((step) =>
    "data" in step ? { at: step.at, receives: step.data } : step,
  );
  expect(readMessages({ "x-steps": steps }).map(({ at }) => at)).toEqual([0, 2]);
});

test("messages are played at their times, and one that fails is reported", () => {
  const trade = { e: "trade", s: "COINUSD", p: "20", q: "1", m: true };
  const replay = [0, 1000, 2000].map((at) => ({ at, data: trade }));
  const journal = memoryJournal();
  const reports: string[] = [];
  const report = (text: string) => reports.push(text);
  const { sandbox } = exchangeOf({ symbols: [coin], replay, journal, report });
  const { clock, exchange } = sandbox;
  const count = () => exchange.state.markets.get("COINUSD")?.trades.length ?? 0;
  const before = count();
  clock?.advance(1000);
  expect(count() - before).toBe(2);
  journal.isFull = true;
  clock?.advance(1000);
  expect([count() - before, reports.at(-1)]).toEqual([
    2,
    expect.stringMatching(/^message 3 of the replay failed: /),
  ]);
});

test("a deposit makes accounts and assets, and a key for a new account", async () => {
  const { sandbox } = exchangeOf({ accounts: [ann, ben] });
  const deposit = { command: "deposit", account: "cat", asset: "DOGE", amount: "7.5" };
  expect(await sandbox.control(deposit)).toEqual({
    account: "cat",
    apiKey: "sandbox-key-of-cat",
  });
  expect(await sandbox.control({ ...deposit, asset: "USDT" })).toEqual({});
  const cat = sandbox.accounts.find(({ account }) => account === "cat");
  const client = createClient({
    baseUrl: "http://sandbox",
    fetch: sandbox.fetch,
    apiKey: cat?.apiKey ?? "",
    apiSecret: cat?.apiSecret ?? "",
    ...(sandbox.clock && { now: sandbox.clock.now, after: sandbox.clock.after }),
  });
  const { balances, makerCommission } = await client.getAccount();
  expect([makerCommission, balances.map(({ asset }) => asset)]).toEqual([10, ["DOGE", "USDT"]]);
});

/** A recorded exchange information with so many symbols. */
function recordedInfo(count: number) {
  return {
    timezone: "UTC",
    serverTime: 1,
    rateLimits: [
      { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: 777 },
      { rateLimitType: "RAW_REQUESTS", interval: "MINUTE", intervalNum: 5, limit: 1 },
    ],
    exchangeFilters: [{ filterType: "EXCHANGE_MAX_NUM_ORDERS", maxNumOrders: 3 }],
    symbols: Array.from({ length: count }, (_, index) => ({
      symbol: `A${index}USDT`,
      status: index === 1 ? "BREAK" : "TRADING",
      baseAsset: `A${index}`,
      quoteAsset: "USDT",
      isSpotTradingAllowed: true,
      filters: [
        { filterType: "PRICE_FILTER", minPrice: "0.0001", maxPrice: "1000", tickSize: "0.0001" },
        { filterType: "LOT_SIZE", minQty: "0.1", maxQty: "90000", stepSize: "0.1" },
        { filterType: "NOTIONAL", minNotional: "5", applyMinToMarket: true },
      ],
    })),
  };
}

test("a recorded exchange information gives symbols, filters and limits", async () => {
  const info = recordedInfo(3);
  for (const exchangeInfo of [info, { code: 0, msg: "success", data: info }, { value: info }]) {
    const { client, sandbox, place } = exchangeOf({ exchangeInfo });
    const { symbols, exchangeFilters, rateLimits } = await client.getExchangeInfo();
    expect(symbols?.map(({ status }) => status)).toEqual(["TRADING", "BREAK", "TRADING"]);
    expect(symbols).toMatchObject(info.symbols);
    expect(exchangeFilters).toEqual(info.exchangeFilters);
    expect(rateLimits).toContainEqual(info.rateLimits[0]);
    expect(sandbox.notes).toEqual([
      "The filter NOTIONAL, listed 3 times, is unknown and never evaluated.",
    ]);
    const limit = { ...order, symbol: "A0USDT", quantity: "1" };
    const answers = [
      await place({ ...limit, price: "1.00005" }),
      await place({ ...limit, symbol: "A1USDT", price: "1" }),
      await place({ ...limit, price: "1" }),
    ];
    expect(answers).toMatchObject([
      { msg: "Filter failure: PRICE_FILTER" },
      { msg: "Market is closed." },
      { status: "NEW" },
    ]);
  }
});

test("500 recorded symbols start within a second of the usual ones", () => {
  const timeOf = (options: SandboxOptions): number => {
    const start = performance.now();
    createSandbox(options);
    return performance.now() - start;
  };
  timeOf({});
  const usual = timeOf({});
  expect(timeOf({ exchangeInfo: recordedInfo(500) }) - usual).toBeLessThan(1000);
});

test("a recorded book is the book to begin with", async () => {
  const symbols = [{ ...coin, filters: [filter.price] }];
  const { client } = exchangeOf({ symbols, depth: { COINUSD: depth } });
  const book = await client.getDepth({ symbol: "COINUSD" });
  expect(book).toEqual({
    lastUpdateId: 4711,
    bids: [
      ["19.91000000", "2.00000000"],
      ["19.86000000", "1.00000000"],
    ],
    asks: [["20.06000000", "3.00000000"]],
  });
  expect(await client.getTickerPrice({ symbol: "COINUSD" })).toMatchObject({
    price: "20.01000000",
  });
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
  const { sandbox } = exchangeOf({ symbols: [coin], depth: { COINUSD: { bids, asks } } });
  const response = await sandbox.fetch(`http://sandbox/api/v1/depth?symbol=COINUSD${limit}`);
  const wanted = (levels: string[][]) =>
    levels.slice(0, count).map((level) => level.map((text) => `${text}.00000000`));
  expect(await response.json()).toMatchObject({ bids: wanted(bids), asks: wanted(asks) });
});

test("notes name what a sandbox is given and does not follow", () => {
  const trade = { e: "trade", E: 1, s: "OTHER", p: "1", q: "1", m: true };
  const filters = [
    { filterType: "PRICE_FLTER", minPrice: "1" },
    { filterType: "MAX_NUM_ORDERS", limit: -1 },
  ];
  const { sandbox } = exchangeOf({
    symbols: [{ ...coin, filters }],
    replay: [{ data: trade }, { data: trade }],
  });
  expect(sandbox.notes).toEqual([
    "The filter PRICE_FLTER is unknown and never evaluated; did you mean PRICE_FILTER?",
    expect.stringMatching(/^The filter MAX_NUM_ORDERS is evaluated in part: limit holds -1, /),
    "Messages of OTHER are not played, because the symbol is not listed.",
  ]);
});

test("of a recorded rate limit, only an amount counts", () => {
  const rateLimits = [-5, 1.5, "7", 50].map((limit) => {
    return { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit };
  });
  const { sandbox } = exchangeOf({ exchangeInfo: { ...recordedInfo(1), rateLimits } });
  const minute = sandbox.exchange.windows.find(({ id }) => id === "weight1m");
  expect(minute?.amount).toBe(50);
});

test("what a recorded trade leaves of the maker's quote is not in the book", async () => {
  const trades = ["19.91", "20.06", "19.96"].map((p, index) => {
    return { data: { e: "trade", E: index, s: "COINUSD", p, q: "0.5", m: p !== "20.06" } };
  });
  const options = {
    symbols: [coin],
    accounts: [ann, ben],
    depth: { COINUSD: depth },
    replay: trades,
  };
  const { client, sandbox } = exchangeOf(options);
  await client.placeOrder({ ...order, price: "20.01", quantity: "0.25" });
  sandbox.clock?.advance(5);
  const { bids, asks } = await client.getDepth({ symbol: "COINUSD", limit: 5 });
  expect([bids, asks]).toEqual([
    [
      ["19.91000000", "1.50000000"],
      ["19.86000000", "1.00000000"],
    ],
    [["20.06000000", "2.50000000"]],
  ]);
});

/** Own orders, recorded messages after them, and the orders, own trades, tape and book then. */
interface ReplayRow {
  readonly orders?: readonly string[];
  readonly played: readonly string[];
  readonly left?: readonly string[];
  readonly own?: readonly string[];
  readonly tape: readonly string[];
  readonly book: string;
  readonly notes?: readonly string[];
}

const replays: Readonly<Record<string, ReplayRow>> = {
  "a trade of a seller takes from the recorded bids": {
    played: ["trade 19.91 0.5 sell"],
    tape: ["1: 0.5 @ 19.91 sell"],
    book: "1@19.86 1.5@19.91 | 3@20.06",
  },
  "a trade beyond the book is one trade, and what it crossed is gone": {
    played: ["trade 25 1 sell", "trade 15 2 buy"],
    tape: ["1: 1 @ 25 sell", "2: 2 @ 15 buy"],
    book: " | ",
  },
  "a trade below the best bid has its own price, and the bid is gone": {
    played: ["trade 19.86 0.5 sell"],
    tape: ["1: 0.5 @ 19.86 sell"],
    book: "0.5@19.86 | 3@20.06",
  },
  "a trade within the spread leaves the book": {
    played: ["trade 20.01 7 buy"],
    tape: ["1: 7 @ 20.01 buy"],
    book: "1@19.86 2@19.91 | 3@20.06",
  },
  "an own order is first at its price, and the tape stays whole": {
    orders: ["BUY 0.5 @ 19.91"],
    played: ["trade 19.91 0.2 sell"],
    left: ["PARTIALLY_FILLED 0.2 for 3.982"],
    own: ["1: 0.2 @ 19.91 maker, fee 0.0002 COIN"],
    tape: ["1: 0.2 @ 19.91 sell"],
    book: "1@19.86 2.1@19.91 | 3@20.06",
  },
  "no order gets more than the trade had": {
    orders: ["BUY 9 @ 20.01"],
    played: ["trade 19.91 1.5 sell", "trade 19.91 0.25 sell"],
    left: ["PARTIALLY_FILLED 1.75 for 35.0175"],
    own: ["1: 1.5 @ 20.01 maker, fee 0.0015 COIN", "2: 0.25 @ 20.01 maker, fee 0.00025 COIN"],
    tape: ["1: 1.5 @ 19.91 sell", "2: 0.25 @ 19.91 sell"],
    book: "1@19.86 0.25@19.91 7.25@20.01 | 3@20.06",
  },
  "orders fill by price, then by time": {
    orders: ["BUY 1 @ 19.91", "BUY 1 @ 20.01", "BUY 1 @ 19.91", "BUY 1 @ 19.86"],
    played: ["trade 19.91 2.5 sell"],
    left: [
      "FILLED 1 for 19.91",
      "FILLED 1 for 20.01",
      "PARTIALLY_FILLED 0.5 for 9.955",
      "NEW 0 for 0",
    ],
    own: [
      "1: 1 @ 20.01 maker, fee 0.001 COIN",
      "1: 1 @ 19.91 maker, fee 0.001 COIN",
      "1: 0.5 @ 19.91 maker, fee 0.0005 COIN",
    ],
    tape: ["1: 2.5 @ 19.91 sell"],
    book: "2@19.86 0.5@19.91 | 3@20.06",
  },
  "a trade of a buyer fills own sells at their prices": {
    orders: ["SELL 1 @ 20.01", "SELL 1 @ 20.06", "SELL 1 @ 20.11"],
    played: ["trade 20.06 1.5 buy"],
    left: ["FILLED 1 for 20.01", "PARTIALLY_FILLED 0.5 for 10.03", "NEW 0 for 0"],
    own: ["1: 1 @ 20.01 maker, fee 0.02001 USD", "1: 0.5 @ 20.06 maker, fee 0.01003 USD"],
    tape: ["1: 1.5 @ 20.06 buy"],
    book: "1@19.86 2@19.91 | 2@20.06 1@20.11",
  },
  "a trade fills whatever it reaches, whoever was its taker": {
    orders: ["BUY 1 @ 20.01", "SELL 1 @ 20.06"],
    played: ["trade 20.01 0.5 buy", "trade 20.06 0.5 sell", "trade 20.02 5 sell"],
    left: ["PARTIALLY_FILLED 0.5 for 10.005", "PARTIALLY_FILLED 0.5 for 10.03"],
    own: ["1: 0.5 @ 20.01 maker, fee 0.0005 COIN", "2: 0.5 @ 20.06 maker, fee 0.01003 USD"],
    tape: ["1: 0.5 @ 20.01 buy", "2: 0.5 @ 20.06 sell", "3: 5 @ 20.02 sell"],
    book: "1@19.86 2@19.91 0.5@20.01 | 0.5@20.06",
  },
  "a stop order that a trade triggers meets the book that the trade left": {
    orders: ["SELL 1 stop 19.91"],
    played: ["trade 19.91 0.5 sell"],
    left: ["FILLED 1 for 19.91"],
    own: ["2: 1 @ 19.91 taker, fee 0.01991 USD"],
    tape: ["1: 0.5 @ 19.91 sell", "2: 1 @ 19.91 sell"],
    book: "1@19.86 0.5@19.91 | 3@20.06",
  },
  "a level that reaches an own order trades with it": {
    orders: ["BUY 1 @ 20.01"],
    played: ["asks 19.96 0.4"],
    left: ["PARTIALLY_FILLED 0.4 for 8.004"],
    own: ["1: 0.4 @ 20.01 maker, fee 0.0004 COIN"],
    tape: ["1: 0.4 @ 20.01 sell"],
    book: "1@19.86 2@19.91 0.6@20.01 | 3@20.06",
  },
  "what is not played is noted": {
    played: [
      "aggTrade 19.91 3 sell",
      "trade 19.91 1 sell",
      "trade 0 1 sell",
      "trade 19.91 0.0 buy",
      "kline 1 1 buy",
      "aggTrade 19.91 3 sell",
    ],
    tape: ["1: 1 @ 19.91 sell"],
    book: "1@19.86 1@19.91 | 3@20.06",
    notes: [
      "Aggregate trades of COINUSD are not played, because its trades are.",
      "Trades of COINUSD without a price or a quantity are not played.",
      "Messages of other streams than depth and trade are not played; the sandbox makes its own.",
    ],
  },
  "aggregate trades alone are the tape": {
    played: ["aggTrade 19.91 1 sell"],
    tape: ["1: 1 @ 19.91 sell"],
    book: "1@19.86 1@19.91 | 3@20.06",
  },
};

test.each(Object.entries(replays))("in a replay, %s", async (_, row) => {
  const replay = row.played.map((text, index) => {
    const [e, p = "", q = "", taker] = text.split(" ");
    const data =
      e === "asks"
        ? { e: "depthUpdate", s: "COINUSD", U: 1, u: 1, b: [], a: [[p, q]] }
        : { e, s: "COINUSD", p, q, m: taker === "sell" };
    return { at: index, data };
  });
  const options = { symbols: [coin], accounts: [ann, ben], depth: { COINUSD: depth }, replay };
  const { client, sandbox } = exchangeOf({ ...options, startTime: Date.UTC(2024, 0, 15) });
  const [{ id: before = 0 } = {}] = await client.getTrades({ symbol: "COINUSD", limit: 1 });
  const ids: number[] = [];
  for (const text of row.orders ?? []) {
    const [side, quantity = "", how, price = ""] = text.split(" ");
    const { orderId = 0 } = await client.placeOrder({
      symbol: "COINUSD",
      side: side as "BUY",
      quantity,
      ...(how === "stop"
        ? { type: "STOP_LOSS", stopPrice: price }
        : { type: "LIMIT", timeInForce: "GTC", price }),
    });
    ids.push(Number(orderId));
  }
  sandbox.clock?.advance(100);
  const symbol = "COINUSD";
  const short = (text = ""): string => text.replace(/\.?0+$/, "");
  const left = await Promise.all(ids.map((orderId) => client.getOrder({ symbol, orderId })));
  const own = await client.getUserTrades({ symbol });
  const tape = (await client.getTrades({ symbol })).filter(({ id }) => Number(id) > Number(before));
  const book = await client.getDepth({ symbol, limit: 5 });
  const levels = (side: readonly (readonly string[])[]): string[] =>
    side.map(([price, quantity]) => `${short(quantity)}@${short(price)}`);
  const number = (id: unknown): number => Number(id) - Number(before);
  expect(auditBalances(sandbox.exchange.state)).toEqual([]);
  expect({
    left: left.map(({ status, executedQty, cumulativeQuoteQty }) => {
      return `${status} ${short(executedQty) || 0} for ${short(cumulativeQuoteQty) || 0}`;
    }),
    own: own.map((fill) => {
      const role = fill.isMaker ? "maker" : "taker";
      const fee = `fee ${short(fill.commission)} ${fill.commissionAsset}`;
      return `${number(fill.id)}: ${short(fill.qty)} @ ${short(fill.price)} ${role}, ${fee}`;
    }),
    tape: tape.map(({ id, qty, price, isBuyerMaker }) => {
      return `${number(id)}: ${short(qty)} @ ${short(price)} ${isBuyerMaker ? "sell" : "buy"}`;
    }),
    book: `${levels([...book.bids].reverse()).join(" ")} | ${levels(book.asks).join(" ")}`,
    notes: sandbox.notes,
  }).toEqual({ left: [], own: [], notes: [], ...row, orders: undefined, played: undefined });
  sandbox.close();
});

test("what is not played while a symbol is halted is noted once", () => {
  const data = { e: "trade", s: "COINUSD", p: "19.91", q: "1", m: true };
  const replay = [0, 1, 2, 3].map((at) => ({ at, data }));
  const { sandbox } = exchangeOf({ symbols: [coin], replay });
  const trades = sandbox.exchange.state.markets.get("COINUSD")?.trades;
  const before = trades?.length ?? 0;
  sandbox.clock?.advance(0);
  sandbox.exchange.execute({ kind: "status", symbol: "COINUSD", status: "HALT" });
  sandbox.clock?.advance(2);
  sandbox.exchange.execute({ kind: "status", symbol: "COINUSD", status: "TRADING" });
  sandbox.clock?.advance(1);
  expect([(trades?.length ?? 0) - before, sandbox.notes]).toEqual([
    2,
    ["Messages of COINUSD are not played while it accepts no orders."],
  ]);
});

test("a replay changes the book, and its trades fill orders of users", async () => {
  const s = "COINUSD";
  const level = {
    e: "depthUpdate",
    E: 100,
    s,
    U: 1,
    u: 1,
    b: [["19.96", "5"]],
    a: [["20.06", "0"]],
  };
  const trade = { e: "trade", E: 300, s, p: "19.96", q: "2", m: true };
  const replay = [
    { stream: "coinusd@depth", data: level },
    { stream: "coinusd@trade", data: trade },
    { stream: "other@trade", data: { ...trade, s: "OTHER", E: 400 } },
  ];
  const options = { symbols: [coin], accounts: [ann, ben], depth: { COINUSD: depth }, replay };
  const { client, sandbox } = exchangeOf(options);
  const bid = await client.placeOrder({ ...order, price: "19.96", quantity: "1.5" });
  sandbox.clock?.advance(0);
  const { bids, asks } = await client.getDepth({ symbol: s, limit: 5 });
  expect([bids[0], asks]).toEqual([["19.96000000", "6.50000000"], []]);
  const query = { symbol: s, orderId: bid.orderId ?? 0 };
  expect(await client.getOrder(query)).toMatchObject({ status: "NEW" });
  sandbox.clock?.advance(199);
  expect(await client.getOrder(query)).toMatchObject({ status: "NEW" });
  sandbox.clock?.advance(1);
  const filled: Order = await client.getOrder(query);
  expect(filled).toMatchObject({ status: "FILLED", cumulativeQuoteQty: "29.94000000" });
  sandbox.clock?.advance(1000);
  sandbox.close();
});
