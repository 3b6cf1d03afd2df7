import type { Grammar } from "./grammar.ts";
import { kindUnder } from "./grammar.ts";
import { isList, isObject } from "./json.ts";
import type { Json, JsonObject } from "./model.ts";

/** One object of a document, with the kind of thing it is and the names that lead to it. */
export interface Visited {
  readonly node: JsonObject;
  readonly kind: string;
  readonly path: readonly string[];
  /** Whether the keys of the object are names, and not words of the vocabulary. */
  readonly isMap: boolean;
}

/** Visits every object of a document that is not plain sample data, outer ones first. */
export function walk(
  document: JsonObject,
  grammar: Grammar,
  visit: (visited: Visited) => void,
): void {
  const enter = (value: Json, kind: string, path: readonly string[]): void => {
    if (kind === "Value") return;
    if (isList(value)) {
      for (const [index, item] of value.entries()) {
        enter(item, kindUnder(grammar, kind, index), [...path, String(index)]);
      }
    } else if (isObject(value)) {
      visit({ node: value, kind, path, isMap: kind.startsWith("{") });
      for (const [key, item] of Object.entries(value)) {
        enter(item, kindUnder(grammar, kind, key), [...path, key]);
      }
    }
  };
  enter(document, "Root", []);
}
