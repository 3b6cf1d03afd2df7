/** Paged lists, positions in them, and their rows; see pages.ts. */

import { TradespecError } from "../errors.ts";

/** How one list is paged. */
export interface PagedList {
  /** Operation whose response is one page. */
  readonly operation: string;
  /** Field or index of a row's sort key: an id, or a time. */
  readonly key: string | number;
  /** Fields that identify a row among rows with the same key; absent where keys are unique. */
  readonly identity?: readonly string[];
  /** Field of a row that holds its time. */
  readonly time?: string | number;
  /** Parameter for the key to start from. */
  readonly from?: string;
  /** Parameter for the first time. */
  readonly start?: string;
  /** Parameter for the last time. */
  readonly end?: string;
  /** Parameter for the page size. */
  readonly limit: string;
  /** The largest page. */
  readonly limitMax: number;
  /** The next page starts with the last row of this one; otherwise right after it. */
  readonly overlaps: boolean;
  /** Each row covers a time span, and changes until that has ended. */
  readonly span?: {
    /** Parameter with its length, as a number and a unit. */
    readonly parameter: string;
    /** Field of a row that holds its last millisecond. */
    readonly last: string | number;
    /** The shortest that each unit can be. */
    readonly unitsMs: Readonly<Record<string, number>>;
  };
}

/**
 * A place in a list, after the last row that was returned. It is plain JSON: store it, and pass it
 * as `resume` together with the same request.
 */
export interface PageCursor {
  /** Key of the last returned row, as digits; absent before the first. */
  readonly key?: string;
  /** Identities of the returned rows with that key, where keys are not unique. */
  readonly seen?: readonly string[];
}

export interface KeyedRow<Row> {
  readonly row: Row;
  readonly key: bigint;
}

export interface Iteration<Row> {
  readonly list: PagedList;
  readonly request: Readonly<Record<string, unknown>>;
  /** Reads the exchange's time; needed where rows cover time spans. */
  readonly readTime: () => Promise<unknown>;
  /** Requests a page; returns its rows in order. */
  readonly requestRows: (
    fields: Readonly<Record<string, unknown>>,
  ) => Promise<readonly KeyedRow<Row>[]>;
  /** Current page size. */
  limit: number;
  /** Key of the last returned row, and the identities of the returned rows with that key. */
  key: bigint | undefined;
  seen: readonly string[];
  /** No row lies below this time or key; grows while pages are empty. */
  floor: bigint | undefined;
  /** How much wider the next time window is than one that surely fits a page. */
  widening: number;
  /** Key of the last row on the last page that had any. */
  lastKey: bigint;
  /** The exchange's time, read before the last page. */
  nowMs: bigint;
  /** The first row of the last page whose span has not ended at that time. */
  open: KeyedRow<Row> | undefined;
}

/** The next rows, and whether the list ends here, for now or for good. */
export interface NextRows<Row> {
  readonly rows: readonly KeyedRow<Row>[];
  readonly isEnd?: "forNow" | "forGood";
}

/** The position after the last returned row. */
export function cursorOf({ key, seen }: Iteration<unknown>): PageCursor {
  if (key === undefined) return {};
  return { key: String(key), ...(seen.length === 0 ? {} : { seen }) };
}

/** Rows between two pages are missing: the list no longer has them, or cannot return them. */
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

/** The last millisecond of a row's span; `undefined` where rows have none. */
export function lastMsOf<Row>({ row }: KeyedRow<Row>, { span }: PagedList): bigint | undefined {
  return span === undefined ? undefined : int64Of(fieldOf(row, span.last));
}

/** Identifies a row among rows with the same key. */
export function identityOf(row: unknown, identity: readonly string[]): string {
  return identity.map((name) => String(fieldOf(row, name))).join("/");
}

/** A field of a row, or an index of a list row. */
export function fieldOf(row: unknown, name: string | number): unknown {
  return typeof row === "object" && row !== null ? Reflect.get(row, name) : undefined;
}

/** A 64-bit integer in any form; `undefined` for anything else. */
export function int64Of(value: unknown): bigint | undefined {
  const isDigits = typeof value === "string" && /^-?[0-9]{1,19}$/.test(value);
  return typeof value === "bigint" || Number.isInteger(value) || isDigits
    ? BigInt(value as bigint | number | string)
    : undefined;
}

/**
 * The key of a row.
 * @throws TradespecError without one, as no page could follow it.
 */
export function keyOf(row: unknown, { key, operation }: PagedList): bigint {
  const found = int64Of(fieldOf(row, key));
  if (found === undefined) {
    throw new TradespecError(
      `${operation}: a row has no integer in ${key}, so no page can follow it.`,
      { operation },
    );
  }
  return found;
}
