/** Decodes the fields of a request and checks them against the table of operations. */

import type { Choices } from "../../generated/sandbox.ts";
import { signing } from "../../generated/signing.ts";
import {
  type FieldIssue,
  type FieldRule,
  fieldIssue,
  printableName,
} from "../../runtime/encoding/field-issue.ts";
import { decodePairs, type Pair } from "../../runtime/encoding/percent.ts";
import { readFields, withDefaults } from "../../runtime/encoding/wire.ts";
import type { OperationDescriptor, ParameterDescriptor } from "../../runtime/tables.ts";
import { type ErrorName, RequestError } from "../exchange/request-error.ts";
import type { HttpRequest } from "./messages.ts";

export type FieldValues = Readonly<Record<string, string | number | bigint | boolean>>;

/** Decoded pairs in the order sent, and the faults of the rest. */
export interface RequestPairs {
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
  readonly faults: readonly FieldIssue[];
}

/** The parts of a request that hold its fields. */
type SentFields = Pick<HttpRequest, "query" | "body">;

export function decodeRequest(request: SentFields): RequestPairs {
  const query = decodePairs(request.query);
  const body = decodePairs(request.body);
  return { query: query.pairs, body: body.pairs, faults: query.issues.concat(body.issues) };
}

/** Query and body as sent, concatenated, without one field. */
export function wireTextWithout({ query, body }: SentFields, field: string): string {
  const isOther = (part: string): boolean => decodePairs(part).pairs[0]?.[0] !== field;
  return [query, body].map((text) => text.split("&").filter(isOther).join("&")).join("");
}

/**
 * Rejects a body that is not a form, whatever its content type: parsed as a form it would look like
 * a wrong signature.
 */
export function requireForm({ body }: HttpRequest): void {
  if (!otherBody.test(body)) return;
  const what = "the body is not a form; send its fields as application/x-www-form-urlencoded.";
  throw new RequestError("ILLEGAL_CHARACTERS", what);
}

/** Start of JSON and multipart bodies. */
const otherBody = /^\s*(?:[[{]|--)/;

/** Reads and checks all fields of a request, and fills in documented defaults. */
export type FieldReader = (pairs: RequestPairs) => FieldValues;

/**
 * A reader for the requests of an operation, as the exchange's choices have it. It throws a
 * `RequestError` that lists all faults.
 */
export function createFieldReader(operation: OperationDescriptor, choices: Choices): FieldReader {
  const parameters = operation.parameters.map((parameter) => chosenParameter(parameter, choices));
  // Handlers know them by their roles, beside the names of the contract.
  const renamed = parameters.filter(({ role }) => role !== undefined);
  const ignored = operation.signed ? [signing.signature] : [];
  const winner = choices["parameter-in-both-places"];
  return ({ query, body, faults: unreadable }) => {
    const received = {
      query: winner === "body" ? without(query, body) : query,
      body: winner === "query" ? without(body, query) : body,
    };
    const { values, issues } = readFields(received, parameters, ignored);
    const faults = unreadable.concat(placeFaults(operation, body));
    for (const issue of issues) {
      // A field that cannot be decoded is present.
      const isThere = unreadable.some(({ field }) => field === issue.field);
      if (issue.rule !== "required" || !isThere) faults.push(issue);
    }
    const [first] = faults;
    if (first !== undefined) throw errorOf(first, faults, parameters);
    const filled = withDefaults(values, parameters);
    for (const { name, role = name } of renamed) {
      if (filled[name] !== undefined) filled[role] = filled[name];
    }
    return filled;
  };
}

function errorOf(
  { field, rule }: FieldIssue,
  faults: readonly FieldIssue[],
  parameters: readonly ParameterDescriptor[],
): RequestError {
  const role = parameters.find(({ name }) => name === field)?.role ?? field;
  const name = namesByField[`${rule} ${role}`] ?? namesByRule[rule] ?? "ILLEGAL_CHARACTERS";
  const sentences = [...new Set(faults.map(({ message }) => message))];
  const issues = faults.slice(0, sentencesMax);
  return new RequestError(name, sentences.slice(0, sentencesMax).join(" "), { issues });
}

function chosenParameter(parameter: ParameterDescriptor, choices: Choices): ParameterDescriptor {
  const { default: preset, ...others } = parameter;
  const { name, role = name } = parameter;
  const isByType = choices["order-placement-response"] === "byType" && role === "newOrderRespType";
  const isCut = choices["limit-above-maximum"] === "cut" && role === "limit";
  return {
    ...others,
    ...(preset !== undefined && !isByType && { default: preset }),
    ...(isCut && { aboveMaximum: "truncate" }),
  };
}

/** Pairs with names that the others lack. */
function without(pairs: readonly Pair[], others: readonly Pair[]): readonly Pair[] {
  const names = new Set(others.map(([name]) => name));
  return pairs.filter(([name]) => !names.has(name));
}

/** Most faults in one error; a hostile request has thousands. */
const sentencesMax = 10;

function placeFaults(operation: OperationDescriptor, body: readonly Pair[]): FieldIssue[] {
  const [first] = body;
  if (first === undefined || operation.places.includes("body")) return [];
  const field = printableName(first[0]);
  return [fieldIssue(field, "place", "is in the body", "send it in the query")];
}

/** Errors by rule; for the form of a value ILLEGAL_CHARACTERS. */
const namesByRule: Readonly<Partial<Record<FieldRule, ErrorName>>> = {
  required: "MISSING_PARAMETER",
  unknown: "UNKNOWN_PARAMETER",
  duplicate: "TOO_MANY_PARAMETERS",
  onlyWith: "BAD_OPTIONAL_PARAMETERS",
  place: "TOO_MANY_PARAMETERS",
  blank: "EMPTY_PARAMETER",
  choice: "INVALID_PARAMETER_VALUE",
  minimum: "INVALID_PARAMETER_VALUE",
  maximum: "INVALID_PARAMETER_VALUE",
};

/** Errors by rule and field. */
const namesByField: Readonly<Record<string, ErrorName>> = {
  "choice side": "INVALID_SIDE",
  "choice type": "INVALID_ORDER_TYPE",
  "choice timeInForce": "INVALID_TIME_IN_FORCE",
  "choice interval": "INVALID_INTERVAL",
  "blank newClientOrderId": "EMPTY_CLIENT_ORDER_ID",
  "blank origClientOrderId": "EMPTY_ORIGINAL_CLIENT_ORDER_ID",
  [`maximum ${signing.window}`]: "RECEIVE_WINDOW_TOO_LONG",
};

/** Errors of values that a field cannot have. */
export const valueErrors: ReadonlySet<string> = new Set([
  "ILLEGAL_CHARACTERS",
  "INVALID_PARAMETER_VALUE",
  ...Object.values(namesByField),
]);
