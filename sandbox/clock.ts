/** Time as an argument: what tells it and lets things happen later, and one that stands still. */

import { settle } from "./defaults.ts";

/** Tells the time and carries things out when theirs has come. */
export interface Timekeeper {
  /** Unix time in milliseconds. */
  readonly now: () => number;
  /** Runs something once after a delay in milliseconds; the result cancels it. */
  readonly after: (delayMs: number, run: () => void) => () => void;
}

/** A clock that stands until somebody moves it. */
export interface VirtualClock extends Timekeeper {
  /** Moves on at once, or back when negative; what comes due on the way runs in its order. */
  readonly advance: (ms: number) => void;
  /** Jumps to a time; what comes due on the way runs in its order. */
  readonly set: (time: number) => void;
  /**
   * Sets the time as one sets a clock, without living through what lies between: what is due by
   * then runs now. Set back, everything waits as long as it would have waited.
   */
  readonly jump: (time: number) => void;
  /** Moves on step by step, and after each step lets promises go as far as they can. */
  readonly run: (ms: number) => Promise<void>;
  /** When the next thing comes due; `undefined` when nothing is waiting. */
  readonly next: () => number | undefined;
}

interface Timer {
  due: number;
  readonly run: () => void;
}

/** A clock that stands at `time`, in milliseconds. */
export function createVirtualClock(time: number): VirtualClock {
  let current = time;
  // In the order in which they come due; those of one moment in the order of their making.
  const timers: Timer[] = [];
  const runNext = (end: number): boolean => {
    const [first] = timers;
    if (first === undefined || first.due > end) return false;
    timers.shift();
    current = Math.max(current, first.due);
    first.run();
    return true;
  };
  const set = (end: number): void => {
    while (runNext(end));
    current = end;
  };
  return {
    now: () => current,
    after: (delayMs, run) => {
      const timer = { due: current + Math.max(0, delayMs), run };
      timers.splice(placeOf(timers, timer.due), 0, timer);
      return () => {
        const index = timers.indexOf(timer);
        if (index >= 0) timers.splice(index, 1);
      };
    },
    advance: (ms) => set(current + ms),
    set,
    jump: (time) => {
      const back = Math.min(0, time - current);
      for (const timer of timers) timer.due += back;
      current = time;
      set(time);
    },
    run: async (ms) => {
      const end = current + ms;
      await settle();
      while (runNext(end)) await settle();
      current = end;
    },
    next: () => timers[0]?.due,
  };
}

/** Behind all that come due at that time or before. */
function placeOf(timers: readonly Timer[], due: number): number {
  let from = 0;
  let to = timers.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((timers[middle]?.due ?? 0) <= due) from = middle + 1;
    else to = middle;
  }
  return from;
}
