/** What is derived from trades and from events, derived once more by other means. */

import fc from "fast-check";
import { expect, test } from "vitest";

import { klineIntervals } from "../../../generated/types.ts";
import { readSetup } from "../../../sandbox/config/setup.ts";
import type { ExchangeEvent } from "../../../sandbox/engine/messages.ts";
import { step } from "../../../sandbox/engine/step.ts";
import { createSandboxExchange, createServerState } from "../../../sandbox/exchange/exchange.ts";
import { createRequestHandler } from "../../../sandbox/http/request-handler.ts";
import { createSandbox } from "../../../sandbox/index.ts";
import { propertyTimeoutMs, Reached, runs } from "../../support/runs.ts";
import { longSequence, openingDeposits } from "../support/commands.ts";
import { foreignClient } from "../support/foreign-client.ts";
import { openOrders } from "../support/orders-of.ts";
import { smallExchange } from "../support/scenario.ts";

const numRuns = runs({ commit: 30, gate: 2_000, release: 20_000 });

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

test("P13: klines and tickers equal a replay of the trades", {
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
        reported.push(...tradesOf(step(state, command, now).events));
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
    { numRuns },
  );
  expect(reached.missing(klineIntervals)).toEqual([]);
});

test("P17: an account's events, folded, are what REST says at rest", async () => {
  const reached = new Reached();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(2 ** 31), { minLength: 60, maxLength: 60 }), async (draws) => {
      const sandbox = createSandbox({ maker: { everyMs: 500 } });
      const client = foreignClient(sandbox);
      const messages: Message[] = [];
      const key = sandbox.exchange.listenKeys.create("alice", sandbox.exchange.now());
      const connection = sandbox.hub.connect({
        format: "raw",
        send: (message) => void messages.push(JSON.parse(message.text) as Message),
        close: () => {},
        cut: () => {},
      });
      connection.subscribe([key]);
      const begin = await restOf(client);
      for (const draw of draws) act(sandbox, draw);
      const rest = await restOf(client);
      const orders = new Map<number, Message>();
      const balances = new Map(begin.balances);
      for (const message of messages) {
        reached.add(`${message.e} ${message.x ?? ""}`.trim());
        if (message.e === "executionReport") orders.set(message.i, message);
        for (const { a, f, l } of message.B ?? []) balances.set(a, `${f} ${l}`);
      }
      expect(balances).toEqual(rest.balances);
      const folded = Array.from(orders.values(), ({ i, X, z, Z, q, p, S, o }) => {
        return [i, X, z, Z, q, p, S, o];
      });
      expect(new Set(folded)).toEqual(new Set(rest.orders));
    }),
    { numRuns: Math.ceil(numRuns / 6) },
  );
  const kinds = ["NEW", "TRADE", "CANCELED", "EXPIRED"].map((kind) => `executionReport ${kind}`);
  const others = ["outboundAccountPosition", "balanceUpdate"];
  expect(reached.missing([...kinds, ...others])).toEqual([]);
});

/** What the messages of an account's stream have in common, by the letters of the interface. */
interface Message {
  readonly e: string;
  readonly x?: string;
  readonly i: number;
  readonly X: string;
  readonly z: string;
  readonly Z: string;
  readonly q: string;
  readonly p: string;
  readonly S: string;
  readonly o: string;
  readonly B?: readonly { readonly a: string; readonly f: string; readonly l: string }[];
}

function act(sandbox: ReturnType<typeof createSandbox>, draw: number): void {
  const { exchange, clock } = sandbox;
  const market = exchange.state.markets.get("ETHUSDT");
  const last = market?.trades.at(-1)?.price ?? one;
  const step_ = market?.priceStep ?? 1n;
  const order = { kind: "place", account: "alice", symbol: "ETHUSDT" } as const;
  const side = draw % 2 === 0 ? "BUY" : "SELL";
  const quantity = (market?.quantityStep ?? 1n) * BigInt(1 + (draw % 5000));
  const away = BigInt((draw >> 4) % 200) - 100n;
  const raw = last + (last * away) / 20_000n;
  const price = raw - (raw % step_);
  const timeInForce = (["GTC", "GTC", "GTC", "IOC"] as const)[(draw >> 3) % 4];
  clock?.advance((draw >> 6) % 900);
  switch ((draw >> 8) % 8) {
    case 0:
      exchange.execute({ ...order, side, type: "MARKET", quantity });
      break;
    case 1: {
      const [open] = openOrders(exchange.state.accounts.get("alice"));
      if (open === undefined) break;
      const { orderId, symbol } = open;
      exchange.execute({ kind: "cancel", account: "alice", symbol, orderId });
      break;
    }
    case 2:
      exchange.execute({ kind: "deposit", account: "alice", asset: "ETH", amount: BigInt(draw) });
      break;
    case 3:
      if (draw % 11 === 0) exchange.execute({ kind: "maintenance", symbol: "ETHUSDT" });
      break;
    default:
      exchange.execute({ ...order, side, type: "LIMIT", timeInForce, price, quantity });
  }
}

async function restOf(client: ReturnType<typeof foreignClient>) {
  const account = await client.fresh({ path: "/api/v1/account" });
  const query = [
    ["symbol", "ETHUSDT"],
    ["limit", "1000"],
  ] as const;
  const all = await client.fresh({ path: "/api/v1/allOrders", query });
  const { balances } = account.body as {
    readonly balances: { readonly asset: string; readonly free: string; readonly locked: string }[];
  };
  const orders = all.body as Readonly<Record<string, string | number>>[];
  const names = ["orderId", "status", "executedQty", "cumulativeQuoteQty", "origQty", "price"];
  return {
    balances: new Map(balances.map(({ asset, free, locked }) => [asset, `${free} ${locked}`])),
    orders: orders.map((order) => [...names, "side", "type"].map((name) => order[name])),
  };
}

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
