import type { Account, AccountTrade, ExchangeState, Order } from "../../../sandbox/engine/state.ts";

/** All orders that are on record, by their numbers. */
export function ordersOf(state: ExchangeState): readonly Order[] {
  const all = [...state.accounts.values()].flatMap(recordedOrders);
  return all.sort((left, right) => left.orderId - right.orderId);
}

/** One of them. */
export function orderOf(state: ExchangeState, orderId: number): Order | undefined {
  for (const { bySymbol } of state.accounts.values()) {
    for (const { orders } of bySymbol.values()) {
      const found = orders.find((order) => order.orderId === orderId);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The orders of an account that are on record, symbol by symbol. */
export function recordedOrders(account: Account | undefined): readonly Order[] {
  return [...(account?.bySymbol.values() ?? [])].flatMap(({ orders }) => orders);
}

/** The open orders among them. */
export function openOrders(account: Account | undefined): readonly Order[] {
  return [...(account?.bySymbol.values() ?? [])].flatMap((own) => [...own.openOrders.values()]);
}

/** The account's trades that are on record, symbol by symbol. */
export function recordedTrades(account: Account | undefined): readonly AccountTrade[] {
  return [...(account?.bySymbol.values() ?? [])].flatMap(({ trades }) => trades);
}
