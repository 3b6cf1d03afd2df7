/** One request field, from its typed value to its text and back, by its descriptor. */

import type { Int64, ParameterDescriptor } from "../tables.ts";
import { compareDecimals, decimalFault } from "./decimal.ts";
import { plainNotation } from "./exact-numbers.ts";
import type { FieldFault } from "./field-fault.ts";
import { fieldFault, isWellFormed } from "./field-fault.ts";
import { int64 } from "./int64-math.ts";

/** The value of a field as a server sees it: decimals stay text. */
export type FieldValue = string | Int64 | boolean;

/** The trimmed text of a value that a caller gave, or its fault. */
export function textOf(value: unknown, parameter: ParameterDescriptor): string | FieldFault {
  if (!isOfKind(value, parameter)) {
    return refuse(parameter, "type", `is ${describeValue(value, parameter)}`);
  }
  const text = typeof value === "number" ? plainNotation(`${value}`) : String(value);
  return checkText(text.trim(), parameter);
}

/** The typed value of the text that a server received, or its fault. Space around it is cut off. */
export function valueFrom(text: string, parameter: ParameterDescriptor): FieldValue | FieldFault {
  const checked = checkText(text.trim(), parameter);
  if (typeof checked !== "string") return checked;
  switch (parameter.kind) {
    case "integer":
    case "int64":
      return truncated(checked, parameter);
    case "boolean":
      return checked === "true";
    case "choice":
      // The table's own text, so that whoever keeps it keeps nothing of the request.
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

/** All rules that hold for the text alone, the same for a client and a server. */
function checkText(text: string, parameter: ParameterDescriptor): string | FieldFault {
  if (text === "") return refuse(parameter, "blank", "is blank");
  if (!isWellFormed(text)) return refuse(parameter, "wellFormed", "holds half of a surrogate pair");
  const notation = notationFault(text, parameter);
  if (notation !== undefined) return refuse(parameter, "notation", notation);
  const { choices, open, pattern, minimum, maximum, aboveMaximum } = parameter;
  if (choices !== undefined && !open && !choices.includes(text)) {
    return refuse(parameter, "choice", "is none of the words it may be");
  }
  if (pattern !== undefined && !patternOf(pattern).test(text)) {
    return refuse(parameter, "pattern", "does not have the form it must have");
  }
  if (minimum !== undefined && compare(text, minimum, parameter) < 0) {
    return refuse(parameter, "minimum", `is below ${minimum}`);
  }
  const isBounded = maximum !== undefined && aboveMaximum !== "truncate";
  if (isBounded && compare(text, maximum, parameter) > 0) {
    return refuse(parameter, "maximum", `is above ${maximum}`);
  }
  return text;
}

function notationFault(text: string, { kind }: ParameterDescriptor): string | undefined {
  switch (kind) {
    case "decimal":
      return decimalFault(text);
    case "integer":
    case "int64":
      return int64Form.test(text) && isInt64(wholeOf(text)) ? undefined : "is not a 64-bit integer";
    case "boolean":
      return text === "true" || text === "false" ? undefined : "is neither true nor false";
    case "text":
    case "choice":
      return undefined;
  }
}

// Nineteen digits at most, so that no long text is made a bigint only to be refused.
const int64Form = /^-?[0-9]{1,19}$/;

function isInt64(value: Int64): boolean {
  return typeof value === "number" || BigInt.asIntN(64, value) === value;
}

/** Any fifteen digits fit a number exactly, which is quicker; adding 0 makes -0 a 0. */
function wholeOf(text: string): Int64 {
  return text.length <= 15 ? Number(text) + 0 : BigInt(text);
}

function compare(text: string, bound: number, { kind }: ParameterDescriptor): number {
  switch (kind) {
    case "integer":
    case "int64": {
      const value = wholeOf(text);
      return value < bound ? -1 : value > bound ? 1 : 0;
    }
    case "decimal":
      return compareDecimals(text, plainNotation(`${bound}`));
    case "text":
    case "boolean":
    case "choice":
      return 0;
  }
}

function truncated(text: string, { maximum, aboveMaximum }: ParameterDescriptor): Int64 {
  const value = wholeOf(text);
  if (aboveMaximum === "truncate" && maximum !== undefined && value > maximum) return maximum;
  return int64(BigInt(value));
}

const patterns = new Map<string, RegExp>();

function patternOf(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern, "u");
  patterns.set(pattern, known);
  return known;
}

function refuse(
  parameter: ParameterDescriptor,
  rule: FieldFault["rule"],
  what: string,
): FieldFault {
  return fieldFault(parameter.name, rule, what, fixFor(parameter));
}

/** What to give instead: also said when the rule that was broken is another one. */
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
    case "int64":
      return `give a whole number${from}${to}, beyond 2^53 as a bigint`;
    case "boolean":
      return "give true or false";
    case "text":
      return pattern === undefined ? "give text, or leave it out" : `give text like ${pattern}`;
  }
}

/** Numbers are shown because they explain the refusal; text is not, it could be a secret. */
function describeValue(value: unknown, { kind }: ParameterDescriptor): string {
  if (typeof value === "number") {
    const unsafe = (kind === "integer" || kind === "int64") && Number.isInteger(value);
    return unsafe ? `${value}, which a number cannot hold exactly` : `the number ${value}`;
  }
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `of type ${typeof value}`;
}
