import { isList, isObject, member } from "../contract/documents/json.ts";
import type { Json } from "../contract/model.ts";
import { unwrapped } from "./shapes.ts";

/** How the items of a list are known: by fields of theirs, told by a pattern of these fields. */
interface Identity {
  readonly fields: readonly [string, ...string[]];
  readonly told?: string;
}

/**
 * What items are known by, the first that fits all items of both lists. An item that is known
 * stays itself when others come and go before it.
 */
const identities: readonly Identity[] = [
  { fields: ["id"] },
  { fields: ["code"] },
  { fields: ["status"] },
  { fields: ["from", "trigger", "to"], told: "{from} → {to} on {trigger}" },
  { fields: ["when", "side", "asset"] },
  { fields: ["name", "in"], told: "{name}" },
  { fields: ["$ref"] },
  { fields: ["message"] },
  { fields: ["on"] },
  { fields: ["at"] },
  { fields: ["latencyMs"] },
];

/** The names of the items of two lists; by their positions where nothing else tells them apart. */
export function namesOfItems(
  before: readonly Json[],
  after: readonly Json[],
): readonly [readonly string[], readonly string[]] {
  const plain = [before.map(plainName), after.map(plainName)] as const;
  if (isNaming(plain)) return [plain[0].map(String), plain[1].map(String)];
  for (const { fields, told } of identities) {
    const keys = [before, after].map((items) => items.map((item) => keyOf(item, fields)));
    const [old = [], now = []] = keys;
    if (!isNaming([old, now])) continue;
    const tell = (item: Json): string => nameOf(item, fields, told);
    const names = [before.map(tell), after.map(tell)] as const;
    return isNaming(names) ? names : [old.map(String), now.map(String)];
  }
  return [before.map((_, index) => String(index)), after.map((_, index) => String(index))];
}

/** Names that every item has, and no two of one list. */
function isNaming(lists: readonly (readonly (string | undefined)[])[]): boolean {
  return lists.every(
    (names) => names.every((name) => name !== undefined) && new Set(names).size === names.length,
  );
}

/** A word or a number names itself, and a list of them too. */
function plainName(item: Json): string | undefined {
  const { fact } = unwrapped(item);
  if (isList(fact)) return fact.map(String).join(", ");
  return isObject(fact) ? undefined : String(fact);
}

function keyOf(item: Json, [first, ...more]: Identity["fields"]): string | undefined {
  const known = member(item, first);
  if (known === undefined) return undefined;
  return [known, ...more.map((field) => member(item, field) ?? "")].map(word).join(" ").trim();
}

function nameOf(item: Json, fields: Identity["fields"], told: string | undefined): string {
  if (told === undefined) return keyOf(item, fields) ?? "";
  return told.replace(/\{(\w+)\}/gu, (_, field: string) => word(member(item, field) ?? ""));
}

function word(value: Json): string {
  // A reference within the document is known by the name that it ends in.
  if (typeof value === "string" && value.startsWith("#/")) return value.split("/").at(-1) ?? value;
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key} ${word(inner)}`)
    .join(" ");
}
