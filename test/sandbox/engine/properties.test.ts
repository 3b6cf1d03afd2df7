import fc from "fast-check";
import { expect, test } from "vitest";

import { orderTransitions } from "../../../generated/order-rules.ts";
import { candleOf, candlesOf, extend, flatCandle } from "../../../sandbox/engine/candles.ts";
import { dayStatistics } from "../../../sandbox/engine/market-data.ts";
import type { Command, ExchangeEvent, RejectReason } from "../../../sandbox/engine/messages.ts";
import type { Candle, ExchangeState, Market } from "../../../sandbox/engine/state.ts";
import { step } from "../../../sandbox/engine/step.ts";
import { propertyTimeoutMs, Reached, runs } from "../../support/runs.ts";
import { longSequence, openingDeposits, sequence, type TimedCommand } from "../support/commands.ts";
import { emptyMemory, faultsOf } from "../support/invariants.ts";
import { pathsWanted, transitionsKnown } from "../support/order-lives.ts";
import { smallExchange } from "../support/scenario.ts";

const dayMs = 86_400_000;
const numRuns = runs({ commit: 1_000, gate: 50_000, release: 500_000 });

/** Reasons that a random command can be rejected for. */
const reasons: readonly RejectReason[] = [
  "unknownOrder",
  "duplicateClientId",
  "belowOneStep",
  "icebergOverQuantity",
  "wouldTake",
  "wouldTrigger",
  "insufficientBalance",
];

test("what must hold holds after every command", { timeout: propertyTimeoutMs }, () => {
  const reached = new Reached();
  fc.assert(
    fc.property(longSequence, (commands) => {
      const state = opened();
      const memory = emptyMemory(reached);
      for (const [index, { command, waitMs }] of commands.entries()) {
        const { reply, events } = step(state, command, state.now + waitMs);
        const faults = faultsOf(state, memory, { command, reply, events });
        if (faults.length > 0) expect([`command ${index}`, ...faults]).toEqual([]);
        reached.add(reply.kind === "rejected" ? reply.reason : reply.kind);
      }
    }),
    { numRuns },
  );
  const replies = ["placed", "canceled", "deposited", "maintained"];
  const wanted = [...transitionsKnown, ...pathsWanted(), ...replies, ...reasons];
  expect(reached.missing(wanted), "these were never reached").toEqual([]);
});

test("nothing is lost where amounts are rounded", { timeout: propertyTimeoutMs }, () => {
  fc.assert(
    fc.property(longSequence, (commands) => {
      const state = smallExchange({ priceStep: 1n, quantityStep: 1n });
      for (const command of openingDeposits) step(state, command, 0);
      const memory = emptyMemory(new Reached());
      for (const [index, { command, waitMs }] of commands.entries()) {
        const uneven = withUnevenAmounts(command);
        const { reply, events } = step(state, uneven, state.now + waitMs);
        const faults = faultsOf(state, memory, { command: uneven, reply, events });
        if (faults.length > 0) expect([`command ${index}`, ...faults]).toEqual([]);
      }
    }),
    { numRuns: numRuns / 10 },
  );
});

/** The same placement, whose price times its quantity is no whole number of units. */
function withUnevenAmounts(command: Command): Command {
  if (command.kind !== "place") return command;
  const { price, quantity } = command;
  return { ...command, price: price && price - 1n, quantity: quantity && quantity / 3n };
}

test("the transitions that are known are those of the contract", () => {
  const contract = orderTransitions.map(({ from, trigger, to }) => `${from} ${trigger} ${to}`);
  expect(new Set(contract)).toEqual(new Set(transitionsKnown));
});

test("market data equals a plain replay of the trades", () => {
  fc.assert(
    fc.property(sequence, (commands) => {
      const state = opened();
      for (const { command, waitMs } of commands) step(state, command, state.now + waitMs);
      const market = onlyMarket(state);
      for (const interval of ["1m", "15m", "1h", "1d", "1w", "1M"]) {
        const candles = candlesOf(market, interval, 0, state.now);
        expect(candles.filter((candle) => candle.count > 0)).toEqual(
          candles.flatMap((candle, index) =>
            foldOf(market, candle.openTime, candles[index + 1]?.openTime ?? Infinity),
          ),
        );
      }
      const day = dayStatistics(market, state.now);
      const [folded] = foldOf(market, state.now - dayMs, Infinity);
      if (folded !== undefined) {
        expect(day.candle).toEqual({ ...folded, openTime: state.now - dayMs });
      }
      const parts = market.aggregates.map(({ firstTradeId, lastTradeId, quantity }) => {
        const trades = market.trades.slice(firstTradeId, lastTradeId + 1);
        expect(trades.reduce((sum, trade) => sum + trade.quantity, 0n)).toBe(quantity);
        return trades;
      });
      expect(parts.flat()).toEqual(market.trades);
    }),
    { numRuns: 60 },
  );
});

test("the same commands give the same events, also from a copy of the state", () => {
  fc.assert(
    fc.property(sequence, sequence, (first, second) => {
      const one = opened();
      const other = opened();
      expect(run(one, first)).toEqual(run(other, first));
      const copy = structuredClone(one);
      expect(run(copy, second)).toEqual(run(one, second));
      expect(copy).toEqual(one);
    }),
    { numRuns: 25 },
  );
});

function opened(): ExchangeState {
  const state = smallExchange();
  for (const command of openingDeposits) step(state, command, 0);
  return state;
}

function run(state: ExchangeState, commands: readonly TimedCommand[]): readonly ExchangeEvent[] {
  return commands.flatMap(({ command, waitMs }) => step(state, command, state.now + waitMs).events);
}

function onlyMarket(state: ExchangeState): Market {
  const [market] = state.markets.values();
  if (market === undefined) throw new Error("the small exchange has no market");
  return market;
}

/** The candle of all trades from `from` up to `to`, made trade by trade; none without trades. */
function foldOf(market: Market, from: number, to: number): Candle[] {
  const trades = market.trades.filter((trade) => trade.time >= from && trade.time < to);
  if (trades.length === 0) return [];
  const candle = flatCandle(from, 0n);
  for (const trade of trades) extend(candle, candleOf(trade, from));
  return [candle];
}
