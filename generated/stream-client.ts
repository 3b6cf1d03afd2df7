// Generated from spec/{asyncapi*,events/**,rules/*} by generators/emitters/streams/client.ts.
// Do not edit: change the spec, then run `npm run generate`.

import { createStreamClient, type StreamClient } from "../runtime/streams/client.ts";
import { each } from "../runtime/streams/names.ts";
import type { StreamOptions } from "../runtime/streams/options.ts";
import {
  type SubscribeOptions,
  type Subscription,
  subscribe,
} from "../runtime/streams/subscription.ts";
import type { Backlog, StreamTables } from "../runtime/streams/types.ts";
import { retry, statuses } from "./errors.ts";
import {
  connectionLimits,
  connectionQuery,
  connectionRules,
  type StreamId,
  type StreamMessages,
  type StreamParameters,
  streamName,
  streams,
} from "./streams.ts";
import type {
  BookTickerEvent,
  DepthUpdate,
  MiniTickerEvent,
  TickerEvent,
  TradeEvent,
} from "./types.ts";

/** The streams of an exchange: one method for each public stream. */
export interface Streams {
  /** The connections underneath. */
  readonly client: StreamClient;
  /**
   * Changes of the order book's price levels, to keep a local book.
   *
   * Takes one `symbol` or a list, in letters of any case. A reader that is too slow gets a
   * StreamStaleError: it must not miss an event.
   *
   * @throws InvalidRequestError for a symbol that no stream can have, or a wrong option;
   *   TradespecError after `close`.
   * @see spec/events/channels/depth.yaml
   */
  depth(symbol: string | readonly string[], options?: SubscribeOptions): Subscription<DepthUpdate>;
  /**
   * Executed trades, as they happen.
   *
   * Takes one `symbol` or a list, in letters of any case. A reader that is too slow loses the
   * oldest events, and `dropped` counts them.
   *
   * @throws InvalidRequestError for a symbol that no stream can have, or a wrong option;
   *   TradespecError after `close`.
   * @see spec/events/channels/trade.yaml
   */
  trade(symbol: string | readonly string[], options?: SubscribeOptions): Subscription<TradeEvent>;
  /**
   * The best bid and the best ask.
   *
   * Takes one `symbol` or a list, in letters of any case. A reader that is too slow finds the
   * newest event.
   *
   * @throws InvalidRequestError for a symbol that no stream can have, or a wrong option;
   *   TradespecError after `close`.
   * @see spec/events/channels/bookTicker.yaml
   */
  bookTicker(
    symbol: string | readonly string[],
    options?: SubscribeOptions,
  ): Subscription<BookTickerEvent>;
  /**
   * Statistics over the last 24 hours.
   *
   * Takes one `symbol` or a list, in letters of any case. A reader that is too slow finds the
   * newest event.
   *
   * @throws InvalidRequestError for a symbol that no stream can have, or a wrong option;
   *   TradespecError after `close`.
   * @see spec/events/channels/ticker.yaml
   */
  ticker(symbol: string | readonly string[], options?: SubscribeOptions): Subscription<TickerEvent>;
  /**
   * Lightweight price updates.
   *
   * Takes one `symbol` or a list, in letters of any case. A reader that is too slow finds the
   * newest event.
   *
   * @throws InvalidRequestError for a symbol that no stream can have, or a wrong option;
   *   TradespecError after `close`.
   * @see spec/events/channels/miniTicker.yaml
   */
  miniTicker(
    symbol: string | readonly string[],
    options?: SubscribeOptions,
  ): Subscription<MiniTickerEvent>;
  /** Any streams by name, with their events as received; drops the oldest for a slow reader. */
  open(names: string | readonly string[], options?: SubscribeOptions): Subscription<unknown>;
  /** Ends all streams and connections; no timer and no listener is left. */
  close(): void;
}

/**
 * Makes a client of the streams. It connects at the first subscription, and has to be closed.
 *
 * @throws InvalidRequestError for a wrong option; TradespecError where the platform has no
 *   WebSocket and the options give none.
 */
export function createStreams(options: StreamOptions): Streams {
  const tables: StreamTables = {
    streams,
    limits: connectionLimits,
    rules: connectionRules,
    query: connectionQuery,
    backoff: retry.backoff,
    statuses,
  };
  const client = createStreamClient(tables, options);
  const open = <Stream extends StreamId>(
    id: Stream,
    parameters: readonly StreamParameters[Stream][],
    backlog: Backlog,
    options: SubscribeOptions | undefined,
  ): Subscription<StreamMessages[Stream]> => {
    const named = parameters.map((values) => ({ id, name: streamName(id, values) }));
    return subscribe(client, named, backlog, options);
  };
  return {
    client,
    depth: (symbol, options) => open("depth", each("symbol", symbol), "stale", options),
    trade: (symbol, options) => open("trade", each("symbol", symbol), "dropOldest", options),
    bookTicker: (symbol, options) => open("bookTicker", each("symbol", symbol), "latest", options),
    ticker: (symbol, options) => open("ticker", each("symbol", symbol), "latest", options),
    miniTicker: (symbol, options) => open("miniTicker", each("symbol", symbol), "latest", options),
    open: (names, options) => subscribe(client, each("name", names), "dropOldest", options),
    close: client.close,
  };
}

export { StreamRefusedError } from "../runtime/streams/client.ts";
export type { StreamOptions } from "../runtime/streams/options.ts";
export { StreamStaleError } from "../runtime/streams/queue.ts";
export type { SubscribeOptions, Subscription } from "../runtime/streams/subscription.ts";
export type { Backlog, StreamNotice, StreamState } from "../runtime/streams/types.ts";
export * from "./streams.ts";

//# sourceMappingURL=stream-client.ts.map
