/** Types of the order book: generated tables, states and what users read. Types only. */

import type { Decimal, Int64 } from "../tables.ts";

/** The fields of a depth message that a book uses. */
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

/** Wire names of a depth message's fields, and of its optional wrapper. */
export interface DepthFormat {
  /** Value of the field `type`. */
  readonly type: string;
  /** Names by field; absent for fields that the exchange does not send. */
  readonly fields: Readonly<Partial<Record<DepthField, string>>>;
  /** Fields of the wrapper object in a combined stream. */
  readonly wrapper?: { readonly stream: string; readonly data: string };
}

/** Generated facts of order books, from spec/rules/bookSync.yaml. */
export interface BookTable {
  /** Levels per side in a snapshot request. */
  readonly limit: number;
  readonly message: DepthFormat;
  /** Field names of a snapshot. */
  readonly snapshot: { readonly last: string; readonly bids: string; readonly asks: string };
}

/** Ids and times of a depth event; `NaN` where the message has none. */
export interface EventIds {
  /** First update id in the event. */
  readonly first: Int64;
  /** Last update id in the event. */
  readonly last: Int64;
  /** Last update id of the previous event, if the message has it. */
  readonly before: Int64;
  /** Send time, in Unix milliseconds. */
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

/** A parsed depth event. */
export interface DepthEvent extends EventIds, LevelTexts {}

/** A parsed snapshot. */
export interface BookSnapshot extends LevelTexts {
  readonly last: Int64;
}

/** Verdict of a sequence rule on an event; `gap`: events were lost. */
export type EventVerdict = "apply" | "drop" | "gap";

/**
 * `syncing`: waits for the first snapshot. `live`: equal to the exchange's book at its update id.
 * `stale`: was live, and has lost an event since.
 */
export type BookState = "syncing" | "live" | "stale";

/** Why a book is no longer live, or why the last snapshot did not make it live. */
export type StaleReason =
  | "gap"
  | "crossed"
  | "negativeQuantity"
  | "unreadable"
  | "disconnected"
  | "snapshotTooOld"
  | "snapshotUnreadable";

/**
 * Result of a message. `ignored`: not an event of this book, or malformed. `stale`: it made the
 * book stale.
 */
export type EventResult = "applied" | "buffered" | "dropped" | "ignored" | "stale";

/** The snapshot that the book needs to become live. */
export interface SnapshotNeed {
  /** Levels per side. */
  readonly limit: number;
  /** Why it is needed; absent for the first one. */
  readonly reason: StaleReason | undefined;
  /** Consecutive snapshots that did not make the book live. */
  readonly failed: number;
}

/** The buying side, `bids`, or the selling side, `asks`. */
export type BookSide = "bids" | "asks";

/** One price level: a price in the quote asset, and the quantity there in the base asset. */
export interface BookLevel {
  readonly price: Decimal;
  readonly quantity: Decimal;
  /**
   * Whether every better level is known. A snapshot has limited depth; a level beyond it is known
   * only after a change.
   */
  readonly depthKnown: boolean;
}

/** A level changed by the last event; quantity 0 means removed. */
export interface ChangedLevel {
  readonly side: BookSide;
  readonly price: Decimal;
  readonly quantity: Decimal;
}

/** Worst price of each side down to which every level is known; absent if the whole side is. */
export interface KnownDepth {
  readonly bids: Decimal | undefined;
  readonly asks: Decimal | undefined;
}

/** How much to take from a side: a quantity of the base asset, or an amount of the quote asset. */
export type DepthRequest = { readonly quantity: Decimal } | { readonly notional: Decimal };

/** The result of taking from one side of the book. */
export interface BookDepth {
  /** Price of the last touched level; absent if none. */
  readonly price: Decimal | undefined;
  /** What was taken, in the base asset. */
  readonly quantity: Decimal;
  /** Sum of price times quantity, in the quote asset. */
  readonly notional: Decimal;
  /** Number of touched levels. */
  readonly levels: number;
  /** Whether the side can fill the request. */
  readonly isEnough: boolean;
  /** Whether all touched levels lie within the snapshot's depth. */
  readonly depthKnown: boolean;
}

/** Options of an order book. */
export interface BookOptions<Sequence extends string = string> {
  /** Sequence rules of events; the documented ones when absent. */
  readonly sequence?: Sequence | undefined;
  /** Levels per side in a snapshot request; the spec's number when absent. */
  readonly limit?: number | undefined;
  /** Most events to buffer until a snapshot comes, 1,000 when absent; the oldest are dropped. */
  readonly bufferMax?: number | undefined;
}

/** Options of reading a book. */
export interface ReadOptions {
  /** Reads the last state of a book that is not live, instead of throwing. */
  readonly allowStale?: boolean;
}
