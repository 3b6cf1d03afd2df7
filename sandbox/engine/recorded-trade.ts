/**
 * A trade of a recording beside the orders of users. It is printed as it was recorded, and fills
 * the orders that it reaches as if they had been first in the queue; these fills are parts of it,
 * so that neither the trades nor the book of the recording depend on them.
 */

import type { Side } from "../../generated/types.ts";
import { cancelOrder } from "./cancellation.ts";
import type { Parts } from "./changes.ts";
import { printTrade } from "./execution.ts";
import { nextTradeId } from "./market-data.ts";
import { planMatch } from "./matching.ts";
import { type RecordedTradeCommand, type Reply, rejected } from "./messages.ts";
import { openOrdersOf } from "./orders.ts";
import { type Placement, placeWorking, startAllTriggered } from "./placement.ts";
import { type ExchangeState, type Market, type Trade, tradingStatus } from "./state.ts";
import { quoteOf } from "./units.ts";

/** Plays a recorded trade, and all that its price triggers. */
export function playTrade(parts: Parts<RecordedTradeCommand>): Reply {
  const { state, market, account, command, changes } = parts;
  if (market.status !== tradingStatus) return rejected("notTrading");
  const { price, quantity, buyerIsMaker } = command;
  if (price === 0n || quantity === 0n) return rejected("nothingAsked");
  const quoted = withdrawQuotes(parts);
  const trade = tradeOf(state, market, command, state.now);
  printTrade(state, market, trade, changes);
  const place = (side: Side, amount: bigint, more: Partial<Placement>): void => {
    const order = { account: account.name, symbol: market.symbol, side, type: "LIMIT" } as const;
    const timeInForce = more.print === undefined ? "GTC" : "IOC";
    const placed = { ...order, kind: "place", timeInForce, price, quantity: amount } as const;
    placeWorking({ ...parts, command: placed, ...more });
  };
  for (const side of ["SELL", "BUY"] as const) {
    const reached = planMatch(market, { side, price, quantity }).quantity;
    if (reached > 0n) place(side, reached, { print: trade });
  }
  if (quoted > quantity) place(buyerIsMaker ? "BUY" : "SELL", quoted - quantity, {});
  startAllTriggered(state, market, changes);
  return { kind: "played" };
}

/**
 * Cancels the quotes that cannot rest where this trade took place, and those that it took; returns
 * how much of the latter there was.
 */
function withdrawQuotes(parts: Parts<RecordedTradeCommand>): bigint {
  const { account, market, command } = parts;
  const { symbol } = market;
  let quoted = 0n;
  for (const quote of openOrdersOf(account, symbol)) {
    const isBid = quote.side === "BUY";
    if (isBid ? quote.price < command.price : quote.price > command.price) continue;
    if (isBid === command.buyerIsMaker && quote.price === command.price) {
      quoted += quote.quantity - quote.executed;
    }
    const { orderId } = quote;
    const cancel = { kind: "cancel", account: account.name, symbol, orderId } as const;
    cancelOrder({ ...parts, command: cancel });
  }
  return quoted;
}

/** The trade as it was, with the next numbers of this exchange. */
export function tradeOf(
  state: ExchangeState,
  market: Market,
  { price, quantity, buyerIsMaker }: Pick<Trade, "price" | "quantity" | "buyerIsMaker">,
  time: number,
): Trade {
  state.lastOrderId += 2;
  return {
    id: nextTradeId(market),
    price,
    quantity,
    quote: quoteOf(price, quantity),
    time,
    buyerIsMaker,
    buyOrderId: state.lastOrderId - 1,
    sellOrderId: state.lastOrderId,
  };
}
