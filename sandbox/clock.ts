/** A clock that stands still until somebody moves it. */

export interface VirtualClock {
  readonly now: () => number;
  /** Moves on by some milliseconds, or back when negative. */
  readonly advance: (ms: number) => void;
  readonly set: (time: number) => void;
}

/** A clock that stands at `time`, in milliseconds. */
export function createVirtualClock(time: number): VirtualClock {
  let current = time;
  return {
    now: () => current,
    advance: (ms) => {
      current += ms;
    },
    set: (next) => {
      current = next;
    },
  };
}
