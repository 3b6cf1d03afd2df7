/**
 * The one place where the page makes its clients and streams. Everything that goes over the wire
 * passes through the recorders of a wire.
 */

import { type Client, createClient } from "../../generated/client.ts";
import { createStreams, type Streams } from "../../generated/stream-client.ts";
import type { CallEvent } from "../../runtime/client/options.ts";
import type { StreamSocket, StreamSocketClass } from "../../runtime/streams/types.ts";
import type { KeyRecord } from "../config/accounts.ts";
import type { Wire } from "./wire/wire.ts";

/** The page's access to the exchange that serves it. */
export interface Connection {
  /** The client of an account; one for the life of the page, so that its rate limits are kept. */
  readonly clientOf: (account: KeyRecord) => Client;
  readonly streams: Streams;
  /** Closes every stream connection, so that all is read anew on others. */
  readonly reconnect: () => void;
}

/** A silent connection is probed after this time, so that no dead book looks live for long. */
const probeAfterMs = 4000;

/** The exchange is on this machine, so that a response takes milliseconds. */
const attemptTimeoutMs = 3000;

/** How long the reply to a probe may take. */
const responseTimeoutMs = 3000;

/**
 * The exchange is on this machine, so nobody is spared by a late reconnect: a wait is a small share
 * of what the backoff allows, 3 seconds at most.
 */
const random = (): number => 0.02 + Math.random() * 0.08;

export function connect({ fetch, WebSocket, onCall, onStream }: Wire): Connection {
  const sockets = new Set<StreamSocket>();
  const clients = new Map<string, Client>();
  const { origin } = location;
  return {
    clientOf: (account) => {
      const { apiKey, apiSecret } = account;
      const known = clients.get(apiKey);
      if (known !== undefined) return known;
      const onEvent = (event: CallEvent): void => onCall(event, account);
      const options = { baseUrl: origin, apiKey, apiSecret, attemptTimeoutMs, fetch, onEvent };
      const client = createClient(options);
      clients.set(apiKey, client);
      return client;
    },
    streams: createStreams({
      url: `${origin.replace(/^http/u, "ws")}/stream`,
      WebSocket: trackedSocket(WebSocket, sockets),
      onEvent: onStream,
      probeAfterMs,
      responseTimeoutMs,
      random,
    }),
    reconnect: () => {
      for (const socket of sockets) socket.close();
    },
  };
}

/** The same class, whose open sockets are in the set. */
function trackedSocket(
  WebSocket: StreamSocketClass,
  sockets: Set<StreamSocket>,
): StreamSocketClass {
  return class extends WebSocket {
    constructor(url: string) {
      super(url);
      this.addEventListener("open", () => sockets.add(this));
      this.addEventListener("close", () => sockets.delete(this));
    }
  };
}
