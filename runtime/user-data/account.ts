/** One account as events and answers tell it, and what of each of them is news. */

import type { PageCursor } from "../pagination/list.ts";
import { declaredKey } from "../streams/decode.ts";
import { createBalanceList } from "./balances.ts";
import type { OrderList } from "./orders.ts";
import { createOrderList } from "./orders.ts";
import type { EventTells, Fields } from "./records.ts";
import { fieldsIn, listIn, readRecord, tradeOf } from "./records.ts";
import type { ToldTrades } from "./trades.ts";
import { createToldTrades } from "./trades.ts";
import type { SessionEvent, SessionTables } from "./types.ts";

/** What was asked for, as it was answered. */
export interface Answers {
  readonly orders: readonly Fields[];
  readonly trades: readonly Fields[];
  /** The place behind the trades of each symbol. */
  readonly cursors: ReadonlyMap<string, PageCursor>;
  readonly account: Fields;
  /** `balanceMark` from before the first question. */
  readonly mark: number;
}

/** The account of a session. */
export interface UserAccount {
  readonly orders: OrderList;
  readonly trades: ToldTrades;
  readonly balances: () => readonly Fields[];
  readonly balanceMark: () => number;
  /** The order that an event tells. */
  readonly orderIn: (event: unknown) => Fields | undefined;
  /** The key that an event says is no longer valid. */
  readonly expiredIn: (event: unknown) => unknown;
  /** Takes an event of the stream; what is new of it. */
  readonly hear: (event: unknown) => readonly SessionEvent[];
  /** Takes answers; what no event has told. */
  readonly learn: (answers: Answers) => readonly SessionEvent[];
}

/** Copies of an event come soon after it. */
const copiesMax = 1000;

/** Makes an account of which nothing is known yet. */
export function createUserAccount(tables: SessionTables): UserAccount {
  const { records, isFinal, canMove } = tables;
  const stream = tables.streams[tables.stream];
  const orders = createOrderList({ ...records.order, isFinal, canMove });
  const trades = createToldTrades(records.trade);
  const balances = createBalanceList(records.balance.asset);
  const copies = new Set<string>();

  const tellsOf = (event: Fields): EventTells => records.events[String(event["e"])] ?? {};

  const isCopy = (event: unknown): boolean => {
    const key = declaredKey(stream, event);
    if (key === undefined) return false;
    if (copies.has(key)) return true;
    copies.add(key);
    const [oldest] = copies;
    if (copies.size > copiesMax && oldest !== undefined) copies.delete(oldest);
    return false;
  };

  const orderIn = (event: unknown): Fields | undefined => {
    const fields = fieldsIn(event);
    const { order } = tellsOf(fields);
    return order && readRecord(fields, order);
  };

  const hearReport = (event: Fields, tells: EventTells): readonly SessionEvent[] => {
    const trade = tradeOf(event, tells);
    const isNewTrade = trade !== undefined && trades.tell(trade);
    const taken = orders.take(orderIn(event) ?? {});
    if (taken === undefined || isNewTrade) return [{ kind: "event", data: event }];
    if (taken.change === "none") return [];
    // Its trade was told before, so the event itself would tell it twice.
    if (trade !== undefined) return [{ kind: "order", from: "stream", order: taken.order }];
    return [{ kind: "event", data: event }];
  };

  const hearBalances = (
    event: Fields,
    { list, changed, fields }: NonNullable<EventTells["balances"]>,
  ): readonly SessionEvent[] => {
    const rows = listIn(event[list]).map((row) => readRecord(row, fields));
    return balances.take(rows, event[changed]) ? [{ kind: "event", data: event }] : [];
  };

  return {
    orders,
    trades,
    balances: balances.all,
    balanceMark: balances.mark,
    orderIn,
    expiredIn: (event) => {
      const fields = fieldsIn(event);
      return fields[tellsOf(fields).expired ?? ""];
    },
    hear: (data) => {
      if (isCopy(data)) return [];
      const event = fieldsIn(data);
      const tells = tellsOf(event);
      if (tells.order !== undefined) return hearReport(event, tells);
      if (tells.balances !== undefined) return hearBalances(event, tells.balances);
      return [{ kind: "event", data }];
    },
    learn: ({ orders: told, trades: rows, cursors, account, mark }) => {
      const news: SessionEvent[] = [];
      for (const record of told) {
        const taken = orders.take(record);
        if (taken?.change === "life") {
          news.push({ kind: "order", from: "rest", order: taken.order });
        }
      }
      for (const trade of rows) {
        if (trades.tell(trade)) news.push({ kind: "trade", from: "rest", trade });
      }
      for (const [symbol, cursor] of cursors) trades.advance(symbol, cursor);
      const { list, changed } = records.balance;
      if (balances.takeAll(listIn(account[list]), account[changed], mark)) {
        news.push({ kind: "balances", from: "rest", balances: balances.all() });
      }
      return news;
    },
  };
}
