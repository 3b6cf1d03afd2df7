import { backoffMs } from "../client/retry.ts";
import { ApiError } from "../errors.ts";
import type { StreamClient } from "../streams/client.ts";
import type { NamedStream } from "../streams/types.ts";
import type { RetryDescriptor } from "../tables.ts";
import { type BookContract, LocalOrderBook, StaleBookError } from "./local-order-book.ts";
import { type FetchEvent, notFetching, reduceFetch } from "./snapshot-fetch.ts";
import type { BookOptions, BookState, SnapshotNeed } from "./types.ts";

/** Options of a watched order book. */
export interface WatchOptions<Sequence extends string = string> extends BookOptions<Sequence> {
  /** Called on each change of the book's state. */
  readonly onState?: (state: BookState, book: LocalOrderBook) => void;
  /** Called after each event that was applied; `book.changes()` lists what it changed. */
  readonly onChange?: (book: LocalOrderBook) => void;
  /** Called with the error of a snapshot request, of the stream, or of another callback. */
  readonly onError?: (error: unknown) => void;
}

/** An order book that is kept live until it is closed. */
export interface WatchedOrderBook {
  readonly book: LocalOrderBook;
  /** Resolves when the book is live; rejects with a StaleBookError when it is closed first. */
  readonly whenLive: () => Promise<LocalOrderBook>;
  /** Stops watching; no timer and no request is left. The book keeps its levels, as stale. */
  readonly close: () => void;
}

/** Where a watched book gets its events and snapshots from. */
interface BookSource {
  readonly streams: StreamClient;
  readonly symbol: string;
  readonly stream: NamedStream;
  readonly fetchSnapshot: (need: SnapshotNeed, signal: AbortSignal) => Promise<unknown>;
  readonly retry: RetryDescriptor;
}

/** Keeps a book live by the messages of a stream, and by snapshots where it needs one. */
export function watchBook<Sequence extends string>(
  contract: BookContract<Sequence>,
  source: BookSource,
  options: WatchOptions<Sequence>,
): WatchedOrderBook {
  const { onChange, onError } = options;
  const book = new LocalOrderBook(source.symbol, contract, options);
  const reporter = createReporter(book, options);
  const fetcher = createFetcher(source, book, { onError, reportState: reporter.reportState });

  const disconnected = (kind: "disconnected" | "closed"): void => {
    fetcher.handle({ kind });
    book.disconnected();
    reporter.reportState();
  };
  const close = (): void => {
    unsubscribe();
    disconnected("closed");
    reporter.close();
  };
  const unsubscribe = source.streams.subscribe(source.stream, {
    raw: (message) => {
      const result = book.applyEvent(message);
      if (result === "ignored") return;
      reporter.reportState();
      if (result === "applied") {
        fetcher.handle({ kind: "applied" });
        if (onChange !== undefined) reporter.call(() => onChange(book));
      }
      fetcher.fetchIfNeeded();
    },
    live: fetcher.fetchIfNeeded,
    gap: () => disconnected("disconnected"),
    refused: (error) => {
      close();
      onError?.(error);
    },
    closed: close,
  });
  return { book, close, whenLive: reporter.whenLive };
}

/** Calls the user's callbacks, and resolves the promises of those who wait for a live book. */
function createReporter(book: LocalOrderBook, { onState, onError }: WatchOptions) {
  const waiters = new Set<{
    readonly resolve: (book: LocalOrderBook) => void;
    readonly reject: (error: Error) => void;
  }>();
  let reported = book.state;
  let isClosed = false;

  /** A callback that throws must not stop the book. */
  const call = (callback: () => void): void => {
    try {
      callback();
    } catch (error) {
      onError?.(error);
    }
  };

  return {
    call,
    reportState: (): void => {
      if (book.state === reported) return;
      reported = book.state;
      call(() => onState?.(book.state, book));
      if (book.state !== "live") return;
      for (const { resolve } of waiters) resolve(book);
      waiters.clear();
    },
    whenLive: (): Promise<LocalOrderBook> =>
      new Promise((resolve, reject) => {
        if (isClosed) reject(new StaleBookError(book));
        else if (book.state === "live") resolve(book);
        else waiters.add({ resolve, reject });
      }),
    close: (): void => {
      isClosed = true;
      for (const { reject } of waiters) reject(new StaleBookError(book));
      waiters.clear();
    },
  };
}

interface FetchCallbacks {
  readonly onError: WatchOptions["onError"] | undefined;
  readonly reportState: () => void;
}

/** Fetches snapshots when the reducer says so, and applies them. */
function createFetcher(
  { streams, fetchSnapshot, retry }: BookSource,
  book: LocalOrderBook,
  { onError, reportState }: FetchCallbacks,
) {
  const { after, random } = streams.settings;
  let state = notFetching;
  /** Ends the wait or the fetch under way. */
  let cancel = (): void => undefined;

  const handle = (event: FetchEvent): void => {
    const step = reduceFetch(state, event);
    state = step.state;
    for (const effect of step.effects) {
      switch (effect.kind) {
        case "fetch":
          void fetch();
          break;
        case "wait": {
          const waitMs = Math.max(effect.retryAfterMs, backoffMs(retry, effect.attempts, random));
          cancel = after(waitMs, () => handle({ kind: "timer" }));
          break;
        }
        case "cancel":
          cancel();
      }
    }
  };

  const fetchIfNeeded = (): void => {
    if (book.state !== "live") handle({ kind: "needed" });
  };

  const fetch = async (): Promise<void> => {
    const need = book.snapshotNeeded;
    if (need === undefined) return handle({ kind: "fetched" });
    const aborter = new AbortController();
    const { signal } = aborter;
    cancel = () => aborter.abort();
    try {
      const snapshot = await fetchSnapshot(need, signal);
      if (signal.aborted) return;
      book.applySnapshot(snapshot);
      handle({ kind: "fetched" });
    } catch (error) {
      if (signal.aborted) return;
      onError?.(error);
      const retryAfterMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
      handle({ kind: "failed", retryAfterMs });
    }
    reportState();
    fetchIfNeeded();
  };

  return { handle, fetchIfNeeded };
}
