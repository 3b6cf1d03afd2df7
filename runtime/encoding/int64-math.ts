/**
 * Exact arithmetic on integers, each a number while that is safe and a bigint beyond; `NaN` stands
 * for one that is missing. `<` and `===` need no help, mixed or not.
 */

import type { Int64 } from "../tables.ts";

/** The sum. */
export function plus(one: Int64, other: Int64): Int64 {
  if (typeof one === "number" && typeof other === "number") {
    const sum = one + other;
    // `NaN` stays `NaN`: it compares with nothing.
    if (Math.abs(sum) <= Number.MAX_SAFE_INTEGER || Number.isNaN(sum)) return sum;
  }
  return exact(one, other, (left, right) => left + right);
}

/** The difference. */
export function minus(one: Int64, other: Int64): Int64 {
  if (typeof one === "number" && typeof other === "number") {
    const difference = one - other;
    if (Math.abs(difference) <= Number.MAX_SAFE_INTEGER) return difference;
  }
  return plus(one, -other);
}

/** The product. */
export function times(one: Int64, other: Int64): Int64 {
  if (typeof one === "number" && typeof other === "number") {
    const product = one * other;
    // A rounded product is never a safe integer.
    if (Math.abs(product) <= Number.MAX_SAFE_INTEGER || Number.isNaN(product)) return product;
  }
  return exact(one, other, (left, right) => left * right);
}

function exact(one: Int64, other: Int64, work: (left: bigint, right: bigint) => bigint): Int64 {
  if (Number.isNaN(one) || Number.isNaN(other)) return Number.NaN;
  return int64(work(BigInt(one), BigInt(other)));
}

/** Converts a bigint to an Int64: a number where that is exact. */
export function int64(value: bigint): Int64 {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
