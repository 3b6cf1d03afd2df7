/**
 * One request to one answer, whatever carries them: route, limits, key, signature, fields
 * and time, then the operation's own function. Every failure leaves in the envelope.
 */

import { envelope } from "../../generated/errors.ts";
import type { ExchangeHandlers } from "../../generated/handlers.ts";
import { operations } from "../../generated/operations.ts";
import { signing } from "../../generated/signing.ts";
import { type CallWeight, weightOf } from "../../runtime/rate-limits/weight.ts";
import type { OperationDescriptor } from "../../runtime/tables.ts";
import { requireKey, requireSignature, requireTime } from "../authentication.ts";
import type { Account } from "../engine/state.ts";
import { jsonText } from "../json.ts";
import type { UsageHeaders } from "../rate-limits.ts";
import type { Venue } from "../venue.ts";
import {
  decodeRequest,
  type FieldPlan,
  noPairs,
  planFields,
  requireFields,
  requireForm,
} from "./fields.ts";
import type { HttpAnswer, HttpRequest } from "./message.ts";
import { readPlainForm } from "./plain-form.ts";
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

/** Answers one request, at once unless something in it has to wait; never throws or rejects. */
export type Answerer = (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>;

/** Binds the functions of all operations to a venue. */
export function createAnswerer(
  venue: Venue,
  functions: Partial<ExchangeHandlers<CallContext>>,
): Answerer {
  const handlers: HandlerTable = new Map(Object.entries(functions));
  return (request) => {
    const call: Call = { venue, request, now: venue.now(), route: undefined, account: undefined };
    try {
      const answer = carryOut(call, handlers);
      if (!(answer instanceof Promise)) return success(call, answer);
      return answer.then(
        (value) => success(call, value),
        (failure: unknown) => refusal(call, failure),
      );
    } catch (failure) {
      return refusal(call, failure);
    }
  };
}

/** Refuses a request that never became one, such as a body that is too long. */
export function answerRefusal(venue: Venue, ip: string, failure: Refusal): HttpAnswer {
  return failed(failure, venue.now(), venue.limits.headers(ip, undefined, venue.now()));
}

interface Call {
  readonly venue: Venue;
  readonly request: HttpRequest;
  readonly now: number;
  route: Route | undefined;
  /** Name of the account, once the key is known. */
  account: string | undefined;
}

function carryOut(call: Call, handlers: HandlerTable): unknown {
  const { venue, request, now } = call;
  const route = routeOf(request);
  call.route = route;
  const { operation } = route;
  const plain = route.weight && readPlainForm(route.plan, request);
  const pairs = plain === undefined ? decodeRequest(request) : noPairs;
  const weight = route.weight ?? weightOf(operation.weight, Object.fromEntries(pairs.query));
  venue.limits.charge(request.ip, weight.ip ?? 0, now);
  if (plain === undefined) requireForm(request);
  const record = requireKey(operation, request.header(keyHeader), venue.keys);
  call.account = record?.account;
  const orders = weight.account ?? 0;
  if (!operation.signed || record === undefined) {
    const values = plain?.values ?? requireFields(route.plan, pairs);
    return callHandler(call, handlers, values, orders);
  }
  const proceed = (): unknown => {
    const values = plain?.values ?? requireFields(route.plan, pairs);
    requireTime(values, now);
    return callHandler(call, handlers, values, orders);
  };
  const signed = requireSignature({ request, plain, pairs, record, mode: venue.signing });
  return signed === undefined ? proceed() : signed.then(proceed);
}

const keyHeader = signing.header.toLowerCase();

function callHandler(call: Call, handlers: HandlerTable, values: object, orders: number): unknown {
  const { venue, now, route, account } = call;
  const id = route?.operation.id ?? "";
  const handler = handlers.get(id);
  if (handler === undefined) {
    const what = `${id} is not carried out by this exchange.`;
    throw new Refusal("UNSUPPORTED_OPERATION", what, { status: 501 });
  }
  const context = { venue, now, account: () => accountOf(call) };
  if (account === undefined || orders === 0) return handler(values as never, context);
  venue.limits.admitOrder(account, orders, now);
  const answer = handler(values as never, context);
  const count = (value: unknown): unknown => {
    venue.limits.countOrder(account, orders, now);
    return value;
  };
  return answer instanceof Promise ? answer.then(count) : count(answer);
}

function accountOf({ venue, account }: Call): Account {
  const found = venue.state.accounts.get(account ?? "");
  if (found === undefined) throw new Refusal("UNAUTHORIZED", "the key belongs to no account.");
  return found;
}

/** An operation with all that is known of it before a request comes. */
interface Route {
  readonly operation: OperationDescriptor;
  readonly plan: FieldPlan;
  /** What a request costs; `undefined` where its fields decide. */
  readonly weight: CallWeight | undefined;
}

const byPath = new Map<string, Map<string, Route>>();
for (const operation of Object.values<OperationDescriptor>(operations)) {
  const { ip, account } = operation.weight ?? {};
  const isFixed = [ip, account].every((each) => each === undefined || each.kind === "fixed");
  const weight = isFixed ? weightOf(operation.weight) : undefined;
  const byMethod = byPath.get(operation.path) ?? new Map<string, Route>();
  byMethod.set(operation.method, { operation, plan: planFields(operation), weight });
  byPath.set(operation.path, byMethod);
}

/** Whether the interface has a path. */
export function knowsPath(path: string): boolean {
  return byPath.has(path);
}

function routeOf({ method, path }: HttpRequest): Route {
  const atPath = byPath.get(path);
  if (atPath === undefined) {
    throw new Refusal("UNKNOWN_ERROR", "the interface has no such path.", { status: 404 });
  }
  const route = atPath.get(method);
  if (route !== undefined) return route;
  const allow = [...atPath.keys()].join(", ");
  const headers = { Allow: allow };
  throw new Refusal("UNKNOWN_ERROR", `${path} takes ${allow} only.`, { status: 405, headers });
}

const jsonType = "application/json; charset=utf-8";

function success(call: Call, answer: unknown): HttpAnswer {
  const headers = usageOf(call);
  headers["Content-Type"] = jsonType;
  return { status: 200, headers, body: jsonText(answer) };
}

function refusal(call: Call, failure: unknown): HttpAnswer {
  if (failure instanceof Refusal) return failed(failure, call.now, usageOf(call));
  // A fault of the sandbox itself: the sender learns that it is none of theirs, and no more.
  const name = failure instanceof Error ? failure.message : String(failure);
  call.venue.report(`${call.route?.operation.id ?? "request"} failed: ${name}`);
  const fault = new Refusal("UNKNOWN_ERROR", "the exchange failed; see its log.", { status: 500 });
  return failed(fault, call.now, usageOf(call));
}

function failed(
  failure: Refusal,
  timestamp: number,
  usage: Readonly<Record<string, string>>,
): HttpAnswer {
  const { code, message, status, headers } = failure;
  return {
    status,
    headers: { "Content-Type": jsonType, ...usage, ...headers },
    body: jsonText({
      [envelope.code]: code,
      [envelope.message]: message,
      [envelope.timestamp]: timestamp,
    }),
  };
}

function usageOf({ venue, request, now, route, account }: Call): UsageHeaders {
  const counted = route?.operation.weight?.account === undefined ? undefined : account;
  return venue.limits.headers(request.ip, counted, now);
}
