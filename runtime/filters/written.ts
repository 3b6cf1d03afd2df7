/** Rules of filters as generated code writes them, where a name alone is a formula. */

import type { Exact, FilterFormulas, Formula, RuleFormulas, ValueFormula } from "./code.ts";
import type { AmountField } from "./types.ts";

/** A rule in which an amount of the order, or a number of the filter, is written as its name. */
export interface WrittenRule extends Omit<RuleFormulas, "value" | "bound" | "from"> {
  readonly value: AmountField | ValueFormula;
  readonly bound: string | Formula<Exact>;
  readonly from?: string | Formula<Exact>;
}

/** A filter of such rules. */
export interface WrittenFilter extends Omit<FilterFormulas, "rules"> {
  readonly rules: Readonly<Record<string, WrittenRule>>;
}

/** The filters with every name made the formula that it stands for. */
export function filterRules<Name extends string>(
  filters: Readonly<Record<Name, WrittenFilter>>,
): Readonly<Record<Name, FilterFormulas>> {
  return mapped<WrittenFilter, FilterFormulas>(filters, (filter) => {
    return { ...filter, rules: mapped(filter.rules, formulas) };
  }) as Readonly<Record<Name, FilterFormulas>>;
}

function mapped<Before, After>(
  table: Readonly<Record<string, Before>>,
  change: (member: Before) => After,
): Readonly<Record<string, After>> {
  return Object.fromEntries(Object.entries(table).map(([name, each]) => [name, change(each)]));
}

function formulas({ value, bound, from, ...rule }: WrittenRule): RuleFormulas {
  return {
    ...rule,
    value: typeof value === "string" ? amount(value) : value,
    bound: own(bound),
    ...(from !== undefined && { from: own(from) }),
  };
}

function amount(field: AmountField): ValueFormula {
  return { order: [field], field, of: ({ order }) => order[field] };
}

function own(formula: string | Formula<Exact>): Formula<Exact> {
  return typeof formula === "string"
    ? { filter: [formula], of: ({ decimals }) => decimals[formula] }
    : formula;
}
