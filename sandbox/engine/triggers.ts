/** Stop orders that wait for the last trade price. */

import { orderTypeRules } from "../../generated/order-rules.ts";
import type { OrderType, Side } from "../../generated/types.ts";
import { lowerBound } from "./lists.ts";
import { lastPrice } from "./market-data.ts";
import type { PlaceCommand } from "./messages.ts";
import type { Market, Order } from "./state.ts";

/** Direction in which the last price triggers an order. */
type Crossing = "rises" | "falls";

/** What the engine reads of the rules of an order type. */
interface TypeRule {
  readonly required: readonly string[];
  readonly triggersWhenPrice?: Readonly<Record<Side, Crossing>>;
  readonly becomes?: OrderType;
  readonly refusedWhen?: "wouldMatch" | "wouldTrigger";
}

export const typeRules: Readonly<Record<OrderType, TypeRule>> = orderTypeRules;

/** The type whose orders never trade at once; another contract may have none. */
export const restingType: OrderType =
  (Object.keys(typeRules) as OrderType[]).find((type) => {
    return typeRules[type].refusedWhen === "wouldMatch";
  }) ?? "LIMIT";

/** The direction that triggers an order; `undefined` for a type without a trigger. */
function crossingOf(type: OrderType, side: Side): Crossing | undefined {
  return typeRules[type].triggersWhenPrice?.[side];
}

/** Whether the last price has already reached a stop price; false before the first trade. */
export function wouldTrigger(
  market: Market,
  { type, side, stopPrice = 0n }: Pick<PlaceCommand, "type" | "side" | "stopPrice">,
): boolean {
  const crossing = crossingOf(type, side);
  if (crossing === undefined || market.trades.length === 0) return false;
  return isReached(crossing, stopPrice, lastPrice(market));
}

/** Adds an order behind those with the same stop price. */
export function addWaiting(market: Market, order: Order): void {
  const { orders, index } = placeOf(market, order);
  orders.splice(index, 0, order);
}

/** Removes a waiting order. Throws when it does not wait. */
export function removeWaiting(market: Market, order: Order): void {
  const { orders, index } = placeOf(market, order);
  const place = orders.indexOf(order, index);
  if (place < 0) throw new Error(`order ${order.orderId} waits for no price of ${market.symbol}`);
  orders.splice(place, 1);
}

/**
 * Moves the orders that a trade at `price` triggers to the end of `queue`, in the order in which
 * their stop prices were reached, oldest first at one stop price. A triggered order no longer
 * waits, so none is triggered twice.
 */
export function takeTriggered(market: Market, price: bigint, queue: Order[]): void {
  for (const crossing of ["rises", "falls"] as const) {
    const orders = waitingOf(market, crossing);
    for (let next = orders.at(-1); next !== undefined; next = orders.at(-1)) {
      if (!isReached(crossing, next.stopPrice, price)) break;
      orders.pop();
      queue.push(next);
    }
  }
}

function isReached(crossing: Crossing, stopPrice: bigint, price: bigint): boolean {
  return crossing === "rises" ? price >= stopPrice : price <= stopPrice;
}

/** The waiting orders of one direction; the next to trigger is last. */
function waitingOf(market: Market, crossing: Crossing): Order[] {
  return crossing === "rises" ? market.rising : market.falling;
}

/** The list of an order, and the index of the newest order with its stop price. */
function placeOf(market: Market, { type, side, stopPrice, orderId }: Order) {
  const crossing = crossingOf(type, side);
  if (crossing === undefined) {
    throw new Error(`order ${orderId} is a ${type} order and waits for no price`);
  }
  const orders = waitingOf(market, crossing);
  const isBefore = (other: Order): boolean =>
    crossing === "rises" ? other.stopPrice > stopPrice : other.stopPrice < stopPrice;
  return { orders, index: lowerBound(orders, isBefore) };
}
