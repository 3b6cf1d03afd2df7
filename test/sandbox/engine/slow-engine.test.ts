import fc from "fast-check";
import { expect, test } from "vitest";

import type { Side } from "../../../generated/types.ts";
import { step } from "../../../sandbox/engine/exchange.ts";
import type { Reply } from "../../../sandbox/engine/messages.ts";
import type { ExchangeState, Market } from "../../../sandbox/engine/state.ts";
import { longSequence, openingDeposits } from "../support/commands.ts";
import { compare, fromUnits, toUnits, zero } from "../support/fraction.ts";
import { ordersOf } from "../support/orders-of.ts";
import { runsOf } from "../support/runs.ts";
import { smallExchange } from "../support/scenario.ts";
import {
  emptySlowExchange,
  filledQuantities,
  type SlowExchange,
  type SlowOrder,
  slowBalances,
} from "./slow-accounts.ts";
import { slowStep } from "./slow-engine.ts";

const { numRuns, timeoutMs } = runsOf({ commit: 300, gate: 20_000 });

test("a second engine in exact fractions comes to the same", { timeout: timeoutMs }, () => {
  fc.assert(
    fc.property(longSequence, (commands) => {
      const state = smallExchange();
      const quantityStep = { over: 1n, under: 10n };
      const slow = emptySlowExchange(quantityStep, { over: 1n, under: 1000n });
      for (const command of openingDeposits) {
        step(state, command, 0);
        slowStep(slow, command);
      }
      for (const [index, { command, waitMs }] of commands.entries()) {
        const { reply } = step(state, command, state.now + waitMs);
        const reason = slowStep(slow, command);
        const faults = [...replyFaults(reply, reason), ...stateFaults(state, slow)];
        expect(faults.map((fault) => `command ${index}: ${fault}`)).toEqual([]);
      }
    }),
    { numRuns },
  );
});

function replyFaults(reply: Reply, reason: string | undefined): string[] {
  const real = reply.kind === "rejected" ? reply.reason : undefined;
  return real === reason ? [] : [`${real ?? "accepted"} here, ${reason ?? "accepted"} there`];
}

function stateFaults(state: ExchangeState, slow: SlowExchange): string[] {
  const [market] = state.markets.values();
  if (market === undefined) throw new Error("the small exchange has no market");
  return [
    ...orderFaults(state, slow),
    ...tradeFaults(market, slow),
    ...bookFaults(market, slow, "BUY"),
    ...bookFaults(market, slow, "SELL"),
    ...balanceFaults(state, slow),
  ];
}

function orderFaults(state: ExchangeState, slow: SlowExchange): string[] {
  const faults: string[] = [];
  if (ordersOf(state).length !== slow.orders.length) faults.push("not as many orders");
  const filled = filledQuantities(slow);
  for (const order of ordersOf(state)) {
    const twin = slow.orders[order.orderId - 1];
    if (twin === undefined) continue;
    const isSame =
      order.status === twin.status &&
      order.executed === toUnits(filled[twin.number] ?? zero) &&
      order.quantity === toUnits(twin.quantity) &&
      order.shown === toUnits(twin.shown) &&
      order.working === (twin.stage === "resting");
    if (!isSame) faults.push(`order ${order.orderId} is ${order.status}, not ${twin.status}`);
  }
  return faults;
}

function tradeFaults(market: Market, slow: SlowExchange): string[] {
  if (market.trades.length !== slow.trades.length) return ["not as many trades"];
  return market.trades.flatMap((trade, index) => {
    const twin = slow.trades[index];
    const [maker, taker] = trade.buyerIsMaker
      ? [trade.buyOrderId, trade.sellOrderId]
      : [trade.sellOrderId, trade.buyOrderId];
    const isSame =
      twin?.maker === maker &&
      twin.taker === taker &&
      toUnits(twin.price) === trade.price &&
      toUnits(twin.quantity) === trade.quantity;
    return isSame ? [] : [`trade ${index} differs`];
  });
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
