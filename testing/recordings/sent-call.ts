/** Converts recorded calls back to their form on the wire. */

import { signing } from "../../generated/tables.ts";
import {
  keyHeader,
  type RecordedCall,
  type RecordedFields,
  type RecordedRequest,
  recordedText,
} from "./call-recording.ts";
import type { Call, SentRequest } from "./conversation.ts";
import { type Pair, placeholderOf } from "./fields.ts";

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
