/** Makes filters that came from an exchange ready to be asked, once per symbol. */

import type { RuleSet } from "./check.ts";
import { check } from "./check.ts";
import type { FilterFormulas } from "./code.ts";
import { fit } from "./fit.ts";
import { quickCheck } from "./quick.ts";
import { readFilter, readMarket, readOrder } from "./read.ts";
import type { Rule } from "./rule.ts";
import { constant, rulesOf } from "./rule.ts";
import type {
  CompiledFilters,
  DisabledRule,
  FilterCheck,
  FilterOptions,
  NotEvaluated,
  OrderCheck,
} from "./types.ts";

type Formulas = Readonly<Record<string, FilterFormulas>>;

/** The compiler for the filters that a spec knows. */
export function createFilterCompiler(
  formulas: Formulas,
): (filters: readonly unknown[], options?: FilterOptions) => CompiledFilters {
  return (filters, options = {}) => {
    const all = [...filters, ...(options.exchangeFilters ?? [])];
    const set = ruleSet(all, formulas, options);
    const quick = quickCheck(set);
    const nothingToSay: OrderCheck = Object.freeze({
      violations: nothing,
      unknown: nothing,
      notEvaluated: set.notEvaluated,
      warnings: nothing,
    });
    return {
      checkOrder: (order, context) =>
        quick.isClean(order) ? nothingToSay : check(set, readOrder(order), readMarket(context)),
      accepts: (order, context) => {
        const verdict = quick.verdict(order, context);
        if (verdict !== "unsure") return verdict === "accepted";
        return check(set, readOrder(order), readMarket(context)).violations.length === 0;
      },
      fitOrder: (order, context) => fit(set, order, readMarket(context)),
      disabled: set.rules.flatMap(disabledRule),
      notEvaluated: set.notEvaluated,
    };
  };
}

const nothing: readonly never[] = /* @__PURE__ */ Object.freeze([]);

/** For every filter that a spec knows, a function that makes one of its kind ready to be asked. */
export function createFilterChecks<Names extends Formulas>(
  formulas: Names,
): {
  readonly [Name in keyof Names]: (filter: object, options?: FilterOptions) => FilterCheck;
} {
  const compile = createFilterCompiler(formulas);
  const entries = Object.keys(formulas).map((name) => [
    name,
    (filter: object, options?: FilterOptions): FilterCheck => {
      const { checkOrder, accepts, fitOrder } = compile([{ ...filter, filterType: name }], options);
      return { check: checkOrder, accepts, fit: fitOrder };
    },
  ]);
  return Object.fromEntries(entries) as ReturnType<typeof createFilterChecks<Names>>;
}

function ruleSet(
  filters: readonly unknown[],
  formulas: Formulas,
  { offset = "minimum" }: FilterOptions,
): RuleSet {
  const rules: Rule[] = [];
  const notEvaluated: NotEvaluated[] = [];
  const besides = new Map<string, { readonly by: string; readonly assumed: string }[]>();
  for (const given of filters) {
    const name = filterType(given);
    const code = Object.hasOwn(formulas, name) ? formulas[name] : undefined;
    const isDocumented = code !== undefined && Object.keys(code.rules).length > 0;
    if (!isDocumented || !isRecord(given)) {
      notEvaluated.push({ filter: name, reason: reason(given, code) });
      continue;
    }
    rules.push(...rulesOf(name, code, readFilter(given, code), offset));
    const { filter, assumed } = code.besides ?? {};
    if (filter === undefined || assumed === undefined) continue;
    besides.set(filter, [...(besides.get(filter) ?? []), { by: name, assumed }]);
  }
  return { rules, besides, notEvaluated };
}

function filterType(given: unknown): string {
  const type = isRecord(given) ? given["filterType"] : undefined;
  return typeof type === "string" ? type : "";
}

function reason(given: unknown, code: FilterFormulas | undefined): string {
  if (filterType(given) === "") return "It has no filterType.";
  return code === undefined ? "No rules are known of it." : "Its rules are not documented.";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function disabledRule(rule: Rule): readonly DisabledRule[] {
  const { filter, id, code } = rule;
  if (code.disabledWhen === undefined || constant(rule, code.disabledWhen) !== true) return [];
  const { disabledAssumed: assumed } = code;
  const mark = assumed === undefined ? {} : { assumed };
  return [{ filter, rule: id, ...mark, source: code.source }];
}
