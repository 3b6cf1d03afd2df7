/** A new order on its way: checked, accepted, and then at work or waiting for its price. */

import { balanceOf, lock } from "./balances.ts";
import { rest } from "./book.ts";
import { assetOf, expire, release } from "./cancellation.ts";
import { type Changes, emitOrder, lastSnapshot, touchAsset, touchLevel } from "./changes.ts";
import { accountNamed, executeFills, type Placing } from "./execution.ts";
import { costOf, planMatch } from "./matching.ts";
import type { PlaceCommand, RejectReason, Reply } from "./messages.ts";
import { fieldsFit } from "./order-types.ts";
import { createOrder, isFinal, isOpen, registerOrder, transition } from "./orders.ts";
import type { Account, AccountTrade, ExchangeState, Market, Order } from "./state.ts";
import { tradingStatus } from "./status.ts";
import { addWaiting, hasTrigger, wouldTrigger } from "./triggers.ts";
import { quoteOf } from "./units.ts";

/** Carries out a placement with all that it triggers; see `step`. */
export function placeOrder(state: ExchangeState, command: PlaceCommand, changes: Changes): Reply {
  const account = state.accounts.get(command.account);
  const market = state.markets.get(command.symbol);
  if (account === undefined) return rejected("unknownAccount");
  if (market === undefined) return rejected("unknownSymbol");
  const fault = faultOf(market, command);
  if (fault !== undefined) return rejected(fault);
  if (command.clientOrderId !== undefined && isOpen(state, account, command.clientOrderId)) {
    return rejected("duplicateClientId");
  }
  const received = { state, market, account, command, changes };
  return hasTrigger(command) ? placeWaiting(received) : placeWorking(received);
}

/** A placement whose account and symbol are known. */
interface Received {
  readonly state: ExchangeState;
  readonly market: Market;
  readonly account: Account;
  readonly command: PlaceCommand;
  readonly changes: Changes;
}

/** What is wrong with the command itself, whatever the book and the balance look like. */
function faultOf(market: Market, command: PlaceCommand): RejectReason | undefined {
  const { price, stopPrice, quantity, quoteQuantity } = command;
  if (market.status !== tradingStatus) return "notTrading";
  if (!market.orderTypes.includes(command.type)) return "typeNotOffered";
  if (!fieldsFit(command)) return "badAmount";
  if (!isPositive(price) || !isPositive(stopPrice)) return "badAmount";
  if (!isPositive(quantity) || !isPositive(quoteQuantity)) return "badAmount";
  if (!isOnGrid(price, market.priceStep)) return "offPriceGrid";
  if (!isOnGrid(stopPrice, market.priceStep)) return "offPriceGrid";
  if (!isOnGrid(quantity, market.quantityStep)) return "offQuantityGrid";
  const { icebergQuantity } = command;
  return icebergQuantity ? icebergFaultOf(market, command, icebergQuantity) : undefined;
}

function icebergFaultOf(
  market: Market,
  { quantity = 0n, timeInForce = "GTC" }: PlaceCommand,
  icebergQuantity: bigint,
): RejectReason | undefined {
  if (icebergQuantity < 0n) return "badAmount";
  if (!isOnGrid(icebergQuantity, market.quantityStep)) return "offQuantityGrid";
  if (icebergQuantity > quantity) return "icebergOverQuantity";
  return timeInForce === "GTC" ? undefined : "icebergNotLasting";
}

function placeWorking({ state, market, account, command, changes }: Received): Reply {
  const { side, price, quoteQuantity } = command;
  const plan = planMatch(market, { side, limit: price, quantity: command.quantity, quoteQuantity });
  if (quoteQuantity !== undefined && plan.quantity === 0n && !plan.exhausted) {
    return rejected("belowOneStep");
  }
  if (command.type === "LIMIT_MAKER" && plan.quantity > 0n) return rejected("wouldTake");
  const quantity = command.quantity ?? plan.quantity;
  const reserved = side === "SELL" ? quantity : (quoteQuantity ?? costOf(plan, price, quantity));
  const order = acceptOrder({ state, market, account, command, changes }, quantity, reserved);
  if (order === undefined) return rejected("insufficientBalance");
  const fills = startWorking({ state, market, account, order, plan, changes });
  const reply: Reply = { kind: "placed", order: lastSnapshot(changes), fills };
  startTriggered(state, market, changes);
  return reply;
}

/** While it waits, a BUY without a price holds what it would cost at its stop price. */
function placeWaiting(received: Received): Reply {
  const { market, account, command, changes } = received;
  const { type, side, price, stopPrice = 0n, quantity = 0n } = command;
  if (wouldTrigger(market, type, side, stopPrice)) return rejected("wouldTrigger");
  const reserved = side === "SELL" ? quantity : quoteOf(price ?? stopPrice, quantity);
  const order = acceptOrder(received, quantity, reserved);
  if (order === undefined) return rejected("insufficientBalance");
  addWaiting(market, order);
  account.openOrders.set(order.orderId, order);
  emitOrder(changes, "NEW", order);
  return { kind: "placed", order: lastSnapshot(changes), fills: [] };
}

/** Puts the order on record and locks what it may cost; `undefined` when too little is free. */
function acceptOrder(
  { state, market, account, command, changes }: Received,
  quantity: bigint,
  reserved: bigint,
): Order | undefined {
  const asset = assetOf(market, command.side);
  if (balanceOf(account, asset).free < reserved) return undefined;
  const order = createOrder(state, command, { quantity, reserved });
  registerOrder(state, account, order, command.clientOrderId);
  touchAsset(changes, account, asset);
  lock(account, asset, reserved);
  return order;
}

function isPositive(amount: bigint | undefined): boolean {
  return amount === undefined || amount > 0n;
}

function isOnGrid(amount: bigint | undefined, grid: bigint): boolean {
  return amount === undefined || amount % grid === 0n;
}

function rejected(reason: RejectReason): Reply {
  return { kind: "rejected", reason };
}

/** Lets an order that is on record trade by its plan; returns its side of each trade. */
export function startWorking(placing: Placing): readonly AccountTrade[] {
  const { market, account, order, plan, changes } = placing;
  order.working = true;
  emitOrder(changes, "NEW", order);
  const isKilled = order.timeInForce === "FOK" && plan.quantity < order.quantity;
  const fills = isKilled ? [] : executeFills(placing);
  if (isFinal(order)) {
    release(market, account, order, changes);
  } else if (order.price !== 0n && order.timeInForce === "GTC") {
    touchLevel(changes, market, order.side, order.price);
    rest(market, order);
    account.openOrders.set(order.orderId, order);
  } else {
    expire(market, account, order, changes);
  }
  return fills;
}

/**
 * Lets all orders that were triggered work one after the other, and those that they trigger
 * after them. It ends, as each order waits for a price once at most.
 */
export function startTriggered(state: ExchangeState, market: Market, changes: Changes): void {
  // The list grows while it is gone through.
  for (const order of changes.triggered) trigger(state, market, order, changes);
}

/** From here on a STOP_LOSS or TAKE_PROFIT order is a MARKET order, the others are LIMIT. */
function trigger(state: ExchangeState, market: Market, order: Order, changes: Changes): void {
  const account = accountNamed(state, order.account);
  const { side, price, quantity } = order;
  const limit = price === 0n ? undefined : price;
  const plan = planMatch(market, { side, limit, quantity, quoteQuantity: undefined });
  const isOpen = side === "BUY" && limit === undefined;
  const missing = isOpen ? costOf(plan, limit, quantity) - order.reserved : 0n;
  if (missing > 0n) {
    const asset = assetOf(market, side);
    touchAsset(changes, account, asset);
    if (!lock(account, asset, missing)) {
      transition(account, order, "refusal", "REJECTED", state.now);
      release(market, account, order, changes);
      emitOrder(changes, "REJECTED", order);
      return;
    }
    order.reserved += missing;
  }
  order.updateTime = state.now;
  startWorking({ state, market, account, order, plan, changes });
}
