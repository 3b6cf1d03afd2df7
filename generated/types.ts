// Generated from spec/**/*.yaml by generators/emitters/types.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { Int64, Open } from "../runtime/tables.ts";

/**
 * The account of the API key's owner.
 *
 * @see spec/schemas/Account.yaml
 */
export interface Account {
  /**
   * Commission for maker orders, which were on the book. The interface does not state the unit of
   * this integer.
   */
  readonly makerCommission: number;
  /**
   * Commission for taker orders, which take from the book. The interface does not state the unit of
   * this integer.
   */
  readonly takerCommission: number;
  /** Commission for buying. The interface does not state the unit of this integer. */
  readonly buyerCommission: number;
  /** Commission for selling. The interface does not state the unit of this integer. */
  readonly sellerCommission: number;
  /** Whether the account may trade. */
  readonly canTrade: boolean;
  /** Whether the account may withdraw. */
  readonly canWithdraw: boolean;
  /** Whether the account may deposit. */
  readonly canDeposit: boolean;
  /** When the account last changed, as Unix time in milliseconds. */
  readonly updateTime: Milliseconds;
  /** The balances of the account, by asset. */
  readonly balances: readonly Balance[];
}

/**
 * One trade of the account.
 *
 * @see spec/schemas/AccountTrade.yaml
 */
export interface AccountTrade {
  /** The trading pair. */
  readonly symbol: SymbolName;
  /** The trade id. */
  readonly id: Id;
  /** The id of the order that was filled. */
  readonly orderId: Id;
  /** The price, in the quote asset. */
  readonly price: Decimal;
  /** The quantity, in the base asset. */
  readonly qty: Decimal;
  /** The amount paid or received, in the quote asset. */
  readonly quoteQty: Decimal;
  /** The commission, in `commissionAsset`. */
  readonly commission: Decimal;
  /** The asset that the commission was taken in. */
  readonly commissionAsset: string;
  /** The time of the trade, as Unix time in milliseconds. */
  readonly time: Milliseconds;
  /** Whether the account bought. */
  readonly isBuyer: boolean;
  /** Whether the account's order was the one on the book. */
  readonly isMaker: boolean;
  /** Whether the trade was made at the best price available. */
  readonly isBestMatch: boolean;
}

/**
 * The balances of the account, without its commissions and permissions.
 *
 * Assumed, not documented: account-v2-form
 *
 * @see spec/schemas/AccountV2.yaml
 */
export interface AccountV2 {
  /** The balances of the account, by asset. */
  readonly balances?: readonly Balance[];
}

/**
 * Trades that fill at the same time, from the same order and at the same price, aggregated into
 * one.
 *
 * @see spec/schemas/AggregateTrade.yaml
 */
export interface AggregateTrade {
  /** The aggregate trade id. */
  readonly a: Id;
  /** The price, in the quote asset. */
  readonly p: Decimal;
  /** The quantity, in the base asset. */
  readonly q: Decimal;
  /** The id of the first trade in it. */
  readonly f: Id;
  /** The id of the last trade in it. */
  readonly l: Id;
  /** The time of the trades, as Unix time in milliseconds. */
  readonly T: Milliseconds;
  /** Whether the buyer was the maker. */
  readonly m: boolean;
  /**
   * Whether the trades were made at the best price available.
   * Assumed, not documented: aggregate-trade-best-match
   */
  readonly M?: boolean;
}

/**
 * The balance of an account in one asset. The total is the sum of `free` and `locked`.
 *
 * @see spec/schemas/Balance.yaml
 */
export interface Balance {
  /** The asset. */
  readonly asset: string;
  /** The amount available for new orders, in the asset. */
  readonly free: Decimal;
  /** The amount locked by open orders, in the asset. */
  readonly locked: Decimal;
}

/**
 * The best bid and the best ask of one symbol.
 *
 * @see spec/schemas/BookTicker.yaml
 */
export interface BookTicker {
  /** The trading pair. */
  readonly symbol: SymbolName;
  /** The highest price that a buyer offers, in the quote asset. */
  readonly bidPrice: Decimal;
  /** The quantity offered at the best bid, in the base asset. */
  readonly bidQty: Decimal;
  /** The lowest price that a seller asks, in the quote asset. */
  readonly askPrice: Decimal;
  /** The quantity offered at the best ask, in the base asset. */
  readonly askQty: Decimal;
}

/**
 * An exact decimal number, sent as a string so that no digit is lost: prices, quantities, amounts,
 * balances and rates. Each field states its unit.
 *
 * @see spec/schemas/Decimal.yaml
 */
export type Decimal = string;

/**
 * Largest number of open algo orders of one account on the whole exchange. SITE symbols may lack
 * it. Its fields are not documented.
 *
 * @see spec/filters/EXCHANGE_MAX_NUM_ALGO_ORDERS.yaml
 */
export interface ExchangeMaxNumAlgoOrders {
  /** Kind of filter. */
  readonly filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS";
  /**
   * Largest number of open algo orders on the exchange.
   * Assumed, not documented: exchange-max-num-algo-orders-field
   */
  readonly maxNumAlgoOrders?: number;
}

/**
 * Largest number of open orders of one account on the whole exchange; algo and normal orders both
 * count. Its fields are not documented.
 *
 * @see spec/filters/EXCHANGE_MAX_NUM_ORDERS.yaml
 */
export interface ExchangeMaxNumOrders {
  /** Kind of filter. */
  readonly filterType: "EXCHANGE_MAX_NUM_ORDERS";
  /**
   * Largest number of open orders on the exchange.
   * Assumed, not documented: exchange-max-num-orders-field
   */
  readonly maxNumOrders?: number;
}

/**
 * The form of an error: its code, and a message. A success may come in the same form with code 0,
 * or bare; `spec/rules/envelope.yaml` says what is known about that.
 *
 * @see spec/schemas/Envelope.yaml
 */
export interface Envelope {
  /** 0 means success, and any other value means an error. */
  readonly code: Int64;
  /** The error message, for people. */
  readonly msg: string;
  /** Server time, as Unix time in milliseconds. */
  readonly timestamp: Int64;
  /** The response data, when there is any. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/**
 * The trading rules and the symbols of the exchange. They can change, so clients fetch them again
 * from time to time; `spec/rules/versioning.yaml` holds the suggested interval.
 *
 * @see spec/schemas/ExchangeInfo.yaml
 */
export interface ExchangeInfo {
  /** The time zone of the exchange. */
  readonly timezone: string;
  /** Server time, as Unix time in milliseconds. */
  readonly serverTime: Milliseconds;
  /** The rate limits that the exchange applies. */
  readonly rateLimits: readonly RateLimit[];
  /** Trading rules of the whole exchange. */
  readonly exchangeFilters: readonly Filter[];
  /** The trading pairs. */
  readonly symbols: readonly SymbolInfo[];
}

/**
 * The execution rules, by symbol.
 *
 * @see spec/schemas/ExecutionRules.yaml
 */
export interface ExecutionRules {
  /** One element for each symbol asked for. */
  readonly symbolRules: readonly SymbolRules[];
}

/**
 * One trading rule of a symbol or of the whole exchange; `filterType` names it. The file of each
 * filter holds its rules.
 *
 * @see spec/schemas/Filter.yaml
 */
export type Filter =
  | PriceFilter
  | PercentPrice
  | LotSize
  | MinNotional
  | IcebergParts
  | MarketLotSize
  | MaxNumOrders
  | MaxNumAlgoOrders
  | MaxNumIcebergOrders
  | ExchangeMaxNumOrders
  | ExchangeMaxNumAlgoOrders
  | UnknownFilter;

/**
 * Fields sent in the request body. Each is one of the operation's query parameters, with the same
 * name and meaning; send it either in the query or in the body.
 *
 * @see spec/schemas/FormFields.yaml
 */
export type FormFields = Readonly<Record<string, string>>;

/**
 * Largest number of parts that an iceberg order may come in.
 *
 * @see spec/filters/ICEBERG_PARTS.yaml
 */
export interface IcebergParts {
  /** Kind of filter. */
  readonly filterType: "ICEBERG_PARTS";
  /** Largest number of parts. */
  readonly limit: number;
}

/**
 * An identifier that the exchange assigns, a 64-bit integer.
 *
 * @see spec/schemas/Id.yaml
 */
export type Id = Int64;

/**
 * One candlestick as a list of values by position. A kline is identified by its open time.
 *
 * @see spec/schemas/Kline.yaml
 */
export type Kline = readonly [
  /** The open time, as Unix time in milliseconds. */
  openTime: Milliseconds,
  /** The first price, in the quote asset. */
  open: Decimal,
  /** The highest price, in the quote asset. */
  high: Decimal,
  /** The lowest price, in the quote asset. */
  low: Decimal,
  /** The last price, in the quote asset. */
  close: Decimal,
  /** The quantity traded, in the base asset. */
  volume: Decimal,
  /** The close time, as Unix time in milliseconds. */
  closeTime: Milliseconds,
  /** The amount traded, in the quote asset. */
  quoteAssetVolume: Decimal,
  /** The number of trades in the interval. */
  numberOfTrades: number,
  /** The quantity bought by takers, in the base asset. */
  takerBuyBaseAssetVolume: Decimal,
  /** The amount paid by takers for it, in the quote asset. */
  takerBuyQuoteAssetVolume: Decimal,
  ...rest: string[],
];

/** Every value of `KlineInterval` that the spec lists. */
export const klineIntervals = [
  "1m",
  "3m",
  "5m",
  "15m",
  "30m",
  "1h",
  "2h",
  "4h",
  "6h",
  "8h",
  "12h",
  "1d",
  "3d",
  "1w",
  "1M",
] as const;

/**
 * The interval of one kline: a number followed by m (minutes), h (hours), d (days), w (weeks) or M
 * (months).
 *
 * @see spec/schemas/KlineInterval.yaml
 */
export type KlineInterval = (typeof klineIntervals)[number];

/**
 * Bounds and grid of quantities, for the visible part of an iceberg order too.
 *
 * @see spec/filters/LOT_SIZE.yaml
 */
export interface LotSize {
  /** Kind of filter. */
  readonly filterType: "LOT_SIZE";
  /** Smallest quantity, in the base asset. */
  readonly minQty: Decimal;
  /** Largest quantity, in the base asset. */
  readonly maxQty: Decimal;
  /** Step between quantities, counted from minQty. */
  readonly stepSize: Decimal;
}

/**
 * The key that opens a user data stream.
 *
 * Assumed, not documented: listen-key-response
 *
 * @see spec/schemas/ListenKey.yaml
 */
export interface ListenKey {
  /** The listen key. Anyone who holds it can read the account's events, so keep it secret. */
  readonly listenKey?: string;
  /** The type of symbols whose events the key opens. */
  readonly type?: Open<SymbolType>;
}

/**
 * Bounds and grid of the quantity of MARKET orders.
 *
 * @see spec/filters/MARKET_LOT_SIZE.yaml
 */
export interface MarketLotSize {
  /** Kind of filter. */
  readonly filterType: "MARKET_LOT_SIZE";
  /** Smallest quantity, in the base asset. */
  readonly minQty: Decimal;
  /** Largest quantity, in the base asset. */
  readonly maxQty: Decimal;
  /** Step between quantities, counted from minQty. */
  readonly stepSize: Decimal;
}

/**
 * Largest number of open algo orders of one account on one symbol. SITE symbols may lack it.
 *
 * @see spec/filters/MAX_NUM_ALGO_ORDERS.yaml
 */
export interface MaxNumAlgoOrders {
  /** Kind of filter. */
  readonly filterType: "MAX_NUM_ALGO_ORDERS";
  /** Largest number of open algo orders. */
  readonly maxNumAlgoOrders: number;
}

/**
 * Largest number of open iceberg orders (icebergQty above 0) of one account on one symbol. SITE
 * symbols may lack it.
 *
 * @see spec/filters/MAX_NUM_ICEBERG_ORDERS.yaml
 */
export interface MaxNumIcebergOrders {
  /** Kind of filter. */
  readonly filterType: "MAX_NUM_ICEBERG_ORDERS";
  /** Largest number of open iceberg orders. */
  readonly maxNumIcebergOrders: number;
}

/**
 * Largest number of open orders of one account on one symbol; algo and normal orders both count.
 *
 * @see spec/filters/MAX_NUM_ORDERS.yaml
 */
export interface MaxNumOrders {
  /** Kind of filter. */
  readonly filterType: "MAX_NUM_ORDERS";
  /** Largest number of open orders. */
  readonly limit: number;
}

/**
 * Smallest value of an order, price times quantity. MARKET orders are only held to it where
 * applyToMarket says so, with an average price in place of their own.
 *
 * @see spec/filters/MIN_NOTIONAL.yaml
 */
export interface MinNotional {
  /** Kind of filter. */
  readonly filterType: "MIN_NOTIONAL";
  /** Smallest value, in the quote asset. */
  readonly minNotional: Decimal;
  /** Whether MARKET orders are held to it too. */
  readonly applyToMarket: boolean;
  /** Minutes that the average covers; 0 takes the last price instead. */
  readonly avgPriceMins: number;
}

/**
 * A moment in time as Unix time, in milliseconds.
 *
 * @see spec/schemas/Milliseconds.yaml
 */
export type Milliseconds = number;

/**
 * The current state of one order.
 *
 * @see spec/schemas/Order.yaml
 */
export interface Order {
  /** The trading pair. */
  readonly symbol: SymbolName;
  /** The order id, assigned by the exchange. */
  readonly orderId: Id;
  /** The client order id, sent by the client or generated. */
  readonly clientOrderId: string;
  /** The limit price, in the quote asset. */
  readonly price: Decimal;
  /** The quantity ordered, in the base asset. */
  readonly origQty: Decimal;
  /** The quantity filled so far, in the base asset. */
  readonly executedQty: Decimal;
  /** The amount paid or received so far, in the quote asset. */
  readonly cumulativeQuoteQty: Decimal;
  /** The state of the order. */
  readonly status: Open<OrderStatus>;
  /** How long the order stays in force. */
  readonly timeInForce: Open<TimeInForce>;
  /** How the order is priced and triggered. */
  readonly type: Open<OrderType>;
  /** Whether the order buys or sells. */
  readonly side: Open<Side>;
  /** The price that triggers the order, in the quote asset. */
  readonly stopPrice: Decimal;
  /** When the order was placed, as Unix time in milliseconds. */
  readonly time: Milliseconds;
  /** When the order last changed, as Unix time in milliseconds. */
  readonly updateTime: Milliseconds;
  /** Whether the order is on the book. */
  readonly isWorking: boolean;
  /** The ordered amount, when it was given in the quote asset. */
  readonly origQuoteOrderQty: Decimal;
  /**
   * A second spelling of `cumulativeQuoteQty` that a response may use instead.
   * Assumed, not documented: cumulative-quote-spelling
   */
  readonly cummulativeQuoteQty?: Decimal;
  /**
   * Id of the order list that the order belongs to; -1 when there is none.
   * Assumed, not documented: order-record-extras
   */
  readonly orderListId?: Id;
  /**
   * The visible part of an iceberg order's quantity, in the base asset.
   * Assumed, not documented: iceberg-quantity
   */
  readonly icebergQty?: Decimal;
}

/**
 * A snapshot of the order book of one symbol.
 *
 * @see spec/schemas/OrderBook.yaml
 */
export interface OrderBook {
  /** The id of the last update that the snapshot contains. */
  readonly lastUpdateId: Id;
  /** The price levels of the bid side. */
  readonly bids: readonly PriceLevel[];
  /** The price levels of the ask side. */
  readonly asks: readonly PriceLevel[];
}

/**
 * The response to a cancellation: the final state of the order.
 *
 * Assumed, not documented: cancel-order
 *
 * @see spec/schemas/OrderCancellation.yaml
 */
export interface OrderCancellation {
  /** The trading pair. */
  readonly symbol?: SymbolName;
  /** The client order id of the canceled order. */
  readonly origClientOrderId?: string;
  /** The order id of the canceled order. */
  readonly orderId?: Id;
  /** Id of the order list that the order belongs to; -1 when there is none. */
  readonly orderListId?: Id;
  /** The client id of the cancellation itself. */
  readonly clientOrderId?: string;
  /** The limit price, in the quote asset. */
  readonly price?: Decimal;
  /** The quantity ordered, in the base asset. */
  readonly origQty?: Decimal;
  /** The quantity filled before the cancellation, in the base asset. */
  readonly executedQty?: Decimal;
  /**
   * The amount paid or received before the cancellation, in the quote asset.
   * Assumed, not documented: cumulative-quote-spelling
   */
  readonly cumulativeQuoteQty?: Decimal;
  /**
   * A second spelling of `cumulativeQuoteQty` that a response may use instead.
   * Assumed, not documented: cumulative-quote-spelling
   */
  readonly cummulativeQuoteQty?: Decimal;
  /** The state of the order, CANCELED. */
  readonly status?: Open<OrderStatus>;
  /** The time in force of the order. */
  readonly timeInForce?: Open<TimeInForce>;
  /** How the order was priced and triggered. */
  readonly type?: Open<OrderType>;
  /** Whether the order bought or sold. */
  readonly side?: Open<Side>;
}

/**
 * One trade that a placement made at once.
 *
 * Assumed, not documented: order-placement-response
 *
 * @see spec/schemas/OrderFill.yaml
 */
export interface OrderFill {
  /** The price, in the quote asset. */
  readonly price?: Decimal;
  /** The quantity, in the base asset. */
  readonly qty?: Decimal;
  /** The commission, in `commissionAsset`. */
  readonly commission?: Decimal;
  /** The asset that the commission was taken in. */
  readonly commissionAsset?: string;
  /** The trade id. */
  readonly tradeId?: Id;
}

/**
 * The response to a placement. ACK gives the first five fields, RESULT adds the state of the order,
 * and FULL adds the fills.
 *
 * Assumed, not documented: order-placement-response
 *
 * @see spec/schemas/OrderPlacement.yaml
 */
export interface OrderPlacement {
  /** The trading pair. */
  readonly symbol?: SymbolName;
  /** The order id, assigned by the exchange. */
  readonly orderId?: Id;
  /** Id of the order list that the order belongs to; -1 when there is none. */
  readonly orderListId?: Id;
  /** The client order id, sent by the client or generated. */
  readonly clientOrderId?: string;
  /** When the order was processed, as Unix time in milliseconds. */
  readonly transactTime?: Milliseconds;
  /** The limit price, in the quote asset. */
  readonly price?: Decimal;
  /** The quantity ordered, in the base asset. */
  readonly origQty?: Decimal;
  /** The quantity filled at once, in the base asset. */
  readonly executedQty?: Decimal;
  /**
   * The amount paid or received at once, in the quote asset.
   * Assumed, not documented: cumulative-quote-spelling
   */
  readonly cumulativeQuoteQty?: Decimal;
  /**
   * A second spelling of `cumulativeQuoteQty` that a response may use instead.
   * Assumed, not documented: cumulative-quote-spelling
   */
  readonly cummulativeQuoteQty?: Decimal;
  /** The ordered amount, when it was given in the quote asset. */
  readonly origQuoteOrderQty?: Decimal;
  /** The state of the order. */
  readonly status?: Open<OrderStatus>;
  /** How long the order stays in force. */
  readonly timeInForce?: Open<TimeInForce>;
  /** How the order is priced and triggered. */
  readonly type?: Open<OrderType>;
  /** Whether the order buys or sells. */
  readonly side?: Open<Side>;
  /** The price that triggers the order, in the quote asset. */
  readonly stopPrice?: Decimal;
  /** The visible part of an iceberg order's quantity, in the base asset. */
  readonly icebergQty?: Decimal;
  /** The trades that the placement made at once. */
  readonly fills?: readonly OrderFill[];
}

/**
 * `OrderPlacement` by `newOrderRespType`; each has the fields of the one before it, too.
 * Assumed, not documented: order-placement-response
 */
export interface OrderPlacements {
  readonly ACK: Omit<
    OrderPlacement,
    | "symbol"
    | "orderId"
    | "clientOrderId"
    | "transactTime"
    | "price"
    | "origQty"
    | "executedQty"
    | "status"
    | "timeInForce"
    | "type"
    | "side"
    | "fills"
  > &
    Required<Pick<OrderPlacement, "symbol" | "orderId" | "clientOrderId" | "transactTime">>;
  readonly RESULT: OrderPlacements["ACK"] &
    Required<
      Pick<
        OrderPlacement,
        "price" | "origQty" | "executedQty" | "status" | "timeInForce" | "type" | "side"
      >
    >;
  readonly FULL: OrderPlacements["RESULT"] & Required<Pick<OrderPlacement, "fills">>;
}

/** Every value of `OrderResponseType` that the spec lists. */
export const orderResponseTypes = ["ACK", "RESULT", "FULL"] as const;

/**
 * How much the response to a placement contains.
 *
 * @see spec/schemas/OrderResponseType.yaml
 */
export type OrderResponseType = (typeof orderResponseTypes)[number];

/** Every value of `OrderStatus` that the spec lists. */
export const orderStatuses = [
  "NEW",
  "PARTIALLY_FILLED",
  "FILLED",
  "CANCELED",
  "REJECTED",
  "EXPIRED",
] as const;

/**
 * The state of an order; `spec/rules/orderStates.yaml` holds the transitions.
 *
 * - `NEW`: The engine has accepted the order.
 * - `PARTIALLY_FILLED`: A part of the order has been filled.
 * - `FILLED`: The order is completed.
 * - `CANCELED`: The user has canceled the order.
 * - `REJECTED`: The engine did not accept the order, and it was not processed.
 * - `EXPIRED`: The order was canceled by a rule of its type (a LIMIT FOK without a fill, a LIMIT
 *   IOC or a MARKET order filled in part) or by the exchange (liquidation or maintenance, for
 *   example).
 *
 * @see spec/schemas/OrderStatus.yaml
 */
export type OrderStatus = (typeof orderStatuses)[number];

/** Every value of `OrderType` that the spec lists. */
export const orderTypes = [
  "LIMIT",
  "LIMIT_MAKER",
  "MARKET",
  "STOP_LOSS",
  "STOP_LOSS_LIMIT",
  "TAKE_PROFIT",
  "TAKE_PROFIT_LIMIT",
] as const;

/**
 * How an order is priced and triggered. The interface uses the seven values listed and does not
 * show the full list.
 *
 * @see spec/schemas/OrderType.yaml
 */
export type OrderType = (typeof orderTypes)[number];

/**
 * Range of prices around the average of earlier trades, reached with two multipliers. The exact
 * inequality is not documented.
 *
 * @see spec/filters/PERCENT_PRICE.yaml
 */
export interface PercentPrice {
  /** Kind of filter. */
  readonly filterType: "PERCENT_PRICE";
  /** The average times this leads to the highest price. */
  readonly multiplierUp: Decimal;
  /** The average times this leads to the lowest price. */
  readonly multiplierDown: Decimal;
  /** Minutes that the average covers; 0 takes the last price instead. */
  readonly avgPriceMins: number;
}

/**
 * Bounds and grid of prices. Each of the three fields switches its own rule off when it is 0.
 *
 * @see spec/filters/PRICE_FILTER.yaml
 */
export interface PriceFilter {
  /** Kind of filter. */
  readonly filterType: "PRICE_FILTER";
  /** Lowest price, in the quote asset; 0 for none. */
  readonly minPrice: Decimal;
  /** Highest price, in the quote asset; 0 for none. */
  readonly maxPrice: Decimal;
  /** Step between prices, counted from minPrice; 0 for none. */
  readonly tickSize: Decimal;
}

/**
 * One level of an order book, a pair: the price in the quote asset, then the quantity in the base
 * asset.
 *
 * @see spec/schemas/PriceLevel.yaml
 */
export type PriceLevel = readonly [price: Decimal, quantity: Decimal];

/**
 * One execution rule, with its multipliers for the bid and the ask side. PRICE_RANGE is the only
 * type that the interface shows.
 *
 * @see spec/schemas/PriceRangeRule.yaml
 */
export interface PriceRangeRule {
  /** The type of the rule. */
  readonly ruleType: Open<RuleType>;
  /** Upper multiplier for the bid side. */
  readonly bidMultiplierUp: Decimal | null;
  /** Lower multiplier for the bid side. */
  readonly bidMultiplierDown: Decimal | null;
  /** Upper multiplier for the ask side. */
  readonly askMultiplierUp: Decimal | null;
  /** Lower multiplier for the ask side. */
  readonly askMultiplierDown: Decimal | null;
}

/**
 * The latest price of one symbol.
 *
 * @see spec/schemas/PriceTicker.yaml
 */
export interface PriceTicker {
  /** The trading pair. */
  readonly symbol: SymbolName;
  /** The latest price, in the quote asset. */
  readonly price: Decimal;
}

/**
 * One public trade.
 *
 * @see spec/schemas/PublicTrade.yaml
 */
export interface PublicTrade {
  /** The trade id. */
  readonly id: Id;
  /** The price, in the quote asset. */
  readonly price: Decimal;
  /** The quantity, in the base asset. */
  readonly qty: Decimal;
  /** The amount paid, in the quote asset. */
  readonly quoteQty: Decimal | null;
  /** The time of the trade, as Unix time in milliseconds. */
  readonly time: Milliseconds;
  /** Whether the buyer's order was the one on the book. */
  readonly isBuyerMaker: boolean;
  /** Whether the trade was made at the best price available. */
  readonly isBestMatch: boolean;
}

/**
 * One rate limit. The interface says that the list contains objects but does not show their fields.
 *
 * @see spec/schemas/RateLimit.yaml
 */
export interface RateLimit {
  /**
   * What is counted.
   * Assumed, not documented: rate-limit-fields
   */
  readonly rateLimitType?: Open<"REQUEST_WEIGHT" | "ORDERS" | "RAW_REQUESTS">;
  /**
   * The unit of the window.
   * Assumed, not documented: rate-limit-fields
   */
  readonly interval?: Open<"SECOND" | "MINUTE" | "HOUR" | "DAY">;
  /**
   * The length of the window, in units of `interval`.
   * Assumed, not documented: rate-limit-fields
   */
  readonly intervalNum?: number;
  /**
   * The maximum in one window.
   * Assumed, not documented: rate-limit-fields
   */
  readonly limit?: number;
  readonly [field: string]: unknown;
}

/**
 * The reference price of one symbol.
 *
 * @see spec/schemas/ReferencePrice.yaml
 */
export interface ReferencePrice {
  /** The trading pair. */
  readonly symbol: SymbolName;
  /** The reference price, in the quote asset. */
  readonly referencePrice: Decimal | null;
  /** The time of the reference price, as Unix time in milliseconds. */
  readonly timestamp: Milliseconds;
}

/** Every value of `RuleType` that the spec lists. */
export const ruleTypes = ["PRICE_RANGE"] as const;

/**
 * The type of an execution rule. The interface shows one value.
 *
 * @see spec/schemas/RuleType.yaml
 */
export type RuleType = (typeof ruleTypes)[number];

/**
 * The time on the exchange's clock.
 *
 * @see spec/schemas/ServerTime.yaml
 */
export interface ServerTime {
  /** Server time, as Unix time in milliseconds. */
  readonly serverTime: Milliseconds;
}

/** Every value of `Side` that the spec lists. */
export const sides = ["BUY", "SELL"] as const;

/**
 * Whether an order buys or sells the base asset.
 *
 * - `BUY`: Receives the base asset and pays with the quote asset.
 * - `SELL`: Gives the base asset and receives the quote asset.
 *
 * @see spec/schemas/Side.yaml
 */
export type Side = (typeof sides)[number];

/**
 * One trading pair with its precisions, allowed order types and filters.
 *
 * @see spec/schemas/SymbolInfo.yaml
 */
export interface SymbolInfo {
  /** The name of the trading pair. */
  readonly symbol: SymbolName;
  /** Whether the pair can be traded now. */
  readonly status: Open<SymbolStatus>;
  /** The asset that is bought and sold. */
  readonly baseAsset: string;
  /** The precision of the base asset. */
  readonly baseAssetPrecision: number;
  /** The asset that prices are quoted in and that is paid with. */
  readonly quoteAsset: string;
  /**
   * The precision on the quote side; the interface does not show how it differs from
   * `quoteAssetPrecision`.
   */
  readonly quotePrecision: number;
  /** The precision of the quote asset. */
  readonly quoteAssetPrecision: number;
  /** The precision of a commission in the base asset. */
  readonly baseCommissionPrecision: number;
  /** The precision of a commission in the quote asset. */
  readonly quoteCommissionPrecision: number;
  /** The type of the symbol. */
  readonly type: Open<SymbolType>;
  /** The order types that the symbol allows. */
  readonly orderTypes: readonly Open<OrderType>[];
  /** The trading rules of the symbol. */
  readonly filters: readonly Filter[];
}

/**
 * The name of a trading pair.
 *
 * @see spec/schemas/SymbolName.yaml
 */
export type SymbolName = string;

/**
 * The execution rules of one symbol.
 *
 * @see spec/schemas/SymbolRules.yaml
 */
export interface SymbolRules {
  /** The trading pair that the rules belong to. */
  readonly symbol: SymbolName;
  /** The execution rules. */
  readonly rules: readonly PriceRangeRule[];
}

/** Every value of `SymbolStatus` that the spec lists. */
export const symbolStatuses = [
  "TRADING",
  "PRE_TRADING",
  "POST_TRADING",
  "END_OF_DAY",
  "HALT",
  "AUCTION_MATCH",
  "BREAK",
] as const;

/**
 * Whether and how a symbol can be traded now. The interface shows one value.
 *
 * - `TRADING`
 * - `PRE_TRADING` (assumed: symbol-status-values)
 * - `POST_TRADING` (assumed: symbol-status-values)
 * - `END_OF_DAY` (assumed: symbol-status-values)
 * - `HALT` (assumed: symbol-status-values)
 * - `AUCTION_MATCH` (assumed: symbol-status-values)
 * - `BREAK` (assumed: symbol-status-values)
 *
 * @see spec/schemas/SymbolStatus.yaml
 */
export type SymbolStatus = (typeof symbolStatuses)[number];

/** Every value of `SymbolType` that the spec lists. */
export const symbolTypes = ["GLOBAL", "SITE"] as const;

/**
 * The type of a symbol. Some filters and features may not apply to SITE symbols; the file of each
 * such filter says so.
 *
 * @see spec/schemas/SymbolType.yaml
 */
export type SymbolType = (typeof symbolTypes)[number];

/**
 * The type of one symbol.
 *
 * @see spec/schemas/SymbolTypeRecord.yaml
 */
export interface SymbolTypeRecord {
  /** The trading pair. */
  readonly symbol: SymbolName;
  /** The type of the symbol. */
  readonly type: Open<SymbolType>;
}

/**
 * Statistics of one symbol over the last 24 hours.
 *
 * @see spec/schemas/Ticker24hr.yaml
 */
export interface Ticker24hr {
  /** The trading pair. */
  readonly symbol: SymbolName;
  /** Last price minus the price at the start of the window, in the quote asset. */
  readonly priceChange: Decimal;
  /** The price change in percent of the price at the start of the window. */
  readonly priceChangePercent: Decimal;
  /** Average price weighted by quantity, in the quote asset. */
  readonly weightedAvgPrice: Decimal;
  /** The last price before the window, in the quote asset. */
  readonly prevClosePrice: Decimal | null;
  /** Price of the last trade, in the quote asset. */
  readonly lastPrice: Decimal;
  /** Quantity of the last trade, in the base asset. */
  readonly lastQty: Decimal | null;
  /** Best bid price, in the quote asset. */
  readonly bidPrice: Decimal | null;
  /** Quantity at the best bid, in the base asset. */
  readonly bidQty: Decimal | null;
  /** Best ask price, in the quote asset. */
  readonly askPrice: Decimal | null;
  /** Quantity at the best ask, in the base asset. */
  readonly askQty: Decimal | null;
  /** First price of the window, in the quote asset. */
  readonly openPrice: Decimal;
  /** Highest price of the window, in the quote asset. */
  readonly highPrice: Decimal;
  /** Lowest price of the window, in the quote asset. */
  readonly lowPrice: Decimal;
  /** Quantity traded in the window, in the base asset. */
  readonly volume: Decimal;
  /** Amount traded in the window, in the quote asset. */
  readonly quoteVolume: Decimal;
  /** Start of the window, as Unix time in milliseconds. */
  readonly openTime: Milliseconds;
  /** End of the window, as Unix time in milliseconds. */
  readonly closeTime: Milliseconds;
  /** Number of the first trade in the window. */
  readonly firstId: Id;
  /** Number of the last trade in the window. */
  readonly lastId: Id;
  /** Number of trades in the window. */
  readonly count: number;
}

/** Every value of `TimeInForce` that the spec lists. */
export const timeInForces = ["GTC", "IOC", "FOK"] as const;

/**
 * How long an order stays in force. It is used with LIMIT, STOP_LOSS_LIMIT and TAKE_PROFIT_LIMIT
 * orders.
 *
 * - `GTC`: The order stays on the book until it is canceled.
 * - `IOC`: The order fills as much as possible immediately, and the rest expires.
 * - `FOK`: The whole order expires if its full quantity cannot be filled on execution.
 *
 * @see spec/schemas/TimeInForce.yaml
 */
export type TimeInForce = (typeof timeInForces)[number];

/**
 * The commission rates of the account for one symbol.
 *
 * @see spec/schemas/TradeFee.yaml
 */
export interface TradeFee {
  /** The trading pair. */
  readonly symbol: SymbolName;
  /** The rate for maker orders, which were on the book. */
  readonly makerCommission: Decimal;
  /** The rate for taker orders, which take from the book. */
  readonly takerCommission: Decimal;
}

/**
 * A filter that this contract does not know. It is kept unchanged and never evaluated.
 *
 * Assumed, not documented: unknown-filters
 *
 * @see spec/schemas/UnknownFilter.yaml
 */
export interface UnknownFilter {
  /** The name of the filter. */
  readonly filterType?: UnlistedWord;
  readonly [field: string]: unknown;
}

/**
 * A change of one balance that no trade caused, such as a deposit or a transfer.
 *
 * Assumed, not documented: balance-update-payload
 *
 * @see spec/events/payloads/BalanceUpdate.yaml
 */
export interface BalanceUpdate {
  /** Event type. */
  readonly e?: "balanceUpdate";
  /** Event time, in Unix milliseconds. */
  readonly E?: Milliseconds;
  /** Asset. */
  readonly a?: string;
  /** Signed change of the balance, in the asset. */
  readonly d?: Decimal;
  /** Time of the booking, in Unix milliseconds. */
  readonly T?: Milliseconds;
}

/**
 * Best bid and best ask of one symbol. Most exchanges of the API family send it without an event
 * type, so the stream name identifies it.
 *
 * Assumed, not documented: book-ticker-event-payload
 *
 * @see spec/events/payloads/BookTickerEvent.yaml
 */
export interface BookTickerEvent {
  /** Event type, where one is sent. */
  readonly e?: string;
  /** Event time, in Unix milliseconds. */
  readonly E?: Milliseconds;
  /** Update id of the order book. */
  readonly u?: Id;
  /** Symbol. */
  readonly s?: SymbolName;
  /** Best bid price, in the quote asset. */
  readonly b?: Decimal;
  /** Quantity at the best bid, in the base asset. */
  readonly B?: Decimal;
  /** Best ask price, in the quote asset. */
  readonly a?: Decimal;
  /** Quantity at the best ask, in the base asset. */
  readonly A?: Decimal;
  /** Time in the engine, in Unix milliseconds. */
  readonly T?: Milliseconds;
}

/**
 * A control message was refused. Some exchanges of the API family send code and msg at the top,
 * others inside error.
 *
 * Assumed, not documented: control-messages
 *
 * @see spec/events/payloads/ControlError.yaml
 */
export interface ControlError {
  /** 0 unknown property, 1 wrong type, 2 bad request, 3 invalid JSON. */
  readonly code?: number;
  /** The error message. */
  readonly msg?: string;
  /** The id of the request; null when it had none. */
  readonly id?: ControlId;
  /** The same code and msg, nested in an object. */
  readonly error?: {
    /** The error code. */
    readonly code?: number;
    /** The error message. */
    readonly msg?: string;
  };
}

/**
 * An id that the client chooses, to match the response to its request.
 *
 * Assumed, not documented: control-messages
 *
 * @see spec/events/payloads/ControlId.yaml
 */
export type ControlId = number | string | null;

/**
 * The control message with this id was carried out.
 *
 * Assumed, not documented: control-messages
 *
 * @see spec/events/payloads/ControlReply.yaml
 */
export interface ControlReply {
  /** Null, or the stream names in the response to a list request. */
  readonly result?: null | readonly string[];
  /** The id of the request. */
  readonly id?: ControlId;
}

/**
 * Changed price levels of one symbol's order book. Keys that differ only in letter case are
 * different fields.
 *
 * @see spec/events/payloads/DepthUpdate.yaml
 */
export interface DepthUpdate {
  /** Event type. */
  readonly e: "depthUpdate";
  /** Event time, in Unix milliseconds. */
  readonly E: Milliseconds;
  /** Symbol. */
  readonly s: SymbolName;
  /** First update id that this event covers. */
  readonly U: Id;
  /** Final update id that this event covers. */
  readonly u: Id;
  /** Changed bids; a level with quantity 0 leaves the book. */
  readonly b: readonly PriceLevel[];
  /** Changed asks; a level with quantity 0 leaves the book. */
  readonly a: readonly PriceLevel[];
  /**
   * Time of the change in the engine, in Unix milliseconds.
   * Assumed, not documented: depth-site-fields
   */
  readonly T?: Milliseconds;
  /**
   * Final update id of the event before this one.
   * Assumed, not documented: depth-site-fields
   */
  readonly pu?: Id;
}

/**
 * State of one order after an event.
 *
 * Assumed, not documented: execution-report-payload
 *
 * @see spec/events/payloads/ExecutionReport.yaml
 */
export interface ExecutionReport {
  /** Event type. */
  readonly e?: "executionReport";
  /** Event time, in Unix milliseconds. */
  readonly E?: Milliseconds;
  /** Symbol. */
  readonly s?: SymbolName;
  /** Client id of the order; after a cancellation, that of the cancellation. */
  readonly c?: string;
  /** Side. */
  readonly S?: Open<Side>;
  /** Order type. */
  readonly o?: Open<OrderType>;
  /** Time in force. */
  readonly f?: Open<TimeInForce>;
  /** Ordered quantity, in the base asset. */
  readonly q?: Decimal;
  /** Limit price, in the quote asset. */
  readonly p?: Decimal;
  /** Stop price, in the quote asset. */
  readonly P?: Decimal;
  /** Visible quantity of an iceberg order, in the base asset. */
  readonly F?: Decimal;
  /** Id of the order list; -1 when there is none. */
  readonly g?: Id;
  /** Client id of the order that was canceled; null or empty for every other event. */
  readonly C?: string | null;
  /** What happened to the order. */
  readonly x?: Open<ExecutionType>;
  /** Status of the order now. */
  readonly X?: Open<OrderStatus>;
  /** Reason for the rejection; NONE when there is none. */
  readonly r?: string;
  /** Order id. */
  readonly i?: Id;
  /** Quantity of this fill, in the base asset. */
  readonly l?: Decimal;
  /** Quantity filled so far, in the base asset. */
  readonly z?: Decimal;
  /** Price of this fill, in the quote asset. */
  readonly L?: Decimal;
  /** Commission of this fill. */
  readonly n?: Decimal;
  /** Asset of the commission; null without commission. */
  readonly N?: string | null;
  /** Time in the engine, in Unix milliseconds. */
  readonly T?: Milliseconds;
  /** Trade id of this fill; -1 without a fill. */
  readonly t?: Id;
  /** Execution id; it has no documented meaning. */
  readonly I?: Id;
  /** Whether the order is on the book. */
  readonly w?: boolean;
  /** Whether the order was the maker in this fill. */
  readonly m?: boolean;
  /** Has no documented meaning. */
  readonly M?: boolean;
  /** Creation time of the order, in Unix milliseconds. */
  readonly O?: Milliseconds;
  /** Amount of the quote asset filled so far. */
  readonly Z?: Decimal;
  /** Amount of the quote asset of this fill. */
  readonly Y?: Decimal;
  /** Ordered amount, in the quote asset. */
  readonly Q?: Decimal;
}

/** Every value of `ExecutionType` that the spec lists. */
export const executionTypes = [
  "NEW",
  "CANCELED",
  "REPLACED",
  "REJECTED",
  "TRADE",
  "EXPIRED",
  "TRADE_PREVENTION",
] as const;

/**
 * What happened to an order when its execution report was sent.
 *
 * - `NEW`: The engine accepted the order.
 * - `CANCELED`: The order was canceled.
 * - `REPLACED`: The order was replaced; exchanges of the API family reserve the word and do not
 *   send it.
 * - `REJECTED`: The order was refused.
 * - `TRADE`: The order was filled in part or in full.
 * - `EXPIRED`: A rule of the order's type or the exchange ended the order.
 * - `TRADE_PREVENTION`: A fill against an order of the same account was prevented.
 *
 * Assumed, not documented: execution-report-payload
 *
 * @see spec/schemas/ExecutionType.yaml
 */
export type ExecutionType = (typeof executionTypes)[number];

/**
 * Asks which streams the connection carries.
 *
 * Assumed, not documented: control-messages
 *
 * @see spec/events/payloads/ListSubscriptionsRequest.yaml
 */
export interface ListSubscriptionsRequest {
  /** The requested action. */
  readonly method?: "LIST_SUBSCRIPTIONS";
  /** An id that the client chooses; the response repeats it. */
  readonly id?: ControlId;
}

/**
 * The listenKey has expired and the stream sends nothing more. Open a new stream with a new
 * listenKey.
 *
 * Assumed, not documented: listen-key-expired
 *
 * @see spec/events/payloads/ListenKeyExpired.yaml
 */
export interface ListenKeyExpired {
  /** Event type. */
  readonly e?: "listenKeyExpired";
  /** Event time, in Unix milliseconds. */
  readonly E?: Milliseconds;
  /** The key that is no longer valid. */
  readonly listenKey?: string;
}

/**
 * Prices and volumes of one symbol over the last 24 hours, in few fields.
 *
 * Assumed, not documented: mini-ticker-event-payload
 *
 * @see spec/events/payloads/MiniTickerEvent.yaml
 */
export interface MiniTickerEvent {
  /** Event type. */
  readonly e?: "24hrMiniTicker";
  /** Event time, in Unix milliseconds. */
  readonly E?: Milliseconds;
  /** Symbol. */
  readonly s?: SymbolName;
  /** Last price. */
  readonly c?: Decimal;
  /** First price of the window. */
  readonly o?: Decimal;
  /** Highest price of the window. */
  readonly h?: Decimal;
  /** Lowest price of the window. */
  readonly l?: Decimal;
  /** Traded amount of the base asset. */
  readonly v?: Decimal;
  /** Traded amount of the quote asset. */
  readonly q?: Decimal;
}

/**
 * Balances of the assets that one event possibly changed.
 *
 * Assumed, not documented: account-position-payload
 *
 * @see spec/events/payloads/OutboundAccountPosition.yaml
 */
export interface OutboundAccountPosition {
  /** Event type. */
  readonly e?: "outboundAccountPosition";
  /** Event time, in Unix milliseconds. */
  readonly E?: Milliseconds;
  /** Time of the last change of the account, in Unix milliseconds. */
  readonly u?: Milliseconds;
  /** The assets with their current balances. */
  readonly B?: readonly {
    /** Asset. */
    readonly a?: string;
    /** Amount that is free to use. */
    readonly f?: Decimal;
    /** Amount locked by open orders. */
    readonly l?: Decimal;
  }[];
}

/**
 * Adds streams to the connection.
 *
 * Assumed, not documented: control-messages
 *
 * @see spec/events/payloads/SubscribeRequest.yaml
 */
export interface SubscribeRequest {
  /** The requested action. */
  readonly method?: "SUBSCRIBE";
  /** Stream names. */
  readonly params?: readonly string[];
  /** An id that the client chooses; the response repeats it. */
  readonly id?: ControlId;
}

/**
 * Statistics of one symbol over the last 24 hours.
 *
 * Assumed, not documented: ticker-event-payload
 *
 * @see spec/events/payloads/TickerEvent.yaml
 */
export interface TickerEvent {
  /** Event type. */
  readonly e?: "24hrTicker";
  /** Event time, in Unix milliseconds. */
  readonly E?: Milliseconds;
  /** Symbol. */
  readonly s?: SymbolName;
  /** Price change, in the quote asset. */
  readonly p?: Decimal;
  /** Price change, in percent. */
  readonly P?: Decimal;
  /** Average price weighted by volume. */
  readonly w?: Decimal;
  /** Price of the last trade before the window. */
  readonly x?: Decimal;
  /** Last price. */
  readonly c?: Decimal;
  /** Quantity of the last trade, in the base asset. */
  readonly Q?: Decimal;
  /** Best bid price. */
  readonly b?: Decimal;
  /** Quantity at the best bid. */
  readonly B?: Decimal;
  /** Best ask price. */
  readonly a?: Decimal;
  /** Quantity at the best ask. */
  readonly A?: Decimal;
  /** First price of the window. */
  readonly o?: Decimal;
  /** Highest price of the window. */
  readonly h?: Decimal;
  /** Lowest price of the window. */
  readonly l?: Decimal;
  /** Traded amount of the base asset. */
  readonly v?: Decimal;
  /** Traded amount of the quote asset. */
  readonly q?: Decimal;
  /** Start of the window, in Unix milliseconds. */
  readonly O?: Milliseconds;
  /** End of the window, in Unix milliseconds. */
  readonly C?: Milliseconds;
  /** First trade id of the window, -1 without trades. */
  readonly F?: Id;
  /** Last trade id of the window, -1 without trades. */
  readonly L?: Id;
  /** Number of trades. */
  readonly n?: number;
}

/**
 * One executed trade of one symbol.
 *
 * Assumed, not documented: trade-event-payload
 *
 * @see spec/events/payloads/TradeEvent.yaml
 */
export interface TradeEvent {
  /** Event type. */
  readonly e?: "trade";
  /** Event time, in Unix milliseconds. */
  readonly E?: Milliseconds;
  /** Symbol. */
  readonly s?: SymbolName;
  /** Trade id. */
  readonly t?: Id;
  /** Price, in the quote asset. */
  readonly p?: Decimal;
  /** Quantity, in the base asset. */
  readonly q?: Decimal;
  /** Order id of the buyer. */
  readonly b?: Id;
  /** Order id of the seller. */
  readonly a?: Id;
  /** Trade time, in Unix milliseconds. */
  readonly T?: Milliseconds;
  /** Whether the buyer was the maker. */
  readonly m?: boolean;
  /** Has no documented meaning; only sent for GLOBAL symbols. */
  readonly M?: boolean;
}

/**
 * Removes streams from the connection.
 *
 * Assumed, not documented: control-messages
 *
 * @see spec/events/payloads/UnsubscribeRequest.yaml
 */
export interface UnsubscribeRequest {
  /** The requested action. */
  readonly method?: "UNSUBSCRIBE";
  /** Stream names. */
  readonly params?: readonly string[];
  /** An id that the client chooses; the response repeats it. */
  readonly id?: ControlId;
}

/**
 * `getTime` takes no fields.
 *
 * @see spec/paths/general/time.yaml
 */
export type GetTimeRequest = Readonly<Record<string, never>>;

/**
 * `getExchangeInfo` takes no fields.
 *
 * @see spec/paths/general/exchangeInfo.yaml
 */
export type GetExchangeInfoRequest = Readonly<Record<string, never>>;

/**
 * Fields of `getExecutionRules`.
 *
 * @see spec/paths/general/executionRules.yaml
 */
export interface GetExecutionRulesRequest {
  /** The trading pair. Optional. */
  readonly symbol?: SymbolName | undefined;
}

/**
 * Fields of `getReferencePrice`.
 *
 * @see spec/paths/general/referencePrice.yaml
 */
export interface GetReferencePriceRequest {
  /** The trading pair. Optional. */
  readonly symbol?: SymbolName | undefined;
}

/**
 * Fields of `getSymbolTypes`.
 *
 * @see spec/paths/general/symbolType.yaml
 */
export interface GetSymbolTypesRequest {
  /** The trading pair. Optional. */
  readonly symbol?: SymbolName | undefined;
}

/**
 * Fields of `getBookTicker`.
 *
 * @see spec/paths/market/bookTicker.yaml
 */
export interface GetBookTickerRequest {
  /** The trading pair. */
  readonly symbol: SymbolName;
}

/**
 * Fields of `getKlines`.
 *
 * @see spec/paths/market/klines.yaml
 */
export interface GetKlinesRequest {
  /** The trading pair. */
  readonly symbol: SymbolName;
  /** The interval of one kline. */
  readonly interval: KlineInterval;
  /**
   * Start time of the klines, as Unix time in milliseconds. Give it with the interval 1M, because
   * since its default no month may have begun.
   *
   * Default: 10 days ago. At least 0.
   */
  readonly startTime?: Int64 | undefined;
  /**
   * End time of the klines, as Unix time in milliseconds.
   * Default: now. At least 0.
   */
  readonly endTime?: Int64 | undefined;
  /**
   * Maximum number of elements in the response.
   * Default: 500. At least 1. At most 1000.
   */
  readonly limit?: number | undefined;
}

/**
 * Fields of `getTicker24hr`.
 *
 * @see spec/paths/market/ticker24hr.yaml
 */
export interface GetTicker24hrRequest {
  /** The trading pair. */
  readonly symbol: SymbolName;
}

/**
 * Fields of `getDepth`.
 *
 * @see spec/paths/market/depth.yaml
 */
export interface GetDepthRequest {
  /** The trading pair. */
  readonly symbol: SymbolName;
  /**
   * Maximum number of price levels on each side. A value above the maximum is truncated to the
   * maximum, not refused.
   *
   * Default: 500. At least 1. At most 1000; the exchange lowers a larger value to it.
   */
  readonly limit?: number | undefined;
}

/**
 * Fields of `getTrades`.
 *
 * @see spec/paths/market/trades.yaml
 */
export interface GetTradesRequest {
  /** The trading pair. */
  readonly symbol: SymbolName;
  /**
   * Maximum number of elements in the response.
   * Default: 500. At least 1. At most 1000.
   */
  readonly limit?: number | undefined;
}

/**
 * Fields of `getAggTrades`.
 *
 * @see spec/paths/market/aggTrades.yaml
 */
export interface GetAggTradesRequest {
  /** The trading pair. */
  readonly symbol: SymbolName;
  /**
   * Id of the first aggregate trade to return. Inclusive.
   * At least 0.
   */
  readonly fromId?: Id | undefined;
  /**
   * Start time of the trades, as Unix time in milliseconds. Inclusive.
   * At least 0.
   */
  readonly startTime?: Milliseconds | undefined;
  /**
   * End time of the trades, as Unix time in milliseconds. Inclusive.
   * At least 0.
   */
  readonly endTime?: Milliseconds | undefined;
  /**
   * Maximum number of elements in the response.
   * Default: 500. At least 1. At most 1000.
   */
  readonly limit?: number | undefined;
}

/**
 * Fields of `getTickerPrice`.
 *
 * @see spec/paths/market/tickerPrice.yaml
 */
export interface GetTickerPriceRequest {
  /** The trading pair. Optional. */
  readonly symbol?: SymbolName | undefined;
}

/**
 * Fields of `getAccount`.
 *
 * @see spec/paths/account/account.yaml
 */
export interface GetAccountRequest {
  /**
   * Time of the request, as Unix time in milliseconds; set anew for each request.
   * The client fills it in when it is not given.
   */
  readonly timestamp?: Milliseconds | undefined;
  /**
   * Maximum age of the timestamp when the request is processed, in milliseconds. 5000 or less is
   * recommended.
   *
   * Default: 5000. At least 0. At most 60000.
   */
  readonly recvWindow?: Int64 | undefined;
}

/**
 * Fields of `getUserTrades`.
 *
 * @see spec/paths/account/userTrades.yaml
 */
export interface GetUserTradesRequest {
  /** The trading pair. */
  readonly symbol: SymbolName;
  /**
   * Id of the order to return the trades of. It can only be sent together with a symbol.
   * At least 0. Only together with `symbol`.
   */
  readonly orderId?: Id | undefined;
  /**
   * Start time of the trades, as Unix time in milliseconds.
   * At least 0.
   */
  readonly startTime?: Milliseconds | undefined;
  /**
   * End time of the trades, as Unix time in milliseconds.
   * At least 0.
   */
  readonly endTime?: Milliseconds | undefined;
  /**
   * Id of the trade to start from. Default: most recent trades.
   * At least 0.
   */
  readonly fromId?: Id | undefined;
  /**
   * Maximum number of elements in the response.
   * Default: 500. At least 1. At most 1000.
   */
  readonly limit?: number | undefined;
  /**
   * Time of the request, as Unix time in milliseconds; set anew for each request.
   * The client fills it in when it is not given.
   */
  readonly timestamp?: Milliseconds | undefined;
  /**
   * Maximum age of the timestamp when the request is processed, in milliseconds. 5000 or less is
   * recommended.
   *
   * Default: 5000. At least 0. At most 60000.
   */
  readonly recvWindow?: Int64 | undefined;
}

/**
 * Fields of `getTradeFees`.
 *
 * @see spec/paths/account/tradeFee.yaml
 */
export interface GetTradeFeesRequest {
  /** The trading pair. Optional. */
  readonly symbol?: SymbolName | undefined;
  /**
   * Time of the request, as Unix time in milliseconds; set anew for each request.
   * The client fills it in when it is not given.
   */
  readonly timestamp?: Milliseconds | undefined;
  /**
   * Maximum age of the timestamp when the request is processed, in milliseconds. 5000 or less is
   * recommended.
   *
   * Default: 5000. At least 0. At most 60000.
   */
  readonly recvWindow?: Int64 | undefined;
}

/**
 * Every field that `getOrder` takes.
 *
 * @see spec/paths/orders/order.yaml
 */
export interface GetOrderFields {
  /** The trading pair. */
  readonly symbol: SymbolName;
  /**
   * The order id, assigned by the exchange.
   * At least 0. Required unless `origClientOrderId` is given (assumed: order-lookup).
   */
  readonly orderId?: Id | undefined;
  /** The client order id. Querying by it shows whether a placement that timed out succeeded. */
  readonly origClientOrderId?: string | undefined;
  /**
   * Maximum age of the timestamp when the request is processed, in milliseconds. 5000 or less is
   * recommended.
   *
   * Default: 5000. At least 0. At most 60000.
   */
  readonly recvWindow?: Int64 | undefined;
  /**
   * Time of the request, as Unix time in milliseconds; set anew for each request.
   * The client fills it in when it is not given.
   */
  readonly timestamp?: Milliseconds | undefined;
}

/**
 * Fields of `getOrder`.
 *
 * @see spec/paths/orders/order.yaml
 */
export type GetOrderRequest =
  | (GetOrderFields & Given<GetOrderFields, "orderId">)
  | (GetOrderFields & Given<GetOrderFields, "origClientOrderId">);

/**
 * Every field that `placeOrder` takes.
 *
 * @see spec/paths/orders/order.yaml
 */
export interface PlaceOrderFields {
  /** The trading pair. */
  readonly symbol: SymbolName;
  /** Whether the order buys or sells. */
  readonly side: Side;
  /** How the order is priced and triggered. */
  readonly type: OrderType;
  /** How long the order stays in force. */
  readonly timeInForce?: TimeInForce | undefined;
  /**
   * How much to buy or sell, in the base asset.
   * At least 0.
   */
  readonly quantity?: Decimal | undefined;
  /**
   * How much to spend or receive, in the quote asset.
   * At least 0.
   */
  readonly quoteOrderQty?: Decimal | undefined;
  /**
   * The limit price, in the quote asset.
   * At least 0.
   */
  readonly price?: Decimal | undefined;
  /**
   * The client order id. Sending the same id again does not create a second order. Unique among
   * open orders. Generated when it is not sent.
   */
  readonly newClientOrderId?: string | undefined;
  /**
   * The price that triggers the order, in the quote asset. It is used with STOP_LOSS,
   * STOP_LOSS_LIMIT, TAKE_PROFIT and TAKE_PROFIT_LIMIT orders.
   *
   * At least 0.
   */
  readonly stopPrice?: Decimal | undefined;
  /**
   * The visible part of an iceberg order's quantity, in the base asset.
   *
   * At least 0.
   * Assumed, not documented: iceberg-quantity
   */
  readonly icebergQty?: Decimal | undefined;
  /**
   * How much the response contains. The guidance names this parameter; the parameter table does
   * not.
   *
   * Default: FULL.
   */
  readonly newOrderRespType?: OrderResponseType | undefined;
  /**
   * Maximum age of the timestamp when the request is processed, in milliseconds. 5000 or less is
   * recommended.
   *
   * Default: 5000. At least 0. At most 60000.
   */
  readonly recvWindow?: Int64 | undefined;
  /**
   * Time of the request, as Unix time in milliseconds; set anew for each request.
   * The client fills it in when it is not given.
   */
  readonly timestamp?: Milliseconds | undefined;
}

/**
 * Fields of `placeOrder`, by the type of the order.
 *
 * @see spec/paths/orders/order.yaml
 */
export type PlaceOrderRequest =
  /**
   * Trades at its price or better. The guidance asks for time in force and price; that the quantity
   * is needed too is assumed.
   */
  | OrderOf<
      PlaceOrderFields,
      "LIMIT",
      "timeInForce" | "quantity" | "price",
      "quoteOrderQty" | "stopPrice"
    >
  /**
   * Trades at once at the prices of the book, for a quantity of either asset. What the book cannot
   * fill expires.
   */
  | OrderOf<
      PlaceOrderFields,
      "MARKET",
      "quantity",
      "price" | "timeInForce" | "stopPrice" | "icebergQty" | "quoteOrderQty"
    >
  | OrderOf<
      PlaceOrderFields,
      "MARKET",
      "quoteOrderQty",
      "price" | "timeInForce" | "stopPrice" | "icebergQty" | "quantity"
    >
  /** A limit order that only ever rests on the book. */
  | OrderOf<
      PlaceOrderFields,
      "LIMIT_MAKER",
      "quantity" | "price",
      "timeInForce" | "quoteOrderQty" | "stopPrice"
    >
  /** Waits until the market reaches the stop price on the losing side. */
  | OrderOf<
      PlaceOrderFields,
      "STOP_LOSS",
      "quantity" | "stopPrice",
      "timeInForce" | "quoteOrderQty" | "price" | "icebergQty"
    >
  /** Waits until the market reaches the stop price on the losing side. */
  | OrderOf<
      PlaceOrderFields,
      "STOP_LOSS_LIMIT",
      "timeInForce" | "quantity" | "price" | "stopPrice",
      "quoteOrderQty"
    >
  /** Waits until the market reaches the stop price on the winning side. */
  | OrderOf<
      PlaceOrderFields,
      "TAKE_PROFIT",
      "quantity" | "stopPrice",
      "timeInForce" | "quoteOrderQty" | "price" | "icebergQty"
    >
  /** Waits until the market reaches the stop price on the winning side. */
  | OrderOf<
      PlaceOrderFields,
      "TAKE_PROFIT_LIMIT",
      "timeInForce" | "quantity" | "price" | "stopPrice",
      "quoteOrderQty"
    >;

/**
 * Every field that `cancelOrder` takes.
 *
 * Assumed, not documented: cancel-order
 *
 * @see spec/paths/orders/order.yaml
 */
export interface CancelOrderFields {
  /** The trading pair. */
  readonly symbol: SymbolName;
  /**
   * The order id, assigned by the exchange.
   * At least 0. Required unless `origClientOrderId` is given (assumed: order-lookup).
   */
  readonly orderId?: Id | undefined;
  /** The client order id. Querying by it shows whether a placement that timed out succeeded. */
  readonly origClientOrderId?: string | undefined;
  /** The client id of the cancellation. Generated when it is not sent. */
  readonly newClientOrderId?: string | undefined;
  /**
   * Maximum age of the timestamp when the request is processed, in milliseconds. 5000 or less is
   * recommended.
   *
   * Default: 5000. At least 0. At most 60000.
   */
  readonly recvWindow?: Int64 | undefined;
  /**
   * Time of the request, as Unix time in milliseconds; set anew for each request.
   * The client fills it in when it is not given.
   */
  readonly timestamp?: Milliseconds | undefined;
}

/**
 * Fields of `cancelOrder`.
 *
 * Assumed, not documented: cancel-order
 *
 * @see spec/paths/orders/order.yaml
 */
export type CancelOrderRequest =
  | (CancelOrderFields & Given<CancelOrderFields, "orderId">)
  | (CancelOrderFields & Given<CancelOrderFields, "origClientOrderId">);

/**
 * Fields of `getOpenOrders`.
 *
 * @see spec/paths/orders/openOrders.yaml
 */
export interface GetOpenOrdersRequest {
  /**
   * The trading pair. Without it the response contains the open orders of all pairs.
   * Assumed, not documented: open-orders-form
   */
  readonly symbol?: SymbolName | undefined;
  /**
   * Time of the request, as Unix time in milliseconds; set anew for each request.
   *
   * The client fills it in when it is not given.
   * Assumed, not documented: named-only-security
   */
  readonly timestamp?: Milliseconds | undefined;
  /**
   * Maximum age of the timestamp when the request is processed, in milliseconds. 5000 or less is
   * recommended.
   *
   * Default: 5000. At least 0. At most 60000.
   * Assumed, not documented: named-only-security
   */
  readonly recvWindow?: Int64 | undefined;
}

/**
 * Fields of `getAllOrders`.
 *
 * @see spec/paths/orders/allOrders.yaml
 */
export interface GetAllOrdersRequest {
  /**
   * The trading pair.
   * Assumed, not documented: all-orders-form
   */
  readonly symbol: SymbolName;
  /**
   * Id of the first order to return. Inclusive.
   *
   * At least 0.
   * Assumed, not documented: all-orders-form
   */
  readonly orderId?: Id | undefined;
  /**
   * Start time of the orders, as Unix time in milliseconds.
   *
   * At least 0.
   * Assumed, not documented: all-orders-form
   */
  readonly startTime?: Milliseconds | undefined;
  /**
   * End time of the orders, as Unix time in milliseconds.
   *
   * At least 0.
   * Assumed, not documented: all-orders-form
   */
  readonly endTime?: Milliseconds | undefined;
  /**
   * Maximum number of orders in the response.
   *
   * Default: 500. At least 1. At most 1000.
   * Assumed, not documented: all-orders-form
   */
  readonly limit?: number | undefined;
  /**
   * Time of the request, as Unix time in milliseconds; set anew for each request.
   *
   * The client fills it in when it is not given.
   * Assumed, not documented: named-only-security
   */
  readonly timestamp?: Milliseconds | undefined;
  /**
   * Maximum age of the timestamp when the request is processed, in milliseconds. 5000 or less is
   * recommended.
   *
   * Default: 5000. At least 0. At most 60000.
   * Assumed, not documented: named-only-security
   */
  readonly recvWindow?: Int64 | undefined;
}

/**
 * Fields of `getAccountV2`.
 *
 * @see spec/paths/account/accountV2.yaml
 */
export interface GetAccountV2Request {
  /**
   * Time of the request, as Unix time in milliseconds; set anew for each request.
   *
   * The client fills it in when it is not given.
   * Assumed, not documented: named-only-security
   */
  readonly timestamp?: Milliseconds | undefined;
  /**
   * Maximum age of the timestamp when the request is processed, in milliseconds. 5000 or less is
   * recommended.
   *
   * Default: 5000. At least 0. At most 60000.
   * Assumed, not documented: named-only-security
   */
  readonly recvWindow?: Int64 | undefined;
}

/**
 * `createListenKey` takes no fields.
 *
 * @see spec/paths/userStream/listenKey.yaml
 */
export type CreateListenKeyRequest = Readonly<Record<string, never>>;

/**
 * Fields of `keepAliveListenKey`.
 *
 * @see spec/paths/userStream/listenKey.yaml
 */
export interface KeepAliveListenKeyRequest {
  /**
   * The key of the user data stream.
   * Assumed, not documented: listen-key-parameter
   */
  readonly listenKey: string;
}

/**
 * Fields of `closeListenKey`.
 *
 * @see spec/paths/userStream/listenKey.yaml
 */
export interface CloseListenKeyRequest {
  /**
   * The key of the user data stream.
   * Assumed, not documented: listen-key-parameter
   */
  readonly listenKey: string;
}

/** Fields that must be given. */
type Given<Fields, Names extends keyof Fields> = {
  readonly [Name in Names]-?: Exclude<Fields[Name], undefined>;
};

/** An order of one type: the fields that it needs, may have, and must not have. */
type OrderOf<Fields, Type, Needed extends keyof Fields, Refused extends keyof Fields> = Omit<
  Fields,
  "type" | Needed | Refused
> &
  Given<Fields, Needed> & { readonly type: Type } & { readonly [Name in Refused]?: undefined };

declare const unlisted: unique symbol;

/**
 * A word that the spec does not list, as the exchange sent it. It is a string with a type of its
 * own, so that a comparison with a known word still narrows to the known members.
 */
export type UnlistedWord = `${any}` & { readonly [unlisted]: true };

//# sourceMappingURL=types.ts.map
