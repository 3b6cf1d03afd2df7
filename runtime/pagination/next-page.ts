/** Requests the next rows of a list, in the three ways that lists are paged; see pages.ts. */

import { int64 } from "../encoding/int64-math.ts";
import type { Iteration, KeyedRow, NextRows } from "./list.ts";
import { cursorOf, identityOf, int64Of, lastMsOf, PageGapError } from "./list.ts";

/** The rows after the last returned one. */
export function nextRows<Row>(iteration: Iteration<Row>): Promise<NextRows<Row>> {
  const { from, start } = iteration.list;
  if (from !== undefined) return pageByKey(iteration, from);
  return start === undefined ? pageOfLatest(iteration) : pageByTime(iteration, start);
}

/** By key: the parameter `from` takes the key to continue at. The first page may be by time. */
async function pageByKey<Row>(iteration: Iteration<Row>, name: string): Promise<NextRows<Row>> {
  const { list, request, floor } = iteration;
  const { start = "", end = "" } = list;
  const from = after(iteration) ?? int64Of(request[name]) ?? floor;
  const isTimed = request[start] !== undefined;
  // The key suffices, and the exchange may refuse a time beside it.
  const byKey = { [start]: undefined, [end]: undefined, [name]: from };
  const byTime = isTimed ? { [end]: undefined } : {};
  const { rows, fresh } = await requestPage(iteration, from === undefined ? byTime : byKey);
  if (fresh.length > 0) return { rows: fresh };
  if (rows.length >= iteration.limit) return longerPage(iteration);
  // Empty so far: continue from the first row, as a page of the latest ones could hide some.
  if (from === undefined && !isTimed) iteration.floor = 0n;
  return endForNow;
}

const endForNow = { rows: [], isEnd: "forNow" } as const;
const endForGood = { rows: [], isEnd: "forGood" } as const;

/** Latest rows only. Rows that came and went between two requests are a gap. */
async function pageOfLatest<Row>(iteration: Iteration<Row>): Promise<NextRows<Row>> {
  const { rows, fresh } = await requestPage(iteration, {});
  const { key } = iteration;
  const [first] = fresh;
  const touches = first === undefined || key === undefined || first.key === key + 1n;
  const isFull = rows.length >= iteration.limit;
  return !touches && isFull && rows[0] === first
    ? longerPage(iteration)
    : { rows: fresh, isEnd: "forNow" };
}

/**
 * By time. Where each row covers a time span, a window fits on a page, so that it does not matter
 * which rows the exchange drops. Windows grow while they are empty, up to the present.
 */
async function pageByTime<Row>(iteration: Iteration<Row>, start: string): Promise<NextRows<Row>> {
  const { list, request, floor, limit, widening } = iteration;
  const { end = "" } = list;
  const next = after(iteration) ?? int64Of(request[start]);
  const from = floor !== undefined && (next === undefined || floor > next) ? floor : next;
  const last = int64Of(request[end]);
  if (from !== undefined && last !== undefined && from > last) return endForGood;
  const spanMs = spanOf(iteration);
  if (from === undefined || spanMs === undefined) {
    const fields = from === undefined ? {} : { [start]: from };
    const { rows, fresh } = await requestPage(iteration, fields);
    if (fresh.length > 0) return { rows: fresh };
    // By the time it has ended, the page without a start may begin after it.
    if (iteration.open !== undefined) iteration.floor = iteration.open.key;
    return iteration.open === undefined && rows.length >= limit ? longerPage(iteration) : endForNow;
  }
  const widest = from + BigInt(limit * widening) * spanMs - 1n;
  const to = last !== undefined && last < widest ? last : widest;
  // A row that begins in the window may appear until its span ends; a unit may be longer, too.
  const pastMs = to + 2n * spanMs;
  const { rows, fresh } = await requestPage(iteration, { [start]: from, [end]: to }, pastMs);
  // A full window may hold more rows than the page; which ones are missing is unknown.
  const isCut = rows.length >= limit && widening > 1;
  if (fresh.length > 0 || isCut) {
    iteration.widening = 1;
    return { rows: isCut ? [] : fresh };
  }
  if (iteration.open !== undefined) return endForNow;
  // A row behind the window shows that every span in it has ended.
  const isOver = pastMs < iteration.nowMs || to < iteration.lastKey;
  if (isOver) iteration.floor = to + 1n;
  else if (to === last || to >= iteration.nowMs) return endForNow;
  iteration.widening *= 2;
  return { rows: [] };
}

/**
 * Requests a page with some fields replaced; returns its rows, and the new ones among them. Rows
 * whose span had not ended before the request are not among the new ones.
 * `pastMs`: the exchange's time from which on the page no longer changes; absent if unknown.
 */
async function requestPage<Row>(
  iteration: Iteration<Row>,
  fields: Readonly<Record<string, bigint | undefined>>,
  pastMs?: bigint,
): Promise<{ readonly rows: readonly KeyedRow<Row>[]; readonly fresh: readonly KeyedRow<Row>[] }> {
  const { requestRows, list, request, limit } = iteration;
  const page: Record<string, unknown> = { ...request, [list.limit]: limit };
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) delete page[name];
    else page[name] = int64(value);
  }
  // Only a time that is read before the page proves that a row in it is final.
  if (list.span !== undefined && (pastMs === undefined || pastMs >= iteration.nowMs)) {
    iteration.nowMs = int64Of(await iteration.readTime()) ?? iteration.nowMs;
  }
  const rows = await requestRows(page);
  iteration.lastKey = rows.at(-1)?.key ?? iteration.lastKey;
  iteration.open = rows.find((row) => (lastMsOf(row, list) ?? -1n) >= iteration.nowMs);
  const ended = iteration.open === undefined ? rows : rows.slice(0, rows.indexOf(iteration.open));
  return { rows, fresh: ended.filter((row) => isNew(row, iteration)) };
}

/** The key to continue from; `undefined` before the first row. */
function after({ key, list }: Iteration<unknown>): bigint | undefined {
  return key === undefined || list.overlaps ? key : key + 1n;
}

function isNew<Row>({ row, key }: KeyedRow<Row>, iteration: Iteration<Row>): boolean {
  const { identity } = iteration.list;
  if (iteration.key === undefined || key > iteration.key) return true;
  if (key < iteration.key) return false;
  return identity !== undefined && !iteration.seen.includes(identityOf(row, identity));
}

/** A full page without a new row: only a larger page can help. */
function longerPage<Row>(iteration: Iteration<Row>): NextRows<Row> {
  if (iteration.limit >= iteration.list.limitMax) {
    throw new PageGapError(iteration.list.operation, cursorOf(iteration));
  }
  iteration.limit = iteration.list.limitMax;
  return { rows: [] };
}

function spanOf({ list, request }: Iteration<unknown>): bigint | undefined {
  const { span } = list;
  const [, count, unit] = /^([0-9]+)([A-Za-z])$/.exec(String(request[span?.parameter ?? ""])) ?? [];
  const unitMs = span?.unitsMs[unit ?? ""];
  return unitMs === undefined ? undefined : BigInt(count ?? "") * BigInt(unitMs);
}
