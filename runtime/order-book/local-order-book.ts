import { anything, checkOptions, integer, type OptionRules, text } from "../check-options.ts";
import { TradespecError } from "../errors.ts";
import type { Int64 } from "../tables.ts";
import { bytesOfMessage, readDepthEvent, readSnapshot, scanDepthObject } from "./depth-message.ts";
import { DepthScanner } from "./depth-scanner.ts";
import { bestLevelReader, depthOf, topLevels } from "./level-reads.ts";
import { BookLevels } from "./levels.ts";
import {
  afterEvent,
  hasNegativeQuantity,
  reduceSync,
  type SyncEvent,
  type SyncRules,
  type SyncState,
  unsynced,
} from "./sync.ts";
import type {
  BookDepth,
  BookLevel,
  BookOptions,
  BookSide,
  BookSnapshot,
  BookState,
  BookTable,
  ChangedLevel,
  DepthEvent,
  DepthRequest,
  EventIds,
  EventResult,
  EventVerdict,
  KnownDepth,
  ReadOptions,
  SnapshotNeed,
  StaleReason,
} from "./types.ts";

/** The generated facts and rules of an order book. */
export interface BookContract<Sequence extends string = string> {
  readonly table: BookTable;
  /** Names of the sequence rules, the documented ones first. */
  readonly sequences: readonly Sequence[];
  /** Judges an event after the previous one, or after a snapshot if there is none. */
  judge(
    sequence: Sequence,
    event: EventIds,
    previous: EventIds | undefined,
    snapshotId: Int64,
  ): EventVerdict;
}

/** Rules of the book's options; its sequence is checked against the spec's. */
export const bookRules: OptionRules = {
  sequence: anything,
  limit: integer(1),
  bufferMax: integer(1),
};

/** A read of a local order book that may differ from the exchange's; see `ReadOptions`. */
export class StaleBookError extends TradespecError {
  override readonly name: string = "StaleBookError";
  readonly symbol: string;
  readonly state: BookState;
  readonly reason: StaleReason | undefined;

  constructor({ symbol, state, reason }: Pick<LocalOrderBook, "symbol" | "state" | "reason">) {
    const why = reason === undefined ? "" : ` (${reason})`;
    super(
      `The order book of ${symbol} is ${state}${why}. Wait until it is live, or read its last ` +
        "state with allowStale.",
    );
    this.symbol = symbol;
    this.state = state;
    this.reason = reason;
  }
}

const bufferMaxDefault = 1000;

/**
 * The order book of one symbol, built from a snapshot and depth events by the rules of the spec.
 * Does no I/O: its owner passes in events and snapshots, and fetches a snapshot while
 * `snapshotNeeded` is set. The book is live exactly while no event is known to be lost.
 */
export class LocalOrderBook {
  readonly symbol: string;
  readonly #table: BookTable;
  readonly #rules: SyncRules;
  readonly #limit: number;
  readonly #scanner: DepthScanner;
  #sync: SyncState = unsynced;
  #levels = new BookLevels();
  #known: KnownDepth = { bids: undefined, asks: undefined };
  #best = bestLevels(this.#levels, this.#known);

  /** @throws RangeError for a sequence that the spec does not name; InvalidRequestError. */
  constructor(symbol: string, contract: BookContract, options: BookOptions = {}) {
    checkOptions("createOrderBook", { symbol }, { symbol: text }, "symbol");
    checkOptions("createOrderBook", options, bookRules);
    const { table, sequences } = contract;
    const { sequence = sequences[0] ?? "", limit, bufferMax = bufferMaxDefault } = options;
    if (!sequences.includes(sequence)) {
      throw new RangeError(`Unknown sequence ${sequence}; choose one of ${sequences.join(", ")}.`);
    }
    this.symbol = symbol;
    this.#table = table;
    this.#rules = {
      judge: (event, previous, snapshotId) => contract.judge(sequence, event, previous, snapshotId),
      bufferMax,
    };
    this.#limit = limit ?? table.limit;
    this.#scanner = new DepthScanner(table.message, symbol);
  }

  get state(): BookState {
    return this.#sync.state;
  }

  /** Why the book is not live; absent while live and before the first snapshot. */
  get reason(): StaleReason | undefined {
    return this.#sync.reason;
  }

  /** The snapshot to fetch; absent while the book is live. */
  get snapshotNeeded(): SnapshotNeed | undefined {
    const { state, reason, failedSnapshots: failed } = this.#sync;
    return state === "live" ? undefined : { limit: this.#limit, reason, failed };
  }

  /**
   * Whether the best bid is above the best ask. Such a book is `stale` until a new snapshot; if
   * that is crossed too, the exchange's own book is, and the local one is live again.
   */
  get isCrossed(): boolean {
    return this.#sync.isCrossed;
  }

  /** Number of events that wait for a snapshot. */
  get buffered(): number {
    return this.#sync.buffer.length;
  }

  /** Last update id of the levels; absent before the first snapshot. */
  get updateId(): Int64 | undefined {
    return known(this.#sync.previous?.last ?? this.#sync.snapshotId);
  }

  /** Send time of the last event since the snapshot, in Unix milliseconds. */
  get eventTime(): Int64 | undefined {
    return known(this.#sync.previous?.time);
  }

  /** When that event changed the book, in Unix milliseconds, if the message has it. */
  get engineTime(): Int64 | undefined {
    return known(this.#sync.previous?.engineTime);
  }

  /**
   * Applies a message of the depth stream: text, its UTF-8 bytes or the parsed value, with or
   * without the wrapper of a combined stream. Keeps no reference to it.
   */
  applyEvent(message: unknown): EventResult {
    if (this.#scanAndApply(message)) return this.#checkCrossed();
    this.#levels.clearChanges();
    const event = readDepthEvent(message, this.#table.message, this.symbol);
    if (event === "other") return "ignored";
    if (event !== "unreadable") return this.#applyRead(event);
    return this.state === "live" ? this.#handle({ kind: event }) : "ignored";
  }

  /**
   * Applies a snapshot: text, its bytes or the parsed value. Returns whether the book is live
   * afterwards. A live book ignores it.
   */
  applySnapshot(message: unknown): boolean {
    if (this.snapshotNeeded === undefined) return true;
    const snapshot = readSnapshot(message, this.#table.snapshot);
    if (snapshot === undefined || hasNegativeQuantity(snapshot)) {
      this.#handle({ kind: "badSnapshot" });
      return false;
    }
    const taken: SyncEvent = { kind: "snapshot", lastUpdateId: snapshot.last };
    const { state, replay } = reduceSync(this.#sync, taken, this.#rules);
    this.#sync = state;
    if (replay === undefined) return false;
    this.#replaceLevels(snapshot);
    for (const event of replay) this.#applyRead(event);
    this.#checkCrossed();
    return this.snapshotNeeded === undefined;
  }

  /** Reports that the connection was lost: the next event may not follow the last one. */
  disconnected(): void {
    this.#levels.clearChanges();
    this.#handle({ kind: "disconnected" });
  }

  /** The best level of each side; absent where the side is empty. */
  best(options?: ReadOptions): Readonly<Record<BookSide, BookLevel | undefined>> {
    this.#requireLive(options);
    return { bids: this.#best.bids(), asks: this.#best.asks() };
  }

  /**
   * Up to `count` levels of each side, best first; all levels when absent.
   * @throws RangeError for a count that is no whole number from 0.
   */
  levels(
    count = Infinity,
    options?: ReadOptions,
  ): Readonly<Record<BookSide, readonly BookLevel[]>> {
    if (count !== Infinity && !(Number.isInteger(count) && count >= 0))
      throw new RangeError("count is no whole number from 0; leave it out for all.");
    this.#requireLive(options);
    const side = (name: BookSide) => topLevels(this.#levels, name, count, this.#known);
    return { bids: side("bids"), asks: side("asks") };
  }

  /**
   * The sum of a side's levels, down to a quantity or an amount. What an amount buys of the last
   * level is rounded down to the places of the book's quantities.
   * @throws RangeError for another side, and unless one of quantity and amount is a plain decimal.
   */
  depth(side: BookSide, request: DepthRequest, options?: ReadOptions): BookDepth {
    this.#requireLive(options);
    return depthOf(this.#levels, side, request, this.#known);
  }

  /** The levels that the last event changed; none when it was not applied. */
  changes(options?: ReadOptions): readonly ChangedLevel[] {
    this.#requireLive(options);
    return this.#levels.changes();
  }

  /** The worst price of each side down to which every level is known. */
  knownDepth(options?: ReadOptions): KnownDepth {
    this.#requireLive(options);
    return this.#known;
  }

  /** Applies a message in the usual form; returns false and changes nothing for any other. */
  #scanAndApply(message: unknown): boolean {
    const [levels, sync] = [this.#levels, this.#sync];
    if (sync.state !== "live") return false;
    const bytes = bytesOfMessage(message);
    const ids =
      bytes === undefined
        ? scanDepthObject(message, this.#table.message, this.symbol, levels)
        : this.#scanner.scan(bytes, levels);
    if (ids === undefined || ids.first > ids.last) return false;
    if (this.#rules.judge(ids, sync.previous, sync.snapshotId) !== "apply") return false;
    levels.applyLists();
    this.#sync = afterEvent(sync, ids);
    return true;
  }

  #applyRead(event: DepthEvent): EventResult {
    const result = this.#handle({ kind: "depth", event });
    if (result !== "applied") return result;
    this.#levels.apply(event);
    return this.#checkCrossed();
  }

  #handle(event: SyncEvent): EventResult {
    const { state, result } = reduceSync(this.#sync, event, this.#rules);
    this.#sync = state;
    return result;
  }

  /** A side with as many levels as requested may continue below its worst level. */
  #replaceLevels(snapshot: BookSnapshot): void {
    const levels = new BookLevels(snapshot);
    const border = (side: BookSide) =>
      snapshot[side].length < this.#limit ? undefined : levels.worstPrice(side);
    this.#levels = levels;
    this.#known = { bids: border("bids"), asks: border("asks") };
    this.#best = bestLevels(levels, this.#known);
  }

  #checkCrossed(): EventResult {
    const { isCrossed } = this.#levels;
    if (isCrossed === this.#sync.isCrossed) return "applied";
    return this.#handle({ kind: "crossed", isCrossed });
  }

  #requireLive(options: ReadOptions | undefined): void {
    if (this.state === "live" || options?.allowStale === true) return;
    throw new StaleBookError(this);
  }
}

function bestLevels(levels: BookLevels, known: KnownDepth) {
  return {
    bids: bestLevelReader(levels, "bids", known),
    asks: bestLevelReader(levels, "asks", known),
  };
}

function known(value: Int64 | undefined): Int64 | undefined {
  return Number.isNaN(value) ? undefined : value;
}
