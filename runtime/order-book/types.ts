/** The words of the local order book: what generated rules, reader, book and driver share. */

import type { Decimal, Int64 } from "../tables.ts";

/** What a field of a depth message is to the book. */
export type DepthRole =
  | "type"
  | "symbol"
  | "first"
  | "last"
  | "before"
  | "time"
  | "engineTime"
  | "bids"
  | "asks";

/** The numbers of a depth event; what the message does not carry is `NaN`. */
export interface EventIds {
  /** First update id that the event covers. */
  readonly first: Int64;
  /** Final update id that the event covers. */
  readonly last: Int64;
  /** Final update id of the event before it, as the message tells. */
  readonly before: Int64;
  /** When it was sent, in Unix milliseconds. */
  readonly time: Int64;
  /** When the book changed, in Unix milliseconds. */
  readonly engineTime: Int64;
}

/** A level as it is written: price and quantity. */
export type WrittenLevel = readonly Decimal[];

/** A depth event as it was read. */
export interface DepthEvent extends EventIds {
  readonly bids: readonly WrittenLevel[];
  readonly asks: readonly WrittenLevel[];
}

/** Names of the fields of a depth message, and of what may stand around it. */
export interface DepthForm {
  /** What the message says of itself in its field of the role `type`. */
  readonly type: string;
  readonly fields: readonly {
    readonly name: string;
    readonly role: DepthRole;
    readonly required: boolean;
  }[];
  /** Fields of the object around a message that came with the name of its stream. */
  readonly wrapper?: { readonly stream: string; readonly data: string };
}

/** A condition of an event, of the one applied before it, and of the snapshot's update id. */
export type BookRule = (event: EventIds, previous: EventIds, snapshotId: Int64) => boolean;

/** Which events are dropped and which are applied; any other one means that something is lost. */
export interface BookRules {
  /** Drops an event between the snapshot and the first one that is applied. */
  readonly drop: BookRule;
  /** What the first event holds that is applied. */
  readonly first: BookRule;
  /** Drops a later event. */
  readonly late?: BookRule;
  /** What every later event holds. */
  readonly next: BookRule;
}

/** Everything that the contract says of a local order book. */
export interface BookSteps<Sequence extends string = string> {
  /** How many levels a side a snapshot is asked for. */
  readonly limit: number;
  readonly form: DepthForm;
  /** Names of the snapshot's fields. */
  readonly snapshot: { readonly last: string; readonly bids: string; readonly asks: string };
  /** The rules by the name of the sequence that they take events to come in. */
  readonly sequences: Readonly<Record<Sequence, BookRules>>;
}

/**
 * `syncing`: it has not held the exchange's book yet. `live`: it equals the exchange's book at
 * its update id. `stale`: it did, and something was lost since.
 */
export type BookState = "syncing" | "live" | "stale";

/** Why a book is not live any more, or why the last snapshot did not make it live. */
export type StaleReason =
  | "gap"
  | "crossed"
  | "negativeQuantity"
  | "unreadable"
  | "disconnected"
  | "snapshotTooOld"
  | "snapshotUnreadable"
  | "snapshotCrossed";

/** What became of an event: `refused` is one that is not of this book, or that nobody can read. */
export type Taken = "applied" | "buffered" | "dropped" | "refused" | "stale";

/** What the book needs to be live: a snapshot with so many levels a side. */
export interface SnapshotNeed {
  readonly limit: number;
  /** Why, unless it is the first one. */
  readonly reason: StaleReason | undefined;
  /** How many snapshots in a row have not helped. */
  readonly failed: number;
}

export type BookSide = "bids" | "asks";

/** One price level. */
export interface BookLevel {
  readonly price: Decimal;
  readonly quantity: Decimal;
  /**
   * Whether no unknown level can be better than this one. Beyond the depth of the snapshot a
   * level is known only once it has changed.
   */
  readonly depthKnown: boolean;
}

/** A level that the last event changed; quantity 0 means that it left the book. */
export interface ChangedLevel {
  readonly side: BookSide;
  readonly price: Decimal;
  readonly quantity: Decimal;
}

/** What taking from one side of the book down to some depth gives. */
export interface BookDepth {
  /** Price of the last level that is touched; absent when the side is empty. */
  readonly price: Decimal | undefined;
  readonly quantity: Decimal;
  /** Sum of price times quantity. */
  readonly notional: Decimal;
  /** How many levels are touched. */
  readonly levels: number;
  /** Whether the side holds as much as was asked for. */
  readonly isEnough: boolean;
  /** Whether all that was touched is within what the snapshot knew. */
  readonly depthKnown: boolean;
}

/** How a book is kept. */
export interface BookOptions<Sequence extends string = string> {
  /** How events follow each other; the documented way when absent. */
  readonly sequence?: Sequence;
  /** Levels a side that a snapshot is asked for; as the contract says when absent. */
  readonly limit?: number;
  /** How many events are kept until a snapshot comes, 1,000 when absent; then the oldest go. */
  readonly bufferMax?: number;
}

/** How a book is read. */
export interface BookReading {
  /** Reads a book that is not live as it last was, where that would throw. */
  readonly allowStale?: boolean;
}
