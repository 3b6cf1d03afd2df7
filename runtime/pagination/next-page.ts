/** The next rows of a list, for each of the three ways in which lists are paged; see pages.ts. */

import type { Iteration, KeyedRow, NextRows } from "./list.ts";
import { asInt64, cursorOf, identityOf, int64Of, PageGapError } from "./list.ts";

/** By key: the parameter `from` takes the key to continue from. The first page may be by time. */
export async function pageByKey<Row>(iteration: Iteration<Row>): Promise<NextRows<Row>> {
  const { list, request } = iteration;
  const given = int64Of(request[list.from ?? ""]);
  const from =
    iteration.key === undefined ? (given ?? iteration.floor) : after(iteration.key, iteration);
  // A key is enough, and the exchange may not take a time together with it.
  const isTimed = list.start !== undefined && request[list.start] !== undefined;
  const without = from === undefined ? (isTimed ? [list.end] : []) : [list.start, list.end];
  const rows = await requestPage(
    iteration,
    without,
    from === undefined ? {} : { [list.from ?? ""]: from },
  );
  const fresh = rows.filter((row) => isNew(row, iteration));
  if (fresh.length > 0) return { rows: fresh };
  if (rows.length >= iteration.limit) return longerPage(iteration);
  if (from === undefined && !isTimed) {
    // No row yet: from now on start with the first, or more than a page of new rows could hide
    // some.
    iteration.floor = 0n;
  }
  return { rows: [], isEnd: "forNow" };
}

/** The latest rows only. Rows that came and went between two requests are a gap. */
export async function pageOfLatest<Row>(iteration: Iteration<Row>): Promise<NextRows<Row>> {
  const rows = await requestPage(iteration, [], {});
  const fresh = rows.filter((row) => isNew(row, iteration));
  const { key } = iteration;
  const [first] = fresh;
  const [oldest] = rows;
  const touches = first === undefined || key === undefined || first.key === key + 1n;
  if (!touches && rows.length >= iteration.limit && oldest === first) return longerPage(iteration);
  return { rows: fresh, isEnd: "forNow" };
}

/**
 * By time. Where each row stands for a span of time, a window holds no more rows than a page, so
 * that it does not matter which rows the exchange leaves out. Over empty windows they grow.
 */
export async function pageByTime<Row>(iteration: Iteration<Row>): Promise<NextRows<Row>> {
  const { list, request, floor } = iteration;
  const { start = "", end = "" } = list;
  const next =
    iteration.key === undefined ? int64Of(request[start]) : after(iteration.key, iteration);
  const from = floor !== undefined && (next === undefined || floor > next) ? floor : next;
  const spanMs = spanOf(iteration);
  if (from === undefined || spanMs === undefined) return pageFrom(iteration, from);
  const last = int64Of(request[end]);
  const widest = from + BigInt(iteration.limit * iteration.widening) * spanMs - 1n;
  const to = last !== undefined && last < widest ? last : widest;
  const window = { [start]: from, [end]: to };
  const rows = await requestPage(iteration, [], window);
  if (rows.length >= iteration.limit && iteration.widening > 1) {
    // The window may hold more rows than the page, and the missing ones are unknown.
    iteration.widening = 1;
    return { rows: [] };
  }
  const fresh = rows.filter((row) => isNew(row, iteration));
  if (fresh.length > 0) {
    iteration.widening = 1;
    return { rows: fresh };
  }
  return afterEmptyWindow(iteration, window, to);
}

/** Where rows stand for no span, a page starts at the time of the last row. */
async function pageFrom<Row>(
  iteration: Iteration<Row>,
  from: bigint | undefined,
): Promise<NextRows<Row>> {
  const { start = "" } = iteration.list;
  const rows = await requestPage(iteration, [], from === undefined ? {} : { [start]: from });
  const fresh = rows.filter((row) => isNew(row, iteration));
  if (fresh.length > 0) return { rows: fresh };
  return rows.length >= iteration.limit ? longerPage(iteration) : { rows: [], isEnd: "forNow" };
}

/** After a window without new rows: either no row follows yet, or only after the window. */
async function afterEmptyWindow<Row>(
  iteration: Iteration<Row>,
  window: Readonly<Record<string, bigint>>,
  to: bigint,
): Promise<NextRows<Row>> {
  const { start = "", end = "" } = iteration.list;
  const later = await requestPage(iteration, [end], { [start]: to + 1n });
  if (later.length === 0) return { rows: [], isEnd: "forNow" };
  // A later row exists, so the window is in the past and gets no more rows: read it once more.
  const rows = (await requestPage(iteration, [], window)).filter((row) => isNew(row, iteration));
  if (rows.length > 0) {
    iteration.widening = 1;
    return { rows };
  }
  if (to === int64Of(iteration.request[end])) return { rows: [], isEnd: "forGood" };
  iteration.floor = to + 1n;
  iteration.widening *= 2;
  return { rows: [] };
}

/** Requests a page with the caller's request, some fields removed and others replaced. */
async function requestPage<Row>(
  { requestRows, list, request, limit }: Iteration<Row>,
  without: readonly (string | undefined)[],
  fields: Readonly<Record<string, bigint>>,
): Promise<readonly KeyedRow<Row>[]> {
  const page: Record<string, unknown> = { ...request, [list.limit]: limit };
  for (const name of without) {
    delete page[name ?? ""];
  }
  for (const [name, value] of Object.entries(fields)) {
    page[name] = asInt64(value);
  }
  return requestRows(page);
}

function after(key: bigint, { list }: Iteration<unknown>): bigint {
  return list.overlaps ? key : key + 1n;
}

function isNew<Row>({ row, key }: KeyedRow<Row>, iteration: Iteration<Row>): boolean {
  const { identity } = iteration.list;
  if (iteration.key === undefined || key > iteration.key) return true;
  return (
    key === iteration.key &&
    identity !== undefined &&
    !iteration.seen.includes(identityOf(row, identity))
  );
}

/** A full page without a new row: only a longer page can help. */
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
