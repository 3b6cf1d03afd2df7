/**
 * The state of the engine as plain data: maps, arrays, numbers and bigints, so that
 * `structuredClone` copies it. Amounts are in units, see units.ts; times are milliseconds.
 */

import type { Choices } from "../../generated/sandbox.ts";
import type { OrderStatus, OrderType, Side, TimeInForce } from "../../generated/types.ts";
import type { PriceGrid } from "./units.ts";

/** The status in which a symbol accepts orders. */
export const tradingStatus = "TRADING";

export interface ExchangeState {
  /** Time of the latest command; an earlier command runs at this time. */
  now: number;
  /** Prefix of every id that the exchange generates. */
  readonly idPrefix: string;
  cancellations: number;
  readonly markets: Map<string, Market>;
  readonly accounts: Map<string, Account>;
  /** Order ids count from 1 over all symbols. */
  lastOrderId: number;
  /** How many trades, candles and ended orders to keep at least, per symbol or account. */
  readonly keep: number;
  /** Deposits minus withdrawals by asset: the sum of all balances. */
  readonly deposited: Map<string, bigint>;
  /** Commission rates of accounts that a deposit creates. */
  readonly rates: Rates;
  /** The exchange's choices where the interface is silent. */
  readonly choices: Choices;
}

export interface MarketDescription extends PriceGrid {
  readonly symbol: string;
  readonly baseAsset: string;
  readonly quoteAsset: string;
  /** Step of quantities; the symbol's filters enforce it. */
  readonly quantityStep: bigint;
  /** Where the market maker starts, and stays near. */
  openingPrice: bigint;
}

export interface Market extends MarketDescription {
  /** Orders are accepted while this is TRADING. */
  status: string;
  /** Best price last, so that taking it is cheap. */
  readonly bids: Level[];
  readonly asks: Level[];
  /** Stop orders that wait for a rising or falling price; the next to trigger is last. */
  readonly rising: Order[];
  readonly falling: Order[];
  /** Incremented for each changed price level. */
  lastUpdateId: number;
  /** The latest trades without a gap; trade ids count from 0 per symbol. */
  readonly trades: Trade[];
  readonly aggregates: AggregateTrade[];
  /** One-minute candles, oldest first; none for minutes without trades. */
  readonly minutes: Candle[];
}

/** All orders at one price, the first to trade first. */
export interface Level {
  readonly price: bigint;
  /** Visible quantity, and hidden quantity of icebergs. */
  quantity: bigint;
  hidden: bigint;
  readonly orders: Order[];
}

/** Commission rates in units of the received amount: 100000 is 0.1 %. */
export interface Rates {
  readonly makerRate: bigint;
  readonly takerRate: bigint;
}

export interface AccountDescription extends Rates {
  readonly name: string;
  /** Whether to keep ended orders and own trades; true when absent. */
  readonly hasHistory?: boolean;
}

export interface Account extends AccountDescription {
  updateTime: number;
  readonly balances: Map<string, Balance>;
  readonly bySymbol: Map<string, AccountSymbol>;
}

export interface AccountSymbol {
  /** Oldest first; the oldest ended ones are dropped, see `keep`. */
  readonly orders: Order[];
  /** Open orders by number, oldest first. */
  readonly openOrders: Map<number, Order>;
  /** The latest order of each client order id given with an order, open or not. */
  readonly byClientId: Map<string, Order>;
  readonly trades: AccountTrade[];
}

export interface Balance {
  free: bigint;
  locked: bigint;
}

export interface Order {
  readonly orderId: number;
  readonly account: string;
  readonly symbol: string;
  readonly clientOrderId: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  /** 0 where the type has none; likewise the next three. */
  readonly price: bigint;
  readonly stopPrice: bigint;
  readonly quoteQuantity: bigint;
  /** Visible part of an iceberg order. */
  readonly icebergQuantity: bigint;
  /** For an order by quote amount: what that amount bought or sold. */
  readonly quantity: bigint;
  readonly time: number;
  updateTime: number;
  status: OrderStatus;
  executed: bigint;
  executedQuote: bigint;
  /** Amount still locked: quote asset for BUY, base asset for SELL. */
  reserved: bigint;
  /** Visible quantity on the book; 0 off the book. */
  shown: bigint;
  /** Whether the order may trade: not waiting for its stop price, and not ended. */
  working: boolean;
}

export interface Trade {
  readonly id: number;
  readonly price: bigint;
  readonly quantity: bigint;
  readonly quote: bigint;
  readonly time: number;
  readonly buyerIsMaker: boolean;
  readonly buyOrderId: number;
  readonly sellOrderId: number;
}

/** Consecutive trades of one taker order at one time and price. */
export interface AggregateTrade {
  readonly id: number;
  readonly price: bigint;
  quantity: bigint;
  readonly firstTradeId: number;
  lastTradeId: number;
  readonly time: number;
  readonly buyerIsMaker: boolean;
  readonly takerOrderId: number;
}

export interface AccountTrade {
  readonly symbol: string;
  readonly trade: Trade;
  readonly orderId: number;
  readonly commission: bigint;
  readonly commissionAsset: string;
  readonly isBuyer: boolean;
  readonly isMaker: boolean;
}

export interface Candle {
  readonly openTime: number;
  readonly open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
  volume: bigint;
  quoteVolume: bigint;
  count: number;
  takerBuyVolume: bigint;
  takerBuyQuoteVolume: bigint;
}
