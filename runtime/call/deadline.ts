/** The end of a call or an attempt: by its timeout, its caller's signal, or the enclosing call. */

import { type Adapters, delayMsMax } from "../platform.ts";

type Interruption =
  | { readonly kind: "timeout" }
  | { readonly kind: "aborted"; readonly reason: unknown };

/** The rejection of every wait of an interrupted call; `interruption()` gives the reason. */
function interrupted(): Error {
  return new Error("The call was interrupted.");
}

/** A signal that is never aborted, for transports that use the deadline instead. */
export const noSignal = new AbortController().signal;

/** Runs until it is released; every wait of a call goes through it. */
export class Deadline {
  readonly #endMs: number;
  readonly #adapters: Pick<Adapters, "now" | "after">;
  // Started at once: a clock that is set back would lengthen the rest of a timeout.
  readonly #cancelTimer: (() => void) | undefined;
  #removeListener: (() => void) | undefined;
  #interruption: Interruption | undefined;
  // Made on first use: it costs more than the rest of a deadline.
  #controller: AbortController | undefined;
  // Seldom more than two entries: an array is faster than a set.
  readonly #waiting: ((reason: Error) => void)[] = [];

  /** The timeout starts at once; the caller's signal ends it as well. */
  constructor(timeoutMs: number, adapters: Pick<Adapters, "now" | "after">, signal?: AbortSignal) {
    this.#adapters = adapters;
    this.#endMs = adapters.now() + timeoutMs;
    if (timeoutMs <= delayMsMax) {
      // Less than nothing is left where the process was stopped meanwhile.
      this.#cancelTimer = adapters.after(Math.max(0, timeoutMs), () => this.#end());
    }
    if (signal === undefined) return;
    const onAbort = (): void => this.#end({ kind: "aborted", reason: signal.reason });
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort);
    this.#removeListener = () => signal.removeEventListener("abort", onAbort);
  }

  /** A deadline for a part of the work: ends with this one, or earlier by its own timeout. */
  within(timeoutMs: number): Deadline {
    const part = new Deadline(timeoutMs < this.leftMs() ? timeoutMs : Infinity, this.#adapters);
    part.#removeListener = this.onEnd(() => part.#end(this.#interruption));
    return part;
  }

  /** For transports that take a standard signal. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#interruption !== undefined) this.#controller.abort();
    return this.#controller.signal;
  }

  /** Runs something when the call is interrupted, without the cost of a signal. */
  onEnd(run: (reason: Error) => void): () => void {
    this.#waiting.push(run);
    return () => {
      const index = this.#waiting.indexOf(run);
      if (index >= 0) this.#waiting.splice(index, 1);
    };
  }

  interruption(): Interruption | undefined {
    return this.#interruption;
  }

  /** Throws when the call was interrupted. */
  check(): void {
    if (this.#interruption !== undefined) throw interrupted();
  }

  /** Remaining time in milliseconds; negative where the process was stopped meanwhile. */
  leftMs(): number {
    return this.#endMs - this.#adapters.now();
  }

  /** The result of the work; rejects at once when the call has ended or ends first. */
  // `Promise.race` costs several times as much, for each step of each call.
  guard<Value>(start: () => Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.check();
      // It stays in the list when the work is done: a second rejection does nothing.
      this.#waiting.push(reject);
      start().then(resolve, reject);
    });
  }

  wait(delayMs: number): Promise<void> {
    // The timer is cancelled by the end, and cancelling one that is over does nothing.
    return this.guard(
      () => new Promise((resolve) => this.#waiting.push(this.#adapters.after(delayMs, resolve))),
    );
  }

  /** Ends the call like its caller's signal. */
  stop(reason: Error): void {
    this.#end({ kind: "aborted", reason });
  }

  /** Frees timer and listener; must be called once. */
  release(): void {
    this.#cancelTimer?.();
    this.#removeListener?.();
  }

  #end(cause: Interruption = { kind: "timeout" }): void {
    if (this.#interruption !== undefined) return;
    this.#interruption = cause;
    for (const run of [...this.#waiting]) run(interrupted());
    this.#controller?.abort();
  }
}
