/** The records of an account that a session tracks, and how events are read as such records. */

import type { Fields } from "../encoding/json-value.ts";

/** The fields of an order that a session uses. */
export interface OrderFields {
  /** Fields that identify an order. */
  readonly identity: readonly string[];
  readonly symbol: string;
  readonly status: string;
  /** Decimals that only grow; the first decides which of two records is the later one. */
  readonly filled: readonly string[];
  /** False, then true, never false again. */
  readonly working: string;
  /** Time of the last change, in milliseconds. */
  readonly changed: string;
}

/** The fields of an own trade that a session uses. */
export interface TradeFields {
  readonly identity: readonly string[];
  readonly symbol: string;
  /** Grows with each trade of a symbol. */
  readonly id: string;
}

/** The fields of the account that a session uses. */
interface BalanceFields {
  readonly list: string;
  readonly asset: string;
  /** Time of the account's last change, in milliseconds. */
  readonly changed: string;
}

/** Whether a field holds a value. */
interface FieldCondition {
  readonly field: string;
  readonly is: string | number;
}

/**
 * Fields of a record, and where an event has the same value: in a field, in the first of several
 * fields that is neither null nor empty, or as a condition on a field.
 */
export type FieldMap = Readonly<Record<string, string | readonly string[] | FieldCondition>>;

/** What one type of event says about the records. */
export interface EventRecords {
  readonly order?: FieldMap;
  readonly trade?: FieldMap;
  /** When this holds there is no trade. */
  readonly noTrade?: FieldCondition;
  readonly balances?: {
    readonly list: string;
    readonly changed: string;
    readonly fields: FieldMap;
  };
  /** Field with the listenKey that is no longer valid. */
  readonly expired?: string;
}

/** The generated table by which a session tracks its records. */
export interface UserRecords {
  readonly order: OrderFields;
  readonly trade: TradeFields;
  readonly balance: BalanceFields;
  /** By event type, the value of the field `e`. */
  readonly events: Readonly<Record<string, EventRecords>>;
}

/** Reads a record out of an event; fields that the event lacks are absent. */
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

/** The trade that an event reports, if it reports one. */
export function tradeOf(event: Fields, { trade, noTrade }: EventRecords): Fields | undefined {
  if (trade === undefined || (noTrade !== undefined && holds(event, noTrade))) return undefined;
  return readRecord(event, trade);
}

/** The key of a record; `undefined` for a record that lacks one of its fields. */
export function identityOf(record: Fields, identity: readonly string[]): string | undefined {
  const parts = identity.map((name) => record[name]);
  // The same integer may come as a number here and as a bigint there.
  return parts.some((part) => part === undefined) ? undefined : parts.map(String).join(" ");
}

/** Whether two records have the same values in these fields, be they numbers or bigints. */
export function isSame(one: Fields, other: Fields, names: readonly string[]): boolean {
  return names.every((name) => String(one[name]) === String(other[name]));
}
