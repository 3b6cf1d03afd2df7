/**
 * Orders that wait for a price. Each trade is asked which of them it triggers; an order that is
 * triggered waits no more, so none can be triggered twice.
 */

import { lastPrice } from "./market-data.ts";
import { type Crossing, crossingOf } from "./order-types.ts";
import type { Market, Order, OrderType, Side } from "./state.ts";

/** Whether the price of the last trade has reached a stop price already; false before trades. */
export function wouldTrigger(
  market: Market,
  type: OrderType,
  side: Side,
  stopPrice: bigint,
): boolean {
  const crossing = crossingOf(type, side);
  if (crossing === undefined || market.trades.length === 0) return false;
  return isReached(crossing, stopPrice, lastPrice(market));
}

/** Whether an order of this type has to wait for a price before it can trade. */
export function hasTrigger({ type, side }: { type: OrderType; side: Side }): boolean {
  return crossingOf(type, side) !== undefined;
}

/** Lets an order wait behind those with the same stop price. */
export function addWaiting(market: Market, order: Order): void {
  const crossing = requireCrossing(order);
  const waiting = waitingOf(market, crossing);
  waiting.splice(position(waiting, crossing, order.stopPrice), 0, order);
}

/** Takes an order away before it is triggered. Throws when it does not wait. */
export function removeWaiting(market: Market, order: Order): void {
  const crossing = requireCrossing(order);
  const waiting = waitingOf(market, crossing);
  const index = waiting.indexOf(order, position(waiting, crossing, order.stopPrice));
  if (index < 0) throw new Error(`order ${order.orderId} waits for no price of ${market.symbol}`);
  waiting.splice(index, 1);
}

/**
 * Moves the orders that a trade at `price` triggers to the end of `queue`: the stop price that
 * the price came to first goes first, and at one stop price the oldest order.
 */
export function takeTriggered(market: Market, price: bigint, queue: Order[]): void {
  if (market.rising.length > 0) takeReached(market.rising, "rises", price, queue);
  if (market.falling.length > 0) takeReached(market.falling, "falls", price, queue);
}

function takeReached(waiting: Order[], crossing: Crossing, price: bigint, queue: Order[]): void {
  for (;;) {
    const next = waiting.at(-1);
    if (next === undefined || !isReached(crossing, next.stopPrice, price)) return;
    waiting.pop();
    queue.push(next);
  }
}

function isReached(crossing: Crossing, stopPrice: bigint, price: bigint): boolean {
  return crossing === "rises" ? price >= stopPrice : price <= stopPrice;
}

/** The orders that wait for one kind of crossing; the next to be triggered is the last. */
function waitingOf(market: Market, crossing: Crossing): Order[] {
  return crossing === "rises" ? market.rising : market.falling;
}

/** Index of the newest order with this stop price, or of the place where it would go. */
function position(waiting: readonly Order[], crossing: Crossing, stopPrice: bigint): number {
  let low = 0;
  let high = waiting.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = waiting[middle]?.stopPrice ?? stopPrice;
    if (crossing === "rises" ? other > stopPrice : other < stopPrice) low = middle + 1;
    else high = middle;
  }
  return low;
}

function requireCrossing(order: Order): Crossing {
  const crossing = crossingOf(order.type, order.side);
  if (crossing !== undefined) return crossing;
  throw new Error(`order ${order.orderId} is a ${order.type} order and waits for no price`);
}
