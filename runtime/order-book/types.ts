/** Types of the order book: generated tables, states and what users read. Types only. */

import type { Decimal, Int64 } from "../tables.ts";

/** The fields of a depth message that a book reads. */
export type DepthField =
  | "type"
  | "symbol"
  | "first"
  | "last"
  | "bids"
  | "asks"
  | "before"
  | "time"
  | "engineTime";

/** Names on the wire of a depth message's fields, and of the object that may wrap it. */
export interface DepthFormat {
  /** Value of the field `type`. */
  readonly type: string;
  /** Names by field; fields that the exchange does not send are absent. */
  readonly fields: Readonly<Partial<Record<DepthField, string>>>;
  /** Fields of the object that a combined stream puts around each message. */
  readonly wrapper?: { readonly stream: string; readonly data: string };
}

/** The generated facts about order books, from spec/rules/bookSync.yaml. */
export interface BookTable {
  /** Levels per side that a snapshot is requested with. */
  readonly limit: number;
  readonly message: DepthFormat;
  /** Field names of a snapshot. */
  readonly snapshot: { readonly last: string; readonly bids: string; readonly asks: string };
}

/** The ids and times of a depth event; `NaN` for those that the message lacks. */
export interface EventIds {
  /** First update id that the event covers. */
  readonly first: Int64;
  /** Final update id that the event covers. */
  readonly last: Int64;
  /** Final update id of the previous event, as the message says. */
  readonly before: Int64;
  /** When it was sent, in Unix milliseconds. */
  readonly time: Int64;
  /** When the book changed, in Unix milliseconds. */
  readonly engineTime: Int64;
}

/** A level as text: price and quantity. */
export type LevelText = readonly Decimal[];

/** Levels of both sides as text, best first. */
export interface LevelTexts {
  readonly bids: readonly LevelText[];
  readonly asks: readonly LevelText[];
}

/** A depth event that was read. */
export interface DepthEvent extends EventIds, LevelTexts {}

/** A snapshot that was read. */
export interface BookSnapshot extends LevelTexts {
  readonly last: Int64;
}

/** What a sequence rule says of an event: any `gap` means that events were lost. */
export type EventVerdict = "apply" | "drop" | "gap";

/**
 * `syncing`: waiting for the first snapshot. `live`: equal to the exchange's book at its update
 * id. `stale`: was live, and an event was lost since.
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
  | "snapshotUnreadable";

/**
 * What became of a message. `ignored`: it is not an event of this book, or cannot be read.
 * `stale`: it made the book stale.
 */
export type EventResult = "applied" | "buffered" | "dropped" | "ignored" | "stale";

/** The snapshot that a book needs to be live. */
export interface SnapshotNeed {
  /** Levels per side. */
  readonly limit: number;
  /** Why it is needed; absent for the first one. */
  readonly reason: StaleReason | undefined;
  /** How many snapshots in a row did not make the book live. */
  readonly failed: number;
}

export type BookSide = "bids" | "asks";

/** One price level. */
export interface BookLevel {
  readonly price: Decimal;
  readonly quantity: Decimal;
  /**
   * Whether every better level is known. A snapshot has a limited depth; beyond it a level is
   * known only once it has changed.
   */
  readonly depthKnown: boolean;
}

/** A level that the last event changed; quantity 0 means that it was removed. */
export interface ChangedLevel {
  readonly side: BookSide;
  readonly price: Decimal;
  readonly quantity: Decimal;
}

/** Worst price of each side up to which every level is known; absent where the whole side is. */
export interface KnownDepth {
  readonly bids: Decimal | undefined;
  readonly asks: Decimal | undefined;
}

/** How much to take from a side: a quantity of the base asset, or an amount of the quote asset. */
export type DepthRequest = { readonly quantity: Decimal } | { readonly notional: Decimal };

/** What taking from one side of the book gives. */
export interface BookDepth {
  /** Price of the last level that is touched; absent when none is. */
  readonly price: Decimal | undefined;
  readonly quantity: Decimal;
  /** Sum of price times quantity. */
  readonly notional: Decimal;
  /** How many levels are touched. */
  readonly levels: number;
  /** Whether the side holds as much as was requested. */
  readonly isEnough: boolean;
  /** Whether all touched levels are within the depth of the snapshot. */
  readonly depthKnown: boolean;
}

/** Options of an order book. */
export interface BookOptions<Sequence extends string = string> {
  /** Rules by which events follow each other; the documented ones when absent. */
  readonly sequence?: Sequence | undefined;
  /** Levels per side that a snapshot is requested with; as in the spec when absent. */
  readonly limit?: number | undefined;
  /** Events that are buffered until a snapshot comes, 1,000 when absent; then the oldest go. */
  readonly bufferMax?: number | undefined;
}

/** Options of reading a book. */
export interface ReadOptions {
  /** Reads a book that is not live in its last state, where that would throw. */
  readonly allowStale?: boolean;
}
