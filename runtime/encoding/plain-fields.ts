/** Encodes request fields as pairs without the rules of the spec, which the exchange checks. */

import type { ParameterDescriptor } from "../tables.ts";
import type { FieldIssue } from "./field-issue.ts";
import { fieldIssue, isWellFormed, printableName } from "./field-issue.ts";
import type { Pair } from "./percent.ts";

/** Typed values by place; `undefined` means "not sent". */
export interface GivenFields {
  readonly query?: object | undefined;
  readonly body?: object | undefined;
}

/** The pairs of each place in the given order, and all issues. */
export interface WrittenFields {
  readonly query: Pair[];
  readonly body: Pair[];
  readonly issues: FieldIssue[];
}

/**
 * Encodes fields as pairs and leaves the rules of the spec to the exchange. Missing fields and
 * numbers without an exact text are issues.
 */
export function plainFields(
  { query, body }: GivenFields,
  parameters: readonly ParameterDescriptor[],
  stamped: readonly string[],
): WrittenFields {
  const issues: FieldIssue[] = [];
  const seen = new Set(stamped);
  const write = (fields: object | undefined): Pair[] =>
    entriesOf(fields, issues).flatMap(([name, value]): Pair[] => {
      if (value === undefined) return [];
      seen.add(name);
      const text = exactText(value);
      if (text !== "" && isWellFormed(text)) return [[name, text]];
      const fix = "give it as text";
      issues.push(fieldIssue(printableName(name), "notation", "cannot be sent as is", fix));
      return [];
    });
  const written = { query: write(query), body: write(body), issues };
  addMissing(parameters, seen, issues, [query, body]);
  return written;
}

/** The fields of an object. Anything else, such as a Map, is an issue: it would send no fields. */
export function entriesOf(fields: unknown, issues: FieldIssue[]): [name: string, value: unknown][] {
  const given = fields ?? {};
  if (areFields(given)) return Object.entries(given);
  issues.push(fieldIssue("request", "type", "has the wrong type", "give an object of fields"));
  return [];
}

/** Whether a value has fields by name: a list, a Map or a promise has not. */
export function areFields(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return !(Symbol.iterator in value || "then" in value);
}

/** The text of a value; blank for a number that may have lost digits, or what has no text. */
function exactText(value: unknown): string {
  switch (typeof value) {
    case "string":
    case "bigint":
    case "boolean":
      return String(value).trim();
    case "number":
      return exactNumber.test(String(value)) ? String(value) : "";
    default:
      return "";
  }
}

/** At most fifteen significant digits: exact as a number. */
const exactNumber = /^-?(?:(?=[0-9.]{1,16}$)[0-9]{1,15}(?:\.[0-9]+)?|0\.0*[0-9]{1,15})$/;

/**
 * Adds an issue for each missing required field, and for each missing set of alternatives; also for
 * a field that the caller's objects inherit, such as a getter of a class: it would not be sent.
 */
export function addMissing(
  parameters: readonly ParameterDescriptor[],
  there: ReadonlySet<string>,
  issues: FieldIssue[],
  given: readonly unknown[] = [],
): void {
  for (const { name, required, orElse } of parameters) {
    if (there.has(name)) continue;
    if (given.some((fields) => Object(fields)[name] !== undefined)) {
      issues.push(fieldIssue(name, "type", "is only inherited", "add it"));
    } else if (required) {
      issues.push(fieldIssue(name, "required", "is missing", "add it"));
    } else if (orElse?.some((other) => there.has(other)) === false) {
      const what = `or ${orElse.join(" or ")} is missing`;
      issues.push(fieldIssue(name, "required", what, "send one of them"));
    }
  }
}
