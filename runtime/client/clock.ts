/** The exchange's clock: an offset from the local clock, estimated from timed responses. Pure. */

/** One reading of the exchange's time, all in milliseconds. */
export interface ClockSample {
  readonly sentMs: number;
  readonly receivedMs: number;
  readonly serverMs: number;
}

/** How far the exchange is ahead of the local clock, how wrong that can be, and since when. */
export interface ClockState {
  readonly offsetMs: number;
  readonly errorMs: number;
  readonly sampledMs: number;
}

/** What is believed before the first sample: both clocks agree. */
export const unknownClock: ClockState = { offsetMs: 0, errorMs: Infinity, sampledMs: -Infinity };

/**
 * What is known after one more sample. The server read its clock somewhere between sending and
 * receiving, so half the round trip is the largest error. A sample that is less exact than what
 * is known by now is dropped, unless it contradicts that: then a clock was set.
 */
export function withSample(state: ClockState, sample: ClockSample): ClockState {
  const { sentMs, receivedMs, serverMs } = sample;
  const errorMs = (receivedMs - sentMs) / 2;
  if (!(errorMs >= 0) || !Number.isFinite(serverMs)) {
    return state;
  }
  const offsetMs = serverMs - (sentMs + errorMs);
  const knownMs = errorAt(state, receivedMs);
  const contradicts = Math.abs(offsetMs - state.offsetMs) > errorMs + knownMs;
  return errorMs <= knownMs || contradicts ? { offsetMs, errorMs, sampledMs: receivedMs } : state;
}

/** How wrong the offset can be at a local time: clocks drift apart. */
function errorAt({ errorMs, sampledMs }: ClockState, nowMs: number): number {
  return errorMs + Math.abs(nowMs - sampledMs) * driftPerMs;
}

/** Twice the drift of ordinary quartz, for two clocks. */
const driftPerMs = 0.0002;

/** The exchange's time as far as it is known. */
export interface Clock {
  /** The exchange's time as far as it is known, in whole milliseconds. */
  readonly serverMs: () => number;
  /** How far that can be off, either way; `Infinity` before the first reading. */
  readonly errorMs: () => number;
}

export interface SettableClock extends Clock {
  readonly addSample: (sample: ClockSample) => void;
  /** Distrusts the offset, after the exchange refused a timestamp. */
  readonly distrust: () => void;
  readonly state: () => ClockState;
}

/**
 * Makes a clock on top of `now`, which should never jump: it is added to, and a jump of it is a
 * jump of the timestamps.
 */
export function createClock(now: () => number): SettableClock {
  let state = unknownClock;
  return {
    serverMs: () => Math.floor(now() + state.offsetMs),
    errorMs: () => errorAt(state, now()),
    addSample: (sample) => {
      state = withSample(state, sample);
    },
    distrust: () => {
      // The offset stays the best guess; only the trust in it goes.
      state = { ...unknownClock, offsetMs: state.offsetMs };
    },
    state: () => state,
  };
}
