import type { Int64 } from "../tables.ts";
import { Frame } from "./frame.ts";
import type { BookRules, DepthEvent, EventIds } from "./types.ts";

/** What becomes of an event by the rules. */
export type Verdict = "apply" | "drop" | "gap" | "unreadable";

/** The order of events: which one follows, which are kept until a snapshot comes. */
export class BookSequence {
  readonly #rules: BookRules;
  readonly #bufferMax: number;
  /** The event that was applied last. */
  readonly #previous = new Frame();
  #hasStarted = false;
  #snapshotId: Int64 = Number.NaN;
  /** Update id of the event that came last on this connection. */
  #seen: Int64 = Number.NaN;
  #buffer: DepthEvent[] = [];

  constructor(rules: BookRules, bufferMax: number) {
    this.#rules = rules;
    this.#bufferMax = bufferMax;
  }

  /** The event that was applied last; its numbers are `NaN` before the first. */
  get previous(): EventIds {
    return this.#previous;
  }

  /** The last update that was applied; `NaN` before the first snapshot. */
  get updateId(): Int64 {
    return this.#hasStarted ? this.#previous.last : this.#snapshotId;
  }

  /** How many events are kept. */
  get buffered(): number {
    return this.#buffer.length;
  }

  judge(event: EventIds): Verdict {
    if (event.first > event.last) return "unreadable";
    const { drop, first, late, next } = this.#rules;
    const previous = this.#previous;
    if (!this.#hasStarted) {
      if (drop(event, previous, this.#snapshotId)) return "drop";
      return first(event, previous, this.#snapshotId) ? "apply" : "gap";
    }
    if (late?.(event, previous, this.#snapshotId) === true) return "drop";
    return next(event, previous, this.#snapshotId) ? "apply" : "gap";
  }

  /** Goes on behind an event. */
  advance(event: EventIds): void {
    this.#previous.takeIds(event);
    this.#hasStarted = true;
    this.#seen = event.last;
  }

  /** Keeps an event until a snapshot comes. What does not lead up to it is of no use any more. */
  keep(event: DepthEvent): "buffered" | "dropped" | "refused" {
    if (event.first > event.last) return "refused";
    const { late, next } = this.#rules;
    const tail = this.#buffer.at(-1);
    if (tail !== undefined) {
      if (late?.(event, tail, Number.NaN) === true) return "dropped";
      if (!next(event, tail, Number.NaN)) this.#buffer = [];
    }
    this.#seen = event.last;
    this.#buffer.push(event);
    if (this.#buffer.length > this.#bufferMax) this.#buffer.shift();
    return "buffered";
  }

  /**
   * Goes on from a snapshot: hands out the events that were kept and that it does not hold.
   * `undefined` when it is older than the first event that is known, so that some are missing.
   */
  restart(snapshotId: Int64): readonly DepthEvent[] | undefined {
    const { drop, first } = this.#rules;
    const start = this.#buffer.findIndex((event) => !drop(event, this.#previous, snapshotId));
    const next = this.#buffer[start];
    const isOld = next ? !first(next, this.#previous, snapshotId) : this.#seen > snapshotId;
    if (isOld) return undefined;
    const events = next === undefined ? [] : this.#buffer.slice(start);
    this.#buffer = [];
    this.#snapshotId = snapshotId;
    this.#hasStarted = false;
    return events;
  }

  /** Forgets what was kept: what comes next may not follow it. */
  forget(): void {
    this.#buffer = [];
    this.#seen = Number.NaN;
  }
}
