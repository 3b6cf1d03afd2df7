import type { ExchangeState, Order } from "../../../sandbox/engine/state.ts";

/** All orders that are on record, by their numbers. */
export function ordersOf(state: ExchangeState): readonly Order[] {
  const all = [...state.accounts.values()].flatMap(({ orders }) => orders);
  return all.sort((left, right) => left.orderId - right.orderId);
}

/** One of them. */
export function orderOf(state: ExchangeState, orderId: number): Order | undefined {
  for (const { orders } of state.accounts.values()) {
    const found = orders.find((order) => order.orderId === orderId);
    if (found !== undefined) return found;
  }
  return undefined;
}
