/** A request: checked once, then stamped, signed and encoded for each attempt. */

import { fieldIssue } from "../encoding/field-issue.ts";
import type { Pair } from "../encoding/percent.ts";
import { encodePairs } from "../encoding/percent.ts";
import type { GivenFields, WrittenFields } from "../encoding/plain-fields.ts";
import type { OutcomeQuestion } from "../errors.ts";
import { InvalidRequestError, TradespecError } from "../errors.ts";
import { randomId } from "../platform.ts";
import type { Hmac, SignedFields, Signer } from "../signing/signature.ts";
import type { OperationDescriptor, ParameterDescriptor } from "../tables.ts";
import type { CallOptions, ClientTables, Settings } from "./options.ts";

/** A request with valid fields; all attempts share it. */
export interface PreparedRequest {
  readonly operation: OperationDescriptor;
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
  /** The fields of both. */
  readonly fields: Readonly<Record<string, string>>;
  /** Where timestamp and signature are added. */
  readonly stampIn: "query" | "body";
  /** The caller gave a timestamp, which is sent unchanged. */
  readonly hasOwnTimestamp: boolean;
  /** Set for placements. */
  readonly placement: PreparedPlacement | undefined;
}

/** The id that an order will carry, and how to query it. */
export interface PreparedPlacement {
  readonly clientId: string;
  /** The client made the id, so no other order has it. */
  readonly isOwnId: boolean;
  readonly ask: OutcomeQuestion;
}

/** What a request reads of its client; a `signer` needs no secret. */
interface RequestContext {
  readonly settings: Settings;
  readonly tables: ClientTables;
  readonly features: { readonly checkFields: CheckFields; readonly signer?: Hmac | undefined };
}

/** Checks fields and writes them as pairs. `stamped` fields are added later and may be missing. */
export type CheckFields = (
  given: GivenFields,
  parameters: readonly ParameterDescriptor[],
  stamped: readonly string[],
) => WrittenFields;

/**
 * Checks a request, and adds a client id to a placement that has none.
 * @throws InvalidRequestError with all issues of the request.
 */
export function prepareRequest(
  operation: OperationDescriptor,
  given: GivenFields,
  { sendIn }: CallOptions,
  { settings, tables, features }: RequestContext,
): PreparedRequest {
  const { signing } = tables;
  const { checkFields, signer } = features;
  // A caller who passes a body has chosen the place of each field.
  const placed = sendIn === "body" && given.body === undefined ? { body: given.query } : given;
  const stamped = operation.signed ? [signing.timestamp] : [];
  const { query, body, issues } = checkFields(placed, operation.parameters, stamped);
  const stampIn = body.length > 0 || sendIn === "body" ? "body" : "query";
  if (!operation.places.includes(stampIn)) {
    const what = "cannot hold fields of this operation";
    issues.push(fieldIssue(stampIn, "place", what, "use the query"));
  }
  const refuse = (field: string): void => {
    issues.push(fieldIssue(field, "credentials", "is missing", "give it to createClient"));
  };
  if (operation.sendsKey && settings.apiKey === undefined) refuse("apiKey");
  if (operation.signed && (settings.apiSecret ?? signer) === undefined) refuse("apiSecret");
  if (issues.length > 0) throw new InvalidRequestError(issues, { operation: operation.id });
  const place = stampIn === "body" ? body : query;
  const fields = Object.fromEntries(body.length === 0 ? query : [...query, ...body]);
  const add = (name: string, text: string): void => {
    place.push([name, text]);
    fields[name] = text;
  };
  const { placement, parameters } = operation;
  const isOwnId = placement !== undefined && fields[placement.clientId] === undefined;
  if (isOwnId) add(placement.clientId, randomId(settings.randomBytes));
  const { window } = signing;
  if (settings.recvWindow !== undefined && fields[window] === undefined) {
    if (parameters.some(({ name }) => name === window)) add(window, String(settings.recvWindow));
  }
  return {
    operation,
    query,
    body,
    fields,
    stampIn,
    hasOwnTimestamp: fields[signing.timestamp] !== undefined,
    placement: placement && {
      clientId: fields[placement.clientId] ?? "",
      isOwnId,
      ask: outcomeQuestion(placement, fields, tables),
    },
  };
}

/** The operation with this id; a client may have only some. */
export function operationOf(
  operations: ClientTables["operations"],
  id: string,
): OperationDescriptor {
  const operation = operations[id];
  if (operation !== undefined) return operation;
  throw new TradespecError(`The client has no operation ${id}; add it to operations.`);
}

/** The query that finds a placed order: its required fields are copied from the placement. */
export function outcomeQuestion(
  { clientId, resolvedBy }: NonNullable<OperationDescriptor["placement"]>,
  sent: Readonly<Record<string, string>>,
  { operations, signing }: ClientTables,
): OutcomeQuestion {
  const { operation, parameter } = resolvedBy;
  const fields: Record<string, string> = {};
  for (const { name, required } of operations[operation]?.parameters ?? []) {
    const text = sent[name];
    if (required && text !== undefined && name !== signing.timestamp) fields[name] = text;
  }
  return { operation, fields: { ...fields, [parameter]: sent[clientId] ?? "" } };
}

/** An encoded request; nothing may encode it again. */
export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  /** The signature of a signed request; never shown. */
  readonly signature?: string | undefined;
}

/** Stamps, signs and encodes a request for one attempt; synchronous where the signer is. */
export function writeRequest(
  request: PreparedRequest,
  { settings: { apiKey, baseUrl }, tables: { signing } }: RequestContext,
  signer: Signer,
  timestampMs: number,
): OutgoingRequest | Promise<OutgoingRequest> {
  const { operation, query, body, stampIn, hasOwnTimestamp } = request;
  const finish = (sent: UnsignedFields): OutgoingRequest => {
    const headers: Record<string, string> = {};
    if (operation.sendsKey && apiKey !== undefined) headers[signing.header] = apiKey;
    if (sent.body !== "") headers["Content-Type"] = "application/x-www-form-urlencoded";
    return {
      url: `${baseUrl}${operation.path}${sent.query && `?${sent.query}`}`,
      headers,
      body: sent.body || null,
      signature: sent.signature,
    };
  };
  if (!operation.signed) return finish({ query: encodePairs(query), body: encodePairs(body) });
  const stamp: Pair[] = hasOwnTimestamp ? [] : [[signing.timestamp, String(timestampMs)]];
  const signed =
    stampIn === "body" ? signer(query, [...body, ...stamp]) : signer([...query, ...stamp], body);
  return signed instanceof Promise ? signed.then(finish) : finish(signed);
}

/** Encoded fields; without a signature where the operation needs none. */
type UnsignedFields = Partial<SignedFields> & Pick<SignedFields, "query" | "body">;
