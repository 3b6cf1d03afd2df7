/** A new order on its way: checked, sized against the book, accepted, traded, rested. */

import { balanceOf, lock, unlock } from "./balances.ts";
import { reduce, rest } from "./book.ts";
import { type Changes, tellOrder, touchAsset, touchLevel } from "./changes.ts";
import { executeFills, type Placing } from "./execution.ts";
import { type Plan, planMatch, type Wish } from "./matching.ts";
import type { CancelCommand, PlaceCommand, RefusalReason, Reply } from "./messages.ts";
import {
  createOrder,
  findOrder,
  isFinal,
  isOpen,
  makeClientId,
  registerOrder,
  transition,
} from "./orders.ts";
import type { ExchangeState, Market, Order } from "./state.ts";
import { quoteOf } from "./units.ts";

/** Carries out a placement; see `step`. */
export function placeOrder(
  state: ExchangeState,
  command: PlaceCommand,
  changes: Changes,
): Reply {
  const account = state.accounts.get(command.account);
  const market = state.markets.get(command.symbol);
  if (account === undefined) return refused("unknownAccount");
  if (market === undefined) return refused("unknownSymbol");
  const fault = faultOf(market, command);
  if (fault !== undefined) return refused(fault);
  if (command.clientOrderId !== undefined && isOpen(account, command.clientOrderId)) {
    return refused("duplicateClientId");
  }

  const wish = wishOf(command);
  const plan = planMatch(market, wish);
  if (wish.amount.kind === "quote" && plan.quantity === 0n && !plan.ranDry) {
    return refused("belowOneStep");
  }
  const order = createOrder(state, command, {
    quantity: wish.amount.kind === "quantity" ? wish.amount.quantity : plan.quantity,
    reserved: reservationOf(command, plan),
  });
  const placing: Placing = { state, market, account, order, plan, changes };
  const reason = refusalOf(placing);
  if (reason !== undefined) {
    transition(order, "refusal", "REJECTED", state.now);
    return refused(reason);
  }
  accept(placing);
  const fills = killedAtOnce(placing) ? [] : executeFills(placing);
  finish(placing);
  return { kind: "placed", order: { ...order }, fills };
}

/** Carries out a cancellation; see `step`. */
export function cancelOrder(
  state: ExchangeState,
  command: CancelCommand,
  changes: Changes,
): Reply {
  const account = state.accounts.get(command.account);
  const market = state.markets.get(command.symbol);
  if (account === undefined) return refused("unknownAccount");
  if (market === undefined) return refused("unknownSymbol");
  const order = findOrder(state, account, command.symbol, command);
  if (order === undefined || isFinal(order)) return refused("unknownOrder");
  touchLevel(changes, market, order.side, order.price);
  reduce(market, order, order.quantity - order.executed, true);
  transition(order, "cancellation", "CANCELED", state.now);
  account.openOrders.delete(order.orderId);
  const asset = assetOf(market, order);
  touchAsset(changes, account, asset);
  unlock(account, asset, order.reserved);
  order.reserved = 0n;
  const cancelId = command.cancelId ?? makeClientId(state);
  tellOrder(changes, "CANCELED", order, { cancelId });
  return { kind: "canceled", order: { ...order }, cancelId };
}

/** What is wrong with the amounts themselves, whatever the book looks like. */
function faultOf(market: Market, command: PlaceCommand): RefusalReason | undefined {
  const { price, quantity, quoteQuantity } = command;
  if (!market.orderTypes.includes(command.type)) return "typeNotOffered";
  const needsPrice = command.type !== "MARKET";
  if (needsPrice !== (price !== undefined)) return "badAmount";
  if (needsPrice && quantity === undefined) return "badAmount";
  if ((quantity === undefined) === (quoteQuantity === undefined)) return "badAmount";
  if ([price, quantity, quoteQuantity].some((amount) => amount !== undefined && amount <= 0n)) {
    return "badAmount";
  }
  if (price !== undefined && price % market.priceStep !== 0n) return "offPriceGrid";
  if (quantity !== undefined && quantity % market.quantityStep !== 0n) return "offQuantityGrid";
  return undefined;
}

function wishOf(command: PlaceCommand): Wish {
  const { side, price: limit, quantity, quoteQuantity } = command;
  if (quantity !== undefined) return { side, limit, amount: { kind: "quantity", quantity } };
  return { side, limit, amount: { kind: "quote", quote: quoteQuantity ?? 0n } };
}

/**
 * What the order locks: a limited BUY the worst it may cost, a BUY for an amount that amount,
 * any other BUY what the book asks for it; a SELL what it offers.
 */
function reservationOf(command: PlaceCommand, plan: Plan): bigint {
  const { side, price, quantity, quoteQuantity } = command;
  if (side === "SELL") return quantity ?? plan.quantity;
  if (quoteQuantity !== undefined) return quoteQuantity;
  return price === undefined ? plan.quote : quoteOf(price, quantity ?? 0n);
}

function refusalOf({ market, account, order, plan }: Placing): RefusalReason | undefined {
  if (order.type === "LIMIT_MAKER" && plan.quantity > 0n) return "wouldTake";
  const { free } = balanceOf(account, assetOf(market, order));
  return free < order.reserved ? "insufficientBalance" : undefined;
}

function accept({ state, market, account, order, changes }: Placing): void {
  registerOrder(state, account, order);
  const asset = assetOf(market, order);
  touchAsset(changes, account, asset);
  lock(account, asset, order.reserved);
  tellOrder(changes, "NEW", order);
}

function killedAtOnce({ order, plan }: Placing): boolean {
  return order.timeInForce === "FOK" && plan.quantity < order.quantity;
}

/** What is left of the order after trading either rests or expires, and unlocks what it held. */
function finish({ state, market, account, order, changes }: Placing): void {
  if (!isFinal(order) && order.type !== "MARKET" && order.timeInForce === "GTC") {
    touchLevel(changes, market, order.side, order.price);
    rest(market, order);
    return;
  }
  account.openOrders.delete(order.orderId);
  const left = order.reserved;
  order.reserved = 0n;
  unlock(account, assetOf(market, order), left);
  if (isFinal(order)) return;
  transition(order, "expiry", "EXPIRED", state.now);
  tellOrder(changes, "EXPIRED", order);
}

/** The asset that the order locks. */
function assetOf(market: Market, order: Order): string {
  return order.side === "BUY" ? market.quoteAsset : market.baseAsset;
}

function refused(reason: RefusalReason): Reply {
  return { kind: "refused", reason };
}
