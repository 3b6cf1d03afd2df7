/**
 * Makes the page's clients and streams, the only place that does. All traffic passes through the
 * recorders of a wire log.
 */

import { type Client, createClient } from "../../generated/client.ts";
import { createStreams, type Streams } from "../../generated/stream-client.ts";
import type { CallEvent } from "../../runtime/call/options.ts";
import type { StreamSocket, StreamSocketClass } from "../../runtime/streams/types.ts";
import type { KeyRecord } from "../config/accounts.ts";
import type { Wire } from "./wire/wire.ts";

/** The page's access to the exchange that serves it. */
export interface Connection {
  /** The client of an account; one for the life of the page, to keep its rate limits. */
  readonly clientOf: (account: KeyRecord) => Client;
  readonly streams: Streams;
  /** Closes every stream connection, so that all streams restart on new ones. */
  readonly reconnect: () => void;
}

/** Probe silent connections early, so that no dead book looks live for long. */
const probeAfterMs = 4000;

/** The exchange runs on this machine: responses take milliseconds. */
const attemptTimeoutMs = 3000;

/** Timeout of the reply to a probe. */
const responseTimeoutMs = 3000;

/**
 * The exchange runs on this machine, so a late reconnect spares nobody: wait a small fraction of
 * the backoff, 3 seconds at most.
 */
const random = (): number => 0.02 + Math.random() * 0.08;

export function connect({ fetch, onCall, onStream }: Wire): Connection {
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

/** The same class, with its open sockets in a set. */
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
