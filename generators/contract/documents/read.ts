/**
 * Reads what a document states. The vocabulary defines members and types, and its schemas report
 * violations: reading only has to be safe. Each function takes a value and a path within it.
 */

import { type Defined, defined, isList, isObject, pointerNames } from "./json.ts";
import type { Json, JsonObject } from "./model.ts";
import { type Node, placed } from "./places.ts";

type Path = readonly (string | number)[];

/** The value at a path: own members of objects, never inherited ones, and items of lists. */
export function at(value: Json | undefined, ...path: Path): Json | undefined {
  let found = value;
  for (const name of path) {
    if (isList(found)) found = found[Number(name)];
    else found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return found;
}

/** The value of `{ x-assumed, value }`; other values unchanged. */
export function unwrapped(value: Json | undefined, ...path: Path): Json | undefined {
  const found = at(value, ...path);
  const isMarked = at(found, "x-assumed") !== undefined && at(found, "value") !== undefined;
  return isMarked ? at(found, "value") : found;
}

/** An object; empty for anything else. */
export function object(value: Json | undefined, ...path: Path): JsonObject {
  const found = at(value, ...path);
  return isObject(found) ? found : {};
}

/** A list; empty for anything else. */
export function list(value: Json | undefined, ...path: Path): readonly Json[] {
  const found = at(value, ...path);
  return isList(found) ? found : [];
}

/** The objects in a list; skips other items. */
export function objects(value: Json | undefined, ...path: Path): readonly JsonObject[] {
  return list(value, ...path).filter(isObject);
}

/** The texts in a list; skips other items. */
export function texts(value: Json | undefined, ...path: Path): readonly string[] {
  return list(value, ...path).filter((item) => typeof item === "string");
}

/** A text, also if assumed; empty for anything else. */
export function text(value: Json | undefined, ...path: Path): string {
  return optionalText(value, ...path)?.trim() ?? "";
}

/** The description of an operation, a parameter or a property, with whether it is deprecated. */
export function description(value: Json | undefined, otherwise = ""): string {
  const words = text(value, "description") || otherwise;
  return at(value, "deprecated") === true ? `Deprecated. ${words}`.trim() : words;
}

/** A text, also if assumed. */
export function optionalText(value: Json | undefined, ...path: Path): string | undefined {
  const found = unwrapped(value, ...path);
  return typeof found === "string" ? found : undefined;
}

/** A number, also if assumed; 0 for anything else. */
export function number(value: Json | undefined, ...path: Path): number {
  return optionalNumber(value, ...path) ?? 0;
}

/** A number, also if assumed. */
export function optionalNumber(value: Json | undefined, ...path: Path): number | undefined {
  const found = unwrapped(value, ...path);
  return typeof found === "number" ? found : undefined;
}

/** Reads one of some words, also if assumed; the first of them for anything else. */
export function word<const Word extends string>(...words: readonly [Word, ...Word[]]) {
  return (value: Json | undefined, ...path: Path): Word => {
    const found = unwrapped(value, ...path);
    return words.find((each) => each === found) ?? words[0];
  };
}

/** How each member of an object is read; what is `undefined` is absent. */
type Members = Readonly<Record<string, (value: Json | undefined, name: string) => unknown>>;

type Read<Table extends Members> = Defined<{
  readonly [Name in keyof Table]: ReturnType<Table[Name]>;
}>;

/** A table in which some members are read in the same way. */
export function each<const Name extends string, Member>(
  member: Member,
  ...names: readonly Name[]
): Readonly<Record<Name, Member>> {
  return Object.fromEntries(names.map((name) => [name, member])) as Record<Name, Member>;
}

/** The members of an object by a table of how each is read. */
export function members<const Table extends Members>(
  value: Json | undefined,
  table: Table,
): Read<Table> {
  const entries = Object.entries(table).map(([name, member]) => [name, member(value, name)]);
  return defined(Object.fromEntries(entries)) as Read<Table>;
}

/** The same for an object that may be absent. */
export function optional<const Table extends Members>(
  value: Json | undefined,
  table: Table,
): Read<Table> | undefined {
  return isObject(value) ? members(value, table) : undefined;
}

/** The components in one section of a document, such as `schemas`, by name. */
export function components(document: JsonObject, section: string): JsonObject {
  return object(document, "components", section);
}

/**
 * An object, or the target of its `$ref` in the document merged with the members beside it, at the
 * target's position.
 */
export function resolved(document: JsonObject, value: Json | undefined): JsonObject {
  let whole = object(value);
  let place: JsonObject | undefined;
  for (let steps = 0; steps < 16; steps += 1) {
    const { $ref: reference, ...own } = whole;
    if (typeof reference !== "string") break;
    const target = object(document, ...pointerNames(reference));
    place ??= target;
    whole = placed({ ...target, ...own }, place);
  }
  return whole;
}

/** The node at the end of a path in a document, or the closest one. Follows references. */
export function holderAt(
  document: JsonObject,
  path: Path,
): { readonly node: Node; readonly key?: string | number } {
  let holder: { node: Node; key?: string | number } = { node: document };
  let inside: Json | undefined = document;
  for (const name of path) {
    const reference = at(inside, "$ref");
    if (typeof reference === "string" && at(inside, String(name)) === undefined) {
      inside = at(document, ...pointerNames(reference));
    }
    if (!isList(inside) && !isObject(inside)) break;
    holder = { node: inside, key: isList(inside) ? Number(name) : String(name) };
    inside = at(inside, String(name));
  }
  return holder;
}

/** Every object and list in a value and its references within a document, each once. */
export function* nodesBehind(document: JsonObject, value: Json): Generator<Node> {
  const seen = new Set<Json>();
  const open: (Json | undefined)[] = [value];
  while (open.length > 0) {
    const node = open.pop();
    if (!(isObject(node) || isList(node)) || seen.has(node)) continue;
    seen.add(node);
    yield node;
    const reference = at(node, "$ref");
    if (typeof reference === "string") open.push(at(document, ...pointerNames(reference)));
    open.push(...Object.values(node));
  }
}
