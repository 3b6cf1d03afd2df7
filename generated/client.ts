// Generated from spec/paths/**/*.yaml by generators/emitters/client.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { CallOptions } from "../runtime/call/options.ts";
import { type BaseClient, createBaseClient } from "../runtime/client/client.ts";
import type { ClientOptions } from "../runtime/client/options.ts";
import { ordersLater } from "../runtime/client/orders.ts";
import type { Cancellation } from "../runtime/orders/cancellation.ts";
import { createListedSymbols } from "../runtime/orders/symbols.ts";
import type { Placement, ResolveOptions } from "../runtime/orders/types.ts";
import {
  adviceSentences,
  cancellations,
  checkFields,
  decodeResponse,
  errorNames,
  exchangeClock,
  externalSigner,
  optionChecks,
  rateLimits,
} from "./call-features.ts";
import type { CompiledFilters } from "./filters.ts";
import { operations } from "./operations.ts";
import { tables } from "./tables.ts";
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
  OrderPlacements,
  OrderResponseType,
  PlaceOrderRequest,
  PriceTicker,
  PublicTrade,
  ReferencePrice,
  ServerTime,
  SymbolName,
  SymbolTypeRecord,
  Ticker24hr,
  TradeFee,
} from "./types.ts";

/** A client of the exchange: one method per REST operation. */
export interface Client {
  /** The client's clock, in Unix milliseconds: the option `now`, else the platform's. */
  readonly now: () => number;
  /** The client's timer, for waits in its time; returns a function that cancels. */
  readonly after: (delayMs: number, run: () => void) => () => void;
  /**
   * Read the exchange's clock.
   *
   * Returns the server time. The difference from the local clock is the offset to apply to the
   * timestamps of signed requests.
   *
   * Weight: 1 per IP address. Security `NONE`: no credentials (assumed: general-security).
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/general/time.yaml
   */
  getTime(request?: GetTimeRequest, options?: CallOptions): Promise<ServerTime>;
  /**
   * Read the trading rules and the symbols.
   *
   * Returns the rate limits, the filters of the exchange, and all symbols with their filters. The
   * rules can change, so refresh the response periodically.
   *
   * Weight: 10 per IP address. Security `NONE`: no credentials (assumed: general-security).
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/general/exchangeInfo.yaml
   */
  getExchangeInfo(request?: GetExchangeInfoRequest, options?: CallOptions): Promise<ExchangeInfo>;
  /**
   * Read the execution rules.
   *
   * Returns the execution rules, by symbol.
   *
   * Weight: 1 per IP address. Security `NONE`: no credentials (assumed: general-security).
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/general/executionRules.yaml
   */
  getExecutionRules(
    request?: GetExecutionRulesRequest,
    options?: CallOptions,
  ): Promise<ExecutionRules>;
  /**
   * Read the reference price.
   *
   * Returns the reference price of a symbol. The interface does not show the response without a
   * symbol.
   *
   * This is the response with `symbol`. Weight: 1 per IP address. Security `NONE`: no credentials
   * (assumed: general-security).
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/general/referencePrice.yaml
   */
  getReferencePrice(
    request: GetReferencePriceRequest & { readonly symbol: SymbolName },
    options?: CallOptions,
  ): Promise<ReferencePrice>;
  /**
   * Read the reference price.
   *
   * Returns the reference price of a symbol. The interface does not show the response without a
   * symbol.
   *
   * This is the response without `symbol`. Weight: 1 per IP address. Security `NONE`: no
   * credentials (assumed: general-security).
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/general/referencePrice.yaml
   */
  getReferencePrice(
    request?: GetReferencePriceRequest & { readonly symbol?: undefined },
    options?: CallOptions,
  ): Promise<readonly ReferencePrice[]>;
  /**
   * Read the reference price.
   *
   * Returns the reference price of a symbol. The interface does not show the response without a
   * symbol.
   *
   * This is the response where the fields are only known at run time. Weight: 1 per IP address.
   * Security `NONE`: no credentials (assumed: general-security).
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/general/referencePrice.yaml
   */
  getReferencePrice(
    request?: GetReferencePriceRequest,
    options?: CallOptions,
  ): Promise<ReferencePrice | readonly ReferencePrice[]>;
  /**
   * Read the symbol types.
   *
   * Returns symbols with their type, GLOBAL or SITE.
   *
   * Weight: 1 per IP address. Security `NONE`: no credentials (assumed: general-security).
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/general/symbolType.yaml
   */
  getSymbolTypes(
    request?: GetSymbolTypesRequest,
    options?: CallOptions,
  ): Promise<readonly SymbolTypeRecord[]>;
  /**
   * Read the best bid and ask.
   *
   * Returns the best prices of a symbol's order book and the quantities offered at them.
   *
   * Weight: 1 per IP address. Security `NONE`: no credentials.
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/market/bookTicker.yaml
   */
  getBookTicker(request: GetBookTickerRequest, options?: CallOptions): Promise<BookTicker>;
  /**
   * Read candlesticks.
   *
   * Returns the klines of a symbol from the oldest to the newest. With the interval 1M, give
   * startTime: often no month has begun since its default.
   *
   * Weight: 1 per IP address. Security `NONE`: no credentials.
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/market/klines.yaml
   */
  getKlines(request: GetKlinesRequest, options?: CallOptions): Promise<readonly Kline[]>;
  /**
   * Read the 24-hour statistics.
   *
   * Returns price changes and volumes of a symbol over the last 24 hours.
   *
   * Weight: 1 per IP address. Security `NONE`: no credentials.
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/market/ticker24hr.yaml
   */
  getTicker24hr(request: GetTicker24hrRequest, options?: CallOptions): Promise<Ticker24hr>;
  /**
   * Read the order book.
   *
   * Returns a snapshot of a symbol's order book. The weight of the request grows with the limit.
   *
   * Weight: by `limit` 1 for 1 to 100, 5 for 101 to 500, 10 for 501 to 1000 (without `limit`: 5),
   * per IP address. Security `NONE`: no credentials.
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/market/depth.yaml
   */
  getDepth(request: GetDepthRequest, options?: CallOptions): Promise<OrderBook>;
  /**
   * Read trades.
   *
   * Returns the public trades of a symbol.
   *
   * Weight: 1 per IP address. Security `NONE`: no credentials.
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/market/trades.yaml
   */
  getTrades(request: GetTradesRequest, options?: CallOptions): Promise<readonly PublicTrade[]>;
  /**
   * Read aggregate trades.
   *
   * Returns the trades of a symbol, aggregated when they fill at the same time, from the same order
   * and at the same price.
   *
   * Weight: 1 per IP address. Security `NONE`: no credentials.
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/market/aggTrades.yaml
   */
  getAggTrades(
    request: GetAggTradesRequest,
    options?: CallOptions,
  ): Promise<readonly AggregateTrade[]>;
  /**
   * Read the latest price.
   *
   * Returns the latest price of one symbol as an object or, without a symbol, the latest prices of
   * all symbols as an array.
   *
   * This is the response with `symbol`. Weight: 1 with `symbol` and 2 without, per IP address.
   * Security `NONE`: no credentials.
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/market/tickerPrice.yaml
   */
  getTickerPrice(
    request: GetTickerPriceRequest & { readonly symbol: SymbolName },
    options?: CallOptions,
  ): Promise<PriceTicker>;
  /**
   * Read the latest price.
   *
   * Returns the latest price of one symbol as an object or, without a symbol, the latest prices of
   * all symbols as an array.
   *
   * This is the response without `symbol`. Weight: 1 with `symbol` and 2 without, per IP address.
   * Security `NONE`: no credentials.
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/market/tickerPrice.yaml
   */
  getTickerPrice(
    request?: GetTickerPriceRequest & { readonly symbol?: undefined },
    options?: CallOptions,
  ): Promise<readonly PriceTicker[]>;
  /**
   * Read the latest price.
   *
   * Returns the latest price of one symbol as an object or, without a symbol, the latest prices of
   * all symbols as an array.
   *
   * This is the response where the fields are only known at run time. Weight: 1 with `symbol` and 2
   * without, per IP address. Security `NONE`: no credentials.
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/market/tickerPrice.yaml
   */
  getTickerPrice(
    request?: GetTickerPriceRequest,
    options?: CallOptions,
  ): Promise<PriceTicker | readonly PriceTicker[]>;
  /**
   * Read the account.
   *
   * Returns commissions, permissions and balances of the key's owner.
   *
   * Weight: 10 per IP address. Security `SIGNED`: an API key, a timestamp and a signature.
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/account/account.yaml
   */
  getAccount(request?: GetAccountRequest, options?: CallOptions): Promise<Account>;
  /**
   * Read own trades.
   *
   * Returns the trades of the account on one symbol.
   *
   * Weight: 10 per IP address. Security `SIGNED`: an API key, a timestamp and a signature.
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/account/userTrades.yaml
   */
  getUserTrades(
    request: GetUserTradesRequest,
    options?: CallOptions,
  ): Promise<readonly AccountTrade[]>;
  /**
   * Read own commission rates.
   *
   * Returns the commission rates of the account, by symbol.
   *
   * Weight: 1 per IP address. Security `SIGNED`: an API key, a timestamp and a signature.
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/account/tradeFee.yaml
   */
  getTradeFees(request?: GetTradeFeesRequest, options?: CallOptions): Promise<readonly TradeFee[]>;
  /**
   * Query an order.
   *
   * Returns one order by its order id or its client order id. Use it to find out whether a
   * placement that timed out succeeded.
   *
   * Weight: 2 per IP address. Security `SIGNED`: an API key, a timestamp and a signature.
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/orders/order.yaml
   */
  getOrder(request: GetOrderRequest, options?: CallOptions): Promise<Order>;
  /**
   * Place an order.
   *
   * Sends a new order. Which fields an order needs depends on its type. It has weight for the IP
   * address and for the account (UID), and counts against the order rate of the account. Fields may
   * be sent in the query, in the body, or split between them.
   *
   * Weight: 1 per IP address, and 1 per account. Security `SIGNED`: an API key, a timestamp and a
   * signature.
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   NotPlacedError (no order exists) or UnknownOutcomeError (an order may exist).
   * @see spec/paths/orders/order.yaml
   */
  placeOrder<Detail extends OrderResponseType = "FULL">(
    request: PlaceOrderRequest & { readonly newOrderRespType?: Detail | undefined },
    options?: CallOptions,
  ): Promise<OrderPlacements[Detail]>;
  /**
   * Cancel an order.
   *
   * Cancels an open order; its remaining locked amount returns to free. The interface describes the
   * effect but no endpoint for it, so this whole operation is assumed.
   *
   * Weight: 1 per IP address. Security `SIGNED`: an API key, a timestamp and a signature.
   * Assumed, not documented: cancel-order
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   NotCanceledError (the order had ended) or UnknownCancellationError.
   * @see spec/paths/orders/order.yaml
   */
  cancelOrder(request: CancelOrderRequest, options?: CallOptions): Promise<OrderCancellation>;
  /**
   * Read open orders.
   *
   * Returns the open orders of the account, on one symbol or on all. The interface states the
   * weight of this operation but neither its parameters nor its response.
   *
   * Weight: 3 with `symbol` and 40 without, per IP address. Security `SIGNED`: an API key, a
   * timestamp and a signature (assumed: named-only-security).
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/orders/openOrders.yaml
   */
  getOpenOrders(request?: GetOpenOrdersRequest, options?: CallOptions): Promise<readonly Order[]>;
  /**
   * Read all orders.
   *
   * Returns the orders of the account on one symbol, in every state. The interface states the
   * weight of this operation but neither its parameters nor its response.
   *
   * Weight: 10 per IP address. Security `SIGNED`: an API key, a timestamp and a signature (assumed:
   * named-only-security).
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/orders/allOrders.yaml
   */
  getAllOrders(request: GetAllOrdersRequest, options?: CallOptions): Promise<readonly Order[]>;
  /**
   * Read the balances.
   *
   * Returns the balances of the account, each with asset, free and locked. The interface names this
   * operation but shows neither its weight nor its parameters nor the form of its response.
   *
   * Weight: 10 per IP address (assumed: account-v2-weight). Security `SIGNED`: an API key, a
   * timestamp and a signature (assumed: named-only-security).
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/account/accountV2.yaml
   */
  getAccountV2(request?: GetAccountV2Request, options?: CallOptions): Promise<AccountV2>;
  /**
   * Create a listen key.
   *
   * Returns the key that opens the user data stream. The interface names this operation but shows
   * neither its weight nor its parameters nor its response.
   *
   * Weight: 1 per IP address (assumed: listen-key-weight). Security `USER_STREAM`: an API key
   * (assumed: listen-key-security).
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/userStream/listenKey.yaml
   */
  createListenKey(
    request?: CreateListenKeyRequest,
    options?: CallOptions,
  ): Promise<ListenKey | readonly ListenKey[]>;
  /**
   * Keep a listen key alive.
   *
   * Keeps the user data stream open; call it every 30 minutes. The interface shows neither its
   * weight nor its parameters nor its response.
   *
   * Weight: 1 per IP address (assumed: listen-key-weight). Security `USER_STREAM`: an API key
   * (assumed: listen-key-security).
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/userStream/listenKey.yaml
   */
  keepAliveListenKey(
    request: KeepAliveListenKeyRequest,
    options?: CallOptions,
  ): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Close a listen key.
   *
   * Closes the user data stream. The interface shows neither its weight nor its parameters nor its
   * response.
   *
   * Weight: 1 per IP address (assumed: listen-key-weight). Security `USER_STREAM`: an API key
   * (assumed: listen-key-security).
   *
   * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
   *   UnreadableResponseError or TransportError (no response).
   * @see spec/paths/userStream/listenKey.yaml
   */
  closeListenKey(
    request: CloseListenKeyRequest,
    options?: CallOptions,
  ): Promise<Readonly<Record<string, unknown>>>;
  /**
   * As `placeOrder`, with an outcome that says what is certain: the order was placed, there is none
   * and will be none, or the outcome is not known yet.
   *
   * Where the response is lost, `getOrder` with `origClientOrderId` finds the order before anything
   * is sent again, and the same client id is sent again only when there is certainly no order.
   * Rejects only when the client itself is broken.
   *
   * @see spec/paths/orders/order.yaml
   */
  tryPlaceOrder<Detail extends OrderResponseType = "FULL">(
    request: PlaceOrderRequest & { readonly newOrderRespType?: Detail | undefined },
    options?: CallOptions,
  ): Promise<Placement<OrderPlacements[Detail], Order>>;
  /**
   * Takes an order that a user data stream reports, with the field names of its record. A placement
   * whose response is lost ends with it, without a query.
   */
  observeOrder(order: Partial<Order>): void;
  /**
   * Finds out what became of the placements that the journal holds from before a crash. It sends no
   * order; without a journal the list is empty.
   */
  resolvePending(options?: ResolveOptions): Promise<readonly Placement<OrderPlacement, Order>[]>;
  /**
   * As `cancelOrder`, with an outcome that says what is certain: the order is canceled, it had
   * ended in another way, the request was refused, or the outcome is not known.
   *
   * Where the response is lost, `getOrder` queries the order, and while that is open, it is
   * canceled again, until `timeoutMs` is over. Rejects only when the client itself is broken.
   *
   * Assumed, not documented: cancel-order
   *
   * @see spec/paths/orders/order.yaml
   */
  tryCancelOrder(
    request: CancelOrderRequest,
    options?: CallOptions,
  ): Promise<Cancellation<OrderCancellation, Order>>;
  /**
   * The filters of a symbol and of the exchange, compiled: `checkOrder` and `fitOrder` before
   * an order is placed. Placements are checked by them too; they are fetched when they are first
   * needed, and again when they are old.
   *
   * @throws TradespecError for a symbol that is not listed; whatever the fetching call throws.
   */
  filters(symbol: string): Promise<CompiledFilters>;
}

/**
 * Makes a client of the exchange. It holds no connection and needs no closing. Where the options
 * have `streams`, made by `createStreams`, the client has them as its own `streams`; with
 * `api`, a function of the entry of that name, it has calls by path as its own `api`.
 *
 * @throws InvalidRequestError for a wrong option.
 */
export function createClient<Streams = undefined, Api = undefined>(
  options: ClientOptions & {
    readonly streams?: Streams | undefined;
    readonly api?: ((client: BaseClient) => Api) | undefined;
  },
): Client & { readonly streams: Streams; readonly api: Api } {
  const { sign } = Object(options) as ClientOptions;
  const signer = sign && externalSigner(sign);
  const features = {
    adviceSentences,
    checkFields,
    decodeResponse,
    errorNames,
    exchangeClock,
    optionChecks,
    rateLimits,
    signer,
  };
  const placements = {
    load: () => import("./placements.ts"),
    operations: ["placeOrder"],
    methods: ["tryPlaceOrder", "resolvePending", "filters"],
  };
  const symbols = createListedSymbols("getExchangeInfo");
  const client = createBaseClient({ ...tables, operations }, options, features, (context) =>
    ordersLater(placements, cancellations, symbols, context),
  );
  const { call } = client;
  const featureMethods = client.methods as Pick<
    Client,
    | "after"
    | "now"
    | "tryPlaceOrder"
    | "observeOrder"
    | "resolvePending"
    | "tryCancelOrder"
    | "filters"
  >;
  return {
    getTime: (request, options) => call("getTime", request, options),
    getExchangeInfo: (request, options) => call("getExchangeInfo", request, options),
    getExecutionRules: (request, options) => call("getExecutionRules", request, options),
    getReferencePrice: (request?: GetReferencePriceRequest, options?: CallOptions) =>
      call<ReferencePrice & readonly ReferencePrice[]>("getReferencePrice", request, options),
    getSymbolTypes: (request, options) => call("getSymbolTypes", request, options),
    getBookTicker: (request, options) => call("getBookTicker", request, options),
    getKlines: (request, options) => call("getKlines", request, options),
    getTicker24hr: (request, options) => call("getTicker24hr", request, options),
    getDepth: (request, options) => call("getDepth", request, options),
    getTrades: (request, options) => call("getTrades", request, options),
    getAggTrades: (request, options) => call("getAggTrades", request, options),
    getTickerPrice: (request?: GetTickerPriceRequest, options?: CallOptions) =>
      call<PriceTicker & readonly PriceTicker[]>("getTickerPrice", request, options),
    getAccount: (request, options) => call("getAccount", request, options),
    getUserTrades: (request, options) => call("getUserTrades", request, options),
    getTradeFees: (request, options) => call("getTradeFees", request, options),
    getOrder: (request, options) => call("getOrder", request, options),
    placeOrder: (request, options) => call("placeOrder", request, options),
    cancelOrder: (request, options) => call("cancelOrder", request, options),
    getOpenOrders: (request, options) => call("getOpenOrders", request, options),
    getAllOrders: (request, options) => call("getAllOrders", request, options),
    getAccountV2: (request, options) => call("getAccountV2", request, options),
    createListenKey: (request, options) => call("createListenKey", request, options),
    keepAliveListenKey: (request, options) => call("keepAliveListenKey", request, options),
    closeListenKey: (request, options) => call("closeListenKey", request, options),
    ...featureMethods,
    streams: options.streams as Streams,
    api: options.api?.(client) as Api,
  };
}

export type {
  CallEvent,
  CallOptions,
  ValidateOptions,
} from "../runtime/call/options.ts";
export type { ClientOptions } from "../runtime/client/options.ts";
export type {
  CanceledOrder,
  Cancellation,
  EndedOrder,
  RejectedCancellation,
  UnknownCancellation,
} from "../runtime/orders/cancellation.ts";
export type {
  PlacedOrder,
  Placement,
  PlacementEntry,
  PlacementJournal,
  RejectedPlacement,
  ResolveOptions,
  UnknownPlacement,
} from "../runtime/orders/types.ts";

//# sourceMappingURL=client.ts.map
