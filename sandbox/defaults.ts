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

/**
 * Numbers that are no part of any contract and that somebody has to decide when an exchange really
 * runs, each with its reason.
 */

/** Length of a listen key: letters and digits, more than 256 bits. */
export const listenKeyLength = 60;

/** Addresses that are remembered at most, so that a flood of addresses takes no memory. */
export const addressesMax = 10_000;

/** Longest body that is read. The longest documented request has less than 1,000 bytes. */
export const bodyBytesMax = 16_384;

/** Bytes that may wait for a reader of a stream before it is cut off. */
export const bufferedBytesMax = 1_048_576;

/** How long a reader of a stream may take nothing of what waits for it, in milliseconds. */
export const stallMs = 5_000;

/** Longest message that a client of a stream may send: a subscription to 1,024 streams fits. */
export const inboundBytesMax = 65_536;
