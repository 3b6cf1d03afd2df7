/** Compiles the filters of a symbol: what they say about an order, as it is or rounded down. */

import { checkOptions, oneOf, record, refuseOptions, takes } from "../check-options.ts";
import { print } from "../encoding/decimal.ts";
import { isMultiple } from "../encoding/int64-math.ts";
import {
  type BrokenRule,
  createEvaluator,
  type Evaluator,
  nameOf,
  needsOf,
  type SymbolRule,
} from "./evaluate.ts";
import {
  type Descriptors,
  filterUnits,
  knownFilters,
  MarketReader,
  type SymbolFilter,
  scaleOfFilter,
} from "./read.ts";
import { nearestBelow, roundDown } from "./rounding.ts";
import type { FilterFunctions, OrderUnits, Units } from "./tables.ts";
import type {
  BoundViolation,
  CompiledFilters,
  DisabledRule,
  FilterCheck,
  FilterOptions,
  GridOffset,
  NotEvaluated,
  OffsetWarning,
  OrderCheck,
  OrderContext,
  OrderFields,
  OrderFit,
  RuleKind,
  UnknownRule,
} from "./types.ts";

/** The compiler for the filters that a spec knows. */
export function createFilterCompiler<Filter, Order extends OrderUnits>(
  descriptors: Descriptors,
  functions: FilterFunctions<Filter, Order>,
): (given: readonly unknown[], options?: FilterOptions) => CompiledFilters {
  return (given, options = {}) => {
    refuseOptions("compileFilters", filterList(given, "filters"));
    const optionRules = { exchangeFilters: filterList, offset: oneOf("minimum", "zero") };
    checkOptions("compileFilters", options, optionRules);
    const { exchangeFilters = [], offset = "minimum" } = options;
    const { filters, notEvaluated } = knownFilters(
      [...given, ...exchangeFilters],
      descriptors,
      functions.filterTypeField,
    );
    const evaluator = createEvaluator(filters, functions);
    const offsetMatters = filters.some(hasUnalignedStart);
    const besides = new Set(filters.map(({ descriptor }) => descriptor.besides?.filter));
    const rules = { ...evaluator, notEvaluated, offset, offsetMatters, besides };
    return {
      checkOrder: (order, context) => explain(rules, order, marketOf("checkOrder", order, context)),
      accepts: (order, context) =>
        !evaluator.isRefused(order, marketOf("accepts", order, context), offset),
      fitOrder: (order, context) => fit(rules, order, marketOf("fitOrder", order, context)),
      disabled: filters.flatMap((filter) => disabledRules(filter, functions)),
      notEvaluated,
    };
  };
}

/** The market data that an order is checked with, once both are objects. */
function marketOf(name: string, order: unknown, context: OrderContext = {}): MarketReader {
  // Rules of options take longer than the check of an order.
  refuseOptions(name, record(order, "order"));
  refuseOptions(name, record(context, "context"));
  return new MarketReader(context);
}

const filterList = /* @__PURE__ */ takes("a list of filters", Array.isArray);

/** For every filter that a spec knows, a function that compiles one filter of its kind. */
export function createFilterChecks<Names extends Descriptors, Filter, Order extends OrderUnits>(
  descriptors: Names,
  functions: FilterFunctions<Filter, Order>,
): {
  readonly [Name in keyof Names]: (filter: object, options?: FilterOptions) => FilterCheck;
} {
  const compile = createFilterCompiler(descriptors, functions);
  const entries = Object.keys(descriptors).map((name) => [
    name,
    (filter: object, options?: FilterOptions): FilterCheck => {
      const { checkOrder, accepts, fitOrder } = compile(
        [{ ...filter, [functions.filterTypeField]: name }],
        options,
      );
      return { check: checkOrder, accepts, fit: fitOrder };
    },
  ]);
  return Object.fromEntries(entries) as ReturnType<typeof createFilterChecks<Names, Filter, Order>>;
}

/** Whether a grid may have other values where its steps count from zero than from its start. */
function hasUnalignedStart(filter: SymbolFilter): boolean {
  const units = filterUnits<Readonly<Record<string, Units>>>(filter, scaleOfFilter(filter));
  return filter.descriptor.rules.some(({ multipleOf, from }) => {
    if (multipleOf === undefined || from === undefined) return false;
    // An expression is no field; it may come to anything.
    return !isMultiple(units[from] ?? Number.NaN, units[multipleOf] ?? Number.NaN);
  });
}

function disabledRules<Filter>(
  filter: SymbolFilter,
  functions: Pick<FilterFunctions<Filter>, "disabledRules">,
): readonly DisabledRule[] {
  const ids = functions.disabledRules(filterUnits<Filter>(filter, scaleOfFilter(filter)));
  return filter.descriptor.rules
    .filter(({ id }) => ids.includes(id))
    .map(({ id, disabledAssumed: assumed, source }) => {
      return { filter: filter.name, rule: id, ...(assumed !== undefined && { assumed }), source };
    });
}

/** The filters of a symbol, ready to evaluate orders. */
interface SymbolRules extends Evaluator {
  readonly notEvaluated: readonly NotEvaluated[];
  readonly offset: GridOffset;
  /** Whether steps that count from the other offset may meet other values. */
  readonly offsetMatters: boolean;
  /** The filters that another one of the symbol checks orders besides. */
  readonly besides: ReadonlySet<string | undefined>;
}

/** Everything that the rules say about an order. */
function explain(rules: SymbolRules, order: OrderFields, market: MarketReader): OrderCheck {
  const { evaluate, offset, offsetMatters, notEvaluated } = rules;
  const { issues, broken, undecided } = evaluate(order, market, offset);
  const other = offset === "minimum" ? "zero" : "minimum";
  const otherwise = offsetMatters ? evaluate(order, market, other).broken : broken;
  if (issues.length + broken.length + undecided.length + otherwise.length === 0) {
    return { violations: [], unknown: [], notEvaluated, warnings: [] };
  }
  const violations = broken.map((each): BoundViolation => {
    const { rule } = each;
    const nearest = rule.field && nearestBelow(rules, rule.field, { order, market, broken });
    return violation(each, nearest, assumptionOf(rules, order, rule));
  });
  return {
    violations: issues.length === 0 ? violations : [...issues, ...violations],
    unknown: undecided.map((rule) => unknownRule(rule, needsOf(rule, market))),
    notEvaluated,
    warnings: offsetMatters ? offsetWarnings(broken, otherwise, other) : [],
  };
}

/** Rounds the amounts of an order down until they fit, and explains what is left. */
function fit<Order extends OrderFields>(
  rules: SymbolRules,
  given: Order,
  market: MarketReader,
): OrderFit<Order> {
  const { order, changes, why } = roundDown(rules, given, market);
  const { violations, ...rest } = explain(rules, order, market);
  const [first] = violations;
  if (first === undefined) return { kind: "fitted", order, changes, ...rest };
  const all = explain(rules, given, market).violations;
  return { kind: "impossible", why: why ?? first.message, violations: all };
}

function violation(
  found: BrokenRule,
  nearest: string | undefined,
  assumed: string | undefined,
): BoundViolation {
  const { rule, scale } = found;
  const { filter, descriptor, field, kind, boundField } = rule;
  const value = print({ units: found.value, scale });
  const bound = rule.boundText ?? print({ units: found.bound, scale });
  const start = rule.fromText ?? print({ units: found.from, scale });
  const from = found.from === 0 ? undefined : start;
  const made: Mutable<BoundViolation> = {
    kind,
    filter: filter.name,
    rule: descriptor.id,
    field: descriptor.value,
    value,
    bound,
    message: `${descriptor.value} is ${value}, ${issueOf(kind, bound, from)} ${nameOf(rule)}`,
    source: descriptor.source,
  };
  if (field === undefined) made.message += ".";
  else if (nearest === undefined) made.message += "; no lower value is valid.";
  else made.message += `; the nearest lower valid value is ${nearest}.`;
  // Fields that are absent are left out, one by one: spreads take ten times as long.
  if (boundField !== undefined) made.filterField = boundField;
  if (from !== undefined) made.from = from;
  if (nearest !== undefined) made.nearest = nearest;
  if (assumed !== undefined) made.assumed = assumed;
  return made;
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

function issueOf(kind: RuleKind, bound: string, from: string | undefined): string {
  switch (kind) {
    case "minimum":
      return `below the minimum ${bound} of`;
    case "maximum":
      return `above the maximum ${bound} of`;
    case "multipleOf":
      return `not a whole number of steps of ${bound}${from === undefined ? "" : ` from ${from}`} for`;
  }
}

/** The assumption that a rule rests on, or that its filter checks the order besides another one. */
function assumptionOf(
  { rulesOn, besides }: SymbolRules,
  order: OrderFields,
  { filter, descriptor, field }: SymbolRule,
): string | undefined {
  const assumed = descriptor.assumed ?? descriptor.appliesAssumed;
  if (assumed !== undefined || field === undefined || !besides.has(filter.name)) return assumed;
  return rulesOn(field, order)
    .map((other) => other.filter.descriptor.besides)
    .find((beside) => beside?.filter === filter.name)?.assumed;
}

function unknownRule(rule: SymbolRule, needs: readonly string[]): UnknownRule {
  const { filter, descriptor } = rule;
  // Market data that is there may have the wrong type.
  const reasons = (needs.length === 0 ? rule.marketData : needs).map(
    (name) => `${name} ${filter.issues.get(name) ?? "is missing or unreadable"}`,
  );
  const why = reasons.join(", ") || "its step or divisor is zero";
  const { id, assumed, source } = descriptor;
  const message = `${nameOf(rule)} cannot be decided: ${why}.`;
  const made: Mutable<UnknownRule> = { filter: filter.name, rule: id, needs, message, source };
  if (assumed !== undefined) made.assumed = assumed;
  return made;
}

/** The grids that decide otherwise where steps count from the other offset. */
function offsetWarnings(
  broken: readonly BrokenRule[],
  otherwise: readonly BrokenRule[],
  offset: GridOffset,
): readonly OffsetWarning[] {
  const without = (all: readonly BrokenRule[], others: readonly BrokenRule[]) =>
    all.filter((one) => !others.some(({ rule }) => rule === one.rule));
  const accepted = without(broken, otherwise);
  const differing = [...accepted, ...without(otherwise, broken)];
  differing.sort((left, right) => left.rule.place - right.rule.place);
  return differing.map((each) => {
    const { filter, descriptor } = each.rule;
    const { id, value: field, source } = descriptor;
    const value = print({ units: each.value, scale: each.scale });
    const accepts = accepted.includes(each);
    const message =
      `${nameOf(each.rule)} would ${accepts ? "accept" : "refuse"} ${field} ${value} ` +
      `where steps count from ${offset === "zero" ? "zero" : "the minimum"}.`;
    return { filter: filter.name, rule: id, field, value, offset, accepts, message, source };
  });
}
