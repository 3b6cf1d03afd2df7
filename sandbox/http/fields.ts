/** The fields of one request: decoded, checked by the operation table, refused when wrong. */

import { signing } from "../../generated/signing.ts";
import {
  type FieldFault,
  type FieldRule,
  fieldFault,
  printableName,
} from "../../runtime/encoding/field-fault.ts";
import { valueOf } from "../../runtime/encoding/field-text.ts";
import { type DecodedPairs, decodePairs, type Pair } from "../../runtime/encoding/percent.ts";
import { readFields, withDefaults } from "../../runtime/encoding/wire-read.ts";
import type { OperationDescriptor, ParameterDescriptor } from "../../runtime/tables.ts";
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
  const query = request.query === "" ? nothing : decodePairs(request.query);
  const body = request.body === "" ? nothing : decodePairs(request.body);
  return { query: query.pairs, body: body.pairs, faults: query.faults.concat(body.faults) };
}

const nothing: DecodedPairs = { pairs: [], faults: [] };

/** Of a request whose fields were read without them. */
export const noPairs: RequestPairs = { query: [], body: [], faults: [] };

/** Query and body as they were written, the one right behind the other, but for one field. */
export function wireTextWithout({ query, body }: HttpRequest, field: string): string {
  return [query, body].map((text) => partsWithout(text, field)).join("");
}

function partsWithout(text: string, field: string): string {
  const parts = text.split("&");
  return parts.filter((part) => decodePairs(part).pairs[0]?.[0] !== field).join("&");
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

/** An operation's fields, ready to be read from many requests. */
export interface FieldPlan {
  readonly operation: OperationDescriptor;
  readonly known: ReadonlyMap<string, ParameterDescriptor>;
  readonly required: readonly string[];
  /** Those that are only sent together with others. */
  readonly dependent: readonly ParameterDescriptor[];
  readonly defaults: readonly (readonly [name: string, value: FieldValues[string]])[];
  /** All fields, of which none was sent: what is read has one shape, whatever it holds. */
  readonly blank: ReadValues;
}

/** Values while they are read; `undefined` for a field that was not sent. */
export type ReadValues = Record<string, FieldValues[string] | undefined>;

/** Reads the table of an operation once. */
export function planFields(operation: OperationDescriptor): FieldPlan {
  const { parameters } = operation;
  return {
    operation,
    known: new Map(parameters.map((parameter) => [parameter.name, parameter])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    dependent: parameters.filter(({ onlyWith }) => onlyWith !== undefined),
    defaults: Object.entries(withDefaults({}, parameters)),
    blank: Object.fromEntries(parameters.map(({ name }) => [name, undefined])),
  };
}

/**
 * Checks all fields of a request and fills in the documented defaults. Throws a `Refusal` that
 * tells the faults.
 */
export function requireFields(plan: FieldPlan, pairs: RequestPairs): FieldValues {
  const { operation } = plan;
  const values = readFaultless(plan, pairs);
  if (values !== undefined) return values;
  const { query, body } = pairs;
  const ignored = operation.signed ? [signing.signature] : [];
  const read = readFields({ query, body }, operation.parameters, ignored);
  const faults = [...pairs.faults, ...placeFaults(operation, body), ...read.faults];
  const [first] = faults;
  if (first === undefined) return withDefaults(read.values, operation.parameters);
  const sentences = [...new Set(faults.map(({ message }) => message))];
  throw new Refusal(nameOf(first), sentences.slice(0, sentencesMax).join(" "));
}

/** The short way for a request that nothing is wrong with; `undefined` when anything is. */
function readFaultless(plan: FieldPlan, pairs: RequestPairs): FieldValues | undefined {
  const { operation } = plan;
  const { query, body, faults } = pairs;
  if (faults.length > 0 || (body.length > 0 && !operation.places.includes("body")))
    return undefined;
  const values = { ...plan.blank };
  if (!readInto(values, plan, query) || !readInto(values, plan, body)) return undefined;
  return completed(values, plan);
}

function readInto(values: ReadValues, plan: FieldPlan, pairs: readonly Pair[]): boolean {
  for (const [name, text] of pairs) {
    if (plan.operation.signed && name === signing.signature) continue;
    if (text.includes("\0") || !readField(values, plan, name, text)) return false;
  }
  return true;
}

/** Reads one field into the values; false when anything is wrong with it. */
export function readField(
  values: ReadValues,
  { known }: FieldPlan,
  sentName: string,
  text: string,
): boolean {
  const parameter = known.get(sentName);
  if (parameter === undefined) return false;
  // The table's own text of the name is found at once; one out of a request is looked up first.
  const { name } = parameter;
  if (values[name] !== undefined) return false;
  const read = valueOf(text, parameter);
  if (read.kind === "fault") return false;
  values[name] = read.value;
  return true;
}

/** The values with the documented defaults; `undefined` when a field is missing. */
export function completed(values: ReadValues, plan: FieldPlan): FieldValues | undefined {
  for (const name of plan.required) if (values[name] === undefined) return undefined;
  for (const { name, onlyWith = [] } of plan.dependent) {
    if (values[name] === undefined) continue;
    for (const other of onlyWith) if (values[other] === undefined) return undefined;
  }
  for (const [name, value] of plan.defaults) values[name] ??= value;
  return values as FieldValues;
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
