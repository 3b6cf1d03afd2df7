/** The end of one call: by its timeout or by the caller's signal, whichever comes first. */

import type { Adapters } from "../defaults.ts";

/** Why a call was interrupted. */
type Interruption =
  | { readonly kind: "timeout"; readonly timeoutMs: number }
  | { readonly kind: "aborted"; readonly reason: unknown };

/** Runs until it is released; every wait of a call is under it. */
export interface Deadline {
  /** For transports that take a standard signal. */
  readonly signal: AbortSignal;
  /** The same without the cost of one: runs something when the call is interrupted. */
  readonly onEnd: (run: (reason: Interrupted) => void) => () => void;
  readonly interruption: () => Interruption | undefined;
  /** Throws an Interrupted when the call was interrupted. */
  readonly check: () => void;
  /** Time that is left, in milliseconds. */
  readonly leftMs: () => number;
  /** The result of the work, or a rejection at once when the call ends first or has ended. */
  readonly guard: <Value>(start: () => Promise<Value>) => Promise<Value>;
  readonly wait: (delayMs: number) => Promise<void>;
  /** Ends the call as its caller's signal would. */
  readonly stop: (reason: Error) => void;
  /** Frees timer and listener; must be called once. */
  readonly release: () => void;
}

/** What waits reject with when the call is interrupted; `interruption()` says why. */
export class Interrupted extends Error {}

/** A signal that is never aborted, for transports that use the deadline instead. */
export const noSignal = new AbortController().signal;

/** Platforms treat a longer delay as none at all. */
const delayMsMax = 2 ** 31 - 1;

/** Starts the time of one call. */
export function startDeadline(
  timeoutMs: number,
  callerSignal: AbortSignal | undefined,
  adapters: Pick<Adapters, "now" | "after">,
): Deadline {
  return new CallDeadline(timeoutMs, callerSignal, adapters);
}

/** A class, because one is made for every call and most of its methods are seldom used. */
class CallDeadline implements Deadline {
  readonly #endMs: number;
  readonly #adapters: Pick<Adapters, "now" | "after">;
  readonly #cancelTimer: (() => void) | undefined;
  #removeAbortListener: (() => void) | undefined;
  #interruption: Interruption | undefined;
  // Made on first use: it costs more than the rest of a deadline.
  #controller: AbortController | undefined;
  // Seldom more than two: lists are made and searched faster than sets.
  readonly #waiting: ((reason: Interrupted) => void)[] = [];

  constructor(
    timeoutMs: number,
    callerSignal: AbortSignal | undefined,
    adapters: Pick<Adapters, "now" | "after">,
  ) {
    this.#adapters = adapters;
    this.#endMs = adapters.now() + timeoutMs;
    if (callerSignal !== undefined) {
      this.#listenTo(callerSignal);
    }
    this.#cancelTimer =
      timeoutMs <= delayMsMax
        ? adapters.after(timeoutMs, () => this.#end({ kind: "timeout", timeoutMs }))
        : undefined;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#interruption !== undefined) {
      this.#controller.abort();
    }
    return this.#controller.signal;
  }

  onEnd(run: (reason: Interrupted) => void): () => void {
    this.#waiting.push(run);
    return () => this.#leave(run);
  }

  interruption(): Interruption | undefined {
    return this.#interruption;
  }

  check(): void {
    if (this.#interruption !== undefined) throw new Interrupted("The call was interrupted.");
  }

  leftMs(): number {
    return this.#endMs - this.#adapters.now();
  }

  // A race of promises would do the same at several times the cost, for each step of each call.
  guard<Value>(start: () => Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.check();
      this.#waiting.push(reject);
      start().then(
        (value) => {
          this.#leave(reject);
          resolve(value);
        },
        (error: unknown) => {
          this.#leave(reject);
          reject(error);
        },
      );
    });
  }

  async wait(delayMs: number): Promise<void> {
    let cancel: () => void = () => undefined;
    const waited = (): Promise<void> =>
      new Promise((resolve) => {
        cancel = this.#adapters.after(delayMs, resolve);
      });
    await this.guard(waited).finally(() => cancel());
  }

  stop(reason: Error): void {
    this.#end({ kind: "aborted", reason });
  }

  release(): void {
    this.#cancelTimer?.();
    this.#removeAbortListener?.();
  }

  #listenTo(signal: AbortSignal): void {
    const onAbort = (): void => this.#end({ kind: "aborted", reason: signal.reason });
    if (signal.aborted) {
      onAbort();
    }
    signal.addEventListener("abort", onAbort);
    this.#removeAbortListener = () => signal.removeEventListener("abort", onAbort);
  }

  #leave(run: (reason: Interrupted) => void): void {
    const index = this.#waiting.indexOf(run);
    if (index >= 0) this.#waiting.splice(index, 1);
  }

  #end(cause: Interruption): void {
    if (this.#interruption !== undefined) {
      return;
    }
    this.#interruption = cause;
    for (const run of [...this.#waiting]) {
      run(new Interrupted("The call was interrupted."));
    }
    this.#controller?.abort();
  }
}
