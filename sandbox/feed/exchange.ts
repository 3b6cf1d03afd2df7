/** Puts changes of users' orders, and injected faults, into the feed. */

import { makerName, takerName } from "../config/accounts.ts";
import type { OrderEvent } from "../engine/messages.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { Injection } from "../faults/plan.ts";
import { decimal } from "../handlers/records.ts";
import type { Content, Feed } from "./feed.ts";

/** Follows the orders of an exchange. */
export function feedOrders(exchange: Exchange, feed: Feed): void {
  exchange.listen((events) => {
    for (const event of events) {
      if (event.kind !== "order") continue;
      const { account } = event.order;
      if (account === makerName || account === takerName) continue;
      feed.add("order", orderSize, event, orderEvent);
    }
  }, "orders");
}

const orderSize = 500;

function orderEvent({ time, execution, order, fill }: OrderEvent): Content<"order"> {
  const { account, symbol, orderId, clientOrderId, side, type, status } = order;
  return {
    time,
    ...{ account, execution, symbol, orderId, clientOrderId, side, type, status },
    price: decimal(order.price),
    quantity: decimal(order.quantity),
    executed: decimal(order.executed),
    ...(fill && {
      lastPrice: decimal(fill.trade.price),
      lastQuantity: decimal(fill.trade.quantity),
    }),
  };
}

/** An injected fault as an event. */
export function feedFault(feed: Feed, injection: Injection, time: number): void {
  feed.add("fault", orderSize, { ...injection, time }, faultEvent);
}

function faultEvent({ fault, rule, subject, time }: Injection & { readonly time: number }) {
  const { account, operation, streams } = subject ?? {};
  const [stream] = streams ?? [];
  return {
    time,
    fault,
    ...(rule !== undefined && { rule }),
    ...(account !== undefined && { account }),
    ...(operation !== undefined && { operation }),
    ...(stream?.includes("@") && { stream }),
  };
}
