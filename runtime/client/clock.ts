/** The exchange's clock, told from ours: an offset learned from timed answers. */

/** One question for the server's time, all in milliseconds. */
export interface ClockSample {
  readonly sentMs: number;
  readonly receivedMs: number;
  readonly serverMs: number;
}

/** How far the exchange is ahead of our clock, how wrong that can be, and since when we know. */
export interface ClockState {
  readonly offsetMs: number;
  readonly errorMs: number;
  readonly learnedMs: number;
}

/** What is believed before the first sample: both clocks agree. */
export const unlearnedClock: ClockState = { offsetMs: 0, errorMs: Infinity, learnedMs: -Infinity };

/**
 * What is known after one more sample. The server read its clock somewhere between sending and
 * receiving, so half the round trip is the largest error. A sample that is less exact than what
 * is known by now is dropped, unless it contradicts that: then a clock was set.
 */
export function learnOffset(state: ClockState, sample: ClockSample): ClockState {
  const { sentMs, receivedMs, serverMs } = sample;
  const errorMs = (receivedMs - sentMs) / 2;
  if (!(errorMs >= 0) || !Number.isFinite(serverMs)) {
    return state;
  }
  const offsetMs = serverMs - (sentMs + errorMs);
  const knownMs = errorAt(state, receivedMs);
  const contradicts = Math.abs(offsetMs - state.offsetMs) > errorMs + knownMs;
  return errorMs <= knownMs || contradicts ? { offsetMs, errorMs, learnedMs: receivedMs } : state;
}

/** How wrong the offset can be at a time of ours: clocks drift apart, and nobody tells them. */
function errorAt({ errorMs, learnedMs }: ClockState, nowMs: number): number {
  return errorMs + Math.abs(nowMs - learnedMs) * driftPerMs;
}

/** Twice what ordinary quartz does, for the two of them. */
const driftPerMs = 0.0002;

/** The exchange's time as far as it is known. */
export interface Clock {
  /** The exchange's time as we know it, in whole milliseconds. */
  readonly serverMs: () => number;
  /** How far that can be from the truth, either way; `Infinity` as long as nobody has asked. */
  readonly errorMs: () => number;
}

/** A clock that keeps its state. */
export interface LearningClock extends Clock {
  readonly learn: (sample: ClockSample) => void;
  /** Throws away what was learned, after the exchange contradicted it. */
  readonly forget: () => void;
  readonly state: () => ClockState;
}

/**
 * Makes a clock on top of `now`, which should never jump: it is added to, and a jump of it is a
 * jump of the timestamps.
 */
export function createClock(now: () => number): LearningClock {
  let state = unlearnedClock;
  return {
    serverMs: () => Math.floor(now() + state.offsetMs),
    errorMs: () => errorAt(state, now()),
    learn: (sample) => {
      state = learnOffset(state, sample);
    },
    forget: () => {
      // The offset stays the best guess; only the trust in it goes.
      state = { ...unlearnedClock, offsetMs: state.offsetMs };
    },
    state: () => state,
  };
}
