/** What lists, places in them and their rows are; see pages.ts. */

import { TradespecError } from "../errors.ts";
import type { Int64 } from "../tables.ts";

/** How one list is paged. */
export interface PagedList {
  /** Operation that gives the pages. */
  readonly operation: string;
  /** Field or position of a row that rows are in order of: an id, or a time. */
  readonly key: string | number;
  /** Fields that tell rows of one key apart; absent where the key does. */
  readonly identity?: readonly string[];
  /** Field of a row that holds its time. */
  readonly time?: string | number;
  /** Parameter that takes the key to start from. */
  readonly from?: string;
  /** Parameters that take the first and the last time. */
  readonly start?: string;
  readonly end?: string;
  /** Parameter that takes the number of rows of a page, and the most that it takes. */
  readonly limit: string;
  readonly limitMax: number;
  /** The page after this one starts with its last row; otherwise right behind it. */
  readonly overlaps: boolean;
  /** Each row stands for a span of time: the parameter that names it, and its units. */
  readonly span?: {
    readonly parameter: string;
    readonly unitsMs: Readonly<Record<string, number>>;
  };
}

/**
 * A place in a list, behind the last row that was handed out. It is plain JSON; keep it, and give
 * it back as `resume` together with the same request.
 */
export interface PageCursor {
  /** Key of that row as digits; absent before the first row. */
  readonly key?: string;
  /** Rows of that key that were handed out, where a key can have several. */
  readonly seen?: readonly string[];
}

/** A row with its key. */
export interface KeyedRow<Row> {
  readonly row: Row;
  readonly key: bigint;
}

/** A walk through a list. */
export interface Walk<Row> {
  readonly list: PagedList;
  readonly request: Readonly<Record<string, unknown>>;
  /** Asks for the rows of a page, in order. */
  readonly ask: (fields: Readonly<Record<string, unknown>>) => Promise<readonly KeyedRow<Row>[]>;
  /** Rows that a page may hold. */
  limit: number;
  /** Key of the last row handed out, and what tells apart the rows that have it. */
  key: bigint | undefined;
  seen: readonly string[];
  /** Nothing lies before this time or key; moves on while pages are empty. */
  floor: bigint | undefined;
  /** By how much the next window of time is wider than a page is sure to hold. */
  widening: number;
}

/** The rows that follow, and whether the list ends here for now or for good. */
export interface NextRows<Row> {
  readonly rows: readonly KeyedRow<Row>[];
  readonly isEnd?: "forNow" | "forGood";
}

/** The place behind the last row that was handed out. */
export function cursorOf({ key, seen }: Walk<unknown>): PageCursor {
  if (key === undefined) {
    return {};
  }
  return { key: String(key), ...(seen.length === 0 ? {} : { seen }) };
}

/** Rows lie between two pages that the exchange no longer gives, or cannot give by this list. */
export class PageGapError extends TradespecError {
  override readonly name: string = "PageGapError";
  /** The place behind the last row before the hole. */
  readonly cursor: PageCursor;

  constructor(operation: string, cursor: PageCursor) {
    const at = cursor.key === undefined ? "the start" : `key ${cursor.key}`;
    const mend = "Read that part from another list, or ask more often and for more rows.";
    super(`${operation}: rows behind ${at} can no longer be had. ${mend}`, { operation });
    this.cursor = cursor;
  }
}

/** What tells a row from the others of its key. */
export function markOf(row: unknown, identity: readonly string[]): string {
  return identity.map((name) => String(fieldOf(row, name))).join("/");
}

/** A field of a row, or a position of one that is a list. */
export function fieldOf(row: unknown, name: string | number): unknown {
  return typeof row === "object" && row !== null ? Reflect.get(row, name) : undefined;
}

/** A 64-bit integer in any of its forms; `undefined` for what is none. */
export function int64Of(value: unknown): bigint | undefined {
  const isDigits = typeof value === "string" && /^-?[0-9]{1,19}$/.test(value);
  return typeof value === "bigint" || Number.isInteger(value) || isDigits
    ? BigInt(value as bigint | number | string)
    : undefined;
}

/**
 * The key of a row.
 * @throws TradespecError for a row without one: no page could be asked for behind it.
 */
export function keyOf(row: unknown, { key, operation }: PagedList): bigint {
  const found = int64Of(fieldOf(row, key));
  if (found === undefined) {
    throw new TradespecError(`${operation}: a row has no whole number in ${key}.`, { operation });
  }
  return found;
}

/** The value as requests take it: a number where one is exact. */
export function asInt64(value: bigint): Int64 {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
