// Generated from spec/{asyncapi*,events/**,rules/*} by generators/emitters/streams/order-book.ts.
// Do not edit: change the spec, then run `npm run generate`.

import { checkOptions, clientWith } from "../runtime/check-options.ts";
import { plus } from "../runtime/encoding/int64-math.ts";
import { LocalOrderBook } from "../runtime/order-book/local-order-book.ts";
import type {
  BookOptions,
  BookTable,
  EventIds,
  EventVerdict,
} from "../runtime/order-book/types.ts";
import {
  type WatchedOrderBook,
  type WatchOptions,
  watchBook,
  watchRules,
} from "../runtime/order-book/watch.ts";
import type { Int64 } from "../runtime/tables.ts";
import { retry } from "./errors.ts";
import type { Streams } from "./stream-client.ts";
import { streamName } from "./streams.ts";

/**
 * The snapshot that a local order book needs, and the fields of its messages.
 *
 * @see spec/rules/bookSync.yaml
 */
export const bookTable = {
  limit: 1000,
  message: {
    type: "depthUpdate",
    fields: {
      type: "e",
      symbol: "s",
      first: "U",
      last: "u",
      bids: "b",
      asks: "a",
      time: "E",
      engineTime: "T",
      before: "pu",
    },
    wrapper: { stream: "stream", data: "data" },
  },
  snapshot: { last: "lastUpdateId", bids: "bids", asks: "asks" },
} as const satisfies BookTable;

/**
 * Rules by which depth events follow each other. `documented` is what the exchange documents,
 * other sequences are assumed.
 *
 * @see spec/rules/bookSync.yaml
 */
export const bookSequences = ["documented", "overlapping"] as const;

/**
 * How events follow each other.
 *
 * @see spec/rules/bookSync.yaml
 */
export type BookSequence = (typeof bookSequences)[number];

/**
 * What becomes of a depth event after the previous one that was applied, or without one after the
 * snapshot: it is applied or dropped, or it shows that events were lost.
 *
 * @see spec/rules/bookSync.yaml
 */
export function judgeDepthEvent(
  sequence: BookSequence,
  event: EventIds,
  previous: EventIds | undefined,
  snapshotId: Int64,
): EventVerdict {
  switch (sequence) {
    case "documented":
      if (previous === undefined) {
        if (event.last <= snapshotId) return "drop";
        if (event.first <= plus(snapshotId, 1) && event.last >= plus(snapshotId, 1)) return "apply";
      } else if (event.first === plus(previous.last, 1)) return "apply";
      return "gap";
    case "overlapping":
      if (previous === undefined) {
        if (event.last <= snapshotId) return "drop";
        if (event.first <= plus(snapshotId, 1) && event.last >= plus(snapshotId, 1)) return "apply";
      } else {
        if (event.last <= previous.last) return "drop";
        if (event.first <= plus(previous.last, 1)) return "apply";
      }
      return "gap";
  }
}

const contract = { table: bookTable, sequences: bookSequences, judge: judgeDepthEvent };

/**
 * Creates a local order book that takes snapshots and depth events from its owner. It does no I/O:
 * `snapshotNeeded` says when a snapshot has to be fetched.
 *
 * @throws RangeError for a sequence that the spec does not name; InvalidRequestError for a wrong
 *   option.
 * @see spec/rules/bookSync.yaml
 */
export function createOrderBook(
  symbol: string,
  options: BookOptions<BookSequence> = {},
): LocalOrderBook {
  return new LocalOrderBook(symbol, contract, options);
}

/** The sources of a watched order book, its options and its callbacks. */
export interface WatchOrderBookOptions extends WatchOptions<BookSequence> {
  /** Made by `createStreams`; delivers the depth events. */
  readonly streams: Pick<Streams, "client">;
  /** Made by `createClient`; fetches the snapshots. */
  readonly client: {
    getDepth(
      request: { symbol: string; limit: number },
      options: { signal: AbortSignal },
    ): Promise<unknown>;
  };
}

/**
 * Keeps the order book of a symbol live: subscribes to its depth stream, and fetches a snapshot at
 * the start, after a gap and after a reconnect. Close it when it is no longer needed.
 *
 * @throws InvalidRequestError for a symbol that no stream can have, or a wrong option; RangeError
 *   for a sequence that the spec does not name.
 * @see spec/rules/bookSync.yaml
 */
export function watchOrderBook(symbol: string, options: WatchOrderBookOptions): WatchedOrderBook {
  const rules = { ...watchRules, client: clientWith("getDepth") };
  checkOptions("watchOrderBook", options, rules, "streams", "client");
  const { streams, client, ...bookOptions } = options;
  const source = {
    streams: streams.client,
    symbol,
    stream: { name: streamName("depth", { symbol }), id: "depth" },
    fetchSnapshot: ({ limit }: { limit: number }, signal: AbortSignal) =>
      client.getDepth({ symbol, limit }, { signal }),
    retry,
  };
  return watchBook(contract, source, bookOptions);
}

export { LocalOrderBook, StaleBookError } from "../runtime/order-book/local-order-book.ts";
export type * from "../runtime/order-book/types.ts";
export type { WatchedOrderBook, WatchOptions } from "../runtime/order-book/watch.ts";
