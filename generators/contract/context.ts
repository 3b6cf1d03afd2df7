import { isObject, member, optionalNumber } from "./documents/json.ts";
import type { Node, Places } from "./documents/places.ts";
import type { Fault, Problems } from "./documents/problems.ts";
import { lookUp, pointerNames } from "./documents/references.ts";
import { assumesNothing } from "./documents/strip.ts";
import type { Json, JsonObject, Origin } from "./model.ts";

/** What every builder reads from and reports to. */
export interface BuildContext {
  readonly openapi: JsonObject;
  readonly asyncapi: JsonObject;
  readonly places: Places;
  readonly problems: Problems;
}

/** A document together with the way to follow its references. */
export type Document = "openapi" | "asyncapi";

/** Where a node of a bundle, or one of its members, is written in the sources. */
export function originOf(context: BuildContext, node: Node, key?: string | number): Origin {
  return context.places.of(node, key);
}

/** Reports a fault of a node. */
export function report(context: BuildContext, fault: Fault): void {
  context.problems.report(fault);
}

/**
 * Whether both documents hold what the interface shows and nothing besides. A fact that such a spec
 * leaves out is not shown, where any other spec would have forgotten it.
 */
export function showsAlone({ openapi, asyncapi }: BuildContext): boolean {
  return assumesNothing(openapi) && assumesNothing(asyncapi);
}

/** What a value stands for: itself, or what its `$ref` within the document names. */
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

/** A referenced object with the words that its place adds to it. */
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

/** A required text of an object; its absence is a fault of shape. */
export function requiredText(context: BuildContext, node: JsonObject, key: string): string {
  const value = unwrapped(member(node, key));
  if (typeof value === "string" && value.trim() !== "") return value.trim();
  reportShape(context, node, key, "a text");
  return "";
}

/** A required number of an object; its absence is a fault of shape. */
export function requiredNumber(context: BuildContext, node: JsonObject, key: string): number {
  const value = optionalNumber(unwrapped(member(node, key)));
  if (value !== undefined) return value;
  reportShape(context, node, key, "a number");
  return 0;
}

/** A required word out of a set; anything else is a fault of shape and gives the first word. */
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

/** A required object within an object; its absence is a fault of shape. */
export function requiredObject(context: BuildContext, node: JsonObject, key: string): JsonObject {
  const value = member(node, key);
  if (isObject(value)) return value;
  reportShape(context, node, key, "an object");
  const nothing: JsonObject = {};
  context.places.putUnknown(node, nothing);
  return nothing;
}

/** The value that an assumable stands for: itself, or its `value` where it is assumed. */
export function unwrapped(value: Json | undefined): Json | undefined {
  return isObject(value) && Object.hasOwn(value, "x-assumed") && Object.hasOwn(value, "value")
    ? value["value"]
    : value;
}

/** The ledger entry that a value is covered by, if it carries one itself. */
export function assumedBy(value: Json | undefined): string | undefined {
  const id = member(value, "x-assumed");
  return typeof id === "string" ? id : undefined;
}

/** The ledger entry of an optional fact, in the shape that descriptors have. */
export function withAssumed(value: Json | undefined): { readonly assumed?: string } {
  const assumed = assumedBy(value);
  return assumed === undefined ? {} : { assumed };
}

/** A length of time, as in `{ every: 30, unit: minute }`, in milliseconds. */
export function milliseconds(context: BuildContext, node: JsonObject): number {
  const every = requiredNumber(context, node, "every");
  const [first = "", ...others] = Object.keys(unitMs);
  const unit = requiredWord(context, node, "unit", [first, ...others]);
  return every * (unitMs[unit] ?? Number.NaN);
}

/** The units of lengths of time, in milliseconds. */
export const unitMs: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** A word of a list that is nearest to a misspelt one, for the fix of a problem. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const close = known
    .map((candidate) => ({ candidate, distance: distance(word, candidate) }))
    .filter((entry) => entry.distance <= Math.max(2, word.length / 4))
    .sort((left, right) => left.distance - right.distance);
  return close[0]?.candidate;
}

/** The fix for an unknown name: the nearest known one, or all there are. */
export function suggestName(word: string, known: readonly string[]): string {
  const close = nearest(word, known);
  if (close !== undefined) return `Did you mean ${close}?`;
  return known.length === 0 ? "There is none to name." : `Known are: ${known.join(", ")}.`;
}

function reportShape(context: BuildContext, node: JsonObject, key: string, wanted: string): void {
  context.problems.report({
    node,
    key: Object.hasOwn(node, key) ? key : undefined,
    message: `\`${key}\` must be ${wanted}.`,
    fix: Object.hasOwn(node, key) ? "Correct the value." : "Write it.",
    kind: "shape",
  });
}

function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...left].entries()) {
    const next = [at + 1];
    for (const [column, other] of [...right].entries()) {
      const swapped = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(swapped, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
