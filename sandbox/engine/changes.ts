/** What one command has changed so far, and the events that tell of it. */

import { balanceOf } from "./balances.ts";
import { bestOf, quantityAt } from "./book.ts";
import type { ExchangeEvent, ExecutionType, PriceAndQuantity } from "./messages.ts";
import type { Account, AccountTrade, ExchangeState, Market, Order, Side } from "./state.ts";

export interface Changes {
  readonly time: number;
  readonly events: ExchangeEvent[];
  readonly touchedAssets: Map<Account, Set<string>>;
  readonly books: Map<Market, TouchedBook>;
}

interface TouchedBook {
  readonly bids: Set<bigint>;
  readonly asks: Set<bigint>;
  readonly bestBid: PriceAndQuantity;
  readonly bestAsk: PriceAndQuantity;
}

/** Nothing changed yet. */
export function startChanges(state: ExchangeState): Changes {
  return { time: state.now, events: [], touchedAssets: new Map(), books: new Map() };
}

/** Notes that an account's balance of an asset is about to change. */
export function touchAsset(changes: Changes, account: Account, asset: string): void {
  const assets = changes.touchedAssets.get(account);
  if (assets === undefined) changes.touchedAssets.set(account, new Set([asset]));
  else assets.add(asset);
}

/** Notes that a price level is about to change; must come before the change itself. */
export function touchLevel(changes: Changes, market: Market, side: Side, price: bigint): void {
  let book = changes.books.get(market);
  if (book === undefined) {
    const bestBid = bestOf(market, "BUY");
    const bestAsk = bestOf(market, "SELL");
    book = { bids: new Set(), asks: new Set(), bestBid, bestAsk };
    changes.books.set(market, book);
  }
  (side === "BUY" ? book.bids : book.asks).add(price);
}

/** Tells of an order as it is now. */
export function tellOrder(
  changes: Changes,
  execution: ExecutionType,
  order: Order,
  cause: { readonly fill?: AccountTrade; readonly cancelId?: string } = {},
): void {
  const { time } = changes;
  changes.events.push({ kind: "order", execution, time, order: { ...order }, ...cause });
}

/** Adds the events that sum up the command: books first, then balances. */
export function finishChanges(changes: Changes): readonly ExchangeEvent[] {
  for (const [market, book] of changes.books) tellBook(changes, market, book);
  for (const [account, assets] of changes.touchedAssets) {
    account.updateTime = changes.time;
    const balances = [...assets].map((asset) => ({ asset, ...balanceOf(account, asset) }));
    changes.events.push({
      kind: "position",
      account: account.name,
      time: changes.time,
      balances,
    });
  }
  return changes.events;
}

function tellBook(changes: Changes, market: Market, touched: TouchedBook): void {
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

function quantitiesOf(market: Market, side: Side, prices: Set<bigint>): PriceAndQuantity[] {
  return [...prices].map((price) => [price, quantityAt(market, side, price)]);
}

function same(left: PriceAndQuantity, right: PriceAndQuantity): boolean {
  return left[0] === right[0] && left[1] === right[1];
}
