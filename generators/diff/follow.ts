import { isObject, lookUp, member, pointerNames } from "../contract/documents/json.ts";
import type { Places } from "../contract/documents/places.ts";
import type { Json, JsonObject, Origin } from "../contract/model.ts";

/** One of the two documents that are compared, with the way back to its sources. */
export interface Side {
  readonly root: JsonObject;
  readonly places: Places;
}

/** A value of a document, and what is known of it from the way that led there. */
export interface Spot {
  readonly value: Json;
  readonly origin: Origin;
  /** The ledger entry that it rests on. */
  readonly assumed: string | undefined;
  /** The place of the reference that led here; all that is found behind it is told there. */
  readonly held: Origin | undefined;
}

/** The name at the end of a reference within the document, as `Order`; nothing without one. */
export function referredName(value: Json | undefined): string | undefined {
  const reference = member(value, "$ref");
  return typeof reference === "string" ? pointerNames(reference).at(-1) : undefined;
}

/** What a value stands for: itself, or what its reference names with its own words over it. */
export function followed(side: Side, value: Json): Json {
  const reference = member(value, "$ref");
  if (typeof reference !== "string" || !isObject(value)) return value;
  const target = lookUp(side.root, pointerNames(reference));
  const { $ref: _, ...own } = value;
  return isObject(target) ? { ...target, ...own } : own;
}

/** The spot of what a reference names, all of it told at the place of the reference. */
export function followedSpot(side: Side, spot: Spot): Spot {
  if (referredName(spot.value) === undefined || !isObject(spot.value)) return spot;
  const held = spot.held ?? side.places.of(spot.value, "$ref");
  return { ...spot, value: followed(side, spot.value), held };
}
