/** Requests everything that a session tracks over REST. */

import type { CallOptions } from "../call/options.ts";
import { requireRows } from "../call/rows.ts";
import { type Fields, fieldsIn, rowsIn } from "../encoding/json-value.ts";
import { int64Of, type PageCursor } from "../pagination/list.ts";
import { noTrades, type UserAccount } from "./account.ts";
import { requestOrders } from "./orders.ts";
import { identityOf } from "./records.ts";
import type { ReadTrades, Reconciled, SessionParts, TradePlace } from "./types.ts";

interface Context extends Pick<SessionParts, "tables" | "calls" | "options"> {
  readonly account: UserAccount;
}

type Place = Omit<TradePlace, "toId">;

/** The start of a session. */
export interface Baseline {
  /** Trades from this exchange time on belong to the session, in milliseconds. */
  readonly startMs: number | undefined;
}

/**
 * Finds the trades made before the session, which it does not report. Runs before the stream is
 * opened, so that later trades come from the stream or from a reconciliation.
 */
export async function takeBaseline(context: Context, options: CallOptions): Promise<Baseline> {
  const { tables, calls, account } = context;
  const changed = fieldsIn(await calls.balances(options))[tables.records.balance.changed];
  const read = noTrades();
  for (const symbol of symbolsIn(context, await requestOpen(calls, options))) {
    await requestTrades(context, symbol, {}, read, options);
    account.trades.advance(symbol, read.cursors.get(symbol));
  }
  return { startMs: typeof changed === "number" ? changed : undefined };
}

/**
 * Requests everything; the stream must already be open, to deliver later changes. Trades never
 * change, so reading them goes on where an attempt that failed has stopped.
 */
export async function requestAll(
  context: Context,
  baseline: Baseline | undefined,
  options: CallOptions,
): Promise<Reconciled> {
  const { calls, account } = context;
  const position = account.balances.position();
  const open = await requestOpen(calls, options);
  const { trades, cursors } = account.read;
  for (const symbol of symbolsIn(context, [...open, ...account.orders.open()])) {
    const known = cursors.get(symbol) ?? account.trades.cursor(symbol);
    await requestTrades(context, symbol, placeOf(known, baseline?.startMs), account.read, options);
  }
  const wanted = unlistedOrders(context, open, trades);
  const { found, unknownOrders } = await requestOrders(context, wanted, options);
  const held = fieldsIn(await calls.balances(options));
  return { orders: [...open, ...found], unknownOrders, trades, cursors, account: held, position };
}

async function requestOpen(
  calls: SessionParts["calls"],
  options: CallOptions,
): Promise<readonly Fields[]> {
  return rowsIn(requireRows(await calls.openOrders(options), "the open orders"));
}

function symbolsIn(
  { tables, options, account }: Context,
  orders: readonly Fields[],
): readonly string[] {
  const named = orders.map((order) => String(order[tables.records.order.symbol]));
  const { trades, read } = account;
  const known = [...trades.symbols(), ...read.cursors.keys()];
  return [...new Set([...(options.symbols ?? []), ...known, ...named])];
}

/**
 * Reads trades up to the last one at the start: a list that grows as fast as it is read would never
 * end, and later trades come from the stream.
 */
async function requestTrades(
  { tables, calls }: Context,
  symbol: string,
  place: Place,
  { trades, cursors }: ReadTrades,
  options: CallOptions,
): Promise<void> {
  const last = rowsIn(await calls.lastTrade(symbol, options)).at(-1);
  const toId = int64Of(last?.[tables.records.trade.id]);
  const { resume } = place;
  const isRead = toId === undefined || (resume?.key !== undefined && toId <= BigInt(resume.key));
  if (isRead) return void cursors.set(symbol, resume ?? {});
  const walk = calls.trades(symbol, { ...place, toId }, options);
  for await (const row of walk) {
    trades.push(fieldsIn(row));
    cursors.set(symbol, walk.cursor());
  }
}

function placeOf(known: PageCursor | undefined, startMs: number | undefined): Place {
  if (known?.key !== undefined) return { resume: known };
  if (known !== undefined) return { all: true };
  return startMs === undefined ? {} : { startMs };
}

/** Identities of orders not listed as open, though they were open or have traded. */
function unlistedOrders(
  { tables, account }: Context,
  listed: readonly Fields[],
  trades: readonly Fields[],
): readonly Fields[] {
  const { identity, status } = tables.records.order;
  const keys = new Set(listed.map((order) => identityOf(order, identity)));
  const wanted = new Map<string, Fields>();
  for (const record of [...account.orders.open(), ...trades]) {
    const key = identityOf(record, identity);
    const known = account.orders.find(record);
    if (key === undefined || keys.has(key)) continue;
    if (known !== undefined && tables.isFinal(String(known[status]))) continue;
    wanted.set(key, Object.fromEntries(identity.map((name) => [name, record[name]])));
  }
  return [...wanted.values()];
}
