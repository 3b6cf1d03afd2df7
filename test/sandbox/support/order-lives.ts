/** What happens to each order, read from the events alone, and what of it must not happen. */

import type { OrderStatus } from "../../../generated/types.ts";
import type { ExchangeEvent, OrderEvent, OrderSnapshot } from "../../../sandbox/engine/messages.ts";
import type { ExchangeState } from "../../../sandbox/engine/state.ts";
import type { Reached } from "../../support/runs.ts";
import { ordersOf } from "./orders-of.ts";

export interface Lives {
  /** Each order as the latest event showed it. */
  readonly orders: Map<number, OrderSnapshot>;
  /** Orders that wait for their stop price, and those whose price came within this command. */
  readonly waiting: Map<number, OrderSnapshot>;
  readonly due: Set<number>;
  readonly reached: Reached;
}

export function emptyLives(reached: Reached): Lives {
  return { orders: new Map(), waiting: new Map(), due: new Set(), reached };
}

/** What moves an order, by the event that reports it. */
const triggers = {
  TRADE: "execution",
  CANCELED: "cancellation",
  EXPIRED: "expiry",
  REJECTED: "refusal",
} as const;

/** The interface's transitions, and those that are assumed for orders filled in part. */
export const transitionsKnown: readonly string[] = [
  "NEW execution PARTIALLY_FILLED",
  "NEW execution FILLED",
  "NEW cancellation CANCELED",
  "NEW refusal REJECTED",
  "NEW expiry EXPIRED",
  "PARTIALLY_FILLED execution PARTIALLY_FILLED",
  "PARTIALLY_FILLED execution FILLED",
  "PARTIALLY_FILLED cancellation CANCELED",
  "PARTIALLY_FILLED expiry EXPIRED",
];
const known = new Set(transitionsKnown);

/** P04 and P05 of every order, P16 of those that wait; notes what was reached. */
export function lifeFaults(
  state: ExchangeState,
  lives: Lives,
  events: readonly ExchangeEvent[],
): string[] {
  const faults: string[] = [];
  for (const event of events) {
    if (event.kind === "trade") noteDue(lives, event.trade.price);
    if (event.kind === "order") faults.push(...eventFaults(lives, event));
  }
  for (const id of lives.due) faults.push(`P16 order ${id} was not triggered in time`);
  for (const order of ordersOf(state)) {
    const life = lives.orders.get(order.orderId);
    if (life?.status !== order.status || life.executed !== order.executed) {
      faults.push(`P05 order ${order.orderId} has changed without an event`);
    }
  }
  return faults;
}

function eventFaults(lives: Lives, event: OrderEvent): string[] {
  const { order, execution } = event;
  const before = lives.orders.get(order.orderId);
  lives.orders.set(order.orderId, order);
  if (before === undefined) return beginningFaults(lives, event);
  if (execution === "NEW" || execution === "REJECTED") {
    // Both end the wait of an order, and nothing else leads to either.
    if (!lives.due.delete(order.orderId))
      return [`P16 order ${order.orderId} went off untriggered`];
    lives.waiting.delete(order.orderId);
    if (execution === "NEW") note(lives, order, "triggers");
    if (execution === "NEW") return order.status === "NEW" ? [] : ["P05 triggered in mid-life"];
  }
  if (execution === "CANCELED" || execution === "EXPIRED") lives.waiting.delete(order.orderId);
  const move = `${before.status} ${triggers[execution as keyof typeof triggers]} ${order.status}`;
  lives.reached.add(move);
  note(lives, order, order.status);
  const faults = known.has(move) ? [] : [`P05 order ${order.orderId}: ${move}`];
  return [...faults, ...sumFaults(before, event)];
}

function beginningFaults(lives: Lives, { order, execution }: OrderEvent): string[] {
  note(lives, order, order.working ? "works" : "waits");
  if (!order.working) lives.waiting.set(order.orderId, order);
  const isNew = execution === "NEW" && order.status === "NEW" && order.executed === 0n;
  const hasTrigger = order.stopPrice > 0n;
  if (isNew && hasTrigger !== order.working) return [];
  return [`P05 order ${order.orderId} begins as ${order.status}`];
}

function sumFaults(before: OrderSnapshot, { order, fill }: OrderEvent): string[] {
  const quantity = before.executed + (fill?.trade.quantity ?? 0n);
  const quote = before.executedQuote + (fill?.trade.quote ?? 0n);
  const isSum = order.executed === quantity && order.executedQuote === quote;
  if (!isSum) return [`P04 order ${order.orderId} and its trades disagree`];
  return order.executed > order.quantity ? [`P04 order ${order.orderId} is filled over`] : [];
}

/** Orders whose stop price a trade has reached; the rule once more, not the engine's. */
function noteDue({ waiting, due }: Lives, price: bigint): void {
  for (const [id, { type, side, stopPrice }] of waiting) {
    const isLoss = type === "STOP_LOSS" || type === "STOP_LOSS_LIMIT";
    const fromBelow = isLoss === (side === "BUY");
    if (fromBelow ? price >= stopPrice : price <= stopPrice) due.add(id);
  }
}

/** The paths that must have been taken, by what kind of order and how it went on. */
export function pathsWanted(): string[] {
  const ends: readonly OrderStatus[] = ["PARTIALLY_FILLED", "FILLED", "CANCELED", "EXPIRED"];
  const stops = ["STOP_LOSS", "TAKE_PROFIT", "STOP_LOSS_LIMIT", "TAKE_PROFIT_LIMIT"];
  const limited = ["LIMIT", "STOP_LOSS_LIMIT", "TAKE_PROFIT_LIMIT"];
  return [
    ...pairs(["LIMIT", "LIMIT_MAKER", "LIMIT iceberg", "LIMIT_MAKER iceberg"], ["works", ...ends]),
    ...pairs(stops, ["waits", "triggers", ...ends]),
    ...pairs(["STOP_LOSS_LIMIT iceberg", "TAKE_PROFIT_LIMIT iceberg"], ["triggers", ...ends]),
    ...pairs(["MARKET", "MARKET by amount"], ["works", "PARTIALLY_FILLED", "FILLED", "EXPIRED"]),
  ]
    .flatMap((path) => [`${path} BUY`, `${path} SELL`])
    .concat(pairs(pairs(limited, ["IOC", "FOK"]), ["FILLED", "EXPIRED"]))
    .concat(pairs(pairs(limited, ["GTC"]), ["PARTIALLY_FILLED", "FILLED"]))
    .concat(["TAKE_PROFIT REJECTED BUY"]);
}

function pairs(left: readonly string[], right: readonly string[]): string[] {
  return left.flatMap((one) => right.map((other) => `${one} ${other}`));
}

function note({ reached }: Lives, order: OrderSnapshot, what: string): void {
  const { type, side, quantity, icebergQuantity } = order;
  const hides = icebergQuantity > 0n && icebergQuantity < quantity;
  const kind = `${type}${order.quoteQuantity > 0n ? " by amount" : ""}${hides ? " iceberg" : ""}`;
  reached.add(`${kind} ${what} ${side}`);
  if (hides) reached.add(`${type} ${what} ${side}`);
  reached.add(`${type} ${order.timeInForce} ${what}`);
}
