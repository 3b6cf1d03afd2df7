/**
 * The fields of a request: typed values to the pairs that are signed and sent, and pairs that
 * arrived at a server back to values. Both sides check them by the same descriptors.
 */

import type { ParameterDescriptor } from "../tables.ts";
import { plainNotation } from "./exact-numbers.ts";
import type { FieldFault } from "./field-fault.ts";
import { fieldFault, isWellFormed, nearestName, printableName } from "./field-fault.ts";
import type { FieldValue } from "./field-text.ts";
import { textOf, valueFrom } from "./field-text.ts";
import type { Pair } from "./percent.ts";

/** Typed values by the place they are sent in; `undefined` stands for "not sent". */
export interface GivenFields {
  readonly query?: object | undefined;
  readonly body?: object | undefined;
}

/** The pairs of each place in the order given, and every fault that was found. */
export interface WrittenFields {
  readonly query: Pair[];
  readonly body: Pair[];
  readonly faults: FieldFault[];
}

/**
 * Checks all fields of one call and writes them as pairs. `stamped` names fields that the
 * sender adds by itself afterwards: they may be missing here.
 */
export function writeFields(
  given: GivenFields,
  parameters: readonly ParameterDescriptor[],
  stamped: readonly string[] = [],
): WrittenFields {
  const faults: FieldFault[] = [];
  const names: string[] = [];
  const write = (fields: object | undefined): Pair[] => {
    const pairs: Pair[] = [];
    for (const [name, value] of Object.entries(Object(fields))) {
      if (value === undefined) continue;
      names.push(name);
      const parameter = parameters.find((known) => known.name === name);
      const text = parameter && textOf(value, parameter);
      if (typeof text === "string") pairs.push([name, text]);
      else if (text !== undefined) faults.push(text);
    }
    return pairs;
  };
  const [query, body] = [write(given.query), write(given.body)];
  checkTogether(names, parameters, stamped, faults);
  return { query, body, faults };
}

/**
 * Writes fields as pairs without the rules of the spec, and leaves those to the exchange. Numbers
 * that have no exact text are faults, as what is missing.
 */
export function plainFields(
  { query, body }: GivenFields,
  parameters: readonly ParameterDescriptor[],
  stamped: readonly string[],
): WrittenFields {
  const faults: FieldFault[] = [];
  const seen = new Set(stamped);
  const write = (fields: object | undefined): Pair[] =>
    Object.entries(Object(fields)).flatMap(([name, value]): Pair[] => {
      if (value === undefined) return [];
      seen.add(name);
      const isNumber = typeof value === "number";
      const given = typeof value === "object" ? "" : String(value).trim();
      const text = isNumber ? plainNotation(given) : given;
      if (text !== "" && (isNumber ? exactNumber.test(text) : isWellFormed(text))) {
        return [[name, text]];
      }
      const fix = "give it as text";
      faults.push(fieldFault(printableName(name), "notation", "has no exact text", fix));
      return [];
    });
  const written = { query: write(query), body: write(body), faults };
  for (const parameter of parameters) faults.push(...absence(parameter, seen));
  return written;
}

/** Up to fifteen digits behind leading zeros: a number holds them exactly. */
const exactNumber = /^-?(?:(?=[0-9.]{1,16}$)[0-9]{1,15}(?:\.[0-9]+)?|0\.0*[0-9]{1,15})$/;

/** Pairs by the place they arrived in. */
export interface ReceivedPairs {
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
}

/** Values by field name, and every fault that was found. */
export interface ReadFields {
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly faults: readonly FieldFault[];
}

/**
 * Reads and checks all fields of one request. A field that is sent twice, in one place or in
 * both, is a fault; fields named in `ignored` are passed over. A value above a maximum that the
 * exchange truncates comes out as the maximum. Defaults are not filled in.
 */
export function readFields(
  { query, body }: ReceivedPairs,
  parameters: readonly ParameterDescriptor[],
  ignored: readonly string[] = [],
): ReadFields {
  const pairs = [...query, ...body].filter(([name]) => !ignored.includes(name));
  const values: Record<string, FieldValue> = {};
  const faults: FieldFault[] = [];
  for (const [name, text] of pairs) {
    const parameter = parameters.find((known) => known.name === name);
    if (parameter === undefined) continue;
    const value = text.includes("\0")
      ? fieldFault(name, "wellFormed", "holds a NUL", "leave it out")
      : valueFrom(text, parameter);
    if (typeof value === "object") faults.push(value);
    else values[name] = value;
  }
  const names = pairs.map(([name]) => name);
  checkTogether(names, parameters, ignored, faults);
  return { values, faults };
}

/** The values with the documented default of each field that was not sent. */
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
 * The rules over all fields of a call: known, once, none missing, none without its company. Adds
 * what is wrong to `faults`.
 */
function checkTogether(
  names: readonly string[],
  parameters: readonly ParameterDescriptor[],
  supplied: readonly string[],
  faults: FieldFault[],
): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) {
      faults.push(fieldFault(printableName(name), "duplicate", "is sent twice", "send it once"));
    } else if (!parameters.some((known) => known.name === name)) {
      faults.push(unknownField(name, parameters));
    }
    seen.add(name);
  }
  const there = new Set([...seen, ...supplied]);
  for (const parameter of parameters) {
    const { name, onlyWith } = parameter;
    faults.push(...absence(parameter, there));
    const lacking = seen.has(name) ? onlyWith?.filter((other) => !seen.has(other)) : undefined;
    if (lacking !== undefined && lacking.length > 0) {
      const company = lacking.join(" and ");
      const what = `is only allowed with ${company}`;
      faults.push(fieldFault(name, "onlyWith", what, `add ${company}`));
    }
  }
}

/** The fault of a field that is needed and not there, by itself or as one of several. */
function absence(
  { name, required, orElse }: ParameterDescriptor,
  there: ReadonlySet<string>,
): readonly FieldFault[] {
  if (there.has(name)) return [];
  if (required) return [fieldFault(name, "required", "is missing", "add it")];
  if (orElse?.some((other) => there.has(other)) !== false) return [];
  const what = `or ${orElse.join(" or ")} is missing`;
  return [fieldFault(name, "required", what, "send one of them")];
}

function unknownField(name: string, parameters: readonly ParameterDescriptor[]): FieldFault {
  const known = parameters.map((parameter) => parameter.name);
  const nearest = nearestName(name, known);
  const all = known.length === 0 ? "this operation takes none" : `use ${known.join(", ")}`;
  const fix = nearest === undefined ? all : `did you mean ${nearest}?`;
  return fieldFault(printableName(name), "unknown", "is no field of this operation", fix);
}
