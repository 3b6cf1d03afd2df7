/** Filters of the contract by what their rules bound: their names and fields are the contract's. */

import { filters } from "../../generated/filters.ts";
import { operations, roles } from "../../generated/operations.ts";
import type { Filter } from "../../generated/types.ts";
import type { FilterDescriptor } from "../../runtime/filters/tables.ts";
import type { OperationDescriptor } from "../../runtime/tables.ts";

/** Every filter by its name. */
export const filterTable: Readonly<Record<string, FilterDescriptor>> = filters;

type Amount = "price" | "quantity";

const placement: OperationDescriptor | undefined = operations[roles["order.place"]];
const roleOf = new Map(placement?.parameters.map(({ name, role = name }) => [name, role]));

/** An expression with the role of each field of an order in place of the contract's name. */
function inRoles(expression: string): string {
  const words = expression.split(/\b/u);
  return words.map((word) => roleOf.get(word) ?? word).join("");
}

/** The filter that holds a grid for all orders, and its fields. */
export function gridFilter(amount: Amount) {
  for (const [name, { scope, besides, fields, rules }] of Object.entries(filterTable)) {
    const own = rules.filter((rule) => inRoles(rule.value) === amount && !rule.appliesWhen);
    const grid = own.find(({ multipleOf = "" }) => Object.hasOwn(fields, multipleOf));
    if (scope !== "symbol" || besides !== undefined || grid === undefined) continue;
    const { multipleOf: step = "", from = "" } = grid;
    return { name, step, from, maximum: own.find(({ maximum }) => maximum)?.maximum ?? "" };
  }
  return undefined;
}

/** The grid in the filters of a symbol, as they state it; without fields where they have none. */
export function gridIn(listed: readonly Filter[], amount: Amount) {
  const grid = gridFilter(amount);
  const filter = listed.find(({ filterType }) => filterType === grid?.name);
  if (grid === undefined || filter === undefined) return {};
  const { [grid.step]: step, [grid.from]: from, [grid.maximum]: maximum } = { ...filter } as Fields;
  return { step, from, maximum };
}

type Fields = Readonly<Record<string, unknown>>;

const kinds = ["minimum", "maximum", "multipleOf"] as const;

/** Bounds by the value that a rule bounds, or by the formula of a bound with the field as `x`. */
export type Bounds = Readonly<
  Record<string, Partial<Record<(typeof kinds)[number], string | number>>>
>;

/** The filters of a scope whose fields all have a value by these bounds, in the order of these. */
export function filtersOf(
  scope: FilterDescriptor["scope"],
  bounds: Bounds,
  isSite = false,
): readonly Filter[] {
  const order = Object.keys(bounds);
  const placed = Object.entries(filterTable).flatMap(([filterType, filter]) => {
    if (filter.scope !== scope || (isSite && filter.siteMayLack)) return [];
    const uses = usesOf(filter);
    const values = Object.entries(filter.fields).map(([name, type]) => {
      if (name === filter.average?.minutes) return [name, usualMinutes] as const;
      if (type === "boolean") return [name, true] as const;
      const own = uses.filter(({ field }) => field === name);
      const given = own.map(({ of, kind }) => bounds[of]?.[kind]);
      return [name, given.find((value) => value !== undefined)] as const;
    });
    if (values.some(([, value]) => value === undefined)) return [];
    const place = order.indexOf(uses[0]?.of ?? "");
    return [{ place, filter: { filterType, ...Object.fromEntries(values) } as Filter }];
  });
  return placed.sort((one, other) => one.place - other.place).map(({ filter }) => filter);
}

/** Minutes of an average price. */
const usualMinutes = 5;

/** What each field of a filter bounds, in the terms of `Bounds`. */
function usesOf({ fields, rules }: FilterDescriptor) {
  return rules.flatMap((rule) =>
    kinds.flatMap((kind) => {
      const words = rule[kind]?.split(/\b/u) ?? [];
      const field = words.find((word) => Object.hasOwn(fields, word));
      if (field === undefined) return [];
      const formula = words.map((word) => (word === field ? "x" : word)).join("");
      return [{ field, kind, of: inRoles(formula === "x" ? rule.value : formula) }];
    }),
  );
}
