import { isList, isObject, listIn, member, objectIn, sameJson } from "./json.ts";
import type { Json, JsonObject } from "./model.ts";
import { lookUp, pointerNames } from "./references.ts";

/**
 * A document without anything that is not documented: every object that carries `x-assumed` is
 * gone, and so is what rested on it alone, as a reference to it, a security requirement derived
 * from it, and its entry in the ledger. Recordings go, too, because whoever answered them had to
 * fill the gaps. What is left is what the interface shows, a valid document of its own.
 */
export function withoutAssumed(document: JsonObject): JsonObject {
  let before = document;
  for (;;) {
    const after = stripped(before, before);
    if (!isObject(after)) return {};
    if (sameJson(after, before)) return withoutIdleEntries(after);
    before = after;
  }
}

/** Whether nothing of a document is assumed: what it does not say is then not shown. */
export function assumesNothing(value: Json): boolean {
  if (isList(value)) return value.every(assumesNothing);
  if (!isObject(value)) return true;
  return !Object.hasOwn(value, "x-assumed") && Object.values(value).every(assumesNothing);
}

/** The value without assumed parts; nothing where it is assumed as a whole. */
function stripped(value: Json, document: JsonObject): Json | undefined {
  if (isList(value)) {
    return value.map((item) => stripped(item, document)).filter((item) => item !== undefined);
  }
  if (!isObject(value)) return value;
  if (Object.hasOwn(value, "x-assumed") || Object.hasOwn(value, "x-request")) return undefined;
  const reference = member(value, "$ref");
  if (typeof reference === "string" && isGone(reference, document)) return undefined;
  const left: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    const kept = stripped(item, document);
    if (kept !== undefined) left[key] = kept;
  }
  return withoutRemains(value, left);
}

function isGone(reference: string, document: JsonObject): boolean {
  if (!reference.startsWith("#/")) return false;
  const target = lookUp(document, pointerNames(reference));
  return target === undefined || member(target, "x-assumed") !== undefined;
}

/** What a member leaves behind when it goes: its consequences, and choices of one. */
function withoutRemains(before: JsonObject, after: JsonObject): JsonObject {
  const isLost = (key: string): boolean => Object.hasOwn(before, key) && !Object.hasOwn(after, key);
  const idle = [
    ...(isLost("x-security") ? ["security"] : []),
    ...(isLost("schema") ? ["example"] : []),
    ...(isEmptied(before["examples"], after["examples"]) ? ["examples"] : []),
  ];
  const rest = Object.entries(after).filter(([key]) => !idle.includes(key));
  return ["anyOf", "oneOf"].reduce(
    (left, key) => withoutChoice(left, key, listIn(before[key]).length),
    Object.fromEntries(rest),
  );
}

function isEmptied(before: Json | undefined, after: Json | undefined): boolean {
  return (
    isObject(after) && Object.keys(after).length === 0 && Object.keys(objectIn(before)).length > 0
  );
}

/** A schema whose choice came down to one branch is that branch, with its own words over it. */
function withoutChoice(schema: JsonObject, key: string, before: number): JsonObject {
  const branches = listIn(schema[key]);
  const [only] = branches;
  if (before < 2 || branches.length > 1) return schema;
  const { [key]: _, ...own } = schema;
  return { ...objectIn(only), ...own };
}

/** The ledger keeps the gaps that are open, and those that the document still marks. */
function withoutIdleEntries(document: JsonObject): JsonObject {
  const ledger = document["x-assumptions"];
  if (!isObject(ledger)) return document;
  const named = namedIn(document);
  const isLeft = (id: string, entry: Json): boolean =>
    named.has(id) || member(entry, "kind") !== "assumed";
  const kept = Object.entries(ledger).filter(([id, entry]) => isLeft(id, entry));
  return { ...document, "x-assumptions": Object.fromEntries(kept) };
}

function namedIn(value: Json): ReadonlySet<string> {
  if (isList(value)) return new Set(value.flatMap((item) => [...namedIn(item)]));
  if (!isObject(value)) return new Set();
  const own = member(value, "x-unstated");
  const inside = Object.values(value).flatMap((item) => [...namedIn(item)]);
  return new Set(typeof own === "string" ? [own, ...inside] : inside);
}
