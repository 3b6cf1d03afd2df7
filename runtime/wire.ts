/**
 * Request fields from typed values to the pairs that are signed and sent. The same pairs serve
 * both, so what is signed is what is sent.
 */

import { fieldFault, nearestName, printableName } from "./field-fault.ts";
import type { FieldFault } from "./field-fault.ts";
import { textOf } from "./field-text.ts";
import type { Pair } from "./percent.ts";
import type { ParameterDescriptor } from "./types.ts";

/** Typed values by the place they are sent in; `undefined` stands for "not sent". */
export interface GivenFields {
  readonly query?: object | undefined;
  readonly body?: object | undefined;
}

/** The pairs of each place in the order given, and every fault that was found. */
export interface WrittenFields {
  readonly query: Pair[];
  readonly body: Pair[];
  readonly faults: readonly FieldFault[];
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
  const query = writePlace(given.query, parameters, faults);
  const body = writePlace(given.body, parameters, faults);
  const names = fieldNames(given.query).concat(fieldNames(given.body));
  faults.push(...checkTogether(names, parameters, stamped));
  return { query, body, faults };
}

function writePlace(
  fields: object | undefined,
  parameters: readonly ParameterDescriptor[],
  faults: FieldFault[],
): Pair[] {
  const pairs: Pair[] = [];
  for (const [name, value] of Object.entries(fields ?? {})) {
    const parameter = parameters.find((known) => known.name === name);
    if (parameter !== undefined && value !== undefined) {
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

function fieldNames(fields: object | undefined): string[] {
  return Object.entries(fields ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
}

/** The rules over all fields of a call: known, once, none missing, none without its company. */
export function checkTogether(
  names: readonly string[],
  parameters: readonly ParameterDescriptor[],
  supplied: readonly string[],
): FieldFault[] {
  const faults: FieldFault[] = [];
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
    if (required && !seen.has(name) && !supplied.includes(name)) {
      faults.push(fieldFault(name, "required", "is missing", "add it"));
    }
    const lacking = seen.has(name) ? onlyWith?.filter((other) => !seen.has(other)) : undefined;
    if (lacking !== undefined && lacking.length > 0) {
      const company = lacking.join(" and ");
      const what = `is only allowed with ${company}`;
      faults.push(fieldFault(name, "onlyWith", what, `add ${company}`));
    }
  }
  return faults;
}

function unknownField(name: string, parameters: readonly ParameterDescriptor[]): FieldFault {
  const known = parameters.map((parameter) => parameter.name);
  const nearest = nearestName(name, known);
  const all = known.length === 0 ? "this operation takes none" : `use ${known.join(", ")}`;
  const mend = nearest === undefined ? all : `did you mean ${nearest}?`;
  return fieldFault(printableName(name), "unknown", "is no field of this operation", mend);
}
