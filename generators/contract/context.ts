import { isObject, lookUp, member, objectIn, pointerNames, textIn } from "./documents/json.ts";
import type { Documents, Json, JsonObject } from "./documents/model.ts";
import type { Places } from "./documents/places.ts";
import type { Problems } from "./documents/problems.ts";

/** The input of every builder: both documents, positions, and problems. */
export interface BuildContext extends Documents {
  readonly places: Places;
  readonly problems: Problems;
}

/** The name of a document, whose references are followed within it. */
export type Document = keyof Documents;

/**
 * Whether neither document assumes anything. What such a spec leaves out is not shown by the
 * interface; what any other spec leaves out was forgotten.
 */
export function showsAlone({ openapi, asyncapi }: BuildContext): boolean {
  return !JSON.stringify([openapi, asyncapi]).includes('"x-assumed":');
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

/** The texts of an object by their names. */
export function textsByName(value: Json | undefined): Readonly<Record<string, string>> {
  const entries = Object.entries(objectIn(value)).map(([name, text]) => [name, textIn(text)]);
  return Object.fromEntries(entries);
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
