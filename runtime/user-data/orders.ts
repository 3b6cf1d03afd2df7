/** The state of an order, merged from records that arrive in any order. */

import { compareDecimals, decimalFault } from "../encoding/decimal.ts";
import type { Fields } from "../encoding/json-value.ts";
import { identityOf, isSame, type OrderFields } from "./records.ts";

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
  return decimalFault(value) === undefined;
}

function compareTimes(one: unknown, other: unknown): number {
  return timeOf(one) - timeOf(other);
}

function timeOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

function defined(record: Fields): Fields {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

/** An order, and what changed: its state or filled amount, or another field. */
interface UpdatedOrder {
  readonly order: Fields;
  readonly change: "none" | "details" | "state";
}

/** The orders of one account: all open ones, and recently ended ones. */
export interface OrderList {
  /** Merges a record; `undefined` for a record without an order's identity. */
  readonly update: (record: Fields) => UpdatedOrder | undefined;
  readonly find: (identity: Fields) => Fields | undefined;
  readonly open: () => readonly Fields[];
  readonly remove: (order: Fields) => void;
}

/** Ended orders that are kept, to recognise late records of them. */
const endedMax = 1000;

export function createOrderList(rules: OrderRules): OrderList {
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
    update: (record) => {
      const key = identityOf(record, rules.identity);
      if (key === undefined) return undefined;
      const known = find(key);
      const order = mergeOrder(known, record, rules);
      if (order === known) return { order, change: "none" };
      put(key, order);
      const isState = known === undefined || !isSame(known, order, stateFields);
      return { order, change: isState ? "state" : "details" };
    },
    find: (identity) => find(identityOf(identity, rules.identity) ?? ""),
    open: () => [...open.values()],
    remove: (order) => {
      open.delete(identityOf(order, rules.identity) ?? "");
    },
  };
}
