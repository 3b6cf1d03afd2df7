/** The exchange's clock as an argument, and virtual clocks that tests and admin commands move. */

import { settle } from "../defaults.ts";

/** Gives the time and runs timers. */
export interface Clock {
  /** Unix time in milliseconds. */
  readonly now: () => number;
  /** Runs a function once after a delay in milliseconds; the result cancels it. */
  readonly after: (delayMs: number, run: () => void) => () => void;
}

/** A clock whose time only changes when it is moved. */
export interface VirtualClock extends Clock {
  /** Moves forward by `ms`, or back when negative; timers that are due on the way run in order. */
  readonly advance: (ms: number) => void;
  /** Moves to a time; timers that are due on the way run in order, each at its own time. */
  readonly set: (time: number) => void;
  /**
   * Sets the time without passing through what lies between: timers that are due by then run now.
   * When it is set back, all timers wait as long as they would have.
   */
  readonly jump: (time: number) => void;
  /** Moves forward timer by timer, and lets promises settle after each of them. */
  readonly run: (ms: number) => Promise<void>;
  /** When the next timer is due; `undefined` when there is none. */
  readonly next: () => number | undefined;
}

interface Timer {
  due: number;
  readonly run: () => void;
}

/** A clock that stands at `time`, in milliseconds. */
export function createVirtualClock(time: number): VirtualClock {
  let current = time;
  // In the order in which they are due, then in the order in which they were set.
  const timers: Timer[] = [];
  const runNext = (end: number): boolean => {
    const [first] = timers;
    if (first === undefined || first.due > end) return false;
    timers.shift();
    current = Math.max(current, first.due);
    first.run();
    return true;
  };
  const set = (end: number): void => {
    while (runNext(end));
    current = end;
  };
  return {
    now: () => current,
    after: (delayMs, run) => {
      const timer = { due: current + Math.max(0, delayMs), run };
      const index = timers.findLastIndex(({ due }) => due <= timer.due) + 1;
      timers.splice(index, 0, timer);
      return () => {
        const place = timers.indexOf(timer);
        if (place >= 0) timers.splice(place, 1);
      };
    },
    advance: (ms) => set(current + ms),
    set,
    jump: (time) => {
      const back = Math.min(0, time - current);
      for (const timer of timers) timer.due += back;
      current = time;
      set(time);
    },
    run: async (ms) => {
      const end = current + ms;
      await settle();
      while (runNext(end)) await settle();
      current = end;
    },
    next: () => timers[0]?.due,
  };
}

/** A virtual clock that runs by itself, until it is frozen. */
export interface PacedClock extends VirtualClock {
  /** Stops the clock; it can still be moved. */
  readonly freeze: () => void;
  /** Lets it run again from where it stands. */
  readonly resume: () => void;
  readonly isFrozen: () => boolean;
}

/** Whether a clock runs by itself. */
export function isPaced(clock: VirtualClock): clock is PacedClock {
  return "isFrozen" in clock;
}

/** A virtual clock and the machine's clock that drives it. */
interface Pace {
  readonly clock: VirtualClock;
  readonly machine: Clock;
  /** What both clocks showed when they last were in step; `undefined` while frozen. */
  anchor: { readonly time: number; readonly machine: number } | undefined;
  /** Timers are running or the clock is being moved, so that the virtual time alone counts. */
  isMoving: boolean;
  cancelWake: () => void;
}

/**
 * A clock that begins at `time`, in milliseconds, and runs as fast as `machine`. Each timer sees
 * the time at which it was due, however late it runs.
 */
export function createPacedClock(time: number, machine: Clock): PacedClock {
  const clock = createVirtualClock(time);
  const pace: Pace = { clock, machine, anchor: undefined, isMoving: false, cancelWake: () => {} };
  setAnchor(pace);
  return {
    now: () => timeOf(pace),
    after: (delayMs, run) => {
      const behindMs = timeOf(pace) - clock.now();
      const cancel = clock.after(behindMs + Math.max(0, delayMs), run);
      if (!pace.isMoving) planWake(pace);
      return cancel;
    },
    advance: (ms) => move(pace, () => clock.advance(ms)),
    set: (end) => move(pace, () => clock.set(end)),
    jump: (end) => move(pace, () => clock.jump(end)),
    run: async (ms) => {
      catchUp(pace);
      pace.isMoving = true;
      try {
        await clock.run(ms);
      } finally {
        endMove(pace);
      }
    },
    next: clock.next,
    freeze: () => {
      catchUp(pace);
      pace.anchor = undefined;
      pace.cancelWake();
    },
    resume: () => {
      if (pace.anchor === undefined) setAnchor(pace);
      planWake(pace);
    },
    isFrozen: () => pace.anchor === undefined,
  };
}

function timeOf({ clock, machine, anchor, isMoving }: Pace): number {
  if (anchor === undefined || isMoving) return clock.now();
  return Math.max(clock.now(), anchor.time + Math.floor(machine.now() - anchor.machine));
}

function setAnchor(pace: Pace): void {
  pace.anchor = { time: pace.clock.now(), machine: pace.machine.now() };
}

/** Sets a timer of the machine for the next timer of the virtual clock. */
function planWake(pace: Pace): void {
  pace.cancelWake();
  const next = pace.clock.next();
  if (pace.anchor === undefined || next === undefined) return;
  pace.cancelWake = pace.machine.after(next - timeOf(pace), () => {
    try {
      catchUp(pace);
    } finally {
      planWake(pace);
    }
  });
}

/** Moves the virtual clock to the time that the machine's clock implies. */
function catchUp(pace: Pace): void {
  if (pace.isMoving) return;
  const time = timeOf(pace);
  pace.isMoving = true;
  try {
    pace.clock.set(time);
  } finally {
    pace.isMoving = false;
  }
}

function move(pace: Pace, change: () => void): void {
  if (pace.isMoving) return change();
  catchUp(pace);
  pace.isMoving = true;
  try {
    change();
  } finally {
    endMove(pace);
  }
}

function endMove(pace: Pace): void {
  pace.isMoving = false;
  if (pace.anchor !== undefined) setAnchor(pace);
  planWake(pace);
}
