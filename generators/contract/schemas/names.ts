import type { BuildContext } from "../context.ts";
import { report } from "../context.ts";
import { isObject, member } from "../documents/json.ts";
import type { NamedSchema, Operation } from "../model.ts";

/**
 * Reports schema names that cannot become types: no identifiers, names that hide a global, and
 * names that are equal but for letter case or separators, which some disks and readers mix up.
 */
export function reportNames(
  context: BuildContext,
  {
    schemas,
    operations,
  }: { readonly schemas: readonly NamedSchema[]; readonly operations: readonly Operation[] },
): void {
  const taken = new Map(
    operations.map(({ id }) => [plain(`${id}Request`), `the request of ${id}`]),
  );
  for (const { name } of schemas) {
    const node =
      componentNode(context, "openapi", name) ?? componentNode(context, "asyncapi", name) ?? {};
    if (!/^[A-Z][A-Za-z0-9_]*$/u.test(name) || globals.has(name)) {
      report(context, {
        node,
        message: `The schema name ${JSON.stringify(name)} cannot be the name of a type.`,
        fix: "Rename its file: a capital first, letters and digits only, no name of the language.",
      });
    }
    const other = taken.get(plain(name));
    if (other !== undefined) {
      report(context, {
        node,
        message: `The schema name ${name} cannot be told apart from ${other}.`,
        fix: "Rename one of the two.",
      });
    }
    taken.set(plain(name), name);
  }
}

function componentNode(context: BuildContext, document: "openapi" | "asyncapi", name: string) {
  const node = member(member(member(context[document], "components"), "schemas"), name);
  return isObject(node) ? node : undefined;
}

function plain(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/** Types that every TypeScript file knows. */
const globals: ReadonlySet<string> = new Set(
  (
    "Array Boolean BigInt Date Error Function Infinity JSON Map Math NaN Number Object Promise " +
    "Proxy Reflect RegExp Request Response Set String Symbol WeakMap WeakSet Record Partial " +
    "Readonly Required Pick Omit Exclude Extract Awaited Headers URL AbortSignal"
  ).split(" "),
);
