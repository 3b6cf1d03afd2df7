/** A recorded request in parts: operation, fields, signed text and usage. */

import { envelope } from "../../../generated/errors.ts";
import { limits } from "../../../generated/limits.ts";
import { type OperationId, operations } from "../../../generated/operations.ts";
import { signing } from "../../../generated/signing.ts";
import { decodePairs, type Pair } from "../../../runtime/encoding/percent.ts";
import { signingText } from "../../../runtime/signing/signature.ts";
import type { LimitDescriptor, OperationDescriptor } from "../../../runtime/tables.ts";
import type { Body, RequestEntry } from "./entries.ts";
import { callKey } from "./requests.ts";

/** The parts of a request. */
export interface RequestView {
  /** Absent for an unknown path or method. */
  readonly operation: OperationDescriptor | undefined;
  readonly path: string;
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
  /** Absent for an unsigned request. */
  readonly signed: { readonly text: string; readonly signature: string } | undefined;
}

export function viewRequest({ method, url, body: form }: RequestEntry): RequestView {
  const { pathname: path, search } = new URL(url);
  const query = decodePairs(search.slice(1)).pairs;
  const body = decodePairs(form ?? "").pairs;
  const [, signature] = [...query, ...body].findLast(([name]) => name === signing.signature) ?? [];
  return {
    operation: descriptors.find((one) => one.method === method && path.endsWith(one.path)),
    path,
    query,
    body,
    signed:
      signature === undefined ? undefined : { text: signingText(query, body, signing), signature },
  };
}

const descriptors: readonly OperationDescriptor[] = Object.values(operations);

/** The operation with this id, if there is one. */
export function operationOf(id: string): OperationDescriptor | undefined {
  return Object.hasOwn(operations, id) ? operations[id as OperationId] : undefined;
}

/** The caller's fields, without those that each sending adds. */
export function ownFields(pairs: readonly Pair[]): readonly Pair[] {
  return pairs.filter(([name]) => name !== signing.timestamp && name !== signing.signature);
}

/** Usage of a limit after a request, by its response. */
export interface Usage {
  readonly limit: LimitDescriptor;
  /** As sent; digits, if the exchange is correct. */
  readonly used: string;
}

export function usageAfter({ responseHeaders = [] }: RequestEntry): readonly Usage[] {
  return limits.flatMap((limit) => {
    const wanted = limit.header.toLowerCase();
    const [, used] = responseHeaders.find(([name]) => name.toLowerCase() === wanted) ?? [];
    return used === undefined ? [] : [{ limit, used }];
  });
}

/** Requests of one call, in the order sent: its attempts, and requests that it needed. */
export type CallGroup = readonly RequestEntry[];

/** Groups requests by call, in the order of their first requests. */
export function groupCalls(requests: readonly RequestEntry[]): readonly CallGroup[] {
  const groups = new Map<string, RequestEntry[]>();
  for (const request of requests) {
    const { sender, id } = request;
    const key = sender === undefined ? `request ${id}` : callKey(sender);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [request]);
    else group.push(request);
  }
  return [...groups.values()];
}

/** Whether a request ended without success, as far as the response shows. */
export function hasFailed({ status, failure, response }: RequestEntry): boolean {
  if (failure !== undefined) return true;
  if (status === undefined) return false;
  return status < 200 || status >= 300 || (response !== undefined && !isSuccess(response));
}

/** A success is JSON; in an envelope its code says so. */
function isSuccess({ text, isCut }: Body): boolean {
  if (isCut || text === "") return true;
  try {
    const body: unknown = JSON.parse(text);
    const code = typeof body === "object" && body !== null && Reflect.get(body, envelope.code);
    return typeof code !== "number" || successCodes.includes(code);
  } catch {
    return false;
  }
}

const successCodes: readonly number[] = envelope.successCodes;

/** The status, or the text in its place. */
export function statusText({ status, failure, endedMs }: RequestEntry): string {
  if (endedMs === undefined) return "open";
  if (status === undefined || status === 0) return status === 0 ? "redirect" : "no response";
  return failure === undefined ? String(status) : `${status}, cut off`;
}
