/** Fields without the rules of the spec: written exactly or refused, and left to the exchange. */

import type { FieldFault } from "../encoding/field-fault.ts";
import { fieldFault, isWellFormed } from "../encoding/field-fault.ts";
import type { Pair } from "../encoding/percent.ts";
import type { GivenFields, WrittenFields } from "../encoding/wire.ts";
import type { ParameterDescriptor } from "../tables.ts";

/** Writes fields as pairs; numbers that have no exact plain text are faults, as what is missing. */
export function plainFields(
  { query, body }: GivenFields,
  parameters: readonly ParameterDescriptor[],
  stamped: readonly string[],
): WrittenFields {
  const faults: FieldFault[] = [];
  const seen = new Set(stamped);
  const write = (fields: object = {}): Pair[] =>
    Object.entries(fields).flatMap(([name, value]): Pair[] => {
      if (value === undefined) return [];
      seen.add(name);
      const text = typeof value === "object" ? "" : String(value).trim();
      const isExact = typeof value === "number" ? plainNumber.test(text) : isWellFormed(text);
      if (text !== "" && isExact) return [[name, text]];
      faults.push(fieldFault(name, "notation", "has no exact text", "give it as text"));
      return [];
    });
  const written = { query: write(query), body: write(body), faults };
  for (const { name, required } of parameters) {
    if (required && !seen.has(name)) {
      faults.push(fieldFault(name, "required", "is missing", "add it"));
    }
  }
  return written;
}

/** Up to fifteen digits and no exponent: a number holds them exactly. */
const plainNumber = /^-?(?=[0-9.]{1,16}$)[0-9]{1,15}(?:\.[0-9]+)?$/;
