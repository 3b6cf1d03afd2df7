import type { Int64 } from "../../../runtime/tables.ts";

/** Merges two lists by id, newest first, `max` at most. */
export function newestById<Row extends { readonly id?: Int64 }>(
  known: readonly Row[],
  added: readonly Row[],
  max: number,
): readonly Row[] {
  const byId = new Map([...known, ...added].map((row) => [row.id, row]));
  const newestFirst = [...byId.values()].sort((one, other) =>
    (one.id ?? 0) < (other.id ?? 0) ? 1 : -1,
  );
  return newestFirst.slice(0, max);
}
