/** Whether a silent connection has stopped sending, or its market is quiet. */

/** The times of the latest changes, the oldest first, in milliseconds. */
export type ChangeTimes = readonly number[];

/** How many changes are looked at; a market with fewer is quiet. */
const lookedAt = 10;

/** Silence that may be a matter of chance, in milliseconds. */
const usualMs = 10_000;

export function withChange(times: ChangeTimes, nowMs: number): ChangeTimes {
  return [...times.slice(1 - lookedAt), nowMs];
}

/** The same changes after a break, which is no silence. */
export function resumed(times: ChangeTimes, nowMs: number): ChangeTimes {
  const breakMs = nowMs - (times.at(-1) ?? nowMs);
  return times.map((time) => time + breakMs);
}

/** Whether nothing has come for longer than the latest changes took together. */
export function isSuspicious(times: ChangeTimes, nowMs: number): boolean {
  const [first = nowMs] = times;
  const last = times.at(-1) ?? nowMs;
  return times.length === lookedAt && nowMs - last >= Math.max(usualMs, last - first);
}
