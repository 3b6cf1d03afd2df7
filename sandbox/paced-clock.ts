/** A virtual clock that runs on by itself, at the pace of another, until it is frozen. */

import { createVirtualClock, type Timekeeper, type VirtualClock } from "./clock.ts";

export interface PacedClock extends VirtualClock {
  /** Stands still from now on; it can still be moved. */
  readonly freeze: () => void;
  /** Runs on from where it stands. */
  readonly resume: () => void;
  readonly isFrozen: () => boolean;
}

/** Whether a clock runs on by itself. */
export function isPaced(clock: VirtualClock): clock is PacedClock {
  return "isFrozen" in clock;
}

/** Where both clocks stood when they began to run together. */
interface Anchor {
  readonly time: number;
  readonly machine: number;
}

/**
 * A clock that begins at `time`, in milliseconds, and runs at the pace of `machine`. Each timer
 * sees the time at which it was due, however late it runs.
 */
export function createPacedClock(time: number, machine: Timekeeper): PacedClock {
  const clock = createVirtualClock(time);
  let anchor: Anchor | undefined;
  let isMoving = false;
  let cancelWake = (): void => {};

  const now = (): number => {
    if (anchor === undefined || isMoving) return clock.now();
    return Math.max(clock.now(), anchor.time + Math.floor(machine.now() - anchor.machine));
  };
  const drop = (): void => {
    anchor = { time: clock.now(), machine: machine.now() };
  };
  const planWake = (): void => {
    cancelWake();
    const next = clock.next();
    if (anchor === undefined || next === undefined) return;
    cancelWake = machine.after(next - now(), wake);
  };
  /** While timers run, the time is the clock's alone. */
  const catchUp = (): void => {
    if (isMoving) return;
    const time = now();
    isMoving = true;
    try {
      clock.set(time);
    } finally {
      isMoving = false;
    }
  };
  const wake = (): void => {
    try {
      catchUp();
    } finally {
      planWake();
    }
  };
  const arrive = (): void => {
    isMoving = false;
    if (anchor !== undefined) drop();
    planWake();
  };
  const move = (how: () => void): void => {
    if (isMoving) return how();
    catchUp();
    isMoving = true;
    try {
      how();
    } finally {
      arrive();
    }
  };

  drop();
  return {
    now,
    after: (delayMs, run) => {
      const cancel = clock.after(now() - clock.now() + Math.max(0, delayMs), run);
      if (!isMoving) planWake();
      return cancel;
    },
    advance: (ms) => move(() => clock.advance(ms)),
    set: (end) => move(() => clock.set(end)),
    jump: (end) => move(() => clock.jump(end)),
    run: async (ms) => {
      catchUp();
      isMoving = true;
      try {
        await clock.run(ms);
      } finally {
        arrive();
      }
    },
    next: clock.next,
    freeze: () => {
      catchUp();
      anchor = undefined;
      cancelWake();
    },
    resume: () => {
      if (anchor === undefined) drop();
      planWake();
    },
    isFrozen: () => anchor === undefined,
  };
}
