/**
 * Iterates over lists longer than one response, row by row. No row is lost or repeated, whatever
 * the page size and however many rows are added meanwhile. The spec (`x-pages`) says how a list is
 * paged:
 *
 * - By key: a parameter takes the id to continue at. The first page may be found by time.
 * - By time: there is only a start time. Rows at the border are requested again and dropped. A row
 *   that covers a time span is returned once the span has ended.
 * - Latest rows only: older rows are not available, and a gap is an error.
 */

import { type CallOptions, callRules } from "../call/options.ts";
import { requireRows } from "../call/rows.ts";
import { callable, checkOptions, flag, integer, ms, takes } from "../check-options.ts";
import { encodeJson } from "../encoding/json.ts";
import { pause } from "../pause.ts";
import type { Adapters } from "../platform.ts";
import { platform } from "../platform.ts";
import type { Int64 } from "../tables.ts";
import type { Iteration, KeyedRow, PageCursor, PagedList } from "./list.ts";
import { cursorOf, fieldOf, identityOf, int64Of, keyOf, lastMsOf } from "./list.ts";
import { nextRows } from "./next-page.ts";

export type { PageCursor, PagedList } from "./list.ts";
export { PageGapError } from "./list.ts";

/** Options of an iteration; call options apply to each request. */
export interface RowOptions extends CallOptions {
  /** Continues at a position of an earlier iteration with the same request. */
  readonly resume?: PageCursor | undefined;
  /** Last id to return, for lists whose rows are sorted by an id. */
  readonly toId?: Int64 | undefined;
  /** Waits for new rows instead of ending after the last one; `false` when absent. */
  readonly follow?: boolean | undefined;
  /** Milliseconds between two requests while there is no new row; 1000 when absent. */
  readonly everyMs?: number | undefined;
  /** Timer of these waits; the client's when absent. */
  readonly after?: Adapters["after"] | undefined;
}

/** Options of an iteration over rows that each cover a time span. */
export interface SpanRowOptions extends Omit<RowOptions, "toId"> {
  /**
   * Also returns the row whose span has not ended: at the end, or with `follow` whenever it has
   * changed, at most every `everyMs`. The last row of a span is final, and only that one moves the
   * cursor.
   */
  readonly open?: boolean | undefined;
}

/** What an iteration needs beside its pages. */
export interface RowSource {
  /** Timer of the client. */
  readonly after?: Adapters["after"] | undefined;
  /** Reads the exchange's time; needed where rows cover time spans. */
  readonly readTime?: ((options: CallOptions) => Promise<unknown>) | undefined;
}

const rules = {
  ...callRules(),
  resume: takes("a value from cursor()", (value) => {
    const { key = "0", seen = [], ...others } = Object(value) as PageCursor;
    const isCursor = Object(value) === value && Object.keys(others).length === 0;
    return isCursor && int64Of(key) !== undefined && Array.isArray(seen);
  }),
  follow: flag,
  everyMs: ms(0),
  after: callable,
};
const toIdRule = takes("an id", (value) => int64Of(value) !== undefined);

/** Rows, oldest first. `for await` requests the next page when one is used up. */
export interface Rows<Row> extends AsyncGenerator<Row, void, undefined> {
  /** The position after the last returned row. */
  readonly cursor: () => PageCursor;
}

type RequestPage<Request, Row> = (
  request: Request,
  options: CallOptions,
) => Promise<readonly Row[]>;

/**
 * Iterates over a list from the start of the request or from `options.resume`, up to its end time,
 * `options.toId` or its last row; with `follow` it waits for more instead of ending there.
 * @throws PageGapError; the iterator also throws the errors of its requests.
 */
export function eachRow<Request extends object, Row>(
  list: PagedList,
  requestPage: RequestPage<Request, Row>,
  request: Request,
  options: RowOptions & SpanRowOptions = {},
  source: RowSource = {},
): Rows<Row> {
  const known = {
    ...rules,
    ...(list.span !== undefined && { open: flag }),
    ...(list.key !== list.time && { toId: toIdRule }),
  };
  checkOptions(`Reading ${list.operation}`, options, known);
  const { resume = {}, toId, follow, everyMs, after, open, ...callOptions } = options;
  const fields = { ...(request as Readonly<Record<string, unknown>>) };
  const { [list.limit]: limit = list.limitMax } = fields;
  const limitRule = { [list.limit]: integer(1, list.limitMax) };
  checkOptions(`Reading ${list.operation}`, { [list.limit]: limit }, limitRule);
  const iteration: Iteration<Row> = {
    list,
    request: fields,
    readTime: async () => source.readTime?.(callOptions),
    requestRows: async (page) => {
      // Only parameters of the list are added to the request.
      const response = await requestPage(page as Request, callOptions);
      const rows = requireRows(response, `the rows of ${list.operation}`);
      return rows.map((row) => ({ row, key: keyOf(row, list) })).sort(byKey);
    },
    limit: limit as number,
    key: resume.key === undefined ? undefined : BigInt(resume.key),
    seen: resume.seen ?? [],
    floor: undefined,
    widening: 1,
    lastKey: -1n,
    nowMs: 0n,
    open: undefined,
  };
  const all = { ...options, after: after ?? source.after };
  return Object.assign(rowsOf(iteration, all), { cursor: () => cursorOf(iteration) });
}

function byKey(left: { readonly key: bigint }, right: { readonly key: bigint }): number {
  return Number(left.key - right.key);
}

async function* rowsOf<Row>(
  iteration: Iteration<Row>,
  options: RowOptions & SpanRowOptions,
): AsyncGenerator<Row, void, undefined> {
  let returned = "";
  for (;;) {
    const { rows, isEnd } = await nextRows(iteration);
    for (const row of rows) {
      if (isBeyond(row, iteration, options)) return;
      moveTo(row, iteration);
      if (!isEarly(row, iteration)) yield row.row;
    }
    if (isEnd === undefined) continue;
    const { open } = iteration;
    const text = options.open === true && open !== undefined ? encodeJson(open.row) : returned;
    if (open !== undefined && text !== returned) {
      returned = text;
      yield open.row;
    }
    if (isEnd === "forGood" || options.follow !== true) return;
    const { after = platform.after, signal, toId } = options;
    if (toId !== undefined && iteration.key !== undefined && iteration.key >= BigInt(toId)) return;
    await pause(msToNextRow(iteration, options), after, iteration.list.operation, signal);
  }
}

function moveTo<Row>({ row, key }: KeyedRow<Row>, iteration: Iteration<Row>): void {
  const { identity } = iteration.list;
  const own = identity === undefined ? [] : [identityOf(row, identity)];
  iteration.seen = iteration.key === key ? [...iteration.seen, ...own] : own;
  iteration.key = key;
}

function timeOf<Row>({ row }: KeyedRow<Row>, { time }: PagedList): bigint | undefined {
  return time === undefined ? undefined : int64Of(fieldOf(row, time));
}

function isBeyond<Row>(row: KeyedRow<Row>, of: Iteration<Row>, { toId }: RowOptions): boolean {
  const { list, request } = of;
  const end = int64Of(request[list.end ?? ""]);
  const time = timeOf(row, list);
  const isLate = end !== undefined && time !== undefined && time > end;
  return isLate || (toId !== undefined && row.key > BigInt(toId));
}

/** An iteration that starts at an id may see rows before the requested start time. */
function isEarly<Row>(row: KeyedRow<Row>, { list, request }: Iteration<Row>): boolean {
  const start = int64Of(request[list.start ?? ""]);
  const time = timeOf(row, list);
  return start !== undefined && time !== undefined && time < start;
}

/** A timer may stand still while a computer sleeps, so the time is read again after a minute. */
const spanWaitMsMax = 60_000;

/** Until the next row can be there: the open one ends, else the next request is due. */
function msToNextRow(
  { list, open, nowMs }: Iteration<unknown>,
  { everyMs = 1000, ...options }: SpanRowOptions,
): number {
  const lastMs = open && lastMsOf(open, list);
  const leftMs = lastMs === undefined ? everyMs : Number(lastMs - nowMs) + 1;
  return Math.min(leftMs, options.open === true ? everyMs : spanWaitMsMax);
}
