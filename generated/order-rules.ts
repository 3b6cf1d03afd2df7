// Generated from spec/rules/{order,bal,ver}*.yaml by generators/emitters/order-rules.ts.
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
 * The fields of an order by its type: all of `required`, exactly one of each list in `oneOf`, none
 * of `forbidden`. `assumed` and `assumedFields` name the assumptions that stand for what the
 * interface does not show. A type with `triggersWhenPrice` waits until the last price comes to its
 * stop price that way, and then becomes another type.
 *
 * @see spec/rules/orderParameters.yaml
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
    description: "Trades at once at the prices of the book, for a quantity of either asset.",
    assumed: "order-type-parameters",
  },
  LIMIT_MAKER: {
    required: ["quantity", "price"],
    oneOf: [],
    forbidden: ["timeInForce", "quoteOrderQty", "stopPrice"],
    description: "A limit order that is refused when it would trade at once.",
    assumed: "order-type-parameters",
  },
  STOP_LOSS: {
    required: ["quantity", "stopPrice"],
    oneOf: [],
    forbidden: ["timeInForce", "quoteOrderQty", "price", "icebergQty"],
    becomes: "MARKET",
    triggersWhenPrice: { BUY: "rises", SELL: "falls" },
    description:
      "Becomes a MARKET order when the market reaches the stop price on the losing " + "side.",
    assumed: "order-type-parameters",
  },
  STOP_LOSS_LIMIT: {
    required: ["timeInForce", "quantity", "price", "stopPrice"],
    oneOf: [],
    forbidden: ["quoteOrderQty"],
    becomes: "LIMIT",
    triggersWhenPrice: { BUY: "rises", SELL: "falls" },
    description: "Becomes a LIMIT order when the market reaches the stop price on the losing side.",
    assumed: "order-type-parameters",
  },
  TAKE_PROFIT: {
    required: ["quantity", "stopPrice"],
    oneOf: [],
    forbidden: ["timeInForce", "quoteOrderQty", "price", "icebergQty"],
    becomes: "MARKET",
    triggersWhenPrice: { BUY: "falls", SELL: "rises" },
    description:
      "Becomes a MARKET order when the market reaches the stop price on the winning " + "side.",
    assumed: "order-type-parameters",
  },
  TAKE_PROFIT_LIMIT: {
    required: ["timeInForce", "quantity", "price", "stopPrice"],
    oneOf: [],
    forbidden: ["quoteOrderQty"],
    becomes: "LIMIT",
    triggersWhenPrice: { BUY: "falls", SELL: "rises" },
    description:
      "Becomes a LIMIT order when the market reaches the stop price on the winning " + "side.",
    assumed: "order-type-parameters",
  },
} as const;

/**
 * Types that count as algo orders.
 *
 * @see spec/rules/orderParameters.yaml
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
 * @see spec/rules/orderParameters.yaml
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
      break;
  }
}

/**
 * Checks the fields of an order that was built step by step, and gives them the type of a request
 * of `placeOrder`. Rules that the interface does not show refuse nothing here.
 *
 * @throws InvalidRequestError with every fault of the fields.
 * @see spec/rules/orderParameters.yaml
 */
export function placeOrderRequest(
  fields: { readonly [Name in keyof PlaceOrderFields]?: unknown },
): PlaceOrderRequest {
  const rules = { checkOrderType, stamped: [signing.timestamp] };
  return checkedOrder(fields, placeOrder, rules) as PlaceOrderRequest;
}

/**
 * Every state of an order.
 *
 * @see spec/rules/orderStates.yaml
 */
export const orderStates = {
  NEW: { description: "The engine has accepted the order.", final: false },
  PARTIALLY_FILLED: { description: "A part of the order has been filled.", final: false },
  FILLED: { description: "The order is completed.", final: true, assumed: "final-states" },
  CANCELED: {
    description: "The user has canceled the order.",
    final: true,
    assumed: "final-states",
  },
  REJECTED: {
    description: "The engine did not accept the order, and it was not processed.",
    final: true,
    assumed: "final-states",
  },
  EXPIRED: {
    description:
      "The order was canceled by a rule of its type or by the exchange. By its type: a " +
      "LIMIT FOK without a fill, a LIMIT IOC or a MARKET order that is filled in part. " +
      "By the exchange: during liquidation or maintenance, for example.",
    final: true,
    assumed: "final-states",
  },
} as const;

/**
 * States that an order never leaves.
 *
 * @see spec/rules/orderStates.yaml
 */
export const finalOrderStates = ["FILLED", "CANCELED", "REJECTED", "EXPIRED"] as const;

/**
 * How an order moves from state to state, and what moves it.
 *
 * @see spec/rules/orderStates.yaml
 */
export const orderTransitions = [
  {
    from: "NEW",
    trigger: "execution",
    condition: "A part of the quantity is filled.",
    to: "PARTIALLY_FILLED",
    also:
      "By the filled part the locked balance decreases and the free balance of the " +
      "bought asset increases.",
  },
  {
    from: "PARTIALLY_FILLED",
    trigger: "execution",
    condition: "The whole quantity is filled.",
    to: "FILLED",
    also: "",
  },
  {
    from: "NEW",
    trigger: "execution",
    condition: "The whole quantity is filled.",
    to: "FILLED",
    also: "The status flow shows NEW, then PARTIALLY_FILLED, then FILLED.",
  },
  {
    from: "NEW",
    trigger: "cancellation",
    condition: "The order is canceled.",
    to: "CANCELED",
    also: "The amount that is still locked returns to free.",
  },
  {
    from: "NEW",
    trigger: "refusal",
    condition: "The engine refuses the order.",
    to: "REJECTED",
    also: "",
  },
  {
    from: "NEW",
    trigger: "expiry",
    condition: "A rule of the order's type or an action of the exchange ends the order.",
    to: "EXPIRED",
    also: "",
  },
  {
    from: "PARTIALLY_FILLED",
    trigger: "execution",
    condition: "A further part is filled, and some of the quantity is left.",
    to: "PARTIALLY_FILLED",
    also: "",
    assumed: "partly-filled-transitions",
  },
  {
    from: "PARTIALLY_FILLED",
    trigger: "cancellation",
    condition: "The order is canceled.",
    to: "CANCELED",
    also: "The amount that is still locked returns to free.",
    assumed: "partly-filled-transitions",
  },
  {
    from: "PARTIALLY_FILLED",
    trigger: "expiry",
    condition: "A rule of the order's type or an action of the exchange ends the order.",
    to: "EXPIRED",
    also: "The amount that is still locked returns to free.",
    assumed: "partly-filled-transitions",
  },
] as const;

/** The name of a state of an order. */
export type OrderState = keyof typeof orderStates;

/**
 * Whether nothing changes an order in this state any more: `isFinal(order.status)`. `false` for
 * a state that the spec does not know.
 */
export function isFinal(status: string): boolean {
  return finalOrderStates.some((state) => state === status);
}

/**
 * Whether an order can go from one state to the next at once: `canMove(before, after)`. `false`
 * for a state that the spec does not know, and out of every final one.
 */
export function canMove(before: string, after: string): boolean {
  return orderTransitions.some(({ from, to }) => from === before && to === after);
}

/**
 * What an order moves between the free and the locked part of a balance, and when.
 *
 * @see spec/rules/balances.yaml
 */
export const balanceMoves = [
  {
    when: "placement",
    side: "SELL",
    asset: "base",
    from: "free",
    to: "locked",
    description: "Placing a SELL locks base asset.",
  },
  {
    when: "placement",
    side: "BUY",
    asset: "quote",
    from: "free",
    to: "locked",
    description: "Placing a BUY locks quote asset.",
  },
  {
    when: "execution",
    asset: "sold",
    from: "locked",
    description: "The locked balance of the sold asset decreases.",
  },
  {
    when: "execution",
    asset: "bought",
    to: "free",
    description: "The free balance of the bought asset increases, less the commission.",
  },
  {
    when: "cancellation",
    asset: "sold",
    from: "locked",
    to: "free",
    description: "What is still locked returns to free.",
  },
  {
    when: "expiry",
    asset: "sold",
    from: "locked",
    to: "free",
    description: "What is still locked returns to free.",
    assumed: "unlocking-on-expiry",
  },
] as const;

/**
 * The operation that returns the trading rules, and after how many milliseconds they are fetched
 * again; `null` where the spec does not say.
 *
 * @see spec/rules/versioning.yaml
 */
export const rulesRefresh = { operation: "getExchangeInfo", everyMs: 3_600_000 } as const;
