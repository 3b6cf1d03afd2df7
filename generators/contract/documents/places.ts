import type { Json, JsonObject, Origin } from "./model.ts";

/** An object or a list, which has its own position. */
export type Node = JsonObject | readonly Json[];

/** A file, with the offsets of a node and its members. */
export interface Place {
  readonly file: PlacedFile;
  readonly at: number;
  readonly members: ReadonlyMap<string, number>;
}

/** A file as shown in problems. */
export interface PlacedFile {
  readonly path: string;
  /** Not parsed completely; what is missing in it is not reported. */
  broken: boolean;
  /** Converts an offset to a 1-based line and column. */
  readonly position: (offset: number) => { readonly line: number; readonly column: number };
}

// Beside the nodes, so that they stay plain JSON. A node has one place, whoever asks for it.
const places = new WeakMap<Node, Place>();
const memberPlaces = new WeakMap<Node, Map<string, Origin>>();

/** Stores the place of a parsed node. */
export function putPlace(node: Node, place: Place): void {
  places.set(node, place);
}

/** Gives a copy its original's place, and returns it. */
export function placed<Value extends Node>(to: Value, from: Json | undefined): Value {
  const place = typeof from === "object" && from !== null ? places.get(from) : undefined;
  if (place !== undefined) places.set(to, place);
  return to;
}

/** Gives a member that a copy has from another node the place that it has there. */
export function placeMember(from: Node, key: string | number, to: Node, as: string | number): void {
  const known = memberPlaces.get(to) ?? new Map<string, Origin>();
  memberPlaces.set(to, known.set(String(as), placeOf(from, key)));
}

/** A placeholder for what a node should hold; what is missing in it is not reported. */
export function placeholder(node: Node): JsonObject {
  const nothing: JsonObject = {};
  const place = places.get(node);
  if (place !== undefined) places.set(nothing, { ...place, file: { ...place.file, broken: true } });
  return nothing;
}

/** The position of a node, or of its member. */
export function placeOf(node: Node, key?: string | number): Origin {
  const [place, member] = [places.get(node), memberPlaces.get(node)?.get(String(key))];
  if (member !== undefined) return member;
  if (place === undefined) return { file: "spec", line: 1, column: 1 };
  const offset = key === undefined ? undefined : place.members.get(String(key));
  return { file: place.file.path, ...place.file.position(offset ?? place.at) };
}

/** Whether the node is a placeholder or comes from a file that could not be parsed. */
export function isBroken(node: Node): boolean {
  return places.get(node)?.file.broken ?? false;
}
