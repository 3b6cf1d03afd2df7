/**
 * The exchange once more, to judge the real one by: exact fractions, plain lists, nothing kept
 * that can be computed from deposits, orders and trades. It shares no code with the engine but
 * the types of commands. Meant to be read side by side with spec/rules, not to be fast.
 */

import type { Command, PlaceCommand } from "../../../sandbox/engine/messages.ts";
import * as rational from "./fraction.ts";
import { compare, type Fraction, least, minus, plus, times, zero } from "./fraction.ts";
import {
  costOf,
  filledQuantities,
  freeOf,
  heldAsset,
  heldBy,
  isOpen,
  makeTrade,
  type SlowExchange,
  type SlowOrder,
} from "./slow-accounts.ts";

/** Carries out a command; `undefined`, or why it is rejected. */
export function slowStep(
  exchange: SlowExchange,
  command: Command,
  now: number,
): string | undefined {
  exchange.now = now;
  exchange.log = [];
  switch (command.kind) {
    case "deposit": {
      const { account, asset } = command;
      const amount = rational.fromUnits(command.amount);
      const left = plus(freeOf(exchange, account, asset), amount);
      if (compare(left, zero) < 0) return "insufficientBalance";
      exchange.deposits.push({ account, asset, amount });
      return undefined;
    }
    case "maintenance":
      for (const order of exchange.orders.filter(isOpen)) end(exchange, order, "EXPIRED");
      return undefined;
    case "cancel": {
      const found = exchange.orders.findLast(({ number, terms }) => {
        if (terms.account !== command.account) return false;
        if (command.orderId !== undefined) return number === command.orderId;
        return terms.clientOrderId === command.clientOrderId;
      });
      if (found === undefined || !isOpen(found)) return "unknownOrder";
      end(exchange, found, "CANCELED");
      return undefined;
    }
    case "place":
      return place(exchange, command);
  }
}

function place(exchange: SlowExchange, terms: PlaceCommand): string | undefined {
  const amount = (units: bigint | undefined): Fraction | undefined =>
    units === undefined ? undefined : rational.fromUnits(units);
  const { account, clientOrderId } = terms;
  const iceberg = terms.icebergQuantity === 0n ? undefined : amount(terms.icebergQuantity);
  const wanted = amount(terms.quantity);
  if (iceberg && wanted && compare(iceberg, wanted) > 0) return "icebergOverQuantity";
  const own = exchange.orders.filter((order) => order.terms.account === account && isOpen(order));
  const isTaken = own.some((order) => order.terms.clientOrderId === clientOrderId);
  if (clientOrderId !== undefined && isTaken) return "duplicateClientId";

  const stop = amount(terms.stopPrice);
  const draft = { terms, price: amount(terms.price), stop, iceberg, shown: zero, place: 0 };
  const dated = { time: exchange.now, updateTime: exchange.now };
  const order = { ...draft, ...dated, number: exchange.orders.length + 1, status: "NEW" } as const;
  const free = freeOf(exchange, account, heldAsset(terms));
  const last = exchange.trades.at(-1)?.price;
  if (stop !== undefined) {
    if (last && isReached(terms, stop, last)) return "wouldTrigger";
    const waiting: SlowOrder = { ...order, quantity: wanted ?? zero, stage: "waiting" };
    if (compare(heldBy(waiting, zero), free) > 0) return "insufficientBalance";
    exchange.orders.push(waiting);
    exchange.log.push(`NEW ${waiting.number}`);
    return undefined;
  }
  const { fills, isDry } = meet(exchange, terms, order.price);
  const met = fills.map(({ quantity }) => quantity).reduce(plus, zero);
  if (wanted === undefined && fills.length === 0 && !isDry) return "belowOneStep";
  if (terms.type === "LIMIT_MAKER" && fills.length > 0) return "wouldTake";
  const size = wanted ?? met;
  const cost =
    amount(terms.quoteQuantity) ?? (order.price ? times(order.price, size) : costOf(fills));
  if (compare(terms.side === "BUY" ? cost : size, free) > 0) return "insufficientBalance";
  const working: SlowOrder = { ...order, quantity: size, stage: "working" };
  exchange.orders.push(working);
  const before = exchange.trades.length;
  work(exchange, working, fills, terms.quoteQuantity !== undefined && isDry);
  cascade(exchange, before);
  return undefined;
}

interface Fill {
  readonly maker: SlowOrder;
  readonly price: Fraction;
  readonly quantity: Fraction;
}

/** Who would trade with an order, looked for anew for every single fill. */
function meet(
  exchange: SlowExchange,
  terms: PlaceCommand,
  limit: Fraction | undefined,
): { readonly fills: Fill[]; readonly isDry: boolean } {
  const sign = terms.side === "BUY" ? 1 : -1;
  const filled = filledQuantities(exchange);
  const offers = exchange.orders
    .filter(({ stage, terms: other }) => stage === "resting" && other.side !== terms.side)
    .map((maker) => ({
      maker,
      price: maker.price ?? zero,
      place: maker.place,
      shown: maker.shown,
      left: minus(maker.quantity, filled[maker.number] ?? zero),
    }));
  const fills: Fill[] = [];
  for (let later = exchange.places + 1; ; later += 1) {
    offers.sort((one, two) => sign * compare(one.price, two.price) || one.place - two.place);
    const [best] = offers;
    if (best === undefined || (limit && sign * compare(best.price, limit) > 0)) {
      const price = fills.at(-1)?.price;
      return { fills, isDry: price === undefined || compare(wantedAt(price), zero) > 0 };
    }
    const wanted = wantedAt(best.price);
    if (compare(wanted, zero) === 0) return { fills, isDry: false };
    const quantity = least(wanted, best.shown);
    fills.push({ maker: best.maker, price: best.price, quantity });
    best.shown = minus(best.shown, quantity);
    best.left = minus(best.left, quantity);
    if (compare(best.left, zero) === 0) offers.shift();
    else if (compare(best.shown, zero) === 0) {
      best.shown = least(best.maker.iceberg ?? best.left, best.left);
      best.place = later;
    }
  }

  function wantedAt(price: Fraction): Fraction {
    if (terms.quantity !== undefined) {
      const met = fills.map(({ quantity }) => quantity).reduce(plus, zero);
      return minus(rational.fromUnits(terms.quantity), met);
    }
    const budget = minus(rational.fromUnits(terms.quoteQuantity ?? 0n), costOf(fills));
    return rational.floorTo(rational.through(budget, price), exchange.quantityStep);
  }
}

/** Lets an order trade as `meet` found it, and then rest or end. */
function work(exchange: SlowExchange, order: SlowOrder, found: Fill[], isShort: boolean): void {
  const { timeInForce } = order.terms;
  exchange.log.push(`NEW ${order.number}`);
  const met = found.map(({ quantity }) => quantity).reduce(plus, zero);
  const isKilled = timeInForce === "FOK" && compare(met, order.quantity) < 0;
  for (const { maker, price, quantity } of isKilled ? [] : found) {
    exchange.trades.push(makeTrade(exchange, maker, order, { price, quantity }));
    const filled = filledQuantities(exchange);
    const left = minus(maker.quantity, filled[maker.number] ?? zero);
    maker.shown = minus(maker.shown, quantity);
    maker.status = "PARTIALLY_FILLED";
    order.status = "PARTIALLY_FILLED";
    maker.updateTime = exchange.now;
    order.updateTime = exchange.now;
    exchange.log.push(`TRADE ${maker.number}`, `TRADE ${order.number}`);
    if (compare(left, zero) === 0) end(exchange, maker, "FILLED");
    else if (compare(maker.shown, zero) === 0) show(exchange, maker, left);
  }
  const left = isKilled ? order.quantity : minus(order.quantity, met);
  if (compare(left, zero) === 0 && !isShort) end(exchange, order, "FILLED");
  else if (order.price !== undefined && (timeInForce ?? "GTC") === "GTC") {
    order.stage = "resting";
    show(exchange, order, left);
  } else end(exchange, order, "EXPIRED");
}

/** Triggers what the trades from one on have reached, and what those trades reach in turn. */
function cascade(exchange: SlowExchange, from: number): void {
  const queue: SlowOrder[] = [];
  let seen = from;
  for (;;) {
    for (; seen < exchange.trades.length; seen += 1) {
      const price = exchange.trades[seen]?.price ?? zero;
      const reached = exchange.orders
        .filter(
          ({ stage, stop, terms }) => stage === "waiting" && stop && isReached(terms, stop, price),
        )
        .sort((one, two) => nearestFirst(one, two));
      for (const order of reached) order.stage = "triggered";
      queue.push(...reached);
    }
    const order = queue.shift();
    if (order === undefined) return;
    const { fills } = meet(exchange, order.terms, order.price);
    const spare = freeOf(exchange, order.terms.account, heldAsset(order.terms));
    const missing = minus(costOf(fills), heldBy(order, zero));
    const unlimited = order.terms.side === "BUY" && order.price === undefined;
    if (unlimited && compare(missing, spare) > 0) end(exchange, order, "REJECTED");
    else {
      order.stage = "working";
      order.updateTime = exchange.now;
      work(exchange, order, fills, false);
    }
  }
}

function isReached({ type, side }: PlaceCommand, stop: Fraction, price: Fraction): boolean {
  const isLoss = type === "STOP_LOSS" || type === "STOP_LOSS_LIMIT";
  const upwards = isLoss === (side === "BUY");
  return upwards ? compare(price, stop) >= 0 : compare(price, stop) <= 0;
}

/** Of orders that one trade reaches: those above the market by rising stop, the others falling. */
function nearestFirst(one: SlowOrder, two: SlowOrder): number {
  const upwards = (order: SlowOrder): boolean =>
    order.terms.type.startsWith("STOP_LOSS") === (order.terms.side === "BUY");
  if (upwards(one) !== upwards(two)) return upwards(one) ? -1 : 1;
  const nearer = compare(one.stop ?? zero, two.stop ?? zero);
  return (upwards(one) ? nearer : -nearer) || one.number - two.number;
}

function show(exchange: SlowExchange, order: SlowOrder, left: Fraction): void {
  order.shown = least(order.iceberg ?? left, left);
  exchange.places += 1;
  order.place = exchange.places;
}

function end(exchange: SlowExchange, order: SlowOrder, status: string): void {
  order.status = status;
  order.updateTime = exchange.now;
  if (status !== "FILLED") exchange.log.push(`${status} ${order.number}`);
  order.stage = "ended";
  order.shown = zero;
}
