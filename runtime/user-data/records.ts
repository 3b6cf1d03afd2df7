/** What a user data session keeps of an account, and how events are read as its records. Pure. */

/** A record of the exchange by the names of its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** What the fields of an order's record are to a session. */
export interface OrderFacts {
  /** Fields that tell one order from another. */
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

/** What the fields of an own trade are to a session. */
export interface TradeFacts {
  readonly identity: readonly string[];
  readonly symbol: string;
  /** Grows with each trade of a symbol. */
  readonly id: string;
}

/** What the fields of the account's record are to a session. */
export interface BalanceFacts {
  readonly list: string;
  readonly asset: string;
  /** Time of the account's last change, in milliseconds. */
  readonly changed: string;
}

/** Whether a field holds a value. */
export interface FieldCondition {
  readonly field: string;
  readonly is: string | number;
}

/**
 * By the field of a record, where an event says the same: in a field; in the first of several that
 * is neither null nor empty; or by what a field holds.
 */
export type FieldMap = Readonly<Record<string, string | readonly string[] | FieldCondition>>;

/** What one kind of event tells of the records. */
export interface EventTells {
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

/** The generated facts by which a session keeps its records. */
export interface UserRecords {
  readonly order: OrderFacts;
  readonly trade: TradeFacts;
  readonly balance: BalanceFacts;
  /** By what an event says of itself in its field `e`. */
  readonly events: Readonly<Record<string, EventTells>>;
}

/** The record that an event tells; fields that it lacks are absent. */
export function readRecord(event: Fields, map: FieldMap): Fields {
  const record: Record<string, unknown> = {};
  for (const [name, source] of Object.entries(map)) {
    const value = valueOf(event, source);
    if (value !== undefined) record[name] = value;
  }
  return record;
}

function valueOf(event: Fields, source: FieldMap[string]): unknown {
  if (typeof source === "string") return event[source];
  if (isCondition(source)) {
    return event[source.field] === undefined ? undefined : holds(event, source);
  }
  return source.map((name) => event[name]).find((value) => (value ?? "") !== "");
}

function isCondition(source: readonly string[] | FieldCondition): source is FieldCondition {
  return "field" in source;
}

/** Whether the condition is so. */
export function holds(event: Fields, { field, is }: FieldCondition): boolean {
  return event[field] === is;
}

/** The trade of an event, if it tells of one. */
export function tradeOf(event: Fields, { trade, noTrade }: EventTells): Fields | undefined {
  if (trade === undefined || (noTrade !== undefined && holds(event, noTrade))) return undefined;
  return readRecord(event, trade);
}

/** What tells a record from others; `undefined` for one that lacks a part of it. */
export function identityOf(record: Fields, identity: readonly string[]): string | undefined {
  const parts = identity.map((name) => record[name]);
  // The same integer may come as a number here and as a bigint there.
  return parts.some((part) => part === undefined) ? undefined : parts.map(String).join(" ");
}

/** A value as fields; nothing has none. */
export function fieldsIn(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** A list of such. */
export function listIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsIn) : [];
}
