/**
 * The records of an account: read from events, and merged with those of REST responses, which
 * arrive in any order.
 */

import { compareDecimals, decimalIssue, normalForm } from "../encoding/decimal.ts";
import type { Fields } from "../encoding/json-value.ts";
import { int64Of, type PageCursor } from "../pagination/list.ts";
import type { EventRecords, FieldCondition, FieldMap, OrderFields, TradeFields } from "./types.ts";

/** Reads a record from an event; skips fields that the event lacks. */
export function readRecord(event: Fields, map: FieldMap): Fields {
  const record: Record<string, unknown> = {};
  for (const [name, source] of Object.entries(map)) {
    const value = fieldValue(event, source);
    if (value !== undefined) record[name] = value;
  }
  return record;
}

function fieldValue(event: Fields, source: FieldMap[string]): unknown {
  if (typeof source === "string") return event[source];
  if (isCondition(source)) {
    return event[source.field] === undefined ? undefined : holds(event, source);
  }
  return source.map((name) => event[name]).find((value) => (value ?? "") !== "");
}

function isCondition(source: readonly string[] | FieldCondition): source is FieldCondition {
  return "field" in source;
}

function holds(event: Fields, { field, is }: FieldCondition): boolean {
  return event[field] === is;
}

export function tradeOf(event: Fields, { trade, noTrade }: EventRecords): Fields | undefined {
  if (trade === undefined || (noTrade !== undefined && holds(event, noTrade))) return undefined;
  return readRecord(event, trade);
}

/** The key of a record; `undefined` if it lacks one of the fields. */
export function identityOf(record: Fields, identity: readonly string[]): string | undefined {
  const parts = identity.map((name) => record[name]);
  // An integer may be a number here and a bigint there.
  return parts.some((part) => part === undefined) ? undefined : parts.map(String).join(" ");
}

/**
 * Whether two records agree in these fields; a number equals its bigint, and a decimal the same one
 * with more zeros.
 */
function isSame(one: Fields, other: Fields, names: readonly string[]): boolean {
  return names.every((name) => {
    const [left, right] = [String(one[name]), String(other[name])];
    return left === right || normalForm(left) === normalForm(right);
  });
}

/** Fields and rules that decide which of two records is later. */
export interface OrderRules extends OrderFields {
  readonly isFinal: (status: string) => boolean;
  readonly canMove: (from: string, to: string) => boolean;
}

/**
 * Merges a record into an order: the later of the two wins, and the other one adds the fields that
 * it lacks. A final state stays, and filled amounts never fall. Merging is idempotent, and fields
 * in all records do not depend on their order.
 */
export function mergeOrder(known: Fields | undefined, record: Fields, rules: OrderRules): Fields {
  if (known === undefined) return record;
  const isFinal = rules.isFinal(String(known[rules.status]));
  const isLater = !isFinal && compareOrders(known, record, rules) < 0;
  const [earlier, later] = isLater ? [known, record] : [record, known];
  const merged: Record<string, unknown> = { ...earlier, ...defined(later) };
  const [amount = ""] = rules.filled;
  if (compareAmounts(earlier[amount], later[amount]) > 0) {
    for (const name of rules.filled) merged[name] = earlier[name];
  }
  return isSame(known, merged, Object.keys(merged)) ? known : merged;
}

/** Negative when `other` is the later record, positive when `one` is. */
function compareOrders(one: Fields, other: Fields, rules: OrderRules): number {
  const [before, after] = [String(one[rules.status]), String(other[rules.status])];
  const [amount = ""] = rules.filled;
  return (
    Number(rules.isFinal(before)) - Number(rules.isFinal(after)) ||
    compareAmounts(one[amount], other[amount]) ||
    compareMoves(before, after, rules) ||
    Number(one[rules.working] === true) - Number(other[rules.working] === true) ||
    compareTimes(one[rules.changed], other[rules.changed])
  );
}

function compareMoves(before: string, after: string, { canMove }: OrderRules): number {
  return Number(canMove(after, before)) - Number(canMove(before, after));
}

function compareAmounts(one: unknown, other: unknown): number {
  if (!isDecimal(one) || !isDecimal(other))
    return Number(isDecimal(one)) - Number(isDecimal(other));
  return compareDecimals(one, other);
}

function isDecimal(value: unknown): value is string {
  return decimalIssue(value) === undefined;
}

function compareTimes(one: unknown, other: unknown): number {
  return (timeOf(one) ?? 0) - (timeOf(other) ?? 0);
}

function defined(record: Fields): Fields {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

/** An order, and what changed: its state or filled amount, or another field. */
interface UpdatedOrder {
  readonly order: Fields;
  readonly change: "none" | "details" | "state";
}

/** Ended orders that are kept, to recognise late records of them. */
const endedMax = 1000;

export type OrderList = ReturnType<typeof createOrderList>;

/** The orders of one account: all open ones, and recently ended ones. */
export function createOrderList(rules: OrderRules) {
  const open = new Map<string, Fields>();
  const ended = new Map<string, Fields>();
  const stateFields = [rules.status, rules.working, ...rules.filled.slice(0, 1)];
  const find = (key: string): Fields | undefined => open.get(key) ?? ended.get(key);
  const put = (key: string, order: Fields): void => {
    if (!rules.isFinal(String(order[rules.status]))) {
      open.set(key, order);
      return;
    }
    open.delete(key);
    ended.set(key, order);
    const [oldest] = ended.keys();
    if (ended.size > endedMax && oldest !== undefined) ended.delete(oldest);
  };
  return {
    /** Merges a record; `undefined` for a record without an order's identity. */
    update: (record: Fields): UpdatedOrder | undefined => {
      const key = identityOf(record, rules.identity);
      if (key === undefined) return undefined;
      const known = find(key);
      const order = mergeOrder(known, record, rules);
      if (order === known) return { order, change: "none" };
      put(key, order);
      const isState = known === undefined || !isSame(known, order, stateFields);
      return { order, change: isState ? "state" : "details" };
    },
    find: (identity: Fields) => find(identityOf(identity, rules.identity) ?? ""),
    open: (): readonly Fields[] => [...open.values()],
    remove: (order: Fields) => void open.delete(identityOf(order, rules.identity) ?? ""),
  };
}

interface SymbolTrades {
  /** All trades up to here are reported. */
  cursor: PageCursor | undefined;
  /** Ids of reported trades after the cursor, by identity. */
  readonly ids: Map<string, bigint>;
}

/** Reported trades: each is reported once, and none is left out. */
export class ReportedTrades {
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

interface BalanceEntry {
  readonly row: Fields;
  readonly ms: number;
  /** Its update had a time; without one, `ms` is that of the update before. */
  readonly isTimed: boolean;
  /** Position of its update. */
  readonly position: number;
}

export type BalanceList = ReturnType<typeof createBalanceList>;

/**
 * Balances by asset; `asset` is the field with its name. Times are milliseconds, and may be absent.
 */
export function createBalanceList(asset: string) {
  const entries = new Map<string, BalanceEntry>();
  let count = 0;
  const nameOf = (row: Fields): string => String(row[asset]);
  const entryOf = (row: Fields, ms: number | undefined, knownMs = 0): BalanceEntry => {
    return { row, ms: ms ?? knownMs, isTimed: ms !== undefined, position: count };
  };
  return {
    /** Number of updates so far. */
    position: () => count,
    all: (): readonly Fields[] => [...entries.values()].map(({ row }) => row),
    /** Merges an event's balances; false when all of them are outdated. */
    update: (rows: readonly Fields[], changedMs: unknown): boolean => {
      const ms = timeOf(changedMs);
      count += 1;
      let isNew = rows.length === 0;
      for (const row of rows) {
        // Events arrive in order: of two with equal times the later one is newer.
        const knownMs = entries.get(nameOf(row))?.ms ?? 0;
        if (ms !== undefined && knownMs > ms) continue;
        entries.set(nameOf(row), entryOf(row, ms, knownMs));
        isNew = true;
      }
      return isNew;
    },
    /**
     * Merges a complete list requested at `position`. Later events of the same time win. True when
     * a balance changed.
     */
    replaceAll: (rows: readonly Fields[], changedMs: unknown, position: number): boolean => {
      const ms = timeOf(changedMs);
      // Without a time, the later request is newer.
      const isOlder = ({ ms: known, isTimed, position: own }: BalanceEntry): boolean =>
        known <= (ms ?? known) && (own <= position || (isTimed && known < (ms ?? known)));
      let isNew = false;
      const listed = new Set(rows.map(nameOf));
      for (const [name, entry] of entries) {
        if (listed.has(name) || !isOlder(entry)) continue;
        entries.delete(name);
        isNew = true;
      }
      for (const row of rows) {
        const entry = entries.get(nameOf(row));
        if (entry !== undefined && !isOlder(entry)) continue;
        isNew ||= entry === undefined || !isSame(entry.row, row, Object.keys(row));
        entries.set(nameOf(row), entryOf(row, ms, entry?.ms));
      }
      return isNew;
    },
  };
}

function timeOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
