import type { StreamClient } from "../streams/client.ts";
import type { NamedStream } from "../streams/types.ts";
import type { RetryDescriptor } from "../tables.ts";
import { type KeptBook, type KeptBookOptions, keepBook } from "./driver.ts";
import type { BookSteps, SnapshotNeed } from "./types.ts";

/** How a book on a stream is kept. */
export type StreamedBookOptions<Sequence extends string = string> = Omit<
  KeptBookOptions<Sequence>,
  "symbol" | "snapshot" | "after" | "random"
>;

/** A book that follows a stream by itself. */
export type StreamedBook = Pick<KeptBook, "book" | "whenLive" | "close">;

/** Where a book comes from. */
export interface BookSource {
  readonly client: StreamClient;
  readonly symbol: string;
  readonly stream: NamedStream;
  readonly snapshot: (need: SnapshotNeed, signal: AbortSignal) => Promise<unknown>;
  readonly retry: RetryDescriptor;
}

/** Keeps a book by the messages of a stream, as they come: the book reads them itself. */
export function followBook<Sequence extends string>(
  steps: BookSteps<Sequence>,
  { client, symbol, stream, snapshot, retry }: BookSource,
  options: StreamedBookOptions<Sequence>,
): StreamedBook {
  const { after, random } = client.settings;
  const ending = new AbortController();
  const kept = keepBook(
    steps,
    { after, random, retry },
    { ...options, symbol, snapshot: (need) => snapshot(need, ending.signal) },
  );
  const close = (): void => {
    leave();
    kept.close();
    ending.abort();
  };
  const leave = client.subscribe(stream, {
    raw: kept.take,
    live: kept.connected,
    gap: kept.disconnected,
    refused: (error) => {
      close();
      options.onError?.(error);
    },
    closed: close,
  });
  return { book: kept.book, whenLive: kept.whenLive, close };
}
