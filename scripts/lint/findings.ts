import {
  byText,
  isList,
  isObject,
  lookUp,
  pointerNames,
} from "../../generators/contract/documents/json.ts";
import type { Places } from "../../generators/contract/documents/places.ts";
import type { Json, JsonObject, Origin } from "../../generators/contract/model.ts";

/** One finding of a check: the position, the rule, and what to do about it. */
export interface Finding extends Origin {
  readonly rule: string;
  readonly message: string;
}

/** A finding at a path of a document, before the position in the sources is known. */
export interface PathFinding {
  readonly path: readonly (string | number)[];
  readonly rule: string;
  readonly message: string;
}

/** Sorts by position; merges findings with the same words on the same line. */
export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const distinct = new Map(
    findings.map((finding) => [findingLine({ ...finding, column: 1 }), finding]),
  );
  return [...distinct.values()].sort(
    (left, right) =>
      byText(left.file, right.file) ||
      left.line - right.line ||
      left.column - right.column ||
      byText(left.rule, right.rule) ||
      byText(left.message, right.message),
  );
}

/** A finding as one line with a clickable position. */
export function findingLine({ file, line, column, rule, message }: Finding): string {
  return `${file}:${line}:${column} ${rule} ${message.replace(/\s+/gu, " ").trim()}`;
}

/**
 * The position in the sources of a path in a bundled document. Follows references within the
 * document; for a node that the build added, gives the position of the nearest node around it.
 */
export function originOfPath(
  { document, places }: { readonly document: JsonObject; readonly places: Places },
  path: readonly (string | number)[],
): Origin {
  let node: Json | undefined = document;
  let origin = places.of(document);
  for (const part of path) {
    const reference = isObject(node) ? node["$ref"] : undefined;
    if (typeof reference === "string") node = lookUp(document, pointerNames(reference));
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
