/** Collects the changes of one command and turns them into events. */

import type { Side } from "../../generated/types.ts";
import { balanceOf } from "./balances.ts";
import { bestOf, quantityAt } from "./book.ts";
import type { EventsWanted, ExchangeEvent, ExecutionType, PriceAndQuantity } from "./messages.ts";
import type { Account, AccountTrade, ExchangeState, Market, Order } from "./state.ts";

export interface Changes {
  readonly time: number;
  readonly wanted: EventsWanted;
  readonly events: ExchangeEvent[];
  /** Triggered stop orders, in the order in which they start. */
  readonly triggered: Order[];
  /** Arrays, not maps: a command touches few accounts and one book. */
  readonly balances: TouchedBalances[];
  readonly books: TouchedBook[];
}

/** A command on a symbol for an account. */
export interface Parts<Given> {
  readonly state: ExchangeState;
  readonly market: Market;
  readonly account: Account;
  readonly command: Given;
  readonly changes: Changes;
}

interface TouchedBalances {
  readonly account: Account;
  readonly assets: string[];
}

/** Changed price levels, and the best prices before. */
interface TouchedBook {
  readonly market: Market;
  readonly bids: bigint[];
  readonly asks: bigint[];
  /** Only for those who listen. */
  readonly best: { readonly bid: PriceAndQuantity; readonly ask: PriceAndQuantity } | undefined;
}

export function startChanges({ now: time }: ExchangeState, wanted: EventsWanted): Changes {
  return { time, wanted, events: [], triggered: [], balances: [], books: [] };
}

export function touchAsset(changes: Changes, account: Account, asset: string): void {
  const { balances, wanted, time } = changes;
  account.updateTime = time;
  if (wanted !== "all") return;
  const touched = balances.find((one) => one.account === account);
  if (touched === undefined) balances.push({ account, assets: [asset] });
  else if (!touched.assets.includes(asset)) touched.assets.push(asset);
}

/** Records a change of a price level; call it before the change. */
export function touchLevel(changes: Changes, market: Market, side: Side, price: bigint): void {
  let book = changes.books.find((one) => one.market === market);
  if (book === undefined) {
    const best = changes.wanted === "all" ? bestsOf(market) : undefined;
    book = { market, bids: [], asks: [], best };
    changes.books.push(book);
  }
  const prices = side === "BUY" ? book.bids : book.asks;
  // An order that trades with many orders of a level touches it repeatedly.
  if (prices.at(-1) !== price) prices.push(price);
}

/** Emits an order as it is now, with its trade or the id of its cancellation. */
export function emitOrder(
  { time, events, wanted }: Changes,
  execution: ExecutionType,
  order: Order,
  detail?: { readonly fill: AccountTrade } | { readonly cancelId: string },
): void {
  if (wanted === "none") return;
  events.push({ kind: "order", execution, time, order: { ...order }, ...detail });
}

/** Adds the summary events of the command: books first, then balances. */
export function finishChanges(changes: Changes): readonly ExchangeEvent[] {
  const { events, time } = changes;
  for (const book of changes.books) emitBook(changes, book);
  for (const { account, assets } of changes.balances) {
    const balances = assets.map((asset) => {
      const { free, locked } = balanceOf(account, asset);
      return { asset, free, locked };
    });
    events.push({ kind: "position", account: account.name, time, balances });
  }
  return events;
}

function emitBook({ events, time }: Changes, touched: TouchedBook): void {
  const { market, best } = touched;
  const { symbol } = market;
  const [bidPrices, askPrices] = [once(touched.bids), once(touched.asks)];
  const firstUpdateId = market.lastUpdateId + 1;
  const lastUpdateId = market.lastUpdateId + bidPrices.length + askPrices.length;
  market.lastUpdateId = lastUpdateId;
  if (best === undefined) return;
  const bids = bidPrices.map((price) => [price, quantityAt(market, "BUY", price)] as const);
  const asks = askPrices.map((price) => [price, quantityAt(market, "SELL", price)] as const);
  events.push({ kind: "book", symbol, time, firstUpdateId, lastUpdateId, bids, asks });
  const { bid, ask } = bestsOf(market);
  if (isSame(bid, best.bid) && isSame(ask, best.ask)) return;
  events.push({ kind: "best", symbol, time, updateId: lastUpdateId, bid, ask });
}

function bestsOf(market: Market) {
  return { bid: bestOf(market, "BUY"), ask: bestOf(market, "SELL") };
}

function isSame(left: PriceAndQuantity, right: PriceAndQuantity): boolean {
  return left[0] === right[0] && left[1] === right[1];
}

function once(prices: readonly bigint[]): readonly bigint[] {
  return prices.length > 1 ? [...new Set(prices)] : prices;
}
