/** What one command has changed so far, and the events that tell of it. */

import { balanceOf } from "./balances.ts";
import { bestOf, quantityAt } from "./book.ts";
import type { ExchangeEvent, ExecutionType, OrderSnapshot, PriceAndQuantity } from "./messages.ts";
import { snapshotOf } from "./orders.ts";
import type { Account, AccountTrade, ExchangeState, Market, Order, Side } from "./state.ts";

export interface Changes {
  readonly time: number;
  readonly events: ExchangeEvent[];
  /** Orders whose stop price was reached, in the order in which they go to work. */
  readonly triggered: Order[];
  /** See `lastSnapshot`. */
  told: OrderSnapshot | undefined;
  /** Lists and no maps, as a command touches few accounts and one book. */
  balances: TouchedBalances[];
  books: TouchedBook[];
}

interface TouchedBalances {
  readonly account: Account;
  assets: string[];
}

interface TouchedBook {
  readonly market: Market;
  bids: bigint[];
  asks: bigint[];
  /** The best prices before, with their quantities; both 0 where a side was empty. */
  readonly bid: bigint;
  readonly bidQuantity: bigint;
  readonly ask: bigint;
  readonly askQuantity: bigint;
}

/** Nothing changed yet. */
export function startChanges(state: ExchangeState): Changes {
  const { now: time } = state;
  return { time, events: [], triggered: [], told: undefined, balances: none, books: none };
}

/** Stands for every list that nothing was added to yet. */
const none: never[] = [];

/** A list with one more at its end; the first makes a list of just its size, as most stay so. */
function longer<Item>(list: Item[], item: Item): Item[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
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
  changes.balances = longer(balances, { account, assets: [asset] });
}

/** Notes that a price level is about to change; must come before the change itself. */
export function touchLevel(changes: Changes, market: Market, side: Side, price: bigint): void {
  const book = bookOf(changes, market);
  // A walk through a level touches it again and again; what is left twice goes at the end.
  if (side === "BUY") {
    if (book.bids.at(-1) !== price) book.bids = longer(book.bids, price);
  } else if (book.asks.at(-1) !== price) book.asks = longer(book.asks, price);
}

/** Tells of an order as it is now. */
export function emitOrder(changes: Changes, execution: ExecutionType, order: Order): void {
  const record = tell(changes, order);
  changes.events.push({ kind: "order", execution, time: changes.time, order: record });
}

/** Tells of an order that has traded. */
export function emitFill(changes: Changes, order: Order, fill: AccountTrade): void {
  const record = tell(changes, order);
  const { time } = changes;
  changes.events.push({ kind: "order", execution: "TRADE", time, order: record, fill });
}

/** Tells of an order that was canceled, and of the id of the cancellation. */
export function emitCancellation(changes: Changes, order: Order, cancelId: string): void {
  const record = tell(changes, order);
  const { time } = changes;
  changes.events.push({ kind: "order", execution: "CANCELED", time, order: record, cancelId });
}

/** The order that was told of last, as it was then: events and reply share one record. */
export function lastSnapshot({ told }: Changes): OrderSnapshot {
  if (told === undefined) throw new Error("no order was told of");
  return told;
}

function tell(changes: Changes, order: Order): OrderSnapshot {
  const record = snapshotOf(order);
  changes.told = record;
  return record;
}

/** Adds the events that sum up the command: books first, then balances. */
export function finishChanges(changes: Changes): readonly ExchangeEvent[] {
  const { events, time } = changes;
  for (const book of changes.books) emitBook(changes, book);
  for (const { account, assets } of changes.balances) {
    account.updateTime = time;
    const balances = assets.map((asset) => {
      const { free, locked } = balanceOf(account, asset);
      return { asset, free, locked };
    });
    events.push({ kind: "position", account: account.name, time, balances });
  }
  return events;
}

/** What one command touches of a market's book; most commands touch one book. */
function bookOf(changes: Changes, market: Market): TouchedBook {
  for (const book of changes.books) if (book.market === market) return book;
  const [bid, bidQuantity] = bestOf(market, "BUY");
  const [ask, askQuantity] = bestOf(market, "SELL");
  const book = { market, bids: none, asks: none, bid, bidQuantity, ask, askQuantity };
  changes.books = longer(changes.books, book);
  return book;
}

function emitBook({ events, time }: Changes, touched: TouchedBook): void {
  const { market } = touched;
  const { symbol } = market;
  const bids = quantitiesOf(market, "BUY", touched.bids);
  const asks = quantitiesOf(market, "SELL", touched.asks);
  const firstUpdateId = market.lastUpdateId + 1;
  const updateId = market.lastUpdateId + bids.length + asks.length;
  market.lastUpdateId = updateId;
  events.push({ kind: "book", symbol, time, firstUpdateId, lastUpdateId: updateId, bids, asks });
  const bid = bestOf(market, "BUY");
  const ask = bestOf(market, "SELL");
  const isSame =
    bid[0] === touched.bid &&
    bid[1] === touched.bidQuantity &&
    ask[0] === touched.ask &&
    ask[1] === touched.askQuantity;
  if (!isSame) events.push({ kind: "best", symbol, time, updateId, bid, ask });
}

/** Each price once, with what shows there now. */
function quantitiesOf(market: Market, side: Side, prices: readonly bigint[]): PriceAndQuantity[] {
  const once = prices.length > 1 ? [...new Set(prices)] : prices;
  return once.map((price) => [price, quantityAt(market, side, price)]);
}
