/** One rule of one filter: what it asks of an order, and how that comes out. */

import type {
  Exact,
  FilterFormulas,
  Formula,
  MarketValues,
  OrderValues,
  RuleFacts,
  RuleFormulas,
} from "./code.ts";
import { isOnGrid } from "./grid.ts";
import { order as compare, isZero } from "./math.ts";
import type { MarketReader, OwnFields } from "./read.ts";
import type { GridOffset } from "./types.ts";

/** A rule with the filter that it belongs to. */
export interface Rule {
  readonly filter: string;
  readonly id: string;
  /** What is compared. */
  readonly text: string;
  readonly code: RuleFormulas;
  readonly own: OwnFields;
  /** Minutes of the average price that the filter compares with. */
  readonly minutes: number | undefined;
  readonly average: FilterFormulas["average"];
  /** Fields that an order must have to be asked. */
  readonly asks: readonly (keyof OrderValues)[];
  readonly offset: GridOffset;
}

/** What came of asking; `from` is there for a grid that does not start at zero. */
export type Outcome =
  | { readonly kind: "notAsked" | "disabled" }
  | { readonly kind: "unknown"; readonly needs: readonly string[] }
  | {
      readonly kind: "holds" | "broken";
      readonly value: Exact;
      readonly bound: Exact;
      readonly from: Exact | undefined;
    };

/** The rules of one filter of an exchange. */
export function rulesOf(
  filter: string,
  { average, rules }: FilterFormulas,
  own: OwnFields,
  offset: GridOffset,
): readonly Rule[] {
  const minutes = average && own.decimals[average.minutes]?.units;
  return Object.entries(rules).map(([id, code]): Rule => {
    const { value, text = value.field ?? "" } = code;
    return {
      filter,
      id,
      text,
      code,
      own,
      minutes: minutes === undefined ? undefined : Number(minutes),
      average,
      asks: [...new Set(partsOf(code).flatMap((part) => part?.order ?? []))],
      offset,
    };
  });
}

function partsOf(code: RuleFormulas): readonly (Formula<unknown> | undefined)[] {
  return [code.value, code.bound, code.from, code.appliesWhen, code.disabledWhen];
}

/** Asks a rule of an order. */
export function ask(rule: Rule, order: OrderValues, market: MarketReader): Outcome {
  if (rule.asks.some((name) => order[name] === undefined)) return notAsked;
  const facts = factsOf(rule, order, market.values(rule.minutes));
  const { value, bound, from, appliesWhen, disabledWhen, kind } = rule.code;
  const applies = appliesWhen === undefined ? true : appliesWhen.of(facts);
  if (applies === false) return notAsked;
  const disabled = disabledWhen === undefined ? false : disabledWhen.of(facts);
  if (disabled === true) return { kind: "disabled" };
  const compared = value.of(facts);
  const limit = bound.of(facts);
  const start = from === undefined || rule.offset === "zero" ? zero : from.of(facts);
  const isTold = applies !== undefined && disabled !== undefined && start !== undefined;
  if (!isTold || compared === undefined || limit === undefined) return unknown(rule, facts);
  // Nothing is a multiple of zero, and no division by it can tell.
  if (kind === "multipleOf" && isZero(limit)) return { kind: "unknown", needs: [] };
  const holds = satisfies(kind, compared, { bound: limit, from: start });
  const shown = kind === "multipleOf" && !isZero(start) ? start : undefined;
  return { kind: holds ? "holds" : "broken", value: compared, bound: limit, from: shown };
}

const notAsked: Outcome = { kind: "notAsked" };
const zero: Exact = { units: 0, scale: 0 };

/** Whether a value keeps to a bound. */
function satisfies(
  kind: RuleFormulas["kind"],
  value: Exact,
  { bound, from }: { readonly bound: Exact; readonly from: Exact },
): boolean {
  switch (kind) {
    case "minimum":
      return compare(value, bound) >= 0;
    case "maximum":
      return compare(value, bound) <= 0;
    case "multipleOf":
      return isOnGrid(value, { step: bound, from });
  }
}

/** Whether the other way of counting steps decides otherwise, and how. */
export function otherOffset(
  rule: Rule,
  outcome: Outcome,
  order: OrderValues,
): { readonly offset: GridOffset; readonly accepts: boolean } | undefined {
  const { kind, from } = rule.code;
  const isDecided = outcome.kind === "holds" || outcome.kind === "broken";
  if (!isDecided || kind !== "multipleOf" || from === undefined) return undefined;
  const offset = rule.offset === "minimum" ? "zero" : "minimum";
  const start = offset === "zero" ? zero : from.of(factsOf(rule, order, {}));
  if (start === undefined) return undefined;
  const accepts = isOnGrid(outcome.value, { step: outcome.bound, from: start });
  return accepts === (outcome.kind === "holds") ? undefined : { offset, accepts };
}

function factsOf(rule: Rule, order: OrderValues, market: MarketValues): RuleFacts {
  const { decimals, flags, texts } = rule.own;
  return { decimals, flags, texts, order, market };
}

/** What a formula gives that reads nothing but the filter's own fields. */
export function constant<Value>(rule: Rule, formula: Formula<Value>): Value | undefined {
  return formula.order === undefined && formula.market === undefined
    ? formula.of(factsOf(rule, {}, {}))
    : undefined;
}

function unknown(rule: Rule, facts: RuleFacts): Outcome {
  const parts = partsOf(rule.code);
  const needs = new Set<string>();
  for (const name of parts.flatMap((part) => part?.filter ?? [])) {
    if (rule.own.missing.has(name)) needs.add(name);
  }
  for (const name of parts.flatMap((part) => part?.market ?? [])) {
    if (facts.market[name] !== undefined) continue;
    const { average } = rule;
    if (name !== "averagePrice" || average === undefined) needs.add(name);
    else if (rule.minutes === undefined) needs.add(average.minutes);
    else needs.add(rule.minutes === 0 ? average.zero : name);
  }
  return { kind: "unknown", needs: [...needs] };
}
