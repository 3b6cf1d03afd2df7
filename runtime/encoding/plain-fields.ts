/** The fields of a request as pairs of text, without the rules that the exchange checks anyway. */

import type { ParameterDescriptor } from "../tables.ts";
import type { FieldFault } from "./field-fault.ts";
import { fieldFault, isWellFormed, printableName } from "./field-fault.ts";
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
    entriesOf(fields, faults).flatMap(([name, value]): Pair[] => {
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
  addMissing(parameters, seen, faults);
  return written;
}

/** The fields of an object; what is none, like a list or a Map, would be a call without fields. */
export function entriesOf(fields: unknown, faults: FieldFault[]): [name: string, value: unknown][] {
  if (fields === undefined || fields === null) return [];
  if (areFields(fields)) return Object.entries(fields);
  faults.push(fieldFault("request", "type", "holds no fields", "give an object of fields"));
  return [];
}

/** Whether a value can hold fields by their names: a list, a Map or a promise cannot. */
export function areFields(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return !(Symbol.iterator in value || "then" in value);
}

/** Up to fifteen digits behind leading zeros: a number holds them exactly. */
const exactNumber = /^-?(?:(?=[0-9.]{1,16}$)[0-9]{1,15}(?:\.[0-9]+)?|0\.0*[0-9]{1,15})$/;

/** Adds a fault for each field that is needed and not there, by itself or as one of several. */
export function addMissing(
  parameters: readonly ParameterDescriptor[],
  there: ReadonlySet<string>,
  faults: FieldFault[],
): void {
  for (const { name, required, orElse } of parameters) {
    if (there.has(name)) continue;
    if (required) {
      faults.push(fieldFault(name, "required", "is missing", "add it"));
    } else if (orElse?.some((other) => there.has(other)) === false) {
      const what = `or ${orElse.join(" or ")} is missing`;
      faults.push(fieldFault(name, "required", what, "send one of them"));
    }
  }
}

/** A number as text without its exponent: `1e-7` is `0.0000001`. Other text stays as it is. */
export function plainNotation(text: string): string {
  const [, sign, whole = "", fraction = "", exponent] = exponentForm.exec(text) ?? [];
  const by = Number(exponent);
  if (exponent === undefined || Math.abs(by) > exponentMax) return text;
  // The point moves over as many zeros as it needs.
  const zeros = "0".repeat(Math.abs(by));
  const digits = by < 0 ? zeros + whole + fraction : whole + fraction + zeros;
  const point = by < 0 ? whole.length : whole.length + by;
  const front = digits.slice(0, point).replace(/^0+(?=[0-9])/, "");
  const back = digits.slice(point).replace(by > 0 ? /0*$/ : /$/, "");
  return `${sign}${front}${back === "" ? "" : `.${back}`}`;
}

const exponentForm = /^(-?)([0-9]+)(?:\.([0-9]+))?[eE]([-+]?[0-9]{1,4})$/;

/** Longer than any amount, short enough to write out. */
const exponentMax = 400;
