import type { BuildContext } from "../context.ts";
import type { NamedSchema, Operation } from "../model.ts";

/**
 * Reports schema names that cannot become types: names that are no identifiers or hide a global,
 * and names that differ only in letter case or separators.
 */
export function reportNames(
  { problems }: BuildContext,
  {
    schemas,
    operations,
  }: { readonly schemas: readonly NamedSchema[]; readonly operations: readonly Operation[] },
): void {
  const taken = new Map(
    operations.map(({ id }) => [plain(`${id}Request`), `the request of ${id}`]),
  );
  for (const { name, origin } of schemas) {
    if (!/^[A-Z][A-Za-z0-9_]*$/u.test(name) || name in globalThis || types.has(name)) {
      const message = `The schema name ${JSON.stringify(name)} cannot be the name of a type.`;
      const fix =
        "Rename its file: start with a capital, use letters and digits, and no global name.";
      problems.reportAt(origin, message, fix);
    }
    const other = taken.get(plain(name));
    if (other !== undefined) {
      const message = `The schema name ${name} is too similar to ${other}.`;
      problems.reportAt(origin, message, "Rename one of the two.");
    }
    taken.set(plain(name), name);
  }
}

function plain(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/** Types of TypeScript that are no values. */
const types: ReadonlySet<string> = new Set(
  (
    "Record Partial Readonly Required Pick Omit Exclude Extract NonNullable Parameters ReturnType " +
    "Awaited Capitalize ArrayLike PromiseLike Iterable"
  ).split(" "),
);
