// Generated from spec/openapi.yaml and spec/asyncapi.yaml by generators/emitters/documents.ts.
// Do not edit: change the spec, then run `npm run generate`.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description A change of one balance that no trade caused, such as a deposit or a transfer. */
    BalanceUpdate: {
      /**
       * @description Event type.
       * @constant
       */
      e?: "balanceUpdate";
      /** @description Event time, in Unix milliseconds. */
      E?: components["schemas"]["Milliseconds"];
      /** @description Asset. */
      a?: string;
      /** @description Signed change of the balance, in the asset. */
      d?: components["schemas"]["Decimal"];
      /** @description Time of the booking, in Unix milliseconds. */
      T?: components["schemas"]["Milliseconds"];
    };
    /**
     * @description Best bid and best ask of one symbol. Most exchanges of the family send it without event type, so
     *     it is known by the stream it arrives on.
     */
    BookTickerEvent: {
      /** @description Event type, where one is sent. */
      e?: string;
      /** @description Event time, in Unix milliseconds. */
      E?: components["schemas"]["Milliseconds"];
      /** @description Update id of the order book. */
      u?: components["schemas"]["Id"];
      /** @description Symbol. */
      s?: components["schemas"]["SymbolName"];
      /** @description Best bid price, in the quote asset. */
      b?: components["schemas"]["Decimal"];
      /** @description Quantity at the best bid, in the base asset. */
      B?: components["schemas"]["Decimal"];
      /** @description Best ask price, in the quote asset. */
      a?: components["schemas"]["Decimal"];
      /** @description Quantity at the best ask, in the base asset. */
      A?: components["schemas"]["Decimal"];
      /** @description Time in the engine, in Unix milliseconds. */
      T?: components["schemas"]["Milliseconds"];
    };
    /**
     * @description A control message was refused. Some exchanges of the family send code and msg at the top, others
     *     inside error.
     */
    ControlError: {
      /** @description 0 unknown property, 1 wrong type, 2 bad request, 3 no JSON. */
      code?: number;
      /** @description What was wrong. */
      msg?: string;
      /** @description The mark of the request; null where it had none. */
      id?: components["schemas"]["ControlId"];
      /** @description The same two fields, one level deeper. */
      error?: {
        /** @description Number of the fault. */
        code?: number;
        /** @description What was wrong. */
        msg?: string;
      };
    };
    /**
     * @description A mark of the client by which it knows the response to its request.
     * @example 1
     */
    ControlId: number | string | null;
    /** @description The control message with this id was carried out. */
    ControlReply: {
      /** @description Nothing; what was asked for a list has the names of the streams. */
      result?: null | string[];
      /** @description The mark of the request. */
      id?: components["schemas"]["ControlId"];
    };
    /**
     * Format: decimal
     * @description An exact decimal number, carried as text so that no digit is lost: prices, quantities, amounts, balances and rates. The unit is that of the field that holds it.
     * @example 0.00150000
     */
    Decimal: string;
    /**
     * @description Price levels of one symbol's book that changed. Keys that differ only in letter case are
     *     different fields.
     */
    DepthUpdate: {
      /**
       * @description Event type.
       * @constant
       */
      e: "depthUpdate";
      /** @description Event time, in Unix milliseconds. */
      E: components["schemas"]["Milliseconds"];
      /** @description Symbol. */
      s: components["schemas"]["SymbolName"];
      /** @description First update id that this event covers. */
      U: components["schemas"]["Id"];
      /** @description Final update id that this event covers. */
      u: components["schemas"]["Id"];
      /** @description Changed bids; a level with quantity 0 leaves the book. */
      b: components["schemas"]["PriceLevel"][];
      /** @description Changed asks; a level with quantity 0 leaves the book. */
      a: components["schemas"]["PriceLevel"][];
      /** @description Time of the change in the engine, in Unix milliseconds. */
      T?: components["schemas"]["Milliseconds"];
      /** @description Final update id of the event before this one. */
      pu?: components["schemas"]["Id"];
    };
    /** @description State of one order after something happened to it. */
    ExecutionReport: {
      /**
       * @description Event type.
       * @constant
       */
      e?: "executionReport";
      /** @description Event time, in Unix milliseconds. */
      E?: components["schemas"]["Milliseconds"];
      /** @description Symbol. */
      s?: components["schemas"]["SymbolName"];
      /** @description Client id of the order; after a cancellation, that of the cancellation. */
      c?: string;
      /** @description Side. */
      S?: components["schemas"]["Side"];
      /** @description Order type. */
      o?: components["schemas"]["OrderType"];
      /** @description How long the order stays. */
      f?: components["schemas"]["TimeInForce"];
      /** @description Ordered quantity, in the base asset. */
      q?: components["schemas"]["Decimal"];
      /** @description Limit price, in the quote asset. */
      p?: components["schemas"]["Decimal"];
      /** @description Stop price, in the quote asset. */
      P?: components["schemas"]["Decimal"];
      /** @description Visible quantity of an iceberg order, in the base asset. */
      F?: components["schemas"]["Decimal"];
      /** @description Id of the order list, -1 outside any list. */
      g?: components["schemas"]["Id"];
      /** @description Client id of the order that was canceled; null or empty for every other event. */
      C?: string | null;
      /** @description What happened to the order. */
      x?: components["schemas"]["ExecutionType"];
      /** @description Status of the order now. */
      X?: components["schemas"]["OrderStatus"];
      /** @description Reason of a refusal, NONE where there is none. */
      r?: string;
      /** @description Order id. */
      i?: components["schemas"]["Id"];
      /** @description Quantity of this fill, in the base asset. */
      l?: components["schemas"]["Decimal"];
      /** @description Quantity filled so far, in the base asset. */
      z?: components["schemas"]["Decimal"];
      /** @description Price of this fill, in the quote asset. */
      L?: components["schemas"]["Decimal"];
      /** @description Commission of this fill. */
      n?: components["schemas"]["Decimal"];
      /** @description Asset of the commission, null without commission. */
      N?: string | null;
      /** @description Time in the engine, in Unix milliseconds. */
      T?: components["schemas"]["Milliseconds"];
      /** @description Trade id of this fill, -1 without a fill. */
      t?: components["schemas"]["Id"];
      /** @description Id of this execution, where it carries a meaning. */
      I?: components["schemas"]["Id"];
      /** @description Whether the order is on the book. */
      w?: boolean;
      /** @description Whether this fill was as the maker. */
      m?: boolean;
      /** @description Carries no meaning. */
      M?: boolean;
      /** @description Creation of the order, in Unix milliseconds. */
      O?: components["schemas"]["Milliseconds"];
      /** @description Amount of the quote asset filled so far. */
      Z?: components["schemas"]["Decimal"];
      /** @description Amount of the quote asset of this fill. */
      Y?: components["schemas"]["Decimal"];
      /** @description Ordered amount, in the quote asset. */
      Q?: components["schemas"]["Decimal"];
    };
    /**
     * @description What happened to an order when its execution report was sent.
     * @example TRADE
     */
    ExecutionType:
      | "NEW"
      | "CANCELED"
      | "REPLACED"
      | "REJECTED"
      | "TRADE"
      | "EXPIRED"
      | "TRADE_PREVENTION"
      | (string & {});
    /**
     * Format: int64
     * @description An identifier that the exchange gives out, a 64-bit whole number.
     * @example 28457
     */
    Id: number | bigint;
    /** @description Asks which streams the connection carries. */
    ListSubscriptionsRequest: {
      /**
       * @description What is asked for.
       * @constant
       */
      method?: "LIST_SUBSCRIPTIONS";
      /** @description Our own mark that the response repeats. */
      id?: components["schemas"]["ControlId"];
    };
    /** @description The stream gets nothing more; a new listenKey opens a new one. */
    ListenKeyExpired: {
      /**
       * @description Event type.
       * @constant
       */
      e?: "listenKeyExpired";
      /** @description Event time, in Unix milliseconds. */
      E?: components["schemas"]["Milliseconds"];
      /** @description The key that is no longer valid. */
      listenKey?: string;
    };
    /**
     * Format: int64
     * @description A moment in time as Unix time, in milliseconds.
     * @example 1700000000000
     */
    Milliseconds: number;
    /** @description Prices and volumes of one symbol over the last 24 hours, in few fields. */
    MiniTickerEvent: {
      /**
       * @description Event type.
       * @constant
       */
      e?: "24hrMiniTicker";
      /** @description Event time, in Unix milliseconds. */
      E?: components["schemas"]["Milliseconds"];
      /** @description Symbol. */
      s?: components["schemas"]["SymbolName"];
      /** @description Last price. */
      c?: components["schemas"]["Decimal"];
      /** @description First price of the window. */
      o?: components["schemas"]["Decimal"];
      /** @description Highest price of the window. */
      h?: components["schemas"]["Decimal"];
      /** @description Lowest price of the window. */
      l?: components["schemas"]["Decimal"];
      /** @description Traded amount of the base asset. */
      v?: components["schemas"]["Decimal"];
      /** @description Traded amount of the quote asset. */
      q?: components["schemas"]["Decimal"];
    };
    /**
     * @description The state of an order; spec/rules/orderStates.yaml holds the transitions.
     * @example NEW
     * @enum {string}
     */
    OrderStatus: "NEW" | "PARTIALLY_FILLED" | "FILLED" | "CANCELED" | "REJECTED" | "EXPIRED";
    /**
     * @description How an order is priced and triggered. The interface has been seen to use the seven words listed and does not claim that there are no others.
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
    /** @description Balances of the assets that one event possibly changed. */
    OutboundAccountPosition: {
      /**
       * @description Event type.
       * @constant
       */
      e?: "outboundAccountPosition";
      /** @description Event time, in Unix milliseconds. */
      E?: components["schemas"]["Milliseconds"];
      /** @description Last change of the account, in Unix milliseconds. */
      u?: components["schemas"]["Milliseconds"];
      /** @description The assets and what the account holds of them now. */
      B?: {
        /** @description Asset. */
        a?: string;
        /** @description Amount that is free to use. */
        f?: components["schemas"]["Decimal"];
        /** @description Amount that open orders hold. */
        l?: components["schemas"]["Decimal"];
      }[];
    };
    /**
     * @description One level of an order book, a pair: the price in the quote asset, then the quantity in the base asset.
     * @example [
     *       "43000.00",
     *       "0.75000000"
     *     ]
     */
    PriceLevel: components["schemas"]["Decimal"][];
    /**
     * @description Whether an order buys or sells the base asset.
     * @example BUY
     * @enum {string}
     */
    Side: "BUY" | "SELL";
    /** @description Names streams that are added to the connection. */
    SubscribeRequest: {
      /**
       * @description What is asked for.
       * @constant
       */
      method?: "SUBSCRIBE";
      /** @description Stream names. */
      params?: string[];
      /** @description Our own mark that the response repeats. */
      id?: components["schemas"]["ControlId"];
    };
    /**
     * @description The name of a trading pair.
     * @example BTCUSDT
     */
    SymbolName: string;
    /** @description Statistics of one symbol over the last 24 hours. */
    TickerEvent: {
      /**
       * @description Event type.
       * @constant
       */
      e?: "24hrTicker";
      /** @description Event time, in Unix milliseconds. */
      E?: components["schemas"]["Milliseconds"];
      /** @description Symbol. */
      s?: components["schemas"]["SymbolName"];
      /** @description Price change, in the quote asset. */
      p?: components["schemas"]["Decimal"];
      /** @description Price change, in percent. */
      P?: components["schemas"]["Decimal"];
      /** @description Average price weighted by volume. */
      w?: components["schemas"]["Decimal"];
      /** @description Price of the last trade before the window. */
      x?: components["schemas"]["Decimal"];
      /** @description Last price. */
      c?: components["schemas"]["Decimal"];
      /** @description Quantity of the last trade, in the base asset. */
      Q?: components["schemas"]["Decimal"];
      /** @description Best bid price. */
      b?: components["schemas"]["Decimal"];
      /** @description Quantity at the best bid. */
      B?: components["schemas"]["Decimal"];
      /** @description Best ask price. */
      a?: components["schemas"]["Decimal"];
      /** @description Quantity at the best ask. */
      A?: components["schemas"]["Decimal"];
      /** @description First price of the window. */
      o?: components["schemas"]["Decimal"];
      /** @description Highest price of the window. */
      h?: components["schemas"]["Decimal"];
      /** @description Lowest price of the window. */
      l?: components["schemas"]["Decimal"];
      /** @description Traded amount of the base asset. */
      v?: components["schemas"]["Decimal"];
      /** @description Traded amount of the quote asset. */
      q?: components["schemas"]["Decimal"];
      /** @description Start of the window, in Unix milliseconds. */
      O?: components["schemas"]["Milliseconds"];
      /** @description End of the window, in Unix milliseconds. */
      C?: components["schemas"]["Milliseconds"];
      /** @description First trade id of the window, -1 without trades. */
      F?: components["schemas"]["Id"];
      /** @description Last trade id of the window, -1 without trades. */
      L?: components["schemas"]["Id"];
      /** @description Number of trades. */
      n?: number;
    };
    /**
     * @description How long an order stays in force. It is used with LIMIT, STOP_LOSS_LIMIT and TAKE_PROFIT_LIMIT orders.
     * @example GTC
     * @enum {string}
     */
    TimeInForce: "GTC" | "IOC" | "FOK";
    /** @description One executed trade of one symbol. */
    TradeEvent: {
      /**
       * @description Event type.
       * @constant
       */
      e?: "trade";
      /** @description Event time, in Unix milliseconds. */
      E?: components["schemas"]["Milliseconds"];
      /** @description Symbol. */
      s?: components["schemas"]["SymbolName"];
      /** @description Trade id. */
      t?: components["schemas"]["Id"];
      /** @description Price, in the quote asset. */
      p?: components["schemas"]["Decimal"];
      /** @description Quantity, in the base asset. */
      q?: components["schemas"]["Decimal"];
      /** @description Order id of the buyer. */
      b?: components["schemas"]["Id"];
      /** @description Order id of the seller. */
      a?: components["schemas"]["Id"];
      /** @description Trade time, in Unix milliseconds. */
      T?: components["schemas"]["Milliseconds"];
      /** @description Whether the buyer was the maker. */
      m?: boolean;
      /** @description Carries no meaning; only sent for GLOBAL symbols. */
      M?: boolean;
    };
    /** @description Names streams that are taken from the connection. */
    UnsubscribeRequest: {
      /**
       * @description What is asked for.
       * @constant
       */
      method?: "UNSUBSCRIBE";
      /** @description Stream names. */
      params?: string[];
      /** @description Our own mark that the response repeats. */
      id?: components["schemas"]["ControlId"];
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
