import { TradespecError } from "../errors.ts";
import type { Int64 } from "../tables.ts";
import { bytesOfMessage, readDepthEvent, readSnapshot } from "./depth-message.ts";
import { DepthScanner } from "./depth-scanner.ts";
import { depthOf, topLevels } from "./level-reads.ts";
import { BookLevels } from "./levels.ts";
import {
  afterEvent,
  hasNegativeQuantity,
  judgeEvent,
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
  DepthRequest,
  EventResult,
  KnownDepth,
  ReadOptions,
  SequenceRules,
  SnapshotNeed,
  StaleReason,
} from "./types.ts";

/** The generated facts and rules that a book is made with. */
export interface BookContract<Sequence extends string = string> {
  readonly table: BookTable;
  /** The documented rules first. */
  readonly sequences: Readonly<Record<Sequence, SequenceRules>>;
}

/** A local order book was read that may differ from the exchange's; see `ReadOptions`. */
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
 * The order book of one symbol, built from a snapshot and depth events by the rules of the spec. It
 * does no I/O: its owner passes in events and snapshots from any source, and fetches a snapshot
 * while `snapshotNeeded` is set. It is live exactly while no event is known to be lost.
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

  /** @throws RangeError for a sequence that the spec does not name. */
  constructor(symbol: string, { table, sequences }: BookContract, options: BookOptions = {}) {
    const names = Object.keys(sequences);
    const { sequence: name = names[0] ?? "", limit, bufferMax = bufferMaxDefault } = options;
    const sequence = sequences[name];
    if (sequence === undefined) {
      throw new RangeError(`Unknown sequence ${name}; choose one of ${names.join(", ")}.`);
    }
    this.symbol = symbol;
    this.#table = table;
    this.#rules = { sequence, bufferMax };
    this.#limit = limit ?? table.limit;
    this.#scanner = new DepthScanner(table.message, symbol);
  }

  get state(): BookState {
    return this.#sync.state;
  }

  /** Why the book is not live; absent while it is, and before its first snapshot. */
  get reason(): StaleReason | undefined {
    return this.#sync.reason;
  }

  /** The snapshot to fetch; absent while the book is live. */
  get snapshotNeeded(): SnapshotNeed | undefined {
    const { state, reason, failedSnapshots: failed } = this.#sync;
    return state === "live" ? undefined : { limit: this.#limit, reason, failed };
  }

  /** How many events wait for a snapshot. */
  get buffered(): number {
    return this.#sync.buffer.length;
  }

  /** The last update that the levels hold; absent before the first snapshot. */
  get updateId(): Int64 | undefined {
    return known(this.#sync.previous?.last ?? this.#sync.snapshotId);
  }

  /** When the last event since the snapshot was sent, in Unix milliseconds. */
  get eventTime(): Int64 | undefined {
    return known(this.#sync.previous?.time);
  }

  /** When the book changed by that event, in Unix milliseconds, where the message says it. */
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
    if (event !== "unreadable") return this.#handle({ kind: "depth", event });
    if (this.state !== "live") return "ignored";
    return this.#handle({ kind: "broken", reason: event });
  }

  /**
   * Applies a snapshot: text, its bytes or the parsed value. Says whether the book is live then. A
   * live book ignores it.
   */
  applySnapshot(message: unknown): boolean {
    if (this.snapshotNeeded === undefined) return true;
    const snapshot = readSnapshot(message, this.#table.snapshot);
    if (snapshot === undefined || hasNegativeQuantity(snapshot)) {
      this.#handle({ kind: "badSnapshot", reason: "snapshotUnreadable" });
      return false;
    }
    const levels = BookLevels.ofSnapshot(snapshot);
    if (levels.isCrossed) this.#handle({ kind: "badSnapshot", reason: "snapshotCrossed" });
    else this.#handle({ kind: "snapshot", lastUpdateId: snapshot.last }, { snapshot, levels });
    return this.state === "live";
  }

  /** Reports that the connection was lost: the next event may not follow the last one. */
  disconnected(): void {
    this.#levels.clearChanges();
    this.#handle({ kind: "disconnected" });
  }

  /** The best level of each side; absent where the side is empty. */
  best(options?: ReadOptions): Readonly<Record<BookSide, BookLevel | undefined>> {
    const { bids, asks } = this.levels(1, options);
    return { bids: bids[0], asks: asks[0] };
  }

  /** Up to `count` levels of each side, best first; all levels when absent. */
  levels(
    count = Number.POSITIVE_INFINITY,
    options?: ReadOptions,
  ): Readonly<Record<BookSide, readonly BookLevel[]>> {
    this.#requireLive(options);
    const side = (name: BookSide) => topLevels(this.#levels, name, count, this.#known);
    return { bids: side("bids"), asks: side("asks") };
  }

  /**
   * What the levels of a side hold together, down to a quantity or to an amount.
   * @throws RangeError when the quantity or amount is no plain decimal.
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

  /** The worst price of each side up to which every level is known. */
  knownDepth(options?: ReadOptions): KnownDepth {
    this.#requireLive(options);
    return this.#known;
  }

  /** Applies a message in its usual form; the book is as before when it is not applied. */
  #scanAndApply(message: unknown): boolean {
    const [scanner, levels, sync] = [this.#scanner, this.#levels, this.#sync];
    const bytes = sync.state === "live" ? bytesOfMessage(message) : undefined;
    if (bytes === undefined || !scanner.scan(bytes, levels)) return false;
    if (scanner.first > scanner.last) return false;
    if (judgeEvent(sync, scanner, this.#rules.sequence) !== "apply") return false;
    levels.applyLists();
    this.#sync = afterEvent(sync, scanner);
    return true;
  }

  /** Runs the reducer and carries out its effects. */
  #handle(
    event: SyncEvent,
    read?: { readonly snapshot: BookSnapshot; readonly levels: BookLevels },
  ): EventResult {
    const { state, result, effects } = reduceSync(this.#sync, event, this.#rules);
    this.#sync = state;
    for (const effect of effects) {
      switch (effect.kind) {
        case "applySnapshot":
          if (read !== undefined) this.#replaceLevels(read.snapshot, read.levels);
          break;
        case "replay":
          this.#handle({ kind: "depth", event: effect.event });
          break;
        case "applyEvent":
          this.#levels.apply(effect.event);
          return this.#checkCrossed();
      }
    }
    return result;
  }

  /** A side with as many levels as requested may go on below its worst level. */
  #replaceLevels(snapshot: BookSnapshot, levels: BookLevels): void {
    const border = (side: BookSide) =>
      snapshot[side].length < this.#limit ? undefined : levels.worstPrice(side);
    this.#levels = levels;
    this.#known = { bids: border("bids"), asks: border("asks") };
  }

  #checkCrossed(): EventResult {
    if (!this.#levels.isCrossed) return "applied";
    return this.#handle({ kind: "broken", reason: "crossed" });
  }

  #requireLive(options: ReadOptions | undefined): void {
    if (this.state === "live" || options?.allowStale === true) return;
    throw new StaleBookError(this);
  }
}

function known(value: Int64 | undefined): Int64 | undefined {
  return Number.isNaN(value) ? undefined : value;
}
