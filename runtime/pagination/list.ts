/** Paged lists, places in them, and their rows; see pages.ts. */

import { TradespecError } from "../errors.ts";

/** How one list is paged. */
export interface PagedList {
  /** Operation whose responses are the pages. */
  readonly operation: string;
  /** Field or position in a row of the key by which rows are sorted: an id, or a time. */
  readonly key: string | number;
  /** Fields that identify a row among those with the same key; absent where keys are unique. */
  readonly identity?: readonly string[];
  /** Field of a row that holds its time. */
  readonly time?: string | number;
  /** Parameter that takes the key to start from. */
  readonly from?: string;
  /** Parameters that take the first and the last time. */
  readonly start?: string;
  readonly end?: string;
  /** Parameter for the number of rows of a page, and its maximum. */
  readonly limit: string;
  readonly limitMax: number;
  /** The next page starts with the last row of this one; otherwise right after it. */
  readonly overlaps: boolean;
  /** Each row stands for a span of time: the parameter that names it, and its units. */
  readonly span?: {
    readonly parameter: string;
    readonly unitsMs: Readonly<Record<string, number>>;
  };
}

/**
 * A place in a list, after the last row that was returned. It is plain JSON: store it, and pass it
 * as `resume` together with the same request.
 */
export interface PageCursor {
  /** Key of that row as digits; absent before the first row. */
  readonly key?: string;
  /** Identities of the returned rows of that key, where several rows can have one key. */
  readonly seen?: readonly string[];
}

export interface KeyedRow<Row> {
  readonly row: Row;
  readonly key: bigint;
}

export interface Iteration<Row> {
  readonly list: PagedList;
  readonly request: Readonly<Record<string, unknown>>;
  /** Requests a page; gives its rows in order. */
  readonly requestRows: (
    fields: Readonly<Record<string, unknown>>,
  ) => Promise<readonly KeyedRow<Row>[]>;
  /** Rows that a page may have. */
  limit: number;
  /** Key of the last row that was returned, and the identities of the returned rows of that key. */
  key: bigint | undefined;
  seen: readonly string[];
  /** No row is before this time or key; grows while pages are empty. */
  floor: bigint | undefined;
  /** By how much the next window of time is wider than a page surely holds. */
  widening: number;
}

/** The next rows, and whether the list ends here, for now or for good. */
export interface NextRows<Row> {
  readonly rows: readonly KeyedRow<Row>[];
  readonly isEnd?: "forNow" | "forGood";
}

/** The place after the last row that was returned. */
export function cursorOf({ key, seen }: Iteration<unknown>): PageCursor {
  if (key === undefined) return {};
  return { key: String(key), ...(seen.length === 0 ? {} : { seen }) };
}

/** Rows are missing between two pages: this list no longer has them, or cannot return them. */
export class PageGapError extends TradespecError {
  override readonly name: string = "PageGapError";
  /** The place after the last row before the gap. */
  readonly cursor: PageCursor;

  constructor(operation: string, cursor: PageCursor) {
    const at = cursor.key === undefined ? "the start" : `key ${cursor.key}`;
    const fix = "Read them from another list, or request pages more often and with more rows.";
    super(`${operation}: rows after ${at} are no longer available. ${fix}`, { operation });
    this.cursor = cursor;
  }
}

/** Identifies a row among those with the same key. */
export function identityOf(row: unknown, identity: readonly string[]): string {
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
 * @throws TradespecError for a row without one: no page could be requested after it.
 */
export function keyOf(row: unknown, { key, operation }: PagedList): bigint {
  const found = int64Of(fieldOf(row, key));
  if (found === undefined) {
    throw new TradespecError(`${operation}: a row has no whole number in ${key}.`, { operation });
  }
  return found;
}
