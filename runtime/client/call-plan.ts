/** One call, checked and ready to be stamped, signed and sent as often as it takes. */

import { randomId } from "../defaults.ts";
import type { FieldFault } from "../encoding/field-fault.ts";
import { fieldFault } from "../encoding/field-fault.ts";
import type { Pair } from "../encoding/percent.ts";
import { encodePairs } from "../encoding/percent.ts";
import type { GivenFields, WrittenFields } from "../encoding/wire.ts";
import type { OutcomeQuestion } from "../errors.ts";
import { InvalidRequestError } from "../errors.ts";
import type { Signer } from "../signing/signature.ts";
import type { OperationDescriptor, ParameterDescriptor } from "../tables.ts";
import type { CallOptions, ClientTables, Settings } from "./options.ts";
import { plainFields } from "./plain-fields.ts";

/** A call whose fields are right. */
export interface CallPlan {
  readonly operation: OperationDescriptor;
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
  /** Where stamps are added. */
  readonly stampIn: "query" | "body";
  /** The caller gave a timestamp of its own, which is sent as it is. */
  readonly hasOwnTimestamp: boolean;
  /** Set for placements. */
  readonly placement: PlannedPlacement | undefined;
}

/** The id that an order will carry, and how to ask for it. */
export interface PlannedPlacement {
  readonly clientId: string;
  /** The id was made here. */
  readonly isOwnId: boolean;
  readonly ask: OutcomeQuestion;
}

/** What stays the same for all calls of a client. */
export interface PlanContext {
  readonly settings: Settings;
  readonly tables: ClientTables;
  /** Checks fields by their rules; they are only written exactly when this is absent. */
  readonly writeFields?: WriteFields | undefined;
}

/** Checks fields and writes them as pairs. */
export type WriteFields = (
  given: GivenFields,
  parameters: readonly ParameterDescriptor[],
  stamped: readonly string[],
) => WrittenFields;

/**
 * Checks a call and settles everything that does not change from attempt to attempt.
 * @throws InvalidRequestError with all faults of the call.
 */
export function planCall(
  operation: OperationDescriptor,
  given: GivenFields,
  { sendIn }: CallOptions,
  { settings, tables, writeFields = plainFields }: PlanContext,
): CallPlan {
  const { signing } = tables;
  // Who gives a body has said where each field goes.
  const moved = sendIn === "body" && given.body === undefined ? { body: given.query } : given;
  const stamped = operation.signed ? [signing.timestamp] : [];
  const { query, body, faults } = writeFields(moved, operation.parameters, stamped);
  const stampIn = body.length > 0 || sendIn === "body" ? "body" : "query";
  addPlaceFault(operation, stampIn, faults);
  addCredentialFaults(operation, settings, faults);
  if (faults.length > 0) {
    throw new InvalidRequestError(faults, { operation: operation.id });
  }
  const place = stampIn === "body" ? body : query;
  const isSent = (name: string): boolean => isAmong(query, name) || isAmong(body, name);
  const { placement } = operation;
  const isOwnId = placement !== undefined && !isSent(placement.clientId);
  if (isOwnId) {
    place.push([placement.clientId, randomId(settings.randomBytes)]);
  }
  const takesWindow = operation.parameters.some(({ name }) => name === signing.window);
  if (takesWindow && settings.recvWindow !== undefined && !isSent(signing.window)) {
    place.push([signing.window, String(settings.recvWindow)]);
  }
  return {
    operation,
    query,
    body,
    stampIn,
    hasOwnTimestamp: isSent(signing.timestamp),
    placement: placement && planned(placement, isOwnId, [...query, ...body], tables),
  };
}

function isAmong(pairs: readonly Pair[], wanted: string): boolean {
  return pairs.some(([name]) => name === wanted);
}

function addPlaceFault(
  { places }: OperationDescriptor,
  place: "query" | "body",
  faults: FieldFault[],
): void {
  if (places.includes(place)) return;
  const what = "is no place for fields of this operation";
  faults.push(fieldFault(place, "place", what, "use the query"));
}

function addCredentialFaults(
  { sendsKey, signed }: OperationDescriptor,
  { apiKey: key, apiSecret: secret }: Settings,
  faults: FieldFault[],
): void {
  const lacking = (field: string): void => {
    const mend = "give it when the client is made";
    faults.push(fieldFault(field, "credentials", "is missing", mend));
  };
  if (sendsKey && key === undefined) lacking("apiKey");
  if (signed && secret === undefined) lacking("apiSecret");
}

function planned(
  placement: NonNullable<OperationDescriptor["placement"]>,
  isOwnId: boolean,
  pairs: readonly Pair[],
  tables: ClientTables,
): PlannedPlacement {
  const sent = Object.fromEntries(pairs);
  // Space around a value is neither signed nor kept.
  const clientId = (sent[placement.clientId] ?? "").trim();
  return { clientId, isOwnId, ask: questionFor(placement, sent, tables) };
}

/** The question takes along whatever the asking operation requires and the placement has. */
export function questionFor(
  { clientId, resolvedBy }: NonNullable<OperationDescriptor["placement"]>,
  sent: Readonly<Record<string, string>>,
  { operations, signing }: ClientTables,
): OutcomeQuestion {
  const { operation, parameter } = resolvedBy;
  const fields: Record<string, string> = {};
  for (const { name, required } of operations[operation]?.parameters ?? []) {
    const text = sent[name];
    if (required && text !== undefined && name !== signing.timestamp) {
      fields[name] = text;
    }
  }
  return { operation, fields: { ...fields, [parameter]: sent[clientId] ?? "" } };
}

/** One request as it goes out: nobody encodes it again. */
export interface OutgoingCall {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

/** Stamps and signs a plan for one attempt; at once where the signer answers at once. */
export function writeCall(
  plan: CallPlan,
  context: PlanContext,
  signer: Signer,
  timestampMs: number,
): OutgoingCall | Promise<OutgoingCall> {
  const { signing } = context.tables;
  const { operation, stampIn } = plan;
  if (!operation.signed) return outgoing(operation, plan, context);
  const place = [...plan[stampIn]];
  const pairs =
    stampIn === "body" ? { query: plan.query, body: place } : { query: place, body: plan.body };
  if (!plan.hasOwnTimestamp) {
    place.push([signing.timestamp, String(timestampMs)]);
  }
  const signed = (signature: string): OutgoingCall => {
    place.push([signing.signature, signature]);
    return outgoing(operation, pairs, context);
  };
  const signature = signer(pairs.query, pairs.body);
  return typeof signature === "string" ? signed(signature) : signature.then(signed);
}

function outgoing(
  operation: OperationDescriptor,
  pairs: { readonly query: readonly Pair[]; readonly body: readonly Pair[] },
  { settings, tables: { signing } }: PlanContext,
): OutgoingCall {
  const query = encodePairs(pairs.query);
  const headers: Record<string, string> = {};
  if (operation.sendsKey && settings.apiKey !== undefined) {
    headers[signing.header] = settings.apiKey;
  }
  if (pairs.body.length > 0) {
    headers["Content-Type"] = "application/x-www-form-urlencoded";
  }
  return {
    url: `${settings.baseUrl}${operation.path}${query === "" ? "" : `?${query}`}`,
    headers,
    body: pairs.body.length > 0 ? encodePairs(pairs.body) : null,
  };
}
