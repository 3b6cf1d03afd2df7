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

/** Values by field name. */
export type FieldValues = Readonly<Record<string, string | number | bigint | boolean>>;

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

/**
 * Refuses a body that is no form, whatever its header says: read as one it would only look badly
 * signed.
 */
export function requireForm({ body }: HttpRequest): void {
  if (!otherBody.test(body)) return;
  const what = "the body is no form; send its fields as application/x-www-form-urlencoded.";
  throw new Refusal("ILLEGAL_CHARACTERS", what);
}

/** How JSON and multipart bodies start. */
const otherBody = /^\s*(?:[[{]|--)/;

/**
 * Checks all fields of a request and fills in the documented defaults. Throws a `Refusal` that
 * tells the faults.
 */
export function requireFields(operation: OperationDescriptor, pairs: RequestPairs): FieldValues {
  const { query, body } = pairs;
  const ignored = operation.signed ? [signing.signature] : [];
  const read = readFields({ query, body }, operation.parameters, ignored);
  const faults = [...pairs.faults, ...placeFaults(operation, body), ...read.faults];
  const [first] = faults;
  if (first === undefined) return withDefaults(read.values, operation.parameters);
  const sentences = [...new Set(faults.map(({ message }) => message))];
  throw new Refusal(nameOf(first), sentences.slice(0, sentencesMax).join(" "));
}

/** Faults that are told at once; a hostile request has thousands. */
const sentencesMax = 10;

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
