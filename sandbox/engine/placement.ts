/** Places orders: checks and accepts them; then they trade, rest, or wait for their stop price. */

import type { TimeInForce } from "../../generated/types.ts";
import { balanceOf, lock } from "./balances.ts";
import { addToBook } from "./book.ts";
import { assetOf, expire, release } from "./cancellation.ts";
import { type Changes, emitOrder, type Parts, touchAsset, touchLevel } from "./changes.ts";
import { accountNamed, executeFill, type WorkingOrder } from "./execution.ts";
import { costOf, type MatchPlan, planMatch } from "./matching.ts";
import { type PlaceCommand, type RejectReason, type Reply, rejected } from "./messages.ts";
import {
  accountSymbol,
  createOrder,
  isFinal,
  isOpen,
  registerOrder,
  transition,
} from "./orders.ts";
import {
  type AccountTrade,
  type ExchangeState,
  type Market,
  type Order,
  type Trade,
  tradingStatus,
} from "./state.ts";
import { addWaiting, typeRules, wouldTrigger } from "./triggers.ts";
import { quoteOf } from "./units.ts";

/** Runs a placement and all that it triggers; see `step`. */
export function placeOrder(placement: Placement): Reply {
  const { state, market, account, command, changes } = placement;
  const reason = rejectReason(market, command);
  if (reason !== undefined) return rejected(reason);
  if (command.clientOrderId !== undefined && isOpen(account, command.clientOrderId)) {
    return rejected("duplicateClientId");
  }
  if (command.stopPrice !== undefined) return placeStop(placement);
  const reply = placeWorking(placement);
  startAllTriggered(state, market, changes);
  return reply;
}

export interface Placement extends Parts<PlaceCommand> {
  /** See `WorkingOrder`. */
  readonly print?: Trade | undefined;
}

/**
 * Faults of the command itself, whatever the book and the balances. Its sender has already checked
 * that the fields fit the type and the amounts fit the filters.
 */
function rejectReason(market: Market, command: PlaceCommand): RejectReason | undefined {
  const { quantity, quoteQuantity, price, icebergQuantity = 0n } = command;
  if (market.status !== tradingStatus) return "notTrading";
  if ((quantity ?? quoteQuantity) === 0n || price === 0n) return "nothingAsked";
  return icebergQuantity > (quantity ?? 0n) ? "icebergOverQuantity" : undefined;
}

/** Places an order that may trade at once. */
export function placeWorking(placement: Placement): Reply {
  const { state, market, account, command, changes, print } = placement;
  const { side, price, quoteQuantity } = command;
  const plan = planMatch(market, command);
  // Too small a quote amount to buy or sell anything at the best price.
  if (plan.quantity === 0n && !plan.exhausted) return rejected("belowOneStep");
  const { refusedWhen } = typeRules[command.type];
  if (refusedWhen === "wouldMatch" && plan.quantity > 0n) return rejected("wouldTake");
  if (isForbiddenSelfTrade(state, plan, command.account)) return rejected("selfTrade");
  const quantity = command.quantity ?? plan.quantity;
  const reserved = side === "SELL" ? quantity : (quoteQuantity ?? costOf(plan, price, quantity));
  const order = acceptOrder(placement, { quantity, reserved });
  if (order === undefined) return rejected("insufficientBalance");
  const fills = startWorking({ state, market, account, order, plan, changes, print });
  return { kind: "placed", order: { ...order }, fills };
}

/** Places a stop order; a BUY without a price reserves its cost at the stop price. */
function placeStop(placement: Placement): Reply {
  const { market, account, command, changes } = placement;
  const { side, price, stopPrice = 0n, quantity = 0n } = command;
  const { refusedWhen } = typeRules[command.type];
  if (refusedWhen === "wouldTrigger" && wouldTrigger(market, command)) {
    return rejected("wouldTrigger");
  }
  const reserved = side === "SELL" ? quantity : quoteOf(price ?? stopPrice, quantity);
  const order = acceptOrder(placement, { quantity, reserved });
  if (order === undefined) return rejected("insufficientBalance");
  addWaiting(market, order);
  accountSymbol(account, order.symbol).openOrders.set(order.orderId, order);
  emitOrder(changes, "NEW", order);
  return { kind: "placed", order: { ...order }, fills: [] };
}

/** Records the order and locks its cost; `undefined` when too little is free. */
function acceptOrder(
  { state, market, account, command, changes }: Placement,
  amounts: { readonly quantity: bigint; readonly reserved: bigint },
): Order | undefined {
  const asset = assetOf(market, command.side);
  if (balanceOf(account, asset).free < amounts.reserved) return undefined;
  const order = createOrder(state, command, amounts);
  registerOrder(state, account, order, command.clientOrderId);
  touchAsset(changes, account, asset);
  lock(account, asset, amounts.reserved);
  return order;
}

/** Whether an order fills as a whole or not at all, and whether what is left rests on the book. */
const timesInForce: Readonly<Record<TimeInForce, { isWhole: boolean; rests: boolean }>> = {
  GTC: { isWhole: false, rests: true },
  IOC: { isWhole: false, rests: false },
  FOK: { isWhole: true, rests: false },
};

/** Executes a recorded order's plan, then lets it rest or expire; returns its trades. */
function startWorking(working: WorkingOrder): readonly AccountTrade[] {
  const { market, account, order, plan, changes } = working;
  order.working = true;
  emitOrder(changes, "NEW", order);
  const { isWhole, rests } = timesInForce[order.timeInForce];
  const isKilled = isWhole && plan.quantity < order.quantity;
  const fills = isKilled ? [] : plan.fills.map((fill) => executeFill(working, fill));
  if (isFinal(order)) {
    release(market, account, order, changes);
  } else if (order.price !== 0n && rests) {
    touchLevel(changes, market, order.side, order.price);
    addToBook(market, order);
    accountSymbol(account, order.symbol).openOrders.set(order.orderId, order);
  } else {
    expire(market, account, order, changes);
  }
  return fills;
}

/** Starts the orders that a command has triggered, in turn. */
export function startAllTriggered(state: ExchangeState, market: Market, changes: Changes): void {
  // The list grows while it is iterated; it ends, as an order is triggered at most once.
  for (const triggered of changes.triggered) startTriggered(state, market, triggered, changes);
}

/** Starts a triggered order, which becomes one of another type. */
function startTriggered(
  state: ExchangeState,
  market: Market,
  order: Order,
  changes: Changes,
): void {
  const account = accountNamed(state, order.account);
  const { side, price, quantity } = order;
  const limit = price === 0n ? undefined : price;
  const plan = planMatch(market, { side, price: limit, quantity });
  const working = { state, market, account, order, plan, changes };
  const { refusedWhen } = typeRules[typeRules[order.type].becomes ?? order.type];
  const wouldTake = refusedWhen === "wouldMatch" && plan.quantity > 0n;
  if (wouldTake || isForbiddenSelfTrade(state, plan, order.account)) {
    return rejectTriggered(working);
  }
  const mayCostMore = side === "BUY" && limit === undefined;
  const missing = mayCostMore ? costOf(plan, limit, quantity) - order.reserved : 0n;
  if (missing > 0n) {
    const asset = assetOf(market, side);
    touchAsset(changes, account, asset);
    if (!lock(account, asset, missing)) return rejectTriggered(working);
    order.reserved += missing;
  }
  order.updateTime = state.now;
  startWorking(working);
}

function rejectTriggered({ state, market, account, order, changes }: WorkingOrder): void {
  transition(account, order, "refusal", "REJECTED", state.now);
  release(market, account, order, changes);
  emitOrder(changes, "REJECTED", order);
}

/** Whether a plan would match the account with itself where that is forbidden. */
function isForbiddenSelfTrade({ choices }: ExchangeState, plan: MatchPlan, account: string) {
  return (
    choices["self-trades"] === "refused" &&
    plan.fills.some(({ maker }) => maker.account === account)
  );
}
