// Generated from spec/rules/{order*,versioning}.yaml by generators/emitters/order-rules.ts.
// Do not edit: change the spec, then run `npm run generate`.

import {
  checkedOrder,
  type OrderParameters,
  type ReportOrderField,
} from "../runtime/filters/order-check.ts";
import { placeOrder } from "./operations.ts";
import { signing } from "./tables.ts";
import type { PlaceOrderFields, PlaceOrderRequest } from "./types.ts";

/**
 * The fields of an order by its type: all of `required`, exactly one of each list in `oneOf`, at
 * least one of each in `anyOf`, none of `forbidden`. `assumed` and `assumedFields` name the
 * assumptions behind what the interface does not document. A type with `triggersWhenPrice` waits
 * until the last price comes to its stop price that way, and then becomes another type. One with
 * `refusedWhen` is refused where it would match or trigger at once.
 *
 * @see spec/rules/orderRules.yaml
 */
export const orderTypeRules = {
  LIMIT: {
    required: ["timeInForce", "quantity", "price"],
    oneOf: [],
    forbidden: ["quoteOrderQty", "stopPrice"],
    assumedFields: {
      quantity: "limit-order-quantity",
      quoteOrderQty: "limit-order-extras",
      stopPrice: "limit-order-extras",
    },
    description:
      "Trades at its price or better. The guidance asks for time in force and price; " +
      "that the quantity is needed too is assumed.",
  },
  MARKET: {
    required: [],
    oneOf: [["quantity", "quoteOrderQty"]],
    forbidden: ["price", "timeInForce", "stopPrice", "icebergQty"],
    description:
      "Trades at once at the prices of the book, for a quantity of either asset. What " +
      "the book cannot fill expires.",
    assumed: "order-type-parameters",
  },
  LIMIT_MAKER: {
    required: ["quantity", "price"],
    oneOf: [],
    forbidden: ["timeInForce", "quoteOrderQty", "stopPrice"],
    refusedWhen: "wouldMatch",
    description: "A limit order that only ever rests on the book.",
    assumed: "order-type-parameters",
  },
  STOP_LOSS: {
    required: ["quantity", "stopPrice"],
    oneOf: [],
    forbidden: ["timeInForce", "quoteOrderQty", "price", "icebergQty"],
    becomes: "MARKET",
    triggersWhenPrice: { BUY: "rises", SELL: "falls" },
    refusedWhen: "wouldTrigger",
    description: "Waits until the market reaches the stop price on the losing side.",
    assumed: "order-type-parameters",
  },
  STOP_LOSS_LIMIT: {
    required: ["timeInForce", "quantity", "price", "stopPrice"],
    oneOf: [],
    forbidden: ["quoteOrderQty"],
    becomes: "LIMIT",
    triggersWhenPrice: { BUY: "rises", SELL: "falls" },
    refusedWhen: "wouldTrigger",
    description: "Waits until the market reaches the stop price on the losing side.",
    assumed: "order-type-parameters",
  },
  TAKE_PROFIT: {
    required: ["quantity", "stopPrice"],
    oneOf: [],
    forbidden: ["timeInForce", "quoteOrderQty", "price", "icebergQty"],
    becomes: "MARKET",
    triggersWhenPrice: { BUY: "falls", SELL: "rises" },
    refusedWhen: "wouldTrigger",
    description: "Waits until the market reaches the stop price on the winning side.",
    assumed: "order-type-parameters",
  },
  TAKE_PROFIT_LIMIT: {
    required: ["timeInForce", "quantity", "price", "stopPrice"],
    oneOf: [],
    forbidden: ["quoteOrderQty"],
    becomes: "LIMIT",
    triggersWhenPrice: { BUY: "falls", SELL: "rises" },
    refusedWhen: "wouldTrigger",
    description: "Waits until the market reaches the stop price on the winning side.",
    assumed: "order-type-parameters",
  },
} as const;

/**
 * Types that count as algo orders.
 *
 * @see spec/rules/orderRules.yaml
 */
export const algoOrderTypes = [
  "STOP_LOSS",
  "STOP_LOSS_LIMIT",
  "TAKE_PROFIT",
  "TAKE_PROFIT_LIMIT",
] as const;

/**
 * Reports every field that an order lacks or must not have by its type; nothing for a type that the
 * spec does not know.
 *
 * @see spec/rules/orderRules.yaml
 */
export function checkOrderType(order: OrderParameters, report: ReportOrderField): void {
  const { timeInForce, quantity, price, quoteOrderQty, stopPrice, icebergQty } = order;
  switch (order.type) {
    case "LIMIT":
      if (timeInForce === undefined) report("required", "timeInForce");
      if (quantity === undefined) report("required", "quantity", "limit-order-quantity");
      if (price === undefined) report("required", "price");
      if (quoteOrderQty !== undefined) report("forbidden", "quoteOrderQty", "limit-order-extras");
      if (stopPrice !== undefined) report("forbidden", "stopPrice", "limit-order-extras");
      if (icebergQty !== undefined && timeInForce !== undefined && timeInForce !== "GTC")
        report("needs", ["icebergQty", "timeInForce", "GTC"], "iceberg-quantity");
      break;
    case "MARKET":
      if (price !== undefined) report("forbidden", "price", "order-type-parameters");
      if (timeInForce !== undefined) report("forbidden", "timeInForce", "order-type-parameters");
      if (stopPrice !== undefined) report("forbidden", "stopPrice", "order-type-parameters");
      if (icebergQty !== undefined) report("forbidden", "icebergQty", "order-type-parameters");
      if (quantity === undefined && quoteOrderQty === undefined)
        report("required", ["quantity", "quoteOrderQty"], "order-type-parameters");
      if (quantity !== undefined && quoteOrderQty !== undefined)
        report("exclusive", ["quantity", "quoteOrderQty"], "order-type-parameters");
      break;
    case "LIMIT_MAKER":
      if (quantity === undefined) report("required", "quantity", "order-type-parameters");
      if (price === undefined) report("required", "price", "order-type-parameters");
      if (timeInForce !== undefined) report("forbidden", "timeInForce", "order-type-parameters");
      if (quoteOrderQty !== undefined)
        report("forbidden", "quoteOrderQty", "order-type-parameters");
      if (stopPrice !== undefined) report("forbidden", "stopPrice", "order-type-parameters");
      break;
    case "STOP_LOSS":
      if (quantity === undefined) report("required", "quantity", "order-type-parameters");
      if (stopPrice === undefined) report("required", "stopPrice", "order-type-parameters");
      if (timeInForce !== undefined) report("forbidden", "timeInForce", "order-type-parameters");
      if (quoteOrderQty !== undefined)
        report("forbidden", "quoteOrderQty", "order-type-parameters");
      if (price !== undefined) report("forbidden", "price", "order-type-parameters");
      if (icebergQty !== undefined) report("forbidden", "icebergQty", "order-type-parameters");
      break;
    case "STOP_LOSS_LIMIT":
      if (timeInForce === undefined) report("required", "timeInForce", "order-type-parameters");
      if (quantity === undefined) report("required", "quantity", "order-type-parameters");
      if (price === undefined) report("required", "price", "order-type-parameters");
      if (stopPrice === undefined) report("required", "stopPrice", "order-type-parameters");
      if (quoteOrderQty !== undefined)
        report("forbidden", "quoteOrderQty", "order-type-parameters");
      if (icebergQty !== undefined && timeInForce !== undefined && timeInForce !== "GTC")
        report("needs", ["icebergQty", "timeInForce", "GTC"], "iceberg-quantity");
      break;
    case "TAKE_PROFIT":
      if (quantity === undefined) report("required", "quantity", "order-type-parameters");
      if (stopPrice === undefined) report("required", "stopPrice", "order-type-parameters");
      if (timeInForce !== undefined) report("forbidden", "timeInForce", "order-type-parameters");
      if (quoteOrderQty !== undefined)
        report("forbidden", "quoteOrderQty", "order-type-parameters");
      if (price !== undefined) report("forbidden", "price", "order-type-parameters");
      if (icebergQty !== undefined) report("forbidden", "icebergQty", "order-type-parameters");
      break;
    case "TAKE_PROFIT_LIMIT":
      if (timeInForce === undefined) report("required", "timeInForce", "order-type-parameters");
      if (quantity === undefined) report("required", "quantity", "order-type-parameters");
      if (price === undefined) report("required", "price", "order-type-parameters");
      if (stopPrice === undefined) report("required", "stopPrice", "order-type-parameters");
      if (quoteOrderQty !== undefined)
        report("forbidden", "quoteOrderQty", "order-type-parameters");
      if (icebergQty !== undefined && timeInForce !== undefined && timeInForce !== "GTC")
        report("needs", ["icebergQty", "timeInForce", "GTC"], "iceberg-quantity");
      break;
  }
}

/**
 * Checks the fields of an order that was built step by step, and gives them the type of a request
 * of `placeOrder`. Assumed rules refuse nothing here.
 *
 * @throws InvalidRequestError with every issue of the fields.
 * @see spec/rules/orderRules.yaml
 */
export function placeOrderRequest(
  fields: { readonly [Name in keyof PlaceOrderFields]?: unknown },
): PlaceOrderRequest {
  const rules = { checkOrderType, stamped: [signing.timestamp] };
  return checkedOrder(fields, placeOrder, rules) as PlaceOrderRequest;
}

/**
 * The operation that returns the trading rules, and after how many milliseconds they are fetched
 * again; `null` where the spec does not say.
 *
 * @see spec/rules/versioning.yaml
 */
export const rulesRefresh = { operation: "getExchangeInfo", everyMs: 3_600_000 } as const;
