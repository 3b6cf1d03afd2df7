// Generated from spec/**/*.yaml by generators/emitters/descriptions.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { MessageDescription, OperationDescription } from "../runtime/tables.ts";

/**
 * What the spec says of each operation and its parameters.
 *
 * @see spec/paths
 */
export const operationDescriptions = {
  getTime: {
    summary: "Read the exchange's clock",
    description:
      "Gives the server time. The difference to one's own clock is the offset that " +
      "timestamps of signed requests need.",
    security: "NONE",
    parameters: {},
  },
  getExchangeInfo: {
    summary: "Read the trading rules and the symbols",
    description:
      "Gives the rate limits, the filters of the exchange, and all symbols with their " +
      "filters. The rules can change, so the response is worth fetching again from time " +
      "to time.",
    security: "NONE",
    parameters: {},
  },
  getExecutionRules: {
    summary: "Read the execution rules",
    description: "Gives the execution rules, by symbol.",
    security: "NONE",
    parameters: { symbol: { text: "The trading pair. The request may leave it out." } },
  },
  getReferencePrice: {
    summary: "Read the reference price",
    description:
      "Gives the reference price of a symbol. The interface does not show what comes " +
      "back when the symbol is left out.",
    security: "NONE",
    parameters: { symbol: { text: "The trading pair. The request may leave it out." } },
  },
  getSymbolTypes: {
    summary: "Read the kinds of symbols",
    description: "Lists symbols with their kind, GLOBAL or SITE.",
    security: "NONE",
    parameters: { symbol: { text: "The trading pair. The request may leave it out." } },
  },
  getBookTicker: {
    summary: "Read the best bid and ask",
    description:
      "Gives the best prices of a symbol's order book and the quantities offered at " + "them.",
    security: "NONE",
    parameters: { symbol: { text: "The trading pair." } },
  },
  getKlines: {
    summary: "Read candlesticks",
    description: "Gives the klines of a symbol from the oldest to the newest.",
    security: "NONE",
    parameters: {
      symbol: { text: "The trading pair." },
      interval: { text: "The span of one kline." },
      startTime: {
        text:
          "Where the klines start, as Unix time in milliseconds. When it is not sent, they " +
          "start 10 days before now.",
      },
      endTime: {
        text:
          "Where the klines end, as Unix time in milliseconds. When it is not sent, they " +
          "end now.",
      },
      limit: { text: "The most elements that the response may hold." },
    },
  },
  getTicker24hr: {
    summary: "Read the statistics of 24 hours",
    description: "Gives price changes and volumes of a symbol over the last 24 hours.",
    security: "NONE",
    parameters: { symbol: { text: "The trading pair." } },
  },
  getDepth: {
    summary: "Read the order book",
    description:
      "Gives a snapshot of a symbol's order book. The more levels are asked for, the " +
      "more weight the request has.",
    security: "NONE",
    parameters: {
      symbol: { text: "The trading pair." },
      limit: {
        text:
          "The most price levels that each side may hold. A value above the maximum is cut " +
          "down to the maximum and not refused.",
      },
    },
  },
  getTrades: {
    summary: "Read trades",
    description: "Gives the trades of a symbol as everybody sees them.",
    security: "NONE",
    parameters: {
      symbol: { text: "The trading pair." },
      limit: { text: "The most elements that the response may hold." },
    },
  },
  getAggTrades: {
    summary: "Read aggregate trades",
    description:
      "Gives the trades of a symbol, those taken together that fill at the same time, " +
      "from the same order and at the same price.",
    security: "NONE",
    parameters: {
      symbol: { text: "The trading pair." },
      fromId: { text: "The aggregate trade to start from, which the response includes." },
      startTime: {
        text:
          "Where the trades start, as Unix time in milliseconds. Trades of that moment are " +
          "included.",
      },
      endTime: {
        text:
          "Where the trades end, as Unix time in milliseconds. Trades of that moment are " +
          "included.",
      },
      limit: { text: "The most elements that the response may hold." },
    },
  },
  getTickerPrice: {
    summary: "Read the latest price",
    description:
      "Gives the latest price of one symbol as an object, or without a symbol those of " +
      "all as a list.",
    security: "NONE",
    parameters: { symbol: { text: "The trading pair. The request may leave it out." } },
  },
  getAccount: {
    summary: "Read the account",
    description: "Gives commissions, permissions and balances of the key's owner.",
    security: "SIGNED",
    parameters: {
      timestamp: {
        text: "When the request was made, as Unix time in milliseconds, fresh for each request.",
      },
      recvWindow: {
        text:
          "How old the timestamp may be when the request is handled, in milliseconds. 5000 " +
          "or less is recommended.",
      },
    },
  },
  getUserTrades: {
    summary: "Read own trades",
    description: "Gives the trades of the account on one symbol.",
    security: "SIGNED",
    parameters: {
      symbol: { text: "The trading pair." },
      orderId: {
        text: "The order whose trades are wanted. It is used only together with a symbol.",
      },
      startTime: { text: "Where the trades start, as Unix time in milliseconds." },
      endTime: { text: "Where the trades end, as Unix time in milliseconds." },
      fromId: {
        text: "The trade to start from. When it is not sent, the most recent trades are given.",
      },
      limit: { text: "The most elements that the response may hold." },
      timestamp: {
        text: "When the request was made, as Unix time in milliseconds, fresh for each request.",
      },
      recvWindow: {
        text:
          "How old the timestamp may be when the request is handled, in milliseconds. 5000 " +
          "or less is recommended.",
      },
    },
  },
  getTradeFees: {
    summary: "Read own commission rates",
    description: "Gives the commission rates of the account, by symbol.",
    security: "SIGNED",
    parameters: {
      symbol: { text: "The trading pair. The request may leave it out." },
      timestamp: {
        text: "When the request was made, as Unix time in milliseconds, fresh for each request.",
      },
      recvWindow: {
        text:
          "How old the timestamp may be when the request is handled, in milliseconds. 5000 " +
          "or less is recommended.",
      },
    },
  },
  getOrder: {
    summary: "Query an order",
    description:
      "Gives one order by the exchange's number or by the client id. It settles whether " +
      "a placement that timed out has succeeded.",
    security: "SIGNED",
    parameters: {
      symbol: { text: "The trading pair." },
      orderId: { text: "The number that the exchange gave the order." },
      origClientOrderId: {
        text:
          "The client id of the order. Asking by it is the way to learn whether a placement " +
          "that timed out has succeeded.",
      },
      recvWindow: {
        text:
          "How old the timestamp may be when the request is handled, in milliseconds. 5000 " +
          "or less is recommended.",
      },
      timestamp: {
        text: "When the request was made, as Unix time in milliseconds, fresh for each request.",
      },
    },
  },
  placeOrder: {
    summary: "Place an order",
    description:
      "Sends a new order. Which fields an order needs depends on its type; see " +
      "spec/rules/orderParameters.yaml. It has weight for the IP address and for the " +
      "account (UID), and counts against the order rate of the account. Fields may be " +
      "sent in the query, in the body, or split between them.",
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
        text: "How long the order stays in force. LIMIT orders need it.",
        choices: {
          GTC: "The order stays on the book until it is canceled.",
          IOC: "What can be filled is filled at once, and the rest expires.",
          FOK: "The whole order expires if its full quantity cannot be filled on execution.",
        },
      },
      quantity: { text: "How much to buy or sell, in the base asset." },
      quoteOrderQty: { text: "How much to spend or receive, in the quote asset." },
      price: { text: "The limit price, in the quote asset. LIMIT orders need it." },
      newClientOrderId: {
        text:
          "The client's own id for the order, unique among its open orders. One is made " +
          "when it is not sent. Sending an id again does not create a second order.",
      },
      stopPrice: {
        text:
          "The price that triggers the order, in the quote asset. It is used with " +
          "STOP_LOSS, STOP_LOSS_LIMIT, TAKE_PROFIT and TAKE_PROFIT_LIMIT orders.",
      },
      icebergQty: {
        text: "The part of the quantity that shows on the book at a time, in the base asset.",
        assumed: "iceberg-quantity",
      },
      newOrderRespType: {
        text:
          "How much the response contains. The guidance names this parameter; the table of " +
          "parameters does not.",
      },
      recvWindow: {
        text:
          "How old the timestamp may be when the request is handled, in milliseconds. 5000 " +
          "or less is recommended.",
      },
      timestamp: {
        text: "When the request was made, as Unix time in milliseconds, fresh for each request.",
      },
    },
  },
  cancelOrder: {
    summary: "Cancel an order",
    description:
      "Ends an open order; what it still held locked returns to free. The interface " +
      "describes the effect and names no call for it, so all of this operation is " +
      "assumed.",
    security: "SIGNED",
    assumed: "cancel-order",
    parameters: {
      symbol: { text: "The trading pair." },
      orderId: { text: "The number that the exchange gave the order." },
      origClientOrderId: {
        text:
          "The client id of the order. Asking by it is the way to learn whether a placement " +
          "that timed out has succeeded.",
      },
      newClientOrderId: {
        text: "The client's own id for the cancellation. One is made when it is not sent.",
      },
      recvWindow: {
        text:
          "How old the timestamp may be when the request is handled, in milliseconds. 5000 " +
          "or less is recommended.",
      },
      timestamp: {
        text: "When the request was made, as Unix time in milliseconds, fresh for each request.",
      },
    },
  },
  getOpenOrders: {
    summary: "Read open orders",
    description:
      "Gives the open orders of the account, on one symbol or on all. The interface " +
      "gives the weight of this operation and neither its parameters nor its response.",
    security: "SIGNED",
    parameters: {
      symbol: {
        text: "The trading pair. Without it the open orders of all pairs are given.",
        assumed: "open-orders-form",
      },
      timestamp: {
        text: "When the request was made, as Unix time in milliseconds, fresh for each request.",
        assumed: "named-only-security",
      },
      recvWindow: {
        text:
          "How old the timestamp may be when the request is handled, in milliseconds. 5000 " +
          "or less is recommended.",
        assumed: "named-only-security",
      },
    },
  },
  getAllOrders: {
    summary: "Read all orders",
    description:
      "Gives the orders of the account on one symbol, whatever their state. The " +
      "interface gives the weight of this operation and neither its parameters nor its " +
      "response.",
    security: "SIGNED",
    parameters: {
      symbol: { text: "The trading pair.", assumed: "all-orders-form" },
      orderId: {
        text: "The order to start from, which the response includes.",
        assumed: "all-orders-form",
      },
      startTime: {
        text: "Where the orders start, as Unix time in milliseconds.",
        assumed: "all-orders-form",
      },
      endTime: {
        text: "Where the orders end, as Unix time in milliseconds.",
        assumed: "all-orders-form",
      },
      limit: { text: "The most orders that the response may hold.", assumed: "all-orders-form" },
      timestamp: {
        text: "When the request was made, as Unix time in milliseconds, fresh for each request.",
        assumed: "named-only-security",
      },
      recvWindow: {
        text:
          "How old the timestamp may be when the request is handled, in milliseconds. 5000 " +
          "or less is recommended.",
        assumed: "named-only-security",
      },
    },
  },
  getAccountV2: {
    summary: "Read the balances",
    description:
      "Gives the balances of the account, each with asset, free and locked. The " +
      "interface names this operation and shows neither its weight nor its parameters " +
      "nor the form of its response.",
    security: "SIGNED",
    parameters: {
      timestamp: {
        text: "When the request was made, as Unix time in milliseconds, fresh for each request.",
        assumed: "named-only-security",
      },
      recvWindow: {
        text:
          "How old the timestamp may be when the request is handled, in milliseconds. 5000 " +
          "or less is recommended.",
        assumed: "named-only-security",
      },
    },
  },
  createListenKey: {
    summary: "Create a listen key",
    description:
      "Gives the key that opens the user data stream. The interface names this " +
      "operation and shows neither its weight nor its parameters nor its response.",
    security: "USER_STREAM",
    parameters: {},
  },
  keepAliveListenKey: {
    summary: "Keep a listen key alive",
    description:
      "Keeps the user data stream open; it is called every 30 minutes. The interface " +
      "shows neither its weight nor its parameters nor its response.",
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
} as const satisfies Readonly<Record<string, OperationDescription>>;

/**
 * What the spec says of each stream message and its fields.
 *
 * @see spec/events
 */
export const messageDescriptions = {
  depthUpdate: {
    text: "Price levels that changed since the update before.",
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
      M: { text: "Carries no meaning; only sent for GLOBAL symbols." },
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
        text: "How long the order stays.",
        choices: {
          GTC: "The order stays on the book until it is canceled.",
          IOC: "What can be filled is filled at once, and the rest expires.",
          FOK: "The whole order expires if its full quantity cannot be filled on execution.",
        },
      },
      q: { text: "Ordered quantity, in the base asset." },
      p: { text: "Limit price, in the quote asset." },
      P: { text: "Stop price, in the quote asset." },
      F: { text: "Visible quantity of an iceberg order, in the base asset." },
      g: { text: "Id of the order list, -1 outside any list." },
      C: { text: "Client id of the order that was canceled; null or empty for every other event." },
      x: {
        text: "What happened to the order.",
        choices: {
          NEW: "The engine accepted the order.",
          CANCELED: "The order was canceled.",
          REPLACED:
            "The order was replaced; members of the family reserve the word and do not send " +
            "it.",
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
      r: { text: "Reason of a refusal, NONE where there is none." },
      i: { text: "Order id." },
      l: { text: "Quantity of this fill, in the base asset." },
      z: { text: "Quantity filled so far, in the base asset." },
      L: { text: "Price of this fill, in the quote asset." },
      n: { text: "Commission of this fill." },
      N: { text: "Asset of the commission, null without commission." },
      T: { text: "Time in the engine, in Unix milliseconds." },
      t: { text: "Trade id of this fill, -1 without a fill." },
      I: { text: "Id of this execution, where it carries a meaning." },
      w: { text: "Whether the order is on the book." },
      m: { text: "Whether this fill was as the maker." },
      M: { text: "Carries no meaning." },
      O: { text: "Creation of the order, in Unix milliseconds." },
      Z: { text: "Amount of the quote asset filled so far." },
      Y: { text: "Amount of the quote asset of this fill." },
      Q: { text: "Ordered amount, in the quote asset." },
    },
  },
  outboundAccountPosition: {
    text: "The assets that the event behind a balance change possibly changed.",
    eventType: "outboundAccountPosition",
    assumed: "account-position-payload",
    fields: {
      e: { text: "Event type." },
      E: { text: "Event time, in Unix milliseconds." },
      u: { text: "Last change of the account, in Unix milliseconds." },
      B: {
        text: "The assets and what the account holds of them now.",
        fields: {
          a: { text: "Asset." },
          f: { text: "Amount that is free to use." },
          l: { text: "Amount that open orders hold." },
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
      method: { text: "What is asked for." },
      params: { text: "Stream names." },
      id: { text: "Our own mark that the response repeats." },
    },
  },
  unsubscribe: {
    text: "Takes streams from an open connection.",
    method: "UNSUBSCRIBE",
    assumed: "control-messages",
    fields: {
      method: { text: "What is asked for." },
      params: { text: "Stream names." },
      id: { text: "Our own mark that the response repeats." },
    },
  },
  listSubscriptions: {
    text: "Asks which streams an open connection carries.",
    method: "LIST_SUBSCRIPTIONS",
    assumed: "control-messages",
    fields: {
      method: { text: "What is asked for." },
      id: { text: "Our own mark that the response repeats." },
    },
  },
  controlReply: {
    text: "A control message was carried out.",
    assumed: "control-messages",
    fields: {
      result: { text: "Nothing; what was asked for a list has the names of the streams." },
      id: { text: "The mark of the request." },
    },
  },
  controlError: {
    text: "A control message was refused.",
    assumed: "control-messages",
    fields: {
      code: { text: "0 unknown property, 1 wrong type, 2 bad request, 3 no JSON." },
      msg: { text: "What was wrong." },
      id: { text: "The mark of the request; null where it had none." },
      error: {
        text: "The same two fields, one level deeper.",
        fields: { code: { text: "Number of the fault." }, msg: { text: "What was wrong." } },
      },
    },
  },
} as const satisfies Readonly<Record<string, MessageDescription>>;
