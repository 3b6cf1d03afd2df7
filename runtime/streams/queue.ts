/** A bounded queue between a stream and one consumer, who may be slow, broken, or gone. */

import { TradespecError } from "../errors.ts";
import type { Backlog } from "./types.ts";

/** A consumer was too slow for a stream that must not lose events. */
export class StreamStaleError extends TradespecError {
  override readonly name: string = "StreamStaleError";
}

/** A queue that is read once, by one reader. */
export interface EventQueue<Event> extends AsyncIterator<Event, undefined> {
  /** `source` is the stream it came on: the latest is kept for each. */
  readonly push: (event: Event, source?: string) => void;
  /**
   * Calls `take` with each event from now on, one after the other: at once where none waits and the
   * one before is done with, which is when what it returned is settled, if that is a promise.
   * `failed` hears of what it throws, and of the error that reading ends with. For one taker only;
   * says false when there is one.
   */
  readonly give: (take: (event: Event) => unknown, failed: (thrown: unknown) => void) => boolean;
  /** Reading ends when what is left is read; with an error when there is one. */
  readonly end: (error?: Error) => void;
  /** Events that were thrown away because the reader was too slow. */
  readonly dropped: () => number;
  /** Ends reading at once, and tells the owner. */
  readonly return: () => Promise<IteratorResult<Event, undefined>>;
}

/** Makes a queue of at most `max` events; `onLeave` is told when its reader is done. */
export function createQueue<Event>(
  backlog: Backlog,
  max: number,
  onLeave: () => void,
): EventQueue<Event> {
  let events: Entry<Event>[] = [];
  let read = 0;
  let dropped = 0;
  let ended: { readonly error: Error | undefined } | undefined;
  const waiting: Waiting<Event>[] = [];
  let taker: Taker<Event> | undefined;
  let isBusy = false;
  /** What waits of each stream, where only the latest does. */
  const latest = new Map<string, Entry<Event>>();

  const push = (event: Event, source = ""): void => {
    if (ended !== undefined) return;
    if (taker !== undefined && !isBusy && read === events.length) return hand(taker, event);
    const reader = waiting.shift();
    if (reader !== undefined) {
      reader.resolve({ value: event, done: false });
      return;
    }
    const older = latest.get(source);
    if (older !== undefined) {
      dropped += 1;
      older.event = event;
      return;
    }
    if (backlog !== "latest" && events.length - read >= max) {
      dropped += 1;
      if (backlog === "stale") return leaveStale();
      read += 1;
    }
    const entry = { event, source };
    events.push(entry);
    if (backlog === "latest") latest.set(source, entry);
    // Cut off what was read now and then: shifting each time would move all that is left.
    if (read > 1024 && read * 2 > events.length) {
      events = events.slice(read);
      read = 0;
    }
  };

  /** Gives an event to the taker, and then what has come meanwhile. */
  const hand = ({ take, failed }: Taker<Event>, event: Event): void => {
    isBusy = true;
    try {
      const result = take(event);
      if (isPromise(result)) {
        result.then(resume, (thrown: unknown) => {
          failed(thrown);
          resume();
        });
        return;
      }
    } catch (thrown) {
      failed(thrown);
    }
    isBusy = false;
    if (read < events.length || ended !== undefined) resume();
  };

  const resume = (): void => {
    isBusy = false;
    while (taker !== undefined && !isBusy && read < events.length) hand(taker, shift());
    if (!isBusy && read === events.length && ended?.error !== undefined) {
      taker?.failed(ended.error);
      ended = { error: undefined };
    }
  };

  /** Takes the oldest that waits. */
  const shift = (): Event => {
    const { event, source } = events[read] as Entry<Event>;
    read += 1;
    latest.delete(source);
    if (read === events.length) {
      events = [];
      read = 0;
    }
    return event;
  };

  const leaveStale = (): void => {
    const mend = "read faster, or give it a longer backlog";
    end(new StreamStaleError(`More than ${max} events wait for one reader; ${mend}.`));
    onLeave();
  };

  const end = (error?: Error): void => {
    ended ??= { error };
    for (const { resolve, reject } of waiting.splice(0)) {
      if (ended.error === undefined) resolve({ value: undefined, done: true });
      else reject(ended.error);
    }
    if (taker !== undefined && !isBusy) resume();
  };

  return {
    push,
    end,
    dropped: () => dropped,
    give: (take, failed) => {
      if (taker !== undefined) return false;
      taker = { take, failed };
      isBusy = true;
      // Whoever asks has the answer in hand before the first event comes.
      queueMicrotask(resume);
      return true;
    },
    next: async () => {
      if (read < events.length) return { value: shift(), done: false };
      if (ended?.error !== undefined) {
        const { error } = ended;
        // Told once; a reader that goes on finds the end.
        ended = { error: undefined };
        throw error;
      }
      if (ended !== undefined) return { value: undefined, done: true };
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
      });
    },
    return: async () => {
      end();
      events = [];
      read = 0;
      onLeave();
      return { value: undefined, done: true };
    },
  };
}

interface Entry<Event> {
  event: Event;
  readonly source: string;
}

interface Taker<Event> {
  readonly take: (event: Event) => unknown;
  readonly failed: (thrown: unknown) => void;
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    "then" in value &&
    typeof value.then === "function"
  );
}

interface Waiting<Event> {
  readonly resolve: (result: IteratorResult<Event, undefined>) => void;
  readonly reject: (error: Error) => void;
}
