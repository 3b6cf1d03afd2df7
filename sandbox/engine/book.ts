/** One symbol's order book: price levels, each with its orders, oldest first. */

import type { Side } from "../../generated/types.ts";
import { lowerBound } from "./lists.ts";
import type { PriceAndQuantity } from "./messages.ts";
import type { Level, Market, Order } from "./state.ts";

/** Appends an order to its price level; an iceberg order shows only a part. */
export function addToBook(market: Market, order: Order): void {
  const levels = levelsOf(market, order.side);
  const index = position(levels, order.side, order.price);
  let level = levels[index];
  if (level === undefined || level.price !== order.price) {
    level = { price: order.price, quantity: 0n, hidden: 0n, orders: [] };
    levels.splice(index, 0, level);
  }
  const left = order.quantity - order.executed;
  show(level, order, left);
  level.hidden += left - order.shown;
}

/**
 * Fills `quantity` of the first order's visible part. A filled order leaves the book; an iceberg
 * order shows its next part at the end of its level. Throws when the order is not the first: an
 * engine bug.
 */
export function fillFirst(market: Market, order: Order, quantity: bigint): void {
  const levels = levelsOf(market, order.side);
  const level = levels.at(-1);
  if (level?.orders[0] !== order) throw absent(market, order);
  level.quantity -= quantity;
  order.shown -= quantity;
  if (order.shown > 0n) return;
  level.orders.shift();
  const left = order.quantity - order.executed - quantity;
  if (left > 0n) {
    show(level, order, left);
    level.hidden -= order.shown;
  } else if (level.orders.length === 0) levels.pop();
}

/** Removes an order. Throws when it is not on the book: an engine bug. */
export function removeFromBook(market: Market, order: Order): void {
  const levels = levelsOf(market, order.side);
  const index = position(levels, order.side, order.price);
  const level = levels[index];
  const place = level?.orders.indexOf(order) ?? -1;
  if (level === undefined || place < 0) throw absent(market, order);
  level.orders.splice(place, 1);
  level.quantity -= order.shown;
  level.hidden -= order.quantity - order.executed - order.shown;
  order.shown = 0n;
  if (level.orders.length === 0) levels.splice(index, 1);
}

/** The levels of a side, best last. */
export function levelsOf(market: Market, side: Side): Level[] {
  return side === "BUY" ? market.bids : market.asks;
}

/** Whether an order of `side` would trade at `price`; without a limit it always would. */
export function reaches(side: Side, limit: bigint | undefined, price: bigint): boolean {
  if (limit === undefined) return true;
  return side === "BUY" ? price <= limit : price >= limit;
}

/** Best price and quantity of a side; both 0 when it is empty. */
export function bestOf(market: Market, side: Side): PriceAndQuantity {
  const level = levelsOf(market, side).at(-1);
  return level === undefined ? [0n, 0n] : [level.price, level.quantity];
}

/** Visible quantity at a price; 0 for none. */
export function quantityAt(market: Market, side: Side, price: bigint): bigint {
  return levelAt(market, side, price)?.quantity ?? 0n;
}

/** The level at a price, if any order is there. */
export function levelAt(market: Market, side: Side, price: bigint): Level | undefined {
  const levels = levelsOf(market, side);
  const level = levels[position(levels, side, price)];
  return level?.price === price ? level : undefined;
}

/** The levels that an order of a side and price would take from. */
export function levelsWithin(market: Market, side: Side, price: bigint): readonly Level[] {
  const levels = levelsOf(market, side === "BUY" ? "SELL" : "BUY");
  return levels.slice(lowerBound(levels, (level) => !reaches(side, price, level.price)));
}

/** Up to `limit` levels of a side, best first. */
export function topLevels(market: Market, side: Side, limit: number): PriceAndQuantity[] {
  const levels = levelsOf(market, side);
  const top: PriceAndQuantity[] = [];
  for (let index = levels.length - 1; index >= 0 && top.length < limit; index -= 1) {
    const level = levels[index];
    if (level !== undefined) top.push([level.price, level.quantity]);
  }
  return top;
}

/** Shows the next part of an order with `left` to fill, at the end of its level. */
function show(level: Level, order: Order, left: bigint): void {
  const iceberg = order.icebergQuantity;
  order.shown = iceberg > 0n && iceberg < left ? iceberg : left;
  level.quantity += order.shown;
  level.orders.push(order);
}

function absent(market: Market, order: Order): Error {
  return new Error(`order ${order.orderId} does not rest on the book of ${market.symbol}`);
}

/** Index of the level with this price, or where to insert it. */
function position(levels: readonly Level[], side: Side, price: bigint): number {
  return lowerBound(levels, (other) =>
    side === "BUY" ? other.price < price : other.price > price,
  );
}
