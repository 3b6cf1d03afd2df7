import type { Json, JsonObject, Origin } from "./model.ts";

/** An object or a list of a document: everything that has a place of its own. */
export type Node = JsonObject | readonly Json[];

/** Remembers for each object and list where it is written, through all copies. */
export interface Places {
  /** Notes where a node that was just read is written. */
  readonly put: (node: Node, place: Place) => void;
  /** Gives a copy the place of what it was copied from. */
  readonly copy: (from: Node, to: Node) => void;
  /** Gives a stand-in the place of the reference that names nothing; it lacks everything. */
  readonly putUnknown: (from: Node, to: Node) => void;
  /** Where the node is written; with a key, where that member of it is written. */
  readonly of: (node: Node, key?: string | number) => Origin;
  /** Where a character of a member's text is written; the member itself where that is unsure. */
  readonly within: (node: Node, key: string | number, at: number) => Origin;
  /** Whether the node comes from a file that could not be read whole, or stands for nothing. */
  readonly isBroken: (node: Node) => boolean;
}

/** Where one node is written, and where each of its members is. */
export interface Place {
  readonly file: PlacedFile;
  /** Offset of the key that holds the node, or of the node itself. */
  readonly offset: number;
  readonly members: ReadonlyMap<string | number, number>;
  /** Where the text of a member begins, of those that are written as they read. */
  readonly texts?: ReadonlyMap<string | number, number>;
}

/** A file as the problems name it. */
export interface PlacedFile {
  readonly path: string;
  /** Set once the file turned out to be faulty: what it lacks is no fault of others. */
  broken: boolean;
  /** Turns an offset into a 1-based line and column. */
  readonly position: (offset: number) => { readonly line: number; readonly column: number };
}

/** Makes an empty memory of places. */
export function createPlaces(): Places {
  const places = new WeakMap<Node, Place>();
  const unknown = new WeakSet<Node>();
  const copy = (from: Node, to: Node): void => {
    const place = places.get(from);
    if (place !== undefined) places.set(to, place);
  };
  const of = (node: Node, key?: string | number): Origin => {
    const place = places.get(node);
    if (place === undefined) return { file: "spec", line: 1, column: 1 };
    const offset = key === undefined ? undefined : place.members.get(key);
    return { file: place.file.path, ...place.file.position(offset ?? place.offset) };
  };
  return {
    put(node, place) {
      places.set(node, place);
    },
    copy,
    putUnknown(from, to) {
      copy(from, to);
      unknown.add(to);
    },
    of,
    within(node, key, at) {
      const place = places.get(node);
      const start = place?.texts?.get(key);
      if (place === undefined || start === undefined) return of(node, key);
      return { file: place.file.path, ...place.file.position(start + at) };
    },
    isBroken(node) {
      return unknown.has(node) || (places.get(node)?.file.broken ?? false);
    },
  };
}
