/** Runs the generated check functions over the filters of one symbol. */

import type { Parts } from "../encoding/decimal.ts";
import type { FilterFields } from "./read.ts";
import { filterUnits, MarketReader, readOrder, scaleOfFilter } from "./read.ts";
import type {
  FilterDescriptor,
  FilterFunctions,
  MarketUnits,
  OrderUnits,
  Report,
  RuleDescriptor,
  Units,
} from "./tables.ts";
import type { AmountField, GridOffset, NotationViolation, OrderFields } from "./types.ts";
import { isMissing } from "./units.ts";

/** One filter of a symbol, as it came from the exchange. */
export interface SymbolFilter {
  readonly name: string;
  readonly descriptor: FilterDescriptor;
  readonly fields: FilterFields;
}

/** A rule of a filter, and what it reads. */
interface RuleReads {
  readonly filter: SymbolFilter;
  readonly rule: RuleDescriptor;
  /** The fields of the filter that it reads and that are missing. */
  readonly missing: readonly string[];
  readonly marketData: readonly string[];
}

/** A rule that an order breaks. */
export interface BrokenRule {
  readonly filter: SymbolFilter;
  readonly rule: RuleDescriptor;
  readonly value: Parts;
  readonly bound: Parts;
  /** Where the grid starts. */
  readonly from: Parts | undefined;
}

/** A rule that cannot be decided, and the names of what is missing for it. */
export interface UndecidedRule {
  readonly filter: SymbolFilter;
  readonly rule: RuleDescriptor;
  readonly needs: readonly string[];
}

/** What the rules say about an order. */
interface Evaluation {
  readonly faults: readonly NotationViolation[];
  readonly broken: readonly BrokenRule[];
  readonly undecided: readonly UndecidedRule[];
}

export interface Evaluator {
  readonly evaluate: (order: OrderFields, market: MarketReader, offset: GridOffset) => Evaluation;
  /** Whether a filter has rules that bind this field of the order. */
  readonly binds: (filter: SymbolFilter, field: AmountField, order: OrderFields) => boolean;
}

/** Makes the evaluator of a symbol. Filters are converted once for each scale and offset. */
export function createEvaluator<Filter>(
  filters: readonly SymbolFilter[],
  { checkFilter }: Pick<FilterFunctions<Filter>, "checkFilter">,
): Evaluator {
  const scaleMin = Math.max(
    0,
    ...filters.map((each) => scaleOfFilter(each.descriptor, each.fields)),
  );
  const unitsOf = unitsByScale<Filter>(filters);
  const rulesById = filters.map(
    (filter) => new Map(filter.descriptor.rules.map((rule) => [rule.id, readsOf(filter, rule)])),
  );
  const run = (units: readonly Filter[], order: OrderUnits, market: MarketUnits): Finding[] => {
    let findings = nothing;
    let index = 0;
    const report: Report = (rule, value, bound, from) => {
      if (findings === nothing) findings = [];
      findings.push({ index, rule, value, bound, from });
    };
    for (const filter of units) {
      checkFilter(filter, order, market, report);
      index += 1;
    }
    return findings;
  };
  return {
    evaluate: (order, market, offset) => {
      let read = readOrder(order, Math.max(scaleMin, market.scaleNeeded));
      market.scale = read.scale;
      let findings = run(unitsOf(offset, read.scale), read.units, market);
      if (market.scaleNeeded > read.scale) {
        // The rules read a price that is finer than anything before.
        read = readOrder(order, market.scaleNeeded);
        market.scale = read.scale;
        findings = run(unitsOf(offset, read.scale), read.units, market);
      }
      const { faults, scale } = read;
      if (findings.length === 0 && faults.length === 0) return accepted;
      return { faults, ...sorted(findings, { rulesById, market, scale }) };
    },
    binds: (filter, field, order) => {
      const { units, scale } = readOrder(order, scaleMin);
      const all = unitsOf("minimum", scale);
      const index = filters.indexOf(filter);
      // Every rule of the field refuses a negative amount, so a filter that says nothing of it
      // does not bind the field.
      const found = run(all.slice(index, index + 1), { ...units, [field]: -1 }, new MarketReader());
      return found.some(({ rule }) => rulesById[index]?.get(rule)?.rule.value === field);
    },
  };
}

/** The filters in units of a scale, converted when a scale is first asked for. */
function unitsByScale<Filter>(
  filters: readonly SymbolFilter[],
): (offset: GridOffset, scale: number) => readonly Filter[] {
  // A decimal has less than a thousand digits, which bounds the number of scales.
  const converted = { minimum: new Map<number, Filter[]>(), zero: new Map<number, Filter[]>() };
  return (offset, scale) => {
    const known = converted[offset].get(scale);
    if (known !== undefined) return known;
    const made = filters.map(({ name, descriptor, fields }) => {
      const units = { filterType: name, offset, ...filterUnits(descriptor, fields, scale) };
      // The generated type of a filter is made of the same fields.
      return units as Filter;
    });
    converted[offset].set(scale, made);
    return made;
  };
}

const nothing: Finding[] = [];
const accepted: Evaluation = { faults: [], broken: [], undecided: [] };

/** A rule as its function reports it: broken, or not to be decided. */
interface Finding {
  readonly index: number;
  readonly rule: string;
  readonly value: Units;
  readonly bound: Units;
  readonly from: Units | undefined;
}

interface Circumstances {
  /** The rules of every filter. */
  readonly rulesById: readonly ReadonlyMap<string, RuleReads>[];
  readonly market: MarketUnits;
  readonly scale: number;
}

function sorted(
  findings: readonly Finding[],
  { rulesById, market, scale }: Circumstances,
): Pick<Evaluation, "broken" | "undecided"> {
  const broken: BrokenRule[] = [];
  const undecided: UndecidedRule[] = [];
  for (const { index, rule: id, value, bound, from } of findings) {
    const found = rulesById[index]?.get(id);
    if (found === undefined) continue;
    const { filter, rule } = found;
    const needs = needsOf(found, market);
    const isDecided =
      needs.length === 0 &&
      !(isMissing(value) || isMissing(bound) || isMissing(from ?? 0)) &&
      (rule.multipleOf === undefined || bound !== 0);
    if (!isDecided) {
      undecided.push({ filter, rule, needs });
      continue;
    }
    const ownScale = scale * (rule.scale ?? 1) + (rule.digits ?? 0);
    const parts = (units: Units): Parts => ({ units, scale: ownScale });
    const start = from === undefined || from === 0 ? undefined : parts(from);
    broken.push({ filter, rule, value: parts(value), bound: parts(bound), from: start });
  }
  return { broken, undecided };
}

function readsOf(filter: SymbolFilter, rule: RuleDescriptor): RuleReads {
  const isField = (name: string): boolean => Object.hasOwn(filter.descriptor.fields, name);
  const missing = rule.reads.filter((name) => isField(name) && filter.fields.missing.has(name));
  return { filter, rule, missing, marketData: rule.reads.filter((name) => !isField(name)) };
}

/** What a rule reads that is missing: fields of the filter, then market data. */
function needsOf(
  { filter, missing, marketData }: RuleReads,
  market: MarketUnits,
): readonly string[] {
  // Most rules read no market data.
  if (marketData.length === 0) return missing;
  const needs = marketData.flatMap((name) => {
    if (name === "averagePrice") return averageNeeds(filter, market);
    return isMissing(market[name as Exclude<keyof MarketUnits, "averagePrice">]) ? [name] : [];
  });
  return [...missing, ...needs];
}

/** What the average price lacks: the field with its minutes, or the price of that many minutes. */
function averageNeeds(
  { descriptor: { average }, fields: { values } }: SymbolFilter,
  market: MarketUnits,
): readonly string[] {
  const minutes = Number(values.get(average?.minutes ?? ""));
  if (!isMissing(market.averagePrice(minutes))) return [];
  if (average === undefined) return ["averagePrice"];
  return [Number.isNaN(minutes) ? average.minutes : minutes === 0 ? average.zero : "averagePrice"];
}
