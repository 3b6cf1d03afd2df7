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
 * is known, and does not contradict it, is dropped until that knowledge is old.
 */
export function learnOffset(state: ClockState, sample: ClockSample): ClockState {
  const errorMs = (sample.receivedMs - sample.sentMs) / 2;
  if (!(errorMs >= 0) || !Number.isFinite(sample.serverMs)) {
    return state;
  }
  const offsetMs = sample.serverMs - (sample.sentMs + errorMs);
  const learned = { offsetMs, errorMs, learnedMs: sample.receivedMs };
  const contradicts = Math.abs(offsetMs - state.offsetMs) > errorMs + state.errorMs;
  const isOld = sample.receivedMs - state.learnedMs > knowledgeMsMax;
  return errorMs <= state.errorMs || contradicts || isOld ? learned : state;
}

/** Ordinary quartz drifts about 50 ms in this time, far less than the timing window. */
const knowledgeMsMax = 10 * 60_000;

/** A clock that keeps its state. */
export interface Clock {
  /** The exchange's time as we know it, in whole milliseconds. */
  readonly serverMs: () => number;
  readonly learn: (sample: ClockSample) => void;
  /** Throws away what was learned, after the exchange contradicted it. */
  readonly forget: () => void;
  readonly state: () => ClockState;
}

/**
 * Makes a clock on top of `now`, which should never jump: it is added to, and a jump of it is a
 * jump of the timestamps.
 */
export function createClock(now: () => number): Clock {
  let state = unlearnedClock;
  return {
    serverMs: () => Math.floor(now() + state.offsetMs),
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
