/** A new order on its way: checked, accepted, and then at work or waiting for its price. */

import { balanceOf, lock } from "./balances.ts";
import { type Changes, lastTold, tellOrder, touchAsset } from "./changes.ts";
import { assetOf } from "./ending.ts";
import { costOf, planMatch } from "./matching.ts";
import type { PlaceCommand, RefusalReason, Reply } from "./messages.ts";
import { fieldsFit } from "./order-types.ts";
import { createOrder, isOpen, registerOrder } from "./orders.ts";
import type { Account, ExchangeState, Market, Order } from "./state.ts";
import { tradingStatus } from "./status.ts";
import { addWaiting, hasTrigger, wouldTrigger } from "./triggers.ts";
import { quoteOf } from "./units.ts";
import { workOff, workOffTriggered } from "./work.ts";

/** Carries out a placement with all that it triggers; see `step`. */
export function placeOrder(state: ExchangeState, command: PlaceCommand, changes: Changes): Reply {
  const account = state.accounts.get(command.account);
  const market = state.markets.get(command.symbol);
  if (account === undefined) return refused("unknownAccount");
  if (market === undefined) return refused("unknownSymbol");
  const fault = faultOf(market, command);
  if (fault !== undefined) return refused(fault);
  if (command.clientOrderId !== undefined && isOpen(state, account, command.clientOrderId)) {
    return refused("duplicateClientId");
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
function faultOf(market: Market, command: PlaceCommand): RefusalReason | undefined {
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
): RefusalReason | undefined {
  if (icebergQuantity < 0n) return "badAmount";
  if (!isOnGrid(icebergQuantity, market.quantityStep)) return "offQuantityGrid";
  if (icebergQuantity > quantity) return "icebergOverQuantity";
  return timeInForce === "GTC" ? undefined : "icebergNotLasting";
}

function placeWorking({ state, market, account, command, changes }: Received): Reply {
  const { side, price, quoteQuantity } = command;
  const plan = planMatch(market, { side, limit: price, quantity: command.quantity, quoteQuantity });
  if (quoteQuantity !== undefined && plan.quantity === 0n && !plan.ranDry) {
    return refused("belowOneStep");
  }
  if (command.type === "LIMIT_MAKER" && plan.quantity > 0n) return refused("wouldTake");
  const quantity = command.quantity ?? plan.quantity;
  const reserved = side === "SELL" ? quantity : (quoteQuantity ?? costOf(plan, price, quantity));
  const order = acceptOrder({ state, market, account, command, changes }, quantity, reserved);
  if (order === undefined) return refused("insufficientBalance");
  const fills = workOff({ state, market, account, order, plan, changes });
  const reply: Reply = { kind: "placed", order: lastTold(changes), fills };
  workOffTriggered(state, market, changes);
  return reply;
}

/** While it waits, a BUY without a price holds what it would cost at its stop price. */
function placeWaiting(received: Received): Reply {
  const { market, account, command, changes } = received;
  const { type, side, price, stopPrice = 0n, quantity = 0n } = command;
  if (wouldTrigger(market, type, side, stopPrice)) return refused("wouldTrigger");
  const reserved = side === "SELL" ? quantity : quoteOf(price ?? stopPrice, quantity);
  const order = acceptOrder(received, quantity, reserved);
  if (order === undefined) return refused("insufficientBalance");
  addWaiting(market, order);
  account.openOrders.set(order.orderId, order);
  tellOrder(changes, "NEW", order);
  return { kind: "placed", order: lastTold(changes), fills: [] };
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

function refused(reason: RefusalReason): Reply {
  return { kind: "refused", reason };
}
