/** What is kept for the slow engine, and what everybody has by it: summed up anew each time. */

import type { PlaceCommand } from "../../../sandbox/engine/messages.ts";
import { type Fraction, floorTo, minus, plus, times, zero } from "./fraction.ts";

export interface SlowExchange {
  readonly quantityStep: Fraction;
  readonly feeRate: Fraction;
  readonly deposits: { account: string; asset: string; amount: Fraction }[];
  readonly orders: SlowOrder[];
  readonly trades: SlowTrade[];
  /** Places in queues that were given out. */
  places: number;
  /** Time of the latest command. */
  now: number;
  /** What happened to orders in the latest command: the execution and the order's number. */
  log: string[];
}

export interface SlowOrder {
  readonly number: number;
  readonly terms: PlaceCommand;
  readonly price: Fraction | undefined;
  readonly stop: Fraction | undefined;
  readonly quantity: Fraction;
  readonly iceberg: Fraction | undefined;
  readonly time: number;
  updateTime: number;
  status: string;
  stage: "waiting" | "triggered" | "working" | "resting" | "ended";
  place: number;
  shown: Fraction;
}

export interface SlowTrade {
  readonly maker: number;
  readonly taker: number;
  readonly price: Fraction;
  readonly quantity: Fraction;
  readonly quote: Fraction;
  readonly buyer: string;
  readonly seller: string;
  readonly baseFee: Fraction;
  readonly quoteFee: Fraction;
  readonly time: number;
}

/** An exchange without orders, on which both sides of a trade pay one rate. */
export function emptySlowExchange(quantityStep: Fraction, feeRate: Fraction): SlowExchange {
  return {
    quantityStep,
    feeRate,
    deposits: [],
    orders: [],
    trades: [],
    places: 0,
    now: 0,
    log: [],
  };
}

/** What every account has of every asset, from the first deposit on. */
export function slowBalances(
  exchange: SlowExchange,
): Map<string, { free: Fraction; locked: Fraction }> {
  const balances = new Map<string, { free: Fraction; locked: Fraction }>();
  const add = (account: string, asset: string, free: Fraction, locked: Fraction): void => {
    const name = `${account} ${asset}`;
    const old = balances.get(name) ?? { free: zero, locked: zero };
    old.free = plus(old.free, free);
    old.locked = plus(old.locked, locked);
    balances.set(name, old);
  };
  const negative = (amount: Fraction): Fraction => minus(zero, amount);
  for (const { account, asset, amount } of exchange.deposits) add(account, asset, amount, zero);
  for (const trade of exchange.trades) {
    const { buyer, seller, quantity, quote, baseFee, quoteFee } = trade;
    add(buyer, "USDT", negative(quote), zero);
    add(buyer, "BTC", minus(quantity, baseFee), zero);
    add(seller, "BTC", negative(quantity), zero);
    add(seller, "USDT", minus(quote, quoteFee), zero);
    add("fees", "BTC", baseFee, zero);
    add("fees", "USDT", quoteFee, zero);
  }
  const filled = filledQuantities(exchange);
  for (const order of exchange.orders.filter(isOpen)) {
    const held = heldBy(order, filled[order.number] ?? zero);
    add(order.terms.account, heldAsset(order.terms), negative(held), held);
  }
  return balances;
}

/** What each order has traded, by its number. */
export function filledQuantities({ trades }: SlowExchange): Fraction[] {
  const filled: Fraction[] = [];
  for (const { maker, taker, quantity } of trades) {
    filled[maker] = plus(filled[maker] ?? zero, quantity);
    filled[taker] = plus(filled[taker] ?? zero, quantity);
  }
  return filled;
}

/** What an account may spend. */
export function freeOf(exchange: SlowExchange, account: string, asset: string): Fraction {
  return slowBalances(exchange).get(`${account} ${asset}`)?.free ?? zero;
}

/** What an order keeps locked when it has traded so much. */
export function heldBy(order: SlowOrder, filled: Fraction): Fraction {
  const left = minus(order.quantity, filled);
  if (order.terms.side === "SELL") return left;
  return times(order.price ?? order.stop ?? zero, left);
}

export function heldAsset({ side }: PlaceCommand): "USDT" | "BTC" {
  return side === "BUY" ? "USDT" : "BTC";
}

export function isOpen({ stage }: SlowOrder): boolean {
  return stage !== "ended";
}

/** What a row of fills amounts to in the quote asset. */
export function costOf(fills: readonly { price: Fraction; quantity: Fraction }[]): Fraction {
  return fills.map(({ price, quantity }) => times(price, quantity)).reduce(plus, zero);
}

/** A trade between an order on the book and one that came to it. */
export function makeTrade(
  exchange: SlowExchange,
  maker: SlowOrder,
  taker: SlowOrder,
  { price, quantity }: { readonly price: Fraction; readonly quantity: Fraction },
): SlowTrade {
  const quote = times(price, quantity);
  const [buyer, seller] = taker.terms.side === "BUY" ? [taker, maker] : [maker, taker];
  return {
    maker: maker.number,
    taker: taker.number,
    price,
    quantity,
    quote,
    buyer: buyer.terms.account,
    seller: seller.terms.account,
    baseFee: feeOn(exchange, quantity),
    quoteFee: feeOn(exchange, quote),
    time: exchange.now,
  };
}

/** Rounded down to eight places. */
function feeOn(exchange: SlowExchange, received: Fraction): Fraction {
  return floorTo(times(received, exchange.feeRate), { over: 1n, under: 100_000_000n });
}
