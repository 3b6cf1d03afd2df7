/** Converts engine events to stream messages, each with its stream name. */

import { type Choices, choiceDefaults } from "../../generated/sandbox.ts";
import type {
  BalanceUpdate,
  BookTickerEvent,
  DepthUpdate,
  ExecutionReport,
  ListenKeyExpired,
  MiniTickerEvent,
  OutboundAccountPosition,
  TickerEvent,
  TradeEvent as TradeMessage,
} from "../../generated/types.ts";
import { bestOf } from "../engine/book.ts";
import { dayStatistics } from "../engine/market-data.ts";
import type {
  BestEvent,
  BookEvent,
  OrderEvent,
  PositionEvent,
  TradeEvent,
  TransferEvent,
} from "../engine/messages.ts";
import type { Market } from "../engine/state.ts";
import { decimal, isWorking, percentText, priceLevel } from "../handlers/records.ts";

export function depthMessage(event: BookEvent): DepthUpdate {
  return {
    e: "depthUpdate",
    E: event.time,
    s: event.symbol,
    U: event.firstUpdateId,
    u: event.lastUpdateId,
    b: event.bids.map(priceLevel),
    a: event.asks.map(priceLevel),
  };
}

export function tradeMessage({ symbol, trade }: TradeEvent, choices: Choices): TradeMessage {
  const ids = { b: trade.buyOrderId, a: trade.sellOrderId };
  return {
    e: "trade",
    E: trade.time,
    s: symbol,
    t: trade.id,
    p: decimal(trade.price),
    q: decimal(trade.quantity),
    ...(choices["trade-event-payload"] === "withOrderIds" && ids),
    T: trade.time,
    m: trade.buyerIsMaker,
  };
}

/** The best bid and ask. It has no event type: its stream implies it. */
export function bookTickerMessage(event: BestEvent): BookTickerEvent {
  const [b, B] = priceLevel(event.bid);
  const [a, A] = priceLevel(event.ask);
  return { u: event.updateId, s: event.symbol, b, B, a, A };
}

export function tickerMessage(market: Market, now: number) {
  const day = dayStatistics(market, now);
  const [b, B] = priceLevel(bestOf(market, "BUY"));
  const [a, A] = priceLevel(bestOf(market, "SELL"));
  return {
    e: "24hrTicker",
    E: now,
    s: market.symbol,
    p: decimal(day.change),
    P: percentText(day.changePercentMilli),
    w: decimal(day.average),
    x: decimal(day.previousClose),
    c: decimal(day.candle.close),
    Q: decimal(day.lastQuantity),
    b,
    B,
    a,
    A,
    o: decimal(day.candle.open),
    h: decimal(day.candle.high),
    l: decimal(day.candle.low),
    v: decimal(day.candle.volume),
    q: decimal(day.candle.quoteVolume),
    O: day.openTime,
    C: day.closeTime,
    F: day.firstId,
    L: day.lastId,
    n: day.candle.count,
  } satisfies TickerEvent;
}

/** The short form of the same statistics. */
export function miniTickerMessage(market: Market, now: number): MiniTickerEvent {
  const { E, s, c, o, h, l, v, q } = tickerMessage(market, now);
  return { e: "24hrMiniTicker", E, s, c, o, h, l, v, q };
}

/** The only reason for rejecting a triggered order. */
const rejectReasonWhenTriggered = "INSUFFICIENT_BALANCES";

export function executionReport(
  event: OrderEvent,
  choices: Choices = choiceDefaults,
): ExecutionReport {
  const { order, fill, execution, time, cancelId } = event;
  const nothing = choices["execution-report-payload"] === "null" ? null : "";
  return {
    e: "executionReport",
    E: time,
    s: order.symbol,
    c: cancelId ?? order.clientOrderId,
    S: order.side,
    o: order.type,
    f: order.timeInForce,
    q: decimal(order.quantity),
    p: decimal(order.price),
    P: decimal(order.stopPrice),
    F: decimal(order.icebergQuantity),
    g: -1,
    C: cancelId === undefined ? nothing : order.clientOrderId,
    x: execution,
    X: order.status,
    r: execution === "REJECTED" ? rejectReasonWhenTriggered : "NONE",
    i: order.orderId,
    l: decimal(fill?.trade.quantity ?? 0n),
    z: decimal(order.executed),
    L: decimal(fill?.trade.price ?? 0n),
    n: decimal(fill?.commission ?? 0n),
    N: fill?.commissionAsset ?? null,
    T: time,
    t: fill?.trade.id ?? -1,
    w: isWorking(order, choices),
    m: fill?.isMaker ?? false,
    O: order.time,
    Z: decimal(order.executedQuote),
    Y: decimal(fill?.trade.quote ?? 0n),
    Q: decimal(order.quoteQuantity),
  };
}

export function positionMessage({ time, balances }: PositionEvent): OutboundAccountPosition {
  const rows = balances.map(({ asset, free, locked }) => {
    return { a: asset, f: decimal(free), l: decimal(locked) };
  });
  return { e: "outboundAccountPosition", E: time, u: time, B: rows };
}

export function balanceMessage({ time, asset, amount }: TransferEvent): BalanceUpdate {
  return { e: "balanceUpdate", E: time, a: asset, d: decimal(amount), T: time };
}

/** A listen key expired; the last message of its stream. */
export function keyExpiredMessage(listenKey: string, now: number): ListenKeyExpired {
  return { e: "listenKeyExpired", E: now, listenKey };
}
