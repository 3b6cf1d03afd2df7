import { backoffMs } from "../client/retry.ts";
import type { Adapters } from "../defaults.ts";
import { ApiError } from "../errors.ts";
import type { RetryDescriptor } from "../tables.ts";
import { StaleBookError } from "./error.ts";
import { LocalBook } from "./local.ts";
import type { BookOptions, BookState, BookSteps, SnapshotNeed, Taken } from "./types.ts";

/** What a kept book is made of. */
export interface KeptBookOptions<Sequence extends string = string> extends BookOptions<Sequence> {
  readonly symbol: string;
  /**
   * Fetches a snapshot, of as many levels a side as the need says: an object, text or bytes. When
   * it fails, or does not help, it is called again after a while.
   */
  readonly snapshot: (need: SnapshotNeed) => Promise<unknown>;
  /** Hears of every change of the book's state. */
  readonly onState?: (state: BookState, book: LocalBook) => void;
  /** Hears of every event that was applied; `book.changes()` tells what it changed. */
  readonly onChange?: (book: LocalBook) => void;
  /** Hears why a snapshot could not be fetched, and what the other listeners throw. */
  readonly onError?: (error: unknown) => void;
  /** Runs something after a delay; the platform's timers when absent. */
  readonly after?: Adapters["after"];
  /** From 0 to below 1; the platform's chance when absent. */
  readonly random?: Adapters["random"];
}

/** What the driver leans on where its options name nothing else. */
export interface BookPlatform extends Pick<Adapters, "after" | "random"> {
  readonly retry: RetryDescriptor;
}

/** A book that fetches its snapshots itself. */
export interface KeptBook {
  readonly book: LocalBook;
  /** Says that events may come from now on: the snapshot is fetched. The first event does too. */
  connected(): void;
  /** Takes a message of the depth stream in any form; see `LocalBook.take`. */
  take(message: unknown): Taken;
  /** Says that events were cut off. A new snapshot is fetched when they come again. */
  disconnected(): void;
  /** Resolves when the book is live; rejects when it is closed first. */
  whenLive(): Promise<LocalBook>;
  /** Ends all waiting; the book stays as it is, and stale. */
  close(): void;
}

/** Keeps a book live: fetches a snapshot when one is due, and waits longer after each failure. */
export function keepBook(
  steps: BookSteps,
  platform: BookPlatform,
  options: KeptBookOptions,
): KeptBook {
  const { snapshot, onState, onChange, onError } = options;
  const { after = platform.after, random = platform.random } = options;
  const book = new LocalBook(options.symbol, steps, options);
  const waiting = new Set<Waiting>();
  let told = book.state;
  let isClosed = false;
  /** Fetches and waits of an earlier connection no longer count. */
  let round = 0;
  let isFetching = false;
  /** Fetches since an event was applied: a snapshot that does not last is no better than none. */
  let fetches = 0;
  /** The shortest wait that the exchange asked for. */
  let askedMs = 0;
  let cancelWait = (): void => undefined;

  const guarded = (listener: () => void): void => {
    try {
      listener();
    } catch (error) {
      onError?.(error);
    }
  };

  const tell = (): void => {
    if (book.state === told) return;
    told = book.state;
    guarded(() => onState?.(book.state, book));
    if (told !== "live") return;
    for (const { resolve } of waiting) resolve(book);
    waiting.clear();
  };

  const fetchOnce = async (need: SnapshotNeed, own: number): Promise<void> => {
    fetches += 1;
    askedMs = 0;
    try {
      const answer = await snapshot(need);
      if (own === round) book.takeSnapshot(answer);
    } catch (error) {
      if (own !== round) return;
      if (error instanceof ApiError) askedMs = error.retryAfterMs ?? 0;
      onError?.(error);
    }
    if (own !== round) return;
    isFetching = false;
    tell();
    follow();
  };

  const follow = (): void => {
    const { need } = book;
    if (need === undefined || isFetching || isClosed) return;
    isFetching = true;
    const own = round;
    const start = (): void => {
      if (own === round) void fetchOnce(need, own);
    };
    if (fetches === 0) return start();
    cancelWait = after(Math.max(askedMs, backoffMs(platform.retry, fetches, random)), start);
  };

  const stop = (): void => {
    round += 1;
    isFetching = false;
    cancelWait();
    book.disconnected();
    tell();
  };

  return {
    book,
    connected: follow,
    take: (message) => {
      if (isClosed) return "refused";
      const taken = book.take(message);
      if (taken === "refused") return taken;
      tell();
      if (taken === "applied") {
        fetches = 0;
        if (onChange !== undefined) guarded(() => onChange(book));
      }
      follow();
      return taken;
    },
    disconnected: stop,
    whenLive: () =>
      new Promise((resolve, reject) => {
        if (isClosed) reject(closedError(book));
        else if (book.state === "live") resolve(book);
        else waiting.add({ resolve, reject });
      }),
    close: () => {
      isClosed = true;
      stop();
      for (const { reject } of waiting) reject(closedError(book));
      waiting.clear();
    },
  };
}

interface Waiting {
  readonly resolve: (book: LocalBook) => void;
  readonly reject: (why: Error) => void;
}

function closedError({ symbol, state, reason }: LocalBook): StaleBookError {
  return new StaleBookError(symbol, state, reason);
}
