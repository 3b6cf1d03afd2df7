// Generated from spec/{paths,schemas,filters}/**/*.yaml by generators/emitters/answers.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { AnswerTable } from "../runtime/client/answer-shapes.ts";

/**
 * What answers are made of, by operation and by the name of a shape. The notation is told in
 * `runtime/client/answer-shapes.ts`.
 */
export const answerTable = {
  answers: {
    getTime: "ServerTime",
    getExchangeInfo: "ExchangeInfo",
    getExecutionRules: "ExecutionRules",
    getReferencePrice: "ReferencePrice|?ReferencePrice[]",
    getSymbolTypes: "SymbolTypeRecord[]",
    getBookTicker: "BookTicker",
    getKlines: "Kline[]",
    getTicker24hr: "Ticker24hr",
    getDepth: "OrderBook",
    getTrades: "PublicTrade[]",
    getAggTrades: "AggregateTrade[]",
    getTickerPrice: "PriceTicker|PriceTicker[]",
    getAccount: "Account",
    getUserTrades: "AccountTrade[]",
    getTradeFees: "TradeFee[]",
    getOrder: "Order",
    placeOrder: "?OrderPlacement",
    cancelOrder: "?OrderCancellation",
    getOpenOrders: "?Order[]",
    getAllOrders: "?Order[]",
    getAccountV2: "?AccountV2",
    createListenKey: "?ListenKey|?ListenKey[]",
  },
  shapes: {
    ServerTime: "!i:serverTime",
    ExchangeInfo:
      "!t:timezone; !i:serverTime; !RateLimit[]:rateLimits; !Filter[]:exchangeFilters; " +
      "!SymbolInfo[]:symbols",
    RateLimit: "?t:rateLimitType interval; ?n:intervalNum limit",
    Filter:
      "| PRICE_FILTER PERCENT_PRICE LOT_SIZE MIN_NOTIONAL ICEBERG_PARTS MARKET_LOT_SIZE " +
      "MAX_NUM_ORDERS MAX_NUM_ALGO_ORDERS MAX_NUM_ICEBERG_ORDERS EXCHANGE_MAX_NUM_ORDERS " +
      "EXCHANGE_MAX_NUM_ALGO_ORDERS UnknownFilter",
    PRICE_FILTER: "=filterType:PRICE_FILTER; !d:minPrice maxPrice tickSize",
    PERCENT_PRICE: "=filterType:PERCENT_PRICE; !d:multiplierUp multiplierDown; !n:avgPriceMins",
    LOT_SIZE: "=filterType:LOT_SIZE; !d:minQty maxQty stepSize",
    MIN_NOTIONAL: "=filterType:MIN_NOTIONAL; !d:minNotional; !b:applyToMarket; !n:avgPriceMins",
    ICEBERG_PARTS: "=filterType:ICEBERG_PARTS; !n:limit",
    MARKET_LOT_SIZE: "=filterType:MARKET_LOT_SIZE; !d:minQty maxQty stepSize",
    MAX_NUM_ORDERS: "=filterType:MAX_NUM_ORDERS; :n:limit",
    MAX_NUM_ALGO_ORDERS: "=filterType:MAX_NUM_ALGO_ORDERS; !n:maxNumAlgoOrders",
    MAX_NUM_ICEBERG_ORDERS: "=filterType:MAX_NUM_ICEBERG_ORDERS; !n:maxNumIcebergOrders",
    EXCHANGE_MAX_NUM_ORDERS: "=filterType:EXCHANGE_MAX_NUM_ORDERS; ?n:maxNumOrders",
    EXCHANGE_MAX_NUM_ALGO_ORDERS: "=filterType:EXCHANGE_MAX_NUM_ALGO_ORDERS; ?n:maxNumAlgoOrders",
    UnknownFilter: "?t:filterType",
    SymbolInfo:
      "!t:symbol status baseAsset quoteAsset type; !n:baseAssetPrecision quotePrecision " +
      "quoteAssetPrecision baseCommissionPrecision quoteCommissionPrecision; !t[]:orderTypes; " +
      "!Filter[]:filters",
    ExecutionRules: "!SymbolRules[]:symbolRules",
    SymbolRules: "!t:symbol; !PriceRangeRule[]:rules",
    PriceRangeRule:
      "!t:ruleType; !d|z:bidMultiplierUp bidMultiplierDown askMultiplierUp askMultiplierDown",
    ReferencePrice: "!t:symbol; !d|z:referencePrice; !i:timestamp",
    SymbolTypeRecord: "!t:symbol type",
    BookTicker: "!t:symbol; !d:bidPrice bidQty askPrice askQty",
    Kline: "[ i d d d d d i d n d d",
    Ticker24hr:
      "!t:symbol; !d:priceChange priceChangePercent weightedAvgPrice lastPrice openPrice " +
      "highPrice lowPrice volume quoteVolume; !d|z:prevClosePrice lastQty bidPrice bidQty " +
      "askPrice askQty; !i:openTime closeTime firstId lastId; !n:count",
    OrderBook: "!i:lastUpdateId; !PriceLevel[]:bids asks",
    PriceLevel: "[ d d",
    PublicTrade: "!i:id time; !d:price qty; !d|z:quoteQty; !b:isBuyerMaker isBestMatch",
    AggregateTrade: "!i:a f l T; !d:p q; !b:m; ?b:M",
    PriceTicker: "!t:symbol; !d:price",
    Account:
      "!n:makerCommission takerCommission buyerCommission sellerCommission; !b:canTrade " +
      "canWithdraw canDeposit; !i:updateTime; !Balance[]:balances",
    Balance: "!t:asset; !d:free locked",
    AccountTrade:
      "!t:symbol commissionAsset; !i:id orderId time; !d:price qty quoteQty commission; " +
      "!b:isBuyer isMaker isBestMatch",
    TradeFee: "!t:symbol; !d:makerCommission takerCommission",
    Order:
      "!t:symbol clientOrderId status timeInForce type side; !i:orderId time updateTime; " +
      "!d:price origQty executedQty cumulativeQuoteQty stopPrice origQuoteOrderQty; " +
      "!b:isWorking; ?d:cummulativeQuoteQty icebergQty; ?i:orderListId",
    OrderPlacement:
      "?t:symbol clientOrderId status timeInForce type side; ?i:orderId orderListId " +
      "transactTime; ?d:price origQty executedQty cumulativeQuoteQty cummulativeQuoteQty " +
      "origQuoteOrderQty stopPrice icebergQty; ?OrderFill[]:fills",
    OrderFill: "?d:price qty commission; ?t:commissionAsset; ?i:tradeId",
    OrderCancellation:
      "?t:symbol origClientOrderId clientOrderId status timeInForce type side; ?i:orderId " +
      "orderListId; ?d:price origQty executedQty cumulativeQuoteQty cummulativeQuoteQty",
    AccountV2: "?Balance[]:balances",
    ListenKey: "?t:listenKey type",
  },
} as const satisfies AnswerTable;
