/**
 * Request fields on the wire: a client turns typed values into the pairs that it signs and sends, a
 * server turns received pairs back into values. Both use the same descriptors.
 */

import type { Int64, ParameterDescriptor } from "../tables.ts";
import { compareDecimals, decimalIssue, plainNotation } from "./decimal.ts";
import type { FieldIssue, FieldRule } from "./field-issue.ts";
import { fieldIssue, isWellFormed, nearestName, printableName } from "./field-issue.ts";
import { readInt64 } from "./int64-math.ts";
import type { Pair } from "./percent.ts";
import { addMissing, entriesOf, type GivenFields, type WrittenFields } from "./plain-fields.ts";

/** The value of a field on a server; decimals stay text. */
export type FieldValue = string | Int64 | boolean;

/**
 * Checks all fields of a call and encodes them as pairs. `stamped` names fields that the sender
 * adds later and that may be missing here.
 */
export function writeFields(
  given: GivenFields,
  parameters: readonly ParameterDescriptor[],
  stamped: readonly string[] = [],
): WrittenFields {
  const known = byName(parameters);
  const issues: FieldIssue[] = [];
  const names: string[] = [];
  const write = (fields: object | undefined): Pair[] => {
    const pairs: Pair[] = [];
    for (const [name, value] of entriesOf(fields, issues)) {
      if (value === undefined) continue;
      const parameter = known.get(name);
      if (parameter === undefined && callOptions.includes(name)) {
        const fix = "pass it after the fields";
        issues.push(fieldIssue(name, "unknown", "is an option of the call", fix));
        continue;
      }
      names.push(name);
      const text = parameter && textOf(value, parameter);
      if (typeof text === "string") pairs.push([name, text]);
      else if (text !== undefined) issues.push(text);
    }
    return pairs;
  };
  const [query, body] = [write(given.query), write(given.body)];
  checkTogether(names, parameters, stamped, issues, [given.query, given.body]);
  return { query, body, issues };
}

/** Options that callers pass among the fields by mistake. */
const callOptions = ["signal", "timeoutMs", "resolveMs", "sendIn"];

/** Pairs by the place where they were received. */
export interface ReceivedPairs {
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
}

/**
 * Reads and checks all fields of a request. A field that is sent twice, in one place or in both, is
 * an issue; fields in `ignored` are skipped. A value above a maximum that the exchange truncates
 * becomes the maximum. Defaults are not filled in.
 */
export function readFields(
  { query, body }: ReceivedPairs,
  parameters: readonly ParameterDescriptor[],
  ignored: readonly string[] = [],
) {
  const known = byName(parameters);
  const values: Record<string, FieldValue> = {};
  const issues: FieldIssue[] = [];
  const names: string[] = [];
  for (const [name, text] of body.length === 0 ? query : [...query, ...body]) {
    if (ignored.includes(name)) continue;
    const parameter = known.get(name);
    // The table's own string is faster to look up than a slice of the request.
    names.push(parameter?.name ?? name);
    if (parameter === undefined) continue;
    const value = valueFrom(text, parameter);
    if (typeof value === "object") issues.push(value);
    else values[parameter.name] = value;
  }
  checkTogether(names, parameters, ignored, issues);
  return { values, issues };
}

/** The values, with documented defaults for absent fields. */
export function withDefaults(
  values: Readonly<Record<string, FieldValue>>,
  parameters: readonly ParameterDescriptor[],
): Record<string, FieldValue> {
  const filled: Record<string, FieldValue> = { ...values };
  for (const { name, default: value } of parameters) {
    if (value !== undefined && !Object.hasOwn(filled, name)) filled[name] = value;
  }
  return filled;
}

/**
 * Checks the fields of a call together: known, unique, complete, and with the fields that each
 * requires. Adds to `issues`.
 */
function checkTogether(
  names: readonly string[],
  parameters: readonly ParameterDescriptor[],
  supplied: readonly string[],
  issues: FieldIssue[],
  given?: readonly unknown[],
): void {
  const known = byName(parameters);
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) {
      issues.push(fieldIssue(printableName(name), "duplicate", "is sent twice", "send it once"));
    } else if (!known.has(name)) {
      issues.push(unknownField(name, [...known.keys()]));
    }
    seen.add(name);
  }
  for (const name of supplied) seen.add(name);
  addMissing(parameters, seen, issues, given);
  for (const { name, onlyWith } of parameters) {
    const lacking = onlyWith?.filter((other) => !seen.has(other)) ?? [];
    if (lacking.length === 0 || !seen.has(name)) continue;
    const company = lacking.join(" and ");
    issues.push(fieldIssue(name, "onlyWith", `is only allowed with ${company}`, `add ${company}`));
  }
}

type Parameters = ReadonlyMap<string, ParameterDescriptor>;

const indexes = new WeakMap<readonly ParameterDescriptor[], Parameters>();

function byName(parameters: readonly ParameterDescriptor[]): Parameters {
  const known = indexes.get(parameters);
  if (known !== undefined) return known;
  const made = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  indexes.set(parameters, made);
  return made;
}

function unknownField(name: string, known: readonly string[]): FieldIssue {
  const nearest = nearestName(name, known);
  const all = known.length === 0 ? "this operation takes none" : `use ${known.join(", ")}`;
  const fix = nearest === undefined ? all : `did you mean ${nearest}?`;
  return fieldIssue(printableName(name), "unknown", "is not a field of this operation", fix);
}

/** The trimmed text of a caller's value, or its issue. */
function textOf(value: unknown, parameter: ParameterDescriptor): string | FieldIssue {
  if (!isOfKind(value, parameter)) {
    return refuse(parameter, "type", `is ${describeValue(value)}`);
  }
  const text = typeof value === "number" ? plainNotation(`${value}`) : String(value);
  return checkText(text.trim(), parameter);
}

/** The typed value of received text, or its issue. Surrounding space is trimmed. */
function valueFrom(text: string, parameter: ParameterDescriptor): FieldValue | FieldIssue {
  if (text.includes("\0")) return refuse(parameter, "wellFormed", "holds a NUL");
  const checked = checkText(text.trim(), parameter);
  if (typeof checked !== "string") return checked;
  switch (parameter.kind) {
    case "integer":
    case "int64":
      return truncated(checked, parameter);
    case "boolean":
      return checked === "true";
    case "choice":
      // The table's own string, so that the request's memory can be freed.
      return parameter.choices?.find((choice) => choice === checked) ?? checked;
    case "text":
    case "decimal":
      return checked;
  }
}

function isOfKind(value: unknown, { kind }: ParameterDescriptor): boolean {
  switch (kind) {
    case "text":
    case "choice":
      return typeof value === "string";
    case "decimal":
      return typeof value === "string" || Number.isFinite(value);
    case "integer":
    case "int64":
      return typeof value === "bigint" || Number.isSafeInteger(value);
    case "boolean":
      return typeof value === "boolean";
  }
}

/** The rules on the text alone, the same for client and server. */
function checkText(text: string, parameter: ParameterDescriptor): string | FieldIssue {
  if (text === "") return refuse(parameter, "blank", "is blank");
  if (!isWellFormed(text)) return refuse(parameter, "wellFormed", "holds half of a surrogate pair");
  const notation = notationIssue(text, parameter);
  if (notation !== undefined) return refuse(parameter, "notation", notation);
  const { choices, open, pattern, minimum, maximum, aboveMaximum } = parameter;
  if (choices !== undefined && !open && !choices.includes(text)) {
    return refuse(parameter, "choice", "is not an allowed value");
  }
  if (pattern !== undefined && !patternOf(pattern).test(text)) {
    return refuse(parameter, "pattern", "has the wrong format");
  }
  if (minimum !== undefined && compare(text, minimum) < 0) {
    return refuse(parameter, "minimum", `is below ${minimum}`);
  }
  const isBounded = maximum !== undefined && aboveMaximum !== "truncate";
  if (isBounded && compare(text, maximum) > 0) {
    return refuse(parameter, "maximum", `is above ${maximum}`);
  }
  return text;
}

function notationIssue(text: string, { kind }: ParameterDescriptor): string | undefined {
  switch (kind) {
    case "decimal":
      return decimalIssue(text);
    case "integer":
    case "int64":
      return readInt64(text) === undefined ? "is not a 64-bit integer" : undefined;
    case "boolean":
      return text === "true" || text === "false" ? undefined : "is neither true nor false";
    case "text":
    case "choice":
      return undefined;
  }
}

/** Negative for a plain number below the bound, 0 for an equal one. */
function compare(text: string, bound: number): number {
  const apart = Number(text) - bound;
  // Rounding never swaps two numbers; at most it makes them equal.
  return apart === 0 ? compareDecimals(text, plainNotation(`${bound}`)) : apart;
}

/** The value of a text that was checked. */
function truncated(text: string, { maximum, aboveMaximum }: ParameterDescriptor): Int64 {
  const value = readInt64(text) ?? Number.NaN;
  const isAbove = aboveMaximum === "truncate" && maximum !== undefined && value > maximum;
  return isAbove ? maximum : value;
}

const patterns = new Map<string, RegExp>();

function patternOf(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern, "u");
  patterns.set(pattern, known);
  return known;
}

function refuse(parameter: ParameterDescriptor, rule: FieldRule, what: string): FieldIssue {
  return fieldIssue(parameter.name, rule, what, fixFor(parameter));
}

/** What to send instead, whichever rule was broken. */
function fixFor({ kind, choices, minimum, maximum, pattern }: ParameterDescriptor): string {
  const from = minimum === undefined ? "" : ` from ${minimum}`;
  const to = maximum === undefined ? "" : ` up to ${maximum}`;
  switch (kind) {
    case "choice":
      return `give one of ${(choices ?? []).join(", ")}`;
    case "decimal":
      return `give digits with at most one point${to}, best as text like "0.001"`;
    case "integer":
      return `give a whole number${from}${to}`;
    case "int64": {
      const isSafe = maximum !== undefined && maximum <= Number.MAX_SAFE_INTEGER;
      return `give a whole number${from}${to}${isSafe ? "" : ", beyond 2^53 as a bigint"}`;
    }
    case "boolean":
      return "give true or false";
    case "text":
      return pattern === undefined ? "give text, or leave it out" : `give ${textLike(pattern)}`;
  }
}

/** A pattern in words, if it only limits the length. */
function textLike(pattern: string): string {
  const [, longest] = /^\^\[\^\\u0000\]\{1,(\d+)\}\$$/u.exec(pattern) ?? [];
  return longest === undefined ? `text like ${pattern}` : `text of 1 to ${longest} characters`;
}

/** Shows numbers, which explain the refusal, but no text, which may be a secret. */
function describeValue(value: unknown): string {
  if (typeof value === "number") {
    const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value);
    return isRounded ? `${value}, which a number cannot hold exactly` : `the number ${value}`;
  }
  if (value === null) return "null";
  if (value instanceof Date) return "a Date, not its getTime()";
  return Array.isArray(value) ? "a list" : `of type ${typeof value}`;
}
