/** The account of a session, merged from events and REST responses; returns what is new. */

import { type Fields, fieldsIn, rowsIn } from "../encoding/json-value.ts";
import { eventKey } from "../streams/decode.ts";
import {
  type BalanceList,
  createBalanceList,
  createOrderList,
  type OrderList,
  ReportedTrades,
  readRecord,
  tradeOf,
} from "./records.ts";
import type { EventRecords, ReadTrades, Reconciled, SessionEvent, SessionTables } from "./types.ts";

/** Keys of recent events that are kept: a copy of an event follows soon. */
const copiesMax = 1000;

export const noTrades = (): ReadTrades => ({ trades: [], cursors: new Map() });

/** The orders, trades and balances of a session. */
export class UserAccount {
  readonly orders: OrderList;
  readonly trades: ReportedTrades;
  readonly balances: BalanceList;
  /** What was read over REST and is not reported yet. */
  read = noTrades();
  readonly #tables: SessionTables;
  /** Keys of recent events. */
  readonly #received = new Set<string>();

  constructor(tables: SessionTables) {
    const { records, isFinal, canMove } = tables;
    this.#tables = tables;
    this.orders = createOrderList({ ...records.order, isFinal, canMove });
    this.trades = new ReportedTrades(records.trade);
    this.balances = createBalanceList(records.balance.asset);
  }

  orderIn(event: unknown): Fields | undefined {
    const fields = fieldsIn(event);
    const { order } = this.#recordsOf(fields);
    return order && readRecord(fields, order);
  }

  expiredKeyIn(event: unknown): unknown {
    const fields = fieldsIn(event);
    const { expired } = this.#recordsOf(fields);
    return expired && fields[expired];
  }

  /** Merges a stream event; returns what is new. */
  applyEvent(data: unknown): readonly SessionEvent[] {
    if (this.#isCopy(data)) return [];
    const event = fieldsIn(data);
    const records = this.#recordsOf(event);
    if (records.order !== undefined) return this.#applyReport(event, records);
    if (records.balances !== undefined) {
      const { list, changed, fields } = records.balances;
      const rows = rowsIn(event[list]).map((row) => readRecord(row, fields));
      if (!this.balances.update(rows, event[changed])) return [];
    }
    return [{ kind: "event", data }];
  }

  /** Merges REST responses; returns what no event has reported. */
  applyReconciled(found: Reconciled): readonly SessionEvent[] {
    const { orders, unknownOrders, trades, cursors, account, position } = found;
    const news: SessionEvent[] = [];
    for (const order of unknownOrders) this.orders.remove(order);
    for (const record of orders) {
      const updated = this.orders.update(record);
      if (updated?.change === "state") {
        news.push({ kind: "order", from: "rest", order: updated.order });
      }
    }
    for (const trade of trades) {
      if (this.trades.add(trade)) news.push({ kind: "trade", from: "rest", trade });
    }
    for (const [symbol, cursor] of cursors) this.trades.advance(symbol, cursor);
    this.read = noTrades();
    const { list, changed } = this.#tables.records.balance;
    if (this.balances.replaceAll(rowsIn(account[list]), account[changed], position)) {
      news.push({ kind: "balances", from: "rest", balances: this.balances.all() });
    }
    return news;
  }

  #recordsOf(event: Fields): EventRecords {
    return this.#tables.records.events[String(event["e"])] ?? {};
  }

  #applyReport(event: Fields, records: EventRecords): readonly SessionEvent[] {
    const trade = tradeOf(event, records);
    const isNewTrade = trade !== undefined && this.trades.add(trade);
    const updated = this.orders.update(this.orderIn(event) ?? {});
    if (updated === undefined || isNewTrade) return [{ kind: "event", data: event }];
    if (updated.change === "none") return [];
    // Its trade is already reported: the event would repeat it.
    if (trade !== undefined) return [{ kind: "order", from: "stream", order: updated.order }];
    return [{ kind: "event", data: event }];
  }

  #isCopy(event: unknown): boolean {
    const { streams, stream } = this.#tables;
    const key = eventKey(streams[stream], event);
    if (key === undefined) return false;
    if (this.#received.has(key)) return true;
    this.#received.add(key);
    const [oldest] = this.#received;
    if (this.#received.size > copiesMax && oldest !== undefined) this.#received.delete(oldest);
    return false;
  }
}
