/** Rounds amounts down, to the nearest valid value below; never up. */

import { type Parts, print, unitsAt } from "../encoding/decimal.ts";
import { int64, minus, modulo } from "../encoding/int64-math.ts";
import { type BrokenRule, type Evaluator, nameOf } from "./evaluate.ts";
import type { MarketReader } from "./read.ts";
import type { Units } from "./tables.ts";
import type { FieldChange, GridOffset, OrderFields } from "./types.ts";

/** The rules of a symbol, and where their grids start. */
type RulesAtOffset = Evaluator & { readonly offset: GridOffset };

/**
 * Rounds every field that rules name by itself, or says why one cannot be. A rule about anything
 * else, such as price times quantity, can then only hold or make the order impossible.
 */
export function roundDown<Order extends OrderFields>(
  rules: RulesAtOffset,
  order: Order,
  market: MarketReader,
) {
  const changes = new Map<string, FieldChange>();
  let rounded = order;
  let step = nextChange(rules, rounded, market);
  // Lowering one field may bring another rule into play; values only fall, and this bounds them.
  for (let count = 0; step !== undefined && "to" in step && count < changesMax; count += 1) {
    const { field, to, why } = step;
    const from = changes.get(field)?.from ?? step.from;
    changes.set(field, { field, from, to, why });
    rounded = { ...rounded, [field]: to };
    step = nextChange(rules, rounded, market);
  }
  return { order: rounded, changes: [...changes.values()], why: step?.why };
}

/** Every round settles one field; only rules that bound one field by another need a second. */
const changesMax = 32;

type Step = FieldChange | { readonly why: string };

/** The first field that must be lowered, or why it cannot be; nothing when none has to be. */
function nextChange(
  rules: RulesAtOffset,
  order: OrderFields,
  market: MarketReader,
): Step | undefined {
  const { issues, broken } = rules.evaluate(order, market, rules.offset);
  if (issues.length > 0) return undefined;
  for (const field of rules.amounts) {
    const own = broken.filter(({ rule }) => rule.field === field);
    const [first] = own;
    if (first === undefined) continue;
    const names = own.map(({ rule }) => nameOf(rule)).join(", ");
    const from = print({ units: first.value, scale: first.scale });
    const to = nearestBelow(rules, field, { order, market, broken });
    if (to === undefined) return { why: `No ${field} up to ${from} satisfies ${names}.` };
    return { field, from, to, why: `It violated ${names}.` };
  }
  return undefined;
}

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
  { evaluate, offset }: RulesAtOffset,
  field: string,
  { order, market, broken: first }: BrokenOrder,
): string | undefined {
  const limits: BrokenRule[] = [];
  let nearest: Parts | undefined;
  let broken = first;
  // A rule whose bound depends on the field itself might never be kept.
  for (let round = 0; round < roundsMax; round += 1) {
    const own = broken.filter(({ rule }) => rule.field === field);
    const [one] = own;
    if (one === undefined) return nearest && print(nearest);
    if (own.some(({ rule }) => rule.kind === "minimum")) return undefined;
    limits.push(...own);
    nearest = largestWithin(nearest ?? { units: one.value, scale: one.scale }, limits);
    if (nearest === undefined || nearest.units <= 0) return undefined;
    broken = evaluate({ ...order, [field]: print(nearest) }, market, offset).broken;
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
  let scale = value.scale;
  for (const limit of limits) scale = Math.max(scale, limit.scale);
  let top = unitsAt(value, scale);
  let grid: Grid | undefined;
  for (const limit of limits) {
    const bound = unitsAt({ units: limit.bound, scale: limit.scale }, scale);
    if (limit.rule.kind === "maximum") {
      if (bound < top) top = bound;
      continue;
    }
    const own = { step: bound, from: unitsAt({ units: limit.from, scale: limit.scale }, scale) };
    const both = grid === undefined ? own : meeting(grid, own);
    if (both === undefined) return undefined;
    grid = both;
  }
  if (grid === undefined) return { units: top, scale };
  return { units: minus(top, modulo(minus(top, grid.from), grid.step)), scale };
}

/** The values `from`, `from + step`, … in both directions. */
interface Grid {
  readonly step: Units;
  readonly from: Units;
}

/** The grid of the values that lie on both; `undefined` when there are none. */
function meeting(one: Grid, other: Grid): Grid | undefined {
  // Extended Euclid: `divisor` is the first step times `factor` plus a multiple of the other one.
  let [divisor, rest] = [BigInt(one.step), BigInt(other.step)];
  let [factor, nextFactor] = [1n, 0n];
  while (rest !== 0n) {
    const quotient = divisor / rest;
    [divisor, rest] = [rest, divisor - quotient * rest];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  const apart = BigInt(other.from) - BigInt(one.from);
  if (apart % divisor !== 0n) return undefined;
  const from = BigInt(one.from) + BigInt(one.step) * factor * (apart / divisor);
  const step = (BigInt(one.step) * BigInt(other.step)) / divisor;
  return { step: int64(step), from: int64(from) };
}
