/**
 * The initial state of a sandbox: two accounts with balances and keys, a market maker with quotes
 * on both sides, and some days of trades, all derived from one seed.
 */

import { toUnits } from "../../runtime/encoding/decimal.ts";
import { createExchangeState, step } from "../engine/exchange.ts";
import type { Command } from "../engine/messages.ts";
import { nextBelow, type RandomState, seedRandom } from "../engine/random.ts";
import type { ExchangeState, Market } from "../engine/state.ts";
import { floorTo, unitScale } from "../engine/units.ts";
import type { KeyRecord } from "./exchange.ts";
import { listings, marketsWith } from "./symbols.ts";

/** The accounts of users; their secrets are public and protect nothing. */
export const seededKeys: readonly KeyRecord[] = [
  { account: "alice", apiKey: "sandbox-key-of-alice", apiSecret: "sandbox-secret-of-alice" },
  { account: "bob", apiKey: "sandbox-key-of-bob", apiSecret: "sandbox-secret-of-bob" },
];

/** The accounts that trade by themselves; they have no keys, and their history is not kept. */
export const makerName = "maker";
export const takerName = "taker";

/** 0.1 % of what is received. */
const rate = toUnits("0.001", unitScale);

const funds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  alice: { BTC: "10", ETH: "100", USDT: "1000000", THB: "10000000" },
  bob: { BTC: "10", ETH: "100", USDT: "1000000", THB: "10000000" },
  [makerName]: { BTC: "100000", ETH: "1000000", USDT: "10000000000", THB: "100000000000" },
  [takerName]: { BTC: "100000", ETH: "1000000", USDT: "10000000000", THB: "100000000000" },
};

/** Price that each symbol's history begins with. */
const openingPrices: Readonly<Record<string, string>> = {
  BTCUSDT: "43000.00",
  ETHUSDT: "2300.00",
  BTCTHB: "1520000.00",
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long before the start the trades were made: hourly for twelve days, then each minute. */
const tradeAges: readonly number[] = [
  ...Array.from({ length: 12 * 24 - 2 }, (_, index) => (12 * 24 - index) * hourMs),
  ...Array.from({ length: 120 }, (_, index) => (120 - index) * minuteMs - minuteMs / 2),
];

/** Price levels of the maker on each side. */
export const levelCount = 200;

export interface SeedOptions {
  /** How much history is kept; see `ExchangeState`. */
  readonly keep?: number;
  /** Symbols beside those that every sandbox lists; they have neither history nor book. */
  readonly moreSymbols?: number;
}

/** An exchange at `now` with its history; the same seed makes the same one. */
export function seedExchange(seed: string, now: number, options: SeedOptions = {}): ExchangeState {
  const accounts = Object.keys(funds).map((name) => {
    const hasHistory = seededKeys.some(({ account }) => account === name);
    return { name, makerRate: rate, takerRate: rate, hasHistory };
  });
  const begin = now - Math.max(...tradeAges) - hourMs;
  const markets = marketsWith(options.moreSymbols ?? 0);
  const state = createExchangeState({ seed, now: begin, markets, accounts, ...options });
  const random = seedRandom(`history of ${seed}`);
  for (const command of deposits()) carryOut(state, command, begin);
  const prices = new Map(
    [...state.markets.values()]
      .slice(0, listings.length)
      .map((market) => [market, openingPrice(market)] as const),
  );
  for (const age of tradeAges) {
    for (const [market, price] of prices) {
      const moved = nextPrice(random, market, price);
      prices.set(market, moved);
      trade(state, market, random, { price: moved, time: now - age });
    }
  }
  for (const [market, price] of prices) quote(state, market, random, { price, time: now });
  state.now = now;
  return state;
}

function deposits(): Command[] {
  return Object.entries(funds).flatMap(([account, assets]) =>
    Object.entries(assets).map(([asset, amount]) => {
      return { kind: "deposit", account, asset, amount: toUnits(amount, unitScale) } as const;
    }),
  );
}

/** Price that a symbol's history begins with, and that its market maker stays near. */
export function openingPrice(market: Market): bigint {
  return toUnits(openingPrices[market.symbol] ?? "100", unitScale);
}

/** Up to 0.3 % up or down. */
function nextPrice(random: RandomState, market: Market, price: bigint): bigint {
  const change = (price * BigInt(nextBelow(random, 601) - 300)) / 100_000n;
  return floorTo(price + change, market.priceStep);
}

interface Moment {
  readonly price: bigint;
  readonly time: number;
}

/** One trade at a price, with the maker on either side. */
function trade(state: ExchangeState, market: Market, random: RandomState, moment: Moment): void {
  const makerBuys = nextBelow(random, 2) === 0;
  const limit = {
    kind: "place",
    symbol: market.symbol,
    type: "LIMIT",
    price: moment.price,
    quantity: market.quantityStep * BigInt(100 + nextBelow(random, 5000)),
  } as const;
  const maker = { ...limit, account: makerName, timeInForce: "GTC" } as const;
  const taker = { ...limit, account: takerName, timeInForce: "IOC" } as const;
  carryOut(state, { ...maker, side: makerBuys ? "BUY" : "SELL" }, moment.time);
  carryOut(state, { ...taker, side: makerBuys ? "SELL" : "BUY" }, moment.time);
}

/** The maker's book around a price: levels 0.01 % apart with growing quantities. */
function quote(state: ExchangeState, market: Market, random: RandomState, moment: Moment): void {
  const gap = gapOf(market, moment.price);
  for (let level = 1n; level <= levelCount; level += 1n) {
    for (const side of ["BUY", "SELL"] as const) {
      const away = gap * level;
      const price = side === "BUY" ? moment.price - away : moment.price + away;
      const quantity = quoteQuantity(market, random, level);
      const order = { kind: "place", symbol: market.symbol, side, price, quantity } as const;
      const rest = { account: makerName, type: "LIMIT", timeInForce: "GTC" } as const;
      carryOut(state, { ...order, ...rest }, moment.time);
    }
  }
}

/** The gap between two price levels: 0.01 % of the price. */
export function gapOf(market: Market, price: bigint): bigint {
  const gap = floorTo(price / 10_000n, market.priceStep);
  return gap > 0n ? gap : market.priceStep;
}

/** The quantity of a quote: more on levels that are farther away. */
export function quoteQuantity(market: Market, random: RandomState, level: bigint): bigint {
  return market.quantityStep * (1000n * level + BigInt(nextBelow(random, 20_000)) + 1n);
}

function carryOut(state: ExchangeState, command: Command, time: number): void {
  const { reply } = step(state, command, time);
  if (reply.kind !== "rejected") return;
  throw new Error(`a ${command.kind} command of the seed was rejected: ${reply.reason}`);
}
