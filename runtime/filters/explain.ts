/** Explains what the rules say about an order: messages, and the nearest valid values. */

import { print } from "../encoding/decimal.ts";
import type { BrokenRule, Evaluator, SymbolFilter, UndecidedRule } from "./evaluate.ts";
import { nearestBelow } from "./nearest.ts";
import { amountFields, type MarketReader } from "./read.ts";
import type { RuleDescriptor } from "./tables.ts";
import type {
  AmountField,
  BoundViolation,
  GridOffset,
  NotEvaluated,
  OffsetWarning,
  OrderCheck,
  OrderFields,
  RuleKind,
  UnknownRule,
} from "./types.ts";

/** The filters of a symbol, ready to evaluate orders. */
export interface SymbolRules extends Evaluator {
  readonly filters: readonly SymbolFilter[];
  readonly notEvaluated: readonly NotEvaluated[];
  readonly offset: GridOffset;
  /** Whether steps that count from the other offset may meet other values. */
  readonly offsetMatters: boolean;
}

/** Everything that the rules say about an order. */
export function explain(rules: SymbolRules, order: OrderFields, market: MarketReader): OrderCheck {
  const { evaluate, offset, offsetMatters, notEvaluated } = rules;
  const { faults, broken, undecided } = evaluate(order, market, offset);
  const other = offset === "minimum" ? "zero" : "minimum";
  const otherwise = offsetMatters ? evaluate(order, market, other).broken : broken;
  if (faults.length + broken.length + undecided.length + otherwise.length === 0) {
    return { violations: [], unknown: [], notEvaluated, warnings: [] };
  }
  const nearest = new Map<AmountField, string | undefined>();
  for (const field of amountFields) {
    if (broken.some(({ rule }) => rule.value === field)) {
      nearest.set(field, nearestBelow(rules, { field, order, market, broken }));
    }
  }
  return {
    violations: [
      ...faults,
      ...broken.map((each) => violation(each, nearest, assumptionOf(rules, order, each))),
    ],
    unknown: undecided.map(unknownRule),
    notEvaluated,
    warnings: offsetWarnings(rules.filters, { broken, otherwise, offset: other }),
  };
}

/** The field that a rule compares; `undefined` where it compares a formula. */
function fieldOf({ value }: RuleDescriptor): AmountField | undefined {
  return amountFields.find((field) => field === value);
}

/** How a rule compares. */
function kindOf({ minimum, maximum }: RuleDescriptor): RuleKind {
  return minimum !== undefined ? "minimum" : maximum !== undefined ? "maximum" : "multipleOf";
}

function violation(
  { filter, rule, ...found }: BrokenRule,
  nearestOf: ReadonlyMap<AmountField, string | undefined>,
  assumed: string | undefined,
): BoundViolation {
  const kind = kindOf(rule);
  const field = fieldOf(rule);
  const nearest = field && nearestOf.get(field);
  const [value, bound] = [print(found.value), print(found.bound)];
  const from = found.from && print(found.from);
  const steps = from === undefined ? bound : `${bound} from ${from}`;
  const fault = {
    minimum: `below the minimum ${bound} of`,
    maximum: `above the maximum ${bound} of`,
    multipleOf: `not a whole number of steps of ${steps} for`,
  }[kind];
  const advice =
    nearest !== undefined
      ? `; the nearest valid value below is ${nearest}.`
      : field !== undefined
        ? "; no value below is valid."
        : ".";
  const message = `${rule.value} is ${value}, ${fault} ${filter.name} (${rule.id})${advice}`;
  return {
    kind,
    filter: filter.name,
    rule: rule.id,
    field: rule.value,
    value,
    bound,
    ...(from !== undefined && { from }),
    ...(nearest !== undefined && { nearest }),
    message,
    ...(assumed !== undefined && { assumed }),
    source: rule.source,
  };
}

/** The assumption that a rule rests on, or that its filter checks the order besides another one. */
function assumptionOf(
  { filters, binds }: SymbolRules,
  order: OrderFields,
  { filter, rule }: BrokenRule,
): string | undefined {
  const assumed = rule.assumed ?? rule.appliesAssumed;
  const field = fieldOf(rule);
  if (assumed !== undefined || field === undefined) return assumed;
  const others = filters.filter(({ descriptor }) => descriptor.besides?.filter === filter.name);
  return others.find((other) => binds(other, field, order))?.descriptor.besides?.assumed;
}

function unknownRule({ filter, rule, needs }: UndecidedRule): UnknownRule {
  const { missing } = filter.fields;
  const reasons = needs.map((name) => `${name} ${missing.get(name) ?? "is not given"}`);
  const why = needs.length === 0 ? "its step or divisor is zero" : reasons.join(", ");
  const { id, assumed, source } = rule;
  return {
    filter: filter.name,
    rule: id,
    needs: [...needs],
    message: `${filter.name} (${id}) cannot be decided: ${why}.`,
    ...(assumed !== undefined && { assumed }),
    source,
  };
}

interface OffsetOutcomes {
  readonly broken: readonly BrokenRule[];
  /** The rules that are broken where steps count from the other offset. */
  readonly otherwise: readonly BrokenRule[];
  readonly offset: GridOffset;
}

/** The grids that decide otherwise where steps count from the other offset. */
function offsetWarnings(
  filters: readonly SymbolFilter[],
  { broken, otherwise, offset }: OffsetOutcomes,
): readonly OffsetWarning[] {
  const among = (all: readonly BrokenRule[], one: BrokenRule): boolean =>
    all.some(({ filter, rule }) => filter === one.filter && rule === one.rule);
  const place = ({ filter, rule }: BrokenRule): number =>
    filters.indexOf(filter) * placesPerFilter + filter.descriptor.rules.indexOf(rule);
  const differing = [
    ...broken.filter((one) => !among(otherwise, one)).map((one) => ({ one, accepts: true })),
    ...otherwise.filter((one) => !among(broken, one)).map((one) => ({ one, accepts: false })),
  ];
  differing.sort((left, right) => place(left.one) - place(right.one));
  return differing.map(({ one: { filter, rule, value: units }, accepts }) => {
    const value = print(units);
    const message =
      `${filter.name} (${rule.id}) would ${accepts ? "accept" : "refuse"} ${rule.value} ${value} ` +
      `where steps count from ${offset === "zero" ? "zero" : "the minimum"}.`;
    const { id, value: field, source } = rule;
    return { filter: filter.name, rule: id, field, value, offset, accepts, message, source };
  });
}

/** More rules than any filter has. */
const placesPerFilter = 1000;
