/**
 * The state of the engine, as plain data: maps, arrays, numbers and bigints, so that
 * `structuredClone` gives an independent copy. Amounts are units; see units.ts. Times are
 * milliseconds.
 */

import type { Choices } from "../../generated/sandbox.ts";
import type { OrderStatus, OrderType, Side, TimeInForce } from "../../generated/types.ts";
import type { PriceGrid } from "./units.ts";

/** The one status in which a symbol's orders are accepted. */
export const tradingStatus = "TRADING";

export interface ExchangeState {
  /** Time of the latest command; a command that is dated earlier happens at this time. */
  now: number;
  /** Start of every id that the exchange makes. */
  readonly idPrefix: string;
  cancellations: number;
  readonly markets: Map<string, Market>;
  readonly accounts: Map<string, Account>;
  /** Order ids count from 1 over all symbols. */
  lastOrderId: number;
  /** How many trades, candles and ended orders are kept at least, by symbol or account. */
  readonly keep: number;
  /** Deposits less withdrawals by asset, which is the sum of all balances. */
  readonly deposited: Map<string, bigint>;
  /** Commissions of accounts that a deposit makes. */
  readonly rates: Rates;
  /** How the exchange decides what the interface leaves open. */
  readonly choices: Choices;
}

export interface MarketDescription extends PriceGrid {
  readonly symbol: string;
  readonly baseAsset: string;
  readonly quoteAsset: string;
  /** Quantities are multiples of this, as the filters of the symbol see to. */
  readonly quantityStep: bigint;
  /** Where the market maker begins, and what it stays near. */
  readonly openingPrice: bigint;
}

/** One symbol: its book and what was traded. */
export interface Market extends MarketDescription {
  /** Orders are accepted while this is TRADING. */
  status: string;
  /** Best price last, so that taking the best is cheap. */
  readonly bids: Level[];
  readonly asks: Level[];
  /** Orders that wait for the price to rise or to fall; the next to be triggered comes last. */
  readonly rising: Order[];
  readonly falling: Order[];
  /** Goes up by one for each changed price level. */
  lastUpdateId: number;
  /** Trade ids count from 0 for each symbol; these are the latest trades, without a gap. */
  readonly trades: Trade[];
  readonly aggregates: AggregateTrade[];
  /** Candles of one minute, oldest first; minutes without a trade have none. */
  readonly minutes: Candle[];
}

/** All orders that rest at one price, the first to trade first. */
export interface Level {
  readonly price: bigint;
  /** What the orders show, and what icebergs among them hold back. */
  quantity: bigint;
  hidden: bigint;
  readonly orders: Order[];
}

/** Commissions in units of the received amount: 100000 is 0.1 %. */
export interface Rates {
  readonly makerRate: bigint;
  readonly takerRate: bigint;
}

export interface AccountDescription extends Rates {
  readonly name: string;
  /** Whether ended orders and own trades are kept, as they are unless this is false. */
  readonly hasHistory?: boolean;
}

export interface Account extends AccountDescription {
  updateTime: number;
  readonly balances: Map<string, Balance>;
  /** Its orders and trades by symbol. */
  readonly bySymbol: Map<string, AccountSymbol>;
}

/** An account's orders and trades on one symbol. */
export interface AccountSymbol {
  /** Oldest first; the oldest ended ones are dropped, see `keep`. */
  readonly orders: Order[];
  /** Open orders by number, oldest first. */
  readonly openOrders: Map<number, Order>;
  /** The latest order of each client order id that came with an order, open or not. */
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
  /** 0 where the type has none, as for the next three. */
  readonly price: bigint;
  readonly stopPrice: bigint;
  readonly quoteQuantity: bigint;
  /** What an iceberg order shows at a time. */
  readonly icebergQuantity: bigint;
  /** For an order by quote amount what that amount bought or sold at the time. */
  readonly quantity: bigint;
  readonly time: number;
  updateTime: number;
  status: OrderStatus;
  executed: bigint;
  executedQuote: bigint;
  /** What the order still keeps locked, of the quote asset for BUY and of the base for SELL. */
  reserved: bigint;
  /** What the order shows on the book now; 0 off the book. */
  shown: bigint;
  /** The order may trade: it neither waits for its stop price nor has it ended. */
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

/** Neighbouring trades of one taker order at one time and price. */
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
