/** Wires the feed to the parts of an exchange. */

import type { Exchange } from "../exchange/exchange.ts";
import type { Injection } from "../faults/plan.ts";
import type { RequestHandler } from "../http/messages.ts";
import type { Handshake } from "../streams/handshake.ts";
import type { Hub } from "../streams/hub.ts";
import { feedFault, feedOrders } from "./exchange.ts";
import { createFeed } from "./feed.ts";
import { createFeedRedactor } from "./redaction.ts";
import { withRequestFeed } from "./requests.ts";
import { createStreamFeed } from "./streams.ts";

/** A feed that follows an exchange: its orders at once, the rest through these wrappers. */
export function recordExchange(exchange: Exchange) {
  const feed = createFeed(exchange.report);
  const redact = createFeedRedactor(exchange.keys);
  feedOrders(exchange, feed);
  return {
    feed,
    injected: (injection: Injection): void => feedFault(feed, injection, exchange.now()),
    requests: (handle: RequestHandler) => withRequestFeed(exchange, feed, { redact, handle }),
    streams: (hub: Hub, handshake: Handshake) =>
      createStreamFeed({ exchange, hub, handshake }, feed, redact),
  };
}
