/** The tracked records of an account, and how events map to them. */

import type { Fields } from "../encoding/json-value.ts";

/** The order fields that a session uses. */
export interface OrderFields {
  /** Fields that identify an order. */
  readonly identity: readonly string[];
  readonly symbol: string;
  readonly status: string;
  /** Decimals that only grow; the first decides which record is later. */
  readonly filled: readonly string[];
  /** Changes from false to true once. */
  readonly working: string;
  /** Time of the last change, in milliseconds. */
  readonly changed: string;
}

/** The fields of own trades that a session uses. */
export interface TradeFields {
  readonly identity: readonly string[];
  readonly symbol: string;
  /** Grows with each trade of a symbol. */
  readonly id: string;
}

/** The account fields that a session uses. */
interface BalanceFields {
  readonly list: string;
  readonly asset: string;
  /** Time of the account's last change, in milliseconds. */
  readonly changed: string;
}

/** Whether a field has a value. */
interface FieldCondition {
  readonly field: string;
  readonly is: string | number;
}

/**
 * Fields of a record, and their source in an event: a field, the first of several fields that is
 * neither null nor empty, or a condition on a field.
 */
export type FieldMap = Readonly<Record<string, string | readonly string[] | FieldCondition>>;

/** The records in one type of event. */
export interface EventRecords {
  readonly order?: FieldMap;
  readonly trade?: FieldMap;
  /** When true, the event has no trade. */
  readonly noTrade?: FieldCondition;
  readonly balances?: {
    readonly list: string;
    readonly changed: string;
    readonly fields: FieldMap;
  };
  /** Field with the expired listenKey. */
  readonly expired?: string;
}

/** Generated table of the records that a session tracks. */
export interface UserRecords {
  readonly order: OrderFields;
  readonly trade: TradeFields;
  readonly balance: BalanceFields;
  /** By event type, the value of the field `e`. */
  readonly events: Readonly<Record<string, EventRecords>>;
}

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

/** The trade in an event, if any. */
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

/** Whether two records agree in these fields; a number equals its bigint. */
export function isSame(one: Fields, other: Fields, names: readonly string[]): boolean {
  return names.every((name) => String(one[name]) === String(other[name]));
}
