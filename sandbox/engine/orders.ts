/** Orders: creation, records, lookup, and the state transitions of the spec. */

import { finalOrderStates, orderTransitions } from "../../generated/order-states.ts";
import type { OrderStatus } from "../../generated/types.ts";
import { isOverfull, lowerBound } from "./lists.ts";
import type { CancelCommand, PlaceCommand } from "./messages.ts";
import type { Account, AccountSymbol, ExchangeState, Order } from "./state.ts";

export type Trigger = (typeof orderTransitions)[number]["trigger"];

const followers = new Map<string, Map<string, Set<string>>>();
for (const { from, trigger, to } of orderTransitions) {
  const byTrigger = followers.get(from) ?? new Map<string, Set<string>>();
  followers.set(from, byTrigger.set(trigger, (byTrigger.get(trigger) ?? new Set()).add(to)));
}
const finalStates: ReadonlySet<string> = new Set(finalOrderStates);

/** A new order, not recorded yet, with the amount to reserve on acceptance. */
export function createOrder(
  state: ExchangeState,
  command: PlaceCommand,
  amounts: { readonly quantity: bigint; readonly reserved: bigint },
): Order {
  const orderId = state.lastOrderId + 1;
  return {
    orderId,
    account: command.account,
    symbol: command.symbol,
    clientOrderId:
      command.clientOrderId ?? state.idPrefix + String(orderId).padStart(countLength, "0"),
    side: command.side,
    type: command.type,
    timeInForce: command.timeInForce ?? "GTC",
    price: command.price ?? 0n,
    stopPrice: command.stopPrice ?? 0n,
    quoteQuantity: command.quoteQuantity ?? 0n,
    icebergQuantity: command.icebergQuantity ?? 0n,
    quantity: amounts.quantity,
    time: state.now,
    updateTime: state.now,
    status: "NEW",
    executed: 0n,
    executedQuote: 0n,
    reserved: amounts.reserved,
    shown: 0n,
    working: false,
  };
}

/**
 * Records an accepted order. It becomes an open order only when it rests or waits, as many are
 * filled at once.
 */
export function registerOrder(
  state: ExchangeState,
  account: Account,
  order: Order,
  givenId: string | undefined,
): void {
  state.lastOrderId = order.orderId;
  if (account.hasHistory === false) return;
  const own = accountSymbol(account, order.symbol);
  if (isOverfull(own.orders.length - own.openOrders.size, state.keep)) dropEnded(own, state.keep);
  own.orders.push(order);
  // An id from the exchange ends with the number of its order; see `latestOf`.
  if (givenId !== undefined) own.byClientId.set(givenId, order);
}

/** Drops the oldest ended orders, so that `keep` of them are left. */
function dropEnded({ orders, openOrders, byClientId }: AccountSymbol, keep: number): void {
  let excess = orders.length - openOrders.size - keep;
  const left = orders.filter((order) => {
    if (excess <= 0 || !isFinal(order)) return true;
    excess -= 1;
    if (byClientId.get(order.clientOrderId) === order) byClientId.delete(order.clientOrderId);
    return false;
  });
  orders.length = 0;
  for (const order of left) orders.push(order);
}

/** An account's orders and trades on a symbol, created on first use. */
export function accountSymbol({ bySymbol }: Account, symbol: string): AccountSymbol {
  let own = bySymbol.get(symbol);
  if (own === undefined) {
    own = { orders: [], openOrders: new Map(), byClientId: new Map(), trades: [] };
    bySymbol.set(symbol, own);
  }
  return own;
}

/** The open orders of an account, on one symbol or by symbol, oldest first. */
export function openOrdersOf(account: Account | undefined, symbol?: string): Order[] {
  if (account === undefined) return [];
  const { bySymbol } = account;
  if (symbol !== undefined) return [...(bySymbol.get(symbol)?.openOrders.values() ?? [])];
  return [...bySymbol.values()].flatMap(({ openOrders }) => [...openOrders.values()]);
}

/**
 * Changes the state of an order; a final state closes it. Throws for a transition that the spec
 * does not have: an engine bug.
 */
export function transition(
  account: Account,
  order: Order,
  trigger: Trigger,
  to: OrderStatus,
  time: number,
): void {
  if (!followers.get(order.status)?.get(trigger)?.has(to)) {
    throw new Error(
      `order ${order.orderId}: spec/rules/orderStates.yaml has no transition from ` +
        `${order.status} to ${to} by ${trigger}`,
    );
  }
  order.status = to;
  order.updateTime = time;
  if (!finalStates.has(to)) return;
  order.working = false;
  account.bySymbol.get(order.symbol)?.openOrders.delete(order.orderId);
}

/** Whether one of the account's open orders has this client id. */
export function isOpen({ bySymbol }: Account, clientOrderId: string): boolean {
  // An id can be reused once its order has ended, so only its latest order can be open.
  for (const own of bySymbol.values()) {
    if (own.openOrders.size === 0) continue;
    const latest = latestOf(own, clientOrderId);
    if (latest !== undefined && !isFinal(latest)) return true;
  }
  return false;
}

/** Nothing changes an order in a final state. */
export function isFinal(order: Order): boolean {
  return finalStates.has(order.status);
}

/**
 * An account's order on a symbol by either id; the order id decides when both are given, and the
 * client id must match it.
 */
export function findOrder(
  account: Account,
  symbol: string,
  { orderId, clientOrderId }: Pick<CancelCommand, "orderId" | "clientOrderId">,
): Order | undefined {
  const own = account.bySymbol.get(symbol);
  if (own === undefined) return undefined;
  if (orderId === undefined) return latestOf(own, clientOrderId ?? "");
  const order = own.openOrders.get(Number(orderId)) ?? numbered(own, Number(orderId));
  if (clientOrderId !== undefined && clientOrderId !== order?.clientOrderId) return undefined;
  return order;
}

/** The latest order with a client order id, given or generated. */
function latestOf(own: AccountSymbol, clientOrderId: string): Order | undefined {
  const given = own.byClientId.get(clientOrderId);
  if (given !== undefined) return given;
  const number = Number(clientOrderId.slice(idPrefixLength));
  const made = Number.isNaN(number) ? undefined : numbered(own, number);
  return made?.clientOrderId === clientOrderId ? made : undefined;
}

/** The order with an order id; orders are sorted by it. */
function numbered({ orders }: AccountSymbol, orderId: number): Order | undefined {
  const found = orders[lowerBound(orders, (order) => order.orderId < orderId)];
  return found?.orderId === orderId ? found : undefined;
}

/** Length of the prefix of the ids that one exchange generates. */
export const idPrefixLength = 11;

/** Digits of the number after it. */
const countLength = 11;

/** An id for a cancellation without one; the C in it is in no order's id. Changes `state`. */
export function nextCancellationId(state: ExchangeState): string {
  state.cancellations += 1;
  return `${state.idPrefix}C${String(state.cancellations).padStart(countLength - 1, "0")}`;
}
