/** Orders and their states. Which change is possible stands in the spec, not here. */

import { finalOrderStates, orderTransitions } from "../../generated/order-rules.ts";
import { isOverfull } from "./lists.ts";
import type { OrderSnapshot, PlaceCommand } from "./messages.ts";
import type { Account, ExchangeState, Order, OrderStatus } from "./state.ts";

/** What moves an order from one state to another. */
export type Trigger = (typeof orderTransitions)[number]["trigger"];

/** The states that follow, by state and trigger. */
const followers = new Map<string, Map<string, Set<string>>>();
for (const { from, trigger, to } of orderTransitions) {
  const byTrigger = followers.get(from) ?? new Map<string, Set<string>>();
  followers.set(from, byTrigger.set(trigger, (byTrigger.get(trigger) ?? new Set()).add(to)));
}
const finalStates: ReadonlySet<string> = new Set(finalOrderStates);

/** A new order that is not on record yet, with what it will lock when it is accepted. */
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
    clientOrderId: command.clientOrderId ?? orderIdText(state, orderId),
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

/** The order as it is now, for those who are told. */
export function snapshotOf(order: Order): OrderSnapshot {
  return {
    orderId: order.orderId,
    account: order.account,
    symbol: order.symbol,
    clientOrderId: order.clientOrderId,
    side: order.side,
    type: order.type,
    timeInForce: order.timeInForce,
    price: order.price,
    stopPrice: order.stopPrice,
    quoteQuantity: order.quoteQuantity,
    icebergQuantity: order.icebergQuantity,
    quantity: order.quantity,
    time: order.time,
    updateTime: order.updateTime,
    status: order.status,
    executed: order.executed,
    executedQuote: order.executedQuote,
    working: order.working,
  };
}

/**
 * Puts an accepted order on record, with the client id that it was given, if it was. Among the
 * open ones it is only when it rests or waits: many are done at once.
 */
export function registerOrder(
  state: ExchangeState,
  account: Account,
  order: Order,
  givenId: string | undefined,
): void {
  state.lastOrderId = order.orderId;
  if (!account.hasHistory) return;
  if (isOverfull(account.orders.length - account.openOrders.size, state.keep)) {
    forgetOrders(state, account);
  }
  account.orders.push(order);
  // An id that was made here names its order by itself.
  if (givenId !== undefined) account.byClientId.set(givenId, order);
}

/** Forgets the account's oldest orders that have ended, so that `keep` of them are left. */
function forgetOrders(state: ExchangeState, account: Account): void {
  const { orders, openOrders, byClientId } = account;
  let excess = orders.length - openOrders.size - state.keep;
  const left = orders.filter((order) => {
    if (excess <= 0 || !isFinal(order)) return true;
    excess -= 1;
    if (byClientId.get(order.clientOrderId) === order) byClientId.delete(order.clientOrderId);
    return false;
  });
  orders.length = 0;
  for (const order of left) orders.push(order);
}

/**
 * Moves an order to another state; one that nothing leads out of takes the order from the open
 * ones. Throws when the spec knows no such transition: that would be a fault of the engine, not
 * of the sender.
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
  account.openOrders.delete(order.orderId);
}

/** Whether one of the account's open orders has this client id. */
export function isOpen(state: ExchangeState, account: Account, clientOrderId: string): boolean {
  // Often nothing is open, and then the many ids of the past need not be looked through.
  if (account.openOrders.size === 0) return false;
  // A later order takes over an id only when the earlier one has ended.
  const latest = latestOf(state, account, clientOrderId);
  return latest !== undefined && !isFinal(latest);
}

/** Nothing changes an order in a final state. */
export function isFinal(order: Order): boolean {
  return finalStates.has(order.status);
}

/**
 * An account's order on a symbol by either id; the order id decides when both are given, and
 * the client id must then be its own.
 */
export function findOrder(
  state: ExchangeState,
  account: Account,
  symbol: string,
  ids: {
    readonly orderId?: number | bigint | undefined;
    readonly clientOrderId?: string | undefined;
  },
): Order | undefined {
  const { orderId, clientOrderId } = ids;
  if (orderId === undefined) return latestOn(state, account, symbol, clientOrderId ?? "");
  const order = account.openOrders.get(Number(orderId)) ?? numbered(account, orderId);
  if (order === undefined || order.symbol !== symbol) return undefined;
  if (clientOrderId !== undefined && clientOrderId !== order.clientOrderId) return undefined;
  return order;
}

function latestOn(
  state: ExchangeState,
  account: Account,
  symbol: string,
  clientOrderId: string,
): Order | undefined {
  const latest = latestOf(state, account, clientOrderId);
  if (latest === undefined || latest.symbol === symbol) return latest;
  // The id was used again on another symbol, once its order here had ended.
  return account.orders.findLast((order) => {
    return order.symbol === symbol && order.clientOrderId === clientOrderId;
  });
}

/** The account's latest order of a client id: one that was given the id, or one it was made for. */
function latestOf(
  state: ExchangeState,
  account: Account,
  clientOrderId: string,
): Order | undefined {
  const given = account.byClientId.get(clientOrderId);
  if (given !== undefined) return given;
  const orderId = orderIdOf(state, clientOrderId);
  const made = orderId === undefined ? undefined : numbered(account, orderId);
  return made?.clientOrderId === clientOrderId ? made : undefined;
}

/** The account's order of a number; they stand in the order of their numbers. */
function numbered({ orders }: Account, orderId: number | bigint): Order | undefined {
  let low = 0;
  let high = orders.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((orders[middle]?.orderId ?? orderId) < orderId) low = middle + 1;
    else high = middle;
  }
  const found = orders[low];
  return found !== undefined && BigInt(found.orderId) === BigInt(orderId) ? found : undefined;
}

/** Letters of an id that are the same for one exchange. */
export const idPrefixLength = 11;

/** Digits of the count. */
const countLength = 11;

/** What stands before counts of each length, for the exchange that asked last. */
let head = headOf("");

interface Head {
  readonly idPrefix: string;
  /** By the number of digits that follow. */
  readonly texts: readonly string[];
}

function headOf(idPrefix: string): Head {
  const lengths = Array.from({ length: countLength + 1 }, (_, length) => length);
  return { idPrefix, texts: lengths.map((length) => idPrefix + "0".repeat(countLength - length)) };
}

/** Stands before the count of a cancellation, which no count of orders begins with. */
const cancellationMark = "C";

/** The id of an order that comes without one. */
export function orderIdText({ idPrefix }: ExchangeState, orderId: number): string {
  if (head.idPrefix !== idPrefix) head = headOf(idPrefix);
  const digits = String(orderId);
  return (head.texts[digits.length] ?? idPrefix) + digits;
}

/** The order whose made id this would be; `undefined` for any other text. */
export function orderIdOf(state: ExchangeState, text: string): number | undefined {
  if (!text.startsWith(state.idPrefix)) return undefined;
  const orderId = Number(text.slice(idPrefixLength));
  return orderIdText(state, orderId) === text ? orderId : undefined;
}

/** A new id of a cancellation that comes without one. Changes `state`. */
export function nextCancellationId(state: ExchangeState): string {
  state.cancellations += 1;
  const count = String(state.cancellations).padStart(countLength - 1, "0");
  return state.idPrefix + cancellationMark + count;
}
