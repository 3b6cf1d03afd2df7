/** Klines and tickers, derived once more from the trades by other means. */

import fc from "fast-check";
import { expect, test } from "vitest";

import { klineIntervals } from "../../../generated/types.ts";
import { readSetup } from "../../../sandbox/config/setup.ts";
import type { ExchangeEvent } from "../../../sandbox/engine/messages.ts";
import { step } from "../../../sandbox/engine/step.ts";
import { createSandboxExchange, createServerState } from "../../../sandbox/exchange/exchange.ts";
import { createRequestHandler } from "../../../sandbox/http/request-handler.ts";
import { propertyTimeoutMs, Reached, runs } from "../../support/runs.ts";
import { longSequence, openingDeposits } from "../support/commands.ts";
import { smallExchange } from "../support/scenario.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A trade as its event reported it, in hundred-millionths. */
interface EventTrade {
  readonly id: number;
  readonly time: number;
  readonly price: bigint;
  readonly quantity: bigint;
  readonly takerBuys: boolean;
}

/** Where the interval that holds a time begins, by the calendar. */
function beginOf(interval: string, time: number): number {
  const date = new Date(time);
  const count = Number.parseInt(interval, 10);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const midnight = Date.UTC(year, month, date.getUTCDate());
  switch (interval.at(-1)) {
    case "M":
      return Date.UTC(year, month, 1);
    case "w":
      return midnight - ((date.getUTCDay() + 6) % 7) * dayMs;
    case "d":
      return midnight - ((midnight / dayMs) % count) * dayMs;
    case "h":
      return midnight + (date.getUTCHours() - (date.getUTCHours() % count)) * hourMs;
    default:
      return date.setUTCMinutes(date.getUTCMinutes() - (date.getUTCMinutes() % count), 0, 0);
  }
}

function nextBegin(interval: string, begin: number): number {
  const count = Number.parseInt(interval, 10);
  const unit = interval.at(-1);
  if (unit === "M") return new Date(begin).setUTCMonth(new Date(begin).getUTCMonth() + 1);
  const length = { w: 7 * dayMs, d: dayMs, h: hourMs, m: 60_000 }[unit ?? ""] ?? Number.NaN;
  return begin + count * length;
}

const one = 100_000_000n;
const text = (units: bigint): string => {
  const digits = String(units < 0n ? -units : units).padStart(9, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -8)}.${digits.slice(-8)}`;
};
const worth = ({ price, quantity }: EventTrade): bigint => (price * quantity) / one;
const sum = (trades: readonly EventTrade[], of: (trade: EventTrade) => bigint): bigint =>
  trades.reduce((total, trade) => total + of(trade), 0n);
const greatest = (values: readonly bigint[]): bigint =>
  values.reduce((most, value) => (value > most ? value : most));

/** The rows of an interval that have trades. */
function klinesOf(interval: string, trades: readonly EventTrade[]): unknown[] {
  const groups = new Map<number, EventTrade[]>();
  for (const trade of trades) {
    const begin = beginOf(interval, trade.time);
    groups.set(begin, [...(groups.get(begin) ?? []), trade]);
  }
  return Array.from(groups, ([begin, group]) => {
    const prices = group.map(({ price }) => price);
    const bought = group.filter(({ takerBuys }) => takerBuys);
    return [
      begin,
      text(prices[0] ?? 0n),
      text(greatest(prices)),
      text(-greatest(prices.map((price) => -price))),
      text(prices.at(-1) ?? 0n),
      text(sum(group, ({ quantity }) => quantity)),
      nextBegin(interval, begin) - 1,
      text(sum(group, worth)),
      group.length,
      text(sum(bought, ({ quantity }) => quantity)),
      text(sum(bought, worth)),
      "0",
    ];
  });
}

/** The part of the 24-hour ticker that comes from trades. */
function tickerOf(all: readonly EventTrade[], now: number): unknown {
  const trades = all.filter(({ time }) => time >= now - dayMs);
  const [first, last] = [trades[0], trades.at(-1)];
  if (first === undefined || last === undefined) return {};
  const prices = trades.map(({ price }) => price);
  const change = last.price - first.price;
  const volume = sum(trades, ({ quantity }) => quantity);
  const quote = sum(trades, worth);
  const percent = (change * 100_000n) / first.price;
  const digits = String(percent < 0n ? -percent : percent).padStart(4, "0");
  return {
    priceChange: text(change),
    priceChangePercent: `${percent < 0n ? "-" : ""}${digits.replace(/(?=...$)/u, ".")}`,
    weightedAvgPrice: text((quote * one) / volume),
    prevClosePrice: text((all[first.id - 1] ?? first).price),
    lastPrice: text(last.price),
    lastQty: text(last.quantity),
    openPrice: text(first.price),
    highPrice: text(greatest(prices)),
    lowPrice: text(-greatest(prices.map((price) => -price))),
    volume: text(volume),
    quoteVolume: text(quote),
    openTime: now - dayMs,
    closeTime: now,
    firstId: first.id,
    lastId: last.id,
    count: trades.length,
  };
}

test("klines and tickers equal a replay of the trades", {
  timeout: propertyTimeoutMs,
}, async () => {
  const reached = new Reached();
  await fc.assert(
    fc.asyncProperty(longSequence, async (commands) => {
      const reported: EventTrade[] = [];
      const state = smallExchange();
      // Sunday; the next midnight begins a month, a week, and three days of every kind.
      let now = Date.UTC(2024, 5, 30, 12);
      for (const command of openingDeposits) step(state, command, now);
      for (const { command, waitMs } of commands) {
        now += waitMs;
        reported.push(...tradesOf(step(state, command, now, "all").events));
      }
      const ask = askerOf(state, now);
      for (const interval of klineIntervals) {
        const query = `symbol=BTCUSDT&interval=${interval}&startTime=0&limit=1000`;
        const rows = (await ask(`/api/v1/klines?${query}`)) as readonly unknown[][];
        // The first 1,000 rows of an interval reach as far as they reach.
        const end = Number(rows.at(-1)?.[6] ?? 0);
        const within = reported.filter(({ time }) => time <= end);
        const wanted = klinesOf(interval, within);
        expect(rows.filter((row) => Number(row[8]) > 0)).toEqual(wanted);
        if (wanted.length > 1) reached.add(interval);
      }
      expect(await ask("/api/v1/ticker/24hr?symbol=BTCUSDT")).toMatchObject(
        tickerOf(reported, now) as object,
      );
      const last = reported.at(-1);
      if (last === undefined) return;
      expect(await ask("/api/v1/ticker/price?symbol=BTCUSDT")).toEqual({
        symbol: "BTCUSDT",
        price: text(last.price),
      });
    }),
    { numRuns: runs({ commit: 5, gate: 2_000, release: 20_000 }) },
  );
  expect(reached.missing(klineIntervals)).toEqual([]);
});

function tradesOf(events: readonly ExchangeEvent[]): EventTrade[] {
  return events.flatMap((event) => {
    if (event.kind !== "trade") return [];
    const { id, time, price, quantity, buyerIsMaker } = event.trade;
    return [{ id, time, price, quantity, takerBuys: !buyerIsMaker }];
  });
}

/** Asks the small exchange over its interface, each time from another address. */
function askerOf(state: ReturnType<typeof smallExchange>, now: number) {
  const server = createServerState("folds", state);
  const clock = { now: () => now, after: () => () => {} };
  const listings = readSetup().symbols.map(({ listing }) => listing);
  const rest = { listings, exchangeFilters: [], keys: [], report: () => {} };
  const answer = createRequestHandler(createSandboxExchange({ ...clock, ...rest, server }));
  let asked = 0;
  return async (target: string): Promise<unknown> => {
    const [path = "", query = ""] = target.split("?");
    const ip = `10.0.0.${(asked += 1)}`;
    const header = () => undefined;
    const { status, body } = await answer({ method: "GET", path, query, body: "", header, ip });
    expect([status, status === 200 ? "" : body]).toEqual([200, ""]);
    return JSON.parse(body);
  };
}
