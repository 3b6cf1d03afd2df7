/**
 * Replays recorded market data beside the orders of users: a recorded level change becomes a quote
 * of the market maker, and a recorded trade is printed as it was; both fill orders of users.
 */

import type { Side } from "../../generated/types.ts";
import { toUnits } from "../../runtime/encoding/decimal.ts";
import { makerName } from "../config/accounts.ts";
import type { PlayedMessage } from "../config/recorded.ts";
import { levelAt, levelsWithin } from "../engine/book.ts";
import { type Level, type Market, tradingStatus } from "../engine/state.ts";
import { unitScale } from "../engine/units.ts";
import type { Exchange } from "./exchange.ts";
import { messageOf } from "./request-error.ts";

/** A replay that goes on by itself. */
export type Replay = ReturnType<typeof playMessages>;

/** Replays messages on the exchange's clock, from now on; notes what cannot be played. */
export function playMessages(
  exchange: Exchange,
  messages: readonly PlayedMessage[],
  note: (text: string) => void,
) {
  const begin = exchange.now();
  let next = 0;
  let cancel = (): void => {};
  const wait = (): void => {
    const message = messages[next];
    if (message === undefined) return;
    cancel = exchange.after(Math.max(0, begin + message.at - exchange.now()), () => {
      next += 1;
      try {
        if (message.kind !== "other") play(exchange, message, note);
      } catch (error) {
        exchange.report(`message ${next} of the replay failed: ${messageOf(error)}`);
      }
      wait();
    });
  };
  wait();
  return {
    /** When it began and how long it takes, in milliseconds, and how much of it was played. */
    position: () => {
      const length = messages.at(-1)?.at ?? 0;
      return { begin, length, messages: messages.length, played: next };
    },
    /** Goes on after so many messages; the clock was set to their time. */
    playFrom: (played: number): void => {
      cancel();
      next = played;
      wait();
    },
  };
}

function play(
  exchange: Exchange,
  message: Exclude<PlayedMessage, { readonly kind: "other" }>,
  note: (text: string) => void,
): void {
  const { s: symbol } = message.data;
  const market = exchange.state.markets.get(symbol);
  if (market === undefined) return;
  if (market.status !== tradingStatus) {
    return note(`Messages of ${symbol} are not played while it accepts no orders.`);
  }
  if (message.kind === "trade") {
    const { p: price, q: quantity, m: buyerIsMaker } = message.data;
    const amounts = { ...amountsOf(price, quantity), buyerIsMaker };
    exchange.execute({ kind: "recordedTrade", account: makerName, symbol, ...amounts });
    return;
  }
  for (const [side, levels] of [
    ["BUY", message.data.b],
    ["SELL", message.data.a],
  ] as const) {
    for (const [price = "0", quantity = "0"] of levels) {
      setLevel(exchange, market, side, amountsOf(price, quantity));
    }
  }
}

type Amounts = ReturnType<typeof amountsOf>;

function amountsOf(price: string, quantity: string) {
  return { price: toUnits(price, unitScale), quantity: toUnits(quantity, unitScale) };
}

function setLevel(exchange: Exchange, market: Market, side: Side, amounts: Amounts): void {
  const known = levelAt(market, side, amounts.price);
  if (known !== undefined) cancelQuotes(exchange, known);
  if (amounts.quantity <= 0n) return;
  // The recorded book was not crossed, so quotes that this one would match are outdated.
  for (const level of levelsWithin(market, side, amounts.price)) cancelQuotes(exchange, level);
  const { symbol } = market;
  const maker = { kind: "place", account: makerName, symbol, side, type: "LIMIT" } as const;
  exchange.execute({ ...maker, timeInForce: "GTC", ...amounts });
}

/** Canceling changes the level, so its orders are copied. */
function cancelQuotes(exchange: Exchange, { orders }: Level): void {
  for (const { account, symbol, orderId } of [...orders]) {
    if (account === makerName) exchange.execute({ kind: "cancel", account, symbol, orderId });
  }
}
