import { isList, isObject } from "../../generators/contract/documents/json.ts";
import type { Places } from "../../generators/contract/documents/places.ts";
import type { Json, JsonObject, Origin } from "../../generators/contract/model.ts";

/** A document as it was read, and where each of its nodes is written. */
export interface PlacedDocument {
  readonly document: JsonObject;
  readonly places: Places;
}

/**
 * Where the thing at a path of a bundled document is written in the sources. Follows the bundle's
 * own references on the way; for what the build added, the nearest written thing around it.
 */
export function originOfPath(
  { document, places }: PlacedDocument,
  path: readonly (string | number)[],
): Origin {
  let node: Json | undefined = document;
  let origin = places.of(document);
  for (const part of path) {
    node = target(node, document);
    if (isList(node)) {
      origin = places.of(node, Number(part));
      node = node[Number(part)];
    } else if (isObject(node) && Object.hasOwn(node, part)) {
      origin = places.of(node, String(part));
      node = node[String(part)];
    } else {
      return origin;
    }
  }
  return origin;
}

function target(node: Json | undefined, document: Json): Json | undefined {
  const reference = isObject(node) ? node["$ref"] : undefined;
  if (typeof reference !== "string" || !reference.startsWith("#/")) return node;
  return reference
    .slice(2)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<Json | undefined>((at, part) => (isObject(at) ? at[part] : undefined), document);
}
