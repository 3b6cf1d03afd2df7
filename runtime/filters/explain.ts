/** Explains what the rules say about an order: messages, and the nearest valid values. */

import { print } from "../encoding/decimal.ts";
import type { BrokenRule, Evaluator, SymbolRule, UndecidedRule } from "./evaluate.ts";
import { nearestBelow } from "./nearest.ts";
import type { MarketReader } from "./read.ts";
import type {
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
  const violations = broken.map((each): BoundViolation => {
    const { rule } = each;
    const nearest = rule.field && nearestBelow(rules, rule.field, { order, market, broken });
    return violation(each, nearest, assumptionOf(rules, order, rule));
  });
  return {
    violations: [...faults, ...violations],
    unknown: undecided.map(unknownRule),
    notEvaluated,
    warnings: offsetWarnings(broken, otherwise, other),
  };
}

/** How a rule compares. */
function kindOf({ descriptor: { minimum, maximum } }: SymbolRule): RuleKind {
  return minimum !== undefined ? "minimum" : maximum !== undefined ? "maximum" : "multipleOf";
}

function violation(
  { rule, ...found }: BrokenRule,
  nearest: string | undefined,
  assumed: string | undefined,
): BoundViolation {
  const { filter, descriptor, field } = rule;
  const kind = kindOf(rule);
  const filterField = boundField(rule);
  const [value, bound] = [print(found.value), print(found.bound)];
  const from = found.from && print(found.from);
  const steps = from === undefined ? bound : `${bound} from ${from}`;
  const fault = {
    minimum: `below the minimum ${bound} of`,
    maximum: `above the maximum ${bound} of`,
    multipleOf: `not a whole number of steps of ${steps} for`,
  }[kind];
  const known =
    nearest === undefined
      ? "no value below is valid"
      : `the nearest valid value below is ${nearest}`;
  const advice = field === undefined ? "." : `; ${known}.`;
  return {
    kind,
    filter: filter.name,
    rule: descriptor.id,
    field: descriptor.value,
    value,
    bound,
    ...(filterField !== undefined && { filterField }),
    ...(from !== undefined && { from }),
    ...(nearest !== undefined && { nearest }),
    message: `${descriptor.value} is ${value}, ${fault} ${nameOf(rule)}${advice}`,
    ...(assumed !== undefined && { assumed }),
    source: descriptor.source,
  };
}

/** The field of the filter that sets a rule's bound. */
function boundField({ filter, descriptor }: SymbolRule): string | undefined {
  const { minimum, maximum, multipleOf } = descriptor;
  const names = (minimum ?? maximum ?? multipleOf ?? "").match(/[A-Za-z]\w*/g) ?? [];
  return names.find((name) => Object.hasOwn(filter.descriptor.fields, name));
}

/** A rule in messages. */
export function nameOf({ filter, descriptor }: SymbolRule): string {
  return `${filter.name} (${descriptor.id})`;
}

/** The assumption that a rule rests on, or that its filter checks the order besides another one. */
function assumptionOf(
  { rulesOn }: SymbolRules,
  order: OrderFields,
  { filter, descriptor, field }: SymbolRule,
): string | undefined {
  const assumed = descriptor.assumed ?? descriptor.appliesAssumed;
  if (assumed !== undefined || field === undefined) return assumed;
  return rulesOn(field, order)
    .map((other) => other.filter.descriptor.besides)
    .find((besides) => besides?.filter === filter.name)?.assumed;
}

function unknownRule({ rule, needs }: UndecidedRule): UnknownRule {
  const { filter, descriptor } = rule;
  const reasons = needs.map((name) => `${name} ${filter.faults.get(name) ?? "is not given"}`);
  const why = needs.length === 0 ? "its step or divisor is zero" : reasons.join(", ");
  const { id, assumed, source } = descriptor;
  return {
    filter: filter.name,
    rule: id,
    needs,
    message: `${nameOf(rule)} cannot be decided: ${why}.`,
    ...(assumed !== undefined && { assumed }),
    source,
  };
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
    const value = print(each.value);
    const accepts = accepted.includes(each);
    const message =
      `${nameOf(each.rule)} would ${accepts ? "accept" : "refuse"} ${field} ${value} ` +
      `where steps count from ${offset === "zero" ? "zero" : "the minimum"}.`;
    return { filter: filter.name, rule: id, field, value, offset, accepts, message, source };
  });
}
