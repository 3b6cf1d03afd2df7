/** The fields of one request: decoded, checked by the operation table, refused when wrong. */

import { signing } from "../../generated/signing.ts";
import {
  type FieldFault,
  fieldFault,
  type FieldRule,
  printableName,
} from "../../runtime/field-fault.ts";
import { decodePairs, type Pair } from "../../runtime/percent.ts";
import type { OperationDescriptor } from "../../runtime/types.ts";
import { readFields, withDefaults } from "../../runtime/wire-read.ts";
import type { HttpRequest } from "./message.ts";
import { type FailureName, Refusal } from "./refusal.ts";

export interface RequestFields {
  /** Values by name, with the documented defaults. */
  readonly values: Readonly<Record<string, string | number | bigint | boolean>>;
  /** As sent, for the signature. */
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
}

/** Pairs as they arrived, and what could not be decoded. */
export interface RequestPairs {
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
  readonly faults: readonly FieldFault[];
}

/** Decodes query and form body. */
export function decodeRequest(request: HttpRequest): RequestPairs {
  const query = decodePairs(request.query);
  const body = decodePairs(request.body);
  return { query: query.pairs, body: body.pairs, faults: [...query.faults, ...body.faults] };
}

/** Checks all fields of a request. Throws a `Refusal` that tells every fault. */
export function requireFields(operation: OperationDescriptor, pairs: RequestPairs): RequestFields {
  const { query, body } = pairs;
  const ignored = operation.signed ? [signing.signature] : [];
  const read = readFields({ query, body }, operation.parameters, ignored);
  const faults = [...pairs.faults, ...placeFaults(operation, body), ...read.faults];
  const [first] = faults;
  if (first !== undefined) {
    throw new Refusal(nameOf(first), faults.map(({ message }) => message).join(" "));
  }
  return { values: withDefaults(read.values, operation.parameters), query, body };
}

function placeFaults(operation: OperationDescriptor, body: readonly Pair[]): FieldFault[] {
  const [first] = body;
  if (first === undefined || operation.places.includes("body")) return [];
  const field = printableName(first[0]);
  return [fieldFault(field, "place", "is in the body", "send it in the query")];
}

function nameOf({ field, rule }: FieldFault): FailureName {
  return namesByField[`${rule} ${field}`] ?? namesByRule[rule];
}

const namesByRule: Readonly<Record<FieldRule, FailureName>> = {
  required: "MISSING_PARAMETER",
  unknown: "UNKNOWN_PARAMETER",
  duplicate: "TOO_MANY_PARAMETERS",
  onlyWith: "BAD_OPTIONAL_PARAMETERS",
  place: "TOO_MANY_PARAMETERS",
  type: "ILLEGAL_CHARACTERS",
  wellFormed: "ILLEGAL_CHARACTERS",
  escape: "ILLEGAL_CHARACTERS",
  name: "ILLEGAL_CHARACTERS",
  blank: "EMPTY_PARAMETER",
  notation: "ILLEGAL_CHARACTERS",
  choice: "INVALID_PARAMETER_VALUE",
  minimum: "INVALID_PARAMETER_VALUE",
  maximum: "INVALID_PARAMETER_VALUE",
  pattern: "ILLEGAL_CHARACTERS",
  credentials: "INVALID_API_KEY",
};

/** Faults that have a code of their own, by rule and field. */
const namesByField: Readonly<Record<string, FailureName>> = {
  "choice side": "INVALID_SIDE",
  "choice type": "INVALID_ORDER_TYPE",
  "choice timeInForce": "INVALID_TIME_IN_FORCE",
  "choice interval": "INVALID_INTERVAL",
  "blank newClientOrderId": "EMPTY_CLIENT_ORDER_ID",
  "blank origClientOrderId": "EMPTY_ORIGINAL_CLIENT_ORDER_ID",
  [`maximum ${signing.window}`]: "RECEIVE_WINDOW_TOO_LONG",
};
