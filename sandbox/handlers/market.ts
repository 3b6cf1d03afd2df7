/** Books, trades, candles and tickers. */

import { defaultsFromNowMs } from "../../generated/handlers.ts";
import { roles } from "../../generated/operations.ts";
import type {
  AggregateTrade as AggregateRecord,
  Kline,
  PublicTrade,
} from "../../generated/types.ts";
import { bestOf, topLevels } from "../engine/book.ts";
import { candlesOf, intervalEnd } from "../engine/candles.ts";
import { dayStatistics, firstTradeFrom, lastPrice } from "../engine/market-data.ts";
import type { AggregateTrade, Candle, Market, Trade } from "../engine/state.ts";
import {
  marketOf,
  oneOrAll,
  pageOf,
  type RoleHandlers,
  requireShort,
  requireSpan,
  startsOldest,
} from "./context.ts";
import { decimal, percentText, priceLevel } from "./records.ts";

/** Where another contract has none, klines begin with the oldest. */
const usualStartMs: number | undefined = defaultsFromNowMs[roles.klines]?.startTime;

export const market = {
  "book.ticker": ({ symbol }, context) => ({ symbol, ...bestPrices(marketOf(context, symbol)) }),

  klines: ({ symbol, interval, startTime, endTime, limit }, context) => {
    requireSpan(startTime, endTime);
    const usualFrom = usualStartMs === undefined ? 0 : context.now + usualStartMs;
    const from = Number(startTime ?? usualFrom);
    const to = Math.min(Number(endTime ?? context.now), context.now);
    const { choices } = context.exchange.state;
    const isBounded = startTime !== undefined && endTime !== undefined;
    const isNewest = isBounded && choices["klines-beyond-limit"] === "newest";
    const isWhole = choices["klines-without-trades"] === "repeated";
    const fromStart = startTime !== undefined && !isNewest;
    // Without a start, the latest rows are returned, and the default start bounds their number.
    const countMax = fromStart && isWhole ? limit : undefined;
    const candles = candlesOf(marketOf(context, symbol), interval, from, to, countMax);
    const shown = isWhole ? candles : candles.filter(({ count }) => count > 0);
    return pageOf(shown, limit, fromStart).map((candle) => klineOf(candle, interval));
  },

  "ticker.day": ({ symbol }, context) => {
    const traded = marketOf(context, symbol);
    const day = dayStatistics(traded, context.now);
    return {
      symbol,
      priceChange: decimal(day.change),
      priceChangePercent: percentText(day.changePercentMilli),
      weightedAvgPrice: decimal(day.average),
      prevClosePrice: decimal(day.previousClose),
      lastPrice: decimal(day.candle.close),
      lastQty: decimal(day.lastQuantity),
      ...bestPrices(traded),
      openPrice: decimal(day.candle.open),
      highPrice: decimal(day.candle.high),
      lowPrice: decimal(day.candle.low),
      volume: decimal(day.candle.volume),
      quoteVolume: decimal(day.candle.quoteVolume),
      openTime: day.openTime,
      closeTime: day.closeTime,
      firstId: day.firstId,
      lastId: day.lastId,
      count: day.candle.count,
    };
  },

  "book.snapshot": ({ symbol, limit }, context) => {
    const book = marketOf(context, symbol);
    return {
      lastUpdateId: book.lastUpdateId,
      bids: topLevels(book, "BUY", limit).map(priceLevel),
      asks: topLevels(book, "SELL", limit).map(priceLevel),
    };
  },

  "trades.recent": ({ symbol, limit }, context) =>
    pageOf(marketOf(context, symbol).trades, limit, startsOldest(context)).map(tradeRecord),

  "trades.aggregate": ({ symbol, fromId, startTime, endTime, limit }, context) => {
    requireSpan(startTime, endTime);
    const { choices } = context.exchange.state;
    if (choices["agg-trades-span"] === "hour") requireShort(startTime, endTime, hourMs - 1);
    const { aggregates } = marketOf(context, symbol);
    const first = Math.max(
      fromId === undefined ? 0 : Number(fromId) - (aggregates[0]?.id ?? 0),
      startTime === undefined ? 0 : firstTradeFrom(aggregates, Number(startTime)),
    );
    const end = endTime === undefined ? undefined : firstTradeFrom(aggregates, Number(endTime) + 1);
    const fromStart = fromId !== undefined || startTime !== undefined || startsOldest(context);
    const rows = pageOf(aggregates, limit, fromStart, first, end).map(aggregateRecord);
    const hasMatch = choices["aggregate-trade-best-match"] === "present";
    return hasMatch ? rows.map((row) => ({ ...row, M: true })) : rows;
  },

  "ticker.price": (request, context) =>
    oneOrAll(context, request.symbol, ({ symbol }) => ({
      symbol,
      price: decimal(lastPrice(marketOf(context, symbol))),
    })),
} satisfies Partial<RoleHandlers>;

const hourMs = 3_600_000;

function bestPrices(traded: Market) {
  const [bidPrice, bidQty] = priceLevel(bestOf(traded, "BUY"));
  const [askPrice, askQty] = priceLevel(bestOf(traded, "SELL"));
  return { bidPrice, bidQty, askPrice, askQty };
}

function klineOf(candle: Candle, interval: string): Kline {
  return [
    candle.openTime,
    decimal(candle.open),
    decimal(candle.high),
    decimal(candle.low),
    decimal(candle.close),
    decimal(candle.volume),
    intervalEnd(interval, candle.openTime) - 1,
    decimal(candle.quoteVolume),
    candle.count,
    decimal(candle.takerBuyVolume),
    decimal(candle.takerBuyQuoteVolume),
    "0",
  ];
}

function tradeRecord(trade: Trade): PublicTrade {
  return {
    id: trade.id,
    price: decimal(trade.price),
    qty: decimal(trade.quantity),
    quoteQty: decimal(trade.quote),
    time: trade.time,
    isBuyerMaker: trade.buyerIsMaker,
    isBestMatch: true,
  };
}

function aggregateRecord(aggregate: AggregateTrade): AggregateRecord {
  return {
    a: aggregate.id,
    p: decimal(aggregate.price),
    q: decimal(aggregate.quantity),
    f: aggregate.firstTradeId,
    l: aggregate.lastTradeId,
    T: aggregate.time,
    m: aggregate.buyerIsMaker,
  };
}
