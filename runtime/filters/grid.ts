/** Bounds and grids of one value: whether it lies within, and what lies next below. */

import { add, align, negate, powerOfTen } from "../encoding/decimal-parts.ts";
import type { Exact } from "./code.ts";

/** The values `from`, `from + step`, … in both directions. */
export interface Grid {
  readonly step: Exact;
  readonly from: Exact;
}

/** What a value must keep to, all at once. */
export interface Limits {
  readonly minimums: readonly Exact[];
  readonly maximums: readonly Exact[];
  readonly grids: readonly Grid[];
}

/** Whether a value lies on a grid whose step is not zero. */
export function isOnGrid(value: Exact, { step, from }: Grid): boolean {
  const { exact, left, right } = align(add(value, negate(from)), step);
  return exact === "number" ? left % right === 0 : left % right === 0n;
}

/**
 * The largest value within the limits that is not above the given one; `undefined` when there is
 * none. Several grids are one coarser grid, or none at all where they never meet.
 */
export function largestWithin(value: Exact, limits: Limits): Exact | undefined {
  const { minimums, maximums, grids } = limits;
  const parts = [
    value,
    ...minimums,
    ...maximums,
    ...grids.flatMap(({ step, from }) => [step, from]),
  ];
  const scale = Math.max(...parts.map((part) => part.scale));
  const units = (part: Exact): bigint => BigInt(part.units) * powerOfTen(scale - part.scale);
  let top = units(value);
  for (const maximum of maximums.map(units)) if (maximum < top) top = maximum;
  let grid: UnitGrid | undefined = { step: 1n, from: 0n };
  for (const { step, from } of grids) {
    grid = grid && meeting(grid, { step: absolute(units(step)), from: units(from) });
  }
  if (grid === undefined) return undefined;
  const found = top - modulo(top - grid.from, grid.step);
  return minimums.some((minimum) => found < units(minimum))
    ? undefined
    : plain({ units: found, scale });
}

/** A grid of whole units. */
export interface UnitGrid {
  readonly step: bigint;
  readonly from: bigint;
}

/** The grid of the values that lie on both; `undefined` when there are none. */
export function meeting(one: UnitGrid, other: UnitGrid): UnitGrid | undefined {
  const common = divisor(one.step, other.step);
  const apart = other.from - one.from;
  if (apart % common !== 0n) return undefined;
  const coarse = other.step / common;
  const steps = modulo((apart / common) * inverse(one.step / common, coarse), coarse);
  return { step: one.step * coarse, from: one.from + one.step * steps };
}

function divisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : divisor(other, one % other);
}

/** The number that gives a remainder of 1 when multiplied with a value, by the long division. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [rest, next] = [modulus, modulo(value, modulus)];
  let [factor, nextFactor] = [0n, 1n];
  while (next !== 0n) {
    const quotient = rest / next;
    [rest, next] = [next, rest - quotient * next];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  return factor;
}

function modulo(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** The same value with its units as a number where that is exact. */
function plain({ units, scale }: { readonly units: bigint; readonly scale: number }): Exact {
  const number = Number(units);
  return { units: Number.isSafeInteger(number) ? number : units, scale };
}

/** Whether two values are the same, whatever their scales. */
export function isSame(one: Exact, other: Exact): boolean {
  const { left, right } = align(one, other);
  return left === right;
}
