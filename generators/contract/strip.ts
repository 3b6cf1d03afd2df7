import { isList, isObject, member } from "./json.ts";
import type { Json, JsonObject } from "./model.ts";
import { lookUp, pointerNames } from "./references.ts";

/**
 * A document without anything that is not documented: every object that carries `x-assumed` is
 * gone, and so is every reference to a component that went with it. What is left is what the
 * interface shows, and it is a valid document of its own.
 */
export function withoutAssumed(document: JsonObject): JsonObject {
  let before = document;
  for (;;) {
    const after = stripped(before, before);
    if (!isObject(after)) return {};
    if (JSON.stringify(after) === JSON.stringify(before)) return after;
    before = after;
  }
}

/** The value without assumed parts; nothing where it is assumed as a whole. */
function stripped(value: Json, document: JsonObject): Json | undefined {
  if (isList(value)) {
    return value.map((item) => stripped(item, document)).filter((item) => item !== undefined);
  }
  if (!isObject(value)) return value;
  if (Object.hasOwn(value, "x-assumed")) return undefined;
  const reference = member(value, "$ref");
  if (typeof reference === "string" && isGone(reference, document)) return undefined;
  const left: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    const kept = stripped(item, document);
    if (kept !== undefined) left[key] = kept;
  }
  return left;
}

function isGone(reference: string, document: JsonObject): boolean {
  if (!reference.startsWith("#/")) return false;
  const target = lookUp(document, pointerNames(reference));
  return target === undefined || member(target, "x-assumed") !== undefined;
}
