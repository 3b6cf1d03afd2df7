/**
 * Lists that are longer than one answer, row by row: none is lost and none comes twice, whatever
 * the size of a page and however many rows arrive meanwhile. How a list is paged is data of the
 * spec (`x-pages`); three ways are known.
 *
 * - By key: a parameter takes the id to go on from. The first page may be found by time.
 * - By time: a start time is all there is. Rows of the border are asked for again and dropped.
 * - The latest rows only: nothing older can be had, and a hole is an error.
 */

import type { CallOptions } from "../client/options.ts";
import type { Adapters } from "../defaults.ts";
import { platform } from "../defaults.ts";
import { AbortedError } from "../errors.ts";
import type { Int64 } from "../tables.ts";
import { pageByKey, pageByTime, pageOfLatest } from "./ask.ts";
import type { KeyedRow, NextRows, PageCursor, PagedList, Walk } from "./list.ts";
import { cursorOf, fieldOf, int64Of, keyOf, markOf } from "./list.ts";

export type { PageCursor, PagedList } from "./list.ts";
export { PageGapError } from "./list.ts";

/** How rows are walked through; all that a call takes besides goes to each call. */
export interface RowOptions extends CallOptions {
  /** Goes on behind a place of an earlier walk with the same request. */
  readonly resume?: PageCursor | undefined;
  /** Last id that is wanted, for lists that go by ids. */
  readonly toId?: Int64 | undefined;
  /** Waits for rows to come instead of ending behind the last; `false` when absent. */
  readonly follow?: boolean | undefined;
  /** Milliseconds between two questions while nothing new comes; 1000 when absent. */
  readonly everyMs?: number | undefined;
  /** Timer of those waits; the platform's when absent. */
  readonly after?: Adapters["after"] | undefined;
}

/** Rows, oldest first. `for await` asks for a page when the one before is used up. */
export interface Rows<Row> extends AsyncGenerator<Row, void, undefined> {
  /** The place behind the last row that was handed out. */
  readonly cursor: () => PageCursor;
}

/** Asks for one page. */
export type Ask<Request, Row> = (request: Request, options: CallOptions) => Promise<readonly Row[]>;

/**
 * Walks through a list from where the request or `options.resume` says: to its end time or
 * `options.toId`, else to its last row, else on and on.
 * @throws PageGapError; and, from the iterator, whatever the calls throw.
 */
export function eachRow<Request extends object, Row>(
  list: PagedList,
  ask: Ask<Request, Row>,
  request: Request,
  options: RowOptions = {},
): Rows<Row> {
  const { resume = {}, toId, follow, everyMs, after, ...callOptions } = options;
  const fields = Object.fromEntries(Object.entries(request));
  const walk: Walk<Row> = {
    list,
    request: fields,
    ask: async (page) => {
      // The walk adds nothing but parameters of the list to the caller's own request.
      const rows = await ask(page as Request, callOptions);
      return rows.map((row) => ({ row, key: keyOf(row, list) })).sort(byKey);
    },
    limit: Number(fields[list.limit] ?? list.limitMax),
    key: resume.key === undefined ? undefined : BigInt(resume.key),
    seen: resume.seen ?? [],
    floor: undefined,
    widening: 1,
  };
  return Object.assign(rowsOf(walk, options), { cursor: () => cursorOf(walk) });
}

function byKey(left: { readonly key: bigint }, right: { readonly key: bigint }): number {
  return left.key < right.key ? -1 : left.key > right.key ? 1 : 0;
}

async function* rowsOf<Row>(
  walk: Walk<Row>,
  options: RowOptions,
): AsyncGenerator<Row, void, undefined> {
  for (;;) {
    const { rows, isEnd } = await nextRows(walk);
    for (const row of rows) {
      if (isBeyond(row, walk, options)) {
        return;
      }
      moveTo(row, walk);
      if (!isEarly(row, walk)) {
        yield row.row;
      }
    }
    if (isEnd === "forGood" || (isEnd === "forNow" && options.follow !== true)) {
      return;
    }
    if (isEnd === "forNow") {
      await pause(walk.list, options);
    }
  }
}

function nextRows<Row>(walk: Walk<Row>): Promise<NextRows<Row>> {
  if (walk.list.from !== undefined) {
    return pageByKey(walk);
  }
  return walk.list.start === undefined ? pageOfLatest(walk) : pageByTime(walk);
}

function moveTo<Row>({ row, key }: KeyedRow<Row>, walk: Walk<Row>): void {
  const { identity } = walk.list;
  const mark = identity === undefined ? [] : [markOf(row, identity)];
  walk.seen = walk.key === key ? [...walk.seen, ...mark] : mark;
  walk.key = key;
}

function timeOf<Row>({ row }: KeyedRow<Row>, { time }: PagedList): bigint | undefined {
  return time === undefined ? undefined : int64Of(fieldOf(row, time));
}

function isBeyond<Row>(row: KeyedRow<Row>, walk: Walk<Row>, { toId }: RowOptions): boolean {
  const { list, request } = walk;
  const end = list.end === undefined ? undefined : int64Of(request[list.end]);
  const time = timeOf(row, list);
  const isLate = end !== undefined && time !== undefined && time > end;
  return isLate || (toId !== undefined && list.from !== undefined && row.key > BigInt(toId));
}

/** A walk that starts from an id can meet rows of a time before the one that is asked for. */
function isEarly<Row>(row: KeyedRow<Row>, { list, request }: Walk<Row>): boolean {
  const start = list.start === undefined ? undefined : int64Of(request[list.start]);
  const time = timeOf(row, list);
  return start !== undefined && time !== undefined && time < start;
}

function pause(list: PagedList, { signal, everyMs = 1000, after }: RowOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const { operation } = list;
    const onAbort = (): void => {
      cancel();
      const words = `${operation} was ended by its caller.`;
      reject(new AbortedError(words, "notSent", { operation }));
    };
    const cancel = (after ?? platform.after)(everyMs, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    if (signal?.aborted === true) {
      onAbort();
    }
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
