/**
 * What the description of the interface says, and the page on which a reader sees it: words of one
 * row, list item or paragraph. The mark of an assumed one follows the words.
 */
export type FactRow = readonly [page: string, words: string, kind: "documented" | "assumed"];

/** Pages, each with its words between bars. */
const table = `
operations/getTime: GET /api/v1/time | 1 per IP address | serverTime |
  NONE: no credentials (assumed)
operations/getExchangeInfo: 10 per IP address | timezone | symbols[].baseAssetPrecision |
  symbols[].quoteCommissionPrecision | symbols[].orderTypes | TRADING | GLOBAL | SITE
operations/getExecutionRules: symbolRules[].rules[].bidMultiplierUp | PRICE_RANGE
operations/getReferencePrice: referencePrice | 1 per IP address
operations/getSymbolTypes: GET /api/v1/symbolType | GLOBAL
operations/getBookTicker: bidPrice | askQty | text required
operations/getKlines: default 10 days ago | maximum 1000 | default 500 | minimum 1 (assumed) | 1m |
  1M | 3d
operations/getTicker24hr: weightedAvgPrice | firstId | count
operations/getDepth: by limit 1 for 1 to 100, 5 for 101 to 500, 10 for 501 to 1000 |
  A larger value is truncated to the maximum. | lastUpdateId | bids
operations/getTrades: [].isBuyerMaker | [].isBestMatch | maximum 1000
operations/getAggTrades: fromId | [].f | [].l | [].m
operations/getTickerPrice: 1 with symbol and 2 without, per IP address | Without symbol
operations/getAccount: 10 per IP address | makerCommission | canWithdraw | balances[].locked |
  maximum 60000
operations/getUserTrades: [].commissionAsset | Only together with symbol. | default 500
operations/getTradeFees: GET /api/v1/asset/tradeFee | [].takerCommission
operations/getOrder: 2 per IP address | origClientOrderId | cumulativeQuoteQty | isWorking |
  PARTIALLY_FILLED | EXPIRED
operations/placeOrder: POST /api/v1/order | 1 per IP address, and 1 per account | BUY |
  LIMIT_MAKER | TAKE_PROFIT_LIMIT | GTC | IOC | FOK | ACK | default FULL | newClientOrderId |
  stopPrice | Fields may be sent in the query, in the body, or split between them. |
  icebergQty (assumed) | -1021 | HTTP 418 | never blindly | -1013 filter failure
operations/cancelOrder: Cancel an order. (assumed)
operations/getOpenOrders: symbol (assumed) | 3 with symbol and 40 without, per IP address
operations/getAllOrders: 10 per IP address
operations/createListenKey: POST /api/v1/listenKey
operations/keepAliveListenKey: PUT /api/v1/listenKey
operations/closeListenKey: DELETE /api/v1/listenKey
streams/depth: {symbol}@depth | First update id that this event covers. |
  a level with quantity 0 leaves the book | fetch a new snapshot |
  closes a connection after 24 hours | at most 1,024 streams | may send 5 messages each second |
  More lead to a disconnect. (assumed) | Copies of one event have the same s, U, u
streams/trade: The interface does not show the form of this message. (assumed) | {symbol}@trade |
  nothing to do
streams/bookTicker: {symbol}@bookTicker
streams/ticker: {symbol}@ticker
streams/miniTicker: {symbol}@miniTicker
streams/userData: executionReport | outboundAccountPosition | balanceUpdate
signing: X-MBX-APIKEY
limits: X-MBX-USED-WEIGHT-1M
filters: price − minPrice is a multiple of tickSize | price × quantity ≥ minNotional |
  ceil(quantity ÷ icebergQty) > limit parts (assumed)
rules: PARTIALLY_FILLED | call it every 30 minutes
order-book: u ≤ lastUpdateId | 114 = 111 + 1 does not hold
assumptions: Gap: Which success responses carry the envelope.
`;

export const facts: readonly FactRow[] = table
  .trim()
  .split(/\n(?! )/u)
  .flatMap((row) => {
    const [, page = "", list = ""] = /^(\S+):\s+([^]+)$/u.exec(row) ?? [];
    return list.split(/\s+\|\s+/u).map((words): FactRow => {
      const fact = words.replace(/ \(assumed\)$/u, "");
      return [`${page}.html`, fact, fact === words ? "documented" : "assumed"];
    });
  });
