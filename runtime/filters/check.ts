/** Asks every rule of an order and tells everything that comes of it. */

import { print } from "../encoding/decimal-parts.ts";
import type { Exact, OrderValues } from "./code.ts";
import type { Grid, Limits } from "./grid.ts";
import { largestWithin } from "./grid.ts";
import { isZero } from "./math.ts";
import type { MarketReader, ReadOrder } from "./read.ts";
import type { Outcome, Rule } from "./rule.ts";
import { ask, otherOffset } from "./rule.ts";
import type {
  AmountField,
  BoundViolation,
  NotEvaluated,
  OffsetWarning,
  OrderCheck,
  UnknownRule,
} from "./types.ts";
import { breachMessage, offsetMessage, unknownMessage } from "./words.ts";

/** A rule with what came of asking it. */
export interface Asked {
  readonly rule: Rule;
  readonly outcome: Outcome;
}

/** Filters that bind the same orders as another one, by the name of that one. */
export type Besides = ReadonlyMap<
  string,
  readonly { readonly by: string; readonly assumed: string }[]
>;

/** The rules of a symbol, and what is known of its filters besides. */
export interface RuleSet {
  readonly rules: readonly Rule[];
  readonly besides: Besides;
  readonly notEvaluated: readonly NotEvaluated[];
}

/** Asks all rules of an order, in the order of the filters. */
export function askAll(
  rules: readonly Rule[],
  order: OrderValues,
  market: MarketReader,
): readonly Asked[] {
  return rules.map((rule) => ({ rule, outcome: ask(rule, order, market) }));
}

/** Everything that the rules say about an order. */
export function check(set: RuleSet, order: ReadOrder, market: MarketReader): OrderCheck {
  const asked = askAll(set.rules, order.values, market);
  const unknown = asked.flatMap(({ rule, outcome }): UnknownRule[] =>
    outcome.kind === "unknown" ? [unknownRule(rule, outcome.needs)] : [],
  );
  return {
    violations: [...order.faults, ...asked.flatMap((each) => violationOf(each, asked, set))],
    unknown,
    notEvaluated: set.notEvaluated,
    warnings: asked.flatMap((each) => warningOf(each, order.values)),
  };
}

function unknownRule(rule: Rule, needs: readonly string[]): UnknownRule {
  const { filter, id, code } = rule;
  const { assumed, source } = code;
  return {
    filter,
    rule: id,
    needs,
    message: unknownMessage(rule, needs),
    ...(assumed !== undefined && { assumed }),
    source,
  };
}

function violationOf(
  { rule, outcome }: Asked,
  asked: readonly Asked[],
  { besides }: RuleSet,
): readonly BoundViolation[] {
  if (outcome.kind !== "broken") return [];
  const { filter, id, text, code } = rule;
  const field = code.value.field;
  const found = field && largestWithin(outcome.value, limitsOf(field, asked));
  const nearest =
    found === undefined || isZero(found) || found.units < 0 ? undefined : print(found);
  const from = outcome.from && print(outcome.from);
  const [value, bound] = [print(outcome.value), print(outcome.bound)];
  const assumed = code.assumed ?? code.appliesAssumed ?? assumedBesides(rule, asked, besides);
  const { kind } = code;
  return [
    {
      kind,
      filter,
      rule: id,
      field: text,
      value,
      bound,
      ...(from !== undefined && { from }),
      ...(nearest !== undefined && { nearest }),
      message: breachMessage(rule, { kind, value, bound, from, nearest }),
      ...(assumed !== undefined && { assumed }),
      source: code.source,
    },
  ];
}

/** That this filter binds an order which another one binds in its place may be assumed. */
function assumedBesides(
  { filter, code }: Rule,
  asked: readonly Asked[],
  besides: Besides,
): string | undefined {
  const others = besides.get(filter) ?? [];
  return others.find(({ by }) =>
    asked.some(
      ({ rule, outcome }) =>
        rule.filter === by && rule.code.value.field === code.value.field && isDecided(outcome),
    ),
  )?.assumed;
}

function isDecided({ kind }: Outcome): boolean {
  return kind === "holds" || kind === "broken";
}

function warningOf({ rule, outcome }: Asked, order: OrderValues): readonly OffsetWarning[] {
  const other = otherOffset(rule, outcome, order);
  if (other === undefined || (outcome.kind !== "holds" && outcome.kind !== "broken")) return [];
  const { filter, id, text, code } = rule;
  const value = print(outcome.value);
  const message = offsetMessage(rule, { value, ...other });
  const { source } = code;
  return [{ filter, rule: id, field: text, value, ...other, message, source }];
}

/** What the rules that were asked of one field want of it, as far as it is known. */
export function limitsOf(field: AmountField, asked: readonly Asked[]): Limits {
  const minimums: Exact[] = [];
  const maximums: Exact[] = [];
  const grids: Grid[] = [];
  for (const { rule, outcome } of asked) {
    if (outcome.kind !== "holds" && outcome.kind !== "broken") continue;
    if (rule.code.value.field !== field) continue;
    const { bound, from = zero } = outcome;
    if (rule.code.kind === "minimum") minimums.push(bound);
    else if (rule.code.kind === "maximum") maximums.push(bound);
    else grids.push({ step: bound, from });
  }
  return { minimums, maximums, grids };
}

const zero: Exact = { units: 0, scale: 0 };
