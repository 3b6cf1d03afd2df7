/** The one place of the sandbox that reaches for the platform's timers. */

/** Runs something after a delay in milliseconds; the result cancels it. */
export function after(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, Math.min(delayMs, delayMsMax));
  return () => clearTimeout(timer);
}

/** Time since some moment, in milliseconds; setting the machine's clock does not change it. */
export const machine = { now: (): number => performance.now(), after } as const;

/** Platforms take a longer delay for none at all. */
const delayMsMax = 2 ** 31 - 1;

/** Resolves when everything that waits for nothing but promises has gone as far as it can. */
export function settle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
