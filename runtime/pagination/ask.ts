/** The three ways to the next rows of a list; see pages.ts. */

import type { KeyedRow, NextRows, Walk } from "./list.ts";
import { asInt64, cursorOf, int64Of, markOf, PageGapError } from "./list.ts";

/** By key: the parameter `from` says where to go on; only the first page may be found by time. */
export async function pageByKey<Row>(walk: Walk<Row>): Promise<NextRows<Row>> {
  const { list, request } = walk;
  const given = int64Of(request[list.from ?? ""]);
  const from = walk.key === undefined ? (given ?? walk.floor) : behind(walk.key, walk);
  // One bound is enough, and no rule about what may go together is met then.
  const isTimed = list.start !== undefined && request[list.start] !== undefined;
  const besides = from === undefined ? (isTimed ? [list.end] : []) : [list.start, list.end];
  const rows = await ask(walk, besides, from === undefined ? {} : { [list.from ?? ""]: from });
  const fresh = rows.filter((row) => isNew(row, walk));
  if (fresh.length > 0) {
    return { rows: fresh };
  }
  if (rows.length >= walk.limit) {
    return more(walk);
  }
  if (from === undefined && !isTimed) {
    // No row yet: those to come are asked for from the first, or a burst could hide some.
    walk.floor = 0n;
  }
  return { rows: [], isEnd: "forNow" };
}

/** The latest rows only. Rows that came and went between two questions are a hole. */
export async function pageOfLatest<Row>(walk: Walk<Row>): Promise<NextRows<Row>> {
  const rows = await ask(walk, [], {});
  const fresh = rows.filter((row) => isNew(row, walk));
  const { key } = walk;
  const [first] = fresh;
  const [oldest] = rows;
  const touches = first === undefined || key === undefined || first.key === key + 1n;
  if (!touches && rows.length >= walk.limit && oldest === first) {
    return more(walk);
  }
  return { rows: fresh, isEnd: "forNow" };
}

/**
 * By time. Where rows stand for spans, no window is wider than a page holds, so nothing depends
 * on which rows come when there are too many; over empty stretches windows grow.
 */
export async function pageByTime<Row>(walk: Walk<Row>): Promise<NextRows<Row>> {
  const { list, request, floor } = walk;
  const { start = "", end = "" } = list;
  const next = walk.key === undefined ? int64Of(request[start]) : behind(walk.key, walk);
  const from = floor !== undefined && (next === undefined || floor > next) ? floor : next;
  const spanMs = spanOf(walk);
  if (from === undefined || spanMs === undefined) {
    return pageFrom(walk, from);
  }
  const last = int64Of(request[end]);
  const widest = from + BigInt(walk.limit * walk.widening) * spanMs - 1n;
  const to = last !== undefined && last < widest ? last : widest;
  const window = { [start]: from, [end]: to };
  const rows = await ask(walk, [], window);
  if (rows.length >= walk.limit && walk.widening > 1) {
    // More rows than one page may lie here, and nobody says which of them came.
    walk.widening = 1;
    return { rows: [] };
  }
  const fresh = rows.filter((row) => isNew(row, walk));
  if (fresh.length > 0) {
    walk.widening = 1;
    return { rows: fresh };
  }
  return overGap(walk, window, to);
}

/** Where rows stand for no span, pages go on from the time of the last row. */
async function pageFrom<Row>(walk: Walk<Row>, from: bigint | undefined): Promise<NextRows<Row>> {
  const { start = "" } = walk.list;
  const rows = await ask(walk, [], from === undefined ? {} : { [start]: from });
  const fresh = rows.filter((row) => isNew(row, walk));
  if (fresh.length > 0) {
    return { rows: fresh };
  }
  return rows.length >= walk.limit ? more(walk) : { rows: [], isEnd: "forNow" };
}

/** A window brought nothing new: either nothing follows yet, or only later. */
async function overGap<Row>(
  walk: Walk<Row>,
  window: Readonly<Record<string, bigint>>,
  to: bigint,
): Promise<NextRows<Row>> {
  const { start = "", end = "" } = walk.list;
  const later = await ask(walk, [end], { [start]: to + 1n });
  if (later.length === 0) {
    return { rows: [], isEnd: "forNow" };
  }
  // Now that something came later, the window is past and cannot get rows any more.
  const rows = (await ask(walk, [], window)).filter((row) => isNew(row, walk));
  if (rows.length > 0) {
    walk.widening = 1;
    return { rows };
  }
  if (to === int64Of(walk.request[end])) {
    return { rows: [], isEnd: "forGood" };
  }
  walk.floor = to + 1n;
  walk.widening *= 2;
  return { rows: [] };
}

/** Asks with the caller's request, without some of its fields and with others in their place. */
async function ask<Row>(
  { ask: send, list, request, limit }: Walk<Row>,
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
  return send(page);
}

function behind(key: bigint, { list }: Walk<unknown>): bigint {
  return list.overlaps ? key : key + 1n;
}

function isNew<Row>({ row, key }: KeyedRow<Row>, walk: Walk<Row>): boolean {
  const { identity } = walk.list;
  if (walk.key === undefined || key > walk.key) {
    return true;
  }
  return key === walk.key && identity !== undefined && !walk.seen.includes(markOf(row, identity));
}

/** A whole page brought nothing to go on by: a longer one may. */
function more<Row>(walk: Walk<Row>): NextRows<Row> {
  if (walk.limit >= walk.list.limitMax) {
    throw new PageGapError(walk.list.operation, cursorOf(walk));
  }
  walk.limit = walk.list.limitMax;
  return { rows: [] };
}

function spanOf({ list, request }: Walk<unknown>): bigint | undefined {
  const { span } = list;
  const [, count, unit] = /^([0-9]+)([A-Za-z])$/.exec(String(request[span?.parameter ?? ""])) ?? [];
  const unitMs = span?.unitsMs[unit ?? ""];
  return unitMs === undefined ? undefined : BigInt(count ?? "") * BigInt(unitMs);
}
