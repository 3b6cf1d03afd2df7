/**
 * One request to one answer, whatever carries them: route, limits, key, signature, fields
 * and time, then the operation's own function. Every failure leaves in the envelope.
 */

import type { ExchangeHandlers } from "../../generated/handlers.ts";
import { operations } from "../../generated/operations.ts";
import { signing } from "../../generated/signing.ts";
import type { OperationDescriptor } from "../../runtime/types.ts";
import { weightOf } from "../../runtime/weight.ts";
import { requireKey, requireSignature, requireTime } from "../authentication.ts";
import type { Account } from "../engine/state.ts";
import { jsonText } from "../json.ts";
import type { Venue } from "../venue.ts";
import { decodeRequest, requireFields, requireForm } from "./fields.ts";
import type { HttpAnswer, HttpRequest } from "./message.ts";
import { Refusal } from "./refusal.ts";

/** What an operation's function is told beside the request's fields. */
export interface CallContext {
  readonly venue: Venue;
  /** Time of the call in milliseconds; the same for all of it. */
  readonly now: number;
  /** Whose key it is; throws a `Refusal` where the operation takes no key. */
  readonly account: () => Account;
}

/** The functions by operation id. An operation without one is answered with 501. */
type HandlerTable = ReadonlyMap<string, (request: never, context: CallContext) => unknown>;

/** Answers one request; never rejects. */
export type Answerer = (request: HttpRequest) => Promise<HttpAnswer>;

/** Binds the functions of all operations to a venue. */
export function createAnswerer(
  venue: Venue,
  functions: Partial<ExchangeHandlers<CallContext>>,
): Answerer {
  const handlers: HandlerTable = new Map(Object.entries(functions));
  return async (request) => {
    const now = venue.now();
    const call: Call = { venue, request, now, account: undefined };
    try {
      return success(call, await carryOut(call, handlers));
    } catch (failure) {
      return refusal(call, failure);
    }
  };
}

/** Refuses a request that never became one, such as a body that is too long. */
export function answerRefusal(venue: Venue, ip: string, failure: Refusal): HttpAnswer {
  return envelope(failure, venue.now(), venue.limits.headers(ip, undefined, venue.now()));
}

interface Call {
  readonly venue: Venue;
  readonly request: HttpRequest;
  readonly now: number;
  operation?: OperationDescriptor;
  /** Name of the account, once the key is known. */
  account: string | undefined;
}

async function carryOut(call: Call, handlers: HandlerTable): Promise<unknown> {
  const { venue, request, now } = call;
  const operation = operationOf(request);
  call.operation = operation;
  const pairs = decodeRequest(request);
  const weight = weightOf(operation.weight, Object.fromEntries(pairs.query));
  venue.limits.charge(request.ip, weight.ip ?? 0, now);
  requireForm(request);
  const record = requireKey(operation, request.header(signing.header.toLowerCase()), venue.keys);
  call.account = record?.account;
  const signer = operation.signed ? record : undefined;
  if (signer !== undefined) await requireSignature(pairs, signer);
  const values = requireFields(operation, pairs);
  if (signer !== undefined) requireTime(values, now);
  return callHandler(call, operation, values, handlers, weight.account ?? 0);
}

async function callHandler(
  call: Call,
  operation: OperationDescriptor,
  values: object,
  handlers: HandlerTable,
  orders: number,
): Promise<unknown> {
  const { venue, now } = call;
  const handler = handlers.get(operation.id);
  if (handler === undefined) {
    const what = `${operation.id} is not carried out by this exchange.`;
    throw new Refusal("UNSUPPORTED_OPERATION", what, { status: 501 });
  }
  const { account } = call;
  if (account !== undefined && orders > 0) venue.limits.admitOrder(account, orders, now);
  const context = { venue, now, account: () => accountOf(call) };
  const answer: unknown = await handler(values as never, context);
  if (account !== undefined && orders > 0) venue.limits.countOrder(account, orders, now);
  return answer;
}

function accountOf({ venue, account }: Call): Account {
  const found = venue.state.accounts.get(account ?? "");
  if (found === undefined) throw new Refusal("UNAUTHORIZED", "the key belongs to no account.");
  return found;
}

const byPath = new Map<string, OperationDescriptor[]>();
for (const operation of Object.values<OperationDescriptor>(operations)) {
  byPath.set(operation.path, [...(byPath.get(operation.path) ?? []), operation]);
}

/** Whether the interface has a path. */
export function knowsPath(path: string): boolean {
  return byPath.has(path);
}

function operationOf({ method, path }: HttpRequest): OperationDescriptor {
  const atPath = byPath.get(path);
  if (atPath === undefined) {
    throw new Refusal("UNKNOWN_ERROR", "the interface has no such path.", { status: 404 });
  }
  const operation = atPath.find((candidate) => candidate.method === method);
  if (operation !== undefined) return operation;
  const allow = atPath.map((candidate) => candidate.method).join(", ");
  const headers = { Allow: allow };
  throw new Refusal("UNKNOWN_ERROR", `${path} takes ${allow} only.`, { status: 405, headers });
}

const jsonType = { "Content-Type": "application/json; charset=utf-8" } as const;

function success(call: Call, answer: unknown): HttpAnswer {
  const headers = { ...jsonType, ...usageOf(call) };
  return { status: 200, headers, body: jsonText(answer) };
}

function refusal(call: Call, failure: unknown): HttpAnswer {
  if (failure instanceof Refusal) return envelope(failure, call.now, usageOf(call));
  // A fault of the sandbox itself: the sender learns that it is none of theirs, and no more.
  const name = failure instanceof Error ? failure.message : String(failure);
  call.venue.report(`${call.operation?.id ?? "request"} failed: ${name}`);
  const fault = new Refusal("UNKNOWN_ERROR", "the exchange failed; see its log.", { status: 500 });
  return envelope(fault, call.now, usageOf(call));
}

function envelope(
  failure: Refusal,
  timestamp: number,
  usage: Readonly<Record<string, string>>,
): HttpAnswer {
  const { code, message: msg, status, headers } = failure;
  return {
    status,
    headers: { ...jsonType, ...usage, ...headers },
    body: jsonText({ code, msg, timestamp }),
  };
}

function usageOf({ venue, request, now, operation, account }: Call) {
  const counted = operation?.weight?.account === undefined ? undefined : account;
  return venue.limits.headers(request.ip, counted, now);
}
