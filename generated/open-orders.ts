// Generated from spec/paths/**/*.yaml by generators/emitters/open-orders.ts.
// Do not edit: change the spec, then run `npm run generate`.

import { type CallOptions, callRules } from "../runtime/call/options.ts";
import { checkOptions, clientWith } from "../runtime/check-options.ts";
import { cancelUntilNoneIsOpen } from "../runtime/orders/cancel-all.ts";
import type { CanceledOrder, EndedOrder } from "../runtime/orders/cancellation.ts";
import type { Client } from "./client.ts";
import { cancellationRules, isFinal } from "./order-states.ts";
import type {
  CancelOrderRequest,
  GetOpenOrdersRequest,
  Order,
  OrderCancellation,
} from "./types.ts";

/** What became of an order that was open. */
export type CancelAllOutcome = CanceledOrder<OrderCancellation, Order> | EndedOrder<Order>;

/**
 * Cancels every open order with `tryCancelOrder`, until `getOpenOrders` lists none for the request,
 * which may be about one symbol or, without any, all of them. Orders that are placed meanwhile are
 * canceled, too. Returns what became of each: canceled, or ended in another way, for example
 * filled.
 *
 * @throws NotAllCanceledError when `timeoutMs`, 30 seconds, is over, when the signal ends it, or
 *   when the exchange refuses for a reason that does not pass.
 * @see spec/paths/orders/order.yaml
 */
export async function cancelAll(
  client: Pick<Client, "getOpenOrders" | "tryCancelOrder" | "getOrder" | "now" | "after">,
  request: GetOpenOrdersRequest,
  options: CallOptions = {},
): Promise<readonly CancelAllOutcome[]> {
  checkOptions(
    "cancelAll",
    { client },
    { client: clientWith("getOpenOrders", "tryCancelOrder", "getOrder", "now", "after") },
    "client",
  );
  checkOptions("cancelAll", options, callRules());
  return cancelUntilNoneIsOpen(
    {
      client,
      list: (call) => client.getOpenOrders(request, call),
      cancel: (order: CancelOrderRequest, call) => client.tryCancelOrder(order, call),
      query: (order, call) => client.getOrder(order, call),
      names: ["symbol", "orderId", "origClientOrderId"],
      operation: "cancelOrder",
      rules: cancellationRules.cancelOrder,
      isFinal,
    },
    options,
  );
}
export { NotAllCanceledError } from "../runtime/orders/cancel-all.ts";
