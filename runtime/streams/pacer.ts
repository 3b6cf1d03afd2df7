/** Lets control messages out no faster than the exchange takes them. */

import type { Adapters } from "../defaults.ts";

/** A queue with a pace. */
export interface Pacer {
  /**
   * Runs `send` when it is its turn; at once when there is room. A promise that it gives says when
   * what was sent has arrived at the latest: a network may bring late what was sent in time.
   */
  readonly enqueue: (send: () => unknown) => void;
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
  const waiting: (() => unknown)[] = [];
  const sentMs: number[] = [];
  /** What was sent and may not have arrived. */
  let onTheWay = 0;
  let cancel: (() => void) | undefined;
  const forgetOld = (): void => {
    while (sentMs.length > 0 && now() - (sentMs[0] ?? 0) >= windowMs) sentMs.shift();
  };
  const arrived = (): void => {
    onTheWay -= 1;
    sentMs.push(now());
    drain();
  };
  const drain = (): void => {
    cancel?.();
    cancel = undefined;
    forgetOld();
    while (waiting.length > 0 && sentMs.length + onTheWay < amount) {
      const arrival = waiting.shift()?.();
      if (arrival instanceof Promise) {
        onTheWay += 1;
        void arrival.then(arrived);
      } else {
        sentMs.push(now());
      }
    }
    // The one that has to be over before the next may go; what is on the way comes back to us.
    const firstMs = sentMs[sentMs.length + onTheWay - amount];
    if (waiting.length === 0 || firstMs === undefined) return;
    // A millisecond more: the exchange's window may begin later than ours.
    cancel = after(Math.max(1, windowMs - (now() - firstMs) + 1), drain);
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
