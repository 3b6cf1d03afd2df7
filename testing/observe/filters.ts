/** Filters of a listing by what the contract says of their rules, whatever their names are. */

import { filters, filterTypeField } from "../../generated/filters.ts";
import type { FilterDescriptor } from "../../runtime/filters/tables.ts";
import type { Row } from "./checks/sighting.ts";

export const filterTable: Readonly<Record<string, FilterDescriptor>> = filters;

/** The name of a listed filter, if the contract has such a filter. */
export function filterName({ [filterTypeField]: name }: Row): string | undefined {
  return typeof name === "string" && Object.hasOwn(filterTable, name) ? name : undefined;
}

/** What the contract says of a listed filter. */
export function filterOf(listed: Row): FilterDescriptor | undefined {
  return filterTable[filterName(listed) ?? ""];
}
