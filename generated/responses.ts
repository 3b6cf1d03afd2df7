// Generated from spec/{paths,schemas,filters}/**/*.yaml by generators/emitters/responses.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { ResponseTables } from "../runtime/tables.ts";

/**
 * The response type of each operation, and the named types in them. What is under `assumed` is not
 * documented, and never makes the client reject a response.
 */
export const responseTables: ResponseTables = {
  responses: {
    getTime: "ServerTime",
    getExchangeInfo: "ExchangeInfo",
    getExecutionRules: "ExecutionRules",
    getReferencePrice: { oneOf: ["ReferencePrice", { assumed: { list: "ReferencePrice" } }] },
    getSymbolTypes: { list: "SymbolTypeRecord" },
    getBookTicker: "BookTicker",
    getKlines: {
      list: {
        tuple: [
          "int64",
          "decimal",
          "decimal",
          "decimal",
          "decimal",
          "decimal",
          "int64",
          "decimal",
          "integer",
          "decimal",
          "decimal",
        ],
      },
    },
    getTicker24hr: "Ticker24hr",
    getDepth: "OrderBook",
    getTrades: { list: "PublicTrade" },
    getAggTrades: { list: "AggregateTrade" },
    getTickerPrice: { oneOf: ["PriceTicker", { list: "PriceTicker" }] },
    getAccount: "Account",
    getUserTrades: { list: "AccountTrade" },
    getTradeFees: { list: "TradeFee" },
    getOrder: "Order",
    placeOrder: { assumed: "OrderPlacement" },
    cancelOrder: { assumed: "OrderCancellation" },
    getOpenOrders: { assumed: { list: "Order" } },
    getAllOrders: { assumed: { list: "Order" } },
    getAccountV2: { assumed: "AccountV2" },
    createListenKey: { assumed: { oneOf: ["ListenKey", { list: "ListenKey" }] } },
  },
  types: {
    ServerTime: { record: { required: { serverTime: "int64" } } },
    ExchangeInfo: {
      record: {
        required: {
          timezone: "text",
          serverTime: "int64",
          rateLimits: { list: "RateLimit" },
          exchangeFilters: { list: "Filter" },
          symbols: { list: "SymbolInfo" },
        },
      },
    },
    RateLimit: {
      record: {
        assumed: {
          rateLimitType: "text",
          interval: "text",
          intervalNum: "integer",
          limit: "integer",
        },
      },
    },
    Filter: {
      oneOf: [
        "PRICE_FILTER",
        "PERCENT_PRICE",
        "LOT_SIZE",
        "MIN_NOTIONAL",
        "ICEBERG_PARTS",
        "MARKET_LOT_SIZE",
        "MAX_NUM_ORDERS",
        "MAX_NUM_ALGO_ORDERS",
        "MAX_NUM_ICEBERG_ORDERS",
        "EXCHANGE_MAX_NUM_ORDERS",
        "EXCHANGE_MAX_NUM_ALGO_ORDERS",
        "UnknownFilter",
      ],
    },
    PRICE_FILTER: {
      record: {
        constants: { filterType: "PRICE_FILTER" },
        required: { minPrice: "decimal", maxPrice: "decimal", tickSize: "decimal" },
      },
    },
    PERCENT_PRICE: {
      record: {
        constants: { filterType: "PERCENT_PRICE" },
        required: { multiplierUp: "decimal", multiplierDown: "decimal", avgPriceMins: "integer" },
      },
    },
    LOT_SIZE: {
      record: {
        constants: { filterType: "LOT_SIZE" },
        required: { minQty: "decimal", maxQty: "decimal", stepSize: "decimal" },
      },
    },
    MIN_NOTIONAL: {
      record: {
        constants: { filterType: "MIN_NOTIONAL" },
        required: { minNotional: "decimal", applyToMarket: "boolean", avgPriceMins: "integer" },
      },
    },
    ICEBERG_PARTS: {
      record: { constants: { filterType: "ICEBERG_PARTS" }, required: { limit: "integer" } },
    },
    MARKET_LOT_SIZE: {
      record: {
        constants: { filterType: "MARKET_LOT_SIZE" },
        required: { minQty: "decimal", maxQty: "decimal", stepSize: "decimal" },
      },
    },
    MAX_NUM_ORDERS: {
      record: { constants: { filterType: "MAX_NUM_ORDERS" }, optional: { limit: "integer" } },
    },
    MAX_NUM_ALGO_ORDERS: {
      record: {
        constants: { filterType: "MAX_NUM_ALGO_ORDERS" },
        required: { maxNumAlgoOrders: "integer" },
      },
    },
    MAX_NUM_ICEBERG_ORDERS: {
      record: {
        constants: { filterType: "MAX_NUM_ICEBERG_ORDERS" },
        required: { maxNumIcebergOrders: "integer" },
      },
    },
    EXCHANGE_MAX_NUM_ORDERS: {
      record: {
        constants: { filterType: "EXCHANGE_MAX_NUM_ORDERS" },
        assumed: { maxNumOrders: "integer" },
      },
    },
    EXCHANGE_MAX_NUM_ALGO_ORDERS: {
      record: {
        constants: { filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS" },
        assumed: { maxNumAlgoOrders: "integer" },
      },
    },
    UnknownFilter: { record: { assumed: { filterType: "text" } } },
    SymbolInfo: {
      record: {
        required: {
          symbol: "text",
          status: "text",
          baseAsset: "text",
          baseAssetPrecision: "integer",
          quoteAsset: "text",
          quotePrecision: "integer",
          quoteAssetPrecision: "integer",
          baseCommissionPrecision: "integer",
          quoteCommissionPrecision: "integer",
          type: "text",
          orderTypes: { list: "text" },
          filters: { list: "Filter" },
        },
      },
    },
    ExecutionRules: { record: { required: { symbolRules: { list: "SymbolRules" } } } },
    SymbolRules: { record: { required: { symbol: "text", rules: { list: "PriceRangeRule" } } } },
    PriceRangeRule: {
      record: {
        required: {
          ruleType: "text",
          bidMultiplierUp: { oneOf: ["decimal", "null"] },
          bidMultiplierDown: { oneOf: ["decimal", "null"] },
          askMultiplierUp: { oneOf: ["decimal", "null"] },
          askMultiplierDown: { oneOf: ["decimal", "null"] },
        },
      },
    },
    ReferencePrice: {
      record: {
        required: {
          symbol: "text",
          referencePrice: { oneOf: ["decimal", "null"] },
          timestamp: "int64",
        },
      },
    },
    SymbolTypeRecord: { record: { required: { symbol: "text", type: "text" } } },
    BookTicker: {
      record: {
        required: {
          symbol: "text",
          bidPrice: "decimal",
          bidQty: "decimal",
          askPrice: "decimal",
          askQty: "decimal",
        },
      },
    },
    Ticker24hr: {
      record: {
        required: {
          symbol: "text",
          priceChange: "decimal",
          priceChangePercent: "decimal",
          weightedAvgPrice: "decimal",
          prevClosePrice: { oneOf: ["decimal", "null"] },
          lastPrice: "decimal",
          lastQty: { oneOf: ["decimal", "null"] },
          bidPrice: { oneOf: ["decimal", "null"] },
          bidQty: { oneOf: ["decimal", "null"] },
          askPrice: { oneOf: ["decimal", "null"] },
          askQty: { oneOf: ["decimal", "null"] },
          openPrice: "decimal",
          highPrice: "decimal",
          lowPrice: "decimal",
          volume: "decimal",
          quoteVolume: "decimal",
          openTime: "int64",
          closeTime: "int64",
          firstId: "int64",
          lastId: "int64",
          count: "integer",
        },
      },
    },
    OrderBook: {
      record: {
        required: {
          lastUpdateId: "int64",
          bids: { list: { tuple: ["decimal", "decimal"] } },
          asks: { list: { tuple: ["decimal", "decimal"] } },
        },
      },
    },
    PublicTrade: {
      record: {
        required: {
          id: "int64",
          price: "decimal",
          qty: "decimal",
          quoteQty: { oneOf: ["decimal", "null"] },
          time: "int64",
          isBuyerMaker: "boolean",
          isBestMatch: "boolean",
        },
      },
    },
    AggregateTrade: {
      record: {
        required: {
          a: "int64",
          p: "decimal",
          q: "decimal",
          f: "int64",
          l: "int64",
          T: "int64",
          m: "boolean",
        },
        assumed: { M: "boolean" },
      },
    },
    PriceTicker: { record: { required: { symbol: "text", price: "decimal" } } },
    Account: {
      record: {
        required: {
          makerCommission: "integer",
          takerCommission: "integer",
          buyerCommission: "integer",
          sellerCommission: "integer",
          canTrade: "boolean",
          canWithdraw: "boolean",
          canDeposit: "boolean",
          updateTime: "int64",
          balances: { list: "Balance" },
        },
      },
    },
    Balance: { record: { required: { asset: "text", free: "decimal", locked: "decimal" } } },
    AccountTrade: {
      record: {
        required: {
          symbol: "text",
          id: "int64",
          orderId: "int64",
          price: "decimal",
          qty: "decimal",
          quoteQty: "decimal",
          commission: "decimal",
          commissionAsset: "text",
          time: "int64",
          isBuyer: "boolean",
          isMaker: "boolean",
          isBestMatch: "boolean",
        },
      },
    },
    TradeFee: {
      record: {
        required: { symbol: "text", makerCommission: "decimal", takerCommission: "decimal" },
      },
    },
    Order: {
      record: {
        required: {
          symbol: "text",
          orderId: "int64",
          clientOrderId: "text",
          price: "decimal",
          origQty: "decimal",
          executedQty: "decimal",
          cumulativeQuoteQty: "decimal",
          status: "text",
          timeInForce: "text",
          type: "text",
          side: "text",
          stopPrice: "decimal",
          time: "int64",
          updateTime: "int64",
          isWorking: "boolean",
          origQuoteOrderQty: "decimal",
        },
        assumed: { cummulativeQuoteQty: "decimal", orderListId: "int64", icebergQty: "decimal" },
      },
    },
    OrderPlacement: {
      record: {
        assumed: {
          symbol: "text",
          orderId: "int64",
          orderListId: "int64",
          clientOrderId: "text",
          transactTime: "int64",
          price: "decimal",
          origQty: "decimal",
          executedQty: "decimal",
          cumulativeQuoteQty: "decimal",
          cummulativeQuoteQty: "decimal",
          origQuoteOrderQty: "decimal",
          status: "text",
          timeInForce: "text",
          type: "text",
          side: "text",
          stopPrice: "decimal",
          icebergQty: "decimal",
          fills: { list: "OrderFill" },
        },
      },
    },
    OrderFill: {
      record: {
        assumed: {
          price: "decimal",
          qty: "decimal",
          commission: "decimal",
          commissionAsset: "text",
          tradeId: "int64",
        },
      },
    },
    OrderCancellation: {
      record: {
        assumed: {
          symbol: "text",
          origClientOrderId: "text",
          orderId: "int64",
          orderListId: "int64",
          clientOrderId: "text",
          price: "decimal",
          origQty: "decimal",
          executedQty: "decimal",
          cumulativeQuoteQty: "decimal",
          cummulativeQuoteQty: "decimal",
          status: "text",
          timeInForce: "text",
          type: "text",
          side: "text",
        },
      },
    },
    AccountV2: { record: { assumed: { balances: { list: "Balance" } } } },
    ListenKey: { record: { assumed: { listenKey: "text", type: "text" } } },
  },
};
