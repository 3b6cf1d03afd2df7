/** Executes trades: settles balances, updates orders, records trades. */

import { balanceOf, commissionOn, feeAccount, take } from "./balances.ts";
import { fillFirst } from "./book.ts";
import { release } from "./cancellation.ts";
import { type Changes, emitOrder, touchAsset, touchLevel } from "./changes.ts";
import { dropOldest } from "./lists.ts";
import { nextTradeId, recordTrade } from "./market-data.ts";
import type { MatchPlan, PlannedFill } from "./matching.ts";
import { accountSymbol, isFinal, transition } from "./orders.ts";
import type { Account, AccountTrade, ExchangeState, Market, Order, Trade } from "./state.ts";
import { takeTriggered } from "./triggers.ts";
import { plus, quoteOf } from "./units.ts";

/** An order that starts trading: just placed or just triggered. */
export interface WorkingOrder {
  readonly state: ExchangeState;
  readonly market: Market;
  readonly account: Account;
  readonly order: Order;
  readonly plan: MatchPlan;
  readonly changes: Changes;
  /** The printed trade that the fills are parts of; each is a trade of its own when absent. */
  readonly print?: Trade | undefined;
}

/** One side of a trade. */
type Party = ReturnType<typeof partyOf>;

/** Executes a planned fill; returns the incoming order's side of it. */
export function executeFill(
  working: WorkingOrder,
  { maker: resting, quantity }: PlannedFill,
): AccountTrade {
  const { state, market, changes } = working;
  touchLevel(changes, market, resting.side, resting.price);
  fillFirst(market, resting, quantity);

  const trade = makeTrade(working, resting, quantity);
  const makerAccount = accountNamed(state, resting.account);
  const maker = partyOf(working, trade, resting, makerAccount);
  const taker = partyOf(working, trade, working.order, working.account);
  settleTrade(working, trade, maker, taker);
  advance(maker, trade, resting.executed + quantity === resting.quantity, state.keep);
  advance(taker, trade, isComplete(working, trade), state.keep);
  // Quote amounts round down, so the parts of an order may cost less than it reserved.
  if (resting.reserved > 0n && isFinal(resting)) release(market, makerAccount, resting, changes);

  if (working.print === undefined) printTrade(state, market, trade, changes);
  for (const { order, fill } of [maker, taker]) emitOrder(changes, "TRADE", order, { fill });
  return taker.fill;
}

/** Adds a trade to the public ones; its price triggers stop orders. */
export function printTrade(
  state: ExchangeState,
  market: Market,
  trade: Trade,
  changes: Changes,
): void {
  recordTrade(market, trade, state.keep);
  takeTriggered(market, trade.price, changes.triggered);
  const { events, wanted } = changes;
  if (wanted === "all") events.push({ kind: "trade", symbol: market.symbol, trade });
}

function makeTrade(
  { state, market, order, print }: WorkingOrder,
  resting: Order,
  quantity: bigint,
): Trade {
  const buyerIsMaker = resting.side === "BUY";
  return {
    id: print?.id ?? nextTradeId(market),
    price: resting.price,
    quantity,
    quote: quoteOf(resting.price, quantity),
    time: state.now,
    buyerIsMaker,
    buyOrderId: buyerIsMaker ? resting.orderId : order.orderId,
    sellOrderId: buyerIsMaker ? order.orderId : resting.orderId,
  };
}

/** One side of a trade; commission is taken from the received amount. */
function partyOf({ state, market }: WorkingOrder, trade: Trade, order: Order, account: Account) {
  const isBuyer = order.side === "BUY";
  const isMaker = trade.buyerIsMaker === isBuyer;
  const rate = isMaker ? account.makerRate : account.takerRate;
  const fill = {
    symbol: market.symbol,
    trade,
    orderId: order.orderId,
    commission: commissionOn(
      isBuyer ? trade.quantity : trade.quote,
      rate,
      state.choices["commission-rounding"],
    ),
    commissionAsset: isBuyer ? market.baseAsset : market.quoteAsset,
    isBuyer,
    isMaker,
  };
  return { order, account, fill };
}

function settleTrade(
  { state, market, changes }: WorkingOrder,
  trade: Trade,
  maker: Party,
  taker: Party,
): void {
  for (const { account } of [maker, taker]) {
    touchAsset(changes, account, market.baseAsset);
    touchAsset(changes, account, market.quoteAsset);
  }
  const [buyer, seller] = trade.buyerIsMaker ? [maker, taker] : [taker, maker];
  const fees = accountNamed(state, feeAccount);
  seller.order.reserved -= trade.quantity;
  take(balanceOf(seller.account, market.baseAsset), trade.quantity);
  receive(buyer, trade.quantity, fees);
  // A buyer with a limit above the price gets the difference back.
  const limit = buyer.order.price;
  const isExact = limit === 0n || limit === trade.price;
  const held = isExact ? trade.quote : quoteOf(limit, trade.quantity);
  buyer.order.reserved -= held;
  const paid = balanceOf(buyer.account, market.quoteAsset);
  take(paid, held);
  receive(seller, trade.quote, fees);
  paid.free += held - trade.quote;
}

/** Credits the received amount, less the commission. */
function receive({ account, fill }: Party, amount: bigint, fees: Account): void {
  const { commission, commissionAsset } = fill;
  balanceOf(account, commissionAsset).free += amount - commission;
  balanceOf(fees, commissionAsset).free += commission;
}

function advance(
  { order, account, fill }: Party,
  trade: Trade,
  complete: boolean,
  keep: number,
): void {
  order.executed = plus(order.executed, trade.quantity);
  order.executedQuote = plus(order.executedQuote, trade.quote);
  transition(account, order, "execution", complete ? "FILLED" : "PARTIALLY_FILLED", trade.time);
  if (account.hasHistory === false) return;
  const { trades } = accountSymbol(account, order.symbol);
  trades.push(fill);
  dropOldest(trades, keep);
}

/** An order by quote amount is incomplete when the book ran out. */
function isComplete({ order, plan }: WorkingOrder, trade: Trade): boolean {
  return !plan.exhausted && order.executed + trade.quantity === order.quantity;
}

/** The account of a recorded order. */
export function accountNamed(state: ExchangeState, name: string): Account {
  const account = state.accounts.get(name);
  if (account === undefined) throw new Error(`the exchange has no account named ${name}`);
  return account;
}
