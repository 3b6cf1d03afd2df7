import {
  isList,
  isObject,
  pointerNames,
  sameJson,
} from "../../generators/contract/documents/json.ts";
import * as read from "../../generators/contract/documents/read.ts";
import type { Json, JsonObject } from "../../generators/contract/model.ts";

/**
 * A document reduced to what the interface shows. Removes every object with `x-assumed` and all
 * that depends on it: references to it, a security requirement derived from it, its entry in the
 * list of assumptions. Removes recordings, too, because the recorded server had to fill the gaps.
 * The result is a valid document.
 */
export function withoutAssumed(document: JsonObject): JsonObject {
  let before = document;
  for (;;) {
    const after = stripped(before, before);
    if (!isObject(after)) return {};
    if (sameJson(after, before)) return withoutUnusedEntries(after);
    before = after;
  }
}

/** The value without its assumed parts; `undefined` if the whole value is assumed. */
function stripped(value: Json, document: JsonObject): Json | undefined {
  if (isList(value)) {
    return value.map((item) => stripped(item, document)).filter((item) => item !== undefined);
  }
  if (!isObject(value)) return value;
  if (Object.hasOwn(value, "x-assumed") || Object.hasOwn(value, "x-request")) return undefined;
  const reference = read.at(value, "$ref");
  if (typeof reference === "string" && isGone(reference, document)) return undefined;
  const left: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    const kept = stripped(item, document);
    if (kept !== undefined) left[key] = kept;
  }
  return withoutLeftovers(value, left);
}

function isGone(reference: string, document: JsonObject): boolean {
  if (!reference.startsWith("#/")) return false;
  const target = read.at(document, ...pointerNames(reference));
  return target === undefined || read.at(target, "x-assumed") !== undefined;
}

/** Removes what a removed member leaves behind: dependent keys, and choices with one branch. */
function withoutLeftovers(before: JsonObject, after: JsonObject): JsonObject {
  const isLost = (key: string): boolean => Object.hasOwn(before, key) && !Object.hasOwn(after, key);
  const idle = [
    ...(isLost("x-security") ? ["security"] : []),
    ...(isLost("schema") ? ["example"] : []),
    ...(isLost("x-assumed-bounds") ? read.texts(before, "x-assumed-bounds", "keywords") : []),
    ...(isEmptied(before["examples"], after["examples"]) ? ["examples"] : []),
  ];
  const rest = Object.entries(after).filter(([key]) => !idle.includes(key));
  return ["anyOf", "oneOf"].reduce(
    (left, key) => withoutChoice(left, key, read.list(before[key]).length),
    Object.fromEntries(rest),
  );
}

function isEmptied(before: Json | undefined, after: Json | undefined): boolean {
  return (
    isObject(after) &&
    Object.keys(after).length === 0 &&
    Object.keys(read.object(before)).length > 0
  );
}

/** Replaces a choice that has one branch left by that branch, merged with the schema. */
function withoutChoice(schema: JsonObject, key: string, before: number): JsonObject {
  const branches = read.list(schema[key]);
  const [only] = branches;
  if (before < 2 || branches.length > 1) return schema;
  const { [key]: _, ...own } = schema;
  return { ...read.object(only), ...own };
}

/** The list of assumptions keeps open gaps, and the entries that the document still names. */
function withoutUnusedEntries(document: JsonObject): JsonObject {
  const entries = document["x-assumptions"];
  if (!isObject(entries)) return document;
  const named = namedIn(document);
  const isLeft = (id: string, entry: Json): boolean =>
    named.has(id) || read.at(entry, "kind") !== "assumed";
  const kept = Object.entries(entries).filter(([id, entry]) => isLeft(id, entry));
  return { ...document, "x-assumptions": Object.fromEntries(kept) };
}

function namedIn(value: Json): ReadonlySet<string> {
  if (isList(value)) return new Set(value.flatMap((item) => [...namedIn(item)]));
  if (!isObject(value)) return new Set();
  const own = read.at(value, "x-unstated");
  const inside = Object.values(value).flatMap((item) => [...namedIn(item)]);
  return new Set(typeof own === "string" ? [own, ...inside] : inside);
}
