/** The exchange's clock as an argument, and virtual clocks that tests and admin commands move. */

import { checkOptions, integer, methods } from "../../runtime/check-options.ts";
import { settle } from "../defaults.ts";

/** Gives the time and runs timers. */
export interface Clock {
  /** Unix time in milliseconds. */
  readonly now: () => number;
  /** Runs a function once after a delay in milliseconds; returns its cancel function. */
  readonly after: (delayMs: number, run: () => void) => () => void;
}

/** A clock that moves only on request. */
export interface VirtualClock extends Clock {
  /** Moves forward by `ms`, or back when negative; timers due in between run in order. */
  readonly advance: (ms: number) => void;
  /** Moves to a time; timers due in between run in order, each at its own time. */
  readonly set: (time: number) => void;
  /**
   * Sets the time at once: due timers run afterwards, at the new time. When it is set back, all
   * timers keep their remaining delay.
   */
  readonly jump: (time: number) => void;
  /** Moves forward timer by timer, and lets promises settle after each. */
  readonly run: (ms: number) => Promise<void>;
  /** When the next timer is due; `undefined` for none. */
  readonly next: () => number | undefined;
}

/** The same timers, with a function that cancels all and prevents new ones. */
export function endingTimers({ after }: Pick<Clock, "after">) {
  const waiting = new Set<() => void>();
  let isEnded = false;
  return {
    after: (delayMs: number, run: () => void): (() => void) => {
      if (isEnded) return () => {};
      const cancel = (): void => {
        waiting.delete(cancel);
        cancelTimer();
      };
      const cancelTimer = after(delayMs, () => {
        waiting.delete(cancel);
        run();
      });
      waiting.add(cancel);
      return cancel;
    },
    end: (): void => {
      isEnded = true;
      for (const cancel of waiting) cancel();
    },
  };
}

/** Makes a clock that stands at `time`, in milliseconds. */
export function createVirtualClock(time: number): VirtualClock {
  checkOptions("createVirtualClock", { time }, { time: integer(0) }, "time");
  let current = time;
  // Sorted by due time, then by the order in which they were set.
  const timers: { due: number; readonly run: () => void }[] = [];
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
      // The exchange's times are whole, whatever a client's jitter.
      const timer = { due: current + Math.max(0, Math.ceil(delayMs)), run };
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

/** A virtual clock that runs until it is frozen. */
export interface PacedClock extends VirtualClock {
  /** Stops the clock; it can still be moved. */
  readonly freeze: () => void;
  /** Resumes from where it stands. */
  readonly resume: () => void;
  readonly isFrozen: () => boolean;
}

/** Whether a clock runs by itself. */
export function isPaced(clock: VirtualClock): clock is PacedClock {
  return "isFrozen" in clock;
}

/**
 * Makes a clock that starts at `time`, in milliseconds, and runs as fast as `machine`. Each timer
 * sees its due time, however late it runs.
 */
export function createPacedClock(time: number, machine: Clock): PacedClock {
  checkOptions("createPacedClock", { machine }, { machine: machineClock }, "machine");
  const clock = createVirtualClock(time);
  const pace = createPace(clock, machine);
  const move = (change: () => void): void => {
    if (pace.isMoving) return change();
    pace.catchUp();
    pace.isMoving = true;
    try {
      change();
    } finally {
      pace.goOn();
    }
  };
  return {
    now: pace.now,
    after: (delayMs, run) => {
      const cancel = clock.after(pace.now() - clock.now() + Math.max(0, delayMs), run);
      if (!pace.isMoving) pace.planWake();
      return cancel;
    },
    advance: (ms) => move(() => clock.advance(ms)),
    set: (end) => move(() => clock.set(end)),
    jump: (end) => move(() => clock.jump(end)),
    run: (ms) => {
      pace.catchUp();
      pace.isMoving = true;
      return clock.run(ms).finally(pace.goOn);
    },
    next: clock.next,
    freeze: () => {
      pace.catchUp();
      pace.aheadMs = undefined;
      pace.planWake();
    },
    resume: () => {
      pace.aheadMs ??= clock.now() - machine.now();
      pace.planWake();
    },
    isFrozen: () => pace.aheadMs === undefined,
  };
}

const machineClock = /* @__PURE__ */ methods("a clock", "now", "after");

/** Drives a virtual clock by the machine's. */
function createPace(clock: VirtualClock, machine: Clock) {
  let cancelWake = (): void => {};
  const pace = {
    /** Offset from the machine's clock; `undefined` while frozen. */
    aheadMs: (clock.now() - machine.now()) as number | undefined,
    /** Timers run or the clock is being moved: only the virtual time counts. */
    isMoving: false,
    now: (): number => {
      if (pace.aheadMs === undefined || pace.isMoving) return clock.now();
      return Math.max(clock.now(), Math.floor(machine.now() + pace.aheadMs));
    },
    /** Moves the virtual clock to the time that the machine's clock implies. */
    catchUp: (): void => {
      if (pace.isMoving) return;
      const reached = pace.now();
      pace.isMoving = true;
      try {
        clock.set(reached);
      } finally {
        pace.isMoving = false;
      }
    },
    /** Sets a machine timer for the next virtual timer. */
    planWake: (): void => {
      cancelWake();
      const next = clock.next();
      if (pace.aheadMs === undefined || next === undefined) return;
      cancelWake = machine.after(next - pace.now(), () => {
        try {
          pace.catchUp();
        } finally {
          pace.planWake();
        }
      });
    },
    /** Follows the machine's clock again, from where the clock was moved to. */
    goOn: (): void => {
      pace.isMoving = false;
      if (pace.aheadMs !== undefined) pace.aheadMs = clock.now() - machine.now();
      pace.planWake();
    },
  };
  return pace;
}
