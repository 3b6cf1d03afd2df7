import { isObject, lookUp, member, optionalNumber, pointerNames } from "./documents/json.ts";
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
  if (!isObject(value) || !Object.hasOwn(value, "$ref")) return isObject(value) ? value : {};
  const { $ref: _, ...own } = value;
  const target = followed(context, document, value);
  const whole = { ...target, ...own };
  context.places.copy(target, whole);
  return whole;
}

/** A required text of an object; reports its absence. */
export function requiredText(context: BuildContext, node: JsonObject, key: string): string {
  const value = unwrapped(member(node, key));
  if (typeof value === "string" && value.trim() !== "") return value.trim();
  reportShape(context, node, key, "a text");
  return "";
}

/** A required number of an object; reports its absence. */
export function requiredNumber(context: BuildContext, node: JsonObject, key: string): number {
  const value = optionalNumber(unwrapped(member(node, key)));
  if (value !== undefined) return value;
  reportShape(context, node, key, "a number");
  return 0;
}

/** A required word out of a set; reports anything else and returns the first word. */
export function requiredWord<const Word extends string>(
  context: BuildContext,
  node: JsonObject,
  key: string,
  words: readonly [Word, ...Word[]],
): Word {
  const value = unwrapped(member(node, key));
  const known = words.find((word) => word === value);
  if (known === undefined) reportShape(context, node, key, `one of ${words.join(", ")}`);
  return known ?? words[0];
}

/** A required object within an object; reports its absence. */
export function requiredObject(context: BuildContext, node: JsonObject, key: string): JsonObject {
  const value = member(node, key);
  if (isObject(value)) return value;
  reportShape(context, node, key, "an object");
  const nothing: JsonObject = {};
  context.places.putUnknown(node, nothing);
  return nothing;
}

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

/** The assumption that a value names, as a member of a descriptor. */
export function withAssumed(value: Json | undefined): { readonly assumed?: string } {
  const assumed = assumedBy(value);
  return assumed === undefined ? {} : { assumed };
}

/** A duration, as in `{ every: 30, unit: minute }`, in milliseconds. */
export function milliseconds(context: BuildContext, node: JsonObject): number {
  const every = requiredNumber(context, node, "every");
  const [first = "", ...others] = Object.keys(unitMs);
  const unit = requiredWord(context, node, "unit", [first, ...others]);
  return every * (unitMs[unit] ?? Number.NaN);
}

/** The units of durations, in milliseconds. */
export const unitMs: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

function reportShape(context: BuildContext, node: JsonObject, key: string, wanted: string): void {
  context.problems.report({
    node,
    key: Object.hasOwn(node, key) ? key : undefined,
    message: `\`${key}\` must be ${wanted}.`,
    fix: Object.hasOwn(node, key) ? "Correct the value." : "Write it.",
    kind: "shape",
  });
}
