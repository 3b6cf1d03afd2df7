import { isList, isObject, pointerNames } from "./json.ts";
import type { Json, JsonObject, Origin, YamlList, YamlMap } from "./model.ts";
import * as read from "./read.ts";

/** An object or a list, which has its own position. */
export type Node = JsonObject | readonly Json[];

/** The source positions of all objects and lists, preserved by copies. */
export interface Places {
  /** Stores the place of a parsed node. */
  readonly put: (node: Node, place: Place) => void;
  /** Gives a copy its original's place. */
  readonly copy: (from: Node, to: Node) => void;
  /** Gives a member that a copy has from another node the place that it has there. */
  readonly copyMember: (from: Node, key: string | number, to: Node, as: string | number) => void;
  /** Gives a placeholder the place of a reference without a target. */
  readonly putUnknown: (from: Node, to: Node) => void;
  /** The position of a node, or of its member. */
  readonly of: (node: Node, key?: string | number) => Origin;
  /** Whether the node is a placeholder or comes from a file that could not be parsed. */
  readonly isBroken: (node: Node) => boolean;
}

/** A file, with the offsets of a node and its members. */
interface Place {
  readonly file: PlacedFile;
  readonly tree: YamlMap | YamlList;
}

/** A file as shown in problems. */
export interface PlacedFile {
  readonly path: string;
  /** Not parsed completely; what is missing in it is not reported. */
  broken: boolean;
  /** Converts an offset to a 1-based line and column. */
  readonly position: (offset: number) => { readonly line: number; readonly column: number };
}

/** Makes an empty store of places. */
export function createPlaces(): Places {
  const places = new WeakMap<Node, Place>();
  const members = new WeakMap<Node, Map<string, Origin>>();
  const copy = (from: Node, to: Node): void => {
    const place = places.get(from);
    if (place !== undefined) places.set(to, place);
  };
  const of = (node: Node, key?: string | number): Origin => {
    const [place, member] = [places.get(node), members.get(node)?.get(String(key))];
    if (member !== undefined) return member;
    if (place === undefined) return { file: "spec", line: 1, column: 1 };
    const offset = offsetOf(place.tree, key) ?? place.tree.at;
    return { file: place.file.path, ...place.file.position(offset) };
  };
  return {
    put(node, place) {
      places.set(node, place);
    },
    copy,
    copyMember(from, key, to, as) {
      const known = members.get(to) ?? new Map<string, Origin>();
      members.set(to, known.set(String(as), of(from, key)));
    },
    putUnknown(from, to) {
      const place = places.get(from);
      if (place !== undefined) places.set(to, { ...place, file: { ...place.file, broken: true } });
    },
    of,
    isBroken(node) {
      return places.get(node)?.file.broken ?? false;
    },
  };
}

/** The offset of a member. */
function offsetOf(tree: YamlMap | YamlList, key: string | number | undefined): number | undefined {
  if ("list" in tree) return tree.list[Number(key)]?.[0];
  return tree.map.findLast(([name]) => name === key)?.[1];
}

/** The node at the end of a path in a document, or the closest one. Follows references. */
export function holderAt(
  document: JsonObject,
  path: readonly (string | number)[],
): { readonly node: Node; readonly key?: string | number } {
  let holder: { node: Node; key?: string | number } = { node: document };
  let inside: Json | undefined = document;
  for (const name of path) {
    const reference = read.at(inside, "$ref");
    if (typeof reference === "string" && read.at(inside, String(name)) === undefined) {
      inside = read.at(document, ...pointerNames(reference));
    }
    if (isList(inside)) {
      holder = { node: inside, key: Number(name) };
      inside = inside[Number(name)];
    } else if (isObject(inside)) {
      holder = { node: inside, key: String(name) };
      inside = read.at(inside, String(name));
    } else break;
  }
  return holder;
}
