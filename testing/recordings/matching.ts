/**
 * Matches a request to a recording: method, path, presence of the API key header and all fields
 * must be equal. The order of fields, `timestamp` and `signature` are ignored.
 */

import { keyHeader, type RecordedRequest } from "./call-recording.ts";
import type { SentRequest } from "./conversation.ts";
import { formType, type Pair, parsePairs, splitTarget, volatileFields } from "./fields.ts";
import { requestOf, toPairs } from "./sent-call.ts";
import type { Opening } from "./stream-recording.ts";

/** A request as plain values. */
export interface PlainRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly hasKey: boolean;
  readonly contentType: string | undefined;
  readonly body: string;
}

/** A plain request as a sent one. */
export function sentRequest(request: PlainRequest): SentRequest {
  const { method, target, hasKey, contentType = formType, body } = request;
  const { path, query } = splitTarget(target);
  const isForm = contentType.toLowerCase().startsWith(formType);
  return {
    method,
    path,
    query: parsePairs(query),
    form: isForm ? parsePairs(body) : [],
    text: isForm ? "" : body,
    headers: new Map(hasKey ? [[keyHeader.toLowerCase(), "any key"]] : []),
  };
}

/** Key of a request; equal keys get the same recording. */
export function matchKey({ method, path, query, form, text, headers }: SentRequest): string {
  const hasKey = headers.has(keyHeader.toLowerCase());
  return JSON.stringify([method, path, hasKey, text, ...[query, form].map(comparedPairs)]);
}

export function requestKey(request: RecordedRequest): string {
  return matchKey(requestOf(request));
}

/** Key of an opening; equal keys get the same stream. */
export function openingKey({ path, query }: Pick<Opening, "path" | "query">): string {
  return JSON.stringify([path, comparedPairs(toPairs(query))]);
}

/** Compared fields by name; repeated names keep their order. */
export function comparedPairs(pairs: readonly Pair[]): readonly Pair[] {
  return pairs
    .filter(([name]) => !volatileFields.has(name))
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
}
