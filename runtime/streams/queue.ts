/** A bounded queue between a stream and one consumer, who may be slow, broken, or gone. */

import { TradespecError } from "../api-error.ts";
import type { Backlog } from "./types.ts";

/** A consumer was too slow for a stream that must not lose events. */
export class StreamStaleError extends TradespecError {
  override readonly name: string = "StreamStaleError";
}

/** A queue that is read once, by one reader. */
export interface EventQueue<Event> extends AsyncIterator<Event, undefined> {
  /** `source` is the stream it came on: the latest is kept for each. */
  readonly push: (event: Event, source?: string) => void;
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
  /** What waits of each stream, where only the latest does. */
  const latest = new Map<string, Entry<Event>>();

  const push = (event: Event, source = ""): void => {
    if (ended !== undefined) return;
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
  };

  return {
    push,
    end,
    dropped: () => dropped,
    next: async () => {
      const entry = events[read];
      if (entry !== undefined) {
        read += 1;
        latest.delete(entry.source);
        if (read === events.length) {
          events = [];
          read = 0;
        }
        return { value: entry.event, done: false };
      }
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

interface Waiting<Event> {
  readonly resolve: (result: IteratorResult<Event, undefined>) => void;
  readonly reject: (error: Error) => void;
}
