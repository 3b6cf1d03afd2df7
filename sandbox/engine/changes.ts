/** What one command has changed so far, and the events that tell of it. */

import { balanceOf } from "./balances.ts";
import { bestOf, quantityAt } from "./book.ts";
import type { ExchangeEvent, ExecutionType, PositionEvent, PriceAndQuantity } from "./messages.ts";
import type { Account, AccountTrade, ExchangeState, Market, Order, Side } from "./state.ts";

export interface Changes {
  readonly time: number;
  readonly events: ExchangeEvent[];
  /** Orders whose stop price was reached, in the order in which they go to work. */
  readonly triggered: Order[];
  /** Lists and no maps, as a command touches few accounts and one book. */
  readonly balances: TouchedBalances[];
  readonly books: TouchedBook[];
}

interface TouchedBalances {
  readonly account: Account;
  readonly assets: string[];
}

interface TouchedBook {
  readonly market: Market;
  readonly bids: bigint[];
  readonly asks: bigint[];
  readonly bestBid: PriceAndQuantity;
  readonly bestAsk: PriceAndQuantity;
}

type Mutable<List extends readonly unknown[]> = List[number][];

/** Nothing changed yet. */
export function startChanges(state: ExchangeState): Changes {
  return { time: state.now, events: [], triggered: [], balances: [], books: [] };
}

/** Notes that an account's balance of an asset is about to change. */
export function touchAsset(changes: Changes, account: Account, asset: string): void {
  const { balances } = changes;
  for (let index = balances.length - 1; index >= 0; index -= 1) {
    const touched = balances[index];
    if (touched?.account !== account) continue;
    if (!touched.assets.includes(asset)) touched.assets.push(asset);
    return;
  }
  balances.push({ account, assets: [asset] });
}

/** Notes that a price level is about to change; must come before the change itself. */
export function touchLevel(changes: Changes, market: Market, side: Side, price: bigint): void {
  const book = bookOf(changes, market);
  const prices = side === "BUY" ? book.bids : book.asks;
  // A walk through a level touches it again and again; what is left twice goes at the end.
  if (prices.at(-1) !== price) prices.push(price);
}

/** Tells of an order as it is now. */
export function tellOrder(changes: Changes, execution: ExecutionType, order: Order): void {
  changes.events.push({ kind: "order", execution, time: changes.time, order: { ...order } });
}

/** Tells of an order that has traded. */
export function tellFill(changes: Changes, order: Order, fill: AccountTrade): void {
  const { time } = changes;
  changes.events.push({ kind: "order", execution: "TRADE", time, order: { ...order }, fill });
}

/** Tells of an order that was canceled, and of the id of the cancellation. */
export function tellCancellation(changes: Changes, order: Order, cancelId: string): void {
  const { time } = changes;
  const execution = "CANCELED";
  changes.events.push({ kind: "order", execution, time, order: { ...order }, cancelId });
}

/** Adds the events that sum up the command: books first, then balances. */
export function finishChanges(changes: Changes): readonly ExchangeEvent[] {
  for (const book of changes.books) tellBook(changes, book);
  for (const { account, assets } of changes.balances) {
    account.updateTime = changes.time;
    const balances: Mutable<PositionEvent["balances"]> = [];
    for (const asset of assets) {
      const { free, locked } = balanceOf(account, asset);
      balances.push({ asset, free, locked });
    }
    const { time } = changes;
    changes.events.push({ kind: "position", account: account.name, time, balances });
  }
  return changes.events;
}

/** What one command touches of a market's book; most commands touch one book. */
function bookOf(changes: Changes, market: Market): TouchedBook {
  for (const book of changes.books) if (book.market === market) return book;
  const bestBid = bestOf(market, "BUY");
  const bestAsk = bestOf(market, "SELL");
  const book = { market, bids: [], asks: [], bestBid, bestAsk };
  changes.books.push(book);
  return book;
}

function tellBook(changes: Changes, touched: TouchedBook): void {
  const { market } = touched;
  const { symbol } = market;
  const bids = quantitiesOf(market, "BUY", touched.bids);
  const asks = quantitiesOf(market, "SELL", touched.asks);
  const firstUpdateId = market.lastUpdateId + 1;
  market.lastUpdateId += bids.length + asks.length;
  const time = changes.time;
  const updateId = market.lastUpdateId;
  changes.events.push({
    kind: "book",
    symbol,
    time,
    firstUpdateId,
    lastUpdateId: updateId,
    bids,
    asks,
  });
  const bid = bestOf(market, "BUY");
  const ask = bestOf(market, "SELL");
  if (same(bid, touched.bestBid) && same(ask, touched.bestAsk)) return;
  changes.events.push({ kind: "best", symbol, time, updateId, bid, ask });
}

function quantitiesOf(market: Market, side: Side, prices: bigint[]): PriceAndQuantity[] {
  const once = prices.length > 1 ? new Set(prices) : prices;
  const quantities: PriceAndQuantity[] = [];
  for (const price of once) quantities.push([price, quantityAt(market, side, price)]);
  return quantities;
}

function same(left: PriceAndQuantity, right: PriceAndQuantity): boolean {
  return left[0] === right[0] && left[1] === right[1];
}
