/** Runs the generated check functions over the filters of one symbol. */

import { print } from "../encoding/decimal.ts";
import { isMissing } from "../encoding/int64-math.ts";
import {
  amountFields,
  filterUnits,
  MarketReader,
  readOrder,
  type SymbolFilter,
  scaleOfFilter,
} from "./read.ts";
import type {
  FilterFunctions,
  MarketUnits,
  OrderUnits,
  ReadOrder,
  Report,
  RuleDescriptor,
  Units,
} from "./tables.ts";
import type { GridOffset, NotationViolation, OrderFields, RuleKind } from "./types.ts";

export interface SymbolRule {
  readonly filter: SymbolFilter;
  readonly descriptor: RuleDescriptor;
  /** The field that it compares; `undefined` where it compares a formula. */
  readonly field: string | undefined;
  readonly kind: RuleKind;
  /** The field of the filter that sets its bound. */
  readonly boundField: string | undefined;
  /** Text of its bound, and of where its grid starts, where these are fields of the filter. */
  readonly boundText: string | undefined;
  readonly fromText: string | undefined;
  /** Its place among all rules of the symbol. */
  readonly place: number;
  /** The fields of the filter that it reads and that cannot be read. */
  readonly missing: readonly string[];
  readonly marketData: readonly string[];
}

/** A rule in messages. */
export function nameOf({ filter, descriptor }: SymbolRule): string {
  return `${filter.name} (${descriptor.id})`;
}

/** A rule that an order breaks, with numbers in units of 10^-scale. */
export interface BrokenRule {
  readonly rule: SymbolRule;
  readonly value: Units;
  readonly bound: Units;
  /** Where the grid starts; 0 where the rule has none. */
  readonly from: Units;
  readonly scale: number;
}

/** What the rules say about an order. */
interface Evaluation {
  readonly issues: readonly NotationViolation[];
  readonly broken: readonly BrokenRule[];
  readonly undecided: readonly SymbolRule[];
}

export interface Evaluator {
  /** The decimal fields of an order, in the order in which they are rounded. */
  readonly amounts: readonly string[];
  readonly evaluate: (order: OrderFields, market: MarketReader, offset: GridOffset) => Evaluation;
  /** Whether the order has an issue or breaks a rule; stops at the first. */
  readonly isRefused: (order: OrderFields, market: MarketReader, offset: GridOffset) => boolean;
  /** The rules that bind a field of the order, whatever its amount. */
  readonly rulesOn: (field: string, order: OrderFields) => readonly SymbolRule[];
}

/** Makes the evaluator of a symbol. Filters are converted once for each scale and offset. */
export function createEvaluator<Filter, Order extends OrderUnits>(
  filters: readonly SymbolFilter[],
  {
    checkFilter,
    readOrder: read = readOrder,
    amounts = amountFields,
  }: FilterFunctions<Filter, Order>,
): Evaluator {
  const scaleMin = Math.max(0, ...filters.map(scaleOfFilter));
  // The generated type of an order is made of the same fields.
  const evaluateAt = evaluatorAtScale(
    filters,
    checkFilter as FilterFunctions<Filter>["checkFilter"],
    amounts,
  );
  const evaluate = (
    order: OrderFields,
    market: MarketReader,
    offset: GridOffset,
    isFirstEnough = false,
  ): Evaluation => {
    for (;;) {
      const units = read(order, Math.max(scaleMin, market.scaleNeeded));
      market.scale = units.scale;
      const found = evaluateAt(units, market, offset, isFirstEnough);
      // The rules may have read a price that is finer than anything before.
      if (market.scaleNeeded <= units.scale) return found;
    }
  };
  return {
    amounts,
    evaluate,
    isRefused: (order, market, offset) => {
      const { issues, broken } = evaluate(order, market, offset, true);
      return issues.length > 0 || broken.length > 0;
    },
    rulesOn: (field, order) => {
      // Every rule of a field refuses a negative amount.
      const negative = { ...read(order, scaleMin), [field]: -1 };
      const { broken, undecided } = evaluateAt(negative, new MarketReader({}), "minimum");
      const rules = [...broken.map(({ rule }) => rule), ...undecided];
      return rules.filter((rule) => rule.field === field);
    },
  };
}

/** Evaluates orders at the scale of their reading; perhaps only to the first broken filter. */
function evaluatorAtScale<Filter>(
  filters: readonly SymbolFilter[],
  checkFilter: FilterFunctions<Filter>["checkFilter"],
  amounts: readonly string[],
) {
  const unitsOf = unitsByScale<Filter>(filters);
  const rules = rulesOf(filters, amounts);
  return (
    order: ReadOrder,
    market: MarketUnits,
    offset: GridOffset,
    isFirstEnough = false,
  ): Evaluation => {
    let broken: readonly BrokenRule[] = none;
    let undecided: readonly SymbolRule[] = none;
    let index = 0;
    const report: Report = (id, value, bound, from = 0) => {
      const rule = rules[index]?.get(id);
      if (rule === undefined) return;
      const isMalformed = isMissing(value) || isMissing(bound) || isMissing(from);
      const isWithoutStep = rule.kind === "multipleOf" && bound === 0;
      if (isMalformed || isWithoutStep || needsOf(rule, market).length > 0) {
        undecided = [...undecided, rule];
        return;
      }
      const { scale = 1, digits = 0 } = rule.descriptor;
      const found = { rule, value, bound, from, scale: order.scale * scale + digits };
      broken = broken === none ? [found] : [...broken, found];
    };
    for (const filter of unitsOf(offset, order.scale)) {
      checkFilter(filter, order, market, report);
      if (isFirstEnough && broken !== none) break;
      index += 1;
    }
    return { issues: order.issues, broken, undecided };
  };
}

const none: readonly never[] = [];

/** The filters in units of a scale, converted when a scale is first asked for. */
function unitsByScale<Filter>(
  filters: readonly SymbolFilter[],
): (offset: GridOffset, scale: number) => readonly Filter[] {
  // A decimal has less than a thousand digits, which bounds the number of scales.
  const converted = { minimum: new Map<number, Filter[]>(), zero: new Map<number, Filter[]>() };
  return (offset, scale) => {
    const known = converted[offset].get(scale);
    if (known !== undefined) return known;
    const made = filters.map((filter) => filterUnits<Filter>(filter, scale, offset));
    converted[offset].set(scale, made);
    return made;
  };
}

/** The rules of each filter by their ids. */
function rulesOf(
  filters: readonly SymbolFilter[],
  amounts: readonly string[],
): readonly ReadonlyMap<string, SymbolRule>[] {
  let place = 0;
  return filters.map((filter) => {
    const isField = (name: string): boolean => Object.hasOwn(filter.descriptor.fields, name);
    const rules = filter.descriptor.rules.map((descriptor): SymbolRule => {
      const kind = kinds.find((each) => descriptor[each] !== undefined) ?? "multipleOf";
      const bound = descriptor[kind] ?? "";
      const textOf = (name: string): string | undefined => {
        const value = filter.values.get(name);
        return typeof value === "object" ? print(value) : undefined;
      };
      place += 1;
      return {
        filter,
        descriptor,
        field: amounts.find((name) => name === descriptor.value),
        kind,
        boundField: bound.match(/[A-Za-z]\w*/g)?.find(isField),
        boundText: textOf(bound),
        fromText: textOf(descriptor.from ?? ""),
        place,
        missing: descriptor.reads.filter((name) => filter.issues.has(name)),
        marketData: descriptor.reads.filter((name) => !isField(name)),
      };
    });
    return new Map(rules.map((rule) => [rule.descriptor.id, rule]));
  });
}

const kinds = ["minimum", "maximum"] as const;

/** What a rule reads that is missing: fields of the filter, then market data. */
export function needsOf(
  { filter, missing, marketData }: SymbolRule,
  market: MarketUnits,
): readonly string[] {
  // Most rules read no market data.
  if (marketData.length === 0) return missing;
  const needs = [...missing];
  for (const name of marketData) {
    if (name === "averagePrice") needs.push(...averageNeeds(filter, market));
    else if (isMissing(market.count(name)) && isMissing(market.decimal(name))) needs.push(name);
  }
  return needs;
}

/** What the average price lacks: the field with its minutes, or the price of that many minutes. */
function averageNeeds(
  { descriptor: { average }, values }: SymbolFilter,
  market: MarketUnits,
): readonly string[] {
  const minutes = values.get(average?.minutes ?? "");
  const given = typeof minutes === "object" ? minutes.units : Number.NaN;
  if (!isMissing(market.averagePrice(given))) return [];
  if (average === undefined) return ["averagePrice"];
  return [isMissing(given) ? average.minutes : given === 0 ? average.zero : "averagePrice"];
}
