/** Looks up values of earlier responses. */

import type { FieldReference } from "./scenario.ts";

/** The value at the reference's path; undefined where there is none. */
export function findReference(
  responses: ReadonlyMap<string, unknown>,
  { from, property }: Pick<FieldReference, "from" | "property">,
): unknown {
  return property
    .split(".")
    .reduce<unknown>(
      (node, step) =>
        typeof node === "object" && node !== null ? Reflect.get(node, step) : undefined,
      responses.get(from),
    );
}
