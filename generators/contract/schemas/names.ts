import type { BuildContext } from "../context.ts";
import type { Contract, NamedSchema } from "../model.ts";

/**
 * Reports schema names that cannot become types: invalid identifiers, names that hide a global or a
 * client type, and names that equal another one, or one derived from operations, messages and
 * levels of detail, except for case or separators.
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
      problems.report(origin, message, fix);
    }
    const other = taken.get(plain(name));
    if (other !== undefined) {
      const message = `The schema name ${name} is too similar to ${other}.`;
      problems.report(origin, message, "Rename one of the two.");
    }
    taken.set(plain(name), name);
  }
}

function plain(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/** `Decimal` is a client type, too, which the spec describes. */
function isReserved(name: string, schema: NamedSchema["schema"]): boolean {
  return name === "Decimal" ? schema.kind !== "decimal" : types.has(name);
}

/** TypeScript's type-only globals, and the client's types. */
const types: ReadonlySet<string> = new Set(
  (
    "Record Partial Readonly Required Pick Omit Exclude Extract NonNullable Parameters ReturnType " +
    "Awaited Capitalize ArrayLike PromiseLike Iterable ReadonlyArray Client ClientOptions " +
    "CallOptions Context Int64 Open Payload Reply Stream UnlistedWord"
  ).split(" "),
);
