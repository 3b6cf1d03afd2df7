/** Whether a silent connection has stopped sending or the market is quiet, by its pace before. */

/** What is known of the events of one stream. */
export interface Pace {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly count: number;
}

/** The pace before the first event. */
export function paceFrom(nowMs: number): Pace {
  return { firstMs: nowMs, lastMs: nowMs, count: 0 };
}

export function withEvent({ firstMs, count }: Pace, nowMs: number): Pace {
  return { firstMs, lastMs: nowMs, count: count + 1 };
}

/** The same pace after a break: the time of the break is no silence. */
export function resumed({ firstMs, lastMs, count }: Pace, nowMs: number): Pace {
  return { firstMs: nowMs - (lastMs - firstMs), lastMs: nowMs, count };
}

/** Silence that may be a matter of chance, in milliseconds. */
const usualMs = 10_000;

/** How many times the mean time between events a silence may take. */
const meansMax = 10;

/** Whether a stream that was busy is silent for too long. */
export function isSuspicious({ firstMs, lastMs, count }: Pace, nowMs: number): boolean {
  const silentMs = nowMs - lastMs;
  return silentMs >= usualMs && silentMs * count >= meansMax * (lastMs - firstMs) && count > 1;
}
