/** Compiles the filters of a symbol, as they came from an exchange. */

import { isMultipleOf, normalizeDecimal } from "../encoding/decimal.ts";
import type { SymbolFilter } from "./evaluate.ts";
import { createEvaluator } from "./evaluate.ts";
import { explain } from "./explain.ts";
import { fit } from "./fit.ts";
import { filterUnits, MarketReader, readFilter, scaleOfFilter } from "./read.ts";
import type { FilterDescriptor, FilterFunctions } from "./tables.ts";
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
  return (given, { exchangeFilters = [], offset = "minimum" } = {}) => {
    const { filters, notEvaluated } = knownFilters([...given, ...exchangeFilters], descriptors);
    const evaluator = createEvaluator(filters, functions);
    const offsetMatters = filters.some(hasUnalignedStart);
    const rules = { ...evaluator, filters, notEvaluated, offset, offsetMatters };
    return {
      checkOrder: (order, context) => explain(rules, order, new MarketReader(context)),
      accepts: (order, context) => {
        const { faults, broken } = evaluator.evaluate(order, new MarketReader(context), offset);
        return faults.length === 0 && broken.length === 0;
      },
      fitOrder: (order, context) => fit(rules, order, new MarketReader(context)),
      disabled: filters.flatMap((filter) => disabledRules(filter, functions)),
      notEvaluated,
    };
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
      const { checkOrder, accepts, fitOrder } = compile([{ ...filter, filterType: name }], options);
      return { check: checkOrder, accepts, fit: fitOrder };
    },
  ]);
  return Object.fromEntries(entries) as ReturnType<typeof createFilterChecks<Names, Filter>>;
}

function knownFilters(
  given: readonly unknown[],
  descriptors: Descriptors,
): { readonly filters: readonly SymbolFilter[]; readonly notEvaluated: readonly NotEvaluated[] } {
  const filters: SymbolFilter[] = [];
  const notEvaluated: NotEvaluated[] = [];
  for (const one of given) {
    const name = filterType(one);
    const descriptor = Object.hasOwn(descriptors, name) ? descriptors[name] : undefined;
    if (isRecord(one) && descriptor !== undefined && descriptor.rules.length > 0) {
      filters.push({ name, descriptor, fields: readFilter(one, descriptor) });
    } else {
      notEvaluated.push({ filter: name, reason: reasonFor(name, descriptor) });
    }
  }
  return { filters, notEvaluated };
}

function filterType(given: unknown): string {
  const type = isRecord(given) ? given["filterType"] : undefined;
  return typeof type === "string" ? type : "";
}

function reasonFor(name: string, descriptor: FilterDescriptor | undefined): string {
  if (name === "") return "It has no filterType.";
  return descriptor === undefined ? "No rules are known of it." : "Its rules are not documented.";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/**
 * Whether a grid of the filter may have other values where its steps count from zero than where
 * they count from its start.
 */
function hasUnalignedStart({ descriptor, fields: { values } }: SymbolFilter): boolean {
  return descriptor.rules.some(({ multipleOf, from }) => {
    if (multipleOf === undefined || from === undefined) return false;
    const [step, start] = [values.get(multipleOf), values.get(from)];
    if (typeof step !== "string" || typeof start !== "string") return true;
    return normalizeDecimal(step) === "0" || !isMultipleOf(start, step);
  });
}

function disabledRules<Filter>(
  { name, descriptor, fields }: SymbolFilter,
  functions: FilterFunctions<Filter>,
): readonly DisabledRule[] {
  const scale = scaleOfFilter(descriptor, fields);
  const units = { filterType: name, offset: "minimum", ...filterUnits(descriptor, fields, scale) };
  // The generated type of a filter is made of the same fields.
  const ids = functions.disabledRules(units as Filter);
  return descriptor.rules
    .filter(({ id }) => ids.includes(id))
    .map(({ id, disabledAssumed: assumed, source }) => {
      return { filter: name, rule: id, ...(assumed !== undefined && { assumed }), source };
    });
}
