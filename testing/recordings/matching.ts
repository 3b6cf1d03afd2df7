/**
 * Decides which recording a request gets: method, path, the presence of the API key header and all
 * fields must be equal. The order of fields and the fields `timestamp` and `signature` are ignored.
 */

import { keyHeader, type RecordedRequest } from "./call-recording.ts";
import type { SentRequest } from "./conversation.ts";
import { formType, type Pair, parsePairs, splitTarget, volatileFields } from "./fields.ts";
import { requestOf, toPairs } from "./sent-call.ts";
import type { Opening } from "./session-recording.ts";

/** A request as plain values. */
export interface PlainRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly hasKey: boolean;
  readonly contentType: string | undefined;
  readonly body: string;
}

/** A request of plain values as one that was sent. */
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

/** Equal for two requests exactly when they get the same recording. */
export function matchKey({ method, path, query, form, text, headers }: SentRequest): string {
  const hasKey = headers.has(keyHeader.toLowerCase());
  return JSON.stringify([method, path, hasKey, text, ...[query, form].map(comparedPairs)]);
}

export function requestKey(request: RecordedRequest): string {
  return matchKey(requestOf(request));
}

/** Equal for two openings exactly when they get the same session. */
export function openingKey({ path, query }: Pick<Opening, "path" | "query">): string {
  return JSON.stringify([path, comparedPairs(toPairs(query))]);
}

/** Compared fields by name; fields with the same name keep their order. */
export function comparedPairs(pairs: readonly Pair[]): readonly Pair[] {
  return pairs
    .filter(([name]) => !volatileFields.has(name))
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
}
