/** Sorts the rules of a symbol into what can be checked on integers, and the rest. */

import { powerOfTen } from "../encoding/decimal-parts.ts";
import type { Exact } from "./code.ts";
import type { UnitGrid } from "./grid.ts";
import { isOnGrid, meeting } from "./grid.ts";
import { isZero } from "./math.ts";
import type { Rule } from "./rule.ts";
import { constant } from "./rule.ts";
import type { AmountField } from "./types.ts";
import type { UnitLimits } from "./units.ts";
import { smallDigitsMax } from "./units.ts";

/** How orders of one type are checked. */
export interface Plan extends Readonly<Record<AmountField, UnitLimits>> {
  readonly products: readonly ProductLimit[];
  /** Rules that only their own code can decide. */
  readonly rest: readonly Rule[];
  /** A number of the filters is too fine or too large for integers. */
  readonly isExactOnly: boolean;
  /** No grid would decide otherwise if its steps were counted the other way. */
  readonly isSilent: boolean;
  /** Place for the units of the five amounts while a product is compared. */
  readonly units: Float64Array;
}

/** A bound of a product of two amounts, in units of both scales together. */
export interface ProductLimit {
  readonly left: number;
  readonly right: number;
  readonly isMinimum: boolean;
  /** Below and above these a product in floating point is surely below and above the bound. */
  readonly below: number;
  readonly above: number;
}

/** Where the units of an amount are kept. */
export const slots: readonly AmountField[] = [
  "price",
  "quantity",
  "stopPrice",
  "icebergQty",
  "quoteOrderQty",
];

/** The plan for orders of one type; for those without one where it is no text. */
export function planFor(rules: readonly Rule[], type: unknown): Plan {
  const asked = rules.filter((rule) => isAskedOf(rule, type) !== false);
  const simple = asked.flatMap((rule) => simpleRule(rule, type) ?? []);
  const rest = asked.filter((rule) => simpleRule(rule, type) === undefined);
  const limits = new Map(slots.map((field) => [field, limitsOf(field, simple)] as const));
  const of = (field: AmountField): UnitLimits => limits.get(field) ?? nothing;
  return {
    price: of("price"),
    quantity: of("quantity"),
    stopPrice: of("stopPrice"),
    icebergQty: of("icebergQty"),
    quoteOrderQty: of("quoteOrderQty"),
    products: simple.flatMap((rule) => productLimit(rule, of)),
    rest,
    isExactOnly: [...limits.values()].includes(undefined),
    isSilent: simple.every(isSilent),
    units: new Float64Array(slots.length),
  };
}

const zero: Exact = { units: 0, scale: 0 };
const nothing: UnitLimits = { scale: 0, factor: 1, low: 0, high: 0, from: 0, step: 0 };

/** Whether orders of the type are asked at all; `undefined` where more than the type decides. */
function isAskedOf(rule: Rule, type: unknown): boolean | undefined {
  const { appliesWhen, disabledWhen } = rule.code;
  if (rule.asks.includes("type") && typeof type !== "string") return false;
  if (disabledWhen !== undefined && constant(rule, disabledWhen) === true) return false;
  if (appliesWhen === undefined) return true;
  const isByType = appliesWhen.order?.every((name) => name === "type") ?? true;
  if (!isByType || appliesWhen.market !== undefined) return undefined;
  const { decimals, flags, texts } = rule.own;
  const order = typeof type === "string" ? { type } : {};
  return appliesWhen.of({ decimals, flags, texts, order, market: {} });
}

/** A rule that compares amounts alone with a bound that is known beforehand. */
interface SimpleRule {
  readonly rule: Rule;
  readonly bound: Exact;
  readonly from: Exact;
}

function simpleRule(rule: Rule, type: unknown): SimpleRule | undefined {
  const { value, bound, from, disabledWhen, kind } = rule.code;
  if (isAskedOf(rule, type) !== true) return undefined;
  if (disabledWhen !== undefined && constant(rule, disabledWhen) !== false) return undefined;
  const fields: readonly string[] =
    value.factors ?? (value.field === undefined ? [] : [value.field]);
  if (fields.length === 0 || (value.factors !== undefined && kind === "multipleOf")) {
    return undefined;
  }
  if (rule.asks.some((name) => name !== "type" && !fields.includes(name))) return undefined;
  const limit = constant(rule, bound);
  const isCounted = from !== undefined && rule.offset === "minimum";
  const start = isCounted ? constant(rule, from) : zero;
  if (limit === undefined || start === undefined) return undefined;
  return kind === "multipleOf" && isZero(limit) ? undefined : { rule, bound: limit, from: start };
}

/** What one amount must keep to, in whole units; nothing where integers cannot hold it. */
function limitsOf(field: AmountField, simple: readonly SimpleRule[]): UnitLimits | undefined {
  const own = simple.filter(({ rule }) => rule.code.value.field === field);
  const scale = scaleFor(own);
  if (scale > smallDigitsMax) return undefined;
  const units = ({ units: given, scale: fine }: Exact): bigint =>
    fine > scale
      ? BigInt(given) / powerOfTen(fine - scale)
      : BigInt(given) * powerOfTen(scale - fine);
  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  let grid: UnitGrid | undefined = { step: 1n, from: 0n };
  for (const { rule, bound, from } of own) {
    const { kind } = rule.code;
    if (kind === "minimum") low = Math.max(low, Number(units(bound)));
    if (kind === "maximum") high = Math.min(high, Number(units(bound)));
    if (kind === "multipleOf") {
      const step = units(bound);
      grid = grid && meeting(grid, { step: step < 0n ? -step : step, from: units(from) });
    }
  }
  const hasGrid = own.some(({ rule }) => rule.code.kind === "multipleOf");
  // Grids that never meet leave nothing that passes.
  if (grid === undefined) low = Number.POSITIVE_INFINITY;
  const step = hasGrid ? Number(grid?.step ?? 1n) : 0;
  const from = hasGrid && grid ? Number(((grid.from % grid.step) + grid.step) % grid.step) : 0;
  if (!Number.isSafeInteger(step) || !Number.isSafeInteger(from)) return undefined;
  return { scale, factor: 10 ** scale, low, high, from, step };
}

/** Digits of amounts on most exchanges; without a grid an amount may have any number of them. */
const usualScale = 8;

function scaleFor(own: readonly SimpleRule[]): number {
  const scales = own.flatMap(({ bound, from }) => [scaleOf(bound), scaleOf(from)]);
  const hasGrid = own.some(({ rule }) => rule.code.kind === "multipleOf");
  return Math.max(hasGrid ? 0 : usualScale, ...scales);
}

/** Digits after the point without needless zeros. */
function scaleOf({ units, scale }: Exact): number {
  let rest = BigInt(units);
  let needed = scale;
  while (needed > 0 && rest % 10n === 0n) {
    rest /= 10n;
    needed -= 1;
  }
  return needed;
}

/** Relative distance within which rounding could turn a comparison of products. */
const margin = 2 ** -50;

function productLimit(
  { rule, bound }: SimpleRule,
  limits: (field: AmountField) => UnitLimits,
): readonly ProductLimit[] {
  const { factors } = rule.code.value;
  if (factors === undefined) return [];
  const [one, other] = factors;
  const scale = limits(one).scale + limits(other).scale;
  const raised = BigInt(bound.units) * powerOfTen(Math.max(0, scale - bound.scale));
  const lowered = 10 ** Math.max(0, bound.scale - scale);
  const limit = Number(raised) / lowered;
  // A product of whole numbers is on the same side of a safe one before and after rounding.
  const isSafe = lowered === 1 && Number.isSafeInteger(limit);
  return [
    {
      left: slots.indexOf(one),
      right: slots.indexOf(other),
      isMinimum: rule.code.kind === "minimum",
      below: isSafe ? limit : limit - Math.abs(limit) * margin,
      above: isSafe ? limit : limit + Math.abs(limit) * margin,
    },
  ];
}

/** Whether a grid is the same one wherever its steps are counted from. */
function isSilent({ rule, bound }: SimpleRule): boolean {
  const { from, kind } = rule.code;
  if (kind !== "multipleOf" || from === undefined) return true;
  const start = constant(rule, from);
  return start !== undefined && isOnGrid(start, { step: bound, from: zero });
}
