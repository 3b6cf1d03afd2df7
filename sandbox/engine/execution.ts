/** Trades carried out: money settled, orders moved on, everything put on record. */

import { commissionOn, feeAccount, settle } from "./balances.ts";
import { fill as fillResting } from "./book.ts";
import { type Changes, emitFill, touchAsset, touchLevel } from "./changes.ts";
import { forgetOldest } from "./lists.ts";
import { nextTradeId, recordTrade } from "./market-data.ts";
import type { Plan, PlannedFill } from "./matching.ts";
import { transition } from "./orders.ts";
import type { Account, AccountTrade, ExchangeState, Market, Order, Trade } from "./state.ts";
import { takeTriggered } from "./triggers.ts";
import { minus, plus, quoteOf } from "./units.ts";

/** An order that is about to trade: just placed, or just triggered. */
export interface Placing {
  readonly state: ExchangeState;
  readonly market: Market;
  readonly account: Account;
  readonly order: Order;
  readonly plan: Plan;
  readonly changes: Changes;
}

/** One side of a trade. */
interface Party {
  readonly order: Order;
  readonly account: Account;
  readonly fill: AccountTrade;
}

/** Carries out all planned fills in order; returns the incoming order's side of each. */
export function executeFills(placing: Placing): readonly AccountTrade[] {
  const { fills } = placing.plan;
  if (fills.length === 0) return nothing;
  const own: AccountTrade[] = [];
  for (const fill of fills) own.push(execute(placing, fill));
  return own;
}

const nothing: readonly AccountTrade[] = [];

function execute(placing: Placing, { maker: resting, quantity }: PlannedFill): AccountTrade {
  const { state, market, changes } = placing;
  touchLevel(changes, market, resting.side, resting.price);
  fillResting(market, resting, quantity);

  const trade = makeTrade(placing, resting, quantity);
  const makerAccount = accountNamed(state, resting.account);
  const maker = partyOf(market, trade, resting, makerAccount, makerAccount.makerRate);
  const taker = partyOf(market, trade, placing.order, placing.account, placing.account.takerRate);
  settleTrade(placing, trade, maker, taker);
  advance(maker, trade, resting.executed + quantity === resting.quantity, state.keep);
  advance(taker, trade, isComplete(placing, trade), state.keep);

  recordTrade(market, trade, state.keep);
  takeTriggered(market, trade.price, changes.triggered);
  changes.events.push({ kind: "trade", symbol: market.symbol, trade });
  emitFill(changes, maker.order, maker.fill);
  emitFill(changes, taker.order, taker.fill);
  return taker.fill;
}

function makeTrade({ state, market, order }: Placing, resting: Order, quantity: bigint): Trade {
  const buyerIsMaker = resting.side === "BUY";
  return {
    id: nextTradeId(market),
    price: resting.price,
    quantity,
    quote: quoteOf(resting.price, quantity),
    time: state.now,
    buyerIsMaker,
    buyOrderId: buyerIsMaker ? resting.orderId : order.orderId,
    sellOrderId: buyerIsMaker ? order.orderId : resting.orderId,
  };
}

/** One side's view of a trade; commission comes off what that side receives. */
function partyOf(
  market: Market,
  trade: Trade,
  order: Order,
  account: Account,
  rate: bigint,
): Party {
  const isBuyer = order.side === "BUY";
  const fill = {
    symbol: market.symbol,
    trade,
    orderId: order.orderId,
    commission: commissionOn(isBuyer ? trade.quantity : trade.quote, rate),
    commissionAsset: isBuyer ? market.baseAsset : market.quoteAsset,
    isBuyer,
    isMaker: trade.buyerIsMaker === isBuyer,
  };
  return { order, account, fill };
}

function settleTrade(
  { state, market, changes }: Placing,
  trade: Trade,
  maker: Party,
  taker: Party,
): void {
  touchAsset(changes, maker.account, market.baseAsset);
  touchAsset(changes, maker.account, market.quoteAsset);
  touchAsset(changes, taker.account, market.baseAsset);
  touchAsset(changes, taker.account, market.quoteAsset);
  const buyer = trade.buyerIsMaker ? maker : taker;
  const seller = trade.buyerIsMaker ? taker : maker;
  const limit = buyer.order.price;
  const isExact = limit === 0n || limit === trade.price;
  const held = isExact ? trade.quote : quoteOf(limit, trade.quantity);
  buyer.order.reserved = minus(buyer.order.reserved, held);
  seller.order.reserved = minus(seller.order.reserved, trade.quantity);
  settle({
    market,
    buyer: buyer.account,
    seller: seller.account,
    fees: accountNamed(state, feeAccount),
    quantity: trade.quantity,
    quote: trade.quote,
    held,
    buyerCommission: buyer.fill.commission,
    sellerCommission: seller.fill.commission,
  });
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
  if (!account.hasHistory) return;
  account.trades.push(fill);
  forgetOldest(account.trades, keep);
}

/** An order for a quote amount is not complete when the book could not give all of it. */
function isComplete({ order, plan }: Placing, trade: Trade): boolean {
  if (order.quoteQuantity > 0n && plan.exhausted) return false;
  return order.executed + trade.quantity === order.quantity;
}

/** The account of an order that is on record. */
export function accountNamed(state: ExchangeState, name: string): Account {
  const account = state.accounts.get(name);
  if (account === undefined) throw new Error(`the exchange has no account named ${name}`);
  return account;
}
