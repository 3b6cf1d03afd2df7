/** The end of one call: by its total time or by the caller's signal, whichever comes first. */

import type { Adapters } from "./defaults.ts";

/** Why a call was ended from outside its own course. */
export type Interruption =
  | { readonly kind: "timeout"; readonly timeoutMs: number }
  | { readonly kind: "aborted"; readonly reason: unknown };

/** Runs until it is released; everything that waits for anything waits under it. */
export interface Deadline {
  /** For the transport. */
  readonly signal: AbortSignal;
  readonly interruption: () => Interruption | undefined;
  /** Time that is left, in milliseconds. */
  readonly leftMs: () => number;
  /** The result of the work, or a rejection at once when the call ends first or has ended. */
  readonly guard: <Value>(start: () => Promise<Value>) => Promise<Value>;
  readonly wait: (delayMs: number) => Promise<void>;
  /** Frees timer and listener; must be called once. */
  readonly release: () => void;
}

/** What rejects when the call ends; `interruption()` tells why. */
export class Interrupted extends Error {}

/** Platforms take a longer delay for none at all. */
const delayMsMax = 2 ** 31 - 1;

/** Starts the time of one call. */
export function startDeadline(
  timeoutMs: number,
  callerSignal: AbortSignal | undefined,
  { now, after }: Pick<Adapters, "now" | "after">,
): Deadline {
  const controller = new AbortController();
  const endMs = now() + timeoutMs;
  let interruption: Interruption | undefined;
  let interrupt: () => void = () => undefined;
  const interrupted = new Promise<never>((_resolve, reject) => {
    interrupt = () => reject(new Interrupted("The call was ended."));
  });
  // Nobody may be waiting when it ends.
  interrupted.catch(() => undefined);
  const end = (cause: Interruption): void => {
    if (interruption === undefined) {
      interruption = cause;
      interrupt();
      controller.abort();
    }
  };
  const onAbort = (): void => end({ kind: "aborted", reason: callerSignal?.reason });
  if (callerSignal?.aborted) {
    onAbort();
  }
  callerSignal?.addEventListener("abort", onAbort);
  const cancelTimer =
    timeoutMs <= delayMsMax
      ? after(timeoutMs, () => end({ kind: "timeout", timeoutMs }))
      : () => undefined;
  return {
    signal: controller.signal,
    interruption: () => interruption,
    leftMs: () => endMs - now(),
    guard: (start) => {
      if (interruption !== undefined) {
        return interrupted;
      }
      const work = start();
      // The loser of the race may reject later, when nobody listens any more.
      work.catch(() => undefined);
      return Promise.race([work, interrupted]);
    },
    wait: async (delayMs) => {
      let cancel: () => void = () => undefined;
      const waited = new Promise<void>((resolve) => {
        cancel = after(delayMs, resolve);
      });
      await Promise.race([waited, interrupted]).finally(() => cancel());
    },
    release: () => {
      cancelTimer();
      callerSignal?.removeEventListener("abort", onAbort);
    },
  };
}
