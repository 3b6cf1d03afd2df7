import { pointerStep } from "../../../runtime/encoding/json-value.ts";
import { decodeLeniently } from "../../../runtime/encoding/percent.ts";
import type { Json, JsonObject } from "./model.ts";

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether a value only says that the interface does not state it. */
export function isUnstated(value: Json | undefined): boolean {
  if (!isObject(value) || !Object.hasOwn(value, "x-unstated")) return false;
  return Object.keys(value).every((key) => key === "x-unstated" || key === "description");
}

/** The items whose key an earlier one has; an item may have no key. */
export function repeated<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | undefined,
): readonly Item[] {
  const keys = items.map(keyOf);
  return items.filter((_, at) => keys[at] !== undefined && keys.indexOf(keys[at]) < at);
}

/** Locale-independent text order. */
export function byText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Copies an object with every value changed. */
export function mapValues(
  object: JsonObject,
  change: (value: Json, key: string) => Json,
): JsonObject {
  const changed: Record<string, Json> = {};
  for (const key of Object.keys(object)) changed[key] = change(object[key] as Json, key);
  return changed;
}

/** Replaces a member of an object; returns the same object if there is none of that name. */
export function withMember(
  node: JsonObject,
  name: string,
  [key, value]: readonly [key: string, value: Json],
): JsonObject {
  if (!Object.hasOwn(node, name)) return node;
  const entries = Object.entries(node).map((each) => (each[0] === name ? [key, value] : each));
  return Object.fromEntries(entries);
}

/** Copies a value with every object changed, outer ones first. */
export function rewritten(value: Json, change: (part: JsonObject) => JsonObject): Json {
  if (isList(value)) return value.map((item) => rewritten(item, change));
  return isObject(value) ? mapValues(change(value), (item) => rewritten(item, change)) : value;
}

/** Whether two values are equal, order of members included. */
export function sameJson(left: Json, right: Json): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

/** Encodes names as a JSON pointer. */
export function toPointer(names: readonly string[]): string {
  return names.map(pointerStep).join("");
}

/** The names in a pointer within a document, such as `#/components/schemas/Order`. */
export function pointerNames(reference: string): readonly string[] {
  return reference.startsWith("#/") ? fromPointer(reference.slice(2)) : [];
}

/** Decodes the names of a pointer after its first slash. */
export function fromPointer(pointer: string): readonly string[] {
  return pointer.split("/").map((name) => {
    if (!/[%~]/u.test(name)) return name;
    return decodeLeniently(name).replaceAll("~1", "/").replaceAll("~0", "~");
  });
}

/** Removes the `undefined` members of an object. */
export function defined<Members extends object>(members: Members): Defined<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<Members>;
}

/** The members that may be `undefined` are optional. */
export type Defined<Members> = {
  readonly [Key in keyof Members as undefined extends Members[Key] ? never : Key]: Members[Key];
} & {
  readonly [Key in keyof Members as undefined extends Members[Key] ? Key : never]?: Exclude<
    Members[Key],
    undefined
  >;
};
