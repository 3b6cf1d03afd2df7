/**
 * The initial state of a sandbox from one seed: accounts with balances, a market maker with quotes
 * on both sides or a recorded book, and some days of trades.
 */

import type { Side } from "../../generated/types.ts";
import { toUnits } from "../../runtime/encoding/decimal.ts";
import { makerName, takerName, type UserAccount } from "../config/accounts.ts";
import type { Setup } from "../config/setup.ts";
import type { ListedSymbol } from "../config/symbols.ts";
import { recordTrade } from "../engine/market-data.ts";
import type { Command } from "../engine/messages.ts";
import { nextBelow, type RandomState, seedRandom } from "../engine/random.ts";
import { tradeOf } from "../engine/recorded-trade.ts";
import type { ExchangeState, Market } from "../engine/state.ts";
import { createAccount, createExchangeState, step } from "../engine/step.ts";
import { floorPrice, floorTo, unitScale } from "../engine/units.ts";

/** More than the exchange's own accounts can ever spend. */
const endless = 10n ** 40n;

export const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** In so many seconds a price comes most of the way back to where it began. */
const pullSeconds = 2n * 86_400n;

/** Prices of the history are kept in parts of a unit until they are rounded to the grid. */
const partsPerUnit = 1_000_000n;

/** Ages of the prices that the history passes: hourly for twelve days, then each minute. */
const priceAges: readonly number[] = [
  ...Array.from({ length: 12 * 24 - 3 }, (_, index) => (12 * 24 - 1 - index) * hourMs),
  ...Array.from({ length: 121 }, (_, index) => (120 - index) * minuteMs),
].map((age) => age + minuteMs / 2);

/** Symbols with a whole history; with more, each has fewer prices, and always the latest. */
const wholeHistories = 12;

function agesFor(symbols: number): readonly number[] {
  const every = Math.ceil(symbols / wholeHistories);
  return priceAges.filter((_, index) => (priceAges.length - 1 - index) % every === 0);
}

/**
 * Trades in the hour until the next price: two in each of the latest 500 candles of these minutes,
 * and two in each older hour.
 */
function tradesBetween(age: number, spanMs: number, symbols: number): number {
  if (spanMs < hourMs) return 2;
  const intervals = symbols > wholeHistories ? [5, 15, 30] : [1, 3, 5, 15, 30];
  const shortest = intervals.find((minutes) => age <= 500 * minutes * minuteMs) ?? 60;
  return (2 * 60) / shortest;
}

/** Times of trades, and how many minutes each is after the one before. */
function* tradeTimes(begin: number, now: number, symbols: number) {
  let from = begin;
  for (const age of agesFor(symbols)) {
    const spanMs = now - age - from;
    const count = tradesBetween(age, spanMs, symbols);
    const minutes = spanMs / count / minuteMs;
    for (let index = 1; index <= count; index += 1) {
      yield { time: from + minutes * index * minuteMs, minutes };
    }
    from = now - age;
  }
}

/** Symbols with a whole book; with more, each has fewer quotes. */
const wholeBooks = 3;

/** The maker's price levels per side, for this many symbols. */
export function levelCount(symbols: number): number {
  return Math.max(5, Math.floor((200 * wholeBooks) / Math.max(wholeBooks, symbols)));
}

/** An exchange at `now` with its history; the same seed and setup give the same one. */
export function seedExchange(seed: string, now: number, setup: Setup): ExchangeState {
  const { symbols, accounts: users, rates, choices, keep } = setup;
  const begin = now - Math.max(...priceAges) - hourMs;
  const own = [makerName, takerName].map((name) => ({ name, ...rates, hasHistory: false }));
  const accounts = [...users.map(({ description }) => description), ...own];
  const markets = symbols.map(({ market }) => market);
  const description = { seed, now: begin, markets, accounts, rates, choices, keep };
  const state = createExchangeState(description);
  const random = seedRandom(`history of ${seed}`);
  for (const command of deposits(setup)) carryOut(state, command, begin);
  const marketsOf = (wanted: readonly ListedSymbol[]) =>
    wanted.flatMap(({ market }) => state.markets.get(market.symbol) ?? []);
  const quoted = marketsOf(symbols.filter(({ depth }) => depth === undefined));
  const levels = levelCount(quoted.length);
  for (const market of quoted) {
    // Rounded at each step, a coarse grid would drive the price away.
    let price = market.openingPrice * partsPerUnit;
    for (const moment of tradeTimes(begin, now, quoted.length)) {
      price = nextPrice(random, market, price, moment.minutes);
      trade(state, market, random, { price: gridPrice(market, price), ...moment });
    }
    // The market maker stays near where the history ends.
    market.openingPrice = gridPrice(market, price);
    quote(state, market, random, { price: market.openingPrice, time: now, levels });
  }
  for (const symbol of symbols) {
    const [market] = marketsOf([symbol]);
    if (market === undefined) continue;
    if (symbol.depth) restoreBook(state, market, random, symbol.depth, now);
    market.status = String(symbol.listing.status);
  }
  state.now = now;
  return state;
}

/** A state at a time, under the fees and accounts of a setup; accounts that it lacks are added. */
export function withSettings(
  state: ExchangeState,
  { accounts, rates, keep }: Setup,
  time = state.now,
): ExchangeState {
  for (const user of accounts) {
    const { description } = user;
    const known = state.accounts.get(description.name);
    const account = known ?? createAccount(description);
    state.accounts.set(description.name, { ...account, ...description });
    if (known !== undefined) continue;
    for (const command of depositsOf(user)) carryOut(state, command, state.now);
  }
  return { ...state, now: Math.max(state.now, time), rates, keep };
}

function deposit(account: string, asset: string, amount: bigint): Command {
  return { kind: "deposit", account, asset, amount };
}

function depositsOf({ key, balances }: UserAccount): readonly Command[] {
  return Object.entries(balances).map(([asset, text]) =>
    deposit(key.account, asset, toUnits(text, unitScale)),
  );
}

function deposits({ accounts, symbols }: Setup): Command[] {
  const assets = new Set(symbols.flatMap(({ market }) => [market.baseAsset, market.quoteAsset]));
  return [
    ...accounts.flatMap(depositsOf),
    ...[...assets].flatMap((asset) =>
      [makerName, takerName].map((name) => deposit(name, asset, endless)),
    ),
  ];
}

/** The next price of a random walk, in parts: up to 0.3 % in a minute, and pulled back in days. */
function nextPrice(random: RandomState, market: Market, price: bigint, minutes: number): bigint {
  const millionths = Math.round((nextBelow(random, 6001) - 3000) * Math.sqrt(minutes));
  const away = market.openingPrice * partsPerUnit - price;
  const back = (away * BigInt(Math.round(minutes * 60))) / pullSeconds;
  return price + (price * BigInt(millionths)) / 1_000_000n + back;
}

/** The price of the grid that is nearest to a price in parts. */
function gridPrice(market: Market, price: bigint): bigint {
  return floorPrice(market, (price + (market.priceStep * partsPerUnit) / 2n) / partsPerUnit);
}

interface Moment {
  readonly price: bigint;
  readonly time: number;
}

/** A trade at a price, with as many lots as some minutes have; no order is there to be filled. */
function trade(
  state: ExchangeState,
  market: Market,
  random: RandomState,
  { price, time, minutes = 1 }: Moment & { readonly minutes?: number },
): void {
  const buyerIsMaker = nextBelow(random, 2) === 0;
  const quantity = lotOf(market) * BigInt(Math.ceil(tradedLots(random) * minutes));
  const amounts = { price, quantity, buyerIsMaker };
  recordTrade(market, tradeOf(state, market, amounts, Math.round(time)), state.keep);
}

/** The lots that are traded in a minute. */
export function tradedLots(random: RandomState): number {
  return 100 + nextBelow(random, 5000);
}

/** The maker's book around a price: levels 0.01 % apart with growing quantities. */
function quote(
  state: ExchangeState,
  market: Market,
  random: RandomState,
  { levels, ...moment }: Moment & { readonly levels: number },
): void {
  for (let level = 1n; level <= levels; level += 1n) {
    for (const side of ["BUY", "SELL"] as const) {
      const amounts = quoteAround(market, random, { side, price: moment.price, level });
      if (amounts.price > 0n) rest(state, market, side, { ...amounts, time: moment.time });
    }
  }
}

/** Recreates a recorded book as quotes of the maker, after a trade at its best price. */
function restoreBook(
  state: ExchangeState,
  market: Market,
  random: RandomState,
  { bids, asks, lastUpdateId }: NonNullable<ListedSymbol["depth"]>,
  time: number,
): void {
  const isEmpty = bids.length === 0 && asks.length === 0;
  if (!isEmpty) trade(state, market, random, { price: market.openingPrice, time });
  for (const [side, levels] of [
    ["BUY", bids],
    ["SELL", asks],
  ] as const) {
    for (const [price = "0", quantity = "0"] of levels) {
      const units = { price: toUnits(price, unitScale), quantity: toUnits(quantity, unitScale) };
      if (units.price > 0n && units.quantity > 0n) rest(state, market, side, { ...units, time });
    }
  }
  if (lastUpdateId !== undefined) market.lastUpdateId = lastUpdateId;
}

function rest(
  state: ExchangeState,
  { symbol }: Market,
  side: Side,
  { time, ...amounts }: Moment & { readonly quantity: bigint },
): void {
  const order = { kind: "place", account: makerName, symbol, side, type: "LIMIT" } as const;
  carryOut(state, { ...order, ...amounts, timeInForce: "GTC" }, time);
}

/** A quote of the maker on a level around a price; further levels offer more. */
export function quoteAround(
  market: Market,
  random: RandomState,
  { side, price, level }: { readonly side: Side; readonly price: bigint; readonly level: bigint },
) {
  const away = gapOf(market, price) * level;
  return {
    price: side === "BUY" ? price - away : price + away,
    quantity: lotOf(market) * (1000n * level + BigInt(nextBelow(random, 20_000)) + 1n),
  };
}

/** The gap between two price levels: 0.01 % of the price. */
export function gapOf(market: Market, price: bigint): bigint {
  const gap = floorTo(price / 10_000n, market.priceStep);
  return gap > 0n ? gap : market.priceStep;
}

/** Step of quote quantities; 0.001 where a symbol has nearly no grid. */
export function lotOf({ quantityStep }: Market): bigint {
  return quantityStep === 1n ? 100_000n : quantityStep;
}

function carryOut(state: ExchangeState, command: Command, time: number): void {
  const { reply } = step(state, command, time);
  if (reply.kind !== "rejected") return;
  throw new Error(`a ${command.kind} command of the seed was rejected: ${reply.reason}`);
}
