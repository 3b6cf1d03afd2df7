/** Wires the feed to an exchange: its orders, injected faults, requests and streams. */

import { makerName, takerName } from "../config/accounts.ts";
import type { OrderEvent } from "../engine/messages.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { Injection } from "../faults/plan.ts";
import { decimal } from "../handlers/records.ts";
import type { RequestHandler } from "../http/messages.ts";
import type { Handshake } from "../streams/handshake.ts";
import type { Hub } from "../streams/hub.ts";
import { type Content, createFeed } from "./feed.ts";
import { createFeedRedactor } from "./redaction.ts";
import { withRequestFeed } from "./requests.ts";
import { createStreamFeed } from "./streams.ts";

/** A feed that follows an exchange: its orders at once, the rest through these functions. */
export function recordExchange(exchange: Exchange) {
  const feed = createFeed(exchange.report);
  const redact = createFeedRedactor(exchange.keys);
  exchange.listen((events) => {
    for (const event of events) {
      if (event.kind !== "order") continue;
      const { account } = event.order;
      if (account === makerName || account === takerName) continue;
      feed.add("order", ownSize, event, orderEvent);
    }
  }, "orders");
  return {
    feed,
    injected: (injection: Injection): void =>
      feed.add("fault", ownSize, { ...injection, time: exchange.now() }, injectionEvent),
    requests: (handle: RequestHandler) => withRequestFeed(exchange, feed, { redact, handle }),
    streams: (hub: Hub, handshake: Handshake) =>
      createStreamFeed({ exchange, hub, handshake }, feed, redact),
  };
}

/** Size of an event of an order or a fault, in characters. */
const ownSize = 500;

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

function injectionEvent({ subject, ...injected }: Injection & { readonly time: number }) {
  const { account, operation, streams } = subject ?? {};
  const [stream] = streams ?? [];
  return {
    ...injected,
    ...(account !== undefined && { account }),
    ...(operation !== undefined && { operation }),
    ...(stream?.includes("@") && { stream }),
  };
}
