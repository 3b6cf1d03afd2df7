/** Ends orders before they are filled: canceled, expired, or rejected when triggered. */

import type { Side } from "../../generated/types.ts";
import { unlock } from "./balances.ts";
import { removeFromBook } from "./book.ts";
import { type Changes, emitOrder, type Parts, touchAsset, touchLevel } from "./changes.ts";
import {
  type CancelCommand,
  type MaintenanceCommand,
  type OrderSnapshot,
  type Reply,
  rejected,
} from "./messages.ts";
import { findOrder, isFinal, nextCancellationId, openOrdersOf, transition } from "./orders.ts";
import type { Account, ExchangeState, Market, Order } from "./state.ts";
import { removeWaiting } from "./triggers.ts";

export function cancelOrder(parts: Parts<CancelCommand>): Reply {
  const { state, market, account, command, changes } = parts;
  const order = findOrder(account, command.symbol, command);
  if (order === undefined || isFinal(order)) return rejected("unknownOrder");
  removeOpen(market, order, changes);
  transition(account, order, "cancellation", "CANCELED", state.now);
  release(market, account, order, changes);
  const cancelId = command.cancelId ?? nextCancellationId(state);
  emitOrder(changes, "CANCELED", order, { cancelId });
  return { kind: "canceled", order: { ...order }, cancelId };
}

/** Expires all open orders, oldest first; see `MaintenanceCommand`. */
export function expireOrders(
  state: ExchangeState,
  command: MaintenanceCommand,
  changes: Changes,
): Reply {
  const { symbol } = command;
  if (symbol !== undefined && !state.markets.has(symbol)) return rejected("unknownSymbol");
  const open = [...state.accounts.values()]
    .flatMap((account) => openOrdersOf(account).map((order) => ({ account, order })))
    .filter(({ order }) => symbol === undefined || order.symbol === symbol)
    .sort((left, right) => left.order.orderId - right.order.orderId);
  const orders: OrderSnapshot[] = [];
  for (const { account, order } of open) {
    const market = state.markets.get(order.symbol);
    if (market === undefined) continue;
    if (order.working) touchLevel(changes, market, order.side, order.price);
    order.shown = 0n;
    expire(market, account, order, changes);
    orders.push({ ...order });
  }
  // All at once: to take the orders out one by one would be slow when there are many.
  for (const { symbol: name, bids, asks, rising, falling } of state.markets.values()) {
    if (symbol !== undefined && name !== symbol) continue;
    for (const list of [bids, asks, rising, falling]) list.length = 0;
  }
  return { kind: "maintained", orders };
}

/** Expires an order that is not on the book; its trades stay. */
export function expire(market: Market, account: Account, order: Order, changes: Changes): void {
  transition(account, order, "expiry", "EXPIRED", changes.time);
  release(market, account, order, changes);
  emitOrder(changes, "EXPIRED", order);
}

/** Unlocks what is left of an order's reservation. */
export function release(market: Market, account: Account, order: Order, changes: Changes): void {
  const asset = assetOf(market, order.side);
  touchAsset(changes, account, asset);
  unlock(account, asset, order.reserved);
  order.reserved = 0n;
}

/** The asset that an order of a side locks. */
export function assetOf(market: Market, side: Side): string {
  return side === "BUY" ? market.quoteAsset : market.baseAsset;
}

/** Removes an open order from the book or from the waiting stop orders. */
function removeOpen(market: Market, order: Order, changes: Changes): void {
  if (!order.working) return removeWaiting(market, order);
  touchLevel(changes, market, order.side, order.price);
  removeFromBook(market, order);
}
