import { pointerStep } from "../../../runtime/encoding/json-value.ts";
import { decodeLeniently } from "../../../runtime/encoding/percent.ts";
import type { Json, JsonObject } from "./model.ts";

/** Whether a value is a JSON object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a JSON list. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value as an object; empty for anything else. */
export function objectIn(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The value as a list; empty for anything else. */
export function listIn(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}

/** The value of `{ x-assumed, value }`; other values unchanged. */
export function unwrapped(value: Json | undefined): Json | undefined {
  return isObject(value) && Object.hasOwn(value, "x-assumed") && Object.hasOwn(value, "value")
    ? value["value"]
    : value;
}

/** Whether a value only says that the interface does not state it. */
export function isUnstated(value: Json | undefined): boolean {
  return isObject(value) && Object.hasOwn(value, "x-unstated") && !Object.hasOwn(value, "type");
}

// The vocabulary defines the members and types of an extension, and its schema reports violations:
// reading only has to be safe.

/** The value as text, also if assumed; empty for anything else. */
export function textIn(value: Json | undefined): string {
  return optionalText(value)?.trim() ?? "";
}

/** The value as text, also if assumed. */
export function optionalText(value: Json | undefined): string | undefined {
  const text = unwrapped(value);
  return typeof text === "string" ? text : undefined;
}

/** The value as a number, also if assumed; 0 for anything else. */
export function numberIn(value: Json | undefined): number {
  return optionalNumber(value) ?? 0;
}

/** The value as a number, also if assumed. */
export function optionalNumber(value: Json | undefined): number | undefined {
  const number = unwrapped(value);
  return typeof number === "number" ? number : undefined;
}

/** The named members as texts. */
export function textMembers<const Key extends string>(
  value: Json | undefined,
  keys: readonly Key[],
): Readonly<Record<Key, string>> {
  const entries = keys.map((key) => [key, textIn(member(value, key))]);
  return Object.fromEntries(entries) as Record<Key, string>;
}

/** The named members as numbers. */
export function numberMembers<const Key extends string>(
  value: Json | undefined,
  keys: readonly Key[],
): Readonly<Record<Key, number>> {
  const entries = keys.map((key) => [key, numberIn(member(value, key))]);
  return Object.fromEntries(entries) as Record<Key, number>;
}

/** One of some words, also if assumed; the first of them for anything else. */
export function wordIn<const Word extends string>(
  value: Json | undefined,
  words: readonly [Word, ...Word[]],
): Word {
  return words.find((word) => word === unwrapped(value)) ?? words[0];
}

/** The texts in a list; skips other items. */
export function textsIn(value: Json | undefined): readonly string[] {
  return listIn(value).filter((item) => typeof item === "string");
}

/** The objects in a list; skips other items. */
export function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return listIn(value).filter(isObject);
}

/** An own member of an object, never an inherited one. */
export function member(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The components in one section of a document, such as `schemas`, by name. */
export function componentsOf(document: JsonObject, section: string): JsonObject {
  return objectIn(lookUp(document, ["components", section]));
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

/** The value at a pointer, if any. */
export function lookUp(value: Json | undefined, pointer: readonly string[]): Json | undefined {
  let found = value;
  for (const name of pointer) found = isList(found) ? found[Number(name)] : member(found, name);
  return found;
}

/** An object, or the target of its `$ref` in the document merged with the members beside it. */
export function resolved(document: JsonObject, value: Json | undefined): JsonObject {
  let whole = objectIn(value);
  for (let steps = 0; steps < 16; steps += 1) {
    const { $ref: reference } = whole;
    if (typeof reference !== "string") break;
    const { $ref: _, ...own } = whole;
    whole = { ...objectIn(lookUp(document, pointerNames(reference))), ...own };
  }
  return whole;
}

/** Every object and list in a value and its references within a document, each once. */
export function* nodesBehind(
  document: JsonObject,
  value: Json,
): Generator<JsonObject | readonly Json[]> {
  const seen = new Set<Json>();
  const open: (Json | undefined)[] = [value];
  while (open.length > 0) {
    const node = open.pop();
    if (!(isObject(node) || isList(node)) || seen.has(node)) continue;
    seen.add(node);
    yield node;
    const reference = member(node, "$ref");
    if (typeof reference === "string") open.push(lookUp(document, pointerNames(reference)));
    open.push(...Object.values(node));
  }
}

/** Decodes the names of a pointer after its first slash. */
export function fromPointer(pointer: string): readonly string[] {
  return pointer.split("/").map((name) => (/[%~]/u.test(name) ? decodePointerStep(name) : name));
}

function decodePointerStep(name: string): string {
  return decodeLeniently(name).replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Removes the `undefined` members of an object. */
export function defined<Members extends object>(members: Members): Defined<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<Members>;
}

type Defined<Members> = {
  readonly [Key in keyof Members as undefined extends Members[Key] ? never : Key]: Members[Key];
} & {
  readonly [Key in keyof Members as undefined extends Members[Key] ? Key : never]?: Exclude<
    Members[Key],
    undefined
  >;
};
