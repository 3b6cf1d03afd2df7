/**
 * Live prices: a maker whose quotes follow a price that moves, and takers who trade with whoever
 * quotes best. What they do follows from the seed, the time and the book alone, so a sandbox
 * that goes on from a journal goes on as if it had never stopped.
 */

import { bestOf } from "../engine/book.ts";
import { lastPrice } from "../engine/market-data.ts";
import type { PlaceCommand } from "../engine/messages.ts";
import { nextBelow, type RandomState, seedRandom } from "../engine/random.ts";
import type { Market, Order, Side } from "../engine/state.ts";
import { floorTo } from "../engine/units.ts";
import type { Exchange } from "./exchange.ts";
import { gapOf, levelCount, makerName, openingPrice, quoteQuantity, takerName } from "./seed.ts";

export interface MarketMakerOptions {
  /** Time between two looks at the market, in milliseconds; 1000 when absent. */
  readonly everyMs?: number;
}

export interface MarketMaker {
  /** Begins, or goes on at another pace. */
  readonly start: (options?: MarketMakerOptions) => void;
  /** Leaves the book as it is. */
  readonly stop: () => void;
  readonly isRunning: () => boolean;
}

/** Moves of the price within one look: up to this many gaps between two levels. */
const movesMax = 5;

/** How strongly the price is pulled back to where it began: by this part of the way. */
const pull = 5000n;

/** Looks in a hundred that bring a trade. */
const tradesPercent = 50;

/** Quotes of a side below which the maker makes haste. */
const quotesMin = levelCount / 2;

/** A maker and takers on the exchange's clock; they stand still until they are started. */
export function createMarketMaker(exchange: Exchange, seed: string): MarketMaker {
  let cancelNext: (() => void) | undefined;
  const stop = (): void => {
    cancelNext?.();
    cancelNext = undefined;
  };
  return {
    start: ({ everyMs = 1000 } = {}) => {
      stop();
      const lookAgain = (): void => {
        cancelNext = exchange.after(everyMs, lookAgain);
        try {
          for (const market of exchange.state.markets.values()) look(exchange, market, seed);
        } catch (error) {
          exchange.report(`the maker failed: ${error instanceof Error ? error.message : error}`);
        }
      };
      cancelNext = exchange.after(everyMs, lookAgain);
    },
    stop,
    isRunning: () => cancelNext !== undefined,
  };
}

function look(exchange: Exchange, market: Market, seed: string): void {
  const random = seedRandom(`maker of ${seed}: ${market.symbol} at ${exchange.now()}`);
  const price = nextPrice(market, random);
  const own = [...(exchange.state.accounts.get(makerName)?.openOrders.values() ?? [])].filter(
    ({ symbol }) => symbol === market.symbol,
  );
  for (const side of ["BUY", "SELL"] as const) {
    const quotes = own.filter((order) => order.side === side);
    const left = leaveOld(exchange, quotes, price);
    const more = left < quotesMin ? quotesMin : 1;
    for (let count = 0; count < more; count += 1) quote(exchange, market, { side, price, random });
  }
  if (nextBelow(random, 100) < tradesPercent) take(exchange, market, random);
}

/** Where the price goes from the last trade: anywhere near, and in the long run back. */
function nextPrice(market: Market, random: RandomState): bigint {
  const last = lastPrice(market);
  const opening = openingPrice(market);
  const from = last === 0n ? opening : last;
  const moves = BigInt(nextBelow(random, 2 * movesMax + 1) - movesMax);
  const moved = from + moves * gapOf(market, from) + (opening - from) / pull;
  return floorTo(moved < market.priceStep ? market.priceStep : moved, market.priceStep);
}

/** Cancels what the price has passed, and the oldest of too many; returns how many are left. */
function leaveOld(exchange: Exchange, quotes: readonly Order[], price: bigint): number {
  let excess = quotes.length - levelCount;
  let left = quotes.length;
  for (const { account, symbol, orderId, side, price: own } of quotes) {
    excess -= 1;
    const isPassed = side === "BUY" ? own >= price : own <= price;
    if (excess < 0 && !isPassed) continue;
    exchange.execute({ kind: "cancel", account, symbol, orderId });
    left -= 1;
  }
  return left;
}

interface Quote {
  readonly side: Side;
  readonly price: bigint;
  readonly random: RandomState;
}

/** One more level, rather near the price than far from it; none where it would trade at once. */
function quote(exchange: Exchange, market: Market, { side, price: around, random }: Quote): void {
  const draw = nextBelow(random, levelCount);
  const level = BigInt(1 + Math.floor((draw * draw) / levelCount));
  const away = gapOf(market, around) * level;
  const price = side === "BUY" ? around - away : around + away;
  const quantity = quoteQuantity(market, random, level);
  if (price > 0n) {
    place(exchange, { account: makerName, symbol: market.symbol, side, price, quantity });
  }
}

function place(exchange: Exchange, wanted: Omit<PlaceCommand, "kind" | "type">): void {
  exchange.execute({ kind: "place", type: "LIMIT_MAKER", ...wanted });
}

/** Somebody buys or sells a little at the best price that is there. */
function take(exchange: Exchange, market: Market, random: RandomState): void {
  const side = nextBelow(random, 2) === 0 ? "BUY" : "SELL";
  const [, offered] = bestOf(market, side === "BUY" ? "SELL" : "BUY");
  const wanted = market.quantityStep * BigInt(100 + nextBelow(random, 5000));
  const quantity = wanted < offered ? wanted : offered;
  const { symbol } = market;
  if (quantity === 0n) return;
  exchange.execute({ kind: "place", account: takerName, symbol, side, type: "MARKET", quantity });
}
