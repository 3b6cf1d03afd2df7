/**
 * Decides which recording a request gets: method, path, the presence of the API key header and all
 * fields must be equal. The order of fields and the fields `timestamp` and `signature` are ignored.
 */

import type { RecordedFields, RecordedRequest } from "./call-recording.ts";
import { formType, type Pair, parsePairs, splitTarget, volatileFields } from "./fields.ts";
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

/** The parts of a request that are compared. */
export interface RequestParts {
  readonly method: string;
  readonly path: string;
  readonly hasKey: boolean;
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
  /** The text of a body that is no form. */
  readonly text: string;
}

/** The compared parts of a request that came in. */
export function partsOf(request: PlainRequest): RequestParts {
  const { path, query } = splitTarget(request.target);
  const isForm = request.contentType?.toLowerCase().startsWith(formType) ?? true;
  return {
    method: request.method,
    path,
    hasKey: request.hasKey,
    query: comparedPairs(parsePairs(query)),
    body: isForm ? comparedPairs(parsePairs(request.body)) : [],
    text: isForm ? "" : request.body,
  };
}

/** The compared parts of a recorded request. */
export function recordedParts({ method, path, ...request }: RecordedRequest): RequestParts {
  const { query, body, security } = request;
  return {
    method,
    path,
    hasKey: security !== "NONE",
    query: comparedPairs(toPairs(query)),
    body: typeof body === "string" ? [] : comparedPairs(toPairs(body)),
    text: typeof body === "string" ? body : "",
  };
}

/** Equal for two requests exactly when they get the same recording. */
export function matchKey({ method, path, hasKey, query, body, text }: RequestParts): string {
  return JSON.stringify([method, path, hasKey, text, query, body]);
}

/** The key of a recorded request. */
export function requestKey(request: RecordedRequest): string {
  return matchKey(recordedParts(request));
}

/** Equal for two openings exactly when they get the same session. */
export function openingKey({ path, query }: Pick<Opening, "path" | "query">): string {
  return JSON.stringify([path, comparedPairs(toPairs(query))]);
}

/** Compared fields by name; fields with the same name keep their order. */
function comparedPairs(pairs: readonly Pair[]): readonly Pair[] {
  return pairs
    .filter(([name]) => !volatileFields.has(name))
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
}

/** Recorded fields as a list. */
export function toPairs(fields: RecordedFields): Pair[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each): Pair => [name, each]),
  );
}
