import type { Documents, Json } from "./documents/model.ts";
import type { Problems } from "./documents/problems.ts";
import * as read from "./documents/read.ts";

/** The input of every builder: both documents, and problems. */
export interface BuildContext extends Documents {
  readonly problems: Problems;
}

/** The name of a document; references are followed within it. */
export type Document = keyof Documents;

/**
 * Whether the documents assume nothing, and leave things open or are plain ones, without our
 * extensions. What such a spec omits is undocumented; what any other spec omits was forgotten.
 */
export function showsAlone({ openapi, asyncapi }: BuildContext): boolean {
  const documents = [openapi, asyncapi];
  const has = (mark: string): boolean => documents.some((one) => isMarked(one, mark));
  const isPlain = openapi["x-security-types"] === undefined;
  return !has("x-assumed") && (isPlain || has("x-unstated"));
}

function isMarked(value: Json, mark: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, mark) || Object.values(value).some((each) => isMarked(each, mark));
}

/** The text members of an object. */
export function textsByName(value: Json | undefined): Readonly<Record<string, string>> {
  const entries = Object.entries(read.object(value)).map(([name, text]) => [name, read.text(text)]);
  return Object.fromEntries(entries);
}

/** The assumption id in `x-assumed`, if any. */
export function assumedBy(value: Json | undefined): string | undefined {
  const id = read.at(value, "x-assumed");
  return typeof id === "string" ? id : undefined;
}

/** A duration such as `{ every: 30, unit: minute }`, in milliseconds. */
export function milliseconds(node: Json | undefined, ...path: readonly string[]): number {
  const { every, unit } = read.object(node, ...path);
  return Number(every) * (unitMs[String(unit)] ?? Number.NaN);
}

/** Units of durations, in milliseconds. */
const unitMs: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};
