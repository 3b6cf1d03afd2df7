/** One stream connection on any transport: limits, pings, and its end. */

import type { SandboxSchemas } from "../../generated/sandbox.ts";
import { connectionLimits as limits } from "../../generated/streams.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { createLimit, startPings } from "./connection-limits.ts";
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

export interface Transport extends Subscriber {
  readonly ping: (payload: string) => void;
}

/** Handles the client's side of a connection. */
export interface Connection {
  readonly message: (text: string) => void;
  readonly ping: () => void;
  readonly pong: (payload: string) => void;
  readonly ended: () => void;
}

/** Takes note of everything on a connection but the messages of its streams. */
export type ConnectionLog = (
  what: SandboxSchemas["FeedMessage"]["what"],
  text?: string,
  more?: { readonly code?: number; readonly names?: readonly string[] },
) => void;

export interface ConnectionParts {
  readonly exchange: Exchange;
  readonly hub: Hub;
  readonly log: ConnectionLog;
}

/** Sends streams over a transport until it closes. */
export function openConnection(
  { exchange, hub, log }: ConnectionParts,
  transport: Transport,
  names: readonly string[],
): Connection {
  let isClosing = false;
  const close = (code: number, reason: string): void => {
    // Messages that were on their way are no reason to close it again.
    if (isClosing) return;
    isClosing = true;
    log("closed", reason, { code, names: connection.names() });
    transport.close(code, reason);
  };
  const cut = (): void => {
    log("cut", "", { names: connection.names() });
    transport.cut();
  };
  const connection = hub.connect({ ...transport, close, cut });
  connection.subscribe(names);
  const isWithinLimit = createLimit(limits.inboundMessages, limits.inboundWindowMs, exchange.now);
  const accept = (): boolean => {
    const isAccepted = isWithinLimit();
    if (!isAccepted) close(codes.inboundExcess, "too many messages");
    return isAccepted;
  };
  const cancelLifetime = exchange.after(limits.lifetimeMs, () =>
    close(codes.lifetime, "the lifetime of the connection is over"),
  );
  const ping = (payload: string): void => {
    log("ping");
    transport.ping(payload);
  };
  const pings = startPings(exchange, ping, () => close(codes.unansweredPing, "no pong"));
  return {
    message: (text) => {
      log("received", text);
      if (!accept()) return;
      const reply = handleControlMessage(text, exchange, connection);
      log("replied", reply, { names: connection.names() });
      transport.send(messageOf("", reply));
    },
    ping: accept,
    pong: (payload) => {
      log("pong");
      if (accept()) pings?.receivePong(payload);
    },
    ended: () => {
      log("ended");
      cancelLifetime();
      pings?.stop();
      connection.close();
    },
  };
}

const codes = rules.closeCodes;
