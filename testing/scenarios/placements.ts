import { bid, type ContractCall, limitBuy, symbol } from "./rows.ts";

const ask = { from: "getBookTicker.default", property: "askPrice" } as const;
const makerBuy = { symbol, side: "BUY", type: "LIMIT_MAKER", quantity: "0.001" } as const;
const marketBuy = { symbol, side: "BUY", type: "MARKET" } as const;

/** Placements. Orders that shall rest use the best bid as their price. */
export const placementScenarios: readonly ContractCall[] = [
  {
    id: "placeOrder.default",
    summary: "A LIMIT order that is filled at once",
    fields: {
      ...limitBuy,
      price: ask,
      newClientOrderId: "contract-take",
      newOrderRespType: "FULL",
    },
    expect: { kind: "success", shows: { symbol, status: "FILLED", side: "BUY", type: "LIMIT" } },
  },
  {
    id: "placeOrder.rests",
    summary: "A LIMIT order that rests in the book, with a RESULT response",
    fields: {
      ...limitBuy,
      price: bid,
      newClientOrderId: "contract-rest",
      newOrderRespType: "RESULT",
    },
    expect: { kind: "success", shows: { symbol, status: "NEW" } },
  },
  {
    id: "placeOrder.acknowledged",
    summary: "A LIMIT order with an ACK response, fields in the body",
    fields: { ...limitBuy, price: bid, newClientOrderId: "contract-ack", newOrderRespType: "ACK" },
    sendIn: "body",
    expect: { kind: "success", shows: { symbol } },
  },
  {
    id: "placeOrder.splitPlaces",
    summary: "A LIMIT order with its fields split between query and body",
    fields: { ...limitBuy, price: bid, newClientOrderId: "contract-split" },
    change: { kind: "toBody", names: ["quantity", "price", "newClientOrderId"] },
    expect: { kind: "success", shows: { symbol, status: "NEW" } },
  },
  {
    id: "placeOrder.immediateOrCancel",
    summary: "An IOC order without a match at its price",
    fields: { ...limitBuy, timeInForce: "IOC", price: bid, newClientOrderId: "contract-ioc" },
    expect: { kind: "success", shows: { status: "EXPIRED", timeInForce: "IOC" } },
  },
  {
    id: "placeOrder.immediateOrCancelFilled",
    summary: "An IOC order that is filled at once",
    fields: { ...limitBuy, timeInForce: "IOC", price: ask, newClientOrderId: "contract-ioc-take" },
    expect: { kind: "success", shows: { status: "FILLED", timeInForce: "IOC" } },
  },
  {
    id: "placeOrder.fillOrKill",
    summary: "A FOK order that cannot be filled as a whole",
    fields: { ...limitBuy, timeInForce: "FOK", price: bid, newClientOrderId: "contract-fok" },
    expect: { kind: "success", shows: { status: "EXPIRED", timeInForce: "FOK" } },
  },
  {
    id: "placeOrder.market",
    summary: "A MARKET order by quantity",
    fields: { ...marketBuy, quantity: "0.001", newClientOrderId: "contract-market" },
    expect: { kind: "success", shows: { status: "FILLED", type: "MARKET" } },
  },
  {
    id: "placeOrder.marketByAmount",
    summary: "A MARKET order by quote quantity",
    fields: { ...marketBuy, quoteOrderQty: "50", newClientOrderId: "contract-amount" },
    expect: { kind: "success", shows: { status: "FILLED", type: "MARKET" } },
  },
  {
    id: "placeOrder.marketSell",
    summary: "A MARKET order that sells, with a RESULT response, fields in the body",
    fields: {
      symbol,
      side: "SELL",
      type: "MARKET",
      quantity: "0.001",
      newClientOrderId: "contract-sell",
      newOrderRespType: "RESULT",
    },
    sendIn: "body",
    expect: { kind: "success", shows: { status: "FILLED", side: "SELL" } },
  },
  {
    id: "placeOrder.partlyFilled",
    after: ["placeOrder.default"],
    summary: "A LIMIT order that is partly filled and rests with the remainder",
    fields: {
      ...limitBuy,
      quantity: { from: "getBookTicker.default", property: "askQty" },
      price: ask,
      newClientOrderId: "contract-part",
    },
    expect: { kind: "success", shows: { status: "PARTIALLY_FILLED" } },
    // Liquidity taken by earlier rows is missing, unless somebody else trades meanwhile.
    sharedClock: true,
  },
  {
    id: "placeOrder.maker",
    summary: "A LIMIT_MAKER order that rests",
    fields: { ...makerBuy, price: bid, newClientOrderId: "contract-maker" },
    expect: { kind: "success", shows: { status: "NEW", type: "LIMIT_MAKER" } },
  },
  {
    id: "placeOrder.makerWouldTake",
    summary: "A LIMIT_MAKER order that would trade at once",
    fields: { ...makerBuy, side: "SELL", price: bid, newClientOrderId: "contract-taker" },
    expect: { kind: "error", code: -2010 },
  },
  {
    id: "placeOrder.duplicateId",
    after: ["placeOrder.rests"],
    summary: "A client order id that an open order already has",
    fields: { ...limitBuy, price: bid, newClientOrderId: "contract-rest" },
    expect: { kind: "error", code: -2010 },
  },
  {
    id: "placeOrder.insufficientBalance",
    summary: "An order above the account's balance",
    fields: { ...limitBuy, quantity: "8000", price: bid, newClientOrderId: "contract-rich" },
    expect: { kind: "error", code: -2010 },
  },
  {
    id: "placeOrder.offTick",
    summary: "A price that is not a multiple of tickSize of PRICE_FILTER",
    fields: { ...limitBuy, price: "40000.001", newClientOrderId: "contract-tick" },
    expect: { kind: "error", code: -1013 },
  },
  {
    id: "placeOrder.withoutPrice",
    summary: "A LIMIT order without its price",
    fields: { ...limitBuy, price: bid, newClientOrderId: "contract-priceless" },
    change: { kind: "fields", drop: ["price"] },
    expect: { kind: "error", code: -1102 },
  },
  {
    id: "placeOrder.unknownSide",
    summary: "A side that does not exist",
    fields: { ...limitBuy, price: bid, newClientOrderId: "contract-side" },
    change: { kind: "fields", set: { side: "HOLD" } },
    expect: { kind: "error", code: -1117 },
  },
  {
    id: "placeOrder.quantityNoDecimal",
    summary: "A quantity in exponent form",
    fields: { ...limitBuy, price: bid, newClientOrderId: "contract-exponent" },
    change: { kind: "fields", set: { quantity: "1e-3" } },
    expect: { kind: "error", code: -1100 },
  },
  {
    id: "placeOrder.unknownSymbol",
    summary: "An order on a symbol that is not listed",
    fields: { ...limitBuy, symbol: "NOSUCHPAIR", price: "1", newClientOrderId: "contract-nowhere" },
    expect: { kind: "error", code: -1121 },
  },
  {
    id: "placeOrder.clientRefusesExponent",
    summary: "The client refuses a decimal in exponent form",
    fields: { ...limitBuy, quantity: "1e-3", price: "40000" },
    expect: { kind: "rejected", field: "quantity" },
  },
];
