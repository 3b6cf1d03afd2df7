/**
 * Request fields from typed values to the pairs that are signed and sent. The same pairs serve
 * both, so what is signed is what is sent.
 */

import type { ParameterDescriptor } from "../tables.ts";
import type { FieldFault } from "./field-fault.ts";
import { fieldFault, nearestName, printableName } from "./field-fault.ts";
import { textOf } from "./field-text.ts";
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
  const query = writePlace(given.query, parameters, names, faults);
  const body = writePlace(given.body, parameters, names, faults);
  checkTogether(names, parameters, stamped, faults);
  return { query, body, faults };
}

/** Adds the names of all fields that are sent, known or not, to `names`. */
function writePlace(
  fields: object | undefined,
  parameters: readonly ParameterDescriptor[],
  names: string[],
  faults: FieldFault[],
): Pair[] {
  const pairs: Pair[] = [];
  for (const [name, value] of fields === undefined ? [] : Object.entries(fields)) {
    if (value === undefined) {
      continue;
    }
    names.push(name);
    const parameter = parameters.find((known) => known.name === name);
    if (parameter !== undefined) {
      const text = textOf(value, parameter);
      if (text.kind === "fault") {
        faults.push(text.fault);
      } else {
        pairs.push([name, text.value]);
      }
    }
  }
  return pairs;
}

/**
 * The rules over all fields of a call: known, once, none missing, none without its company. Adds
 * what is wrong to `faults`.
 */
export function checkTogether(
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
  for (const { name, required, onlyWith } of parameters) {
    const isSent = seen.has(name);
    if (required && !isSent && !supplied.includes(name)) {
      faults.push(fieldFault(name, "required", "is missing", "add it"));
    }
    const lacking = isSent ? onlyWith?.filter((other) => !seen.has(other)) : undefined;
    if (lacking !== undefined && lacking.length > 0) {
      const company = lacking.join(" and ");
      const what = `is only allowed with ${company}`;
      faults.push(fieldFault(name, "onlyWith", what, `add ${company}`));
    }
  }
}

function unknownField(name: string, parameters: readonly ParameterDescriptor[]): FieldFault {
  const known = parameters.map((parameter) => parameter.name);
  const nearest = nearestName(name, known);
  const all = known.length === 0 ? "this operation takes none" : `use ${known.join(", ")}`;
  const fix = nearest === undefined ? all : `did you mean ${nearest}?`;
  return fieldFault(printableName(name), "unknown", "is no field of this operation", fix);
}
