/** Times in fault rules: a moment, or a time of day that comes every day. */

import { type Field, field } from "./validation.ts";

/** Milliseconds of Unix time, or a time of day in UTC like "10:00", "10:00:30" or "10:00:30.5". */
export type Moment = number | string;

const dayMs = 86_400_000;
const dayTime = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d(?:\.\d{1,3})?))?$/;

/** A field that holds a moment. */
export function moment(): Field<Moment> {
  return field(
    'a time of day in UTC like "10:00" or "10:00:30.5", or milliseconds of Unix time',
    (value): value is Moment =>
      typeof value === "number" ? Number.isFinite(value) : dayTime.test(String(value)),
  );
}

/** A time range; either end may be open. */
export interface Span {
  /** The first moment that belongs to it. */
  readonly after?: Moment;
  /** The first moment that does not. */
  readonly before?: Moment;
}

/**
 * Whether a time lies in a range. Times of day mean every day; a range from a later to an earlier
 * time of day includes midnight.
 */
export function isWithin(now: number, { after, before }: Span): boolean {
  if (typeof after === "string" && typeof before === "string") {
    const overMidnight = msOfDay(after) > msOfDay(before);
    const begun = hasCome(now, after);
    const open = !hasCome(now, before);
    return overMidnight ? begun || open : begun && open;
  }
  return hasCome(now, after) && (before === undefined || !hasCome(now, before));
}

function hasCome(now: number, moment: Moment | undefined): boolean {
  if (moment === undefined) return true;
  if (typeof moment === "number") return now >= moment;
  return ((now % dayMs) + dayMs) % dayMs >= msOfDay(moment);
}

function msOfDay(moment: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] = dayTime.exec(moment) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * 60_000 + Math.round(Number(seconds) * 1000);
}
