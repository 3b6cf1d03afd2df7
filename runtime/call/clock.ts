/** The exchange's clock: an offset from the local clock, estimated from timed responses. Pure. */

/** The estimated time of the exchange, in milliseconds. */
export interface ServerTime {
  readonly nowMs: number;
  /** Largest error of `nowMs`, either way; `Infinity` until the exchange was asked. */
  readonly errorMs: number;
}

/** One reading of the exchange's time, all in milliseconds. */
export interface ClockSample {
  readonly sentMs: number;
  readonly receivedMs: number;
  readonly serverMs: number;
}

/** Offset of the exchange from the local clock, its largest error, and when it was sampled. */
export interface ClockState {
  readonly offsetMs: number;
  readonly errorMs: number;
  readonly sampledMs: number;
}

/** The state before the first sample: both clocks agree. */
export const unknownClock: ClockState = { offsetMs: 0, errorMs: Infinity, sampledMs: -Infinity };

/**
 * Adds a sample. The server read its clock between sending and receiving, so the error is at most
 * half the round trip. A sample less exact than the current estimate is dropped, unless it
 * contradicts the estimate: then a clock was set.
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

/** Largest error of the offset at a local time: clocks drift apart. */
function errorAt({ errorMs, sampledMs }: ClockState, nowMs: number): number {
  return errorMs + Math.abs(nowMs - sampledMs) * driftPerMs;
}

/** Twice the drift of ordinary quartz, for two clocks. */
const driftPerMs = 0.0002;

/** The exchange's clock, as estimated. */
export interface Clock {
  /** The estimated time of the exchange, in whole milliseconds. */
  readonly serverMs: () => number;
  /** Largest error of `serverMs`, either way; `Infinity` before the first reading. */
  readonly errorMs: () => number;
}

/** The estimate of a clock as it is now. */
export function timeOf(clock: Clock): ServerTime {
  return { nowMs: clock.serverMs(), errorMs: clock.errorMs() };
}

export type SettableClock = ReturnType<typeof createClock>;

/**
 * Makes a clock on top of `now`, which should never jump: a jump of it is a jump of the timestamps.
 */
export function createClock(now: () => number) {
  let state = unknownClock;
  return {
    serverMs: () => Math.floor(now() + state.offsetMs),
    errorMs: () => errorAt(state, now()),
    addSample: (sample: ClockSample): void => {
      state = withSample(state, sample);
    },
    /** Drops the error estimate after the exchange refused a timestamp. */
    distrust: (): void => {
      // The offset stays the best estimate; only its error becomes unknown.
      state = { ...unknownClock, offsetMs: state.offsetMs };
    },
    state: (): ClockState => state,
  };
}
