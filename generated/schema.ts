// Generated from spec/**/*.yaml by generators/emitters/documents.ts.
// Do not edit: change the spec, then run `npm run generate`.

export interface paths {
  "/api/v1/time": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the exchange's clock
     * @description Returns the server time. The difference from the local clock is the offset to apply to the timestamps of signed requests.
     */
    get: operations["getTime"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/exchangeInfo": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the trading rules and the symbols
     * @description Returns the rate limits, the filters of the exchange, and all symbols with their filters. The rules can change, so refresh the response periodically.
     */
    get: operations["getExchangeInfo"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/executionRules": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the execution rules
     * @description Returns the execution rules, by symbol.
     */
    get: operations["getExecutionRules"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/referencePrice": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the reference price
     * @description Returns the reference price of a symbol. The interface does not show the response without a symbol.
     */
    get: operations["getReferencePrice"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/symbolType": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the symbol types
     * @description Returns symbols with their type, GLOBAL or SITE.
     */
    get: operations["getSymbolTypes"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ticker/bookTicker": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the best bid and ask
     * @description Returns the best prices of a symbol's order book and the quantities offered at them.
     */
    get: operations["getBookTicker"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/klines": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read candlesticks
     * @description Returns the klines of a symbol from the oldest to the newest. With the interval 1M, give startTime: often no month has begun since its default.
     */
    get: operations["getKlines"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ticker/24hr": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the 24-hour statistics
     * @description Returns price changes and volumes of a symbol over the last 24 hours.
     */
    get: operations["getTicker24hr"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/depth": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the order book
     * @description Returns a snapshot of a symbol's order book. The weight of the request grows with the limit.
     */
    get: operations["getDepth"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/trades": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read trades
     * @description Returns the public trades of a symbol.
     */
    get: operations["getTrades"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/aggTrades": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read aggregate trades
     * @description Returns the trades of a symbol, aggregated when they fill at the same time, from the same order and at the same price.
     */
    get: operations["getAggTrades"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ticker/price": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the latest price
     * @description Returns the latest price of one symbol as an object or, without a symbol, the latest prices of all symbols as an array.
     */
    get: operations["getTickerPrice"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the account
     * @description Returns commissions, permissions and balances of the key's owner.
     */
    get: operations["getAccount"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/userTrades": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read own trades
     * @description Returns the trades of the account on one symbol.
     */
    get: operations["getUserTrades"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/asset/tradeFee": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read own commission rates
     * @description Returns the commission rates of the account, by symbol.
     */
    get: operations["getTradeFees"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/order": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Query an order
     * @description Returns one order by its order id or its client order id. Use it to find out whether a placement that timed out succeeded.
     */
    get: operations["getOrder"];
    put?: never;
    /**
     * Place an order
     * @description Sends a new order. Which fields an order needs depends on its type. It has weight for the IP address and for the account (UID), and counts against the order rate of the account. Fields may be sent in the query, in the body, or split between them.
     */
    post: operations["placeOrder"];
    /**
     * Cancel an order
     * @description Cancels an open order; its remaining locked amount returns to free. The interface describes the effect but no endpoint for it, so this whole operation is assumed.
     */
    delete: operations["cancelOrder"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/openOrders": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read open orders
     * @description Returns the open orders of the account, on one symbol or on all. The interface states the weight of this operation but neither its parameters nor its response.
     */
    get: operations["getOpenOrders"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/allOrders": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read all orders
     * @description Returns the orders of the account on one symbol, in every state. The interface states the weight of this operation but neither its parameters nor its response.
     */
    get: operations["getAllOrders"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/accountV2": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the balances
     * @description Returns the balances of the account, each with asset, free and locked. The interface names this operation but shows neither its weight nor its parameters nor the form of its response.
     */
    get: operations["getAccountV2"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/listenKey": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Keep a listen key alive
     * @description Keeps the user data stream open; call it every 30 minutes. The interface shows neither its weight nor its parameters nor its response.
     */
    put: operations["keepAliveListenKey"];
    /**
     * Create a listen key
     * @description Returns the key that opens the user data stream. The interface names this operation but shows neither its weight nor its parameters nor its response.
     */
    post: operations["createListenKey"];
    /**
     * Close a listen key
     * @description Closes the user data stream. The interface shows neither its weight nor its parameters nor its response.
     */
    delete: operations["closeListenKey"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description The account of the API key's owner. */
    Account: {
      /**
       * @description Commission for maker orders, which were on the book. The interface does not state the unit of this integer.
       * @example 10
       */
      makerCommission: number;
      /**
       * @description Commission for taker orders, which take from the book. The interface does not state the unit of this integer.
       * @example 10
       */
      takerCommission: number;
      /**
       * @description Commission for buying. The interface does not state the unit of this integer.
       * @example 0
       */
      buyerCommission: number;
      /**
       * @description Commission for selling. The interface does not state the unit of this integer.
       * @example 0
       */
      sellerCommission: number;
      /**
       * @description Whether the account may trade.
       * @example true
       */
      canTrade: boolean;
      /**
       * @description Whether the account may withdraw.
       * @example true
       */
      canWithdraw: boolean;
      /**
       * @description Whether the account may deposit.
       * @example true
       */
      canDeposit: boolean;
      /** @description When the account last changed, as Unix time in milliseconds. */
      updateTime: components["schemas"]["Milliseconds"];
      /** @description The balances of the account, by asset. */
      balances: components["schemas"]["Balance"][];
    };
    /** @description One trade of the account. */
    AccountTrade: {
      /** @description The trading pair. */
      symbol: components["schemas"]["SymbolName"];
      /** @description The trade id. */
      id: components["schemas"]["Id"];
      /** @description The id of the order that was filled. */
      orderId: components["schemas"]["Id"];
      /** @description The price, in the quote asset. */
      price: components["schemas"]["Decimal"];
      /** @description The quantity, in the base asset. */
      qty: components["schemas"]["Decimal"];
      /** @description The amount paid or received, in the quote asset. */
      quoteQty: components["schemas"]["Decimal"];
      /** @description The commission, in `commissionAsset`. */
      commission: components["schemas"]["Decimal"];
      /**
       * @description The asset that the commission was taken in.
       * @example BTC
       */
      commissionAsset: string;
      /** @description The time of the trade, as Unix time in milliseconds. */
      time: components["schemas"]["Milliseconds"];
      /**
       * @description Whether the account bought.
       * @example true
       */
      isBuyer: boolean;
      /**
       * @description Whether the account's order was the one on the book.
       * @example false
       */
      isMaker: boolean;
      /**
       * @description Whether the trade was made at the best price available.
       * @example true
       */
      isBestMatch: boolean;
    };
    /** @description The balances of the account, without its commissions and permissions. */
    AccountV2: {
      /** @description The balances of the account, by asset. */
      balances?: components["schemas"]["Balance"][];
    };
    /** @description Trades that fill at the same time, from the same order and at the same price, aggregated into one. */
    AggregateTrade: {
      /** @description The aggregate trade id. */
      a: components["schemas"]["Id"];
      /** @description The price, in the quote asset. */
      p: components["schemas"]["Decimal"];
      /** @description The quantity, in the base asset. */
      q: components["schemas"]["Decimal"];
      /** @description The id of the first trade in it. */
      f: components["schemas"]["Id"];
      /** @description The id of the last trade in it. */
      l: components["schemas"]["Id"];
      /** @description The time of the trades, as Unix time in milliseconds. */
      T: components["schemas"]["Milliseconds"];
      /**
       * @description Whether the buyer was the maker.
       * @example false
       */
      m: boolean;
      /**
       * @description Whether the trades were made at the best price available.
       * @example true
       */
      M?: boolean;
    };
    /** @description The balance of an account in one asset. The total is the sum of `free` and `locked`. */
    Balance: {
      /**
       * @description The asset.
       * @example USDT
       */
      asset: string;
      /** @description The amount available for new orders, in the asset. */
      free: components["schemas"]["Decimal"];
      /** @description The amount locked by open orders, in the asset. */
      locked: components["schemas"]["Decimal"];
    };
    /** @description The best bid and the best ask of one symbol. */
    BookTicker: {
      /** @description The trading pair. */
      symbol: components["schemas"]["SymbolName"];
      /** @description The highest price that a buyer offers, in the quote asset. */
      bidPrice: components["schemas"]["Decimal"];
      /** @description The quantity offered at the best bid, in the base asset. */
      bidQty: components["schemas"]["Decimal"];
      /** @description The lowest price that a seller asks, in the quote asset. */
      askPrice: components["schemas"]["Decimal"];
      /** @description The quantity offered at the best ask, in the base asset. */
      askQty: components["schemas"]["Decimal"];
    };
    /**
     * Format: decimal
     * @description An exact decimal number, sent as a string so that no digit is lost: prices, quantities, amounts, balances and rates. Each field states its unit.
     * @example 0.00150000
     */
    Decimal: string;
    /**
     * @description Largest number of open algo orders of one account on the whole exchange. SITE symbols may lack it.
     *     Its fields are not documented.
     */
    EXCHANGE_MAX_NUM_ALGO_ORDERS: {
      /**
       * @description Kind of filter.
       * @constant
       */
      filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS";
      /** @description Largest number of open algo orders on the exchange. */
      maxNumAlgoOrders?: number;
    };
    /**
     * @description Largest number of open orders of one account on the whole exchange; algo and normal orders both
     *     count. Its fields are not documented.
     */
    EXCHANGE_MAX_NUM_ORDERS: {
      /**
       * @description Kind of filter.
       * @constant
       */
      filterType: "EXCHANGE_MAX_NUM_ORDERS";
      /** @description Largest number of open orders on the exchange. */
      maxNumOrders?: number;
    };
    /** @description The form of an error: its code, and a message. A success may come in the same form with code 0, or bare; `spec/rules/envelope.yaml` says what is known about that. */
    Envelope: {
      /**
       * Format: int64
       * @description 0 means success, and any other value means an error.
       * @example -1022
       */
      code: number | bigint;
      /**
       * @description The error message, for people.
       * @example The signature does not match the request.
       */
      msg: string;
      /**
       * Format: int64
       * @description Server time, as Unix time in milliseconds.
       * @example 1700000000000
       */
      timestamp: number | bigint;
      /** @description The response data, when there is any. */
      data?: {
        [key: string]: unknown;
      };
    };
    /** @description The trading rules and the symbols of the exchange. They can change, so clients fetch them again from time to time; `spec/rules/versioning.yaml` holds the suggested interval. */
    ExchangeInfo: {
      /**
       * @description The time zone of the exchange.
       * @example UTC
       */
      timezone: string;
      /** @description Server time, as Unix time in milliseconds. */
      serverTime: components["schemas"]["Milliseconds"];
      /** @description The rate limits that the exchange applies. */
      rateLimits: components["schemas"]["RateLimit"][];
      /** @description Trading rules of the whole exchange. */
      exchangeFilters: components["schemas"]["Filter"][];
      /** @description The trading pairs. */
      symbols: components["schemas"]["SymbolInfo"][];
    };
    /** @description The execution rules, by symbol. */
    ExecutionRules: {
      /** @description One element for each symbol asked for. */
      symbolRules: components["schemas"]["SymbolRules"][];
    };
    /** @description One trading rule of a symbol or of the whole exchange; `filterType` names it. The file of each filter holds its rules. */
    Filter:
      | components["schemas"]["PRICE_FILTER"]
      | components["schemas"]["PERCENT_PRICE"]
      | components["schemas"]["LOT_SIZE"]
      | components["schemas"]["MIN_NOTIONAL"]
      | components["schemas"]["ICEBERG_PARTS"]
      | components["schemas"]["MARKET_LOT_SIZE"]
      | components["schemas"]["MAX_NUM_ORDERS"]
      | components["schemas"]["MAX_NUM_ALGO_ORDERS"]
      | components["schemas"]["MAX_NUM_ICEBERG_ORDERS"]
      | components["schemas"]["EXCHANGE_MAX_NUM_ORDERS"]
      | components["schemas"]["EXCHANGE_MAX_NUM_ALGO_ORDERS"]
      | components["schemas"]["UnknownFilter"];
    /** @description Fields sent in the request body. Each is one of the operation's query parameters, with the same name and meaning; send it either in the query or in the body. */
    FormFields: {
      [key: string]: string;
    };
    /** @description Largest number of parts that an iceberg order may come in. */
    ICEBERG_PARTS: {
      /**
       * @description Kind of filter.
       * @constant
       */
      filterType: "ICEBERG_PARTS";
      /** @description Largest number of parts. */
      limit: number;
    };
    /**
     * Format: int64
     * @description An identifier that the exchange assigns, a 64-bit integer.
     * @example 28457
     */
    Id: number | bigint;
    /**
     * @description One candlestick as a list of values by position. A kline is identified by its open time.
     * @example [
     *       1700000000000,
     *       "42990.00",
     *       "43100.00",
     *       "42950.00",
     *       "43000.00",
     *       "12.50000000",
     *       1700003599999,
     *       "537500.00",
     *       48,
     *       "6.20000000",
     *       "266600.00",
     *       "0"
     *     ]
     */
    Kline: [
      components["schemas"]["Milliseconds"],
      components["schemas"]["Decimal"],
      components["schemas"]["Decimal"],
      components["schemas"]["Decimal"],
      components["schemas"]["Decimal"],
      components["schemas"]["Decimal"],
      components["schemas"]["Milliseconds"],
      components["schemas"]["Decimal"],
      number,
      components["schemas"]["Decimal"],
      components["schemas"]["Decimal"],
      string,
    ];
    /**
     * @description The interval of one kline: a number followed by m (minutes), h (hours), d (days), w (weeks) or M (months).
     * @example 1h
     * @enum {string}
     */
    KlineInterval:
      | "1m"
      | "3m"
      | "5m"
      | "15m"
      | "30m"
      | "1h"
      | "2h"
      | "4h"
      | "6h"
      | "8h"
      | "12h"
      | "1d"
      | "3d"
      | "1w"
      | "1M";
    /** @description Bounds and grid of quantities, for the visible part of an iceberg order too. */
    LOT_SIZE: {
      /**
       * @description Kind of filter.
       * @constant
       */
      filterType: "LOT_SIZE";
      /** @description Smallest quantity, in the base asset. */
      minQty: components["schemas"]["Decimal"];
      /** @description Largest quantity, in the base asset. */
      maxQty: components["schemas"]["Decimal"];
      /** @description Step between quantities, counted from minQty. */
      stepSize: components["schemas"]["Decimal"];
    };
    /** @description The key that opens a user data stream. */
    ListenKey: {
      /**
       * @description The listen key. Anyone who holds it can read the account's events, so keep it secret.
       * @example sandboxListenKey0000000000000000000000000000000000000000example
       */
      listenKey?: string;
      /** @description The type of symbols whose events the key opens. */
      type?: components["schemas"]["SymbolType"];
    };
    /** @description Bounds and grid of the quantity of MARKET orders. */
    MARKET_LOT_SIZE: {
      /**
       * @description Kind of filter.
       * @constant
       */
      filterType: "MARKET_LOT_SIZE";
      /** @description Smallest quantity, in the base asset. */
      minQty: components["schemas"]["Decimal"];
      /** @description Largest quantity, in the base asset. */
      maxQty: components["schemas"]["Decimal"];
      /** @description Step between quantities, counted from minQty. */
      stepSize: components["schemas"]["Decimal"];
    };
    /**
     * @description Largest number of open algo orders of one account on one symbol. SITE symbols may lack
     *     it.
     */
    MAX_NUM_ALGO_ORDERS: {
      /**
       * @description Kind of filter.
       * @constant
       */
      filterType: "MAX_NUM_ALGO_ORDERS";
      /** @description Largest number of open algo orders. */
      maxNumAlgoOrders: number;
    };
    /**
     * @description Largest number of open iceberg orders (icebergQty above 0) of one account on one symbol. SITE
     *     symbols may lack it.
     */
    MAX_NUM_ICEBERG_ORDERS: {
      /**
       * @description Kind of filter.
       * @constant
       */
      filterType: "MAX_NUM_ICEBERG_ORDERS";
      /** @description Largest number of open iceberg orders. */
      maxNumIcebergOrders: number;
    };
    /**
     * @description Largest number of open orders of one account on one symbol; algo and normal orders both
     *     count.
     */
    MAX_NUM_ORDERS: {
      /**
       * @description Kind of filter.
       * @constant
       */
      filterType: "MAX_NUM_ORDERS";
      /** @description Largest number of open orders. */
      limit: number;
    };
    /**
     * @description Smallest value of an order, price times quantity. MARKET orders are only held to it where
     *     applyToMarket says so, with an average price in place of their own.
     */
    MIN_NOTIONAL: {
      /**
       * @description Kind of filter.
       * @constant
       */
      filterType: "MIN_NOTIONAL";
      /** @description Smallest value, in the quote asset. */
      minNotional: components["schemas"]["Decimal"];
      /** @description Whether MARKET orders are held to it too. */
      applyToMarket: boolean;
      /** @description Minutes that the average covers; 0 takes the last price instead. */
      avgPriceMins: number;
    };
    /**
     * Format: int64
     * @description A moment in time as Unix time, in milliseconds.
     * @example 1700000000000
     */
    Milliseconds: number;
    /** @description The current state of one order. */
    Order: {
      /** @description The trading pair. */
      symbol: components["schemas"]["SymbolName"];
      /** @description The order id, assigned by the exchange. */
      orderId: components["schemas"]["Id"];
      /**
       * @description The client order id, sent by the client or generated.
       * @example grid-0001
       */
      clientOrderId: string;
      /** @description The limit price, in the quote asset. */
      price: components["schemas"]["Decimal"];
      /** @description The quantity ordered, in the base asset. */
      origQty: components["schemas"]["Decimal"];
      /** @description The quantity filled so far, in the base asset. */
      executedQty: components["schemas"]["Decimal"];
      /** @description The amount paid or received so far, in the quote asset. */
      cumulativeQuoteQty: components["schemas"]["Decimal"];
      /** @description The state of the order. */
      status: components["schemas"]["OrderStatus"];
      /** @description How long the order stays in force. */
      timeInForce: components["schemas"]["TimeInForce"];
      /** @description How the order is priced and triggered. */
      type: components["schemas"]["OrderType"];
      /** @description Whether the order buys or sells. */
      side: components["schemas"]["Side"];
      /** @description The price that triggers the order, in the quote asset. */
      stopPrice: components["schemas"]["Decimal"];
      /** @description When the order was placed, as Unix time in milliseconds. */
      time: components["schemas"]["Milliseconds"];
      /** @description When the order last changed, as Unix time in milliseconds. */
      updateTime: components["schemas"]["Milliseconds"];
      /**
       * @description Whether the order is on the book.
       * @example true
       */
      isWorking: boolean;
      /** @description The ordered amount, when it was given in the quote asset. */
      origQuoteOrderQty: components["schemas"]["Decimal"];
      /** @description A second spelling of `cumulativeQuoteQty` that a response may use instead. */
      cummulativeQuoteQty?: components["schemas"]["Decimal"];
      /** @description Id of the order list that the order belongs to; -1 when there is none. */
      orderListId?: components["schemas"]["Id"];
      /** @description The visible part of an iceberg order's quantity, in the base asset. */
      icebergQty?: components["schemas"]["Decimal"];
    };
    /** @description A snapshot of the order book of one symbol. */
    OrderBook: {
      /** @description The id of the last update that the snapshot contains. */
      lastUpdateId: components["schemas"]["Id"];
      /** @description The price levels of the bid side. */
      bids: components["schemas"]["PriceLevel"][];
      /** @description The price levels of the ask side. */
      asks: components["schemas"]["PriceLevel"][];
    };
    /** @description The response to a cancellation: the final state of the order. */
    OrderCancellation: {
      /** @description The trading pair. */
      symbol?: components["schemas"]["SymbolName"];
      /**
       * @description The client order id of the canceled order.
       * @example grid-0001
       */
      origClientOrderId?: string;
      /** @description The order id of the canceled order. */
      orderId?: components["schemas"]["Id"];
      /** @description Id of the order list that the order belongs to; -1 when there is none. */
      orderListId?: components["schemas"]["Id"];
      /**
       * @description The client id of the cancellation itself.
       * @example cancel-0001
       */
      clientOrderId?: string;
      /** @description The limit price, in the quote asset. */
      price?: components["schemas"]["Decimal"];
      /** @description The quantity ordered, in the base asset. */
      origQty?: components["schemas"]["Decimal"];
      /** @description The quantity filled before the cancellation, in the base asset. */
      executedQty?: components["schemas"]["Decimal"];
      /** @description The amount paid or received before the cancellation, in the quote asset. */
      cumulativeQuoteQty?: components["schemas"]["Decimal"];
      /** @description A second spelling of `cumulativeQuoteQty` that a response may use instead. */
      cummulativeQuoteQty?: components["schemas"]["Decimal"];
      /** @description The state of the order, CANCELED. */
      status?: components["schemas"]["OrderStatus"];
      /** @description The time in force of the order. */
      timeInForce?: components["schemas"]["TimeInForce"];
      /** @description How the order was priced and triggered. */
      type?: components["schemas"]["OrderType"];
      /** @description Whether the order bought or sold. */
      side?: components["schemas"]["Side"];
    };
    /** @description One trade that a placement made at once. */
    OrderFill: {
      /** @description The price, in the quote asset. */
      price?: components["schemas"]["Decimal"];
      /** @description The quantity, in the base asset. */
      qty?: components["schemas"]["Decimal"];
      /** @description The commission, in `commissionAsset`. */
      commission?: components["schemas"]["Decimal"];
      /**
       * @description The asset that the commission was taken in.
       * @example BTC
       */
      commissionAsset?: string;
      /** @description The trade id. */
      tradeId?: components["schemas"]["Id"];
    };
    /** @description The response to a placement. ACK gives the first five fields, RESULT adds the state of the order, and FULL adds the fills. */
    OrderPlacement: {
      /** @description The trading pair. */
      symbol?: components["schemas"]["SymbolName"];
      /** @description The order id, assigned by the exchange. */
      orderId?: components["schemas"]["Id"];
      /** @description Id of the order list that the order belongs to; -1 when there is none. */
      orderListId?: components["schemas"]["Id"];
      /**
       * @description The client order id, sent by the client or generated.
       * @example grid-0001
       */
      clientOrderId?: string;
      /** @description When the order was processed, as Unix time in milliseconds. */
      transactTime?: components["schemas"]["Milliseconds"];
      /** @description The limit price, in the quote asset. */
      price?: components["schemas"]["Decimal"];
      /** @description The quantity ordered, in the base asset. */
      origQty?: components["schemas"]["Decimal"];
      /** @description The quantity filled at once, in the base asset. */
      executedQty?: components["schemas"]["Decimal"];
      /** @description The amount paid or received at once, in the quote asset. */
      cumulativeQuoteQty?: components["schemas"]["Decimal"];
      /** @description A second spelling of `cumulativeQuoteQty` that a response may use instead. */
      cummulativeQuoteQty?: components["schemas"]["Decimal"];
      /** @description The ordered amount, when it was given in the quote asset. */
      origQuoteOrderQty?: components["schemas"]["Decimal"];
      /** @description The state of the order. */
      status?: components["schemas"]["OrderStatus"];
      /** @description How long the order stays in force. */
      timeInForce?: components["schemas"]["TimeInForce"];
      /** @description How the order is priced and triggered. */
      type?: components["schemas"]["OrderType"];
      /** @description Whether the order buys or sells. */
      side?: components["schemas"]["Side"];
      /** @description The price that triggers the order, in the quote asset. */
      stopPrice?: components["schemas"]["Decimal"];
      /** @description The visible part of an iceberg order's quantity, in the base asset. */
      icebergQty?: components["schemas"]["Decimal"];
      /** @description The trades that the placement made at once. */
      fills?: components["schemas"]["OrderFill"][];
    };
    /**
     * @description How much the response to a placement contains.
     * @default FULL
     * @example FULL
     * @enum {string}
     */
    OrderResponseType: "ACK" | "RESULT" | "FULL";
    /**
     * @description The state of an order; `spec/rules/orderStates.yaml` holds the transitions.
     * @example NEW
     * @enum {string}
     */
    OrderStatus: "NEW" | "PARTIALLY_FILLED" | "FILLED" | "CANCELED" | "REJECTED" | "EXPIRED";
    /**
     * @description How an order is priced and triggered. The interface uses the seven values listed and does not show the full list.
     * @example LIMIT
     * @example LIMIT_MAKER
     * @example MARKET
     * @example STOP_LOSS
     * @example STOP_LOSS_LIMIT
     * @example TAKE_PROFIT
     * @example TAKE_PROFIT_LIMIT
     */
    OrderType:
      | "LIMIT"
      | "LIMIT_MAKER"
      | "MARKET"
      | "STOP_LOSS"
      | "STOP_LOSS_LIMIT"
      | "TAKE_PROFIT"
      | "TAKE_PROFIT_LIMIT"
      | (string & {});
    /**
     * @description Range of prices around the average of earlier trades, reached with two multipliers. The exact
     *     inequality is not documented.
     */
    PERCENT_PRICE: {
      /**
       * @description Kind of filter.
       * @constant
       */
      filterType: "PERCENT_PRICE";
      /** @description The average times this leads to the highest price. */
      multiplierUp: components["schemas"]["Decimal"];
      /** @description The average times this leads to the lowest price. */
      multiplierDown: components["schemas"]["Decimal"];
      /** @description Minutes that the average covers; 0 takes the last price instead. */
      avgPriceMins: number;
    };
    /** @description Bounds and grid of prices. Each of the three fields switches its own rule off when it is 0. */
    PRICE_FILTER: {
      /**
       * @description Kind of filter.
       * @constant
       */
      filterType: "PRICE_FILTER";
      /** @description Lowest price, in the quote asset; 0 for none. */
      minPrice: components["schemas"]["Decimal"];
      /** @description Highest price, in the quote asset; 0 for none. */
      maxPrice: components["schemas"]["Decimal"];
      /** @description Step between prices, counted from minPrice; 0 for none. */
      tickSize: components["schemas"]["Decimal"];
    };
    /**
     * @description One level of an order book, a pair: the price in the quote asset, then the quantity in the base asset.
     * @example [
     *       "43000.00",
     *       "0.75000000"
     *     ]
     */
    PriceLevel: components["schemas"]["Decimal"][];
    /** @description One execution rule, with its multipliers for the bid and the ask side. PRICE_RANGE is the only type that the interface shows. */
    PriceRangeRule: {
      /** @description The type of the rule. */
      ruleType: components["schemas"]["RuleType"];
      /** @description Upper multiplier for the bid side. */
      bidMultiplierUp: components["schemas"]["Decimal"] | null;
      /** @description Lower multiplier for the bid side. */
      bidMultiplierDown: components["schemas"]["Decimal"] | null;
      /** @description Upper multiplier for the ask side. */
      askMultiplierUp: components["schemas"]["Decimal"] | null;
      /** @description Lower multiplier for the ask side. */
      askMultiplierDown: components["schemas"]["Decimal"] | null;
    };
    /** @description The latest price of one symbol. */
    PriceTicker: {
      /** @description The trading pair. */
      symbol: components["schemas"]["SymbolName"];
      /** @description The latest price, in the quote asset. */
      price: components["schemas"]["Decimal"];
    };
    /** @description One public trade. */
    PublicTrade: {
      /** @description The trade id. */
      id: components["schemas"]["Id"];
      /** @description The price, in the quote asset. */
      price: components["schemas"]["Decimal"];
      /** @description The quantity, in the base asset. */
      qty: components["schemas"]["Decimal"];
      /** @description The amount paid, in the quote asset. */
      quoteQty: components["schemas"]["Decimal"] | null;
      /** @description The time of the trade, as Unix time in milliseconds. */
      time: components["schemas"]["Milliseconds"];
      /**
       * @description Whether the buyer's order was the one on the book.
       * @example true
       */
      isBuyerMaker: boolean;
      /**
       * @description Whether the trade was made at the best price available.
       * @example true
       */
      isBestMatch: boolean;
    };
    /** @description One rate limit. The interface says that the list contains objects but does not show their fields. */
    RateLimit: {
      /**
       * @description What is counted.
       * @example REQUEST_WEIGHT
       */
      rateLimitType?: "REQUEST_WEIGHT" | "ORDERS" | "RAW_REQUESTS" | (string & {});
      /**
       * @description The unit of the window.
       * @example MINUTE
       */
      interval?: "SECOND" | "MINUTE" | "HOUR" | "DAY" | (string & {});
      /**
       * @description The length of the window, in units of `interval`.
       * @example 1
       */
      intervalNum?: number;
      /**
       * @description The maximum in one window.
       * @example 6000
       */
      limit?: number;
    } & {
      [key: string]: unknown;
    };
    /** @description The reference price of one symbol. */
    ReferencePrice: {
      /** @description The trading pair. */
      symbol: components["schemas"]["SymbolName"];
      /** @description The reference price, in the quote asset. */
      referencePrice: components["schemas"]["Decimal"] | null;
      /** @description The time of the reference price, as Unix time in milliseconds. */
      timestamp: components["schemas"]["Milliseconds"];
    };
    /**
     * @description The type of an execution rule. The interface shows one value.
     * @example PRICE_RANGE
     */
    RuleType: "PRICE_RANGE" | (string & {});
    /** @description The time on the exchange's clock. */
    ServerTime: {
      /** @description Server time, as Unix time in milliseconds. */
      serverTime: components["schemas"]["Milliseconds"];
    };
    /**
     * @description Whether an order buys or sells the base asset.
     * @example BUY
     * @enum {string}
     */
    Side: "BUY" | "SELL";
    /** @description One trading pair with its precisions, allowed order types and filters. */
    SymbolInfo: {
      /** @description The name of the trading pair. */
      symbol: components["schemas"]["SymbolName"];
      /** @description Whether the pair can be traded now. */
      status: components["schemas"]["SymbolStatus"];
      /**
       * @description The asset that is bought and sold.
       * @example BTC
       */
      baseAsset: string;
      /**
       * @description The precision of the base asset.
       * @example 8
       */
      baseAssetPrecision: number;
      /**
       * @description The asset that prices are quoted in and that is paid with.
       * @example USDT
       */
      quoteAsset: string;
      /**
       * @description The precision on the quote side; the interface does not show how it differs from `quoteAssetPrecision`.
       * @example 8
       */
      quotePrecision: number;
      /**
       * @description The precision of the quote asset.
       * @example 8
       */
      quoteAssetPrecision: number;
      /**
       * @description The precision of a commission in the base asset.
       * @example 8
       */
      baseCommissionPrecision: number;
      /**
       * @description The precision of a commission in the quote asset.
       * @example 8
       */
      quoteCommissionPrecision: number;
      /** @description The type of the symbol. */
      type: components["schemas"]["SymbolType"];
      /** @description The order types that the symbol allows. */
      orderTypes: components["schemas"]["OrderType"][];
      /** @description The trading rules of the symbol. */
      filters: components["schemas"]["Filter"][];
    };
    /**
     * @description The name of a trading pair.
     * @example BTCUSDT
     */
    SymbolName: string;
    /** @description The execution rules of one symbol. */
    SymbolRules: {
      /** @description The trading pair that the rules belong to. */
      symbol: components["schemas"]["SymbolName"];
      /** @description The execution rules. */
      rules: components["schemas"]["PriceRangeRule"][];
    };
    /**
     * @description Whether and how a symbol can be traded now. The interface shows one value.
     * @example TRADING
     */
    SymbolStatus:
      | "TRADING"
      | "PRE_TRADING"
      | "POST_TRADING"
      | "END_OF_DAY"
      | "HALT"
      | "AUCTION_MATCH"
      | "BREAK"
      | (string & {});
    /**
     * @description The type of a symbol. Some filters and features may not apply to SITE symbols; the file of each such filter says so.
     * @example GLOBAL
     * @enum {string}
     */
    SymbolType: "GLOBAL" | "SITE";
    /** @description The type of one symbol. */
    SymbolTypeRecord: {
      /** @description The trading pair. */
      symbol: components["schemas"]["SymbolName"];
      /** @description The type of the symbol. */
      type: components["schemas"]["SymbolType"];
    };
    /** @description Statistics of one symbol over the last 24 hours. */
    Ticker24hr: {
      /** @description The trading pair. */
      symbol: components["schemas"]["SymbolName"];
      /** @description Last price minus the price at the start of the window, in the quote asset. */
      priceChange: components["schemas"]["Decimal"];
      /** @description The price change in percent of the price at the start of the window. */
      priceChangePercent: components["schemas"]["Decimal"];
      /** @description Average price weighted by quantity, in the quote asset. */
      weightedAvgPrice: components["schemas"]["Decimal"];
      /** @description The last price before the window, in the quote asset. */
      prevClosePrice: components["schemas"]["Decimal"] | null;
      /** @description Price of the last trade, in the quote asset. */
      lastPrice: components["schemas"]["Decimal"];
      /** @description Quantity of the last trade, in the base asset. */
      lastQty: components["schemas"]["Decimal"] | null;
      /** @description Best bid price, in the quote asset. */
      bidPrice: components["schemas"]["Decimal"] | null;
      /** @description Quantity at the best bid, in the base asset. */
      bidQty: components["schemas"]["Decimal"] | null;
      /** @description Best ask price, in the quote asset. */
      askPrice: components["schemas"]["Decimal"] | null;
      /** @description Quantity at the best ask, in the base asset. */
      askQty: components["schemas"]["Decimal"] | null;
      /** @description First price of the window, in the quote asset. */
      openPrice: components["schemas"]["Decimal"];
      /** @description Highest price of the window, in the quote asset. */
      highPrice: components["schemas"]["Decimal"];
      /** @description Lowest price of the window, in the quote asset. */
      lowPrice: components["schemas"]["Decimal"];
      /** @description Quantity traded in the window, in the base asset. */
      volume: components["schemas"]["Decimal"];
      /** @description Amount traded in the window, in the quote asset. */
      quoteVolume: components["schemas"]["Decimal"];
      /** @description Start of the window, as Unix time in milliseconds. */
      openTime: components["schemas"]["Milliseconds"];
      /** @description End of the window, as Unix time in milliseconds. */
      closeTime: components["schemas"]["Milliseconds"];
      /** @description Number of the first trade in the window. */
      firstId: components["schemas"]["Id"];
      /** @description Number of the last trade in the window. */
      lastId: components["schemas"]["Id"];
      /**
       * @description Number of trades in the window.
       * @example 1200
       */
      count: number;
    };
    /**
     * @description How long an order stays in force. It is used with LIMIT, STOP_LOSS_LIMIT and TAKE_PROFIT_LIMIT orders.
     * @example GTC
     * @enum {string}
     */
    TimeInForce: "GTC" | "IOC" | "FOK";
    /** @description The commission rates of the account for one symbol. */
    TradeFee: {
      /** @description The trading pair. */
      symbol: components["schemas"]["SymbolName"];
      /** @description The rate for maker orders, which were on the book. */
      makerCommission: components["schemas"]["Decimal"];
      /** @description The rate for taker orders, which take from the book. */
      takerCommission: components["schemas"]["Decimal"];
    };
    /** @description A filter that this contract does not know. It is kept unchanged and never evaluated. */
    UnknownFilter: {
      /**
       * @description The name of the filter.
       * @example MAX_POSITION
       */
      filterType?: string;
    } & {
      [key: string]: unknown;
    };
  };
  responses: {
    /** @description The IP address has been banned automatically after repeated violations of a limit. */
    Banned: {
      headers: {
        "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
        "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
        /**
         * @description Remaining time of the ban, in seconds.
         * @example 120
         */
        "Retry-After"?: number;
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Envelope"];
      };
    };
    /** @description The request was refused; the code in the envelope says why. */
    Refused: {
      headers: {
        "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
        "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Envelope"];
      };
    };
    /** @description The request timed out, so its outcome is unknown. */
    RequestTimeout: {
      headers: {
        "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
        "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Envelope"];
      };
    };
    /** @description The server failed. */
    ServerFailure: {
      headers: {
        "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
        "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Envelope"];
      };
    };
    /** @description A limit has been exceeded. */
    TooManyRequests: {
      headers: {
        "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
        "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
        "Retry-After": components["headers"]["Retry-After"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Envelope"];
      };
    };
  };
  parameters: {
    /**
     * @description End time of the trades, as Unix time in milliseconds.
     * @example 1700003600000
     */
    aggTradesEndTime: components["schemas"]["Milliseconds"];
    /**
     * @description Id of the first aggregate trade to return.
     * @example 28457
     */
    aggTradesFromId: components["schemas"]["Id"];
    /**
     * @description Start time of the trades, as Unix time in milliseconds.
     * @example 1700000000000
     */
    aggTradesStartTime: components["schemas"]["Milliseconds"];
    /**
     * @description Maximum age of the timestamp when the request is processed, in milliseconds. 5000 or less is recommended.
     * @example 5000
     */
    assumedRecvWindow: number | bigint;
    /**
     * @description Time of the request, as Unix time in milliseconds; set anew for each request.
     * @example 1700000000000
     */
    assumedTimestamp: components["schemas"]["Milliseconds"];
    /**
     * @description Maximum number of price levels on each side. A value above the maximum is truncated to the maximum, not refused.
     * @example 100
     */
    depthLimit: number;
    /**
     * @description End time of the trades, as Unix time in milliseconds.
     * @example 1700003600000
     */
    endTime: components["schemas"]["Milliseconds"];
    /**
     * @description The visible part of an iceberg order's quantity, in the base asset.
     * @example 0.1
     */
    icebergQty: string;
    /**
     * @description The interval of one kline.
     * @example 1h
     */
    interval: components["schemas"]["KlineInterval"];
    /**
     * @description End time of the klines, as Unix time in milliseconds.
     * @example 1700086400000
     */
    klinesEndTime: number | bigint;
    /**
     * @description Start time of the klines, as Unix time in milliseconds. Give it with the interval 1M, because since its default no month may have begun.
     * @example 1700000000000
     */
    klinesStartTime: number | bigint;
    /**
     * @description Maximum number of elements in the response.
     * @example 100
     */
    limit: number;
    /**
     * @description The client order id. Sending the same id again does not create a second order.
     * @example grid-0001
     */
    newClientOrderId: string;
    /**
     * @description How much the response contains. The guidance names this parameter; the parameter table does not.
     * @example FULL
     */
    newOrderRespType: components["schemas"]["OrderResponseType"];
    /**
     * @description The trading pair. Optional.
     * @example BTCUSDT
     */
    optionalSymbol: components["schemas"]["SymbolName"];
    /**
     * @description The order id, assigned by the exchange.
     * @example 28457
     */
    orderId: components["schemas"]["Id"];
    /**
     * @description The client order id. Querying by it shows whether a placement that timed out succeeded.
     * @example grid-0001
     */
    origClientOrderId: string;
    /**
     * @description The limit price, in the quote asset.
     * @example 43000
     */
    price: string;
    /**
     * @description How much to buy or sell, in the base asset.
     * @example 0.5
     */
    quantity: string;
    /**
     * @description How much to spend or receive, in the quote asset.
     * @example 100
     */
    quoteOrderQty: string;
    /**
     * @description Maximum age of the timestamp when the request is processed, in milliseconds. 5000 or less is recommended.
     * @example 5000
     */
    recvWindow: number | bigint;
    /**
     * @description Whether the order buys or sells.
     * @example BUY
     */
    side: components["schemas"]["Side"];
    /**
     * @description Start time of the trades, as Unix time in milliseconds.
     * @example 1700000000000
     */
    startTime: components["schemas"]["Milliseconds"];
    /**
     * @description The price that triggers the order, in the quote asset. It is used with STOP_LOSS, STOP_LOSS_LIMIT, TAKE_PROFIT and TAKE_PROFIT_LIMIT orders.
     * @example 42000
     */
    stopPrice: string;
    /**
     * @description The trading pair.
     * @example BTCUSDT
     */
    symbol: components["schemas"]["SymbolName"];
    /**
     * @description How long the order stays in force.
     * @example GTC
     */
    timeInForce: components["schemas"]["TimeInForce"];
    /**
     * @description Time of the request, as Unix time in milliseconds; set anew for each request.
     * @example 1700000000000
     */
    timestamp: components["schemas"]["Milliseconds"];
    /**
     * @description How the order is priced and triggered.
     * @example LIMIT
     */
    type: components["schemas"]["OrderType"];
    /**
     * @description Id of the trade to start from.
     * @example 28457
     */
    userTradesFromId: components["schemas"]["Id"];
    /**
     * @description Id of the order to return the trades of. It can only be sent together with a symbol.
     * @example 28457
     */
    userTradesOrderId: components["schemas"]["Id"];
  };
  requestBodies: never;
  headers: {
    /**
     * @description How long to wait before the next request.
     * @example 5
     */
    "Retry-After": unknown;
    /**
     * @description The orders placed in the current window of 10 seconds.
     * @example 1
     */
    "X-MBX-ORDER-COUNT-10S": number;
    /**
     * @description The orders placed in the current window of 1 day.
     * @example 7
     */
    "X-MBX-ORDER-COUNT-1D": number;
    /**
     * @description The request weight used in the current window of 10 seconds.
     * @example 12
     */
    "X-MBX-USED-WEIGHT-10S": number;
    /**
     * @description The request weight used in the current window of 1 minute.
     * @example 40
     */
    "X-MBX-USED-WEIGHT-1M": number;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getTime: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The server time. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ServerTime"];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  getExchangeInfo: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The trading rules and the symbols. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ExchangeInfo"];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  getExecutionRules: {
    parameters: {
      query?: {
        /**
         * @description The trading pair. Optional.
         * @example BTCUSDT
         */
        symbol?: components["parameters"]["optionalSymbol"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The execution rules, by symbol. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ExecutionRules"];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  getReferencePrice: {
    parameters: {
      query?: {
        /**
         * @description The trading pair. Optional.
         * @example BTCUSDT
         */
        symbol?: components["parameters"]["optionalSymbol"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The reference price. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["ReferencePrice"]
            | components["schemas"]["ReferencePrice"][];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  getSymbolTypes: {
    parameters: {
      query?: {
        /**
         * @description The trading pair. Optional.
         * @example BTCUSDT
         */
        symbol?: components["parameters"]["optionalSymbol"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The types, by symbol. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SymbolTypeRecord"][];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  getBookTicker: {
    parameters: {
      query: {
        /**
         * @description The trading pair.
         * @example BTCUSDT
         */
        symbol: components["parameters"]["symbol"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The best bid and ask. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BookTicker"];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  getKlines: {
    parameters: {
      query: {
        /**
         * @description The trading pair.
         * @example BTCUSDT
         */
        symbol: components["parameters"]["symbol"];
        /**
         * @description The interval of one kline.
         * @example 1h
         */
        interval: components["parameters"]["interval"];
        /**
         * @description Start time of the klines, as Unix time in milliseconds. Give it with the interval 1M, because since its default no month may have begun.
         * @example 1700000000000
         */
        startTime?: components["parameters"]["klinesStartTime"];
        /**
         * @description End time of the klines, as Unix time in milliseconds.
         * @example 1700086400000
         */
        endTime?: components["parameters"]["klinesEndTime"];
        /**
         * @description Maximum number of elements in the response.
         * @example 100
         */
        limit?: components["parameters"]["limit"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The klines, oldest first. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Kline"][];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  getTicker24hr: {
    parameters: {
      query: {
        /**
         * @description The trading pair.
         * @example BTCUSDT
         */
        symbol: components["parameters"]["symbol"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The statistics. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Ticker24hr"];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  getDepth: {
    parameters: {
      query: {
        /**
         * @description The trading pair.
         * @example BTCUSDT
         */
        symbol: components["parameters"]["symbol"];
        /**
         * @description Maximum number of price levels on each side. A value above the maximum is truncated to the maximum, not refused.
         * @example 100
         */
        limit?: components["parameters"]["depthLimit"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The order book. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["OrderBook"];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  getTrades: {
    parameters: {
      query: {
        /**
         * @description The trading pair.
         * @example BTCUSDT
         */
        symbol: components["parameters"]["symbol"];
        /**
         * @description Maximum number of elements in the response.
         * @example 100
         */
        limit?: components["parameters"]["limit"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The trades. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PublicTrade"][];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  getAggTrades: {
    parameters: {
      query: {
        /**
         * @description The trading pair.
         * @example BTCUSDT
         */
        symbol: components["parameters"]["symbol"];
        /**
         * @description Id of the first aggregate trade to return.
         * @example 28457
         */
        fromId?: components["parameters"]["aggTradesFromId"];
        /**
         * @description Start time of the trades, as Unix time in milliseconds.
         * @example 1700000000000
         */
        startTime?: components["parameters"]["aggTradesStartTime"];
        /**
         * @description End time of the trades, as Unix time in milliseconds.
         * @example 1700003600000
         */
        endTime?: components["parameters"]["aggTradesEndTime"];
        /**
         * @description Maximum number of elements in the response.
         * @example 100
         */
        limit?: components["parameters"]["limit"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The aggregate trades. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AggregateTrade"][];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  getTickerPrice: {
    parameters: {
      query?: {
        /**
         * @description The trading pair. Optional.
         * @example BTCUSDT
         */
        symbol?: components["parameters"]["optionalSymbol"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The latest price or prices. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["PriceTicker"]
            | components["schemas"]["PriceTicker"][];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  getAccount: {
    parameters: {
      query?: {
        /**
         * @description Time of the request, as Unix time in milliseconds; set anew for each request.
         * @example 1700000000000
         */
        timestamp?: components["parameters"]["timestamp"];
        /**
         * @description Maximum age of the timestamp when the request is processed, in milliseconds. 5000 or less is recommended.
         * @example 5000
         */
        recvWindow?: components["parameters"]["recvWindow"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The account. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Account"];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  getUserTrades: {
    parameters: {
      query: {
        /**
         * @description The trading pair.
         * @example BTCUSDT
         */
        symbol: components["parameters"]["symbol"];
        /**
         * @description Id of the order to return the trades of. It can only be sent together with a symbol.
         * @example 28457
         */
        orderId?: components["parameters"]["userTradesOrderId"];
        /**
         * @description Start time of the trades, as Unix time in milliseconds.
         * @example 1700000000000
         */
        startTime?: components["parameters"]["startTime"];
        /**
         * @description End time of the trades, as Unix time in milliseconds.
         * @example 1700003600000
         */
        endTime?: components["parameters"]["endTime"];
        /**
         * @description Id of the trade to start from.
         * @example 28457
         */
        fromId?: components["parameters"]["userTradesFromId"];
        /**
         * @description Maximum number of elements in the response.
         * @example 100
         */
        limit?: components["parameters"]["limit"];
        /**
         * @description Time of the request, as Unix time in milliseconds; set anew for each request.
         * @example 1700000000000
         */
        timestamp?: components["parameters"]["timestamp"];
        /**
         * @description Maximum age of the timestamp when the request is processed, in milliseconds. 5000 or less is recommended.
         * @example 5000
         */
        recvWindow?: components["parameters"]["recvWindow"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The trades of the account. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AccountTrade"][];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  getTradeFees: {
    parameters: {
      query?: {
        /**
         * @description The trading pair. Optional.
         * @example BTCUSDT
         */
        symbol?: components["parameters"]["optionalSymbol"];
        /**
         * @description Time of the request, as Unix time in milliseconds; set anew for each request.
         * @example 1700000000000
         */
        timestamp?: components["parameters"]["timestamp"];
        /**
         * @description Maximum age of the timestamp when the request is processed, in milliseconds. 5000 or less is recommended.
         * @example 5000
         */
        recvWindow?: components["parameters"]["recvWindow"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The commission rates, by symbol. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TradeFee"][];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  getOrder: {
    parameters: {
      query: {
        /**
         * @description The trading pair.
         * @example BTCUSDT
         */
        symbol: components["parameters"]["symbol"];
        /**
         * @description The order id, assigned by the exchange.
         * @example 28457
         */
        orderId?: components["parameters"]["orderId"];
        /**
         * @description The client order id. Querying by it shows whether a placement that timed out succeeded.
         * @example grid-0001
         */
        origClientOrderId?: components["parameters"]["origClientOrderId"];
        /**
         * @description Maximum age of the timestamp when the request is processed, in milliseconds. 5000 or less is recommended.
         * @example 5000
         */
        recvWindow?: components["parameters"]["recvWindow"];
        /**
         * @description Time of the request, as Unix time in milliseconds; set anew for each request.
         * @example 1700000000000
         */
        timestamp?: components["parameters"]["timestamp"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The order. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Order"];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  placeOrder: {
    parameters: {
      query: {
        /**
         * @description The trading pair.
         * @example BTCUSDT
         */
        symbol: components["parameters"]["symbol"];
        /**
         * @description Whether the order buys or sells.
         * @example BUY
         */
        side: components["parameters"]["side"];
        /**
         * @description How the order is priced and triggered.
         * @example LIMIT
         */
        type: components["parameters"]["type"];
        /**
         * @description How long the order stays in force.
         * @example GTC
         */
        timeInForce?: components["parameters"]["timeInForce"];
        /**
         * @description How much to buy or sell, in the base asset.
         * @example 0.5
         */
        quantity?: components["parameters"]["quantity"];
        /**
         * @description How much to spend or receive, in the quote asset.
         * @example 100
         */
        quoteOrderQty?: components["parameters"]["quoteOrderQty"];
        /**
         * @description The limit price, in the quote asset.
         * @example 43000
         */
        price?: components["parameters"]["price"];
        /**
         * @description The client order id. Sending the same id again does not create a second order.
         * @example grid-0001
         */
        newClientOrderId?: components["parameters"]["newClientOrderId"];
        /**
         * @description The price that triggers the order, in the quote asset. It is used with STOP_LOSS, STOP_LOSS_LIMIT, TAKE_PROFIT and TAKE_PROFIT_LIMIT orders.
         * @example 42000
         */
        stopPrice?: components["parameters"]["stopPrice"];
        /**
         * @description The visible part of an iceberg order's quantity, in the base asset.
         * @example 0.1
         */
        icebergQty?: components["parameters"]["icebergQty"];
        /**
         * @description How much the response contains. The guidance names this parameter; the parameter table does not.
         * @example FULL
         */
        newOrderRespType?: components["parameters"]["newOrderRespType"];
        /**
         * @description Maximum age of the timestamp when the request is processed, in milliseconds. 5000 or less is recommended.
         * @example 5000
         */
        recvWindow?: components["parameters"]["recvWindow"];
        /**
         * @description Time of the request, as Unix time in milliseconds; set anew for each request.
         * @example 1700000000000
         */
        timestamp?: components["parameters"]["timestamp"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Any of the operation's parameters. Send each one either here or in the query. */
    requestBody?: {
      content: {
        "application/x-www-form-urlencoded": components["schemas"]["FormFields"];
      };
    };
    responses: {
      /** @description The order was accepted. The interface does not show the body. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          "X-MBX-ORDER-COUNT-10S": components["headers"]["X-MBX-ORDER-COUNT-10S"];
          "X-MBX-ORDER-COUNT-1D": components["headers"]["X-MBX-ORDER-COUNT-1D"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["OrderPlacement"];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  cancelOrder: {
    parameters: {
      query: {
        /**
         * @description The trading pair.
         * @example BTCUSDT
         */
        symbol: components["parameters"]["symbol"];
        /**
         * @description The order id, assigned by the exchange.
         * @example 28457
         */
        orderId?: components["parameters"]["orderId"];
        /**
         * @description The client order id. Querying by it shows whether a placement that timed out succeeded.
         * @example grid-0001
         */
        origClientOrderId?: components["parameters"]["origClientOrderId"];
        /**
         * @description The client id of the cancellation.
         * @example cancel-0001
         */
        newClientOrderId?: string;
        /**
         * @description Maximum age of the timestamp when the request is processed, in milliseconds. 5000 or less is recommended.
         * @example 5000
         */
        recvWindow?: components["parameters"]["recvWindow"];
        /**
         * @description Time of the request, as Unix time in milliseconds; set anew for each request.
         * @example 1700000000000
         */
        timestamp?: components["parameters"]["timestamp"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Any of the operation's parameters. Send each one either here or in the query. */
    requestBody?: {
      content: {
        "application/x-www-form-urlencoded": components["schemas"]["FormFields"];
      };
    };
    responses: {
      /** @description The canceled order. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["OrderCancellation"];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  getOpenOrders: {
    parameters: {
      query?: {
        /**
         * @description The trading pair. Without it the response contains the open orders of all pairs.
         * @example BTCUSDT
         */
        symbol?: components["schemas"]["SymbolName"];
        /**
         * @description Time of the request, as Unix time in milliseconds; set anew for each request.
         * @example 1700000000000
         */
        timestamp?: components["parameters"]["assumedTimestamp"];
        /**
         * @description Maximum age of the timestamp when the request is processed, in milliseconds. 5000 or less is recommended.
         * @example 5000
         */
        recvWindow?: components["parameters"]["assumedRecvWindow"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The open orders. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Order"][];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  getAllOrders: {
    parameters: {
      query: {
        /**
         * @description The trading pair.
         * @example BTCUSDT
         */
        symbol: components["schemas"]["SymbolName"];
        /**
         * @description Id of the first order to return.
         * @example 28457
         */
        orderId?: components["schemas"]["Id"];
        /**
         * @description Start time of the orders, as Unix time in milliseconds.
         * @example 1700000000000
         */
        startTime?: components["schemas"]["Milliseconds"];
        /**
         * @description End time of the orders, as Unix time in milliseconds.
         * @example 1700003600000
         */
        endTime?: components["schemas"]["Milliseconds"];
        /**
         * @description Maximum number of orders in the response.
         * @example 100
         */
        limit?: number;
        /**
         * @description Time of the request, as Unix time in milliseconds; set anew for each request.
         * @example 1700000000000
         */
        timestamp?: components["parameters"]["assumedTimestamp"];
        /**
         * @description Maximum age of the timestamp when the request is processed, in milliseconds. 5000 or less is recommended.
         * @example 5000
         */
        recvWindow?: components["parameters"]["assumedRecvWindow"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The orders. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Order"][];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  getAccountV2: {
    parameters: {
      query?: {
        /**
         * @description Time of the request, as Unix time in milliseconds; set anew for each request.
         * @example 1700000000000
         */
        timestamp?: components["parameters"]["assumedTimestamp"];
        /**
         * @description Maximum age of the timestamp when the request is processed, in milliseconds. 5000 or less is recommended.
         * @example 5000
         */
        recvWindow?: components["parameters"]["assumedRecvWindow"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The balances, each with asset, free and locked. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AccountV2"];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  keepAliveListenKey: {
    parameters: {
      query: {
        /**
         * @description The key of the user data stream.
         * @example sandboxListenKey0000000000000000000000000000000000000000example
         */
        listenKey: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Any of the operation's parameters. Send each one either here or in the query. */
    requestBody?: {
      content: {
        "application/x-www-form-urlencoded": components["schemas"]["FormFields"];
      };
    };
    responses: {
      /** @description The listen key stays valid. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            [key: string]: unknown;
          };
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  createListenKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The listen key. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["ListenKey"]
            | components["schemas"]["ListenKey"][];
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
  closeListenKey: {
    parameters: {
      query: {
        /**
         * @description The key of the user data stream.
         * @example sandboxListenKey0000000000000000000000000000000000000000example
         */
        listenKey: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Any of the operation's parameters. Send each one either here or in the query. */
    requestBody?: {
      content: {
        "application/x-www-form-urlencoded": components["schemas"]["FormFields"];
      };
    };
    responses: {
      /** @description The listen key is no longer valid. */
      200: {
        headers: {
          "X-MBX-USED-WEIGHT-10S": components["headers"]["X-MBX-USED-WEIGHT-10S"];
          "X-MBX-USED-WEIGHT-1M": components["headers"]["X-MBX-USED-WEIGHT-1M"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            [key: string]: unknown;
          };
        };
      };
      400: components["responses"]["Refused"];
      401: components["responses"]["Refused"];
      403: components["responses"]["Refused"];
      404: components["responses"]["Refused"];
      405: components["responses"]["Refused"];
      408: components["responses"]["RequestTimeout"];
      418: components["responses"]["Banned"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["ServerFailure"];
      501: components["responses"]["ServerFailure"];
      502: components["responses"]["ServerFailure"];
      503: components["responses"]["ServerFailure"];
      504: components["responses"]["ServerFailure"];
    };
  };
}
