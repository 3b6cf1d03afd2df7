import type { BuildContext } from "../context.ts";
import type { Contract, NamedSchema } from "../model.ts";

/**
 * Reports schema names that cannot become types: names that are no identifiers or hide a global or
 * a type of the client, and names that differ only in letter case or separators from others or from
 * what is named after operations, messages and levels of detail.
 */
export function reportNames(
  { problems }: BuildContext,
  { schemas, operations, channels }: Pick<Contract, "schemas" | "operations" | "channels">,
): void {
  const messages = channels.flatMap((channel) => channel.messages);
  const detailed = schemas.filter(({ detail }) => detail !== undefined);
  const taken = new Map<string, string>([
    ...operations.map(({ id }) => [plain(`${id}Request`), `the request of ${id}`] as const),
    ...operations.map(({ id }) => [plain(`${id}Fields`), `the fields of ${id}`] as const),
    ...messages.map(({ name }) => [plain(`${name}Message`), `the message ${name}`] as const),
    ...detailed.map(({ name }) => [plain(`${name}s`), `the levels of ${name}`] as const),
  ]);
  for (const { name, schema, origin } of schemas) {
    if (!/^[A-Z][A-Za-z0-9_]*$/u.test(name) || name in globalThis || isReserved(name, schema)) {
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

/** `Decimal` is a type of the client too, which the spec describes. */
function isReserved(name: string, schema: NamedSchema["schema"]): boolean {
  return name === "Decimal" ? schema.kind !== "decimal" : types.has(name);
}

/** Types of TypeScript that are no values, and those of the client. */
const types: ReadonlySet<string> = new Set(
  (
    "Record Partial Readonly Required Pick Omit Exclude Extract NonNullable Parameters ReturnType " +
    "Awaited Capitalize ArrayLike PromiseLike Iterable ReadonlyArray Client ClientOptions " +
    "CallOptions Context Int64 Open Payload Reply Stream UnlistedWord"
  ).split(" "),
);
