import fc from "fast-check";
import { expect, test } from "vitest";

import { levelsOf } from "../../../sandbox/engine/book.ts";
import type { Command, EventsWanted, ExchangeEvent } from "../../../sandbox/engine/messages.ts";
import type { ExchangeState } from "../../../sandbox/engine/state.ts";
import { step } from "../../../sandbox/engine/step.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";
import { auditBalances } from "../support/audit.ts";
import { longSequence, openingDeposits, sequence, type TimedCommand } from "../support/commands.ts";
import { marketOf, smallExchange } from "../support/scenario.ts";

const timeout = propertyTimeoutMs;
/** Keeps a book by its events alone; says after each command what is wrong with it. */
function followBook(state: ExchangeState) {
  const market = marketOf(state);
  const sides = { BUY: new Map<bigint, bigint>(), SELL: new Map<bigint, bigint>() };
  let last = 0;
  let trades = 0;
  const apply = (side: Map<bigint, bigint>, levels: readonly (readonly [bigint, bigint])[]) => {
    for (const [price, quantity] of levels) {
      if (quantity === 0n) side.delete(price);
      else side.set(price, quantity);
    }
  };
  return (events: readonly ExchangeEvent[]): string[] => {
    const faults: string[] = [];
    for (const event of events) {
      if (event.kind === "trade" && event.trade.id !== trades++) faults.push("trade ids jump");
      if (event.kind !== "book") continue;
      if (event.firstUpdateId !== last + 1) faults.push("update ids jump");
      last = event.lastUpdateId;
      apply(sides.BUY, event.bids);
      apply(sides.SELL, event.asks);
    }
    if (last !== market.lastUpdateId) faults.push("an update id without an event");
    for (const side of ["BUY", "SELL"] as const) {
      const levels = levelsOf(market, side);
      if (levels.length !== sides[side].size) faults.push("other levels than the events gave");
      for (const { price, quantity, hidden, orders } of levels) {
        const sum = (amountOf: (order: (typeof orders)[number]) => bigint): bigint =>
          orders.reduce((total, order) => total + amountOf(order), 0n);
        const left = sum((order) => order.quantity - order.executed);
        const isSum = sum(({ shown }) => shown) === quantity && left - quantity === hidden;
        const isSorted = orders.every((order) => order.price === price && order.shown > 0n);
        if (sides[side].get(price) === quantity && isSum && isSorted) continue;
        faults.push(`level ${price} is not what its orders and events say`);
      }
    }
    const [bid, ask] = [market.bids.at(-1), market.asks.at(-1)];
    if (bid && ask && bid.price >= ask.price) faults.push("the book is crossed");
    return faults;
  };
}

test.each([
  ["whole", smallExchange, (command: Command) => command],
  ["rounded", () => smallExchange({ priceStep: 1n, quantityStep: 1n }), withUnevenAmounts],
])("nothing is lost and the book adds up where amounts are %s", { timeout }, (_, begin, change) => {
  fc.assert(
    fc.property(longSequence, (commands) => {
      const state = begin();
      for (const command of openingDeposits) step(state, command, 0);
      const checkBook = followBook(state);
      for (const [index, { command, waitMs }] of commands.entries()) {
        const { events } = step(state, change(command), state.now + waitMs, "all");
        expect([index, ...checkBook(events), ...auditBalances(state)]).toEqual([index]);
      }
    }),
    { numRuns: runs({ commit: 10, gate: 10_000, release: 100_000 }) },
  );
});

/** The same placement, whose price times its quantity is no whole number of units. */
function withUnevenAmounts(command: Command): Command {
  if (command.kind !== "place") return command;
  const { price, quantity } = command;
  return { ...command, price: price && price - 1n, quantity: quantity && quantity / 3n };
}

test("aggregates are the trades, whole", { timeout }, () => {
  fc.assert(
    fc.property(sequence, (commands) => {
      const state = opened();
      run(state, commands);
      const { aggregates, trades } = marketOf(state);
      const parts = aggregates.map(({ firstTradeId, lastTradeId, quantity }) => {
        const own = trades.slice(firstTradeId, lastTradeId + 1);
        expect(own.reduce((sum, trade) => sum + trade.quantity, 0n)).toBe(quantity);
        return own;
      });
      expect(parts.flat()).toEqual(trades);
    }),
    { numRuns: runs({ commit: 10, gate: 600, release: 6_000 }) },
  );
});

test("the same commands give the same events, also from a copy of the state", { timeout }, () => {
  fc.assert(
    fc.property(sequence, sequence, (first, second) => {
      const one = opened();
      const other = opened();
      expect(run(one, first)).toEqual(run(other, first));
      const [copy, unheard] = [structuredClone(one), structuredClone(one)];
      expect(run(copy, second)).toEqual(run(one, second));
      expect(run(unheard, second, "none")).toEqual([]);
      expect([copy, unheard]).toEqual([one, one]);
    }),
    { numRuns: runs({ commit: 5, gate: 500, release: 5_000 }) },
  );
});

function opened(): ExchangeState {
  const state = smallExchange();
  for (const command of openingDeposits) step(state, command, 0);
  return state;
}

function run(
  state: ExchangeState,
  commands: readonly TimedCommand[],
  wanted: EventsWanted = "all",
) {
  return commands.flatMap(
    ({ command, waitMs }) => step(state, command, state.now + waitMs, wanted).events,
  );
}
