/**
 * Who trades with whom: the best price first, at one price the oldest order first, and always
 * at the price of the order that was there. A plan changes nothing, so the same walk answers
 * what a market order would cost, whether a FOK order can be filled, and then what happens.
 */

import { oppositeOf, reaches } from "./book.ts";
import type { Level, Market, Order, Side } from "./state.ts";
import { floorTo, least, one, quoteOf } from "./units.ts";

/** What an incoming order would trade, in order. */
export interface Plan {
  readonly fills: readonly PlannedFill[];
  readonly quantity: bigint;
  readonly quote: bigint;
  /** The other side had nothing more to give within the limits. */
  readonly ranDry: boolean;
}

export interface PlannedFill {
  readonly maker: Order;
  readonly quantity: bigint;
}

/** What an incoming order wants: a quantity, or as much as an amount of quote stands for. */
export interface Wish {
  readonly side: Side;
  /** Worst acceptable price; `undefined` takes every price. */
  readonly limit: bigint | undefined;
  readonly amount:
    | { readonly kind: "quantity"; readonly quantity: bigint }
    | { readonly kind: "quote"; readonly quote: bigint };
}

/** Walks the other side of the book, best price and oldest order first. */
export function planMatch(market: Market, wish: Wish): Plan {
  const levels = oppositeOf(market, wish.side);
  const fills: PlannedFill[] = [];
  let quantity = 0n;
  let quote = 0n;
  for (let index = levels.length - 1; index >= 0; index -= 1) {
    const level = levels[index];
    if (level === undefined || !reaches(wish.side, wish.limit, level.price)) break;
    const wanted = wantedAt(market, wish, level.price, quantity, quote);
    if (wanted === 0n) return { fills, quantity, quote, ranDry: false };
    const taken = takeFrom(level, wanted, fills);
    quantity += taken;
    quote += quoteOf(level.price, taken);
    if (taken < level.quantity) return { fills, quantity, quote, ranDry: false };
  }
  const worst = levels[0];
  const wanted = worst && wantedAt(market, wish, worst.price, quantity, quote);
  return { fills, quantity, quote, ranDry: wanted !== 0n };
}

/** How much more is wanted at a price, on the market's grid of quantities. */
function wantedAt(
  market: Market,
  wish: Wish,
  price: bigint,
  quantity: bigint,
  quote: bigint,
): bigint {
  if (wish.amount.kind === "quantity") return wish.amount.quantity - quantity;
  return floorTo(((wish.amount.quote - quote) * one) / price, market.quantityStep);
}

/** Adds fills from the oldest orders of a level; returns how much they give. */
function takeFrom(level: Level, wanted: bigint, fills: PlannedFill[]): bigint {
  let left = wanted;
  for (const maker of level.orders.values()) {
    if (left === 0n) break;
    const quantity = least(left, maker.quantity - maker.executed);
    fills.push({ maker, quantity });
    left -= quantity;
  }
  return wanted - left;
}
