/** What two connections bring of the same streams, told once and in order. */

import type { Arrival } from "./types.ts";

/** One hand-over from an old connection to a new one. */
export interface HandOver {
  /** The old one is told from until the end; copies of what was told are not. */
  readonly fromOld: (arrival: Arrival) => void;
  /** What the old one has not brought yet waits, and is told at the end if it never does. */
  readonly fromNew: (arrival: Arrival) => void;
  /** How many events wait. */
  readonly waiting: () => number;
  /** How well the two have been seen to follow each other. */
  readonly standing: () => Standing;
  /** Tells what waits. From now on the new one is told from, but for what the old one brought. */
  readonly finish: () => void;
}

/** Streams by what is known of them. One of which nothing was heard is in no list. */
export interface Standing {
  /** Both brought the same event: whatever comes after it comes on either. */
  readonly proven: readonly string[];
  /** The new one brought events, and the old one has not come to them. */
  readonly ahead: readonly string[];
  /** The old one brought events, and the new one nothing. */
  readonly unfollowed: readonly string[];
}

/**
 * Those of some streams that may go on elsewhere on the new connection than where the old one was;
 * after a short overlap, also those of which nothing was heard.
 */
export function unproven(
  names: Iterable<string>,
  { proven, ahead }: Standing,
  isShort: boolean,
): readonly string[] {
  const [known, late] = [new Set(proven), new Set(ahead)];
  return [...names].filter((name) => late.has(name) || (isShort && !known.has(name)));
}

/** What a hand-over needs. */
export interface HandOverParts {
  /** Equal for copies of one event; absent where copies cannot be told from events. */
  readonly keyOf: (arrival: Arrival) => string | undefined;
  readonly tell: (arrival: Arrival) => void;
}

interface Course {
  isProven: boolean;
  hasOld: boolean;
  /** Events with a key that wait. */
  ahead: number;
}

/** Begins a hand-over. It is kept for a while after its end, as the new one may lag behind. */
export function createHandOver({ keyOf, tell }: HandOverParts): HandOver {
  const courses = new Map<string, Course>();
  /** Keys of what was told. */
  const told = new Set<string>();
  /** What waits, by its key, in the order of the new connection. */
  const held = new Map<unknown, Arrival>();
  let isOver = false;

  const courseOf = (stream: string): Course => {
    const known = courses.get(stream);
    if (known !== undefined) return known;
    const course = { isProven: false, hasOld: false, ahead: 0 };
    courses.set(stream, course);
    return course;
  };

  const release = (key: unknown, course: Course): void => {
    held.delete(key);
    if (typeof key === "string") course.ahead -= 1;
  };

  /** The old one has come to an event that waits: what waits before it is lost there, or told. */
  const catchUp = (key: string, stream: string, course: Course): void => {
    for (const [other, arrival] of held) {
      if (other === key) break;
      if (arrival.stream !== stream) continue;
      release(other, course);
      if (typeof other !== "string") continue;
      told.add(other);
      tell(arrival);
    }
    release(key, course);
  };

  return {
    fromOld: (arrival) => {
      if (isOver) return;
      const key = keyOf(arrival);
      if (key === undefined) return tell(arrival);
      const course = courseOf(arrival.stream);
      course.hasOld = true;
      if (told.has(key)) return;
      if (held.has(key)) {
        course.isProven = true;
        catchUp(key, arrival.stream, course);
      }
      told.add(key);
      tell(arrival);
    },
    fromNew: (arrival) => {
      const key = keyOf(arrival);
      if (key !== undefined && told.has(key)) {
        courseOf(arrival.stream).isProven = true;
        return;
      }
      if (isOver) {
        if (key !== undefined) told.add(key);
        return tell(arrival);
      }
      if (key === undefined) {
        held.set(arrival, arrival);
      } else if (!held.has(key)) {
        held.set(key, arrival);
        courseOf(arrival.stream).ahead += 1;
      }
    },
    waiting: () => held.size,
    standing: () => {
      const proven: string[] = [];
      const ahead: string[] = [];
      const unfollowed: string[] = [];
      for (const [stream, course] of courses) {
        if (course.isProven) proven.push(stream);
        else if (course.ahead > 0) ahead.push(stream);
        else if (course.hasOld) unfollowed.push(stream);
      }
      return { proven, ahead, unfollowed };
    },
    finish: () => {
      if (isOver) return;
      isOver = true;
      for (const [key, arrival] of held) {
        if (typeof key === "string") told.add(key);
        tell(arrival);
      }
      held.clear();
    },
  };
}
