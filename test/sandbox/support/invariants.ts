/**
 * What must hold after every command, each as a function that returns sentences about what does
 * not. Codes are those of the properties in the project's reliability list.
 */

import type { Side } from "../../../generated/types.ts";
import { bestOf, levelsOf } from "../../../sandbox/engine/book.ts";
import type { ExchangeEvent } from "../../../sandbox/engine/messages.ts";
import type { ExchangeState, Market, Order } from "../../../sandbox/engine/state.ts";
import type { Reached } from "../../support/runs.ts";
import { auditBalances } from "./audit.ts";
import type { Memory, Step } from "./memory.ts";
import { emptyLives, lifeFaults } from "./order-lives.ts";
import { openOrders, ordersOf } from "./orders-of.ts";
import { tradeFaults } from "./trade-rules.ts";

/** Nothing seen yet; what comes to be is counted in `reached`. */
export function emptyMemory(reached: Reached): Memory {
  return {
    lives: emptyLives(reached),
    bids: new Map(),
    asks: new Map(),
    lastUpdateId: 0,
    nextTradeId: 0,
  };
}

/** All faults after one step. */
export function faultsOf(state: ExchangeState, memory: Memory, step: Step): string[] {
  const faults = auditBalances(state).map((fault) => `P01 P02 P03 ${fault}`);
  faults.push(...tradeFaults(state, memory, step));
  faults.push(...lifeFaults(state, memory.lives, step.events));
  for (const market of state.markets.values()) {
    faults.push(...bookFaults(market, memory, step.events));
  }
  faults.push(...standingFaults(state));
  return faults;
}

function bookFaults(market: Market, memory: Memory, events: readonly ExchangeEvent[]): string[] {
  const faults: string[] = [];
  const [bid] = bestOf(market, "BUY");
  const [ask] = bestOf(market, "SELL");
  if (bid !== 0n && ask !== 0n && bid >= ask) faults.push(`P06 crossed: ${bid} >= ${ask}`);
  for (const event of events) {
    if (event.kind === "book") faults.push(...applyBook(event, memory));
    if (event.kind === "trade" && event.trade.id !== memory.nextTradeId++) {
      faults.push("P11 trade ids have a gap");
    }
  }
  if (memory.lastUpdateId !== market.lastUpdateId) faults.push("P11 update id without an event");
  faults.push(...levelFaults(market, "BUY", memory.bids));
  faults.push(...levelFaults(market, "SELL", memory.asks));
  return faults;
}

function applyBook(event: ExchangeEvent & { kind: "book" }, memory: Memory): string[] {
  const faults = event.firstUpdateId === memory.lastUpdateId + 1 ? [] : ["P11 update ids jump"];
  memory.lastUpdateId = event.lastUpdateId;
  for (const [side, levels] of [
    [memory.bids, event.bids],
    [memory.asks, event.asks],
  ] as const) {
    for (const [price, quantity] of levels) {
      if (quantity === 0n) side.delete(price);
      else side.set(price, quantity);
    }
  }
  return faults;
}

function levelFaults(market: Market, side: Side, rebuilt: ReadonlyMap<bigint, bigint>): string[] {
  const faults: string[] = [];
  const levels = levelsOf(market, side);
  if (levels.length !== rebuilt.size) faults.push("P10 rebuilt book has other levels");
  for (const level of levels) {
    if (rebuilt.get(level.price) !== level.quantity) {
      faults.push(`P10 rebuilt book differs at ${level.price}`);
    }
    let shown = 0n;
    let left = 0n;
    for (const order of level.orders) {
      shown += order.shown;
      left += order.quantity - order.executed;
      if (order.price !== level.price || order.shown <= 0n) {
        faults.push(`P10 order ${order.orderId} is out of place`);
      }
    }
    if (shown !== level.quantity || left - shown !== level.hidden) {
      faults.push(`P10 level ${level.price} is not its orders' sum`);
    }
  }
  return faults;
}

/** What open orders must not be: P09 on the book by their type, P14 two of one client id. */
function standingFaults(state: ExchangeState): string[] {
  const faults: string[] = [];
  for (const account of state.accounts.values()) {
    const ids = new Set<string>();
    for (const order of openOrders(account)) {
      if (ids.has(order.clientOrderId)) faults.push("P14 two open orders have one client id");
      ids.add(order.clientOrderId);
      if (order.working && !mayRest(order)) faults.push(`P09 order ${order.orderId} rests`);
    }
  }
  for (const order of ordersOf(state)) {
    const inPart = order.executed > 0n && order.executed < order.quantity;
    if (inPart && order.timeInForce === "FOK") faults.push("P09 FOK was filled in part");
  }
  return faults;
}

function mayRest({ price, timeInForce }: Order): boolean {
  return price > 0n && timeInForce === "GTC";
}
