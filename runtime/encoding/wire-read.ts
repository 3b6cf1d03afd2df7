/** The server's side of wire.ts: pairs that arrived, to typed values, by the same descriptors. */

import type { ParameterDescriptor } from "../tables.ts";
import type { FieldFault } from "./field-fault.ts";
import { fieldFault, printableName } from "./field-fault.ts";
import type { FieldValue } from "./field-text.ts";
import { valueFrom } from "./field-text.ts";
import type { Pair } from "./percent.ts";
import { checkTogether } from "./wire.ts";

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
    if (parameter === undefined) {
      continue;
    }
    if (text.includes("\0")) {
      faults.push(fieldFault(printableName(name), "wellFormed", "holds a NUL", "leave it out"));
      continue;
    }
    const value = valueFrom(text, parameter);
    if (value.kind === "fault") {
      faults.push(value.fault);
    } else {
      values[name] = value.value;
    }
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
    if (value !== undefined && !Object.hasOwn(filled, name)) {
      filled[name] = value;
    }
  }
  return filled;
}
