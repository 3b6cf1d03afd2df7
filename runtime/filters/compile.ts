/** Compiles the filters of a symbol, as they came from an exchange. */

import { checkOptions, type OptionRules, oneOf, takes } from "../check-options.ts";
import { isMultiple } from "../encoding/int64-math.ts";
import { createEvaluator } from "./evaluate.ts";
import { explain, fit } from "./explain.ts";
import {
  absent,
  filterUnits,
  MarketReader,
  readFilter,
  type SymbolFilter,
  scaleOfFilter,
} from "./read.ts";
import type { FilterDescriptor, FilterFunctions, Units } from "./tables.ts";
import type {
  CompiledFilters,
  DisabledRule,
  FilterCheck,
  FilterOptions,
  NotEvaluated,
} from "./types.ts";

type Descriptors = Readonly<Record<string, FilterDescriptor>>;

/** The compiler for the filters that a spec knows. */
export function createFilterCompiler<Filter>(
  descriptors: Descriptors,
  functions: FilterFunctions<Filter>,
): (given: readonly unknown[], options?: FilterOptions) => CompiledFilters {
  return (given, options = {}) => {
    checkOptions("compileFilters", { filters: given }, { filters: filterList() }, "filters");
    checkOptions("compileFilters", options, optionRules());
    const { exchangeFilters = [], offset = "minimum" } = options;
    const { filters, notEvaluated } = knownFilters([...given, ...exchangeFilters], {
      descriptors,
      ...functions,
    });
    const evaluator = createEvaluator(filters, functions);
    const offsetMatters = filters.some(hasUnalignedStart);
    const besides = new Set(filters.map(({ descriptor }) => descriptor.besides?.filter));
    const rules = { ...evaluator, notEvaluated, offset, offsetMatters, besides };
    return {
      checkOrder: (order, context) => explain(rules, order, new MarketReader(context)),
      accepts: (order, context) => !evaluator.isRefused(order, new MarketReader(context), offset),
      fitOrder: (order, context) => fit(rules, order, new MarketReader(context)),
      disabled: filters.flatMap((filter) => disabledRules(filter, functions)),
      notEvaluated,
    };
  };
}

const filterList = () => takes("a list of filters", Array.isArray);

function optionRules(): OptionRules {
  return {
    exchangeFilters: filterList(),
    offset: oneOf("minimum", "zero"),
  };
}

/** For every filter that a spec knows, a function that compiles one filter of its kind. */
export function createFilterChecks<Names extends Descriptors, Filter>(
  descriptors: Names,
  functions: FilterFunctions<Filter>,
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
  return Object.fromEntries(entries) as ReturnType<typeof createFilterChecks<Names, Filter>>;
}

function knownFilters(
  given: readonly unknown[],
  {
    descriptors,
    filterTypeField,
  }: { readonly descriptors: Descriptors; readonly filterTypeField: string },
): { readonly filters: readonly SymbolFilter[]; readonly notEvaluated: readonly NotEvaluated[] } {
  const filters: SymbolFilter[] = [];
  const notEvaluated: NotEvaluated[] = [];
  for (const one of given) {
    const fields: Readonly<Record<string, unknown>> = { ...Object(one) };
    const type = fields[filterTypeField];
    const name = typeof type === "string" ? type : "";
    const descriptor = Object.hasOwn(descriptors, name) ? descriptors[name] : undefined;
    if (descriptor !== undefined && descriptor.rules.length > 0) {
      const filter = readFilter(name, fields, descriptor);
      filters.push(filter);
      notEvaluated.push(...unusableFields(filter));
    } else {
      const reason = name === "" ? `It has no ${filterTypeField}.` : reasonFor(descriptor);
      notEvaluated.push({ filter: name, reason });
    }
  }
  return { filters, notEvaluated };
}

function reasonFor(descriptor: FilterDescriptor | undefined): string {
  return descriptor === undefined ? "Its rules are unknown." : "Its rules are not documented.";
}

/** The fields of a filter that are there and that no rule can use. */
function unusableFields({ name, faults }: SymbolFilter): readonly NotEvaluated[] {
  return [...faults]
    .filter(([, fault]) => fault !== absent)
    .map(([field, fault]) => {
      return { filter: name, field, reason: `${field} ${fault}; its rules are not evaluated.` };
    });
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
  functions: FilterFunctions<Filter>,
): readonly DisabledRule[] {
  const ids = functions.disabledRules(filterUnits<Filter>(filter, scaleOfFilter(filter)));
  return filter.descriptor.rules
    .filter(({ id }) => ids.includes(id))
    .map(({ id, disabledAssumed: assumed, source }) => {
      return { filter: filter.name, rule: id, ...(assumed !== undefined && { assumed }), source };
    });
}
