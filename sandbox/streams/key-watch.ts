/** Notices when listen keys expire that somebody reads a stream with. */

import type { Venue } from "../venue.ts";

export interface KeyWatch {
  /** Looks after a key from now on; for what is no listen key, there is nothing to do. */
  readonly begin: (key: string) => void;
  /** Nobody reads the key's stream any more. */
  readonly end: (key: string) => void;
}

/** Calls `expired` once when the time of a watched key is over, however often it was kept alive. */
export function createKeyWatch(venue: Venue, expired: (key: string) => void): KeyWatch {
  const timers = new Map<string, () => void>();
  const watch = (key: string): void => {
    timers.delete(key);
    const expiresAt = venue.listenKeys.expiryOf(key);
    // A key that was closed or lost says nothing any more.
    if (expiresAt === undefined) return;
    const leftMs = expiresAt - venue.now();
    if (leftMs <= 0) expired(key);
    else
      timers.set(
        key,
        venue.after(leftMs, () => watch(key)),
      );
  };
  return {
    begin: (key) => {
      if (!timers.has(key)) watch(key);
    },
    end: (key) => {
      timers.get(key)?.();
      timers.delete(key);
    },
  };
}
