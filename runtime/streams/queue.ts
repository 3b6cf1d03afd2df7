/** A bounded queue between streams and one reader, who may be slow, throw, or leave. */

import { TradespecError } from "../errors.ts";
import type { Backlog } from "./types.ts";

/** The reader was too slow for a stream on which it must not miss an event. */
export class StreamStaleError extends TradespecError {
  override readonly name: string = "StreamStaleError";
}

interface QueueOptions {
  readonly backlog: Backlog;
  /** Most events that wait; with "latest", one event of each stream. */
  readonly max: number;
  /** Called when the queue closes: its reader left or was too slow. */
  readonly onLeave: () => void;
}

type ReadResult<Event> = IteratorResult<Event, undefined>;

/** Takes events from streams and passes them to a loop or a callback. */
export class EventQueue<Event> implements AsyncIterator<Event, undefined> {
  readonly #options: QueueOptions;
  /** Waiting events, oldest first; by stream where only the latest is kept, else by number. */
  readonly #waiting = new Map<string | number, Event>();
  #oldest = this.#waiting.entries();
  #lastNumber = 0;
  /** Waiting events that do not count: so many came at once that nobody could have read them. */
  #uncounted = 0;
  #dropped = 0;
  readonly #pending: PendingRead<Event>[] = [];
  #callback: Callback<Event> | undefined;
  #isBusy = false;
  #end: { readonly error: Error | undefined } | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Adds an event of the stream `source`, which counts as waiting or not. */
  push(event: Event, source = "", isCounted = true): void {
    if (this.#end !== undefined) return;
    if (this.#callback !== undefined && !this.#isBusy) {
      this.#call(this.#callback, event);
      // The callback may have ended the queue or pushed more events.
      const isIdle = this.#waiting.size === 0 && this.#end === undefined;
      if (!isIdle && !this.#isBusy) this.#resume();
      return;
    }
    const read = this.#pending.shift();
    if (read === undefined) this.#store(event, source, isCounted);
    else read.resolve({ value: event, done: false });
  }

  /**
   * Calls `handle` with each event from now on, one at a time: the next waits for the promise of
   * `handle`. `failed` receives what it throws, and the error that ends the queue.
   * @throws TradespecError when the queue already has a callback.
   */
  each(handle: (event: Event) => unknown, failed: (error: Error) => void): void {
    if (this.#callback !== undefined)
      throw new TradespecError(
        "This subscription has a callback already; make another subscription.",
      );
    this.#callback = { handle, failed };
    this.#isBusy = true;
    // Let the caller get its result before the first event arrives.
    queueMicrotask(() => this.#resume());
  }

  /** Accepts no more events; reading ends after the waiting ones, with the error if given. */
  end(error?: Error): void {
    this.#end ??= { error };
    const pending = this.#pending.splice(0);
    const first = pending.length > 0 ? this.#takeError() : undefined;
    for (const { resolve, reject } of pending) {
      if (first === undefined) resolve(endOfQueue);
      else reject(first);
    }
    if (!this.#isBusy) this.#resume();
  }

  /** Number of events dropped because the reader was too slow. */
  dropped(): number {
    return this.#dropped;
  }

  async next(): Promise<ReadResult<Event>> {
    const waiting = this.#take();
    if (waiting.done !== true) return waiting;
    if (this.#end === undefined) {
      return new Promise((resolve, reject) => this.#pending.push({ resolve, reject }));
    }
    const error = this.#takeError();
    if (error === undefined) return endOfQueue;
    throw error;
  }

  /** Ends reading at once. */
  async return(): Promise<ReadResult<Event>> {
    this.end();
    this.#waiting.clear();
    this.#options.onLeave();
    return endOfQueue;
  }

  #store(event: Event, source: string, isCounted: boolean): void {
    const { backlog, max } = this.#options;
    if (backlog === "latest") {
      if (this.#waiting.has(source)) this.#dropped += 1;
      this.#waiting.set(source, event);
      return;
    }
    if (!isCounted) this.#uncounted += 1;
    else if (this.#waiting.size - this.#uncounted >= max) {
      this.#dropped += 1;
      if (backlog === "stale") return this.#becomeStale();
      this.#take();
    }
    this.#lastNumber += 1;
    this.#waiting.set(this.#lastNumber, event);
  }

  /** Takes the oldest waiting event. */
  #take(): ReadResult<Event> {
    let oldest = this.#oldest.next();
    if (oldest.done === true) {
      // Only now: a new iterator first passes the entries that were deleted.
      this.#oldest = this.#waiting.entries();
      oldest = this.#oldest.next();
    }
    if (oldest.done === true) return endOfQueue;
    const [key, value] = oldest.value;
    this.#waiting.delete(key);
    this.#uncounted = Math.max(0, this.#uncounted - 1);
    return { value, done: false };
  }

  /** The error at the end, thrown once: a reader that continues gets the plain end. */
  #takeError(): Error | undefined {
    const error = this.#end?.error;
    if (error !== undefined) this.#end = { error: undefined };
    return error;
  }

  #becomeStale(): void {
    const fix = "read faster, or set a longer backlog";
    this.end(
      new StreamStaleError(`More than ${this.#options.max} events wait for one reader; ${fix}.`),
    );
    this.#options.onLeave();
  }

  #call({ handle, failed }: Callback<Event>, event: Event): void {
    this.#isBusy = true;
    const running = callGuarded(failed, () => handle(event));
    if (running === undefined) this.#isBusy = false;
    else void running.then(() => this.#resume());
  }

  /** Calls the callback with the waiting events, and with the error at the end. */
  #resume(): void {
    const callback = this.#callback;
    if (callback === undefined) return;
    this.#isBusy = false;
    for (let read = this.#take(); read.done !== true; read = this.#take()) {
      this.#call(callback, read.value);
      if (this.#isBusy) return;
    }
    const error = this.#takeError();
    if (error !== undefined) callback.failed(error);
  }
}

/** Passes on what a user's function throws, or its promise rejects with; returns that promise. */
export function callGuarded(
  failed: (error: Error) => void,
  run: () => unknown,
): Promise<void> | undefined {
  const fail = (thrown: unknown): void => failed(errorOf(thrown));
  try {
    const result = run();
    if (isPromise(result)) return Promise.resolve(result).then(ignore, fail);
  } catch (thrown) {
    fail(thrown);
  }
  return undefined;
}

/** Passes events on one by one: one that arrives while another is handled waits for its end. */
export function oneByOne<Event>(handle: (event: Event) => void): (event: Event) => void {
  const waiting: Event[] = [];
  let isHandling = false;
  return (event) => {
    waiting.push(event);
    if (isHandling) return;
    isHandling = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) handle(next);
    isHandling = false;
  };
}

export function ignore(): void {}

/** Also an error of another realm: in Jest, all of Node's are. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error || Object.prototype.toString.call(thrown) === "[object Error]"
    ? (thrown as Error)
    : new Error("A callback threw a value that is not an Error.");
}

const endOfQueue = { value: undefined, done: true } as const;

interface Callback<Event> {
  readonly handle: (event: Event) => unknown;
  readonly failed: (error: Error) => void;
}

interface PendingRead<Event> {
  readonly resolve: (result: ReadResult<Event>) => void;
  readonly reject: (error: Error) => void;
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof Object(value).then === "function";
}
