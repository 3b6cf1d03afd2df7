/** The account of a session, merged from events and REST responses; returns what is new. */

import { type Fields, fieldsIn, rowsIn } from "../encoding/json-value.ts";
import { int64Of, type PageCursor } from "../pagination/list.ts";
import { eventKey } from "../streams/decode.ts";
import { type BalanceList, createBalanceList } from "./balances.ts";
import { createOrderList, type OrderList } from "./orders.ts";
import { type EventRecords, identityOf, readRecord, type TradeFields, tradeOf } from "./records.ts";
import type { Reconciled, SessionEvent, SessionTables } from "./types.ts";

/** Keys of recent events that are kept: a copy of an event follows soon. */
const copiesMax = 1000;

/** The orders, trades and balances of a session. */
export class UserAccount {
  readonly orders: OrderList;
  readonly trades: ReportedTrades;
  readonly balances: BalanceList;
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

  /** The order that an event reports. */
  orderIn(event: unknown): Fields | undefined {
    const fields = fieldsIn(event);
    const { order } = this.#recordsOf(fields);
    return order && readRecord(fields, order);
  }

  /** The expired listenKey in an event. */
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

interface SymbolTrades {
  /** All trades up to here are reported. */
  cursor: PageCursor | undefined;
  /** Ids of reported trades after the cursor, by identity. */
  readonly ids: Map<string, bigint>;
}

/** Reported trades: each is reported once, and none is left out. */
class ReportedTrades {
  readonly #fields: TradeFields;
  readonly #symbols = new Map<string, SymbolTrades>();

  constructor(fields: TradeFields) {
    this.#fields = fields;
  }

  symbols(): readonly string[] {
    return [...this.#symbols.keys()];
  }

  /** The position up to which all trades of a symbol are reported. */
  cursor(symbol: string): PageCursor | undefined {
    return this.#symbols.get(symbol)?.cursor;
  }

  /** Adds a trade; false if it was already reported. */
  add(trade: Fields): boolean {
    const key = identityOf(trade, this.#fields.identity);
    const id = int64Of(trade[this.#fields.id]);
    // Better report a trade without identity twice than never.
    if (key === undefined || id === undefined) return true;
    const { cursor, ids } = this.#of(String(trade[this.#fields.symbol]));
    const isOld = cursor?.key !== undefined && id < BigInt(cursor.key);
    if (isOld || ids.has(key)) return false;
    ids.set(key, id);
    return true;
  }

  /** Moves a symbol's cursor; without one, only registers the symbol. */
  advance(symbol: string, cursor: PageCursor | undefined): void {
    const trades = this.#of(symbol);
    trades.cursor = cursor ?? trades.cursor;
    const last = BigInt(trades.cursor?.key ?? -1);
    // The account may be on both sides of the last trade.
    for (const [key, id] of trades.ids) if (id < last) trades.ids.delete(key);
  }

  #of(symbol: string): SymbolTrades {
    const trades = this.#symbols.get(symbol) ?? { cursor: undefined, ids: new Map() };
    this.#symbols.set(symbol, trades);
    return trades;
  }
}
