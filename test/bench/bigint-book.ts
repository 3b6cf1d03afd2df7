/**
 * The least that an exact order book can do: price levels of bigints with their orders in the
 * order of arrival. No balances, no records, no events, no checks.
 */

interface Resting {
  readonly id: number;
  readonly level: Level;
  left: bigint;
}

interface Level {
  readonly price: bigint;
  readonly orders: Map<number, Resting>;
}

export interface MinimalBook {
  readonly limit: (id: number, buys: boolean, price: bigint, quantity: bigint) => void;
  readonly market: (buys: boolean, quantity: bigint) => void;
  readonly cancel: (id: number) => void;
}

/** An empty book. */
export function minimalBook(): MinimalBook {
  const bids: Level[] = [];
  const asks: Level[] = [];
  const open = new Map<number, Resting>();

  const take = (buys: boolean, wanted: bigint, worst: bigint | undefined): bigint => {
    const levels = buys ? asks : bids;
    let left = wanted;
    for (let best = levels.at(-1); best !== undefined && left > 0n; best = levels.at(-1)) {
      if (worst !== undefined && (buys ? best.price > worst : best.price < worst)) break;
      for (const order of best.orders.values()) {
        const traded = left < order.left ? left : order.left;
        left -= traded;
        order.left -= traded;
        if (order.left > 0n) break;
        best.orders.delete(order.id);
        open.delete(order.id);
        if (left === 0n) break;
      }
      if (best.orders.size === 0) levels.pop();
    }
    return left;
  };

  return {
    limit: (id, buys, price, quantity) => {
      const left = take(buys, quantity, price);
      if (left === 0n) return;
      const levels = buys ? bids : asks;
      const index = place(levels, buys, price);
      let level = levels[index];
      if (level?.price !== price) {
        level = { price, orders: new Map() };
        levels.splice(index, 0, level);
      }
      const order = { id, level, left };
      level.orders.set(id, order);
      open.set(id, order);
    },
    market: (buys, quantity) => void take(buys, quantity, undefined),
    cancel: (id) => {
      const order = open.get(id);
      if (order === undefined) return;
      open.delete(id);
      order.level.orders.delete(id);
      if (order.level.orders.size > 0) return;
      const levels = bids.includes(order.level) ? bids : asks;
      levels.splice(levels.indexOf(order.level), 1);
    },
  };
}

/** Where a price stands or would stand; the best price is the last. */
function place(levels: readonly Level[], buys: boolean, price: bigint): number {
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = levels[middle]?.price ?? price;
    if (buys ? other < price : other > price) low = middle + 1;
    else high = middle;
  }
  return low;
}
