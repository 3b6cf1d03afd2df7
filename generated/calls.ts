// Generated from spec/**/*.yaml by generators/emitters/parts.ts.
// Do not edit: change the spec, then run `npm run generate`.

/** Read the exchange's clock. */
export const getTime = "GET /api/v1/time";

/** Read the trading rules and the symbols. */
export const getExchangeInfo = "GET /api/v1/exchangeInfo";

/** Read the execution rules. */
export const getExecutionRules = "GET /api/v1/executionRules";

/** Read the reference price. */
export const getReferencePrice = "GET /api/v1/referencePrice";

/** Read the kinds of symbols. */
export const getSymbolTypes = "GET /api/v1/symbolType";

/** Read the best bid and ask. */
export const getBookTicker = "GET /api/v1/ticker/bookTicker symbol!";

/** Read candlesticks. */
export const getKlines = "GET /api/v1/klines symbol! interval!";

/** Read the statistics of 24 hours. */
export const getTicker24hr = "GET /api/v1/ticker/24hr symbol!";

/** Read the order book. */
export const getDepth = "GET /api/v1/depth symbol!";

/** Read trades. */
export const getTrades = "GET /api/v1/trades symbol!";

/** Read aggregate trades. */
export const getAggTrades = "GET /api/v1/aggTrades symbol!";

/** Read the latest price. */
export const getTickerPrice = "GET /api/v1/ticker/price";

/** Read the account. */
export const getAccount = "GET /api/v1/account signed recvWindow";

/** Read own trades. */
export const getUserTrades = "GET /api/v1/userTrades signed symbol! recvWindow";

/** Read own commission rates. */
export const getTradeFees = "GET /api/v1/asset/tradeFee signed recvWindow";

/** Query an order. */
export const getOrder = "GET /api/v1/order signed symbol! recvWindow";

/** Place an order. */
export const placeOrder =
  "POST /api/v1/order signed body newClientOrderId>getOrder.origClientOrderId symbol! side! " +
  "type! recvWindow";

/** Cancel an order. */
export const cancelOrder = "DELETE /api/v1/order signed body symbol! recvWindow";

/** Read open orders. */
export const getOpenOrders = "GET /api/v1/openOrders signed recvWindow";

/** Read all orders. */
export const getAllOrders = "GET /api/v1/allOrders signed symbol! recvWindow";

/** Read the balances. */
export const getAccountV2 = "GET /api/v1/accountV2 signed recvWindow";

/** Create a listen key. */
export const createListenKey = "POST /api/v1/listenKey key";

/** Keep a listen key alive. */
export const keepAliveListenKey = "PUT /api/v1/listenKey key body listenKey!";

/** Close a listen key. */
export const closeListenKey = "DELETE /api/v1/listenKey key body listenKey!";

/** Every operation as the short text that clients read; see `CallTexts`. */
export const calls = {
  getTime: getTime,
  getExchangeInfo: getExchangeInfo,
  getExecutionRules: getExecutionRules,
  getReferencePrice: getReferencePrice,
  getSymbolTypes: getSymbolTypes,
  getBookTicker: getBookTicker,
  getKlines: getKlines,
  getTicker24hr: getTicker24hr,
  getDepth: getDepth,
  getTrades: getTrades,
  getAggTrades: getAggTrades,
  getTickerPrice: getTickerPrice,
  getAccount: getAccount,
  getUserTrades: getUserTrades,
  getTradeFees: getTradeFees,
  getOrder: getOrder,
  placeOrder: placeOrder,
  cancelOrder: cancelOrder,
  getOpenOrders: getOpenOrders,
  getAllOrders: getAllOrders,
  getAccountV2: getAccountV2,
  createListenKey: createListenKey,
  keepAliveListenKey: keepAliveListenKey,
  closeListenKey: closeListenKey,
};
