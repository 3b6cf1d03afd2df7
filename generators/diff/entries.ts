import { isList, isObject } from "../contract/documents/json.ts";
import { placeOf } from "../contract/documents/places.ts";
import * as read from "../contract/documents/read.ts";
import type { Json, JsonObject, Origin } from "../contract/model.ts";
import type { Spot } from "./model.ts";
import { unwrapped } from "./values.ts";

/** A member of an object or an item of a list, for comparison. */
export interface Entry extends Spot {
  readonly key: string | number;
}

type Entries = ReadonlyMap<string, Entry>;

/** The members of two objects by key, or the items of two lists by identity. */
export function entriesOf(
  before: Spot | undefined,
  after: Spot | undefined,
): readonly [Entries, Entries] {
  const isOfList = [before, after].some((spot) => isList(spot?.value));
  if (!isOfList) return [membersOf(before), membersOf(after)];
  const [old, now] = namesOfItems(namedItems(before), namedItems(after));
  return [itemsOf(before, old), itemsOf(after, now)];
}

/** The items of a list; parameters without references, as their wire name identifies them. */
function namedItems(spot: Spot | undefined): readonly Json[] {
  if (spot === undefined) return [];
  const items = read.list(spot.value);
  const parameters = items.map((item) => read.resolved(spot.root, item));
  return parameters.every((item) => typeof read.at(item, "in") === "string") ? parameters : items;
}

function itemsOf(spot: Spot | undefined, names: readonly string[]): Entries {
  if (spot === undefined) return new Map();
  const items = read.list(spot.value);
  return new Map(items.map((item, at) => [names[at] ?? String(at), entryOf(spot, at, item)]));
}

/** The members of an object by key. */
export function membersOf(spot: Spot | undefined): Entries {
  if (spot === undefined || !isObject(spot.value)) return new Map();
  const members = Object.entries(spot.value).map(
    ([key, value]) => [key, entryOf(spot, key, value)] as const,
  );
  const rule = ruleText(spot.value);
  if (rule !== undefined) {
    const { keys, text } = rule;
    const others = members.filter(([key]) => !keys.includes(key));
    return new Map([...others, ["comparison", entryOf(spot, keys[1] ?? "", text)]]);
  }
  const { listed, open: [unstated] = [] } = wordsOf(spot.value) ?? {};
  if (listed === undefined) return new Map(members);
  const words = new Map(members.filter(([key]) => key !== "anyOf"));
  words.set("enum", wordsEntry(spot, listed));
  if (unstated !== undefined) {
    const { "x-unstated": id = null } = unstated;
    words.set("openWords", entryOf({ ...spot, value: unstated }, "x-unstated", id));
  }
  return words;
}

/** The words of all branches as one list, each with its own assumption and position. */
function wordsEntry(spot: Spot, branches: readonly JsonObject[]): Entry {
  const words = branches.flatMap((branch) => {
    const { enum: listed, ...mark } = branch;
    return read.list(listed).map((word, at) => ({
      word: Object.keys(mark).length === 0 ? word : { value: word, ...mark },
      origin: placeOf(listed as readonly Json[], at),
    }));
  });
  const [first] = branches;
  const entry = entryOf(
    { ...spot, value: first ?? null },
    "enum",
    words.map(({ word }) => word),
  );
  return { ...entry, origins: words.map(({ origin }) => origin) };
}

function entryOf(holder: Spot, key: string | number, value: Json): Entry {
  const own = read.at(read.resolved(holder.root, value), "x-assumed");
  const mark = typeof own === "string" ? own : undefined;
  const assumed = mark ?? holder.assumed;
  const { origins, ...spot } = holder;
  return { ...spot, key, value, assumed, origin: origins?.[Number(key)] ?? originOf(holder, key) };
}

function originOf({ value, origin, held }: Spot, key: string | number): Origin {
  if (held !== undefined) return held;
  if (!isObject(value) && !isList(value)) return origin;
  const place = placeOf(value, key);
  const own = isObject(value) ? value[key] : value[Number(key)];
  // A node made by the bundler has no position, but its members have.
  const isMade = place.file === "spec" && (isObject(own) || isList(own));
  return isMade ? placeOf(own) : place;
}

/** The branches of a choice that only lists words: documented, assumed, and any other. */
function wordsOf(schema: JsonObject): Record<"listed" | "open", readonly JsonObject[]> | undefined {
  const branches = read.list(schema, "anyOf").map((branch) => read.object(branch));
  const byKeys = (keys: RegExp): readonly JsonObject[] =>
    branches.filter((branch) => keys.test(Object.keys(branch).sort().join()));
  const [listed, open] = [byKeys(/^enum(,x-assumed)?$/u), byKeys(/^x-unstated$/u)];
  const isWhole = listed.length > 0 && listed.length + open.length === branches.length;
  return isWhole ? { listed, open } : undefined;
}

/** A filter rule is one comparison, whatever its keys: `price ≥ minPrice`. */
function ruleText(
  rule: JsonObject,
): { readonly text: string; readonly keys: readonly string[] } | undefined {
  const signs = { minimum: "≥", maximum: "≤", multipleOf: "in steps of" };
  const [bound, sign] = Object.entries(signs).find(([key]) => typeof rule[key] === "string") ?? [];
  if (bound === undefined || typeof rule["value"] !== "string") return undefined;
  const from = rule["from"] === undefined ? "" : ` from ${String(rule["from"])}`;
  const text = `${rule["value"]} ${sign} ${String(rule[bound])}${from}`;
  return { text, keys: ["value", bound, "from"] };
}

/**
 * Identifying fields of list items. The first one that all items of both lists have is used, so
 * that an item is compared with itself when others are added or removed before it.
 */
const identities: readonly (readonly [string, ...string[]])[] = [
  ["id"],
  ["code"],
  ["status"],
  ["from", "trigger", "to"],
  ["when", "side", "asset"],
  ["name", "in"],
  ["$ref"],
  ["url"],
  ["message"],
  ["on"],
  ["at"],
  ["x-when"],
  ["latencyMs"],
];

type Names = readonly [readonly string[], readonly string[]];

/** The identities of the items of two lists; indexes where nothing else identifies them. */
function namesOfItems(before: readonly Json[], after: readonly Json[]): Names {
  const namings = [plainName, ...identities.map((fields) => (item: Json) => keyOf(item, fields))];
  for (const nameOf of namings) {
    const lists = [before, after].map((items) => {
      const names = items.map(nameOf).filter((name) => name !== undefined);
      return new Set(names).size === items.length ? names : undefined;
    });
    const [old, now] = lists;
    if (old !== undefined && now !== undefined) return [old, now];
  }
  return [before.map((_, index) => String(index)), after.map((_, index) => String(index))];
}

/** A scalar identifies itself, and so does a list of scalars. */
function plainName(item: Json): string | undefined {
  const { fact } = unwrapped(item);
  if (isList(fact)) return fact.map(String).join(", ");
  return isObject(fact) ? undefined : String(fact);
}

function keyOf(item: Json, [first, ...more]: readonly [string, ...string[]]): string | undefined {
  const known = read.at(item, first);
  if (known === undefined) return undefined;
  const [name, ...others] = [known, ...more.map((field) => read.at(item, field) ?? "")].map(word);
  if (first === "name") return name;
  if (first !== "from") return [name, ...others].join(" ").trim();
  return `${name} → ${others[1]} on ${others[0]}`;
}

function word(value: Json): string {
  // The last name of its pointer identifies a reference.
  if (typeof value === "string" && value.startsWith("#/")) return value.split("/").at(-1) ?? value;
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key} ${word(inner)}`)
    .join(" ");
}
