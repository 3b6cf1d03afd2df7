import { bid, type ContractCall, limitBuy, symbol } from "./rows.ts";

const stopSell = { symbol, side: "SELL", quantity: "0.001" } as const;

/** Prices that no market reaches during a run. */
const low = "20000";
const high = "90000";

/** Placements of stop and iceberg orders. */
export const stopPlacementScenarios: readonly ContractCall[] = [
  {
    id: "placeOrder.stopLoss",
    summary: "A STOP_LOSS order that waits far below the market",
    fields: { ...stopSell, type: "STOP_LOSS", stopPrice: low, newClientOrderId: "contract-stop" },
    expect: { kind: "success", shows: { status: "NEW", type: "STOP_LOSS" } },
  },
  {
    id: "placeOrder.stopLossLimit",
    summary: "A STOP_LOSS_LIMIT order that waits far above the market",
    fields: {
      ...limitBuy,
      type: "STOP_LOSS_LIMIT",
      price: high,
      stopPrice: high,
      newClientOrderId: "contract-stop-limit",
      newOrderRespType: "RESULT",
    },
    expect: { kind: "success", shows: { status: "NEW", type: "STOP_LOSS_LIMIT" } },
  },
  {
    id: "placeOrder.takeProfit",
    summary: "A TAKE_PROFIT order that waits far above the market, fields in the body",
    fields: {
      ...stopSell,
      type: "TAKE_PROFIT",
      stopPrice: high,
      newClientOrderId: "contract-profit",
    },
    sendIn: "body",
    expect: { kind: "success", shows: { status: "NEW", type: "TAKE_PROFIT" } },
  },
  {
    id: "placeOrder.takeProfitLimit",
    summary: "A TAKE_PROFIT_LIMIT order that waits far below the market",
    fields: {
      ...limitBuy,
      type: "TAKE_PROFIT_LIMIT",
      price: low,
      stopPrice: low,
      newClientOrderId: "contract-profit-limit",
    },
    expect: { kind: "success", shows: { status: "NEW", type: "TAKE_PROFIT_LIMIT" } },
  },
  {
    id: "placeOrder.wouldTrigger",
    summary: "A STOP_LOSS order whose stop price is already reached",
    fields: {
      ...stopSell,
      type: "STOP_LOSS",
      stopPrice: high,
      newClientOrderId: "contract-late-stop",
    },
    expect: { kind: "error", code: -2010 },
  },
  {
    id: "placeOrder.withoutStopPrice",
    summary: "A STOP_LOSS order without its stop price",
    fields: {
      ...stopSell,
      type: "STOP_LOSS",
      stopPrice: low,
      newClientOrderId: "contract-stopless",
    },
    change: { kind: "fields", drop: ["stopPrice"] },
    expect: { kind: "error", code: -1102 },
  },
  {
    id: "placeOrder.iceberg",
    summary: "An iceberg LIMIT order that shows half of its quantity",
    fields: {
      ...limitBuy,
      quantity: "0.002",
      icebergQty: "0.001",
      price: bid,
      newClientOrderId: "contract-iceberg",
    },
    expect: { kind: "success", shows: { status: "NEW", type: "LIMIT" } },
  },
];
