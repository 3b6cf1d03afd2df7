/**
 * The vocabulary of generated filter rules: exact arithmetic, comparisons and logic in which
 * anything may be missing. A result is `undefined` when it cannot be told without what is missing.
 */

import { add, align, floorQuotient, multiply, negate, read } from "../encoding/decimal-parts.ts";
import type { Exact } from "./code.ts";

type Maybe<Value> = Value | undefined;

/** A number that a rule holds itself. */
export function exact(text: string): Exact {
  return read(text);
}

/** The sum. */
export function plus(one: Maybe<Exact>, other: Maybe<Exact>): Maybe<Exact> {
  return one && other && add(one, other);
}

/** The difference. */
export function minus(one: Maybe<Exact>, other: Maybe<Exact>): Maybe<Exact> {
  return one && other && add(one, negate(other));
}

/** The product. */
export function times(one: Maybe<Exact>, other: Maybe<Exact>): Maybe<Exact> {
  return one && other && multiply(one, other);
}

/** The value with its sign turned. */
export function negative(value: Maybe<Exact>): Maybe<Exact> {
  return value && negate(value);
}

/** A quotient rounded up to a whole number; cannot be told when the divisor is zero. */
export function ceil(dividend: Maybe<Exact>, divisor: Maybe<Exact> = one): Maybe<Exact> {
  if (dividend === undefined || divisor === undefined || isZero(divisor)) return undefined;
  return negate(floorQuotient(negate(dividend), divisor));
}

const one: Exact = { units: 1, scale: 0 };

/** Whether a number is zero. */
export function isZero({ units }: Exact): boolean {
  return units === 0 || units === 0n;
}

/** Orders two numbers: negative when the first is smaller, 0 when equal, positive when larger. */
export function order(left: Exact, right: Exact): number {
  const aligned = align(left, right);
  return aligned.left < aligned.right ? -1 : aligned.left > aligned.right ? 1 : 0;
}

/** Whether the first number is smaller. */
export function isBelow(left: Maybe<Exact>, right: Maybe<Exact>): Maybe<boolean> {
  return left && right && order(left, right) < 0;
}

/** Whether the first number is not larger. */
export function isAtMost(left: Maybe<Exact>, right: Maybe<Exact>): Maybe<boolean> {
  return left && right && order(left, right) <= 0;
}

/** Whether two numbers, texts or flags are the same. */
export function isEqual<Value extends Exact | string | boolean>(
  left: Maybe<Value>,
  right: Maybe<Value>,
): Maybe<boolean> {
  if (left === undefined || right === undefined) return undefined;
  return typeof left === "object" && typeof right === "object"
    ? order(left, right) === 0
    : left === right;
}

/** Whether a value is one of some others; cannot be told when a missing one might be it. */
export function isOneOf<Value extends Exact | string | boolean>(
  sought: Maybe<Value>,
  list: readonly Maybe<Value>[],
): Maybe<boolean> {
  return list.reduce<Maybe<boolean>>((found, each) => either(found, isEqual(sought, each)), false);
}

/** Whether both hold; one that does not is enough to tell. */
export function both(left: Maybe<boolean>, right: Maybe<boolean>): Maybe<boolean> {
  if (left === false || right === false) return false;
  return left === undefined || right === undefined ? undefined : true;
}

/** Whether one of two holds; one that does is enough to tell. */
export function either(left: Maybe<boolean>, right: Maybe<boolean>): Maybe<boolean> {
  if (left === true || right === true) return true;
  return left === undefined || right === undefined ? undefined : false;
}

/** Whether something does not hold. */
export function not(value: Maybe<boolean>): Maybe<boolean> {
  return value === undefined ? undefined : !value;
}

/** One of two values, by a condition. */
export function choose<Value>(
  condition: Maybe<boolean>,
  yes: Maybe<Value>,
  no: Maybe<Value>,
): Maybe<Value> {
  return condition === undefined ? undefined : condition ? yes : no;
}
