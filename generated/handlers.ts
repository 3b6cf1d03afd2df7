import type {
  Account,
  AccountTrade,
  AccountV2,
  AggregateTrade,
  BookTicker,
  CancelOrderRequest,
  CloseListenKeyRequest,
  CreateListenKeyRequest,
  ExchangeInfo,
  ExecutionRules,
  GetAccountRequest,
  GetAccountV2Request,
  GetAggTradesRequest,
  GetAllOrdersRequest,
  GetBookTickerRequest,
  GetDepthRequest,
  GetExchangeInfoRequest,
  GetExecutionRulesRequest,
  GetKlinesRequest,
  GetOpenOrdersRequest,
  GetOrderRequest,
  GetReferencePriceRequest,
  GetSymbolTypesRequest,
  GetTicker24hrRequest,
  GetTickerPriceRequest,
  GetTimeRequest,
  GetTradeFeesRequest,
  GetTradesRequest,
  GetUserTradesRequest,
  KeepAliveListenKeyRequest,
  Kline,
  ListenKey,
  Order,
  OrderBook,
  OrderCancellation,
  OrderPlacement,
  PlaceOrderRequest,
  PriceTicker,
  PublicTrade,
  ReferencePrice,
  ServerTime,
  SymbolTypeRecord,
  Ticker24hr,
  TradeFee,
} from "./types.ts";

/**
 * A server of the interface: a function for each operation, from checked request fields to the
 * payload of the response. It throws to refuse a request. `Context` has what a server knows
 * beside the fields, such as the account and the time.
 */
export interface ExchangeHandlers<Context> {
  /**
   * Read the exchange's clock.
   *
   * `GET /api/v1/time`
   *
   * @see spec/paths/general/time.yaml
   */
  getTime(request: GetTimeRequest, context: Context): Reply<ServerTime>;
  /**
   * Read the trading rules and the symbols.
   *
   * `GET /api/v1/exchangeInfo`
   *
   * @see spec/paths/general/exchangeInfo.yaml
   */
  getExchangeInfo(request: GetExchangeInfoRequest, context: Context): Reply<ExchangeInfo>;
  /**
   * Read the execution rules.
   *
   * `GET /api/v1/executionRules`
   *
   * @see spec/paths/general/executionRules.yaml
   */
  getExecutionRules(request: GetExecutionRulesRequest, context: Context): Reply<ExecutionRules>;
  /**
   * Read the reference price.
   *
   * `GET /api/v1/referencePrice`
   *
   * @see spec/paths/general/referencePrice.yaml
   */
  getReferencePrice(
    request: GetReferencePriceRequest,
    context: Context,
  ): Reply<ReferencePrice | readonly ReferencePrice[]>;
  /**
   * Read the symbol types.
   *
   * `GET /api/v1/symbolType`
   *
   * @see spec/paths/general/symbolType.yaml
   */
  getSymbolTypes(
    request: GetSymbolTypesRequest,
    context: Context,
  ): Reply<readonly SymbolTypeRecord[]>;
  /**
   * Read the best bid and ask.
   *
   * `GET /api/v1/ticker/bookTicker`
   *
   * @see spec/paths/market/bookTicker.yaml
   */
  getBookTicker(request: GetBookTickerRequest, context: Context): Reply<BookTicker>;
  /**
   * Read candlesticks.
   *
   * `GET /api/v1/klines`
   *
   * @see spec/paths/market/klines.yaml
   */
  getKlines(request: Filled<GetKlinesRequest, "limit">, context: Context): Reply<readonly Kline[]>;
  /**
   * Read the 24-hour statistics.
   *
   * `GET /api/v1/ticker/24hr`
   *
   * @see spec/paths/market/ticker24hr.yaml
   */
  getTicker24hr(request: GetTicker24hrRequest, context: Context): Reply<Ticker24hr>;
  /**
   * Read the order book.
   *
   * `GET /api/v1/depth`
   *
   * @see spec/paths/market/depth.yaml
   */
  getDepth(request: Filled<GetDepthRequest, "limit">, context: Context): Reply<OrderBook>;
  /**
   * Read trades.
   *
   * `GET /api/v1/trades`
   *
   * @see spec/paths/market/trades.yaml
   */
  getTrades(
    request: Filled<GetTradesRequest, "limit">,
    context: Context,
  ): Reply<readonly PublicTrade[]>;
  /**
   * Read aggregate trades.
   *
   * `GET /api/v1/aggTrades`
   *
   * @see spec/paths/market/aggTrades.yaml
   */
  getAggTrades(
    request: Filled<GetAggTradesRequest, "limit">,
    context: Context,
  ): Reply<readonly AggregateTrade[]>;
  /**
   * Read the latest price.
   *
   * `GET /api/v1/ticker/price`
   *
   * @see spec/paths/market/tickerPrice.yaml
   */
  getTickerPrice(
    request: GetTickerPriceRequest,
    context: Context,
  ): Reply<PriceTicker | readonly PriceTicker[]>;
  /**
   * Read the account.
   *
   * `GET /api/v1/account`
   *
   * @see spec/paths/account/account.yaml
   */
  getAccount(request: Filled<GetAccountRequest, "recvWindow">, context: Context): Reply<Account>;
  /**
   * Read own trades.
   *
   * `GET /api/v1/userTrades`
   *
   * @see spec/paths/account/userTrades.yaml
   */
  getUserTrades(
    request: Filled<GetUserTradesRequest, "limit" | "recvWindow">,
    context: Context,
  ): Reply<readonly AccountTrade[]>;
  /**
   * Read own commission rates.
   *
   * `GET /api/v1/asset/tradeFee`
   *
   * @see spec/paths/account/tradeFee.yaml
   */
  getTradeFees(
    request: Filled<GetTradeFeesRequest, "recvWindow">,
    context: Context,
  ): Reply<readonly TradeFee[]>;
  /**
   * Query an order.
   *
   * `GET /api/v1/order`
   *
   * @see spec/paths/orders/order.yaml
   */
  getOrder(request: Filled<GetOrderRequest, "recvWindow">, context: Context): Reply<Order>;
  /**
   * Place an order.
   *
   * `POST /api/v1/order`
   *
   * @see spec/paths/orders/order.yaml
   */
  placeOrder(
    request: Filled<PlaceOrderRequest, "newOrderRespType" | "recvWindow">,
    context: Context,
  ): Reply<OrderPlacement>;
  /**
   * Cancel an order.
   *
   * `DELETE /api/v1/order`
   * Assumed, not documented: cancel-order
   *
   * @see spec/paths/orders/order.yaml
   */
  cancelOrder(
    request: Filled<CancelOrderRequest, "recvWindow">,
    context: Context,
  ): Reply<OrderCancellation>;
  /**
   * Read open orders.
   *
   * `GET /api/v1/openOrders`
   *
   * @see spec/paths/orders/openOrders.yaml
   */
  getOpenOrders(
    request: Filled<GetOpenOrdersRequest, "recvWindow">,
    context: Context,
  ): Reply<readonly Order[]>;
  /**
   * Read all orders.
   *
   * `GET /api/v1/allOrders`
   *
   * @see spec/paths/orders/allOrders.yaml
   */
  getAllOrders(
    request: Filled<GetAllOrdersRequest, "limit" | "recvWindow">,
    context: Context,
  ): Reply<readonly Order[]>;
  /**
   * Read the balances.
   *
   * `GET /api/v1/accountV2`
   *
   * @see spec/paths/account/accountV2.yaml
   */
  getAccountV2(
    request: Filled<GetAccountV2Request, "recvWindow">,
    context: Context,
  ): Reply<AccountV2>;
  /**
   * Create a listen key.
   *
   * `POST /api/v1/listenKey`
   *
   * @see spec/paths/userStream/listenKey.yaml
   */
  createListenKey(
    request: CreateListenKeyRequest,
    context: Context,
  ): Reply<ListenKey | readonly ListenKey[]>;
  /**
   * Keep a listen key alive.
   *
   * `PUT /api/v1/listenKey`
   *
   * @see spec/paths/userStream/listenKey.yaml
   */
  keepAliveListenKey(
    request: KeepAliveListenKeyRequest,
    context: Context,
  ): Reply<Readonly<Record<string, unknown>>>;
  /**
   * Close a listen key.
   *
   * `DELETE /api/v1/listenKey`
   *
   * @see spec/paths/userStream/listenKey.yaml
   */
  closeListenKey(
    request: CloseListenKeyRequest,
    context: Context,
  ): Reply<Readonly<Record<string, unknown>>>;
}

/**
 * Defaults of time fields, by operation and field: milliseconds relative to now.
 *
 * @see spec/parameters.yaml
 */
export const defaultsFromNowMs = { getKlines: { startTime: -864_000_000, endTime: 0 } } as const;

/** A request in which the server has filled in the defaults of the contract. */
export type Filled<Request, Names extends keyof Request> = Request & {
  readonly [Name in Names]-?: NonNullable<Request[Name]>;
};

/** What a handler gives: the payload, at once or later. */
export type Reply<Payload> = Payload | Promise<Payload>;
