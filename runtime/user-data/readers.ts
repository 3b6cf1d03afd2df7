/** The readers of a session, each with a queue of its own. */

import { TradespecError } from "../errors.ts";
import { EventQueue } from "../streams/queue.ts";
import type { SessionEvent, SessionNotice } from "./types.ts";

/** The readers of one session. */
export interface Readers {
  readonly emit: (event: SessionEvent) => void;
  readonly open: () => EventQueue<SessionEvent>;
  readonly each: (handle: (event: SessionEvent) => unknown) => void;
  /** Resolves the promises of `whenLive`. */
  readonly live: () => void;
  readonly whenLive: () => Promise<void>;
  /** Ends all reading, with the error that ended the session. */
  readonly end: (error: Error | undefined) => void;
}

/** Creates an empty list. A reader that is more than `backlogMax` events behind gets an error. */
export function createReaders(
  backlogMax: number,
  notify: (notice: SessionNotice) => void,
): Readers {
  const queues = new Set<EventQueue<SessionEvent>>();
  const waiting = new Set<{ resolve: () => void; reject: (error: Error) => void }>();
  let ended: { readonly error: Error | undefined } | undefined;
  const open = (): EventQueue<SessionEvent> => {
    const onLeave = (): void => {
      queues.delete(queue);
    };
    const queue = new EventQueue<SessionEvent>({ backlog: "stale", max: backlogMax, onLeave });
    if (ended === undefined) queues.add(queue);
    else queue.end(ended.error);
    return queue;
  };
  return {
    open,
    emit: (event) => {
      for (const queue of queues) queue.push(event);
    },
    each: (handle) => {
      open().each(handle, (error) => notify({ kind: "consumerFailed", error }));
    },
    live: () => {
      for (const { resolve } of waiting) resolve();
      waiting.clear();
    },
    whenLive: () =>
      new Promise((resolve, reject) => {
        if (ended === undefined) waiting.add({ resolve, reject });
        else reject(ended.error ?? closedError());
      }),
    end: (error) => {
      ended = { error };
      for (const queue of queues) queue.end(error);
      queues.clear();
      for (const { reject } of waiting) reject(error ?? closedError());
      waiting.clear();
    },
  };
}

function closedError(): TradespecError {
  return new TradespecError("The session is closed.");
}
