import {
  isObject,
  lookUp,
  member,
  objectIn,
  optionalNumber,
  optionalText,
  pointerNames,
  textIn,
} from "./documents/json.ts";
import type { Documents, Json, JsonObject, Origin } from "./documents/model.ts";
import type { Node, Places } from "./documents/places.ts";
import type { Fault, Problems } from "./documents/problems.ts";
import { assumesNothing } from "./documents/strip.ts";

export { suggestName } from "./documents/problems.ts";

/** The input of every builder: both documents, positions, and problems. */
export interface BuildContext extends Documents {
  readonly places: Places;
  readonly problems: Problems;
}

/** The name of a document, whose references are followed within it. */
export type Document = keyof Documents;

/** The position of a node of a bundle, or of one of its members, in the sources. */
export function originOf(context: BuildContext, node: Node, key?: string | number): Origin {
  return context.places.of(node, key);
}

/** Reports a fault of a node. */
export function report(context: BuildContext, fault: Fault): void {
  context.problems.report(fault);
}

/**
 * Whether neither document assumes anything. What such a spec leaves out is not shown by the
 * interface; what any other spec leaves out was forgotten.
 */
export function showsAlone({ openapi, asyncapi }: BuildContext): boolean {
  return assumesNothing(openapi) && assumesNothing(asyncapi);
}

/** The object that a value is, or that its `$ref` within the document leads to. */
export function followed(
  context: BuildContext,
  document: Document,
  value: Json | undefined,
): JsonObject {
  let found = value;
  for (let steps = 0; steps < 16; steps += 1) {
    const reference = member(found, "$ref");
    if (typeof reference !== "string") break;
    found = lookUp(context[document], pointerNames(reference));
  }
  return isObject(found) ? found : {};
}

/** A referenced object, merged with the members beside its `$ref`. */
export function merged(
  context: BuildContext,
  document: Document,
  value: Json | undefined,
): JsonObject {
  if (!isObject(value) || !Object.hasOwn(value, "$ref")) return objectIn(value);
  const { $ref: _, ...own } = value;
  const target = followed(context, document, value);
  const whole = { ...target, ...own };
  context.places.copy(target, whole);
  return whole;
}

// The vocabulary says what members an extension must have, and of what type: what lacks them is
// reported by its schema, so that reading needs to be safe only.

/** A text of an object, also if it is assumed; an empty one where it is absent. */
export function textAt(node: JsonObject, key: string): string {
  return textIn(unwrapped(member(node, key)));
}

/** A number of an object, also if it is assumed; 0 where it is absent. */
export function numberAt(node: JsonObject, key: string): number {
  return optionalNumberAt(node, key) ?? 0;
}

/** A number of an object, also if it is assumed. */
export function optionalNumberAt(node: JsonObject, key: string): number | undefined {
  return optionalNumber(unwrapped(member(node, key)));
}

/** A text of an object, also if it is assumed. */
export function optionalTextAt(node: JsonObject, key: string): string | undefined {
  return optionalText(unwrapped(member(node, key)));
}

/** One of some words, also if it is assumed; the first where it is none of them. */
export function wordAt<const Word extends string>(
  node: JsonObject,
  key: string,
  words: readonly [Word, ...Word[]],
): Word {
  const value = unwrapped(member(node, key));
  return words.find((word) => word === value) ?? words[0];
}

/** The texts of an object by their names. */
export function textsByName(value: Json | undefined): Readonly<Record<string, string>> {
  const entries = Object.entries(objectIn(value)).map(([name, text]) => [name, textIn(text)]);
  return Object.fromEntries(entries);
}

/** An object without the members that are `undefined`. */
export function defined<Members extends object>(members: Members): Defined<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<Members>;
}

type Defined<Members> = {
  readonly [Key in keyof Members as undefined extends Members[Key] ? never : Key]: Members[Key];
} & {
  readonly [Key in keyof Members as undefined extends Members[Key] ? Key : never]?: Exclude<
    Members[Key],
    undefined
  >;
};

/** The value of `{ x-assumed, value }`; any other value as it is. */
export function unwrapped(value: Json | undefined): Json | undefined {
  return isObject(value) && Object.hasOwn(value, "x-assumed") && Object.hasOwn(value, "value")
    ? value["value"]
    : value;
}

/** The id of the assumption that a value names in `x-assumed`, if any. */
export function assumedBy(value: Json | undefined): string | undefined {
  const id = member(value, "x-assumed");
  return typeof id === "string" ? id : undefined;
}

/** A duration, as in `{ every: 30, unit: minute }`, in milliseconds. */
export function milliseconds(node: Json | undefined): number {
  const { every, unit } = objectIn(node);
  return Number(every) * (unitMs[String(unit)] ?? Number.NaN);
}

/** The units of durations, in milliseconds. */
export const unitMs: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};
