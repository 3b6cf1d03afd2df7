import type { Json, JsonObject } from "./model.ts";

/** Whether a value is a JSON object, so neither a list nor a scalar nor absent. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a JSON list. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value as an object; an empty one where it is something else. */
export function objectIn(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The value as a list; an empty one where it is something else. */
export function listIn(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}

/** The value as a text; an empty one where it is something else. */
export function textIn(value: Json | undefined): string {
  return typeof value === "string" ? value.trim() : "";
}

/** The value as a text, or nothing where it is something else. */
export function optionalText(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The value as a number, or nothing where it is something else. */
export function optionalNumber(value: Json | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** The texts of a list, and nothing else that may be in it. */
export function textsIn(value: Json | undefined): readonly string[] {
  return listIn(value).filter((item) => typeof item === "string");
}

/** The objects of a list, and nothing else that may be in it. */
export function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return listIn(value).filter(isObject);
}

/** An own member of an object; nothing for what only its prototype has. */
export function member(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Text order that no locale changes. */
export function byText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A copy of an object with every value changed. */
export function mapValues(
  object: JsonObject,
  change: (value: Json, key: string) => Json,
): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, change(value, key)]),
  );
}

/** Whether two values are equal, including the order of members. */
export function sameJson(left: Json, right: Json): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** The JSON pointer of some names, escaped. */
export function toPointer(names: readonly string[]): string {
  return names.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The names of a pointer within one document, as in `#/components/schemas/Order`. */
export function pointerNames(reference: string): readonly string[] {
  return reference.startsWith("#/") ? fromPointer(reference.slice(2)) : [];
}

/** The value at a pointer, or nothing. */
export function lookUp(value: Json | undefined, pointer: readonly string[]): Json | undefined {
  let found = value;
  for (const name of pointer) found = isList(found) ? found[Number(name)] : member(found, name);
  return found;
}

/** The names of the part of a pointer behind its first slash, unescaped. */
export function fromPointer(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .map((name) => decoded(name).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Decodes percent encoding; other text stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
