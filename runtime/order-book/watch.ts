import { backoffMs, canRecover, requestedWaitMs } from "../call/retry.ts";
import { callable, madeBy, type OptionRules } from "../check-options.ts";
import type { StreamClient } from "../streams/client.ts";
import { callGuarded, errorOf } from "../streams/queue.ts";
import type { NamedStream } from "../streams/types.ts";
import type { RetryDescriptor } from "../tables.ts";
import {
  type BookContract,
  bookRules,
  LocalOrderBook,
  StaleBookError,
} from "./local-order-book.ts";
import type { BookOptions, BookState, SnapshotNeed } from "./types.ts";

/** Options of a watched order book. */
export interface WatchOptions<Sequence extends string = string> extends BookOptions<Sequence> {
  /** Called on each change of state. */
  readonly onState?: (state: BookState, book: LocalOrderBook) => void;
  /** Called when the book becomes crossed, and when it no longer is. */
  readonly onCrossed?: (isCrossed: boolean, book: LocalOrderBook) => void;
  /** Called after each applied event; `book.changes()` lists its changes. */
  readonly onChange?: (book: LocalOrderBook) => void;
  /** Called with an error of a snapshot request, of the stream, or of another callback. */
  readonly onError?: (error: unknown) => void;
}

export const watchRules: OptionRules = {
  ...bookRules,
  onState: callable,
  onCrossed: callable,
  onChange: callable,
  onError: callable,
  streams: madeBy("createStreams", "client"),
};

/** An order book that is kept live until it is closed. */
export interface WatchedOrderBook {
  readonly book: LocalOrderBook;
  /** Resolves when the book is live; rejects when it is closed or refused first. */
  readonly whenLive: () => Promise<LocalOrderBook>;
  /** Stops watching; no timer and no request is left. The book keeps its levels, as stale. */
  readonly close: () => void;
}

/** The source of events and snapshots. */
interface BookSource {
  readonly streams: StreamClient;
  readonly symbol: string;
  readonly stream: NamedStream;
  readonly fetchSnapshot: (need: SnapshotNeed, signal: AbortSignal) => Promise<unknown>;
  readonly retry: RetryDescriptor;
}

/** Keeps a book live with the events of a stream, and with snapshots where needed. */
export function watchBook<Sequence extends string>(
  contract: BookContract<Sequence>,
  source: BookSource,
  options: WatchOptions<Sequence>,
): WatchedOrderBook {
  const { sequence, limit, bufferMax } = options;
  const book = new LocalOrderBook(source.symbol, contract, { sequence, limit, bufferMax });
  return new BookWatcher(book, source, options);
}

class BookWatcher implements WatchedOrderBook {
  readonly book: LocalOrderBook;
  readonly #source: BookSource;
  readonly #options: WatchOptions;
  readonly #unsubscribe: () => void;
  readonly #waiters = new Set<{
    readonly resolve: (book: LocalOrderBook) => void;
    readonly reject: (error: Error) => void;
  }>();
  #reported: Pick<LocalOrderBook, "state" | "isCrossed">;
  /** Cancels the current wait or snapshot request. */
  #cancel: (() => void) | undefined;
  /** Snapshot requests since the last applied event: a snapshot that does not last is a failure. */
  #attempts = 0;
  /** How long, and until when, the exchange or the rate limiter asked to wait. */
  #asked = { waitMs: 0, untilMs: 0 };
  /** An error in a callback must not stop the book. */
  readonly #fail = (error: unknown): void => {
    const { settings } = this.#source.streams;
    const failed = (thrown: Error): void =>
      settings.notify({ kind: "consumerFailed", error: thrown });
    callGuarded(failed, () => this.#options.onError?.(error));
  };
  #hasBeenLive = false;
  #isClosed = false;
  #refusal: Error | undefined;

  constructor(book: LocalOrderBook, source: BookSource, options: WatchOptions) {
    this.book = book;
    this.#source = source;
    this.#options = options;
    this.#reported = { state: book.state, isCrossed: book.isCrossed };
    this.#unsubscribe = source.streams.subscribe(source.stream, {
      raw: (message) => this.#receive(message),
      live: () => this.#fetchIfNeeded(),
      gap: () => this.#disconnect(),
      refused: (error) => this.#end(error),
      closed: () => this.close(),
    });
  }

  readonly whenLive = (): Promise<LocalOrderBook> => {
    if (this.#isClosed) return Promise.reject(this.#refusal ?? new StaleBookError(this.book));
    if (this.book.state === "live") return Promise.resolve(this.book);
    return new Promise((resolve, reject) => this.#waiters.add({ resolve, reject }));
  };

  readonly close = (): void => {
    this.#isClosed = true;
    this.#unsubscribe();
    this.#disconnect();
    for (const { reject } of this.#waiters) {
      reject(this.#refusal ?? new StaleBookError(this.book));
    }
    this.#waiters.clear();
  };

  /** The exchange refuses the book, and asking again would not help. */
  #end(refusal: Error): void {
    this.#refusal = refusal;
    this.close();
    this.#fail(refusal);
  }

  #receive(message: string | Uint8Array): void {
    const { onChange } = this.#options;
    const result = this.book.applyEvent(message);
    if (result === "ignored") return;
    this.#report();
    if (result === "applied") {
      this.#attempts = 0;
      if (onChange !== undefined) callGuarded(this.#fail, () => onChange(this.book));
    }
    this.#fetchIfNeeded();
  }

  #disconnect(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.book.disconnected();
    this.#report();
  }

  #fetchIfNeeded(): void {
    if (this.book.state === "live" || this.#isClosed || this.#cancel !== undefined) return;
    if (this.#attempts === 0) return void this.#fetch();
    const { after, now, random } = this.#source.streams.settings;
    const usualMs = backoffMs(this.#source.retry, this.#attempts, random);
    // A clock that is set back lengthens no wait.
    const askedMs = Math.min(this.#asked.untilMs - now(), this.#asked.waitMs);
    this.#cancel = after(Math.max(askedMs, usualMs), () => void this.#fetch());
  }

  async #fetch(): Promise<void> {
    const need = this.book.snapshotNeeded;
    this.#cancel = undefined;
    if (need === undefined) return;
    const aborter = new AbortController();
    const { signal } = aborter;
    this.#cancel = () => aborter.abort();
    this.#attempts += 1;
    this.#asked = { waitMs: 0, untilMs: 0 };
    try {
      const snapshot = await this.#source.fetchSnapshot(need, signal);
      if (signal.aborted) return;
      this.book.applySnapshot(snapshot);
    } catch (error) {
      if (signal.aborted) return;
      if (!this.#hasBeenLive && !canRecover(error, this.#source.retry)) {
        return this.#end(errorOf(error));
      }
      this.#fail(error);
      const waitMs = requestedWaitMs(error);
      this.#asked = { waitMs, untilMs: this.#source.streams.settings.now() + waitMs };
    }
    this.#cancel = undefined;
    this.#report();
    this.#fetchIfNeeded();
  }

  #report(): void {
    const { book } = this;
    const { state, isCrossed } = this.#reported;
    this.#reported = { state: book.state, isCrossed: book.isCrossed };
    if (book.isCrossed !== isCrossed) {
      callGuarded(this.#fail, () => this.#options.onCrossed?.(book.isCrossed, book));
    }
    if (book.state === state) return;
    callGuarded(this.#fail, () => this.#options.onState?.(book.state, book));
    if (book.state !== "live") return;
    this.#hasBeenLive = true;
    for (const { resolve } of this.#waiters) resolve(book);
    this.#waiters.clear();
  }
}
