/** Orders at work: an accepted or triggered order trades, and then rests, expires or is done. */

import { lock } from "./balances.ts";
import { rest } from "./book.ts";
import { type Changes, tellOrder, touchAsset, touchLevel } from "./changes.ts";
import { assetOf, expire, release } from "./ending.ts";
import { accountNamed, executeFills, type Placing } from "./execution.ts";
import { costOf, planMatch } from "./matching.ts";
import { isFinal, transition } from "./orders.ts";
import type { AccountTrade, ExchangeState, Market, Order } from "./state.ts";

/** Lets an order that is on record trade by its plan; returns its side of each trade. */
export function workOff(placing: Placing): readonly AccountTrade[] {
  const { market, account, order, plan, changes } = placing;
  order.working = true;
  tellOrder(changes, "NEW", order);
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
export function workOffTriggered(state: ExchangeState, market: Market, changes: Changes): void {
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
      tellOrder(changes, "REJECTED", order);
      return;
    }
    order.reserved += missing;
  }
  order.updateTime = state.now;
  workOff({ state, market, account, order, plan, changes });
}
