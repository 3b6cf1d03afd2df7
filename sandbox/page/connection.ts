/** Makes the page's clients and streams, the only place that does. */

import { type Client, createClient } from "../../generated/client.ts";
import { createStreams } from "../../generated/stream-client.ts";
import type { Fetch } from "../../runtime/platform.ts";
import type { StreamSocket, StreamSocketClass } from "../../runtime/streams/types.ts";
import type { KeyRecord } from "../config/accounts.ts";
import type { FeedLog } from "./feed.ts";

/** The page's access to the exchange that serves it. */
export type Connection = ReturnType<typeof connect>;

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

export function connect(feed: FeedLog) {
  let isOpening = true;
  // From then on as any program does, so that a fault meets the page as well.
  const fetch: Fetch = (url, init) => (isOpening ? feed.fetch(url, init) : window.fetch(url, init));
  const sockets = new Set<StreamSocket>();
  const clients = new Map<string, Client>();
  const { origin } = location;
  return {
    /** The client of an account; one for the life of the page, to keep its rate limits. */
    clientOf: ({ apiKey, apiSecret }: KeyRecord): Client => {
      const known = clients.get(apiKey);
      if (known !== undefined) return known;
      const client = createClient({ baseUrl: origin, apiKey, apiSecret, attemptTimeoutMs, fetch });
      clients.set(apiKey, client);
      return client;
    },
    streams: createStreams({
      url: `${origin.replace(/^http/u, "ws")}/stream`,
      WebSocket: trackedSocket(WebSocket, sockets),
      probeAfterMs,
      responseTimeoutMs,
      random,
    }),
    /** Ends the opening of the page, whose many reads go over the connection of the feed. */
    opened: (): void => {
      isOpening = false;
    },
    /** Closes every stream connection, so that all streams restart on new ones. */
    reconnect: (): void => {
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
