/** Recorded calls as they went over the wire. */

import { keyHeader, type RecordedCall, recordedText } from "./call-recording.ts";
import type { Call } from "./conversation.ts";
import type { Pair } from "./fields.ts";
import { toPairs } from "./matching.ts";

/** The call with something of the right form in place of what a recording leaves out. */
export function callOf(recorded: RecordedCall): Call {
  const { request, response } = recorded;
  const { method, path, query, body, security } = request;
  return {
    request: {
      method,
      path,
      query: sentPairs(query),
      form: typeof body === "string" ? [] : sentPairs(body),
      text: typeof body === "string" ? body : "",
      headers: new Map(security === "NONE" ? [] : [[keyHeader.toLowerCase(), "redactedKey"]]),
    },
    response: {
      status: response.status,
      headers: new Map(
        Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      text: recordedText(recorded),
    },
  };
}

/** Recorded fields as they may have been sent. */
export function sentPairs(fields: RecordedCall["request"]["query"]): readonly Pair[] {
  return toPairs(fields).map(([name, value]) => {
    if (name === "timestamp") return [name, "0"];
    return [name, value === "redactedSignature" ? "0".repeat(64) : value];
  });
}
