/**
 * Recorded requests in their form on the wire, and how a request is matched to one: method, path,
 * presence of the API key header and all fields must be equal. The order of fields, `timestamp` and
 * `signature` are ignored.
 */

import { signing } from "../../generated/tables.ts";
import {
  keyHeader,
  type RecordedCall,
  type RecordedFields,
  type RecordedRequest,
  recordedText,
} from "./call-recording.ts";
import type { Call, SentRequest } from "./conversation.ts";
import {
  formType,
  type Pair,
  parsePairs,
  placeholderOf,
  splitTarget,
  volatileFields,
} from "./fields.ts";
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

/** The call, with valid values for what a recording omits. */
export function callOf(recorded: RecordedCall): Call {
  const { request, response } = recorded;
  return {
    request: requestOf(request),
    response: {
      status: response.status,
      headers: new Map(
        Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      text: recordedText(recorded),
    },
  };
}

/** The request alone. */
export function requestOf({ method, path, query, body, security }: RecordedRequest): SentRequest {
  return {
    method,
    path,
    query: sentPairs(query),
    form: typeof body === "string" ? [] : sentPairs(body),
    text: typeof body === "string" ? body : "",
    headers: new Map(security === "NONE" ? [] : [[keyHeader.toLowerCase(), "redactedKey"]]),
  };
}

/** Recorded fields as they may have been sent. */
export function sentPairs(fields: RecordedFields): readonly Pair[] {
  return toPairs(fields).map(([name, value]) => {
    if (name === signing.timestamp) return [name, "0"];
    return [name, value === placeholderOf(signing.signature) ? "0".repeat(64) : value];
  });
}

export function toPairs(fields: RecordedFields): Pair[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each): Pair => [name, each]),
  );
}
