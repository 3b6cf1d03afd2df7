/** Timers that are all freed at once. */

import type { Adapters } from "./defaults.ts";

/** Timers of one owner. */
export interface Timers {
  /** Runs something after a delay; the result cancels it. Nothing runs after `close`. */
  readonly after: Adapters["after"];
  readonly close: () => void;
}

/** Makes timers on top of others. */
export function createTimers(after: Adapters["after"]): Timers {
  const running = new Set<() => void>();
  let isClosed = false;
  return {
    after: (delayMs, run) => {
      if (isClosed) return () => undefined;
      const cancel = after(delayMs, () => {
        running.delete(stop);
        run();
      });
      const stop = (): void => {
        running.delete(stop);
        cancel();
      };
      running.add(stop);
      return stop;
    },
    close: () => {
      isClosed = true;
      for (const stop of [...running]) stop();
    },
  };
}
