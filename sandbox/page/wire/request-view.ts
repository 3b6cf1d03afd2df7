/** Recorded requests by call, and how they ended. */

import { envelope } from "../../../generated/errors.ts";
import { decodePairs, type Pair } from "../../../runtime/encoding/percent.ts";
import type { Body, RequestEntry } from "./entries.ts";
import { callKey } from "./requests.ts";

/** The decoded fields of a request. */
export function fieldsOf({ url, body }: RequestEntry): readonly Pair[] {
  return [new URL(url).search.slice(1), body ?? ""].flatMap((text) => decodePairs(text).pairs);
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
