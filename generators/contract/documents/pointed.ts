import type { BuildContext } from "../context.ts";
import { isList, isObject } from "./json.ts";
import type { Json, JsonObject } from "./model.ts";
import type { Node } from "./places.ts";

/** The two bundles by name. */
export interface Documents {
  readonly openapi: JsonObject;
  readonly asyncapi: JsonObject;
}

/** What is compared with the standards: both bundles, and the JSON Schemas of our vocabulary. */
export interface StandardsInput {
  readonly documents: Documents;
  readonly vocabulary: ReadonlyMap<string, JsonObject>;
}

/** A fault whose place is told by the names that lead to it, so that it can cross threads. */
export interface PointedFault {
  readonly document: "openapi" | "asyncapi";
  readonly path: readonly string[];
  readonly message: string;
  readonly fix: string;
}

/** Reports faults where the sources have what the names lead to, or as near as they lead. */
export function reportPointed(context: BuildContext, faults: readonly PointedFault[]): void {
  for (const { document, path, message, fix } of faults) {
    const place = placeAt(context, context[document], path);
    if (place !== undefined) context.problems.report({ ...place, message, fix });
  }
}

/** The place that names lead to; none where they lead into what could not be read or found. */
function placeAt(
  { places }: BuildContext,
  document: JsonObject,
  path: readonly string[],
): { readonly node: Node; readonly key?: string | number } | undefined {
  let place: { node: Node; key?: string | number } = { node: document };
  let inside: Json | undefined = document;
  for (const name of path) {
    if (isList(inside)) {
      place = { node: inside, key: Number(name) };
      inside = inside[Number(name)];
    } else if (isObject(inside)) {
      place = { node: inside, key: name };
      inside = Object.hasOwn(inside, name) ? inside[name] : undefined;
    }
    if ((isList(inside) || isObject(inside)) && places.isBroken(inside)) return undefined;
  }
  return place;
}
