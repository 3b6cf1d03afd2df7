/** Placing, querying and canceling orders. */

import { operations, roles } from "../../generated/operations.ts";
import { checkOrderType, orderTypeRules } from "../../generated/order-rules.ts";
import { type Choices, refusals } from "../../generated/sandbox.ts";
import type { OrderResponseType, OrderType, PlaceOrderRequest } from "../../generated/types.ts";
import { orderFieldIssues } from "../../runtime/filters/order-check.ts";
import type { PlacementDescriptor } from "../../runtime/tables.ts";
import { gridFilter } from "../engine/filters.ts";
import type { Command, RejectReason, Reply } from "../engine/messages.ts";
import { findOrder, openOrdersOf } from "../engine/orders.ts";
import { type Order, tradingStatus } from "../engine/state.ts";
import { type ErrorName, RequestError } from "../exchange/request-error.ts";
import {
  type CallContext,
  historyOf,
  marketOf,
  parameterName,
  type RoleHandlers,
} from "./context.ts";
import { cancellationRecord, orderRecord, placementRecord, unitsOf } from "./records.ts";
import { requireTradingRules } from "./trading-rules.ts";

const placement: PlacementDescriptor | undefined = operations[roles["order.place"]]?.placement;

export const orders = {
  "order.place": (request, context) => {
    const command = requirePlacement(request, context);
    const { choices } = context.exchange.state;
    const form = request.newOrderRespType ?? usualForm(request.type, choices);
    const reply = context.exchange.execute(command);
    if (reply.kind === "placed") return placementRecord(reply.order, reply.fills, form, choices);
    const reason = reasonOf(reply);
    if (reason === "duplicateClientId" && choices["duplicate-client-id"] === "answered") {
      const { clientOrderId } = command;
      const order = findOrder(context.account, request.symbol, { clientOrderId });
      if (order !== undefined) return placementRecord(order, [], form, choices);
    }
    throw engineError(reason, "ORDER_REJECTED");
  },

  "order.query": (request, context) => {
    const { symbol, orderId, origClientOrderId: clientOrderId } = request;
    const ids = { orderId, clientOrderId };
    marketOf(context, symbol);
    const own = context.account;
    const found = findOrder(own, symbol, ids);
    if (found !== undefined) return orderRecord(found, context.exchange.state.choices);
    if (findOrder(own, symbol, { orderId }) !== undefined) {
      const [one, other] = (["origClientOrderId", "orderId"] as const).map((role) => {
        return parameterName("order.query", role);
      });
      const what = `${one} does not belong to ${other}; send only one of them.`;
      throw new RequestError("CLIENT_ORDER_ID_MISMATCH", what);
    }
    throw new RequestError(
      placement?.notFoundCode ?? "UNKNOWN_ERROR",
      "the account has no such order on the symbol.",
    );
  },

  "order.cancel": (request, context) => {
    const { symbol, orderId, origClientOrderId: clientOrderId } = request;
    const ids = { orderId, clientOrderId };
    const { name } = context.account;
    const cancelId = request.newClientOrderId;
    const command: Command = { kind: "cancel", account: name, symbol, ...ids, cancelId };
    const reply = context.exchange.execute(command);
    if (reply.kind !== "canceled") throw engineError(reasonOf(reply), "CANCELLATION_REJECTED");
    return cancellationRecord(reply.order, reply.cancelId, context.exchange.state.choices);
  },

  "orders.open": ({ symbol }, context) => {
    if (symbol !== undefined) marketOf(context, symbol);
    const { choices } = context.exchange.state;
    const open = openOrdersOf(context.account, symbol);
    open.sort((one, other) => one.orderId - other.orderId);
    return open.map((order) => orderRecord(order, choices));
  },

  "orders.all": (request, context) => {
    const rows = context.account.bySymbol.get(request.symbol)?.orders ?? [];
    const timeOf = ({ time }: Order) => time;
    const idOf = ({ orderId }: Order) => orderId;
    const fromId = request.orderId;
    const { choices } = context.exchange.state;
    const page = historyOf(context, request, { rows, timeOf, idOf, fromId });
    return page.map((order) => orderRecord(order, choices));
  },
} satisfies Partial<RoleHandlers>;

/** What other contracts have besides. */
export const otherOrders = {
  "order.test": (request: PlaceOrderRequest, context: CallContext) => {
    requirePlacement(request, context);
    return {};
  },
};

/** The command of a placement that the symbol takes. Throws a `RequestError` if it does not. */
function requirePlacement(request: PlaceOrderRequest, context: CallContext) {
  const command = placeCommandOf(request, context);
  if (marketOf(context, request.symbol).status !== tradingStatus) {
    throw engineError("notTrading", "ORDER_REJECTED");
  }
  requireListedType(request, context);
  requireTradingRules(request, context);
  return command;
}

/** The parameters of a placement that the sandbox acts on. */
type KnownField =
  | "symbol"
  | "side"
  | "type"
  | "timeInForce"
  | "quantity"
  | "quoteOrderQty"
  | "price"
  | "newClientOrderId"
  | "stopPrice"
  | "icebergQty"
  | "newOrderRespType"
  | "recvWindow"
  | "timestamp";

/** Takes no further parameter, so that a new one of the contract does not compile. */
type KnownPlacement = PlaceOrderRequest & {
  readonly [Field in Exclude<keyof PlaceOrderRequest, KnownField>]: never;
};

function placeCommandOf(request: KnownPlacement, context: CallContext) {
  const type = requireOrderFields(request);
  const { symbol } = marketOf(context, request.symbol);
  const { newClientOrderId: clientId } = request;
  const units = (role: "quantity" | "quoteOrderQty" | "price" | "stopPrice" | "icebergQty") =>
    unitsOf(request[role], () => parameterName("order.place", role));
  return {
    kind: "place",
    account: context.account.name,
    symbol,
    side: request.side,
    type,
    timeInForce: request.timeInForce,
    quantity: units("quantity"),
    quoteQuantity: units("quoteOrderQty"),
    price: units("price"),
    stopPrice: units("stopPrice"),
    icebergQuantity: units("icebergQty"),
    clientOrderId: clientId && copyText(clientId),
  } as const;
}

/** The order type, if the request's fields fit it. Throws a `RequestError` if not. */
function requireOrderFields(request: PlaceOrderRequest): OrderType {
  const { type } = request;
  if (!isOrderType(type)) {
    const known = Object.keys(orderTypeRules).join(", ");
    throw new RequestError("INVALID_ORDER_TYPE", `type is not known; use one of ${known}.`);
  }
  const [first] = orderFieldIssues({ ...request }, checkOrderType);
  if (first === undefined) return type;
  const { field, rule, message } = first;
  const isTime = field === "timeInForce";
  const name = {
    required: "MISSING_PARAMETER",
    forbidden: isTime ? "TIME_IN_FORCE_NOT_REQUIRED" : "NOT_REQUIRED_PARAMETER",
    needs: "UNSUPPORTED_COMBINATION",
  } as const;
  throw new RequestError(name[rule], message, { issues: [first] });
}

/** Throws a `RequestError` when the symbol does not list the order type. */
function requireListedType({ symbol, type }: PlaceOrderRequest, { exchange }: CallContext): void {
  if (exchange.listings.get(symbol)?.orderTypes?.includes(type) !== false) return;
  const name = `${type.slice(0, 1)}${type.slice(1).toLowerCase().replaceAll("_", " ")}`;
  throw new RequestError("ORDER_REJECTED", `${name} orders are not supported for this symbol.`);
}

function usualForm(type: string, choices: Choices): OrderResponseType {
  if (choices["order-placement-response"] === "full") return "FULL";
  return type === "LIMIT" || type === "MARKET" ? "FULL" : "ACK";
}

function isOrderType(type: string): type is OrderType {
  return Object.hasOwn(orderTypeRules, type);
}

/** Copies a substring: V8 keeps the whole request alive for a slice that an order holds. */
function copyText(text: string): string {
  return text.slice(0, 1) + text.slice(1);
}

/** A reply that neither places nor cancels has a reason. */
function reasonOf(reply: Reply): RejectReason {
  return reply.kind === "rejected" ? reply.reason : "unknownAccount";
}

/** The error for the engine's reason; clients know it by the messages of -2010 and -2011. */
function engineError(reason: RejectReason, otherwise: ErrorName): RequestError {
  const [name, text] = errorsByReason[reason];
  return new RequestError(name ?? otherwise, text);
}

/** The filter that quantities have their steps from; another contract may have none. */
const lots = gridFilter("quantity");

const errorsByReason: Readonly<
  Record<RejectReason, readonly [ErrorName | number | undefined, string]>
> = {
  unknownAccount: ["UNAUTHORIZED", "the API key does not belong to an account."],
  unknownSymbol: ["INVALID_SYMBOL", "symbol is not listed; see the exchange information."],
  unknownOrder: [undefined, "Unknown order sent."],
  notTrading: [undefined, "Market is closed."],
  nothingAsked: [undefined, "Price * QTY is zero or less."],
  belowOneStep:
    lots === undefined
      ? [undefined, "The quantity is less than one step."]
      : ["FILTER_FAILURE", `${refusals.filterPrefix}${lots.name}`],
  duplicateClientId: [
    placement?.refusedRepeatCode,
    placement?.refusedRepeatMessage ?? "Another open order has this client order id.",
  ],
  icebergOverQuantity: [undefined, "IcebergQty exceeds QTY."],
  wouldTrigger: [undefined, "Stop price would trigger immediately."],
  selfTrade: [undefined, "Order would trade with an order of its own account."],
  wouldTake: [undefined, "Order would immediately match and take."],
  insufficientBalance: [undefined, "Account has insufficient balance for requested action."],
};
