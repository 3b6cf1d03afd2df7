import type { Decimal, Int64 } from "../tables.ts";
import { StaleBookError } from "./error.ts";
import { BookLevels, type WrittenLevels } from "./levels.ts";
import { frameBytes, readDepthEvent, readSnapshot } from "./message.ts";
import { type DepthWanted, depthTo, type KnownDepth, topLevels } from "./reads.ts";
import { FrameScanner } from "./scan.ts";
import { BookSequence } from "./sequence.ts";
import type {
  BookDepth,
  BookLevel,
  BookOptions,
  BookReading,
  BookSide,
  BookState,
  BookSteps,
  ChangedLevel,
  DepthEvent,
  EventIds,
  SnapshotNeed,
  StaleReason,
  Taken,
} from "./types.ts";

const bufferMaxDefault = 1000;

/**
 * The order book of one symbol, kept from depth events and a snapshot by the rules of the
 * contract. It asks for nothing and waits for nothing: whoever holds it hands in events and
 * snapshots, from any source, and sees in `need` when a snapshot is due. It is live exactly while
 * nothing is known to be lost.
 */
export class LocalBook {
  readonly symbol: string;
  readonly #steps: BookSteps;
  readonly #sequence: BookSequence;
  readonly #limit: number;
  readonly #scanner: FrameScanner;
  #levels = new BookLevels();
  #state: BookState = "syncing";
  #reason: StaleReason | undefined;
  #failed = 0;
  #known: KnownDepth = { bids: undefined, asks: undefined };

  /** @throws RangeError for a sequence that the contract does not name. */
  constructor(symbol: string, steps: BookSteps, options: BookOptions = {}) {
    const { sequence = Object.keys(steps.sequences)[0] ?? "", limit, bufferMax } = options;
    const rules = steps.sequences[sequence];
    if (rules === undefined) {
      const names = Object.keys(steps.sequences).join(", ");
      throw new RangeError(`${sequence} is no sequence of events; choose one of ${names}.`);
    }
    this.symbol = symbol;
    this.#steps = steps;
    this.#sequence = new BookSequence(rules, bufferMax ?? bufferMaxDefault);
    this.#limit = limit ?? steps.limit;
    this.#scanner = new FrameScanner(steps.form, symbol);
  }

  get state(): BookState {
    return this.#state;
  }

  /** Why the book is not live; absent while it is, and before its first snapshot. */
  get reason(): StaleReason | undefined {
    return this.#reason;
  }

  /** The snapshot that is due, if one is. */
  get need(): SnapshotNeed | undefined {
    if (this.#state === "live") return undefined;
    return { limit: this.#limit, reason: this.#reason, failed: this.#failed };
  }

  /** How many events wait for a snapshot. */
  get buffered(): number {
    return this.#sequence.buffered;
  }

  /** The last update that the levels hold; absent before the first snapshot. */
  get updateId(): Int64 | undefined {
    return given(this.#sequence.updateId);
  }

  /** When the last applied event was sent, in Unix milliseconds. */
  get eventTime(): Int64 | undefined {
    return given(this.#sequence.previous.time);
  }

  /** When the book changed by the last applied event, where that is told. */
  get engineTime(): Int64 | undefined {
    return given(this.#sequence.previous.engineTime);
  }

  /**
   * Takes a message of the depth stream: its bytes or its text, bare or with the name of its
   * stream around it, or what they say. Nothing is kept of it.
   */
  take(message: unknown): Taken {
    if (this.#takeQuickly(message)) return this.#applied(this.#levels.frame);
    this.#levels.forgetChanges();
    const event = readDepthEvent(message, this.#steps.form, this.symbol);
    if (event === "other") return "refused";
    if (event === "unreadable") return this.#state === "live" ? this.#lose(event) : "refused";
    return this.#take(event);
  }

  /** Takes a snapshot; says whether the book is live with it. One that is not due is left. */
  takeSnapshot(snapshot: unknown): boolean {
    if (this.#state === "live") return true;
    const read = readSnapshot(snapshot, this.#steps.snapshot);
    if (read === undefined || hasNegative(read)) return this.#fail("snapshotUnreadable");
    const levels = new BookLevels(read);
    if (levels.isCrossed) return this.#fail("snapshotCrossed");
    const events = this.#sequence.restart(read.last);
    if (events === undefined) return this.#fail("snapshotTooOld");
    this.#levels = levels;
    this.#known = { bids: this.#border(read, "bids"), asks: this.#border(read, "asks") };
    this.#state = "live";
    this.#reason = undefined;
    for (const event of events) this.#take(event);
    return this.#state === "live";
  }

  /** The connection that events came from is gone: what comes next may not follow. */
  disconnected(): void {
    this.#levels.forgetChanges();
    this.#sequence.forget();
    this.#lose("disconnected");
  }

  /** The best level of each side; absent where the side is empty. */
  best(reading?: BookReading): Readonly<Record<BookSide, BookLevel | undefined>> {
    const { bids, asks } = this.top(1, reading);
    return { bids: bids[0], asks: asks[0] };
  }

  /** Up to `count` levels of each side, the best first; all of them when absent. */
  top(count = Infinity, reading?: BookReading): Readonly<Record<BookSide, readonly BookLevel[]>> {
    this.#require(reading);
    const side = (name: BookSide) => topLevels(this.#levels, name, count, this.#known);
    return { bids: side("bids"), asks: side("asks") };
  }

  /**
   * What the levels of a side hold together, down to a quantity or to an amount.
   * @throws RangeError when what is wanted is no plain decimal.
   */
  depth(side: BookSide, wanted: DepthWanted, reading?: BookReading): BookDepth {
    this.#require(reading);
    return depthTo(this.#levels, side, wanted, this.#known);
  }

  /** The levels that the last event changed; none when it was not applied. */
  changes(reading?: BookReading): readonly ChangedLevel[] {
    this.#require(reading);
    return this.#levels.changes();
  }

  /**
   * The worst price of each side up to which every level is known; absent where the whole side
   * is.
   */
  depthKnown(reading?: BookReading): KnownDepth {
    this.#require(reading);
    return this.#known;
  }

  /** Applies a frame in its usual form; the book is as before when that could not be done. */
  #takeQuickly(message: unknown): boolean {
    const levels = this.#levels;
    if (this.#state !== "live" || !levels.isQuick) return false;
    const bytes = frameBytes(message);
    if (bytes === undefined || !this.#scanner.scan(bytes, levels.frame, levels)) return false;
    if (this.#sequence.judge(levels.frame) !== "apply") return false;
    levels.applyFrame();
    return true;
  }

  #take(event: DepthEvent): Taken {
    if (this.#state !== "live") return this.#sequence.keep(event);
    const verdict = this.#sequence.judge(event);
    if (verdict === "drop") return "dropped";
    if (verdict !== "apply") {
      this.#lose(verdict);
      this.#sequence.keep(event);
      return "stale";
    }
    if (hasNegative(event)) return this.#lose("negativeQuantity");
    this.#levels.apply(event);
    return this.#applied(event);
  }

  #applied(event: EventIds): Taken {
    this.#sequence.advance(event);
    this.#failed = 0;
    return this.#levels.isCrossed ? this.#lose("crossed") : "applied";
  }

  #lose(reason: StaleReason): "stale" {
    if (this.#state === "live") this.#state = "stale";
    this.#reason = reason;
    return "stale";
  }

  /** The snapshot did not help; the next may. */
  #fail(reason: StaleReason): false {
    this.#failed += 1;
    this.#reason = reason;
    return false;
  }

  /** A side that fills the snapshot may go on behind its worst level. */
  #border(snapshot: WrittenLevels, side: BookSide): Decimal | undefined {
    return snapshot[side].length < this.#limit ? undefined : this.#levels.worstPrice(side);
  }

  #require(reading: BookReading | undefined): void {
    if (this.#state === "live" || reading?.allowStale === true) return;
    throw new StaleBookError(this.symbol, this.#state, this.#reason);
  }
}

function given(value: Int64): Int64 | undefined {
  return Number.isNaN(value) ? undefined : value;
}

/** A sign makes no sense in front of a quantity. */
function hasNegative({ bids, asks }: WrittenLevels): boolean {
  return [...bids, ...asks].some(([, quantity]) => quantity?.startsWith("-") === true);
}
