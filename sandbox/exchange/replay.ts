/**
 * Replays recorded market data beside the orders of users: a recorded level change becomes a quote
 * of the market maker, a recorded trade is done by a taker, and both fill orders of users on the
 * way.
 */

import type { Side } from "../../generated/types.ts";
import { toUnits } from "../../runtime/encoding/decimal.ts";
import { makerName, takerName } from "../config/accounts.ts";
import type { PlayedMessage } from "../config/recorded.ts";
import { reaches } from "../engine/book.ts";
import type { Reply } from "../engine/messages.ts";
import { unitScale } from "../engine/units.ts";
import type { Exchange } from "./exchange.ts";
import { messageOf } from "./request-error.ts";

/** Replays messages on the exchange's clock, from now on. */
export function playMessages(exchange: Exchange, messages: readonly PlayedMessage[]): void {
  const begin = exchange.now();
  let next = 0;
  const wait = (): void => {
    const message = messages[next];
    if (message === undefined) return;
    exchange.after(Math.max(0, begin + message.at - exchange.now()), () => {
      next += 1;
      try {
        play(exchange, message);
      } catch (error) {
        exchange.report(`message ${next} of the replay failed: ${messageOf(error)}`);
      }
      wait();
    });
  };
  wait();
}

function play(exchange: Exchange, message: PlayedMessage): void {
  if (message.kind === "other" || !exchange.state.markets.has(message.data.s)) return;
  const { s: symbol } = message.data;
  if (message.kind === "depth") {
    for (const [side, levels] of [
      ["BUY", message.data.b],
      ["SELL", message.data.a],
    ] as const) {
      for (const [price = "0", quantity = "0"] of levels) {
        setLevel(exchange, symbol, side, { price: unitsOf(price), quantity: unitsOf(quantity) });
      }
    }
    return;
  }
  const { p: price, q: quantity, m: buyerIsMaker } = message.data;
  trade(exchange, symbol, buyerIsMaker ? "SELL" : "BUY", {
    price: unitsOf(price),
    quantity: unitsOf(quantity),
  });
}

interface Amounts {
  readonly price: bigint;
  readonly quantity: bigint;
}

/** Replaces the maker's quotes at a price. */
function setLevel(exchange: Exchange, symbol: string, side: Side, level: Amounts): void {
  cancelQuotes(exchange, symbol, (quote) => quote.side === side && quote.price === level.price);
  if (level.quantity > 0n) quoteAt(exchange, symbol, side, level);
}

/**
 * A taker trades at a price with the orders resting there, the maker's last. What is left of the
 * maker's quote is cancelled, as the recorded book does not have it.
 */
function trade(exchange: Exchange, symbol: string, side: Side, amounts: Amounts): void {
  const quote = quoteAt(exchange, symbol, side === "BUY" ? "SELL" : "BUY", amounts);
  const taker = { kind: "place", account: takerName, symbol, side, type: "LIMIT" } as const;
  exchange.execute({ ...taker, timeInForce: "IOC", ...amounts });
  if (quote.kind !== "placed") return;
  const { orderId } = quote.order;
  exchange.execute({ kind: "cancel", account: makerName, symbol, orderId });
}

function quoteAt(exchange: Exchange, symbol: string, side: Side, amounts: Amounts): Reply {
  // The recorded book was not crossed, so quotes that this one would match are outdated.
  cancelQuotes(exchange, symbol, (quote) => {
    return quote.side !== side && reaches(side, amounts.price, quote.price);
  });
  const maker = { kind: "place", account: makerName, symbol, side, type: "LIMIT" } as const;
  return exchange.execute({ ...maker, timeInForce: "GTC", ...amounts });
}

interface Quote {
  readonly side: Side;
  readonly price: bigint;
}

function cancelQuotes(
  exchange: Exchange,
  symbol: string,
  isChosen: (quote: Quote) => boolean,
): void {
  const maker = exchange.state.accounts.get(makerName);
  for (const order of [...(maker?.bySymbol.get(symbol)?.openOrders.values() ?? [])]) {
    if (!isChosen(order)) continue;
    exchange.execute({ kind: "cancel", account: makerName, symbol, orderId: order.orderId });
  }
}

function unitsOf(text: string): bigint {
  return toUnits(text, unitScale);
}
