import {
  isObject,
  listIn,
  lookUp,
  member,
  pointerNames,
  textIn,
  textsIn,
} from "../contract/documents/json.ts";
import type { Places } from "../contract/documents/places.ts";
import type { Json, JsonObject, Origin } from "../contract/model.ts";

/** One of the two compared documents, with the positions of its nodes. */
export interface Side {
  readonly root: JsonObject;
  readonly places: Places;
}

/** A value of a document, with its position and the assumption it depends on. */
export interface Spot {
  readonly value: Json;
  readonly origin: Origin;
  readonly assumed: string | undefined;
  /** Position of the reference that led here; differences behind it are reported there. */
  readonly held: Origin | undefined;
}

/** The name at the end of a reference within the document, as `Order`; nothing without one. */
export function referredName(value: Json | undefined): string | undefined {
  const reference = member(value, "$ref");
  return typeof reference === "string" ? pointerNames(reference).at(-1) : undefined;
}

/** The value itself, or the target of its reference merged with the members beside it. */
export function followed(side: Side, value: Json): Json {
  const reference = member(value, "$ref");
  if (typeof reference !== "string" || !isObject(value)) return value;
  const target = lookUp(side.root, pointerNames(reference));
  const { $ref: _, ...own } = value;
  return isObject(target) ? { ...target, ...own } : own;
}

/** The target of a reference, reported at the position of the reference. */
export function followedSpot(side: Side, spot: Spot): Spot {
  if (referredName(spot.value) === undefined || !isObject(spot.value)) return spot;
  const held = spot.held ?? side.places.of(spot.value, "$ref");
  return { ...spot, value: followed(side, spot.value), held };
}

/** The forms of a value in two schemas that describe them with different keywords. */
export interface Forms {
  readonly spots: readonly [Spot, Spot];
  /** The keywords that need no line of their own then. */
  readonly keys: readonly string[];
}

/**
 * The forms of a value where the keyword that describes them changed, as from `type: integer` to
 * `anyOf`: gives one difference instead of several. Nothing where the keyword is the same.
 */
export function formsOf(old: Spot | undefined, now: Spot | undefined): Forms | undefined {
  const [before, after] = [old, now].map((spot) => readForms(spot?.value));
  if (old === undefined || now === undefined) return undefined;
  if (before === undefined || after === undefined || before.key === after.key) return undefined;
  const spots = [
    { ...old, value: before.forms },
    { ...now, value: after.forms },
  ] as const;
  return { spots, keys: [before.key, after.key, "format", "items"] };
}

/** Whether one of two schemas names a type and the other chooses among several. */
export function isChosen(old: Spot, now: Spot): boolean {
  const keys = [old, now].map(({ value }) => readForms(value)?.key ?? "");
  return keys.includes("$ref") && keys.some((key) => key === "anyOf" || key === "oneOf");
}

/** The form of a value in a word or two: a name, a type, or a list of these. */
export function formName(schema: Json | undefined): string {
  const name = referredName(schema);
  if (name !== undefined || !isObject(schema)) return name ?? "anything";
  if (schema["type"] === "array") return `list of ${formName(schema["items"])}`;
  const { type, format } = schema;
  const words = [...textsIn([type ?? ""].flat()), textIn(format)].filter((word) => word !== "");
  return words.join(" ") || "what is written in place";
}

function readForms(
  schema: Json | undefined,
): { readonly key: string; readonly forms: readonly string[] } | undefined {
  if (!isObject(schema)) return undefined;
  const keys = ["$ref", "type", "anyOf", "oneOf"].filter((key) => Object.hasOwn(schema, key));
  const [key] = keys;
  if (key === undefined || keys.length > 1) return undefined;
  if (key === "$ref") return { key, forms: [formName(schema)] };
  if (key !== "type") return { key, forms: listIn(schema[key]).map(formOf) };
  const types = textsIn([schema["type"] ?? ""].flat());
  return { key, forms: types.map((type) => formName({ ...schema, type })) };
}

/** A form with all other keywords of the branch, so that different branches differ in text. */
function formOf(branch: Json): string {
  if (!isObject(branch)) return "";
  const more = Object.entries(branch).filter(
    ([key]) => !/^(type|format|items|\$ref|description|x-.*)$/u.test(key),
  );
  const others = more.map(([key, value]) => `${key} ${JSON.stringify(value)}`);
  return [formName(branch), ...others].join(" ");
}
