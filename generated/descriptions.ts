// Generated from spec/**/*.yaml by generators/emitters/descriptions.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { MessageDescription, OperationDescription } from "../runtime/tables.ts";
import type { OperationId } from "./operations.ts";

/**
 * What the spec says of each operation and its parameters.
 *
 * @see spec/paths
 */
export const operationDescriptions: Readonly<Record<OperationId, OperationDescription>> = {
  getTime: {
    summary: "Read the exchange's clock",
    description:
      "Returns the server time. The difference from the local clock is the offset to " +
      "apply to the timestamps of signed requests.",
    security: "NONE",
    parameters: {},
  },
  getExchangeInfo: {
    summary: "Read the trading rules and the symbols",
    description:
      "Returns the rate limits, the filters of the exchange, and all symbols with their " +
      "filters. The rules can change, so refresh the response periodically.",
    security: "NONE",
    parameters: {},
  },
  getExecutionRules: {
    summary: "Read the execution rules",
    description: "Returns the execution rules, by symbol.",
    security: "NONE",
    parameters: { symbol: { text: "The trading pair. Optional." } },
  },
  getReferencePrice: {
    summary: "Read the reference price",
    description:
      "Returns the reference price of a symbol. The interface does not show the " +
      "response without a symbol.",
    security: "NONE",
    parameters: { symbol: { text: "The trading pair. Optional." } },
  },
  getSymbolTypes: {
    summary: "Read the symbol types",
    description: "Returns symbols with their type, GLOBAL or SITE.",
    security: "NONE",
    parameters: { symbol: { text: "The trading pair. Optional." } },
  },
  getBookTicker: {
    summary: "Read the best bid and ask",
    description:
      "Returns the best prices of a symbol's order book and the quantities offered at " + "them.",
    security: "NONE",
    parameters: { symbol: { text: "The trading pair." } },
  },
  getKlines: {
    summary: "Read candlesticks",
    description:
      "Returns the klines of a symbol from the oldest to the newest. With the interval " +
      "1M, give startTime: often no month has begun since its default.",
    security: "NONE",
    parameters: {
      symbol: { text: "The trading pair." },
      interval: { text: "The interval of one kline." },
      startTime: {
        text:
          "Start time of the klines, as Unix time in milliseconds. Give it with the " +
          "interval 1M, because since its default no month may have begun.",
      },
      endTime: { text: "End time of the klines, as Unix time in milliseconds." },
      limit: { text: "Maximum number of elements in the response." },
    },
  },
  getTicker24hr: {
    summary: "Read the 24-hour statistics",
    description: "Returns price changes and volumes of a symbol over the last 24 hours.",
    security: "NONE",
    parameters: { symbol: { text: "The trading pair." } },
  },
  getDepth: {
    summary: "Read the order book",
    description:
      "Returns a snapshot of a symbol's order book. The weight of the request grows " +
      "with the limit.",
    security: "NONE",
    parameters: {
      symbol: { text: "The trading pair." },
      limit: {
        text:
          "Maximum number of price levels on each side. A value above the maximum is " +
          "truncated to the maximum, not refused.",
      },
    },
  },
  getTrades: {
    summary: "Read trades",
    description: "Returns the public trades of a symbol.",
    security: "NONE",
    parameters: {
      symbol: { text: "The trading pair." },
      limit: { text: "Maximum number of elements in the response." },
    },
  },
  getAggTrades: {
    summary: "Read aggregate trades",
    description:
      "Returns the trades of a symbol, aggregated when they fill at the same time, from " +
      "the same order and at the same price.",
    security: "NONE",
    parameters: {
      symbol: { text: "The trading pair." },
      fromId: { text: "Id of the first aggregate trade to return. Inclusive." },
      startTime: { text: "Start time of the trades, as Unix time in milliseconds. Inclusive." },
      endTime: { text: "End time of the trades, as Unix time in milliseconds. Inclusive." },
      limit: { text: "Maximum number of elements in the response." },
    },
  },
  getTickerPrice: {
    summary: "Read the latest price",
    description:
      "Returns the latest price of one symbol as an object or, without a symbol, the " +
      "latest prices of all symbols as an array.",
    security: "NONE",
    parameters: { symbol: { text: "The trading pair. Optional." } },
  },
  getAccount: {
    summary: "Read the account",
    description: "Returns commissions, permissions and balances of the key's owner.",
    security: "SIGNED",
    parameters: {
      timestamp: {
        text: "Time of the request, as Unix time in milliseconds; set anew for each request.",
      },
      recvWindow: {
        text:
          "Maximum age of the timestamp when the request is processed, in milliseconds. " +
          "5000 or less is recommended.",
      },
    },
  },
  getUserTrades: {
    summary: "Read own trades",
    description: "Returns the trades of the account on one symbol.",
    security: "SIGNED",
    parameters: {
      symbol: { text: "The trading pair." },
      orderId: {
        text:
          "Id of the order to return the trades of. It can only be sent together with a " +
          "symbol.",
      },
      startTime: { text: "Start time of the trades, as Unix time in milliseconds." },
      endTime: { text: "End time of the trades, as Unix time in milliseconds." },
      fromId: { text: "Id of the trade to start from. Default: most recent trades." },
      limit: { text: "Maximum number of elements in the response." },
      timestamp: {
        text: "Time of the request, as Unix time in milliseconds; set anew for each request.",
      },
      recvWindow: {
        text:
          "Maximum age of the timestamp when the request is processed, in milliseconds. " +
          "5000 or less is recommended.",
      },
    },
  },
  getTradeFees: {
    summary: "Read own commission rates",
    description: "Returns the commission rates of the account, by symbol.",
    security: "SIGNED",
    parameters: {
      symbol: { text: "The trading pair. Optional." },
      timestamp: {
        text: "Time of the request, as Unix time in milliseconds; set anew for each request.",
      },
      recvWindow: {
        text:
          "Maximum age of the timestamp when the request is processed, in milliseconds. " +
          "5000 or less is recommended.",
      },
    },
  },
  getOrder: {
    summary: "Query an order",
    description:
      "Returns one order by its order id or its client order id. Use it to find out " +
      "whether a placement that timed out succeeded.",
    security: "SIGNED",
    parameters: {
      symbol: { text: "The trading pair." },
      orderId: { text: "The order id, assigned by the exchange." },
      origClientOrderId: {
        text:
          "The client order id. Querying by it shows whether a placement that timed out " +
          "succeeded.",
      },
      recvWindow: {
        text:
          "Maximum age of the timestamp when the request is processed, in milliseconds. " +
          "5000 or less is recommended.",
      },
      timestamp: {
        text: "Time of the request, as Unix time in milliseconds; set anew for each request.",
      },
    },
  },
  placeOrder: {
    summary: "Place an order",
    description:
      "Sends a new order. Which fields an order needs depends on its type. It has " +
      "weight for the IP address and for the account (UID), and counts against the " +
      "order rate of the account. Fields may be sent in the query, in the body, or " +
      "split between them.",
    security: "SIGNED",
    parameters: {
      symbol: { text: "The trading pair." },
      side: {
        text: "Whether the order buys or sells.",
        choices: {
          BUY: "Receives the base asset and pays with the quote asset.",
          SELL: "Gives the base asset and receives the quote asset.",
        },
      },
      type: { text: "How the order is priced and triggered." },
      timeInForce: {
        text: "How long the order stays in force.",
        choices: {
          GTC: "The order stays on the book until it is canceled.",
          IOC: "The order fills as much as possible immediately, and the rest expires.",
          FOK: "The whole order expires if its full quantity cannot be filled on execution.",
        },
      },
      quantity: { text: "How much to buy or sell, in the base asset." },
      quoteOrderQty: { text: "How much to spend or receive, in the quote asset." },
      price: { text: "The limit price, in the quote asset." },
      newClientOrderId: {
        text:
          "The client order id. Sending the same id again does not create a second order. " +
          "Unique among open orders. Generated when it is not sent.",
      },
      stopPrice: {
        text:
          "The price that triggers the order, in the quote asset. It is used with " +
          "STOP_LOSS, STOP_LOSS_LIMIT, TAKE_PROFIT and TAKE_PROFIT_LIMIT orders.",
      },
      icebergQty: {
        text: "The visible part of an iceberg order's quantity, in the base asset.",
        assumed: "iceberg-quantity",
      },
      newOrderRespType: {
        text:
          "How much the response contains. The guidance names this parameter; the parameter " +
          "table does not.",
      },
      recvWindow: {
        text:
          "Maximum age of the timestamp when the request is processed, in milliseconds. " +
          "5000 or less is recommended.",
      },
      timestamp: {
        text: "Time of the request, as Unix time in milliseconds; set anew for each request.",
      },
    },
  },
  cancelOrder: {
    summary: "Cancel an order",
    description:
      "Cancels an open order; its remaining locked amount returns to free. The " +
      "interface describes the effect but no endpoint for it, so this whole operation " +
      "is assumed.",
    security: "SIGNED",
    assumed: "cancel-order",
    parameters: {
      symbol: { text: "The trading pair." },
      orderId: { text: "The order id, assigned by the exchange." },
      origClientOrderId: {
        text:
          "The client order id. Querying by it shows whether a placement that timed out " +
          "succeeded.",
      },
      newClientOrderId: {
        text: "The client id of the cancellation. Generated when it is not sent.",
      },
      recvWindow: {
        text:
          "Maximum age of the timestamp when the request is processed, in milliseconds. " +
          "5000 or less is recommended.",
      },
      timestamp: {
        text: "Time of the request, as Unix time in milliseconds; set anew for each request.",
      },
    },
  },
  getOpenOrders: {
    summary: "Read open orders",
    description:
      "Returns the open orders of the account, on one symbol or on all. The interface " +
      "states the weight of this operation but neither its parameters nor its response.",
    security: "SIGNED",
    parameters: {
      symbol: {
        text: "The trading pair. Without it the response contains the open orders of all pairs.",
        assumed: "open-orders-form",
      },
      timestamp: {
        text: "Time of the request, as Unix time in milliseconds; set anew for each request.",
        assumed: "named-only-security",
      },
      recvWindow: {
        text:
          "Maximum age of the timestamp when the request is processed, in milliseconds. " +
          "5000 or less is recommended.",
        assumed: "named-only-security",
      },
    },
  },
  getAllOrders: {
    summary: "Read all orders",
    description:
      "Returns the orders of the account on one symbol, in every state. The interface " +
      "states the weight of this operation but neither its parameters nor its response.",
    security: "SIGNED",
    parameters: {
      symbol: { text: "The trading pair.", assumed: "all-orders-form" },
      orderId: { text: "Id of the first order to return. Inclusive.", assumed: "all-orders-form" },
      startTime: {
        text: "Start time of the orders, as Unix time in milliseconds.",
        assumed: "all-orders-form",
      },
      endTime: {
        text: "End time of the orders, as Unix time in milliseconds.",
        assumed: "all-orders-form",
      },
      limit: { text: "Maximum number of orders in the response.", assumed: "all-orders-form" },
      timestamp: {
        text: "Time of the request, as Unix time in milliseconds; set anew for each request.",
        assumed: "named-only-security",
      },
      recvWindow: {
        text:
          "Maximum age of the timestamp when the request is processed, in milliseconds. " +
          "5000 or less is recommended.",
        assumed: "named-only-security",
      },
    },
  },
  getAccountV2: {
    summary: "Read the balances",
    description:
      "Returns the balances of the account, each with asset, free and locked. The " +
      "interface names this operation but shows neither its weight nor its parameters " +
      "nor the form of its response.",
    security: "SIGNED",
    parameters: {
      timestamp: {
        text: "Time of the request, as Unix time in milliseconds; set anew for each request.",
        assumed: "named-only-security",
      },
      recvWindow: {
        text:
          "Maximum age of the timestamp when the request is processed, in milliseconds. " +
          "5000 or less is recommended.",
        assumed: "named-only-security",
      },
    },
  },
  createListenKey: {
    summary: "Create a listen key",
    description:
      "Returns the key that opens the user data stream. The interface names this " +
      "operation but shows neither its weight nor its parameters nor its response.",
    security: "USER_STREAM",
    parameters: {},
  },
  keepAliveListenKey: {
    summary: "Keep a listen key alive",
    description:
      "Keeps the user data stream open; call it every 30 minutes. The interface shows " +
      "neither its weight nor its parameters nor its response.",
    security: "USER_STREAM",
    parameters: {
      listenKey: { text: "The key of the user data stream.", assumed: "listen-key-parameter" },
    },
  },
  closeListenKey: {
    summary: "Close a listen key",
    description:
      "Closes the user data stream. The interface shows neither its weight nor its " +
      "parameters nor its response.",
    security: "USER_STREAM",
    parameters: {
      listenKey: { text: "The key of the user data stream.", assumed: "listen-key-parameter" },
    },
  },
};

/**
 * What the spec says of each stream message and its fields.
 *
 * @see spec/events
 */
export const messageDescriptions: Readonly<Record<string, MessageDescription>> = {
  depthUpdate: {
    text: "Price levels that changed since the previous update.",
    eventType: "depthUpdate",
    fields: {
      e: { text: "Event type." },
      E: { text: "Event time, in Unix milliseconds." },
      s: { text: "Symbol." },
      U: { text: "First update id that this event covers." },
      u: { text: "Final update id that this event covers." },
      b: {
        text: "Changed bids; a level with quantity 0 leaves the book.",
        fields: { "0": { text: "price" }, "1": { text: "quantity" } },
      },
      a: {
        text: "Changed asks; a level with quantity 0 leaves the book.",
        fields: { "0": { text: "price" }, "1": { text: "quantity" } },
      },
      T: {
        text: "Time of the change in the engine, in Unix milliseconds.",
        assumed: "depth-site-fields",
      },
      pu: { text: "Final update id of the event before this one.", assumed: "depth-site-fields" },
    },
  },
  trade: {
    text: "One executed trade.",
    eventType: "trade",
    assumed: "trade-event-payload",
    fields: {
      e: { text: "Event type." },
      E: { text: "Event time, in Unix milliseconds." },
      s: { text: "Symbol." },
      t: { text: "Trade id." },
      p: { text: "Price, in the quote asset." },
      q: { text: "Quantity, in the base asset." },
      b: { text: "Order id of the buyer." },
      a: { text: "Order id of the seller." },
      T: { text: "Trade time, in Unix milliseconds." },
      m: { text: "Whether the buyer was the maker." },
      M: { text: "Has no documented meaning; only sent for GLOBAL symbols." },
    },
  },
  bookTicker: {
    text: "The best bid and the best ask of one symbol.",
    assumed: "book-ticker-event-payload",
    fields: {
      e: { text: "Event type, where one is sent." },
      E: { text: "Event time, in Unix milliseconds." },
      u: { text: "Update id of the order book." },
      s: { text: "Symbol." },
      b: { text: "Best bid price, in the quote asset." },
      B: { text: "Quantity at the best bid, in the base asset." },
      a: { text: "Best ask price, in the quote asset." },
      A: { text: "Quantity at the best ask, in the base asset." },
      T: { text: "Time in the engine, in Unix milliseconds." },
    },
  },
  ticker: {
    text: "Statistics of one symbol over the last 24 hours.",
    eventType: "24hrTicker",
    assumed: "ticker-event-payload",
    fields: {
      e: { text: "Event type." },
      E: { text: "Event time, in Unix milliseconds." },
      s: { text: "Symbol." },
      p: { text: "Price change, in the quote asset." },
      P: { text: "Price change, in percent." },
      w: { text: "Average price weighted by volume." },
      x: { text: "Price of the last trade before the window." },
      c: { text: "Last price." },
      Q: { text: "Quantity of the last trade, in the base asset." },
      b: { text: "Best bid price." },
      B: { text: "Quantity at the best bid." },
      a: { text: "Best ask price." },
      A: { text: "Quantity at the best ask." },
      o: { text: "First price of the window." },
      h: { text: "Highest price of the window." },
      l: { text: "Lowest price of the window." },
      v: { text: "Traded amount of the base asset." },
      q: { text: "Traded amount of the quote asset." },
      O: { text: "Start of the window, in Unix milliseconds." },
      C: { text: "End of the window, in Unix milliseconds." },
      F: { text: "First trade id of the window, -1 without trades." },
      L: { text: "Last trade id of the window, -1 without trades." },
      n: { text: "Number of trades." },
    },
  },
  miniTicker: {
    text: "A lightweight price update of one symbol.",
    eventType: "24hrMiniTicker",
    assumed: "mini-ticker-event-payload",
    fields: {
      e: { text: "Event type." },
      E: { text: "Event time, in Unix milliseconds." },
      s: { text: "Symbol." },
      c: { text: "Last price." },
      o: { text: "First price of the window." },
      h: { text: "Highest price of the window." },
      l: { text: "Lowest price of the window." },
      v: { text: "Traded amount of the base asset." },
      q: { text: "Traded amount of the quote asset." },
    },
  },
  executionReport: {
    text: "An order changed its status, was filled or was canceled.",
    eventType: "executionReport",
    assumed: "execution-report-payload",
    fields: {
      e: { text: "Event type." },
      E: { text: "Event time, in Unix milliseconds." },
      s: { text: "Symbol." },
      c: { text: "Client id of the order; after a cancellation, that of the cancellation." },
      S: {
        text: "Side.",
        choices: {
          BUY: "Receives the base asset and pays with the quote asset.",
          SELL: "Gives the base asset and receives the quote asset.",
        },
      },
      o: { text: "Order type." },
      f: {
        text: "Time in force.",
        choices: {
          GTC: "The order stays on the book until it is canceled.",
          IOC: "The order fills as much as possible immediately, and the rest expires.",
          FOK: "The whole order expires if its full quantity cannot be filled on execution.",
        },
      },
      q: { text: "Ordered quantity, in the base asset." },
      p: { text: "Limit price, in the quote asset." },
      P: { text: "Stop price, in the quote asset." },
      F: { text: "Visible quantity of an iceberg order, in the base asset." },
      g: { text: "Id of the order list; -1 when there is none." },
      C: { text: "Client id of the order that was canceled; null or empty for every other event." },
      x: {
        text: "What happened to the order.",
        choices: {
          NEW: "The engine accepted the order.",
          CANCELED: "The order was canceled.",
          REPLACED:
            "The order was replaced; exchanges of the API family reserve the word and do not " +
            "send it.",
          REJECTED: "The order was refused.",
          TRADE: "The order was filled in part or in full.",
          EXPIRED: "A rule of the order's type or the exchange ended the order.",
          TRADE_PREVENTION: "A fill against an order of the same account was prevented.",
        },
      },
      X: {
        text: "Status of the order now.",
        choices: {
          NEW: "The engine has accepted the order.",
          PARTIALLY_FILLED: "A part of the order has been filled.",
          FILLED: "The order is completed.",
          CANCELED: "The user has canceled the order.",
          REJECTED: "The engine did not accept the order, and it was not processed.",
          EXPIRED:
            "The order was canceled by a rule of its type (a LIMIT FOK without a fill, a " +
            "LIMIT IOC or a MARKET order filled in part) or by the exchange (liquidation or " +
            "maintenance, for example).",
        },
      },
      r: { text: "Reason for the rejection; NONE when there is none." },
      i: { text: "Order id." },
      l: { text: "Quantity of this fill, in the base asset." },
      z: { text: "Quantity filled so far, in the base asset." },
      L: { text: "Price of this fill, in the quote asset." },
      n: { text: "Commission of this fill." },
      N: { text: "Asset of the commission; null without commission." },
      T: { text: "Time in the engine, in Unix milliseconds." },
      t: { text: "Trade id of this fill; -1 without a fill." },
      I: { text: "Execution id; it has no documented meaning." },
      w: { text: "Whether the order is on the book." },
      m: { text: "Whether the order was the maker in this fill." },
      M: { text: "Has no documented meaning." },
      O: { text: "Creation time of the order, in Unix milliseconds." },
      Z: { text: "Amount of the quote asset filled so far." },
      Y: { text: "Amount of the quote asset of this fill." },
      Q: { text: "Ordered amount, in the quote asset." },
    },
  },
  outboundAccountPosition: {
    text: "The assets that an event possibly changed.",
    eventType: "outboundAccountPosition",
    assumed: "account-position-payload",
    fields: {
      e: { text: "Event type." },
      E: { text: "Event time, in Unix milliseconds." },
      u: { text: "Time of the last change of the account, in Unix milliseconds." },
      B: {
        text: "The assets with their current balances.",
        fields: {
          a: { text: "Asset." },
          f: { text: "Amount that is free to use." },
          l: { text: "Amount locked by open orders." },
        },
      },
    },
  },
  balanceUpdate: {
    text: "An individual balance changed.",
    eventType: "balanceUpdate",
    assumed: "balance-update-payload",
    fields: {
      e: { text: "Event type." },
      E: { text: "Event time, in Unix milliseconds." },
      a: { text: "Asset." },
      d: { text: "Signed change of the balance, in the asset." },
      T: { text: "Time of the booking, in Unix milliseconds." },
    },
  },
  listenKeyExpired: {
    text: "The listenKey of this stream is no longer valid.",
    eventType: "listenKeyExpired",
    assumed: "listen-key-expired",
    fields: {
      e: { text: "Event type." },
      E: { text: "Event time, in Unix milliseconds." },
      listenKey: { text: "The key that is no longer valid." },
    },
  },
  subscribe: {
    text: "Adds streams to an open connection.",
    method: "SUBSCRIBE",
    assumed: "control-messages",
    fields: {
      method: { text: "The requested action." },
      params: { text: "Stream names." },
      id: { text: "An id that the client chooses; the response repeats it." },
    },
  },
  unsubscribe: {
    text: "Removes streams from an open connection.",
    method: "UNSUBSCRIBE",
    assumed: "control-messages",
    fields: {
      method: { text: "The requested action." },
      params: { text: "Stream names." },
      id: { text: "An id that the client chooses; the response repeats it." },
    },
  },
  listSubscriptions: {
    text: "Asks which streams an open connection carries.",
    method: "LIST_SUBSCRIPTIONS",
    assumed: "control-messages",
    fields: {
      method: { text: "The requested action." },
      id: { text: "An id that the client chooses; the response repeats it." },
    },
  },
  controlReply: {
    text: "A control message was carried out.",
    assumed: "control-messages",
    fields: {
      result: { text: "Null, or the stream names in the response to a list request." },
      id: { text: "The id of the request." },
    },
  },
  controlError: {
    text: "A control message was refused.",
    assumed: "control-messages",
    fields: {
      code: { text: "0 unknown property, 1 wrong type, 2 bad request, 3 invalid JSON." },
      msg: { text: "The error message." },
      id: { text: "The id of the request; null when it had none." },
      error: {
        text: "The same code and msg, nested in an object.",
        fields: { code: { text: "The error code." }, msg: { text: "The error message." } },
      },
    },
  },
};
