import { isList, isObject, listIn, member, objectIn } from "../contract/documents/json.ts";
import type { Json, JsonObject, Origin } from "../contract/model.ts";
import { followed, type Side, type Spot } from "./forms.ts";
import { unwrapped } from "./values.ts";

/** A member of an object or an item of a list, as it is compared. */
export interface Entry {
  /** The key or the index. */
  readonly key: string | number;
  readonly spot: Spot;
}

/** The value that holds the entries, if there is one. */
interface Holder {
  readonly spot: Spot | undefined;
  readonly side: Side;
}

type Entries = ReadonlyMap<string, Entry>;

/** The members of two objects by key, or the items of two lists by name. */
export function entriesOf(before: Holder, after: Holder): readonly [Entries, Entries] {
  const values = [before, after].map(({ spot }) => spot?.value);
  const lists = values.map((value) => (isList(value) ? value : []));
  if (!values.some(isList)) return [membersOf(before), membersOf(after)];
  const [old = [], now = []] = lists;
  // A parameter is known by its name on the wire, which is behind its reference.
  const seen = (items: readonly Json[], side: Side): readonly Json[] => {
    const parameters = items.map((item) => followed(side, item));
    const isNamed = parameters.every((item) => typeof member(item, "in") === "string");
    return isNamed ? parameters : items;
  };
  const names = namesOfItems(seen(old, before.side), seen(now, after.side));
  return [itemsOf(before, names[0]), itemsOf(after, names[1])];
}

function itemsOf(holder: Holder, names: readonly string[]): Entries {
  const { spot } = holder;
  if (spot === undefined || !isList(spot.value)) return new Map();
  const entries = spot.value.map((item, index) => {
    return [names[index] ?? String(index), entryOf(holder, spot, index, item)] as const;
  });
  return new Map(entries);
}

function membersOf(holder: Holder): Entries {
  const { spot } = holder;
  if (spot === undefined || !isObject(spot.value)) return new Map();
  const rule = ruleText(spot.value);
  const open = openWords(spot.value);
  const folded = rule?.keys ?? open?.keys ?? [];
  const entries = Object.entries(spot.value)
    .filter(([key]) => !folded.includes(key))
    .map(([key, value]) => [key, entryOf(holder, spot, key, value)] as const);
  if (rule !== undefined) {
    const comparison = entryOf(holder, spot, rule.keys[1] ?? "value", rule.text);
    return new Map([...entries, ["comparison", comparison]]);
  }
  if (open === undefined) return new Map(entries);
  const branch = (value: JsonObject, key: string): Entry =>
    entryOf(holder, { ...spot, value }, key, value[key] ?? null);
  const words = [
    ["enum", branch(open.listed, "enum")],
    ["openWords", branch(open.rest, "x-unstated")],
  ] as const;
  return new Map([...entries, ...words]);
}

function entryOf({ side }: Holder, spot: Spot, key: string | number, value: Json): Entry {
  const assumed = ownMark(side, value) ?? (key === "x-assumed" ? String(value) : spot.assumed);
  return { key, spot: { value, origin: originOf(side, spot, key), assumed, held: spot.held } };
}

function originOf({ places }: Side, { value, origin, held }: Spot, key: string | number): Origin {
  if (held !== undefined) return held;
  if (!isObject(value) && !isList(value)) return origin;
  const place = places.of(value, key);
  const own = isObject(value) ? value[key] : value[Number(key)];
  // A node that the bundler made has no position; its members have.
  const isMade = place.file === "spec" && (isObject(own) || isList(own));
  return isMade ? places.of(own) : place;
}

function ownMark(side: Side, value: Json): string | undefined {
  const id = member(value, "x-assumed") ?? member(followed(side, value), "x-assumed");
  return typeof id === "string" ? id : undefined;
}

/** An open enumeration: a choice of listed values and of any other. */
function openWords(
  schema: JsonObject,
):
  | { readonly keys: readonly string[]; readonly listed: JsonObject; readonly rest: JsonObject }
  | undefined {
  const [listed, rest, ...more] = listIn(schema["anyOf"]).map(objectIn);
  const hasOnly = (branch: JsonObject | undefined, key: string): branch is JsonObject =>
    branch !== undefined && Object.keys(branch).join() === key;
  if (!hasOnly(listed, "enum") || !hasOnly(rest, "x-unstated")) return undefined;
  return more.length > 0 ? undefined : { keys: ["anyOf"], listed, rest };
}

/** A filter rule is one comparison, whatever its keys: `price ≥ minPrice`. */
function ruleText(
  rule: Json,
): { readonly text: string; readonly keys: readonly string[] } | undefined {
  const bound = ["minimum", "maximum", "multipleOf"].find(
    (key) => typeof member(rule, key) === "string",
  );
  if (bound === undefined || typeof member(rule, "value") !== "string") return undefined;
  const sign = { minimum: "≥", maximum: "≤", multipleOf: "in steps of" }[bound] ?? "";
  const start = member(rule, "from");
  const from = start === undefined ? "" : ` from ${String(start)}`;
  const text = `${String(member(rule, "value"))} ${sign} ${String(member(rule, bound))}${from}`;
  return { text, keys: ["value", bound, "from"] };
}

/** The fields that identify the items of a list, and the pattern of the name they give. */
interface Identity {
  readonly fields: readonly [string, ...string[]];
  readonly pattern?: string;
}

/**
 * The first identity that fits all items of both lists names them, so that an item is compared with
 * itself when others are added or removed before it.
 */
const identities: readonly Identity[] = [
  { fields: ["id"] },
  { fields: ["code"] },
  { fields: ["status"] },
  { fields: ["from", "trigger", "to"], pattern: "{from} → {to} on {trigger}" },
  { fields: ["when", "side", "asset"] },
  { fields: ["name", "in"], pattern: "{name}" },
  { fields: ["$ref"] },
  { fields: ["message"] },
  { fields: ["on"] },
  { fields: ["at"] },
  { fields: ["latencyMs"] },
];

/** The names of the items of two lists; their indexes where nothing else identifies them. */
function namesOfItems(
  before: readonly Json[],
  after: readonly Json[],
): readonly [readonly string[], readonly string[]] {
  const plain = [before.map(plainName), after.map(plainName)] as const;
  if (isNaming(plain)) return [plain[0].map(String), plain[1].map(String)];
  for (const { fields, pattern } of identities) {
    const keys = [before, after].map((items) => items.map((item) => keyOf(item, fields)));
    const [old = [], now = []] = keys;
    if (!isNaming([old, now])) continue;
    const name = (item: Json): string => nameOf(item, fields, pattern);
    const names = [before.map(name), after.map(name)] as const;
    return isNaming(names) ? names : [old.map(String), now.map(String)];
  }
  return [before.map((_, index) => String(index)), after.map((_, index) => String(index))];
}

/** Whether every item has a name and no two items of a list have the same. */
function isNaming(lists: readonly (readonly (string | undefined)[])[]): boolean {
  return lists.every(
    (names) => names.every((name) => name !== undefined) && new Set(names).size === names.length,
  );
}

/** A word or a number is its own name, and so is a list of them. */
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

function nameOf(item: Json, fields: Identity["fields"], pattern: string | undefined): string {
  if (pattern === undefined) return keyOf(item, fields) ?? "";
  return pattern.replace(/\{(\w+)\}/gu, (_, field: string) => word(member(item, field) ?? ""));
}

function word(value: Json): string {
  // A reference is named by the last name of its pointer.
  if (typeof value === "string" && value.startsWith("#/")) return value.split("/").at(-1) ?? value;
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key} ${word(inner)}`)
    .join(" ");
}
