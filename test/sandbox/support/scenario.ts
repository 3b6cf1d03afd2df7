/**
 * A scenario is text: one command or question in each line, and behind `=>` what must come of
 * it. `runScenario` writes the lines anew with what really came, so a test compares texts.
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
 *   tick 60000                              =>
 */

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
import type { ExchangeState } from "../../../sandbox/engine/state.ts";
import { createExchangeState, step } from "../../../sandbox/engine/step.ts";
import { auditBalances } from "./audit.ts";

const usualSteps = { priceStep: units("0.01"), quantityStep: units("0.1") };

/** Prices in steps of 0.01, quantities in steps of 0.1, commission 0.1 % for both sides. */
export function smallExchange(steps = usualSteps): ExchangeState {
  const rates = { makerRate: units("0.001"), takerRate: units("0.001") };
  return createExchangeState({
    seed: "scenario",
    now: 0,
    markets: [
      {
        symbol: "BTCUSDT",
        baseAsset: "BTC",
        quoteAsset: "USDT",
        ...steps,
        priceFrom: 0n,
        openingPrice: 0n,
      },
    ],
    accounts: ["ann", "bob", "cat", "dan"].map((name) => ({ name, ...rates })),
  });
}

/** The same lines, with what really happened behind the arrows. */
export function runScenario(text: string): string {
  const run: Run = { state: smallExchange(), now: 0, events: [] };
  const lines = text
    .trim()
    .split("\n")
    .map((line) => {
      const [asked = ""] = line.split("=>");
      const words = asked.trim().split(/\s+/);
      const came = answerLine(run, words);
      const faults = auditBalances(run.state);
      return [asked.trimEnd().padEnd(44), `=> ${came}`.trimEnd(), ...faults].join("");
    });
  return lines.join("\n");
}

/** Makes the arrows of a written scenario stand where `runScenario` puts them. */
export function written(text: string): string {
  const lines = text
    .trim()
    .split("\n")
    .map((line) => {
      const [asked = "", came = ""] = line.split("=>");
      return `${asked.trimEnd().padEnd(44)}=> ${came.trim()}`.trimEnd();
    });
  return lines.join("\n");
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
  now: number;
  /** Those of the latest command. */
  events: readonly ExchangeEvent[];
}

function answerLine(run: Run, words: readonly string[]): string {
  const { state } = run;
  if (words[1] === "order") return standingText(state, words[0] ?? "", words[2] ?? "");
  switch (words[0]) {
    case "tick":
      run.now += Number(words[1]);
      return "";
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
  const { reply, events } = step(run.state, command, run.now);
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

function marketOf(state: ExchangeState) {
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
