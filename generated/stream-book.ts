// Generated from spec/{asyncapi,events/*,rules/*}.yaml by generators/emitters/stream-book.ts.
// Do not edit: change the spec, then run `npm run generate`.

import { followBook } from "../runtime/order-book/streamed.ts";
import type { StreamedBook, StreamedBookOptions } from "../runtime/order-book/streamed.ts";
import type { StreamClient } from "../runtime/streams/client.ts";
import { retry } from "./errors.ts";
import { bookSteps } from "./order-book.ts";
import type { BookSequence } from "./order-book.ts";
import { streamName } from "./streams.ts";

/** Where the book of a symbol comes from, and who hears of it. */
export interface StreamBookOptions extends StreamedBookOptions<BookSequence> {
  readonly streams: { readonly client: StreamClient };
  readonly exchange: {
    getDepth(
      request: { symbol: string; limit: number },
      options: { signal: AbortSignal },
    ): Promise<unknown>;
  };
}

/**
 * The order book of a symbol, kept live from the stream and from snapshots that the client fetches.
 * It has to be closed.
 *
 * @see spec/rules/bookSync.yaml
 */
export function watchOrderBook(symbol: string, settings: StreamBookOptions): StreamedBook {
  const { streams, exchange, ...options } = settings;
  const name = streamName("depth", { symbol });
  const source = {
    client: streams.client,
    symbol,
    stream: { name, id: "depth" },
    snapshot: ({ limit }: { limit: number }, signal: AbortSignal) =>
      exchange.getDepth({ symbol, limit }, { signal }),
    retry,
  };
  return followBook(bookSteps, source, options);
}

export * from "./order-book.ts";
export type { StreamedBook, StreamedBookOptions } from "../runtime/order-book/streamed.ts";
