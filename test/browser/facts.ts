/**
 * What the description of the interface says, and the page on which a reader sees it: words of one
 * row, list item or paragraph. The mark of an `assumed` one follows the words.
 */
export type FactRow = readonly [page: string, words: string, kind: "documented" | "assumed"];

const operation = (id: string, ...facts: readonly (readonly [string, FactRow[2]])[]): FactRow[] =>
  facts.map(([words, kind]) => [`operations/${id}.html`, words, kind]);

const stream = (id: string, ...facts: readonly (readonly [string, FactRow[2]])[]): FactRow[] =>
  facts.map(([words, kind]) => [`streams/${id}.html`, words, kind]);

const plain = "documented";

export const facts: readonly FactRow[] = [
  ...operation(
    "getTime",
    ["GET /api/v1/time", plain],
    ["1 per IP address", plain],
    ["serverTime", plain],
    ["NONE: no credentials", "assumed"],
  ),
  ...operation(
    "getExchangeInfo",
    ["10 per IP address", plain],
    ["timezone", plain],
    ["symbols[].baseAssetPrecision", plain],
    ["symbols[].quoteCommissionPrecision", plain],
    ["symbols[].orderTypes", plain],
    ["TRADING", plain],
    ["GLOBAL", plain],
    ["SITE", plain],
  ),
  ...operation(
    "getExecutionRules",
    ["symbolRules[].rules[].bidMultiplierUp", plain],
    ["PRICE_RANGE", plain],
  ),
  ...operation("getReferencePrice", ["referencePrice", plain], ["1 per IP address", plain]),
  ...operation("getSymbolTypes", ["GET /api/v1/symbolType", plain], ["GLOBAL", plain]),
  ...operation("getBookTicker", ["bidPrice", plain], ["askQty", plain], ["text required", plain]),
  ...operation(
    "getKlines",
    ["default 10 days ago", plain],
    ["maximum 1000", plain],
    ["default 500", plain],
    ["minimum 1", "assumed"],
    ["1m", plain],
    ["1M", plain],
    ["3d", plain],
  ),
  ...operation("getTicker24hr", ["weightedAvgPrice", plain], ["firstId", plain], ["count", plain]),
  ...operation(
    "getDepth",
    ["by limit 1 for 1 to 100, 5 for 101 to 500, 10 for 501 to 1000", plain],
    ["A larger value is truncated to the maximum.", plain],
    ["lastUpdateId", plain],
    ["bids", plain],
  ),
  ...operation(
    "getTrades",
    ["[].isBuyerMaker", plain],
    ["[].isBestMatch", plain],
    ["maximum 1000", plain],
  ),
  ...operation(
    "getAggTrades",
    ["fromId", plain],
    ["[].f", plain],
    ["[].l", plain],
    ["[].m", plain],
  ),
  ...operation(
    "getTickerPrice",
    ["1 with symbol and 2 without, per IP address", plain],
    ["Without symbol", plain],
  ),
  ...operation(
    "getAccount",
    ["10 per IP address", plain],
    ["makerCommission", plain],
    ["canWithdraw", plain],
    ["balances[].locked", plain],
    ["maximum 60000", plain],
  ),
  ...operation(
    "getUserTrades",
    ["[].commissionAsset", plain],
    ["Only together with symbol.", plain],
    ["default 500", plain],
  ),
  ...operation(
    "getTradeFees",
    ["GET /api/v1/asset/tradeFee", plain],
    ["[].takerCommission", plain],
  ),
  ...operation(
    "getOrder",
    ["2 per IP address", plain],
    ["origClientOrderId", plain],
    ["cumulativeQuoteQty", plain],
    ["isWorking", plain],
    ["PARTIALLY_FILLED", plain],
    ["EXPIRED", plain],
  ),
  ...operation(
    "placeOrder",
    ["POST /api/v1/order", plain],
    ["1 per IP address, and 1 per account", plain],
    ["BUY", plain],
    ["LIMIT_MAKER", plain],
    ["TAKE_PROFIT_LIMIT", plain],
    ["GTC", plain],
    ["IOC", plain],
    ["FOK", plain],
    ["ACK", plain],
    ["default FULL", plain],
    ["newClientOrderId", plain],
    ["stopPrice", plain],
    ["Fields may be sent in the query, in the body, or split between them.", plain],
    ["icebergQty", "assumed"],
    ["-1021", plain],
    ["HTTP 418", plain],
  ),
  ...operation("cancelOrder", ["Cancel an order.", "assumed"]),
  ...operation(
    "getOpenOrders",
    ["symbol", "assumed"],
    ["3 with symbol and 40 without, per IP address", plain],
  ),
  ...operation("getAllOrders", ["10 per IP address", plain]),
  ...operation("createListenKey", ["POST /api/v1/listenKey", plain]),
  ...operation("keepAliveListenKey", ["PUT /api/v1/listenKey", plain]),
  ...operation("closeListenKey", ["DELETE /api/v1/listenKey", plain]),
  ...stream(
    "depth",
    ["{symbol}@depth", plain],
    ["First update id that this event covers.", plain],
    ["a level with quantity 0 leaves the book", plain],
    ["fetch a new snapshot", plain],
    ["closes a connection after 24 hours", plain],
    ["at most 1,024 streams", plain],
    ["may send 5 messages each second", plain],
    ["More lead to a disconnect.", "assumed"],
  ),
  ...stream(
    "trade",
    ["The interface does not show the form of this message.", "assumed"],
    ["{symbol}@trade", plain],
    ["nothing to do", plain],
  ),
  ...stream("bookTicker", ["{symbol}@bookTicker", plain]),
  ...stream("ticker", ["{symbol}@ticker", plain]),
  ...stream("miniTicker", ["{symbol}@miniTicker", plain]),
  ...stream(
    "userData",
    ["executionReport", plain],
    ["outboundAccountPosition", plain],
    ["balanceUpdate", plain],
  ),
  ["signing.html", "X-MBX-APIKEY", plain],
  ["limits.html", "X-MBX-USED-WEIGHT-1M", plain],
  ["filters.html", "price − minPrice is a multiple of tickSize", plain],
  ["rules.html", "PARTIALLY_FILLED", plain],
  ["order-book.html", "u ≤ lastUpdateId", plain],
];
