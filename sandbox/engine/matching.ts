/**
 * Price-time priority matching at the price of the resting order. A plan changes nothing: it gives
 * the cost of a market order, decides whether a FOK order can be filled, and lists the fills.
 * execution.ts executes it.
 */

import { levelsOf, reaches } from "./book.ts";
import type { PlaceCommand } from "./messages.ts";
import type { Level, Market, Order } from "./state.ts";
import { floorTo, least, one, quoteOf } from "./units.ts";

/** The fills of an incoming order, in order. */
export interface MatchPlan {
  readonly fills: readonly PlannedFill[];
  readonly quantity: bigint;
  /** The book had nothing more within the limit. */
  readonly exhausted: boolean;
}

export interface PlannedFill {
  readonly maker: Order;
  readonly quantity: bigint;
}

/** The side, limit and size of an incoming order; without a limit, any price will do. */
type Incoming = Pick<PlaceCommand, "side" | "price" | "quantity" | "quoteQuantity">;

/** Walks the opposite side of the book, best price and oldest order first. */
export function planMatch(market: Market, order: Incoming): MatchPlan {
  const levels = levelsOf(market, order.side === "BUY" ? "SELL" : "BUY");
  const best = levels.at(-1);
  if (best === undefined || !reaches(order.side, order.price, best.price)) return nothing;
  const fills: PlannedFill[] = [];
  let quantity = 0n;
  let quote = order.quoteQuantity;
  for (let index = levels.length - 1; index >= 0; index -= 1) {
    const level = levels[index];
    if (level === undefined || !reaches(order.side, order.price, level.price)) break;
    const wanted = wantedAt(market, order, level.price, quantity, quote);
    if (wanted === 0n) return { fills, quantity, exhausted: false };
    const taken = takeFrom(level, wanted, fills);
    quantity += taken;
    if (quote !== undefined) quote -= quoteOf(level.price, taken);
    if (taken < level.quantity + level.hidden) return { fills, quantity, exhausted: false };
  }
  const worst = levels[0];
  const wanted = worst && wantedAt(market, order, worst.price, quantity, quote);
  return { fills, quantity, exhausted: wanted !== 0n };
}

/** Cost of an order of `quantity`: at its limit, or without one at the planned prices. */
export function costOf(plan: MatchPlan, limit: bigint | undefined, quantity: bigint): bigint {
  if (limit !== undefined) return quoteOf(limit, quantity);
  return plan.fills.reduce((sum, fill) => sum + quoteOf(fill.maker.price, fill.quantity), 0n);
}

const nothing: MatchPlan = { fills: [], quantity: 0n, exhausted: true };

/** Remaining quantity at a price, on the market's grid; `quote` is the remaining amount. */
function wantedAt(
  market: Market,
  order: Incoming,
  price: bigint,
  quantity: bigint,
  quote: bigint | undefined,
): bigint {
  if (order.quantity !== undefined) return order.quantity - quantity;
  return floorTo(((quote ?? 0n) * one) / price, market.quantityStep);
}

/** Adds fills from the orders of a level in time order; returns their quantity. */
function takeFrom(level: Level, wanted: bigint, fills: PlannedFill[]): bigint {
  let left = wanted;
  for (const maker of level.orders) {
    if (left === 0n) return wanted;
    const quantity = least(left, maker.shown);
    fills.push({ maker, quantity });
    left -= quantity;
  }
  if (left > 0n && level.hidden > 0n) left = takeHidden(level, left, fills);
  return wanted - left;
}

/**
 * Fills from hidden quantity after the visible one: icebergs show their next parts in turns, until
 * nothing is wanted or hidden any more. Returns what is still wanted.
 */
function takeHidden(level: Level, wanted: bigint, fills: PlannedFill[]): bigint {
  let left = wanted;
  let icebergs = level.orders.map((maker) => ({
    maker,
    hidden: maker.quantity - maker.executed - maker.shown,
  }));
  while (left > 0n) {
    icebergs = icebergs.filter(({ hidden }) => hidden > 0n);
    if (icebergs.length === 0) break;
    for (const iceberg of icebergs) {
      const { maker } = iceberg;
      const quantity = least(left, least(maker.icebergQuantity, iceberg.hidden));
      if (quantity === 0n) break;
      fills.push({ maker, quantity });
      iceberg.hidden -= quantity;
      left -= quantity;
    }
  }
  return left;
}
