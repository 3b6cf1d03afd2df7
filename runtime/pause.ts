/** A wait between two calls, which ends early with its caller's signal. */

import { AbortedError } from "./errors.ts";
import type { Adapters } from "./platform.ts";

/** @throws AbortedError as soon as the signal ends. */
export function pause(
  ms: number,
  after: Adapters["after"],
  operation: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      cancel();
      const message = `${operation} was aborted by its caller.`;
      reject(new AbortedError(message, "notSent", { operation }));
    };
    const cancel = after(ms, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener("abort", onAbort);
  });
}
