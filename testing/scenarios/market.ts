import { klineIntervals } from "../../generated/types.ts";
import { type ContractCall, limitMax, symbol, unknownSymbol, withoutSymbol } from "./rows.ts";

const now = { from: "getTime.default", property: "serverTime" } as const;
const hourAgo = { ...now, plus: -3_600_000 } as const;
const dayAgo = { ...now, plus: -86_400_000 } as const;

/** Books, trades, candles and tickers, all unsigned. */
export const marketScenarios: readonly ContractCall[] = [
  {
    id: "getBookTicker.default",
    summary: "Best bid and ask",
    fields: { symbol },
    expect: { kind: "success", shows: { symbol } },
  },
  withoutSymbol("getBookTicker", "Best bid and ask without the required symbol"),
  unknownSymbol("getBookTicker", "Best bid and ask of a symbol that is not listed"),
  {
    id: "getTicker24hr.default",
    summary: "24-hour statistics",
    fields: { symbol },
    expect: { kind: "success", shows: { symbol } },
  },
  withoutSymbol("getTicker24hr", "24-hour statistics without the required symbol"),
  {
    id: "getTickerPrice.default",
    summary: "Latest price of one symbol, an object",
    fields: { symbol },
    expect: { kind: "success", shows: { symbol } },
  },
  { id: "getTickerPrice.allSymbols", summary: "Latest prices of all symbols, a list" },
  unknownSymbol("getTickerPrice", "Latest price of a symbol that is not listed"),
  { id: "getDepth.default", summary: "Five levels a side", fields: { symbol, limit: 5 } },
  { id: "getDepth.usualLimit", summary: "Levels with the default limit", fields: { symbol } },
  ...[1, 100, 101, 500, 501, 1000].map(
    (limit): ContractCall => ({
      id: `getDepth.limit${limit}`,
      summary: `A border of the weight tiers, ${limit} levels a side`,
      fields: { symbol, limit },
    }),
  ),
  {
    id: "getDepth.limitOverMaximum",
    summary: "A limit above the maximum, which is truncated, not refused",
    fields: { symbol, limit: 1000 },
    change: { kind: "fields", set: { limit: "5000" } },
  },
  {
    id: "getDepth.limitNoNumber",
    summary: "A limit that is not a number",
    fields: { symbol, limit: 5 },
    change: { kind: "fields", set: { limit: "five" } },
    expect: { kind: "error", code: -1100 },
  },
  {
    id: "getDepth.withoutSymbol",
    summary: "An order book without the required symbol",
    fields: { symbol, limit: 5 },
    change: { kind: "fields", drop: ["symbol"] },
    expect: { kind: "error", code: -1102 },
  },
  {
    id: "getDepth.symbolTwice",
    summary: "A field that is sent twice",
    fields: { symbol, limit: 5 },
    change: { kind: "fields", repeat: ["symbol"] },
    expect: { kind: "error", code: -1101 },
  },
  {
    id: "getDepth.clientRefusesNoSymbol",
    summary: "The client refuses a call without a required field",
    fields: { limit: 5 },
    expect: { kind: "rejected", field: "symbol" },
  },
  {
    id: "getTrades.default",
    summary: "The latest three trades",
    fields: { symbol, limit: 3 },
    expect: { kind: "success", atMost: 3 },
  },
  {
    id: "getTrades.usualLimit",
    summary: "Trades with the default limit",
    fields: { symbol },
    expect: { kind: "success", atMost: 500 },
  },
  {
    id: "getTrades.limitAtMaximum",
    summary: "Trades with the maximum limit",
    fields: { symbol, limit: limitMax },
    expect: { kind: "success", atMost: limitMax },
  },
  {
    id: "getTrades.clientRefusesLimit",
    summary: "The client refuses a limit above the maximum",
    fields: { symbol, limit: limitMax + 1 },
    expect: { kind: "rejected", field: "limit" },
  },
  withoutSymbol("getTrades", "Trades without the required symbol"),
  {
    id: "getAggTrades.default",
    summary: "The latest three aggregate trades",
    fields: { symbol, limit: 3 },
    expect: { kind: "success", atMost: 3 },
  },
  {
    id: "getAggTrades.fromId",
    summary: "Aggregate trades from an id on, inclusive",
    fields: { symbol, fromId: { from: "getAggTrades.default", property: "0.a" }, limit: 2 },
    expect: { kind: "success", atMost: 2 },
  },
  {
    id: "getAggTrades.between",
    summary: "Aggregate trades between two times, inclusive",
    fields: { symbol, startTime: hourAgo, endTime: now, limit: 5 },
    expect: { kind: "success", atMost: 5 },
  },
  withoutSymbol("getAggTrades", "Aggregate trades without the required symbol"),
  {
    id: "getKlines.default",
    summary: "Three klines of one hour",
    fields: { symbol, interval: "1h", limit: 3 },
    expect: { kind: "success", atMost: 3 },
  },
  ...klineIntervals.map(
    (interval): ContractCall => ({
      id: `getKlines.interval-${interval.replace("M", "month")}`,
      summary: `Two klines of ${interval}`,
      fields: { symbol, interval, limit: 2 },
      expect: { kind: "success", atMost: 2 },
    }),
  ),
  {
    id: "getKlines.between",
    summary: "Klines between two times",
    fields: { symbol, interval: "15m", startTime: dayAgo, endTime: hourAgo, limit: 4 },
    expect: { kind: "success", atMost: 4 },
  },
  {
    id: "getKlines.unknownInterval",
    summary: "Klines of an unsupported interval",
    fields: { symbol, interval: "1h", limit: 3 },
    change: { kind: "fields", set: { interval: "7m" } },
    expect: { kind: "error", code: -1120 },
  },
  {
    id: "getKlines.withoutInterval",
    summary: "Klines without the required interval",
    fields: { symbol, interval: "1h", limit: 3 },
    change: { kind: "fields", drop: ["interval"] },
    expect: { kind: "error", code: -1102 },
  },
  {
    id: "getKlines.clientRefusesInterval",
    summary: "The client refuses an unsupported interval",
    fields: { symbol, interval: "7m" },
    expect: { kind: "rejected", field: "interval" },
  },
];
