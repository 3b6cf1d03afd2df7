/** Distinguishes a dead connection from a quiet market. */

/** Times of recent changes, oldest first, in milliseconds. */
export type ChangeTimes = readonly number[];

/** Number of changes to compare; a market with fewer is quiet. */
const lookedAt = 10;

/** Silence that may be chance, in milliseconds. */
const usualMs = 10_000;

export function withChange(times: ChangeTimes, nowMs: number): ChangeTimes {
  return [...times.slice(1 - lookedAt), nowMs];
}

/** Shifts the changes after a break, which does not count as silence. */
export function resumed(times: ChangeTimes, nowMs: number): ChangeTimes {
  const breakMs = nowMs - (times.at(-1) ?? nowMs);
  return times.map((time) => time + breakMs);
}

/** Whether the silence is longer than the recent changes took together. */
export function isSuspicious(times: ChangeTimes, nowMs: number): boolean {
  const [first = nowMs] = times;
  const last = times.at(-1) ?? nowMs;
  return times.length === lookedAt && nowMs - last >= Math.max(usualMs, last - first);
}
