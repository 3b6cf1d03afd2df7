/**
 * What must hold after every command, each as a function that returns sentences about what does
 * not. Codes are those of the properties in the project's reliability list.
 */

import { auditBalances } from "../../../sandbox/engine/balances.ts";
import { bestOf, levelsOf, topLevels } from "../../../sandbox/engine/book.ts";
import type { Command, ExchangeEvent, Reply } from "../../../sandbox/engine/messages.ts";
import type { ExchangeState, Market, Order, Side } from "../../../sandbox/engine/state.ts";

/** One command with all that came of it. */
export interface Step {
  readonly command: Command;
  readonly reply: Reply;
  readonly events: readonly ExchangeEvent[];
}

/** What is remembered between steps. */
export interface Memory {
  readonly orders: Map<number, Order>;
  readonly bids: Map<bigint, bigint>;
  readonly asks: Map<bigint, bigint>;
  lastUpdateId: number;
  nextTradeId: number;
}

export function emptyMemory(): Memory {
  return { orders: new Map(), bids: new Map(), asks: new Map(), lastUpdateId: 0, nextTradeId: 0 };
}

/** All faults after one step. */
export function faultsOf(state: ExchangeState, memory: Memory, step: Step): string[] {
  return [
    ...auditBalances(state).map((fault) => `P01 P02 P03 ${fault}`),
    ...[...state.orders.values()].flatMap((order) => orderFaults(order, memory)),
    ...[...state.markets.values()].flatMap((market) => bookFaults(market, memory, step.events)),
    ...priceFaults(state, step),
    ...restFaults(step),
    ...doubleIdFaults(state),
  ];
}

const documented = new Set([
  "NEW>PARTIALLY_FILLED",
  "NEW>FILLED",
  "NEW>CANCELED",
  "NEW>EXPIRED",
  "PARTIALLY_FILLED>FILLED",
  "PARTIALLY_FILLED>CANCELED",
  "PARTIALLY_FILLED>EXPIRED",
]);

function orderFaults(order: Order, memory: Memory): string[] {
  const faults: string[] = [];
  const before = memory.orders.get(order.orderId);
  const from = before?.status ?? "NEW";
  // One command may carry an order through two transitions.
  const through = `${from}>PARTIALLY_FILLED`;
  const direct = documented.has(`${from}>${order.status}`);
  const inTwo = documented.has(through) && documented.has(`PARTIALLY_FILLED>${order.status}`);
  if (from !== order.status && !direct && !inTwo) {
    faults.push(`P05 order ${order.orderId} went from ${from} to ${order.status}`);
  }
  if (order.executed < (before?.executed ?? 0n)) faults.push("P05 executed quantity fell");
  if (order.executed > order.quantity) faults.push(`P04 order ${order.orderId} over-executed`);
  memory.orders.set(order.orderId, { ...order });
  return faults;
}

/** P04: what the trades of each order sum up to; asked once at the end, as it walks all trades. */
export function tradeSumFaults(state: ExchangeState): string[] {
  const sums = new Map<number, { quantity: bigint; quote: bigint }>();
  for (const market of state.markets.values()) {
    for (const trade of market.trades) {
      for (const id of [trade.buyOrderId, trade.sellOrderId]) {
        const sum = sums.get(id) ?? { quantity: 0n, quote: 0n };
        sum.quantity += trade.quantity;
        sum.quote += trade.quote;
        sums.set(id, sum);
      }
    }
  }
  return [...state.orders.values()].flatMap((order) => {
    const sum = sums.get(order.orderId) ?? { quantity: 0n, quote: 0n };
    const right = sum.quantity === order.executed && sum.quote === order.executedQuote;
    return right ? [] : [`P04 order ${order.orderId} and its trades disagree`];
  });
}

function bookFaults(
  market: Market,
  memory: Memory,
  events: readonly ExchangeEvent[],
): string[] {
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
  for (const side of ["BUY", "SELL"] as const) {
    faults.push(...levelFaults(market, side, side === "BUY" ? memory.bids : memory.asks));
  }
  return faults;
}

function applyBook(event: ExchangeEvent & { kind: "book" }, memory: Memory): string[] {
  const faults = event.firstUpdateId === memory.lastUpdateId + 1 ? [] : ["P11 update ids jump"];
  memory.lastUpdateId = event.lastUpdateId;
  for (const [side, levels] of [[memory.bids, event.bids], [memory.asks, event.asks]] as const) {
    for (const [price, quantity] of levels) {
      if (quantity === 0n) side.delete(price);
      else side.set(price, quantity);
    }
  }
  return faults;
}

function levelFaults(market: Market, side: Side, rebuilt: ReadonlyMap<bigint, bigint>): string[] {
  const faults: string[] = [];
  const top = topLevels(market, side, Number.POSITIVE_INFINITY);
  if (top.length !== rebuilt.size) faults.push("P10 rebuilt book has other levels");
  for (const [price, quantity] of top) {
    if (rebuilt.get(price) !== quantity) faults.push(`P10 rebuilt book differs at ${price}`);
  }
  for (const level of levelsOf(market, side)) {
    const resting = [...level.orders.values()];
    const sum = resting.reduce((total, order) => total + order.quantity - order.executed, 0n);
    if (sum !== level.quantity) faults.push(`P10 level ${level.price} is not its orders' sum`);
    const ids = resting.map((order) => order.orderId);
    if (ids.some((id, index) => id <= (ids[index - 1] ?? 0))) faults.push("P07 queue out of order");
  }
  return faults;
}

function priceFaults(state: ExchangeState, { command, events }: Step): string[] {
  if (command.kind !== "place") return [];
  const faults: string[] = [];
  let last: bigint | undefined;
  for (const event of events) {
    if (event.kind !== "trade") continue;
    const { price, buyerIsMaker, buyOrderId, sellOrderId } = event.trade;
    const maker = state.orders.get(buyerIsMaker ? buyOrderId : sellOrderId);
    if (maker?.price !== price) faults.push("P08 a trade is not at the resting price");
    const buys = command.side === "BUY";
    const worse = buys ? price > (command.price ?? price) : price < (command.price ?? price);
    if (worse) faults.push("P08 a trade is worse than the limit");
    if (last !== undefined && (buys ? price < last : price > last)) faults.push("P07 price order");
    last = price;
  }
  return faults;
}

function restFaults({ command, reply }: Step): string[] {
  if (command.kind !== "place" || reply.kind !== "placed") return [];
  const { order } = reply;
  const part = order.executed > 0n && order.executed < order.quantity;
  if (order.timeInForce === "FOK" && part) return ["P09 FOK was filled in part"];
  const mayRest = order.timeInForce === "GTC" && order.type !== "MARKET";
  if (!mayRest && order.working) return [`P09 ${order.type} ${order.timeInForce} rests`];
  const took = order.type === "LIMIT_MAKER" && reply.fills.length > 0;
  return took ? ["P09 LIMIT_MAKER took"] : [];
}

function doubleIdFaults(state: ExchangeState): string[] {
  const open = [...state.orders.values()].filter((order) => order.working);
  const ids = new Set(open.map((order) => `${order.account} ${order.clientOrderId}`));
  return ids.size === open.length ? [] : ["P14 two open orders have one client id"];
}
