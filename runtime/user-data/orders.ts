/** What is known of an order, put together from any records of it in any order. Pure. */

import { compareDecimals, decimalFault } from "../encoding/decimal.ts";
import type { Fields, OrderFacts } from "./records.ts";
import { identityOf } from "./records.ts";

/** The facts by which one record is later than another. */
export interface OrderLife extends OrderFacts {
  readonly isFinal: (status: string) => boolean;
  readonly canMove: (from: string, to: string) => boolean;
}

/**
 * The order after one more record of it: the later of the two wins, and the other one fills in what
 * it lacks. A final state stays, and what is filled never falls. The same record twice changes
 * nothing, and of what every record says the order in which they come does not matter.
 */
export function mergeOrder(known: Fields | undefined, told: Fields, life: OrderLife): Fields {
  if (known === undefined) return told;
  const isEnded = life.isFinal(String(known[life.status]));
  const isLater = !isEnded && compareOrders(known, told, life) < 0;
  const [earlier, later] = isLater ? [known, told] : [told, known];
  const merged: Record<string, unknown> = { ...earlier, ...defined(later) };
  const [amount = ""] = life.filled;
  if (compareAmounts(earlier[amount], later[amount]) > 0) {
    for (const name of life.filled) merged[name] = earlier[name];
  }
  return isSame(known, merged, Object.keys(merged)) ? known : merged;
}

/** Below zero when `other` is the later record of the two, above zero when `one` is. */
function compareOrders(one: Fields, other: Fields, life: OrderLife): number {
  const [before, after] = [String(one[life.status]), String(other[life.status])];
  const [amount = ""] = life.filled;
  return (
    Number(life.isFinal(before)) - Number(life.isFinal(after)) ||
    compareAmounts(one[amount], other[amount]) ||
    compareMoves(before, after, life) ||
    Number(one[life.working] === true) - Number(other[life.working] === true) ||
    compareTimes(one[life.changed], other[life.changed])
  );
}

function compareMoves(before: string, after: string, { canMove }: OrderLife): number {
  if (before === after) return 0;
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

function isSame(one: Fields, other: Fields, names: readonly string[]): boolean {
  return names.every((name) => {
    const [left, right] = [one[name], other[name]];
    return left === right || String(left) === String(right);
  });
}

/** An order, and what a record of it changed: where it stands in its life, or something else. */
export interface TakenOrder {
  readonly order: Fields;
  readonly change: "none" | "details" | "life";
}

/** Orders of one account: all that are open, and those that ended last. */
export interface OrderList {
  /** Takes a record; `undefined` for one that is of no order. */
  readonly take: (record: Fields) => TakenOrder | undefined;
  readonly find: (identity: Fields) => Fields | undefined;
  readonly open: () => readonly Fields[];
  readonly forget: (order: Fields) => void;
}

/** A record of an ended order that comes after that many other ends finds it forgotten. */
const endedMax = 1000;

/** Makes an empty list. */
export function createOrderList(life: OrderLife): OrderList {
  const open = new Map<string, Fields>();
  const ended = new Map<string, Fields>();
  const stages = [life.status, life.working, ...life.filled.slice(0, 1)];
  const find = (key: string): Fields | undefined => open.get(key) ?? ended.get(key);
  const put = (key: string, order: Fields): void => {
    if (!life.isFinal(String(order[life.status]))) {
      open.set(key, order);
      return;
    }
    open.delete(key);
    ended.set(key, order);
    const [oldest] = ended.keys();
    if (ended.size > endedMax && oldest !== undefined) ended.delete(oldest);
  };
  return {
    take: (record) => {
      const key = identityOf(record, life.identity);
      if (key === undefined) return undefined;
      const known = find(key);
      const order = mergeOrder(known, record, life);
      if (order === known) return { order, change: "none" };
      put(key, order);
      const isLife = known === undefined || !isSame(known, order, stages);
      return { order, change: isLife ? "life" : "details" };
    },
    find: (identity) => find(identityOf(identity, life.identity) ?? ""),
    open: () => [...open.values()],
    forget: (order) => {
      open.delete(identityOf(order, life.identity) ?? "");
    },
  };
}
