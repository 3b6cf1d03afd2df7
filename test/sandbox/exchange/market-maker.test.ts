import { expect, test } from "vitest";

import { bestOf } from "../../../sandbox/engine/book.ts";
import { intervalEnd } from "../../../sandbox/engine/candles.ts";
import { createSandbox, type Sandbox, usualSymbols } from "../../../sandbox/index.ts";
import { auditBalances } from "../support/audit.ts";
import { openOrders, recordedOrders, recordedTrades } from "../support/orders-of.ts";

const hourMs = 3_600_000;

const coarse = { filterType: "PRICE_FILTER", minPrice: "0.01", maxPrice: "99", tickSize: "0.05" };
const coin = { baseAsset: "COIN", quoteAsset: "USD", price: "20", filters: [coarse] };
const symbols = [coin, ...usualSymbols];

test("prices move by themselves, and only while the maker is on", () => {
  const still = createSandbox();
  still.clock?.advance(hourMs);
  expect(tradesOf(still)).toBe(tradesOf(createSandbox()));
  const sandbox = createSandbox({ maker: true });
  const before = tradesOf(sandbox);
  const prices = new Set<string>();
  for (let minute = 0; minute < 30; minute += 1) {
    sandbox.clock?.advance(60_000);
    for (const market of sandbox.exchange.state.markets.values()) {
      const [bid] = bestOf(market, "BUY");
      const [ask] = bestOf(market, "SELL");
      expect(bid).toBeGreaterThan(0n);
      expect(ask).toBeGreaterThan(bid);
      // Close enough to be a market: within 1 %.
      expect(ask - bid).toBeLessThan(bid / 100n);
      prices.add(`${market.symbol} ${bid}`);
    }
  }
  expect(prices.size).toBeGreaterThan(60);
  expect(tradesOf(sandbox) - before).toBeGreaterThan(500);
  expect(auditBalances(sandbox.exchange.state)).toEqual([]);
  sandbox.maker.start({ everyMs: 500 });
  sandbox.maker.stop();
  const stopped = tradesOf(sandbox);
  sandbox.clock?.advance(hourMs);
  expect(tradesOf(sandbox)).toBe(stopped);
});

test("each of many symbols has a trade in the last minute of the history", () => {
  const many = Array.from({ length: 100 }, (_, index) => ({ ...coin, baseAsset: `C${index}` }));
  const { markets, now } = createSandbox({ symbols: many }).exchange.state;
  const late = [...markets.values()].filter(({ trades }) => {
    return (trades.at(-1)?.time ?? 0) > now - 60_000;
  });
  expect(late).toHaveLength(many.length);
});

test("days of it take no more memory than hours, and prices stay near where they began", () => {
  const sandbox = createSandbox({ maker: { everyMs: 60_000 }, history: 1000, symbols });
  const { state } = sandbox.exchange;
  const opening = [...state.markets.values()].map((market) => Number(bestOf(market, "BUY")[0]));
  expect(Math.abs((opening[0] ?? 0) / 20e8 - 1)).toBeLessThan(0.2);
  for (let day = 0; day < 4; day += 1) {
    sandbox.clock?.advance(24 * hourMs);
    for (const [index, market] of [...state.markets.values()].entries()) {
      expect(market.trades.length).toBeLessThanOrEqual(1250);
      expect(market.aggregates.length).toBeLessThanOrEqual(1250);
      expect(market.bids.length + market.asks.length).toBeLessThanOrEqual(410);
      const change = Number(bestOf(market, "BUY")[0]) / (opening[index] ?? 1);
      expect(Math.abs(change - 1)).toBeLessThan(market.symbol === "COINUSD" ? 0.2 : 0.03);
    }
    for (const account of state.accounts.values()) {
      expect(openOrders(account).length).toBeLessThanOrEqual(1230);
      expect([...recordedOrders(account), ...recordedTrades(account)]).toEqual([]);
    }
  }
  expect(state.lastOrderId).toBeGreaterThan(30_000);
  expect(auditBalances(state)).toEqual([]);
});

test.each([
  ["BTCUSDT", "1m", 500],
  ["BTCUSDT", "3m", 500],
  ["BTCUSDT", "5m", 500],
  ["BTCUSDT", "15m", 500],
  ["BTCUSDT", "30m", 500],
  ["BTCUSDT", "1h", 240],
  ["ETHUSDT", "5m", 500],
  ["ETHUSDT", "1h", 240],
])(
  "candles of %s of %s have as much volume in the history as live, and move in both",
  async (symbol, interval, limit) => {
    const ms = intervalEnd(interval, 0);
    const maker = { everyMs: ms / 60 };
    const { clock, exchange, fetch } = createSandbox({ maker, symbols });
    const begin = exchange.now();
    const seenIn = async (range: string) => {
      const path = `klines?symbol=${symbol}&interval=${interval}&limit=1000&${range}`;
      const response = await fetch(`http://sandbox/api/v1/${path}`);
      const rows = (await response.json()) as readonly string[][];
      const meanOf = (amountOf: (row: readonly string[]) => number): number =>
        rows.reduce((sum, row) => sum + amountOf(row), 0) / rows.length;
      const flat = rows.filter(([, , high, low]) => high === low);
      expect([rows.length, flat.length]).toEqual([rows.length, 0]);
      const move = meanOf(([, , high, low]) => Number(high) / Number(low) - 1);
      return { volume: meanOf((row) => Number(row[5])), move: (move / Math.sqrt(ms)) * 1e7 };
    };
    const history = await seenIn(`startTime=${begin - limit * ms}&endTime=${begin - 1}`);
    // As in a random walk, a candle of four hours moves about twice as far as one of one hour.
    expect(history.move).toBeGreaterThan(30);
    expect(history.move).toBeLessThan(90);
    clock?.advance(12 * ms - 1);
    const live = await seenIn(`startTime=${begin}`);
    expect(live.volume / history.volume).toBeGreaterThan(0.7);
    expect(live.volume / history.volume).toBeLessThan(1.4);
  },
);

test.each([
  [20n, [97, 50]],
  [2n, [101, 490]],
])("a price of %d tenths is quoted at once, and comes back in days", (tenths, shares) => {
  const maker = { everyMs: 60_000 };
  const { exchange, clock } = createSandbox({
    maker,
    history: 100,
    symbols: usualSymbols.slice(0, 1),
  });
  const market = exchange.state.markets.get("BTCUSDT");
  if (market === undefined) throw new Error("There is no market.");
  const price = (market.openingPrice * tenths) / 10n;
  const trade = { symbol: "BTCUSDT", price, quantity: 1n, buyerIsMaker: false } as const;
  exchange.execute({ kind: "recordedTrade", account: "maker", ...trade });
  const found = [60_000, 48 * hourMs].map((ms) => {
    clock?.advance(ms);
    return Number((bestOf(market, "BUY")[0] * 100n) / price);
  });
  expect(found).toEqual(shares);
});

const order = { kind: "place", account: "alice", symbol: "BTCUSDT" } as const;

test("orders of users trade with the takers, and a swept book is filled again", () => {
  const sandbox = createSandbox({ maker: true });
  const { execute, state } = sandbox.exchange;
  const market = state.markets.get("BTCUSDT");
  const [price] = market === undefined ? [0n] : bestOf(market, "BUY");
  const terms = { side: "BUY", timeInForce: "GTC", price, quantity: 1_000_000n } as const;
  for (const symbol of ["ETHUSDT", "BTCTHB"]) {
    expect(execute({ ...order, type: "LIMIT", ...terms }).kind).toBe("placed");
    execute({ kind: "maintenance", symbol });
  }
  sandbox.clock?.advance(10 * 60_000);
  expect(openOrders(state.accounts.get("alice")).length).toBeLessThan(2);
  expect(state.markets.get("ETHUSDT")?.bids.length).toBeGreaterThan(20);
});

function tradesOf({ exchange }: Sandbox): number {
  return [...exchange.state.markets.values()].reduce((sum, { trades }) => sum + trades.length, 0);
}
