/** The nearest valid value below an amount. */

import { type Parts, powerOfTen, print, read } from "../encoding/decimal.ts";
import type { BrokenRule, Evaluator } from "./evaluate.ts";
import type { MarketReader } from "./read.ts";
import type { AmountField, GridOffset, OrderFields } from "./types.ts";

/** An order and the rules that it breaks. */
interface BrokenOrder {
  readonly order: OrderFields;
  readonly market: MarketReader;
  readonly broken: readonly BrokenRule[];
}

/**
 * The largest value above zero, below the order's own, that all rules of the field accept;
 * `undefined` where there is none. Every round adds the rules that the last value broke and takes
 * the largest value that keeps to all of them: the first one that breaks nothing is the largest.
 */
export function nearestBelow(
  { evaluate, offset }: Evaluator & { readonly offset: GridOffset },
  field: AmountField,
  { order, market, ...first }: BrokenOrder,
): string | undefined {
  const limits: BrokenRule[] = [];
  let amount = order[field];
  let { broken } = first;
  // A rule whose bound depends on the field itself might never be kept.
  for (let round = 0; amount !== undefined && round < roundsMax; round += 1) {
    const own = broken.filter(({ rule }) => rule.field === field);
    if (own.length === 0) return amount;
    if (own.some(({ rule }) => rule.descriptor.minimum !== undefined)) return undefined;
    limits.push(...own);
    const found = largestWithin(read(amount), limits);
    if (found === undefined || found.units <= 0) return undefined;
    amount = print(found);
    broken = evaluate({ ...order, [field]: amount }, market, offset).broken;
  }
  return undefined;
}

/** More than the rules that all filters have of one field. */
const roundsMax = 64;

/**
 * The largest value not above the given one that keeps to maxima and grids; `undefined` when there
 * is none. Several grids are one coarser grid, or none at all where they never meet.
 */
function largestWithin(value: Parts, limits: readonly BrokenRule[]): Parts | undefined {
  const parts = [value, ...limits.flatMap(({ bound, from }) => [bound, ...(from ? [from] : [])])];
  const scale = Math.max(...parts.map((part) => part.scale));
  const units = (part: Parts): bigint => BigInt(part.units) * powerOfTen(scale - part.scale);
  let top = units(value);
  let grid: Grid | undefined = { step: 1n, from: 0n };
  for (const { rule, bound, from = zero } of limits) {
    const limit = units(bound);
    if (rule.descriptor.maximum !== undefined) top = limit < top ? limit : top;
    else grid = grid && meeting(grid, { step: limit, from: units(from) });
  }
  if (grid === undefined) return undefined;
  return { units: top - modulo(top - grid.from, grid.step), scale };
}

const zero: Parts = { units: 0, scale: 0 };

/** The values `from`, `from + step`, … in both directions. */
interface Grid {
  readonly step: bigint;
  readonly from: bigint;
}

/** The grid of the values that lie on both; `undefined` when there are none. */
function meeting(one: Grid, other: Grid): Grid | undefined {
  // Extended Euclid: `divisor` is one.step * factor plus a multiple of other.step.
  let [divisor, rest] = [one.step, other.step];
  let [factor, nextFactor] = [1n, 0n];
  while (rest !== 0n) {
    const quotient = divisor / rest;
    [divisor, rest] = [rest, divisor - quotient * rest];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  const apart = other.from - one.from;
  if (apart % divisor !== 0n) return undefined;
  const from = one.from + one.step * factor * (apart / divisor);
  return { step: (one.step * other.step) / divisor, from };
}

function modulo(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}
