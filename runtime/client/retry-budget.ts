/**
 * How much a client may add to the load of an exchange that fails: a tenth. Every call earns a
 * part of a retry, and so does time, for those who call seldom; a retry that helps costs nothing.
 */

/** Retries that may be spent at once; this many are there at the beginning. */
const retriesMax = 10;
const retriesPerCall = 0.09;
const retriesPerMs = 0.0001;

/** Shared by all calls of a client. */
export interface RetryBudget {
  /** A call begins. */
  readonly earn: () => void;
  /** Whether there may be one more retry, which is then spent. */
  readonly spend: () => boolean;
  /** A retry has helped. */
  readonly giveBack: () => void;
}

/** Makes a full budget. */
export function createRetryBudget(now: () => number): RetryBudget {
  let retries = retriesMax;
  let knownMs = now();
  const add = (earned: number): void => {
    retries = Math.min(retriesMax, retries + earned);
  };
  return {
    earn: () => add(retriesPerCall),
    spend: () => {
      const nowMs = now();
      // A clock that was set back earns nothing.
      add(Math.max(0, nowMs - knownMs) * retriesPerMs);
      knownMs = nowMs;
      if (retries < 1) return false;
      retries -= 1;
      return true;
    },
    giveBack: () => add(1),
  };
}
