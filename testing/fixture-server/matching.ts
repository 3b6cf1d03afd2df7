/**
 * When a request is the one that was recorded: method, path, the presence of the API key header
 * and all fields are the same. The order of fields and the two fields `timestamp` and `signature`
 * do not count, everything else does.
 */

import {
  formType,
  type Pair,
  parsePairs,
  splitTarget,
  volatileFields,
} from "../recordings/fields.ts";
import type { RecordedFields, RecordedRequest } from "../recordings/recording.ts";

/** A request as it came over the wire, with no work done on it. */
export interface PlainRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly hasKey: boolean;
  readonly contentType: string | undefined;
  readonly body: string;
}

/** What of a request decides which recording answers. */
export interface Question {
  readonly method: string;
  readonly path: string;
  readonly hasKey: boolean;
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
  /** The text of a body that is no form. */
  readonly text: string;
}

/** What decides of a request that came in. */
export function askedQuestion(request: PlainRequest): Question {
  const { path, query } = splitTarget(request.target);
  const isForm = request.contentType?.toLowerCase().startsWith(formType) ?? true;
  return {
    method: request.method,
    path,
    hasKey: request.hasKey,
    query: stablePairs(parsePairs(query)),
    body: isForm ? stablePairs(parsePairs(request.body)) : [],
    text: isForm ? "" : request.body,
  };
}

/** What decides of a request that was recorded. */
export function recordedQuestion(request: RecordedRequest): Question {
  return {
    method: request.method,
    path: request.path,
    hasKey: request.security !== "NONE",
    query: stablePairs(listPairs(request.query)),
    body: typeof request.body === "string" ? [] : stablePairs(listPairs(request.body)),
    text: typeof request.body === "string" ? request.body : "",
  };
}

/** Equal for two questions exactly when one recording answers both. */
export function questionKey(question: Question, fieldsIn: "place" | "either"): string {
  const { method, path, hasKey, query, body, text } = question;
  const places = fieldsIn === "place" ? [query, body] : stablePairs([...query, ...body]);
  return JSON.stringify([fieldsIn, method, path, hasKey, text, places]);
}

/** Fields that count, by name; fields of one name keep their order. */
export function stablePairs(pairs: readonly Pair[]): readonly Pair[] {
  const kept = pairs.filter(([name]) => !volatileFields.has(name));
  return kept.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
}

/** Decoded fields as a list. */
export function listPairs(fields: RecordedFields): Pair[] {
  return Object.entries(fields).flatMap(([name, value]): Pair[] =>
    typeof value === "string" ? [[name, value]] : value.map((each): Pair => [name, each]),
  );
}
