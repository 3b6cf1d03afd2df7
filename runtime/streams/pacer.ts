/** Lets control messages out no faster than the exchange takes them. */

import type { Adapters } from "../defaults.ts";

/** A queue with a pace. */
export interface Pacer {
  /** Runs `send` when it is its turn; at once when there is room. */
  readonly enqueue: (send: () => void) => void;
  /** Something went out past the queue, like the answer to a ping. */
  readonly count: () => void;
  /** Forgets what waits, and frees the timer. */
  readonly close: () => void;
}

/** At most `amount` messages in any time of `windowMs`. */
export function createPacer(
  { amount, windowMs }: { readonly amount: number; readonly windowMs: number },
  { now, after }: Pick<Adapters, "now" | "after">,
): Pacer {
  const waiting: (() => void)[] = [];
  const sentMs: number[] = [];
  let cancel: (() => void) | undefined;
  const forgetOld = (): void => {
    while (sentMs.length > 0 && now() - (sentMs[0] ?? 0) >= windowMs) sentMs.shift();
  };
  const drain = (): void => {
    cancel = undefined;
    forgetOld();
    while (waiting.length > 0 && sentMs.length < amount) {
      sentMs.push(now());
      waiting.shift()?.();
    }
    if (waiting.length === 0) return;
    // A millisecond more: the exchange's window may begin later than ours.
    const waitMs = windowMs - (now() - (sentMs[sentMs.length - amount] ?? now())) + 1;
    cancel = after(Math.max(1, waitMs), drain);
  };
  return {
    enqueue: (send) => {
      waiting.push(send);
      if (cancel === undefined) drain();
    },
    count: () => {
      forgetOld();
      sentMs.push(now());
    },
    close: () => {
      waiting.length = 0;
      cancel?.();
      cancel = undefined;
    },
  };
}
