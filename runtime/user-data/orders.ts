/** Requests orders by their identity: in pages of all orders where that weighs less. */

import type { CallOptions } from "../call/options.ts";
import { canRecover } from "../call/retry.ts";
import { int64 } from "../encoding/int64-math.ts";
import { type Fields, fieldsIn, rowsIn } from "../encoding/json-value.ts";
import { ApiError, UnreadableResponseError } from "../errors.ts";
import { int64Of } from "../pagination/list.ts";
import { identityOf } from "./records.ts";
import type { OrderPages, SessionParts } from "./types.ts";

type Context = Pick<SessionParts, "tables" | "calls">;

/** Most concurrent order queries. */
const parallelMax = 10;

/** Requests all of these orders; also gives the identities that the exchange does not know. */
export async function requestOrders(
  context: Context,
  wanted: readonly Fields[],
  options: CallOptions,
) {
  const found: Fields[] = [];
  const unknownOrders: Fields[] = [];
  const missing = await requestPages(context, wanted, found, options);
  for (let start = 0; start < missing.length; start += parallelMax) {
    const batch = missing.slice(start, start + parallelMax);
    const orders = await Promise.all(batch.map((each) => requestOrder(context, each, options)));
    found.push(...orders.filter((order) => order !== undefined));
    unknownOrders.push(...batch.filter((_, index) => orders[index] === undefined));
  }
  return { found, unknownOrders };
}

/** Reads pages, symbol by symbol, into `found`; returns what is still missing. */
async function requestPages(
  context: Context,
  wanted: readonly Fields[],
  found: Fields[],
  options: CallOptions,
): Promise<readonly Fields[]> {
  const { symbol, pages } = context.tables.records.order;
  if (pages === undefined) return wanted;
  const missing: Fields[] = [];
  const bySymbol = new Map<string, Wanted[]>();
  for (const identity of wanted) {
    const key = int64Of(identity[pages.key]);
    const name = String(identity[symbol]);
    const own = bySymbol.get(name) ?? [];
    bySymbol.set(name, own);
    if (key === undefined) missing.push(identity);
    else own.push({ identity, key });
  }
  for (const [name, own] of bySymbol) {
    own.sort((one, other) => (one.key < other.key ? -1 : 1));
    const left = await walkPages({ context, pages, symbol: name, options }, own, found);
    for (const identity of left) missing.push(identity);
  }
  return missing;
}

/** An order that is missing, and its key in pages. */
interface Wanted {
  readonly identity: Fields;
  readonly key: bigint;
}

interface Walk {
  readonly context: Context;
  readonly pages: OrderPages;
  readonly symbol: string;
  readonly options: CallOptions;
}

/**
 * Reads a page from the first missing order on, and so on, while the missing orders weigh more than
 * the pages that can hold them, and each page spares what it weighs: many other orders may lie
 * between. `wanted` is sorted.
 */
async function walkPages(
  walk: Walk,
  wanted: readonly Wanted[],
  found: Fields[],
): Promise<readonly Fields[]> {
  const { key, limit, weight, orderWeight } = walk.pages;
  const { identity } = walk.context.tables.records.order;
  const missing: Fields[] = [];
  let ahead = wanted;
  let isWorthwhile = true;
  for (;;) {
    const [first] = ahead;
    const isCheaper = ahead.length * orderWeight > Math.ceil(ahead.length / limit) * weight;
    const isNext = first !== undefined && isWorthwhile && isCheaper;
    const rows = isNext ? await requestPage(walk, first.key) : undefined;
    if (rows === undefined) return [...missing, ...ahead.map((each) => each.identity)];
    const listed = new Map(rows.map((row) => [identityOf(row, identity), row]));
    const isFull = rows.length >= limit;
    const last = int64Of(rows.at(-1)?.[key]) ?? -1n;
    // A full page says nothing about orders after its last row.
    const passed = isFull ? ahead.filter((each) => each.key <= last) : ahead;
    ahead = ahead.slice(passed.length);
    const before = found.length;
    for (const each of passed) {
      const row = listed.get(identityOf(each.identity, identity));
      if (row === undefined) missing.push(each.identity);
      else found.push(row);
    }
    isWorthwhile = (found.length - before) * orderWeight >= weight;
  }
}

/** One page; `undefined` where the exchange or the client has none. */
async function requestPage(
  { context: { tables, calls }, symbol, options }: Walk,
  from: bigint,
): Promise<readonly Fields[] | undefined> {
  try {
    const rows = await calls.orderPage?.(symbol, int64(from), options);
    return rows && rowsIn(rows);
  } catch (error) {
    // Its form is only assumed: the exchange may refuse or send something else.
    if (error instanceof UnreadableResponseError || !canRecover(error, tables.retry)) {
      return undefined;
    }
    throw error;
  }
}

/** Requests one order; `undefined` when the exchange does not know it. */
async function requestOrder(
  { tables, calls }: Context,
  identity: Fields,
  options: CallOptions,
): Promise<Fields | undefined> {
  try {
    return fieldsIn(await calls.order(identity, options));
  } catch (error) {
    const { notFoundCode } = tables.records.order;
    if (error instanceof ApiError && error.code !== undefined && error.code === notFoundCode) {
      return undefined;
    }
    throw error;
  }
}
