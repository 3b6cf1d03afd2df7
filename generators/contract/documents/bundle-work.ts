import type { Grammar } from "./grammar.ts";
import { isObject } from "./json.ts";
import type { Json, JsonObject } from "./model.ts";
import type { Node, Places } from "./places.ts";
import type { Problems } from "./problems.ts";
import type { Target } from "./references.ts";
import { lookUp, readReference, toPointer } from "./references.ts";

/** What bundling needs: the files by path within the spec's folder, and where faults go. */
export interface BundleInput {
  readonly entry: string;
  readonly grammar: Grammar;
  /** The value of a file, or nothing when there is no such file. */
  readonly open: (path: string) => Json | undefined;
  readonly places: Places;
  readonly problems: Problems;
  /** Told once for every reference that leads nowhere. */
  readonly onLost: () => void;
}

/** A bundling run: its input, and what it has gathered so far. */
export interface Work extends BundleInput {
  /** The values of `components`, by section and name. */
  readonly sections: Map<string, Map<string, Named>>;
  /** The name of each source place that has one, by section and place. */
  readonly names: Map<string, Map<string, string>>;
  readonly queue: (() => void)[];
  /** References within the entry file, to be followed once the bundle is whole. */
  readonly local: { readonly node: JsonObject; readonly pointer: readonly string[] }[];
}

/** A value of `components`, filled once its turn in the queue comes. */
export interface Named {
  readonly source: string;
  value: Json;
}

/** Where the copying stands: which kind, in which file, inside which written-out references. */
export interface Position {
  readonly kind: string;
  readonly file: string;
  readonly path: readonly string[];
}

/** What a value stands for: itself, or what its `$ref` to another file names. */
export function resolved(
  value: Json,
  place: Target,
  work: Work,
): { readonly value: Json; readonly target: Target } | undefined {
  if (!isObject(value) || !Object.hasOwn(value, "$ref")) return { value, target: place };
  const target = targetOf(value, place.file, work);
  if (target === undefined) return undefined;
  if (target.file === work.entry) return { value, target: place };
  const found = lookUp(work.open(target.file), target.pointer);
  if (found === undefined) missing(value, target, work);
  return found === undefined ? undefined : { value: found, target };
}

/** What the `$ref` of an object points at; a reference that may not be followed is reported. */
export function targetOf(node: JsonObject, file: string, work: Work): Target | undefined {
  const reference = node["$ref"];
  const target =
    typeof reference === "string"
      ? readReference(reference, file)
      : { message: "A $ref must be a text.", fix: "Write the path of a file in it." };
  if ("file" in target) return target;
  work.problems.report({ node, key: "$ref", ...target });
  return undefined;
}

/** Reports a reference that names nothing, and gives what stands in for it. */
export function missing(node: JsonObject, target: Target, work: Work): JsonObject {
  // Told even where the file around it could be read only in part: the name is there.
  work.problems.reportAt(
    work.places.of(node, "$ref"),
    `The $ref "${String(node["$ref"])}" names ${sourceOf(target)}, which does not exist.`,
    "Correct the $ref or write what it names.",
  );
  return unknown(node, work);
}

/** Stands for what could not be found; nothing that it lacks is reported. */
export function unknown(node: JsonObject, work: Work): JsonObject {
  const nothing: JsonObject = {};
  work.onLost();
  work.places.putUnknown(node, nothing);
  return nothing;
}

/** Gives a copy the place of what it was made from. */
export function placed<Value extends Node>(value: Value, from: Node, { places }: Work): Value {
  places.copy(from, value);
  return value;
}

/** A place in the sources as one text. */
export function sourceOf({ file, pointer }: Target): string {
  return pointer.length === 0 ? file : `${file}#${toPointer(pointer)}`;
}

/** The group of a name, made when it is first asked for. */
export function within<Value>(
  groups: Map<string, Map<string, Value>>,
  name: string,
): Map<string, Value> {
  const group = groups.get(name) ?? new Map<string, Value>();
  groups.set(name, group);
  return group;
}
