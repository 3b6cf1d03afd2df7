/** The form of any operation, generated from the contract. */

import { operationDescriptions } from "../../../generated/descriptions.ts";
import { type OperationId, operations } from "../../../generated/operations.ts";
import { signing } from "../../../generated/signing.ts";
import { orderTypes } from "../../../generated/types.ts";
import type { Pair } from "../../../runtime/encoding/percent.ts";
import { readFields } from "../../../runtime/encoding/wire.ts";
import type {
  OperationDescription,
  OperationDescriptor,
  ParameterDescriptor,
} from "../../../runtime/tables.ts";
import { useOf } from "../live/draft.ts";

export interface OperationForm {
  readonly operation: OperationDescriptor;
  readonly about: OperationDescription;
}

/** Texts by field name; an empty text is not sent. */
export type FormTexts = Readonly<Record<string, string>>;

/** Every operation that has a form, in the order of the contract. */
export const operationIds = Object.keys(operations) as readonly OperationId[];

/** The form of an operation; `undefined` for an unknown id. */
export function formOf(id: string): OperationForm | undefined {
  const known = operationIds.find((one) => one === id);
  if (known === undefined) return undefined;
  return { operation: operations[known], about: operationDescriptions[known] };
}

const kinds = {
  text: "text",
  decimal: "decimal",
  int64: "64-bit integer",
  integer: "integer",
  boolean: "true or false",
  choice: "one of a list",
} as const satisfies Record<ParameterDescriptor["kind"], string>;

/** The expected value of a field, in a few words. */
export function takesOf(parameter: ParameterDescriptor): string {
  const { kind, minimum, maximum, aboveMaximum, default: usual, onlyWith, orElse } = parameter;
  return [
    kinds[kind],
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && `up to ${maximum}`,
    aboveMaximum === "truncate" && "larger values are truncated",
    usual !== undefined && `${usual} when empty`,
    onlyWith !== undefined && `only with ${onlyWith.join(" and ")}`,
    orElse !== undefined && `this or ${orElse.join(" or ")}`,
  ]
    .filter((part) => part !== false)
    .join(", ");
}

/** How an order type treats a field, in a few words; empty if it says nothing. */
export function useByType({ placement }: OperationDescriptor, field: string, type = ""): string {
  const known = orderTypes.find((one) => one === type);
  if (placement === undefined || known === undefined) return "";
  const { use, group } = useOf(known, field);
  if (use === "choice") return `this or ${group.filter((name) => name !== field).join(" or ")}`;
  return { required: "needed", forbidden: "not for this type", optional: "" }[use];
}

/** The values of a form for the client, and issues, by the rules of the contract. */
export function readForm({ parameters }: OperationDescriptor, texts: FormTexts) {
  const pairs = parameters.flatMap(({ name }): Pair[] => {
    const text = texts[name] ?? "";
    return text.trim() === "" ? [] : [[name, text]];
  });
  const given = pairs.map(([name]) => name);
  const stamped = given.includes(signing.timestamp) ? [] : [signing.timestamp];
  const { values, issues } = readFields({ query: pairs, body: [] }, parameters, stamped);
  return { pairs, values, issues };
}

export function callAddress(id: string, texts: FormTexts): string {
  const query = new URLSearchParams(texts).toString();
  return `#call/${id}${query === "" ? "" : `?${query}`}`;
}
