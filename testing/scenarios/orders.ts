import { type ContractCall, symbol } from "./rows.ts";

const resting = { from: "placeOrder.rests", property: "orderId" } as const;
const clientIdOf = (from: string) => ({ from, property: "clientOrderId" }) as const;

/** Queries and cancellations of earlier orders. */
export const orderScenarios: readonly ContractCall[] = [
  {
    id: "getOrder.default",
    summary: "An order by order id",
    fields: { symbol, orderId: resting },
    expect: { kind: "success", shows: { symbol, status: "NEW", type: "LIMIT" } },
  },
  {
    id: "getOrder.byClientId",
    summary: "An order by client order id, as after a placement that timed out",
    fields: { symbol, origClientOrderId: clientIdOf("placeOrder.default") },
    expect: { kind: "success", shows: { symbol, status: "FILLED" } },
  },
  {
    id: "getOrder.partlyFilled",
    summary: "An order that is partly filled",
    fields: { symbol, origClientOrderId: clientIdOf("placeOrder.partlyFilled") },
    expect: { kind: "success", shows: { symbol, status: "PARTIALLY_FILLED" } },
  },
  {
    id: "getOrder.waiting",
    summary: "An order that waits for its stop price",
    fields: { symbol, origClientOrderId: clientIdOf("placeOrder.stopLoss") },
    expect: { kind: "success", shows: { status: "NEW", type: "STOP_LOSS", isWorking: false } },
  },
  {
    id: "getOrder.unknown",
    summary: "An order that does not exist",
    fields: { symbol, orderId: 999_999_999 },
    expect: { kind: "error", code: -2013 },
  },
  {
    id: "getOrder.unknownClientId",
    summary: "An unknown client order id",
    fields: { symbol, origClientOrderId: "contract-never" },
    expect: { kind: "error", code: -2013 },
  },
  {
    id: "getOrder.withoutId",
    summary: "An order without any id",
    fields: { symbol, orderId: 1 },
    change: { kind: "fields", drop: ["orderId"] },
    expect: { kind: "error", code: -1102 },
  },
  {
    id: "getOpenOrders.default",
    after: ["placeOrder.rests", "placeOrder.iceberg", "placeOrder.stopLoss"],
    summary: "Open orders on one symbol",
    fields: { symbol },
  },
  {
    id: "getOpenOrders.allSymbols",
    after: ["placeOrder.rests", "placeOrder.iceberg", "placeOrder.stopLoss"],
    summary: "Open orders on all symbols",
  },
  {
    id: "getAllOrders.default",
    after: ["placeOrder.default", "placeOrder.rests", "placeOrder.stopLoss"],
    summary: "All orders on one symbol, open and closed",
    fields: { symbol },
    expect: { kind: "success", atMost: 500 },
  },
  {
    id: "getAllOrders.fromId",
    after: ["placeOrder.maker", "placeOrder.stopLoss"],
    summary: "Orders from an id on",
    fields: { symbol, orderId: resting, limit: 2 },
    expect: { kind: "success", atMost: 2 },
  },
  {
    id: "cancelOrder.waiting",
    summary: "A waiting order that is canceled",
    fields: { symbol, origClientOrderId: clientIdOf("placeOrder.stopLossLimit") },
    expect: { kind: "success", shows: { status: "CANCELED", type: "STOP_LOSS_LIMIT" } },
  },
  {
    id: "cancelOrder.default",
    summary: "Canceling an open order by order id",
    fields: { symbol, orderId: resting },
    expect: { kind: "success", shows: { symbol, status: "CANCELED" } },
  },
  {
    id: "cancelOrder.byClientId",
    summary: "Canceling an open order by client order id",
    fields: { symbol, origClientOrderId: clientIdOf("placeOrder.acknowledged") },
    expect: { kind: "success", shows: { symbol, status: "CANCELED" } },
  },
  {
    id: "cancelOrder.inBody",
    summary: "A cancellation with its fields in the body",
    fields: {
      symbol,
      origClientOrderId: clientIdOf("placeOrder.splitPlaces"),
      newClientOrderId: "contract-cancel",
    },
    sendIn: "body",
    expect: { kind: "success", shows: { symbol, status: "CANCELED" } },
  },
  {
    id: "cancelOrder.partlyFilled",
    summary: "Canceling the remainder of a partly filled order",
    fields: { symbol, origClientOrderId: clientIdOf("placeOrder.partlyFilled") },
    expect: { kind: "success", shows: { symbol, status: "CANCELED" } },
  },
  {
    id: "cancelOrder.maker",
    summary: "A LIMIT_MAKER order that is canceled",
    fields: { symbol, origClientOrderId: clientIdOf("placeOrder.maker") },
    expect: { kind: "success", shows: { symbol, status: "CANCELED", type: "LIMIT_MAKER" } },
  },
  {
    id: "cancelOrder.alreadyFilled",
    summary: "Canceling an order that is no longer open",
    fields: { symbol, origClientOrderId: clientIdOf("placeOrder.default") },
    expect: { kind: "error", code: -2011 },
  },
];
