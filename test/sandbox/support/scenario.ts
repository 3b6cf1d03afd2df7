/**
 * A scenario is text: one command or question in each line, and behind `=>` what must come of
 * it. `expectScenario` compares them with what really came.
 *
 *   ann deposit USDT 1000                   => deposited
 *   ann buy 2 @ 100 GTC id=a                => NEW 0/2
 *   bob sell 1 MARKET                       => FILLED 1/1 for 100
 *   bob sell 2 STOP_LOSS stop=99 id=s       => NEW 0/2
 *   cat sell 3 @ 100 GTC iceberg=1          => NEW 0/3
 *   ann order a                             => NEW 0/2 working
 *   ann cancel a                            => CANCELED 1/2
 *   balance ann USDT                        => 899 free 0 locked
 *   book                                    => 99x3 100x2 | 101x1
 *   trades                                  => 1@100
 *   events                                  => NEW#3 TRADE#1 TRADE#3
 *   maintenance                             => 2 expired
 */

import { expect } from "vitest";

import { orderTypes, type TimeInForce } from "../../../generated/types.ts";
import { print, toUnits } from "../../../runtime/encoding/decimal.ts";
import { topLevels } from "../../../sandbox/engine/book.ts";
import type {
  Command,
  ExchangeEvent,
  OrderSnapshot,
  PlaceCommand,
} from "../../../sandbox/engine/messages.ts";
import { findOrder, isFinal } from "../../../sandbox/engine/orders.ts";
import type { ExchangeState, Market } from "../../../sandbox/engine/state.ts";
import { createExchangeState, step } from "../../../sandbox/engine/step.ts";
import { auditBalances } from "./audit.ts";

const usualSteps = { priceStep: units("0.01"), quantityStep: units("0.1") };

/** Prices in steps of 0.01, quantities in steps of 0.1, commission 0.1 % for both sides. */
export function smallExchange(steps = usualSteps): ExchangeState {
  const rates = { makerRate: units("0.001"), takerRate: units("0.001") };
  const names = { symbol: "BTCUSDT", baseAsset: "BTC", quoteAsset: "USDT" };
  const accounts = ["ann", "bob", "cat", "dan"].map((name) => ({ name, ...rates }));
  const markets = [{ ...names, ...steps, priceFrom: 0n, openingPrice: 0n }];
  return createExchangeState({ seed: "scenario", now: 0, markets, accounts });
}

/** Runs a scenario; what really came of its lines must be what stands behind the arrows. */
export function expectScenario(text: string): void {
  const run: Run = { state: smallExchange(), events: [] };
  const lines = text
    .trim()
    .split("\n")
    .map((line) => line.split("=>").map((part) => part.trim()));
  const came = lines.map(([asked = ""]) => {
    const answer = answerLine(run, asked.split(/\s+/));
    return [asked, [answer, ...auditBalances(run.state)].join(" ")];
  });
  expect(came.map((line) => line.join(" => "))).toEqual(lines.map((line) => line.join(" => ")));
}

/** Units of a decimal text. */
export function units(text: string): bigint {
  return toUnits(text, 8);
}

/** Decimal text of units, without needless zeros. */
export function plain(amount: bigint): string {
  return print({ units: amount, scale: 8 });
}

interface Run {
  readonly state: ExchangeState;
  /** Those of the latest command. */
  events: readonly ExchangeEvent[];
}

function answerLine(run: Run, words: readonly string[]): string {
  const { state } = run;
  if (words[1] === "order") return standingText(state, words[0] ?? "", words[2] ?? "");
  switch (words[0]) {
    case "events":
      return eventsText(run.events);
    case "balance":
      return balanceText(state, words[1] ?? "", words[2] ?? "");
    case "book":
      return bookText(state);
    case "trades":
      return tradesText(state);
    default:
      return commandText(run, commandOf(words));
  }
}

function commandText(run: Run, command: Command): string {
  const { reply, events } = step(run.state, command, 0, "all");
  run.events = events;
  switch (reply.kind) {
    case "statusSet":
      return "done";
    case "deposited":
    case "played":
      return reply.kind;
    case "maintained":
      return `${reply.orders.length} expired`;
    case "rejected":
      return reply.reason;
    case "canceled":
    case "placed":
      return orderText(reply.order);
  }
}

function orderText(order: OrderSnapshot): string {
  const progress = `${order.status} ${plain(order.executed)}/${plain(order.quantity)}`;
  return order.executed === 0n ? progress : `${progress} for ${plain(order.executedQuote)}`;
}

function standingText(state: ExchangeState, name: string, clientOrderId: string): string {
  const account = state.accounts.get(name);
  const order = account && findOrder(account, "BTCUSDT", { clientOrderId });
  if (order === undefined) return "unknown";
  const standing = order.working ? "working" : isFinal(order) ? "ended" : "waiting";
  return `${orderText(order)} ${standing}`;
}

function eventsText(events: readonly ExchangeEvent[]): string {
  return events
    .flatMap((event) =>
      event.kind === "order" ? [`${event.execution}#${event.order.orderId}`] : [],
    )
    .join(" ");
}

function balanceText(state: ExchangeState, name: string, asset: string): string {
  const balance = state.accounts.get(name)?.balances.get(asset);
  return `${plain(balance?.free ?? 0n)} free ${plain(balance?.locked ?? 0n)} locked`;
}

function bookText(state: ExchangeState): string {
  const market = marketOf(state);
  const side = (name: "BUY" | "SELL") =>
    topLevels(market, name, 100).map(([price, quantity]) => `${plain(price)}x${plain(quantity)}`);
  return `${side("BUY").reverse().join(" ")} | ${side("SELL").join(" ")}`.trim();
}

function tradesText(state: ExchangeState): string {
  const trades = marketOf(state).trades;
  return trades.map((trade) => `${plain(trade.quantity)}@${plain(trade.price)}`).join(" ");
}

/** The market of the small exchange. */
export function marketOf(state: ExchangeState): Market {
  const market = state.markets.get("BTCUSDT");
  if (market === undefined) throw new Error("the small exchange has lost its market");
  return market;
}

function commandOf(words: readonly string[]): Command {
  const [account = "", verb, ...rest] = words;
  const symbol = "BTCUSDT";
  if (account === "maintenance") return { kind: "maintenance", symbol: verb };
  if (verb === "deposit") {
    return { kind: "deposit", account, asset: rest[0] ?? "", amount: units(rest[1] ?? "0") };
  }
  if (verb === "cancel") return { kind: "cancel", account, symbol, clientOrderId: rest[0] };
  return placeCommand(account, verb === "buy" ? "BUY" : "SELL", rest);
}

function placeCommand(
  account: string,
  side: "BUY" | "SELL",
  words: readonly string[],
): PlaceCommand {
  const at = words.indexOf("@");
  const type = orderTypes.find((name) => words.includes(name)) ?? "LIMIT";
  const worth = words[0] === "worth";
  return {
    kind: "place",
    account,
    symbol: "BTCUSDT",
    side,
    type,
    timeInForce: words.find((word) => /^(GTC|IOC|FOK)$/.test(word)) as TimeInForce | undefined,
    quantity: worth ? undefined : units(words[0] ?? "0"),
    quoteQuantity: worth ? units(words[1] ?? "0") : undefined,
    price: at < 0 ? undefined : units(words[at + 1] ?? "0"),
    stopPrice: amountBehind("stop=", words),
    icebergQuantity: amountBehind("iceberg=", words),
    clientOrderId: wordBehind("id=", words),
  };
}

function amountBehind(mark: string, words: readonly string[]): bigint | undefined {
  const text = wordBehind(mark, words);
  return text === undefined ? undefined : units(text);
}

function wordBehind(mark: string, words: readonly string[]): string | undefined {
  return words.find((word) => word.startsWith(mark))?.slice(mark.length);
}
