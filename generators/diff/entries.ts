import { isList, isObject, listIn, member, objectIn } from "../contract/documents/json.ts";
import type { Json, JsonObject, Origin } from "../contract/model.ts";
import type { Side, Spot } from "./follow.ts";
import { followed } from "./follow.ts";
import { namesOfItems } from "./lists.ts";

/** A member of an object or an item of a list, as it is compared. */
export interface Entry {
  /** The key or the position, as the grammar asks for it. */
  readonly key: string | number;
  readonly spot: Spot;
}

/** What a value is part of; nothing where there is no value. */
export interface Holder {
  readonly spot: Spot | undefined;
  readonly side: Side;
}

type Entries = ReadonlyMap<string, Entry>;

/** The members of two values by name: of objects their keys, of lists what their items are. */
export function entriesOf(before: Holder, after: Holder): readonly [Entries, Entries] {
  const values = [before, after].map(({ spot }) => spot?.value);
  const lists = values.map((value) => (isList(value) ? value : []));
  if (!values.some(isList)) return [membersOf(before), membersOf(after)];
  const [old = [], now = []] = lists;
  // A parameter is known by its name on the wire, which its reference does not show.
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
  // What the bundler put together is written nowhere; what it holds is.
  const isMade = place.file === "spec" && (isObject(own) || isList(own));
  return isMade ? places.of(own) : place;
}

function ownMark(side: Side, value: Json): string | undefined {
  const id = member(value, "x-assumed") ?? member(followed(side, value), "x-assumed");
  return typeof id === "string" ? id : undefined;
}

/** Words of which it is said that there may be others: a choice of those listed and of any. */
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

/** A filter rule is one comparison, whichever keys say it: `price ≥ minPrice`. */
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
