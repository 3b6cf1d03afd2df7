/** One stream connection on any transport: limits, pings, and its end. */

import { connectionLimits as limits } from "../../generated/streams.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { createInboundLimit, startPings } from "./connection-limits.ts";
import { handleControlMessage } from "./control-messages.ts";
import type { Handshake } from "./handshake.ts";
import { type Hub, messageOf, type Subscriber } from "./hub.ts";
import { rules } from "./rules.ts";

/** The parts of a sandbox behind the streams. */
export interface StreamHost {
  readonly handshake: Handshake;
  /** Opens a connection from an address, after its handshake. */
  readonly open: (transport: Transport, names: readonly string[], ip: string) => Connection;
}

/** The transport of one connection. */
export interface Transport extends Subscriber {
  /** Sends a ping. */
  readonly ping: (payload: string) => void;
}

/** Handles the client's side of a connection. */
export interface Connection {
  readonly message: (text: string) => void;
  readonly ping: () => void;
  readonly pong: (payload: string) => void;
  /** The connection was closed. */
  readonly ended: () => void;
}

/** Sends streams over a transport until it closes. */
export function openConnection(
  { exchange, hub }: { readonly exchange: Exchange; readonly hub: Hub },
  transport: Transport,
  names: readonly string[],
): Connection {
  const connection = hub.connect(transport);
  connection.subscribe(names);
  const isWithinLimit = createInboundLimit(exchange.now);
  const accept = (): boolean => {
    const isAccepted = isWithinLimit();
    if (!isAccepted) transport.close(codes.inboundExcess, "too many messages");
    return isAccepted;
  };
  const cancelLifetime = exchange.after(limits.lifetimeMs, () =>
    transport.close(codes.lifetime, "the lifetime of the connection is over"),
  );
  const pings = startPings(exchange, transport.ping, () =>
    transport.close(codes.unansweredPing, "no pong"),
  );
  return {
    message: (text) => {
      if (accept()) transport.send(messageOf("", handleControlMessage(text, exchange, connection)));
    },
    ping: accept,
    pong: (payload) => {
      if (accept()) pings?.receivePong(payload);
    },
    ended: () => {
      cancelLifetime();
      pings?.stop();
      connection.close();
    },
  };
}

const codes = rules.closeCodes;
