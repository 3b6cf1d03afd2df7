import fc from "fast-check";
import { expect, test } from "vitest";

import type { Side } from "../../../generated/types.ts";
import type { ExchangeEvent, Reply } from "../../../sandbox/engine/messages.ts";
import type { AccountTrade, ExchangeState, Market, Order } from "../../../sandbox/engine/state.ts";
import { step } from "../../../sandbox/engine/step.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";
import { longSequence, openingDeposits } from "../support/commands.ts";
import { compare, type Fraction, fromUnits, plus, toUnits, zero } from "../support/fraction.ts";
import { ordersOf, recordedTrades } from "../support/orders-of.ts";
import { smallExchange } from "../support/scenario.ts";
import {
  emptySlowExchange,
  filledQuantities,
  heldBy,
  isOpen,
  type SlowExchange,
  type SlowOrder,
  slowBalances,
} from "./slow-accounts.ts";
import { slowStep } from "./slow-engine.ts";

const numRuns = runs({ commit: 150, gate: 20_000, release: 200_000 });

test("a second engine in exact fractions comes to the same", { timeout: propertyTimeoutMs }, () => {
  fc.assert(
    fc.property(longSequence, (commands) => {
      const state = smallExchange();
      const quantityStep = { over: 1n, under: 10n };
      const slow = emptySlowExchange(quantityStep, { over: 1n, under: 1000n });
      for (const command of openingDeposits) {
        step(state, command, 0);
        slowStep(slow, command, 0);
      }
      for (const [index, { command, waitMs }] of commands.entries()) {
        const { reply, events } = step(state, command, state.now + waitMs);
        const reason = slowStep(slow, command, state.now);
        const faults = [
          ...replyFaults(reply, reason),
          ...eventFaults(state, slow, events),
          ...orderFaults(state, slow, changedIn(slow)),
          ...stateFaults(state, slow),
        ];
        expect(faults.map((fault) => `command ${index}: ${fault}`)).toEqual([]);
      }
      const all = new Set(slow.orders.map(({ number }) => number));
      expect([...orderFaults(state, slow, all), ...tradeFaults(state, slow)]).toEqual([]);
    }),
    { numRuns },
  );
});

function replyFaults(reply: Reply, reason: string | undefined): string[] {
  const real = reply.kind === "rejected" ? reply.reason : undefined;
  return real === reason ? [] : [`${real ?? "accepted"} here, ${reason ?? "accepted"} there`];
}

/** What happened to orders, in order, and the balances that came of it. */
function eventFaults(
  state: ExchangeState,
  slow: SlowExchange,
  events: readonly ExchangeEvent[],
): string[] {
  const faults: string[] = [];
  const log = events.flatMap((event) =>
    event.kind === "order" ? [`${event.execution} ${event.order.orderId}`] : [],
  );
  if (log.join() !== slow.log.join()) faults.push(`events ${log.join()}, not ${slow.log.join()}`);
  for (const event of events) {
    if (event.kind !== "position") continue;
    for (const { asset, ...amounts } of event.balances) {
      const balance = state.accounts.get(event.account)?.balances.get(asset);
      faults.push(...differences(`${event.account} ${asset}`, amounts, { ...balance }));
    }
  }
  return faults;
}

function stateFaults(state: ExchangeState, slow: SlowExchange): string[] {
  const [market] = state.markets.values();
  if (market === undefined) throw new Error("the small exchange has no market");
  return [
    ...bookFaults(market, slow, "BUY"),
    ...bookFaults(market, slow, "SELL"),
    ...balanceFaults(state, slow),
  ];
}

/** Fields of a record that are not as they should be, or are there in one of two only. */
function differences(name: string, real: object, wanted: object): string[] {
  const other = new Map<string, unknown>(Object.entries(wanted));
  const faults = Object.entries(real).flatMap(([field, value]) => {
    const twin = other.get(field);
    other.delete(field);
    return value === twin ? [] : [`${name}: ${field} is ${value}, not ${twin}`];
  });
  return [...faults, ...[...other.keys()].map((field) => `${name}: ${field} is missing`)];
}

/** The orders that the latest command changed. */
function changedIn({ log }: SlowExchange): ReadonlySet<number> {
  return new Set(log.map((entry) => Number(entry.split(" ")[1])));
}

function orderFaults(
  state: ExchangeState,
  slow: SlowExchange,
  numbers: ReadonlySet<number>,
): string[] {
  const orders = ordersOf(state);
  if (orders.length !== slow.orders.length) return ["not as many orders"];
  const filled = filledQuantities(slow);
  const quotes: Fraction[] = [];
  for (const { maker, taker, quote } of slow.trades) {
    for (const number of [maker, taker]) quotes[number] = plus(quotes[number] ?? zero, quote);
  }
  return [...numbers].flatMap((number) => {
    const [order, twin] = [orders[number - 1], slow.orders[number - 1]];
    if (order === undefined || twin === undefined) return [`order ${number} is unknown`];
    const { terms } = twin;
    const executed = filled[number] ?? zero;
    const wanted: Order = {
      orderId: number,
      account: terms.account,
      symbol: terms.symbol,
      clientOrderId: terms.clientOrderId ?? state.idPrefix + String(number).padStart(11, "0"),
      side: terms.side,
      type: terms.type,
      timeInForce: terms.timeInForce ?? "GTC",
      price: terms.price ?? 0n,
      stopPrice: terms.stopPrice ?? 0n,
      quoteQuantity: terms.quoteQuantity ?? 0n,
      icebergQuantity: terms.icebergQuantity ?? 0n,
      quantity: toUnits(twin.quantity),
      time: twin.time,
      updateTime: twin.updateTime,
      status: twin.status as Order["status"],
      executed: toUnits(executed),
      executedQuote: toUnits(quotes[number] ?? zero),
      reserved: isOpen(twin) ? toUnits(heldBy(twin, executed)) : 0n,
      shown: toUnits(twin.shown),
      working: twin.stage === "resting",
    };
    return differences(`order ${number}`, order, wanted);
  });
}

/** The trades of the market, and what the accounts have of them on record. */
function tradeFaults(state: ExchangeState, slow: SlowExchange): string[] {
  const [market] = state.markets.values();
  if (market?.trades.length !== slow.trades.length) return ["not as many trades"];
  const own = new Map<string, AccountTrade[]>();
  const faults = slow.trades.flatMap((twin, id) => {
    const trade = market.trades[id];
    if (trade === undefined) return [`trade ${id} is missing`];
    const buyerIsMaker = slow.orders[twin.maker - 1]?.terms.side === "BUY";
    const [buyOrderId, sellOrderId] = buyerIsMaker
      ? [twin.maker, twin.taker]
      : [twin.taker, twin.maker];
    for (const orderId of [twin.maker, twin.taker]) {
      const isBuyer = orderId === buyOrderId;
      const name = isBuyer ? twin.buyer : twin.seller;
      const row = {
        symbol: market.symbol,
        trade,
        orderId,
        commission: toUnits(isBuyer ? twin.baseFee : twin.quoteFee),
        commissionAsset: isBuyer ? "BTC" : "USDT",
        isBuyer,
        isMaker: orderId === twin.maker,
      };
      own.set(name, [...(own.get(name) ?? []), row]);
    }
    return differences(`trade ${id}`, trade, {
      id,
      price: toUnits(twin.price),
      quantity: toUnits(twin.quantity),
      quote: toUnits(twin.quote),
      time: twin.time,
      buyerIsMaker,
      buyOrderId,
      sellOrderId,
    });
  });
  for (const account of state.accounts.values()) {
    const rows = recordedTrades(account);
    const wanted = account.hasHistory === false ? [] : (own.get(account.name) ?? []);
    if (rows.length !== wanted.length) faults.push(`${account.name} has ${rows.length} trades`);
    for (const [index, row] of rows.entries()) {
      faults.push(...differences(`trade ${index} of ${account.name}`, row, wanted[index] ?? {}));
    }
  }
  return faults;
}

/** The whole queue of a side, order by order, in the sequence in which they would trade. */
function bookFaults(market: Market, slow: SlowExchange, side: Side): string[] {
  const levels = side === "BUY" ? market.bids : market.asks;
  const queue = levels.toReversed().flatMap((level) => level.orders.map(({ orderId }) => orderId));
  const sign = side === "BUY" ? -1 : 1;
  const wanted = slow.orders
    .filter(({ stage, terms }) => stage === "resting" && terms.side === side)
    .sort((one, two) => sign * compare(priceOf(one), priceOf(two)) || one.place - two.place)
    .map(({ number }) => number);
  if (queue.join() === wanted.join()) return [];
  return [`the queue of ${side} is ${queue.join()}, not ${wanted.join()}`];
}

function priceOf({ price }: SlowOrder) {
  return price ?? fromUnits(0n);
}

function balanceFaults(state: ExchangeState, slow: SlowExchange): string[] {
  const wanted = slowBalances(slow);
  return [...state.accounts.values()].flatMap(({ name, balances }) =>
    [...balances].flatMap(([asset, { free, locked }]) => {
      const twin = wanted.get(`${name} ${asset}`) ?? { free: zero, locked: zero };
      if (toUnits(twin.free) === free && toUnits(twin.locked) === locked) return [];
      return [`${name} has ${free} and ${locked} ${asset}, not ${toUnits(twin.free)}`];
    }),
  );
}
