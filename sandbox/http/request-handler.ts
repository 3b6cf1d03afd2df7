/**
 * Handles one request on any transport: route, rate limit, API key, signature, fields, timestamp,
 * then the operation's handler. Every error is sent in the envelope.
 */

import { envelope } from "../../generated/errors.ts";
import { operations, type Role, roles } from "../../generated/operations.ts";
import { nearestName } from "../../runtime/encoding/field-issue.ts";
import { type CallWeight, weightOf } from "../../runtime/rate-limits/weight.ts";
import type { EnvelopeDescriptor, OperationDescriptor } from "../../runtime/tables.ts";
import { pageAddress } from "../defaults.ts";
import type { Account } from "../engine/state.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { messageOf, RequestError } from "../exchange/request-error.ts";
import { account as accountHandlers } from "../handlers/account.ts";
import type { CallContext, RoleHandlers } from "../handlers/context.ts";
import { general as generalHandlers } from "../handlers/general.ts";
import { market as marketHandlers } from "../handlers/market.ts";
import { orders as orderHandlers, otherOrders } from "../handlers/orders.ts";
import { requireKey, requireSignature, requireTime } from "./authentication.ts";
import { createFieldReader, decodeRequest, type FieldReader, requireForm } from "./fields.ts";
import {
  type HttpRequest,
  type HttpResponse,
  jsonResponse,
  type RequestHandler,
  whenReady,
} from "./messages.ts";

const allHandlers: RoleHandlers & Readonly<Record<string, unknown>> = {
  ping: () => ({}),
  ...otherOrders,
  ...generalHandlers,
  ...marketHandlers,
  ...accountHandlers,
  ...orderHandlers,
};

/** How the requests of an operation are read and handled. */
interface Endpoint {
  readonly read: FieldReader;
  /** Absent for an operation that this sandbox does not serve. */
  readonly handle: ((request: never, context: CallContext) => unknown) | undefined;
}

type Endpoints = ReadonlyMap<string, Endpoint>;

/** Gives fields the names of another exchange's contract, and adds what it has besides. */
export interface Completer {
  readonly response: (operation: OperationDescriptor, payload: unknown) => unknown;
  readonly message: (stream: string, content: object) => unknown;
}

type Complete = Completer["response"];

/** Makes a handler for the requests of an exchange; for all operations by default. */
export function createRequestHandler(
  exchange: Exchange,
  handlers: Partial<RoleHandlers> = allHandlers,
  complete: Complete = (_, payload) => payload,
): RequestHandler {
  const byId = new Map<string, Endpoint["handle"]>(
    Object.entries(handlers).map(([role, handle]) => [roles[role as Role], handle]),
  );
  const endpoints: Endpoints = new Map(
    all.map((operation) => {
      const read = createFieldReader(operation, exchange.state.choices);
      return [operation.id, { read, handle: byId.get(operation.id) }];
    }),
  );
  return (request) => {
    const call = new Call(exchange, request, endpoints);
    try {
      const result = carryOut(call);
      if (!(result instanceof Promise)) return successResponse(call, result, complete);
      return result.then(
        (value) => successResponse(call, value, complete),
        (error: unknown) => failureResponse(call, error),
      );
    } catch (error) {
      return failureResponse(call, error);
    }
  };
}

/** The response to an invalid request, such as one with too long a body. */
export function errorResponse(exchange: Exchange, ip: string, error: RequestError): HttpResponse {
  const now = exchange.now();
  const usage = exchange.limits.headers(ip, undefined, now);
  return envelopeResponse(exchange, error, now, usage);
}

/** A request during its handling; its handler sees it as its context. */
class Call implements CallContext {
  readonly exchange: Exchange;
  readonly request: HttpRequest;
  /** Not the exchange's time under a clock fault. */
  readonly now: number;
  operation: OperationDescriptor | undefined;
  /** Name of the account, once the key is known. */
  owner: string | undefined;
  readonly endpoints: Endpoints;

  constructor(exchange: Exchange, request: HttpRequest, endpoints: Endpoints) {
    this.exchange = exchange;
    this.request = request;
    this.now = exchange.now() + (request.clockOffsetMs ?? 0);
    this.endpoints = endpoints;
  }

  get account(): Account {
    const found = this.exchange.state.accounts.get(this.owner ?? "");
    if (found !== undefined) return found;
    throw new RequestError("UNAUTHORIZED", "the API key does not belong to an account.");
  }

  ask(id: string, fields: object): unknown {
    return this.endpoints.get(id)?.handle?.(fields as never, this);
  }
}

function carryOut(call: Call): unknown {
  const { exchange, request } = call;
  exchange.limits.requireUnbanned(request.ip, exchange.now());
  const operation = operationOf(request);
  call.operation = operation;
  const pairs = decodeRequest(request);
  const weight = weightOf(operation.weight, Object.fromEntries([...pairs.body, ...pairs.query]));
  const charge = weight.ip ?? 0;
  if (request.notes !== undefined) request.notes.weight = charge;
  exchange.limits.charge(request.ip, charge, exchange.now());
  requireForm(request);
  const record = requireKey(operation, exchange, request);
  call.owner = record?.account;
  const { read, handle } = call.endpoints.get(operation.id) ?? {};
  const isSigned = operation.signed && record !== undefined;
  const finish = (): unknown => {
    chargeAccount(call, weight);
    const values = read?.(pairs) ?? {};
    if (isSigned) requireTime(values, call.now);
    if (handle !== undefined) return counted(call, () => handle(values as never, call));
    const what = `${operation.id} has no x-role that this sandbox serves; docs/extensions.md lists them.`;
    throw new RequestError("UNSUPPORTED_OPERATION", what, { status: 501 });
  };
  if (!isSigned) return finish();
  return whenReady(requireSignature(request, pairs, record, exchange.signing), finish);
}

/** Only some contracts limit the requests of an account; those of the sandbox's page are free. */
function chargeAccount({ exchange, request, owner }: Call, { account: weight = 0 }: CallWeight) {
  if (owner === undefined || weight === 0 || request.ip === pageAddress) return;
  if (exchange.limits.chargesAccounts) exchange.limits.chargeAccount(owner, weight, exchange.now());
}

/** Accepted orders count against the account's limits; those of the sandbox's page do not. */
function counted({ exchange, request, operation, owner }: Call, handle: () => unknown) {
  const isOrder = operation?.placement !== undefined;
  if (owner === undefined || !isOrder || request.ip === pageAddress) return handle();
  exchange.limits.requireOrders(owner, 1, exchange.now());
  const count = (): void => exchange.limits.countOrder(owner, 1, exchange.now());
  const isEvery = exchange.state.choices["order-count-rule"] === "every";
  if (isEvery) count();
  return whenReady(handle(), (value) => {
    if (!isEvery) count();
    return value;
  });
}

const all = Object.values<OperationDescriptor>(operations);
const byPath = new Map(all.map(({ path }) => [path, all.filter((one) => one.path === path)]));

export function isDocumented(path: string): boolean {
  return byPath.has(path);
}

/** The methods of a path; none where the interface has no such path. */
export function methodsAt(path: string): readonly string[] {
  return byPath.get(path)?.map(({ method }) => method) ?? [];
}

/** The operation of a method and path; `undefined` if there is none. */
export function findOperation(method: string, path: string): OperationDescriptor | undefined {
  return byPath.get(path)?.find((operation) => operation.method === method);
}

function unknownPath(path: string): string {
  if (streamPath.test(path)) return "streams are WebSocket connections; open this path with ws://.";
  const near = nearestName(path, [...byPath.keys()]);
  return `the interface has no such path${near === undefined ? "." : `; did you mean ${near}?`}`;
}

const streamPath = /^\/(?:stream|ws)(?:\/|$)/;

function operationOf({ method, path }: HttpRequest): OperationDescriptor {
  const operation = findOperation(method, path);
  if (operation !== undefined) return operation;
  const methods = methodsAt(path);
  if (methods.length === 0) {
    throw new RequestError("UNKNOWN_ERROR", unknownPath(path), { status: 404 });
  }
  const headers = { Allow: methods.join(", ") };
  const what = `${path} takes ${headers.Allow} only.`;
  throw new RequestError("UNKNOWN_ERROR", what, { status: 405, headers });
}

function successResponse(call: Call, result: unknown, complete: Complete): HttpResponse {
  const { exchange, operation, now } = call;
  const isBare = exchange.state.choices["bare-successes"] === "bare";
  const payload = operation && complete(operation, result);
  const body = isBare ? payload : inEnvelope(payload, now);
  return noted(call, undefined, jsonResponse(200, body, usageHeaders(call)));
}

export function inEnvelope(result: unknown, now: number): object {
  const { code, message, timestamp, data, successCodes } = envelope;
  return { [code]: successCodes[0], [message]: "success", [timestamp]: now, [data]: result };
}

/** Reports an unexpected error to the sandbox's log; the client gets a 500. */
function failureResponse(call: Call, error: unknown): HttpResponse {
  const { exchange, now } = call;
  const usage = usageHeaders(call);
  let shown = error;
  if (!(shown instanceof RequestError)) {
    exchange.report(`${call.operation?.id ?? "request"} failed: ${messageOf(error)}`);
    const what = "the exchange failed; see its log.";
    shown = new RequestError("UNKNOWN_ERROR", what, { status: 500 });
  }
  return noted(call, error, envelopeResponse(exchange, shown as RequestError, now, usage));
}

/** The response, once the feed has it with its reason. */
function noted({ request: { notes } }: Call, error: unknown, response: HttpResponse): HttpResponse {
  if (notes !== undefined) {
    notes.error = error;
    notes.answer = response;
  }
  return response;
}

function envelopeResponse(
  { state }: Exchange,
  { code, message, status, headers }: RequestError,
  timestamp: number,
  usage: Readonly<Record<string, string>>,
): HttpResponse {
  const {
    code: codeName,
    message: messageName,
    timestamp: timeName,
  }: EnvelopeDescriptor = envelope;
  const short = { [codeName]: code, [messageName]: message };
  const isShort = state.choices["short-error-envelope"] === "short" || timeName === undefined;
  const body = isShort ? short : { ...short, [timeName]: timestamp };
  return jsonResponse(status, body, { ...usage, ...headers });
}

function usageHeaders({ exchange, request, operation, owner }: Call) {
  const isPlacement = operation?.placement !== undefined;
  return exchange.limits.headers(request.ip, owner, exchange.now(), isPlacement);
}
