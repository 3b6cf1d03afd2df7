/**
 * Live prices: a market maker whose quotes follow a moving price, and takers who trade at the best
 * price. Depends only on seed, time and book, so a sandbox that continues from a journal behaves as
 * if it had never stopped.
 */

import type { Side } from "../../generated/types.ts";
import { makerName, takerName } from "../config/accounts.ts";
import { bestOf } from "../engine/book.ts";
import { lastPrice } from "../engine/market-data.ts";
import { openOrdersOf } from "../engine/orders.ts";
import { nextBelow, type RandomState, seedRandom } from "../engine/random.ts";
import type { Market, Order } from "../engine/state.ts";
import { restingType } from "../engine/triggers.ts";
import { floorPrice, least } from "../engine/units.ts";
import type { Exchange } from "./exchange.ts";
import { messageOf } from "./request-error.ts";
import { gapOf, levelCount, lotOf, minuteMs, quoteAround, tradedLots } from "./seed.ts";

export type MarketMaker = ReturnType<typeof createMarketMaker>;

/** Largest price move, in gaps between levels or 0.01 %, whichever is less. */
const movesMax = 5;

/** Mean reversion: moves that undo most of the way away from where the history ended. */
const pull = 200n;

/** Percentage of moves with a trade. */
const tradesPercent = 50;

/** Makes a market maker and takers on the exchange's clock; they do nothing until started. */
export function createMarketMaker(exchange: Exchange, seed: string) {
  let cancelNext: (() => void) | undefined;
  const stop = (): void => {
    cancelNext?.();
    cancelNext = undefined;
  };
  return {
    /** Starts, or changes the pace. */
    start: ({ everyMs = 1000 }: { readonly everyMs?: number } = {}): void => {
      stop();
      const moveAgain = (): void => {
        cancelNext = exchange.after(everyMs, moveAgain);
        try {
          for (const market of exchange.state.markets.values()) {
            moveMarket(exchange, market, seed, everyMs);
          }
        } catch (error) {
          exchange.report(`the maker failed: ${messageOf(error)}`);
        }
      };
      cancelNext = exchange.after(everyMs, moveAgain);
    },
    /** The book stays. */
    stop,
    isRunning: (): boolean => cancelNext !== undefined,
  };
}

function moveMarket(exchange: Exchange, market: Market, seed: string, everyMs: number): void {
  const random = seedRandom(`maker of ${seed}: ${market.symbol} at ${exchange.now()}`);
  const price = nextPrice(market, random);
  const own = openOrdersOf(exchange.state.accounts.get(makerName), market.symbol);
  for (const side of ["BUY", "SELL"] as const) {
    const quotes = own.filter((order) => order.side === side);
    const levels = levelCount(exchange.state.markets.size);
    const left = cancelOld(exchange, quotes, { price, levels });
    // With few quotes on a side, add many at once.
    const few = Math.floor(levels / 2);
    const more = left < few ? few : 1;
    for (let count = 0; count < more; count += 1) quote(exchange, market, { side, price, random });
  }
  if (nextBelow(random, 100) < tradesPercent) take(exchange, market, random, everyMs);
}

/** The next price: near the last trade, and in the long run near where the history ended. */
function nextPrice(market: Market, random: RandomState): bigint {
  const last = lastPrice(market);
  const opening = market.openingPrice;
  const from = last === 0n ? opening : last;
  const moves = BigInt(nextBelow(random, 2 * movesMax + 1) - movesMax);
  // A step of a coarse grid is too far for each second.
  const move = least(gapOf(market, from), from / 10_000n);
  const moved = from + moves * move + (opening - from) / pull;
  return roundToGrid(market, random, moved);
}

/**
 * Rounds a price down to the grid; where a step is a large part of it, at random down or up, as
 * often as it is near each: always down, prices would fall by half a step with each move.
 */
function roundToGrid(market: Market, random: RandomState, price: bigint): bigint {
  const { priceStep } = market;
  const isFine = priceStep * 10_000n < price;
  const more = isFine ? 0 : nextBelow(random, Number(priceStep));
  return floorPrice(market, price + BigInt(more));
}

/** Cancels quotes that the price has passed and the oldest surplus ones; returns the rest. */
function cancelOld(
  exchange: Exchange,
  quotes: readonly Order[],
  { price, levels }: { readonly price: bigint; readonly levels: number },
): number {
  let excess = quotes.length - levels;
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

/** Adds a quote that never trades at once, more often near the price. */
function quote(exchange: Exchange, market: Market, { side, price, random }: Quote): void {
  const levels = levelCount(exchange.state.markets.size);
  const reach = Math.min(levels, reachOf(market, price));
  const draw = nextBelow(random, reach);
  const level = BigInt(1 + Math.floor((draw * draw) / reach));
  const amounts = quoteAround(market, random, { side, price, level });
  if (amounts.price <= 0n) return;
  const maker = { kind: "place", account: makerName, symbol: market.symbol, side } as const;
  exchange.execute({ ...maker, type: restingType, ...amounts });
}

/** Levels within 2 % of a price; at least ten, where a step of the grid is a large part of it. */
function reachOf(market: Market, price: bigint): number {
  return Math.max(10, Number(price / 50n / gapOf(market, price)));
}

/** A taker buys or sells a little at the best price: in a minute, as much as in one of history. */
function take(exchange: Exchange, market: Market, random: RandomState, everyMs: number): void {
  const side = nextBelow(random, 2) === 0 ? "BUY" : "SELL";
  const [, offered] = bestOf(market, side === "BUY" ? "SELL" : "BUY");
  const tradesMs = (minuteMs * tradesPercent) / 100;
  const wanted = lotOf(market) * BigInt(Math.ceil((tradedLots(random) * everyMs) / tradesMs));
  const quantity = wanted < offered ? wanted : offered;
  const { symbol } = market;
  if (quantity === 0n) return;
  exchange.execute({ kind: "place", account: takerName, symbol, side, type: "MARKET", quantity });
}
