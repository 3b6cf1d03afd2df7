/** Asks over REST for all that a session keeps. */

import type { CallOptions } from "../client/options.ts";
import { ApiError } from "../errors.ts";
import type { PageCursor } from "../pagination/list.ts";
import { int64Of } from "../pagination/list.ts";
import type { Answers, UserAccount } from "./account.ts";
import type { Fields } from "./records.ts";
import { fieldsIn, identityOf, listIn } from "./records.ts";
import type { SessionParts, TradePlace } from "./types.ts";

/** What was answered, and the orders that were open once and that the exchange does not know. */
export interface Reconciled extends Answers {
  readonly forgotten: readonly Fields[];
}

/** Asks for what a session keeps. */
export interface Reconciler {
  /**
   * Notes up to where trades were made before the session, which are none of its own. Comes before
   * the stream is opened, so that what is made from then on is told by one or the other.
   */
  readonly begin: (options: CallOptions) => Promise<void>;
  /** Asks for everything. The stream must be open, so that what happens meanwhile is told by it. */
  readonly ask: (options: CallOptions) => Promise<Reconciled>;
}

type Place = Omit<TradePlace, "toId">;

/** Orders that are asked for at the same time. */
const atOnce = 10;

/** Makes the reconciler of one account. */
export function createReconciler(
  { tables, calls, options: { symbols = [] } }: SessionParts,
  account: UserAccount,
): Reconciler {
  const { records, retry, isFinal } = tables;
  const { order: facts, trade } = records;
  /** No trade of the session is older, by the exchange's clock. */
  let startMs: number | undefined;

  const keyOf = (record: Fields): string => identityOf(record, facts.identity) ?? "";

  const symbolsIn = (orders: readonly Fields[]): readonly string[] => {
    const named = orders.map((order) => String(order[facts.symbol]));
    return [...new Set([...symbols, ...account.trades.symbols(), ...named])];
  };

  /**
   * Trades up to the one that is the last when they are asked for: a list that grows as fast as it
   * is read would have no end, and what comes later is told by the stream.
   */
  const askTrades = async (symbol: string, place: Place, options: CallOptions) => {
    const rows: Fields[] = [];
    const last = listIn(await calls.lastTrade(symbol, options)).at(-1);
    const toId = int64Of(last?.[trade.id]);
    const key = place.resume?.key;
    if (toId === undefined) return { rows, cursor: {} };
    if (key !== undefined && toId <= BigInt(key)) return { rows, cursor: place.resume };
    const walk = calls.trades(symbol, { ...place, toId }, options);
    for await (const row of walk) rows.push(fieldsIn(row));
    const cursor = walk.cursor();
    // That nothing came from a time on says nothing of the time before.
    return { rows, cursor: cursor.key === undefined ? undefined : cursor };
  };

  /** Orders that are not listed as open although they were, or although they have traded. */
  const unlisted = (listed: readonly Fields[], trades: readonly Fields[]): readonly Fields[] => {
    const keys = new Set(listed.map(keyOf));
    const wanted = new Map<string, Fields>();
    for (const record of [...account.orders.open(), ...trades]) {
      const known = account.orders.find(record);
      if (keys.has(keyOf(record)) || keyOf(record) === "") continue;
      if (known !== undefined && isFinal(String(known[facts.status]))) continue;
      wanted.set(keyOf(record), identityIn(record, facts.identity));
    }
    return [...wanted.values()];
  };

  /** `undefined` for an order that the exchange does not know. */
  const askOrder = async (identity: Fields, options: CallOptions): Promise<Fields | undefined> => {
    try {
      return fieldsIn(await calls.order(identity, options));
    } catch (error) {
      const { notFoundCode } = retry.placements ?? {};
      if (error instanceof ApiError && error.code !== undefined && error.code === notFoundCode) {
        return undefined;
      }
      throw error;
    }
  };

  return {
    begin: async (options) => {
      const { balance } = records;
      const changed = fieldsIn(await calls.balances(options))[balance.changed];
      for (const symbol of symbolsIn(listIn(await calls.openOrders(options)))) {
        const { cursor } = await askTrades(symbol, {}, options);
        account.trades.begin(symbol, cursor);
      }
      if (typeof changed === "number") startMs = changed;
    },
    ask: async (options) => {
      const mark = account.balanceMark();
      const orders = [...listIn(await calls.openOrders(options))];
      const trades: Fields[] = [];
      const cursors = new Map<string, PageCursor>();
      for (const symbol of symbolsIn([...orders, ...account.orders.open()])) {
        const place = placeOf(account.trades.cursor(symbol), startMs);
        const { rows, cursor } = await askTrades(symbol, place, options);
        trades.push(...rows);
        if (cursor !== undefined) cursors.set(symbol, cursor);
      }
      const forgotten: Fields[] = [];
      const wanted = unlisted(orders, trades);
      for (let start = 0; start < wanted.length; start += atOnce) {
        const asked = wanted.slice(start, start + atOnce);
        const found = await Promise.all(asked.map((identity) => askOrder(identity, options)));
        orders.push(...found.filter((order) => order !== undefined));
        forgotten.push(...asked.filter((_, index) => found[index] === undefined));
      }
      const held = fieldsIn(await calls.balances(options));
      return { orders, trades, cursors, forgotten, account: held, mark };
    },
  };
}

function placeOf(known: PageCursor | undefined, startMs: number | undefined): Place {
  if (known?.key !== undefined) return { resume: known };
  if (known !== undefined) return { all: true };
  return startMs === undefined ? {} : { startMs };
}

function identityIn(record: Fields, identity: readonly string[]): Fields {
  return Object.fromEntries(identity.map((name) => [name, record[name]]));
}
